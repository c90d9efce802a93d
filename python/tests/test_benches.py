"""The benches run, at a fraction of their size: what they measure is up to whoever runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHES = Path(__file__).parents[1] / "benches"
OPTIONS = {
    "batch": ["--games", "8", "--threads", "1", "--seconds", "0.01", "--repeats", "1"],
    "gym_overhead": ["--games", "1", "--repeats", "1"],
}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_bench_prints_its_table(name: str) -> None:
    pytest.importorskip("gymnasium")
    command = [sys.executable, str(BENCHES / f"{name}.py"), *OPTIONS[name]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 8


def test_every_bench_is_run() -> None:
    assert {path.stem for path in BENCHES.glob("*.py")} == set(OPTIONS)
