//! Tell of a tool that was called outside the palace, so that it stands in the session's chain. What went in and what came out
//! is kept as digests.

use crate::{Dialect, Error, Method, Operation, Spec, Work, cycle};
use kernel::{
    canonical,
    cycle::{Link, normalised},
    effect::Propose,
    id::{InvocationId, SessionId},
    ledger::Digest,
    refusal::Code,
    text::Name,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use store::Told;

/// Most bytes of what more is said.
const META_BYTES_MAX: usize = 4_096;

/// Tells of it.
#[derive(Debug)]
pub struct Invocation;

/// Which tool, with what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session
    pub session_id: SessionId,
    /// The tool
    pub tool_name: Name,
    /// What went in; only its digest is kept
    #[serde(default)]
    pub input_obj: Map<String, Json>,
    /// What came out; only its digest is kept
    #[serde(default)]
    pub output_obj: Map<String, Json>,
    /// What more there is to say
    #[serde(default)]
    pub meta: Option<Map<String, Json>>,
}

/// Where it stands in the chain.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Its id
    pub id: InvocationId,
    /// The session
    pub session_id: SessionId,
    /// Its digest in the session's chain
    pub hash: Digest,
    /// The call before
    pub prev_hash: Option<Digest>,
    /// Digest of what went in
    pub input_hash: Digest,
    /// Digest of what came out
    pub output_hash: Digest,
}

fn hashed(value: &Json) -> Result<Digest, Error> {
    Ok(canonical::digest(&normalised(value.clone()))?)
}

impl Operation for Invocation {
    const SPEC: Spec = Spec::new("cycle.invocation", "Tell of a tool called outside the palace, so that it stands in your session's chain")
        .http(Method::Post, "/v1/cycle/{sessionId}/invocations")
        .positional(&["sessionId", "toolName"])
        .also(&[(Dialect::Cycle, "record_invocation")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        let digest = |field: &str| hashed(input.get(field).unwrap_or(&json!({}))).map_or(Json::Null, |digest| json!(digest));
        Some(
            json!({ "sessionId": input["sessionId"], "toolName": input["toolName"], "inputHash": digest("inputObj"), "outputHash": digest("outputObj") }),
        )
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let session = cycle::under_way(cx.call, cx, &input.session_id)?;
        let mut meta = Json::Object(input.meta.unwrap_or_default());
        crate::memory::redact_json(&mut meta, &mut crate::memory::Secrets::new());
        let size = canonical::canonical(&meta)?.len();
        if size > META_BYTES_MAX {
            return Err(Code::InputTooLarge.refuse("meta", format!("`meta` has {size} bytes; at most {META_BYTES_MAX} are kept")).into());
        }
        let (house, now) = (cx.house, cx.call.now);
        let told = Told {
            id: InvocationId::mint("inv", &cx.call.tail()),
            session: session.id.clone(),
            tool_name: input.tool_name.into(),
            input_hash: hashed(&Json::Object(input.input_obj))?,
            output_hash: hashed(&Json::Object(input.output_obj))?,
            meta,
            at: now,
        };
        let prev_hash = cycle::head(cx, house, &session)?;
        let link = Link { input_hash: told.input_hash, output_hash: told.output_hash, prev_hash, tool_name: &told.tool_name, ts: &now.to_string() };
        let hash = link.hash()?;
        cx.put_invocation(&told)?;
        cx.about(&told.id);
        Ok(Output { id: told.id, session_id: session.id, hash, prev_hash, input_hash: told.input_hash, output_hash: told.output_hash })
    }
}
