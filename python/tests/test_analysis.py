"""Hints and agents outside the arena."""

from __future__ import annotations

import random
import signal
import sys
import threading
from pathlib import Path

import heistlab
import pytest
from conftest import random_game
from heistlab import Agent, Game, State


def decision(game: Game, seed: int) -> State:
    """The first decision of a game."""
    state = game.new_initial_state(seed)
    state.play_chance(seed)
    return state


def test_an_analysis_compares_every_legal_move(game: Game) -> None:
    state = decision(game, 1)
    found = heistlab.analyse(state, "flat:sims=64", samples=4)
    named = {action for move in found.moves for action in (move.action, *move.alike)}
    assert named == set(state.legal_action_strings())
    assert not found.partial and not found.stopped and found.player == state.current_player()
    assert found.key == state.information_key() and found.agent == "flat:sims=64"
    assert len(found.moves) <= found.totals.simulations and found.totals.simulations > 0
    assert abs(sum(move.best for move in found.moves) - 1.0) < 1e-3
    assert found.best is found.moves[0] and found.best.difference == 0.0 and found.best.is_equal_to_the_first
    for step in found.best.line:
        assert step.chance == 1.0 if step.player is not None else 0.0 < step.chance <= 1.0
    assert all(move.action in str(found) and move.action in found._repr_html_() for move in found.moves)
    # A plan says what it is for; only this game begins with planning.
    assert bool(found.purposes) == (game.id == "masters-of-the-heist")
    steps = [found.best.action, *(step.step for step in found.best.line)]
    for purpose in found.purposes:
        assert purpose.decision == steps[purpose.place] and purpose.used <= purpose.games
        assert (purpose.turn is None) == (purpose.used == 0)


def number(text: str) -> float:
    """A number as it is shown."""
    return float(text.strip("~%").replace("\N{MINUS SIGN}", "-"))


def test_figures_are_rounded_once_and_stand_in_the_order_of_advice(game: Game) -> None:
    found = heistlab.analyse(decision(game, 1), "flat:sims=640", samples=4)
    first = found.moves[0]
    assert found.repeat == found.agent and first.standing == "first"
    assert [move.standing for move in found.moves[1:]] == sorted(
        (move.standing for move in found.moves[1:]), key=["same", "better", "equal", "worse"].index
    )
    for move, shown in zip(found.moves, found.shown, strict=True):
        low, high = move.value_interval95
        assert 0.0 <= low <= high <= 1.0 and (low < high or move.certain)
        # What is shown is the figure itself, rounded; values differ by what is shown as the difference.
        assert abs(number(shown.value) - 100 * move.value) <= 1.0
        if not move.certain:
            ends = [number(end) for end in shown.value_interval.split(" to ")]
            assert ends[0] <= 100 * low + 1e-3 and 100 * high - 1e-3 <= ends[1]
        if move is not first:
            difference = number(shown.value) - number(found.shown[0].value)
            assert abs(difference - number(shown.difference)) < 1e-6
        for text in (shown.value, shown.value_interval, shown.difference, shown.difference_interval, shown.note):
            assert text in str(found) and text in found._repr_html_()


def test_a_move_is_asked_about(bank_job: Game) -> None:
    state = decision(bank_job, 3)
    worst = heistlab.analyse(state, "flat:sims=640", samples=50).moves[-1]
    found = heistlab.analyse(state, "flat:sims=640", samples=50, why_not=[worst.action])
    (asked,) = (move for move in found.moves if move.action == worst.action)
    assert found.reason is not None and found.confidence in ("sure", "likely", "open")
    assert asked.reason is not None and asked.reason.text
    with pytest.raises(ValueError, match=r"why_not\[0\].*not legal here"):
        heistlab.analyse(state, why_not=["jump"])


def test_an_analysis_by_simulations_is_a_function_of_its_arguments(bank_job: Game) -> None:
    state = decision(bank_job, 2)
    one, other, third = (heistlab.analyse(state, "mcts:sims=200", seed=seed, samples=0) for seed in (3, 3, 4))
    assert one.moves == other.moves and one.moves != third.moves
    assert all(move.loss is None for move in one.moves)


def test_a_level_is_the_search_that_is_recommended_for_the_state() -> None:
    def agent(seats: int, level: str) -> str:
        state = decision(heistlab.load_game("burgle-bros", scenario="bank-job", seats=seats), 1)
        return heistlab.analyse(state, level=level, samples=0).agent.split(",threads=")[0]

    quick = "improve:time=0.25,doubt=1,margin=0"
    assert agent(2, "quick") == quick
    assert agent(3, "quick") == f"{quick},net=bank-job-3-residual,rollout=net"
    assert agent(3, "instant") == agent(2, "instant") == "improve:time=0.015,doubt=1,margin=0"


def test_moves_are_allowed_and_avoided(bank_job: Game) -> None:
    state = decision(bank_job, 3)
    first, second, *_ = state.legal_action_strings()
    found = heistlab.analyse(state, "flat:sims=32", allow=[first, second], avoid=[second])
    assert [move.action for move in found.moves] == [first]
    with pytest.raises(ValueError, match=r"allow\[0\].*not legal here"):
        heistlab.analyse(state, allow=["jump"])


def test_wrong_questions_are_refused(bank_job: Game) -> None:
    state = decision(bank_job, 4)
    with pytest.raises(ValueError, match="has no option `simss`"):
        heistlab.analyse(state, "flat:simss=3")
    with pytest.raises(ValueError, match="expected one of the two"):
        heistlab.analyse(state, "flat:sims=3", level="quick")
    with pytest.raises(ValueError, match="chance decides here"):
        heistlab.analyse(bank_job.new_initial_state())
    with pytest.raises(ValueError, match="the game is over"):
        heistlab.analyse(random_game(bank_job, 5))
    with pytest.raises(ValueError, match="no such field"):
        state.analyse('{"colour": "red"}')
    with pytest.raises(ValueError, match="query: "):
        state.analyse("red")


def test_a_stream_sharpens_and_can_be_left(bank_job: Game) -> None:
    state = decision(bank_job, 6)
    reports = list(heistlab.analyse_stream(state, "flat:sims=6000", report_every=0.01))
    assert [report.partial for report in reports] == [True] * (len(reports) - 1) + [False] and len(reports) > 1
    counts = [report.totals.simulations for report in reports]
    assert counts == sorted(counts) and not reports[-1].stopped
    for report in heistlab.analyse_stream(state, level="proof", report_every=0.01):
        assert report.partial
        break


def test_a_listener_ends_a_search_and_his_errors_come_out(bank_job: Game) -> None:
    state = decision(bank_job, 7)
    stopped = heistlab.analyse(state, level="proof", report_every=0.01, on_report=lambda report: False)
    assert stopped.stopped and not stopped.partial

    def fail(report: heistlab.Analysis) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        heistlab.analyse(state, level="proof", report_every=0.01, on_report=fail)
    with pytest.raises(ValueError, match="chance decides"):
        list(heistlab.analyse_stream(bank_job.new_initial_state()))


def test_private_hands_do_not_bear_on_a_hint(capers: Game) -> None:
    state = random_game(capers, 8, steps=12)
    state.play_chance(1)
    player = state.current_player()
    found = heistlab.analyse(state, "ismcts:sims=100", samples=0)
    for seed in range(3):
        other = state.resample_from_infostate(player, seed)
        assert heistlab.analyse(other, "ismcts:sims=100", samples=0).moves == found.moves


def test_agents_choose_legal_actions_and_their_seed_decides(game: Game) -> None:
    def play(seed: int) -> State:
        # Not every game has a rule-based expert.
        agent = Agent(game, "random" if game.id == "example-game" else "heuristic", seed)
        state, rng = game.new_initial_state(9), random.Random(9)
        while not state.is_terminal() and state.move_number() < 300:
            state.play_chance(rng.random)
            if not state.is_terminal():
                state.apply_action(agent.choose(state))
        return state

    assert play(1) == play(1)


def test_agents_are_told_apart_and_refused(bank_job: Game, capers: Game) -> None:
    agent = Agent(bank_job, "random", 1)
    assert agent.spec == "random" and "random" in repr(agent)
    with pytest.raises(ValueError, match="no player decides here"):
        agent.choose(bank_job.new_initial_state())
    with pytest.raises(ValueError, match="found one of another game"):
        agent.choose(decision(capers, 1))
    with pytest.raises(ValueError, match="nobody"):
        Agent(bank_job, "nobody")


def test_the_catalogues_name_agents_and_levels() -> None:
    agents = {agent["name"]: agent for agent in heistlab.agents()}
    assert {"random", "heuristic", "mcts"} <= agents.keys()
    assert {option["name"] for option in agents["mcts"]["options"]} >= {"sims", "time"}
    assert [name for name, _ in heistlab.levels()] == ["instant", "quick", "strong", "proof"]


def test_an_agent_that_thinks_for_long_is_interrupted(bank_job: Game) -> None:
    agent = Agent(bank_job, "mcts:time=30")
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        agent.choose(decision(bank_job, 1))
    timer.join()


def test_agents_that_follow_a_game_play_in_the_arena_only(bank_job: Game) -> None:
    bot = Path(__file__).parents[2] / "docs" / "examples" / "burglar_bot.py"
    agent = Agent(bank_job, f"bot:cmd={sys.executable} {bot}")
    with pytest.raises(ValueError, match="let it play in the arena"):
        agent.choose(decision(bank_job, 1))


def test_a_state_that_is_analysed_may_be_played_on_meanwhile(bank_job: Game) -> None:
    state = decision(bank_job, 1)
    expected = heistlab.analyse(state, "flat:sims=6000", samples=0).moves
    played = list[bool]()

    def play_on(_: heistlab.Analysis) -> None:
        if not played:
            state.apply_action(state.legal_actions()[0])
            played.append(True)

    found = heistlab.analyse(state, "flat:sims=6000", samples=0, report_every=0.01, on_report=play_on)
    assert played and found.moves == expected


def test_an_agent_that_another_thread_uses_says_so(bank_job: Game) -> None:
    state = decision(bank_job, 1)
    agent, failures, done = Agent(bank_job, "flat:sims=2000"), list[str](), threading.Event()

    def choose() -> None:
        while not done.is_set():
            try:
                agent.choose(state)
            except RuntimeError as error:
                failures.append(str(error))
                done.set()

    threads = [threading.Thread(target=choose) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = "another thread is using this agent; expected one thread at a time: give each an agent of its own"
    assert failures and set(failures) == {expected}
    assert agent.choose(state) in state.legal_actions()
