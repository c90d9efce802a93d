//! Numbers that callers give: seeds, and sources of random numbers.

use heist_engine::random::{Generator, from_seed};
use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::seed_error;

/// The generator of a sampler: a seed, or a Python function that gives uniform numbers in [0, 1), of which two make a
/// seed.
pub fn generator(sampler: &Bound<'_, PyAny>) -> PyResult<Generator> {
    if sampler.is_callable() {
        let high = half(sampler)?;
        let low = half(sampler)?;
        return Ok(from_seed(u64::from(high) << 32 | u64::from(low)));
    }
    match sampler.extract::<u64>() {
        Ok(seed) => Ok(from_seed(seed)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "sampler: found {sampler}; expected a seed from 0 to 2**64 - 1, or a function that gives numbers in [0, 1)"
        ))),
    }
}

/// A seed as an argument.
#[derive(Clone, Copy)]
pub struct Seed(pub u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Seed> {
        value.extract().map(Seed).map_err(|_| seed_error(&value))
    }
}

/// 32 bits of a uniform number.
fn half(sampler: &Bound<'_, PyAny>) -> PyResult<u32> {
    let given = sampler.call0()?;
    let number: f64 = given
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("sampler: it gave {given}; expected a number in [0, 1)")))?;
    if !(0.0..1.0).contains(&number) {
        return Err(PyValueError::new_err(format!(
            "sampler: it gave {number}; expected a number in [0, 1)"
        )));
    }
    Ok((number * f64::from(u32::MAX) + number) as u32)
}
