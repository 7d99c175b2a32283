//! `palace key create|rotate|recover`: the human key, made and kept on this machine, encrypted.

use super::{Context, LocalCommand};
use crate::{
    cli::{Format, finish, print},
    desk::Desk,
    home::Home,
    keys::{self, Entropy, KdfParams, KeyFile, Passphrase, RecoveryCode},
    sealing::{Sealer, asking, key_refusal, no_terminal},
    terminal::Terminal,
};
use clap::{Arg, ArgMatches, Command};
use kernel::text::Slice;
use kernel::{
    actor::Mode,
    ledger::Digest,
    palace::Sealing,
    refusal::{Code, Refusal},
};
use serde_json::json;
use std::process::ExitCode;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "key", verbs: &["create", "rotate", "recover"], command, run };

fn command() -> Command {
    let name = Arg::new("name").long("name").value_name("NAME").help("Person the key belongs to (your user name if left out)");
    Command::new("key")
        .about("Human keys: whose yes counts")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("create").about("Make the key that your approvals are signed with").arg(name.clone()))
        .subcommand(Command::new("rotate").about("Replace your key; what the old one sealed stands").arg(name))
        .subcommand(Command::new("recover").about("Set a new passphrase with the recovery code"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let mut terminal = Terminal::open().map_err(|e| no_terminal(&e))?;
    let desk = Context { mode: Mode::Human, ..context.clone() }.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    if house.genesis.sealing == Sealing::Unsealed {
        return Err(Code::InputInvalid.refuse("key", "an unsealed palace has no keys").next("Create a sealed palace with `palace init`"));
    }
    match matches.subcommand() {
        Some(("create", inner)) => create(context, &desk, terminal, inner),
        Some(("rotate", inner)) => rotate(context, &desk, terminal, inner),
        _ => recover(context, &desk.home, house.palace.as_str(), &mut terminal),
    }
}

fn create(context: &Context, desk: &Desk, mut terminal: Terminal, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let path = desk.home.key_file();
    if path.exists() {
        return Err(Code::KeyExists.refuse(path.display().to_string(), format!("{} holds a key already", path.display())));
    }
    let (file, code, key) = draw(context, desk, &mut terminal, matches)?;
    let input = json!({ "name": file.name(), "public": Digest(file.public()) });
    let refusal = match desk.ask("key.enrol", input) {
        Err(refusal) if refusal.code() == Code::SealRequired => refusal,
        Err(refusal) => return Err(refusal),
        Ok(_) => return Err(Code::Internal.refuse("key", "a key was enrolled without a seal")),
    };
    let mut sealer = Sealer::holding(desk, terminal, key);
    let asked = sealer.find(refusal.subject())?;
    // The file first: a key that is trusted and lost would lock the palace, a key that is kept and unknown harms nobody.
    file.write_new(&path).map_err(|e| key_refusal(&e))?;
    let envelope = sealer.carry_out(&asked).inspect_err(|_| {
        let _ = std::fs::remove_file(&path);
    })?;
    reveal(&mut sealer.terminal, &file, &code)?;
    finish(context.format, envelope.get());
    Ok(ExitCode::SUCCESS)
}

fn rotate(context: &Context, desk: &Desk, mut terminal: Terminal, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let path = desk.home.key_file();
    let old = KeyFile::read(&path).map_err(|e| key_refusal(&e))?;
    let (file, code, _) = draw(context, desk, &mut terminal, matches)?;
    let input = json!({ "name": file.name(), "public": Digest(file.public()), "replaces": Digest::of(&old.public()) });
    let refusal = match desk.ask("key.enrol", input) {
        Err(refusal) if refusal.code() == Code::SealRequired => refusal,
        Err(refusal) => return Err(refusal),
        Ok(_) => return Err(Code::Internal.refuse("key", "a key was enrolled without a seal")),
    };
    let mut sealer = Sealer::new(desk, terminal)?;
    let asked = sealer.find(refusal.subject())?;
    sealer.show(&asked)?;
    let next = path.with_extension("key.next");
    file.write_new(&next).map_err(|e| key_refusal(&e))?;
    let envelope = sealer.carry_out(&asked).inspect_err(|_| {
        let _ = std::fs::remove_file(&next);
    })?;
    // Linked, then replaced: at no moment is there no key.
    let kept = path.with_extension(format!("key.retired-{}", old.fingerprint().hex().slice(..8)));
    std::fs::hard_link(&path, &kept).and_then(|()| std::fs::rename(&next, &path)).map_err(|e| crate::home::failed(&path, &e))?;
    reveal(&mut sealer.terminal, &file, &code)?;
    finish(context.format, envelope.get());
    Ok(ExitCode::SUCCESS)
}

fn recover(context: &Context, home: &Home, palace: &str, terminal: &mut Terminal) -> Result<ExitCode, Refusal> {
    let path = home.key_file();
    let file = KeyFile::read(&path).map_err(|e| key_refusal(&e))?;
    file.require_palace(palace).map_err(|e| key_refusal(&e))?;
    let typed = terminal.ask_line("Recovery code: ").map_err(|e| asking(&e))?;
    let key = file.unlock_with_recovery(&RecoveryCode::parse(&typed).map_err(|e| key_refusal(&e))?).map_err(|e| key_refusal(&e))?;
    let passphrase = choose(terminal)?;
    let file =
        file.change_passphrase(&key, &passphrase, KdfParams::DEFAULT, Entropy::draw().map_err(|e| key_refusal(&e))?).map_err(|e| key_refusal(&e))?;
    let (file, code) = file.change_recovery(&key, KdfParams::DEFAULT, Entropy::draw().map_err(|e| key_refusal(&e))?).map_err(|e| key_refusal(&e))?;
    file.replace(&path).map_err(|e| key_refusal(&e))?;
    reveal(terminal, &file, &code)?;
    match context.format {
        Format::Text => print("Your passphrase is changed; the old recovery code no longer works.\n"),
        Format::Json => print(&format!("{}\n", json!({ "fingerprint": file.fingerprint().hex(), "name": file.name() }))),
    }
    Ok(ExitCode::SUCCESS)
}

/// A new key under a new passphrase.
fn draw(
    context: &Context,
    desk: &Desk,
    terminal: &mut Terminal,
    matches: &ArgMatches,
) -> Result<(KeyFile, RecoveryCode, keys::UnlockedKey), Refusal> {
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    let name = matches.get_one::<String>("name").map_or(context.name.as_str(), String::as_str);
    let passphrase = choose(terminal)?;
    let entropy = Entropy::draw().map_err(|e| key_refusal(&e))?;
    let (file, code) = keys::create(house.palace.as_str(), name, &passphrase, KdfParams::DEFAULT, entropy).map_err(|e| key_refusal(&e))?;
    let key = file.unlock(&passphrase).map_err(|e| key_refusal(&e))?;
    Ok((file, code, key))
}

fn choose(terminal: &mut Terminal) -> Result<Passphrase, Refusal> {
    let first = terminal.ask_secret("New passphrase (at least 8 characters): ").map_err(|e| asking(&e))?;
    first.check().map_err(|e| key_refusal(&e))?;
    let second = terminal.ask_secret("The same again: ").map_err(|e| asking(&e))?;
    if first.same_as(&second) {
        Ok(first)
    } else {
        Err(Code::InputInvalid.refuse("passphrase", "the two passphrases differ").next("Run the command again"))
    }
}

/// Shown once, on the terminal only.
fn reveal(terminal: &mut Terminal, file: &KeyFile, code: &RecoveryCode) -> Result<(), Refusal> {
    let text = format!(
        "\nKey of {}: {}\nWrite this down. It is shown once, and it opens the key if the passphrase is lost:\n\n    {}\n\n",
        file.name(),
        file.fingerprint(),
        code.reveal().as_str()
    );
    terminal.show(&text).map_err(|e| asking(&e))
}
