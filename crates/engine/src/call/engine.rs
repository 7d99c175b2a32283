//! Answers every call: finds the operation, asks the gate, runs it, writes refusals down and discloses the answer.

use crate::{
    Error, Op, PalaceState, Roots, Said, Signer, TOOLS,
    call::{
        connection_pool::Pool,
        effects::Order,
        operation::{FromAgents, Switch},
        palace::{Founding, Kept, Pin, absent},
        read_log::Witness,
        short_ids,
    },
    contained,
    memory::query_embedding::QueryEmbeddings,
};
use kernel::{
    actor::ActorKind,
    call::Call,
    canonical,
    disclose::{Answer, Disclosed, disclose},
    ledger::Digest,
    palace::Genesis,
    refusal::{Code, Refusal},
    seal::{REQUEST_OPEN_MS, Seal, Statement},
};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use store::{Act, Outcome, Place, Receipt, Store};

/// What a call asks for.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// The operation's name, or any of its names in other vocabularies.
    pub op: &'a str,
    /// Its input.
    pub input: Json,
    /// The vocabularies the caller was offered; empty means any.
    pub dialects: &'a [crate::Dialect],
    /// The client, as the door saw it.
    pub client: &'a str,
    /// A human's seal over it.
    pub seal: Option<Seal>,
    /// Whoever waits for it, if it may take long.
    pub watcher: Option<&'a dyn Watcher>,
    /// The program asks for its own work: nobody looked, so no look is written down.
    pub housekeeping: bool,
}

/// Whoever waits for a long call: hears how far it is, and may give up.
pub trait Watcher: std::fmt::Debug + Sync {
    /// So much is done, of so much.
    fn progress(&self, done: u64, total: u64, what: &str);
    /// Whether nobody waits any more.
    fn cancelled(&self) -> bool;
}

/// An answer, whatever the operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope {
    /// The operation that answered.
    pub op: &'static str,
    /// What it gave.
    pub result: Json,
    /// The call was filed and waits for a human.
    pub approval_required: bool,
    /// Where it stands on the ledger.
    pub receipt: Option<Receipt>,
}

impl Envelope {
    pub(crate) fn done(op: &'static str, result: Json, receipt: Option<Receipt>) -> Self {
        Self { op, result, approval_required: false, receipt }
    }
    pub(crate) fn waiting(op: &'static str, result: Json, receipt: Receipt) -> Self {
        Self { op, result, approval_required: true, receipt: Some(receipt) }
    }
}

/// Inputs longer than this are kept out of the friction ledger; their digest and size are enough.
const REFUSED_INPUT_MAX: usize = 16 * 1024;

/// An open palace, ready for calls from many threads.
pub struct Engine {
    pool: Pool,
    roots: Arc<dyn Roots>,
    signer: Option<Arc<dyn Signer>>,
    kept: Kept,
    witness: Witness,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // What cannot be written down even now was only looked at.
        let _ = self.with_store(|store| self.witness.settle(store));
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("place", self.pool.place()).finish_non_exhaustive()
    }
}

impl Engine {
    /// Opens a place; there may be no palace in it yet.
    pub fn open(place: Place, roots: Arc<dyn Roots>, signer: Option<Arc<dyn Signer>>) -> Result<Self, Error> {
        let store = Store::open_telling(&place, &mut |step| roots.migrating(step))?;
        Ok(Self { pool: Pool::new(place, store), roots, signer, kept: Kept::default(), witness: Witness::default() })
    }

    /// Opens over a given store: how tests put faults below the engine.
    pub fn over(store: Store, place: Place, roots: Arc<dyn Roots>, signer: Option<Arc<dyn Signer>>) -> Self {
        Self { pool: Pool::new(place, store), roots, signer, kept: Kept::default(), witness: Witness::default() }
    }

    /// The same engine, with a model beside the one in the binary.
    #[must_use]
    pub fn with_embedder(mut self, embedder: Arc<dyn search::embed::Embedder>) -> Self {
        self.kept.embedder = Some(embedder);
        self
    }

    /// The same engine, with a working tree to look at when an answer quotes a file.
    #[must_use]
    pub fn with_terrain(mut self, terrain: Arc<dyn crate::Terrain>) -> Self {
        self.kept.terrain = Some(terrain);
        self
    }

    /// The same engine, with a home that keeps the secret of receipts and tokens.
    #[must_use]
    pub fn with_secret(mut self, secret: Arc<dyn crate::Secret>) -> Self {
        self.kept.secret = Some(secret);
        self
    }

    /// Whether there is a model beside the one in the binary.
    pub fn has_embedder(&self) -> bool {
        self.kept.embedder.is_some()
    }

    /// The configured model.
    pub(crate) fn embedder(&self) -> Option<&Arc<dyn search::embed::Embedder>> {
        self.kept.embedder.as_ref()
    }

    /// Creates the palace, if the place holds none. Pins it in this home. Answers whether it was created now.
    pub fn found(&self, call: &Call, founding: &Founding) -> Result<bool, Error> {
        let Some(signer) = &self.signer else {
            return Err(Code::Internal.refuse("log key", "a palace needs a log key to be created").into());
        };
        let genesis = Genesis { sealing: founding.sealing, log_key: signer.log_key().to_string(), created: call.now, nonce: founding.nonce };
        let palace = genesis.id();
        let body = json!({ "genesis": genesis });
        let input = canonical::digest(&body)?;
        let act = Act { palace: &palace, call, op: "palace.create", outcome: Outcome::Done, subject: palace.to_string(), input, output: input, body };
        // A palace that this home knows and cannot find is not quietly replaced by an empty one.
        let pinned = self.roots.pinned()?;
        let created = self.with_store(|store| {
            if pinned.is_some() && store.look()?.genesis()?.is_none() {
                return Err(absent(pinned.as_ref()).into());
            }
            Ok(store.found(&genesis, &act)?)
        })?;
        if created {
            self.roots.pin(&Pin { palace, root: None })?;
        }
        Ok(created)
    }

    /// The palace as it is now.
    pub fn house(&self) -> Result<PalaceState, Error> {
        self.with_store(|store| self.house_in(store))
    }

    pub(crate) fn house_in(&self, store: &mut Store) -> Result<PalaceState, Error> {
        PalaceState::read(&mut store.look()?, &self.roots, self.signer.as_ref(), &self.kept)
    }

    /// Which database this is.
    pub fn backend(&self) -> Result<&'static str, Error> {
        self.with_store(|store| Ok(store.backend()))
    }

    /// The record of a bearer token, for the door that admits its holder.
    pub fn grant_of(&self, token_digest: Digest) -> Result<Option<store::GrantRecord>, Error> {
        self.with_store(|store| Ok(store.look()?.grant_of(token_digest)?))
    }

    /// One grant's record.
    pub fn grant(&self, id: &kernel::id::GrantId) -> Result<Option<store::GrantRecord>, Error> {
        self.with_store(|store| Ok(store.look()?.grant(id)?))
    }

    /// Whether anything waited too long and should be put away.
    pub fn overdue(&self, now: kernel::time::Moment) -> Result<bool, Error> {
        self.with_store(|store| {
            let mut view = store.look()?;
            Ok(!view.overdue(now, 1)?.is_empty() || !view.silent_sessions(now, 1)?.is_empty() || view.closed_requests(now)? > 0)
        })
    }

    /// Looks at one snapshot, for the house's own tools (export, doctor) that no actor asks for over a wire.
    pub fn look<T>(&self, job: impl FnOnce(&PalaceState, &mut store::View<'_>) -> Result<T, Error>) -> Result<T, Error> {
        self.with_store(|store| {
            let house = self.house_in(store)?;
            job(&house, &mut store.look()?)
        })
    }

    /// What a human would be shown before a call, and what they would sign, both from one look at what is there now.
    /// Nothing that was written down earlier is shown in its place: a request's own row is only a reminder.
    pub fn preview(&self, call: &Call, op: &str, input: &Json) -> Result<(Statement, Json), Error> {
        let said = Said::understand(op, &[], input, call.actor.kind())?;
        self.look(|house, view| {
            let whole = short_ids::whole(view, house, &call.actor, &said)?;
            let said = whole.as_ref().unwrap_or(&said);
            let (known, input) = (said.op(), said.input());
            let shown = known.shown(view, house, call, input)?;
            let expires = call.now.plus(REQUEST_OPEN_MS);
            let statement = Statement {
                palace: house.palace.clone(),
                op: known.spec().name.to_owned(),
                input: canonical::digest(input)?,
                covers: shown.covers,
                expires,
            };
            Ok((statement, shown.what))
        })
    }

    /// Ids as a person may call them: each by the shortest beginning that tells it from every other.
    pub fn short_ids<'i>(&self, ids: impl IntoIterator<Item = &'i str>) -> Result<std::collections::HashMap<String, String>, Error> {
        self.with_store(|store| {
            let mut view = store.look()?;
            ids.into_iter().map(|id| Ok((id.to_owned(), short_ids::shortest(&mut view, id)?))).collect()
        })
    }

    /// The operations an actor of this kind sees.
    pub fn list(&self, kind: ActorKind) -> impl Iterator<Item = &'static dyn Op> {
        crate::call::catalogue::listed(kind)
    }

    /// Runs one call. A refusal is written on the ledger before it is given. A panic is one too: the call's transaction is rolled back,
    /// and the next call finds the palace as it was.
    pub fn call(&self, call: &Call, request: Request<'_>) -> Result<Disclosed<Envelope>, Refusal> {
        contained(|| self.answer_call(call, &request)).unwrap_or_else(|fault| {
            self.kept.forget();
            let refusal = Code::Internal.refuse("palace", format!("the call was stopped by {fault}; what it had not committed was rolled back"));
            // What made the call panic may be read again to write it down.
            let _ = contained(|| {
                self.with_store(|store| {
                    let house = self.house_in(store)?;
                    let said = Said::understand(request.op, request.dialects, &request.input, call.actor.kind()).ok();
                    note(store, &house, call, &request, said.as_ref(), &refusal);
                    Ok(())
                })
            });
            Err(refusal)
        })
    }

    fn answer_call(&self, call: &Call, request: &Request<'_>) -> Result<Disclosed<Envelope>, Refusal> {
        let said = Said::understand(request.op, request.dialects, &request.input, call.actor.kind());
        let mut heard = QueryEmbeddings::by(self.kept.embedder.as_ref());
        let answer = loop {
            match self.with_store(|store| self.answer(store, call, request, &said, &heard)) {
                Err(Error::Unread(question)) => heard.embed(question),
                answer => break answer,
            }
        };
        match (answer.map_err(Error::into_refusal), said) {
            (Ok(envelope), Ok(said)) => Ok(disclose(Answer::new(said.answer(envelope)), &call.actor)),
            (Ok(envelope), Err(_)) => Ok(disclose(Answer::new(envelope), &call.actor)),
            (Err(refusal), Ok(said)) => Err(said.refuse(refusal)),
            (Err(refusal), Err(_)) => Err(refusal),
        }
    }

    /// One try of a call, on one connection.
    fn answer(
        &self,
        store: &mut Store,
        call: &Call,
        request: &Request<'_>,
        said: &Result<Said<'_>, Refusal>,
        heard: &QueryEmbeddings,
    ) -> Result<Envelope, Error> {
        let house = PalaceState { heard: heard.clone(), ..self.house_in(store)? };
        // Not even a refusal is written into a database that this program does not know.
        if !said.as_ref().is_ok_and(|said| said.op().spec().any_schema) {
            house.require_known_schema()?;
        }
        // Looks that queue come before what is done now. While somebody else writes they go on waiting, unless what is done
        // now is to count them.
        let _ = if said.as_ref().is_ok_and(|said| said.op().spec().flush_read_log_first) {
            self.witness.settle(store)
        } else {
            self.witness.catch_up(store)
        };
        // What is sealed is taken as it was sealed.
        let whole = match said {
            Ok(said) if request.seal.is_none() && short_ids::may_be_in(said.input()) => {
                short_ids::whole(&mut store.look()?, &house, &call.actor, said)
            }
            Ok(_) | Err(_) => Ok(None),
        };
        let (whole, ambiguous) = whole.map_or_else(|error| (None, Some(error)), |whole| (whole, None));
        let said = whole.as_ref().map_or_else(|| said.as_ref(), Ok);
        let answer = match (ambiguous, said) {
            (Some(error), _) => Err(error),
            (None, Ok(said)) => Self::attempt(store, &house, call, request, said),
            (None, Err(refusal)) => Err(refusal.clone().into()),
        };
        match answer {
            Ok(envelope) => {
                let looked = envelope.receipt.is_none() && !request.housekeeping && house.require_known_schema().is_ok();
                if let (true, Ok(said)) = (looked, said) {
                    // The answer stands where nothing can be written.
                    let _ = self.witness.saw(store, &house, call, envelope.op, said.input(), &envelope.result);
                }
                Ok(envelope)
            }
            Err(done @ (Error::Noted(_) | Error::Unread(_))) => Err(done),
            Err(error) => {
                let refusal = error.into_refusal();
                note(store, &house, call, request, said.ok(), &refusal);
                Err(refusal.into())
            }
        }
    }

    fn attempt(store: &mut Store, house: &PalaceState, call: &Call, request: &Request<'_>, said: &Said<'_>) -> Result<Envelope, Error> {
        let mut op = said.op();
        let mut input = match said.input() {
            Json::Object(_) => said.input().clone(),
            Json::Null => json!({}),
            Json::Array(_) | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
                return Err(Code::InputInvalid.refuse("input", format!("the input of `{}` must be an object", request.op)).into());
            }
        };
        if let Some(switch) = op.spec().switch {
            // What is no yes or no stays, and is refused where the input is read.
            let flag = input.get(switch.flag).and_then(Json::as_bool);
            let is_meant = is_meant(switch, &input, call);
            if let (Some(_), Some(fields)) = (flag, input.as_object_mut())
                && (is_meant || switch.from_agents == FromAgents::Ignored)
            {
                fields.remove(switch.flag);
            }
            if is_meant {
                op = crate::call::catalogue::find(switch.op)
                    .ok_or_else(|| Error::from(Code::Internal.refuse(switch.op, "the operation that a flag means is not registered")))?;
            }
        }
        // What is sealed is taken as it was sealed, wherever the person sits who seals it.
        if request.seal.is_none() {
            op.place(&mut input, call)?;
        }
        let canonical = canonical::canonical_json(&input)?;
        let order = Order {
            call,
            spelled: request.op,
            client: request.client,
            input: &input,
            canonical: &canonical,
            digest: Digest::of(canonical.as_bytes()),
            seal: request.seal.as_ref(),
            watcher: request.watcher,
        };
        op.conduct(house, store, &order)
    }

    pub(crate) fn with_store<T>(&self, job: impl FnOnce(&mut Store) -> Result<T, Error>) -> Result<T, Error> {
        self.pool.with(job)
    }
}

/// True if a human set the flag that selects the other operation.
fn is_meant(switch: Switch, input: &Json, call: &Call) -> bool {
    input.get(switch.flag).and_then(Json::as_bool) == Some(true) && call.actor.kind() == ActorKind::Human
}

/// What of a refused input is written down, and its digest: all of it without its secrets, or how much it was.
fn written(input: &Json) -> (Json, Digest) {
    let text = canonical::canonical(input).unwrap_or_default();
    // Of what is too long to be kept nothing is written, so there is nothing to look for secrets in: that would take longest of all.
    if text.len() > REFUSED_INPUT_MAX {
        return (json!({ "bytes": text.len() }), Digest::of(text.as_bytes()));
    }
    let mut said = input.clone();
    crate::memory::redact_json(&mut said, &mut crate::memory::Secrets::new());
    let text = canonical::canonical(&said).unwrap_or_default();
    (said, Digest::of(text.as_bytes()))
}

/// Writes a refusal down. If even that fails, the refusal itself still stands: it is given, and nothing was changed.
fn note(store: &mut Store, house: &PalaceState, call: &Call, request: &Request<'_>, said: Option<&Said<'_>>, refusal: &Refusal) {
    // A name that this caller was not offered is still the name of something, and what it was asked is kept as for any other.
    let elsewhere = Said::understand(request.op, &[], &request.input, call.actor.kind()).ok();
    let said = said.or(elsewhere.as_ref());
    let known = said.map(Said::op).or_else(|| crate::call::catalogue::find_for(request.op, &request.input));
    let known = known.map(|op| {
        let input = said.map_or(&request.input, Said::input);
        let switch = op.spec().switch.filter(|switch| switch.from_agents == FromAgents::Kept && is_meant(*switch, input, call));
        switch.and_then(|switch| crate::call::catalogue::find(switch.op)).unwrap_or(op)
    });
    let noted = match (known, said) {
        (Some(op), Some(said)) => op.noted(said.input()),
        // What an operation would keep of an input cannot be told when the input was not understood, so nothing of it is kept.
        (Some(_), None) => Some(json!({ "bytes": request.input.to_string().len() })),
        (None, _) => TOOLS.iter().any(|tool| tool.name == request.op).then(|| json!({ "bytes": request.input.to_string().len() })),
    };
    let (said, input) = written(noted.as_ref().unwrap_or_else(|| said.map_or(&request.input, Said::input)));
    let mut json = refusal.to_json();
    crate::memory::redact_json(&mut json, &mut crate::memory::Secrets::new());
    // These two are hashed into the entry, so that no erasure could take a secret out of them again.
    let without_secrets = |text: &str| crate::memory::redact_text(text, &mut crate::memory::Secrets::new());
    let op =
        known.map_or_else(|| without_secrets(request.op).chars().filter(char::is_ascii_graphic).take(100).collect(), |op| op.spec().name.to_owned());
    let seen: String = refusal.subject().chars().filter(|c| !c.is_control() && !kernel::text::is_hidden(*c)).collect();
    let act = Act {
        palace: &house.palace,
        call,
        op: if op.is_empty() { "unnamed" } else { &op },
        outcome: Outcome::Refused(refusal.code()),
        subject: without_secrets(&seen).chars().take(100).collect(),
        input,
        output: canonical::digest(&json).unwrap_or(Digest::ZERO),
        body: json!({ "input": said, "refusal": json["error"] }),
    };
    let _ = store.record_refusal(&act);
}
