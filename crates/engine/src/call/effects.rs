//! Runs an operation by its effect (read, propose, act, govern), from gate to commit, and gives it what that effect may touch.

use crate::{
    Error, Operation, PalaceState, Shown,
    call::{
        engine::Envelope,
        operation::{parse, to_json},
    },
    memory::require_no_secrets,
};
use kernel::{
    call::Call,
    canonical,
    claim::{Claim, Knowledge},
    effect::{Act as ActEffect, Effect, Govern, Propose, Read},
    gate::{self, Ask, Passage, Permit},
    id::{EvidenceId, LinkId, PostmortemId, ProposalId, SealRequestId},
    ledger::Digest,
    proposal::{Proposal, Status},
    refusal::{Code, Refusal},
    seal::{ENROL, HumanReview, REQUEST_OPEN_MS, Seal, Statement, Trust},
    time::{DAY_MS, Moment},
};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::ops::{Deref, DerefMut};
use store::{
    Act, ConfidenceRow, Deletion, KnowledgeRef, Made, Outcome, OutcomeRow, Promotion, Removed, RequestStatus, SealRequest, SealedLink, SettingRow,
    Store, StoreError, Txn, View,
};

/// A call on its way through the engine: parsed as JSON, not yet as the operation's own input.
#[derive(Debug)]
pub struct Order<'a> {
    pub(crate) call: &'a Call,
    pub(crate) spelled: &'a str,
    pub(crate) client: &'a str,
    pub(crate) input: &'a Json,
    pub(crate) canonical: &'a str,
    pub(crate) digest: Digest,
    pub(crate) seal: Option<&'a Seal>,
    pub(crate) watcher: Option<&'a dyn crate::Watcher>,
}

/// What a read is handed: a snapshot, and nothing that could change it.
#[derive(Debug)]
pub struct Look<'s> {
    view: View<'s>,
    /// The palace.
    pub house: &'s PalaceState,
    /// The request.
    pub call: &'s Call,
    /// Whoever waits, for reads that may take long.
    pub watcher: Option<&'s dyn crate::Watcher>,
}

/// What a change without authority is handed.
#[derive(Debug)]
pub struct Work<'s> {
    txn: Txn<'s>,
    /// The palace.
    pub house: &'s PalaceState,
    /// The request.
    pub call: &'s Call,
    /// The client's name, as the door saw it.
    pub client: &'s str,
    watcher: Option<&'s dyn crate::Watcher>,
    subject: String,
    outcome: Outcome,
    idle: bool,
}

/// A transaction in the hands of a human who has sealed what they saw.
#[derive(Debug)]
pub struct Reviewed<'s> {
    txn: Txn<'s>,
    /// The palace.
    pub house: &'s PalaceState,
    /// The request.
    pub call: &'s Call,
    /// The human's yes.
    pub review: HumanReview,
    /// The seal itself.
    pub seal: Seal,
    /// The proposal being carried out, if the call had waited.
    pub from: Option<Proposal>,
    subject: String,
}

macro_rules! like {
    ($name:ident, $field:ident, $target:ident) => {
        impl<'s> Deref for $name<'s> {
            type Target = $target<'s>;
            fn deref(&self) -> &Self::Target {
                &self.$field
            }
        }
        impl DerefMut for $name<'_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.$field
            }
        }
    };
}
like!(Look, view, View);
like!(Work, txn, Txn);
like!(Reviewed, txn, Txn);

impl<'s> Work<'s> {
    /// Whoever waits for it, for what has the transaction in hand meanwhile.
    pub(crate) fn watcher(&self) -> Option<&'s dyn crate::Watcher> {
        self.watcher
    }

    /// Tells whoever waits how far this is. Refused once nobody does: then nothing is changed.
    pub fn progress(&self, done: usize, total: usize, what: &str) -> Result<(), Error> {
        let Some(watcher) = self.watcher else { return Ok(()) };
        watcher.progress(done as u64, total as u64, what);
        if watcher.cancelled() {
            Err(Code::Cancelled.refuse(what, format!("nobody waited any more after {done} of {total} {what}")).into())
        } else {
            Ok(())
        }
    }

    /// Says that nothing was to be changed after all: a plan, or a record that was not good enough. No entry is written, and
    /// whatever was changed is forgotten.
    pub fn nothing(&mut self) {
        self.idle = true;
    }

    /// Names what the entry is about.
    pub fn about(&mut self, subject: impl std::fmt::Display) {
        self.subject = subject.to_string();
    }

    /// Files a call that waits for a human, for as long as this palace lets proposals wait.
    pub fn file(&mut self, proposal: &Proposal) -> Result<Filed, Error> {
        let filed = file(&mut self.txn, self.house, self.call, proposal)?;
        self.about(&proposal.id);
        self.outcome = Outcome::Proposed;
        Ok(filed)
    }
}

impl<'s> Reviewed<'s> {
    /// What is left to write down.
    fn close(self) -> (Txn<'s>, String, Seal) {
        (self.txn, self.subject, self.seal)
    }

    /// Writes a claim under the yes at hand.
    pub fn put_claim(&mut self, claim: &Claim) -> Result<(), Error> {
        Ok(self.txn.put_claim(claim, &self.review)?)
    }

    /// Writes down what came of a claim under the yes at hand.
    pub fn put_outcome(&mut self, row: &OutcomeRow) -> Result<(), Error> {
        Ok(self.txn.put_outcome(row, &self.review)?)
    }

    /// Writes down how sure we are of a claim under the yes at hand.
    pub fn put_confidence(&mut self, row: &ConfidenceRow) -> Result<(), Error> {
        Ok(self.txn.put_confidence(row, &self.review)?)
    }

    /// Lets a learning hold everywhere under the yes at hand.
    pub fn put_promotion(&mut self, row: &Promotion) -> Result<(), Error> {
        Ok(self.txn.put_promotion(row, &self.review)?)
    }

    /// Resolves a postmortem under the yes at hand.
    pub fn resolve_postmortem(&mut self, id: &PostmortemId, made: &Made) -> Result<(), Error> {
        Ok(self.txn.resolve_postmortem(id, made, &self.review)?)
    }

    /// Links two records under the yes at hand.
    pub fn put_link(&mut self, link: &SealedLink) -> Result<(), Error> {
        Ok(self.txn.put_link(link, &self.review)?)
    }

    /// Takes a link back under the yes at hand.
    pub fn unlink(&mut self, link: &LinkId, removed: &Removed) -> Result<(), Error> {
        Ok(self.txn.unlink(link, removed, &self.review)?)
    }

    /// Takes a drawer out of sight under the yes at hand.
    pub fn put_deletion(&mut self, row: &Deletion) -> Result<(), Error> {
        Ok(self.txn.put_deletion(row, &self.review)?)
    }

    /// Brings a drawer back into sight under the yes at hand.
    pub fn restore_drawer(&mut self, id: &EvidenceId) -> Result<(), Error> {
        Ok(self.txn.drop_deletion(id, &self.review)?)
    }

    /// Sets something under the yes at hand.
    pub fn put_setting(&mut self, row: &SettingRow) -> Result<(), Error> {
        Ok(self.txn.put_setting(row, &self.review)?)
    }

    /// Writes knowledge under the yes at hand.
    pub fn put_knowledge(&mut self, knowledge: &Knowledge) -> Result<(), Error> {
        Ok(self.txn.put_knowledge(knowledge, &self.review)?)
    }

    /// Makes a piece of evidence a premise under the yes at hand.
    pub fn seal_knowledge_ref(&mut self, premise: &KnowledgeRef) -> Result<(), Error> {
        Ok(self.txn.seal_knowledge_ref(premise, &self.review)?)
    }

    /// Moves knowledge outwards under the yes at hand.
    pub fn move_knowledge(&mut self, knowledge: &Knowledge) -> Result<(), Error> {
        Ok(self.txn.move_knowledge(knowledge, &self.review)?)
    }

    /// Names what the entry is about.
    pub fn about(&mut self, subject: impl std::fmt::Display) {
        self.subject = subject.to_string();
    }
}

/// An effect that can be conducted.
pub trait Ground: Effect + Sized {
    /// What the operation is handed.
    type Cx<'s>;

    /// Runs one call of an operation with this effect, from the gate to the receipt.
    fn conduct<O: Operation<Effect = Self>>(house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error>;

    /// This effect's context inside a reviewer's transaction, if a call with it can wait.
    fn reviewed<'a, 's>(cx: &'a mut Reviewed<'s>) -> Option<&'a mut Self::Cx<'s>> {
        let _ = cx;
        None
    }
}

fn pass<O: Operation>(order: &Order<'_>) -> Result<Passage<O::Effect>, Refusal> {
    gate::decide(&Ask {
        call: order.call,
        op: O::SPEC.name,
        spelled: order.spelled,
        effect: <O::Effect as Effect>::NAME,
        agents: O::SPEC.agents,
        input_bytes: order.canonical.len(),
        bytes_max: O::SPEC.bytes_max,
    })
}

impl Ground for Read {
    type Cx<'s> = Look<'s>;

    fn conduct<O: Operation<Effect = Self>>(house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error> {
        let permit = match pass::<O>(order)? {
            Passage::Run(permit) => permit,
            Passage::File(_) => return Err(waits_for_nothing(O::SPEC.name)),
        };
        let input = parse::<O::Input>(order.input.clone())?;
        let mut cx = Look { view: store.view(&permit)?, house, call: order.call, watcher: order.watcher };
        let output = to_json(&O::run(&mut cx, input)?)?;
        Ok(Envelope::done(O::SPEC.name, output, None))
    }
}

/// Reads and acts are never filed: there is nothing for a human to decide about them.
fn waits_for_nothing(op: &str) -> Error {
    Code::Internal.refuse(op, format!("`{op}` cannot wait for a human")).into()
}

/// What the ledger keeps of an input, and its digest. Secrets are never part of it, whatever the operation.
fn noted<O: Operation>(order: &Order<'_>) -> Result<(Json, Digest), Error> {
    let mut noted = O::noted(order.input).unwrap_or_else(|| order.input.clone());
    crate::memory::redact_json(&mut noted, &mut crate::memory::Secrets::new());
    if noted != *order.input {
        let digest = canonical::digest_json(&noted)?;
        return Ok((noted, digest));
    }
    Ok((noted, order.digest))
}

fn work<O>(house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error>
where
    O: Operation,
    O::Effect: kernel::effect::Writes + for<'s> Ground<Cx<'s> = Work<'s>>,
{
    let permit = match pass::<O>(order)? {
        Passage::Run(permit) => permit,
        Passage::File(_) => return Err(waits_for_nothing(O::SPEC.name)),
    };
    let input = parse::<O::Input>(order.input.clone())?;
    let txn = store.begin(&permit)?;
    let (call, client, watcher) = (order.call, order.client, order.watcher);
    let mut cx = Work { txn, house, call, client, watcher, subject: String::new(), outcome: Outcome::Done, idle: false };
    let output = to_json(&O::run(&mut cx, input)?)?;
    let Work { txn, subject, outcome, idle, .. } = cx;
    if idle {
        drop(txn);
        return Ok(Envelope::done(O::SPEC.name, output, None));
    }
    let (noted, digest) = noted::<O>(order)?;
    let act = Act {
        palace: &house.palace,
        call: order.call,
        op: O::SPEC.name,
        outcome,
        subject,
        input: digest,
        output: canonical::digest_json(&output)?,
        body: json!({ "input": noted, "result": O::kept(&output).as_ref().unwrap_or(&output) }),
    };
    let receipt = txn.commit(&act)?;
    Ok(Envelope::done(O::SPEC.name, output, Some(receipt)))
}

impl Ground for Propose {
    type Cx<'s> = Work<'s>;
    fn conduct<O: Operation<Effect = Self>>(house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error> {
        work::<O>(house, store, order)
    }
}

impl Ground for ActEffect {
    type Cx<'s> = Work<'s>;
    fn conduct<O: Operation<Effect = Self>>(house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error> {
        work::<O>(house, store, order)
    }
}

impl Ground for Govern {
    type Cx<'s> = Reviewed<'s>;

    fn conduct<O: Operation<Effect = Self>>(house: &PalaceState, store: &mut Store, order: &Order<'_>) -> Result<Envelope, Error> {
        let passage = pass::<O>(order)?;
        let input = parse::<O::Input>(order.input.clone())?;
        // Once for all that governs, whether it is filed, asked for or carried out: the words of the call are kept as they are.
        for (name, value) in order.input.as_object().into_iter().flatten().filter(|(name, _)| !O::SPEC.secrets.contains(&name.as_str())) {
            require_no_secrets(name, value)?;
        }
        let permit = match passage {
            Passage::Run(permit) => permit,
            Passage::File(permit) => return file_call::<O>(house, store, order, &input, &permit),
        };
        let seal = match (&house.trust, order.seal) {
            (Trust::Unsealed, _) => None,
            (_, Some(seal)) => Some(seal.clone()),
            (_, None) => return ask_for_seal::<O>(house, store, order, &input, &permit),
        };
        let mut txn = store.begin(&permit)?;
        // Shown again inside the transaction: what was sealed must be what is there now.
        let statement = statement(house, O::SPEC.name, order, O::shown(&mut txn, house, order.call, &input)?);
        let seal = seal.unwrap_or_else(|| Seal::unsealed(statement.clone()));
        let review = permit.reviewed(&statement, &seal, &house.trust, order.call)?;
        txn.spend(&seal).map_err(|e| match e {
            StoreError::Conflict(_) => Error::from(Code::SealReplayed.refuse(statement.digest().to_string(), "this seal was already used")),
            other => other.into(),
        })?;
        let mut cx = Reviewed { txn, house, call: order.call, review, seal, from: None, subject: String::new() };
        let mut output = to_json(&O::run(&mut cx, input)?)?;
        let (mut txn, subject, seal) = cx.close();
        if let Some(mut request) = txn.request_for(O::SPEC.name, order.digest, order.call.now)?
            && request.status == RequestStatus::Open
        {
            request.status = RequestStatus::Done;
            request.result = canonical::canonical(&output)?;
            txn.put_request(&request)?;
        }
        let act = Act {
            palace: &house.palace,
            call: order.call,
            op: O::SPEC.name,
            outcome: Outcome::Done,
            subject,
            input: order.digest,
            output: canonical::digest_json(&output)?,
            body: json!({ "input": noted::<O>(order)?.0, "result": output, "seal": seal.statement.digest(), "key": seal.key }),
        };
        let erases = txn.erases();
        let receipt = txn.commit(&act)?;
        if erases {
            crate::erasure::scrub::tell(&crate::erasure::scrub::sweep(store, house, order.call), &mut output);
        }
        Ok(Envelope::done(O::SPEC.name, output, Some(receipt)))
    }

    fn reviewed<'a, 's>(cx: &'a mut Reviewed<'s>) -> Option<&'a mut Reviewed<'s>> {
        Some(cx)
    }
}

fn statement(house: &PalaceState, op: &str, order: &Order<'_>, shown: Shown) -> Statement {
    Statement {
        palace: house.palace.clone(),
        op: op.to_owned(),
        input: order.digest,
        covers: shown.covers,
        // A seal given elsewhere keeps the expiry it was given with; `same_as` compares the rest.
        expires: order.seal.map_or_else(|| order.call.now.plus(REQUEST_OPEN_MS), |seal| seal.statement.expires),
    }
}

/// Answers `SEAL_REQUIRED`, leaving a request that `palace seal` and `palace review` show on their terminal.
/// Asking again for the same call finds the same request, or its result once a human has sealed it.
fn ask_for_seal<O: Operation<Effect = Govern>>(
    house: &PalaceState,
    store: &mut Store,
    order: &Order<'_>,
    input: &O::Input,
    permit: &Permit<Govern>,
) -> Result<Envelope, Error> {
    let mut txn = store.begin(permit)?;
    if let Some(request) = txn.request_for(O::SPEC.name, order.digest, order.call.now)? {
        match request.status {
            RequestStatus::Done if O::is_past(&mut txn, house, input)? => {}
            RequestStatus::Done => {
                let output = serde_json::from_str(&request.result).map_err(|e| StoreError::Damaged(format!("request {}: {e}", request.id)))?;
                return Ok(Envelope::done(O::SPEC.name, output, None));
            }
            RequestStatus::Declined => {
                return Err(Code::SealCancelled.refuse(request.id.as_str(), "a person was asked and said no").into());
            }
            RequestStatus::Open => return Err(seal_required(&request).into()),
        }
    }
    if let Trust::Broken(why) = &house.trust {
        return Err(Code::TrustBroken.refuse("keys", format!("this palace's keys cannot be trusted: {why}")).into());
    }
    let shown = O::shown(&mut txn, house, order.call, input)?;
    if matches!(&house.trust, Trust::Keys(keys) if keys.is_empty()) && O::SPEC.name != ENROL {
        return Err(Code::KeyMissing.refuse(O::SPEC.name, "this palace has no human key yet, so nothing can be decided").into());
    }
    let what = shown.what.clone();
    let statement = statement(house, O::SPEC.name, order, shown);
    let request = SealRequest {
        id: SealRequestId::mint("sr", &order.call.tail()),
        op: O::SPEC.name.into(),
        input: order.canonical.to_owned(),
        input_digest: order.digest,
        shown: canonical::canonical(&what)?,
        asked_by: order.call.actor.name().to_owned(),
        status: RequestStatus::Open,
        result: String::new(),
        created_at: order.call.now,
        expires_at: statement.expires,
        statement,
    };
    txn.put_request(&request)?;
    let refusal = seal_required(&request);
    let act = Act {
        palace: &house.palace,
        call: order.call,
        op: O::SPEC.name,
        outcome: Outcome::Refused(Code::SealRequired),
        subject: request.id.to_string(),
        input: order.digest,
        output: canonical::digest(&refusal.to_json())?,
        body: json!({ "input": noted::<O>(order)?.0, "digest": request.statement.digest() }),
    };
    txn.commit(&act)?;
    Err(Error::Noted(Box::new(refusal))) // written down with the request, in one transaction
}

fn seal_required(request: &SealRequest) -> Refusal {
    let command = format!("palace seal {}", request.id);
    Code::SealRequired
        .refuse(request.id.as_str(), format!("`{}` needs a human's seal over digest {}", request.op, request.statement.digest()))
        .next(format!("Run `{command}` on a terminal before {}, then call again", request.expires_at))
        .with(json!({ "digest": request.statement.digest(), "command": command, "request": request.id, "expires": request.expires_at }))
}

/// Files a governed call that an agent may only propose.
fn file_call<O: Operation<Effect = Govern>>(
    house: &PalaceState,
    store: &mut Store,
    order: &Order<'_>,
    input: &O::Input,
    permit: &Permit<Propose>,
) -> Result<Envelope, Error> {
    let mut txn = store.begin(permit)?;
    O::shown(&mut txn, house, order.call, input)?; // what could never be shown is refused now, not in a month
    let same = canonical::digest(&(O::SPEC.name, order.input))?;
    let proposal = Proposal { agent_type: order.client.into(), ..Proposal::filed(order.call, O::SPEC.name, order.canonical.to_owned(), same) };
    let filed = file(&mut txn, house, order.call, &proposal)?;
    let mut output = json!({ "proposalId": proposal.id, "status": proposal.status, "expiresAt": filed.expires_at });
    if let (Some(before), Some(fields)) = (&filed.previously, output.as_object_mut()) {
        fields.insert("previously".into(), to_json(before)?);
    }
    let act = Act {
        palace: &house.palace,
        call: order.call,
        op: O::SPEC.name,
        outcome: Outcome::Proposed,
        subject: proposal.id.to_string(),
        input: order.digest,
        output: canonical::digest_json(&output)?,
        body: json!({ "input": noted::<O>(order)?.0, "result": output }),
    };
    let receipt = txn.commit(&act)?;
    Ok(Envelope::waiting(O::SPEC.name, output, receipt))
}

/// What a caller is told of a call that was filed.
#[derive(Clone, Debug)]
pub struct Filed {
    /// When it stops waiting.
    pub expires_at: Moment,
    /// The proposal that said the same before, if one did.
    pub previously: Option<Before>,
}

/// A proposal that said the same before, and what became of it.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Before {
    /// The proposal
    pub proposal_id: ProposalId,
    /// What became of it
    pub status: Status,
    /// What was said about it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

pub(crate) fn file(txn: &mut Txn<'_>, house: &PalaceState, call: &Call, proposal: &Proposal) -> Result<Filed, Error> {
    match txn.twin(proposal.dedupe_key)? {
        Some(twin) if twin.expires_at > call.now => {
            return Err(Code::DuplicateProposal
                .refuse(twin.id.as_str(), format!("duplicate proposal already exists: {}", twin.id))
                .with(json!({ "proposalId": twin.id }))
                .into());
        }
        // One that waited too long stands in nobody's way, whether or not anyone has swept it.
        Some(mut overdue) => {
            overdue.status = Status::Expired;
            overdue.archived_at = Some(call.now);
            txn.decide(&overdue)?;
        }
        None => {}
    }
    let before = txn.said_before(proposal.dedupe_key)?;
    let days = crate::governance::claim_state::settings(txn, house)?.proposal_days;
    let expires_at = call.now.plus(i64::from(days.get()) * DAY_MS);
    txn.file(&Proposal { expires_at, ..proposal.clone() })?;
    Ok(Filed { expires_at, previously: before.map(|p| Before { proposal_id: p.id, status: p.status, note: p.review_note }) })
}
