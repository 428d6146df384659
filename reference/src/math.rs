//! Elementary functions with bit-identical results on every machine.
//!
//! The standard library calls the math library of the system, whose results differ in the last bit between systems and
//! processors, and a search would soon diverge. These functions use only additions, multiplications and divisions,
//! whose rounding IEEE 754 defines.

/// ln 2 as a sum of two parts. The first has trailing zero bits, so that its multiples are exact.
const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];

/// 1, 1/3, 1/5 and so on: the series of artanh. The truncation error is less than 0.0295^11.
const ODD_RECIPROCALS: [f64; 11] = {
    let mut terms = [1.0; 11];
    let mut k = 1;
    while k < terms.len() {
        terms[k] = 1.0 / (2 * k + 1) as f64;
        k += 1;
    }
    terms
};

/// 1, 1, 1/2, 1/6 and so on: the series of exp.
const FACTORIAL_RECIPROCALS: [f64; 14] = {
    let mut terms = [1.0; 14];
    let mut factorial = 1;
    let mut n = 1;
    while n < terms.len() {
        factorial *= n;
        terms[n] = 1.0 / factorial as f64;
        n += 1;
    }
    terms
};

/// Below this exponent, the result is below the smallest normal number.
const LEAST_EXPONENT: f64 = -708.0;
const LARGEST_EXPONENT: f64 = 709.0;

/// Returns the natural logarithm, within a few units in the last place.
///
/// The argument is split into m·2^e with m near 1; ln m is 2·artanh((m − 1)/(m + 1)), a fast series.
pub(crate) fn ln(x: f64) -> f64 {
    if !(x >= f64::MIN_POSITIVE && x.is_finite()) {
        return match x {
            0.0 => f64::NEG_INFINITY,
            f64::INFINITY => x,
            x if x > 0.0 => ln(x * (1_u64 << 60) as f64) - 60.0 * std::f64::consts::LN_2,
            _ => f64::NAN,
        };
    }
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let terms = ODD_RECIPROCALS.iter().rev();
    let sum = terms.fold(0.0, |sum, term| sum * square + term);
    let exponent = exponent as f64;
    exponent * LN_2[0] + (exponent * LN_2[1] + 2.0 * z * sum)
}

/// Returns e to the power of x, within a few units in the last place; 0 if that is below the smallest normal number.
///
/// The argument is split into k·ln 2 + r with |r| at most ln 2 / 2, where few terms of the series are enough.
pub(crate) fn exp(x: f64) -> f64 {
    if x < LEAST_EXPONENT {
        return 0.0;
    }
    if x > LARGEST_EXPONENT {
        return f64::INFINITY;
    }
    let k = (x * std::f64::consts::LOG2_E).round();
    let r = (x - k * LN_2[0]) - k * LN_2[1];
    let terms = FACTORIAL_RECIPROCALS.iter().rev();
    let sum = terms.fold(0.0, |sum, term| sum * r + term);
    sum * f64::from_bits(((k as i64 + 1023) as u64) << 52)
}

/// Returns a positive number raised to any power.
pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    exp(exponent * ln(base))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-15 * a.abs().max(b.abs()).max(1e-300) * 8.0
    }

    #[test]
    fn agrees_with_the_standard_library() {
        for step in -7000..7000 {
            let x = f64::from(step) / 10.0;
            assert!(near(exp(x), x.exp()), "exp({x}) = {}", exp(x));
        }
        for step in 1..20_000 {
            let x = f64::from(step) / 77.0;
            for x in [x, x * 1e200, x * 1e-300] {
                assert!(
                    (ln(x) - x.ln()).abs() <= 1e-15 * x.ln().abs().max(1.0),
                    "ln({x})"
                );
            }
        }
        for (base, exponent) in [(0.008, 0.3), (3.0, 1.0), (1e9, 0.77), (0.5, 0.0)] {
            let (a, b) = (power(base, exponent), base.powf(exponent));
            assert!((a - b).abs() <= 1e-14 * b, "{base}^{exponent}");
        }
    }

    #[test]
    fn limits() {
        let values = [exp(-1e9), exp(f64::NEG_INFINITY), exp(1e9), exp(0.0)];
        let expected = [0.0, 0.0, f64::INFINITY, 1.0];
        assert_eq!(values.map(f64::to_bits), expected.map(f64::to_bits));
        let expected = [0.0, f64::NEG_INFINITY];
        assert_eq!(
            [ln(1.0), ln(0.0)].map(f64::to_bits),
            expected.map(f64::to_bits)
        );
        assert!(ln(-1.0).is_nan() && exp(f64::NAN).is_nan());
    }

    /// The same bits on every machine.
    #[test]
    fn bits() {
        let bits = |x: f64| format!("{:016x}", x.to_bits());
        assert_eq!(bits(exp(0.7)), "40001c2a61268987");
        assert_eq!(bits(ln(0.3)), "bff34378fcbda721");
    }
}
