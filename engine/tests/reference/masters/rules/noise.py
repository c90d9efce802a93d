"""Noise, Alerts and the top of the deck: 4.4 and 5.6."""

from shared.requests import Decision

from .. import data


def raise_alert(game):
    """[MH4.4a, MH4.4c] Discards the Event on top of the deck."""
    if game.deck and game.deck[0] in data.EVENTS:
        game.events_gone.append(game.deck.pop(0))
        # [MH4.4d] In this round before EVENT.
        before_event = game.phase in ("roll", "action", "end-action")
        if before_event and not any(card in data.EVENTS for card in game.deck):
            game.overshoot = True
    check_top(game)


def check_top(game):
    """[MH4.4b] Every Crisis on top goes to the end of the queue."""
    while game.deck and game.deck[0] in data.CRISES:
        game.queue.append(game.deck.pop(0))


def one_noise(game):
    """[MH5.6a] One noise, or a Diversion token instead."""
    if game.diversions and (yield Decision(["divert", "noise"])) == "divert":
        game.diversions -= 1
        return
    if game.marker < game.last:
        game.marker += 1
        if game.marker in game.alerts:
            raise_alert(game)
    else:
        raise_alert(game)


def noises(game, number):
    """[MH5.6a] Noise of EVENT, applied at once."""
    for _ in range(number):
        yield from one_noise(game)


def apply_owed(game):
    """[MH4.3b] The noise of the round, one by one."""
    while game.owed:
        game.owed -= 1
        yield from one_noise(game)
