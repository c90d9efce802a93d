"""Runs the notebooks and writes them anew, with outputs that differ from run to run in nothing but timings.

``python python/tools/notebooks.py`` runs all of ``notebooks/``; arguments pick some by the beginnings of their names.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode
from traitlets import default

FOLDER = Path(__file__).parents[2] / "notebooks"
TIMEOUT_SECONDS = 600


class _ThisPython(KernelSpecManager):
    """Knows one kernel: the running interpreter, whatever is installed for Jupyter."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        # Without encryption the kernel warns on the terminal.
        metadata = {"supported_encryption": "curve"}
        return KernelSpec(argv=argv, display_name=kernel_name, language="python", metadata=metadata)


class _Manager(AsyncKernelManager):
    @default("transport_encryption")
    def _encrypts_if_it_can(self) -> str:
        return "auto"

    @default("kernel_spec_manager")
    def _this_python(self) -> KernelSpecManager:
        return _ThisPython()


def run(notebook: NotebookNode) -> None:
    """Runs every cell in a fresh kernel, in a folder with the curves alone, and keeps the outputs in the notebook."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER / "curves", Path(folder) / "curves")
        client = NotebookClient(
            notebook,
            kernel_name="python3",
            kernel_manager_class=_Manager,
            timeout=TIMEOUT_SECONDS,
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        client.execute()


def clean(notebook: NotebookNode) -> None:
    """Takes off what says more about the machine than about the notebook, and joins pieces of a stream."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02}"
        cell.metadata = nbformat.from_dict({"tags": cell.metadata["tags"]} if cell.metadata.get("tags") else {})
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)


def _joined(outputs: Sequence[NotebookNode]) -> list[NotebookNode]:
    """Prints may arrive in any number of pieces."""
    joined: list[NotebookNode] = []
    for output in outputs:
        is_stream = output.output_type == "stream"
        if is_stream and joined and joined[-1].get("name") == output.name:
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def read(path: Path) -> NotebookNode:
    """A notebook, checked."""
    notebook: Any = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def main(wanted: Sequence[str]) -> None:
    """Runs and rewrites notebooks."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        if wanted and not path.name.startswith(tuple(wanted)):
            continue
        notebook = read(path)
        start = time.perf_counter()
        run(notebook)
        clean(notebook)
        nbformat.write(notebook, path)
        size = path.stat().st_size / 1024
        print(f"{path.name}: {time.perf_counter() - start:.1f} s, {size:.0f} KiB", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
