"""Dogs: 6.2."""

from shared.requests import Decision

from ..board import side_to, text
from ..board import tile as tile_of
from ..state import Guard


def chase_moves(game):
    """[MH6.2a, MH6.2g] Pairs of hexes: an active dog alone on the first, an indoors character on the second."""
    moves = {}
    for place in game.all_hexes():
        if game.on_tile(place.tile):
            continue
        for dog in place.active_guards("dog"):
            for other in game.adjacent_hexes(place.tile):
                # [MH6.2c] A dog that was left waits for the character that left it.
                if any((dog, c) not in game.separations for c in game.on_tile(other.tile)):
                    moves.setdefault((place.tile, other.tile), dog)
    return moves


def chase(game):
    """[MH6.2a, MH6.2d] The chase test: all active dogs of the board, again until no dog moves."""
    if game.phase == "plan" or game.whistle:
        return
    while moves := chase_moves(game):
        pairs = list(moves)
        if len(pairs) == 1:
            chosen = pairs[0]
        else:
            names = {f"chase {text(a)} {side_to(a, b)}": (a, b) for a, b in pairs}
            chosen = names[(yield Decision(names))]
        move_dog(game, moves[chosen], chosen[1])


def hex_of(game, dog):
    return next((place for place in game.all_hexes() if dog in place.guards), None)


def move_dog(game, dog, tile):
    hex_of(game, dog).guards.remove(dog)
    game.hexes[tile].guards.append(dog)


def end_separation(game, c=None):
    """[MH6.2c] The character, or everybody, has ended the action: the waiting tests wait no more."""
    game.separations = [pair for pair in game.separations if c is not None and pair[1] is not c]


# --- Event dogs


def target_hex(game, tile):
    """[MH6.2e] The hex on which a dog stops for a target on this tile."""
    return game.board.opened_hex(tile) if game.board.is_exit(tile) else tile


def choose_target(game, characters):
    """[MH6.2e] One of these characters; asked if they are not all on one tile."""
    if len({c.at for c in characters}) == 1:
        return characters[0]
    return game.named((yield Decision([f"target {c.name}" for c in characters])).split()[1])


def nearest(game, characters, kennel):
    """The characters that are nearest to the kennel; those without a path never are."""
    lengths = {c.name: game.board.distance(kennel, c.at) for c in characters}
    reached = [length for length in lengths.values() if length is not None]
    return [c for c in characters if reached and lengths[c.name] == min(reached)]


def event_dog(game, card):
    """[MH6.2e] D1, D2, D3: one dog on the kennel, which runs towards its target."""
    kennel = game.kennel
    if kennel is None:
        return  # [MH6.2f]
    dog = Guard("dog")
    kennel.guards.append(dog)
    yield from chase(game)
    if dog not in kennel.guards or game.on_tile(kennel.tile):
        return
    target = None
    if card == "D2":
        lengths = game.board.distances(kennel.tile)
        goods = [place.tile for place in game.all_hexes() if place.loot and place.tile in lengths]
        best = [place for place in goods if lengths[place] == min(lengths[other] for other in goods)]
        if len(best) > 1:
            best = [tile_of((yield Decision([f"target {text(place)}" for place in best])).split()[1])]
        if best:
            target = best[0]
    else:
        if card == "D1":
            group = nearest(game, game.present(), kennel.tile)
        else:
            players = game.present_players()
            group = [c for c in players if c.ideas == min(other.ideas for other in players)]
        if group:
            chosen = yield from choose_target(game, group)
            target = target_hex(game, chosen.at)
    yield from run_dog(game, dog, target)


def hounds(game):
    """[MH6.2e, H59] C6: three dogs for the three nearest different characters."""
    kennel = game.kennel
    if kennel is None:
        return
    dogs = [Guard("dog") for _ in range(3)]
    kennel.guards += dogs
    yield from chase(game)
    if game.on_tile(kennel.tile):
        return
    running = [dog for dog in dogs if dog in kennel.guards]
    targets = []
    chosen = []
    for _ in running:
        left = [c for c in game.present() if c not in chosen]
        group = nearest(game, left, kennel.tile) or nearest(game, game.present(), kennel.tile)
        if not group:
            return
        c = yield from choose_target(game, group)
        chosen.append(c)
        targets.append(target_hex(game, c.at))
    for dog, target in zip(running, targets, strict=True):
        if dog in kennel.guards and not game.on_tile(kennel.tile):
            yield from run_dog(game, dog, target)


def run_dog(game, dog, target):
    """[MH6.2e] Up to three steps along a shortest path, a chase test after each."""
    for _ in range(3):
        place = hex_of(game, dog)
        if target is None or place.tile == target or game.on_tile(place.tile):
            return
        lengths = game.board.distances(target)
        if place.tile not in lengths:
            return
        ways = [
            other.tile
            for other in game.adjacent_hexes(place.tile)
            if lengths.get(other.tile) == lengths[place.tile] - 1
        ]
        way = ways[0]
        if len(ways) > 1:
            way = tile_of((yield Decision([f"dog {text(other)}" for other in ways])).split()[1])
        move_dog(game, dog, way)
        yield from chase(game)
        if hex_of(game, dog).tile != way:
            return  # it chased
