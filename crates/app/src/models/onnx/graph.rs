//! The graph of a model: what is computed from what, in order.

use super::{
    Fault, ops,
    proto::{Field, each_field},
    tensor::Tensor,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// Steps at most; a large encoder has a few thousand.
const NODES_MAX: usize = 50_000;

/// A model, ready to run.
#[derive(Debug)]
pub(in crate::models) struct Graph {
    nodes: Vec<Node>,
    known: HashMap<String, Arc<Tensor>>,
    /// What it wants, without what the file already gives.
    pub(in crate::models) inputs: Vec<String>,
    /// What it gives.
    pub(in crate::models) outputs: Vec<String>,
}

/// One step.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) op: String,
    pub(super) inputs: Vec<String>,
    outputs: Vec<String>,
    attributes: HashMap<String, Attribute>,
    run: ops::Run,
    /// The version of the operators that the model was written for.
    pub(super) opset: i64,
    /// Values that nobody reads after this step.
    done: Vec<String>,
    /// A weight, arranged for multiplying once and for all.
    pub(super) packed: OnceLock<ops::Packed>,
    /// Whether the second input is the same in every run.
    pub(super) weighed: bool,
}

/// What a step is told besides its inputs.
#[derive(Clone, Debug, Default)]
struct Attribute {
    int: i64,
    float: f32,
    ints: Vec<i64>,
    floats: Vec<f32>,
    tensor: Option<Arc<Tensor>>,
}

impl Node {
    pub(super) fn int(&self, name: &str, otherwise: i64) -> i64 {
        self.attributes.get(name).map_or(otherwise, |attribute| attribute.int)
    }
    pub(super) fn float(&self, name: &str, otherwise: f32) -> f32 {
        self.attributes.get(name).map_or(otherwise, |attribute| attribute.float)
    }
    pub(super) fn ints(&self, name: &str) -> Option<&[i64]> {
        self.attributes.get(name).map(|attribute| attribute.ints.as_slice())
    }
    pub(super) fn floats(&self, name: &str) -> Option<&[f32]> {
        self.attributes.get(name).map(|attribute| attribute.floats.as_slice())
    }
    pub(super) fn tensor(&self, name: &str) -> Option<&Arc<Tensor>> {
        self.attributes.get(name)?.tensor.as_ref()
    }
    pub(super) fn has(&self, name: &str) -> bool {
        self.attributes.contains_key(name)
    }
    /// How many values it gives.
    pub(super) fn gives(&self) -> usize {
        self.outputs.len()
    }
}

impl Graph {
    /// Reads a ModelProto.
    pub(in crate::models) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let (mut graph, mut opset) = (None, 1);
        each_field(bytes, |number, field| {
            match number {
                7 => graph = Some(field.bytes()),
                8 => opset = opset.max(operators(field.bytes())?),
                _ => {}
            }
            Ok(())
        })?;
        let Some(bytes) = graph else { return Fault::new("the file is not an ONNX model: it has no graph") };
        let mut graph = Graph { nodes: Vec::new(), known: HashMap::new(), inputs: Vec::new(), outputs: Vec::new() };
        each_field(bytes, |number, field| graph.take(number, field, opset))?;
        let known = &graph.known;
        graph.inputs.retain(|name| !known.contains_key(name));
        for node in &mut graph.nodes {
            node.weighed = node.inputs.get(1).is_some_and(|name| known.contains_key(name));
        }
        graph.let_go();
        Ok(graph)
    }

    fn take(&mut self, number: u64, field: Field<'_>, opset: i64) -> Result<(), Fault> {
        match number {
            1 if self.nodes.len() >= NODES_MAX => return Fault::new(format!("the model has more than {NODES_MAX} steps")),
            1 => self.nodes.push(node(field.bytes(), opset)?),
            5 => {
                let (name, tensor) = Tensor::read(field.bytes())?;
                self.known.insert(name, Arc::new(tensor));
            }
            11 => self.inputs.push(value_name(field.bytes())?),
            12 => self.outputs.push(value_name(field.bytes())?),
            15 => return Fault::new("the model has sparse tensors, which are not read here"),
            _ => {}
        }
        Ok(())
    }

    /// Notes for every step what nobody reads after it, so that memory holds what is needed and no more.
    fn let_go(&mut self) {
        let mut wanted: BTreeSet<String> = self.outputs.iter().cloned().collect();
        for node in self.nodes.iter_mut().rev() {
            let names: BTreeSet<&String> = node.inputs.iter().chain(&node.outputs).filter(|name| !name.is_empty()).collect();
            let done = names.into_iter().filter(|name| !wanted.contains(*name)).cloned().collect();
            node.done = done;
            wanted.extend(node.done.iter().cloned());
        }
    }

    /// Runs the model and answers one of its outputs.
    pub(in crate::models) fn run(&self, inputs: Vec<(&str, Tensor)>, output: &str) -> Result<Tensor, Fault> {
        let mut values: HashMap<&str, Arc<Tensor>> = HashMap::new();
        for (name, tensor) in inputs {
            let Some(name) = self.inputs.iter().find(|known| *known == name) else { return Fault::new(format!("the model has no input `{name}`")) };
            values.insert(name, Arc::new(tensor));
        }
        for node in &self.nodes {
            let given: Vec<Option<Arc<Tensor>>> = node
                .inputs
                .iter()
                .map(|name| if name.is_empty() { None } else { values.get(name.as_str()).or_else(|| self.known.get(name)).cloned() })
                .collect();
            if let Some((name, _)) = node.inputs.iter().zip(&given).find(|(name, value)| !name.is_empty() && value.is_none()) {
                return Fault::new(format!("{} wants `{name}`, and nothing gives it", node.op));
            }
            let inputs: Vec<Option<&Tensor>> = given.iter().map(Option::as_deref).collect();
            let results = (node.run)(node, &inputs).map_err(|Fault(what)| Fault(format!("{}: {what}", node.op)))?;
            for (name, result) in node.outputs.iter().zip(results) {
                values.insert(name, Arc::new(result));
            }
            for name in &node.done {
                values.remove(name.as_str());
            }
        }
        match values.remove(output) {
            Some(tensor) => Ok(Arc::unwrap_or_clone(tensor)),
            None => Fault::new(format!("the model did not give `{output}`")),
        }
    }
}

/// The version of the plain operators that an OperatorSetIdProto names; 0 if it names others.
fn operators(bytes: &[u8]) -> Result<i64, Fault> {
    let (mut plain, mut version) = (true, 0);
    each_field(bytes, |number, field| {
        match number {
            1 => plain = matches!(field.bytes(), b"" | b"ai.onnx"),
            2 => version = field.int(),
            _ => {}
        }
        Ok(())
    })?;
    Ok(if plain { version } else { 0 })
}

fn value_name(bytes: &[u8]) -> Result<String, Fault> {
    let mut name = String::new();
    each_field(bytes, |number, field| {
        if number == 1 {
            name = field.text()?;
        }
        Ok(())
    })?;
    Ok(name)
}

fn node(bytes: &[u8], opset: i64) -> Result<Node, Fault> {
    let (mut op, mut domain) = (String::new(), String::new());
    let (mut inputs, mut outputs, mut attributes) = (Vec::new(), Vec::new(), HashMap::new());
    each_field(bytes, |number, field| {
        match number {
            1 => inputs.push(field.text()?),
            2 => outputs.push(field.text()?),
            4 => op = field.text()?,
            5 => {
                let (name, value) = attribute(field.bytes())?;
                attributes.insert(name, value);
            }
            7 => domain = field.text()?,
            _ => {}
        }
        Ok(())
    })?;
    let run = if matches!(domain.as_str(), "" | "ai.onnx") { ops::find(&op) } else { None };
    let Some(run) = run else {
        let op = if domain.is_empty() { op } else { format!("{domain}.{op}") };
        return Fault::new(format!(
            "the model uses the operator {op}, which is not known here; export it without fused operators, or serve it and configure the endpoint"
        ));
    };
    Ok(Node { op, inputs, outputs, attributes, run, opset, done: Vec::new(), packed: OnceLock::new(), weighed: false })
}

fn attribute(bytes: &[u8]) -> Result<(String, Attribute), Fault> {
    let (mut name, mut value) = (String::new(), Attribute::default());
    each_field(bytes, |number, field| {
        match (number, field) {
            (1, field) => name = field.text()?,
            (2, Field::Four(bytes)) => value.float = f32::from_le_bytes(bytes),
            (3, field) => value.int = field.int(),
            (5, field) => value.tensor = Some(Arc::new(Tensor::read(field.bytes())?.1)),
            (6, _) => return Fault::new("the model branches or loops, which is not done here"),
            (7, field) => field.floats(&mut value.floats),
            (8, field) => field.ints(&mut value.ints)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((name, value))
}
