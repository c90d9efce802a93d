"""Pickles of what the compiled module has."""

from __future__ import annotations

import copyreg
import multiprocessing
from collections.abc import Callable
from typing import Any, NoReturn

from heistlab._core import Batch, Campaign, Game, Replay, State, Table

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]
"""What a pickle holds of an object: a function and its arguments."""


def restored(read: Callable[..., Any], *given: Any) -> Any:
    """What ``read(*given)`` gives; all pickles of this package are read by this function.

    A worker of ``multiprocessing.Pool`` that fails while it takes over a task dies without a word, and the Pool waits
    for ever. So what a process that ``multiprocessing`` started cannot read is :class:`Unreadable` there, which says so
    once it is used. Anywhere else the error comes at once.
    """
    for one in given:
        if isinstance(one, Unreadable):
            return one
    try:
        return read(*given)
    except Exception as error:
        if multiprocessing.parent_process() is None:
            raise
        return Unreadable(error)


class Unreadable:
    """Stands for what could not be read: whatever is done with it raises the error."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __repr__(self) -> str:
        return f"<what could not be read: {self._error}>"

    def _raise(self, *_: Any) -> NoReturn:
        raise self._error

    __getattr__ = _raise
    __getitem__ = __iter__ = __len__ = __call__ = _raise
    __bool__ = __eq__ = __hash__ = _raise
    # A worker that hands it on says so, too.
    __reduce_ex__ = _raise


def _rebuilt(kind: type, keywords: dict[str, Any], state: Any, *given: Any) -> Any:
    made = kind(*given, **keywords)
    made.__setstate__(state)
    return made


def _of_parts(thing: Any) -> Reduced:
    """By its constructor's arguments and its state."""
    given, keywords = thing.__getnewargs_ex__()
    return restored, (_rebuilt, type(thing), keywords, thing.__getstate__(), *given)


def _of_game(game: Game) -> Reduced:
    return restored, (Game, game.id, game.setup)


def _of_state(state: State) -> Reduced:
    return restored, (Game.deserialize_state, state.get_game(), state.serialize())


def _of_replay(replay: Replay) -> Reduced:
    return restored, (Replay.parse, replay.text())


def _of_campaign(campaign: Campaign) -> Reduced:
    return restored, (Campaign, campaign.to_json())


def register() -> None:
    """Tells Python how these classes are pickled."""
    copyreg.pickle(Game, _of_game)
    copyreg.pickle(State, _of_state)
    copyreg.pickle(Replay, _of_replay)
    copyreg.pickle(Campaign, _of_campaign)
    copyreg.pickle(Batch, _of_parts)
    copyreg.pickle(Table, _of_parts)
