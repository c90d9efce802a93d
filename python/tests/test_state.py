"""Games, states, replays and positions."""

from __future__ import annotations

import copy
import json
import math
import pickle
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import heistlab
import numpy as np
import pytest
from conftest import random_game
from heistlab import CHANCE_PLAYER, TERMINAL_PLAYER, Game, IllegalActionError, PositionError, Replay, State
from heistlab._errors import ArgumentError


def test_every_game_is_loaded_by_its_name() -> None:
    for facts in heistlab.games():
        game = heistlab.load_game(facts["id"])
        assert game.setup_fields == facts["setup_fields"]
        assert (game.id, game.name, game.format) == (facts["id"], facts["name"], facts["format"])
        assert (game.endings, game.figures) == (facts["endings"], facts["figures"])
        usual = {field["name"]: field["default"] for field in facts["setup_fields"]}
        assert game.num_players() == usual["seats"]


def test_a_name_of_no_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="chess.*expected one of: burgle-bros"):
        heistlab.load_game("chess")


def test_a_setup_is_refused_with_every_problem() -> None:
    with pytest.raises(ValueError, match="field `seats`: found 9; expected a whole number from 1 to 4"):
        heistlab.load_game("burgle-bros", seats=9)
    with pytest.raises(ValueError, match="setup: .*no-such-job"):
        heistlab.load_game("burgle-bros", scenario="no-such-job")
    unknown = "got an unexpected keyword argument 'colour'; expected a field of caper-cards: seats, risk"
    with pytest.raises(ValueError, match=unknown):
        heistlab.load_game("caper-cards", colour="red")
    with pytest.raises(
        ValueError, match="setup: field `colour`: caper-cards has no such field; expected one of: seats"
    ):
        heistlab.load_game("caper-cards", {"colour": "red"})
    with pytest.raises(ValueError, match="seats: given twice"):
        heistlab.load_game("caper-cards", {"seats": 2}, seats=3)


def test_equal_setups_are_equal_games_and_pickle(game: Game) -> None:
    same = pickle.loads(pickle.dumps(game))
    assert same == game and hash(same) == hash(game) and repr(same) == repr(game)
    assert game != heistlab.load_game(game.id, seats=1, **({"sides": "older"} if game.id == "burgle-bros" else {}))
    assert json.loads(game.setup)["seats"] == game.num_players()


def test_the_nodes_of_a_game_are_told_as_in_openspiel(game: Game) -> None:
    kinds = set()

    def visit(state: State) -> None:
        player = state.current_player()
        kinds.add(min(player, 0))
        assert state.is_chance_node() == (player == CHANCE_PLAYER)
        assert not state.is_terminal() and state.result() is None and state.returns() == [0.0] * state.num_players()
        legal = state.legal_actions()
        assert legal and legal == sorted(set(legal))
        assert [state.action_to_string(action) for action in legal] == state.legal_action_strings()
        for other in range(state.num_players()):
            assert state.legal_actions(other) == (legal if other == player else [])
        if player == CHANCE_PLAYER:
            outcomes = state.chance_outcomes()
            assert [number for number, _ in outcomes] == legal and len(legal) <= game.max_chance_outcomes()
            assert math.isclose(sum(chance for _, chance in outcomes), 1.0)
            assert not state.legal_actions_mask().any()
        else:
            assert state.chance_outcomes() == []
            mask = state.legal_actions_mask()
            assert mask.dtype == bool and mask.shape == (game.num_distinct_actions(),)
            assert np.flatnonzero(mask).tolist() == legal
            assert not state.legal_actions_mask((player + 1) % state.num_players()).any() or state.num_players() == 1

    last = random_game(game, 1, visit)
    assert kinds == {CHANCE_PLAYER, 0}
    assert last.is_terminal() and last.current_player() == TERMINAL_PLAYER and last.legal_actions() == []
    result = last.result()
    assert result is not None and result["ending"] in game.endings and list(result["figures"]) == game.figures
    assert result["win"] == (result["value"] == 1.0)
    assert last.returns() == last.rewards() == [result["value"]] * game.num_players()
    assert last.player_return(0) == last.player_reward(0) == result["value"]


def test_numbers_and_notation_name_the_same_actions(game: Game) -> None:
    def visit(state: State) -> None:
        for number in state.legal_actions():
            text = state.action_to_string(number)
            assert state.string_to_action(text) == number
            assert state.child(number) == state.child(text)
            assert state.explain(number) == state.explain(text) != ""
            if not state.is_chance_node():
                assert game.action_to_string(number) == text and game.string_to_action(text) == number
                assert state.action_to_string(state.current_player(), number) == text
        assert state.explain_node().endswith((".", "?"))

    random_game(game, 2, visit, steps=60)


def test_what_is_not_legal_is_refused_and_changes_nothing(game: Game) -> None:
    state = game.new_initial_state(3)
    for _ in range(12):
        before = state.clone()
        legal = state.legal_action_strings()
        for wrong in ("no such move", -1, 10**9, game.num_distinct_actions()):
            with pytest.raises(IllegalActionError) as refusal:
                state.apply_action(wrong)
            assert sorted(refusal.value.legal) == sorted(legal) and refusal.value.given
            assert legal[0] in str(refusal.value)
        assert state == before and state.history() == before.history()
        state.apply_action(state.legal_actions()[0])


def test_a_game_that_is_over_says_so(bank_job: Game) -> None:
    last = random_game(bank_job, 4)
    with pytest.raises(IllegalActionError, match="the game is over"):
        last.apply_action(0)
    with pytest.raises(ValueError, match="nobody decides here"):
        last.information_state_tensor()


def test_seeds_draw_what_a_setup_leaves_open(bank_job: Game) -> None:
    assert bank_job.new_initial_state(1) == bank_job.new_initial_state(1)
    assert len({bank_job.new_initial_state(seed).key() for seed in range(20)}) > 10


def test_a_sampler_is_a_seed_or_a_function(bank_job: Game) -> None:
    state = bank_job.new_initial_state(5)
    assert state.sample_outcome(7) == state.sample_outcome(7)
    one, other = random.Random(7), random.Random(7)
    assert [state.sample_outcome(one.random) for _ in range(9)] == [
        state.sample_outcome(other.random) for _ in range(9)
    ]
    rng = np.random.default_rng(7)
    assert len({state.sample_outcome(rng.random) for _ in range(99)}) > 5
    with pytest.raises(TypeError, match="sampler: found seed"):
        state.sample_outcome("seed")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"it gave 1.5"):
        state.sample_outcome(lambda: 1.5)
    state.play_chance(7)
    with pytest.raises(ValueError, match="no chance node"):
        state.sample_outcome(7)


def test_samples_follow_the_outcomes(bank_job: Game) -> None:
    state = bank_job.new_initial_state(5)
    rng = random.Random(1)
    counts = np.zeros(len(state.chance_outcomes()))
    for _ in range(3200):
        counts[state.sample_outcome(rng.random)] += 1
    expected = 3200 * np.array([chance for _, chance in state.chance_outcomes()])
    assert ((counts - expected) ** 2 / expected).sum() < 45  # 15 degrees of freedom; the 99.99% point is 44.3


def test_features_are_those_of_the_information_state(game: Game) -> None:
    def visit(state: State) -> None:
        for player in range(state.num_players()):
            indices = state.information_state_indices(player)
            tensor = state.information_state_tensor(player)
            assert tensor.shape == (game.information_state_tensor_size(),) and tensor.dtype == np.float32
            assert np.flatnonzero(tensor).tolist() == indices.tolist() and set(np.unique(tensor)) <= {0.0, 1.0}
            assert 0 < len(indices) <= game.max_active_features()
            view = state.information_state(player)
            assert view.information_state_indices(player).tolist() == indices.tolist()
            assert view.key() == state.information_key(player)
            assert view.history() == []

    random_game(game, 6, visit, steps=120)
    assert game.feature_name(0)
    with pytest.raises(ValueError, match="expected a number from 0"):
        game.feature_name(game.information_state_tensor_size())


def test_a_resampled_state_cannot_be_told_from_the_true_one(game: Game) -> None:
    differs = False
    rng = random.Random(7)

    def visit(state: State) -> None:
        nonlocal differs
        player = max(state.current_player(), 0)
        for fill in ("private", "all"):
            other = state.resample_from_infostate(player, rng.random, fill)  # type: ignore[arg-type]
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_key(player) == state.information_key(player)
            assert other.history() == []
            assert all(other.is_holding(seat) for seat in range(other.num_players()))
            differs |= other != state

    random_game(game, 7, visit, steps=80)
    assert differs


def test_hands_stay_private(capers: Game) -> None:
    state = random_game(capers, 8, steps=20)
    views = [state.information_state(player) for player in range(3)]
    for player, view in enumerate(views):
        assert view.is_holding(player) and not view.is_holding((player + 1) % 3)
        assert state.position(player) == view.position() == state.information_state_string(player)
    own = json.loads(state.position(0))
    assert len({state.information_state_string(player) for player in range(3)}) == 3 and own != json.loads(
        state.position()
    )
    deals = [step for step in state.history_strings() if step.startswith("deal")]
    assert "deal ?" not in deals and "deal ?" in state.history_strings(0)
    assert state.history_strings(0) != state.history_strings(1)


def test_a_draw_in_private_is_seen_by_its_seat_alone(capers: Game) -> None:
    state = capers.new_initial_state()
    seen = {state.observed(0, player) for player in range(3)}
    assert "deal ?" in seen and state.action_to_string(0) in seen


def test_states_copy_compare_and_pickle(game: Game) -> None:
    state = random_game(game, 9, steps=16)
    for same in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert same == state and hash(same) == hash(state) and same.key() == state.key()
        assert same.history() == state.history() and same.get_game() == game
    text = state.serialize()
    assert "\n" not in text and game.deserialize_state(text).history_strings() == state.history_strings()
    assert state.clone() != state.child(state.legal_actions()[0]) and state != 1
    view = state.information_state(0)
    assert pickle.loads(pickle.dumps(view)) == view


def test_what_is_no_state_is_refused(bank_job: Game, capers: Game) -> None:
    state = random_game(bank_job, 9, steps=10)
    with pytest.raises(ValueError, match="state: "):
        bank_job.deserialize_state("{}")
    with pytest.raises(ValueError, match="state: "):
        capers.deserialize_state(state.serialize())
    changed = json.loads(state.serialize())
    changed["steps"][3] = "fly 1:A1"
    with pytest.raises(ValueError, match=r"steps\[3\].*fly 1:A1"):
        bank_job.deserialize_state(json.dumps(changed))


def test_histories_replay_the_game(game: Game) -> None:
    last = random_game(game, 10)
    again = game.new_initial_state(10)
    assert len(last.history()) == last.move_number() == len(last.history_strings())
    for number, text in zip(last.history(), last.history_strings(), strict=True):
        assert again.action_to_string(number) == text
        again.apply_action(number)
    assert again == last


def test_replays_are_written_read_and_stepped_through(game: Game, tmp_path: Path) -> None:
    last = random_game(game, 11)
    replay = last.replay(["me", "you"])
    path = tmp_path / "game.jsonl"
    replay.write(path)
    read = Replay.read(path)
    assert read.text() == path.read_text() == replay.text() == Replay.parse(replay.text()).text()
    assert read.agents == ["me", "you"] and read.seed is None and read.result == last.result()
    assert len(read) == last.move_number() and read.steps == last.history_strings()
    assert read.state() == last and read.state(0).history() == [] and read.state(-2).child(read.steps[-1]) == last
    assert read.game.id == game.id
    with pytest.raises(IndexError, match=f"the replay has {len(read)}"):
        read.state(len(read) + 1)


def test_a_replay_that_was_changed_is_refused_with_its_line(bank_job: Game, tmp_path: Path) -> None:
    lines = random_game(bank_job, 11).replay().text().splitlines()
    lines[2] = lines[2].replace("enter", "leave")
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join(lines))
    with pytest.raises(ValueError, match=r"changed\.jsonl: line 3"):
        Replay.read(path)
    with pytest.raises(OSError, match=r"nothing\.jsonl"):
        Replay.read(tmp_path / "nothing.jsonl")


def test_a_state_without_a_beginning_has_no_replay(bank_job: Game) -> None:
    view = bank_job.new_initial_state().information_state(0)
    with pytest.raises(ValueError, match="did not begin"):
        view.replay()


def test_positions_are_read_and_written(game: Game) -> None:
    state = random_game(game, 12, steps=50)
    player = max(state.current_player(), 0)
    text = state.position(player)
    read = game.read_position(text)
    assert read == state.information_state(player) and read.position() == text
    assert heistlab.read_position(json.loads(text), game.id) == read


def test_every_contradiction_of_a_position_is_listed() -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "table.json"
    position = json.loads(path.read_text())
    assert heistlab.read_position(path.read_text()).current_player() == 0
    position["players"][0]["at"] = "3:A1"
    position["players"][1]["stealth"] = 99
    with pytest.raises(PositionError) as refusal:
        heistlab.read_position(position)
    assert len(refusal.value.problems) >= 2
    assert all(field in str(refusal.value) for field, _, _ in refusal.value.problems)
    position.pop("game", None)
    with pytest.raises(ValueError, match="does not name it"):
        heistlab.read_position(position)


def test_a_position_read_knowingly_waives_what_may_be_waived() -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "table.json"
    position = json.loads(path.read_text())
    position["floors"][0] |= {"guard": {"at": "C2", "die": "D2"}, "alarms": ["C2"]}
    with pytest.raises(PositionError) as refusal:
        heistlab.read_position(position)
    [(field, what, may_be_waived)] = refusal.value.problems
    assert field == "floors[0].alarms" and "A-ALARM-3" in what and may_be_waived
    assert heistlab.read_position(position, override=True).turn() == 7


def test_states_draw_themselves(game: Game) -> None:
    state = random_game(game, 13, steps=60)
    player = max(state.current_player(), 0)
    assert state._repr_html_() == state.to_svg() and state.to_svg().startswith("<svg")
    pictures = {
        state.to_svg(layout=layout, theme=theme) for layout in ("wide", "narrow") for theme in ("light", "dark")
    }
    assert len(pictures) == 4
    assert state.to_svg(player) == state.information_state(player).to_svg()
    # The picture of a game without one of its own is its position as a text.
    assert game.id == "example-game" or "it rains" in state.to_svg(happened="it rains")
    assert str(state) == state.to_text()
    assert game.id == "example-game" or "\x1b[" in state.to_text(colour=True)
    with pytest.raises(ValueError, match="layout: found .square.; expected one of: wide, narrow"):
        state.to_svg(layout="square")  # type: ignore[arg-type]


def test_a_picture_points_at_a_move(bank_job: Game) -> None:
    state = bank_job.new_initial_state(1)
    state.play_chance(1)
    plain, pointing = state.to_svg(), state.to_svg(highlight=[state.legal_actions()[0]])
    assert pointing != plain
    with pytest.raises(IllegalActionError):
        state.to_svg(highlight=["no move"])


def test_a_state_that_is_read_has_a_game_it_can_be_one_of(bank_job: Game) -> None:
    four = heistlab.load_game("burgle-bros", scenario="fort-knox", seats=4)
    text = random_game(four, 14, steps=30).information_state(0).position()
    for state in (bank_job.read_position(text), heistlab.read_position(text, "burgle-bros")):
        assert state.get_game().num_players() == state.num_players() == 4
        assert json.loads(state.get_game().setup)["scenario"] == "fort-knox"
    serialized = random_game(four, 14, steps=30).serialize()
    assert bank_job.deserialize_state(serialized).get_game().num_players() == 4


def test_what_is_no_position_and_seeds_out_of_place_are_refused(bank_job: Game) -> None:
    for wrong in ("[]", "5", "{", '{"game": 5}'):
        with pytest.raises(ValueError, match=r"position|game"):
            heistlab.read_position(wrong)
    with pytest.raises(ValueError, match=r"seed.*new_initial_state"):
        heistlab.load_game("burgle-bros", seed=4)
    with pytest.raises(ValueError, match="seed: found -1; expected a whole number"):
        bank_job.new_initial_state(-1)


def test_wrong_arguments_are_named_in_the_message(bank_job: Game) -> None:
    state = bank_job.new_initial_state(1)
    calls: list[tuple[Callable[[Any], object], Any, str]] = [
        (state.information_state_tensor, "x", "player: found 'x'; expected a whole number"),
        (state.information_state_string, 1.5, "player: found 1.5; expected a whole number"),
        (state.apply_action, 1.5, "action: found 1.5; expected the number of an action or its notation"),
        (state.child, [1], r"action: found \[1\]; expected the number of an action or its notation"),
        (lambda number: heistlab.Batch(bank_job, number), -1, "num_envs: found -1; expected a whole number from 0"),
        (lambda number: heistlab.Batch(bank_job, number), 2**70, "num_envs: found 1180591620717411303424; expected a"),
        (lambda most: heistlab.Table(bank_job, max_decisions=most), "x" * 1000, "max_decisions: found 'x{99}...; exp"),
        (lambda games: heistlab.arena(bank_job, ["random"], games=games), None, "games: found None; expected a whole"),
    ]
    for call, wrong, message in calls:
        with pytest.raises(TypeError, match=f"^{message}") as caught:
            call(wrong)
        assert not getattr(caught.value, "__notes__", [])


def test_wrong_arguments_of_load_game_and_read_position_are_named() -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: heistlab.load_game(7), "name: found 7; expected the name of a game"),  # type: ignore[arg-type]
        (lambda: heistlab.load_game("burgle-bros", 7), "setup: found 7; expected a mapping"),  # type: ignore[arg-type]
        (lambda: heistlab.read_position("{}", override="x"), "override: found 'x'; expected True"),  # type: ignore[arg-type]
        (lambda: heistlab.read_position({"game": object()}), "position: Object of type object is not JSON"),
    ]
    for call, message in calls:
        with pytest.raises((TypeError, ValueError), match=f"^{message}"):
            call()


def test_a_wrong_argument_keeps_other_notes() -> None:
    error = ArgumentError("found 1.5; expected a whole number")
    error.add_note("while processing 'r#override'")
    assert str(error) == "override: found 1.5; expected a whole number"
    if sys.version_info >= (3, 11):
        error.add_note("a note")
        assert error.__notes__ == ["a note"]


INTERNALS = re.compile(r"struct|enum|tuple|sequence|\bmap\b|[ui](8|16|32|64|size)\b|f64|untagged|r#|Frame|Form\b")
"""Words of the compiled module, and of the libraries that it reads with."""


@pytest.mark.parametrize("id", ["burgle-bros", "caper-cards"])
def test_malformed_inputs_are_explained_in_words_of_json(id: str) -> None:
    game = heistlab.load_game(id, seats=2)
    state = random_game(game, 3, steps=9)
    position, written = json.loads(state.position()), json.loads(state.serialize())
    fields = {field["json_name"]: None for field in game.setup_fields}
    refused = 0

    def check(read: Callable[[str], object], text: str) -> None:
        nonlocal refused
        try:
            read(text)
        except (ValueError, TypeError) as error:
            refused += 1
            # What was given may be quoted.
            said = str(error).replace(text, "")
            assert not INTERNALS.search(re.sub(r"`[^`]*`", "", said)), f"{text[:200]}: {error}"

    readers: list[tuple[Callable[[str], object], dict[str, Any]]] = [
        (game.read_position, position),
        (game.deserialize_state, written),
        (lambda text: Game(id, text), fields),
    ]
    for read, good in readers:
        for text in ("", "[]", "[[]]", "null", "7", '"x"', "{", '{"a": 1}', '{"a": 1, "a": 2}'):
            check(read, text)
        for name in good:
            for wrong in (7, -1, 1.5, True, "x", [], [7], [[7]], {}, {"a": 1}, None):
                check(read, json.dumps({**good, name: wrong}))
                if isinstance(good[name], list) and good[name]:
                    check(read, json.dumps({**good, name: [wrong, *good[name][1:]]}))
    assert refused > 100


def test_a_picture_points_at_legal_moves_only(bank_job: Game) -> None:
    state = bank_job.new_initial_state(1)
    state.play_chance(1)
    for wrong in (10**6, -1, bank_job.string_to_action("end")):
        with pytest.raises(IllegalActionError, match=r"enter 1:A1"):
            state.to_svg(highlight=[wrong])
    assert state.to_svg(happened="long " * 100_000)


def test_a_sampler_may_look_at_the_state(bank_job: Game) -> None:
    state = bank_job.new_initial_state(1)
    state.play_chance(lambda: len(state.legal_actions()) / 1000)
    assert not state.is_chance_node()


def test_replays_pickle(bank_job: Game) -> None:
    replay = random_game(bank_job, 15).replay(["me"])
    assert pickle.loads(pickle.dumps(replay)).text() == replay.text()


def test_figures_characters_and_who_acts_are_given_at_every_state(game: Game) -> None:
    actors = set()

    def visit(state: State) -> None:
        assert list(state.figures())[: len(game.figures)] == game.figures
        assert list(state.figures()) == game.state_figures
        # They tell no player what it does not know.
        seen = [state.information_state(player).figures() for player in range(game.num_players())]
        assert seen == [state.figures()] * game.num_players()
        players = [player for _, player in state.characters()]
        assert set(players) == set(range(game.num_players())) and all(name for name, _ in state.characters())
        actor = state.actor()
        actors.add(actor)
        assert (actor is None) == state.is_chance_node()
        if isinstance(actor, int):
            assert players[actor] == state.current_player()

    last = random_game(game, 2, visit)
    result = last.result()
    assert result is not None and last.actor() is None
    assert {name: last.figures()[name] for name in game.figures} == result["figures"]
    assert actors >= {None, 0}


def test_changes_of_features_lead_from_those_before_to_those_now(game: Game) -> None:
    features = {player: game.new_initial_state(4).information_state_indices(player) for player in (0,)}

    def visit(state: State) -> None:
        went, came, now = state.feature_changes(0, features[0])
        assert np.array_equal(now, state.information_state_indices(0))
        assert set(now) == (set(features[0]) - set(went)) | set(came)
        assert set(went) <= set(features[0]) and not set(came) & set(features[0])
        features[0] = now

    random_game(game, 4, visit, steps=60)
    state = game.new_initial_state(4)
    for wrong in ([3, 1], [-1], [1, 1], [game.information_state_tensor_size()]):
        with pytest.raises(ValueError, match="features: expected numbers of features in ascending order, from 0 to"):
            state.feature_changes(0, np.array(wrong, np.int32))
    with pytest.raises(TypeError, match="features: found list; expected a NumPy array of int32"):
        state.feature_changes(0, [1, 2])  # type: ignore[arg-type]


def test_windows_that_a_game_does_not_have_change_nothing(game: Game) -> None:
    state = random_game(game, 5, steps=12)
    before = state.clone()
    for windows in ("full", "reduced", "off"):
        state.set_windows(windows)  # type: ignore[arg-type]
        assert state.legal_actions() == before.legal_actions()
        if windows not in game.windows:
            assert state == before
    if game.windows == ["full"]:
        assert state.history() == before.history()
    with pytest.raises(ValueError, match="windows: found 'half'; expected one of: full, reduced, off"):
        state.set_windows("half")  # type: ignore[arg-type]


def test_messages_say_nothing_of_the_binding(game: Game) -> None:
    state = game.new_initial_state(1)
    wrong = [
        lambda: state.apply_action(2.5),  # type: ignore[arg-type]
        lambda: state.to_svg(highlight=[None]),  # type: ignore[list-item]
        lambda: heistlab.Batch(game, -1),
        lambda: game.feature_name(-1),
        lambda: state.information_key("x"),  # type: ignore[arg-type]
        lambda: state.play_chance(lambda: "x"),  # type: ignore[arg-type, return-value]
    ]
    for call in wrong:
        with pytest.raises((TypeError, ValueError), match="; expected|it gave") as raised:
            call()
        assert not any(word in str(raised.value) for word in ("Py", "enum", "extract", "convert", "Some("))


def test_what_a_mode_leaves_out_is_played_by_its_notation() -> None:
    """MH5.8c: of two moves far apart one order is offered; people and files may have the other one."""
    position = {
        "game": "masters-of-the-heist", "scenario": "tech-lab", "phase": "action", "round": 1, "actions": "reduced",
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"], "at": "8,1", "die": 3, "action": "walk", "letters": "M",
             "tokens": ["7,1"]},
            {"card": "lookout", "skills": ["linger", "steal"], "at": "5,7", "die": 6, "action": "run", "letters": "M",
             "tokens": ["5,6"]},
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1, "action": "walk"},
        ],
        "hexes": {hex: {} for hex in ["8,1", "7,1", "7,2", "6,2", "6,5", "5,5", "4,6"]},
    }  # fmt: skip
    state = heistlab.read_position(position)
    for action in ["act 2", "move 5,6"]:
        state.apply_action(action)
    assert sorted(state.legal_action_strings()) == ["end", "escape"]
    number = state.string_to_action("act 1")
    assert number not in state.legal_actions()
    assert not state.legal_actions_mask()[number]
    with pytest.raises(IllegalActionError, match=r"act 1\)` is left out in this mode"):
        state.apply_action(number)
    assert "Thug" in state.explain("act 1")
    for action in ["act 1", "move 7,1"]:
        state.apply_action(action)
    assert state.history()[2] == number
    assert state.move_number() == 4
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert json.loads(again.position())["players"][0]["at"] == "7,1"
    with pytest.raises(IllegalActionError, match="is not possible here"):
        state.apply_action("act 1")
