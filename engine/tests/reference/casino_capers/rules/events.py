"""Pool and Lounge events (7.3)."""

from collections import Counter

from shared.requests import Chance, Decision, uniform

from .. import board, data
from ..board import NONE
from ..board import cell as cell_named
from . import bouncers, dead_drops, end, moving, windows


def draw(game, player, deck):
    """[event.draw] Draw, window V, carry out as far as possible, discard."""
    if not game.event_decks[deck]:
        game.event_decks[deck] = set(game.event_discards[deck])
        game.event_discards[deck] = []
    if not game.event_decks[deck]:
        return  # every card is being carried out or lies in front of a player
    outcome = yield Chance(uniform("event", {event: 1 for event in game.event_decks[deck]}))
    event = outcome.removeprefix("event ")
    game.event_decks[deck].discard(event)
    game.events_in_play.append(event)
    if player.dubious:  # [event.dubious_meeting] discarded as soon as that player draws the next event
        player.dubious = False
        discard(game, "dubious-meeting")
    window = windows.Window("V")
    yield from windows.open_window(game, window)
    if not window.cancelled:
        yield from EFFECTS[event](game, player)
    game.events_in_play.remove(event)
    if event == "dubious-meeting" and not window.cancelled:
        return  # it stays in front of the player
    discard(game, event)


def discard(game, event):
    for deck, events in data.EVENTS.items():
        if event in events:
            game.event_discards[deck].append(event)


def splash_zone(game, player):
    prepped = [card for card, held in player.gear.items() if held.side == "prepped"]
    if prepped:
        taken = yield Decision([f"discard {card}" for card in prepped])
        del player.gear[taken.removeprefix("discard ")]
    if game.dead_drops_on:
        cards = set(game.gear_pile)
    else:
        in_play = {data.CHARACTERS[p.character][1] for p in game.players}
        cards = {
            card
            for card in data.BASE_GEAR
            if data.GEAR[card].character not in in_play and card not in game.gear_given_out
        }
    if cards:
        outcome = yield Chance(uniform("gear", {card: 1 for card in cards}))
        card = outcome.removeprefix("gear ")
        game.gear_pile.discard(card)
        dead_drops.give_prepped(game, player, card)


def cannonball(game, player):
    cell = player.at
    if not player.on_board:
        return
    yield from bouncers.commotion(game, cell)
    yield from bouncers.commotion(game, cell.other)  # wherever the drawer is by then (H43)


def pool_prank(game, player):
    cards = Counter(card for card in game.decks[1].discards if card != data.DISTRACTED)
    if not cards:
        return
    outcome = yield Chance(uniform("patrol", cards))
    square = data.PATROL[outcome.removeprefix("patrol ")].square
    for floor in (1, 2):
        yield from bouncers.set_marker(game, floor, board.square_on(floor, square))


def trade_shifts(game, player):
    if game.finale == "rescuing-her-ride":  # [finale.rescuing_her_ride.ruling.16]
        return
    sizes = {floor: len(game.decks[floor].places) for floor in (1, 2)}
    if sizes[1] == sizes[2]:
        if sizes[1] == 0:
            return
        taken = yield Decision(["deck 1", "deck 2"])
        larger = int(taken.removeprefix("deck "))
    else:
        larger = 1 if sizes[1] > sizes[2] else 2
    source = game.decks[larger].places
    moved, source[:] = source[:2], source[2:]
    game.decks[3 - larger].places.extend(moved)  # order kept


def identity_theft(game, player):
    following = [p for p in game.seat_order_from(player)[1:] if p.at != "exited"]
    if following:
        other = following[0]
        player.heat, other.heat = other.heat, player.heat
        end.check(game)
    yield from ()


def go_for_a_swim(game, player):
    decks = [floor for floor in (1, 2) if not game.deck_empty(floor)]
    if not decks:
        return
    taken = yield Decision([f"deck {floor}" for floor in decks])
    floor = int(taken.removeprefix("deck "))
    while not game.deck_empty(floor):
        card = yield from bouncers.draw_patrol(game, floor)
        cell = yield from bouncers.cell_of_card(game, floor, card)
        if cell is not None:
            yield from bouncers.bouncer_jump(game, floor, cell)
            return


def lifeguard_tip(game, player):
    if not player.on_board:
        return
    near = game.adjacent(player.at)
    if not near:
        return
    bouncer = game.bouncers[player.floor]
    choices = [cell for cell in near if cell != bouncer.at] or near
    taken = yield Decision([f"tile {cell}" for cell in choices])
    cell = cell_named(taken.removeprefix("tile "))
    yield from bouncers.bouncer_jump(game, cell.floor, cell)


def no_running(game, player):
    game.no_running = True
    yield from ()


def directions(game, player):
    choices = [cell for cell in board.CELLS if moving.may_be_peeked(game, cell)]
    if choices:
        taken = yield Decision([f"tile {cell}" for cell in choices])
        yield from moving.peek(game, player, cell_named(taken.removeprefix("tile ")))


def happy_hour(game, player):
    for cell in game.tiles:
        if game.kind(cell) in ("buffet", "surveillance", "cashier-cages") and game.out_of_order != cell:
            game.cubes[cell] = 2
    yield from ()


def chatterbox(game, player):
    floor = player.floor
    if floor is not None and game.bouncers[floor].marker is not None:
        yield from bouncers.bouncer_jump(game, floor, game.bouncers[floor].marker)


def tipsy(game, player):
    floor = player.floor
    if floor is None or game.bouncers[floor].marker is None:
        return
    bouncer = game.bouncers[floor]
    left = bouncer.at
    yield from bouncers.bouncer_enter(game, floor, bouncer.marker)
    bouncer.marker = left


def espresso_bar(game, player):
    if player.floor is not None:
        movement = bouncers.begin(game, player.floor, 2)
        yield from bouncers.walk(game, movement)
        bouncers.finish(game, movement)


def share_a_drink(game, player):
    others = [p for p in game.in_casino() if p is not player and p.on_board]
    choices = [p for p in others if p.at != player.at] or others
    if choices and player.on_board:
        taken = yield Decision([f"player {p.number}" for p in choices])
        other = game.players[int(taken.removeprefix("player ")) - 1]
        yield from moving.enter(game, other, player.at, NONE, reason=moving.EVENT, ignore_wye=True)


def thirsty(game, player):
    if player.on_board:
        yield from bouncers.set_marker(game, player.floor, player.at)


def dubious_meeting(game, player):
    player.dubious = True
    yield from ()


EFFECTS = {
    "splash-zone": splash_zone,
    "cannonball": cannonball,
    "pool-prank": pool_prank,
    "trade-shifts": trade_shifts,
    "identity-theft": identity_theft,
    "go-for-a-swim": go_for_a_swim,
    "lifeguard-tip": lifeguard_tip,
    "no-running": no_running,
    "directions": directions,
    "happy-hour": happy_hour,
    "chatterbox": chatterbox,
    "tipsy": tipsy,
    "espresso-bar": espresso_bar,
    "share-a-drink": share_a_drink,
    "thirsty": thirsty,
    "dubious-meeting": dubious_meeting,
}
assert set(EFFECTS) == {event for deck in data.EVENTS.values() for event in deck}
