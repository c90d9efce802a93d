"""Games as PettingZoo environments: an agent a player, ``player_0`` and so on, who decide when the game asks them.

::

    from heistlab import zoo

    env = zoo.env("caper-cards", seats=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

One player may decide several times in a row, so the order of agents is no cycle; ``max_cycles`` counts decisions.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heistlab import Game, Shaping
from heistlab.gym import METADATA, HeistEnv, Illegal, RenderFrame

try:
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("heistlab.zoo needs PettingZoo: pip install heistlab[zoo]") from error
from gymnasium import spaces
from pettingzoo.utils import BaseParallelWrapper, wrappers  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]

Observed = dict[str, NDArray[Any]]


def env(
    game: str | Game, *, illegal: Illegal | Literal["terminate"] = "terminate", **options: Any
) -> AECEnv[str, Observed, int | None]:
    """:class:`raw_env` with PettingZoo's usual wrappers.

    ``illegal``: ``terminate`` ends the game, with reward -1 for the player and 0 for the others, as in PettingZoo's
    classic games; ``raise`` and ``random`` as in :class:`heistlab.gym.HeistEnv`.
    """
    if illegal == "terminate":
        wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    else:
        wrapped = raw_env(game, illegal=illegal, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(game: str | Game, **options: Any) -> ParallelEnv[str, Observed, int | None]:
    """:func:`env` as a turn-based parallel environment: in a step only the action of the player who decides counts. The
    masks of the others allow every action."""
    return _OpenMasks(turn_based_aec_to_parallel(env(game, **options)))


class _OpenMasks(BaseParallelWrapper):  # type: ignore[misc]
    """Lets agents who do not decide play any action, since none of theirs counts but some action has to be given."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        observations, infos = super().reset(seed=seed, options=options)
        return self._opened(observations), infos

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Observed], Any, Any, Any, Any]:
        observations, rewards, terminations, truncations, infos = super().step(actions)
        for info in infos.values():
            # PettingZoo's name of the agent, of which no tensor can be made; `player` says the same.
            info.pop("active_agent", None)
        return self._opened(observations), rewards, terminations, truncations, infos

    @staticmethod
    def _opened(observations: dict[str, Observed]) -> dict[str, Observed]:
        for observed in observations.values():
            if not observed["action_mask"].any():
                observed["action_mask"].fill(1)
        return observations


class raw_env(AECEnv[str, Observed, int | None]):  # type: ignore[misc]
    """A game as an environment in which agents decide one at a time.

    ``game``: its name, with fields of its setup as further arguments as in :func:`heistlab.load_game`, or a Game.
    ``max_cycles``: a game of more decisions is truncated.
    ``illegal``, ``render_mode``: as in :class:`heistlab.gym.HeistEnv`.

    ``shaping``: what is added to the rewards of all agents, as there.

    An observation has ``observation``, uint8 of shape (F,), what the agent knows, and ``action_mask``, int8 of
    shape (A,), all zeros for an agent who does not decide. When the game ends every agent gets its value as reward.
    Infos have ``player``, who decides, from 0; ``figures``, int32 in the order of ``Game.state_figures``;
    ``is_success``, whether the game is over and a full win; ``ending``, its place in ``Game.endings``, or -1; and
    with shaping ``game_reward``. ``reset(options={"state": ...})`` begins in the middle, as there. ``state()`` is
    what each agent knows, one after the other: uint8 of shape (players * F,). Pickles and deep copies continue the
    same game.
    """

    metadata = METADATA | {"name": "heistlab_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str | Game,
        *,
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
        shaping: Shaping | None = None,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        super().__init__()
        self._env = HeistEnv(
            game, illegal=illegal, max_decisions=max_cycles, shaping=shaping, render_mode=render_mode, **setup
        )
        self._is_shaped = shaping is not None
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player}" for player in range(self._env.game.num_players())]
        features = self._env.game.information_state_tensor_size()
        actions = self._env.game.num_distinct_actions()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (features,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1, (len(self.possible_agents) * features,), np.uint8)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # PettingZoo's own suite gives options that no game knows.
        known = {name: value for name, value in (options or {}).items() if name == "state"}
        _, info = self._env.reset(seed=seed, options=known)
        self._state = self._env.state()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell(info)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is not dead plays an action"
        _, reward, terminated, truncated, info = self._env.step(action)
        self._state = self._env.state()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, reward)
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._tell(info)

    def _tell(self, info: dict[str, Any]) -> None:
        """Gives all agents what an environment's info says, and the turn to the one who decides."""
        # Frameworks make tensors of infos, the same at every step.
        endings = self._env.game.endings
        told = {
            "player": info["player"],
            "figures": np.array(list(info["figures"].values()), np.int32),
            "is_success": info.get("is_success", False),
            "ending": endings.index(info["ending"]) if "ending" in info else -1,
        }
        if self._is_shaped:
            told["game_reward"] = info.get("game_reward", 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: dict(told) for agent in self.agents}
        if info["player"] >= 0:
            self.agent_selection = self.possible_agents[info["player"]]

    def observe(self, agent: str) -> Observed:
        player = self.possible_agents.index(agent)
        return {
            "observation": self._state.information_state_tensor(player).astype(np.uint8),
            "action_mask": self._state.legal_actions_mask(player).view(np.int8),
        }

    def state(self) -> NDArray[np.uint8]:
        players = range(len(self.possible_agents))
        return np.concatenate([self._state.information_state_tensor(player) for player in players]).astype(np.uint8)

    def render(self) -> RenderFrame | None:
        return self._env.render()

    def close(self) -> None:
        self._env.close()
