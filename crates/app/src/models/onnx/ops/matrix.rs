//! Matrices of f32. The inner loops are plain so that the compiler makes vectors of them.

use super::{Given, at, maybe, one};
use crate::models::onnx::{
    Fault,
    graph::Node,
    tensor::{Data, Tensor, size},
};

/// Rows that are computed side by side, so that a weight is read once for all of them.
const ROWS: usize = 4;
/// Multiplications in one step at most.
const WORK_MAX: usize = 1 << 38;

pub(super) fn matmul(_: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let (a, b) = (at(inputs, 0)?, at(inputs, 1)?);
    let plan = Plan::new(&a.shape, &b.shape)?;
    let (left, right) = (a.floats()?, b.floats()?);
    let mut out = vec![0.0; size(&plan.shape)?];
    for (i, (x, y)) in plan.pairs.iter().enumerate() {
        let (x, y) = (part(left, *x, plan.rows * plan.inner)?, part(right, *y, plan.inner * plan.columns)?);
        let Some(out) = out.chunks_exact_mut((plan.rows * plan.columns).max(1)).nth(i) else { continue };
        multiply(x, y, plan.inner, plan.columns, out);
    }
    one(plan.shape, Data::F32(out))
}

/// One matrix of several.
pub(super) fn part<T>(data: &[T], number: usize, length: usize) -> Result<&[T], Fault> {
    let start = number.saturating_mul(length);
    data.get(start..start.saturating_add(length)).map_or_else(|| Fault::new("its inputs do not fit their shapes"), Ok)
}

/// Which matrix meets which, and what comes of it.
pub(super) struct Plan {
    pub(super) rows: usize,
    pub(super) inner: usize,
    pub(super) columns: usize,
    pub(super) shape: Vec<usize>,
    /// For each resulting matrix, the numbers of the two it is made of.
    pub(super) pairs: Vec<(usize, usize)>,
}

impl Plan {
    pub(super) fn new(a: &[usize], b: &[usize]) -> Result<Self, Fault> {
        let ([a_batch @ .., rows, inner], [b_batch @ .., same, columns]) = (a, b) else {
            return Fault::new(format!("shapes {a:?} and {b:?} are not matrices"));
        };
        if inner != same {
            return Fault::new(format!("shapes {a:?} and {b:?} do not fit together"));
        }
        // Many matrices against one are one tall matrix.
        if b_batch.is_empty() {
            let shape: Vec<usize> = a[..a.len() - 1].iter().copied().chain([*columns]).collect();
            let rows = size(&a[..a.len() - 1])?;
            return Self { rows, inner: *inner, columns: *columns, shape, pairs: vec![(0, 0)] }.bounded();
        }
        let batch = super::numbers::stretched(a_batch, b_batch)?;
        let pairs = super::numbers::places(a_batch, &batch)?.zip(super::numbers::places(b_batch, &batch)?).collect();
        let shape = batch.iter().copied().chain([*rows, *columns]).collect();
        Self { rows: *rows, inner: *inner, columns: *columns, shape, pairs }.bounded()
    }

    fn bounded(self) -> Result<Self, Fault> {
        let work = size(&self.shape)?.checked_mul(self.inner).filter(|work| *work <= WORK_MAX);
        work.map_or_else(|| Fault::new("it is too much work"), |_| Ok(self))
    }
}

fn multiply(a: &[f32], b: &[f32], inner: usize, columns: usize, out: &mut [f32]) {
    if inner == 0 || columns == 0 {
        return;
    }
    for (rows, out) in a.chunks(inner * ROWS).zip(out.chunks_mut(columns * ROWS)) {
        if rows.len() == inner * ROWS {
            let (first, rest) = out.split_at_mut(columns);
            let (second, rest) = rest.split_at_mut(columns);
            let (third, fourth) = rest.split_at_mut(columns);
            for (place, row) in b.chunks_exact(columns).enumerate() {
                let factors: [f32; ROWS] = std::array::from_fn(|i| rows[i * inner + place]);
                for ((((one, two), three), four), value) in first.iter_mut().zip(&mut *second).zip(&mut *third).zip(&mut *fourth).zip(row) {
                    *one += factors[0] * value;
                    *two += factors[1] * value;
                    *three += factors[2] * value;
                    *four += factors[3] * value;
                }
            }
        } else {
            for (a, out) in rows.chunks_exact(inner).zip(out.chunks_exact_mut(columns)) {
                for (factor, row) in a.iter().zip(b.chunks_exact(columns)) {
                    out.iter_mut().zip(row).for_each(|(out, value)| *out += factor * value);
                }
            }
        }
    }
}

pub(super) fn gemm(node: &Node, inputs: &[Option<&Tensor>]) -> Given {
    let turned = |tensor: &Tensor, name: &str| -> Result<Tensor, Fault> {
        match (tensor.shape.as_slice(), node.int(name, 0)) {
            ([_, _], 0) => Ok(tensor.clone()),
            ([_, _], _) => super::shapes::turned(tensor, &[1, 0]),
            _ => Fault::new("its inputs are not matrices"),
        }
    };
    let (a, b) = (turned(at(inputs, 0)?, "transA")?, turned(at(inputs, 1)?, "transB")?);
    let plan = Plan::new(&a.shape, &b.shape)?;
    let mut out = vec![0.0; size(&plan.shape)?];
    multiply(a.floats()?, b.floats()?, plan.inner, plan.columns, &mut out);
    let alpha = node.float("alpha", 1.0);
    for value in &mut out {
        *value *= alpha;
    }
    if let Some(c) = maybe(inputs, 2) {
        let beta = node.float("beta", 1.0);
        if super::numbers::stretched(&c.shape, &plan.shape)? != plan.shape {
            return Fault::new("its third input does not fit");
        }
        let c_data = c.floats()?;
        for (value, place) in out.iter_mut().zip(super::numbers::places(&c.shape, &plan.shape)?) {
            *value += beta * c_data.get(place).copied().unwrap_or(0.0);
        }
    }
    one(plan.shape, Data::F32(out))
}
