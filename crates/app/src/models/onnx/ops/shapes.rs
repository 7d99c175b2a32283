//! What arranges numbers and changes none of them.

use super::{Given, at, axes, axis, maybe, one};
use crate::models::onnx::{
    Fault,
    graph::Node,
    tensor::{Data, Tensor, size, strides},
};

pub(super) fn identity(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    Ok(vec![at(inputs, 0)?.clone()])
}

pub(super) fn constant(node: &Node, _: &[Option<&Tensor>]) -> Given {
    if let Some(value) = node.tensor("value") {
        return Ok(vec![Tensor::clone(value)]);
    }
    if node.has("value_int") {
        return one(vec![], Data::I64(vec![node.int("value_int", 0)]));
    }
    if node.has("value_float") {
        return one(vec![], Data::F32(vec![node.float("value_float", 0.0)]));
    }
    match (node.ints("value_ints"), node.floats("value_floats")) {
        (Some(ints), _) => one(vec![ints.len()], Data::I64(ints.to_vec())),
        (None, Some(floats)) => one(vec![floats.len()], Data::F32(floats.to_vec())),
        (None, None) => Fault::new("it holds nothing that is known here"),
    }
}

pub(super) fn constant_of_shape(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let shape = lengths(&at(inputs, 0)?.ints()?)?;
    let count = size(&shape)?;
    let value = node.tensor("value").map_or(Data::F32(vec![0.0]), |tensor| tensor.data.clone());
    value.picked(std::iter::repeat_n(0, count)).map_or_else(|| Fault::new("its value is empty"), |data| one(shape, data))
}

pub(super) fn shape(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let rank = x.shape.len();
    let (from, to) = (axis(node.int("start", 0), rank)?, axis(node.int("end", i64::try_from(rank).unwrap_or(0)), rank)?);
    let shape: Vec<i64> = x.shape.get(from..to).unwrap_or_default().iter().map(|n| i64::try_from(*n).unwrap_or(0)).collect();
    one(vec![shape.len()], Data::I64(shape))
}

pub(super) fn reshape(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let asked = at(inputs, 1)?.ints()?;
    let keeps_zero = node.int("allowzero", 0) == 0;
    let mut shape = Vec::with_capacity(asked.len());
    for (place, n) in asked.iter().enumerate() {
        shape.push(match *n {
            -1 => 1,
            0 if keeps_zero => x.shape.get(place).copied().unwrap_or(0),
            n => lengths(&[n])?[0],
        });
    }
    if let Some(open) = asked.iter().position(|n| *n == -1) {
        shape[open] = size(&x.shape)?.checked_div(size(&shape)?).unwrap_or(0);
    }
    Ok(vec![x.reshaped(shape)?])
}

pub(super) fn flatten(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let (head, tail) = x.shape.split_at(axis(node.int("axis", 1), x.shape.len())?);
    Ok(vec![x.reshaped(vec![size(head)?, size(tail)?])?])
}

pub(super) fn squeeze(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let mut gone = vec![false; x.shape.len()];
    match axes(node, inputs, 1)? {
        None => gone.iter_mut().zip(&x.shape).for_each(|(gone, n)| *gone = *n == 1),
        Some(axes) => {
            for asked in axes {
                let Some(gone) = gone.get_mut(axis(asked, x.shape.len())?) else { return Fault::new("it squeezes a dimension that is not there") };
                *gone = true;
            }
        }
    }
    let shape = x.shape.iter().zip(gone).filter(|(_, gone)| !gone).map(|(n, _)| *n).collect();
    Ok(vec![x.reshaped(shape)?])
}

pub(super) fn unsqueeze(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let Some(axes) = axes(node, inputs, 1)? else { return Fault::new("it does not say where") };
    let rank = x.shape.len() + axes.len();
    let mut new = Vec::with_capacity(axes.len());
    for asked in axes {
        new.push(axis(asked, rank)?);
    }
    new.sort_unstable();
    let mut shape = x.shape.clone();
    for place in new {
        if place > shape.len() {
            return Fault::new("it puts a dimension beyond the last");
        }
        shape.insert(place, 1);
    }
    Ok(vec![x.reshaped(shape)?])
}

pub(super) fn transpose(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let order = match node.ints("perm") {
        Some(perm) => lengths(perm)?,
        None => (0..x.shape.len()).rev().collect(),
    };
    Ok(vec![turned(x, &order)?])
}

/// Dimensions in another order.
pub(super) fn turned(x: &Tensor, order: &[usize]) -> Result<Tensor, Fault> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..x.shape.len()) {
        return Fault::new(format!("{order:?} is no order of {} dimensions", x.shape.len()));
    }
    let own = strides(&x.shape);
    let shape: Vec<usize> = order.iter().map(|i| x.shape[*i]).collect();
    let steps: Vec<usize> = order.iter().map(|i| own[*i]).collect();
    picked(x, shape, &steps, 0)
}

/// The numbers from a start on, by steps of each dimension.
fn picked(x: &Tensor, shape: Vec<usize>, steps: &[usize], start: usize) -> Result<Tensor, Fault> {
    let own = strides(&shape);
    let dims: Vec<(usize, usize, usize)> = shape.iter().zip(&own).zip(steps).map(|((n, own), step)| (*n, *own, *step)).collect();
    let places = (0..size(&shape)?).map(|place| dims.iter().fold(start, |from, (n, own, step)| from + place / own % n * step));
    match x.data.picked(places) {
        Some(data) => Tensor::new(shape, data),
        None => Fault::new("it reaches beyond its input"),
    }
}

pub(super) fn concat(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let first = at(inputs, 0)?;
    let along = axis(node.int("axis", 0), first.shape.len())?;
    if along >= first.shape.len() {
        return Fault::new("it joins along a dimension that is not there");
    }
    let mut shape = first.shape.clone();
    shape[along] = 0;
    let mut parts = Vec::with_capacity(inputs.len());
    for place in 0..inputs.len() {
        let part = at(inputs, place)?;
        let fits = part.shape.len() == shape.len() && part.shape.iter().zip(&shape).enumerate().all(|(i, (a, b))| i == along || a == b);
        if !fits {
            return Fault::new(format!("shapes {:?} and {:?} do not join", first.shape, part.shape));
        }
        shape[along] += part.shape[along];
        parts.push(part);
    }
    size(&shape)?;
    let outer = size(&shape[..along])?;
    let inner = size(&shape[along + 1..])?;
    let length = |part: &Tensor| part.shape[along] * inner;
    let joined = match &first.data {
        Data::F32(_) => {
            let mut all = Vec::new();
            for part in &parts {
                all.push((part.floats()?, length(part)));
            }
            join(outer, &all).map(Data::F32)
        }
        Data::I64(_) | Data::I32(_) | Data::Bool(_) => {
            let mut all = Vec::new();
            for part in &parts {
                all.push((part.ints()?, length(part)));
            }
            let all: Vec<(&[i64], usize)> = all.iter().map(|(data, length)| (data.as_slice(), *length)).collect();
            join(outer, &all).map(Data::I64)
        }
        other @ (Data::U8(_) | Data::I8(_)) => return Fault::new(format!("{} is not joined here", other.kind())),
    };
    joined.map_or_else(|| Fault::new("its inputs do not fit their shapes"), |data| one(shape, data))
}

/// Parts in turn, so much of each, as often as it is said.
fn join<T: Copy>(times: usize, parts: &[(&[T], usize)]) -> Option<Vec<T>> {
    let mut out = Vec::new();
    for i in 0..times {
        for (data, length) in parts {
            out.extend_from_slice(data.get(i * length..(i + 1) * length)?);
        }
    }
    Some(out)
}

pub(super) fn slice(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let list = |name: &str, place: usize| -> Result<Option<Vec<i64>>, Fault> {
        match (node.ints(name), maybe(inputs, place)) {
            (Some(list), _) => Ok(Some(list.to_vec())),
            (None, Some(tensor)) => Ok(Some(tensor.ints()?)),
            (None, None) => Ok(None),
        }
    };
    let (Some(starts), Some(ends)) = (list("starts", 1)?, list("ends", 2)?) else { return Fault::new("it does not say from where to where") };
    let axes = list("axes", 3)?.unwrap_or_else(|| (0..i64::try_from(starts.len()).unwrap_or(0)).collect());
    let by = list("steps", 4)?.unwrap_or_else(|| vec![1; starts.len()]);
    let (mut shape, mut steps, mut start) = (x.shape.clone(), strides(&x.shape), 0_usize);
    for (((from, to), asked), step) in starts.iter().zip(&ends).zip(&axes).zip(&by) {
        let place = axis(*asked, x.shape.len())?;
        let (Some(n), Ok(step)) = (x.shape.get(place).copied(), usize::try_from(*step)) else { return Fault::new("it steps backwards") };
        if step == 0 {
            return Fault::new("it does not step at all");
        }
        let length = i64::try_from(n).unwrap_or(i64::MAX);
        let bound = |at: i64| usize::try_from(if at < 0 { at.saturating_add(length) } else { at }.clamp(0, length)).unwrap_or(0);
        let (from, to) = (bound(*from), bound(*to));
        shape[place] = to.saturating_sub(from).div_ceil(step);
        start += from * steps[place];
        steps[place] = steps[place].saturating_mul(step);
    }
    Ok(vec![picked(x, shape, &steps, start)?])
}

pub(super) fn split(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let along = axis(node.int("axis", 0), x.shape.len())?;
    let Some(n) = x.shape.get(along).copied() else { return Fault::new("it splits a dimension that is not there") };
    let parts = match (node.ints("split"), maybe(inputs, 1)) {
        (Some(parts), _) => lengths(parts)?,
        (None, Some(parts)) => lengths(&parts.ints()?)?,
        (None, None) => {
            let each = n.div_ceil(node.gives().max(1));
            (0..node.gives()).map(|i| each.min(n.saturating_sub(i * each))).collect()
        }
    };
    let (steps, mut from, mut out) = (strides(&x.shape), 0_usize, Vec::new());
    for part in parts {
        let mut shape = x.shape.clone();
        shape[along] = part;
        if from.saturating_add(part) > n {
            return Fault::new("its parts are more than the whole");
        }
        out.push(picked(x, shape, &steps, from * steps[along])?);
        from += part;
    }
    Ok(out)
}

pub(super) fn gather(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (x, wanted) = (at(inputs, 0)?, at(inputs, 1)?);
    let along = axis(node.int("axis", 0), x.shape.len())?;
    let Some(n) = x.shape.get(along).copied() else { return Fault::new("it takes from a dimension that is not there") };
    let mut rows = Vec::with_capacity(wanted.data.len());
    for row in wanted.ints()? {
        let counted = if row < 0 { row.saturating_add(i64::try_from(n).unwrap_or(0)) } else { row };
        match usize::try_from(counted).ok().filter(|row| *row < n) {
            Some(row) => rows.push(row),
            None => return Fault::new(format!("there is no row {row} among {n}")),
        }
    }
    let (outer, inner) = (size(&x.shape[..along])?, size(&x.shape[along + 1..])?);
    let shape: Vec<usize> = x.shape[..along].iter().chain(&wanted.shape).chain(&x.shape[along + 1..]).copied().collect();
    size(&shape)?;
    let rows = &rows;
    let places = (0..outer).flat_map(|i| rows.iter().flat_map(move |row| (0..inner).map(move |j| (i * n + row) * inner + j)));
    x.data.picked(places).map_or_else(|| Fault::new("it reaches beyond its input"), |data| one(shape, data))
}

pub(super) fn expand(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let shape = super::numbers::stretched(&x.shape, &lengths(&at(inputs, 1)?.ints()?)?)?;
    let data = x.data.picked(super::numbers::places(&x.shape, &shape)?);
    data.map_or_else(|| Fault::new("it reaches beyond its input"), |data| one(shape, data))
}

pub(super) fn range(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let number = |place: usize| at(inputs, place)?.ints()?.first().copied().map_or_else(|| Fault::new("an empty bound"), Ok);
    let (start, limit, step) = (number(0)?, number(1)?, number(2)?);
    if step == 0 {
        return Fault::new("it does not step at all");
    }
    let span = limit.saturating_sub(start);
    let count = if (span > 0) == (step > 0) { span.unsigned_abs().div_ceil(step.unsigned_abs()) } else { 0 };
    let count = size(&[usize::try_from(count).unwrap_or(usize::MAX)])?;
    let data: Vec<i64> = (0..count).scan(start, |at, _| Some(std::mem::replace(at, at.saturating_add(step)))).collect();
    one(vec![data.len()], Data::I64(data))
}

/// Numbers that are lengths.
fn lengths(numbers: &[i64]) -> Result<Vec<usize>, Fault> {
    let lengths: Option<Vec<usize>> = numbers.iter().map(|n| usize::try_from(*n).ok()).collect();
    lengths.map_or_else(|| Fault::new(format!("{numbers:?} holds a negative length")), Ok)
}
