//! Forget the vectors of a model that is not used any more. The one in the binary keeps its own: it serves when no other does.

use crate::{Error, Method, Operation, Spec, Work};
use kernel::{effect::Propose, gate::Agents, refusal::Code, text::Name};
use schemars::JsonSchema;
use search::embed::{Maker, Model};
use serde::{Deserialize, Serialize};
use store::VectorSet;

/// Forgets a model's vectors.
#[derive(Debug)]
pub struct Drop;

/// Whose vectors.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The model
    pub model: Name,
}

/// What is gone.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Vectors forgotten
    pub forgotten: i64,
}

impl Operation for Drop {
    const SPEC: Spec = Spec::new("index.drop", "Forget the vectors of a model that is not used any more")
        .http(Method::Post, "/v1/index/drop")
        .positional(&["model"])
        .agents(Agents::Never);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { model }: Input) -> Result<Output, Error> {
        if model.as_str() == Model::embedded().name() {
            return Err(Code::InputInvalid.refuse(model.as_str(), "the model in the binary always serves, so its vectors stay").into());
        }
        // One set by its whole name, or every set of a model by the name it is configured under.
        let sets: Vec<VectorSet> =
            cx.vector_sets()?.into_iter().filter(|set| set.model == model.as_str() || Maker::read(&set.model).name() == model.as_str()).collect();
        if sets.is_empty() {
            return Err(Code::NotFound
                .refuse(model.as_str(), format!("there are no vectors of a model `{}`", model.as_str()))
                .next("See the models with `palace embed`")
                .into());
        }
        let mut forgotten = 0;
        for set in sets {
            forgotten += cx.vector_count(set.n)?;
            cx.drop_vector_set(set.n)?;
        }
        cx.about(model.as_str());
        Ok(Output { forgotten })
    }
}
