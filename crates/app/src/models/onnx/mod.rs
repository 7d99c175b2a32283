//! A small interpreter of ONNX files: enough operators for BERT-like sentence encoders, in f32 and dynamically quantised.
//!
//! Everything is bounded and nothing panics: a file that is broken, too large or beyond it is refused with what it is.
//! Not here: training, control flow, custom operators, accelerators. Whoever needs those runs a server and configures it.

mod graph;
mod ops;
mod proto;
mod tensor;
#[cfg(test)]
mod tests;

pub(super) use graph::Graph;
pub(super) use tensor::{Data, Tensor};

/// Why a model cannot be read or run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault(pub(super) String);

impl Fault {
    fn new<T>(what: impl Into<String>) -> Result<T, Fault> {
        Err(Fault(what.into()))
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
