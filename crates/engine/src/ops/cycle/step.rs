//! Run the next phase of a guarded cycle. Any other is refused; what is blocked, waits or fails leaves the cycle where it is.

use super::{Asked, Hash, PhaseOutput, Status, Verdict, keys, route, shown_out, words_out};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    cycle::{self, Begin},
};
use kernel::{
    claim::Tag,
    cycle::{Integrity, Phase, Reach},
    effect::Propose,
    id::SessionId,
    text::{Account, Content},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use store::{Cycle, Session};

/// Runs it.
#[derive(Debug)]
pub struct Step;

/// Which phase.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session
    pub session_id: SessionId,
    /// The phase, which must be the next
    pub phase: Phase,
    /// What it needs
    #[serde(default)]
    pub input: Brought,
}

/// What a phase needs; each takes its own.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Brought {
    /// SNAPSHOT, ROUTER: whose memory is asked
    #[serde(default)]
    pub scope: Option<Reach>,
    /// ROUTER, MEMORY_UPDATE: what the user said
    #[serde(default)]
    pub user_input: Option<Content>,
    /// SNAPSHOT, CONTEXT_PACK: what it is about
    #[serde(default)]
    pub context_keys: Vec<Tag>,
    /// ROUTER: the hash that the snapshot gave
    #[serde(default)]
    pub snapshot_hash: Hash,
    /// DRAFT and later: the hash that the pack gave
    #[serde(default)]
    pub context_hash: Hash,
    /// CONTEXT_PACK: most bytes of the pack
    #[serde(default)]
    pub byte_budget: Option<u32>,
    /// CONTEXT_PACK: most cells
    #[serde(default)]
    pub max_cells: Option<u32>,
    /// CONTEXT_PACK: most experiences
    #[serde(default)]
    pub max_experiences: Option<u32>,
    /// ROUTER, DRAFT, FINALIZE_RESPONSE: the response, as you would give it
    #[serde(default)]
    pub draft: Option<Content>,
    /// MEMORY_UPDATE: what was learned
    #[serde(default)]
    pub summary: Option<Account>,
    /// Means nothing: the server looks at the draft itself
    #[serde(default)]
    pub finalize_result: Option<Map<String, Json>>,
    /// Means nothing: the server judges the cycle itself
    #[serde(default)]
    pub governance_result: Option<Map<String, Json>>,
}

/// What the phase gave.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The phase
    pub phase: Phase,
    /// What it gave
    pub output: PhaseOutput,
    /// The phase that comes next; none once the cycle is finished
    pub next_phase: Option<Phase>,
    /// The session
    pub session_id: SessionId,
}

impl Operation for Step {
    const SPEC: Spec = Spec::new("cycle.step", "Run the next phase of your guarded cycle")
        .http(Method::Post, "/v1/cycle/{sessionId}/step")
        .positional(&["sessionId", "phase"])
        .also(&[(Dialect::Cycle, "guarded_cycle")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        Some(words_out(input))
    }

    fn kept(output: &Json) -> Option<Json> {
        Some(shown_out(output))
    }

    fn run(cx: &mut Work<'_>, Input { session_id, phase, input }: Input) -> Result<Output, Error> {
        let session = cycle::under_way(cx.call, cx, &session_id)?;
        let (cycle, output) = match phase {
            Phase::Snapshot => snapshot(cx, &session, input)?,
            _ => {
                let mut cycle = cycle::at(cx, &session, phase)?;
                cycle::fresh("snapshotHash", input.snapshot_hash.0, cycle.snapshot_hash)?;
                cycle::fresh("contextHash", input.context_hash.0, cycle.context_hash)?;
                let output = later(cx, &session, &mut cycle, phase, input)?;
                (cycle, output)
            }
        };
        cx.about(&session.id);
        let progress = cycle.progress();
        Ok(Output { phase, output, next_phase: (!progress.is_complete()).then(|| progress.next()), session_id: session.id })
    }
}

fn snapshot(cx: &mut Work<'_>, session: &Session, input: Brought) -> Result<(Cycle, PhaseOutput), Error> {
    let before = cx.cycle(&session.id)?;
    let cycle = cycle::begin(cx, session, &Begin { scope: input.scope, keys: keys(input.context_keys)?, restart: false })?;
    let output = PhaseOutput {
        snapshot_hash: cycle.snapshot_hash,
        scope_mode: Some(cycle.scope.clone()),
        flags: Some(cycle.flags.clone()),
        last_phase: before.as_ref().and_then(|before| before.progress().done),
        last_context_hash: before.as_ref().and_then(|before| before.context_hash),
        ..PhaseOutput::new(Phase::Snapshot, Status::Ok)
    };
    Ok((cycle, output))
}

fn later(cx: &mut Work<'_>, session: &Session, cycle: &mut Cycle, phase: Phase, input: Brought) -> Result<PhaseOutput, Error> {
    match phase {
        Phase::Snapshot | Phase::Router => asked(cx, cycle, &input),
        Phase::ContextPack => packed(cx, cycle, input),
        Phase::Draft => drafted(cx, cycle, input.draft.as_ref()),
        Phase::FinalizeResponse => finalized(cx, cycle, input.draft.as_ref()),
        Phase::GovernanceValidate => judged(cx, session, cycle),
        Phase::MemoryUpdate => remembered(cx, cycle, &input),
    }
}

fn asked(cx: &mut Work<'_>, cycle: &mut Cycle, input: &Brought) -> Result<PhaseOutput, Error> {
    let has_draft = input.draft.is_some();
    let status = route::route(cx, cycle, input.scope, has_draft || input.user_input.is_some())?;
    let mut output = PhaseOutput::new(Phase::Router, status);
    if status == Status::Blocked {
        (output.missing, output.message) = (vec![route::MISSING.to_owned()], Some(route::MESSAGE.to_owned()));
    } else {
        (output.next_action, output.has_draft) = (Some(cycle.progress().next()), Some(has_draft));
    }
    Ok(output)
}

fn packed(cx: &mut Work<'_>, cycle: &mut Cycle, input: Brought) -> Result<PhaseOutput, Error> {
    if let Some(scope) = input.scope {
        scope.name().clone_into(&mut cycle.scope);
    }
    let asked = Asked { byte_budget: input.byte_budget, max_cells: input.max_cells, max_experiences: input.max_experiences };
    let pack = asked.pack(cx, cycle, keys(input.context_keys)?)?;
    Ok(PhaseOutput {
        packed_cells: Some(pack.packed_context.cells.len()),
        packed_experiences: Some(pack.packed_context.experiences.len()),
        packed_context: Some(pack.packed_context),
        context_hash: Some(pack.context_hash),
        byte_size: Some(pack.byte_count),
        ..PhaseOutput::new(Phase::ContextPack, Status::Ok)
    })
}

fn waiting(phase: Phase, message: &str) -> PhaseOutput {
    PhaseOutput { message: Some(message.to_owned()), ..PhaseOutput::new(phase, Status::Waiting) }
}

fn drafted(cx: &mut Work<'_>, cycle: &mut Cycle, draft: Option<&Content>) -> Result<PhaseOutput, Error> {
    let Some(draft) = draft else { return Ok(waiting(Phase::Draft, "Provide a draft, then call this phase again.")) };
    cycle.draft = Some(cycle::draft_digest(draft.as_str())?);
    cycle::done(cx, cycle, Phase::Draft)?;
    Ok(PhaseOutput { draft_provided: Some(true), ..PhaseOutput::new(Phase::Draft, Status::Ok) })
}

fn finalized(cx: &mut Work<'_>, cycle: &mut Cycle, draft: Option<&Content>) -> Result<PhaseOutput, Error> {
    let Some(draft) = draft else {
        return Ok(waiting(Phase::FinalizeResponse, "Call finalize_response with the draft, or this phase again with it."));
    };
    let found = cycle::finalize(cx, cycle, draft.as_str())?;
    let status = if found.integrity == Integrity::Blocked { Status::Blocked } else { Status::Ok };
    Ok(PhaseOutput {
        response: Some(found.response),
        integrity: Some(found.integrity),
        integrity_line: Some(found.integrity.line()),
        violations: Some(found.violations),
        ..PhaseOutput::new(Phase::FinalizeResponse, status)
    })
}

fn judged(cx: &mut Work<'_>, session: &Session, cycle: &mut Cycle) -> Result<PhaseOutput, Error> {
    // A context hash that was named is compared before: it is refused, not judged.
    let verdict = Verdict::from(cycle::validate(cx, session, cycle, None)?);
    let status = if verdict.valid { Status::Ok } else { Status::Failed };
    Ok(PhaseOutput { verdict: Some(verdict), ..PhaseOutput::new(Phase::GovernanceValidate, status) })
}

fn remembered(cx: &mut Work<'_>, cycle: &mut Cycle, input: &Brought) -> Result<PhaseOutput, Error> {
    let asked = input.user_input.as_ref().map_or("", Content::as_str);
    let experience = cycle::finished(cx, cycle, asked, input.summary.as_ref())?;
    cycle::done(cx, cycle, Phase::MemoryUpdate)?;
    Ok(PhaseOutput { outcome: Some("success"), experience_id: Some(experience), ..PhaseOutput::new(Phase::MemoryUpdate, Status::Ok) })
}
