"""What is installed: extras, licences, the compiled library."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import heistlab
import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "python" / "heistlab").glob("*.py"), ROOT / "python" / "README.md", ROOT / "README.md"]


def test_every_extra_that_is_named_exists_and_every_extra_is_named() -> None:
    text = (ROOT / "python" / "pyproject.toml").read_text()
    section = text.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    extras = set(re.findall(r"^(\w+) = \[", section, re.MULTILINE))
    named = set()
    for path in SOURCES:
        for found in re.findall(r"(?:heistlab|\./python)\[([a-z0-9,]+)\]", path.read_text(encoding="utf-8")):
            named |= set(found.split(","))
    assert named == extras


def test_the_licences_are_those_of_the_project() -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert (ROOT / "python" / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.fixture
def installed() -> metadata.Distribution:
    try:
        return metadata.distribution("heistlab")
    except metadata.PackageNotFoundError:
        pytest.skip("the package is imported without being installed")


def test_the_licences_are_installed(installed: metadata.Distribution) -> None:
    assert installed.metadata.get_all("License-File") == ["LICENSE-APACHE", "LICENSE-MIT"]
    files = {Path(file).name for file in installed.files or []}
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= files


def test_the_library_is_stripped(installed: metadata.Distribution) -> None:
    library = next(Path(heistlab.__file__).parent.glob("_core*.so"), None)
    if library is None:
        pytest.skip("no ELF library on this system")
    sections = library.read_bytes()
    assert b".symtab\0" not in sections and b".debug_info\0" not in sections
