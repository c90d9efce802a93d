"""Entering a tile, chips, peeking (5.2 to 5.4)."""

# ruff: noqa: SIM102

from shared.requests import Chance

from .. import board
from ..board import NONE, VERTICAL
from ..hidden import tile_distribution
from . import bouncers, dead_drops, end, tiles, windows

# Why a figure is moved. Only gear and events discard the Saleswoman that is left behind ([enter.1], H10).
GEAR = "gear"
EVENT = "event"
OTHER = "other"


def enter(
    game,
    player,
    cell,
    direction=NONE,
    reason=OTHER,
    ignore_wye=False,
    tumble=False,
    quiet=False,
    landing_task=None,
    left=None,
):
    """[enter.order] Puts a player on a tile.

    `tumble`: step 2 gives nothing. `quiet`: the Ghost's move. `landing_task`: a Dead Drops task that is completed
    when the figure has been put there. `left`: the tile left, if the figure was lifted before.
    """
    origin = left if left is not None else player.at
    if player.at == cell:
        return  # [stack.self]
    quiet = quiet and cell not in game.tiles  # revealed before she arrives: entered as usual

    # [enter.1]
    ignored_chips = player.in_car  # [finale.rescuing_her_ride.rule.5]
    player.at = cell
    player.in_car = False
    if reason in (GEAR, EVENT) and isinstance(origin, board.Cell) and not ignored_chips:
        if game.chip_face_up(origin, "saleswoman") and origin not in game.fresh_chips:
            del game.chips[origin]
    if game.chip_face_up(cell, "saleswoman") and len(game.players_on(cell)) > 1:
        del game.chips[cell]
    if landing_task is not None:
        dead_drops.trigger(game, landing_task)
        yield from dead_drops.settle(game)

    # [enter.2]
    yield from meet_bouncer(game, [player], tumble)

    # [enter.3]
    if game.chip_face_down(cell):
        yield from chip_entered(game, player, cell, direction)
        if player.at != cell:
            return

    # [enter.4]
    if cell not in game.tiles and not quiet:
        yield from reveal_tile(game, cell, settle=False)
    note_where_player_stands(game, cell)
    yield from dead_drops.settle(game)

    # [enter.5]
    enter_hooks(game, player, cell)

    # [enter.6]
    if quiet:
        return
    yield from windows.open_window(game, windows.Window("T"))
    if not ignore_wye:
        yield from tiles.when_you_enter(game, player, cell)


def meet_bouncer(game, players, tumble=False):
    """[enter.2] Players who have come to a tile: 2 heat each if a bouncer stands there. Only Disguise helps."""
    for player in players:
        if game.bouncers[player.at.floor].at != player.at:
            continue
        if not tumble:
            dead_drops.trigger(game, "enter-bouncer")
            if player.disguise:
                player.disguise = False
            else:
                end.gain_heat(player, 2)
                dead_drops.trigger(game, "bouncer-heat")
        end.check_prima_donna(game, player)
    end.check(game)
    yield from dead_drops.settle(game)


def note_where_player_stands(game, cell):
    """Dead Drops: a player stands on a face-up Pool or Lounge after step 4, out of order included."""
    if game.kind(cell) == "pool":
        dead_drops.trigger(game, "enter-pool")
    if game.kind(cell) == "lounge":
        dead_drops.trigger(game, "enter-lounge")


def enter_hooks(game, player, cell):
    """[enter.5] Finale hooks, in this order."""
    if cell in game.swat:  # [finale.the_raid.rule.1]
        end.gain_heat(player, 2)
        end.check(game)
    if game.finale == "the-raid" and cell in game.cracked:  # rule.3
        game.cracked.discard(cell)
        end.check_raid(game)
    if game.finale == "laundry-day":  # [finale.laundry_day.rule.1]
        face = game.face(cell)
        if face is not None and player.die < 5 and face.number == player.die + 1:
            player.die += 1
    if game.finale == "bodyguard" and game.chip_face_up(cell, "prima-donna"):  # [finale.bodyguard.rule.2]
        del game.chips[cell]
        player.prima_donnas += 1
        end.check_prima_donna(game, player)
    if game.is_boots_player(player) and game.kind(cell) == "safe":  # [finale.gravity_boots.unlock]
        game.unlocked = True


def reveal_tile(game, cell, settle=True):
    """Turns a tile face up for good."""
    outcome = yield Chance(tile_distribution(game, cell))
    game.tiles[cell] = outcome.removeprefix("tile ")
    if game.kind(cell) == "owners-office":  # [enter.4], [edge.14]
        game.dice_office += sum(game.dice_loose.values())
        game.dice_loose.clear()
        dead_drops.trigger(game, "reveal-office")
    if game.kind(cell) == "safe":
        dead_drops.trigger(game, "reveal-safe")
    if cell.floor == 1 and all(board.Cell(1, cell.row, col) in game.tiles for col in range(board.SIDE)):
        dead_drops.trigger(game, "row-open")
    if settle:
        yield from dead_drops.settle(game)


# --- 5.4 Chips


def turn_up_chip(game, cell):
    """Reveals a face-down chip. One that is known although face down (a refused Prima Donna) has one outcome only."""
    chip = game.chips[cell]
    if chip.kind is not None:
        yield Chance({f"chip {chip.kind}": 1})
    else:
        outcome = yield Chance(game.chip_knowledge.distribution())
        chip.kind = outcome.removeprefix("chip ")
        game.chip_knowledge.saw(chip.kind)
    chip.face_up = True
    return chip


def chip_window(game, cell, chip):
    """Window C. Returns True if the chip is still there to take effect."""
    game.fresh_chips.add(cell)
    window = windows.Window("C", chip_cell=cell, chip=chip)
    yield from windows.open_window(game, window)
    game.fresh_chips.discard(cell)
    return game.chips.get(cell) is chip


def chip_entered(game, player, cell, direction):
    """A face-down chip under a player who has entered."""
    chip = yield from turn_up_chip(game, cell)
    still_there = yield from chip_window(game, cell, chip)
    if not still_there:
        return
    if chip.kind in ("saleswoman", "crowd", "mole"):
        return  # these stay face up
    if chip.kind == "prima-donna":  # [chip.prima_donna.entered]
        if game.finale != "bodyguard":  # [finale.bodyguard.ruling.3]
            del game.chips[cell]
        return
    if chip.kind == "undercover":  # [chip.undercover.entered]
        del game.chips[cell]
        return
    assert chip.kind == "drunk"
    del game.chips[cell]  # [chip.gone]
    if player.at != cell:
        return  # [win.after] C
    if game.is_boots_player(player):
        return  # [finale.gravity_boots.ruling.8]
    if cell.floor == 2:
        yield from enter(game, player, cell.other, VERTICAL, landing_task="fall")
    else:
        following = board.ahead(cell, direction)  # through walls
        if following is not None:  # else [chip.drunk.edge]
            yield from enter(game, player, following, direction)


def peek(game, player, cell):
    """[act.peek.do] Also peeks by gear or events."""
    if game.chip_face_down(cell):
        yield from chip_peeked(game, player, cell)
    if cell not in game.tiles:
        yield from reveal_tile(game, cell)
        yield from windows.open_window(game, windows.Window("T"))


def chip_peeked(game, player, cell):
    chip = yield from turn_up_chip(game, cell)
    still_there = yield from chip_window(game, cell, chip)
    if not still_there:
        return
    if chip.kind in ("drunk", "saleswoman"):
        del game.chips[cell]
        dead_drops.trigger(game, "peek-discard")
        yield from dead_drops.settle(game)
    elif chip.kind == "prima-donna":
        if game.finale != "bodyguard":
            del game.chips[cell]  # [chip.gone]
        if player.on_board and player.at != cell and not game.is_boots_player(player):
            yield from enter(game, player, cell, landing_task="meet-prima-donna")
    elif chip.kind == "undercover":
        del game.chips[cell]
        yield from bouncers.bouncer_jump(game, cell.floor, cell)  # [chip.undercover.here]
    else:
        assert chip.kind in ("crowd", "mole")


def may_be_peeked(game, cell):
    """A peek must turn something face up (H15)."""
    return cell not in game.tiles or game.chip_face_down(cell)
