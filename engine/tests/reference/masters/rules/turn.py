"""The heist as a state machine: section 4."""

from .. import data
from ..requests import Breached, NobodyLeft, die_chance
from . import action, arrival, crises, dogs, end_action, escape, events, guards, noise, npcs, planning, scenarios


def play(game):
    """A whole heist. Returns won or lost."""
    yield from planning.play(game)
    try:
        yield from start(game)
        while not game.escape_follows:
            yield from one_round(game)
    except NobodyLeft:  # [MH4a]
        game.active_event = None
    except Breached:  # [MH7.2c, H66]
        end_action.discard_used(game)
    return (yield from escape.play(game))


def start(game):
    """[MH3.4a]"""
    game.phase = "start"
    noise.check_top(game)  # [MH3.1c]
    yield from arrival.reveal_next_to(game, game.present())
    yield from dogs.chase(game)
    yield from npcs.prisoner_test(game)  # [MH7.9a]


def one_round(game):
    yield from roll(game)
    yield from action.play(game)
    yield from end_action.play(game)
    yield from event_phase(game)
    yield from crises_phase(game)
    yield from end_event(game)


def roll(game):
    """[MH4.1a]"""
    game.phase = "roll"
    game.round += 1
    game.overshoot = False  # [MH4.4d]
    for c in game.characters:
        c.new_round()
    for c in game.present():
        c.die = int((yield die_chance()).split()[1])


def take_active_event(game):
    """[MH4.5a]"""
    game.event_from_discard = not any(card in data.EVENTS for card in game.deck)
    if game.event_from_discard:
        game.active_event = game.events_gone[-1]
    else:
        game.active_event = game.deck.pop(0)
        game.events_gone.append(game.active_event)
    noise.check_top(game)


def event_phase(game):
    """[MH4.5a, MH4.5b, MH4.5c]"""
    game.phase = "event"
    take_active_event(game)
    yield from events.resolve(game, game.active_event)
    game.active_event = None


def crises_phase(game):
    """[MH4.6a]"""
    game.phase = "crises"
    while game.queue:
        yield from crises.resolve(game, game.queue.pop(0))


def end_event(game):
    """[MH4.7a]"""
    game.phase = "end-event"
    game.loop_footage = False
    expired = game.flashbang
    game.flashbang = []
    changed = []
    for place in game.all_hexes():  # [MH7.6d]
        here = [guard for guard in place.guards if guard in expired]
        if here:
            changed += guards.un_subdue(game, place, here)
    if any(guard.kind == "dog" for guard in changed):
        yield from dogs.chase(game)
    scenarios.movements(game)
