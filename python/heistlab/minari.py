"""Recorded games as Minari datasets, the standard for offline learning.

shards = heistlab.data.selfplay(game, "heuristic", 1000, "games")
heistlab.minari.to_minari(shards, "heistlab/burgle-bros/heuristic-v0")
dataset = minari.load_dataset("heistlab/burgle-bros/heuristic-v0")
"""

from __future__ import annotations

import copy
import json
from itertools import islice
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from heistlab import State, __version__
from heistlab.data import Paths, Row, Shards, open_shards
from heistlab.gym import Observer, checked_game, environment_id

try:
    import minari
    from minari.data_collector import EpisodeBuffer
except ImportError as error:
    raise ImportError("heistlab.minari needs Minari: pip install heistlab[minari]") from error

EPISODES = 64
"""Games that are held in memory at a time."""


def to_minari(
    shards: Shards | Paths,
    dataset_id: str,
    *,
    observation: Literal["dense", "sparse"] = "dense",
    **about: Any,
) -> minari.MinariDataset:
    """Writes recorded games as a local Minari dataset, an episode each; ``minari.load_dataset(dataset_id)`` reads it.

    Episodes are what :class:`heistlab.gym.HeistEnv` would have shown the players: a step for every decision, the
    observation of the player who decides (``dense`` or ``sparse``), the value of the result as the last reward. Infos
    have ``action_mask`` (T + 1, actions) and ``player`` (T + 1,). ``dataset.recover_environment()`` makes the
    environment.

    ``about``: further arguments of ``minari.create_dataset_from_buffers``, such as ``author`` or ``description``.

    Raises ValueError if there is a dataset of this name, or the shards have games of several setups, which no one
    environment deals.
    """
    source = shards if isinstance(shards, Shards) else open_shards(shards)
    game = source.game
    checked_game(game, {}, observation=(observation, ("dense", "sparse")))
    runs = [run for header in source.headers for run in header["runs"]]
    setups = {json.dumps(run["setup"], sort_keys=True) for run in runs}
    if len(setups) > 1:
        raise ValueError(f"shards: found games of {len(setups)} setups; expected one")
    names = {field["json_name"]: field["name"] for field in game.setup_fields}
    keywords = {names[field]: value for field, value in json.loads(game.setup).items()}
    spec = copy.deepcopy(gymnasium.spec(environment_id(game.id)))
    spec.kwargs = {"game": game.id, "observation": observation, **keywords}
    facts = {
        "env": spec,
        "eval_env": spec,
        "algorithm_name": ", ".join(sorted({agent for run in runs for agent in run["agents"]})),
        "requirements": [f"heistlab=={__version__}"],
    }
    space, actions = Observer(game, observation).flat, game.num_distinct_actions()
    episodes = (_episode(rows, end, actions, space) for _, rows, end in source.games())
    dataset = minari.create_dataset_from_buffers(dataset_id, list(islice(episodes, EPISODES)), **(facts | about))
    while some := list(islice(episodes, EPISODES)):
        dataset.update_dataset_from_buffer(some)
    return dataset


def _episode(rows: list[Row], end: State, actions: int, space: gymnasium.spaces.Box) -> EpisodeBuffer:
    """A game as the environment shows it."""
    steps = len(rows)
    masks = np.zeros((steps + 1, actions), np.int8)
    for mask, row in zip(masks, rows, strict=False):
        mask[row.legal] = 1
    observed = [row.columns["features"] for row in rows]
    players = [row.seat for row in rows]
    # Of a game that is over the environment shows what the player sees who decided last.
    observed.append(end.information_state_indices(players[-1]))
    rewards = np.zeros(steps)
    rewards[-1] = rows[-1].value
    terminations = np.zeros(steps, np.bool_)
    terminations[-1] = True
    return EpisodeBuffer(
        observations=np.stack([_observation(features, space) for features in observed]),
        actions=np.array([row.played for row in rows], np.int64),
        rewards=rewards,
        terminations=terminations,
        truncations=np.zeros(steps, np.bool_),
        infos={"action_mask": masks, "player": np.array([*players, end.current_player()], np.int8)},
    )


def _observation(features: NDArray[Any], space: gymnasium.spaces.Box) -> NDArray[Any]:
    if space.dtype == np.uint8:
        flags = np.zeros(space.shape, np.uint8)
        flags[features] = 1
        return flags
    places = np.full(space.shape, -1, np.int32)
    places[: len(features)] = features
    return places
