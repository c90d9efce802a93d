"""The stubs, the compiled module and what it says of itself agree."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import heistlab
from heistlab import _core

STUBS = ast.parse((Path(heistlab.__file__).parent / "_core.pyi").read_text())
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}


def methods(stub: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}


def test_the_stubs_name_what_there_is() -> None:
    functions = {node.name for node in STUBS.body if isinstance(node, ast.FunctionDef)}
    values = {
        node.target.id for node in STUBS.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public == functions | CLASSES.keys() | values - {"__version__"}
    for name, stub in CLASSES.items():
        if not issubclass(getattr(_core, name), Exception):
            listed = {method for method in methods(stub) if not method.startswith("__")}
            assert {method for method in vars(getattr(_core, name)) if not method.startswith("__")} == listed, name


def test_everything_public_is_documented_and_the_stubs_say_the_same() -> None:
    for name, stub in CLASSES.items():
        told = [
            ast.get_docstring(stub),
            *(ast.get_docstring(new) for key, new in methods(stub).items() if key == "__new__"),
        ]
        assert inspect.getdoc(getattr(_core, name)) == "\n\n".join(text for text in told if text), name
        for method, node in methods(stub).items():
            if not method.startswith("__"):
                documented = inspect.getdoc(getattr(getattr(_core, name), method))
                assert documented and documented == (ast.get_docstring(node) or "").strip(), f"{name}.{method}"
    for node in STUBS.body:
        if isinstance(node, ast.FunctionDef):
            assert inspect.getdoc(getattr(_core, node.name)) == ast.get_docstring(node)


def test_everything_at_the_root_is_documented() -> None:
    for name in heistlab.__all__:
        thing = getattr(heistlab, name)
        assert not callable(thing) or inspect.getdoc(thing), name
