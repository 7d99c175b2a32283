//! Show one experience, what it revises and what revises it.

use super::{Shown, known};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, id::ExperienceId, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Experience;

/// Shows it.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Experience to show
    pub id: ExperienceId,
}

/// All of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The experience
    #[serde(flatten)]
    pub experience: Shown,
    /// What it revises
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_version: Option<Version>,
    /// What revises it
    pub newer_versions: Vec<Version>,
}

/// What it said at another time.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Version {
    /// The experience
    pub id: ExperienceId,
    /// What things were like
    pub situation: String,
    /// What was tried
    pub approach: String,
    /// What came of it
    pub outcome: String,
    /// When
    pub created_at: Moment,
}

impl From<Experience> for Version {
    fn from(x: Experience) -> Self {
        Self { id: x.id, situation: x.situation, approach: x.approach, outcome: x.outcome, created_at: x.created_at }
    }
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("experience.show", "Show an experience and its revisions")
        .http(Method::Get, "/v1/experiences/{id}")
        .positional(&["id"])
        .also(&[(Dialect::Cycle, "get_experience")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let experience = known(cx, &id)?;
        let previous_version = match &experience.revision_of {
            Some(old) => cx.experience(old)?.map(Version::from),
            None => None,
        };
        let newer_versions = cx.revisions_of(&id)?.into_iter().map(Version::from).collect();
        Ok(Output { experience: experience.into(), previous_version, newer_versions })
    }
}
