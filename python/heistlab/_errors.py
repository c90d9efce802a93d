"""Errors that the compiled module raises by name."""

from __future__ import annotations

import re


class ArgumentError(TypeError):
    """An argument of the wrong type or out of range; the message begins with its name.

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
