"""The actions of a player's own turn (section 5, 7.1 while-here actions, 3.3 abilities)."""

# ruff: noqa: SIM102

from .. import board
from ..board import NONE, VERTICAL, Cell
from . import dead_drops, finales, gear, moving, windows


def options(game):
    """Notation -> generator function, for everything but gear fronts and ending the turn."""
    player = game.current
    result = {}
    if player.on_board:
        result.update(moves(game, player))
        result.update(peeks(game, player))
        result.update(while_here(game, player))
        result.update(chip_action(game, player))
        result.update(preps(game, player))
        if game.actions >= 1:
            result.update(gear.back_options(game, player))
        result.update(abilities(game, player))
        result.update(finales.actions(game, player))
    return result


def spend(game, amount):
    assert game.actions >= amount
    game.actions -= amount


# --- 5.1 Move


def held(game, player):
    """[act.move] A face-up Saleswoman on the player's tile; one under the car is ignored."""
    return game.chip_face_up(player.at, "saleswoman") and not player.in_car


def crossing_free(game, player, cell):
    """[abil.rook] One of the two L-shaped ways to a corner cell has no wall on either of its two edges."""
    here = player.at
    for between in (Cell(here.floor, here.row, cell.col), Cell(here.floor, cell.row, here.col)):
        if between in game.adjacent(here) and cell in game.adjacent(between):
            return True
    return False


def move_legal(game, player, cell, kind):
    """Whether a Move of this declared kind to this tile is possible now."""
    if held(game, player):
        return False
    if kind == "step":
        return cell in game.adjacent(player.at)
    if kind == "crossing":  # [abil.acrobat] what was declared counts if the wall has gone meanwhile (H54)
        return cell in board.touching(player.at)
    assert kind == "diagonal"
    return crossing_free(game, player, cell)


def moves(game, player):
    if game.actions < 1 or held(game, player):
        return {}
    boots = game.is_boots_player(player)
    result = {}
    for cell in game.adjacent(player.at):
        result[f"move {cell}"] = lambda cell=cell: move(game, player, cell, "step")
        if game.has_ability(player, "ghost"):
            stop = slide_stop(game, player, cell) if boots else cell
            if stop not in game.tiles:
                result[f"quiet {cell}"] = lambda cell=cell: move(game, player, cell, "step", quiet=True)
    if game.has_ability(player, "rook") and not boots:
        for cell in board.corner_cells(player.at):
            if crossing_free(game, player, cell):
                result[f"move {cell}"] = lambda cell=cell: move(game, player, cell, "diagonal")
    if game.has_ability(player, "acrobat") and not boots and "crossing" not in game.used_this_turn:
        for cell in game.behind_walls(player.at):
            result[f"move {cell}"] = lambda cell=cell: move(game, player, cell, "crossing")
    return result


def move(game, player, cell, kind, quiet=False):
    """The Move action; `kind` is step, crossing (the Acrobat's) or diagonal (Rook's)."""
    spend(game, 1)
    if kind == "crossing":
        game.used_this_turn.add("crossing")
    start = player.at
    direction = board.direction_of(start, cell)
    if game.active(start, "cashier-cages") and game.cubes[start] >= 2:  # [act.move.cages], H41
        window = yield from windows.roll(game, player, 1, "cages")
        if player.at != start:
            return
        if window.dice[0] < game.cubes[start] or not move_legal(game, player, cell, kind):  # H47
            return
    if game.is_boots_player(player):
        yield from slide(game, player, direction, quiet)
    else:
        yield from moving.enter(game, player, cell, direction, quiet=quiet)


# --- [finale.gravity_boots.rule.1] The slide


def slide_stops_on(game, player, cell, direction):
    """Until a wall, the edge, or a tile with another player."""
    if any(other is not player for other in game.players_on(cell)):
        return True
    return board.ahead(cell, direction) not in game.adjacent(cell)


def slide_stop(game, player, first):
    direction = board.direction_of(player.at, first)
    cell = first
    while not slide_stops_on(game, player, cell, direction):
        cell = board.ahead(cell, direction)
    return cell


def slide(game, player, direction, quiet):
    floor = player.floor
    while True:
        cell = board.ahead(player.at, direction)
        if slide_stops_on(game, player, cell, direction):
            break
        player.at = cell  # chips and tiles that are passed are ignored
        yield from moving.meet_bouncer(game, [player])  # ruling.3
    yield from moving.enter(game, player, cell, direction, quiet=quiet)
    yield from finales.shift_bouncer(game, floor, direction)


# --- 5.3 Peek


def peeks(game, player):
    """[act.peek]"""
    cost = 0 if game.has_ability(player, "hacker") else 1  # [abil.hacker]
    if game.actions < cost or player.dubious or game.active(player.at, "count-room"):
        return {}
    cells = list(game.adjacent(player.at))
    if game.has_ability(player, "hawk"):  # [abil.hawk]
        reach = board.distances(game.frozen_walls(player.floor), player.at)
        cells += [cell for cell, steps in reach.items() if steps == 2]
    return {
        f"peek {cell}": (lambda cell=cell: peek(game, player, cell, cost))
        for cell in cells
        if moving.may_be_peeked(game, cell)
    }


def peek(game, player, cell, cost):
    spend(game, cost)
    yield from moving.peek(game, player, cell)


# --- 5.5, 7.1 While-here actions


def while_here(game, player):
    here = player.at
    if here not in game.tiles or game.out_of_order == here:  # [act.here], [tile.out_of_order]
        return {}
    kind = game.kind(here)
    boots = game.is_boots_player(player)
    result = {}
    if kind == "magic-show" and game.actions >= 1 and not boots:  # [tile.magic_show]
        for cell in game.behind_walls(here):
            result[f"magic-show {cell}"] = lambda cell=cell: magic_show(game, player, cell)
    if kind == "revolving-door" and game.actions >= 2:  # [tile.revolving_door]
        for cell in board.corner_cells(here):
            result[f"revolving-door {cell}"] = lambda cell=cell: revolving_door(game, player, cell)
    if (kind == "monorail" or game.monorail == here) and game.actions >= 1 and not boots:  # [tile.monorail]
        for cell in board.CELLS:
            if cell != here and (game.kind(cell) == "monorail" or game.monorail == cell):
                result[f"monorail {cell}"] = lambda cell=cell: ride_monorail(game, player, cell)
    if (kind == "escalator" or game.escalator == here) and game.actions >= 1:  # [tile.escalator]
        result["escalator"] = lambda: ride_escalator(game, player)
    if kind == "surveillance" and game.actions >= 1 and game.cubes[here] >= 1:  # [tile.surveillance]
        result["clear"] = lambda: clear(game, here)
    if game.finale is None and game.actions >= 1:  # [safe.finale]
        if kind == "owners-office" and game.dice_office >= 1 and game.where("safe") is not None:
            result["send-die"] = lambda: send_die(game)
        if kind == "safe" and game.dice_safe >= 1:
            result["roll"] = lambda: roll_safe(game, player)
    return result


def magic_show(game, player, cell):
    spend(game, 1)
    yield from moving.enter(game, player, cell, board.direction_of(player.at, cell))


def revolving_door(game, player, cell):
    spend(game, 2)
    direction = board.direction_of(player.at, cell)
    yield from moving.enter(game, player, cell, direction, landing_task="use-revolving")


def ride_monorail(game, player, cell):
    spend(game, 1)
    yield from moving.enter(game, player, cell, NONE, landing_task="ride-monorail")


def ride_escalator(game, player):
    spend(game, 1)
    yield from moving.enter(game, player, player.at.other, VERTICAL, landing_task="ride-escalator")


def clear(game, cell):
    spend(game, 1)
    del game.cubes[cell]
    dead_drops.trigger(game, "clear-surveillance")
    yield from dead_drops.settle(game)


def send_die(game):
    """[safe.move]"""
    spend(game, 1)
    game.dice_office -= 1
    game.dice_safe += 1
    dead_drops.trigger(game, "move-die")
    yield from dead_drops.settle(game)


def safe_line(game):
    """The 6 cells in the row and column of the Safe."""
    safe = game.where("safe")
    return [c for c in board.floor_cells(2) if c != safe and (c.row == safe.row or c.col == safe.col)]


def roll_safe(game, player):
    """[safe.roll]; the roll counts whatever has happened in window D (H47)."""
    spend(game, 1)
    window = yield from windows.roll(game, player, game.dice_safe, "safe")
    covered = 0
    for cell in safe_line(game):
        face = game.face(cell)
        if face is not None and cell not in game.cracked and face.number in window.dice:
            game.cracked.add(cell)
            covered += 1
            if face.number in (1, 2):
                dead_drops.trigger(game, "crack-low")
    if covered >= 2:
        dead_drops.trigger(game, "double-crack")
    yield from dead_drops.settle(game)
    if not window.keep_dice:  # [safe.return]
        game.dice_safe -= 1
        game.dice_office += 1
    if all(cell in game.cracked for cell in safe_line(game)):  # [safe.done]
        yield from finales.start(game, player)


# --- [chip.mole.use]


def chip_action(game, player):
    if game.finale is not None or game.actions < 2 or player.in_car:  # H24
        return {}
    if not game.chip_face_up(player.at, "mole") or game.dice_supply < 1:
        return {}
    return {"mole": lambda: use_mole(game, player)}


def use_mole(game, player):
    spend(game, 2)
    del game.chips[player.at]
    gear.put_die_on_office(game, player.at)
    dead_drops.trigger(game, "use-mole")
    yield from dead_drops.settle(game)


# --- [act.prep]


def preps(game, player):
    if game.actions < 1 or game.prepped_this_turn:
        return {}
    return {
        f"prep {card}": (lambda held=held: prep(game, player, held))
        for card, held in player.gear.items()
        if held.side == "unprepped"
    }


def prep(game, player, held):
    spend(game, 1)
    game.prepped_this_turn = True
    held.side = "prepped"
    dead_drops.remove_partners(game, held.card.id)
    yield from ()


# --- 3.3 The abilities that are actions of their own


def abilities(game, player):
    result = {}
    here = player.at
    if game.actions < 1:
        return result
    if not player.in_car:  # [abil.rigger]
        if game.has_ability(player, "rigger") and here.square not in game.zip_lines:
            if "zip-line" not in game.used_this_turn and player.zip_lines_laid < 2:
                result["zip-line"] = lambda: zip_line(game, player)
        if here.square in game.zip_lines:
            result["ride-zip-line"] = lambda: ride_zip_line(game, player)
    if game.has_ability(player, "juicer") and "jam" not in game.used_this_turn:  # [abil.juicer]
        for cell in board.floor_cells(player.floor):
            if game.kind(cell) == "surveillance":
                result[f"jam {cell}"] = lambda cell=cell: jam(game, cell)
    if game.has_ability(player, "ghost") and here not in game.tiles:  # [abil.ghost]
        result["lights"] = lambda: lights(game, here)
    return result


def zip_line(game, player):
    spend(game, 1)
    game.used_this_turn.add("zip-line")
    player.zip_lines_laid += 1
    game.zip_lines.add(player.at.square)
    yield from ()


def ride_zip_line(game, player):
    spend(game, 1)
    yield from moving.enter(game, player, player.at.other, VERTICAL)


def jam(game, cell):
    spend(game, 1)
    game.used_this_turn.add("jam")
    game.cubes.pop(cell, None)
    game.jammed = cell
    yield from ()


def lights(game, cell):
    spend(game, 1)
    yield from moving.reveal_tile(game, cell)
    yield from windows.open_window(game, windows.Window("T"))
