"""sb3-contrib's MaskablePPO on games side by side: self-play from nothing, then fresh deals.

::

    pip install "./python[sb3]"
    python python/examples/maskable_ppo.py caper-cards --seats 4 --steps 1000000

All seats play the same policy. The policy is saved to ``--out`` (``maskable_ppo.zip``) and plays ``--deals`` deals that
it did not see, through :class:`heistlab.PlayerAgent` in the arena.
"""

from __future__ import annotations

import argparse

import heistlab
import numpy as np
from heistlab.sb3 import HeistVecEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

UNSEEN = 1_000_000_007
"""The first seed of the deals in the arena."""


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="such as caper-cards")
    parser.add_argument("--seats", type=int, default=1, help="players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions to train for")
    parser.add_argument("--envs", type=int, default=128, help="games side by side")
    parser.add_argument("--deals", type=int, default=1000, help="deals in the arena")
    parser.add_argument("--out", default="maskable_ppo.zip", help="the file of the policy")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    game = heistlab.load_game(options.game, seats=options.seats)
    env = VecMonitor(HeistVecEnv(game, options.envs))
    env.seed(options.seed)
    learner = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        gamma=0.999,
        learning_rate=lambda left: 1e-3 * left,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 64]},
        seed=options.seed,
        device="cpu",
        verbose=1,
    )
    learner.learn(options.steps, log_interval=20)
    learner.save(options.out)

    class Learned(heistlab.PlayerAgent):
        """Plays as the policy that was learned."""

        def choose(self, state: heistlab.State, legal: list[int]) -> int:
            seen = state.information_state_tensor().astype(np.uint8)
            action, _ = learner.predict(seen, action_masks=state.legal_actions_mask(), deterministic=True)
            return int(action)

    # A policy of Stable-Baselines3 answers one thread at a time.
    result = heistlab.arena(
        game, ["random", ("learned", Learned)], options.deals, seed=UNSEEN, threads=1, progress=False
    )
    print(result)


if __name__ == "__main__":
    main()
