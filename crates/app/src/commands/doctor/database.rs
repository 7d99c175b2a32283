//! What the palace itself says: schema, write-ahead log, trust, keys, ledger, what waits, the clock.
//!
//! Reads with the store's own reader and never through [`engine::Engine::call`]: even a refused call is written down,
//! and a doctor must leave no trace.

use super::{Finding, many};
use crate::{
    desk::now,
    home::{Home, SIGNING_KEY},
    keys::{KeyError, KeyFile, signing_secret},
};
use engine::{Engine, Error, PalaceState, Roots, Signer};
use kernel::text::Slice;
use kernel::{
    ledger::Digest,
    proposal::Status,
    seal::Trust,
    time::{DAY_MS, Moment},
};
use std::{fs::File, io::Read, path::Path, sync::Arc};
use store::{ClaimFilter, EntryFilter, Place, ProposalFilter, Store, View, newest};

/// A log this long means that nobody has let it be folded in for a while.
const WAL_NOTE_BYTES: u64 = 256 * 1024 * 1024;
/// Where a SQLite file says how it is journaled; 2 is write-ahead.
const JOURNAL_BYTE: usize = 18;
/// Checkpoints kept here that the ledger is held to.
const CHECKPOINTS_MAX: i64 = 1_000;
/// Overdue proposals counted.
const OVERDUE_MAX: i64 = 1_000;

pub(super) fn check(home: &Home, person: &str) -> Vec<Finding> {
    let place = home.place();
    let mut findings = Vec::new();
    if let Place::File(path) = &place {
        match file(path) {
            Ok(found) => findings.push(found),
            Err(stop) => return vec![stop],
        }
    }
    match schema(&place) {
        Ok(found) => findings.push(found),
        Err(stop) => {
            findings.push(stop);
            return findings;
        }
    }
    let roots: Arc<dyn Roots> = Arc::new(home.clone());
    let signer = match home.log_key(false) {
        Ok(signer) => signer,
        Err(refusal) => {
            findings.push(Finding::refused("log key", &refusal));
            None
        }
    };
    let log_key = signer.as_ref().map(|s| s.log_key().to_string());
    let looked = Engine::open(place, roots, None).and_then(|engine| {
        engine.look(|house, view| {
            findings.push(Finding::ok("palace", format!("{} ({})", house.palace, house.genesis.sealing.name())));
            findings.push(trust(house));
            findings.extend(human_key(home, house));
            findings.push(log(log_key.as_deref(), house));
            findings.push(signing(home));
            findings.push(ledger(house, view)?);
            findings.push(waiting(view, person, now())?);
            findings.extend(super::model::check(home, view)?);
            findings.extend(clock(house, view, now())?);
            Ok(())
        })
    });
    if let Err(error) = looked {
        findings.push(Finding::refused("palace", &error.into_refusal()));
    }
    findings
}

/// Looks at the file itself first: opening it would make one that is missing, and would change how it is journaled.
fn file(path: &Path) -> Result<Finding, Finding> {
    let shown = path.display();
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(32).read_to_end(&mut head));
    match read {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Finding::fault(
                "database",
                format!("{shown} is not there"),
                "Make a palace with `palace up`, or bring a backup back with `palace restore`",
            ));
        }
        Err(error) => return Err(Finding::fault("database", format!("{shown} cannot be read: {error}"), "Check who owns it")),
        Ok(_) if !head.starts_with(b"SQLite format 3\0") => {
            return Err(Finding::fault(
                "database",
                format!("{shown} is not a SQLite database"),
                "Keep it aside and bring a backup back with `palace restore`",
            ));
        }
        Ok(_) => {}
    }
    if head.get(JOURNAL_BYTE) != Some(&2) {
        return Err(Finding::note(
            "wal",
            format!("{shown} has no write-ahead log yet, so nothing below it was checked"),
            "Run any command that opens it, `palace status` for one, then `palace doctor` again",
        ));
    }
    let wal = path.with_extension("db-wal").metadata().map_or(0, |meta| meta.len());
    let found = format!("write-ahead log of {} KiB", wal / 1024);
    Ok(if wal < WAL_NOTE_BYTES {
        Finding::ok("wal", found)
    } else {
        Finding::note("wal", found, "End the processes that have had the palace open for long; the next one folds it in")
    })
}

/// Which schema it has. An older one is left alone: opening it would bring it up to date.
fn schema(place: &Place) -> Result<Finding, Finding> {
    let known = newest();
    match Store::version(place) {
        Ok(version) if version == known => Ok(Finding::ok("schema", format!("version {version}, the newest known"))),
        Ok(version) if version > known => Err(Finding::fault(
            "schema",
            format!("version {version}, but this program knows up to {known}"),
            "Update palace; the file was left untouched",
        )),
        Ok(version) => Err(match place {
            Place::File(_) => Finding::note(
                "schema",
                format!("version {version}; this program brings it to {known} when it opens it, and keeps a verified copy beside it first"),
                "Run any command that opens it, `palace status` for one",
            ),
            Place::Database(_) => Finding::note(
                "schema",
                format!("version {version}; this program brings it to {known} when it opens it, and copies no database"),
                "Copy the database with pg_dump, then run `palace status`",
            ),
        }),
        Err(error) => Err(Finding::refused("database", &Error::from(error).into_refusal())),
    }
}

fn trust(house: &PalaceState) -> Finding {
    match &house.trust {
        Trust::Unsealed => Finding::note(
            "trust",
            "unsealed: approvals carry no signature",
            "Fine for tests and demos; for real work make a sealed palace with `palace --home DIR init`",
        ),
        Trust::Keys(keys) if keys.is_empty() => Finding::ok("trust", "sealed, no key enrolled"),
        Trust::Keys(keys) => Finding::ok("trust", format!("sealed, {} active", many(keys.iter().filter(|k| k.active).count(), "key", "keys"))),
        Trust::Broken(why) => Finding::fault(
            "trust",
            why.clone(),
            "Compare the key's fingerprint with the one you noted; if they differ, restore a backup; if they agree, run `palace trust`",
        ),
    }
}

fn human_key(home: &Home, house: &PalaceState) -> Option<Finding> {
    if matches!(house.trust, Trust::Unsealed) {
        return None;
    }
    let path = home.key_file();
    let trusted = |print: Digest| matches!(&house.trust, Trust::Keys(keys) if keys.iter().any(|k| k.fingerprint == print && k.active));
    let enrolled = matches!(&house.trust, Trust::Keys(keys) if !keys.is_empty());
    Some(match KeyFile::read(&path) {
        Err(KeyError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            if enrolled {
                Finding::note(
                    "key",
                    "the palace trusts a key, but this home holds none",
                    "Bring human.key from the machine that holds it; without it nothing can be approved here",
                )
            } else {
                Finding::note("key", "none yet, so nothing can be approved", "Run `palace key create` on a terminal")
            }
        }
        Err(error) => Finding::refused("key", &crate::sealing::key_refusal(&error)),
        Ok(file) if file.palace() != house.palace.as_str() => Finding::fault(
            "key",
            format!("human.key belongs to palace {}", file.palace()),
            "Put the key of this palace there, or name the other home with --home",
        ),
        Ok(file) if !trusted(Digest::of(&file.public())) => Finding::fault(
            "key",
            format!("{} of {} is not one this palace trusts", file.fingerprint(), file.name()),
            "Compare it with the fingerprint you noted: somebody changed the key or the palace",
        ),
        Ok(file) => Finding::ok("key", format!("{} of {}, trusted", file.fingerprint(), file.name())),
    })
}

fn log(own: Option<&str>, house: &PalaceState) -> Finding {
    match own {
        None => Finding::note(
            "log key",
            "not in this home, so no checkpoint can be signed here",
            "Sign checkpoints where the palace was made, or bring log.key from there",
        ),
        Some(own) if own == house.genesis.log_key => Finding::ok("log key", "the one the palace was born with"),
        Some(_) => Finding::fault("log key", "not the one the palace was born with", "Bring log.key back from a backup of this home"),
    }
}

/// The key that receipts and tokens are keyed with. One that is not there is drawn when it is first needed, and not by looking.
fn signing(home: &Home) -> Finding {
    let path = home.dir().join(SIGNING_KEY);
    match path.exists().then(|| signing_secret(&path)) {
        None => Finding::ok("signing key", "none yet; the first receipt draws it"),
        Some(Ok(_)) => Finding::ok("signing key", "64 digits that nobody else can read"),
        Some(Err(refusal)) => Finding::refused("signing key", &refusal),
    }
}

fn ledger(house: &PalaceState, view: &mut View<'_>) -> Result<Finding, Error> {
    let broken = |fault: String| {
        Finding::fault("ledger", format!("it does not verify: {fault}"), "Keep this file as evidence and restore a backup made before the change")
    };
    let mut kept = Vec::new();
    for (size, note) in view.checkpoints(CHECKPOINTS_MAX)? {
        match house.log_key()?.open(&note) {
            Ok(checkpoint) => kept.push(checkpoint),
            Err(error) => return Ok(broken(format!("the checkpoint over {size} entries: {error}"))),
        }
    }
    let verified = match view.verify_entries(&house.palace, &kept)? {
        Ok(verified) => verified,
        Err(fault) => return Ok(broken(fault.to_string())),
    };
    if let Err(fault) = view.verify_rows(&house.palace)? {
        return Ok(broken(fault.to_string()));
    }
    if !matches!(house.trust, Trust::Broken(_)) {
        for claim in view.claims(&ClaimFilter { limit: i64::MAX, ..Default::default() })? {
            if claim.standing.is_authoritative() && !house.is_authoritative(view, &claim)? {
                return Ok(broken(format!("`{}` calls itself authoritative without a seal that holds", claim.id)));
            }
        }
    }
    Ok(Finding::ok("ledger", format!("{} verified, head {}", many(verified.size, "entry", "entries"), verified.head.to_string().slice(..12))))
}

/// What waits for this person, less what they put off, as `palace review` lists it.
fn waiting(view: &mut View<'_>, person: &str, now: Moment) -> Result<Finding, Error> {
    let status = Some((Status::Pending, now));
    let pending = view.proposals(&ProposalFilter { status, awake_for: Some(person.to_owned()), limit: i64::MAX, ..Default::default() })?.len();
    let overdue = view.overdue(now, OVERDUE_MAX)?.len();
    Ok(match (pending, overdue) {
        (0, 0) => Finding::ok("proposals", "none waits"),
        (pending, 0) => Finding::ok("proposals", format!("{pending} waiting for a human: `palace review`")),
        (pending, overdue) => Finding::note(
            "proposals",
            format!("{pending} waiting for a human, {overdue} past their time"),
            "Look at them with `palace review`; the next command that opens the palace puts the late ones away",
        ),
    })
}

fn clock(house: &PalaceState, view: &mut View<'_>, now: Moment) -> Result<Option<Finding>, Error> {
    let Some(last) = view.entries(&house.palace, &EntryFilter { limit: 1, ..Default::default() })?.pop() else { return Ok(None) };
    let last = Moment::from_millis(last.entry.at);
    Ok(Some(if now < last {
        Finding::fault("clock", format!("it says {now}, but the last ledger entry is of {last}"), "Set this machine's clock")
    } else if now.millis() - last.millis() > DAY_MS {
        let days = (now.millis() - last.millis()) / DAY_MS;
        Finding::note(
            "clock",
            format!("{now}, {days} days after the last ledger entry"),
            "Nothing, unless that surprises you: then set this machine's clock",
        )
    } else {
        Finding::ok("clock", now.to_string())
    }))
}
