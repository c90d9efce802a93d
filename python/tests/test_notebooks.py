"""The notebooks run without errors or warnings, and give what was committed.

Cells tagged ``exact`` give the same texts, all others outputs of the same kinds (tables, pictures, prints). The cell
tagged ``parameters`` is followed by one that asks for fewer games.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
FEWER = {
    "02_tournament": "GAMES, CHEAP_GAMES = 4, 12",
    "03_layouts": "LAYOUTS, DEALS = 20, 20",
    "04_training": "GAMES, HELD_OUT, EPOCHS, CURVE_DEALS, DEALS = 200, 20, 2, 20, 20",
    "05_self_play": "GAMES, STEPS = 30, 300",
}
STRICT = "import warnings\nwarnings.simplefilter('error')"
LARGEST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """``python/tools/notebooks.py``, which is in no package."""
    path = ROOT / "python" / "tools" / "notebooks.py"
    spec = importlib.util.spec_from_file_location("notebooks_tool", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def code(source: str) -> NotebookNode:
    return nbformat.v4.new_code_cell(source)


def tags(cell: NotebookNode) -> list[str]:
    return cell.metadata.get("tags", [])


def kinds(cell: NotebookNode) -> list[Any]:
    """What sorts of output a cell gives, without what is in them."""
    return [(output.output_type, output.get("name"), sorted(output.get("data", {}))) for output in cell.outputs]


def texts(cell: NotebookNode) -> list[str]:
    return [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_what_was_committed(path: Path, tool: ModuleType) -> None:
    committed = tool.read(path)
    notebook = tool.read(path)
    cells = [code(STRICT)]
    for cell in notebook.cells:
        cells.append(cell)
        if "parameters" in tags(cell):
            cells.append(code(FEWER[path.stem]))
    shortened = nbformat.v4.new_notebook(cells=cells)
    for cell in shortened.cells:
        if cell.cell_type == "code":
            cell.outputs = []

    tool.run(shortened)
    tool.clean(shortened)

    for was, cell in zip(committed.cells, notebook.cells, strict=True):
        if was.cell_type == "code":
            assert kinds(cell) == kinds(was), cell.source
            assert all(output.get("name") != "stderr" for output in cell.outputs), cell.source
            if "exact" in tags(cell):
                assert texts(cell) == texts(was), cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_committed_notebook_is_clean(path: Path, tool: ModuleType) -> None:
    text = path.read_text(encoding="utf-8")
    assert path.stat().st_size < LARGEST_BYTES
    for trace in (str(ROOT), str(Path.home()), sys.prefix, "/tmp/", "object at 0x"):
        assert trace not in text, f"{trace} is in {path.name}"
    notebook = tool.read(path)
    tool.clean(notebook)
    assert nbformat.writes(notebook).strip() == text.strip(), "write it with: python python/tools/notebooks.py"
    ran = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert ran == list(range(1, len(ran) + 1)), "cells have to be run once each, in their order"


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 5
    assert FEWER.keys() <= {path.stem for path in NOTEBOOKS}
