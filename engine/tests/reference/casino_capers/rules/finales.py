"""The nine finales (7.4, finales.toml)."""

# ruff: noqa: SIM102

import itertools
from collections import Counter

from shared.requests import Chance, Decision, uniform

from .. import board, data
from ..board import DIRECTIONS, VERTICAL
from ..board import cell as cell_named
from ..endings import GameOver
from ..hidden import Pool
from ..state import EXITED, Chip
from . import bouncers, dead_drops, end, moving, tiles, windows

# --- Starting


def start(game, cracker):
    """[fin.start] Bonus first, then setup line by line; play goes on with the remaining actions."""
    game.cracker = cracker
    if game.finale_known is not None:
        game.finale = game.finale_known
    else:  # [fin.random]
        outcome = yield Chance(uniform("finale", {finale: 1 for finale in game.setup["finales"]}))
        game.finale = outcome.removeprefix("finale ")
    bonus = data.FINALES[game.finale].bonus
    if bonus == "fake_orders":
        yield from fake_orders(game)
    else:
        assert bonus == "disguise_change"
        for player in game.players:  # [fin.disguise_change]
            end.lose_heat(player, 1)
    yield from SETUPS[game.finale](game)


def fake_orders(game):
    """[fin.fake_orders] Everybody knows afterwards which cards went, but not their order (H42)."""
    if not any(card != data.DISTRACTED for floor in (1, 2) for card in game.decks[floor].discards):
        return
    taken = yield Decision(["deck 1", "deck 2"])
    deck = game.decks[int(taken.removeprefix("deck "))]
    moved = None
    for _ in range(2):
        cards = Counter(card for floor in (1, 2) for card in game.decks[floor].discards if card != data.DISTRACTED)
        if not cards:
            break
        outcome = yield Chance(uniform("patrol", cards))
        card = outcome.removeprefix("patrol ")
        for floor in (1, 2):
            if card in game.decks[floor].discards:
                game.decks[floor].discards.remove(card)
        if moved is None:
            moved = Pool([])
        moved.things[card] += 1
        deck.places.append(moved)


# --- 1 Bodyguard


def bodyguard_setup(game):
    # setup.1: gather the chips; every player held by a Saleswoman is free (ruling.8)
    game.chips = {}
    game.chip_knowledge.regather()
    # setup.2, ruling.6: all unblocked dots are filled first
    blocked = []
    for floor in (1, 2):
        cards = Counter(card for card in game.decks[floor].discards if card != data.DISTRACTED)
        if not cards:  # ruling.4
            cards = Counter(card.name for card in data.PATROL.values() if card.floor == floor)
        outcome = yield Chance(uniform("patrol", cards))
        card = data.PATROL[outcome.removeprefix("patrol ")]
        for square in card.dots:
            cell = board.square_on(floor, square)  # ruling.11
            if game.players_on(cell):
                blocked.append(cell)
            else:
                game.chips[cell] = Chip()
    # setup.3, ruling.1
    for dot in sorted(blocked):
        choices = [c for c in board.floor_cells(dot.floor) if not game.players_on(c) and c not in game.chips]
        taken = yield Decision([f"tile {c}" for c in choices])
        game.chips[cell_named(taken.removeprefix("tile "))] = Chip()
    # setup.4, ruling.7: all are named in ascending order before any of them is turned up
    number = {2: 6, 3: 3, 4: 0}[game.size]
    named = []
    while len(named) < number:
        later = [c for c in sorted(game.chips) if not named or c > named[-1]]
        needed_after = number - len(named) - 1
        choices = later[: len(later) - needed_after]
        taken = yield Decision([f"tile {c}" for c in choices])
        named.append(cell_named(taken.removeprefix("tile ")))
    for cell in named:
        chip = yield from moving.turn_up_chip(game, cell)
        if chip.kind == "prima-donna":  # ruling.2, ruling.5: back face down, and known
            chip.face_up = False
        else:
            del game.chips[cell]


# --- 2 Rescuing Her Ride


def rescuing_her_ride_setup(game):
    game.car = game.where("safe")
    game.bouncers[2].marker = None  # ruling.1
    game.bouncers[2].chosen = None
    yield from ()


def rescuing_her_ride_actions(game, player):
    result = {}
    if game.actions < 1:
        return result
    if player.at == game.car and not player.in_car:  # rule.1
        result["get-in"] = lambda: get_in(game, player)
    if player.in_car:  # rule.2
        for direction in DIRECTIONS:
            way = drive_way(game, direction)
            if way is not None:
                result[f"drive {direction}"] = lambda way=way: drive(game, player, way)
    return result


def get_in(game, player):
    game.actions -= 1
    player.in_car = True
    yield from ()


def drive_way(game, direction):
    """The cells from the car's to the one it lands on; None if the way is illegal."""
    way = [game.car]
    while len(way) < 3:
        following = board.ahead(way[-1], direction)
        if following is None:
            break
        way.append(following)
    if len(way) == 1:
        return None
    if game.size == 2 and any(edge in game.walls[2] for edge in edges_of(way)):  # rule.3, ruling.2
        return None
    return way


def edges_of(way):
    return [board.edge(a, b) for a, b in itertools.pairwise(way)]


def drive(game, player, way):
    """ruling.9, ruling.10"""
    game.actions -= 1
    for edge in edges_of(way):
        game.walls[2].discard(edge)
    cell = way[-1]
    passengers = [p for p in game.players if p.in_car]
    game.car = cell
    for passenger in passengers:
        passenger.at = cell
    yield from moving.meet_bouncer(game, passengers)
    if cell not in game.tiles:
        yield from moving.reveal_tile(game, cell, settle=False)
    moving.note_where_player_stands(game, cell)
    yield from dead_drops.settle(game)
    yield from windows.open_window(game, windows.Window("T"))
    yield from tiles.when_you_enter(game, player, cell)


# --- 3 Laundry Day


def laundry_day_setup(game):
    game.dice_office = game.dice_safe = 0
    game.dice_loose.clear()
    game.dice_supply = 5 - game.size  # ruling.3
    for player in game.players:
        player.die = 1
    yield from ()


# --- 4 Caught Red Handed

FINGERPRINTS = {2: (1, 4), 3: (1, 2, 4), 4: (1, 2, 3, 4)}  # [finale.caught_red_handed.setup.1]


def caught_red_handed_setup(game):
    tokens = list(FINGERPRINTS[game.size])
    dealt = []
    for _ in game.players:
        outcome = yield Chance(uniform("token", {token: 1 for token in tokens}))
        token = int(outcome.removeprefix("token "))
        tokens.remove(token)
        dealt.append(token)
    for player, token in zip(game.players, dealt, strict=False):  # setup.2
        player.heat = token
    end.check(game)


# --- 5 Gravity Boots


def gravity_boots_setup(game):
    game.boots = game.cracker
    safe = game.where("safe")
    for player in game.seat_order_from(game.cracker):  # setup.2, ruling.9, ruling.15
        if player.at == safe:
            yield from moving.enter(game, player, safe.other, VERTICAL, ignore_wye=True)


def shift_bouncer(game, floor, direction):
    """rule.4: after the slide, the bouncer of the floor where it was made is moved until a wall or the edge."""
    bouncer = game.bouncers[floor]
    movement = bouncers.begin(game, floor, None)
    while True:
        following = board.ahead(bouncer.at, direction)
        if following not in game.adjacent(bouncer.at):
            break
        yield from bouncers.bouncer_enter(game, floor, following, movement)
        if bouncer.at == bouncer.marker:  # ruling.12
            yield from bouncers.reached(game, floor)
    bouncers.finish(game, movement)


# --- 6 Catch a Tiger


def catch_a_tiger_setup(game):
    players = [p for p in game.players if p.on_board]
    free = [p for p in players if game.bouncers[p.floor].at != p.at]  # ruling.2
    choices = free or players
    taken = yield Decision([f"player {p.number}" for p in choices])
    game.tiger = game.players[int(taken.removeprefix("player ")) - 1].at
    for player in game.players:  # setup.2
        player.steaks = 4 // game.size
    if game.size == 3:
        game.cracker.steaks += 1


def catch_a_tiger_actions(game, player):
    """rule.1"""
    here = player.at
    if game.actions < 1 or player.steaks < 1 or game.tiger is None:
        return {}
    if here in game.had_steak or here not in game.adjacent(game.tiger):
        return {}
    return {"steak": lambda: put_steak(game, player)}


def put_steak(game, player):
    game.actions -= 1
    player.steaks -= 1
    game.steak_cells.add(player.at)
    game.had_steak.add(player.at)
    yield from ()


def tiger_moves(game, player):
    """rule.2: after a player's turn, if the tiger is on that player's floor."""
    if game.tiger is None or player.floor != game.tiger.floor:
        return
    near = [cell for cell in game.adjacent(game.tiger) if cell in game.steak_cells]
    if not near:
        return
    cell = near[0]
    if len(near) > 1:  # ruling.1
        taken = yield Decision([f"tile {c}" for c in sorted(near)])
        cell = cell_named(taken.removeprefix("tile "))
    game.tiger = cell
    end.check_tiger(game)
    game.steak_cells.discard(cell)
    game.steaks_eaten += 1
    if game.steaks_eaten == 4:
        game.unlocked = True
        game.tiger = None


# --- 7 Hail Mary


def hail_mary_setup(game):
    game.football = game.where("safe")
    yield from ()


def hail_mary_actions(game, player):
    result = {}
    here = player.at
    if game.actions < 1 or here != game.football:
        return result
    for direction in DIRECTIONS:  # rule.1, ruling.3
        cell = here
        for _ in range(3):
            following = board.ahead(cell, direction)
            if following is None:
                break
            if game.size != 2 and following not in game.adjacent(cell):
                break
            cell = following
            if game.players_on(cell):
                result[f"throw {cell}"] = lambda cell=cell: throw(game, cell)
    if here.floor == 2 and game.out_of_order != here:  # rule.2, ruling.2
        if (game.kind(here) == "escalator" or game.escalator == here) and game.players_on(here.other):
            result["throw-down"] = lambda: throw(game, here.other)
    return result


def throw(game, cell):
    game.actions -= 1
    game.football = cell
    if cell in game.entrances:  # ruling.4
        game.unlocked = True
    yield from ()


# --- 8 The Raid


def the_raid_setup(game):
    for cell in board.floor_cells(2):
        face = game.face(cell)
        if face is None or (face.number is not None and face.number % 2 == 0):
            game.swat.add(cell)
    yield from ()


def the_raid_actions(game, player):
    """rule.2"""
    if game.actions >= 1 and player.floor == 1 and player.at.other in game.swat:
        return {"remove-swat": lambda: remove_swat(game, player.at.other)}
    return {}


def remove_swat(game, cell):
    game.actions -= 1
    game.swat.discard(cell)
    yield from ()


# --- 9 Bringing Down the House

QUOTA = {2: 5, 3: 4, 4: 3}  # [finale.bringing_down_the_house.rule.2]


def bringing_down_the_house_actions(game, player):
    """rule.1"""
    if game.actions < 1 or player.walls_destroyed >= QUOTA[game.size]:
        return {}
    return {f"destroy {cell}": (lambda cell=cell: destroy(game, player, cell)) for cell in game.behind_walls(player.at)}


def destroy(game, player, cell):
    game.actions -= 1
    here = player.at
    game.walls[here.floor].discard(board.edge(here, cell))
    player.walls_destroyed += 1
    yield from bouncers.commotion(game, here)


# --- Exits


def nothing(game):
    yield from ()


SETUPS = {
    "bodyguard": bodyguard_setup,
    "rescuing-her-ride": rescuing_her_ride_setup,
    "laundry-day": laundry_day_setup,
    "caught-red-handed": caught_red_handed_setup,
    "gravity-boots": gravity_boots_setup,
    "catch-a-tiger": catch_a_tiger_setup,
    "hail-mary": hail_mary_setup,
    "the-raid": the_raid_setup,
    "bringing-down-the-house": nothing,
}
ACTIONS = {
    "rescuing-her-ride": rescuing_her_ride_actions,
    "catch-a-tiger": catch_a_tiger_actions,
    "hail-mary": hail_mary_actions,
    "the-raid": the_raid_actions,
    "bringing-down-the-house": bringing_down_the_house_actions,
}
assert set(SETUPS) == set(data.FINALES)


def actions(game, player):
    """The extra actions of the finale that runs."""
    return ACTIONS[game.finale](game, player) if game.finale in ACTIONS else {}


def exit_unlocked(game, player):
    """The unlock clause of the finale, for this player."""
    if game.finale == "bodyguard":
        return sum(p.prima_donnas for p in game.players) >= 2
    if game.finale == "laundry-day":
        return player.die == 5
    if game.finale == "bringing-down-the-house":
        return player.walls_destroyed == QUOTA[game.size]
    return game.unlocked  # Gravity Boots, Catch a Tiger, Hail Mary


def exit_check(game, player):
    """[fin.exit] At the end of the turn. Returns True if the player has exited."""
    if game.finale is None or not player.on_board:
        return False
    place = data.FINALES[game.finale].exit
    if place == "none":
        return False
    if place == "edge_tile_floor_2_in_car":  # [finale.rescuing_her_ride.ruling.5]
        if all(p.in_car for p in game.players) and board.is_edge(game.car):
            for p in game.players:
                leave_the_casino(game, p)
            raise GameOver("escaped")
        return False
    if place == "entrance_tokens":
        on_exit = player.at in game.entrances
    else:
        assert place == "safe_tile"
        on_exit = game.kind(player.at) == "safe"
    if not (on_exit and exit_unlocked(game, player)):
        return False
    leave_the_casino(game, player)
    end.check_all_exited(game)
    return True


def leave_the_casino(game, player):
    player.at = EXITED
    player.in_car = False
    if game.has_ability(player, "juicer"):
        game.jammed = None  # [abil.juicer]
