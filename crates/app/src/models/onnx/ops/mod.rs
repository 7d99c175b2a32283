//! The operators, each a function of a step and its inputs. Here is the list; beside it, one file for each sort.

mod integers;
mod matrix;
mod numbers;
mod reduce;
mod shapes;

use super::{Fault, graph::Node, tensor::Tensor};
pub(super) use integers::Packed;

/// What a step gives.
type Given = Result<Vec<Tensor>, Fault>;
/// What runs a step.
pub(super) type Run = fn(&Node, &[Option<&Tensor>]) -> Given;

/// The operator of a name.
pub(super) fn find(name: &str) -> Option<Run> {
    OPERATORS.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

#[rustfmt::skip] // a table
const OPERATORS: &[(&str, Run)] = &[
    ("Abs", numbers::unary), ("Erf", numbers::unary), ("Exp", numbers::unary), ("Gelu", numbers::unary), ("Log", numbers::unary),
    ("Neg", numbers::unary), ("Reciprocal", numbers::unary), ("Relu", numbers::unary), ("Sigmoid", numbers::unary), ("Sqrt", numbers::unary),
    ("Tanh", numbers::unary),
    ("Add", numbers::binary), ("Sub", numbers::binary), ("Mul", numbers::binary), ("Div", numbers::binary), ("Pow", numbers::binary),
    ("Max", numbers::binary), ("Min", numbers::binary),
    ("Equal", numbers::compare), ("Greater", numbers::compare), ("GreaterOrEqual", numbers::compare), ("Less", numbers::compare),
    ("LessOrEqual", numbers::compare), ("And", numbers::compare), ("Or", numbers::compare),
    ("Not", numbers::not), ("IsNaN", numbers::is_nan), ("Where", numbers::choose), ("Clip", numbers::clip), ("Cast", numbers::cast),
    ("ReduceMean", reduce::reduce), ("ReduceSum", reduce::reduce), ("ReduceL2", reduce::reduce), ("ReduceMax", reduce::reduce),
    ("Softmax", reduce::softmax), ("LayerNormalization", reduce::layer_norm),
    ("MatMul", matrix::matmul), ("Gemm", matrix::gemm),
    ("DynamicQuantizeLinear", integers::quantize), ("DequantizeLinear", integers::dequantize), ("MatMulInteger", integers::matmul),
    ("Identity", shapes::identity), ("Dropout", shapes::identity), ("Constant", shapes::constant), ("ConstantOfShape", shapes::constant_of_shape),
    ("Shape", shapes::shape), ("Reshape", shapes::reshape), ("Flatten", shapes::flatten), ("Squeeze", shapes::squeeze),
    ("Unsqueeze", shapes::unsqueeze), ("Transpose", shapes::transpose), ("Concat", shapes::concat), ("Slice", shapes::slice),
    ("Split", shapes::split), ("Gather", shapes::gather), ("Expand", shapes::expand), ("Range", shapes::range),
];

/// An input that must be there.
fn at<'t>(inputs: &[Option<&'t Tensor>], place: usize) -> Result<&'t Tensor, Fault> {
    maybe(inputs, place).map_or_else(|| Fault::new(format!("input {place} is missing")), Ok)
}

/// An input that may be there.
fn maybe<'t>(inputs: &[Option<&'t Tensor>], place: usize) -> Option<&'t Tensor> {
    inputs.get(place).copied().flatten()
}

/// One value.
fn one(shape: Vec<usize>, data: super::tensor::Data) -> Given {
    Ok(vec![Tensor::new(shape, data)?])
}

/// A dimension, counted from the end if it is negative. `rank` itself is allowed where something may be put behind the last.
fn axis(axis: i64, rank: usize) -> Result<usize, Fault> {
    let counted = if axis < 0 { i64::try_from(rank).ok().and_then(|rank| rank.checked_add(axis)) } else { Some(axis) };
    match counted.and_then(|axis| usize::try_from(axis).ok()).filter(|axis| *axis <= rank) {
        Some(axis) => Ok(axis),
        None => Fault::new(format!("there is no dimension {axis} among {rank}")),
    }
}

/// Dimensions from an attribute, or from an input in newer models.
fn axes(node: &Node, inputs: &[Option<&Tensor>], place: usize) -> Result<Option<Vec<i64>>, Fault> {
    match (node.ints("axes"), maybe(inputs, place)) {
        (Some(axes), _) => Ok(Some(axes.to_vec())),
        (None, Some(axes)) => Ok(Some(axes.ints()?)),
        (None, None) => Ok(None),
    }
}
