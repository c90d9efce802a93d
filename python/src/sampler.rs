//! Numbers that callers give: seeds, sources of random numbers, and whole numbers of any size.

use heist_engine::random::{Generator, from_seed};
use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::argument_error;

/// The generator of a sampler: a seed, or a Python function that gives uniform numbers in [0, 1), of which two make a seed.
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
        match value.extract::<u64>() {
            Ok(seed) => Ok(Seed(seed)),
            Err(_) => Err(PyValueError::new_err(format!(
                "seed: found {}; expected a whole number from 0 to 2**64 - 1",
                value.repr()?
            ))),
        }
    }
}

/// A whole number as an argument. One out of range raises the same error as what is no whole number.
#[derive(Clone, Copy)]
pub struct Int<T>(pub T);

/// A type of whole numbers with its range for people.
pub trait Whole: for<'a, 'py> FromPyObject<'a, 'py> {
    /// What is expected.
    const RANGE: &'static str;
}

impl Whole for usize {
    const RANGE: &'static str = "a whole number from 0";
}

impl Whole for u32 {
    const RANGE: &'static str = "a whole number from 0 to 2**32 - 1";
}

impl Whole for u64 {
    const RANGE: &'static str = "a whole number from 0 to 2**64 - 1";
}

impl Whole for i64 {
    const RANGE: &'static str = "a whole number";
}

impl<'py, T: Whole> FromPyObject<'_, 'py> for Int<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Int<T>> {
        value
            .extract::<T>()
            .map(Int)
            .map_err(|_| argument_error(&value, T::RANGE))
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
