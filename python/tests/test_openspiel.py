"""Heistlab in OpenSpiel: OpenSpiel's own tests of games, its algorithms, and what the adapter promises."""

import copy
import importlib
import itertools
import json
import pickle
import random
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import heistlab
from absl import flags
from heistlab.openspiel import HeistState, game_string, short_name
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
# The example game has no expert and no playthrough.
GAMES = [game for game in heistlab.games() if game["id"] != "example-game"]
SCENARIOS = [(game["id"], scenario) for game in GAMES for scenario in game["scenarios"] or [None]]


def scenario_string(game_id, scenario, seats, **parameters):
    """The game string of a scenario; None where the game has only one."""
    return game_string(game_id, seats=seats, **({"scenario": scenario} if scenario else {}), **parameters)


USUAL = [scenario_string(game_id, scenario, seats=2, seed=7) for game_id, scenario in SCENARIOS]
SPECIAL = [
    game_string("burgle-bros", {"lost-visual": True, "walls": "random"}, seats=1, scenario="office-job", seed=1),
    game_string("burgle-bros", {"characters": ["hacker-basic", "hawk-advanced", "rook-basic"]}, seats=3, stealth=6),
    game_string("burgle-bros", seats=4, scenario="fort-knox", sides="both", event_loop_rule=False, seed=5),
    game_string("burgle-bros", seats=2, max_game_length=40),
    game_string("caper-cards", seats=1),
    game_string("caper-cards", seats=3, risk=12),
    game_string("caper-cards", {"first": 4}, seats=4),
]
SECRETIVE = game_string("caper-cards", seats=3)


def positions(string, seed, every=1, expert=False):
    """The states of a game by random players, or experts, who get further; chance is drawn by its probabilities."""
    rng = random.Random(seed)
    game = pyspiel.load_game(string)
    agent = heistlab.Agent(game.heist, "heuristic", seed)
    state = game.new_initial_state()
    while True:
        if state.move_number() % every == 0 or state.is_terminal():
            yield state.clone()
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        elif expert:
            state.apply_action(agent.choose(state.heist))
        else:
            state.apply_action(rng.choice(state.legal_actions()))


# OpenSpiel's own tests


@pytest.mark.parametrize("string", USUAL + SPECIAL)
def test_random_games_pass_openspiels_simulation_test(string):
    pyspiel.random_sim_test(pyspiel.load_game(string), num_sims=10, serialize=True, verbose=False)


def api_test_class(string):
    """OpenSpiel's tests of a sample of the tree, for one game; api_test.py makes its own much like this."""

    class TestApi(api_test.EnforceAPIOnPartialTreeBase):
        game = pyspiel.load_game(string)
        game_name = string

        @classmethod
        def setUpClass(cls):
            random.seed(7)
            super().setUpClass()

    TestApi.__name__ = TestApi.__qualname__ = "TestApi_" + re.sub(r"\W+", "_", string)
    return TestApi


globals().update({tests.__name__: tests for tests in map(api_test_class, [*USUAL, SECRETIVE])})


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_are_as_they_were(path):
    flags.FLAGS.mark_as_parsed()
    expected, actual = generate_playthrough.replay(str(path))
    assert actual.splitlines() == expected.splitlines()
    assert path.stat().st_size < 100_000


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_every_game_and_scenario_has_a_playthrough(game_id, scenario):
    strings = [path.read_text("utf-8").splitlines()[0].removeprefix("game: ") for path in PLAYTHROUGHS]
    recorded = {(game.game_id, game.get_parameters().get("scenario")) for game in map(pyspiel.load_game, strings)}
    assert (game_id, scenario) in recorded, "write it with: python python/tools/playthroughs.py"


# OpenSpiel's algorithms


@pytest.mark.parametrize("string", USUAL)
def test_monte_carlo_tree_search_of_openspiel_plays(string):
    nodes = (state for state in positions(string, seed=1) if state.is_player_node())
    state = next(state for state in nodes if len(state.legal_actions()) > 1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = mcts.MCTSBot(state.get_game(), 2, 10, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_compiled_search_of_openspiel_searches():
    """By ``mcts_search``: ``step`` of OpenSpiel 2.0.2 releases the GIL and crashes in every game written in Python."""
    game = pyspiel.load_game("python_caper_cards(seats=1)")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 30, 10, False, 1, False)
    for state in positions(str(game), seed=1, every=4):
        if state.is_player_node():
            assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_information_set_search_of_openspiel_plays_with_resampled_hands():
    game = pyspiel.load_game(SECRETIVE)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 2.0, 12, random_state=np.random.RandomState(1), allow_inconsistent_action_sets=False
    )
    for state in positions(SECRETIVE, seed=2):
        if state.is_player_node():
            assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("string", USUAL)
def test_environment_of_openspiel_plays(string):
    environment = rl_environment.Environment(pyspiel.load_game(string))
    environment.seed(3)
    rng = random.Random(3)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.game.observation_tensor_size()
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert step.rewards == environment.get_state.returns()


def test_bots_of_openspiel_play_together():
    rng = np.random.RandomState(4)
    bots = [uniform_random.UniformRandomBot(player, rng) for player in range(3)]
    game = pyspiel.load_game(SECRETIVE)
    values = pyspiel.evaluate_bots(game.new_initial_state(), bots, 4)
    assert len(values) == 3 and len(set(values)) == 1


# Games and parameters


def test_the_example_of_the_module_runs(capsys):
    example = heistlab.openspiel.__doc__.split("::\n")[1].split("\n\n**")[0]
    random.seed(1)
    exec(textwrap.dedent(example), {})
    assert capsys.readouterr().out.strip() in ("[0.0, 0.0, 0.0]", "[1.0, 1.0, 1.0]")


def test_without_openspiel_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "heistlab.openspiel")
    with pytest.raises(ImportError, match=r"pip install heistlab\[openspiel\]"):
        importlib.import_module("heistlab.openspiel")


def test_the_interpreter_ends_well_with_games_registered():
    """What is registered is freed after the interpreter's end."""
    subprocess.run([sys.executable, "-c", "import heistlab.openspiel"], check=True)


@pytest.mark.parametrize("game", heistlab.games(), ids=lambda game: game["id"])
def test_every_game_is_registered(game):
    loaded = pyspiel.load_game(short_name(game["id"]))
    assert loaded.heist.id == game["id"]
    assert loaded.get_type().long_name == game["name"]


@pytest.mark.parametrize("string", [*USUAL, SECRETIVE])
def test_information_is_perfect_where_players_never_have_secrets(string):
    secrets = False
    for state in positions(string, seed=4):
        for one, two in itertools.permutations(range(state.num_players()), 2):
            secrets |= not state.heist.information_state(one).is_holding(two)
    kind = pyspiel.load_game(string).get_type().information
    assert kind == (kind.IMPERFECT_INFORMATION if secrets else kind.PERFECT_INFORMATION)


@pytest.mark.parametrize("string", USUAL + SPECIAL)
def test_a_games_text_gives_the_game(string):
    game = pyspiel.load_game(string)
    for other in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert other.heist == game.heist
        assert other.new_initial_state().heist == game.new_initial_state().heist
    assert game.num_distinct_actions() == game.heist.num_distinct_actions()
    assert game.max_chance_outcomes() == game.heist.max_chance_outcomes()
    assert (game.min_utility(), game.max_utility()) == (0, 1)


def test_setups_are_given_as_parameters_or_as_json():
    fields = {"characters": ["hacker-basic", "rook-basic"]}
    by_name = pyspiel.load_game("python_burgle_bros", {"seats": 2, "stealth": 6, "setup": json.dumps(fields)})
    assert by_name == pyspiel.load_game(game_string("burgle-bros", fields, seats=2, stealth=6))
    assert by_name.heist == heistlab.load_game("burgle-bros", fields, seats=2, stealth=6)


def test_seeds_draw_what_the_setup_leaves_open():
    games = [pyspiel.load_game(f"python_burgle_bros(seats=3,seed={seed})") for seed in range(8)]
    assert len({str(game.new_initial_state()) for game in games}) > 1


@pytest.mark.parametrize(
    ("string", "error", "message"),
    [
        ("python_burgle_bros(scenario=bank)", ValueError, "scenario|bank-job"),
        ("python_burgle_bros(seats=5)", ValueError, "seats"),
        ("python_burgle_bros(seats=three)", RuntimeError, "seats"),
        ("python_burgle_bros(crew=3)", RuntimeError, "Unknown parameter 'crew'"),
        ('python_burgle_bros(setup={"crew":3})', ValueError, "crew"),
        ("python_burgle_bros(setup={)", ValueError, "setup is not JSON"),
        ("python_burgle_bros(setup=[])", ValueError, "setup is no JSON object"),
        ("python_burgle_bros(max_game_length=0)", ValueError, "max_game_length is 0"),
        ("python_caper_cards(risk=13)", ValueError, r"field `risk`: found 13; expected 11 \(normal\) or 12 \(harder\)"),
    ],
)
def test_wrong_parameters_are_errors_that_name_them(string, error, message):
    with pytest.raises(error, match=message):
        pyspiel.load_game(string)


# States


@pytest.mark.parametrize("string", USUAL + SPECIAL)
def test_histories_and_positions_are_those_of_heistlab(string):
    twin = None
    for state in positions(string, seed=5, expert=True):
        if twin is None:
            twin = state.heist.clone()
        else:
            twin.apply_action(state.history()[-1])
        assert state.heist == twin
        assert state.history() == twin.history()
        assert str(state) == twin.position()
        if not state.is_terminal():
            assert state.legal_actions() == twin.legal_actions()
            texts = twin.legal_action_strings()
            assert [state.action_to_string(action) for action in state.legal_actions()] == texts
            assert [state.string_to_action(text) for text in texts] == state.legal_actions()


@pytest.mark.parametrize("string", USUAL + SPECIAL)
def test_chances_are_positive_and_sum_to_one(string):
    nodes = [state for state in positions(string, seed=6, expert=True) if state.is_chance_node()]
    assert nodes
    for state in nodes:
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        assert list(outcomes) == state.legal_actions()
        assert min(odds) > 0
        assert sum(odds) == pytest.approx(1, abs=1e-12)


def copies_of(state):
    """A state, copied in every way that there is."""
    saved = pyspiel.serialize_game_and_state(state.get_game(), state)
    return [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(saved)[1],
    ]


@pytest.mark.parametrize("string", [*USUAL, SECRETIVE])
def test_copies_and_saved_states_go_on_alike(string):
    for state in positions(string, seed=8, every=9, expert=True):
        copies = copies_of(state)
        for action in state.legal_actions()[:1]:
            before = str(state), state.history()
            for other in copies:
                other.apply_action(action)
            assert (str(state), state.history()) == before
            state.apply_action(action)
        for other in copies:
            assert other.heist == state.heist
            assert other.history() == state.history()
            for player in range(state.num_players()):
                assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("string", [*USUAL, SECRETIVE])
def test_copies_of_a_state_read_from_a_position_begin_there(string):
    game = pyspiel.load_game(string)
    rng = random.Random(18)
    for earlier in itertools.islice(positions(string, seed=18, every=7, expert=True), 8):
        state = HeistState(game, game.heist.read_position(str(earlier)))
        assert (state.history(), state.move_number()) == ([], 0)
        for taken in range(3):
            for other in copies_of(state):
                assert other.heist == state.heist
                assert other.history() == state.history()
                assert other.move_number() == state.move_number() == taken
                assert other.legal_actions() == state.legal_actions()
                for player in range(state.num_players()):
                    assert other.information_state_string(player) == state.information_state_string(player)
                # What is done with a copy is done with the copy only.
                before = str(state), state.history()
                while not other.is_terminal() and other.move_number() < taken + 20:
                    other.apply_action(rng.choice(other.legal_actions()))
                assert (str(state), state.history()) == before
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            child = state.child(action)
            state.apply_action(action)
            assert (str(child), child.history()) == (str(state), state.history())


def test_games_and_states_pickle_into_other_processes():
    state = list(positions(SECRETIVE, seed=17))[-1]
    for thing in (state.get_game(), state):
        code = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
        run = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(thing), capture_output=True, check=True)
        assert run.stdout.decode().strip() == str(thing)


@pytest.mark.parametrize("string", USUAL)
def test_returns_are_the_teams_value_at_the_end_and_nothing_before(string):
    *way, end = positions(string, seed=9)
    assert all(state.returns() == state.rewards() == [0, 0] for state in way)
    assert end.returns() == end.rewards() == [end.heist.result()["value"]] * 2


def test_a_game_ends_with_nothing_at_its_greatest_length():
    *way, end = positions("python_burgle_bros(seats=2,max_game_length=9)", seed=10)
    assert [state.is_terminal() for state in way] == [False] * 9
    assert end.move_number() == end.get_game().max_game_length() == 9
    assert end.current_player() == pyspiel.PlayerId.TERMINAL
    assert end.legal_actions() == []
    assert end.returns() == [0, 0]


@pytest.mark.parametrize("string", [*USUAL, SECRETIVE])
def test_a_position_becomes_a_state(string):
    for state in positions(string, seed=16, every=7):
        read = HeistState(state.get_game(), state.get_game().heist.read_position(str(state)))
        assert read.heist == state.heist
        assert read.history() == []
        for action in state.legal_actions()[:1]:
            assert read.child(action).heist == state.child(action).heist


# What players see


@pytest.mark.parametrize("string", [*USUAL, SECRETIVE])
def test_observations_are_what_heistlab_says_that_a_player_knows(string):
    observer = make_observation(pyspiel.load_game(string))
    for state in positions(string, seed=11, every=5, expert=True):
        for player in range(state.num_players()):
            observer.set_from(state, player)
            features = state.heist.information_state_tensor(player)
            assert np.array_equal(observer.tensor, features)
            assert state.observation_tensor(player) == features.tolist()
            assert state.observation_string(player) == state.heist.information_state_string(player)
            record = state.information_state_string(player).removeprefix(state.observation_string(player))
            assert record.split("\n")[1:] == state.heist.history_strings(player)


def test_there_is_no_tensor_with_perfect_recall_and_no_public_part():
    game = pyspiel.load_game(SECRETIVE)
    assert not game.get_type().provides_information_state_tensor
    assert make_observation(game, pyspiel.IIGObservationType(perfect_recall=True)).tensor is None
    with pytest.raises(ValueError, match="no tensor has perfect recall"):
        game.new_initial_state().information_state_tensor(0)
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS):
        assert make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=private)) is None
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, params={"colour": 1})


@pytest.mark.parametrize("string", [*USUAL, SECRETIVE])
def test_information_states_tell_a_players_whole_way(string):
    """Perfect recall: with one information state goes one sequence of information states and actions of its player."""
    start = list(positions(string, seed=12))[-12]
    rng = random.Random(12)
    ways = {}
    for _ in range(100):
        state = start.clone()
        way = [()] * state.num_players()
        while not state.is_terminal() and state.move_number() < start.move_number() + 12:
            action = rng.choice(state.legal_actions())
            if not state.is_chance_node():
                player = state.current_player()
                told = state.information_state_string()
                assert ways.setdefault((player, told), way[player]) == way[player]
                way[player] += ((told, action),)
            state.apply_action(action)


@pytest.mark.parametrize("player", range(3))
def test_what_others_draw_in_private_is_in_no_text_and_no_tensor_of_a_player(player):
    """Two games side by side in which the player sees the same and the others draw other cards."""
    rng = random.Random(player)
    apart = 0
    for _ in range(20):
        one, two = (pyspiel.load_game(SECRETIVE).new_initial_state() for _ in range(2))
        while not one.is_terminal():
            if one.is_chance_node():
                chosen = rng.choice(one.legal_actions())
                seen = one.heist.observed(chosen, player)
                alike = [outcome for outcome in two.legal_actions() if two.heist.observed(outcome, player) == seen]
            else:
                alike = [action for action in one.legal_actions() if action in two.legal_actions()]
                chosen = rng.choice(alike) if alike else None
                alike = [chosen] if alike else []
            if not alike:
                break
            one.apply_action(chosen)
            two.apply_action(rng.choice(alike))
            assert one.information_state_string(player) == two.information_state_string(player)
            assert one.observation_string(player) == two.observation_string(player)
            assert one.observation_tensor(player) == two.observation_tensor(player)
            others = [other for other in range(3) if other != player]
            apart += any(one.information_state_string(other) != two.information_state_string(other) for other in others)
    assert apart > 100


def test_resampled_states_look_the_same_to_their_player_and_hide_other_things():
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    worlds = 0
    for state in positions(SECRETIVE, seed=13):
        for player in range(3):
            others = [state.resample_from_infostate(player, sampler) for _ in range(4)]
            for other in others:
                assert other.current_player() == state.current_player()
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.history() == []
                if not state.is_chance_node():
                    assert state.current_player() != player or other.legal_actions() == state.legal_actions()
            worlds = max(worlds, len({str(other) for other in others}))
    assert worlds == 4


def test_resampled_states_hold_nothing_that_only_others_saw():
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    for state in positions(SECRETIVE, seed=14, every=4):
        other = state.resample_from_infostate(0, sampler)
        record = state.information_state_string(0).removeprefix(state.observation_string(0))
        assert all(other.information_state_string(player).endswith(record) for player in range(3))
        assert other.heist.history() == []


def test_resampled_states_play_on_and_keep_the_greatest_length():
    string = "python_burgle_bros(seats=3,max_game_length=30)"
    rng = random.Random(15)
    state = list(positions(string, seed=15))[20].resample_from_infostate(0, rng.random)
    steps = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    assert steps == 10
