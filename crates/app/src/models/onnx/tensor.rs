//! Numbers in a box of any shape. Not here: what is done with them.

use super::{
    Fault,
    proto::{Field, each_field},
};

/// Numbers that a step may give at most. What a file brings is bounded by the file.
const ELEMENTS_MAX: usize = 1 << 25;
/// Dimensions at most.
const RANK_MAX: usize = 8;

/// Some numbers and how they are arranged, last dimension side by side.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::models) struct Tensor {
    pub(in crate::models) shape: Vec<usize>,
    pub(in crate::models) data: Data,
}

/// The numbers. Half and double precision are read as f32.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::models) enum Data {
    F32(Vec<f32>),
    I64(Vec<i64>),
    I32(Vec<i32>),
    U8(Vec<u8>),
    I8(Vec<i8>),
    Bool(Vec<bool>),
}

impl Data {
    pub(super) fn len(&self) -> usize {
        match self {
            Data::F32(data) => data.len(),
            Data::I64(data) => data.len(),
            Data::I32(data) => data.len(),
            Data::U8(data) => data.len(),
            Data::I8(data) => data.len(),
            Data::Bool(data) => data.len(),
        }
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            Data::F32(_) => "f32",
            Data::I64(_) => "i64",
            Data::I32(_) => "i32",
            Data::U8(_) => "u8",
            Data::I8(_) => "i8",
            Data::Bool(_) => "bool",
        }
    }

    /// The numbers at these places, in their order.
    pub(super) fn picked(&self, places: impl Iterator<Item = usize>) -> Option<Data> {
        fn from<T: Copy>(data: &[T], places: impl Iterator<Item = usize>) -> Option<Vec<T>> {
            places.map(|place| data.get(place).copied()).collect()
        }
        Some(match self {
            Data::F32(data) => Data::F32(from(data, places)?),
            Data::I64(data) => Data::I64(from(data, places)?),
            Data::I32(data) => Data::I32(from(data, places)?),
            Data::U8(data) => Data::U8(from(data, places)?),
            Data::I8(data) => Data::I8(from(data, places)?),
            Data::Bool(data) => Data::Bool(from(data, places)?),
        })
    }
}

impl Tensor {
    /// A tensor whose shape fits its numbers.
    pub(in crate::models) fn new(shape: Vec<usize>, data: Data) -> Result<Self, Fault> {
        if size(&shape)? != data.len() {
            return Fault::new(format!("a tensor of shape {shape:?} holds {} numbers", data.len()));
        }
        Ok(Self { shape, data })
    }

    pub(super) fn floats(&self) -> Result<&[f32], Fault> {
        match &self.data {
            Data::F32(data) => Ok(data),
            other => Fault::new(format!("f32 was wanted, and {} found", other.kind())),
        }
    }

    /// Whole numbers of any width.
    pub(super) fn ints(&self) -> Result<Vec<i64>, Fault> {
        Ok(match &self.data {
            Data::I64(data) => data.clone(),
            Data::I32(data) => data.iter().map(|n| i64::from(*n)).collect(),
            Data::U8(data) => data.iter().map(|n| i64::from(*n)).collect(),
            Data::I8(data) => data.iter().map(|n| i64::from(*n)).collect(),
            Data::Bool(data) => data.iter().map(|n| i64::from(*n)).collect(),
            Data::F32(_) => return Fault::new("whole numbers were wanted, and f32 found"),
        })
    }

    /// The same numbers in another shape.
    pub(super) fn reshaped(&self, shape: Vec<usize>) -> Result<Self, Fault> {
        Tensor::new(shape, self.data.clone())
    }

    /// Reads a TensorProto.
    pub(super) fn read(bytes: &[u8]) -> Result<(String, Self), Fault> {
        let mut told = Told::default();
        each_field(bytes, |number, field| told.take(number, field))?;
        let name = std::mem::take(&mut told.name);
        let tensor = told.tensor().map_err(|Fault(what)| Fault(format!("tensor `{name}`: {what}")))?;
        Ok((name, tensor))
    }
}

/// How many numbers a shape holds.
pub(super) fn size(shape: &[usize]) -> Result<usize, Fault> {
    if shape.len() > RANK_MAX {
        return Fault::new(format!("a tensor of {} dimensions", shape.len()));
    }
    let size = shape.iter().try_fold(1_usize, |size, n| size.checked_mul(*n)).filter(|size| *size <= ELEMENTS_MAX);
    size.map_or_else(|| Fault::new(format!("a tensor of shape {shape:?} is too large")), Ok)
}

/// How far apart neighbours of each dimension are.
pub(super) fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1_usize; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].saturating_mul(shape[i]);
    }
    strides
}

/// What a TensorProto says, field by field.
#[derive(Default)]
struct Told<'a> {
    name: String,
    kind: i64,
    dims: Vec<i64>,
    raw: &'a [u8],
    floats: Vec<f32>,
    ints: Vec<i64>,
    outside: bool,
}

impl<'a> Told<'a> {
    fn take(&mut self, number: u64, field: Field<'a>) -> Result<(), Fault> {
        match number {
            1 => field.ints(&mut self.dims)?,
            2 => self.kind = field.int(),
            4 => field.floats(&mut self.floats),
            5 | 7 => field.ints(&mut self.ints)?, // int32_data and int64_data
            8 => self.name = field.text()?,
            9 => self.raw = field.bytes(),
            14 => self.outside |= field.int() == 1,
            _ => {}
        }
        Ok(())
    }

    fn tensor(self) -> Result<Tensor, Fault> {
        if self.outside {
            return Fault::new("its numbers are in another file, which is not read; use a model in one file");
        }
        let shape: Option<Vec<usize>> = self.dims.iter().map(|n| usize::try_from(*n).ok()).collect();
        let Some(shape) = shape else { return Fault::new("it has a negative dimension") };
        let raw = self.raw;
        // Written as raw bytes by every exporter we know, and as lists of numbers by hand.
        let listed = raw.is_empty();
        let data = match self.kind {
            1 if listed => Data::F32(self.floats),
            1 => Data::F32(raw.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect()),
            2 if listed => Data::U8(self.ints.iter().map(|n| u8::try_from(*n).unwrap_or(0)).collect()),
            2 => Data::U8(raw.to_vec()),
            3 if listed => Data::I8(self.ints.iter().map(|n| i8::try_from(*n).unwrap_or(0)).collect()),
            3 => Data::I8(raw.iter().map(|b| b.cast_signed()).collect()),
            6 if listed => Data::I32(self.ints.iter().map(|n| i32::try_from(*n).unwrap_or(0)).collect()),
            6 => Data::I32(raw.as_chunks::<4>().0.iter().map(|b| i32::from_le_bytes(*b)).collect()),
            7 if listed => Data::I64(self.ints),
            7 => Data::I64(raw.as_chunks::<8>().0.iter().map(|b| i64::from_le_bytes(*b)).collect()),
            9 if listed => Data::Bool(self.ints.iter().map(|n| *n != 0).collect()),
            9 => Data::Bool(raw.iter().map(|b| *b != 0).collect()),
            10 if !listed => Data::F32(raw.as_chunks::<2>().0.iter().map(|b| half(u16::from_le_bytes(*b))).collect()),
            #[expect(clippy::cast_possible_truncation, reason = "what is lost in f32 does not matter to an embedding")]
            11 if !listed => Data::F32(raw.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b) as f32).collect()),
            other => return Fault::new(format!("its numbers are of a kind (number {other}) that is not read here")),
        };
        if shape.len() > RANK_MAX || shape.iter().try_fold(1_usize, |size, n| size.checked_mul(*n)) != Some(data.len()) {
            return Fault::new(format!("a shape {shape:?} does not hold {} numbers", data.len()));
        }
        Ok(Tensor { shape, data })
    }
}

/// A number of half precision.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let (exponent, fraction) = (u32::from(bits >> 10) & 31, u32::from(bits) & 0x3ff);
    match exponent {
        0 => {
            // Too small for an exponent of its own: so many steps of 2^-24.
            #[expect(clippy::cast_precision_loss, reason = "ten bits fit")]
            let value = fraction as f32 / 16_777_216.0;
            f32::from_bits(value.to_bits() | sign)
        }
        31 => f32::from_bits(sign | 0x7f80_0000 | (fraction << 13)),
        _ => f32::from_bits(sign | ((exponent + 112) << 23) | (fraction << 13)),
    }
}
