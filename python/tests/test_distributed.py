"""The arena and the making of replays on a Ray cluster of several nodes, all on this machine and on loopback."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet
import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Ray takes loopback for this machine's address, as it does on platforms where it has no clusters.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
fsspec = pytest.importorskip("fsspec")
ray = pytest.importorskip("ray")

from heistlab import ArenaResult, arena, data, distributed, load_game  # noqa: E402  # noqa: E402
from heistlab._core import Arena  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "node_ip_address": "127.0.0.1"}
AGENTS = ["random", "heuristic"]
SEED = 7
# Seconds; nothing is measured by it, it only ends a test that would never end.
PATIENCE = 60.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head and two more nodes, with a processor core each."""
    with contextlib.ExitStack() as stack:
        # Agents of this file travel by value: no worker can import it.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        stack.callback(ray.cloudpickle.unregister_pickle_by_value, sys.modules[__name__])
        # Not pytest's folder: paths of sockets must be short.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True))
        # Ray writes the cluster's address into its usual folder, which nothing else may have made yet.
        stack.enter_context(mock.patch.dict(os.environ, RAY_TMPDIR=folder))
        os.mkdir(os.path.join(folder, "ray"))
        health = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 500}
        cluster = Cluster()
        stack.callback(cluster.shutdown)
        cluster.add_node(**NODE, include_dashboard=False, _system_config=health)
        for _ in range(2):
            cluster.add_node(**NODE)
        stack.callback(ray.shutdown)
        ray.init(address=cluster.address, _node_ip_address="127.0.0.1", log_to_driver=False, logging_level="ERROR")
        yield cluster


@pytest.fixture(scope="module")
def game():
    return load_game("burgle-bros", scenario="bank-job", seats=2)


def figures(result: ArenaResult) -> tuple[dict[str, Any], pa.Table]:
    """All but the times of decisions."""
    report = json.loads(json.dumps(result.report))
    for contestant in report["contestants"]:
        del contestant["decision_us_mean"]
    return report, result.games.drop_columns(["thinking_seconds", "timed_decisions"])


def shards(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.jsonl.zst")}


def wait_until(condition: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.02)
    return found


class Dice:
    """Plays at random by its own seed, at leisure."""

    def begin(self, start: dict[str, Any]) -> None:
        self.random = random.Random(start["seed"])

    def choose(self, state: Any, legal: list[int]) -> int:
        time.sleep(0.002)
        return self.random.choice(legal)


class Held(Dice):
    """As Dice, until there is a file ``victim``: on the node that it names the agent says so and goes no further, and
    elsewhere it waits until that has happened."""

    def __init__(self, folder: Path) -> None:
        self.victim, self.held = folder / "victim", folder / "held"

    def choose(self, state: Any, legal: list[int]) -> int:
        if self.victim.exists():
            if self.victim.read_text() == ray.get_runtime_context().get_node_id():
                self.held.touch()
                time.sleep(PATIENCE)
            wait_until(self.held.exists)
        return super().choose(state, legal)


class Mortal(Dice):
    """As Dice, but kills the process that it is in, once."""

    def __init__(self, folder: Path) -> None:
        self.mark = folder / "dead"

    def choose(self, state: Any, legal: list[int]) -> int:
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state, legal)


class Broken:
    """Cannot choose."""

    def choose(self, state: Any, legal: list[int]) -> int:
        return self.ponder(len(legal))

    def ponder(self, count: int) -> int:
        # Some take these for the ends of lines.
        raise ZeroDivisionError(f"nothing to divide {count} by \u2028 \x85 \x0b \r \n!")


def test_figures_are_those_of_one_process(cluster, game, tmp_path):
    steps = []
    result = distributed.arena(
        game, AGENTS, 60, SEED, tmp_path, luck=True, deals_per_task=7, progress=lambda *done: steps.append(done)
    )
    alone = arena(game, AGENTS, 60, SEED, luck=True)
    assert figures(result) == figures(alone)
    assert result.games.schema == alone.games.schema
    assert len(shards(tmp_path)) == 9
    assert steps[0] == (0, 120) and steps[-1] == (120, 120)
    assert steps == sorted(steps)


def test_cross_play_and_agents_written_in_python(cluster, game, tmp_path):
    agents = ["random", ("dice", Dice)]
    result = distributed.arena(game, agents, 6, SEED, tmp_path.as_uri(), cross=True, deals_per_task=2)
    assert figures(result) == figures(arena(game, agents, 6, SEED, cross=True))
    assert result.cross is not None and result.cross.num_rows == 4


def test_a_node_that_dies_changes_nothing(cluster, game, tmp_path):
    marks = tmp_path / "marks"
    marks.mkdir()
    victim = cluster.add_node(**NODE)
    killed: list[str] = []

    def kill(done: int, of: int) -> None:
        """Once a game is under way on the node, and some others are over."""
        if done == 0 or killed:
            return
        (marks / "name").write_text(victim.node_id)
        (marks / "name").rename(marks / "victim")
        wait_until((marks / "held").exists)
        killed.append(victim.node_id)
        cluster.remove_node(victim, allow_graceful=False)

    agents = ["heuristic", ("held", functools.partial(Held, marks))]
    folder = tmp_path / "run"
    result = distributed.arena(game, agents, 60, SEED, folder, deals_per_task=1, progress=kill)
    assert killed
    wait_until(lambda: killed[0] not in {node["NodeID"] for node in ray.nodes() if node["Alive"]})
    assert figures(result) == figures(arena(game, ["heuristic", ("held", Dice)], 60, SEED))
    assert len(shards(folder)) == 60


def test_a_worker_that_dies_changes_nothing(cluster, game, tmp_path):
    agents = ["random", ("mortal", functools.partial(Mortal, tmp_path))]
    result = distributed.arena(game, agents, 6, SEED, tmp_path / "run", deals_per_task=2)
    assert (tmp_path / "dead").exists()
    assert figures(result) == figures(arena(game, ["random", ("mortal", Dice)], 6, SEED))


def test_ctrl_c_ends_the_tasks_and_the_same_call_goes_on(cluster, game, tmp_path):
    agents = ["random", ("dice", Dice)]

    def interrupt(done: int, of: int) -> None:
        if done >= of // 4:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        distributed.arena(game, agents, 40, SEED, tmp_path, deals_per_task=2, progress=interrupt)
    wait_until(lambda: ray.available_resources().get("CPU") == ray.cluster_resources()["CPU"])
    before = shards(tmp_path)
    assert 5 <= len(before) < 20

    steps = []
    result = distributed.arena(
        game, agents, 40, SEED, tmp_path, deals_per_task=2, progress=lambda *done: steps.append(done)
    )
    assert steps[0] == (4 * len(before), 80)
    # The name of a shard has the checksum of its contents, times of decisions among them.
    assert before < shards(tmp_path)
    assert len(shards(tmp_path)) == 20
    assert figures(result) == figures(arena(game, agents, 40, SEED))


def test_more_deals_or_fewer_in_the_same_folder(cluster, game, tmp_path):
    for games, files in [(10, 3), (25, 8), (18, 8)]:
        result = distributed.arena(game, AGENTS, games, SEED, tmp_path, deals_per_task=4)
        assert figures(result) == figures(arena(game, AGENTS, games, SEED))
        assert len(shards(tmp_path)) == files


def test_damaged_shards_are_played_again(cluster, game, tmp_path):
    distributed.arena(game, AGENTS, 20, SEED, tmp_path, deals_per_task=5)
    before = sorted(shards(tmp_path))
    torn, changed = tmp_path / before[0], tmp_path / before[2]
    torn.write_bytes(torn.read_bytes()[:-1])
    text = bytearray(changed.read_bytes())
    text[len(text) // 2] ^= 1
    changed.write_bytes(text)

    with pytest.warns(RuntimeWarning) as warned:
        result = distributed.arena(game, AGENTS, 20, SEED, tmp_path, deals_per_task=5)
    assert len(warned) == 2
    assert before[0] in str(warned[0].message) and before[2] in str(warned[1].message)
    assert figures(result) == figures(arena(game, AGENTS, 20, SEED))
    assert len(shards(tmp_path)) == 4
    assert {before[1], before[3]} < shards(tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "field `seed`: the folder has 7, this run has 8"),
        ({"agents": ["random"]}, r'field `agents`: the folder has \["random", "heuristic"\], this run has \["ran'),
        ({"agents": ["random", ("heuristic", Dice)]}, r'this run has \["random", {"python": "heuristic"}\]'),
        ({"luck": True}, "field `luck`: the folder has false, this run has true"),
    ],
)
def test_a_folder_of_another_run_is_refused(cluster, game, tmp_path, change, words):
    run = {"game": game, "agents": AGENTS, "games": 2, "seed": SEED, "path": tmp_path}
    distributed.arena(**run)
    kept = shards(tmp_path)
    with pytest.raises(ValueError, match=words):
        distributed.arena(**(run | change))
    with pytest.raises(ValueError, match='field `holds`: the folder has "games", this run has "replays"'):
        distributed.generate(**run)
    assert shards(tmp_path) == kept


def test_a_folder_that_says_nothing_is_refused(cluster, game, tmp_path):
    run = {"game": game, "agents": AGENTS, "games": 2, "seed": SEED, "path": tmp_path}
    distributed.arena(**run)
    (tmp_path / "run.json").write_text("[]")
    with pytest.raises(ValueError, match="no description of a run"):
        distributed.arena(**run)
    (tmp_path / "run.json").unlink()
    with pytest.raises(ValueError, match=r"there are games but no run\.json"):
        distributed.arena(**run)


def test_numbers_out_of_range(cluster, game, tmp_path):
    with pytest.raises(ValueError, match="deals_per_task: found 0; expected 1 or more"):
        distributed.arena(game, AGENTS, 2, SEED, tmp_path, deals_per_task=0)
    with pytest.raises(ValueError, match="max_in_flight: found -1; expected 1 or more"):
        distributed.arena(game, AGENTS, 2, SEED, tmp_path, max_in_flight=-1)
    with pytest.raises(ValueError):
        distributed.arena(game, AGENTS, 0, SEED, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_folder_that_only_this_process_reaches_is_an_error(cluster, game):
    with pytest.raises(FileNotFoundError, match="expected a folder that every machine reaches"):
        distributed.arena(game, AGENTS, 2, SEED, "memory://heistlab/run")
    fsspec.filesystem("memory").rm("/heistlab", recursive=True)


def test_a_file_system_that_is_not_the_local_one(cluster, game, tmp_path):
    """Files are put in one piece there, as into an object store."""
    url = f"dir::{tmp_path.as_uri()}"
    first = distributed.arena(game, AGENTS, 4, SEED, url, deals_per_task=2)
    again = distributed.arena(game, AGENTS, 4, SEED, url, deals_per_task=2)
    assert len(list(tmp_path.rglob("*.jsonl.zst"))) == 2
    assert again.report == first.report


def test_an_agents_exception_ends_the_run_with_its_traceback(cluster, game, tmp_path):
    with pytest.raises(ZeroDivisionError) as raised:
        distributed.arena(game, ["random", Broken], 8, SEED, tmp_path / "raise", deals_per_task=2)
    assert "in ponder" in str(raised.value)
    assert "nothing to divide" in str(raised.value)

    agents = ["random", Broken]
    result = distributed.arena(game, agents, 8, SEED, tmp_path / "count", deals_per_task=2, faults="count")
    assert figures(result) == figures(arena(game, agents, 8, SEED, faults="count"))
    assert result.report["contestants"][1]["faults"] == 8

    index = distributed.generate(game, agents, 8, SEED, tmp_path / "replays", deals_per_task=2, faults="count")
    assert index["value"].null_count == index["ending"].null_count == index["figure_turns"].null_count == 8
    ends = {(name, replay.result is None) for _, name, replay in distributed.replays(tmp_path / "replays")}
    assert ends == {("random", False), ("Broken", True)}


def test_workers_of_another_release_are_refused(cluster, game, tmp_path, monkeypatch):
    monkeypatch.setattr(distributed, "__version__", "0.0.1")
    with pytest.raises(RuntimeError, match=r"a worker has heistlab .*; expected 0\.0\.1, as the driver has"):
        distributed.arena(game, AGENTS, 2, SEED, tmp_path)


def test_replays_are_those_of_one_process(cluster, game, tmp_path):
    index = distributed.generate(game, AGENTS, 10, SEED, tmp_path, deals_per_task=3)
    assert len(shards(tmp_path)) == 4
    found = [(deal, name, replay.text()) for deal, name, replay in distributed.replays(tmp_path)]
    alone = [(deal, name, replay.text()) for deal, name, replay in Arena(game, AGENTS, 10, SEED).replays(0, 10)]
    assert found == alone
    assert pyarrow.parquet.read_table(tmp_path / "index.parquet").equals(index)

    games = arena(game, AGENTS, 10, SEED).games
    same = ["deal", "seed", "contestant", "value", "win", "ending", "figure_turns", "figure_stealth_left"]
    assert index.select(same).to_pylist() == games.select(same).to_pylist()
    row = index.slice(13, 1).to_pylist()[0]
    lines = [text for *_, text in found][13].splitlines()
    assert row["steps"] == len(lines) - 2
    assert row["shard"] in shards(tmp_path)

    with pytest.raises(FileNotFoundError, match="expected a folder of"):
        next(distributed.replays(tmp_path / "nothing"))


def test_replays_go_on_and_damaged_ones_are_played_again(cluster, game, tmp_path):
    def stop(done: int, of: int) -> None:
        if done:
            raise TimeoutError("enough for today")

    with pytest.raises(TimeoutError):
        distributed.generate(game, "heuristic", 8, SEED, tmp_path, deals_per_task=2, max_in_flight=1, progress=stop)
    before = shards(tmp_path)
    assert len(before) == 1
    (tmp_path / before.pop()).write_bytes(b"")
    with pytest.raises(ValueError, match="damaged: 0 bytes"):
        list(distributed.replays(tmp_path))
    with pytest.warns(RuntimeWarning, match="damaged: 0 bytes"):
        index = distributed.generate(game, "heuristic", 8, SEED, tmp_path, deals_per_task=2)
    assert index["deal"].to_pylist() == list(range(8))
    # Played again from what is there only: replays have no times, so shards are the same to the byte.
    assert distributed.generate(game, "heuristic", 8, SEED, tmp_path, deals_per_task=2).equals(index)
    assert len(shards(tmp_path)) == 4


def test_self_play_and_labels_leave_the_shards_of_one_machine(cluster, tmp_path):
    game = load_game("caper-cards", seats=3)
    alone = data.selfplay(game, "improve:sims=10", 10, tmp_path / "alone", seed=SEED, games_per_shard=4)
    told: list[tuple[int, int]] = []

    def play(games: int) -> list[str]:
        return distributed.selfplay(
            game,
            "improve:sims=10",
            games,
            SEED,
            tmp_path / "ray",
            games_per_shard=4,
            progress=lambda *done: told.append(done),
        )

    # The shard that was shorter is played again.
    assert len(play(6)) == 2
    for paths in (play(10), play(10)):
        assert [Path(path).read_bytes() for path in paths] == [Path(path).read_bytes() for path in alone.paths]
    assert told == [(0, 2), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3), (3, 3)]
    options = {"worlds": 3, "moves": 3, "per_game": 1}
    labels = data.label(alone, tmp_path / "labels", "improve:turns=2", **options)
    for _ in range(2):
        paths = distributed.label(tmp_path / "ray", tmp_path / "ray-labels", "improve:turns=2", **options)
        assert [Path(path).read_bytes() for path in paths] == [Path(path).read_bytes() for path in labels.paths]
    with pytest.raises(ValueError, match=r"field `seed`: the folder has 7, this run has 8"):
        distributed.selfplay(game, "improve:sims=10", 10, 8, tmp_path / "ray", games_per_shard=4)
    with pytest.raises(ValueError, match="field `worlds`"):
        distributed.label(tmp_path / "ray", tmp_path / "ray-labels", "improve:turns=2", **options | {"worlds": 4})
    with pytest.raises(FileNotFoundError, match="found no shards"):
        distributed.label(tmp_path, tmp_path / "none", "improve:turns=2")
    with pytest.raises(ValueError, match="nobody"):
        distributed.selfplay(game, "nobody", 10, SEED, tmp_path / "nobody")


SEARCH, ROLLOUTS = "improve:sims=10", "improve:turns=2"
LABELS = {"worlds": 3, "moves": 3, "per_game": 1}


def play(folder: Path, games: int, agent: str = SEARCH, seed: int = SEED, **options: Any) -> list[str]:
    game = load_game("caper-cards", seats=3)
    return distributed.selfplay(game, agent, games, seed, folder, **{"games_per_shard": 4} | options)


def label(source: Path, folder: Path, **options: Any) -> list[str]:
    return distributed.label(source, folder, ROLLOUTS, **LABELS | options)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


OTHER_FILE = "expected the same run, or another folder"


def test_labels_of_another_run_are_refused(cluster, tmp_path):
    """Whether or not run.json is there, which says nothing of what was labelled."""
    for name, run in {"one": {}, "seed": {"seed": 8}, "agent": {"agent": "improve:sims=11"}}.items():
        play(tmp_path / name, 6, **run)
    label(tmp_path / "one", tmp_path / "labels")
    before = contents(tmp_path / "labels")
    first = tmp_path / "labels" / "games-00000000.shard"
    for _ in range(2):
        for name, words in {
            "seed": r"field `runs\[0\]\.seed`: the file has 7, this run has 8; " + OTHER_FILE,
            "agent": r"field `runs\[0\]\.agents\[0\]`: the file has \"improve:sims=10\", this run has .*; "
            + OTHER_FILE,
        }.items():
            with pytest.raises(ValueError, match=f"^{first}: {words}$"):
                label(tmp_path / name, tmp_path / "labels")
            assert contents(tmp_path / "labels") == before
        # The command line's labels have no run.json.
        (tmp_path / "labels" / "run.json").unlink(missing_ok=True)
        before.pop("run.json", None)
    with pytest.raises(ValueError, match=r"field `runs\[0\]\.settings\.label\.worlds`: the file has 3, this run has 4"):
        label(tmp_path / "one", tmp_path / "labels", worlds=4)
    # What one machine says, in the same words.
    with pytest.raises(ValueError) as alone:
        data.label(tmp_path / "seed", tmp_path / "labels", ROLLOUTS, **LABELS)
    with pytest.raises(ValueError) as spread:
        label(tmp_path / "seed", tmp_path / "labels")
    assert str(alone.value) == str(spread.value)
    assert contents(tmp_path / "labels") == before


def test_labels_of_games_that_were_added_are_made(cluster, tmp_path):
    play(tmp_path / "games", 6)
    label(tmp_path / "games", tmp_path / "labels")
    kept = (tmp_path / "labels" / "games-00000000.shard").stat().st_ino
    whole = play(tmp_path / "games", 11)
    alone = data.label(data.open_shards(whole), tmp_path / "alone", ROLLOUTS, **LABELS)
    for _ in range(2):
        paths = label(tmp_path / "games", tmp_path / "labels")
        assert [Path(path).read_bytes() for path in paths] == [Path(path).read_bytes() for path in alone.paths]
    assert len(data.open_shards(paths)) == 11
    # What had its labels was left alone.
    assert (tmp_path / "labels" / "games-00000000.shard").stat().st_ino == kept


def test_games_that_could_not_be_read_get_their_labels_once_they_can(cluster, tmp_path):
    (path,) = play(tmp_path / "games", 4)
    whole = Path(path).read_bytes()
    damaged = bytearray(whole)
    damaged[-20] ^= 255
    Path(path).write_bytes(damaged)
    for _ in range(2):
        with contextlib.suppress(data.DamagedShardWarning):
            (labels,) = label(tmp_path / "games", tmp_path / "labels")
    Path(path).write_bytes(whole)
    (labels,) = label(tmp_path / "games", tmp_path / "labels")
    (alone,) = data.label(path, tmp_path / "alone", ROLLOUTS, **LABELS).paths
    assert Path(labels).read_bytes() == Path(alone).read_bytes()


def test_fewer_games_delete_nothing(cluster, tmp_path):
    play(tmp_path / "games", 10)
    label(tmp_path / "games", tmp_path / "labels")
    before = contents(tmp_path / "games")
    # Two shards of the run are whole as they are, the third is not asked for.
    assert len(play(tmp_path / "games", 8)) == 2
    assert contents(tmp_path / "games") == before
    second = tmp_path / "games" / "games-00000004.shard"
    words = f"^{second}: field `games`: the file has 4, this run has 2; {OTHER_FILE}$"
    with pytest.raises(ValueError, match=words) as spread:
        play(tmp_path / "games", 6)
    game = load_game("caper-cards", seats=3)
    with pytest.raises(ValueError) as alone:
        data.selfplay(game, SEARCH, 6, tmp_path / "games", seed=SEED, games_per_shard=4)
    assert str(alone.value) == str(spread.value)
    assert contents(tmp_path / "games") == before
    # Labels of games that are no longer there stay, too.
    for path in (tmp_path / "games").glob("*.shard"):
        path.unlink()
    play(tmp_path / "games", 6)
    labels = contents(tmp_path / "labels")
    with pytest.raises(ValueError, match=r"games-00000004\.shard: field `games`: the file has 4, this run has 2"):
        label(tmp_path / "games", tmp_path / "labels")
    assert contents(tmp_path / "labels") == labels


def test_a_folder_without_a_description_is_known_by_its_shards(cluster, tmp_path):
    game = load_game("caper-cards", seats=3)
    alone = data.selfplay(game, SEARCH, 6, tmp_path, seed=SEED, games_per_shard=4)
    before = contents(tmp_path)
    with pytest.raises(ValueError, match=r"field `runs\[0\]\.seed`: the file has 7, this run has 8"):
        play(tmp_path, 6, seed=8)
    assert contents(tmp_path) == before, "a refused run leaves no description of itself"
    steps: list[tuple[int, int]] = []
    assert play(tmp_path, 6, progress=lambda *done: steps.append(done)) == alone.paths
    assert steps == [(2, 2)]
    assert {name: content for name, content in contents(tmp_path).items() if name != "run.json"} == before


def test_what_is_no_shard_is_not_replaced(cluster, tmp_path):
    (path,) = play(tmp_path / "games", 4)
    for text in ("", "something of somebody's\n", '{"heistlab":"shard"'):
        Path(path).write_text(text)
        with pytest.raises(ValueError, match="expected the header of a shard"):
            play(tmp_path / "games", 4)
        with pytest.raises(ValueError, match=r"games-00000000\.shard: .*expected the header of a shard"):
            label(tmp_path / "games", tmp_path / "labels")
        assert Path(path).read_text() == text


def test_rollouts_that_are_none_leave_no_folder(cluster, tmp_path):
    play(tmp_path / "games", 4)
    with pytest.raises(ValueError, match="random"):
        distributed.label(tmp_path / "games", tmp_path / "labels", "random")
    assert not (tmp_path / "labels").exists()


def test_equal_numbers_are_the_same_run(cluster, tmp_path):
    play(tmp_path, 4, temperature=0)
    play(tmp_path, 4, temperature=0.0)
