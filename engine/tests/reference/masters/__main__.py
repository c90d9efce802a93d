"""Command line: `python -m masters replay TRACE.jsonl` and `python -m masters random GAMES SEED`."""

from shared import command

from . import play
from .facts import facts
from .session import Session

command.main("masters", Session, facts, play, "random", "play random games and check invariants")
