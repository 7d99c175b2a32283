//! Take in the vectors that a model outside the binary has made. Until its set is whole, the one before serves.

pub use crate::memory::Made;
use crate::{
    Error, Method, Operation, Spec, Work,
    memory::{Blocks, begin_set, query_embedding::made_by},
};
use kernel::{effect::Propose, gate::Agents, ledger::from_hex, refusal::Code, text::Name};
use schemars::JsonSchema;
use search::{
    code, code_bytes,
    embed::{DIMS, Maker, Vector},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Takes in vectors.
#[derive(Debug)]
pub struct Fill;

/// What a model made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The model
    pub model: Name,
    /// Its vectors
    #[serde(default)]
    pub made: Vec<Made>,
}

/// How far it is.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Vectors taken in now
    pub made: usize,
    /// The set is whole and serves from now on
    pub serving: bool,
}

impl Operation for Fill {
    const SPEC: Spec = Spec::new("index.fill", "Take in vectors that the configured model has made")
        .http(Method::Post, "/v1/index/fill")
        .positional(&["model"])
        .files(&["made"])
        .agents(Agents::HouseOnly)
        .bytes_max(16 << 20);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { model, made }: Input) -> Result<Output, Error> {
        let sets = cx.vector_sets()?;
        let now = cx.call.now;
        let set = match made_by(&sets, &Maker::read(model.as_str())) {
            Some(set) => set.n,
            None => begin_set(cx, &sets, model.as_str(), now)?,
        };
        let mut blocks = Blocks::of(set);
        // The model read outside any transaction. What was erased or replaced meanwhile gets no vector.
        let numbers: Vec<i64> = made.iter().map(|made| made.item).collect();
        let current: BTreeSet<i64> = cx.items(&numbers)?.into_iter().filter(|item| item.until.is_none()).map(|item| item.n).collect();
        for Made { item, vector } in made.iter().filter(|made| current.contains(&made.item)) {
            let bytes: [u8; DIMS] =
                from_hex(vector).ok_or_else(|| Code::InputInvalid.refuse("vector", format!("a vector is {} hexadecimal digits", DIMS * 2)))?;
            let vector = Vector::from_bytes(&bytes).unwrap_or(Vector::ZERO);
            cx.put_vector(set, *item, &bytes)?;
            blocks.place(cx, *item, Some(&code_bytes(&code(&vector))[..]))?;
        }
        blocks.close(cx)?;
        let whole = cx.without_vector(set, 1)?.is_empty();
        if let (true, Some(mut kept)) = (whole, cx.vector_sets()?.into_iter().find(|kept| kept.n == set)) {
            kept.state = store::SetState::Serving;
            cx.put_vector_set(&kept)?;
        }
        cx.about(model.as_str());
        Ok(Output { made: made.len(), serving: whole })
    }

    fn noted(input: &Json) -> Option<Json> {
        Some(json!({ "model": input["model"], "made": input["made"].as_array().map_or(0, Vec::len) }))
    }
}
