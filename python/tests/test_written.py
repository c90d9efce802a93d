"""Whatever the fields of a setup are given: games, states, replays, batches, environments and campaigns survive their
written forms, also on the way to a worker process, and a worker that cannot read says so."""

from __future__ import annotations

import copyreg
import inspect
import json
import multiprocessing
import multiprocessing.pool
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import pytest
from heistlab import Batch, Buffers, Campaign, Game, PositionError, State, Table, _core, _errors, data, starts
from heistlab._pickles import Unreadable, restored
from heistlab.gym import HeistEnv
from heistlab.vector import HeistVectorEnv

SEEDS = 50
# Seconds; nothing is measured by it, it only ends a test that would never end.
PATIENCE = 60.0
MANY = 20
"""A number with more values than this is tried at its ends alone."""


def values(field: dict[str, Any]) -> list[Any]:
    """What a field may be given whatever the others are."""
    names = [choice["value"] for choice in field["choices"]]
    match field["kind"]:
        case "number" if field["most"] - field["least"] < MANY:
            return list(range(field["least"], field["most"] + 1))
        case "number":
            return [field["least"], field["most"], *names]
        case "yes-no":
            return [True, False]
        case "seat":
            return [1]
        case "several":
            return [[], names, *([name] for name in names)]
        case "word":
            return [field["expected"].removeprefix("a text such as ")]
        case "each":
            # Which names go together is the game's business: what it draws does.
            return [None]
        case _:
            return names


def setups(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every value of every field, with what it needs beside it."""
    for field in game["setup_fields"]:
        only = field["only"]
        for beside in [{}] if only is None else [{only["name"]: value} for value in only["values"]]:
            for value in values(field):
                yield {**{name: _plain(text) for name, text in beside.items()}, field["name"]: value}


def _plain(text: str) -> Any:
    return {"true": True, "false": False}.get(text, text)


CASES = [
    pytest.param(game["id"], setup, id=f"{game['id']} {json.dumps(setup)[:60]}")
    for game in heistlab.games()
    for setup in setups(game)
]
every_setup = pytest.mark.parametrize(("id", "setup"), CASES)
every_game = pytest.mark.parametrize("id", [game["id"] for game in heistlab.games()])


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@every_setup
def test_games_states_and_replays(id: str, setup: dict[str, Any]) -> None:
    game = heistlab.load_game(id, **setup)
    assert again(game) == heistlab.load_game(id, json.loads(game.setup)) == game
    for seed in range(SEEDS):
        state = game.new_initial_state(seed)
        state.play_chance(seed)
        state.apply_action(state.legal_actions()[0])
        for read in (again(state), game.deserialize_state(state.serialize())):
            assert read == state and read.get_game() == game and read.history() == state.history()
        replay = state.replay()
        resolved = heistlab.Replay.parse(replay.text()).game
        assert heistlab.load_game(id, json.loads(resolved.setup)) == again(resolved) == resolved
        assert again(replay).text() == replay.text()
        # The game that was dealt deals the same building again, and reads what the open one wrote.
        assert resolved.new_initial_state(seed + 1) == game.new_initial_state(seed)
        assert resolved.deserialize_state(state.serialize()) == state
        assert starts.as_state(resolved, state.serialize().encode()) == state


@every_setup
def test_positions_batches_and_environments(id: str, setup: dict[str, Any]) -> None:
    game = heistlab.load_game(id, **setup)
    state = game.new_initial_state(3)
    state.play_chance(3)
    position = game.read_position(state.position())
    assert again(position) == position and position.get_game().num_players() == game.num_players()
    resolved = heistlab.Replay.parse(state.replay().text()).game
    for one in (game, resolved):
        env = HeistEnv(one, observation="sparse")
        _, info = env.reset(seed=1, options={"state": state.serialize().encode()})
        assert env.state() == again(env).state()
        assert (again(env).action_masks() == info["action_mask"]).all()
        samples = np.zeros(2, np.int64)
        out = Buffers(samples=samples)
        batch = Batch(one, 2, threads=1)
        batch.set_starts([state], 0.5)
        batch.reset(np.arange(2, dtype=np.uint64), out)
        first = samples.copy()
        other = again(batch)
        batch.step(first.copy(), out)
        expected = samples.copy()
        other.step(first.copy(), out)
        assert (samples == expected).all()


def undecided(id: str, setup: dict[str, Any]) -> dict[str, Any]:
    """A setup without the fields that a campaign decides itself."""

    def is_decided(name: str) -> bool:
        try:
            heistlab.begin_campaign(id, {"seats": setup["seats"], name: setup[name]})
        except ValueError as error:
            return "a campaign decides it" in str(error)
        return False

    return {name: value for name, value in setup.items() if not is_decided(name)}


@every_setup
def test_campaigns(id: str, setup: dict[str, Any]) -> None:
    def begun(fields: dict[str, Any]) -> Campaign | None:
        try:
            return heistlab.begin_campaign(id, fields)
        except ValueError as error:
            if "has no campaign" in str(error):
                pytest.skip("no campaign")
            # What the campaign decides itself, or will not begin with.
            return None

    game = heistlab.load_game(id, **setup)
    given = {name.replace("_", "-"): value for name, value in setup.items()}
    campaign = begun(given)
    if campaign is None:
        return
    dealt = json.loads(game.new_initial_state(5).replay().game.setup)
    resolved = begun(undecided(id, dealt))
    assert resolved is not None
    for one in (campaign, resolved):
        assert again(one) == Campaign(one.to_json()) == one
        heist = one.next_game()
        assert heist is not None and again(heist) == heist
        assert heistlab.load_game(id, json.loads(heist.setup)) == heist
        one.choose(**{name.replace("-", "_"): value for name, value in one.choice.items()})
        assert one.next_game() == heist


def look(thing: Any) -> str:
    """What a worker finds."""
    match thing:
        case State() | Game() | Batch() | Table():
            return repr(thing) + (thing.serialize() if isinstance(thing, State) else "")
        case heistlab.Replay():
            return thing.text()
        case Campaign():
            return thing.to_json()
        case HeistEnv():
            return thing.state().serialize()
        case HeistVectorEnv():
            return thing.state(0).serialize()
    return str(thing.setup)


def keep(thing: Any) -> Any:
    return thing


def fail(name: str) -> None:
    """Raises what a part of the package raises."""
    game = heistlab.load_game("burgle-bros", seats=2)
    if name == "action":
        game.new_initial_state(1).apply_action("nonsense")
    if name == "position":
        path = Path(__file__).parents[2] / "docs" / "examples" / "table.json"
        position = json.loads(path.read_text())
        position["floors"][0] |= {"guard": {"at": "C2", "die": "D2"}, "alarms": ["C2"]}
        heistlab.read_position(position)
    if name == "argument":
        game.new_initial_state("x")  # type: ignore[arg-type]
    if name == "keyword":
        heistlab.load_game("burgle-bros", seets=2)
    if name == "setup":
        heistlab.load_game("casino-capers", dead_drops=[9, 9])


@pytest.fixture(scope="module")
def pool() -> Iterator[multiprocessing.pool.Pool]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        yield pool


def sent(pool: multiprocessing.pool.Pool, function: Any, things: list[Any]) -> Any:
    return pool.map_async(function, things, chunksize=1).get(PATIENCE)


@every_game
def test_a_worker_process_finds_what_was_sent(pool: multiprocessing.pool.Pool, id: str) -> None:
    things: list[Any] = []
    described = next(game for game in heistlab.games() if game["id"] == id)
    for seed, setup in enumerate(setups(described)):
        game = heistlab.load_game(id, **setup)
        state = game.new_initial_state(seed)
        state.play_chance(seed)
        replay = state.replay()
        things += [game, replay.game, state, replay]
        if seed % 10 == 0:
            batch, table, env, envs = Batch(game, 1, threads=1), Table(game), HeistEnv(game), HeistVectorEnv(game, 1)
            batch.reset(np.arange(1, dtype=np.uint64), Buffers())
            table.reset(seed)
            env.reset(seed=seed, options={"state": state})
            envs.reset(seed=seed)
            things += [batch, table, env, envs]
    if id in ("casino-capers", "masters-of-the-heist"):
        things.append(heistlab.begin_campaign(id))
    assert sent(pool, look, things) == [look(thing) for thing in things]
    comparable = [thing for thing in things if isinstance(thing, Game | State | Campaign)]
    assert sent(pool, keep, comparable) == comparable


class Torn:
    """Pickles as something else does whose text is damaged."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __reduce__(self) -> Any:
        function, given = _reduced(self.thing)
        torn = [one[:-1] + "!" if isinstance(one, str) and len(one) > 20 else one for one in given]
        assert torn != list(given)
        return function, tuple(torn)


def _reduced(thing: Any) -> Any:
    return copyreg.dispatch_table[type(thing)](thing)


def test_a_worker_that_cannot_read_says_so(pool: multiprocessing.pool.Pool) -> None:
    game = heistlab.load_game("casino-capers", seats=2, dead_drops=True)
    state = game.new_initial_state(1)
    batch = Batch(game, 1, threads=1)
    batch.reset(np.arange(1, dtype=np.uint64), Buffers())
    campaign = heistlab.begin_campaign("casino-capers", seats=2)
    for thing in (state, game, state.replay(), batch, campaign):
        torn = Torn(thing)
        # Here it comes at once.
        with pytest.raises(ValueError) as here:
            pickle.loads(pickle.dumps(torn))
        with pytest.raises(Exception) as there:
            sent(pool, look, [torn])
        assert str(here.value) in str(there.value), thing
        with pytest.raises(Exception) as there:
            sent(pool, keep, [torn])
        assert str(here.value)[:60] in str(there.value), thing
    # The worker goes on.
    assert sent(pool, keep, [state]) == [state]


@pytest.mark.parametrize("name", ["action", "position", "argument", "keyword", "setup"])
def test_errors_come_back_from_a_worker(pool: multiprocessing.pool.Pool, name: str) -> None:
    with pytest.raises(ValueError if name != "argument" else (TypeError, ValueError)) as here:
        fail(name)
    with pytest.raises(type(here.value)) as there:
        sent(pool, fail, [name])
    assert str(there.value) == str(here.value)
    for field in ("given", "legal", "problems"):
        assert getattr(there.value, field, None) == getattr(here.value, field, None)


def test_every_exception_is_pickled() -> None:
    kinds = {
        kind
        for module in (_core, _errors, heistlab, data)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Exception) and kind.__module__.startswith("heistlab")
    }
    assert {PositionError, heistlab.IllegalActionError, _errors.ArgumentError, _errors.KeywordError} <= kinds
    for kind in kinds:
        error = kind("what is wrong")
        error.given = "something"  # type: ignore[attr-defined]
        copy = again(error)
        assert type(copy) is kind and copy.args == error.args and copy.given == "something"


def test_what_could_not_be_read_raises_whatever_is_done_with_it() -> None:
    error = ValueError("state: found nothing")
    unread: Any = Unreadable(error)
    uses: list[Any] = [
        lambda: unread.serialize(),
        lambda: unread[0],
        lambda: len(unread),
        lambda: list(unread),
        lambda: bool(unread),
        lambda: unread == 1,
        lambda: hash(unread),
        lambda: unread(),
        lambda: pickle.dumps(unread),
    ]
    for use in uses:
        with pytest.raises(ValueError, match="state: found nothing"):
            use()
    assert "state: found nothing" in repr(unread)
    # What is made of it could not be read either.
    assert restored(Game.deserialize_state, unread, "") is unread
