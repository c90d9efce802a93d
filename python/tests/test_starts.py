"""Games that begin in the middle: batches, environments, and where states come from."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import pytest
from conftest import random_game
from heistlab import Batch, Buffers, Game, PositionError, State, starts, zoo
from heistlab.gym import HeistEnv
from heistlab.vector import HeistVectorEnv

N = 6


def middle(game: Game, seed: int, steps: int = 12) -> State:
    """A state with a decision, in the middle of a random game."""
    for other in itertools.count(seed):
        state = random_game(game, other, steps=steps)
        state.play_chance(other)
        if not state.is_terminal():
            return state
    raise AssertionError("some game goes on")


def begun(game: Game, **options: Any) -> tuple[Batch, dict[str, np.ndarray], Buffers]:
    """A batch and what it writes."""
    rows = {
        "players": np.zeros(N, np.int8),
        "mask": np.zeros((N, game.num_distinct_actions()), np.bool_),
        "dense": np.zeros((N, game.information_state_tensor_size()), np.uint8),
        "terminated": np.zeros(N, np.bool_),
        "starts": np.zeros(N, np.int32),
        "lengths": np.zeros(N, np.int32),
    }
    return Batch(game, N, **options), rows, Buffers(**rows)


def seeds() -> np.ndarray:
    return np.arange(N, dtype=np.uint64)


def test_a_batch_begins_in_given_states(game: Game) -> None:
    batch, rows, out = begun(game)
    states = [middle(game, seed) for seed in range(N)]
    batch.set_states(states, out, seeds())
    for row, state in enumerate(states):
        assert batch.state(row) == state
        assert rows["players"][row] == state.current_player()
        assert np.array_equal(rows["mask"][row], state.legal_actions_mask())
        assert np.array_equal(rows["dense"][row], state.information_state_tensor())
        assert rows["lengths"][row] == 0 and rows["starts"][row] == -1


def test_rows_without_a_state_go_on(bank_job: Game) -> None:
    batch, rows, out = begun(bank_job)
    batch.reset(seeds(), out)
    before = [batch.state(row) for row in range(N)]
    rows["players"][:] = 77
    batch.set_states([None, middle(bank_job, 1), *[None] * (N - 2)], out)
    assert [batch.state(row) == before[row] for row in range(N)] == [row != 1 for row in range(N)]
    assert (rows["players"] == 77).tolist() == [row != 1 for row in range(N)]


def test_chance_goes_on_from_the_seed(bank_job: Game) -> None:
    def played(seeds_: np.ndarray) -> list[State]:
        batch, _, out = begun(bank_job)
        batch.set_states([state] * N, out, seeds_)
        actions = np.zeros(N, np.int64)
        for _ in range(20):
            batch.sample_actions(actions)
            batch.step(actions, out)
        return [batch.state(row) for row in range(N)]

    state = middle(bank_job, 3)
    first = played(seeds())
    assert first == played(seeds()) and len({one.key() for one in first}) > N // 2


def test_states_of_other_setups_may_begin_and_games_after_them_are_the_batchs_own() -> None:
    game = heistlab.load_game("burgle-bros", scenario="office-job", seats=2)
    easier = heistlab.load_game("burgle-bros", scenario="office-job", seats=2, stealth=6)
    batch, rows, out = begun(game, autoreset="next-step")
    batch.set_states([middle(easier, 1)] * N, out, seeds())
    assert batch.state(0).figures()["stealth left"] > 6
    actions, ended = np.zeros(N, np.int64), np.zeros(N, np.bool_)
    while not ended.all():
        batch.sample_actions(actions)
        batch.step(actions, out)
        for row in np.flatnonzero((rows["lengths"] == 0) & ~ended):
            assert batch.state(int(row)).figures()["stealth left"] == 6
            ended[row] = True


def test_an_information_state_is_filled_anew_for_every_game(capers: Game) -> None:
    batch, _, out = begun(capers)
    state = middle(capers, 5, steps=6)
    seen = state.information_state()
    assert not all(seen.is_holding(player) for player in range(3))
    batch.set_states([seen] * N, out, seeds())
    worlds = [batch.state(row) for row in range(N)]
    player = state.current_player()
    assert all(world.is_holding(other) for world in worlds for other in range(3))
    assert all(world.information_state(player) == seen for world in worlds)
    assert len({world.key() for world in worlds}) > 1


def test_a_share_of_games_begins_in_the_starts(bank_job: Game) -> None:
    batch, rows, out = begun(bank_job, autoreset="same-step")
    states = [middle(bank_job, seed) for seed in range(3)]
    batch.set_starts(states, share=0.5)
    batch.reset(seeds(), out)
    found: list[int] = []
    for _ in range(40):
        for row in range(N):
            start = int(rows["starts"][row])
            found.append(start)
            assert start == -1 or batch.state(row) == states[start]
        batch.reset(None, out)
    assert set(found) == {-1, 0, 1, 2} and 0.35 < found.count(-1) / len(found) < 0.65
    batch.set_starts([])
    batch.reset(None, out)
    assert (rows["starts"] == -1).all()


def test_starts_are_as_likely_as_their_weights(bank_job: Game) -> None:
    batch, rows, out = begun(bank_job)
    states = [middle(bank_job, seed) for seed in range(4)]
    weights = np.array([0.0, 1.0, 3.0, 0.0])
    batch.set_starts(states, weights=weights)
    batch.reset(seeds(), out)
    found: list[int] = []
    for _ in range(60):
        found.extend(rows["starts"].tolist())
        batch.reset(None, out)
    assert set(found) == {1, 2} and 0.65 < found.count(2) / len(found) < 0.85
    env = HeistEnv(bank_job)
    env.set_starts(states, weights=[0, 0, 0, 1])
    env.reset(seed=1)
    assert env.state() == states[3]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "weights: found 1; expected one for each of 2 states"),
        ([1.0, -0.5], r"weights\[1\]: found -0.5; expected a finite number of at least 0"),
        ([float("nan"), 1.0], r"weights\[0\]: found NaN; expected a finite number of at least 0"),
        ([0.0, 0.0], "weights: found zeros alone; expected a number above 0"),
    ],
)
def test_wrong_weights_are_refused(bank_job: Game, weights: list[float], message: str) -> None:
    batch, _, _ = begun(bank_job)
    with pytest.raises(ValueError, match=message):
        batch.set_starts([middle(bank_job, 1), middle(bank_job, 2)], 1.0, weights)


@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 5.0]])
def test_starts_do_not_depend_on_threads_and_are_pickled(bank_job: Game, weights: list[float] | None) -> None:
    states = [middle(bank_job, seed) for seed in range(3)]

    def keys(batch: Batch, count: int) -> list[int]:
        actions = np.zeros(count, np.int64)
        out = Buffers(samples=actions)
        for _ in range(150):
            batch.sample_actions(actions)
            batch.step(actions, out)
        return [batch.state(row).key() for row in range(count)]

    made = []
    for threads in (1, 3):
        batch = Batch(bank_job, 400, threads=threads)
        batch.set_starts(states, share=0.7, weights=weights)
        batch.reset(np.arange(400, dtype=np.uint64), Buffers())
        made.append(batch)
    copied = [pickle.loads(pickle.dumps(made[0])), copy.deepcopy(made[0])]
    first = keys(made[0], 400)
    assert all(keys(batch, 400) == first for batch in (made[1], *copied))


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ([None] * (N - 1), rf"states: found {N - 1}; expected {N}"),
        (
            ["other"] * N,
            r"states\[0\]: found a state of caper-cards for 3 players; expected one of burgle-bros for 3",
        ),
        (["fewer"] * N, r"states\[0\]: found a state of burgle-bros for 2 players; expected one of burgle-bros for 3"),
        (["over"] * N, r"states\[0\]: found a state in which the game is over"),
        (["unseeded"] * N, r"row 0: it never had a seed; expected seeds"),
    ],
)
def test_wrong_states_are_refused_and_change_nothing(
    bank_job: Game, capers: Game, states: list[Any], message: str
) -> None:
    fewer = heistlab.load_game("burgle-bros", scenario="bank-job", seats=2)
    named = {
        "other": middle(capers, 1, steps=3),
        "fewer": middle(fewer, 1),
        "over": random_game(bank_job, 1),
        "unseeded": middle(bank_job, 1),
        None: None,
    }
    batch, _, out = begun(bank_job)
    given = [named[name] for name in states]
    is_unseeded = "unseeded" in states
    if not is_unseeded:
        batch.reset(seeds(), out)
    before = None if is_unseeded else [batch.state(row) for row in range(N)]
    with pytest.raises(ValueError, match=message):
        batch.set_states(given, out)
    if before:
        assert [batch.state(row) for row in range(N)] == before


def test_wrong_starts_are_refused(bank_job: Game) -> None:
    batch, _, _ = begun(bank_job)
    chance = bank_job.new_initial_state(1)
    assert chance.is_chance_node()
    with pytest.raises(ValueError, match=r"states\[1\]: nobody decides in it"):
        batch.set_starts([middle(bank_job, 1), chance])
    for share in (-0.1, 1.5, float("nan")):
        with pytest.raises(ValueError, match="share: found"):
            batch.set_starts([middle(bank_job, 1)], share)
    with pytest.raises(TypeError, match="states"):
        batch.set_starts([7])  # type: ignore[list-item]


def forms(state: State) -> list[Any]:
    """A state in all forms that are read."""
    position = state.position()
    return [
        state,
        position,
        position.encode(),
        json.loads(position),
        state.serialize(),
        state.serialize().encode(),
    ]


def test_an_environment_begins_in_a_state_in_any_form(game: Game) -> None:
    state = middle(game, 2)
    for observation in ("dense", "sparse"):
        env = HeistEnv(game, observation=observation)
        for form in forms(state):
            seen, info = env.reset(seed=5, options={"state": form})
            assert env.state() == state
            assert info["player"] == state.current_player() and info["figures"] == state.figures()
            assert np.array_equal(info["action_mask"] == 1, state.legal_actions_mask())
            assert env.observation_space.contains(seen)
    env.reset(options={"state": state})
    env.step(env._table.sample_action())
    assert env.state() != state
    _, info = env.reset()
    assert env.state() != state


def test_the_other_environments_do_so_as_well(bank_job: Game) -> None:
    states = [middle(bank_job, 1), middle(bank_job, 2)]
    many = HeistVectorEnv(bank_job, 3)
    many.reset(seed=1, options={"state": states[0]})
    assert [many.state(row) == states[0] for row in range(3)] == [True] * 3
    many.reset(seed=1, options={"state": [states[0], None, states[1].position()]})
    assert [many.state(row) in states for row in range(3)] == [True, False, True]
    many.reset(options={"state": states[0], "reset_mask": np.array([False, True, False])})
    assert many.state(1) == states[0] and many.state(2) == states[1]
    with pytest.raises(ValueError, match=r"options\['state'\]: found 2 states; expected one for each of 3 games"):
        many.reset(options={"state": states})
    with pytest.raises(ValueError, match=r"options: found 'stat'; expected 'reset_mask' or 'state'"):
        many.reset(options={"stat": states[0]})
    aec = zoo.env(bank_job)
    aec.reset(seed=1, options={"state": states[1]})
    assert aec.unwrapped._state == states[1]
    assert aec.agent_selection == f"player_{states[1].current_player()}"


def test_all_games_of_an_environment_may_begin_in_the_middle(bank_job: Game) -> None:
    states = [middle(bank_job, 1), middle(bank_job, 2)]
    env = HeistEnv(bank_job)
    env.set_starts(states)
    env.reset(seed=1)
    assert env.state() in states
    many = HeistVectorEnv(bank_job, 3)
    many.set_starts(states)
    many.reset(seed=1)
    assert all(many.state(row) in states for row in range(3))


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (7, TypeError, "state: found 7; expected a State, a Replay, a position"),
        ("{", ValueError, "state: .*; expected a position or what State.serialize gave"),
        (b"\xff", ValueError, "state: found bytes that are no text"),
        ({"game": "caper-cards"}, ValueError, "position"),
    ],
)
def test_what_is_no_state_is_refused(bank_job: Game, given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        HeistEnv(bank_job).reset(seed=1, options={"state": given})


def test_a_contradictory_position_lists_what_is_wrong(bank_job: Game) -> None:
    position = json.loads(middle(bank_job, 1).position())
    position["players"][0]["at"] = position["players"][1]["at"] = "9:Z9"
    with pytest.raises(PositionError):
        starts.as_state(bank_job, position)


def test_states_come_from_games_replays_positions_and_setups(capers: Game, tmp_path: Path) -> None:
    games = starts.played(capers, "heuristic", 6, seed=3)
    assert games == starts.played(capers, "heuristic", 6, seed=3)
    assert all(state.current_player() >= 0 for states in games for state in states)
    won = starts.played(capers, "heuristic", 6, seed=3, won=True)
    lost = starts.played(capers, "heuristic", 6, seed=3, won=False)
    assert len(won) + len(lost) == 6 and all(one in games for one in won + lost)

    replays = [random_game(capers, seed).replay() for seed in range(4)]
    for number, replay in enumerate(replays):
        replay.write(tmp_path / f"{number}.jsonl")
    recorded = starts.of_replays(replays)
    assert recorded == starts.of_replays(sorted(tmp_path.glob("*.jsonl")))
    for states, replay in zip(recorded, replays, strict=True):
        assert states[0] in [replay.state(step) for step in range(len(replay))]
    by_result = [starts.of_replays(replays, won=won) for won in (True, False)]
    assert sum(map(len, by_result)) == len(replays)

    (tmp_path / "one.json").write_text(games[0][0].position())
    assert starts.of_positions(capers, [tmp_path / "one.json"]) == [games[0][0]]
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ValueError, match=r"bad.json: "):
        starts.of_positions(capers, [tmp_path / "bad.json"])
    with (tmp_path / "long.json").open("wb") as file:
        file.truncate(1 << 34)
    with pytest.raises(ValueError, match=r"long\.json: is too long; expected at most 16777216 bytes"):
        starts.of_positions(capers, [tmp_path / "long.json"])

    easier = starts.of_setups("caper-cards", [{"risk": 12}, {"risk": 11}], 2, seats=3)
    assert len(easier) == 4 and all(state.num_players() == 3 for state in easier)

    longest = max(map(len, games))
    assert len(starts.near_end(games, 2)) == 12 and len(starts.near_end(games, longest)) == sum(map(len, games))
    assert starts.near_end(games, 1) == [states[-1] for states in games]
    with pytest.raises(ValueError, match="decisions: found 0"):
        starts.near_end(games, 0)


def test_decisions_are_told_apart_by_their_distance_from_the_end(capers: Game) -> None:
    games = starts.played(capers, "heuristic", 3, seed=3)
    longest = max(map(len, games))
    bands = starts.by_distance(games, (0, 1, 4, longest, longest + 9))
    assert list(bands) == ["1 to 1", "2 to 4", f"5 to {longest}"], "no game is as long as the last distance"
    assert bands["1 to 1"] == [states[-1] for states in games]
    assert bands["2 to 4"] == [state for states in games for state in states[-4:-1]]
    assert sum(map(len, bands.values())) == sum(map(len, games))
    for wrong in ((), (0,), (1, 2), (0, 3, 3)):
        with pytest.raises(ValueError, match="distances: found"):
            starts.by_distance(games, wrong)


def test_states_are_changed_by_their_positions(bank_job: Game) -> None:
    def richer(position: dict[str, Any]) -> dict[str, Any]:
        for player in position["players"]:
            player["stealth"] += 40
        return position

    states = [bank_job.new_initial_state(1), middle(bank_job, 1), middle(bank_job, 2)]
    easier = starts.changed(bank_job, states, richer)
    assert easier == starts.changed(bank_job, states, richer)
    for before, after in zip(states, easier, strict=True):
        assert after.figures()["stealth left"] == before.figures()["stealth left"] + 3 * 40
        assert after.current_player() >= 0 and after.figures()["tiles seen"] >= before.figures()["tiles seen"]
    assert starts.changed(bank_job, states[1:], lambda position: position) == states[1:]
    with pytest.raises(PositionError, match=r"states\[0\]: "):
        starts.changed(bank_job, states[1:], lambda position: position | {"players": []})


def test_levels_are_played_that_are_won_now_and_then(bank_job: Game) -> None:
    games = starts.played(bank_job, "heuristic", 2)
    levels = starts.Levels({"easy": games[0][-2:], "fair": games[0][:1], "hard": games[1][:4]}, window=100)
    assert levels.states == [*games[0][-2:], games[0][0], *games[1][:4]]
    assert levels.shares() == {"easy": 0.5, "fair": 0.5, "hard": 0.5}
    # As long as nothing is known, levels are played alike, however many states they have.
    assert np.allclose(levels.weights() / levels.weights().sum(), [1 / 6] * 2 + [1 / 3] + [1 / 12] * 4)

    def record(starts_: list[int], won: list[bool], length: int) -> None:
        levels.record(np.array(starts_, np.int32), np.array(won), np.full(len(won), length, np.int32))

    record([0, 1] * 30 + [-1], [True] * 60 + [False], 10)
    record([2] * 62, [True, False] * 31, 10)
    record([3, 6] * 31, [False] * 62, 10)
    record([-1] * 500, [True] * 500, 10)
    shares = levels.shares()
    assert shares == pytest.approx({"easy": 61 / 62, "fair": 0.5, "hard": 1 / 64})
    easy, fair, hard = 2 * levels.weights()[0], levels.weights()[2], 4 * levels.weights()[3]
    assert easy / fair == pytest.approx(61 / 62**2 / 0.25) and hard / fair == pytest.approx(63 / 64**2 / 0.25)
    assert repr(levels) == "Levels(easy: 98%, fair: 50%, hard: 2%)"

    # Games that take longer begin less often, so that decisions are shared out.
    before = levels.weights()
    record([2] * 2000, [True, False] * 1000, 40)
    assert levels.shares()["fair"] == pytest.approx(0.5)
    after = levels.weights()
    assert after[2] / after[0] == pytest.approx(before[2] / before[0] / 4, rel=0.2)
    # Older results count less: what becomes easy is noticed.
    for _ in range(10):
        record([2] * 100, [True] * 100, 40)
    assert levels.shares()["fair"] > 0.98
    copied = pickle.loads(pickle.dumps(levels))
    assert copied.shares() == levels.shares() and copied.states == levels.states
    batch, rows, out = begun(bank_job)
    batch.set_starts(levels.states, 1.0, levels.weights())
    batch.reset(seeds(), out)
    assert (rows["starts"] >= 0).all()


@pytest.mark.parametrize(
    ("levels", "window", "message"),
    [
        ({}, 10, "levels: found none; expected levels with at least one state each"),
        ({"easy": []}, 10, r"levels\['easy'\]: found no states"),
        ({"easy": ["any"]}, 0, "window: found 0; expected at least 1"),
    ],
)
def test_wrong_levels_are_refused(levels: dict[str, Any], window: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        starts.Levels(levels, window=window)


def test_games_are_cut_at_a_turn(bank_job: Game) -> None:
    games = starts.played(bank_job, "heuristic", 4)
    cut = starts.at_turn(games, 6)
    assert [state.turn() for state in cut] == [6] * 4
    assert starts.at_turn(games, 10**6) == []


def test_a_curriculum_moves_away_from_the_end_as_games_are_won(capers: Game) -> None:
    games = starts.played(capers, "heuristic", 5)
    longest = max(map(len, games))
    curriculum = starts.Curriculum(games, target=0.5, first=1, factor=2.0, window=10)
    assert curriculum.states() == starts.near_end(games, 1)
    assert not curriculum.record(4, 10), "too few wins"
    assert curriculum.distance == 1 and not curriculum.is_done
    assert not curriculum.record(5, 9), "too few games"
    assert curriculum.record(0, 1) and curriculum.distance == 2
    distances = []
    while not curriculum.is_done:
        assert curriculum.record(10, 10)
        distances.append(curriculum.distance)
    assert distances[-1] == longest and distances == sorted(set(distances))
    assert not curriculum.record(10, 10) and len(curriculum.states()) == sum(map(len, games))
    assert repr(curriculum) == f"Curriculum(5 games, distance={longest} of {longest})"
    assert pickle.loads(pickle.dumps(curriculum)).distance == longest


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 1.0}, "target: found 1.0"),
        ({"first": 0}, "first: found 0"),
        ({"factor": 1.0}, "factor: found 1.0"),
        ({"window": 0}, "window: found 0"),
        ({"games": []}, "games: found no states"),
    ],
)
def test_wrong_curricula_are_refused(bank_job: Game, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        starts.Curriculum(**({"games": [[middle(bank_job, 1)]]} | options))
