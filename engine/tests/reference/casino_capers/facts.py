"""The facts of the shared trace format."""

from shared.facts import without_empty

from . import board
from .state import EXITED, OUTSIDE


def facts(game):
    result = {
        "turn": game.turn,
        "current": game.current.number if game.current else None,
        "actions": game.actions,
        "entrances": texts(game.entrances),
        "walls": [sorted(board.wall_name(wall) for wall in game.walls[floor]) for floor in (1, 2)],
        "tiles": {str(cell): face for cell, face in game.tiles.items()},
        "chips": {str(cell): chip.describe() for cell, chip in game.chips.items()},
        "players": [player_facts(game, p) for p in game.players],
        "bouncers": [
            {"at": text(game.bouncers[floor].at), "marker": text(game.bouncers[floor].marker)} for floor in (1, 2)
        ],
        "decks": [
            {"size": len(game.decks[floor].places), "discards": sorted(game.decks[floor].discards)} for floor in (1, 2)
        ],
        "events": {deck: sorted(cards) for deck, cards in game.event_discards.items()},
        "cubes": {str(cell): number for cell, number in game.cubes.items()},
        "cracked": texts(game.cracked),
        "dice": {
            "office": game.dice_office,
            "safe": game.dice_safe,
            "loose": {str(cell): number for cell, number in game.dice_loose.items()},
            "supply": game.dice_supply,
        },
        "crows": texts(game.crows),
        "crowds": texts(game.crowds),
        "monorail": text(game.monorail),
        "escalator": text(game.escalator),
        "out-of-order": text(game.out_of_order),
        "zip-lines": sorted(game.zip_lines),
        "jammed": text(game.jammed),
        "no-running": game.no_running,
        "finale": game.finale,
        "car": text(game.car),
        "tiger": text(game.tiger),
        "football": text(game.football),
        "steaks": texts(game.steak_cells),
        "had-steak": texts(game.had_steak),
        "swat": texts(game.swat),
        "unlocked": game.unlocked,
        "tasks": sorted(game.tasks_done),
    }
    walls = result["walls"]
    result = without_empty(result)
    result["walls"] = walls  # never left out
    return result


def player_facts(game, player):
    return {
        "character": player.character,
        "at": player.at if player.at in (OUTSIDE, EXITED) else text(player.at),
        "heat": player.heat,
        "gear": {card: gear.describe() for card, gear in player.gear.items()},
        "disguise": player.disguise,
        "bonus": player.bonus,
        "dubious": player.dubious,
        "in-car": player.in_car,
        "die": player.die,
        "boots": game.is_boots_player(player),
        "steaks": player.steaks,
        "prima-donnas": player.prima_donnas,
        "walls-destroyed": player.walls_destroyed,
    }


def text(cell):
    return str(cell) if cell is not None else None


def texts(cells):
    return sorted(str(cell) for cell in cells)
