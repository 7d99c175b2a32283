//! Giving a seal: shows exactly what is asked on the controlling terminal, takes the passphrase there, signs, and carries it out.

use crate::{
    desk::Desk,
    keys::{KeyError, KeyFile, UnlockedKey},
    render,
    step::parted,
    terminal::{AskError, NoTerminal, Terminal, many, visible},
};
use engine::{Envelope, Request};
use kernel::{
    disclose::Disclosed,
    id::beginning,
    ledger::Digest,
    refusal::{Code, Refusal},
    seal::{Seal, Statement, Trust},
};
use serde_json::Value as Json;

/// A person at a terminal, with their key unlocked at most once.
pub struct Sealer<'d> {
    desk: &'d Desk,
    /// The terminal.
    pub terminal: Terminal,
    key: Option<UnlockedKey>,
    /// How often the passphrase is asked before a wrong one is taken for an answer.
    tries: u32,
}

/// What is asked of a person.
pub struct Asked {
    /// The request's id.
    pub id: String,
    /// The operation.
    pub op: String,
    input: Json,
    shown: Json,
    /// What would be signed.
    pub statement: Statement,
    by: String,
}

impl<'d> Sealer<'d> {
    /// A sealer for this palace. Refuses early if the palace's trust is broken: a person must hear it before they sign anything.
    pub fn new(desk: &'d Desk, terminal: Terminal) -> Result<Self, Refusal> {
        let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
        if let Trust::Broken(why) = &house.trust {
            return Err(Code::TrustBroken.refuse("keys", format!("this palace's keys cannot be trusted: {why}")));
        }
        Ok(Self { desk, terminal, key: None, tries: 1 })
    }

    /// The same, asking again when the passphrase is wrong: for those who have more to lose than one command typed again.
    #[must_use]
    pub fn asking_up_to(self, tries: u32) -> Self {
        Self { tries, ..self }
    }

    /// A sealer that already holds a key: how a new key seals its own enrolment.
    pub fn holding(desk: &'d Desk, terminal: Terminal, key: UnlockedKey) -> Self {
        Self { desk, terminal, key: Some(key), tries: 1 }
    }

    /// The request of this id or digest, if it is still open and still asks for what it would do now.
    pub fn find(&self, name: &str) -> Result<Asked, Refusal> {
        let mut asked = self.named(name)?;
        let (statement, shown) = self.preview(&asked.op, &asked.input)?;
        if !statement.same_as(&asked.statement) {
            return Err(Code::SealStale.refuse(name, format!("what request `{name}` would do is no longer what it asked for")));
        }
        asked.shown = shown;
        Ok(asked)
    }

    /// What a call would show and have signed, from what is there now.
    pub fn preview(&self, op: &str, input: &Json) -> Result<(Statement, Json), Refusal> {
        self.desk.preview(op, input)
    }

    fn named(&self, name: &str) -> Result<Asked, Refusal> {
        let is_beginning = beginning(name).is_some();
        let named = |asked: &Asked| {
            asked.id == name
                || (is_beginning && asked.id.starts_with(name))
                || (name.len() >= 8 && asked.statement.digest().to_string().starts_with(name))
        };
        let mut found: Vec<Asked> = self.open()?.into_iter().filter(named).collect();
        // What is meant is shown before it is signed; where two requests begin so, nothing is guessed.
        let found = if found.len() == 1 { found.pop() } else { None };
        found.ok_or_else(|| {
            Code::NotFound
                .refuse(name, format!("no open request for a seal is called `{name}`"))
                .next("See `palace seal list`; a request closes after fifteen minutes")
        })
    }

    /// Every open request.
    pub fn open(&self) -> Result<Vec<Asked>, Refusal> {
        let envelope = self.desk.ask("seal.list", serde_json::json!({ "limit": 1000 }))?;
        let items = envelope.get().result["requests"].as_array().cloned().unwrap_or_default();
        items
            .into_iter()
            .map(|item| {
                let statement = serde_json::from_value(item["statement"].clone()).map_err(|e| Code::StoreDamaged.refuse("request", e.to_string()))?;
                let text = |field: &str| item[field].as_str().unwrap_or_default().to_owned();
                Ok(Asked {
                    id: text("id"),
                    op: text("op"),
                    input: item["input"].clone(),
                    shown: item["shown"].clone(),
                    statement,
                    by: text("askedBy"),
                })
            })
            .collect()
    }

    /// Shows a request and seals it, if the person gives their passphrase.
    pub fn seal(mut self, name: &str) -> Result<Disclosed<Envelope>, Refusal> {
        let asked = self.find(name)?;
        self.show(&asked)?;
        self.carry_out(&asked)
    }

    /// Shows exactly what would be signed.
    pub fn show(&mut self, asked: &Asked) -> Result<(), Refusal> {
        let text = format!(
            "\nYou are asked to seal\n\n  operation  {}\n  asked by   {}\n  palace     {}\n  digest     {}\n\n{}\n{}",
            asked.op,
            visible(&asked.by),
            asked.statement.palace,
            asked.statement.digest(),
            indented(&render::text(&asked.op, &asked.input)),
            if asked.shown.is_null() { String::new() } else { indented(&render::text(&asked.op, &asked.shown)) },
        );
        let sheet = render::Sheet { columns: self.terminal.columns(), paints: false };
        self.terminal.show(&sheet.document(&text)).map_err(|e| asking(&e))
    }

    /// Signs and carries out what was shown.
    pub fn carry_out(&mut self, asked: &Asked) -> Result<Disclosed<Envelope>, Refusal> {
        self.sealed(&asked.op, &asked.input, &asked.statement)
    }

    /// Signs a statement that was shown, and carries out the call it is about.
    pub fn sealed(&mut self, op: &str, input: &Json, statement: &Statement) -> Result<Disclosed<Envelope>, Refusal> {
        let key = self.key()?;
        let signature = key.sign(&statement.to_sign());
        let seal = Seal::signed(statement.clone(), &key.public(), &signature);
        let call = self.desk.call(self.desk.actor(), "")?;
        self.desk.engine.call(&call, Request { op, input: input.clone(), client: "terminal", seal: Some(seal), ..Default::default() })
    }

    /// The person's key, unlocked on first need and kept for this run only.
    fn key(&mut self) -> Result<&UnlockedKey, Refusal> {
        if self.key.is_none() {
            let path = self.desk.home.key_file();
            let house = self.desk.engine.house().map_err(engine::Error::into_refusal)?;
            let file = KeyFile::read(&path).map_err(|e| key_refusal(&e))?;
            file.require_palace(house.palace.as_str()).map_err(|e| key_refusal(&e))?;
            let print = Digest::of(&file.public());
            // If the palace no longer trusts the key in this home, somebody changed one of them: the person must hear it now.
            let known = matches!(&house.trust, Trust::Keys(keys) if keys.iter().any(|k| k.fingerprint == print && k.active));
            if !known {
                return Err(Code::TrustBroken.refuse(print.to_string(), format!("your key {} is not one this palace trusts", file.fingerprint())));
            }
            self.key = Some(self.unlocked(&file)?);
        }
        self.key.as_ref().ok_or_else(|| Code::Internal.refuse("key", "the key was not unlocked"))
    }
}

impl Sealer<'_> {
    fn unlocked(&mut self, file: &KeyFile) -> Result<UnlockedKey, Refusal> {
        let prompt = format!("Passphrase of {} ({}): ", file.name(), file.fingerprint());
        let mut left = self.tries;
        loop {
            let passphrase = self.terminal.ask_secret(&prompt).map_err(|e| asking(&e))?;
            left = left.saturating_sub(1);
            match file.unlock(&passphrase) {
                Ok(key) => return Ok(key),
                Err(KeyError::WrongPassphrase) if left > 0 => {
                    // Short enough for a narrow window: it stands in the few rows below a summary.
                    let told = format!("Wrong passphrase. Nothing was decided; {} left.\n", many(left, "try", "tries"));
                    self.terminal.show(&told).map_err(|e| asking(&e))?;
                }
                Err(error) => return Err(key_refusal(&error)),
            }
        }
    }
}

fn indented(text: &str) -> String {
    format!("  {}\n", text.trim_end().replace('\n', "\n  "))
}

/// What went wrong at the terminal, as a refusal.
pub fn asking(error: &AskError) -> Refusal {
    match error {
        AskError::Cancelled => Code::SealCancelled.refuse("terminal", "it was cancelled at the terminal"),
        AskError::NoTerminal(why) => no_terminal(why),
        other => told(Code::TerminalRequired, "terminal", other),
    }
}

/// Why there is nobody to ask.
pub fn no_terminal(why: &NoTerminal) -> Refusal {
    told(Code::TerminalRequired, "terminal", why)
}

/// What went wrong with the key, as a refusal.
pub fn key_refusal(error: &KeyError) -> Refusal {
    let code = match error {
        KeyError::KeyExists { .. } => Code::KeyExists,
        KeyError::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => Code::KeyMissing,
        KeyError::WrongPassphrase | KeyError::BadRecoveryCode { .. } | KeyError::WrongPalace { .. } | KeyError::WrongKey { .. } => Code::SealInvalid,
        _ => Code::InputInvalid,
    };
    told(code, "key", error)
}

/// An error with what caused it, and with its own next step where it names one.
fn told(code: Code, subject: &str, error: &dyn std::error::Error) -> Refusal {
    let text = error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"));
    let (what, step) = parted(&text);
    let refusal = code.refuse(subject, what);
    match step {
        Some(step) => refusal.next(step),
        None => refusal,
    }
}
