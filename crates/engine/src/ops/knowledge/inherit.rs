//! Review what an ancestor's palace called promoted, all of it under one seal. What passes the gate is believed; the rest
//! stays a candidate, and the gate's reasons are written down beside it.
//!
//! Not here: any other road to belief. Each one that is believed goes through the same promotion as everything else.

use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::{
        ancestor::claimed,
        lifecycle::{Happened, Promotion, happen, promote},
    },
    memory::require_no_secrets,
};
use kernel::{
    call::Call,
    canonical,
    claim::{Counts, Happening, Knowledge, Roles, Standing, Status, Tier, Weighed, vouched, weigh_knowledge},
    effect::Govern,
    gate::Agents,
    id::KnowledgeId,
    refusal::Code,
    text::Note,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::View;

/// Pieces of knowledge under one seal at most: a person must be able to look at them.
const ITEMS_MAX: usize = 10_000;
/// Why, when nobody says.
const REASON: &str = "it was believed in an ancestor's palace, and passes the gate";

/// Reviews it.
#[derive(Debug)]
pub struct Inherit;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Knowledge that an ancestor's palace called promoted or canonical
    pub ids: Vec<KnowledgeId>,
    /// Why it is believed
    #[serde(default)]
    pub reason: Option<Note>,
}

impl Input {
    fn why(&self) -> Result<Note, Error> {
        let given = self.reason.clone().map_or_else(|| Note::parse(REASON), Ok);
        Ok(given.map_err(|e| Code::InputInvalid.refuse("reason", e.to_string()))?)
    }
}

/// What became of each.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Believed from now on
    pub believed: Vec<Item>,
    /// Candidates still, and what they lack
    pub held: Vec<Item>,
}

/// One of them.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// The knowledge
    pub id: KnowledgeId,
    /// The sentence that is woken
    pub statement: String,
    /// How high it stands
    pub tier: Tier,
    /// What the file called it
    pub claimed: Status,
    /// What it is now
    pub status: Status,
    /// Independent voices, by role
    pub evidence_counts: Counts,
    /// What is missing
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

/// What the gate says of one.
struct Judged {
    knowledge: Knowledge,
    claimed: Status,
    roles: Roles,
    weighed: Weighed,
}

impl Judged {
    fn target(&self) -> Status {
        if self.weighed.allowed() { self.knowledge.lesson.tier.target() } else { Status::Candidate }
    }

    fn item(&self) -> Item {
        Item {
            id: self.knowledge.id.clone(),
            statement: self.knowledge.lesson.statement.to_string(),
            tier: self.knowledge.lesson.tier,
            claimed: self.claimed,
            status: self.target(),
            evidence_counts: self.weighed.counts,
            reasons: self.weighed.reasons.clone(),
        }
    }
}

/// Those of some knowledge that an ancestor called believed and nobody has reviewed here.
pub fn waiting(view: &mut View<'_>, ids: &[KnowledgeId]) -> Result<Vec<KnowledgeId>, Error> {
    let mut found = Vec::new();
    for id in ids {
        if let Some(knowledge) = view.knowledge(id)?
            && waits(view, &knowledge)?.is_some()
        {
            found.push(id.clone());
        }
    }
    Ok(found)
}

/// What the file called it, if that waits for a review: no seal has said anything about it.
fn waits(view: &mut View<'_>, knowledge: &Knowledge) -> Result<Option<Status>, Error> {
    if knowledge.standing != Standing::Candidate || view.knowledge_events(&knowledge.id)?.iter().any(|(_, event)| event.seal.is_some()) {
        return Ok(None);
    }
    Ok(claimed(view, &knowledge.id)?.filter(|status| status.is_active()))
}

fn judged(view: &mut View<'_>, input: &Input) -> Result<Vec<Judged>, Error> {
    if input.ids.is_empty() || input.ids.len() > ITEMS_MAX {
        let what = format!("between 1 and {ITEMS_MAX} pieces of knowledge are reviewed; {} were given", input.ids.len());
        return Err(Code::InputInvalid.refuse("ids", what).into());
    }
    let mut all: Vec<Judged> = Vec::new();
    for id in &input.ids {
        if all.iter().any(|judged| judged.knowledge.id == *id) {
            continue;
        }
        let knowledge = crate::knowledge::known(view, id)?;
        let Some(claimed) = waits(view, &knowledge)? else {
            let what = format!("`{id}` is no candidate that an ancestor's palace called promoted and nobody has reviewed");
            return Err(Code::NoSuchMove.refuse(id.to_string(), what).next("To have it believed, use `knowledge promote`").into());
        };
        let roles = crate::knowledge::roles(view, id)?;
        // Whoever carries this out has sealed it: the review is the human's own.
        let weighed = weigh_knowledge(knowledge.lesson.tier, &roles, true);
        all.push(Judged { knowledge, claimed, roles, weighed });
    }
    Ok(all)
}

impl Operation for Inherit {
    const SPEC: Spec =
        Spec::new("knowledge.inherit", "Review what an ancestor's palace called promoted, under one seal; only what passes the gate is believed")
            .http(Method::Post, "/v1/knowledge/inherit")
            .agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let all = judged(view, input)?;
        let mut covers = Vec::new();
        let mut items: Vec<Json> = Vec::new();
        for judged in &all {
            let mut item = crate::call::operation::to_json(&judged.item())?;
            if judged.weighed.allowed() {
                require_no_secrets("knowledge", &judged.knowledge.lesson)?;
                covers.push(vouched(&judged.knowledge.id, &judged.knowledge.lesson, judged.target(), &judged.roles.premises()));
                covers.extend(judged.roles.all().map(|(_, e)| e.digest()));
                item["knowledge"] = crate::call::operation::to_json(&judged.knowledge.lesson)?;
                item["evidence"] = Json::Array(crate::knowledge::evidence_shown(&judged.roles));
            }
            items.push(item);
        }
        covers.sort();
        covers.dedup();
        covers.push(canonical::digest(&(Self::SPEC.name, &items, input.why()?))?);
        let believed = all.iter().filter(|judged| judged.weighed.allowed()).count();
        let what = json!({ "believed": believed, "held": all.len() - believed, "reason": input.why()?, "items": items });
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let reason = input.why()?;
        let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
        let mut output = Output { believed: Vec::new(), held: Vec::new() };
        for judged in judged(cx, &input)? {
            let (item, id) = (judged.item(), &judged.knowledge.id);
            if judged.weighed.allowed() {
                promote(cx, id, &Promotion { status: judged.target(), verification: &[], answered: &[], reason: &reason })?;
                output.believed.push(item);
                continue;
            }
            let why = format!("promotion gate failed: {}", item.reasons.join("; "));
            let metadata = json!({ "claimed": item.claimed, "evidenceCounts": item.evidence_counts });
            let status = Some(Status::Candidate);
            happen(cx, id, &by, now, Happened { what: Happening::Updated, from: status, to: status, reason: &why, metadata, seal: Some(seal) })?;
            output.held.push(item);
        }
        cx.about(format!("{} believed, {} held", output.believed.len(), output.held.len()));
        Ok(output)
    }
}
