"""The planning part: 3.3, in the order of MH3.3h."""

from itertools import combinations, combinations_with_replacement

from shared.requests import Decision

from .. import board, data
from ..board import text
from ..board import tile as tile_of
from ..loot import Card
from . import arrival


def play(game):
    plan = Plan(game)
    yield from plan.reveals()
    yield from plan.office()
    yield from plan.tunnels()
    yield from plan.starts()
    yield from plan.leftovers()
    yield from plan.tokens()
    yield from plan.bookie()
    yield Decision(["begin"])


class Plan:
    def __init__(self, game):
        self.game = game
        self.bought = set()
        self.sold = set()
        self.used = set()  # fixers that are used once
        self.for_sale = {id_: card.copies for id_, card in data.ITEMS.items() if self._in_shop(card)}
        for id_ in game.setup.get("discovered", ()):
            self.for_sale[id_] = self.for_sale.get(id_, 0) + 1
        for c, place in zip(game.players, game.setup.get("hideouts") or [], strict=False):
            c.start = c.at = tile_of(place)
        self.shop = game.id != "interior-ministry-north"  # "No Fixers and no shop"

    def _in_shop(self, card):
        return card.source == "shop" and (card.edition == "v22" or self.game.edition == "v24")

    # --- the shop [MH3.3e]

    def price(self, id_):
        discount = 1 if "fence" in self.game.fixers else 0
        return max(0, data.ITEMS[id_].price - discount)

    def sale_price(self, id_):
        price = data.ITEMS[id_].price
        return price - 1 if "curator" in self.game.fixers else price // 2

    def owned(self, id_):
        """[H81] Starting items count."""
        return sum(c.loot.count(id_) for c in self.game.players)

    def can_buy(self, id_):
        if not self.shop or id_ in self.sold or id_ not in self.for_sale:
            return False
        stock = self.for_sale[id_] if data.ITEMS[id_].source != "shop" else data.ITEMS[id_].copies
        enough = min(stock, data.ITEMS[id_].copies - self.owned(id_)) > 0
        return enough and self.price(id_) <= self.game.cash

    def buy(self, id_, holder):
        self.game.cash -= self.price(id_)
        self.bought.add(id_)
        if data.ITEMS[id_].source != "shop":
            self.for_sale[id_] -= 1
        holder.loot.cards.append(Card(id_))

    def sellable(self, id_):
        """[H68] Not what was bought, and no starting item."""
        if not self.shop or id_ in self.bought:
            return False
        return any(not card.starting for c in self.game.players for card in c.loot.with_id(id_))

    def sales(self):
        names = [f"sell {id_}" for id_ in data.ITEMS if self.sellable(id_)]
        if self.shop and "curator" in self.game.fixers and self.game.jewels:  # [H7]
            names.append("sell jewel")
        return names

    def sell(self, id_):
        game = self.game
        if id_ == "jewel":
            game.jewels -= 1
            game.cash += 4
            return
        for c in game.players:
            cards = [card for card in c.loot.with_id(id_) if not card.starting]
            if cards:
                c.loot.cards.remove(cards[0])
                break
        self.sold.add(id_)
        game.cash += self.sale_price(id_)

    # --- (a) reveals

    def reveals(self):
        """[MH3.3g, MH3.3h]"""
        game = self.game
        while True:
            options = []
            unrevealed = game.unrevealed()
            if "visage" in game.fixers and game.cash >= 1:
                options += [f"visage {text(tile)}" for tile in unrevealed]
            if self.schematics_holder() or self.can_buy("building-schematics"):
                options += [f"building-schematics {text(tile)}" for tile in unrevealed]
            options += self.beat_cop()
            if self.prison_guard():
                options.append("prison-guard")
            options += self.sales()
            if not options:
                return
            answer = yield Decision([*options, "done"])
            if answer == "done":
                return
            verb, *words = answer.split()
            if verb == "visage":
                game.cash -= 1
                yield from arrival.reveal(game, tile_of(words[0]))
            elif verb == "building-schematics":  # [MH7.6j]
                holder = self.schematics_holder()
                if holder:
                    holder.loot.take("building-schematics")
                else:
                    game.cash -= self.price("building-schematics")
                    self.bought.add("building-schematics")
                yield from arrival.reveal(game, tile_of(words[0]))
            elif verb == "beat-cop":
                self.used.add("beat-cop")
                game.cash -= len(words) + 1
                for kind in words:
                    game.bag[kind] -= 1
                game.bag["blank"] += len(words)
            elif verb == "prison-guard":
                self.used.add("prison-guard")
                game.cash -= 3
                number = min(2, game.bag["lock"])
                game.bag["lock"] -= number
                game.bag["blank"] += number
            else:
                self.sell(words[0])

    def schematics_holder(self):
        return next((c for c in self.game.players if c.loot.has("building-schematics")), None)

    def beat_cop(self):
        """[MH7.8b] 1, 2 or 3 Guards or Dogs of the bag for $2k, $3k or $4k."""
        game = self.game
        if "beat-cop" not in game.fixers or "beat-cop" in self.used:
            return []
        names = []
        for number in (1, 2, 3):
            if game.cash < number + 1:
                break
            for kinds in combinations_with_replacement(("guard", "dog"), number):
                if all(kinds.count(kind) <= game.bag[kind] for kind in kinds):
                    names.append("beat-cop " + " ".join(kinds))
        return names

    def prison_guard(self):
        """[MH7.8b, H80] Where a character or an NPC starts inside."""
        game = self.game
        starts_inside = bool(game.inside) or bool(game.npc and "q" in game.npc.npc)
        return (
            "prison-guard" in game.fixers
            and "prison-guard" not in self.used
            and starts_inside
            and game.cash >= 3
            and game.bag["lock"] > 0
        )

    # --- (b) office

    def office(self):
        """[MH3.3h] Nothing may be chosen that stands before what was chosen last."""
        game = self.game
        self.locks_found = game.planned_locks
        last = (0,)
        while True:
            places = self.office_options()
            options = [name for name, place in places.items() if place >= last]
            if not options:
                return
            answer = yield Decision([*options, "done"])
            if answer == "done":
                return
            last = places[answer]
            yield from self.office_perform(answer)

    def office_options(self):
        """The options, each with its place in the order."""
        game = self.game
        items = list(data.ITEMS)
        places = {}
        for name in self.sales():
            id_ = name.split()[1]
            places[name] = (1, items.index(id_) if id_ in items else len(items))
        for id_ in items:
            if self.can_buy(id_):
                for c in game.players:
                    places[f"buy {id_} {c.number}"] = (2, items.index(id_), c.number)
        if self.fixer("shell", 3):
            places["shell"] = (3,)
        if "machinist" in game.fixers and self.locks_found:
            for c in game.players:
                places[f"machinist {c.number}"] = (4, c.number)
        if self.fixer("connoisseur", 0):
            places["connoisseur"] = (5,)
        if self.fixer("mayor", 0):
            for place in game.all_hexes():
                if any(guard.active and guard.kind == "guard" and not guard.starting for guard in place.guards):
                    for c in game.players:
                        places[f"mayor {c.number} {text(place.tile)}"] = (6,)
        for fixer, rank, costs in (
            ("consultant", 7, (0, 3, 7)),
            ("diversion", 8, (1, 2, 3, 4)),
            ("architect", 9, (0, 3, 5)),
            ("retiree", 10, (3, 5, 6)),
        ):
            for number, cost in enumerate(costs, 1):
                if self.fixer(fixer, cost):
                    places[f"{fixer} {number}"] = (rank,)
        return places

    def fixer(self, id_, cost):
        return id_ in self.game.fixers and id_ not in self.used and self.game.cash >= cost

    def office_perform(self, answer):
        game = self.game
        verb, *words = answer.split()
        if verb == "sell":
            self.sell(words[0])
        elif verb == "buy":
            self.buy(words[0], game.players[int(words[1]) - 1])
        elif verb == "machinist":  # [MH7.8c]
            self.locks_found -= 1
            game.players[int(words[0]) - 1].ideas += 1
        else:
            self.used.add(verb)
            if verb == "shell":  # [MH7.8d]
                game.cash -= 3
                for place in game.all_hexes():
                    number = place.planned_cameras
                    place.cameras = [place.cameras[0] - number, place.cameras[1] + number]
            elif verb == "connoisseur":  # [MH7.8e]
                for place in game.all_hexes():
                    if place.loot.has("cash") or place.loot.has("jewel"):
                        place.loot.cash += 1
            elif verb == "mayor":  # [MH7.8h]
                tile = tile_of(words[1])
                guards = game.hexes[tile].guards
                guards.remove(next(guard for guard in guards if guard.kind == "guard" and not guard.starting))
                c = game.players[int(words[0]) - 1]
                c.start = c.at = tile
            elif verb == "consultant":
                number = int(words[0])
                game.cash -= (0, 3, 7)[number - 1]
                game.blanks = number
            elif verb == "diversion":
                game.cash -= int(words[0])
                game.diversions = int(words[0])
            elif verb == "architect":
                yield from self.architect(int(words[0]))
            elif verb == "retiree":
                yield from self.retiree(int(words[0]))
            else:
                raise ValueError(answer)

    def architect(self, number):
        """[MH7.8g] Tokens on different hexes that are connected among themselves."""
        game = self.game
        game.cash -= (0, 3, 5)[number - 1]
        groups = [group for group in combinations(game.board.hexes, number) if game.board.connected(group)]
        chosen = ()
        for _ in range(number):
            following = dict.fromkeys(group[len(chosen)] for group in groups if group[: len(chosen)] == chosen)
            answer = yield Decision([f"idea-token {text(tile)}" for tile in following])
            tile = tile_of(answer.split()[1])
            chosen += (tile,)
            game.hexes[tile].idea = True

    def retiree(self, number):
        """[MH7.8i] Mastermind events at any positions above the final Crisis."""
        game = self.game
        game.cash -= (3, 5, 6)[number - 1]
        cards = ["M1", "M2", "M3"]
        for left in range(number, 0, -1):
            final = max(i for i, card in enumerate(game.deck) if card in data.CRISES and card.startswith("Z"))
            usable = cards[: len(cards) - left + 1]
            options = [f"insert {card} {place}" for card in usable for place in range(final + 1)]
            _, card, place = (yield Decision(options)).split()
            game.deck.insert(int(place), card)
            cards = cards[cards.index(card) + 1 :]

    # --- (c) tunnels

    def tunnel_spaces(self):
        """Spaces in index order, each with the sides that its Exit may touch."""
        game = self.game
        spaces = {
            (entry["q"], entry["r"]): [side.lower() for side in entry["sides"]]
            for entry in game.scenario.get("tunnel", ())
        }
        if not spaces and game.scenario["tunnel_entrances"]:
            # server-farm of January 2021: any external side of any hex
            for tile in game.board.hexes:
                for side in game.board.external_sides(tile):
                    space = board.step(tile, side)
                    if not game.board.is_exit(space):
                        spaces.setdefault(space, []).append(board.OPPOSITE[side])
            spaces = {space: spaces[space] for space in sorted(spaces, key=lambda tile: (tile[1], tile[0]))}
        return spaces

    def entrance_needs(self):
        """[H60] How many Entrances are needed for those that start on one."""
        game = self.game
        limit = game.scenario["entrance_limit"]
        starting = sum(1 for c in self.starters() if self.start_kind(c) == "entrance")
        if not limit:
            return 1 if starting else 0
        return -(-starting // limit)

    def tunnels(self):
        """[MH3.3d]"""
        game = self.game
        spaces = self.tunnel_spaces()
        order = list(spaces)
        left = game.scenario["tunnel_entrances"]
        first = 0
        while left:
            missing = self.entrance_needs() - len(game.board.exits)
            options = {
                f"tunnel {text(space)} {side}": (place, space, side)
                for place, space in enumerate(order)
                if place >= first and len(order) - place >= missing
                for side in spaces[space]
                if board.step(space, side) in game.hexes
            }
            if not options:
                return
            answer = yield Decision([*options] + (["done"] if missing <= 0 else []))
            if answer == "done":
                return
            place, space, side = options[answer]
            game.add_exit(space, side)
            first = place + 1
            left -= 1

    # --- (d) start places

    def starters(self):
        """Characters that have no start place yet, a guide without a place last."""
        game = self.game
        waiting = [c for c in game.players if c.start is None]
        if game.npc and game.npc.at is None:
            waiting.append(game.npc)
        return waiting

    def start_kind(self, c):
        if self.game.id == "interior-ministry-north" and not c.is_npc:
            return "hideout"
        return "inside" if c.number in self.game.inside else "entrance"

    def starts(self):
        """[MH3.3c, MH7.10b]"""
        game = self.game
        for c in self.starters():
            kind = self.start_kind(c)
            if kind == "hideout":
                places, limit = [tuple(place) for place in game.scenario["story_hexes"]], 2
            elif kind == "inside":
                places, limit = [tuple(place) for place in game.scenario["inside_starts"]], 2
            else:
                places, limit = list(game.board.exits), game.scenario["entrance_limit"]
            free = [
                tile
                for tile in places
                if not limit or sum(1 for other in game.characters if other.start is None and other.at == tile) < limit
            ]
            answer = yield Decision([f"start {c.name} {text(tile)}" for tile in free])
            c.at = tile_of(answer.split()[2])

    def leftovers(self):
        """Final Score Part 2: initial or leftover ideas, and ideas exchanged on hideouts [MH10.35]."""
        game = self.game
        if game.id != "interior-ministry-north":
            return
        ideas = game.setup.get("ideas")
        if ideas:
            for c, left in zip(game.players, ideas, strict=True):
                if left != c.ideas and (yield Decision(["initial", "leftover"])) == "leftover":
                    c.ideas = left
        for a, b in combinations(game.players, 2):
            if a.at != b.at:
                continue
            options = [f"transfer {a.name} {b.name} {number}" for number in range(1, a.ideas + 1)]
            options += [f"transfer {b.name} {a.name} {number}" for number in range(1, b.ideas + 1)]
            if not options:
                continue
            answer = yield Decision([*options, "done"])
            if answer != "done":
                _, giver, taker, number = answer.split()
                game.named(giver).ideas -= int(number)
                game.named(taker).ideas += int(number)

    # --- (e) tokens, (f) stake

    def tokens(self):
        """[MH3.3b]"""
        game = self.game
        for c in game.players:
            left = c.memory + 2 * c.loot.count("master-plan-copy")
            later = list(game.board.hexes)
            while left and later:
                answer = yield Decision([f"token {text(tile)}" for tile in later] + ["done"])
                if answer == "done":
                    break
                tile = tile_of(answer.split()[1])
                c.tokens.add(tile)
                later = later[later.index(tile) + 1 :]
                left -= 1

    def bookie(self):
        """[MH7.8f]"""
        game = self.game
        if "bookie" in game.fixers and game.cash:
            answer = yield Decision([f"stake {number}" for number in range(min(8, game.cash) + 1)])
            game.stake = int(answer.split()[1])
            game.cash -= game.stake
