"""Observations as planes of the board."""

from typing import Any

import heistlab
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from heistlab import Batch, Buffers
from heistlab.gym import HeistEnv
from heistlab.planes import Planes
from heistlab.sb3 import HeistVecEnv
from heistlab.vector import HeistVectorEnv

SETUPS: list[dict[str, Any]] = [
    {"game": "burgle-bros", "scenario": "office-job", "seats": 1},
    {"game": "burgle-bros", "scenario": "fort-knox", "seats": 3},
    {"game": "casino-capers", "seats": 2},
    {"game": "masters-of-the-heist", "scenario": "tech-lab", "seats": 2},
]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup.values())))


def observed(game: heistlab.Game, count: int, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Dense and sparse observations of random play, (steps, count, F) and (steps, count, K)."""
    dense = np.zeros((count, game.information_state_tensor_size()), np.uint8)
    sparse = np.zeros((count, game.max_active_features()), np.int32)
    out, actions = Buffers(dense=dense, sparse=sparse), np.zeros(count, np.int64)
    batch, seen = Batch(game, count), []
    batch.reset(np.arange(count, dtype=np.uint64), out)
    for _ in range(steps):
        batch.sample_actions(actions)
        batch.step(actions, out)
        seen.append((dense.copy(), sparse.copy()))
    return np.stack([one for one, _ in seen]), np.stack([other for _, other in seen])


@every_setup
def test_every_feature_is_in_one_of_both_parts(setup: dict[str, Any]) -> None:
    game = HeistEnv(**setup).game
    planes = Planes(game)
    dense, sparse = observed(game, 3, 40)
    seen = planes.of_sparse(sparse)
    assert planes.axes == ("floor", "plane", "row", "column")
    assert seen["planes"].shape == (40, 3, *planes.shape) and seen["planes"].dtype == np.uint8
    assert seen["rest"].shape == (40, 3, len(planes.rest)) and seen["rest"].dtype == np.uint8
    again = planes.of_dense(dense)
    assert all(np.array_equal(seen[part], again[part]) for part in ("planes", "rest"))
    assert np.array_equal(seen["planes"].sum((2, 3, 4, 5)) + seen["rest"].sum(2), (sparse >= 0).sum(2))
    assert seen["planes"].any() and seen["rest"].any()
    assert np.array_equal(seen["rest"], dense[..., planes.rest])
    one = planes.of_sparse(sparse[0, 0])
    assert one["planes"].shape == planes.shape and np.array_equal(one["planes"], seen["planes"][0, 0])


@pytest.mark.parametrize(
    ("scenario", "shape"), [("office-job", (2, 4, 4)), ("bank-job", (3, 4, 4)), ("fort-knox", (2, 5, 5))]
)
def test_planes_say_what_the_features_of_their_squares_say(scenario: str, shape: tuple[int, int, int]) -> None:
    game = heistlab.load_game("burgle-bros", scenario=scenario, seats=2)
    planes = Planes(game)
    assert (planes.shape[0], *planes.shape[2:]) == shape
    dense, _ = observed(game, 2, 60)
    seen = planes.of_dense(dense)["planes"]
    names = [game.feature_name(feature) for feature in range(game.information_state_tensor_size())]
    checked = 0
    faces = [plane for plane in planes.names if plane.startswith("face ")]
    for plane in ("unrevealed", "guard", "me", *faces[:4]):
        for floor, row, column in np.ndindex(*shape):
            feature = names.index(f"{floor + 1}:{'ABCDE'[column]}{row + 1} {plane}")
            written = seen[:, :, floor, planes.names.index(plane), row, column]
            assert np.array_equal(written, dense[..., feature])
            checked += int(written.any())
    assert checked > 10


def test_walls_stand_where_the_position_has_them() -> None:
    game = heistlab.load_game("burgle-bros", scenario="office-job", seats=1)
    planes, state = Planes(game), game.new_initial_state(1)
    dense = np.asarray(state.information_state_tensor(0), np.uint8)
    seen = planes.of_dense(dense)["planes"]
    names = {game.feature_name(feature) for feature in np.flatnonzero(dense)}
    standing = {name for name in names if name.endswith(" wall")}
    assert len(standing) == 16  # two floors of eight
    found = set()
    for plane, right, below in (("wall on the right", 1, 0), ("wall below", 0, 1)):
        for floor, row, column in np.argwhere(seen[:, planes.names.index(plane)]):
            other = f"{'ABCD'[column + right]}{row + below + 1}"
            found.add(f"{floor + 1}:{'ABCD'[column]}{row + 1}-{other} wall")
    assert found == standing


def test_a_game_without_a_board_has_none() -> None:
    with pytest.raises(ValueError, match="found caper-cards, which has no board; expected a game with one"):
        HeistEnv("caper-cards", observation="planes")
    assert heistlab.load_game("caper-cards").feature_squares() == {}


def test_an_observation_of_a_larger_board_is_refused() -> None:
    larger = heistlab.load_game("burgle-bros", scenario="bank-job", seats=1)
    planes = Planes(heistlab.load_game("burgle-bros", scenario="office-job", seats=1))
    dense, sparse = observed(larger, 2, 1)
    for seen in (lambda: planes.of_sparse(sparse), lambda: planes.of_dense(dense)):
        with pytest.raises(
            ValueError, match=r"a square that this board lacks; expected observations of Game\(.*office"
        ):
            seen()


def test_wrong_arrays_are_one_clear_error() -> None:
    planes = Planes(heistlab.load_game("burgle-bros"))
    for wrong in (np.zeros((2, 3)), np.int32(3)):
        with pytest.raises(ValueError, match="expected integers"):
            planes.of_sparse(wrong)  # type: ignore[arg-type]
    for feature in (-2, 10**6):
        with pytest.raises(ValueError, match=f"found features {min(feature, 0)} to {max(feature, 0)}; expected 0 to"):
            planes.of_sparse(np.array([0, feature], np.int32))
    with pytest.raises(ValueError, match=r"dense: found shape \(3,\); expected"):
        planes.of_dense(np.zeros(3, np.uint8))
    with pytest.raises(TypeError, match="game: found 'burgle-bros'; expected a Game"):
        Planes("burgle-bros")  # type: ignore[arg-type]


@every_setup
def test_environments_observe_planes(setup: dict[str, Any]) -> None:
    env = HeistEnv(**setup, observation="planes", illegal="random")
    check_env(env, skip_render_check=True)
    flat = HeistEnv(**setup)
    vector = HeistVectorEnv(**setup, num_envs=1, observation="planes", autoreset_mode=AutoresetMode.DISABLED)
    stable = HeistVecEnv(**setup, num_envs=1, observation="planes")
    stable.seed(5)
    planes = Planes(flat.game)

    def check(dense: Any, one: Any, rows: Any, others: Any) -> None:
        assert env.observation_space.contains(one) and vector.observation_space.contains(rows)
        for part, array in planes.of_dense(dense).items():
            assert np.array_equal(one[part], array)
            assert np.array_equal(rows[part][0], array)
            assert np.array_equal(others[part], array)

    dense, info = flat.reset(seed=5)
    check(dense, env.reset(seed=5)[0], vector.reset(seed=5)[0], {k: v[0] for k, v in stable.reset().items()})
    rng, over = np.random.default_rng(1), False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        dense, _, over, _, info = flat.step(action)
        others, _, _, told = stable.step(np.array([action]))
        last = told[0]["terminal_observation"] if over else {part: array[0] for part, array in others.items()}
        check(dense, env.step(action)[0], vector.step(np.array([action]))[0], last)


def test_vector_environments_give_the_last_planes_of_a_game() -> None:
    setup = SETUPS[0]
    envs = HeistVectorEnv(
        **setup, num_envs=2, observation="planes", autoreset_mode=AutoresetMode.SAME_STEP, max_decisions=3
    )
    envs.reset(seed=1)
    for _ in range(3):
        seen, *_, infos = envs.step(envs.sample_actions())
    assert envs.observation_space.contains(seen)
    for row in range(2):
        assert envs.single_observation_space.contains(infos["final_obs"][row])
        assert not np.array_equal(infos["final_obs"][row]["planes"], seen["planes"][row])
