//! `palace trust`: a person looks at a palace and pins it in this home.
//!
//! For a home that has no pin yet: a second machine on the same database, a restored copy. And for a project's `.palace/` that this
//! user did not make: its pin came with it and proves nothing, so it is looked at all the same. Not here: changing a pin.
//! A palace that is not the pinned one is what the pin is there to notice.

use super::{Context, LocalCommand};
use crate::{
    cli::{Format, print},
    home::{CONFIG, Home},
    keys::Fingerprint,
    sealing::{asking, no_terminal},
    terminal::{Terminal, visible_line},
};
use clap::{ArgMatches, Command};
use engine::{Engine, Pin, Roots};
use kernel::{
    ledger::Digest,
    palace::{Genesis, Sealing},
    refusal::{Code, Refusal},
    seal::{KeyRecord, Trust, fingerprint},
};
use serde_json::json;
use std::{process::ExitCode, sync::Arc};
use store::Place;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "trust", verbs: &[], command, run };

/// How much of a fingerprint is typed.
const TYPED_CHARS: usize = 8;

fn command() -> Command {
    Command::new("trust").about("Look at a palace and pin it in this home: a second machine, a restored copy, a project that brings one")
}

fn run(context: &Context, _: &ArgMatches) -> Result<ExitCode, Refusal> {
    let home = &context.home;
    let mut terminal = Terminal::open().map_err(|e| no_terminal(&e))?;
    if let Place::File(path) = home.place()
        && !path.exists()
    {
        return Err(Code::NotFound
            .refuse(path.display().to_string(), format!("there is no palace in {} yet", home.dir().display()))
            .next("Run `palace init` or `palace restore` first"));
    }
    let engine = Engine::open(home.place(), Arc::new(home.clone()), None).map_err(engine::Error::into_refusal)?;
    let (genesis, keys) = engine.look(|house, view| Ok((house.genesis.clone(), view.keys()?))).map_err(engine::Error::into_refusal)?;
    let pin = Pin { palace: genesis.id(), root: keys.first().filter(|_| genesis.sealing == Sealing::Sealed).map(|k| fingerprint(&k.public)) };
    let old = home.pinned().map_err(engine::Error::into_refusal)?;
    let is_pinned = old.as_ref() == Some(&pin);
    let is_stranger = home.is_project() && !home.is_listed()?;
    if is_pinned && !is_stranger {
        return told(context, &pin, "Already pinned:");
    }
    // A home that knew the palace before it had a key may learn the key; anything else is another palace.
    if let Some(old) = old.filter(|old| !is_pinned && (old.palace != pin.palace || old.root.is_some())) {
        return Err(
            Code::TrustBroken.refuse(pin.palace.as_str(), format!("this home trusts {}, but the database holds {}", named(&old), named(&pin)))
        );
    }
    if let Trust::Broken(why) = Trust::from_root(&pin.palace, pin.root, &keys)
        && genesis.sealing == Sealing::Sealed
    {
        return Err(Code::TrustBroken.refuse(pin.palace.as_str(), format!("this palace's keys cannot be trusted: {why}")));
    }
    terminal.show(&page(home, &genesis, &pin, &keys)).map_err(|e| asking(&e))?;
    let wanted = confirmation(&genesis, &pin);
    let typed = terminal.ask_line(&question(&genesis, &pin)).map_err(|e| asking(&e))?;
    // The dashes of a shown fingerprint are no part of it.
    if typed.trim().replace('-', "").to_lowercase() != wanted {
        return Err(Code::SealCancelled
            .refuse("terminal", "what was typed is not what was asked for; nothing was pinned")
            .next("Compare the fingerprint with the one you noted, and run it again if they agree"));
    }
    home.make()?;
    home.pin(&pin).map_err(engine::Error::into_refusal)?;
    if home.is_project() {
        home.list()?;
    }
    told(context, &pin, "Pinned")
}

fn page(home: &Home, genesis: &Genesis, pin: &Pin, keys: &[KeyRecord]) -> String {
    let unknown =
        if home.is_project() { "You have not trusted this project's palace, as it is now." } else { "This home does not know this palace yet." };
    let mut page = format!(
        "\n{unknown}\n\n  palace   {}\n  created  {}\n  sealing  {}\n  log key  {}\n",
        pin.palace,
        genesis.created,
        genesis.sealing.name(),
        genesis.log_key
    );
    for key in keys {
        let state = if key.retired { " (retired)" } else { "" };
        page.push_str(&format!("  key      {}  {}{state}\n", Fingerprint::of(&key.public), visible_line(&key.name)));
    }
    let config = home.file(CONFIG);
    if config.exists() {
        page.push_str(&format!(
            "  config   {}: read it first, it says where texts are sent and which key with them\n",
            visible_line(&config.display().to_string())
        ));
    }
    page.push_str("\nCompare this with what you noted where the palace was made. Whoever holds its keys will speak for the humans here.\n");
    page
}

/// What a person types to agree.
fn confirmation(genesis: &Genesis, pin: &Pin) -> String {
    let text = match (genesis.sealing, pin.root) {
        (Sealing::Unsealed, _) => return "unsealed".into(),
        (Sealing::Sealed, Some(root)) => root.to_string(),
        (Sealing::Sealed, None) => tail(pin).to_owned(),
    };
    text.chars().take(TYPED_CHARS).collect()
}

fn question(genesis: &Genesis, pin: &Pin) -> String {
    match (genesis.sealing, pin.root) {
        (Sealing::Unsealed, _) => "Approvals in it carry no signature. Type `unsealed` to trust it: ".into(),
        (Sealing::Sealed, Some(_)) => format!("Type the first {TYPED_CHARS} characters of the first key's fingerprint: "),
        (Sealing::Sealed, None) => format!("It has no key yet. Type the first {TYPED_CHARS} characters of its id, after `pal_`: "),
    }
}

fn tail(pin: &Pin) -> &str {
    pin.palace.as_str().split_once('_').map_or("", |(_, tail)| tail)
}

fn named(pin: &Pin) -> String {
    format!("palace `{}` with {}", pin.palace, pin.root.map_or_else(|| "no key".into(), |root: Digest| format!("first key {root}")))
}

fn told(context: &Context, pin: &Pin, what: &str) -> Result<ExitCode, Refusal> {
    if context.format == Format::Json {
        print(&format!("{}\n", json!({ "palace": pin.palace, "root": pin.root })));
    } else {
        print(&format!("{what} {} in {}\n", named(pin), context.home.dir().display()));
    }
    Ok(ExitCode::SUCCESS)
}
