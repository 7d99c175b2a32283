//! Many numbers to one, and what is normalised by such a one.

use super::{Given, at, axes, axis, maybe, one};
use crate::models::onnx::{
    Fault,
    graph::Node,
    tensor::{Data, Tensor, size},
};

#[expect(clippy::cast_precision_loss, reason = "a dimension is far below sixteen million")]
pub(super) fn reduce(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let data = x.floats()?;
    let rank = x.shape.len();
    let asked = axes(node, inputs, 1)?.filter(|axes| !axes.is_empty());
    let mut reduced = vec![asked.is_none(); rank];
    if asked.is_none() && node.int("noop_with_empty_axes", 0) == 1 {
        return Ok(vec![x.clone()]);
    }
    for asked in asked.unwrap_or_default() {
        let Some(place) = reduced.get_mut(axis(asked, rank)?) else { return Fault::new("it reduces a dimension that is not there") };
        *place = true;
    }
    let kept: Vec<usize> = x.shape.iter().zip(&reduced).map(|(n, reduced)| if *reduced { 1 } else { *n }).collect();
    let count = size(&x.shape)?.checked_div(size(&kept)?).unwrap_or(0);
    let start = if node.op == "ReduceMax" { f32::NEG_INFINITY } else { 0.0 };
    let mut sums = vec![start; size(&kept)?];
    for (value, place) in data.iter().zip(super::numbers::places(&kept, &x.shape)?) {
        let Some(sum) = sums.get_mut(place) else { return Fault::new("its input does not fit its shape") };
        *sum = match node.op.as_str() {
            "ReduceL2" => *sum + value * value,
            "ReduceMax" => sum.max(*value),
            _ => *sum + value,
        };
    }
    match node.op.as_str() {
        "ReduceMean" => sums.iter_mut().for_each(|sum| *sum /= count as f32),
        "ReduceL2" => sums.iter_mut().for_each(|sum| *sum = sum.sqrt()),
        _ => {}
    }
    let shape = if node.int("keepdims", 1) == 1 { kept } else { x.shape.iter().zip(&reduced).filter(|(_, r)| !**r).map(|(n, _)| *n).collect() };
    one(shape, Data::F32(sums))
}

/// Over the last dimension, as encoders do; before version 13 "axis 1" meant "all from there on".
pub(super) fn softmax(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let rank = x.shape.len();
    let asked = axis(node.int("axis", if node.opset >= 13 { -1 } else { 1 }), rank)?;
    let width = if node.opset < 13 {
        x.shape.get(asked..).map(size).transpose()?.unwrap_or(1)
    } else if asked + 1 == rank {
        x.shape.last().copied().unwrap_or(1)
    } else {
        return Fault::new("it is done over the last dimension only");
    };
    let mut data = x.floats()?.to_vec();
    for row in data.chunks_exact_mut(width.max(1)) {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for value in row.iter_mut() {
            *value = (*value - most).exp();
            sum += *value;
        }
        for value in row {
            *value /= sum;
        }
    }
    one(x.shape.clone(), Data::F32(data))
}

#[expect(clippy::cast_precision_loss, reason = "a dimension is far below sixteen million")]
pub(super) fn layer_norm(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (x, scale) = (at(inputs, 0)?, at(inputs, 1)?.floats()?);
    let shift = maybe(inputs, 2).map(Tensor::floats).transpose()?;
    let from = axis(node.int("axis", -1), x.shape.len())?;
    let width = x.shape.get(from..).map(size).transpose()?.unwrap_or(1);
    if scale.len() != width || shift.is_some_and(|shift| shift.len() != width) || width == 0 || node.gives() > 1 {
        return Fault::new("its scale does not fit its input");
    }
    let epsilon = node.float("epsilon", 1e-5);
    let mut data = x.floats()?.to_vec();
    for row in data.chunks_exact_mut(width) {
        let mean = row.iter().sum::<f32>() / width as f32;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / width as f32;
        let factor = (variance + epsilon).sqrt().recip();
        for (place, value) in row.iter_mut().enumerate() {
            *value = (*value - mean) * factor * scale[place] + shift.map_or(0.0, |shift| shift[place]);
        }
    }
    one(x.shape.clone(), Data::F32(data))
}
