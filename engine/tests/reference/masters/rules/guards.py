"""Guards and cameras: 6.1, and what keeps a guard subdued."""

from . import noise


def protected(game, place):
    """[MH7.2q] Pressure Points: guards on or adjacent to the owner stay subdued."""
    return any(
        "pressure-points" in c.abilities and (c.at == place.tile or place in game.adjacent_hexes(c.at))
        for c in game.present()
    )


def subdue(game, guard):
    guard.active = False
    guard.subdued_in = game.round


def un_subdue(game, place, guards=None):
    """Un-subdues guards of a hex; returns those that changed."""
    if protected(game, place):
        return []
    changed = [guard for guard in (guards or place.subdued_guards()) if not guard.active]
    for guard in changed:
        guard.active = True
        guard.subdued_in = None
    game.flashbang = [guard for guard in game.flashbang if guard not in changed]
    return changed


def re_enable(game, place, alerts_at_once=True):
    """[MH6.1c] All disabled Cameras of a hex become live; returns the alerts of the characters on it."""
    number = place.cameras[1]
    place.cameras = [place.cameras[0] + number, 0]
    alerts = 0 if game.loop_footage else number * len(game.on_tile(place.tile))  # [MH7.2o]
    if alerts_at_once:
        for _ in range(alerts):
            noise.raise_alert(game)
    return alerts
