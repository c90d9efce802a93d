//! What a game with a setup offers to Python.

use std::collections::BTreeMap;
use std::sync::Arc;

use heist_engine::describe::{FieldDefault, FieldKind, SetupField};
use heist_engine::game::{FeaturePlace, Overrides};
use heist_engine::hash::append_bytes;
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::argument::Arg;
use crate::held::{Held, PyState};
use crate::loaded::{Loaded, PyGame};
use crate::sampler::Seed;
use crate::setup;

/// A plane, and the floor, row and column of a square.
type Square = (String, usize, usize, usize);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (id, setup = Arg("{}")), text_signature = "(id, setup='{}')")]
    fn new(id: Arg<&str>, setup: Arg<&str>) -> PyResult<PyGame> {
        Ok(PyGame(Arc::new(Loaded::read(id.0, setup.0)?)))
    }

    /// Its name in :func:`heistlab.load_game`: ``burgle-bros``.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.info().id
    }

    /// Its name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.info().name
    }

    /// Version of the rules and of everything written about them.
    #[getter]
    fn format(&self) -> u32 {
        self.0.info().format
    }

    /// The setup with every default, as JSON.
    #[getter]
    fn setup(&self) -> &str {
        self.0.text()
    }

    /// The ways the game can end, wins first.
    #[getter]
    fn endings(&self) -> Vec<&'static str> {
        self.0.info().endings.to_vec()
    }

    /// Names of the figures of a result.
    #[getter]
    fn figures(&self) -> Vec<&'static str> {
        self.0.figures()
    }

    /// Names of the figures of a state, as :meth:`State.figures` has them; those of a result come first.
    #[getter]
    fn state_figures(&self) -> Vec<&'static str> {
        self.0.info().figures.iter().map(|figure| figure.name).collect()
    }

    /// Names of the numbers of a decision that :meth:`Batch.move_inputs` gives; empty in a game that computes
    /// none.
    #[getter]
    fn decision_inputs(&self) -> PyResult<Vec<String>> {
        Ok(self.0.move_inputs().0)
    }

    /// Names of the numbers of a legal action that :meth:`Batch.move_inputs` gives: distances, dangers, what lies
    /// there, and what the action changes for certain. Empty in a game that computes none.
    #[getter]
    fn move_inputs(&self) -> PyResult<Vec<String>> {
        Ok(self.0.move_inputs().1)
    }

    /// The fields of the game's setups, each a dictionary.
    ///
    /// ``name``: the keyword in :func:`heistlab.load_game`; ``json_name``: the name in JSON and in mappings.
    /// ``label`` and ``help`` are for people.
    /// ``kind``: ``choice``, ``number``, ``yes-no``, ``seat`` (a number from 1), ``each`` (a list with a name for each
    /// player or character), ``several`` (a list of names), ``word`` or ``drawing``.
    /// ``least`` and ``most`` bound a number.
    /// ``choices``: dictionaries with ``value`` and ``label``; empty where values are no list of names.
    /// ``expected``: what may be given, in a few words.
    /// ``default``: what holds if the field is left out; None where no value is fixed, which ``left_out`` explains.
    /// ``only``: the field is of use only where another one (``name``) has one of these ``values``; else None.
    #[getter]
    fn setup_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        setup::fields(py, self.0.info().setup)
    }

    /// Which windows of optional decisions :meth:`State.set_windows` can choose from; the first is exact.
    #[getter]
    fn windows(&self) -> Vec<&'static str> {
        self.0.info().windows.iter().map(|windows| windows.name()).collect()
    }

    /// What the team loses bit by bit on the way to losing the game (``Stealth``); empty if the game has no such
    /// thing.
    #[getter]
    fn stake(&self) -> &'static str {
        self.0.info().stake
    }

    /// How many play.
    fn num_players(&self) -> usize {
        self.0.seats()
    }

    /// Size of the action index space: actions are 0 to this less 1.
    fn num_distinct_actions(&self) -> usize {
        self.0.game.action_count()
    }

    /// No chance node has more outcomes.
    fn max_chance_outcomes(&self) -> usize {
        self.0.info().max_outcomes
    }

    /// ``[features]``.
    fn information_state_tensor_shape(&self) -> Vec<usize> {
        vec![self.0.game.feature_count()]
    }

    /// Number of features.
    fn information_state_tensor_size(&self) -> usize {
        self.0.game.feature_count()
    }

    /// No information state has more active features: the width of a sparse observation that holds all.
    fn max_active_features(&self) -> usize {
        self.0.game.max_active_features()
    }

    /// The worst value of a game: 0.
    fn min_utility(&self) -> f64 {
        0.0
    }

    /// The value of a full win: 1.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// The notation of an action index.
    fn action_to_string(&self, action: Arg<usize>) -> PyResult<String> {
        Ok(self.0.action_text(action.0)?)
    }

    /// The index of an action in notation.
    fn string_to_action(&self, text: Arg<&str>) -> PyResult<usize> {
        Ok(self.0.action_number(text.0)?)
    }

    /// What a feature means.
    fn feature_name(&self, index: Arg<usize>) -> PyResult<String> {
        Ok(self.0.feature_name(index.0)?)
    }

    /// The board as an array: floors, rows and columns; None for a game without one.
    fn board_shape(&self) -> PyResult<Option<(usize, usize, usize)>> {
        let shape = Held::begin(self.0.setup(0)?)?.state.board_shape();
        Ok(shape.map(|shape| (shape.floors, shape.rows, shape.columns)))
    }

    /// The features about squares of the board, each with its plane (what it says of its square) and the floor, row
    /// and column of the square; with None if it is about a square that this game's board lacks, so that no state has
    /// it.
    fn feature_squares(&self) -> PyResult<BTreeMap<usize, Option<Square>>> {
        let state = Held::begin(self.0.setup(0)?)?.state;
        let places = (0..self.0.game.feature_count()).map(|index| (index, state.feature_place(index)));
        let squares = places.filter_map(|(index, place)| match place {
            FeaturePlace::Square {
                plane,
                floor,
                row,
                column,
            } => Some((index, Some((plane, floor, row, column)))),
            FeaturePlace::Missing => Some((index, None)),
            FeaturePlace::Elsewhere => None,
        });
        Ok(squares.collect())
    }

    /// The first state. What the setup leaves open (characters, random walls) is drawn from ``seed``, 0 to 2**64 -
    /// 1.
    #[pyo3(signature = (seed = Seed(0)), text_signature = "($self, seed=0)")]
    fn new_initial_state(&self, seed: Seed) -> PyResult<PyState> {
        Ok(PyState::new(self, Held::begin(self.0.setup(seed.0)?)?))
    }

    /// A state from :meth:`State.serialize`. If it began from another setup, ``get_game()`` has that one.
    fn deserialize_state(&self, text: Arg<&str>) -> PyResult<PyState> {
        self.state(Held::deserialize(self.0.game, text.0)?)
    }

    /// A state from a position as JSON, of this game with any setup: ``get_game()`` has its seats and scenario.
    /// ``override`` waives what may be waived.
    #[pyo3(
        signature = (position, r#override = Arg(false)),
        text_signature = "($self, position, override=False)"
    )]
    fn read_position(&self, position: Arg<&str>, r#override: Arg<bool>) -> PyResult<PyState> {
        let overrides = if r#override.0 {
            Overrides::Waivable
        } else {
            Overrides::None
        };
        self.state(Held::alone(self.0.read_position(position.0, overrides)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyGame>()
            .is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let (id, setup) = self.identity();
        append_bytes(append_bytes(0, id.as_bytes()), setup.as_bytes())
    }

    fn __repr__(&self) -> String {
        self.text()
    }
}

impl PyGame {
    /// A state that was read, with this game if it can be one of its states, else with a game that it can be one of.
    fn state(&self, state: Held) -> PyResult<PyState> {
        let (own, open) = (self.0.completed(), self.0.open().fields());
        let origin = state.origin();
        // What a setup leaves open or draws differs from state to state of one game.
        let fixed = self.0.info().setup.iter().filter(|field| {
            let is_plain = matches!(
                field.kind,
                FieldKind::Choice { .. } | FieldKind::Number { .. } | FieldKind::YesNo
            );
            is_plain && field.default != FieldDefault::Drawn
        });
        // What people give as a word may be drawn, too: then completed setups have another form of it, each its own.
        let has_form = |fields: &Map<String, Value>, field: &SetupField| {
            let value = fields.get(field.name);
            value.is_some_and(|value| field.fits(value))
        };
        let is_drawn = |field: &SetupField| has_form(&open, field) && !has_form(own, field);
        let is_own = fixed.into_iter().all(|field| match origin.fields.get(field.name) {
            Some(value) => own.get(field.name) == Some(value) || (is_drawn(field) && !field.fits(value)),
            None => !origin.is_whole || !own.contains_key(field.name),
        });
        if is_own {
            return Ok(PyState::new(self, state));
        }
        let loaded = Loaded::read(self.0.info().id, &Value::Object(origin.fields).to_string())?;
        let game = PyGame(Arc::new(loaded));
        Ok(PyState::new(&game, state))
    }

    /// As Python shows it.
    pub fn text(&self) -> String {
        let (id, setup) = self.identity();
        format!("Game({id:?}, {setup:?})")
    }

    /// What tells games apart.
    fn identity(&self) -> (&'static str, &str) {
        (self.0.info().id, self.0.text())
    }
}
