"""Heat, losing and winning (9.1)."""

# ruff: noqa: SIM102

from ..endings import GameOver


def gain_heat(player, amount):
    """[fin.exited] Exited players cannot gain heat."""
    if player.in_casino:
        player.heat += amount


def lose_heat(player, amount):
    """[end.floor]"""
    player.heat = max(0, player.heat - amount)


def check(game, bouncer_move=False):
    """[end.heat] After each atomic heat event. Finale 4 replaces this check."""
    if game.finale == "caught-red-handed":
        at_six = [p.heat >= 6 for p in game.players]
        if bouncer_move and all(at_six):  # [finale.caught_red_handed.win], which comes before the loss
            raise GameOver("red-handed")
        if any(at_six):  # [finale.caught_red_handed.lose], ruling.2
            raise GameOver("caught")
    elif any(p.heat >= 6 for p in game.players):
        raise GameOver("caught")


def check_prima_donna(game, player):
    """[finale.bodyguard.lose] At every meeting of a player and a bouncer (ruling.9)."""
    if game.finale == "bodyguard" and player.prima_donnas and player.on_board:
        if game.bouncers[player.floor].at == player.at:
            raise GameOver("prima-donna-seen")


def check_tiger(game):
    """[finale.catch_a_tiger.lose] When the tiger moves and when a bouncer enters its tile (ruling.6)."""
    if game.tiger is not None and game.bouncers[game.tiger.floor].at == game.tiger:
        raise GameOver("tiger-seen")


def check_raid(game):
    """[finale.the_raid.win]"""
    if game.finale == "the-raid" and not game.cracked:
        raise GameOver("raid-over")


def check_all_exited(game):
    """[turn.exits]"""
    if all(p.at == "exited" for p in game.players):
        raise GameOver("escaped")
