"""Games as Gymnasium environments: one controller plays for the whole crew, and chance plays itself.

::

    import gymnasium
    import heistlab.gym

    env = gymnasium.make("heistlab/BurgleBros-v0", scenario="office-job", seats=2)
    observation, info = env.reset(seed=7)
    while True:
        action = env.action_space.sample(mask=info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break

Every game of :func:`heistlab.games` is registered; ``gymnasium.make_vec`` gives a
:class:`heistlab.vector.HeistVectorEnv`, which is many times faster than environments one by one.
"""

import sys
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, get_args

import numpy as np
from numpy.typing import NDArray

from heistlab import Game, Shaping, State, Table, games, load_game
from heistlab._errors import require
from heistlab._pictures import pixels
from heistlab.planes import Planes
from heistlab.starts import as_state

try:
    import gymnasium
except ImportError as error:
    raise ImportError("heistlab.gym needs Gymnasium: pip install heistlab[gym]") from error
from gymnasium import spaces

Observation = Literal["dense", "sparse", "planes"]
Observed = NDArray[Any] | dict[str, NDArray[np.uint8]]
"""An observation: an array, or with ``planes`` several by name."""
Illegal = Literal["raise", "random"]
METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "render_fps": 4}
RenderFrame = str | NDArray[np.uint8]
"""What ``render`` gives: a text, a document or pixels."""


class Observer:
    """Observations of a game as the caller wants them, from those that Rust writes."""

    def __init__(self, game: Game, observation: Observation) -> None:
        features = game.information_state_tensor_size()
        self._planes: Planes | None = None
        self.space: gymnasium.Space[Any]
        self.flat: spaces.Box[Any]
        self.written: Literal["dense", "sparse"] = "dense" if observation == "dense" else "sparse"
        """What Rust writes: ``dense``, a flag a feature, uint8 (F,); ``sparse``, the active features, int32 (K,)."""
        if observation == "dense":
            self.flat = spaces.Box(0, 1, (features,), np.uint8)
        else:
            self.flat = spaces.Box(-1, features - 1, (game.max_active_features(),), np.int32)
        self.space = self.flat
        if observation == "planes":
            self._planes = planes = Planes(game)
            self.space = spaces.Dict(
                {
                    "planes": spaces.Box(0, 1, planes.shape, np.uint8),
                    "rest": spaces.Box(0, 1, (len(planes.rest),), np.uint8),
                }
            )

    def __call__(self, written: NDArray[Any], copy: bool = False) -> Any:
        """The observation of what Rust wrote, of one game or of rows of them; ``copy``: in memory of its own."""
        if self._planes is not None:
            return self._planes.of_sparse(written)
        return written.copy() if copy else written


def checked_game(game: str | Game, setup: dict[str, Any], **choices: tuple[object, Any]) -> Game:
    """The game to play. ``choices`` are (what was given, the values allowed), by name."""
    for name, (given, allowed) in choices.items():
        if given not in allowed:
            raise ValueError(f"{name}: found {given!r}; expected one of {', '.join(map(repr, allowed))}")
    if isinstance(game, str):
        return load_game(game, **setup)
    if setup:
        raise TypeError(f"a Game has its setup already; found also {', '.join(setup)}")
    require("game", game, Game, "a Game or the name of one")
    return game


def checked_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """The options of a reset."""
    for name in options or {}:
        if name not in known:
            raise ValueError(f"options: found {name!r}; expected {' or '.join(map(repr, known))}")
    return options or {}


def draw(state: State, mode: str) -> RenderFrame | None:
    """A picture of what the player who decides knows, or of everything once the game is over."""
    player = state.current_player() if state.current_player() >= 0 else None
    if mode == "svg":
        return state.to_svg(player)
    if mode == "rgb_array":
        return pixels(state.to_svg(player))
    if mode == "ansi":
        return state.to_text(player)
    print(state.to_text(player, colour=sys.stdout.isatty()))
    return None


class HeistEnv(gymnasium.Env[Observed, np.int64]):
    """A game as an environment. The reward is the game's value when it ends (1 for a full win), and 0 before.

    ``game``: its name, with fields of its setup as further arguments as in :func:`heistlab.load_game`, or a Game.

    ``observation``: ``dense``, uint8 flags of shape (F,); ``sparse``, the numbers of the active features as int32
    of shape (K,), ascending, filled up with -1, made for an embedding sum; or ``planes``, a dictionary of planes
    over the squares of the board, for convolutions, and a flat rest, as :class:`heistlab.planes.Planes` has them.
    Each is what the player who decides knows, and never another player's hand; in a game that is over, what the one
    who decided last knows.

    ``illegal``: what happens to an illegal action. ``raise`` raises IllegalActionError, which lists what was legal,
    and changes nothing. ``random`` plays a legal action instead, drawn from the game's own seed: for agents that do
    not use masks, and for tools that sample the action space, such as Gymnasium's ``check_env``.

    ``max_decisions``: a longer game is truncated.

    ``render_mode``: what ``render`` gives. It shows what the player who decides knows: ``ansi``, a text; ``svg``, a
    document; ``rgb_array``, uint8 of shape (900, 1200, 3), which needs ``pip install heistlab[render]``. ``human``
    prints the text after each step.

    ``shaping``: what is added to the rewards, for training. An environment for evaluation has none.

    ``info`` has ``action_mask``, int8 of shape (A,), for ``action_space.sample(mask=...)``; ``player``, who
    decides, from 0; ``figures`` as :meth:`heistlab.State.figures` has them; and with shaping ``game_reward``, the
    reward without it. At the end it has ``is_success``, whether it is a full win, and unless truncated ``ending``
    as in :meth:`heistlab.State.result`.

    ``reset(options={"state": ...})`` begins in the middle: with whatever :func:`heistlab.starts.as_state` takes, a
    State, a position or the bytes of a file with one. :meth:`set_starts` lets all games do so.

    The seed of ``reset`` is that of :class:`heistlab.Batch`, 0 to 2**64 - 1. Without one, games continue the stream
    of the last seed. Pickles and deep copies continue the same game.
    """

    action_space: "spaces.Discrete[np.int64]"
    metadata = METADATA

    def __init__(
        self,
        game: str | Game,
        *,
        observation: Observation = "dense",
        illegal: Illegal = "raise",
        max_decisions: int | None = None,
        shaping: Shaping | None = None,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.game = checked_game(
            game,
            setup,
            observation=(observation, get_args(Observation)),
            illegal=(illegal, get_args(Illegal)),
            render_mode=(render_mode, (None, *METADATA["render_modes"])),
        )
        self.render_mode = render_mode
        self._observer = Observer(self.game, observation)
        self.observation_space = self._observer.space
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._table = Table(
            self.game,
            observation=self._observer.written,
            illegal=illegal,
            max_decisions=max_decisions,
            shaping=shaping,
        )
        self._is_seeded = False
        self._prints = render_mode == "human"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**64, dtype=np.uint64))
        given = checked_options(options, "state").get("state")
        written, info = self._table.reset(seed, None if given is None else as_state(self.game, given))
        self._is_seeded = True
        if self._prints:
            self.render()
        return self._observer(written), info

    def step(self, action: SupportsIndex) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        written, reward, terminated, truncated, info = self._table.step(action)
        if self._prints:
            self.render()
        return self._observer(written), reward, terminated, truncated, info

    def set_starts(
        self, states: Sequence[State], share: float = 1.0, weights: Sequence[float] | NDArray[Any] | None = None
    ) -> None:
        """Lets a share of the games from now on begin in one of some states, as :meth:`heistlab.Batch.set_starts`."""
        self._table.set_starts(states, share, weights)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, shape (A,): the name by which sb3-contrib's MaskablePPO asks."""
        return self._table.legal_actions_mask()

    def state(self) -> State:
        """A copy of the whole state, with everything that players do not know: for analysis, not for agents."""
        return self._table.state()

    def render(self) -> RenderFrame | None:
        if self.render_mode is None:
            gymnasium.logger.warn('render() needs a render_mode, such as gymnasium.make(..., render_mode="ansi")')
            return None
        return draw(self.state(), self.render_mode)


def environment_id(game: str) -> str:
    """The name of a game's environment in Gymnasium's registry: ``heistlab/BurgleBros-v0``."""
    return f"heistlab/{game.title().replace('-', '')}-v0"


for _game in games():
    gymnasium.register(
        environment_id(_game["id"]),
        entry_point="heistlab.gym:HeistEnv",
        vector_entry_point="heistlab.vector:HeistVectorEnv",
        kwargs={"game": _game["id"]},
    )
