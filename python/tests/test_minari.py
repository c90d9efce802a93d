"""Recorded games as Minari datasets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import heistlab
import numpy as np
import pytest
from heistlab import data

minari = pytest.importorskip("minari")

from heistlab.gym import HeistEnv
from heistlab.minari import to_minari

ABOUT = {"author": "A", "author_email": "a@example.org", "code_permalink": "here", "description": "Games."}
# Spaces of this size are unusual, and that is what Gymnasium warns of when it makes the environment.
pytestmark = pytest.mark.filterwarnings("ignore:.*(Box|observation).*:UserWarning")


@pytest.mark.parametrize(
    ("name", "setup"), [("caper-cards", {"seats": 3}), ("burgle-bros", {"scenario": "bank-job", "seats": 2})]
)
@pytest.mark.parametrize("observation", ["dense", "sparse"])
def test_minari_reads_what_the_players_saw(
    name: str, setup: dict[str, Any], observation: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    game = heistlab.load_game(name, setup)
    shards = data.selfplay(game, "heuristic", 3, tmp_path / "games")
    to_minari(shards, f"heistlab/{name}/test-v0", observation=observation, **ABOUT)
    dataset = minari.load_dataset(f"heistlab/{name}/test-v0")
    assert dataset.total_episodes == 3 and dataset.spec.namespace == f"heistlab/{name}"
    env = dataset.recover_environment().unwrapped
    assert isinstance(env, HeistEnv) and env.game == game
    assert dataset.observation_space == env.observation_space and dataset.action_space == env.action_space
    assert isinstance(dataset.action_space, gymnasium.spaces.Discrete)
    for episode, (_, rows, end) in zip(dataset, shards.games(), strict=True):
        assert episode.actions.tolist() == [row.played for row in rows]
        assert episode.rewards.tolist() == [0.0] * (len(rows) - 1) + [rows[-1].value]
        assert episode.terminations.tolist() == [False] * (len(rows) - 1) + [True]
        assert not episode.truncations.any()
        players = [row.seat for row in rows]
        assert episode.infos["player"].tolist() == [*players, heistlab.TERMINAL_PLAYER]
        states = [*(row.state for row in rows), end]
        for state, player, seen, mask in zip(
            states, [*players, players[-1]], episode.observations, episode.infos["action_mask"], strict=True
        ):
            assert np.array_equal(mask, state.legal_actions_mask())
            active = np.flatnonzero(seen) if observation == "dense" else seen[seen >= 0]
            assert np.array_equal(active, state.information_state_indices(player))


def test_games_of_several_setups_are_no_dataset(tmp_path: Path) -> None:
    paths = []
    for seats in (2, 3):
        game = heistlab.load_game("caper-cards", seats=seats)
        paths += data.selfplay(game, "heuristic", 1, tmp_path / str(seats)).paths
    with pytest.raises(ValueError, match="shards: found games of 2 setups; expected one"):
        to_minari(paths, "heistlab/test-v0", **ABOUT)
