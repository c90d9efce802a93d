"""Bouncers: turns, paths, entering, destinations, hunting, commotions (section 6)."""

from shared.requests import Chance, Decision

from .. import board, data
from ..board import cell as cell_named
from . import dead_drops, end, windows


class Movement:
    """A bouncer movement that is running; `left` is None where crow tokens cost nothing (H43)."""

    def __init__(self, floor, left):
        self.floor = floor
        self.left = left


def begin(game, floor, left):
    movement = Movement(floor, left)
    game.movements.append(movement)
    return movement


def finish(game, movement):
    """[gear.contortion.movement] Contortion lasts to the end of the outermost movement."""
    assert game.movements[-1] is movement
    game.movements.pop()
    if not game.movements:
        game.contorted.clear()


# --- 6.1 A bouncer's turn


def bouncer_turn(game, floor, spaces):
    """[b.turn]"""
    bouncer = game.bouncers[floor]
    movement = begin(game, floor, spaces)
    yield from windows.open_window(game, windows.Window("S", floor=floor, start_of_turn=True))
    if game.hunting(floor) and game.players_on(bouncer.at):
        yield from standing_heat(game, floor)  # [b.hunter.stand]
    else:
        yield from walk(game, movement)
    finish(game, movement)


def standing_heat(game, floor):
    """[b.hunter.stand] 2 heat for each player on his tile; Crowd does not help (H28), Disguise does."""
    for player in game.players_on(game.bouncers[floor].at):
        if player.disguise:
            player.disguise = False
        else:
            end.gain_heat(player, 2)
            dead_drops.trigger(game, "bouncer-heat")
    end.check(game, bouncer_move=True)  # [finale.caught_red_handed.ruling.3]
    yield from dead_drops.settle(game)


def walk(game, movement, stop_on_arrival=False):
    """Single steps while spaces are left: the loop of [b.turn], also of Espresso Bar and commotions ([com.order])."""
    floor = movement.floor
    bouncer = game.bouncers[floor]
    arrivals = bouncer.arrivals
    while movement.left > 0:
        goal = yield from goal_to_walk_to(game, floor)
        if goal is None:
            return
        window = windows.Window("S", floor=floor, goal=goal)
        yield from windows.open_window(game, window)
        if stop_on_arrival and bouncer.arrivals != arrivals:
            return  # [com.buffet] any arrival during the run ends it
        goal = yield from goal_to_walk_to(game, floor)  # recomputed after any gear
        if goal is None:
            return
        movement.left -= 1
        yield from bouncer_enter(game, floor, next_step(game, floor, goal), movement)
        if bouncer.at == bouncer.marker:
            yield from reached(game, floor)
        if stop_on_arrival and bouncer.arrivals != arrivals:
            return
        if game.hunting(floor) and game.players_on(bouncer.at):
            return  # [b.hunter.stop]


def goal_to_walk_to(game, floor):
    """The cell his next step goes toward; None if he has no target, no path, or is at his target already."""
    bouncer = game.bouncers[floor]
    goal = yield from target(game, floor)
    if goal is None or goal == bouncer.at or path(game, floor, goal) is None:
        return None
    return goal


# --- 6.2 Paths


def path(game, floor, goal):
    return board.best_path(game.frozen_walls(floor), game.bouncers[floor].at, goal)


def next_step(game, floor, goal):
    """First step of the path from where he is, or None."""
    cells = path(game, floor, goal)
    return cells[0] if cells else None


# --- 6.3 Entering


def banner_active(game, cell, kind):
    return game.active(cell, kind)


def players_touching(game, cell):
    """Players on tiles sharing an edge with this one, walls ignored, not the tile itself."""
    return [p for p in game.players if p.on_board and p.at in board.touching(cell)]


def tile_protected(game, cell):
    """A face-up Crowd chip or a crowd token."""
    return game.chip_face_up(cell, "crowd") or cell in game.crowds


def would_gain_entry_heat(game, player):
    return not (tile_protected(game, player.at) or player in game.contorted or player.disguise)


def bouncer_enter(game, floor, cell, movement=None, entry_heat=True):
    """[b.enter.order] Every step and every jump."""
    bouncer = game.bouncers[floor]
    assert cell.floor == floor and cell != bouncer.at
    bouncer.at = cell  # [b.enter.1]

    # [b.enter.2] Brown banners
    if banner_active(game, cell, "surveillance") and game.jammed != cell:
        game.cubes[cell] += 1
        if game.cubes[cell] >= 4:
            del game.cubes[cell]
            for player in game.players_on_floor(floor):
                end.gain_heat(player, 2)
    if banner_active(game, cell, "crows-nest"):
        for player in players_touching(game, cell):
            end.gain_heat(player, 1)

    # [b.enter.3] Crow token
    if cell in game.crows:
        game.crows.discard(cell)
        if movement is not None and movement.left is not None:
            movement.left = max(0, movement.left - 1)

    # [b.enter.4] Players there; Fainting leaves this step out
    here = game.players_on(cell)
    if entry_heat and here:
        if game.chip_face_up(cell, "crowd"):
            del game.chips[cell]
        elif cell in game.crowds:
            game.crowds.discard(cell)
        else:
            for player in here:
                if player in game.contorted:
                    continue
                if player.disguise:
                    player.disguise = False
                    continue
                end.gain_heat(player, 2)
                dead_drops.trigger(game, "bouncer-heat")

    # [b.enter.5] Finale hooks, heat check
    for player in here:
        end.check_prima_donna(game, player)
    if game.tiger == cell:
        end.check_tiger(game)
    end.check(game, bouncer_move=True)
    yield from dead_drops.settle(game)


def bouncer_jump(game, floor, cell):
    """[b.jump] A jump to the tile he stands on is not entering; a jump onto his marker is followed by reached()."""
    bouncer = game.bouncers[floor]
    if bouncer.at == cell:
        return
    yield from bouncer_enter(game, floor, cell)
    if bouncer.at == bouncer.marker:
        yield from reached(game, floor)


# --- 6.4 Destinations and hunting


def reached(game, floor):
    """[dest.reached] The bouncer is on his marker."""
    bouncer = game.bouncers[floor]
    assert bouncer.at == bouncer.marker
    bouncer.arrivals += 1
    yield from new_destination(game, floor)


def new_destination(game, floor):
    """Draws from this floor's deck until a card names another cell than his own; an empty deck starts a hunt."""
    bouncer = game.bouncers[floor]
    while True:
        if game.deck_empty(floor):
            yield from start_hunting(game, floor)
            return
        card = yield from draw_patrol(game, floor)
        cell = yield from cell_of_card(game, floor, card)
        if cell is None or cell == bouncer.at:
            continue  # [dest.redraw]
        bouncer.marker = cell
        window = windows.Window("N", floor=floor, card_cell=cell)
        yield from windows.open_window(game, window)
        if not window.lookout:
            return


def start_hunting(game, floor):
    """[hunt.start]"""
    bouncer = game.bouncers[floor]
    if bouncer.marker is not None:
        bouncer.marker = None
        bouncer.chosen = None
        dead_drops.trigger(game, "hunting")
        yield from dead_drops.settle(game)


def draw_patrol(game, floor):
    """Draws the top card and discards it face up on this floor's pile."""
    deck = game.decks[floor]
    pool = deck.top()
    outcome = yield Chance(pool.outcomes("patrol"))
    card = outcome.removeprefix("patrol ")
    pool.take(card)
    deck.places.pop(0)
    deck.discards.append(card)
    return card


def cell_of_card(game, floor, card):
    """The cell a card names on this floor, whatever floor it was printed for; None if a distracted card has no tile."""
    if card != data.DISTRACTED:
        return board.square_on(floor, data.PATROL[card].square)
    # [dest.distracted]
    choices = distracted_choices(game, floor)
    if not choices:
        return None
    taken = yield Decision([f"distract {cell}" for cell in choices])
    return cell_named(taken.removeprefix("distract "))


def distracted_choices(game, floor):
    """Face-up tiles of this floor with an even number, not his own tile (H12)."""
    return [
        cell
        for cell in board.floor_cells(floor)
        if cell != game.bouncers[floor].at
        and game.face(cell) is not None
        and game.face(cell).number is not None
        and game.face(cell).number % 2 == 0
    ]


def set_marker(game, floor, cell):
    """*Sets* a destination, which also ends a hunt ([hunt.lure]). If he is there already, reached() follows at once."""
    bouncer = game.bouncers[floor]
    bouncer.marker = cell
    bouncer.chosen = None
    if bouncer.at == cell:
        yield from reached(game, floor)


def possible_targets(game, floor):
    """Where he may go now: his marker, the car, the player chosen, or else the cells of all nearest players."""
    bouncer = game.bouncers[floor]
    if bouncer.marker is not None:
        return [bouncer.marker]
    if game.finale == "rescuing-her-ride" and floor == 2:
        return [game.car]
    reach = board.distances(game.frozen_walls(floor), bouncer.at)
    players = [p for p in game.players_on_floor(floor) if p.at in reach]
    if not players:
        return []
    least = min(reach[p.at] for p in players)
    nearest = [p for p in players if reach[p.at] == least]
    return [bouncer.chosen.at] if bouncer.chosen in nearest else [p.at for p in nearest]


def target(game, floor):
    """His marker, or when hunting the cell of the nearest player ([hunt.target])."""
    bouncer = game.bouncers[floor]
    if bouncer.marker is not None:
        return bouncer.marker
    if game.finale == "rescuing-her-ride" and floor == 2:
        return game.car  # [finale.rescuing_her_ride.setup.2]
    reach = board.distances(game.frozen_walls(floor), bouncer.at)
    players = [p for p in game.players_on_floor(floor) if p.at in reach]
    if not players:
        bouncer.chosen = None
        return None
    least = min(reach[p.at] for p in players)
    nearest = [p for p in players if reach[p.at] == least]
    if bouncer.chosen not in nearest:
        bouncer.chosen = None  # the choice is kept only while that player stays among the nearest
    if len({p.at for p in nearest}) == 1:
        return nearest[0].at
    if bouncer.chosen is None:
        taken = yield Decision([f"hunt {p.number}" for p in nearest])
        bouncer.chosen = game.players[int(taken.removeprefix("hunt ")) - 1]
    return bouncer.chosen.at


# --- 6.5 Commotions


def commotion(game, cell, steps=1, stop=False):
    """[com.order]"""
    floor = cell.floor
    bouncer = game.bouncers[floor]
    window = windows.Window("M", floor=floor, goal=cell)
    yield from windows.open_window(game, window)
    if window.cancelled:
        return
    if bouncer.at == cell:
        return
    bouncer.marker = cell
    bouncer.chosen = None
    if floor == 2:
        dead_drops.trigger(game, "commotion-upstairs")
        yield from dead_drops.settle(game)
    movement = begin(game, floor, steps)
    yield from walk(game, movement, stop_on_arrival=stop)
    finish(game, movement)
