"""Shaping by potentials: what it adds sums up to nothing that a policy can change."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from heistlab import Batch, Buffers, Game, Shaping, State
from heistlab.gym import HeistEnv
from heistlab.vector import HeistVectorEnv

DISCOUNT = 0.9


def weights(game: Game) -> dict[str, float]:
    """Some weight for every figure of a game."""
    return {name: 0.01 * (place + 1) for place, name in enumerate(game.state_figures)}


def potential(state: State, weights: dict[str, float]) -> float:
    """The definition: a weighted sum of figures, and 0 once the game is over."""
    figures = state.figures()
    return 0.0 if state.is_terminal() else sum(weight * figures[name] for name, weight in weights.items())


@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_a_step_adds_the_discounted_potential_after_it_less_that_before(game: Game, autoreset: Any) -> None:
    count = 8
    shaping = Shaping(weights(game), discount=DISCOUNT)
    batch = Batch(game, count, autoreset=autoreset, shaping=shaping, max_decisions=40)
    added, actions = np.full(count, 7, np.float32), np.zeros(count, np.int64)
    ended, cut = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    final = np.zeros((count, len(game.state_figures)), np.int32)
    out = Buffers(shaping=added, terminated=ended, truncated=cut, final_figures=final)
    batch.reset(np.arange(count, dtype=np.uint64), out)
    assert not added.any()
    over, seen = np.zeros(count, np.bool_), 0
    for _ in range(120):
        before = [potential(batch.state(row), weights(game)) for row in range(count)]
        batch.sample_actions(actions)
        batch.step(actions, out)
        for row in range(count):
            after = potential(batch.state(row), weights(game))
            if over[row]:
                expected = 0.0
            elif ended[row]:
                expected = -before[row]
            elif cut[row] and autoreset == "same-step":
                figures = dict(zip(game.state_figures, final[row].tolist(), strict=True))
                last = sum(weight * figures[name] for name, weight in weights(game).items())
                expected = DISCOUNT * last - before[row]
            else:
                expected = DISCOUNT * after - before[row]
            assert added[row] == pytest.approx(expected, abs=1e-4)
            seen += expected != 0.0
        ending = ended | cut
        over = ending if autoreset == "next-step" else (over | ending) & (autoreset == "disabled")
    assert seen > 30


@pytest.mark.parametrize("name", ["estimate", "progress"])
def test_the_experts_quantities_are_between_0_and_1(game: Game, name: str) -> None:
    has = {"estimate": game.id != "caper-cards", "progress": game.id == "masters-of-the-heist"}
    try:
        env = HeistEnv(game, shaping=Shaping(name, discount=1.0))
    except ValueError as error:
        assert f"found '{name}', which {game.id} does not have; expected one of: {game.state_figures[0]}" in str(error)
        assert not has[name] or game.id == "example-game"
        return
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    total, low, high, over = 0.0, 0.0, 0.0, False
    for _ in range(60):
        _, reward, terminated, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        total += reward - info["game_reward"]
        low, high = min(low, total), max(high, total)
        over = terminated
        if over:
            break
    # Undiscounted, the sum so far is the potential now less that of the first state.
    assert high - low <= 1.0 + 1e-6 and high > low


def test_the_rewards_of_a_whole_game_differ_by_the_first_potential_alone(game: Game) -> None:
    shaping = Shaping(weights(game), discount=DISCOUNT)
    for seed in range(4):
        env = HeistEnv(game, shaping=shaping)
        _, info = env.reset(seed=seed)
        first = potential(env.state(), weights(game))
        rng = np.random.default_rng(seed)
        plain = shaped = 0.0
        factor, terminated = 1.0, False
        while not terminated:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, terminated, _, info = env.step(action)
            plain += factor * info["game_reward"]
            shaped += factor * reward
            factor *= DISCOUNT
        assert shaped == pytest.approx(plain - first, rel=1e-6, abs=1e-3)


def test_the_environments_add_it_and_tell_the_rewards_without(bank_job: Game) -> None:
    shaping = Shaping({"tiles seen": 0.01}, discount=DISCOUNT)
    one = HeistEnv(bank_job, shaping=shaping)
    for mode in gymnasium.vector.AutoresetMode:
        many = HeistVectorEnv(bank_job, 3, shaping=shaping, autoreset_mode=mode)
        single = gymnasium.vector.SyncVectorEnv([lambda: HeistEnv(bank_job, shaping=shaping)] * 3, autoreset_mode=mode)
        many.reset(seed=1)
        single.reset(seed=1)
        for _ in range(30):
            actions = many.sample_actions()
            ours, theirs = many.step(actions), single.step(actions)
            assert np.allclose(ours[1], theirs[1])
            assert np.array_equal(ours[4].get("game_reward", 0), theirs[4].get("game_reward", 0))
            if (ours[2] | ours[3]).any():
                break
    one.reset(seed=1)
    _, reward, _, _, info = one.step(one._table.sample_action())
    assert info["game_reward"] == 0.0 and "game_reward" not in one.reset()[1]
    plain = HeistEnv(bank_job)
    plain.reset(seed=1)
    assert "game_reward" not in plain.step(plain._table.sample_action())[4]
    assert isinstance(reward, float)


def test_batches_without_shaping_refuse_the_buffer(bank_job: Game) -> None:
    batch = Batch(bank_job, 2)
    with pytest.raises(ValueError, match="shaping: this batch has no shaping"):
        batch.reset(np.zeros(2, np.uint64), Buffers(shaping=np.zeros(2, np.float32)))


def test_rewards_of_batches_stay_the_games_own(bank_job: Game) -> None:
    shaped = Batch(bank_job, 50, shaping=Shaping("estimate", discount=1.0))
    plain = Batch(bank_job, 50)
    rewards, actions = np.zeros((2, 50), np.float32), np.zeros(50, np.int64)
    outs = [Buffers(rewards=row) for row in rewards]
    for batch, out in zip((shaped, plain), outs, strict=True):
        batch.reset(np.arange(50, dtype=np.uint64), out)
    for _ in range(300):
        plain.sample_actions(actions)
        for batch, out in zip((shaped, plain), outs, strict=True):
            batch.step(actions, out)
        assert np.array_equal(*rewards)


def test_it_is_a_value(bank_job: Game) -> None:
    shaping = Shaping({"tiles seen": 0.5, "estimate": 1.0}, discount=0.99)
    assert repr(shaping) == 'Shaping({"estimate": 1.0, "tiles seen": 0.5}, discount=0.99)'
    assert pickle.loads(pickle.dumps(shaping)) == shaping != Shaping("estimate", discount=0.99)
    assert shaping.weights == {"tiles seen": 0.5, "estimate": 1.0} and shaping.discount == 0.99
    env = HeistEnv(bank_job, shaping=shaping)
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    action = env._table.sample_action()
    assert env.step(action)[1] == other.step(action)[1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"weights": "estimate", "discount": 0.0}, ValueError, "discount: found 0"),
        ({"weights": "estimate", "discount": 1.5}, ValueError, "discount: found 1.5"),
        ({"weights": {}, "discount": 1.0}, ValueError, "weights: found none"),
        ({"weights": {"turns": float("inf")}, "discount": 1.0}, ValueError, r"weights\['turns'\]: found inf"),
        ({"weights": 7, "discount": 1.0}, TypeError, "weights: found 7; expected the name of a quantity"),
    ],
)
def test_wrong_shaping_is_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Shaping(**arguments)
