//! Input requests of the stateless era, round after round.
//!
//! The round is kept in the sealed state that travels through the client; nothing is kept here.

use rmcp::model::{ClientCapabilities, ErrorData, InputRequest, InputRequests, InputRequiredResult, InputResponses, RequestStateCodec, SealOptions};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is asked for, one map of requests per round.
#[derive(Deserialize)]
pub(super) struct Rounds {
    requests: Vec<InputRequests>,
    /// Whether the round travels in a state; without it there is one round.
    state: bool,
    /// How the answer begins.
    says: String,
}

/// What a call with rounds comes to.
pub(super) enum Next {
    /// Something is still missing.
    Ask(InputRequiredResult),
    /// Everything is there; this is the answer.
    Done(String),
}

/// Seals the states of one run of the fixture.
pub(super) fn codec() -> RequestStateCodec {
    // The suite alone sees these states, and it is meant to try to forge them.
    RequestStateCodec::new_unchecked(*b"a key that protects nothing real")
}

impl Rounds {
    /// Decides what comes next from what the client brought.
    pub(super) fn next(
        &self,
        states: &RequestStateCodec,
        name: &str,
        state: Option<&str>,
        responses: Option<&InputResponses>,
        client: Option<&ClientCapabilities>,
    ) -> Result<Next, ErrorData> {
        let mut round = match state.filter(|_| self.state) {
            None => 0,
            Some(state) => states
                .open_json_with::<usize>(state, name.as_bytes())
                .map_err(|error| ErrorData::invalid_params(format!("`requestState` cannot be used: {error}"), None))?,
        };
        let expected = !self.state || state.is_some();
        let answered = self.requests.get(round).is_some_and(|requests| {
            requests.iter().all(|(key, request)| {
                let response = responses.and_then(|responses| responses.get(key));
                response.is_some_and(|response| answers(request, response))
            })
        });
        if expected && answered {
            round += 1;
        }
        let Some(requests) = self.requests.get(round) else {
            let said = json!(responses);
            return Ok(Next::Done(format!("{} {said}", self.says)));
        };
        let able = |request: &InputRequest| client.is_some_and(|client| can(client, request));
        let mut requests = requests.clone();
        requests.retain(|_, request| able(request));
        let state = if self.state {
            let options = SealOptions::new().associated_data(name.as_bytes());
            let sealed = states.seal_json_with(&round, &options);
            Some(sealed.map_err(|error| ErrorData::internal_error(error.to_string(), None))?)
        } else {
            None
        };
        Ok(Next::Ask(InputRequiredResult::new(Some(requests), state)))
    }
}

/// Whether a response has the shape its request asks for.
fn answers(request: &InputRequest, response: &Value) -> bool {
    match request {
        InputRequest::Elicitation(_) => response["action"].is_string(),
        InputRequest::CreateMessage(_) => !response["content"].is_null(),
        InputRequest::ListRoots(_) => response["roots"].is_array(),
        _ => false,
    }
}

/// Whether the client declared that it can answer a request.
fn can(client: &ClientCapabilities, request: &InputRequest) -> bool {
    match request {
        InputRequest::Elicitation(_) => client.elicitation.is_some(),
        InputRequest::CreateMessage(_) => client.sampling.is_some(),
        InputRequest::ListRoots(_) => client.roots.is_some(),
        _ => false,
    }
}
