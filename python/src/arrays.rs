//! The caller's NumPy arrays as rows, one a game.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Rows of a caller's array: `width` cells each, one row after the other.
pub struct Rows<'a, T> {
    cells: &'a mut [T],
    width: usize,
}

impl<'a, T> Rows<'a, T> {
    /// One row.
    pub fn one(cells: &'a mut [T]) -> Rows<'a, T> {
        let width = cells.len();
        Rows { cells, width }
    }

    /// A row.
    #[inline]
    pub fn row(&mut self, row: usize) -> &mut [T] {
        &mut self.cells[row * self.width..][..self.width]
    }

    /// The first so many rows, and the others.
    pub fn split(self, rows: usize) -> (Rows<'a, T>, Rows<'a, T>) {
        let (first, others) = self.cells.split_at_mut(rows * self.width);
        let part = |cells| Rows {
            cells,
            width: self.width,
        };
        (part(first), part(others))
    }
}

/// The rows of an array that may not be given, in two parts.
pub fn split<T>(rows: Option<Rows<'_, T>>, count: usize) -> (Option<Rows<'_, T>>, Option<Rows<'_, T>>) {
    rows.map(|rows| rows.split(count)).unzip()
}

/// How wide a row is.
#[derive(Clone, Copy)]
pub enum Width {
    /// One number a game: the shape is `(N,)`.
    One,
    /// Exactly so many: the shape is `(N, width)`.
    Exactly(usize),
    /// So many or more.
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
        Ok(Rows { cells, width })
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
        let message = format!("{name}: found an array of shape {shape:?}; expected {expected}");
        return Err(PyValueError::new_err(message));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "{name}: found an array that is not C-contiguous; expected one that is"
        )));
    }
    Ok(())
}

/// An array of a type, or an error that names the expected one.
pub fn typed<'py, T: Element>(
    name: &str,
    dtype: &str,
    array: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let cast = array.cast::<PyArrayDyn<T>>();
    cast.cloned().map_err(|_| {
        let found = match array.getattr("dtype") {
            Ok(dtype) => format!("an array of {dtype}"),
            Err(_) => format!("{}", array.get_type()),
        };
        PyTypeError::new_err(format!("{name}: found {found}; expected a NumPy array of {dtype}"))
    })
}
