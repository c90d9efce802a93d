"""The examples run, at a fraction of their size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize(
    ("name", "needs", "options", "plays"),
    [
        ("own_network", ["torch"], ["--games", "12", "--epochs", "2", "--deals", "5"], "policy:net=own.safetensors"),
        ("offline_learning", ["minari", "d3rlpy"], ["--games", "12", "--steps", "20", "--deals", "5"], "learned"),
        (
            "maskable_ppo",
            ["sb3_contrib"],
            ["caper-cards", "--seats", "2", "--steps", "16384", "--deals", "5"],
            "learned",
        ),
        (
            "ppo",
            ["torch"],
            ["caper-cards", "--seats", "2", "--minutes", "0.3", "--envs", "128", "--deals", "5"],
            "policy:net=ppo.safetensors",
        ),
        (
            "ppo",
            ["torch"],
            [
                *("burgle-bros", "--scenario", "office-job", "--minutes", "0.5", "--envs", "64", "--deals", "5"),
                *("--moves", "--shaping", "--curriculum", "30"),
            ],
            "policy:net=ppo.safetensors",
        ),
    ],
)
def test_an_example_runs(name: str, needs: list[str], options: list[str], plays: str, tmp_path: Path) -> None:
    for package in needs:
        pytest.importorskip(package)
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "5 deals with seed 1" in done.stdout and f"\n{plays} " in done.stdout


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"own_network", "offline_learning", "ppo", "maskable_ppo"}
