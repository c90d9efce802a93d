"""The Escape part: 6.6."""

import copy

from shared.requests import Decision

from ..board import text
from ..board import tile as tile_of
from ..requests import die_chance
from . import abilities, arrival, dogs, free, gates, guards, npcs, result


def play(game):
    yield from start(game)
    while True:
        if npcs.prisoner_is_free(game):  # [H37]
            yield from npcs.activate(game)
        acting = {f"act {c.name}": c for c in game.present() if micro_actions(game, c)}
        answer = yield Decision([*acting, "finish"])
        if answer == "finish":
            break
        c = acting[answer]
        notation = yield Decision(micro_actions(game, c))
        free.count(game, notation)
        yield from perform(game, c, notation)
    return (yield from finish(game))


def start(game):
    """[MH6.6a]"""
    game.phase = "escape"
    for c in game.characters:
        c.new_round()
    game.owed = 0
    game.free_things = 0
    game.overshoot = game.loop_footage = game.whistle = False
    game.flashbang = []
    game.separations = []
    game.radio = set()
    while gates.next_gate(game):
        yield from gates.close_next(game)
    for tile in game.unrevealed():
        kind = "blank"
        if sum(game.bag.values()):
            kind = yield from arrival.draw(game)
        arrival.place_chit(game, tile, kind)
    yield from dogs.chase(game)
    game.blanks = 0
    for c in game.present():  # Anger Therapy
        own = game.own_hex(c)
        if "anger-therapy" in c.abilities and own:
            for guard in own.active_guards():
                guards.subdue(game, guard)


def finish(game):
    over = yield from result.resolve(game)
    game.phase = "over"
    return over


# --- what a character may do


def step_cost(game, c):
    """[MH6.6c] One idea, and one more for each unsubdued guard on the hex left."""
    own = game.own_hex(c)
    if own is None or "there-are-better-ways" in c.abilities:
        return 1
    return 1 + len(own.active_guards())


def steps(game, c):
    """[MH6.6c, H63] The tiles that can be entered from here."""
    if game.in_ring(c):
        return []
    tiles = [place.tile for place in game.adjacent_hexes(c.at) if not place.barred]
    return tiles + [tile for tile in game.board.adjacent(c.at) if game.board.is_exit(tile)]


def micro_actions(game, c):
    """[MH6.6b]"""
    result = []
    if c.ideas >= step_cost(game, c):
        result += [f"step {text(tile)}" for tile in steps(game, c)]
    if c.ideas:
        result += [f"door {text(tile)}" for tile in free.doors(game, c)]
        if "pick-under-pressure" in c.abilities and not c.ditched:  # [MH7.2b]
            result += [f"pick-under-pressure {text(h.tile)}" for h in game.adjacent_hexes(c.at) if h.locks[0]]
    result += abilities.loot_abilities(c)
    if c.ideas >= 2 and pinch_ability(c):  # [MH7.2l]
        result += [f"pinch {other.name}" for other in game.present() if other is not c]
    if npcs.can_capture(game, c):
        result.append("capture")
    if not c.ditched and can_finish(game, c, c.at, stepped=False):
        result.append("last-ditch")
    return result + (free.options(game, c) if game.free_things < free.MOST_IN_A_ROW else [])


def pinch_ability(c):
    if "great-in-a-pinch" in c.abilities:
        return "great-in-a-pinch"
    if "good-in-a-pinch" in c.abilities and "good-in-a-pinch" not in c.used:
        return "good-in-a-pinch"
    return None


def cost(game, c, notation):
    verb = notation.split()[0]
    if verb == "step":
        return step_cost(game, c)
    return 1 if verb == "door" else 0


def perform(game, c, notation):
    verb, *words = notation.split()
    if verb == "last-ditch":
        yield from last_ditch(game, c)
    elif verb in ("step", "door"):
        c.ideas -= cost(game, c, notation)
        advance(game, c, notation)
    elif verb == "pick-under-pressure":
        c.ideas -= 1
        place = game.hexes[tile_of(words[0])]
        place.locks = [place.locks[0] - 1, place.locks[1] + 1]
    elif verb == "pinch":
        c.ideas -= 2
        game.named(words[0]).ideas += 1
        if pinch_ability(c) == "good-in-a-pinch":
            c.used.add("good-in-a-pinch")
    elif verb in ("larcenist", "swindler"):
        yield from abilities.perform(game, c, notation)
    else:
        advance(game, c, notation)


def advance(game, c, notation):
    """A step, a door or a free thing whose cost is paid."""
    verb, *words = notation.split()
    if verb == "step":
        c.at = tile_of(words[0])
    elif verb == "door":
        free.open_door(game, tile_of(words[0]))
    elif verb == "capture":
        for _ in npcs.capture(game):
            raise AssertionError("nothing is asked in ESCAPE")
    else:
        free.perform(game, c, notation)
    if npcs.prisoner_is_free(game):
        game.npc.active = True


# --- last ditch

LONGEST_ROUTE = 32


def targets(game):
    """[MH6.6m] Where a route may end: Exits, or hideouts instead."""
    return set(game.hideouts or game.board.exits)


def last_ditch(game, c):
    """[MH6.6h] A route, the roll, and the way that is paid for."""
    route = []
    spent = 0
    plan = copy.deepcopy(game)  # the route is tried on a copy; nothing happens before the roll
    walker = plan.named(c.name)
    stepped = False
    while True:
        # What could not be paid with the best roll is not asked any more.
        payable = max(0, c.ideas + 6 - spent)
        room = LONGEST_ROUTE - sum(map(length, route))
        if stepped and not (payable and room):
            choices = ["roll"]
        else:
            choices = route_options(plan, walker, stepped, may_act=payable + 3 <= room)
        answer = yield Decision(choices)
        if answer == "roll":
            break
        route.append(answer)
        spent += cost(plan, walker, answer)
        stepped = stepped or answer.startswith("step")
        advance(plan, walker, answer)
    points = c.ideas
    c.ideas = 0
    c.ditched = True
    points += int((yield die_chance()).split()[1])
    for notation in route:
        price = cost(game, c, notation)
        if price > points:
            break
        points -= price
        advance(game, c, notation)
    if c.at not in targets(game):
        c.busted = True  # [MH6.6j] where it stops, its loot with it


def length(element):
    """How much of a route's length an element takes."""
    return 3 if element.split()[0] in ("take", "drop", "pass", "bank") else 1


def route_options(plan, walker, stepped, may_act):
    """The next element of a route; every one leaves a way to an end of the route."""
    result = [f"step {text(tile)}" for tile in steps(plan, walker) if can_finish(plan, walker, tile, stepped=True)]
    result += [f"door {text(tile)}" for tile in free.doors(plan, walker)]
    if may_act and npcs.can_capture(plan, walker):
        result.append("capture")
    for notation in free.options(plan, walker) if may_act else []:
        if notation.split()[0] in ("drop", "pass", "bank") and notation.split()[1] == "keycard":
            other_plan = copy.deepcopy(plan)
            other = other_plan.named(walker.name)
            advance(other_plan, other, notation)
            if not can_finish(other_plan, other, other.at, stepped):
                continue
        result.append(notation)
    if stepped and walker.at in targets(plan):
        result.append("roll")
    return result


def can_finish(game, c, at, stepped):
    """Whether some route from this tile ends on an Exit or a hideout, whatever it costs."""
    ends = targets(game)
    if stepped and at in ends:
        return True
    reach = Reach(game, c)
    reach.visit(at)
    here = game.hexes.get(at)
    if here and here.ring and here.ring not in reach.freed:
        return False
    if here is None or reach.enterable(at):
        region = reach.grow({at})
        return bool((region - {at}) & ends) or (at in ends and len(region) > 1)
    for first in game.board.adjacent(at):
        other = reach.copy()
        if other.enterable(first) and other.grow({first}, without=at) & ends:
            return True
    return False


class Reach:
    """What a route can come to: the keycard that it finds, the doors that this opens, the rings that servers remove."""

    def __init__(self, game, c):
        self.game = game
        self.c = c
        self.key = c.loot.has("keycard")
        self.freed = set()

    def copy(self):
        other = Reach(self.game, self.c)
        other.key, other.freed = self.key, set(self.freed)
        return other

    def enterable(self, tile):
        place = self.game.hexes.get(tile)
        if place is None:
            return True
        ring = place.ring and place.ring not in self.freed
        return not (place.locks[0] or ring or (place.door and not self.key))

    def visit(self, tile):
        """Finds what can be had on this tile."""
        place = self.game.hexes.get(tile)
        if place is None:
            heaps = free.lying_at(self.game, tile)  # [MH6.6j] of somebody Busted on an Exit
        else:
            heaps = [] if place.ring and place.ring not in self.freed else free.lying_at(self.game, tile)
            if place.fixture and place.fixture.startswith("server:"):
                self.freed.add(place.fixture[-1])
        if self.c.effects & {"larcenist", "swindler"}:
            for other in self.game.adjacent_hexes(tile):
                if self.enterable(other.tile):
                    heaps += free.lying_at(self.game, other.tile)
        self.key = self.key or any(heap.has("keycard") for heap in heaps)
        if self.game.id == "server-farm" and self.c.is_npc and any(heap.has("usb") for heap in heaps):
            self.freed.add("Y")

    def grow(self, region, without=None):
        while True:
            before = (len(region), self.key, len(self.freed))
            for tile in list(region):
                self.visit(tile)
                region |= {
                    other for other in self.game.board.adjacent(tile) if other != without and self.enterable(other)
                }
            if before == (len(region), self.key, len(self.freed)):
                return region
