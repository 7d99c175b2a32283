//! Put something in a drawer. Evidence goes the way of all evidence; knowledge never gets authority here.
//!
//! Not here: files and folders. `palace ingest` reads those, and their pieces stand where their source stands.

use super::{show::day_bytes, wing_of};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Filter, Question, Secrets, find, line, redact, texts},
    ops::{evidence::record::note_at, knowledge::distill},
};
use kernel::{
    actor::ActorKind,
    anchor::{Anchor, AnchorKind},
    claim::{Status, Tier, TriggerHints},
    drawer::{Domain, GENERAL, Importance, MemoryKind, Provenance},
    effect::Propose,
    evidence::{Evidence, Origin},
    id::EvidenceId,
    ledger::Digest,
    refusal::Code,
    text::{Content, Name, Note},
};
use schemars::JsonSchema;
use search::embed::{Model, Probe};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use store::DrawerRow;

/// Nearer than this in meaning, two texts may say the same.
const NEAR: f32 = 0.85;
/// What is held against a new text.
const COMPARED: usize = 5;
/// Characters of a text that its likes are looked for by.
const ASKED_CHARS: usize = 1_000;
/// Characters shown of a text that may say the same.
const PREVIEW_CHARS: usize = 100;
/// Bytes of one day of a diary.
const DAY_BYTES_MAX: usize = 32 * 1_024;
/// Where diaries stand.
const DIARY: &str = "agent-diary";
/// What a remark was read from, where nobody says.
const SAID: &str = "said here";

/// Puts something in a drawer.
#[derive(Debug)]
pub struct Ingest;

/// What, and where.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What to keep, word for word; secrets are taken out
    pub content: Content,
    /// Wing (the project's name if left out)
    #[serde(default)]
    pub wing: Option<Name>,
    /// Room
    #[serde(default)]
    pub room: Option<Name>,
    /// What it was read from
    #[serde(default)]
    pub source: Option<Name>,
    /// Only say what would become of it
    #[serde(default)]
    pub dry_run: bool,
    /// Add it to today's page of the agent's diary
    #[serde(default)]
    pub diary_rollup: bool,
    /// How much it matters, from 0 to 5
    #[serde(default)]
    pub importance: Importance,
    /// evidence, if left out
    #[serde(default)]
    pub memory_kind: Option<MemoryKind>,
    /// Whose it is (the project's, or everybody's where the caller stands in none)
    #[serde(default)]
    pub domain: Option<Domain>,
    /// What it is about (general if left out)
    #[serde(default)]
    pub field: Option<Name>,
    /// How we came by it (from who calls, if left out)
    #[serde(default)]
    pub provenance: Option<Provenance>,
    /// Knowledge only: what it states
    #[serde(default)]
    pub statement: Option<Note>,
    /// Knowledge only: how far up it stands
    #[serde(default)]
    pub tier: Option<Tier>,
    /// Knowledge only: candidate
    #[serde(default)]
    pub status: Option<Status>,
    /// Knowledge only: evidence that speaks for it
    #[serde(default)]
    pub supporting_refs: Vec<EvidenceId>,
    /// Knowledge only: evidence that speaks against it
    #[serde(default)]
    pub counterexample_refs: Vec<EvidenceId>,
    /// Knowledge only: evidence that teaches it
    #[serde(default)]
    pub teaching_refs: Vec<EvidenceId>,
    /// Knowledge only: evidence that verified it
    #[serde(default)]
    pub verification_refs: Vec<EvidenceId>,
    /// Knowledge only: where it does not hold
    #[serde(default)]
    pub scope_constraints: Option<Note>,
    /// Knowledge only: when to think of it
    #[serde(default)]
    pub trigger_hints: TriggerHints,
    /// With anchorId: what kind of place it belongs to (where the caller stands if left out)
    #[serde(default)]
    pub anchor_kind: Option<AnchorKind>,
    /// Where it belongs
    #[serde(default)]
    pub anchor_id: Option<Anchor>,
    /// Repository of that worktree
    #[serde(default)]
    pub parent_anchor_id: Option<Anchor>,
}

/// Where it is now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The drawer; the one that already says it, if one does; none after a dry run
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawer_id: Option<String>,
    /// The same stood there before: this is that drawer
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Another drawer may say the same
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_warning: Option<DuplicateWarning>,
    /// Nothing was kept
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// Its wing
    pub wing: String,
    /// Its room
    #[serde(skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// Where it belongs
    pub anchor_id: Anchor,
    /// Today's page of the diary, if it went there
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Page>,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

/// Another drawer that may say the same.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct DuplicateWarning {
    /// Which
    pub similar_drawer_id: String,
    /// How alike they are, from 0 to 1
    pub similarity: f64,
    /// How it begins
    pub preview: String,
    /// What a seal would vouch for; by it, this answer is found when those words are erased
    pub digest: Digest,
}

/// A page of a diary.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Page {
    /// Its name
    pub source_file: String,
    /// Entries on it now
    pub entries: usize,
    /// Bytes on it now, of 32,768
    pub bytes: usize,
}

/// Where something will stand.
struct Spot {
    anchor: Anchor,
    domain: Domain,
    wing: String,
    room: String,
    field: String,
    provenance: Provenance,
    origin: Origin,
    source: String,
    rollup: String,
}

impl Operation for Ingest {
    const SPEC: Spec = Spec::new("drawer.ingest", "Put something seen in a drawer: wing, room, field, importance")
        .http(Method::Post, "/v1/drawers")
        .positional(&["content"])
        .also(&[(Dialect::Mind, "mempal_ingest")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are evidence, and can be erased there.
        let said =
            |fields: &[&str]| fields.iter().filter_map(|f| input.get(*f).map(|v| ((*f).to_owned(), v.clone()))).collect::<serde_json::Map<_, _>>();
        Some(Json::Object(said(&[
            "wing",
            "room",
            "source",
            "dryRun",
            "diaryRollup",
            "importance",
            "memoryKind",
            "domain",
            "field",
            "provenance",
            "tier",
            "status",
            "anchorKind",
            "anchorId",
        ])))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        if input.memory_kind == Some(MemoryKind::Knowledge) {
            return knowledge(cx, input);
        }
        only_evidence(&input)?;
        let spot = spot(cx, &input)?;
        let mut redacted = Secrets::new();
        let content = redact(input.content, &mut redacted)?;
        let mut output = Output {
            drawer_id: None,
            again: false,
            duplicate_warning: near(cx, &spot, content.as_str())?,
            dry_run: input.dry_run,
            wing: spot.wing.clone(),
            room: spot.room.clone(),
            anchor_id: spot.anchor.clone(),
            day: page(cx, &spot, content.as_str())?,
            redacted,
        };
        if input.dry_run {
            cx.about(DRY_RUN);
            return Ok(output);
        }
        let preview = preview(content.as_str());
        let (evidence, again) = note_at(cx, content, spot.source.clone(), spot.origin, &spot.anchor, &mut |cx, twin| is_same(cx, &spot, &twin.id))?;
        if again {
            output.duplicate_warning =
                Some(DuplicateWarning { similar_drawer_id: evidence.id.to_string(), similarity: 1.0, preview, digest: evidence.digest() });
            output.day = None;
        } else {
            cx.put_drawer(&DrawerRow {
                id: evidence.id.clone(),
                wing: input.wing.map_or_else(|| if spot.rollup.is_empty() { String::new() } else { DIARY.into() }, String::from),
                room: spot.room,
                domain: spot.domain,
                field: spot.field,
                provenance: spot.provenance,
                importance: input.importance,
                rollup: spot.rollup,
            })?;
        }
        cx.about(&evidence.id);
        output.again = again;
        output.drawer_id = Some(evidence.id.into());
        Ok(output)
    }
}

/// Knowledge that somebody wants to put in a drawer: never with authority. As a candidate it is distilled from the evidence that is
/// named; everything above that takes a human's seal.
fn knowledge(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
    if let Some(status) = input.status.filter(|status| *status != Status::Candidate) {
        return Err(Code::InputInvalid
            .refuse("status", format!("nothing is put in a drawer as {}: knowledge begins as a candidate", status.name()))
            .next("Make a candidate with `knowledge.distill`, then let a person promote it with `knowledge.promote`")
            .into());
    }
    let (Some(statement), Some(tier)) = (input.statement, input.tier) else {
        return Err(Code::InputInvalid
            .refuse("statement", "knowledge has a statement and a tier")
            .next("Say both, and name the evidence it rests on in supportingRefs")
            .into());
    };
    let names = |ids: Vec<EvidenceId>| ids.iter().map(|id| distill::named(id.as_str())).collect::<Result<Vec<Name>, Error>>();
    let call = cx.call;
    let wing = input.wing.as_ref().map_or_else(|| wing_of(cx, &call.anchor), |wing| Ok(wing.to_string()))?;
    let made = distill::distil(
        cx,
        distill::Input {
            statement,
            content: input.content,
            tier,
            supporting_refs: names(input.supporting_refs)?,
            counterexample_refs: names(input.counterexample_refs)?,
            teaching_refs: names(input.teaching_refs)?,
            verification_refs: names(input.verification_refs)?,
            domain: input.domain.unwrap_or_default(),
            field: input.field,
            wing: Some(distill::named(&wing)?),
            room: input.room.clone(),
            scope_constraints: input.scope_constraints,
            trigger_hints: input.trigger_hints,
            importance: Some(input.importance),
            dry_run: input.dry_run,
        },
    )?;
    Ok(Output {
        drawer_id: Some(made.drawer_id.into()),
        again: !made.created && !made.dry_run,
        duplicate_warning: None,
        dry_run: made.dry_run,
        wing,
        room: input.room.map_or_else(String::new, String::from),
        anchor_id: if input.domain == Some(Domain::Global) { Anchor::Global } else { cx.call.anchor.clone() },
        day: None,
        redacted: Secrets::new(),
    })
}

/// What the ledger says a dry run was about.
const DRY_RUN: &str = "dry run";

/// Evidence says what was seen; what somebody makes of it is knowledge.
fn only_evidence(input: &Input) -> Result<(), Error> {
    let said = [
        ("statement", input.statement.is_some()),
        ("tier", input.tier.is_some()),
        ("status", input.status.is_some()),
        ("supportingRefs", !input.supporting_refs.is_empty()),
        ("counterexampleRefs", !input.counterexample_refs.is_empty()),
        ("teachingRefs", !input.teaching_refs.is_empty()),
        ("verificationRefs", !input.verification_refs.is_empty()),
        ("scopeConstraints", input.scope_constraints.is_some()),
        ("triggerHints", !input.trigger_hints.is_empty()),
    ];
    match said.into_iter().find(|(_, said)| *said) {
        None => Ok(()),
        Some((field, _)) => Err(Code::InputInvalid
            .refuse(field, format!("evidence has no {field}: it says what was seen, and nothing about what follows"))
            .next("Leave it out, or distil knowledge from the evidence with `knowledge.distill`")
            .into()),
    }
}

/// Where it will stand, and in whose name.
fn spot(cx: &mut Work<'_>, input: &Input) -> Result<Spot, Error> {
    let human = cx.call.actor.kind() == ActorKind::Human;
    let origin = match input.provenance {
        // Origin is never laundered: nobody below a human writes down a human's word.
        Some(Provenance::Human) if !human => {
            return Err(Code::InputInvalid
                .refuse("provenance", "only a human records what a human said")
                .next("Leave provenance out, or use runtime or research")
                .into());
        }
        Some(Provenance::Research) => Origin::Research,
        Some(Provenance::Human | Provenance::Runtime) | None if human => Origin::Human,
        Some(Provenance::Human | Provenance::Runtime) | None => Origin::Agent,
    };
    if input.diary_rollup {
        let room = input.room.as_ref().map_or_else(|| cx.call.actor.name().to_owned(), ToString::to_string);
        let day = cx.call.now.to_string().chars().take(10).collect::<String>();
        let rollup = format!("{DIARY}://rollup/{room}/{day}");
        return Ok(Spot {
            anchor: Anchor::Repo(DIARY.into()),
            domain: Domain::Agent,
            wing: input.wing.as_ref().map_or_else(|| DIARY.to_owned(), ToString::to_string),
            room,
            field: "diary".into(),
            provenance: Provenance::Runtime,
            origin,
            source: rollup.clone(),
            rollup,
        });
    }
    let (anchor, domain) = belongs(cx, input)?;
    Ok(Spot {
        wing: match &input.wing {
            Some(wing) => wing.to_string(),
            None if anchor == cx.call.anchor && cx.call.whereabouts.is_some() && anchor != Anchor::Global => {
                cx.call.whereabouts.as_ref().map_or_else(String::new, |w| w.name.clone())
            }
            None => wing_of(cx, &anchor)?,
        },
        anchor,
        domain,
        room: input.room.as_ref().map_or_else(String::new, ToString::to_string),
        field: input.field.as_ref().map_or_else(|| GENERAL.to_owned(), ToString::to_string),
        provenance: input.provenance.unwrap_or(Provenance::of(origin)),
        origin,
        source: input.source.as_ref().map_or_else(|| SAID.to_owned(), ToString::to_string),
        rollup: String::new(),
    })
}

/// Where it belongs: where the caller stands, unless they name a place.
fn belongs(cx: &Work<'_>, input: &Input) -> Result<(Anchor, Domain), Error> {
    let named = match (input.anchor_kind, &input.anchor_id) {
        (None, None) => None,
        (Some(kind), Some(anchor)) if kind.name() == anchor.kind() => Some(anchor.clone()),
        (Some(kind), Some(anchor)) => {
            let what = format!("`{anchor}` is no {} anchor", kind.name());
            return Err(Code::InputInvalid.refuse("anchorId", what).into());
        }
        (Some(_), None) | (None, Some(_)) => {
            return Err(Code::InputInvalid
                .refuse("anchorId", "anchorKind and anchorId are said together or not at all")
                .next("Leave both out to keep it where you stand")
                .into());
        }
    };
    let anchor = match (&named, input.domain) {
        (None, Some(Domain::Global)) => Anchor::Global,
        (None, _) => cx.call.anchor.clone(),
        (Some(named), _) => named.clone(),
    };
    let domain = input.domain.unwrap_or(if anchor == Anchor::Global { Domain::Global } else { Domain::Project });
    if anchor == Anchor::Global && domain != Domain::Global {
        return Err(Code::InputInvalid
            .refuse("domain", "global anchor requires domain=global")
            .next("Call from within a project, name its anchor with anchorKind and anchorId, or say domain=global")
            .into());
    }
    let parent = matches!(anchor, Anchor::Worktree { .. }).then(|| anchor.project());
    if input.parent_anchor_id.is_some() && input.parent_anchor_id != parent {
        return Err(Code::InputInvalid.refuse("parentAnchorId", format!("`{anchor}` does not lie in that repository")).into());
    }
    Ok((anchor, domain))
}

/// Whether a drawer that says the same is the very one: in the same wing and room of the same place, on the same page.
fn is_same(cx: &mut Work<'_>, spot: &Spot, id: &str) -> Result<bool, Error> {
    let Some(known) = cx.drawers_named(&[id])?.pop() else { return Ok(false) };
    let rollup = match EvidenceId::parse(id) {
        Ok(id) => cx.drawer_row(&id)?.map(|row| row.rollup).unwrap_or_default(),
        Err(_) => String::new(),
    };
    let here = spot.anchor.outwards().iter().any(|anchor| anchor.to_string() == known.anchor_id);
    Ok(here && known.wing == spot.wing && known.room == spot.room && rollup == spot.rollup)
}

/// The page of the diary with this on it, if it goes there and fits.
fn page(cx: &mut Work<'_>, spot: &Spot, content: &str) -> Result<Option<Page>, Error> {
    if spot.rollup.is_empty() {
        return Ok(None);
    }
    let entries = cx.rolled_up(&spot.rollup)?;
    let bytes = day_bytes(&entries, content);
    if bytes > DAY_BYTES_MAX {
        let what = format!("DailyRollupFull: with this, {} would have {bytes} of {DAY_BYTES_MAX} bytes", spot.rollup);
        return Err(Code::InputTooLarge.refuse("content", what).next("Say it shorter, in another room, or tomorrow").into());
    }
    Ok(Some(Page { source_file: spot.rollup.clone(), entries: entries.len() + 1, bytes }))
}

/// The drawer nearest in meaning, if it is so near that it may say the same.
fn near(cx: &mut Work<'_>, spot: &Spot, content: &str) -> Result<Option<DuplicateWarning>, Error> {
    let anchors = spot.anchor.outwards().iter().map(ToString::to_string).collect();
    let filter = Filter { anchors, ..Filter::default() };
    let question = Question { text: content.chars().take(ASKED_CHARS).collect(), filter, limit: COMPARED, ..Question::default() };
    let house = cx.house;
    let found = find(cx, house, &question)?;
    let texts = texts(cx, &found)?;
    let model = Model::embedded();
    let vector = model.embed(content);
    let probe = Probe::new(&vector);
    let mut nearest: Option<(f32, &Evidence)> = None;
    for one in &found {
        let Some(evidence) = texts.get(&one.item.id) else { continue };
        let likeness = probe.similarity(&model.embed(evidence.content.as_str()));
        if likeness >= NEAR && nearest.is_none_or(|(best, _)| likeness > best) {
            nearest = Some((likeness, evidence));
        }
    }
    Ok(nearest.map(|(likeness, evidence)| DuplicateWarning {
        similar_drawer_id: evidence.id.to_string(),
        similarity: (f64::from(likeness).clamp(0.0, 1.0) * 1_000.0).round() / 1_000.0,
        preview: preview(evidence.content.as_str()),
        digest: evidence.digest(),
    }))
}

fn preview(text: &str) -> String {
    search::bound(&line(text), PREVIEW_CHARS).0
}
