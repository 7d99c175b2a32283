//! Logarithm and exponential from additions and products alone, so that every machine gets the same bits: the ones of the
//! standard library are the platform's.

use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a positive number.
pub(super) fn ln(x: f32) -> f32 {
    let bits = f64::from(x.max(f32::MIN_POSITIVE)).to_bits();
    let mut exponent = f64::from(u16::try_from(bits >> 52 & 0x7ff).unwrap_or(0)) - 1_023.0;
    let mut mantissa = f64::from_bits(bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    // ln m = 2 atanh((m - 1) / (m + 1)), whose series is short as m is near 1.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = [19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0].iter().fold(0.0, |sum, odd| sum * square + 1.0 / odd);
    narrow(exponent * LN_2 + 2.0 * z * series)
}

/// The logarithm of the sum of the exponentials of some numbers.
pub(super) fn ln_sum_exp(numbers: &[f32]) -> f32 {
    let most = numbers.iter().copied().fold(f32::MIN, f32::max);
    let sum = numbers.iter().fold(0.0, |sum, x| sum + exp(f64::from((x - most).clamp(-80.0, 0.0))));
    if numbers.is_empty() { 0.0 } else { most + ln(narrow(sum)) }
}

/// One over one plus e to the minus x.
pub(super) fn logistic(x: f32) -> f32 {
    narrow(1.0 / (1.0 + exp(-f64::from(x.clamp(-80.0, 80.0)))))
}

fn exp(x: f64) -> f64 {
    let halves = (x / LN_2).round();
    let rest = x - halves * LN_2;
    let series = (1..=14).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "callers hold x within 80, so this is an exponent of a double")]
    let power = f64::from_bits(((halves + 1_023.0) as u64) << 52);
    series * power
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest f32 is the point")]
fn narrow(x: f64) -> f32 {
    x as f32
}

/// A count as a number to reckon with; counts beyond 2^24 lose their last digits.
#[expect(clippy::cast_precision_loss, reason = "nothing here needs more than seven digits")]
pub(super) fn count(n: u64) -> f32 {
    n as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_agree_with_the_platform_to_the_last_digits() {
        for step in 1..4_000_u16 {
            let x = f32::from(step) * 0.37;
            assert!((ln(x) - x.ln()).abs() <= x.ln().abs() * 2e-7 + 1e-9, "ln {x}");
            let y = x / 20.0 - 37.0;
            let expected = 1.0 / (1.0 + (-f64::from(y)).exp());
            assert!((f64::from(logistic(y)) - expected).abs() <= expected * 1e-6, "logistic {y}");
        }
        assert!(ln(1.0).abs() < f32::EPSILON && logistic(0.0).to_bits() == 0.5_f32.to_bits());
        assert!((ln_sum_exp(&[1.0, 2.0, 3.0]) - 3.407_606).abs() < 1e-6 && ln_sum_exp(&[-500.0, 700.0]).to_bits() == 700_f32.to_bits());
        assert!(logistic(f32::MAX) <= 1.0 && logistic(f32::MIN) >= 0.0);
    }
}
