"""Gear (5.7, 7.2, gear.csv): what each front may name, and what it does."""

from shared.requests import Chance, Decision

from .. import board, data
from ..board import NONE
from ..hidden import Pool
from . import bouncers, dice, end, moving, windows


def uses_of(game, player, held, window):
    """Notation -> generator function for every legal use of this prepped card in this window."""
    card = held.card
    result = {}
    for arguments in TARGETS[card.id](game, window):
        notation = " ".join([card.id] + [str(argument) for argument in arguments])
        result[notation] = lambda arguments=arguments: use(game, player, held, window, arguments)
    return result


def use(game, player, held, window, arguments):
    """[gear.front] The use is counted, and the card flipped, before the effect is carried out."""
    held.uses += 1
    if held.uses >= held.card.uses:
        held.side = "back"
    yield from EFFECTS[held.card.id](game, window, *arguments)


# --- helpers for the targets


def current_mover(game):
    """The current player, if gear may move them ([finale.gravity_boots.rule.3])."""
    player = game.current_in_casino()
    return None if player is None or game.is_boots_player(player) else player


def movable(game, player):
    return player.on_board and not game.is_boots_player(player)


def face_up_cells(game):
    return [cell for cell in board.CELLS if cell in game.tiles]


def no_targets(legal):
    return [()] if legal else []


# --- Acrobat


def vault_targets(game, window):
    player = current_mover(game)
    return [(cell,) for cell in game.behind_walls(player.at)] if player else []


def vault(game, window, cell):
    player = game.current
    yield from moving.enter(game, player, cell, board.direction_of(player.at, cell), reason=moving.GEAR)


def trapeze_targets(game, window):
    return no_targets(current_mover(game))


def trapeze(game, window):
    yield from moving.enter(game, game.current, game.current.at.other, NONE, reason=moving.GEAR)


def contortion_targets(game, window):
    return [(p.number,) for p in game.in_casino() if p not in game.contorted]


def contortion(game, window, number):
    game.contorted.add(game.players[number - 1])
    yield from ()


def tumble_targets(game, window):
    player = current_mover(game)
    return [(cell,) for cell in game.adjacent(player.at)] if player else []


def tumble(game, window, cell):
    yield from moving.enter(game, game.current, cell, NONE, reason=moving.GEAR, ignore_wye=True, tumble=True)


# --- Hacker


def loop_footage_targets(game, window):
    kinds = ("cashier-cages", "buffet", "surveillance")
    return [(cell,) for cell in face_up_cells(game) if game.kind(cell) in kinds and game.cubes[cell] >= 1]


def loop_footage(game, window, cell):
    del game.cubes[cell]
    yield from ()


def out_of_order_targets(game, window):
    if game.out_of_order is not None:
        return []
    forbidden = () if game.finale else ("safe", "owners-office")  # [tile.out_of_order]
    return [(cell,) for cell in face_up_cells(game) if game.kind(cell) not in forbidden]


def out_of_order(game, window, cell):
    game.out_of_order = cell
    game.cubes.pop(cell, None)
    yield from ()


def radio_interference_targets(game, window):
    return [(cell,) for floor in (1, 2) for cell in game.adjacent(game.bouncers[floor].at)]


def radio_interference(game, window, cell):
    floor = cell.floor
    bouncer = game.bouncers[floor]
    yield from bouncers.bouncer_enter(game, floor, cell)
    if bouncer.at == bouncer.marker:  # [b.atmarker]
        yield from bouncers.reached(game, floor)


def hack_targets(game, window):
    """[gear.must_do] A commotion that would be ignored needs no preventing."""
    return no_targets(game.bouncers[window.floor].at != window.goal)


def hack(game, window):
    window.cancelled = True
    window.closed = True
    yield from ()


# --- Hawk


def peek_by_gear(game, window, cell):
    """[act.peek.other]"""
    yield from moving.peek(game, game.current, cell)


def peekable(game, cells):
    return [(cell,) for cell in cells if moving.may_be_peeked(game, cell)]


def binoculars_targets(game, window):
    player = game.current_in_casino()
    if player is None:
        return []
    cells = []
    for direction in board.DIRECTIONS:
        first = board.ahead(player.at, direction)
        if first in game.adjacent(player.at):
            cells.append(first)
            second = board.ahead(first, direction)
            if second in game.adjacent(first):
                cells.append(second)
    return peekable(game, cells)


def x_ray_specs_targets(game, window):
    player = game.current_in_casino()
    return peekable(game, game.behind_walls(player.at)) if player else []


def birds_eye_targets(game, window):
    return [(cell,) for cell in board.CELLS if cell not in game.tiles and cell not in game.chips]


def birds_eye(game, window, cell):
    yield from moving.reveal_tile(game, cell)
    yield from windows.open_window(game, windows.Window("T"))


def spyglass_targets(game, window):
    player = game.current_in_casino()
    if player is None:
        return []
    here = player.at
    line = [c for c in board.floor_cells(here.floor) if c != here and (c.row == here.row or c.col == here.col)]
    return peekable(game, line)


# --- Juicer


def adrenaline_targets(game, window):
    return no_targets(game.current_in_casino())


def adrenaline(game, window):
    game.current.heat = 5
    game.actions += 3
    end.check(game)
    yield from ()


def bingo_targets(game, window):
    targets = []
    for floor in (1, 2):
        bouncer = game.bouncers[floor]
        marker = bouncer.marker
        if marker is not None:
            targets += [
                (c,)
                for c in board.floor_cells(floor)
                if c not in (marker, bouncer.at) and (c.row == marker.row or c.col == marker.col)
            ]
    return targets


def bingo(game, window, cell):
    game.bouncers[cell.floor].marker = cell
    yield from ()


def fainting_targets(game, window):
    return no_targets(game.current_in_casino())


def fainting(game, window):
    """The rest is done at the end of the turn ([gear.fainting.order], turn.py)."""
    game.turn_over = True
    game.fainted_floor = game.current.floor
    yield from ()


def commotion_possible(game, cell):
    return game.bouncers[cell.floor].at != cell


def crybaby_targets(game, window):
    return [(cell,) for cell in board.CELLS if commotion_possible(game, cell) or commotion_possible(game, cell.other)]


def crybaby(game, window, cell):
    yield from bouncers.commotion(game, cell)
    yield from bouncers.commotion(game, cell.other)


# --- Peterman


def loaded_dice_targets(game, window):
    return [(dice.text(subset),) for subset in dice.subsets(window.dice)]


def loaded_dice(game, window, text):
    yield from dice.reroll(game, window, [int(digit) for digit in text])


def stethoscope_targets(game, window):
    return [(old, new) for old in sorted(set(window.dice)) for new in dice.FACES if new != old]


def stethoscope(game, window, old, new):
    window.dice.remove(old)
    window.dice = sorted([*window.dice, new])
    yield from ()


def inside_tip_targets(game, window):
    office = game.where("owners-office")
    return no_targets(
        game.finale is None and game.dice_supply >= 1 and (office is not None or game.current_in_casino() is not None)
    )


def inside_tip(game, window):
    put_die_on_office(game, game.current.at)
    yield from ()


def put_die_on_office(game, otherwise):
    """A safe die from the supply goes to the Owner's Office; if that is face down, to the other tile."""
    game.dice_supply -= 1
    if game.where("owners-office") is not None:
        game.dice_office += 1
    else:
        game.dice_loose[otherwise] += 1


def steady_hands_targets(game, window):
    return no_targets(game.finale is None and window.roll == "safe" and not window.keep_dice)


def steady_hands(game, window):
    window.keep_dice = True
    yield from ()


# --- Raven


def crow_targets(game, window):
    if len(game.crows) >= 4:  # [gear.tokens]
        return []
    return [(cell,) for cell in board.CELLS if cell not in game.crows]


def crow(game, window, cell):
    game.crows.add(cell)
    yield from ()


def shoo_targets(game, window):
    still_there = game.chips.get(window.chip_cell) is window.chip
    forbidden = game.finale == "bodyguard" and window.chip.kind == "prima-donna"  # [finale.bodyguard.ruling.10]
    return no_targets(still_there and not forbidden)


def shoo(game, window):
    del game.chips[window.chip_cell]
    window.cancelled = True
    window.closed = True
    yield from ()


def caw_targets(game, window):
    player = game.current_in_casino()
    if player is None:
        return []
    return [(cell,) for cell in board.floor_cells(player.floor) if commotion_possible(game, cell)]


def caw(game, window, cell):
    yield from bouncers.commotion(game, cell)


def switcheroo_targets(game, window):
    first, second = game.bouncers[1].marker, game.bouncers[2].marker
    return no_targets(first is not None and second is not None and first.other != second)


def switcheroo(game, window):
    first, second = game.bouncers[1], game.bouncers[2]
    first.marker, second.marker = second.marker.other, first.marker.other
    for floor in (1, 2):  # floor 1 first ([gear.markers])
        if game.bouncers[floor].at == game.bouncers[floor].marker:
            yield from bouncers.reached(game, floor)


# --- Rigger


def spur_line_targets(game, window):
    if game.monorail is not None:
        return []
    return [(cell,) for cell in face_up_cells(game) if game.kind(cell) != "monorail"]


def spur_line(game, window, cell):
    game.monorail = cell
    yield from ()


def moving_stairs_targets(game, window):
    if game.escalator is not None:
        return []
    return [(cell,) for cell in face_up_cells(game) if game.kind(cell) != "escalator" and game.out_of_order != cell]


def moving_stairs(game, window, cell):
    game.escalator = cell
    yield from ()


def crowbar_targets(game, window):
    player = game.current_in_casino()
    return [(cell,) for cell in game.behind_walls(player.at)] if player else []


def crowbar(game, window, cell):
    game.walls[cell.floor].discard(board.edge(game.current.at, cell))
    yield from ()


class WallName:
    """How a wall or edge is written as an argument: "1:A1-B1"."""

    def __init__(self, floor, wall):
        self.floor = floor
        self.wall = wall

    def __str__(self):
        return f"{self.floor}:{board.wall_name(self.wall)}"


def barricade_targets(game, window):
    targets = []
    for floor in (1, 2):
        free = [e for e in board.interior_edges(floor) if e not in game.walls[floor]]
        for wall in game.walls[floor]:
            for place in free:
                moved = frozenset(game.walls[floor] - {wall} | {place})
                if board.connected(moved, floor):
                    targets.append((WallName(floor, wall), WallName(floor, place)))
    return targets


def barricade(game, window, start, end_):
    game.walls[start.floor].discard(start.wall)
    game.walls[end_.floor].add(end_.wall)
    yield from ()


# --- Rook


def earpiece_targets(game, window):
    return [(p.number, cell) for p in game.players if movable(game, p) for cell in game.adjacent(p.at)]


def earpiece(game, window, number, cell):
    yield from moving.enter(game, game.players[number - 1], cell, NONE, reason=moving.GEAR, ignore_wye=True)


def disguise_targets(game, window):
    if any(p.disguise for p in game.players):
        return []  # [gear.tokens] there is one token
    return [(p.number,) for p in game.in_casino()]


def disguise(game, window, number):
    game.players[number - 1].disguise = True
    yield from ()


def fake_schedule_targets(game, window):
    return [(floor,) for floor in (1, 2) if not game.hunting(floor) and not game.deck_empty(floor)]


def fake_schedule(game, window, floor):
    yield from bouncers.new_destination(game, floor)


def walk_and_talk_targets(game, window):
    return [
        (a.number, b.number)
        for a in game.players
        for b in game.players
        if a is not b and movable(game, a) and movable(game, b) and a.floor == b.floor and a.at != b.at
    ]


def walk_and_talk(game, window, first, second):
    """[gear.two] Both figures are lifted, then each enters, in the order named."""
    a, b = game.players[first - 1], game.players[second - 1]
    from_a, from_b = a.at, b.at
    a.at = b.at = None
    yield from moving.enter(game, a, from_b, NONE, reason=moving.GEAR, ignore_wye=True, left=from_a)
    yield from moving.enter(game, b, from_a, NONE, reason=moving.GEAR, ignore_wye=True, left=from_b)


# --- Spotter


def lookout_targets(game, window):
    return no_targets(game.bouncers[window.floor].marker == window.card_cell)


def lookout(game, window):
    """The card lies in the discards already; new_destination draws another."""
    window.lookout = True
    window.closed = True
    yield from ()


def rain_check_targets(game, window):
    return no_targets(True)


def rain_check(game, window):
    window.cancelled = True
    window.closed = True
    yield from ()


def flash_mob_targets(game, window):
    if len(game.crowds) >= 3:  # [gear.tokens]
        return []
    return [(cell,) for cell in board.CELLS if cell not in game.chips and cell not in game.crowds]


def flash_mob(game, window, cell):
    game.crowds.add(cell)
    yield from ()


def inside_line_targets(game, window):
    return [(floor,) for floor in (1, 2) if not game.deck_empty(floor)]


def inside_line(game, window, floor):
    """All players see the top card and leave it or put it at the bottom; it stays known where it lies."""
    deck = game.decks[floor]
    pool = deck.top()
    outcome = yield Chance(pool.outcomes("patrol"))
    card = outcome.removeprefix("patrol ")
    pool.take(card)
    deck.places[0] = Pool([card])
    taken = yield Decision(["leave", "bottom"])
    if taken == "bottom":
        deck.places.append(deck.places.pop(0))


TARGETS = {
    "vault": vault_targets,
    "trapeze": trapeze_targets,
    "contortion": contortion_targets,
    "tumble": tumble_targets,
    "loop-footage": loop_footage_targets,
    "out-of-order": out_of_order_targets,
    "radio-interference": radio_interference_targets,
    "hack": hack_targets,
    "binoculars": binoculars_targets,
    "x-ray-specs": x_ray_specs_targets,
    "birds-eye": birds_eye_targets,
    "spyglass": spyglass_targets,
    "adrenaline": adrenaline_targets,
    "bingo": bingo_targets,
    "fainting": fainting_targets,
    "crybaby": crybaby_targets,
    "loaded-dice": loaded_dice_targets,
    "stethoscope": stethoscope_targets,
    "inside-tip": inside_tip_targets,
    "steady-hands": steady_hands_targets,
    "crow": crow_targets,
    "shoo": shoo_targets,
    "caw": caw_targets,
    "switcheroo": switcheroo_targets,
    "spur-line": spur_line_targets,
    "moving-stairs": moving_stairs_targets,
    "crowbar": crowbar_targets,
    "barricade": barricade_targets,
    "earpiece": earpiece_targets,
    "disguise": disguise_targets,
    "fake-schedule": fake_schedule_targets,
    "walk-and-talk": walk_and_talk_targets,
    "lookout": lookout_targets,
    "rain-check": rain_check_targets,
    "flash-mob": flash_mob_targets,
    "inside-line": inside_line_targets,
}
EFFECTS = {
    "vault": vault,
    "trapeze": trapeze,
    "contortion": contortion,
    "tumble": tumble,
    "loop-footage": loop_footage,
    "out-of-order": out_of_order,
    "radio-interference": radio_interference,
    "hack": hack,
    "binoculars": peek_by_gear,
    "x-ray-specs": peek_by_gear,
    "birds-eye": birds_eye,
    "spyglass": peek_by_gear,
    "adrenaline": adrenaline,
    "bingo": bingo,
    "fainting": fainting,
    "crybaby": crybaby,
    "loaded-dice": loaded_dice,
    "stethoscope": stethoscope,
    "inside-tip": inside_tip,
    "steady-hands": steady_hands,
    "crow": crow,
    "shoo": shoo,
    "caw": caw,
    "switcheroo": switcheroo,
    "spur-line": spur_line,
    "moving-stairs": moving_stairs,
    "crowbar": crowbar,
    "barricade": barricade,
    "earpiece": earpiece,
    "disguise": disguise,
    "fake-schedule": fake_schedule,
    "walk-and-talk": walk_and_talk,
    "lookout": lookout,
    "rain-check": rain_check,
    "flash-mob": flash_mob,
    "inside-line": inside_line,
}
assert set(TARGETS) == set(EFFECTS) == set(data.GEAR)


# --- [gear.back] Backs: 1 action, only on the holder's own turn in the ACTIONS phase; then the card leaves the game


def back_options(game, player):
    """Notation -> generator function, for the current player's flipped cards."""
    options = {}
    for card, held in player.gear.items():
        if held.side != "back":
            continue
        others = [p for p in game.in_casino() if p is not player]
        if held.card.back == "take_heat":
            if player.heat + 1 < 6:  # [edge.21]
                for other in others:
                    if other.heat >= 1:
                        options[f"take-heat {card} {other.number}"] = lambda card=card, other=other: take_heat(
                            game, player, card, other
                        )
        elif held.card.back == "give_action":
            for other in others:
                options[f"give-action {card} {other.number}"] = lambda card=card, other=other: give_action(
                    game, player, card, other
                )
        else:
            assert held.card.back == "make_commotion"
            for cell in board.floor_cells(player.floor):
                if commotion_possible(game, cell):
                    options[f"make-commotion {card} {cell}"] = lambda card=card, cell=cell: make_commotion(
                        game, player, card, cell
                    )
    return options


def spend_back(game, player, card):
    game.actions -= 1
    del player.gear[card]


def take_heat(game, player, card, other):
    """[back.take_heat]"""
    spend_back(game, player, card)
    end.lose_heat(other, 1)
    end.gain_heat(player, 1)
    end.check(game)
    yield from ()


def give_action(game, player, card, other):
    """[back.give_action]"""
    spend_back(game, player, card)
    other.bonus += 1
    yield from ()


def make_commotion(game, player, card, cell):
    """[back.make_commotion]"""
    spend_back(game, player, card)
    yield from bouncers.commotion(game, cell)
