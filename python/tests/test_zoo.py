"""The PettingZoo environments, by PettingZoo's own tests and ours. Warnings are failures."""

import importlib
import pickle
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import heistlab
import numpy as np
import pytest
from heistlab import zoo
from heistlab.gym import HeistEnv
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    bombardment_test,
    max_cycles_test,
    parallel_api_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.wrappers import BaseWrapper  # type: ignore[import-untyped]

pytestmark = [
    pytest.mark.filterwarnings("error"),
    # api_test gives these two about every environment with masks in its observations, except PettingZoo's own by name.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    # It looks at the observations of agents whose game is over, who have no legal action.
    pytest.mark.filterwarnings(r"ignore:Action mask numpy array is all zeros \(no legal actions\):UserWarning"),
]

SETUPS: list[dict[str, Any]] = [
    {"game": "burgle-bros", "scenario": "bank-job", "seats": 1},
    {"game": "burgle-bros", "scenario": "office-job", "seats": 2},
    {"game": "burgle-bros", "scenario": "fort-knox", "seats": 4},
    {"game": "caper-cards", "seats": 1},
    {"game": "caper-cards", "seats": 2, "risk": 12},
    {"game": "caper-cards", "seats": 4},
]
SETUPS += [{"game": game["id"]} for game in heistlab.games() if game["id"] not in {setup["game"] for setup in SETUPS}]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup.values())))


@every_setup
def test_pettingzoo_finds_no_fault_in_the_interface(setup: dict[str, Any]) -> None:
    api_test(zoo.env(**setup), num_cycles=100)
    api_test(zoo.raw_env(**setup), num_cycles=100)


@every_setup
def test_pettingzoo_finds_that_seeds_reproduce(setup: dict[str, Any]) -> None:
    seed_test(partial(zoo.env, **setup), num_cycles=100)


@every_setup
def test_pettingzoo_finds_no_fault_in_the_pictures(setup: dict[str, Any]) -> None:
    render_test(partial(zoo.env, **setup), {"svg": lambda picture: "<svg" in picture})


class OnlyObservation(BaseWrapper):  # type: ignore[misc]
    """Observations without masks."""

    def observe(self, agent: str) -> Any:
        return super().observe(agent)["observation"]

    def observation_space(self, agent: str) -> Any:
        return super().observation_space(agent)["observation"]


@pytest.mark.parametrize("game", ["burgle-bros", "caper-cards"])
def test_pettingzoo_finds_no_fault_in_many_games(game: str) -> None:
    # bombardment_test compares the shape of the first observation, which a dict has not. From the second agent on it
    # takes what step() returned for an observation, where api_test demands that it is None: hence one seat.
    bombardment_test(OnlyObservation(zoo.env(game, seats=1, illegal="random")), cycles=100)


def test_pettingzoo_finds_that_games_end_after_max_cycles() -> None:
    # max_cycles_test demands that all agents act equally often, which players of these games need not: hence one seat.
    # It demands that no game ends before: hence the long game with most Stealth. It samples actions without masks.
    setup: dict[str, Any] = {"game": "burgle-bros", "seats": 1, "stealth": 6, "illegal": "random"}
    max_cycles_test(SimpleNamespace(env=partial(zoo.env, **setup), parallel_env=partial(zoo.parallel_env, **setup)))


@every_setup
def test_no_game_has_more_decisions_than_max_cycles(setup: dict[str, Any]) -> None:
    env = zoo.env(**setup, max_cycles=2)
    for seed in range(5):
        env.reset(seed=seed)
        for agent in env.agent_iter(2):
            assert not any(env.truncations.values())
            env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
        assert all(env.truncations.values()) != all(env.terminations.values())
        for _ in env.possible_agents:
            env.step(None)
        assert not env.agents


@every_setup
def test_pettingzoo_finds_no_fault_in_the_parallel_form_and_the_state(setup: dict[str, Any]) -> None:
    parallel_api_test(zoo.parallel_env(**setup, illegal="random"), num_cycles=100)
    state_test(zoo.env(**setup, illegal="random"), zoo.parallel_env(**setup, illegal="random"), num_cycles=10)


@every_setup
def test_every_agent_sees_what_its_player_knows_and_may_do(setup: dict[str, Any]) -> None:
    env, twin = zoo.env(**setup), HeistEnv(**setup)
    env.reset(seed=3)
    twin.reset(seed=3)
    rng = np.random.default_rng(3)
    for agent in env.agent_iter(200):
        state = twin.state()
        for player, name in enumerate(env.possible_agents):
            seen = env.observe(name)
            assert np.array_equal(seen["observation"], state.information_state_tensor(player))
            assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_actions(player)
        if state.is_terminal():
            break
        assert agent == f"player_{state.current_player()}"
        action = int(rng.choice(state.legal_actions()))
        env.step(action)
        twin.step(action)


@every_setup
def test_no_agent_sees_another_hand(setup: dict[str, Any]) -> None:
    env, twin = zoo.env(**setup), HeistEnv(**setup)
    env.reset(seed=4)
    twin.reset(seed=4)
    others = 0
    for _ in range(30):
        state = twin.state()
        if state.is_terminal():
            break
        for player, agent in enumerate(env.possible_agents):
            other = state.resample_from_infostate(player, 1)
            others += other != state
            assert np.array_equal(env.observe(agent)["observation"], other.information_state_tensor(player))
        action = state.legal_actions()[0]
        env.step(action)
        twin.step(action)
    has_hands = setup["game"] == "caper-cards" and setup["seats"] > 1
    assert not has_hands or others > 0


@every_setup
def test_all_agents_get_the_value_of_the_result_once(setup: dict[str, Any]) -> None:
    env, twin = zoo.env(**setup), HeistEnv(**setup)
    env.reset(seed=5)
    _, info = twin.reset(seed=5)
    rng = np.random.default_rng(5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    last: dict[str, Any] = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, info = env.last()
        total[agent] += reward
        if termination:
            last[agent] = info
            env.step(None)
        else:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            twin.step(action)
            env.step(action)
    result = twin.state().result()
    assert result is not None and set(total.values()) == {np.float32(result["value"])}
    assert set(last) == set(env.possible_agents)
    for info in last.values():
        assert info.pop("figures").tolist() == list(twin.state().figures().values())
        assert info.pop("player") == heistlab.TERMINAL_PLAYER
        assert info == {"is_success": result["win"], "ending": env.unwrapped._env.game.endings.index(result["ending"])}


def test_other_seeds_and_later_games_differ() -> None:
    env = zoo.env("burgle-bros", seats=4)
    seen = set()
    for seed in (1, 2, None, None):
        env.reset(seed=seed)
        seen.add(env.state().tobytes())
    assert len(seen) == 4


def test_an_illegal_action_ends_the_game_or_raises_or_is_replaced() -> None:
    env = zoo.env("caper-cards", seats=2)
    env.reset(seed=1)
    offender = env.agent_selection
    action = int(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0])
    env.step(action)
    assert all(env.terminations.values()) and env.rewards == {
        agent: -1.0 if agent == offender else 0 for agent in env.possible_agents
    }

    env = zoo.env("caper-cards", seats=2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(heistlab.IllegalActionError):
        env.step(action)

    env = zoo.env("caper-cards", seats=2, illegal="random")
    env.reset(seed=1)
    env.step(action)
    assert not any(env.terminations.values())


def test_what_is_no_action_is_one_clear_error() -> None:
    env = zoo.env("caper-cards", seats=2, illegal="raise")
    env.reset(seed=1)
    for action in (-1, 10**6, 0.5, None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)


def test_a_pickle_makes_the_same_environment() -> None:
    env = pickle.loads(pickle.dumps(zoo.raw_env("caper-cards", seats=3, max_cycles=5)))
    env.reset(seed=1)
    assert len(env.possible_agents) == 3
    seed_test(lambda: pickle.loads(pickle.dumps(zoo.env("caper-cards", seats=3))), num_cycles=10)


def test_an_import_without_pettingzoo_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "heistlab.zoo")
    with pytest.raises(ImportError, match=r"pip install heistlab\[zoo\]"):
        importlib.import_module("heistlab.zoo")
