"""The Action phase: 4.2 and 5.8."""

from shared.requests import Decision

from . import abilities, commits, dogs, free, npcs, subactions


def micro_actions(game, c):
    """[MH5.8a] Everything that a character may do next, without the reductions of 5.8."""
    result = [] if c.action is not None else commits.options(game, c)
    result += subactions.options(game, c) + abilities.options(game, c)
    return result + (free.options(game, c) if game.free_things < free.MOST_IN_A_ROW else [])


def perform(game, c, notation):
    verb = notation.split()[0]
    if verb == "commit":
        yield from commits.commit(game, c, notation.removeprefix("commit "))
    elif verb in subactions.VERBS:
        yield from subactions.perform(game, c, notation)
    elif verb in free.VERBS:
        free.perform(game, c, notation)
    else:
        yield from abilities.perform(game, c, notation)


def play(game):
    """[MH4.2a] Until everybody has committed and the team ends the phase, or escape is declared [MH4.2c]."""
    game.phase = "action"
    while True:
        yield from npcs.prisoner_test(game)  # [MH7.9a]
        acting = {f"act {c.name}": c for c in game.present() if micro_actions(game, c)}
        choices = list(acting)
        if all(c.action is not None for c in game.present()):  # [MH10.24]
            choices.append("end")
        choices.append("escape")
        answer = yield Decision(choices)
        if answer in acting:
            c = acting[answer]
            notation = yield Decision(micro_actions(game, c))
            free.count(game, notation)
            yield from perform(game, c, notation)
            continue
        game.free_things = 0
        if answer == "escape":
            game.escape_follows = True
        yield from phase_ends(game)
        return


def phase_ends(game):
    """[MH5.8e, MH6.2c] The letters that are left vanish; waiting chase tests are made."""
    for c in game.characters:
        c.letters.clear()
    game.radio = set()
    if game.separations:
        dogs.end_separation(game)
        yield from dogs.chase(game)
