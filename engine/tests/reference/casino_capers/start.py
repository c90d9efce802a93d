"""Games that begin in the middle: in the ACTIONS phase of a player, in whose turn nothing has happened yet."""

from . import data
from .board import cell
from .rules import dead_drops
from .state import Chip, Gear


def lay_out(game, facts):
    """Lays out a new game as these facts say. What they do not name is where it is when a game begins, and unseen."""
    game.turn = facts["turn"]
    game.current = game.players[facts["current"] - 1]
    game.actions = facts["actions"]
    game.entrances = [cell(name) for name in facts["entrances"]]
    game.tiles = {cell(name): face for name, face in facts["tiles"].items()}
    for name, shown in facts.get("chips", {}).items():
        assert shown == "?", "chips lie face down"
        game.chips[cell(name)] = Chip()
    for kind in facts.get("discarded-chips", []):
        game.chip_knowledge.saw(kind)
    for player, shown in zip(game.players, facts["players"], strict=True):
        player.at = cell(shown["at"])
        player.heat = shown.get("heat", 0)
    take_gear(game, facts["players"])
    for floor in (1, 2):
        bouncer = facts["bouncers"][floor - 1]
        game.bouncers[floor].at = cell(bouncer["at"])
        game.bouncers[floor].marker = cell(bouncer["marker"]) if "marker" in bouncer else None
        turn_up(game.decks[floor], facts["decks"][floor - 1])
    game.cracked = {cell(name) for name in facts["cracked"]}
    game.dice_safe = facts["dice"]["safe"]
    game.dice_supply -= game.dice_safe


def take_gear(game, players):
    """Gives the players their gear. In Dead Drops it comes from the pile, without its counterparts [act.prep.alt]."""
    for player, shown in zip(game.players, players, strict=True):
        player.gear = {}
        for card, state in shown.get("gear", {}).items():
            player.gear[card] = gear = Gear(data.GEAR[card])
            gear.side = state.split()[0]
            gear.uses = int(state.split()[1]) if gear.side == "prepped" else 0
            game.gear_pile.discard(card)
    for player in game.players:
        for card, gear in list(player.gear.items()):
            if gear.side != "unprepped":
                dead_drops.remove_partners(game, card)


def turn_up(deck, facts):
    """The cards of the discards were on top of the deck."""
    for card in facts["discards"]:
        deck.top().take(card)
        deck.places.pop(0)
        deck.discards.append(card)
