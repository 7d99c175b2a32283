//! Revise an experience: what it said stays on record, and what it says now takes its place.

use super::{Telling, Told, author, revisable};
use crate::{Dialect, Error, Method, Operation, Spec, Work, memory::Secrets};
use kernel::{
    claim::{Confidence, Tag},
    cycle::{Area, Worked},
    effect::Propose,
    id::ExperienceId,
    refusal::Code,
    text::{Account, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Revises it.
#[derive(Debug)]
pub struct Update;

/// Which, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Experience to revise
    pub id: ExperienceId,
    /// What is different; the rest stays
    pub changes: Changes,
    /// Why
    pub reason: Note,
}

/// What is different.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Changes {
    /// Whether it worked
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub worked: Option<Worked>,
    /// What it is about
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<Area>,
    /// What things were like
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub situation: Option<Account>,
    /// What was tried
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approach: Option<Account>,
    /// What came of it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Account>,
    /// Why
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Account>,
    /// How sure you are, from 0 to 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Its labels
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<Tag>>,
}

/// The revision.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether it was revised
    pub updated: bool,
    /// What it said before
    pub original_id: ExperienceId,
    /// What it says now
    pub new_id: ExperienceId,
    /// What was done
    pub message: String,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Update {
    const SPEC: Spec = Spec::new("experience.update", "Revise an experience; what it said before stays on record")
        .http(Method::Post, "/v1/experiences/{id}/update")
        .positional(&["id"])
        .also(&[(Dialect::Cycle, "update_experience")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        let changed: Vec<&String> = input["changes"].as_object().map(|fields| fields.keys().collect()).unwrap_or_default();
        Some(json!({ "id": input["id"], "changed": changed, "reason": input["reason"] }))
    }

    fn run(cx: &mut Work<'_>, Input { id, changes, reason: _ }: Input) -> Result<Output, Error> {
        let old = revisable(cx, &id)?;
        let text = |new: Option<Account>, was: &str| match new {
            Some(new) => Ok(new),
            None => Account::parse(was).map_err(|e| Error::from(Code::StoreDamaged.refuse(id.to_string(), e.to_string()))),
        };
        let told = Told {
            worked: changes.worked.unwrap_or(old.worked),
            domain: changes.domain.unwrap_or(old.area),
            situation: text(changes.situation, &old.situation)?,
            approach: text(changes.approach, &old.approach)?,
            outcome: text(changes.outcome, &old.outcome)?,
            reasoning: text(changes.reasoning, &old.reasoning)?,
            confidence: changes.confidence.or(old.confidence),
            tags: changes.tags.unwrap_or_else(|| old.tags.clone()),
        };
        let mut redacted = Secrets::new();
        let (telling, author) = (Telling::of(told, old.anchor.clone(), &mut redacted)?, author(cx));
        let kept = telling.keep(cx, Some(old), author)?;
        cx.about(&kept.id);
        let message = format!("Experience {id} revised (new ID: {})", kept.id);
        Ok(Output { updated: true, original_id: id, new_id: kept.id, message, redacted })
    }
}
