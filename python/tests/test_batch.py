"""Games side by side."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from heistlab import TERMINAL_PLAYER, Batch, Buffers, Game, IllegalActionError, Table, load_game
from heistlab._core import network_config
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]


def arrays(game: Game, count: int, dense: type = np.uint8) -> Arrays:
    """One of each."""
    actions, features, active = (
        game.num_distinct_actions(),
        game.information_state_tensor_size(),
        game.max_active_features(),
    )
    kinds: dict[str, tuple[tuple[int, ...], type]] = {
        "players": ((count,), np.int8),
        "mask": ((count, actions), np.bool_),
        "packed_mask": ((count, -(-actions // 8)), np.uint8),
        "samples": ((count,), np.int64),
        "dense": ((count, features), dense),
        "sparse": ((count, active), np.int32),
        "counts": ((count,), np.int32),
        "rewards": ((count,), np.float32),
        "terminated": ((count,), np.bool_),
        "truncated": ((count,), np.bool_),
        "endings": ((count,), np.int8),
        "figures": ((count, len(game.state_figures)), np.int32),
        "lengths": ((count,), np.int32),
        "starts": ((count,), np.int32),
        "final_dense": ((count, features), dense),
        "final_sparse": ((count, active), np.int32),
        "final_counts": ((count,), np.int32),
        "final_players": ((count,), np.int8),
        "final_figures": ((count, len(game.state_figures)), np.int32),
        "final_mask": ((count, actions), np.bool_),
    }
    # Filled with what no row should keep.
    return {name: np.ones(shape, dtype) for name, (shape, dtype) in kinds.items()}


def seeds(count: int, first: int = 0) -> NDArray[np.uint64]:
    return np.arange(first, first + count, dtype=np.uint64)


def play(game: Game, steps: int, count: int = 70, **options: Any) -> list[Arrays]:
    """What a batch writes in a number of random steps."""
    batch, out = Batch(game, count, **options), arrays(game, count)
    buffers, actions, written = Buffers(**out), np.zeros(count, np.int64), []
    batch.reset(seeds(count), buffers)
    for _ in range(steps):
        batch.sample_actions(actions)
        batch.step(actions, buffers)
        written.append({name: array.copy() for name, array in out.items()} | {"actions": actions.copy()})
    return written


def equal(one: list[Arrays], other: list[Arrays]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(np.array_equal(a[name], b[name]) for a, b in pairs for name in a)


def test_rows_say_what_their_states_say(game: Game) -> None:
    count = 5
    out = arrays(game, count, np.float32)
    batch, buffers, actions = Batch(game, count, autoreset="disabled"), Buffers(**out), np.zeros(count, np.int64)
    batch.reset(seeds(count), buffers)
    ended = np.zeros(count, bool)
    for step in range(300):
        for row in range(count):
            state = batch.state(row)
            assert not state.is_chance_node()
            assert out["players"][row] == state.current_player()
            mask = state.legal_actions_mask()
            assert np.array_equal(out["mask"][row], mask)
            assert np.array_equal(out["packed_mask"][row], np.packbits(mask, bitorder="little"))
            assert mask[out["samples"][row]] or state.is_terminal()
            if not state.is_terminal():
                assert np.array_equal(out["dense"][row], state.information_state_tensor())
                found = out["sparse"][row, : out["counts"][row]]
                assert np.array_equal(found, state.information_state_indices())
                assert (out["sparse"][row, out["counts"][row] :] == -1).all()
            result = state.result()
            assert out["terminated"][row] == (result is not None and not ended[row])
            assert out["rewards"][row] == (0.0 if result is None or ended[row] else np.float32(result["value"]))
            if result is not None and not ended[row]:
                assert game.endings[out["endings"][row]] == result["ending"]
                assert out["figures"][row].tolist()[: len(game.figures)] == list(result["figures"].values())
            else:
                assert out["endings"][row] == -1
            assert dict(zip(game.state_figures, out["figures"][row].tolist(), strict=True)) == state.figures()
            assert out["starts"][row] == -1
            ended[row] |= state.is_terminal()
            assert out["lengths"][row] == step or ended[row]
        if ended.all():
            break
        batch.sample_actions(actions)
        batch.step(actions, buffers)
    assert ended.all() or game.id == "burgle-bros"


def test_tensors_of_pytorch_are_written_in_place(game: Game) -> None:
    torch = pytest.importorskip("torch")
    count = 6
    tensors = {
        "mask": torch.zeros((count, game.num_distinct_actions()), dtype=torch.bool),
        "dense": torch.zeros((count, game.information_state_tensor_size()), dtype=torch.float32),
        "rewards": torch.zeros(count, dtype=torch.float32, requires_grad=True),
        "figures": torch.zeros((count, len(game.state_figures)), dtype=torch.int32),
        "samples": torch.zeros(count, dtype=torch.int64),
    }
    out = arrays(game, count, np.float32)
    ours, theirs = Batch(game, count), Batch(game, count)
    ours.reset(torch.arange(count).to(torch.uint64), Buffers(**tensors))  # type: ignore[arg-type]
    theirs.reset(seeds(count), Buffers(**out))
    for _ in range(5):
        actions = tensors["samples"].clone()
        ours.step(actions, Buffers(**tensors))  # type: ignore[arg-type]
        theirs.step(actions.numpy(), Buffers(**out))
        for name, tensor in tensors.items():
            assert np.array_equal(tensor.detach().numpy(), out[name]), name
    with pytest.raises(TypeError, match="mask: found an array of float64; expected a NumPy array of bool"):
        Buffers(mask=torch.zeros((count, 3), dtype=torch.float64))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="mask: found Tensor on another device; expected one in the processor's memory"):
        Buffers(mask=torch.zeros((count, 3), dtype=torch.bool, device="meta"))  # type: ignore[arg-type]


def test_a_batch_that_another_thread_uses_says_what_to_do_instead(bank_job: Game) -> None:
    count = 4096
    batch, out = Batch(bank_job, count, threads=1), arrays(bank_job, count)
    batch.reset(seeds(count), Buffers(**out))
    failures: list[str] = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            try:
                batch.state(0)
            except RuntimeError as error:
                failures.append(str(error))

    watcher = threading.Thread(target=look)
    watcher.start()
    actions, buffers = np.zeros(count, np.int64), Buffers(dense=out["dense"])
    while not failures:
        try:
            batch.sample_actions(actions)
            batch.step(actions, buffers)
        except RuntimeError as error:
            failures.append(str(error))
    done.set()
    watcher.join()
    assert all("another thread is using this batch; expected one thread at a time" in text for text in failures)
    batch.sample_actions(actions)
    batch.step(actions, buffers)


def test_what_holds_games_and_arrays_says_so(capers: Game) -> None:
    assert repr(Batch(capers, 5)) == f'Batch({capers!r}, 5, autoreset="next-step")'
    mask, dense = np.zeros((5, capers.num_distinct_actions()), bool), np.zeros((5, 3), np.float32)
    assert repr(Buffers(mask=mask, dense=dense)) == "Buffers(mask, dense)"
    assert repr(Table(capers, observation="sparse")) == f'Table({capers!r}, observation="sparse")'


# Enough for three threads, each with several parts, the last of them smaller.
THREADED = 401


@pytest.mark.parametrize("drawn", [True, False])
def test_the_same_seeds_give_the_same_games_on_any_number_of_threads(game: Game, drawn: bool) -> None:
    """With actions that the batch drew, and with others, which it checks first."""

    def written(threads: int) -> list[bytes]:
        out = {name: array for name, array in arrays(game, THREADED).items() if "dense" not in name}
        batch, buffers, actions = Batch(game, THREADED, threads=threads), Buffers(**out), np.zeros(THREADED, np.int64)
        batch.reset(seeds(THREADED), buffers)
        rng, seen = np.random.default_rng(0), []
        for _ in range(40):
            batch.sample_actions(actions)
            if not drawn:
                # The first that is legal from a random one on.
                first = int(rng.integers(out["mask"].shape[1]))
                other = (np.roll(out["mask"], -first, axis=1).argmax(axis=1) + first) % out["mask"].shape[1]
                has_choice = out["mask"].sum(axis=1) > 1
                assert (other != actions).any() or not has_choice.any()
                actions = other
            batch.step(actions, buffers)
            seen.append(b"".join(array.tobytes() for array in out.values()))
        return [hashlib.blake2b(step).digest() for step in seen]

    one = written(1)
    assert len(set(one)) == len(one)
    assert written(2) == one and written(3) == one


@pytest.mark.parametrize("count", [9, 99])
def test_a_game_does_not_depend_on_the_others(bank_job: Game, count: int) -> None:
    """Few are played as they lie, many in the order of their actions' kinds."""
    many = play(bank_job, 80, count=count)
    batch, out, actions = Batch(bank_job, 1), arrays(bank_job, 1), np.zeros(1, np.int64)
    buffers = Buffers(**out)
    batch.reset(seeds(1, 4), buffers)
    for step in many:
        batch.sample_actions(actions)
        assert actions[0] == step["actions"][4]
        batch.step(actions, buffers)
        assert np.array_equal(out["dense"][0], step["dense"][4]) and out["rewards"][0] == step["rewards"][4]


def test_other_seeds_give_other_games_and_so_does_the_next_game_of_a_seed(bank_job: Game) -> None:
    batch, out = Batch(bank_job, 64), arrays(bank_job, 64)
    batch.reset(seeds(64), Buffers(**out))
    first = {batch.state(row).key() for row in range(64)}
    batch.reset(None, Buffers(**out))
    second = {batch.state(row).key() for row in range(64)}
    assert len(first | second) > 60
    batch.reset(seeds(64), Buffers(**out))
    assert {batch.state(row).key() for row in range(64)} == first


def test_autoreset_in_the_next_step_passes_one_action_over(bank_job: Game) -> None:
    steps = play(bank_job, 150)
    ends = 0
    for before, after in pairwise(steps):
        rows = np.flatnonzero(before["terminated"])
        ends += len(rows)
        assert (before["players"][rows] == TERMINAL_PLAYER).all() and not before["mask"][rows].any()
        assert (after["lengths"][rows] == 0).all() and not after["rewards"][rows].any()
        assert not after["terminated"][rows].any() and after["mask"][rows].any(axis=1).all()
    assert ends > 100


def test_autoreset_in_the_same_step_keeps_the_last_observation(bank_job: Game) -> None:
    same, later = play(bank_job, 30, autoreset="same-step"), play(bank_job, 30, autoreset="disabled")
    ends = 0
    over = np.zeros(70, bool)
    for one, other in zip(same, later, strict=True):
        rows = np.flatnonzero(one["terminated"] & ~over)
        ends += len(rows)
        assert other["terminated"][rows].all() and (one["players"][rows] >= 0).all()
        for name in ("dense", "sparse", "counts", "players", "mask", "figures"):
            assert np.array_equal(one[f"final_{name}"][rows], other[name][rows])
        for name in ("rewards", "lengths", "endings"):
            assert np.array_equal(one[name][rows], other[name][rows])
        over |= one["terminated"]
    assert ends > 10


def test_games_are_truncated_and_say_what_would_be_legal(bank_job: Game) -> None:
    steps = play(bank_job, 40, max_decisions=7)
    cut = 0
    for step in steps:
        rows = np.flatnonzero(step["truncated"])
        cut += len(rows)
        assert not (step["truncated"] & step["terminated"]).any() and (step["lengths"] <= 7).all()
        assert (step["lengths"][rows] == 7).all() and not step["rewards"][rows].any()
        assert (step["players"][rows] >= 0).all() and step["mask"][rows].any(axis=1).all()
        assert (step["endings"][rows] == -1).all()
    assert cut > 100


def test_random_actions_come_with_a_step_and_may_take_the_place_of_those_played(bank_job: Game) -> None:
    actions, rewards = np.zeros(64, np.int64), np.zeros(64, np.float32)
    batch, buffers = Batch(bank_job, 64), Buffers(samples=actions, rewards=rewards)
    batch.reset(seeds(64), buffers)
    first = actions.copy()
    for _ in range(200):
        batch.step(actions, buffers)
    batch.reset(seeds(64), buffers)
    assert np.array_equal(actions, first) and len(set(first.tolist())) > 5


def test_an_illegal_action_steps_no_game(bank_job: Game) -> None:
    batch, out, actions = Batch(bank_job, 3), arrays(bank_job, 3), np.zeros(3, np.int64)
    buffers = Buffers(**out)
    batch.reset(seeds(3), buffers)
    batch.sample_actions(actions)
    keys = [batch.state(row).key() for row in range(3)]
    for wrong in (-1, bank_job.string_to_action("end"), 10**12):
        actions[1] = wrong
        with pytest.raises(IllegalActionError, match=rf"row 1: action {wrong}.*expected one of: \d+ \(enter 1:A1\)"):
            batch.step(actions, buffers)
    assert [batch.state(row).key() for row in range(3)] == keys


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_of_several_illegal_actions_the_first_is_told_and_no_thread_steps_a_game(bank_job: Game, threads: int) -> None:
    rewards, actions = np.zeros(THREADED, np.float32), np.zeros(THREADED, np.int64)
    batch, buffers = Batch(bank_job, THREADED, threads=threads), Buffers(rewards=rewards)
    batch.reset(seeds(THREADED), buffers)
    for _ in range(5):
        batch.sample_actions(actions)
        keys = [batch.state(row).key() for row in range(THREADED)]
        kept = actions[[130, THREADED - 1]]
        actions[[130, THREADED - 1]] = -1
        with pytest.raises(IllegalActionError, match="row 130: action -1"):
            batch.step(actions, buffers)
        assert [batch.state(row).key() for row in range(THREADED)] == keys
        actions[[130, THREADED - 1]] = kept
        batch.step(actions, buffers)


def test_picked_rows_are_reset_and_sampled_alone(bank_job: Game) -> None:
    batch, out, actions = Batch(bank_job, 4), arrays(bank_job, 4), np.full(4, -7, np.int64)
    buffers, where = Buffers(**out), np.array([True, False, False, True])
    batch.reset(seeds(4), buffers)
    keys = [batch.state(row).key() for row in range(4)]
    batch.sample_actions(actions, where)
    assert actions[1] == actions[2] == -7 and (actions[where] >= 0).all()
    out["rewards"][:] = 5.0
    batch.reset(seeds(4, 100), buffers, where)
    assert out["rewards"].tolist() == [0.0, 5.0, 5.0, 0.0]
    assert [batch.state(row).key() == key for row, key in enumerate(keys)] == [False, True, True, False]


def test_wrong_arrays_are_named_with_what_was_expected(bank_job: Game) -> None:
    batch, good = Batch(bank_job, 2), arrays(bank_job, 2)
    actions = bank_job.num_distinct_actions()
    batch.reset(seeds(2), Buffers())

    def refused(error: type[Exception], match: str, **wrong: Any) -> None:
        with pytest.raises(error, match=match):
            batch.step(np.zeros(2, np.int64), Buffers(**wrong))

    refused(
        ValueError, rf"mask: .*shape \(3, {actions}\); expected \(2, {actions}\)", mask=np.zeros((3, actions), bool)
    )
    refused(ValueError, r"sparse: .*expected \(2, \d+ or more\)", sparse=np.zeros((2, 9), np.int32))
    refused(TypeError, "rewards: found an array of float64; expected a NumPy array of float32", rewards=np.zeros(2))
    refused(TypeError, "dense: found an array of int64; .* uint8 or float32", dense=np.zeros((2, 3), np.int64))
    refused(TypeError, "players: found .*list", players=[0, 0])
    refused(ValueError, "colour: there is no such buffer", colour=good["rewards"])
    refused(ValueError, "mask: .*C-contiguous", mask=np.asfortranarray(good["mask"]))
    frozen = good["rewards"].copy()
    frozen.setflags(write=False)
    refused(ValueError, "rewards: .*can be written", rewards=frozen)
    refused(ValueError, "truncated: .*given once", terminated=good["terminated"], truncated=good["terminated"])
    with pytest.raises(TypeError, match="actions: .*int32; expected a NumPy array of int64"):
        batch.step(np.zeros(2, np.int32), Buffers())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"actions: .*expected \(2,\)"):
        batch.step(np.zeros(3, np.int64), Buffers())
    with pytest.raises(ValueError, match=r"seeds: .*expected \(2,\)"):
        batch.reset(seeds(3), Buffers())


def test_a_batch_is_reset_before_it_is_stepped(bank_job: Game) -> None:
    batch = Batch(bank_job, 2)
    with pytest.raises(RuntimeError, match="expected a reset first"):
        batch.step(np.zeros(2, np.int64), Buffers())
    with pytest.raises(RuntimeError, match="expected a reset first"):
        batch.state(0)
    with pytest.raises(ValueError, match="never had a seed"):
        batch.reset(None, Buffers())
    with pytest.raises(IndexError, match="expected a number from 0 to 1"):
        batch.state(2)


def test_wrong_options_are_refused(bank_job: Game) -> None:
    with pytest.raises(ValueError, match="num_envs: found 0"):
        Batch(bank_job, 0)
    with pytest.raises(ValueError, match="max_decisions: found 0"):
        Batch(bank_job, 1, max_decisions=0)
    with pytest.raises(ValueError, match="autoreset: found .later.; expected one of: next-step, same-step, disabled"):
        Batch(bank_job, 1, autoreset="later")  # type: ignore[arg-type]


def test_nothing_is_written_that_was_not_asked_for(bank_job: Game) -> None:
    batch, rewards = Batch(bank_job, 2), np.ones(2, np.float32)
    batch.reset(seeds(2), Buffers(rewards=rewards))
    assert rewards.tolist() == [0.0, 0.0] and batch.num_envs == 2 and batch.game == bank_job


def test_no_row_moves_on_if_one_has_no_seed(bank_job: Game) -> None:
    batch = Batch(bank_job, 3)
    batch.reset(seeds(3), Buffers(), np.array([True, True, False]))
    key = batch.state(0).key()
    with pytest.raises(ValueError, match="row 2: it never had a seed"):
        batch.reset(None, Buffers())
    assert batch.state(0).key() == key


def test_more_games_and_threads_than_anybody_has_are_refused(bank_job: Game) -> None:
    with pytest.raises(ValueError, match="num_envs: found 1000000000000; expected 1 to 1048576"):
        Batch(bank_job, 10**12)
    with pytest.raises(ValueError, match="threads: found 100000; expected at most 1024"):
        Batch(bank_job, 10**4, threads=10**5)


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_batch_whose_threads_stayed_behind_says_so(bank_job: Game) -> None:
    batch = Batch(bank_job, 512, threads=2)
    batch.reset(seeds(512), Buffers())
    child = os.fork()
    if child == 0:
        try:
            batch.step(np.zeros(512, np.int64), Buffers())
        except RuntimeError as error:
            os._exit(0 if "before the process was forked" in str(error) else 2)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("threads", [1, 3])
def test_numbers_of_actions_are_those_that_an_agent_reads(threads: int) -> None:
    """Of each legal action the kind, and of each decision the player's Stealth; a game that is over has none."""
    game = load_game("burgle-bros", scenario="office-job", seats=2)
    blocks = json.loads(network_config(game))["action_blocks"]
    kind_of = [f"kind {name}" for name, size in blocks for _ in range(size)]
    count = 300
    mask, players = np.zeros((count, game.num_distinct_actions()), np.bool_), np.zeros(count, np.int8)
    actions = np.zeros(count, np.int64)
    batch, out = Batch(game, count, threads=threads, autoreset="disabled"), Buffers(mask=mask, players=players)
    batch.reset(seeds(count), out)
    kinds = {name: place for place, name in enumerate(game.move_inputs) if name.startswith("kind ")}
    stealth = [game.decision_inputs.index(f"stealth {tokens}") for tokens in range(4)]
    for step in range(120):
        if step % 30 == 0:
            decisions, moves, counts = batch.move_inputs()
            assert decisions.shape == (count, len(game.decision_inputs)) and decisions.dtype == np.float32
            assert moves.shape == (mask.sum(), len(game.move_inputs)) and moves.dtype == np.float32
            assert counts.dtype == np.int64 and (counts == mask.sum(1)).all()
            rows, legal = mask.nonzero()
            for row, action, numbers in zip(rows, legal, moves, strict=True):
                [kind] = [name for name, place in kinds.items() if numbers[place]]
                assert kind == kind_of[action]
                player = json.loads(batch.state(row).position())["players"][players[row]]
                held = min(player["stealth"], 3)
                assert decisions[row, stealth].tolist() == [float(tokens == held) for tokens in range(4)]
        batch.sample_actions(actions)
        batch.step(actions, out)
    over = players == TERMINAL_PLAYER
    assert over.any()
    decisions, _, counts = batch.move_inputs()
    assert not counts[over].any() and not decisions[over].any()


def test_games_without_numbers_of_actions_say_so(capers: Game) -> None:
    assert capers.move_inputs == capers.decision_inputs == []
    batch = Batch(capers, 2)
    with pytest.raises(RuntimeError, match="expected a reset first"):
        batch.move_inputs()
    batch.reset(seeds(2), Buffers())
    with pytest.raises(
        ValueError, match="Caper Cards computes no numbers of actions; expected a game with move_inputs"
    ):
        batch.move_inputs()
