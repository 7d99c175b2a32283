//! Models beside the one in the binary, by configuration: an endpoint that speaks the OpenAI shape, or a sentence model
//! in an ONNX file. They are asked for vectors and for nothing else.
//!
//! Not here: when a model's vectors serve. The engine lets the old ones answer until the new ones are whole.

mod background;
mod config;
mod endpoint;
mod onnx;
mod sentence;
mod wordpiece;

pub(crate) use background::fill;
pub use background::{Background, in_background};
pub use config::{Embedding, read};

use crate::home::Home;
use kernel::refusal::Refusal;
use search::embed::Embedder;
use std::sync::Arc;

/// Texts that a model is given at once, by whoever fills.
pub const AT_ONCE: i64 = 32;

/// The model that this home's configuration names, ready to be asked. Nothing is opened and nobody is called yet.
pub fn configured(home: &Home) -> Result<Option<Arc<dyn Embedder>>, Refusal> {
    Ok(match config::read(home)? {
        None => None,
        Some(Embedding::Endpoint(settings)) => Some(Arc::new(endpoint::Endpoint::new(settings))),
        Some(Embedding::Onnx(settings)) => Some(Arc::new(sentence::Sentence::new(settings))),
    })
}
