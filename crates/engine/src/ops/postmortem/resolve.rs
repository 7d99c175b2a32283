//! Say that what went wrong cannot happen again. A human's word, under a seal; agents propose it. Why it is so: see the
//! module above.

use super::{one, resolution};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec};
use ::store::{Made, View};
use kernel::{call::Call, effect::Govern, gate::Agents, id::PostmortemId, refusal::Code, time::Moment, work::PostmortemStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What its seal names.
pub(super) const NAME: &str = "postmortem.resolve";

/// Resolves a postmortem.
#[derive(Debug)]
pub struct Resolve;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Postmortem to resolve
    pub id: PostmortemId,
}

/// How it stands now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The postmortem
    pub postmortem_id: PostmortemId,
    /// How it stands now
    pub status: PostmortemStatus,
    /// Since when
    pub resolved_at: Moment,
}

impl Operation for Resolve {
    const SPEC: Spec = Spec::new(NAME, "Resolve a postmortem: it is no longer a warning; agents propose it")
        .http(Method::Post, "/v1/postmortems/{id}/resolve")
        .positional(&["id"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "resolve_postmortem")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, Input { id }: &Input) -> Result<Shown, Error> {
        let found = one(view, house, id)?;
        if found.status != PostmortemStatus::Open {
            return Err(Code::NoSuchMove
                .refuse(id.as_str(), format!("postmortem {id} is already resolved"))
                .next("Resolve the one that says it happened again, if there is one: `postmortem show` names it")
                .into());
        }
        let p = found.postmortem;
        let what = json!({
            "postmortem": p.id, "title": p.title, "severity": p.severity, "what happened": p.what_happened, "root cause": p.root_cause,
            "lessons": p.lessons, "prevention": p.prevention, "files": p.files, "written by": p.principal,
        });
        Ok(Shown { covers: vec![resolution(&p)?], what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { id }: Input) -> Result<Output, Error> {
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        cx.resolve_postmortem(&id, &made)?;
        cx.about(&id);
        Ok(Output { postmortem_id: id, status: PostmortemStatus::Resolved, resolved_at: made.at })
    }
}
