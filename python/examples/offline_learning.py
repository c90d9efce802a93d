"""Offline learning with a learner from elsewhere: d3rlpy's discrete CQL on games that the expert played.

The games become a Minari dataset, which d3rlpy learns from. What it learns then plays in the arena beside a
random player::

    pip install "./python[minari]" d3rlpy
    python python/examples/offline_learning.py --games 400 --steps 1000
"""

from __future__ import annotations

import argparse
import os
import tempfile

import d3rlpy
import heistlab
import minari
import numpy as np
import torch
from d3rlpy.algos import DiscreteCQL, DiscreteCQLConfig
from d3rlpy.dataset import MDPDataset
from heistlab import PlayerAgent, data
from heistlab.minari import to_minari

DATASET = "heistlab/caper-cards/expert-v0"


class Learned(PlayerAgent):
    """Plays the legal action with the greatest value."""

    def __init__(self, learner: DiscreteCQL) -> None:
        self.learner = learner

    def choose(self, state: heistlab.State, legal: list[int]) -> int:
        seen = np.repeat(state.information_state_tensor()[None], len(legal), axis=0)
        return legal[int(self.learner.predict_value(seen, np.array(legal)).argmax())]


def read(dataset: minari.MinariDataset) -> MDPDataset:
    """A Minari dataset as d3rlpy takes it: episodes one after the other, without their last observations."""
    episodes = list(dataset)
    return MDPDataset(
        observations=np.concatenate([episode.observations[:-1] for episode in episodes]),
        actions=np.concatenate([episode.actions for episode in episodes]),
        rewards=np.concatenate([episode.rewards for episode in episodes]),
        terminals=np.concatenate([episode.terminations for episode in episodes]),
        action_space=d3rlpy.ActionSpace.DISCRETE,
        action_size=int(dataset.action_space.n),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games that the expert plays")
    parser.add_argument("--steps", type=int, default=1000, help="steps of learning")
    parser.add_argument("--deals", type=int, default=100, help="deals in the arena")
    options = parser.parse_args()
    game = heistlab.load_game("caper-cards", seats=2)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MINARI_DATASETS_PATH"] = os.path.join(folder, "minari")
        games = data.selfplay(game, "heuristic", options.games, os.path.join(folder, "games"), progress=False)
        to_minari(
            games,
            DATASET,
            author="Heistlab",
            author_email="none",
            code_permalink="python/examples/offline_learning.py",
            description="Games of the expert.",
        )
        episodes = read(minari.load_dataset(DATASET))
    d3rlpy.seed(1)
    # Steps this small are not worth sharing.
    torch.set_num_threads(1)
    learner = DiscreteCQLConfig(batch_size=64, gamma=1.0, learning_rate=1e-3, target_update_interval=200).create()
    learner.fit(
        episodes,
        n_steps=options.steps,
        n_steps_per_epoch=options.steps,
        logger_adapter=d3rlpy.logging.NoopAdapterFactory(),
        show_progress=False,
    )
    result = heistlab.arena(
        game, ["random", ("learned", lambda: Learned(learner))], options.deals, threads=1, progress=False
    )
    print(result)


if __name__ == "__main__":
    main()
