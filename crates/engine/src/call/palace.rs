//! Reads the state of the palace that every call needs: which palace it is, which keys it trusts, and which claims are authoritative.

use super::engine_cache::EngineCache;
use crate::Error;
use kernel::{
    claim::Claim,
    id::PalaceId,
    ledger::{Checkpoint, Digest, LogKey},
    palace::{Genesis, Sealing},
    refusal::{Code, Refusal},
    seal::{KeyRecord, Trust},
};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::View;

/// What this home holds to be true of the palace, kept outside the database: which palace it is, and its first human key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The palace.
    pub palace: PalaceId,
    /// Fingerprint of the first human key, once there is one.
    pub root: Option<Digest>,
}

/// The program that runs, and what the machine has now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installed {
    /// The file this process was started from.
    pub running: Option<String>,
    /// That file is another one by now, or gone.
    pub replaced: bool,
    /// What the program's name means on this machine now.
    pub on_path: Option<String>,
    /// Where the database is, without what opens it.
    pub database: String,
}

/// Where the pin is kept.
pub trait Roots: Send + Sync {
    /// The pin, if this home has one.
    fn pinned(&self) -> Result<Option<Pin>, Error>;
    /// Pins a palace once it is there, and its first human key just before that is kept.
    fn pin(&self, pin: &Pin) -> Result<(), Error>;
    /// The program that runs, as far as this home knows it.
    fn installed(&self) -> Installed {
        Installed::default()
    }
    /// Shows that a palace of an older schema is about to be brought up to date.
    fn migrating(&self, step: &store::Migrating<'_>) {
        let _ = step;
    }
    /// Makes the copies at these paths anew, from the palace as it is now. A home that made none knows of none.
    fn renew(&self, copies: &[String]) -> crate::Renewed {
        let held = copies.iter().map(|path| (path.clone(), "this home does not know how it was made".to_owned())).collect();
        crate::Renewed { held, ..crate::Renewed::default() }
    }
    /// Takes out of the home's own notes what `says` picks. Answers which of its files say it still, and why.
    fn forget(&self, says: &mut dyn FnMut(&str) -> bool) -> Vec<(String, String)> {
        let _ = says;
        Vec::new()
    }
}

/// Signs the ledger's checkpoints, and receipts.
pub trait Signer: Send + Sync {
    /// The signed note over a checkpoint.
    fn sign(&self, checkpoint: &Checkpoint) -> Result<String, Error>;
    /// The signature over a receipt's or a token's payload: [`kernel::cycle::sign`] with this key.
    fn sign_payload(&self, payload: &str) -> Result<String, Error>;
    /// The public half, as notes name it.
    fn log_key(&self) -> LogKey;
}

/// Keeps the secret that receipts and tokens are keyed with, beside the palace and not in it.
pub trait Secret: Send + Sync {
    /// The secret. Refused where it is not kept as a secret is kept.
    fn secret(&self) -> Result<[u8; 32], Error>;
}

/// What a palace is created with.
#[derive(Clone, Debug)]
pub struct Founding {
    /// Sealed or not, for ever.
    pub sealing: Sealing,
    /// Random, so that no two palaces are the same.
    pub nonce: Digest,
}

/// The palace as one call finds it.
pub struct PalaceState {
    /// Its id.
    pub palace: PalaceId,
    /// Its birth certificate.
    pub genesis: Genesis,
    /// Whom it trusts.
    pub trust: Trust,
    /// The schema of its database, which another process may have brought further than this one knows.
    pub(crate) schema: i64,
    pub(crate) signer: Option<Arc<dyn Signer>>,
    pub(crate) roots: Arc<dyn Roots>,
    pub(crate) vouched: Arc<Vouched>,
    pub(crate) cache: Arc<EngineCache>,
    pub(crate) embedder: Option<Arc<dyn search::embed::Embedder>>,
    /// What the configured model made of this call's questions.
    pub(crate) heard: crate::memory::query_embedding::QueryEmbeddings,
    pub(crate) terrain: Option<Arc<dyn crate::Terrain>>,
    pub(crate) secret: Option<Arc<dyn Secret>>,
}

impl std::fmt::Debug for PalaceState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PalaceState").field("palace", &self.palace).field("trust", &self.trust).finish_non_exhaustive()
    }
}

/// What an engine keeps in memory from one call to the next.
#[derive(Default)]
pub(crate) struct Kept {
    vouched: Arc<Vouched>,
    cache: Mutex<Arc<EngineCache>>,
    /// A model beside the one in the binary, if one is configured.
    pub(crate) embedder: Option<Arc<dyn search::embed::Embedder>>,
    /// The working tree, if one is at hand.
    pub(crate) terrain: Option<Arc<dyn crate::Terrain>>,
    /// What receipts are keyed with, if a home keeps it.
    pub(crate) secret: Option<Arc<dyn Secret>>,
}

impl Kept {
    fn cache(&self) -> MutexGuard<'_, Arc<EngineCache>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what was read from the palace, so that nothing of it stays half read after a fault. Calls that are under way go on with
    /// what they have.
    pub(crate) fn forget(&self) {
        *self.cache() = Arc::default();
    }
}

/// What was judged before and need not be judged again: Ed25519 costs more than the rest of a read together.
#[derive(Default)]
pub(crate) struct Vouched {
    seals: Mutex<Seals>,
    /// The last palace that was judged, and everything that judgement rested on.
    trust: Mutex<Option<(Grounds, Judged)>>,
}

/// Seals whose signature was checked, by their name and by whom was trusted then, and what each vouches for.
///
/// One seal may cover thousands of records, so it is read once for all of them.
#[derive(Default)]
struct Seals {
    known: HashMap<(Digest, Digest), Arc<HashSet<Digest>>>,
    /// How many digests are held.
    size: usize,
}

/// Everything that trust rests on, as read for this call. Equal grounds give equal trust.
#[derive(Clone, PartialEq)]
struct Grounds {
    row: store::GenesisRow,
    pin: Option<Pin>,
    keys: Vec<KeyRecord>,
}

impl Grounds {
    fn judge(&self) -> Result<Judged, Error> {
        let genesis = self.row.read()?;
        let palace = genesis.id();
        let trust = match &self.pin {
            None => Trust::Broken("this home has not pinned it; run `palace trust` on a terminal".into()),
            Some(pin) if pin.palace != palace => Trust::Broken(format!("this home knows palace `{}`, but the database holds `{palace}`", pin.palace)),
            Some(pin) => match genesis.sealing {
                Sealing::Unsealed => Trust::Unsealed,
                Sealing::Sealed => Trust::from_root(&palace, pin.root, &self.keys),
            },
        };
        Ok((palace, genesis, trust))
    }
}

/// Which palace it is, what it was born with, and whom it trusts.
type Judged = (PalaceId, Genesis, Trust);

/// Digests remembered at most; beyond that the memory starts anew.
const VOUCHED_MAX: usize = 100_000;

impl PalaceState {
    /// Reads who this palace is and whom it trusts. Whatever does not fit the pin makes trust broken, never wider.
    pub(crate) fn read(view: &mut View<'_>, roots: &Arc<dyn Roots>, signer: Option<&Arc<dyn Signer>>, kept: &Kept) -> Result<Self, Error> {
        // The pin before the row: a palace is pinned only once its row is there.
        let pin = roots.pinned()?;
        let row = view.genesis_row()?.ok_or_else(|| absent(pin.as_ref()))?;
        let schema = row.schema;
        let grounds = Grounds { row, pin, keys: view.keys()? };
        let (palace, genesis, trust) = kept.vouched.judge(grounds)?;
        Ok(Self {
            palace,
            genesis,
            trust,
            schema,
            signer: signer.cloned(),
            roots: roots.clone(),
            vouched: kept.vouched.clone(),
            cache: kept.cache().clone(),
            embedder: kept.embedder.clone(),
            heard: crate::memory::query_embedding::QueryEmbeddings::default(),
            terrain: kept.terrain.clone(),
            secret: kept.secret.clone(),
        })
    }

    /// Refuses where the database is newer than this program: what it does not know, it could only spoil.
    pub(crate) fn require_known_schema(&self) -> Result<(), Error> {
        let known = store::newest();
        if self.schema <= known {
            return Ok(());
        }
        let what = format!("this process knows schema {known}, but the database was brought to {} since it started", self.schema);
        Err(Code::StoreNewer.refuse("schema", what).next("Restart it, so that the palace that is installed now answers; nothing was changed").into())
    }

    /// Whether a claim is authoritative: its standing says so *and* a seal that still stands covers exactly what it says.
    pub fn is_authoritative(&self, view: &mut View<'_>, claim: &Claim) -> Result<bool, Error> {
        let Some(digest) = claim.seal.filter(|_| claim.standing.is_authoritative()) else { return Ok(false) };
        let Some(covered) = self.covered(view, digest)? else { return Ok(false) };
        Ok(covered.contains(&claim.draft.digest()))
    }

    /// Whether a seal that still stands covers this digest: how a decision about something that is no claim is believed.
    pub fn vouches(&self, view: &mut View<'_>, seal: Digest, digest: Digest) -> Result<bool, Error> {
        Ok(self.covered(view, seal)?.is_some_and(|covered| covered.contains(&digest)))
    }

    /// What the seal of this name vouches for here; nothing, if it does not stand.
    fn covered(&self, view: &mut View<'_>, digest: Digest) -> Result<Option<Arc<HashSet<Digest>>>, Error> {
        let Some(slot) = self.slot(digest) else { return Ok(None) };
        if let Some(known) = self.vouched.recall(&slot) {
            return Ok(Some(known));
        }
        let Some(seal) = view.seal(digest)? else { return Ok(None) };
        let stands = seal.statement.digest() == digest && seal.stands(&self.palace, &self.trust);
        let covered = Arc::new(if stands { seal.statement.covers.into_iter().collect() } else { HashSet::new() });
        self.vouched.remember(slot, covered.clone());
        Ok(Some(covered))
    }

    /// What a remembered judgement is bound to: the seal, the palace, and the keys that are trusted.
    fn slot(&self, digest: Digest) -> Option<(Digest, Digest)> {
        Some((digest, self.trusted()?))
    }

    /// The palace and whom it trusts, in one digest; nothing, where nobody can be trusted.
    pub(crate) fn trusted(&self) -> Option<Digest> {
        let keys: Vec<u8> = match &self.trust {
            Trust::Unsealed => vec![0],
            Trust::Keys(keys) => keys.iter().flat_map(|k| k.fingerprint.0).collect(),
            Trust::Broken(_) => return None,
        };
        Some(Digest::of(&[keys.as_slice(), self.palace.as_str().as_bytes()].concat()))
    }

    /// The ledger's state as one snapshot has it, signed by this palace's log key: the checkpoint, and the note to keep.
    pub fn checkpoint(&self, view: &mut View<'_>) -> Result<(Checkpoint, String), Error> {
        signed(view, self)
    }

    /// The log's key, for checking checkpoints.
    pub fn log_key(&self) -> Result<LogKey, Error> {
        self.genesis.log_key.parse().map_err(|e: kernel::ledger::NoteError| Code::StoreDamaged.refuse("log key", e.to_string()).into())
    }
}

/// The ledger's state now, unsigned.
pub(crate) fn ledger_state(view: &mut View<'_>, house: &PalaceState) -> Result<Checkpoint, Error> {
    let (size, _) = view.head()?;
    Ok(Checkpoint { origin: Genesis::origin(&house.palace), size, root: view.root(size)? })
}

/// The ledger's state now, signed by this palace's log key.
pub(crate) fn signed(view: &mut View<'_>, house: &PalaceState) -> Result<(Checkpoint, String), Error> {
    let checkpoint = ledger_state(view, house)?;
    let Some(signer) = &house.signer else {
        return Err(Code::Internal
            .refuse("log key", "this home does not hold the palace's log key")
            .next("Run this where the palace was created: its home holds log.key")
            .into());
    };
    if signer.log_key().to_string() != house.genesis.log_key {
        return Err(Code::TrustBroken.refuse("log key", "the log key in this home is not the one the palace was born with").into());
    }
    let note = signer.sign(&checkpoint)?;
    Ok((checkpoint, note))
}

/// Why there is no palace: none was made yet, or the one this home knows is gone. The second is no place for a new one.
pub(crate) fn absent(pinned: Option<&Pin>) -> Refusal {
    match pinned {
        None => Code::NotFound.refuse("palace", "there is no palace here yet").next("Run `palace init` or `palace up`"),
        Some(pin) => Code::TrustBroken
            .refuse(pin.palace.as_str(), format!("this home knows palace `{}`, but its database is gone or empty", pin.palace))
            .next("Bring it back with `palace restore`, or make another palace with --home"),
    }
}

impl Vouched {
    /// Whom to trust on these grounds.
    fn judge(&self, grounds: Grounds) -> Result<Judged, Error> {
        let mut last = self.trust.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, judged)) = last.as_ref()
            && *before == grounds
        {
            return Ok(judged.clone());
        }
        let judged = grounds.judge()?;
        *last = Some((grounds, judged.clone()));
        Ok(judged)
    }

    fn seals(&self) -> MutexGuard<'_, Seals> {
        self.seals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn recall(&self, slot: &(Digest, Digest)) -> Option<Arc<HashSet<Digest>>> {
        self.seals().known.get(slot).cloned()
    }

    fn remember(&self, slot: (Digest, Digest), covered: Arc<HashSet<Digest>>) {
        let mut seals = self.seals();
        if seals.size > VOUCHED_MAX {
            *seals = Seals::default();
        }
        seals.size += covered.len() + 1;
        seals.known.insert(slot, covered);
    }
}
