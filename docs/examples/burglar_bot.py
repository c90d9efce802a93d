#!/usr/bin/env python3
"""A bot for heistlab in Python's standard library; docs/protocol.md explains the protocol.

It plays Burgle Bros. by rules of thumb: crack, peek before you walk, go where you have not been, keep away from
Guards. Other games it plays at random.

    heist arena burgle-bros --agents "random,bot:cmd=python3 docs/examples/burglar_bot.py"
"""
import json
import random
import sys

RANKS = {"escape": 9, "pick-up": 8, "crack": 7, "add-die": 6, "spend": 5, "hack": 5, "peek": 4, "move": 3, "end": 1}
ALARMED = ("motion", "laser", "fingerprint", "detector", "thermo")


def worth(action, position, visits):
    """How good an action looks in Burgle Bros.; the best one is played."""
    word, *arguments = action.split()
    score = RANKS.get(word, 2)
    if word == "move":
        floor, square = arguments[0].split(":")
        board = position["floors"][int(floor) - 1]
        tile = board.get("tiles", {}).get(square, "")
        score -= 0.5 * visits.get(arguments[0], 0) + 2 * tile.startswith(ALARMED)
        if guard := board.get("guard"):
            steps = abs(ord(square[0]) - ord(guard["at"][0])) + abs(int(square[1]) - int(guard["at"][1]))
            score -= max(0, 4 - 2 * steps) + 2 * (square == guard.get("die"))
        if any(safe.get("open") for safe in board.get("safes", {}).values()) and tile.startswith("stairs"):
            score += 4  # The work on this floor is done.
    return score


def main():
    """Answers line by line until `quit` or the end of the input."""
    game, visits, rng = {}, {}, random.Random()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "heist-bot":
            print("name burglar\nready", flush=True)
        elif word == "game":
            game, visits = json.loads(rest), {}
            rng.seed(game["seed"])
            print("ready", flush=True)
        elif word == "step":
            step = json.loads(rest)
            if step.get("seat") == game["seat"] and step["action"].startswith("move "):
                cell = step["action"].split()[1]
                visits[cell] = visits.get(cell, 0) + 1
        elif word == "decide":
            question, is_known = json.loads(rest), game["game"] == "burgle-bros"
            value = {a: is_known and worth(a, question["position"], visits) for a in question["legal"]}
            print("play", max(value, key=lambda action: value[action] + rng.random()), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
