//! Quantised weights: numbers in a byte, a scale and a zero of their own. Products are exact.

use super::{
    Given, at,
    matrix::{Plan, part},
    maybe, one,
};
use crate::models::onnx::{
    Fault,
    graph::Node,
    tensor::{Data, Tensor, size},
};

/// Rows that are computed one after another while a weight is near.
const ROWS: usize = 16;

/// A weight for multiplying: less its zero, columns side by side, so that a product is two rows of i16.
#[derive(Debug)]
pub(in crate::models::onnx) struct Packed(Vec<i16>);

/// f32 to u8, with the scale and the zero that fit best.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte before")]
pub(super) fn quantize(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let x = at(inputs, 0)?;
    let data = x.floats()?;
    let low = data.iter().copied().fold(0.0, f32::min);
    let high = data.iter().copied().fold(0.0, f32::max);
    let scale = if high > low { (high - low) / 255.0 } else { 1.0 };
    let byte = |value: f32| value.clamp(0.0, 255.0) as u8;
    let zero = byte((-low / scale).round_ties_even());
    let quantised = data.iter().map(|x| byte((x / scale).round_ties_even() + f32::from(zero))).collect();
    Ok(vec![
        Tensor::new(x.shape.clone(), Data::U8(quantised))?,
        Tensor::new(vec![], Data::F32(vec![scale]))?,
        Tensor::new(vec![], Data::U8(vec![zero]))?,
    ])
}

/// Bytes back to f32.
#[expect(clippy::cast_precision_loss, reason = "the numbers are bytes, or sums of their products")]
pub(super) fn dequantize(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (x, scale) = (at(inputs, 0)?, at(inputs, 1)?.floats()?);
    let zero = maybe(inputs, 2).map(Tensor::ints).transpose()?.unwrap_or_else(|| vec![0]);
    let ([scale], [zero]) = (scale, zero.as_slice()) else { return Fault::new("a scale for each row is not known here") };
    one(x.shape.clone(), Data::F32(x.ints()?.iter().map(|n| (n - zero) as f32 * scale).collect()))
}

pub(super) fn matmul(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (a, b) = (at(inputs, 0)?, at(inputs, 1)?);
    let plan = Plan::new(&a.shape, &b.shape)?;
    if plan.pairs.len() != 1 || plan.pairs.first() != Some(&(0, 0)) {
        return Fault::new("it is done with one weight only");
    }
    let left = without_zero(a, maybe(inputs, 2))?;
    let left = part(&left, 0, plan.rows * plan.inner)?;
    let fresh;
    let right = match (node.weighed, node.packed.get()) {
        (true, Some(packed)) => packed,
        (true, None) => {
            let packed = pack(b, maybe(inputs, 3), &plan)?;
            node.packed.get_or_init(|| packed)
        }
        (false, _) => {
            fresh = pack(b, maybe(inputs, 3), &plan)?;
            &fresh
        }
    };
    let mut out = vec![0_i32; size(&plan.shape)?];
    if plan.inner > 0 && plan.columns > 0 {
        for (rows, out) in left.chunks(plan.inner * ROWS).zip(out.chunks_mut(plan.columns * ROWS)) {
            for (column, weights) in right.0.chunks_exact(plan.inner).enumerate() {
                for (rows, out) in rows.chunks(plan.inner * 4).zip(out.chunks_mut(plan.columns * 4)) {
                    let products = dots(rows, weights);
                    for (out, product) in out.chunks_exact_mut(plan.columns).zip(products) {
                        out[column] = product;
                    }
                }
            }
        }
    }
    one(plan.shape, Data::I32(out))
}

/// The products of up to four rows with one: a weight that was loaded is used four times.
fn dots(rows: &[i16], weights: &[i16]) -> [i32; 4] {
    let n = weights.len();
    let mut products = [0; 4];
    if rows.len() == 4 * n {
        let (first, rest) = rows.split_at(n);
        let (second, rest) = rest.split_at(n);
        let (third, fourth) = rest.split_at(n);
        let [mut one, mut two, mut three, mut four] = [0_i32; 4];
        for ((((a, b), c), d), weight) in first.iter().zip(second).zip(third).zip(fourth).zip(weights) {
            let weight = i32::from(*weight);
            one = one.wrapping_add(i32::from(*a) * weight);
            two = two.wrapping_add(i32::from(*b) * weight);
            three = three.wrapping_add(i32::from(*c) * weight);
            four = four.wrapping_add(i32::from(*d) * weight);
        }
        return [one, two, three, four];
    }
    for (product, row) in products.iter_mut().zip(rows.chunks_exact(n)) {
        *product = dot(row, weights);
    }
    products
}

/// The product of two rows. At most 255² times a width below 2^15 fits.
fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).fold(0_i32, |sum, (a, b)| sum.wrapping_add(i32::from(*a) * i32::from(*b)))
}

fn pack(weight: &Tensor, zero: Option<&Tensor>, plan: &Plan) -> Result<Packed, Fault> {
    let plain = without_zero(weight, zero)?;
    let plain = part(&plain, 0, plan.inner * plan.columns)?;
    let mut packed = Vec::with_capacity(plain.len());
    for column in 0..plan.columns {
        packed.extend(plain.iter().skip(column).step_by(plan.columns.max(1)));
    }
    Ok(Packed(packed))
}

fn without_zero(tensor: &Tensor, zero: Option<&Tensor>) -> Result<Vec<i16>, Fault> {
    let zeros = zero.map(Tensor::ints).transpose()?.unwrap_or_else(|| vec![0]);
    let zeros: Option<Vec<i16>> = zeros.iter().map(|zero| i16::try_from(*zero).ok().filter(|zero| (-128..256).contains(zero))).collect();
    let wide: Vec<i16> = match &tensor.data {
        Data::U8(data) => data.iter().map(|n| i16::from(*n)).collect(),
        Data::I8(data) => data.iter().map(|n| i16::from(*n)).collect(),
        other => return Fault::new(format!("bytes were wanted, and {} found", other.kind())),
    };
    match zeros.as_deref() {
        Some([zero]) => Ok(wide.iter().map(|n| n - zero).collect()),
        // A zero for each column of a weight.
        Some(zeros) if tensor.shape.len() == 2 && tensor.shape.last() == Some(&zeros.len()) => {
            Ok(wide.chunks_exact(zeros.len().max(1)).flat_map(|row| row.iter().zip(zeros).map(|(n, zero)| n - zero)).collect())
        }
        Some(_) | None => Fault::new("its zero does not fit"),
    }
}
