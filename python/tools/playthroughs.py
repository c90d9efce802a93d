"""Writes OpenSpiel's playthroughs of every game and scenario into ``python/tests/playthroughs``: a random game each.

``python python/tools/playthroughs.py`` writes all of them anew; look at what changed before it is committed.
"""

import sys
from pathlib import Path

import heistlab
from heistlab.openspiel import game_string
from open_spiel.python.algorithms.generate_playthrough import playthrough

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SEATS = 2
SEED = 47


def main() -> None:
    """Writes a file for every scenario."""
    for game in heistlab.games():
        for scenario in game["scenarios"] or [None]:
            chosen = {"scenario": scenario} if scenario else {}
            path = FOLDER / f"{'-'.join([game['id'], *chosen.values()])}.txt"
            text = playthrough(game_string(game["id"], seats=SEATS, seed=SEED, **chosen), [], seed=SEED)
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {path.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
