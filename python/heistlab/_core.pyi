"""The compiled part of Heistlab: games, states, batches of games, analyses and the arena.

Everything here is reached through :mod:`heistlab`. Players are numbered from 0, as in OpenSpiel; notation and pictures
number seats from 1, as people do.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

__version__: str

CHANCE_PLAYER: int
"""What ``current_player()`` says at a chance node: -1, as in OpenSpiel."""
TERMINAL_PLAYER: int
"""What ``current_player()`` says of a game that is over: -4, as in OpenSpiel."""

class IllegalActionError(ValueError):
    """An action that is not legal here or an outcome that is not possible. The message lists what was; the state is
    unchanged."""

    given: str
    legal: list[str]

class PositionError(ValueError):
    """A position that contradicts itself or the rules. ``problems`` lists each as (field, what, may be overridden)."""

    problems: list[tuple[str, str, bool]]

def games() -> list[dict[str, Any]]:
    """Every game: ``id``, ``name``, ``format``, ``scenarios``, ``endings``, ``figures``, ``state_figures``,
    ``purposes``, and ``setup_fields`` as in :attr:`Game.setup_fields`."""

def agents() -> list[dict[str, Any]]:
    """Every agent that a spec can name: ``name``, ``summary``, and ``options`` (name, values, default, meaning)."""

def levels() -> list[tuple[str, str]]:
    """The levels of effort of :meth:`State.analyse`: name, and what it is for."""

@final
class Game:
    """A game with a setup, as OpenSpiel's ``Game``. Made by :func:`heistlab.load_game`; equal setups are equal;
    pickles."""

    def __new__(cls, id: str, setup: str = "{}") -> Game:
        """``setup`` is JSON. A field that is left out has the default of :attr:`setup_fields`; what is drawn comes
        from the seed of :meth:`new_initial_state`.

        Raises ValueError when there is no such game or the setup is not playable, with every problem found.
        """

    @property
    def id(self) -> str:
        """Its name in :func:`heistlab.load_game`: ``burgle-bros``."""
    @property
    def name(self) -> str:
        """Its name for people."""
    @property
    def format(self) -> int:
        """Version of the rules and of everything written about them."""
    @property
    def setup(self) -> str:
        """The setup with every default, as JSON."""
    @property
    def endings(self) -> list[str]:
        """The ways the game can end, wins first."""
    @property
    def figures(self) -> list[str]:
        """Names of the figures of a result."""
    @property
    def state_figures(self) -> list[str]:
        """Names of the figures of a state, as :meth:`State.figures` has them; those of a result come first."""
    @property
    def decision_inputs(self) -> list[str]:
        """Names of the numbers of a decision that :meth:`Batch.move_inputs` gives; empty in a game that computes
        none."""
    @property
    def move_inputs(self) -> list[str]:
        """Names of the numbers of a legal action that :meth:`Batch.move_inputs` gives: distances, dangers, what lies
        there, and what the action changes for certain. Empty in a game that computes none."""
    @property
    def setup_fields(self) -> list[dict[str, Any]]:
        """The fields of the game's setups, each a dictionary.

        ``name``: the keyword in :func:`heistlab.load_game`; ``json_name``: the name in JSON and in mappings.
        ``label`` and ``help`` are for people.
        ``kind``: ``choice``, ``number``, ``yes-no``, ``seat`` (a number from 1), ``each`` (a list with a name for each
        player or character), ``several`` (a list of names), ``word`` or ``drawing``.
        ``least`` and ``most`` bound a number.
        ``choices``: dictionaries with ``value`` and ``label``; empty where values are no list of names.
        ``expected``: what may be given, in a few words.
        ``default``: what holds if the field is left out; None where no value is fixed, which ``left_out`` explains.
        ``only``: the field is of use only where another one (``name``) has one of these ``values``; else None.
        """
    @property
    def windows(self) -> list[str]:
        """Which windows of optional decisions :meth:`State.set_windows` can choose from; the first is exact."""
    @property
    def stake(self) -> str:
        """What the team loses bit by bit on the way to losing the game (``Stealth``); empty if the game has no such
        thing."""

    def num_players(self) -> int:
        """How many play."""
    def num_distinct_actions(self) -> int:
        """Size of the action index space: actions are 0 to this less 1."""
    def max_chance_outcomes(self) -> int:
        """No chance node has more outcomes."""
    def information_state_tensor_shape(self) -> list[int]:
        """``[features]``."""
    def information_state_tensor_size(self) -> int:
        """Number of features."""
    def max_active_features(self) -> int:
        """No information state has more active features: the width of a sparse observation that holds all."""
    def board_shape(self) -> tuple[int, int, int] | None:
        """The board as an array: floors, rows and columns; None for a game without one."""
    def feature_squares(self) -> dict[int, tuple[str, int, int, int] | None]:
        """The features about squares of the board, each with its plane (what it says of its square) and the floor, row
        and column of the square; with None if it is about a square that this game's board lacks, so that no state has
        it.
        """
    def min_utility(self) -> float:
        """The worst value of a game: 0."""
    def max_utility(self) -> float:
        """The value of a full win: 1."""
    def action_to_string(self, action: int) -> str:
        """The notation of an action index."""
    def string_to_action(self, text: str) -> int:
        """The index of an action in notation."""
    def feature_name(self, index: int) -> str:
        """What a feature means."""
    def new_initial_state(self, seed: int = 0) -> State:
        """The first state. What the setup leaves open (characters, random walls) is drawn from ``seed``, 0 to 2**64 -
        1."""
    def deserialize_state(self, text: str) -> State:
        """A state from :meth:`State.serialize`. If it began from another setup, ``get_game()`` has that one."""
    def read_position(self, position: str, override: bool = False) -> State:
        """A state from a position as JSON, of this game with any setup: ``get_game()`` has its seats and scenario.
        ``override`` waives what may be waived."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    """A state of a game, with the steps that led to it. Copies, pickles, compares, and draws itself in notebooks."""

    def get_game(self) -> Game:
        """The game, with its setup."""
    def num_players(self) -> int:
        """How many play."""
    def current_player(self) -> int:
        """Whose decision it is, from 0; CHANCE_PLAYER or TERMINAL_PLAYER."""
    def is_chance_node(self) -> bool:
        """Whether chance decides."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def turn(self) -> int:
        """The number of the turn; it never falls."""
    def move_number(self) -> int:
        """How many steps (decisions and draws) led here."""
    def legal_actions(self, player: int | None = None) -> list[int]:
        """Action indices, ascending; at a chance node the outcomes' numbers; empty for a player who does not decide."""
    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.bool_]:
        """Shape ``(num_distinct_actions,)``; all false for a player who does not decide, and at a chance node."""
    def legal_action_strings(self) -> list[str]:
        """The legal actions or possible outcomes in notation, in the order of :meth:`legal_actions`."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of a chance node with its exact probability. An outcome's number is its place in the node's
        list."""
    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """The notation of an action, or of an outcome at a chance node. As in OpenSpiel the player may come first."""
    def string_to_action(self, text: str) -> int:
        """The index of an action that may be played here, or the number of a possible outcome, in notation."""
    def observed(self, outcome: int | str, player: int) -> str:
        """An outcome of this chance node as a player sees it, in notation: itself, unless it is drawn in private
        (``deal ?``)."""
    def explain(self, action: int | str) -> str:
        """What a legal action does or a possible outcome means, in one sentence."""
    def explain_node(self) -> str:
        """What the state waits for, in one sentence."""
    def apply_action(self, action: int | str) -> None:
        """Plays a legal action, or settles a chance node; by number or in notation. In notation also an action that
        the rules allow and the setup's mode leaves out of the legal ones.

        Raises IllegalActionError, which says what was legal; the state is unchanged.
        """
    def child(self, action: int | str) -> State:
        """A copy after an action."""
    def sample_outcome(self, sampler: int | Callable[[], float]) -> int:
        """The number of an outcome drawn from the exact distribution of a chance node.

        ``sampler`` is a seed, or a function that gives uniform numbers in [0, 1): ``rng.random`` of NumPy or
        ``random``.
        """
    def play_chance(self, sampler: int | Callable[[], float]) -> None:
        """Settles chance nodes, drawing from ``sampler``, until somebody decides or the game is over."""
    def information_state(self, player: int | None = None) -> State:
        """The state with a hole wherever the player does not know; its history is empty. Default: who decides."""
    def information_state_string(self, player: int | None = None) -> str:
        """What the player knows, as a position in JSON. States that the player cannot tell apart have equal texts."""
    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Shape ``(information_state_tensor_size,)``, 1 for active features, else 0."""
    def information_state_indices(self, player: int | None = None) -> NDArray[np.int32]:
        """The active features, ascending."""
    def information_key(self, player: int | None = None) -> int:
        """A stable 64-bit key of the information state."""
    def resample_from_infostate(
        self, player: int, sampler: int | Callable[[], float], fill: Literal["private", "all"] = "private"
    ) -> State:
        """A state that the player cannot tell from this one, drawn by the exact posterior given what the player knows.

        Its history is empty: the steps that led here may tell what the player does not know.
        ``private`` fills what some seat knows (hands) and leaves the rest to chance nodes; ``all`` fills every hole.
        """
    def key(self) -> int:
        """A 64-bit key, stable across runs, platforms and releases of one format."""
    def returns(self) -> list[float]:
        """One number a player, the same for all: the team's value, 1 for a full win; 0 before the end."""
    def rewards(self) -> list[float]:
        """As :meth:`returns`: the only reward is that of the end."""
    def player_reward(self, player: int) -> float:
        """One of :meth:`rewards`."""
    def player_return(self, player: int) -> float:
        """One of :meth:`returns`."""
    def result(self) -> dict[str, Any] | None:
        """``value``, ``win``, ``ending``, ``figures`` (by name); None before the end."""
    def figures(self) -> dict[str, int]:
        """The game's figures as they stand now, by name: first those of :meth:`result`, then others."""
    def characters(self) -> list[tuple[str, int]]:
        """The characters in turn order: (name, player). A player may play several."""
    def actor(self) -> int | Literal["team"] | None:
        """On whose behalf the decision is taken: the number of a character, from 0, or ``team`` where the players
        decide together and :meth:`current_player` answers for all. None where nobody decides."""
    def set_windows(self, windows: Literal["full", "reduced", "off"]) -> None:
        """Sets which windows of optional decisions open from now on: ``full``, ``reduced`` or ``off``. For
        simulations; only ``full`` is exact.

        The decision at hand stays as it is. A change begins the history anew. A game without these windows
        (:attr:`Game.windows`) ignores the call.
        """
    def feature_changes(
        self, player: int, features: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """What changed since ``features`` were the player's active ones: ``(went, came, now)``, the features that are
        no longer active, those that are new, and all active ones, each ascending. For networks whose first layer is
        updated rather than computed anew.

        ``features``: int32, as :meth:`information_state_indices` or the last call gave them.
        """
    def history(self) -> list[int]:
        """The actions and outcomes by number from the first state on (or from where the state was read)."""
    def history_strings(self, player: int | None = None) -> list[str]:
        """The same in notation; with a player: as the player saw it."""
    def is_holding(self, player: int) -> bool:
        """Whether the state holds everything that the player knows."""
    def clone(self) -> State:
        """A copy, with its history."""
    def serialize(self) -> str:
        """The state with its history as one line of JSON; :meth:`Game.deserialize_state` reads it."""
    def position(self, player: int | None = None) -> str:
        """The position as JSON, with what the player knows or with everything."""
    def replay(self, agents: Sequence[str] = ()) -> Replay:
        """The game so far. ValueError for a state that did not begin with :meth:`Game.new_initial_state`."""
    def to_text(self, player: int | None = None, width: int = 80, colour: bool = False) -> str:
        """The picture for a terminal, ``width`` columns wide. With a player: what the player knows."""
    def to_svg(
        self,
        player: int | None = None,
        *,
        layout: Literal["wide", "narrow"] = "wide",
        theme: Literal["light", "dark"] = "light",
        highlight: Sequence[int | str] = (),
        happened: str | None = None,
    ) -> str:
        """A picture, as an SVG document. With a player: what the player knows.

        ``layout``: for a laptop, 1200 units wide, or for a phone, 360. ``highlight`` points at what legal actions are
        about; ``happened`` is a sentence about what just happened.
        """
    def _repr_html_(self) -> str:
        """The picture that notebooks show: :meth:`to_svg`."""
    def analyse(
        self,
        query: str,
        on_report: Callable[[str], bool | None] | None = None,
    ) -> str:
        """The compiled side of :func:`heistlab.analyse`: the fields of a query and its report, as docs/protocol.md has
        them."""
    def __eq__(self, other: object) -> bool:
        """Whether the states are the same, whatever their histories."""
    def __hash__(self) -> int: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...

@final
class Replay:
    """A recorded game."""

    @staticmethod
    def read(path: str | PathLike[str]) -> Replay:
        """Reads and checks a replay. ValueError names line and field of the first thing that is wrong."""
    @staticmethod
    def parse(text: str) -> Replay:
        """As :meth:`read`, of the text of a file."""
    @property
    def game(self) -> Game:
        """The game, with the setup that was played."""
    @property
    def seed(self) -> int | None:
        """The seed of the deal, where there was one."""
    @property
    def agents(self) -> list[str]:
        """Specs of the agents that played: one for the team or one a seat; empty where nobody said."""
    @property
    def result(self) -> dict[str, Any] | None:
        """As :meth:`State.result`; None for a game that was stopped before its end."""
    @property
    def steps(self) -> list[str]:
        """The steps in notation."""
    def __len__(self) -> int:
        """How many steps."""
    def state(self, step: int = -1) -> State:
        """The state after this many steps; negative numbers count from the end: -1 is the last state."""
    def text(self) -> str:
        """The file: JSON Lines."""
    def write(self, path: str | PathLike[str]) -> None:
        """Writes the file."""

@final
class Agent:
    """An agent of a spec, for use outside the arena: ``Agent(game, "mcts:sims=1000", seed=7).choose(state)``.

    Agents that follow a game step by step (``bot``) play in the arena only. Only one thread may use an agent at a
    time.
    """

    def __new__(cls, game: Game, spec: str, seed: int = 0) -> Agent: ...
    @property
    def spec(self) -> str:
        """What it was made of."""
    def choose(self, state: State) -> int:
        """The action for the player who decides. The agent is shown that player's information state only."""

@final
class Shaping:
    """Potential-based shaping: what a :class:`Batch` with it writes to the buffer ``shaping``, for learners to add to
    the rewards. Whatever the potential, a policy that is optimal with it is optimal without (Ng, Harada and Russell,
    "Policy invariance under reward transformations", 1999).

    A step from a state s to a state s' adds ``discount * P(s') - P(s)``, where P is the potential; that of a game that
    the rules ended is 0. P is the sum of the quantities in ``weights``, each times its weight. Quantities are the
    game's figures (``Game.state_figures``); ``estimate``, the value from 0 to 1 that the expert expects; and
    ``progress``, how far the team came, from 0 to 1. Not every game has the last two. No quantity looks at hidden
    things.

    ``weights``: a dictionary, or the name of the only quantity, with weight 1.
    ``discount``: that of the learner, above 0 and at most 1.
    """

    def __new__(cls, weights: str | Mapping[str, float], *, discount: float) -> Shaping: ...
    @property
    def weights(self) -> dict[str, float]:
        """The quantities and their weights."""
    @property
    def discount(self) -> float:
        """That of the learner."""
    def __eq__(self, other: object) -> bool: ...

@final
class Buffers:
    """Where a :class:`Batch` writes. One row a game; arrays are C-contiguous and writable; what is not given is
    not written.

    Arrays are NumPy's, or tensors of PyTorch and whatever else speaks DLPack, in the processor's memory;
    nothing is copied.

    With N games, A actions, F features:

    ``players`` (N,) int8: who decides now, or would in a game that was truncated; TERMINAL_PLAYER in a game
    that is over.
    ``mask`` (N, A) bool: the legal actions, none in a game that is over.
    ``packed_mask`` (N, ceil(A / 8)) uint8: the same in bits, as ``numpy.packbits(mask, axis=1,
    bitorder="little")`` packs them.
    ``dense`` (N, F) uint8 or float32: the observation, 1 for active features. An observation is the information
    state of the player who decides; in a game that is over, of the one who decided last.
    ``sparse`` (N, K) int32: the active features, ascending, then -1. K is at least
    ``game.max_active_features()``.
    ``counts`` (N,) int32: how many of them.
    ``rewards`` (N,) float32: the result's value where the game ended in this step, else 0.
    ``shaping`` (N,) float32: what the batch's :class:`Shaping` adds to the reward of this step; 0 in a step
    that only began a game.
    ``terminated``, ``truncated`` (N,) bool: the game ended in this step by the rules; by ``max_decisions``.
    ``endings`` (N,) int8: place in ``game.endings`` where terminated, else -1.
    ``figures`` (N, len(game.state_figures)) int32: the figures as they stand now, as :meth:`State.figures` has
    them. Those of a game that is over begin with the result's.
    ``lengths`` (N,) int32: decisions of the game so far; of the whole game where it ended in this step.
    ``starts`` (N,) int32: where the game began, or the one that ended in this step: the place among the states
    of :meth:`Batch.set_starts`, or -1.
    ``samples`` (N,) int64: a uniformly random legal action, as :meth:`Batch.sample_actions` draws it; 0 in a
    game that is over. It may be the array of the actions themselves, which are read before anything is written.
    ``final_dense``, ``final_sparse``, ``final_counts``, ``final_players``, ``final_mask``, ``final_figures``:
    as above, for games that ended in this step and were reset in the same; other rows are left alone.
    """

    def __new__(
        cls,
        *,
        players: NDArray[np.int8] | None = None,
        mask: NDArray[np.bool_] | None = None,
        packed_mask: NDArray[np.uint8] | None = None,
        dense: NDArray[np.uint8] | NDArray[np.float32] | None = None,
        sparse: NDArray[np.int32] | None = None,
        counts: NDArray[np.int32] | None = None,
        rewards: NDArray[np.float32] | None = None,
        shaping: NDArray[np.float32] | None = None,
        terminated: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        endings: NDArray[np.int8] | None = None,
        figures: NDArray[np.int32] | None = None,
        lengths: NDArray[np.int32] | None = None,
        starts: NDArray[np.int32] | None = None,
        final_dense: NDArray[np.uint8] | NDArray[np.float32] | None = None,
        final_sparse: NDArray[np.int32] | None = None,
        final_counts: NDArray[np.int32] | None = None,
        final_players: NDArray[np.int8] | None = None,
        final_figures: NDArray[np.int32] | None = None,
        final_mask: NDArray[np.bool_] | None = None,
        samples: NDArray[np.int64] | None = None,
    ) -> Buffers: ...

@final
class Batch:
    """Games side by side, stepped in Rust on several threads with the GIL released. The chance is played inside.

    A game's chance and everything its setup leaves open come from its own seed: the same seeds and actions give the
    same games, whatever the number of threads and whatever the other games do.
    """

    def __new__(
        cls,
        game: Game,
        num_envs: int,
        *,
        threads: int = 0,
        autoreset: Literal["next-step", "same-step", "disabled"] = "next-step",
        max_decisions: int | None = None,
        shaping: Shaping | None = None,
    ) -> Batch:
        """``threads``: 0 for one a core.

        ``autoreset`` as in Gymnasium: ``next-step`` starts a new game in the step after the one that ended it (the
        action of that step is passed over and its reward is 0); ``same-step`` in the same step; ``disabled`` not at
        all, and further steps of that game do nothing.

        ``shaping``: what the buffer ``shaping`` is computed with. Rewards are the game's own, with it and without.
        """
    @property
    def game(self) -> Game:
        """The game, with its setup."""
    @property
    def num_envs(self) -> int:
        """How many games there are."""
    def reset(self, seeds: NDArray[np.uint64] | None, out: Buffers, where: NDArray[np.bool_] | None = None) -> None:
        """Starts new games: game ``i`` from ``seeds[i]``, and every game after it in this row from the same seed's
        stream.

        Without seeds each row goes on to the next game of its stream, the one that autoreset would have started.

        ``where`` (N,) picks rows; the others go on, and their rows of ``out`` are left alone.
        """
    def set_states(self, states: Sequence[State | None], out: Buffers, seeds: NDArray[np.uint64] | None = None) -> None:
        """Begins games in the middle: game ``i`` in ``states[i]``, a State of this game with any setup for as many
        players; rows with None go on, and their rows of ``out`` are left alone.

        Chance and policies draw from ``seeds[i]``, or without seeds from the stream that the row has, as in
        :meth:`reset`. What a state leaves open of what players know (hands) is drawn by the exact posterior; chance
        nodes are played. Games after these begin as always.

        Raises ValueError if a state is of another game or nobody will decide in it; then no game has changed.
        """
    def set_starts(
        self, states: Sequence[State], share: float = 1.0, weights: Sequence[float] | NDArray[Any] | None = None
    ) -> None:
        """Where games begin from now on: a ``share`` of them, from 0 to 1, in one of ``states``, and the rest as the
        setup says. No states: all as the setup says. Which one it is comes from the game's own seed; each is as likely
        as its number in ``weights`` says, or else as the others.

        States are of this game with any setup for as many players, and somebody decides in them.
        """
    def step(self, actions: NDArray[np.int64], out: Buffers) -> None:
        """Plays ``actions[i]`` in game ``i``, and chance after it, until somebody decides or the game is over.

        Raises IllegalActionError before any game is stepped if one is not legal, with the row, the action and what was
        legal; RuntimeError before the first reset.
        """
    def sample_actions(self, out: NDArray[np.int64], where: NDArray[np.bool_] | None = None) -> None:
        """Writes a uniformly random legal action for every game, from streams of the games' own seeds; 0 where the game
        is over.

        ``where`` (N,) picks rows; the others and their streams are left alone.
        """
    def move_inputs(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]]:
        """The numbers by which policies score actions, of all decisions and of their legal actions: three arrays.

        Of the decisions (N, len(game.decision_inputs)) float32; of the legal actions (T, len(game.move_inputs))
        float32, T being how many all games have together: those of game 0 first, ascending in each game, as
        ``numpy.nonzero(mask)`` has them; and (N,) int64, how many each game has. They are those of the player who
        decides, and of what that player knows; 0 in a game that is over.

        Raises ValueError in a game that computes none.
        """
    def state(self, row: int) -> State:
        """A copy of a game's state, without a history."""

@final
class Table:
    """One game at a time, for environments that hold one: as row 0 of a :class:`Batch` with the same seeds and actions,
    but every call gives new arrays, and all that Gymnasium's ``reset`` and ``step`` give.

    ``observation``: ``dense``, uint8 (F,), or ``sparse``, int32 (max_active_features,), ascending, then -1.
    ``illegal``: an illegal action raises IllegalActionError, or ``random`` plays a legal one instead, drawn as by
    :meth:`sample_action`.

    ``shaping``: what is added to rewards.

    Infos have ``action_mask``, int8 (A,), ``player``, who decides, and ``figures`` as :meth:`State.figures` has them;
    with shaping also ``game_reward``, the reward without it. In the step that ends the game there is ``is_success``,
    whether it is a full win, and if the rules ended it ``ending`` as in :meth:`State.result`.
    """

    def __new__(
        cls,
        game: Game,
        *,
        observation: Literal["dense", "sparse"] = "dense",
        illegal: Literal["raise", "random"] = "raise",
        max_decisions: int | None = None,
        shaping: Shaping | None = None,
    ) -> Table: ...
    @property
    def game(self) -> Game:
        """The game, with its setup."""
    def reset(self, seed: int | None = None, state: State | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts a new game, of a seed or the next of the last seed: observation and info. With a ``state`` it begins
        there, as in :meth:`Batch.set_states`.
        """
    def set_starts(
        self, states: Sequence[State], share: float = 1.0, weights: Sequence[float] | NDArray[Any] | None = None
    ) -> None:
        """Where games begin from now on, as in :meth:`Batch.set_starts`."""
    def step(self, action: SupportsIndex) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and chance after it: observation, reward, terminated, truncated, info.

        Raises IllegalActionError, which says what was legal; the game is unchanged. RuntimeError if none is going on.
        """
    def sample_action(self) -> int:
        """A uniformly random legal action, from a stream of the game's own seed."""
    def legal_actions_mask(self) -> NDArray[np.bool_]:
        """Shape (A,)."""
    def state(self) -> State:
        """A copy of the game's state, without a history."""

@final
class Arena:
    """The compiled side of :func:`heistlab.arena`: contestants over common deals.

    A contestant is a spec, or a Python factory ``(name, make)`` where ``make()`` gives an agent for one seat and one
    game.
    """

    def __new__(
        cls,
        game: Game,
        contestants: Sequence[str | tuple[str, Callable[[], Any]]],
        games: int,
        seed: int,
        *,
        threads: int = 0,
        luck: bool = False,
        sprt: tuple[float, float, float, float] | None = None,
        cross: bool = False,
        faults: Literal["raise", "count"] = "raise",
    ) -> Arena: ...
    def run(
        self, folder: str | PathLike[str] | None = None, on_progress: Callable[[int, int], None] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Plays all deals: the report as JSON, and the games as columns (NumPy arrays, and lists of texts).

        ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; with a
        ``folder`` finished games are kept there and the same run goes on from them.
        """
    def play(self, first: int, end: int) -> list[str]:
        """Plays deals ``first`` to ``end`` - 1 with every contestant: a line of JSON a game, as a run's folder has
        them."""
    def report(self, lines: Sequence[str]) -> tuple[str, dict[str, Any]]:
        """As :meth:`run` of games that were played before, elsewhere or in any order: lines of :meth:`play` for every
        deal."""
    def replays(self, first: int, end: int) -> list[tuple[int, str, Replay]]:
        """Plays deals and gives (deal, contestant, replay) for each game."""

def network_config(game: Game, moves: int | None = None) -> str:
    """The configuration of the usual network of a game as JSON: its encoding, and an architecture to begin with.
    ``moves``: that of a policy that scores actions one by one, with so many hidden units."""

def write_network(game: Game, config: str, tensors: Mapping[str, NDArray[np.float32]], half: bool = False) -> bytes:
    """The bytes of a network's file. ``config`` is JSON as :func:`network_config` gives it; ``tensors`` are float32
    arrays by name; ``half``: weights of 16 bits."""

@final
class Network:
    """A network of a game, evaluated on the CPU: ``Network(game, "net.safetensors")``, or by the name of one that is
    shipped.

    ``precision``: ``quantised``, as it plays, or ``single``, as it was trained."""

    def __new__(cls, game: Game, name: str, precision: Literal["quantised", "single"] = "quantised") -> Network: ...
    @property
    def game(self) -> Game:
        """The game, with its setup."""
    @property
    def spec(self) -> str:
        """The agent that plays what it prefers: ``policy:net=NAME``, for the arena and for :class:`Agent`."""
    @property
    def config(self) -> str:
        """Its architecture, encoding and card, as JSON; docs/formats.md describes the fields."""
    def evaluate(
        self, states: Sequence[State], player: int | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Values (N,) float64 and priors (N, actions) float32 of states, for the player who decides.

        Values are those of the results that the network expects, 0 to 1, and those of the results of games that are
        over; not a number if the network has none. Priors are 0 for what is not legal, and sum to 1 at decisions.
        ``player``: whose view counts where nobody decides.
        """

@final
class Shards:
    """The compiled side of :class:`heistlab.data.Shards`: files of recorded games."""

    def __new__(cls, paths: Sequence[str | PathLike[str]]) -> Shards: ...
    @property
    def game(self) -> Game:
        """The game, with the setup of the first run."""
    @property
    def headers(self) -> str:
        """The headers of the shards: a list as JSON, as docs/formats.md has them."""
    def reader(
        self, every: bool = False, order: Sequence[int] | None = None, part: int = 0, parts: int = 1
    ) -> ShardReader:
        """Reads the games again, a part of the blocks of some of the shards.

        ``every``: a row for every decision, not only for those that a search looked into. ``order``: the shards, by
        their places. Of ``parts`` readers that share the work, this one reads the blocks of number ``part``.
        """
    def export(
        self,
        path: str | PathLike[str],
        format: str,
        every: bool = False,
        threads: int = 0,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> list[str]:
        """Writes the rows as a file, ``parquet`` or ``npz``, as ``heist export``: texts about blocks that were skipped.

        ``on_progress(done, of)`` is called now and then with numbers of games.
        """
    def __len__(self) -> int:
        """How many games there are."""

@final
class ShardReader:
    """Plays recorded games again, from :meth:`Shards.reader`."""

    def read(self, rows: int, states: bool = False) -> dict[str, Any] | None:
        """Whole games with ``rows`` rows or somewhat more; None at the end.

        ``columns``: the columns as docs/formats.md has them, NumPy arrays by name; ``lengths``: how many rows each game
        has; ``damage``: texts about blocks that were skipped. With ``states`` also ``states``, one before each row, and
        ``ends``, the last one of each game, with nothing hidden.
        """

@final
class Selfplay:
    """The compiled side of :func:`heistlab.data.selfplay`: games of a team of agents, recorded in shards.

    ``agents``: specs, one for all seats or one a seat. ``first`` and ``games``: which deals of ``seed`` are played.
    ``fast``: a spec that plays the decisions that are not searched in full, all but one in ``full_one_in``.
    ``temperature``: above 0, a search plays any of its moves, with a probability in proportion to the exponential of
    its value divided by this. ``threads``: 0 for one a core."""

    def __new__(
        cls,
        game: Game,
        agents: Sequence[str],
        games: int,
        seed: int,
        *,
        first: int = 0,
        fast: str | None = None,
        full_one_in: int = 8,
        temperature: float = 0.0,
        games_per_shard: int = 1024,
        threads: int = 0,
    ) -> Selfplay: ...
    def shards(self) -> list[tuple[str, str]]:
        """The shards of the run: the name of each, and its header as JSON in one line."""
    def run(self, folder: str | PathLike[str], on_progress: Callable[[int, int], None] | None = None) -> list[str]:
        """Plays what the shards of a folder still need: texts about damaged blocks in those that are there.

        ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; the
        same call goes on from the games that are there.
        """

@final
class Labeller:
    """The compiled side of :func:`heistlab.data.label`: what several moves of recorded decisions are worth, each tried
    in the same worlds.

    ``rollouts``: a spec of ``flat`` or ``improve``, by which simulations go on after a move. ``worlds``: how many every
    move is tried in. ``moves``: how many at most of a decision. ``share``: each decision is labelled with this
    probability; ``per_game``: so many of a game instead. ``threads``: 0 for one a core."""

    def __new__(
        cls,
        rollouts: str,
        *,
        worlds: int = 8,
        moves: int = 8,
        share: float = 1.0,
        per_game: int | None = None,
        seed: int = 1,
        threads: int = 0,
    ) -> Labeller: ...
    def header(self, source: str, games: int | None = None) -> str:
        """The header, as JSON in one line, of the labels of a shard whose header is ``source``. ``games``: how many of
        its games can be read; all, if it is not given."""
    def check(self, game: str) -> None:
        """Raises ValueError if games of this name cannot be labelled so."""
    def run(
        self,
        shard: str | PathLike[str],
        folder: str | PathLike[str],
        on_progress: Callable[[int, int], None] | None = None,
    ) -> list[str]:
        """Labels the games of a shard into a new one of the same name in another folder: texts about blocks that were
        skipped.

        ``on_progress(done, of)`` is called now and then with numbers of games. Ctrl-C raises KeyboardInterrupt; the
        same call goes on from the games that are there.
        """

def is_same_shard(path: str | PathLike[str], found: str, expected: str) -> bool:
    """Whether a shard is the one that a run would write, by the headers of both, each JSON in one line: True if it is,
    False if it is the beginning of it, as it would be if the run had fewer games.

    ``path`` is the name of the shard in errors. Raises ValueError for a shard of another run, and for one that has
    more games."""

def readable_games(shard: str | PathLike[str]) -> int:
    """How many games of a shard can be read."""

@final
class Campaign:
    """A campaign: heists in a row, each set up by what the earlier ones left. Made by :func:`heistlab.begin_campaign`,
    or of the text that :meth:`to_json` gives; equal campaigns are equal; copies and pickles.

    A campaign plays nothing itself: :meth:`next_game` is the next heist, and :meth:`record` takes a finished state of
    it.
    """

    def __new__(cls, text: str) -> Campaign: ...
    @staticmethod
    def begin(game: str, setup: str = "{}") -> Campaign:
        """A campaign of a game before its first heist. ``setup`` is JSON and holds what applies to all heists, and the
        first choice."""
    @property
    def game(self) -> str:
        """The name of its game: ``casino-capers``."""
    @property
    def most_heists(self) -> int:
        """No campaign of the game has more heists."""
    @property
    def level(self) -> int:
        """The number that goes with the team from heist to heist."""
    @property
    def level_info(self) -> dict[str, Any]:
        """What that number is: ``name``, ``help``, ``first``, ``least`` and ``most``."""
    @property
    def log(self) -> list[dict[str, Any]]:
        """The heists that were played, in order: dictionaries with ``heist`` (its name), ``players`` (characters in
        turn order), ``won`` and ``level`` (after it)."""
    @property
    def holdings(self) -> dict[str, list[str]]:
        """What the team has gathered: lists by what they hold."""
    @property
    def choice_fields(self) -> list[dict[str, Any]]:
        """What may be chosen before the next heist: fields as in :attr:`Game.setup_fields`; none once the campaign is
        over."""
    @property
    def choice(self) -> dict[str, Any]:
        """What is chosen, as JSON has it."""
    def choose(self, **fields: Any) -> None:
        """Chooses for the next heist and those after it; keywords are those of :attr:`choice_fields`. A field that is
        not given stays as it is, None leaves it open.

        Raises ValueError when the next heist could not be played so, or there is none; the campaign is unchanged then.
        """
    def next_game(self) -> Game | None:
        """The next heist; None once the campaign is over. What the team leaves open is drawn by
        :meth:`Game.new_initial_state`."""
    def record(self, state: State) -> None:
        """Takes the result of the next heist: a finished state that began with :meth:`Game.new_initial_state` of
        :meth:`next_game`.

        Raises ValueError when it is none; the campaign is unchanged then.
        """
    def is_over(self) -> bool:
        """Whether no heist is left."""
    def to_json(self) -> str:
        """The campaign as JSON on one line, which :class:`Campaign` reads (docs/campaigns.md)."""
    def __eq__(self, other: object) -> bool: ...
    def __copy__(self) -> Campaign: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Campaign: ...

@final
class CampaignRun:
    """The compiled side of :func:`heistlab.play_campaigns`: an agent, by its spec, over many campaigns."""

    def __new__(cls, campaign: Campaign, agent: str, campaigns: int, seed: int, *, threads: int = 0) -> CampaignRun: ...
    def run(
        self, folder: str | PathLike[str] | None = None, on_progress: Callable[[int, int], None] | None = None
    ) -> str:
        """Plays all campaigns: the report as JSON.

        ``on_progress(done, of)`` is called now and then with numbers of heists. Ctrl-C raises KeyboardInterrupt; with a
        ``folder`` finished campaigns are kept there and the same run goes on from them.
        """
