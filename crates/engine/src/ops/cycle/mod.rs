//! The guarded cycle: seven phases, one after the other, with a receipt at the end. The server runs and judges them; whoever
//! calls brings a question and a draft, and is not believed about anything else.

pub mod consolidate;
pub mod finalize;
pub mod invocation;
pub mod lend;
pub mod pack;
pub mod route;
pub mod snapshot;
pub mod spend;
pub mod step;
pub mod token;
pub mod validate;

use crate::{
    Error, Work,
    cycle::{PackedContext, Validated, Wanted},
    governance::claim_state::settings,
};
use kernel::{
    claim::Tag,
    cycle::{Integrity, Phase, Violation, compared},
    id::ReceiptId,
    ledger::Digest,
    refusal::Code,
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{Cycle, Token};

/// Most labels of a cycle: an experience is given two more.
const KEYS_MAX: usize = 30;
/// Most bytes of a pack.
const BYTE_BUDGET_MAX: u32 = 1_000_000;
/// Cells of a pack, if nobody says.
const MAX_CELLS: u32 = 20;
/// Experiences of a pack, if nobody says.
const MAX_EXPERIENCES: u32 = 10;
/// Most of either.
const ITEMS_MAX: u32 = 1_000;

/// How a phase went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Status {
    /// It is done
    Ok,
    /// It lacks something, and is not done
    Waiting,
    /// It may not go on like this, and is not done
    Blocked,
    /// It does not hold, and is not done
    Failed,
}

/// Labels as they are compared, not too many.
pub(crate) fn keys(tags: Vec<Tag>) -> Result<Vec<String>, Error> {
    let keys = compared(&tags.into_iter().map(String::from).collect::<Vec<_>>());
    if keys.len() > KEYS_MAX {
        return Err(Code::InputInvalid.refuse("contextKeys", format!("at most {KEYS_MAX} context keys are taken; {} were given", keys.len())).into());
    }
    Ok(keys)
}

/// How much to pack, as asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) byte_budget: Option<u32>,
    pub(crate) max_cells: Option<u32>,
    pub(crate) max_experiences: Option<u32>,
}

impl Asked {
    /// Packs for a cycle, about these keys or those it began with.
    pub(crate) fn pack(self, cx: &mut Work<'_>, cycle: &mut Cycle, keys: Vec<String>) -> Result<crate::cycle::Pack, Error> {
        let size = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
        let house = cx.house;
        let budget = match self.byte_budget {
            Some(asked) => asked,
            None => settings(cx, house)?.cycle.byte_budget_default.get(),
        };
        if budget > BYTE_BUDGET_MAX {
            return Err(Code::InputInvalid
                .refuse("byteBudget", format!("`byteBudget`: at most {BYTE_BUDGET_MAX} bytes are packed; {budget} were asked for"))
                .into());
        }
        if !keys.is_empty() {
            cycle.context_keys = keys;
        }
        let (anchor, keys) = (crate::cycle::anchor(cx, cycle), cycle.context_keys.clone());
        let wanted = Wanted {
            anchor: &anchor,
            keys: &keys,
            byte_budget: size(budget),
            max_cells: size(self.max_cells.unwrap_or(MAX_CELLS).min(ITEMS_MAX)),
            max_experiences: size(self.max_experiences.unwrap_or(MAX_EXPERIENCES).min(ITEMS_MAX)),
        };
        crate::cycle::pack_for(cx, cycle, &wanted)
    }
}

/// A token, as it is given.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Given {
    /// Its id, which is what is shown to whoever asks for it
    pub token_id: String,
    /// Its form
    pub token_version: u8,
    /// Until when it is good
    pub expires_at: Moment,
    /// What it allows
    pub permissions: Vec<String>,
}

pub(crate) fn given(token: Token) -> Given {
    let payload: Json = serde_json::from_str(&token.signed.payload).unwrap_or(Json::Null);
    let permissions = payload["permissions"].as_array().map(|all| all.iter().filter_map(Json::as_str).map(str::to_owned).collect());
    Given { token_id: token.id, token_version: 2, expires_at: token.expires_at, permissions: permissions.unwrap_or_default() }
}

/// What judging a cycle came to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Verdict {
    /// Whether it came about as it should
    pub valid: bool,
    /// Why not
    pub errors: Vec<String>,
    /// What someone should look at
    pub warnings: Vec<String>,
    /// Calls of the session
    pub chain_count: usize,
    /// Digest of the last of them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invocation_chain_head: Option<Digest>,
    /// Whether the context that was named is the one that was packed
    pub context_hash_match: bool,
    /// The receipt
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// The token
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Given>,
}

impl From<Validated> for Verdict {
    fn from(validated: Validated) -> Self {
        let token = validated.token.map(given);
        let judged = validated.judged;
        Self {
            valid: judged.valid(),
            errors: judged.errors,
            warnings: judged.warnings,
            chain_count: judged.chain.links.len(),
            invocation_chain_head: judged.chain.links.last().map(|link| link.hash),
            context_hash_match: judged.context_hash_match,
            receipt_id: validated.receipt,
            token,
        }
    }
}

/// What a phase gives. Each has fields of its own; the rest is left out.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct PhaseOutput {
    /// The phase
    pub phase: Option<Phase>,
    /// How it went
    pub status: Option<Status>,
    /// What is to be done about it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What it lacks
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Digest of the session's state
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot_hash: Option<Digest>,
    /// Whose memory is asked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_mode: Option<String>,
    /// What else was said of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<Json>,
    /// The last phase of the cycle before
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_phase: Option<Phase>,
    /// What the cycle before had packed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_context_hash: Option<Digest>,
    /// What comes next
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_action: Option<Phase>,
    /// Whether there is a draft already
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_draft: Option<bool>,
    /// What to read
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_context: Option<PackedContext>,
    /// How many cells that is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_cells: Option<usize>,
    /// How many experiences that is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_experiences: Option<usize>,
    /// Digest of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_hash: Option<Digest>,
    /// Bytes of the pack
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_size: Option<usize>,
    /// Whether a draft was given
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft_provided: Option<bool>,
    /// The response, with the line that sums it up
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
    /// Whether it can stand
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrity: Option<Integrity>,
    /// The line that sums it up
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrity_line: Option<String>,
    /// What is wrong with it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violations: Option<Vec<Violation>>,
    /// What judging the cycle came to
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// success or fail
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// What is remembered of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experience_id: Option<kernel::id::ExperienceId>,
}

impl PhaseOutput {
    pub(crate) fn new(phase: Phase, status: Status) -> Self {
        Self { phase: Some(phase), status: Some(status), ..Self::default() }
    }
}

/// What the ledger keeps of an input with words in it: digests and sizes. A draft can be long, and nobody needs it twice.
pub(crate) fn words_out(input: &Json) -> Json {
    let mut kept = input.clone();
    hide(&mut kept);
    if let Some(inner) = kept.get_mut("input") {
        hide(inner);
    }
    kept
}

fn hide(value: &mut Json) {
    for field in ["draft", "userInput", "context", "summary", "finalizeResult", "governanceResult", "cells", "experiences"] {
        if let Some(said) = value.get_mut(field) {
            let text = said.to_string();
            *said = json!({ "digest": Digest::of(text.as_bytes()), "bytes": text.len() });
        }
    }
}

/// What the ledger keeps of an answer: not what is shown from rows, nor the response.
pub(crate) fn shown_out(output: &Json) -> Json {
    let mut kept = output.clone();
    drop_words(&mut kept);
    if let Some(inner) = kept.get_mut("output") {
        drop_words(inner);
    }
    kept
}

fn drop_words(value: &mut Json) {
    if let Some(fields) = value.as_object_mut() {
        fields.remove("packedContext");
        fields.remove("response");
    }
}

/// A hash that is sent back; empty means that nobody kept it.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String", inline)]
pub struct Hash(pub Option<Digest>);

impl TryFrom<String> for Hash {
    type Error = kernel::text::Malformed;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let read = || text.parse().map(Some).map_err(|_| kernel::text::Malformed::new(&text, "a hash of 64 hexadecimal digits"));
        Ok(Self(if text.is_empty() { None } else { read()? }))
    }
}
