"""Command line: `python -m casino_capers replay TRACE.jsonl` and `python -m casino_capers play`."""

from shared import command

from . import play
from .facts import facts
from .session import Session

command.main("casino_capers", Session, facts, play, "play", "play random games")
