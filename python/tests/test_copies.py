"""Pickles and deep copies of environments go on with the same game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import heistlab
import numpy as np
import pytest
from heistlab import Batch, Buffers, Game, Table, zoo
from heistlab.gym import HeistEnv
from heistlab.vector import HeistVectorEnv

COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
GAMES = [game["id"] for game in heistlab.games()]
every_copy = pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
every_game = pytest.mark.parametrize("id", GAMES)


def same(one: Any, other: Any) -> bool:
    """Whether two things are equal, arrays within them too."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


@every_copy
@every_game
@pytest.mark.parametrize("observation", ["dense", "sparse"])
def test_an_environment(copied: Callable[[Any], Any], id: str, observation: Any) -> None:
    env = HeistEnv(id, observation=observation, illegal="random", max_decisions=30)
    fresh = copied(env)
    assert same(env.reset(seed=7), fresh.reset(seed=7))
    for _ in range(5):
        env.step(-1)
    other = copied(env)
    assert other.state() == env.state() and same(other.action_masks(), env.action_masks())
    for _ in range(40):
        steps = env.step(-1), other.step(-1)
        assert same(*steps)
        if steps[0][2] or steps[0][3]:
            assert same(env.reset(), other.reset())


@every_copy
def test_a_made_environment(copied: Callable[[Any], Any]) -> None:
    env = gymnasium.make("heistlab/CaperCards-v0", seats=2, illegal="random")
    env.reset(seed=1)
    other = copied(env)
    assert same(env.step(-1), other.step(-1))


@every_copy
@every_game
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_vector_environment(copied: Callable[[Any], Any], id: str, mode: str) -> None:
    envs = HeistVectorEnv(id, 3, illegal="random", max_decisions=12, autoreset_mode=mode)
    fresh = copied(envs)
    assert same(envs.reset(seed=7), fresh.reset(seed=7))
    actions = np.full(3, -1)
    for _ in range(5):
        envs.step(actions)
    other = copied(envs)
    assert same(other.action_masks(), envs.action_masks())
    for _ in range(30):
        one, two = envs.step(actions), other.step(actions)
        assert all(same(one[place], two[place]) for place in range(4))
        assert same(one[4]["action_mask"], two[4]["action_mask"])


@every_copy
@every_game
def test_an_environment_of_pettingzoo(copied: Callable[[Any], Any], id: str) -> None:
    for make in (zoo.raw_env, zoo.env):
        env = make(id, illegal="random")
        env.reset(seed=3)
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        other = copied(env)
        for _ in range(5):
            assert env.agent_selection == other.agent_selection and same(env.last(), other.last())
            action = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
            env.step(action)
            other.step(action)


@every_copy
@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_a_batch_of_games(copied: Callable[[Any], Any], autoreset: Any, game: Game) -> None:
    samples, lengths = np.zeros(4, np.int64), np.zeros(4, np.int32)
    out = Buffers(samples=samples, lengths=lengths)
    batch = Batch(game, 4, threads=1, autoreset=autoreset, max_decisions=20)
    assert copied(batch).num_envs == 4
    batch.reset(np.arange(4, dtype=np.uint64), out)
    for _ in range(10):
        batch.step(samples, out)
    other = copied(batch)
    actions = samples.copy()
    ways = []
    for one in (batch, other):
        way = []
        samples[:] = actions
        for _ in range(30):
            one.step(samples, out)
            way.append((samples.copy(), lengths.copy()))
        ways.append(way)
    assert same(*ways)


@every_copy
def test_a_table_that_has_not_begun_or_is_over(copied: Callable[[Any], Any]) -> None:
    table = Table(heistlab.load_game("caper-cards", seats=2), max_decisions=1)
    with pytest.raises(RuntimeError):
        copied(table).sample_action()
    table.reset(1)
    table.step(table.sample_action())
    with pytest.raises(RuntimeError):
        copied(table).sample_action()


def test_saved_games_of_another_batch_are_refused() -> None:
    game = heistlab.load_game("caper-cards", seats=2)
    with pytest.raises(ValueError, match="saved games: found 2; expected 3"):
        Batch(game, 3).__setstate__(Batch(game, 2).__getstate__())  # type: ignore[attr-defined]
