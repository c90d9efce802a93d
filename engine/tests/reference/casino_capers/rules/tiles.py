"""When You Enter effects of the tiles (7.1)."""

from . import bouncers, dead_drops, end, events, windows


def when_you_enter(game, player, cell):
    """[enter.6] Not for a player who is no longer there, not on an out-of-order tile."""
    if player.at != cell or game.out_of_order == cell:
        return
    kind = game.kind(cell)
    if kind == "buffet":
        yield from buffet(game, cell)
    elif kind == "cashier-cages":
        yield from cashier_cages(game, cell)
    elif kind == "front-desk":  # [tile.front_desk]
        if player.heat < 3:
            end.gain_heat(player, 1)
            end.check(game)
    elif kind in ("lounge", "pool"):  # [tile.lounge], [tile.pool]
        yield from events.draw(game, player, kind)
    elif kind == "pit-boss":  # [tile.pit_boss]
        if player.heat < 4:
            yield from bouncers.commotion(game, cell)
    elif kind == "slots":  # [tile.slots]
        if not teammate_in_line(game, player, cell):
            yield from bouncers.commotion(game, cell)
    elif kind == "table-games":
        yield from table_games(game, player, cell)


def buffet(game, cell):
    """[tile.buffet]"""
    game.cubes[cell] += 1
    if game.cubes[cell] >= 3:
        del game.cubes[cell]
        yield from bouncers.commotion(game, cell, steps=3, stop=True)


def cashier_cages(game, cell):
    """[tile.cashier_cages]"""
    if game.cubes[cell] >= 1:
        dead_drops.trigger(game, "enter-cages")
    game.cubes[cell] = min(5, game.cubes[cell] + 1)
    yield from dead_drops.settle(game)


def teammate_in_line(game, player, cell):
    """[edge.8] Another player on this floor in the same row or column, this very tile included; walls do not matter."""
    return any(
        other is not player and (other.at.row == cell.row or other.at.col == cell.col)
        for other in game.players_on_floor(cell.floor)
    )


def table_games(game, player, cell):
    """[tile.table_games]; the result counts whatever has happened in window D (H47)."""
    window = yield from windows.roll(game, player, 2, "table")
    if sum(window.dice) in (7, 11):
        end.lose_heat(player, 1)
        dead_drops.trigger(game, "lucky-roll")
        yield from dead_drops.settle(game)
    else:
        yield from bouncers.commotion(game, cell)
