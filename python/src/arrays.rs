//! The caller's NumPy arrays as rows, one a game.

use heist_training::batch::Rows;
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

/// How wide a row is.
#[derive(Clone, Copy)]
pub enum Width {
    /// One number a game: the shape is `(N,)`.
    One,
    /// Exactly this many: the shape is `(N, width)`.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
}

/// An array that is given, borrowed for writing.
pub struct Borrowed<'py, T: Element> {
    array: PyReadwriteArrayDyn<'py, T>,
}

impl<'py, T: Element> Borrowed<'py, T> {
    /// Borrows an array of one row a game.
    ///
    /// # Errors
    /// When it has another shape, is not contiguous or cannot be written.
    pub fn new(name: &str, array: &Bound<'py, PyArrayDyn<T>>, games: usize, width: Width) -> PyResult<Self> {
        check(name, array, games, width)?;
        let array = array.try_readwrite();
        let array = array.map_err(|error| {
            PyValueError::new_err(format!(
                "{name}: {error}; expected an array that can be written, given once"
            ))
        })?;
        Ok(Borrowed { array })
    }

    /// Its rows.
    ///
    /// # Errors
    /// When the array is not aligned.
    pub fn rows(&mut self, name: &str, width: Width) -> PyResult<Rows<'_, T>> {
        let width = match width {
            Width::One => 1,
            _ => self.array.shape()[1],
        };
        let cells = self.array.as_slice_mut();
        let cells = cells.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
        Ok(Rows::new(cells, width))
    }
}

/// Borrows an array of one number a game for reading.
///
/// # Errors
/// As [`Borrowed::new`].
pub fn column<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
    games: usize,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    check(name, array, games, Width::One)?;
    let array = array.try_readonly();
    array.map_err(|error| PyValueError::new_err(format!("{name}: {error}; expected an array that nobody writes to")))
}

/// The numbers of features, ascending, of an array of shape `(K,)`.
///
/// # Errors
/// When it is another array, or a number is out of order or too large.
pub fn indices(name: &str, array: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<u32>> {
    let array = typed::<i32>(name, "int32", array)?;
    let length = array.len();
    let cells = column(name, &array, length)?;
    let cells = cells.as_array();
    let indices: Vec<u32> = cells.iter().filter_map(|&cell| u32::try_from(cell).ok()).collect();
    let is_ascending = indices.windows(2).all(|pair| pair[0] < pair[1]);
    let is_in_range = indices.last().is_none_or(|&last| (last as usize) < count);
    if indices.len() == length && is_ascending && is_in_range {
        Ok(indices)
    } else {
        Err(PyValueError::new_err(format!(
            "{name}: expected numbers of features in ascending order, from 0 to {}",
            count - 1
        )))
    }
}

/// Checks an array's shape and layout.
fn check<T: Element>(name: &str, array: &Bound<'_, PyArrayDyn<T>>, games: usize, width: Width) -> PyResult<()> {
    let shape = array.shape();
    let fits = match (shape, width) {
        ([rows], Width::One) => *rows == games,
        ([rows, found], Width::Exactly(width)) => *rows == games && *found == width,
        ([rows, found], Width::AtLeast(width)) => *rows == games && *found >= width,
        _ => false,
    };
    if !fits {
        let expected = match width {
            Width::One => format!("({games},)"),
            Width::Exactly(width) => format!("({games}, {width})"),
            Width::AtLeast(width) => format!("({games}, {width} or more)"),
        };
        let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
        let found = match sides.as_slice() {
            [side] => format!("({side},)"),
            sides => format!("({})", sides.join(", ")),
        };
        let message = format!("{name}: found an array of shape {found}; expected {expected}");
        return Err(PyValueError::new_err(message));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "{name}: found an array that is not C-contiguous; expected one that is"
        )));
    }
    Ok(())
}

/// A NumPy array of the same memory, where something else that speaks DLPack is given, such as a tensor of PyTorch.
///
/// # Errors
/// When its memory is not the processor's.
pub fn shared<'py>(name: &str, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if array.is_instance_of::<PyUntypedArray>() || !array.hasattr(intern!(array.py(), "__dlpack__"))? {
        return Ok(array.clone());
    }
    let arrays = array.py().import("heistlab._arrays")?;
    arrays.call_method1("shared", (name, array))
}

/// An array of a type, or an error that names the expected one.
pub fn typed<'py, T: Element>(
    name: &str,
    dtype: &str,
    array: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = &shared(name, array)?;
    let cast = array.cast::<PyArrayDyn<T>>();
    cast.cloned().map_err(|_| {
        let found = match array.getattr("dtype") {
            Ok(dtype) => format!("an array of {dtype}"),
            Err(_) => array
                .get_type()
                .qualname()
                .map_or_else(|_| "something else".to_owned(), |name| name.to_string()),
        };
        PyTypeError::new_err(format!("{name}: found {found}; expected a NumPy array of {dtype}"))
    })
}
