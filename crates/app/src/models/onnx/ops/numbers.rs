//! Number by number: functions of one, of two, comparisons and choices. Shapes that fit are stretched as NumPy does it.

use super::{Given, at, maybe, one};
use crate::models::onnx::{
    Fault,
    graph::Node,
    tensor::{Data, Tensor, size, strides},
};

pub(super) fn unary(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    if let ("Neg", Data::I64(data)) = (node.op.as_str(), &x.data) {
        return one(x.shape.clone(), Data::I64(data.iter().map(|n| n.wrapping_neg()).collect()));
    }
    let of: fn(f32) -> f32 = match node.op.as_str() {
        "Abs" => f32::abs,
        "Erf" => erf,
        "Exp" => f32::exp,
        "Gelu" if node.has("approximate") => return Fault::new("an approximate Gelu is not known here"),
        "Gelu" => |x| 0.5 * x * (1.0 + erf(x / std::f32::consts::SQRT_2)),
        "Log" => f32::ln,
        "Neg" => |x| -x,
        "Reciprocal" => f32::recip,
        "Relu" => |x| x.max(0.0),
        "Sigmoid" => |x| 1.0 / (1.0 + (-x).exp()),
        "Sqrt" => f32::sqrt,
        "Tanh" => f32::tanh,
        _ => return Fault::new("it is not known here"),
    };
    one(x.shape.clone(), Data::F32(x.floats()?.iter().map(|x| of(*x)).collect()))
}

/// The error function, to within 1.5e-7 (Abramowitz and Stegun 7.1.26).
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let sum = ((((1.061_405_4 * t - 1.453_152) * t + 1.421_413_7) * t - 0.284_496_74) * t + 0.254_829_6) * t;
    (1.0 - sum * (-x * x).exp()).copysign(x)
}

pub(super) fn binary(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (a, b) = (at(inputs, 0)?, at(inputs, 1)?);
    if inputs.len() > 2 {
        return Fault::new("it is done with two inputs only");
    }
    let (shape, data) = match (&a.data, &b.data) {
        (Data::F32(left), Data::F32(right)) => {
            let (left, right) = ((a.shape.as_slice(), left.as_slice()), (b.shape.as_slice(), right.as_slice()));
            let (shape, data) = match node.op.as_str() {
                "Add" => paired(left, right, |a, b| a + b)?,
                "Sub" => paired(left, right, |a, b| a - b)?,
                "Mul" => paired(left, right, |a, b| a * b)?,
                "Div" => paired(left, right, |a, b| a / b)?,
                "Pow" if right.1 == [2.0] => paired(left, right, |a, _| a * a)?,
                "Pow" => paired(left, right, f32::powf)?,
                "Max" => paired(left, right, f32::max)?,
                _ => paired(left, right, f32::min)?,
            };
            (shape, Data::F32(data))
        }
        // Whole numbers of any width meet here; only shapes and ids are counted with them.
        (Data::I64(_) | Data::I32(_), Data::I64(_) | Data::I32(_)) => {
            let (left, right) = (a.ints()?, b.ints()?);
            let of: fn(i64, i64) -> i64 = match node.op.as_str() {
                "Add" => i64::wrapping_add,
                "Sub" => i64::wrapping_sub,
                "Mul" => i64::wrapping_mul,
                "Div" => |a, b| a.checked_div(b).unwrap_or(0),
                "Max" => i64::max,
                "Min" => i64::min,
                _ => return Fault::new("it is not done with whole numbers"),
            };
            let (shape, data) = paired((&a.shape, &left), (&b.shape, &right), of)?;
            (shape, whole(&a.data, data))
        }
        (a, b) => return Fault::new(format!("{} and {} do not go together", a.kind(), b.kind())),
    };
    one(shape, data)
}

/// Whole numbers of the same width as some others.
fn whole(like: &Data, data: Vec<i64>) -> Data {
    match like {
        Data::I32(_) => Data::I32(data.iter().map(|n| i32::try_from(*n).unwrap_or(0)).collect()),
        Data::F32(_) | Data::I64(_) | Data::U8(_) | Data::I8(_) | Data::Bool(_) => Data::I64(data),
    }
}

pub(super) fn compare(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (a, b) = (at(inputs, 0)?, at(inputs, 1)?);
    let (shape, data) = if let (Data::F32(left), Data::F32(right)) = (&a.data, &b.data) {
        paired((&a.shape, left), (&b.shape, right), order::<f32>(&node.op)?)?
    } else {
        paired((&a.shape, &a.ints()?), (&b.shape, &b.ints()?), order::<i64>(&node.op)?)?
    };
    one(shape, Data::Bool(data))
}

fn order<T: PartialOrd + Default>(op: &str) -> Result<fn(T, T) -> bool, Fault> {
    Ok(match op {
        "Equal" => |a, b| a == b,
        "Greater" => |a, b| a > b,
        "GreaterOrEqual" => |a, b| a >= b,
        "Less" => |a, b| a < b,
        "LessOrEqual" => |a, b| a <= b,
        "And" => |a, b| a != T::default() && b != T::default(),
        "Or" => |a, b| a != T::default() || b != T::default(),
        _ => return Fault::new("it is not known here"),
    })
}

pub(super) fn not(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    one(x.shape.clone(), Data::Bool(x.ints()?.iter().map(|n| *n == 0).collect()))
}

pub(super) fn is_nan(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    one(x.shape.clone(), Data::Bool(x.floats()?.iter().map(|n| n.is_nan()).collect()))
}

pub(super) fn choose(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (condition, a, b) = (at(inputs, 0)?, at(inputs, 1)?, at(inputs, 2)?);
    let shape = stretched(&condition.shape, &stretched(&a.shape, &b.shape)?)?;
    let condition = Data::I64(condition.ints()?).picked(places(&condition.shape, &shape)?);
    let (Some(Data::I64(condition)), Some(a), Some(b)) =
        (condition, a.data.picked(places(&a.shape, &shape)?), b.data.picked(places(&b.shape, &shape)?))
    else {
        return Fault::new("its inputs do not fit together");
    };
    let data = match (a, b) {
        (Data::F32(a), Data::F32(b)) => Data::F32(chosen(&condition, &a, &b)),
        (Data::I64(a), Data::I64(b)) => Data::I64(chosen(&condition, &a, &b)),
        (Data::I32(a), Data::I32(b)) => Data::I32(chosen(&condition, &a, &b)),
        (Data::Bool(a), Data::Bool(b)) => Data::Bool(chosen(&condition, &a, &b)),
        (a, b) => return Fault::new(format!("{} and {} do not go together", a.kind(), b.kind())),
    };
    one(shape, data)
}

fn chosen<T: Copy>(condition: &[i64], a: &[T], b: &[T]) -> Vec<T> {
    condition.iter().zip(a.iter().zip(b)).map(|(yes, (a, b))| if *yes == 0 { *b } else { *a }).collect()
}

pub(super) fn clip(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let bound = |place: usize, name: &str, otherwise: f32| -> Result<f32, Fault> {
        match maybe(inputs, place) {
            Some(bound) => bound.floats()?.first().copied().map_or_else(|| Fault::new("an empty bound"), Ok),
            None => Ok(node.float(name, otherwise)),
        }
    };
    let (low, high) = (bound(1, "min", f32::MIN)?, bound(2, "max", f32::MAX)?);
    one(x.shape.clone(), Data::F32(x.floats()?.iter().map(|x| x.max(low).min(high)).collect()))
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast is what is asked for, and it saturates"
)]
pub(super) fn cast(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let float = || -> Vec<f32> {
        match &x.data {
            Data::F32(data) => data.clone(),
            Data::I64(data) => data.iter().map(|n| *n as f32).collect(),
            Data::I32(data) => data.iter().map(|n| *n as f32).collect(),
            Data::U8(data) => data.iter().map(|n| f32::from(*n)).collect(),
            Data::I8(data) => data.iter().map(|n| f32::from(*n)).collect(),
            Data::Bool(data) => data.iter().map(|n| f32::from(u8::from(*n))).collect(),
        }
    };
    let int = || -> Vec<i64> {
        match &x.data {
            Data::F32(data) => data.iter().map(|n| *n as i64).collect(),
            Data::I64(_) | Data::I32(_) | Data::U8(_) | Data::I8(_) | Data::Bool(_) => x.ints().unwrap_or_default(),
        }
    };
    let data = match node.int("to", 0) {
        // Half and double precision too: everything is counted in f32.
        1 | 10 | 11 => Data::F32(float()),
        2 => Data::U8(int().iter().map(|n| *n as u8).collect()),
        3 => Data::I8(int().iter().map(|n| *n as i8).collect()),
        6 => Data::I32(int().iter().map(|n| *n as i32).collect()),
        7 => Data::I64(int()),
        9 => match &x.data {
            Data::F32(data) => Data::Bool(data.iter().map(|n| *n != 0.0).collect()),
            Data::I64(_) | Data::I32(_) | Data::U8(_) | Data::I8(_) | Data::Bool(_) => Data::Bool(int().iter().map(|n| *n != 0).collect()),
        },
        other => return Fault::new(format!("numbers of kind {other} are not known here")),
    };
    one(x.shape.clone(), data)
}

/// The shape that two shapes are stretched to.
pub(super) fn stretched(a: &[usize], b: &[usize]) -> Result<Vec<usize>, Fault> {
    let rank = a.len().max(b.len());
    let from_end = |shape: &[usize], i: usize| if i < shape.len() { shape[shape.len() - 1 - i] } else { 1 };
    let mut shape = Vec::with_capacity(rank);
    for i in (0..rank).rev() {
        shape.push(match (from_end(a, i), from_end(b, i)) {
            (a, b) if a == b => a,
            (1, n) | (n, 1) => n,
            _ => return Fault::new(format!("shapes {a:?} and {b:?} do not fit together")),
        });
    }
    size(&shape)?;
    Ok(shape)
}

/// For every place of the stretched shape, in order, the place in a tensor of the given shape.
pub(super) fn places(from: &[usize], to: &[usize]) -> Result<impl Iterator<Item = usize>, Fault> {
    let total = size(to)?;
    let Some(missing) = to.len().checked_sub(from.len()) else { return Fault::new("a shape has too many dimensions") };
    let own = strides(from);
    // A dimension of one is read again and again: its stride is nothing.
    let steps: Vec<(usize, usize)> =
        to.iter().enumerate().map(|(i, n)| (*n, if i < missing || from[i - missing] == 1 { 0 } else { own[i - missing] })).collect();
    let mut odometer = vec![0_usize; to.len()];
    let mut place = 0_usize;
    Ok((0..total).map(move |_| {
        let now = place;
        for i in (0..odometer.len()).rev() {
            let (n, step) = steps[i];
            odometer[i] += 1;
            place += step;
            if odometer[i] < n {
                break;
            }
            odometer[i] = 0;
            place -= step * n;
        }
        now
    }))
}

/// Two tensors, number by number.
fn paired<T: Copy, R>((a_shape, a): (&[usize], &[T]), (b_shape, b): (&[usize], &[T]), of: impl Fn(T, T) -> R) -> Result<(Vec<usize>, Vec<R>), Fault> {
    // What encoders do most: the same shape, one number for all, or one row for all rows.
    if a_shape == b_shape {
        return Ok((a_shape.to_vec(), a.iter().zip(b).map(|(a, b)| of(*a, *b)).collect()));
    }
    if let ([b], true) = (b, b_shape.len() <= a_shape.len()) {
        return Ok((a_shape.to_vec(), a.iter().map(|a| of(*a, *b)).collect()));
    }
    if b_shape.len() == 1 && a_shape.last() == b_shape.first() && !b.is_empty() {
        let rows = a.chunks_exact(b.len()).flat_map(|row| row.iter().zip(b).map(|(a, b)| of(*a, *b)));
        return Ok((a_shape.to_vec(), rows.collect()));
    }
    let shape = stretched(a_shape, b_shape)?;
    let pairs = places(a_shape, &shape)?.zip(places(b_shape, &shape)?);
    let data: Option<Vec<R>> = pairs.map(|(i, j)| Some(of(*a.get(i)?, *b.get(j)?))).collect();
    data.map_or_else(|| Fault::new("its inputs do not fit together"), |data| Ok((shape, data)))
}
