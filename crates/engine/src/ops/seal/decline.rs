//! Say no to a request for a seal. It needs no seal itself: nothing comes of it.

use crate::{Error, Method, Operation, Spec, Work, ops::missing};
use kernel::{effect::Propose, gate::Agents, id::SealRequestId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::RequestStatus;

/// Closes a request.
#[derive(Debug)]
pub struct Decline;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Request to decline
    pub id: SealRequestId,
}

/// That it was closed.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The request
    pub id: SealRequestId,
    /// Always true
    pub declined: bool,
}

impl Operation for Decline {
    const SPEC: Spec = Spec::new("seal.decline", "Decline a request for a seal")
        .http(Method::Post, "/v1/seals/{id}/decline")
        .positional(&["id"])
        .agents(Agents::Never);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { id }: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let open = cx.request(&id)?.filter(|r| r.status == RequestStatus::Open && r.expires_at > now);
        let mut request = open.ok_or_else(|| missing("open request", &id))?;
        request.status = RequestStatus::Declined;
        cx.put_request(&request)?;
        cx.about(&id);
        Ok(Output { id, declined: true })
    }
}
