//! What a state offers to Python.

use heist_draw::any::{draw_svg, draw_text, explain_node};
use heist_draw::{Layout, Style, SvgStyle, Theme};
use heist_engine::any::AnyState;
use heist_engine::game::{Actor, FeatureChanges, Fill, Node, Seat, Windows};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::Borrowed;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::analysis::answer;
use crate::argument::{Arg, Callable, Expected};
use crate::arrays::indices;
use crate::errors::{argument_error, one_of};
use crate::held::PyState;
use crate::loaded::{PyGame, seat};
use crate::outcome::result_dict;
use crate::replay::PyReplay;
use crate::sampler::generator;

/// What decides at a chance node, as in OpenSpiel.
pub const CHANCE_PLAYER: i64 = -1;
/// What decides in a game that is over, as in OpenSpiel.
pub const TERMINAL_PLAYER: i64 = -4;

/// An action or outcome by its number or in notation.
pub enum Choice {
    Number(i64),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for Choice {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Choice> {
        let number = value.extract().map(Choice::Number);
        number
            .or_else(|_| value.extract().map(Choice::Text))
            .map_err(|_: PyErr| argument_error(&value, "the number of an action or its notation"))
    }
}

impl Expected for Vec<Choice> {
    const EXPECTED: &'static str = "a list of actions, by number or in notation";
}

impl PyState {
    /// The player asked about; by default the one who decides.
    fn player(&self, player: Option<Arg<i64>>) -> PyResult<Seat> {
        match (player, self.inner.state.node()) {
            (Some(player), _) => Ok(seat(player.0, self.inner.state.seats())?),
            (None, Node::Decision(seat)) => Ok(seat),
            (None, _) => Err(PyValueError::new_err(
                "player: nobody decides here; expected a player's number",
            )),
        }
    }

    /// Whether the player decides now; anybody if none is given.
    fn is_asked(&self, player: Option<Arg<i64>>) -> PyResult<bool> {
        match player {
            None => Ok(true),
            Some(Arg(CHANCE_PLAYER)) => Ok(self.inner.state.node() == Node::Chance),
            Some(player) => Ok(self.inner.state.node() == Node::Decision(seat(player.0, self.inner.state.seats())?)),
        }
    }

    fn number(&self, choice: &Choice) -> PyResult<usize> {
        Ok(match choice {
            Choice::Number(number) => usize::try_from(*number).map_err(|_| self.inner.refusal(&number.to_string()))?,
            Choice::Text(text) => self.inner.number(text)?,
        })
    }

    /// The place of an action or outcome; in notation also of an action that the setup's mode has left out.
    fn place(&self, choice: &Choice) -> PyResult<usize> {
        Ok(match choice {
            Choice::Number(_) => self.inner.place(self.number(choice)?)?,
            Choice::Text(text) => self.inner.find(text)?,
        })
    }

    /// The notation of an action, or of an outcome of this chance node.
    fn text(&self, number: usize) -> PyResult<String> {
        Ok(match self.inner.state.node() {
            Node::Chance => self.inner.outcome_text(number)?,
            Node::Decision(_) | Node::Terminal => self.game.0.action_text(number)?,
        })
    }

    fn value(&self) -> f64 {
        self.inner.state.result().map_or(0.0, |result| result.value)
    }

    /// What is drawn or written: all, or what a player knows.
    fn seen(&self, player: Option<Arg<i64>>) -> PyResult<Box<dyn AnyState>> {
        Ok(match player {
            None => self.inner.state.clone(),
            Some(_) => self.inner.state.information_state(self.player(player)?),
        })
    }
}

/// Three lists of features: those that went, those that came, and those that are active now.
type ThreeLists<'py> = (
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
);

#[pymethods]
impl PyState {
    /// The game, with its setup.
    fn get_game(&self) -> PyGame {
        self.game.clone()
    }

    /// How many play.
    fn num_players(&self) -> usize {
        self.inner.state.seats()
    }

    /// Whose decision it is, from 0; CHANCE_PLAYER or TERMINAL_PLAYER.
    fn current_player(&self) -> i64 {
        match self.inner.state.node() {
            Node::Decision(seat) => i64::from(seat.0),
            Node::Chance => CHANCE_PLAYER,
            Node::Terminal => TERMINAL_PLAYER,
        }
    }

    /// Whether chance decides.
    fn is_chance_node(&self) -> bool {
        self.inner.state.node() == Node::Chance
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.inner.state.node() == Node::Terminal
    }

    /// The number of the turn; it never falls.
    fn turn(&self) -> u32 {
        self.inner.state.turn()
    }

    /// How many steps (decisions and draws) led here.
    fn move_number(&self) -> usize {
        self.inner.step_count()
    }

    /// Action indices, ascending; at a chance node the outcomes' numbers; empty for a player who does not decide.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<Arg<i64>>) -> PyResult<Vec<usize>> {
        if !self.is_asked(player)? {
            return Ok(Vec::new());
        }
        Ok(match self.inner.state.node() {
            Node::Chance => (0..self.inner.state.branch_count()).collect(),
            _ => self.inner.legal(),
        })
    }

    /// Shape ``(num_distinct_actions,)``; all false for a player who does not decide, and at a chance node.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<Arg<i64>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.game.0.game.action_count()];
        if self.is_asked(player)? {
            self.inner.legal().into_iter().for_each(|number| mask[number] = true);
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The legal actions or possible outcomes in notation, in the order of :meth:`legal_actions`.
    fn legal_action_strings(&self) -> PyResult<Vec<String>> {
        if self.inner.state.node() == Node::Chance {
            return Ok(self.inner.notations());
        }
        let numbers = self.inner.legal().into_iter();
        Ok(numbers
            .map(|number| self.game.0.action_text(number))
            .collect::<Result<_, _>>()?)
    }

    /// Every outcome of a chance node with its exact probability. An outcome's number is its place in the node's
    /// list.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        self.inner.chances().into_iter().enumerate().collect()
    }

    /// The notation of an action, or of an outcome at a chance node. As in OpenSpiel the player may come first.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: Arg<i64>, action: Option<Arg<i64>>) -> PyResult<String> {
        let number = action.unwrap_or(player_or_action).0;
        let number = usize::try_from(number)
            .map_err(|_| PyValueError::new_err(format!("action {number}: expected a number from 0")))?;
        Ok(match action {
            // An action of a player is meant, also at a chance node.
            Some(_) if player_or_action.0 != CHANCE_PLAYER => self.game.0.action_text(number)?,
            _ => self.text(number)?,
        })
    }

    /// The index of an action that may be played here, or the number of a possible outcome, in notation.
    fn string_to_action(&self, text: Arg<&str>) -> PyResult<usize> {
        Ok(self.inner.number(text.0)?)
    }

    /// An outcome of this chance node as a player sees it, in notation: itself, unless it is drawn in private
    /// (``deal ?``).
    fn observed(&self, outcome: Choice, player: Arg<i64>) -> PyResult<String> {
        Ok(self
            .inner
            .observed(self.number(&outcome)?, self.player(Some(player))?)?)
    }

    /// What a legal action does or a possible outcome means, in one sentence.
    fn explain(&self, action: Choice) -> PyResult<String> {
        Ok(self.inner.explained(self.place(&action)?)?.text)
    }

    /// What the state waits for, in one sentence.
    fn explain_node(&self) -> String {
        explain_node(&*self.inner.state)
    }

    /// Plays a legal action, or settles a chance node; by number or in notation. In notation also an action that
    /// the rules allow and the setup's mode leaves out of the legal ones.
    ///
    /// Raises IllegalActionError, which says what was legal; the state is unchanged.
    fn apply_action(&mut self, action: Choice) -> PyResult<()> {
        match &action {
            Choice::Number(_) => self.inner.take(self.number(&action)?)?,
            Choice::Text(text) => self.inner.push(text)?,
        }
        Ok(())
    }

    /// A copy after an action.
    fn child(&self, action: Choice) -> PyResult<PyState> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// The number of an outcome drawn from the exact distribution of a chance node.
    ///
    /// ``sampler`` is a seed, or a function that gives uniform numbers in [0, 1): ``rng.random`` of NumPy or
    /// ``random``.
    fn sample_outcome(&self, sampler: &Bound<'_, PyAny>) -> PyResult<usize> {
        let drawn = self.inner.state.sample(&mut generator(sampler)?);
        drawn.ok_or_else(|| PyValueError::new_err("sample_outcome: this is no chance node; expected one"))
    }

    /// Settles chance nodes, drawing from ``sampler``, until somebody decides or the game is over.
    fn play_chance(state: &Bound<'_, PyState>, sampler: &Bound<'_, PyAny>) -> PyResult<()> {
        // The sampler comes first: it may look at the state.
        let mut rng = generator(sampler)?;
        let mut state = state
            .try_borrow_mut()
            .map_err(|_| PyRuntimeError::new_err("play_chance: another call is using this state"))?;
        state.inner.play_chance(&mut rng);
        Ok(())
    }

    /// The state with a hole wherever the player does not know; its history is empty. Default: who decides.
    #[pyo3(signature = (player = None))]
    fn information_state(&self, player: Option<Arg<i64>>) -> PyResult<PyState> {
        Ok(PyState::new(
            &self.game,
            self.inner.information_state(self.player(player)?),
        ))
    }

    /// What the player knows, as a position in JSON. States that the player cannot tell apart have equal texts.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<Arg<i64>>) -> PyResult<String> {
        Ok(self.inner.state.information_state(self.player(player)?).position())
    }

    /// Shape ``(information_state_tensor_size,)``, 1 for active features, else 0.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Arg<i64>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut features = Vec::new();
        self.inner.state.features(self.player(player)?, &mut features);
        let tensor = PyArray1::<f32>::zeros(py, self.game.0.game.feature_count(), false);
        let mut places = tensor.readwrite();
        let places = places.as_slice_mut()?;
        features.into_iter().for_each(|feature| places[feature as usize] = 1.0);
        Ok(tensor)
    }

    /// The active features, ascending.
    #[pyo3(signature = (player = None))]
    fn information_state_indices<'py>(
        &self,
        py: Python<'py>,
        player: Option<Arg<i64>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut features = Vec::new();
        self.inner.state.features(self.player(player)?, &mut features);
        Ok(PyArray1::from_iter(
            py,
            features.into_iter().map(|feature| feature as i32),
        ))
    }

    /// A stable 64-bit key of the information state.
    #[pyo3(signature = (player = None))]
    fn information_key(&self, player: Option<Arg<i64>>) -> PyResult<u64> {
        Ok(self.inner.state.information_key(self.player(player)?))
    }

    /// A state that the player cannot tell from this one, drawn by the exact posterior given what the player knows.
    ///
    /// Its history is empty: the steps that led here may tell what the player does not know.
    /// ``private`` fills what some seat knows (hands) and leaves the rest to chance nodes; ``all`` fills every hole.
    #[pyo3(
        signature = (player, sampler, fill = Arg("private")),
        text_signature = "($self, player, sampler, fill='private')"
    )]
    fn resample_from_infostate(
        &self,
        player: Arg<i64>,
        sampler: &Bound<'_, PyAny>,
        fill: Arg<&str>,
    ) -> PyResult<PyState> {
        let fill = one_of("fill", fill.0, &[("private", Fill::Private), ("all", Fill::All)])?;
        let resampled = self
            .inner
            .resample(self.player(Some(player))?, fill, &mut generator(sampler)?);
        Ok(PyState::new(&self.game, resampled))
    }

    /// A 64-bit key, stable across runs, platforms and releases of one format.
    fn key(&self) -> u64 {
        self.inner.state.key()
    }

    /// One number a player, the same for all: the team's value, 1 for a full win; 0 before the end.
    fn returns(&self) -> Vec<f64> {
        vec![self.value(); self.inner.state.seats()]
    }

    /// As :meth:`returns`: the only reward is that of the end.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// One of :meth:`rewards`.
    fn player_reward(&self, player: Arg<i64>) -> PyResult<f64> {
        seat(player.0, self.inner.state.seats())?;
        Ok(self.value())
    }

    /// One of :meth:`returns`.
    fn player_return(&self, player: Arg<i64>) -> PyResult<f64> {
        self.player_reward(player)
    }

    /// ``value``, ``win``, ``ending``, ``figures`` (by name); None before the end.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let result = self.inner.state.result();
        result
            .map(|result| result_dict(py, self.game.0.info(), &result))
            .transpose()
    }

    /// The game's figures as they stand now, by name: first those of :meth:`result`, then others.
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let figures = PyDict::new(py);
        for (name, figure) in self.inner.state.figures() {
            figures.set_item(name, figure)?;
        }
        Ok(figures)
    }

    /// The characters in turn order: (name, player). A player may play several.
    fn characters(&self) -> Vec<(String, u8)> {
        let characters = self.inner.state.characters().into_iter();
        characters.map(|(name, seat)| (name, seat.0)).collect()
    }

    /// On whose behalf the decision is taken: the number of a character, from 0, or ``team`` where the players
    /// decide together and :meth:`current_player` answers for all. None where nobody decides.
    fn actor<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.inner.state.actor() {
            None => None,
            Some(Actor::Character(number)) => Some(number.into_pyobject(py)?.into_any()),
            Some(Actor::Team) => Some("team".into_pyobject(py)?.into_any()),
        })
    }

    /// Sets which windows of optional decisions open from now on: ``full``, ``reduced`` or ``off``. For
    /// simulations; only ``full`` is exact.
    ///
    /// The decision at hand stays as it is. A change begins the history anew. A game without these windows
    /// (:attr:`Game.windows`) ignores the call.
    fn set_windows(&mut self, windows: Arg<&str>) -> PyResult<()> {
        let known: Vec<(&str, Windows)> = Windows::ALL.iter().map(|&known| (known.name(), known)).collect();
        self.inner.set_windows(one_of("windows", windows.0, &known)?);
        Ok(())
    }

    /// What changed since ``features`` were the player's active ones: ``(went, came, now)``, the features that are
    /// no longer active, those that are new, and all active ones, each ascending. For networks whose first layer is
    /// updated rather than computed anew.
    ///
    /// ``features``: int32, as :meth:`information_state_indices` or the last call gave them.
    fn feature_changes<'py>(
        &self,
        py: Python<'py>,
        player: Arg<i64>,
        features: &Bound<'py, PyAny>,
    ) -> PyResult<ThreeLists<'py>> {
        let player = self.player(Some(player))?;
        let mut now = indices("features", features, self.game.0.game.feature_count())?;
        let mut changes = FeatureChanges::default();
        self.inner.state.feature_changes(player, &mut now, &mut changes);
        let array = |features: &[u32]| PyArray1::from_iter(py, features.iter().map(|&feature| feature as i32));
        Ok((array(&changes.went), array(&changes.came), array(&now)))
    }

    /// The actions and outcomes by number from the first state on (or from where the state was read).
    fn history(&self) -> Vec<usize> {
        self.inner.history()
    }

    /// The same in notation; with a player: as the player saw it.
    #[pyo3(signature = (player = None))]
    fn history_strings(&self, player: Option<Arg<i64>>) -> PyResult<Vec<String>> {
        let seat = player.map(|_| self.player(player)).transpose()?;
        Ok(self.inner.history_texts(seat))
    }

    /// Whether the state holds everything that the player knows.
    fn is_holding(&self, player: Arg<i64>) -> PyResult<bool> {
        Ok(self.inner.state.holds(self.player(Some(player))?))
    }

    /// A copy, with its history.
    fn clone(&self) -> PyState {
        PyState::new(&self.game, self.inner.clone())
    }

    /// The state with its history as one line of JSON; :meth:`Game.deserialize_state` reads it.
    fn serialize(&self) -> PyResult<String> {
        Ok(self.inner.serialize()?)
    }

    /// The position as JSON, with what the player knows or with everything.
    #[pyo3(signature = (player = None))]
    fn position(&self, player: Option<Arg<i64>>) -> PyResult<String> {
        Ok(self.seen(player)?.position())
    }

    /// The game so far. ValueError for a state that did not begin with :meth:`Game.new_initial_state`.
    #[pyo3(signature = (agents = Arg(Vec::new())), text_signature = "($self, agents=())")]
    fn replay(&self, agents: Arg<Vec<String>>) -> PyResult<PyReplay> {
        Ok(PyReplay::new(&self.game, self.inner.replay(agents.0)?))
    }

    /// The picture for a terminal, ``width`` columns wide. With a player: what the player knows.
    #[pyo3(signature = (player = None, width = Arg(80), colour = Arg(false)), text_signature = "($self, player=None, width=80, colour=False)")]
    fn to_text(&self, player: Option<Arg<i64>>, width: Arg<usize>, colour: Arg<bool>) -> PyResult<String> {
        Ok(draw_text(
            &*self.seen(player)?,
            &Style {
                width: width.0,
                colour: colour.0,
            },
        ))
    }

    /// A picture, as an SVG document. With a player: what the player knows.
    ///
    /// ``layout``: for a laptop, 1200 units wide, or for a phone, 360. ``highlight`` points at what legal actions are
    /// about; ``happened`` is a sentence about what just happened.
    #[pyo3(
        signature = (
            player = None, *, layout = Arg("wide"), theme = Arg("light"), highlight = Arg(Vec::new()), happened = None
        ),
        text_signature = "($self, player=None, *, layout='wide', theme='light', highlight=(), happened=None)"
    )]
    fn to_svg(
        &self,
        player: Option<Arg<i64>>,
        layout: Arg<&str>,
        theme: Arg<&str>,
        highlight: Arg<Vec<Choice>>,
        happened: Option<Arg<String>>,
    ) -> PyResult<String> {
        let places = highlight.0.iter().map(|choice| self.place(choice));
        let places = places.collect::<PyResult<Vec<usize>>>()?;
        let style = SvgStyle {
            layout: one_of(
                "layout",
                layout.0,
                &[("wide", Layout::Wide), ("narrow", Layout::Narrow)],
            )?,
            theme: one_of("theme", theme.0, &[("light", Theme::Light), ("dark", Theme::Dark)])?,
            highlight: self.inner.spots(&places)?,
            happened: happened.map(|happened| happened.0),
            is_edited: false,
        };
        Ok(draw_svg(&*self.seen(player)?, &style))
    }

    /// The picture that notebooks show: :meth:`to_svg`.
    fn _repr_html_(&self) -> String {
        draw_svg(&*self.inner.state, &SvgStyle::default())
    }

    /// The compiled side of :func:`heistlab.analyse`: the fields of a query and its report, as docs/protocol.md has
    /// them.
    #[pyo3(signature = (query, on_report = None))]
    fn analyse(state: &Bound<'_, PyState>, query: Arg<&str>, on_report: Option<Arg<Callable>>) -> PyResult<String> {
        // A copy, so that other threads and `on_report` may play on meanwhile.
        let copy = state.try_borrow()?.inner.state.clone();
        answer(state.py(), &*copy, query.0, on_report.map(|on_report| on_report.0.0))
    }

    fn __str__(&self) -> String {
        draw_text(&*self.inner.state, &Style::default())
    }

    fn __repr__(&self) -> String {
        format!(
            "<State of {}: {} Key {:016x}.>",
            self.game.0.info().name,
            explain_node(&*self.inner.state),
            self.inner.state.key()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .extract::<PyRef<'_, PyState>>()
            .is_ok_and(|other| self.inner.state.is_same(&*other.inner.state))
    }

    fn __hash__(&self) -> u64 {
        self.inner.state.key()
    }

    fn __copy__(&self) -> PyState {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        self.clone()
    }
}
