"""Checks that must hold before every step of a heist."""

from . import data
from .loot import KINDS


def check(game):
    for place in game.all_hexes():
        assert min(place.locks + place.cameras) >= 0, f"negative chits on {place.tile}"
        if place.unrevealed:
            assert not place.fixture or place.fixture == "safe"
        check_loot(place.loot)
    assert min([0, *game.bag.values()]) >= 0, f"negative bag {game.bag}"
    assert 0 <= game.marker <= game.last
    assert min(game.owed, game.diversions, game.cash, game.blanks, game.cracks) >= 0
    if game.phase not in ("plan",):
        assert not game.deck or game.deck[0] in data.EVENTS, "a Crisis is on top of the deck"
    for c in game.characters:
        assert c.ideas >= 0, f"{c.name} has {c.ideas} ideas"
        assert min([0, *c.letters.values()]) >= 0
        assert c.tokens <= set(game.hexes), f"{c.name} has a token where no hex is"
        assert c.memory + 2 >= len(c.tokens)
        if c.busted:
            assert game.phase != "action" or not c.letters.total()
        if c.at is not None:
            assert game.board.is_hex(c.at) or game.board.is_exit(c.at)
        check_loot(c.loot)
    check_loot(game.banked)
    guards = [guard for place in game.all_hexes() for guard in place.guards]
    assert len(set(map(id, guards))) == len(guards), "a guard stands twice"
    assert all(not guard.active and guard in guards for guard in game.flashbang)
    cards = [card for loot in game.all_loot() for card in loot.cards]
    assert len(set(map(id, cards))) == len(cards), "a card lies twice"


def check_loot(loot):
    assert loot.cash >= 0
    assert all(loot.counts[kind] >= 0 for kind in KINDS)


class Chits:
    """What only ever changes in one direction."""

    def __init__(self, game):
        self.previous = None
        self.check(game)

    def check(self, game):
        now = {
            "hexes": -len(game.hexes),
            "marker": game.marker,
            "events": len(game.events_gone),
            "banked": game.banked.cash + sum(game.banked.counts.values()),
            "round": game.round,
        }
        # Loot of a kind never comes from nothing, apart from cash and what bag and safe bring.
        total = {kind: sum(loot.counts[kind] for loot in game.all_loot()) + game.bag[kind] for kind in KINDS}
        if game.safe_closed:
            for thing in game.scenario["safe"]["contents"]:
                if thing in total:
                    total[thing] += 1
        # Chits of the bag, on the board and drawn are as many as before, or fewer once something is lost.
        if self.previous is not None:
            before, loot_before = self.previous
            for name, value in now.items():
                assert value >= before[name], f"{name} went back"
            drawn = {game.drawn: 1} if game.drawn else {}
            for kind in KINDS:
                assert total[kind] + drawn.get(kind, 0) <= loot_before[kind], f"{kind} came from nothing"
                total[kind] += drawn.get(kind, 0)
        self.previous = (now, total)
