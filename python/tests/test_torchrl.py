"""TorchRL's wrappers of the environments, by TorchRL's own check."""

from __future__ import annotations

from typing import Any

import heistlab
import pytest
from heistlab import zoo
from heistlab.gym import HeistEnv, environment_id

pytest.importorskip("torchrl")
from torchrl.envs import GymEnv, GymWrapper, PettingZooWrapper, check_env_specs

GAMES = [game["id"] for game in heistlab.games()]
every_game = pytest.mark.parametrize("id", GAMES)

# TorchRL warns of its own deprecations.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("observation", ["dense", "sparse"])
@every_game
def test_torchrl_finds_no_fault_in_the_gymnasium_form(id: str, observation: Any) -> None:
    check_env_specs(GymWrapper(HeistEnv(id, illegal="random", observation=observation)))


def test_torchrl_makes_registered_environments() -> None:
    env = GymEnv(environment_id("caper-cards"), seats=2, illegal="random")
    check_env_specs(env)
    steps = env.rollout(100, break_when_any_done=False)
    assert steps["next", "done"].sum() > 5


@every_game
def test_torchrl_finds_no_fault_in_the_pettingzoo_form(id: str) -> None:
    check_env_specs(PettingZooWrapper(zoo.env(id), use_mask=True))


@every_game
def test_torchrl_finds_no_fault_in_the_parallel_form(id: str) -> None:
    check_env_specs(PettingZooWrapper(zoo.parallel_env(id)))


def test_games_go_on_through_their_ends() -> None:
    env = PettingZooWrapper(zoo.env("caper-cards", seats=2), use_mask=True)
    steps = env.rollout(200, break_when_any_done=False)
    assert steps.shape == (200,) and steps["next", "done"].sum() > 5
