"""The Gymnasium environment. Warnings of Gymnasium's own checks are failures."""

import importlib
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import gymnasium
import heistlab
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.wrappers import RecordVideo
from heistlab.gym import HeistEnv
from imageio_ffmpeg import count_frames_and_secs

pytestmark = pytest.mark.filterwarnings("error")

IDS = [spec for spec in gymnasium.registry if spec.startswith("heistlab/")]
SETUPS: list[dict[str, Any]] = [
    {"game": "burgle-bros", "scenario": "bank-job", "seats": 1},
    {"game": "burgle-bros", "scenario": "office-job", "seats": 2, "sides": "both"},
    {"game": "burgle-bros", "scenario": "fort-knox", "seats": 3, "stealth": 6},
    {"game": "caper-cards", "seats": 1},
    {"game": "caper-cards", "seats": 2, "risk": 12},
    {"game": "caper-cards", "seats": 4},
]
SETUPS += [{"game": game["id"]} for game in heistlab.games() if game["id"] not in {setup["game"] for setup in SETUPS}]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup.values())))


def legal(info: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def play(env: gymnasium.Env, seed: int, games: int = 1) -> Iterator[tuple[Any, ...]]:
    """What random play gives: (observation, info) of a reset, or (observation, reward, terminated, truncated, info)."""
    rng = np.random.default_rng(seed)
    for game in range(games):
        observation, info = env.reset(seed=seed) if game == 0 else env.reset()
        yield observation, info
        over = False
        while not over:
            step = env.step(legal(info, rng))
            yield step
            info, over = step[4], step[2] or step[3]


def test_every_game_is_registered() -> None:
    assert len(IDS) == len(heistlab.games())
    assert {"heistlab/BurgleBros-v0", "heistlab/CaperCards-v0"} <= set(IDS)
    made = gymnasium.make("heistlab/BurgleBros-v0", scenario="fort-knox", seats=3)
    assert made.get_wrapper_attr("game") == heistlab.load_game("burgle-bros", scenario="fort-knox", seats=3)


@pytest.mark.parametrize("observation", ["dense", "sparse"])
@pytest.mark.parametrize("id", IDS)
def test_gymnasium_finds_no_fault(id: str, observation: str) -> None:
    check_env(gymnasium.make(id, observation=observation, illegal="random", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("id", IDS)
def test_a_whole_game_through_make_gives_no_warning(id: str) -> None:
    *_, (_, _, terminated, truncated, _) = play(gymnasium.make(id), 3)
    assert terminated and not truncated


@every_setup
def test_masks_are_the_legal_actions(setup: dict[str, Any]) -> None:
    env = HeistEnv(**setup)
    for _, *_, info in islice(play(env, 1), 300):
        actions = env.state().legal_actions()
        assert np.flatnonzero(info["action_mask"]).tolist() == actions
        assert np.flatnonzero(env.action_masks()).tolist() == actions
        assert info["action_mask"].dtype == np.int8 and env.action_masks().dtype == np.bool_
        assert info["player"] == env.state().current_player()
        assert info["figures"] == env.state().figures()


def test_masks_come_through_wrappers_as_maskable_learners_ask_for_them() -> None:
    env = gymnasium.make("heistlab/CaperCards-v0", max_episode_steps=3)
    _, info = env.reset(seed=1)
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"] == 1)


@every_setup
def test_observations_are_what_the_player_who_decides_knows(setup: dict[str, Any]) -> None:
    dense, sparse = HeistEnv(**setup), HeistEnv(**setup, observation="sparse")
    player = 0
    for (flags, *_, info), (numbers, *_, _) in islice(zip(play(dense, 2), play(sparse, 2), strict=True), 300):
        state = dense.state()
        player = info["player"] if info["player"] >= 0 else player
        assert np.array_equal(flags, state.information_state_tensor(player))
        indices = state.information_state_indices(player)
        assert np.array_equal(numbers, np.pad(indices, (0, len(numbers) - len(indices)), constant_values=-1))
        assert dense.observation_space.contains(flags) and sparse.observation_space.contains(numbers)


@every_setup
def test_an_observation_does_not_depend_on_what_the_player_cannot_know(setup: dict[str, Any]) -> None:
    env = HeistEnv(**setup)
    others = 0
    for seed, (observation, *_, info) in enumerate(islice(play(env, 4), 60)):
        player = info["player"]
        if player < 0:
            continue
        state = env.state()
        other = state.resample_from_infostate(player, seed)
        others += other != state
        assert np.array_equal(observation, other.information_state_tensor(player))
        assert other.legal_actions() == np.flatnonzero(info["action_mask"]).tolist()
    has_hands = setup["game"] == "caper-cards" and setup["seats"] > 1
    assert not has_hands or others > 0


@every_setup
def test_the_same_seed_gives_the_same_games(setup: dict[str, Any]) -> None:
    check_environments_match(HeistEnv(**setup, illegal="random"), HeistEnv(**setup, illegal="random"), 200, seed=5)
    first, second = (list(play(HeistEnv(**setup), 5, games=2)) for _ in range(2))
    assert all(np.array_equal(one[0], two[0]) for one, two in zip(first, second, strict=True))


@every_setup
def test_other_seeds_and_later_games_differ(setup: dict[str, Any]) -> None:
    env = HeistEnv(**setup)

    def game(**reset: Any) -> list[bytes]:
        rng = np.random.default_rng(0)
        observation, info = env.reset(**reset)
        seen = [observation.tobytes()]
        while info["player"] >= 0:
            observation, *_, info = env.step(legal(info, rng))
            seen.append(observation.tobytes())
        return seen

    games = [game(seed=6), game(seed=7), game(), game()]
    assert all(one != two for place, one in enumerate(games) for two in games[:place])
    assert game(seed=7) == games[1] and game() == games[2]


def test_a_reset_in_the_middle_goes_on_with_the_same_games() -> None:
    env = HeistEnv("burgle-bros", seats=2)
    list(play(env, 8))
    after_a_whole_game, _ = env.reset()
    env.reset(seed=8)
    after_no_step, _ = env.reset()
    assert np.array_equal(after_a_whole_game, after_no_step)


def test_games_without_a_seed_differ() -> None:
    first, second = (HeistEnv("burgle-bros", seats=4) for _ in range(2))
    assert not np.array_equal(first.reset()[0], second.reset()[0])


@every_setup
def test_the_reward_is_the_value_of_the_result(setup: dict[str, Any]) -> None:
    env = HeistEnv(**setup)
    _, *steps, (_, reward, terminated, truncated, info) = play(env, 9)
    assert all(step[1] == 0 and not step[2] and not step[3] and "ending" not in step[4] for step in steps)
    result = env.state().result()
    assert result is not None and terminated and not truncated
    assert reward == pytest.approx(result["value"]) == pytest.approx(env.state().returns()[0])
    assert info["is_success"] is result["win"]
    assert info["ending"] == result["ending"] and info["figures"] == env.state().figures()
    assert result["figures"].items() <= info["figures"].items()


def test_a_long_game_is_truncated() -> None:
    steps = list(play(HeistEnv("burgle-bros", seats=2, max_decisions=5), 1))
    _, reward, terminated, truncated, info = steps[-1]
    assert len(steps) == 1 + 5 and truncated and not terminated and reward == 0
    assert info["is_success"] is False and "ending" not in info
    assert info["player"] >= 0 and info["action_mask"].any(), "by its rules the game is not over"


def test_the_time_limit_of_gymnasium_works() -> None:
    steps = list(play(gymnasium.make("heistlab/CaperCards-v0", max_episode_steps=3), 1, games=2))
    assert len(steps) == 2 * (1 + 3)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = HeistEnv("burgle-bros", seats=2)
    _, info = env.reset(seed=1)
    key = env.state().key()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (illegal, -1, int(env.action_space.n), 2**62):
        with pytest.raises(heistlab.IllegalActionError, match=str(action)) as raised:
            env.step(action)
        assert raised.value.legal == env.state().legal_action_strings()
        assert raised.value.legal[0] in str(raised.value)
    assert env.state().key() == key
    env.step(legal(info, np.random.default_rng(0)))


@pytest.mark.parametrize("action", [1.0, "1", None, [1], np.array([1, 2]), np.float32(1)])
def test_an_action_that_is_no_integer_is_a_type_error(action: Any) -> None:
    env = HeistEnv("caper-cards", seats=2)
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(action)


def test_actions_may_be_integers_of_any_kind() -> None:
    env = HeistEnv("caper-cards", seats=2)
    for kind in (int, np.int64, np.int32, np.uint8, np.array):
        _, info = env.reset(seed=1)
        env.step(kind(legal(info, np.random.default_rng(0))))


def test_illegal_actions_are_replaced_on_demand_and_reproducibly() -> None:
    def games() -> list[bytes]:
        env = HeistEnv("burgle-bros", seats=2, illegal="random")
        env.reset(seed=1)
        steps = [env.step(action) for action in (-1, 10**9, 0, 1, 2, 3)]
        return [observation.tobytes() for observation, *_ in steps]

    first, second = games(), games()
    assert first == second and len(set(first)) == len(first)


def test_stepping_before_a_reset_or_after_the_end_asks_for_a_reset() -> None:
    env = HeistEnv("caper-cards", seats=2)
    with pytest.raises(RuntimeError):
        env.step(0)
    list(play(env, 1))
    with pytest.raises(RuntimeError):
        env.step(0)
    env.reset()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "monopoly"}, ValueError, "monopoly"),
        ({"game": "burgle-bros", "seats": 9}, ValueError, "seats"),
        ({"game": "burgle-bros", "seats": 2, "colour": 1}, ValueError, "colour"),
        ({"game": heistlab.load_game("caper-cards", seats=2), "seats": 2}, TypeError, "seats"),
        ({"game": "caper-cards", "seats": 2, "observation": "pixels"}, ValueError, "observation: found 'pixels'"),
        ({"game": "caper-cards", "seats": 2, "illegal": "pass"}, ValueError, "illegal: found 'pass'"),
        ({"game": "caper-cards", "seats": 2, "render_mode": "film"}, ValueError, "render_mode: found 'film'"),
        ({"game": "caper-cards", "seats": 2, "max_decisions": 0}, ValueError, "max_decisions"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        HeistEnv(**arguments)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_is_a_number_of_64_bits(seed: int) -> None:
    with pytest.raises((gymnasium.error.Error, ValueError), match=r"[Ss]eed"):
        HeistEnv("caper-cards", seats=2).reset(seed=seed)


def test_a_picture_shows_what_the_player_who_decides_knows() -> None:
    env = HeistEnv("caper-cards", seats=4, render_mode="ansi")
    env.reset(seed=1)
    player = env.state().current_player()
    assert env.render() == env.state().to_text(player) != env.state().to_text()
    svg = HeistEnv("burgle-bros", seats=2, render_mode="svg")
    svg.reset(seed=1)
    assert svg.render() == svg.state().to_svg(svg.state().current_player())


def test_the_human_mode_prints_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = HeistEnv("caper-cards", seats=2, render_mode="human")
    _, info = env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(legal(info, np.random.default_rng(0)))
    assert first and capsys.readouterr().out not in ("", first)
    assert env.render() is None


def test_what_a_step_gives_is_the_callers_to_keep() -> None:
    steps = play(HeistEnv("caper-cards", seats=3), 1)
    kept = [(observation, observation.copy(), info) for observation, *_, info in steps]
    assert all(np.array_equal(observation, copy) for observation, copy, _ in kept)
    assert len({id(info) for *_, info in kept}) == len(kept)


def test_an_import_without_gymnasium_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "heistlab.gym")
    with pytest.raises(ImportError, match=r"pip install heistlab\[gym\]"):
        importlib.import_module("heistlab.gym")


def test_pixels_are_those_of_the_picture() -> None:
    for game in heistlab.games():
        env = HeistEnv(game["id"], render_mode="rgb_array")
        env.reset(seed=1)
        pixels = env.render()
        assert isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8
        assert pixels.shape == (900, 1200, 3)
        assert pixels.min() < pixels.max()


@pytest.mark.parametrize("id", IDS)
def test_games_are_recorded_as_videos(id: str, tmp_path: Path) -> None:
    recorded = RecordVideo(
        gymnasium.make(id, render_mode="rgb_array", max_decisions=6),
        str(tmp_path / "videos"),
        episode_trigger=lambda _: True,
    )
    steps = len(list(play(recorded, 1)))
    recorded.close()
    (video,) = tmp_path.glob("videos/*.mp4")
    frames, _ = count_frames_and_secs(str(video))
    assert frames == steps


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_pixels_need_an_extra_only_when_they_are_drawn(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``make_vec_env`` of Stable-Baselines3 does: it asks for ``rgb_array`` and may never render."""
    monkeypatch.setitem(sys.modules, missing, None)
    env = gymnasium.make("heistlab/BurgleBros-v0", render_mode="rgb_array", seats=2)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    env.step(legal(info, np.random.default_rng(0)))
    assert env.render_mode == "rgb_array" and "rgb_array" in env.metadata["render_modes"]
    with pytest.raises(ImportError, match=r"pip install heistlab\[render\]"):
        env.render()
