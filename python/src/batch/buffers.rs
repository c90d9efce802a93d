//! The caller's arrays that a batch writes.

use heist_training::batch::Outputs;
use numpy::PyArrayDyn;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::argument::Expected;
use crate::arrays::{Borrowed, Width, shared, typed};

/// Sizes of a game's rows.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) games: usize,
    pub(crate) actions: usize,
    pub(crate) features: usize,
    pub(crate) active: usize,
    pub(crate) figures: usize,
    /// Numbers of a decision and of a legal action; none in games that compute none.
    pub(crate) decision_inputs: usize,
    pub(crate) move_inputs: usize,
}

/// Lists the arrays of [`Buffers`] once: name, type, and the width of a row.
macro_rules! buffers {
    ($($field:ident: $cell:ty, $dtype:literal, $width:expr;)+) => {
        /// Where a :class:`Batch` writes. One row a game; arrays are C-contiguous and writable; what is not given is
        /// not written.
        ///
        /// Arrays are NumPy's, or tensors of PyTorch and whatever else speaks DLPack, in the processor's memory;
        /// nothing is copied.
        ///
        /// With N games, A actions, F features:
        ///
        /// ``players`` (N,) int8: who decides now, or would in a game that was truncated; TERMINAL_PLAYER in a game
        /// that is over.
        /// ``mask`` (N, A) bool: the legal actions, none in a game that is over.
        /// ``packed_mask`` (N, ceil(A / 8)) uint8: the same in bits, as ``numpy.packbits(mask, axis=1,
        /// bitorder="little")`` packs them.
        /// ``dense`` (N, F) uint8 or float32: the observation, 1 for active features. An observation is the information
        /// state of the player who decides; in a game that is over, of the one who decided last.
        /// ``sparse`` (N, K) int32: the active features, ascending, then -1. K is at least
        /// ``game.max_active_features()``.
        /// ``counts`` (N,) int32: how many of them.
        /// ``rewards`` (N,) float32: the result's value where the game ended in this step, else 0.
        /// ``shaping`` (N,) float32: what the batch's :class:`Shaping` adds to the reward of this step; 0 in a step
        /// that only began a game.
        /// ``terminated``, ``truncated`` (N,) bool: the game ended in this step by the rules; by ``max_decisions``.
        /// ``endings`` (N,) int8: place in ``game.endings`` where terminated, else -1.
        /// ``figures`` (N, len(game.state_figures)) int32: the figures as they stand now, as :meth:`State.figures` has
        /// them. Those of a game that is over begin with the result's.
        /// ``lengths`` (N,) int32: decisions of the game so far; of the whole game where it ended in this step.
        /// ``starts`` (N,) int32: where the game began, or the one that ended in this step: the place among the states
        /// of :meth:`Batch.set_starts`, or -1.
        /// ``samples`` (N,) int64: a uniformly random legal action, as :meth:`Batch.sample_actions` draws it; 0 in a
        /// game that is over. It may be the array of the actions themselves, which are read before anything is written.
        /// ``final_dense``, ``final_sparse``, ``final_counts``, ``final_players``, ``final_mask``, ``final_figures``:
        /// as above, for games that ended in this step and were reset in the same; other rows are left alone.
        #[pyclass(frozen, module = "heistlab._core")]
        #[derive(Default)]
        pub struct Buffers { $($field: Option<Py<PyArrayDyn<$cell>>>,)+ }

        /// The arrays of [`Buffers`], borrowed.
        pub(crate) struct Lent<'py> { $($field: Option<Borrowed<'py, $cell>>,)+ }

        impl Buffers {
            pub(crate) fn borrow<'py>(&self, py: Python<'py>, sizes: Sizes) -> PyResult<Lent<'py>> {
                Ok(Lent {
                    $($field: match &self.$field {
                        None => None,
                        Some(array) => Some(Borrowed::new(
                            stringify!($field), array.bind(py), sizes.games, ($width)(sizes),
                        )?),
                    },)+
                })
            }

            /// The names of the arrays that are given.
            fn names(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(if self.$field.is_some() {
                    let name = stringify!($field);
                    names.push(name.trim_end_matches("_bytes").trim_end_matches("_floats"));
                })+
                names
            }

            /// Puts an array in its place.
            fn set(&mut self, name: &str, array: &Bound<'_, PyAny>) -> PyResult<bool> {
                match name {
                    $(stringify!($field) => self.$field = Some(typed(name, $dtype, array)?.unbind()),)+
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }

        impl Lent<'_> {
            pub(crate) fn outputs(&mut self, sizes: Sizes) -> PyResult<Outputs<'_>> {
                Ok(Outputs {
                    $($field: self.$field.as_mut().map(|lent| lent.rows(stringify!($field), ($width)(sizes))).transpose()?,)+
                })
            }
        }
    };
}

/// One number a row.
fn one(_: Sizes) -> Width {
    Width::One
}

fn features(sizes: Sizes) -> Width {
    Width::Exactly(sizes.features)
}

fn figures(sizes: Sizes) -> Width {
    Width::Exactly(sizes.figures)
}

fn active(sizes: Sizes) -> Width {
    Width::AtLeast(sizes.active)
}

buffers! {
    players: i8, "int8", one;
    mask: bool, "bool", |sizes: Sizes| Width::Exactly(sizes.actions);
    packed_mask: u8, "uint8", |sizes: Sizes| Width::Exactly(sizes.actions.div_ceil(8));
    dense_bytes: u8, "uint8", features;
    dense_floats: f32, "float32", features;
    sparse: i32, "int32", active;
    counts: i32, "int32", one;
    rewards: f32, "float32", one;
    shaping: f32, "float32", one;
    terminated: bool, "bool", one;
    truncated: bool, "bool", one;
    endings: i8, "int8", one;
    figures: i32, "int32", figures;
    lengths: i32, "int32", one;
    starts: i32, "int32", one;
    final_dense_bytes: u8, "uint8", features;
    final_dense_floats: f32, "float32", features;
    final_sparse: i32, "int32", active;
    final_counts: i32, "int32", one;
    final_players: i8, "int8", one;
    final_figures: i32, "int32", figures;
    final_mask: bool, "bool", |sizes: Sizes| Width::Exactly(sizes.actions);
    samples: i64, "int64", one;
}

impl Buffers {
    /// Whether what shaping adds is to be written.
    pub(crate) fn asks_for_shaping(&self) -> bool {
        self.shaping.is_some()
    }
}

impl Expected for PyRef<'_, Buffers> {
    const EXPECTED: &'static str = "Buffers";
}

#[pymethods]
impl Buffers {
    #[new]
    #[pyo3(signature = (**arrays))]
    fn new(arrays: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>) -> PyResult<Buffers> {
        let mut buffers = Buffers::default();
        let given = arrays.unwrap_or_default().into_iter();
        for (name, array) in given.filter(|(_, array)| !array.is_none()) {
            let array = shared(&name, &array)?;
            let known = match name.as_str() {
                "dense" | "final_dense" if array.cast::<PyArrayDyn<f32>>().is_ok() => {
                    buffers.set(&format!("{name}_floats"), &array)?
                }
                "dense" | "final_dense" => {
                    typed::<u8>(&name, "uint8 or float32", &array)?;
                    buffers.set(&format!("{name}_bytes"), &array)?
                }
                name if name.contains("dense") => false,
                name => buffers.set(name, &array)?,
            };
            if !known {
                return Err(PyValueError::new_err(format!("{name}: there is no such buffer")));
            }
        }
        Ok(buffers)
    }

    fn __repr__(&self) -> String {
        format!("Buffers({})", self.names().join(", "))
    }
}
