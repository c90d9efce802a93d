"""The arena in one process."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas
import pyarrow as pa
import pyarrow.compute
import pytest
from heistlab import Agent, ArenaResult, IllegalActionError, PlayerAgent, State, arena, load_game
from heistlab._core import Arena

AGENTS = ["random", "heuristic"]
SEED = 7


@pytest.fixture(scope="module")
def bank_job():
    return load_game("burgle-bros", scenario="bank-job", seats=2)


@pytest.fixture(scope="module")
def caper_cards():
    return load_game("caper-cards", seats=3)


@pytest.fixture(scope="module")
def measured(bank_job) -> ArenaResult:
    return arena(bank_job, AGENTS, 100, SEED, luck=True)


def figures(result: ArenaResult) -> tuple[dict[str, Any], pa.Table]:
    """All but the times of decisions."""
    report = json.loads(json.dumps(result.report))
    for contestant in report["contestants"]:
        del contestant["decision_us_mean"]
    return report, result.games.drop_columns(["thinking_seconds", "timed_decisions"])


class Dice(PlayerAgent):
    """Plays at random by its own seed."""

    def begin(self, start: dict[str, Any]) -> None:
        self.random = random.Random(start["seed"])

    def choose(self, state: State, legal: list[int]) -> int:
        return self.random.choice(legal)


class First:
    """Always the first legal action. All that an agent needs."""

    def choose(self, state: State, legal: list[int]) -> int:
        return legal[0]


class Divider(First):
    """Breaks down in its third decision."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, state: State, legal: list[int]) -> int:
        self.decisions += 1
        if self.decisions == 3:
            raise ZeroDivisionError("nothing to divide by")
        return super().choose(state, legal)


class Outlaw(First):
    def choose(self, state: State, legal: list[int]) -> int:
        return 10**6


class Mumbler(First):
    def choose(self, state: State, legal: list[int]) -> Any:
        return "pass"


def test_result_says_what_was_played(measured):
    first, second = measured.contestants.to_pylist()
    assert (first["name"], first["games"], first["wins"]) == ("random", 100, 0)
    assert second["wins"] == sum(measured.games.filter(pa.array([False, True] * 100))["win"].to_pylist())
    for row in (first, second):
        assert row["low"] <= row["win_rate"] == row["wins"] / 100 <= row["high"]
        assert row["faults"] == 0
        assert row["mean_turns"] > 1 and row["mean_decisions"] > 1 and row["decision_us"] > 0
    [pair] = measured.paired.to_pylist()
    assert (pair["name"], pair["to"]) == ("heuristic", "random")
    assert pair["difference"] == pytest.approx(second["win_rate"])
    assert pair["low"] <= pair["difference"] <= pair["high"]
    assert measured.sprt is None and measured.cross is None
    assert measured.report["setup"]["scenario"] == "bank-job"
    assert (measured.report["games"], measured.report["requested"], measured.report["seed"]) == (100, 100, SEED)


def test_games_have_the_columns_of_the_command(measured):
    turns = ["turns", "stealth_left", "stealth_lost", "events", "alarms", "safes_opened", "players_escaped"]
    expected = [
        *[("deal", pa.uint64()), ("seed", pa.uint64())],
        *[(name, pa.string()) for name in ("contestant", "seat_1", "seat_2")],
        *[("value", pa.float64()), ("win", pa.bool_()), ("ending", pa.string())],
        *[(f"figure_{name}", pa.int32()) for name in turns],
        *[("decisions", pa.uint64()), ("thinking_seconds", pa.float64()), ("timed_decisions", pa.uint64())],
    ]
    luck = [("luck", pa.float64()), ("luck_adjusted_value", pa.float64())]
    fields = [pa.field(*column, nullable=False) for column in expected] + [pa.field(*column) for column in luck]
    assert measured.games.schema == pa.schema(fields)
    assert measured.games["deal"].to_pylist() == [deal for deal in range(100) for _ in AGENTS]
    assert measured.games["contestant"].to_pylist() == AGENTS * 100
    assert set(measured.games["ending"].to_pylist()) <= set(measured.report["contestants"][0]["endings"])


def test_luck(bank_job, measured):
    plain = arena(bank_job, AGENTS, 100, SEED)
    assert plain.games["luck"].null_count == plain.games["luck_adjusted_value"].null_count == 200
    assert plain.games.schema == measured.games.schema
    assert "luck_adjusted" not in plain.contestants.column_names
    assert plain.games["value"] == measured.games["value"]

    assert measured.games["luck"].null_count == measured.games["luck_adjusted_value"].null_count == 0
    random_row, expert = measured.contestants.to_pylist()
    # All games of the first are lost: there is no spread that luck could explain.
    assert random_row["luck_adjusted"] is None
    adjusted = measured.games.to_pandas().query("contestant == 'heuristic'")["luck_adjusted_value"]
    assert expert["luck_adjusted"] == pytest.approx(adjusted.mean())
    assert expert["luck_adjusted_low"] < expert["luck_adjusted"] < expert["luck_adjusted_high"]
    assert expert["variance_ratio"] > 1
    assert measured.paired["luck_adjusted"].null_count == 0
    assert "luck-adjusted" in str(measured) and "luck-adjusted" not in str(plain)


@pytest.mark.parametrize("agents", [AGENTS, ["random", Dice]])
def test_any_number_of_threads_gives_the_same(bank_job, agents):
    results = [arena(bank_job, agents, 30, SEED, threads=threads, luck=True) for threads in (1, 2, 5, 0)]
    assert all(figures(result) == figures(results[0]) for result in results)


def test_deals_in_any_order_give_the_same(bank_job, measured):
    core = Arena(bank_job, AGENTS, 100, SEED, luck=True, threads=1)
    lines = [line for first in (75, 25, 0, 50) for line in core.play(first, first + 25)]
    assert figures(ArenaResult.of(*core.report(lines))) == figures(measured)


def test_pandas_and_polars_take_the_tables(measured):
    polars = pytest.importorskip("polars")
    for table in (measured.games, measured.contestants, measured.paired):
        frame = table.to_pandas()
        assert isinstance(frame, pandas.DataFrame)
        assert pa.Table.from_pandas(frame, schema=table.schema, preserve_index=False).equals(table)
        assert polars.from_arrow(table).to_dicts() == table.to_pylist()


def test_sprt_ends_the_run(bank_job):
    result = arena(bank_job, AGENTS, 100, SEED, sprt=(0, 50))
    test = result.sprt
    assert test is not None and test["verdict"] == "elo1"
    assert (test["elo0"], test["elo1"], test["alpha"], test["beta"]) == (0, 50, 0.05, 0.05)
    assert test["deals"] == result.report["games"] < result.report["requested"] == 100
    assert result.games.num_rows == 2 * test["deals"]
    assert f"Elo 50 is accepted after {test['deals']} deals" in str(result)
    assert "Stopped" not in str(result)

    undecided = arena(bank_job, AGENTS, 2, SEED, sprt=(0, 50, 0.01, 0.02))
    assert undecided.sprt is not None and undecided.sprt["verdict"] == "undecided"
    assert (undecided.sprt["alpha"], undecided.sprt["beta"]) == (0.01, 0.02)
    assert "undecided after 2 deals" in str(undecided)


def test_cross_play(bank_job):
    result = arena(bank_job, ["heuristic", ("first", First)], 20, SEED, cross=True)
    table = result.cross
    assert table is not None
    names = ["heuristic", "first"]
    assert table.select(["guest", "hosts"]).to_pylist() == [
        {"guest": guest, "hosts": hosts} for guest in names for hosts in names
    ]
    for row in table.to_pylist():
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["difference_low"] <= row["difference"] <= row["difference_high"]
    assert result.contestants["name"].to_pylist()[1] == "heuristic among first"
    guests = result.games.to_pandas().query("contestant == 'heuristic among first'")
    assert guests["seat_1"].tolist() == ["heuristic", "first"] * 10
    assert guests["seat_2"].tolist() == ["first", "heuristic"] * 10
    assert "win rate of one among" in str(result)


def test_text(bank_job):
    result = arena(bank_job, ["random", "heuristic"], 20, SEED)
    [title, contestants, paired, losses] = str(result).split("\n\n")
    assert title == f"Burgle Bros., 20 deals with seed 7, setup {bank_job.setup}"
    assert contestants.splitlines()[0].split("  ")[0] == "agent"
    assert paired.splitlines()[0].startswith("compared to random")
    assert losses.splitlines()[0].startswith("not won")
    for table, length in [(contestants, 3), (paired, 2), (losses, 3)]:
        # All but the first column stand to the right.
        assert len({len(line) for line in table.splitlines()}) == 1
        assert len(table.splitlines()) == length
    assert repr(result) == str(result)


class Balanced(HTMLParser):
    """Notes what was opened and not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html(bank_job):
    html = arena(bank_job, ["random", ("<b>&", First)], 5, SEED)._repr_html_()
    page = Balanced(html)
    assert page.open == []
    assert page.tags.count("svg") == 2 and "b" not in page.tags
    assert "&lt;b&gt;&amp;" in html
    assert "<script" not in html and "http" not in html


def test_progress(bank_job, capfd):
    steps: list[tuple[int, int]] = []
    arena(bank_job, AGENTS, 20, SEED, progress=lambda done, of: steps.append((done, of)))
    assert steps[-1] == (40, 40)
    assert steps == sorted(steps)
    arena(bank_job, AGENTS, 20, SEED, progress=False)
    arena(bank_job, AGENTS, 20, SEED)
    assert capfd.readouterr() == ("", "")
    arena(bank_job, AGENTS, 20, SEED, progress=True)
    assert capfd.readouterr().err.endswith("\r40 of 40 games (100%)\n")


def test_an_agent_in_python_is_told_what_it_needs(bank_job):
    told: list[tuple[int, str, Any]] = []

    class Witness(PlayerAgent):
        def begin(self, start: dict[str, Any]) -> None:
            self.seat = start["seat"]
            told.append((self.seat, "begin", start))

        def observe(self, step: str) -> None:
            told.append((self.seat, "observe", step))

        def choose(self, state: State, legal: list[int]) -> int:
            assert state.current_player() == self.seat
            assert legal == state.legal_actions()
            told.append((self.seat, "choose", state.action_to_string(legal[-1])))
            return legal[-1]

        def end(self, result: dict[str, Any]) -> None:
            told.append((self.seat, "end", result))

    result = arena(bank_job, [Witness], 1, SEED)
    for seat in (0, 1):
        own = [(what, value) for who, what, value in told if who == seat]
        assert own[0][0] == "begin" and own[-1][0] == "end"
        start = own[0][1]
        assert (start["seats"], start["seat"]) == (2, seat) and 0 <= start["seed"] < 2**64
        assert len(start["setup"]["characters"]) == 2
        assert own[-1][1]["ending"] == result.games["ending"][0].as_py()
        steps = [value for what, value in own if what == "observe"]
        chosen = [value for what, value in own if what == "choose"]
        assert chosen and set(chosen) <= set(steps)
    [(_, _, replay)] = Arena(bank_job, [("Witness", Witness)], 1, SEED).replays(0, 1)
    assert replay.steps == steps


def test_an_agent_in_python_can_be_one_of_ours(bank_job):
    class Expert(First):
        def choose(self, state: State, legal: list[int]) -> int:
            return Agent(bank_job, "heuristic").choose(state)

    result = arena(bank_job, ["heuristic", Expert], 10, SEED)
    same = ["deal", "value", "ending", "figure_turns", "decisions"]
    ours, theirs = (
        result.games.filter(pa.compute.equal(result.games["contestant"], name)).select(same)
        for name in ("heuristic", "Expert")
    )
    assert ours == theirs


def test_a_view_holds_nothing_hidden(caper_cards):
    looked = 0

    class Spy(First):
        def begin(self, start: dict[str, Any]) -> None:
            self.seat = start["seat"]

        def choose(self, state: State, legal: list[int]) -> int:
            nonlocal looked
            hands = json.loads(state.position())["hands"]
            for seat, hand in enumerate(hands):
                # The cards of one's own hand, and how many there are in another's.
                assert isinstance(hand, list if seat == self.seat else int)
                assert not isinstance(hand, int) or hand == 0 or not state.is_holding(seat)
            assert state.history() == []
            assert state == state.information_state(self.seat)
            looked += 1
            return super().choose(state, legal)

    arena(caper_cards, [Spy], 10, SEED)
    assert looked > 10


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_comes_out_with_its_traceback(bank_job, threads):
    with pytest.raises(ZeroDivisionError) as raised:
        arena(bank_job, ["random", Divider], 10, SEED, threads=threads)
    assert raised.traceback[-1].name == "choose"
    assert raised.traceback[-1].path == Path(__file__)


def test_an_exception_that_counts_loses_the_game(bank_job):
    result = arena(bank_job, ["random", Divider], 10, SEED, faults="count")
    row = result.contestants.to_pylist()[1]
    assert (row["games"], row["wins"], row["faults"]) == (10, 0, 10)
    first = result.report["contestants"][1]["first_fault"]
    assert first["deal"] == 0 and "ZeroDivisionError" in first["text"]
    assert result.games["ending"].to_pylist()[1::2] == ["fault"] * 10
    assert "Divider: 10 games lost because the agent failed; first in deal 0" in str(result)
    assert "ZeroDivisionError" in str(result)


@pytest.mark.parametrize(
    ("agent", "error", "words"),
    [
        (Outlaw, IllegalActionError, "action `1000000` is not possible here; expected one of: enter 1:A1"),
        (Mumbler, TypeError, "found <class 'str'>"),
        (("nobody", object), AttributeError, "choose"),
    ],
)
def test_what_is_no_legal_action_is_a_fault(bank_job, agent, error, words):
    with pytest.raises(error, match=words):
        arena(bank_job, [agent], 3, SEED)
    result = arena(bank_job, [agent], 3, SEED, faults="count")
    first = result.report["contestants"][0]["first_fault"]
    assert error.__name__ in first["text"] and words in first["text"]


def test_a_folder_goes_on_after_ctrl_c(bank_job, tmp_path):
    def interrupt(done: int, of: int) -> None:
        if done >= 20:
            signal.raise_signal(signal.SIGINT)

    agents = ["random", Dice]
    with pytest.raises(KeyboardInterrupt):
        arena(bank_job, agents, 2000, SEED, folder=tmp_path, threads=1, progress=interrupt)
    kept = (tmp_path / "games.jsonl").read_text().splitlines()
    assert 20 <= len(kept) < 4000
    result = arena(bank_job, agents, 2000, SEED, folder=tmp_path)
    assert (tmp_path / "games.jsonl").read_text().splitlines()[: len(kept)] == kept
    assert figures(result) == figures(arena(bank_job, agents, 2000, SEED))

    with pytest.raises(ValueError, match="field `seed`: the folder has 7, this run has 8"):
        arena(bank_job, agents, 2000, 8, folder=tmp_path)


def test_a_folder_goes_on_after_the_process_was_killed(bank_job, tmp_path):
    program = f"""
        import random, time
        from heistlab import load_game
        from heistlab import arena

        class Dice:
            def begin(self, start):
                self.random = random.Random(start["seed"])

            def choose(self, state, legal):
                time.sleep(0.001)
                return self.random.choice(legal)

        game = load_game("burgle-bros", scenario="bank-job", seats=2)
        arena(game, ["random", Dice], 500, {SEED}, folder={str(tmp_path)!r}, threads=1)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], env=dict(os.environ))
    try:
        games = tmp_path / "games.jsonl"
        end = time.monotonic() + 60
        while not games.exists() or games.read_text().count("\n") < 10:
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    kept = games.read_text().splitlines()
    assert 10 <= len(kept) < 1000
    result = arena(bank_job, ["random", Dice], 60, SEED, folder=tmp_path)
    assert figures(result) == figures(arena(bank_job, ["random", Dice], 60, SEED))


@pytest.mark.parametrize(
    ("agents", "options", "error", "words"),
    [
        ([], {}, ValueError, "at least one contestant"),
        (["random"], {"games": 0}, ValueError, "at least one game"),
        (["nobody"], {}, ValueError, "no agent `nobody`"),
        ([3], {}, TypeError, r"agents\[0\]: found no agent, 3; expected a spec"),
        (["random", First()], {}, TypeError, r"agents\[1\]: found an agent, .*; expected a spec, a class or function"),
        ([lambda: First()], {}, TypeError, r"has no name of its own; expected \(name, function\)"),
        ([("", First)], {}, TypeError, r"agents\[0\]: found \('', "),
        (["random"], {"sprt": (0, 50)}, ValueError, "takes two contestants, found 1"),
        (AGENTS, {"sprt": (50, 0)}, ValueError, "the lesser first"),
        (AGENTS, {"sprt": (0, 50, 0.05)}, ValueError, r"sprt: found \(0, 50, 0.05\); expected \(elo0, elo1\)"),
        (AGENTS, {"sprt": (0, 50), "cross": True}, ValueError, "expected one of the two"),
        (AGENTS, {"faults": "ignore"}, ValueError, "faults: found .ignore."),
    ],
)
def test_what_cannot_be_played(bank_job, agents, options, error, words):
    with pytest.raises(error, match=words):
        arena(bank_job, agents, **({"games": 2} | options))


def test_luck_needs_an_estimate(caper_cards):
    with pytest.raises(ValueError, match="Caper Cards has no estimate"):
        arena(caper_cards, ["random"], 2, luck=True)


def test_one_agent_alone_and_the_same_one_twice(bank_job):
    alone = arena(bank_job, First, 3, SEED)
    assert alone.contestants["name"].to_pylist() == ["First"]
    assert alone.paired.num_rows == 0
    assert "compared to" not in str(alone)
    twice = arena(bank_job, [First, ("other", First)], 3, SEED)
    assert twice.paired["difference"].to_pylist() == [0.0]


def test_a_table_becomes_a_data_frame(capers, monkeypatch):
    result = arena(capers, ["random", "heuristic"], 3, SEED)
    assert len(result.to_pandas()) == 6 and list(result.to_pandas("contestants")["name"]) == ["random", "heuristic"]
    with pytest.raises(ValueError, match="table: found 'deals'; expected one of: games, contestants"):
        result.to_pandas("deals")
    with pytest.raises(ValueError, match="no cross-play"):
        result.to_pandas("cross")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"^to_pandas needs pandas: pip install heistlab\[pandas\]$"):
        result.to_pandas()
