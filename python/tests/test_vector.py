"""The vector environment: step by step what Gymnasium's SyncVectorEnv of single environments is."""

from typing import Any

import gymnasium
import heistlab
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import ClipReward, DictInfoToList, RecordEpisodeStatistics
from heistlab.gym import HeistEnv
from heistlab.vector import HeistVectorEnv
from numpy.typing import NDArray

pytestmark = pytest.mark.filterwarnings("error")

N = 3
SETUPS: list[dict[str, Any]] = [
    {"game": "burgle-bros", "scenario": "bank-job", "seats": 1},
    {"game": "burgle-bros", "scenario": "fort-knox", "seats": 3},
    {"game": "caper-cards", "seats": 2, "risk": 12},
    {"game": "caper-cards", "seats": 4},
]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup.values())))
every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)


def legal(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action a row, 0 where there is none."""
    actions: NDArray[np.int64] = (rng.random(masks.shape) * (masks != 0)).argmax(axis=1)
    return actions


def masks(infos: dict[str, Any], before: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
    """The masks of all rows, after a reset of some."""
    mask: NDArray[np.int8] = infos["action_mask"]
    if before is not None:
        mask = np.where(infos["_action_mask"][:, None], mask, before)
    return mask


def same(one: Any, two: Any) -> bool:
    return data_equivalence(one, two, exact=True)


def check_equal(ours: VectorEnv, theirs: VectorEnv, steps: int, seed: Any, legal_only: bool = True) -> int:
    """Steps both with the same actions and compares all they give; how many games ended."""
    mode = ours.metadata["autoreset_mode"]
    assert mode is theirs.metadata["autoreset_mode"]
    for space in ("single_observation_space", "observation_space", "single_action_space", "action_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    rng = np.random.default_rng(3)
    observation, infos = ours.reset(seed=seed)
    assert same((observation, infos), theirs.reset(seed=seed))
    mask, ended = masks(infos), 0
    for _ in range(steps):
        actions = legal(mask, rng) if legal_only else rng.integers(mask.shape[1], size=N)
        step = ours.step(actions)
        for one, two in zip(step, theirs.step(actions), strict=True):
            assert same(one, two)
        assert step[0] in ours.observation_space
        over = step[2] | step[3]
        ended += int(over.sum())
        mask = masks(step[4])
        if mode == AutoresetMode.DISABLED and over.any():
            observation, infos = ours.reset(options={"reset_mask": over})
            assert same((observation, infos), theirs.reset(options={"reset_mask": over}))
            mask = masks(infos, mask)
    return ended


def single(setup: dict[str, Any], mode: AutoresetMode, **options: Any) -> SyncVectorEnv:
    return SyncVectorEnv([lambda: HeistEnv(**setup, **options)] * N, autoreset_mode=mode)


@pytest.mark.parametrize("observation", ["dense", "sparse"])
@every_mode
@every_setup
def test_it_is_what_a_sync_vector_env_is(setup: dict[str, Any], mode: AutoresetMode, observation: Any) -> None:
    ours = HeistVectorEnv(**setup, num_envs=N, observation=observation, autoreset_mode=mode)
    assert check_equal(ours, single(setup, mode, observation=observation), 150, seed=11) > 0


@every_mode
@every_setup
def test_so_it_is_with_truncated_games(setup: dict[str, Any], mode: AutoresetMode) -> None:
    ours = HeistVectorEnv(**setup, num_envs=N, max_decisions=7, autoreset_mode=mode.value)
    assert check_equal(ours, single(setup, mode, max_decisions=7), 40, seed=[5, 2**64 - 1, 0]) >= 3 * N


@every_mode
@every_setup
def test_so_it_is_with_illegal_actions_replaced(setup: dict[str, Any], mode: AutoresetMode) -> None:
    ours = HeistVectorEnv(**setup, num_envs=N, illegal="random", autoreset_mode=mode)
    assert check_equal(ours, single(setup, mode, illegal="random"), 150, seed=12, legal_only=False) > 0


@every_mode
def test_so_it_is_after_resets_in_the_middle_of_games(mode: AutoresetMode) -> None:
    setup = SETUPS[1]
    ours, theirs = HeistVectorEnv(**setup, num_envs=N, autoreset_mode=mode), single(setup, mode)
    check_equal(ours, theirs, 10, seed=1)
    check_equal(ours, theirs, 10, seed=None)
    check_equal(ours, theirs, 10, seed=[None, 7, None])
    some = np.array([False, True, True])
    for seed in (None, 8, [None, None, 9]):
        assert same(
            ours.reset(seed=seed, options={"reset_mask": some}), theirs.reset(seed=seed, options={"reset_mask": some})
        )


def test_make_vec_makes_it() -> None:
    envs = gymnasium.make_vec("heistlab/BurgleBros-v0", num_envs=N, seats=2, observation="sparse", max_episode_steps=4)
    assert isinstance(envs, HeistVectorEnv) and envs.num_envs == N and envs.game.num_players() == 2
    _, infos = envs.reset(seed=1)
    for _ in range(4):
        *_, truncated, infos = envs.step(legal(infos["action_mask"], np.random.default_rng(0)))
    assert truncated.all()
    assert envs.spec is not None
    again = gymnasium.make_vec(envs.spec)
    assert isinstance(again, HeistVectorEnv) and again.num_envs == N
    sync = gymnasium.make_vec("heistlab/CaperCards-v0", num_envs=N, vectorization_mode="sync")
    assert isinstance(sync, SyncVectorEnv)


@every_mode
def test_gymnasiums_statistics_count_its_games(mode: AutoresetMode) -> None:
    envs = RecordEpisodeStatistics(ClipReward(HeistVectorEnv("caper-cards", N, seats=2, autoreset_mode=mode), 0, 1))
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    mask, length, skip = masks(infos), np.zeros(N, int), np.zeros(N, bool)
    for _ in range(100):
        _, rewards, terminated, _, infos = envs.step(legal(mask, rng))
        length[~skip] += 1
        mask = masks(infos)
        assert ("episode" in infos) == terminated.any()
        if terminated.any():
            assert np.array_equal(infos["episode"]["l"][terminated], length[terminated])
            assert np.array_equal(infos["episode"]["r"][terminated], rewards[terminated])
            length[terminated] = 0
        skip = terminated if mode == AutoresetMode.NEXT_STEP else skip
        if mode == AutoresetMode.DISABLED and terminated.any():
            _, infos = envs.reset(options={"reset_mask": terminated})
            mask = masks(infos, mask)
    assert envs.episode_count > N


def test_infos_can_be_had_as_a_list() -> None:
    envs = DictInfoToList(HeistVectorEnv("caper-cards", N, seats=2))
    _, infos = envs.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask", "figures", "player"]] * N


def test_other_seeds_differ_and_threads_do_not_matter() -> None:
    def games(seed: int, threads: int) -> list[bytes]:
        envs = HeistVectorEnv("burgle-bros", 200, seats=2, threads=threads, observation="sparse")
        observation, _ = envs.reset(seed=seed)
        seen = [observation.tobytes()]
        for _ in range(30):
            seen.append(envs.step(envs.sample_actions())[0].tobytes())
        return seen

    assert games(1, 1) == games(1, 2) != games(201, 1)
    observation, _ = HeistVectorEnv("burgle-bros", 20, seats=4).reset()
    assert len({row.tobytes() for row in observation}) == 20


def test_sampled_actions_are_legal() -> None:
    envs = HeistVectorEnv("burgle-bros", 50, seats=2, max_decisions=10)
    envs.reset(seed=1)
    over = np.zeros(50, bool)
    for _ in range(40):
        actions, allowed = envs.sample_actions(), envs.action_masks()
        assert actions.dtype == np.int64 and allowed.dtype == np.bool_
        assert allowed[np.arange(50), actions][~over].all() and not actions[over].any()
        _, _, terminated, truncated, _ = envs.step(actions)
        over = terminated | truncated


def test_a_copy_is_the_callers_and_without_copies_the_arrays_are_reused() -> None:
    def step(copy: bool) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
        envs = HeistVectorEnv("caper-cards", N, seats=2, copy=copy)
        observation, infos = envs.reset(seed=1)
        first = [observation, infos["action_mask"]]
        observation, *_, infos = envs.step(envs.sample_actions())
        return first, [observation, infos["action_mask"]]

    (first, copied), (buffers, reused) = step(copy=True), step(copy=False)
    assert not any(map(np.shares_memory, first, copied))
    assert all(map(np.shares_memory, buffers, reused))
    assert all(map(np.array_equal, copied, reused))


def test_pictures_are_one_a_game() -> None:
    envs = HeistVectorEnv("caper-cards", N, seats=2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(envs.state(row).to_text(envs.state(row).current_player()) for row in range(N))


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (np.zeros(N + 1, int), ValueError, "shape"),
        (np.zeros((N, 1), int), ValueError, "shape"),
        (np.zeros(N), ValueError, "float64"),
        (np.array(["a"] * N), ValueError, "integers"),
        (np.full(N, -1), heistlab.IllegalActionError, "row 0: action -1"),
        (np.full(N, 10**6), heistlab.IllegalActionError, "row 0: action 1000000"),
    ],
)
def test_wrong_actions_are_one_clear_error(actions: Any, error: type[Exception], message: str) -> None:
    envs = HeistVectorEnv("caper-cards", N, seats=2)
    envs.reset(seed=1)
    keys = [envs.state(row).key() for row in range(N)]
    with pytest.raises(error, match=message):
        envs.step(actions)
    assert keys == [envs.state(row).key() for row in range(N)]


def test_one_illegal_action_among_legal_ones_changes_nothing() -> None:
    envs = HeistVectorEnv("caper-cards", N, seats=2)
    envs.reset(seed=1)
    keys = [envs.state(row).key() for row in range(N)]
    actions = envs.sample_actions()
    actions[N - 1] = np.flatnonzero(~envs.action_masks()[N - 1])[0]
    with pytest.raises(heistlab.IllegalActionError, match=f"row {N - 1}") as raised:
        envs.step(actions)
    assert raised.value.legal == envs.state(N - 1).legal_action_strings()
    assert keys == [envs.state(row).key() for row in range(N)]


def test_actions_may_be_lists_and_integers_of_any_size() -> None:
    envs = HeistVectorEnv("caper-cards", N, seats=2)
    envs.reset(seed=1)
    envs.step(envs.sample_actions().tolist())
    envs.step(envs.sample_actions().astype(np.int32))
    envs.step(np.repeat(envs.sample_actions(), 2)[::2])


@pytest.mark.parametrize(
    ("reset", "message"),
    [
        ({"seed": [1] * (N + 1)}, "seed"),
        ({"options": {"reset_mask": [True] * N}}, "reset_mask"),
        ({"options": {"reset_mask": np.ones(N)}}, "reset_mask"),
        ({"options": {"reset_mask": np.ones(N + 1, bool)}}, "reset_mask"),
        ({"options": {"reset_mask": np.zeros(N, bool)}}, "reset_mask"),
    ],
)
def test_a_wrong_reset_is_one_clear_error(reset: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HeistVectorEnv("caper-cards", N, seats=2).reset(**reset)


def test_stepping_without_a_game_asks_for_a_reset() -> None:
    envs = HeistVectorEnv("caper-cards", N, seats=2, autoreset_mode=AutoresetMode.DISABLED, max_decisions=1)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(N, int))
    envs.reset(seed=1)
    envs.step(envs.sample_actions())
    with pytest.raises(ResetNeeded, match="reset_mask"):
        envs.step(np.zeros(N, int))
