"""Command line of a reference: `replay` follows a trace, another command plays random games."""

import argparse
import sys

from . import replay


def main(prog, session, facts, play, name, summary):
    """`session` begins a game of a setup, `facts` lists what holds in it, `play` is the module of the other command."""
    parser = argparse.ArgumentParser(prog=prog)
    commands = parser.add_subparsers(dest="command", required=True)

    follow = commands.add_parser("replay", help="follow the games of a trace and report differences")
    follow.add_argument("trace", help="a JSON Lines file, or - for standard input")
    follow.add_argument("--stop", type=int, default=0, metavar="N", help="stop after N games that differ")
    follow.add_argument("--steps", type=int, default=12, help="how many of the last steps to show")

    own = commands.add_parser(name, help=summary)
    play.add_arguments(own)

    options = parser.parse_args()
    if options.command == "replay":
        sys.exit(replay.run(options, session, facts))
    sys.exit(play.run(options))
