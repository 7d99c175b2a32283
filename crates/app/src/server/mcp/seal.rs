//! Asks a person for a seal in the stateless era, by an input request the client shows.
//!
//! The state that travels through the client is authenticated and bound to the caller, the tool
//! and its arguments. It grants nothing: the house is asked again on every retry and decides by
//! its own record whether the seal is there.

use std::{collections::BTreeMap, time::Duration};

use rmcp::model::{
    BooleanSchema, ClientCapabilities, ElicitRequest, ElicitRequestParams, ElicitationSchema, ErrorData, InputRequest, InputRequiredResult,
    InputResponses, RequestStateCodec, SealOptions,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::service::Caller;

/// The name of our one input request.
const SEAL: &str = "seal";
/// After this many questions the refusal itself is the answer, so no client asks for ever.
const ROUNDS_MAX: u8 = 3;
/// A person has this long to find the terminal.
const STATE_TTL: Duration = Duration::from_mins(15);

/// Seals and opens the state of calls that wait for a person.
pub(super) struct Seals {
    codec: RequestStateCodec,
}

/// Where a call stands in asking for a seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Round {
    asked: u8,
    declined: bool,
}

#[derive(Serialize, Deserialize)]
struct State {
    asked: u8,
}

impl Seals {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self {
            // The type of the key already says what `try_new` would check.
            codec: RequestStateCodec::new_unchecked(key),
        }
    }

    /// Reads the state a retry brings back. No state is the first round.
    pub(super) fn reopen(&self, binding: &[u8], state: Option<&str>, responses: Option<&InputResponses>) -> Result<Round, ErrorData> {
        let Some(state) = state else {
            return Ok(Round { asked: 0, declined: false });
        };
        let state: State = self
            .codec
            .open_json_with(state, binding)
            .map_err(|error| ErrorData::invalid_params(format!("`requestState` cannot be used: {error}; call the tool again without it"), None))?;
        let action = responses.and_then(|responses| responses.get(SEAL)).and_then(|response| response.get("action")).and_then(Value::as_str);
        Ok(Round { asked: state.asked, declined: matches!(action, Some("decline" | "cancel")) })
    }

    /// The input request for the next round, or nothing when asking again would not help.
    pub(super) fn ask(&self, binding: &[u8], round: Round, client: Option<&ClientCapabilities>, request: &str) -> Option<InputRequiredResult> {
        if round.declined || round.asked >= ROUNDS_MAX || !shows_forms(client) {
            return None;
        }
        let state = State { asked: round.asked + 1 };
        let options = SealOptions::new().associated_data(binding).ttl(STATE_TTL);
        let state = self.codec.seal_json_with(&state, &options).ok()?;
        let schema =
            ElicitationSchema::builder().required_bool_property("done", |done| BooleanSchema::title(done, "I have run the command")).build().ok()?;
        let form =
            ElicitRequest::new(ElicitRequestParams::FormElicitationParams { meta: None, message: request.to_owned(), requested_schema: schema });
        let requests = BTreeMap::from([(SEAL.to_owned(), InputRequest::Elicitation(form))]);
        Some(InputRequiredResult::new(Some(requests), Some(state)))
    }
}

/// What a state is bound to: the same principal, tool and arguments, or it does not open.
pub(super) fn binding(caller: &Caller, tool: &str, arguments: &Map<String, Value>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [caller.principal.as_bytes(), tool.as_bytes(), Value::Object(arguments.clone()).to_string().as_bytes()] {
        // Lengths are hashed too: ("ab","c") and ("a","bc") must differ.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// A client that declared elicitation without naming a mode shows forms.
fn shows_forms(client: Option<&ClientCapabilities>) -> bool {
    client.and_then(|client| client.elicitation.as_ref()).is_some_and(|elicitation| elicitation.form.is_some() || elicitation.url.is_none())
}
