//! Record an experience, unless one that says the same is there.

use super::{Telling, Told, author, revisable};
use crate::{Dialect, Error, Method, Operation, Spec, Work, memory::Secrets};
use kernel::{
    claim::{Confidence, Tag},
    cycle::{Area, Reach, Worked},
    effect::Propose,
    id::ExperienceId,
    text::Account,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Records it.
#[derive(Debug)]
pub struct Record;

/// What was tried, and whether it worked.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Whether it worked
    #[serde(rename = "type")]
    pub worked: Worked,
    /// What it is about
    pub domain: Area,
    /// What things were like
    pub situation: Account,
    /// What was tried
    pub approach: Account,
    /// What came of it
    pub outcome: Account,
    /// Why
    pub reasoning: Account,
    /// How sure you are, from 0 to 1
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Label (can be repeated)
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Experience that this one revises
    #[serde(default)]
    pub revision_of: Option<ExperienceId>,
    /// Whose it is (project if left out)
    #[serde(default)]
    pub scope: Option<Reach>,
}

/// Its record, or what already says it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether it is new
    pub recorded: bool,
    /// The experience
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experience_id: Option<ExperienceId>,
    /// The one that already says it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_id: Option<ExperienceId>,
    /// How nearly, from 0 to 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// What was done
    pub message: String,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Record {
    const SPEC: Spec = Spec::new("experience.record", "Record what was tried and whether it worked; what is already known is named instead")
        .http(Method::Post, "/v1/experiences")
        .positional(&["situation"])
        .also(&[(Dialect::Cycle, "record_experience")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are evidence, and can be erased there.
        Some(json!({ "type": input["type"], "domain": input["domain"], "tags": input["tags"], "revisionOf": input["revisionOf"] }))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let old = input.revision_of.as_ref().map(|id| revisable(cx, id)).transpose()?;
        let Input { worked, domain, situation, approach, outcome, reasoning, confidence, tags, scope, .. } = input;
        let told = Told { worked, domain, situation, approach, outcome, reasoning, confidence, tags };
        let anchor = match (scope, &old) {
            (None, Some(old)) => old.anchor.clone(),
            (scope, _) => scope.unwrap_or_default().anchor(&cx.call.anchor),
        };
        let mut redacted = Secrets::new();
        let telling = Telling::of(told, anchor, &mut redacted)?;
        if old.is_none()
            && let Some((known, likeness)) = telling.duplicate(cx)?
        {
            let percent = likeness * 100.0;
            let message = format!("Similar experience already exists (ID: {}, similarity: {percent:.1}%). Consider updating instead.", known.id);
            cx.about(&known.id);
            let similarity = Some((likeness * 1_000.0).round() / 1_000.0);
            return Ok(Output { recorded: false, experience_id: None, duplicate_id: Some(known.id), similarity, message, redacted });
        }
        let author = author(cx);
        let kept = telling.keep(cx, old, author)?;
        cx.about(&kept.id);
        let message = format!("Experience recorded successfully (ID: {})", kept.id);
        Ok(Output { recorded: true, experience_id: Some(kept.id), duplicate_id: None, similarity: None, message, redacted })
    }
}
