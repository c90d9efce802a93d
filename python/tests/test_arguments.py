"""Wrong arguments of every method of the compiled module are named in the message, in plain words."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import heistlab
import heistlab.gym
import numpy as np
import pytest
from heistlab import Batch, Buffers, Game, _core
from test_stubs import CLASSES


class Wrong:
    """A value that no parameter takes."""

    def __repr__(self) -> str:
        return "<wrong>"


def calls(game: Game, path: Path) -> dict[str, tuple[Callable[..., object], dict[str, Any]]]:
    """Every method with parameters, and arguments that it takes."""
    state = game.new_initial_state(1)
    decision = game.new_initial_state(1)
    decision.play_chance(1)
    action = decision.legal_actions()[0]
    batch, out = Batch(game, 1), Buffers()
    seeds, actions, where = np.zeros(1, np.uint64), np.zeros(1, np.int64), np.ones(1, np.bool_)
    batch.reset(seeds, out)
    batch.sample_actions(actions)
    shaping = heistlab.Shaping("heists won", discount=1.0)
    table = heistlab.Table(game)
    table.reset(1)
    arena = _core.Arena(game, ["random"], 1, 1)
    replay = state.replay()
    replay.write(path)
    run = _core.Selfplay(game, ["improve:sims=2"], 1, 1, threads=1)
    folder = path.with_name("games")
    run.run(folder)
    [shard] = folder.iterdir()
    shards = _core.Shards([shard])
    labeller = _core.Labeller("improve:turns=1", worlds=1, moves=2, per_game=1, threads=1)
    config = json.loads(_core.network_config(game)) | {"hidden": [1], "dense": [], "base": "none", "heads": ["value"]}
    shapes = {"first.weight": (config["features"], 1), "first.bias": (1,), "value.weight": (1, 1), "value.bias": (1,)}
    tensors = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    weights = path.with_name("net.safetensors")
    weights.write_bytes(_core.write_network(game, json.dumps(config), tensors))
    network = _core.Network(game, str(weights))
    campaign = heistlab.begin_campaign("casino-capers", seats=2)
    first_heist = campaign.next_game()
    assert first_heist is not None
    over = first_heist.new_initial_state(1)
    while not over.is_terminal():
        over.apply_action(over.chance_outcomes()[0][0] if over.is_chance_node() else over.legal_actions()[0])
    begun = heistlab.begin_campaign("casino-capers", seats=2)
    campaigns = _core.CampaignRun(begun, "random", 1, 1)
    return {
        "Game": (Game, {"id": game.id, "setup": game.setup}),
        "Game.action_to_string": (game.action_to_string, {"action": 0}),
        "Game.string_to_action": (game.string_to_action, {"text": decision.action_to_string(action)}),
        "Game.feature_name": (game.feature_name, {"index": 0}),
        "Game.new_initial_state": (game.new_initial_state, {"seed": 1}),
        "Game.deserialize_state": (game.deserialize_state, {"text": state.serialize()}),
        "Game.read_position": (game.read_position, {"position": decision.position(), "override": False}),
        "State.legal_actions": (decision.legal_actions, {"player": 0}),
        "State.legal_actions_mask": (decision.legal_actions_mask, {"player": 0}),
        "State.action_to_string": (decision.action_to_string, {"player_or_action": 0, "action": action}),
        "State.string_to_action": (decision.string_to_action, {"text": decision.action_to_string(action)}),
        "State.observed": (state.observed, {"outcome": 0, "player": 0}),
        "State.explain": (decision.explain, {"action": action}),
        "State.apply_action": (decision.clone().apply_action, {"action": action}),
        "State.child": (decision.child, {"action": action}),
        "State.sample_outcome": (state.sample_outcome, {"sampler": 1}),
        "State.play_chance": (state.clone().play_chance, {"sampler": 1}),
        "State.information_state": (decision.information_state, {"player": 0}),
        "State.information_state_string": (decision.information_state_string, {"player": 0}),
        "State.information_state_tensor": (decision.information_state_tensor, {"player": 0}),
        "State.information_state_indices": (decision.information_state_indices, {"player": 0}),
        "State.information_key": (decision.information_key, {"player": 0}),
        "State.resample_from_infostate": (
            decision.resample_from_infostate,
            {"player": 0, "sampler": 1, "fill": "private"},
        ),
        "State.player_reward": (decision.player_reward, {"player": 0}),
        "State.player_return": (decision.player_return, {"player": 0}),
        "State.set_windows": (decision.clone().set_windows, {"windows": "full"}),
        "State.feature_changes": (
            decision.feature_changes,
            {"player": 0, "features": decision.information_state_indices(0)},
        ),
        "State.history_strings": (decision.history_strings, {"player": 0}),
        "State.is_holding": (decision.is_holding, {"player": 0}),
        "State.position": (decision.position, {"player": 0}),
        "State.replay": (decision.replay, {"agents": ["random"]}),
        "State.to_text": (decision.to_text, {"player": 0, "width": 60, "colour": True}),
        "State.to_svg": (
            decision.to_svg,
            {"player": 0, "layout": "wide", "theme": "light", "highlight": [action], "happened": "it rains"},
        ),
        "State.analyse": (decision.analyse, {"query": '{"agent": "random"}', "on_report": print}),
        "Replay.read": (_core.Replay.read, {"path": path}),
        "Replay.parse": (_core.Replay.parse, {"text": replay.text()}),
        "Replay.state": (replay.state, {"step": 0}),
        "Replay.write": (replay.write, {"path": path}),
        "Agent": (_core.Agent, {"game": game, "spec": "random", "seed": 1}),
        "Agent.choose": (_core.Agent(game, "random").choose, {"state": decision}),
        "Shaping": (heistlab.Shaping, {"weights": "heists won", "discount": 1.0}),
        "Buffers": (Buffers, dict.fromkeys(parameters("Buffers"))),
        "Batch": (
            Batch,
            {
                "game": game,
                "num_envs": 1,
                "threads": 1,
                "autoreset": "next-step",
                "max_decisions": 9,
                "shaping": shaping,
            },
        ),
        "Batch.reset": (batch.reset, {"seeds": seeds, "out": out, "where": where}),
        "Batch.set_starts": (batch.set_starts, {"states": [decision], "share": 0.5, "weights": [1.0]}),
        "Batch.step": (batch.step, {"actions": actions, "out": out}),
        "Batch.sample_actions": (batch.sample_actions, {"out": actions.copy(), "where": where}),
        "Batch.state": (batch.state, {"row": 0}),
        # After the step, whose action is one of another state.
        "Batch.set_states": (batch.set_states, {"states": [decision], "out": out, "seeds": seeds}),
        "Table": (
            heistlab.Table,
            {"game": game, "observation": "dense", "illegal": "raise", "max_decisions": 9, "shaping": shaping},
        ),
        "Table.reset": (table.reset, {"seed": 1, "state": table.state()}),
        "Table.set_starts": (table.set_starts, {"states": [decision], "share": 0.5, "weights": [1.0]}),
        "Table.step": (table.step, {"action": table.sample_action()}),
        "Arena": (
            _core.Arena,
            {
                **{
                    "game": game,
                    "contestants": ["random", "heuristic"],
                    "games": 1,
                    "seed": 1,
                    "threads": 1,
                    "luck": False,
                },
                **{"sprt": (0.0, 0.1, 0.05, 0.05), "cross": False, "faults": "raise"},
            },
        ),
        "Arena.run": (arena.run, {"folder": path.with_name("run"), "on_progress": print}),
        "Arena.play": (arena.play, {"first": 0, "end": 1}),
        "Arena.report": (arena.report, {"lines": arena.play(0, 1)}),
        "Arena.replays": (arena.replays, {"first": 0, "end": 1}),
        "Campaign": (heistlab.Campaign, {"text": campaign.to_json()}),
        "Campaign.begin": (heistlab.Campaign.begin, {"game": "casino-capers", "setup": "{}"}),
        "Campaign.record": (campaign.record, {"state": over}),
        "CampaignRun": (
            _core.CampaignRun,
            {"campaign": begun, "agent": "random", "campaigns": 1, "seed": 1, "threads": 1},
        ),
        "CampaignRun.run": (campaigns.run, {"folder": path.with_name("campaigns"), "on_progress": print}),
        "Network": (_core.Network, {"game": game, "name": str(weights), "precision": "single"}),
        "Network.evaluate": (network.evaluate, {"states": [decision], "player": 0}),
        "Shards": (_core.Shards, {"paths": [shard]}),
        "Shards.reader": (shards.reader, {"every": True, "order": [0], "part": 0, "parts": 1}),
        "Shards.export": (
            shards.export,
            {"path": path.with_name("x.npz"), "format": "npz", "every": False, "threads": 1, "on_progress": print},
        ),
        "ShardReader.read": (shards.reader().read, {"rows": 1, "states": True}),
        "Selfplay": (
            _core.Selfplay,
            {
                **{"game": game, "agents": ["improve:sims=2"], "games": 1, "seed": 1, "first": 0, "fast": "random"},
                **{"full_one_in": 2, "temperature": 0.1, "games_per_shard": 1, "threads": 1},
            },
        ),
        "Selfplay.run": (run.run, {"folder": folder, "on_progress": print}),
        "Labeller": (
            _core.Labeller,
            {
                **{"rollouts": "improve:turns=1", "worlds": 2, "moves": 2, "share": 0.5, "per_game": 1},
                **{"seed": 1, "threads": 1},
            },
        ),
        "Labeller.header": (labeller.header, {"source": json.dumps(json.loads(shards.headers)[0]), "games": 1}),
        "Labeller.check": (labeller.check, {"game": "caper-cards"}),
        "Labeller.run": (
            labeller.run,
            {"shard": shard, "folder": path.with_name("labels"), "on_progress": print},
        ),
    }


def parameters(method: str) -> list[str]:
    """Names of a method's parameters by the stubs; a class stands for its constructor."""
    name, _, called = method.partition(".")
    for node in CLASSES[name].body:
        if isinstance(node, ast.FunctionDef) and node.name == (called or "__new__"):
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            return [argument.arg for argument in arguments if argument.arg not in ("self", "cls")]
    return []


def test_wrong_arguments_of_every_method_are_named(capers: Game, tmp_path: Path) -> None:
    known = calls(capers, tmp_path / "game.jsonl")
    methods = [name for name in CLASSES if parameters(name)]
    methods += [
        f"{name}.{node.name}"
        for name, stub in CLASSES.items()
        for node in stub.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__") and parameters(f"{name}.{node.name}")
    ]
    assert set(known) == set(methods)
    for method, (call, arguments) in known.items():
        assert list(arguments) == parameters(method)
        for name in arguments:
            with pytest.raises((TypeError, ValueError)) as caught:
                call(**{**arguments, name: Wrong()})
            said = str(caught.value)
            assert re.match(rf"{name}(_bytes)?: found .*; expected ", said), f"{method}: {said}"
            assert not getattr(caught.value, "__notes__", []), method
        call(**arguments)


def test_the_message_says_what_was_expected(capers: Game) -> None:
    state = capers.new_initial_state(1)
    state.play_chance(1)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: state.to_svg(layout=3), "layout: found 3; expected a text"),  # type: ignore[arg-type]
        (lambda: state.to_text(colour=3), "colour: found 3; expected True or False"),  # type: ignore[arg-type]
        (lambda: state.replay(agents=3), "agents: found 3; expected a list of texts"),  # type: ignore[arg-type]
        (lambda: state.replay(agents="ab"), "agents: found 'ab'; expected a list of texts"),
        (lambda: state.to_svg(highlight=[0, None]), "highlight: found None; expected the number of an action"),  # type: ignore[list-item]
        (lambda: capers.read_position("{}", override="x"), "override: found 'x'; expected True or False"),  # type: ignore[arg-type]
        (lambda: heistlab.Agent("random", capers), "game: found 'random'; expected a Game"),  # type: ignore[arg-type]
        (lambda: heistlab.Agent(capers, "random").choose(capers), "state: found Game.*; expected a State"),  # type: ignore[arg-type]
        (lambda: _core.Arena(capers, ["random", 3], 1, 1), "contestants: found 3; expected a spec, or"),
        (lambda: _core.Replay.read(3), "path: found 3; expected a path"),  # type: ignore[arg-type]
    ]
    for call, message in wrong:
        with pytest.raises(TypeError, match=f"^{message}"):
            call()


def test_functions_written_in_python_name_their_arguments_too(capers: Game) -> None:
    state = capers.new_initial_state(1)
    state.play_chance(1)
    wrong: list[tuple[Callable[..., object], list[Any], str]] = [
        (heistlab.analyse, [state], "state agent level seed samples allow avoid why_not report_every on_report"),
        (heistlab.arena, [capers, "random"], "game agents games seed threads luck sprt cross folder faults"),
        (heistlab.gym.HeistEnv, [capers], "game observation render_mode illegal max_decisions"),
    ]
    for function, given, names in wrong:
        first = list(inspect.signature(function).parameters)[: len(given)]
        for name in names.split():
            with pytest.raises((TypeError, ValueError), match=f"^{name}: found .*<wrong>.*; expected "):
                function(**{**dict(zip(first, given, strict=True)), name: Wrong()})
