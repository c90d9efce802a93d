//! Arguments of any type. One that does not fit is named in the message, with what was found and what was expected.

use std::path::PathBuf;

use pyo3::Borrowed;
use pyo3::prelude::*;

use crate::errors::{argument_error, is_argument_error};

/// An argument. What cannot be converted raises [`argument_error`], never an error in words of the binding; a number
/// out of range raises the same error as what is no number.
#[derive(Clone, Copy)]
pub struct Arg<T>(pub T);

/// What a type of arguments is called in messages.
pub trait Expected {
    /// What is expected.
    const EXPECTED: &'static str;
}

macro_rules! expected {
    ($($type:ty: $expected:literal,)+) => {
        $(impl Expected for $type {
            const EXPECTED: &'static str = $expected;
        })+
    };
}

expected! {
    usize: "a whole number from 0",
    u32: "a whole number from 0 to 2**32 - 1",
    u64: "a whole number from 0 to 2**64 - 1",
    i64: "a whole number",
    f64: "a number",
    bool: "True or False",
    &str: "a text",
    String: "a text",
    PathBuf: "a path",
    Callable: "a function",
    (f64, f64, f64, f64): "four numbers",
    (String, bool): "what __getstate__ gave",
    Vec<String>: "a list of texts",
    Vec<f64>: "a list of numbers",
}

impl<'a, 'py, T: Expected + FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Arg<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Arg<T>> {
        value.extract::<T>().map(Arg).map_err(|error| {
            let error: PyErr = error.into();
            // An element of a list says itself what was expected of it.
            if is_argument_error(value.py(), &error) {
                error
            } else {
                argument_error(&value, T::EXPECTED)
            }
        })
    }
}

/// A Python function, or anything else that can be called.
pub struct Callable(pub Py<PyAny>);

impl<'py> FromPyObject<'_, 'py> for Callable {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Callable> {
        if value.is_callable() {
            Ok(Callable(value.to_owned().unbind()))
        } else {
            Err(argument_error(&value, Callable::EXPECTED))
        }
    }
}
