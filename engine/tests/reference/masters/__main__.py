"""Command line: `python -m masters replay TRACE.jsonl` and `python -m masters random GAMES SEED`."""

import argparse
import sys

from . import play, replay


def main():
    parser = argparse.ArgumentParser(prog="masters")
    commands = parser.add_subparsers(dest="command", required=True)

    follow = commands.add_parser("replay", help="follow the games of a trace and report differences")
    follow.add_argument("trace", help="a JSON Lines file, or - for standard input")
    follow.add_argument("--stop", type=int, default=0, metavar="N", help="stop after N games that differ")
    follow.add_argument("--steps", type=int, default=12, help="how many of the last steps to show")

    own = commands.add_parser("random", help="play random games and check invariants")
    play.add_arguments(own)

    options = parser.parse_args()
    if options.command == "replay":
        sys.exit(replay.run(options))
    sys.exit(play.run(options))


main()
