"""Errors that the compiled module raises by name."""

from __future__ import annotations

import re
from typing import Any


class _Named(Exception):
    """The message begins with the argument's name.

    What converts an argument does not know its name. The binding (PyO3) adds it in a note afterwards, which is
    not part of the message, and which exceptions cannot have before Python 3.11.
    """

    def add_note(self, note: str) -> None:
        """Puts an argument's name before the message; any other note is kept as a note."""
        named = re.fullmatch(r"while processing '(?:r#)?(\w+)'", note)
        if named:
            self.args = (f"{named[1]}: {self.args[0]}",)
        else:
            super().add_note(note)


class ArgumentError(_Named, TypeError):
    """An argument of the wrong type or out of range."""


class SeedError(_Named, ValueError):
    """A seed that is none."""


class KeywordError(TypeError, ValueError):
    """A keyword that the setups of a game do not have.

    The message has the words of Python's own error, which programs look for, and then what was expected.
    """


def require(name: str, value: Any, kind: Any, expected: str) -> None:
    """Raises TypeError if an argument is none of a type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: found {value!r}; expected {expected}")
