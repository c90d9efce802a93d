"""The vector environment of Stable-Baselines3: step by step what DummyVecEnv of single environments is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from heistlab import IllegalActionError, Shaping
from heistlab.gym import HeistEnv

pytest.importorskip("stable_baselines3")
from heistlab.sb3 import HeistVecEnv
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize

N = 3
SETUPS: list[dict[str, Any]] = [
    {"game": "burgle-bros", "scenario": "office-job", "seats": 1},
    {"game": "caper-cards", "seats": 4},
]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["game"])


def drawn(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    actions: np.ndarray = (rng.random(masks.shape) * masks).argmax(axis=1)
    return actions


@pytest.mark.parametrize("limit", [None, 7])
@pytest.mark.parametrize("shaped", [False, True])
@every_setup
def test_it_is_what_a_dummy_vec_env_is(setup: dict[str, Any], shaped: bool, limit: int | None) -> None:
    shaping = None
    if shaped:
        names = HeistEnv(**setup).game.state_figures
        shaping = Shaping({names[0]: 0.1, names[-1]: -0.2}, discount=0.95)
    options = {**setup, "shaping": shaping, "max_decisions": limit}
    ours, theirs = HeistVecEnv(**options, num_envs=N), DummyVecEnv([lambda: HeistEnv(**options)] * N)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    ours.seed(5)
    theirs.seed(5)
    rng, ended = np.random.default_rng(1), 0
    assert np.array_equal(ours.reset(), theirs.reset())
    for _ in range(200):
        masks = np.stack(ours.env_method("action_masks"))
        assert np.array_equal(masks, np.stack(theirs.env_method("action_masks")))
        assert np.array_equal(masks, ours.action_masks())
        actions = drawn(masks, rng)
        one, other = ours.step(actions), theirs.step(actions)
        assert np.array_equal(one[0], other[0]) and np.array_equal(one[2], other[2])
        assert np.allclose(one[1], other[1])
        for row in range(N):
            if one[2][row]:
                ended += 1
                final = other[3][row]
                told = {name: value for name, value in final.items() if name not in ("action_mask", "player")}
                info = one[3][row]
                assert np.array_equal(info.pop("terminal_observation"), told.pop("terminal_observation"))
                assert info == told
            else:
                assert one[3][row] == {}
    assert ended > N


def test_the_wrappers_of_stable_baselines_work() -> None:
    env = VecNormalize(VecMonitor(HeistVecEnv("caper-cards", 4, seats=2)), norm_obs=False)
    env.reset()
    rng, episodes = np.random.default_rng(2), 0
    for _ in range(60):
        _, _, _, infos = env.step(drawn(np.stack(env.env_method("action_masks")), rng))
        episodes += sum("episode" in info for info in infos)
    assert episodes > 4
    env.close()


def test_maskable_ppo_learns_with_it() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = VecMonitor(HeistVecEnv("caper-cards", 16, seats=2))
    env.seed(1)
    learner = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = [weights.clone() for weights in learner.policy.parameters()]
    learner.learn(512)
    assert any(not old.equal(new) for old, new in zip(before, learner.policy.parameters(), strict=True))
    assert learner.ep_info_buffer is not None and len(learner.ep_info_buffer) > 16


def test_sparse_observations_and_pictures_are_there() -> None:
    env = HeistVecEnv("burgle-bros", 2, scenario="office-job", seats=1, observation="sparse", render_mode="rgb_array")
    assert env.reset().dtype == np.int32
    image = env.render()
    assert image is not None and image.ndim == 3 and image.dtype == np.uint8


def test_seeds_give_the_same_games_and_later_ones_differ() -> None:
    env = HeistVecEnv("burgle-bros", 2, seats=2)
    env.seed(3)
    first, second = env.reset().copy(), env.reset().copy()
    env.seed(3)
    assert np.array_equal(env.reset(), first) and np.array_equal(env.reset(), second)
    assert not np.array_equal(first, second)


def test_starts_and_wrong_use() -> None:
    env = HeistVecEnv("caper-cards", 2, seats=2)
    env.seed(1)
    env.reset()
    state = env.state(0)
    env.set_starts([state])
    env.reset()
    assert env.state(0) == env.state(1) == state
    with pytest.raises(IllegalActionError):
        env.step(np.full(2, -1))
    with pytest.raises(AttributeError, match="reset_all: expected action_masks or state"):
        env.env_method("reset_all")
    with pytest.raises(AttributeError, match="seats: the games of a batch have no attributes"):
        env.set_attr("seats", 3)
    env.set_options({"state": state})
    with pytest.raises(ValueError, match="options: found"):
        env.reset()
