//! Give an experience other labels. Its words stay; it is found by the new labels from then on.

use super::{index, known, settled};
use crate::{Dialect, Error, Method, Operation, Spec, Work, memory::Keeper, ops::missing};
use kernel::{claim::Tag, effect::Propose, id::ExperienceId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Labels it.
#[derive(Debug)]
pub struct Label;

/// Which, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Experience to label
    pub id: ExperienceId,
    /// All its labels from now on (can be repeated)
    pub tags: Vec<Tag>,
}

/// How it is labelled now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything changed
    pub updated: bool,
    /// The experience
    pub experience_id: ExperienceId,
    /// Its labels
    pub tags: Vec<Tag>,
    /// What was done
    pub message: String,
}

impl Operation for Label {
    const SPEC: Spec = Spec::new("experience.tag", "Give an experience other labels")
        .http(Method::Post, "/v1/experiences/{id}/tags")
        .positional(&["id", "tags"])
        .also(&[(Dialect::Cycle, "tag_experience")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { id, tags }: Input) -> Result<Output, Error> {
        let mut experience = known(cx, &id)?;
        let tags = settled(tags)?;
        cx.about(&id);
        if tags == experience.tags {
            return Ok(Output { updated: false, experience_id: id, tags, message: "It is labelled so already".into() });
        }
        experience.tags.clone_from(&tags);
        experience.updated_at = cx.call.now;
        cx.tag_experience(&experience)?;
        // Labels are part of what it is found by.
        let (house, call) = (cx.house, cx.call);
        if let Some(item) = cx.item_of(experience.evidence.as_str())?.filter(|item| item.until.is_none()) {
            let evidence = cx.evidence(&experience.evidence)?.ok_or_else(|| missing("evidence", &experience.evidence))?;
            let mut keeper = Keeper::open_at(cx, house, call, &experience.anchor)?;
            keeper.forget(cx, &item)?;
            index(cx, &mut keeper, &experience, &evidence)?;
            keeper.close(cx)?;
        }
        let message = format!("Experience {id} is labelled anew");
        Ok(Output { updated: true, experience_id: id, tags, message })
    }
}
