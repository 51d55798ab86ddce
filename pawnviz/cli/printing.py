"""Prints a text for each position that a command is given."""

from __future__ import annotations

import sys
from typing import Final, Protocol

from pawnviz.cli.arguments import print_error
from pawnviz.cli.formats import Layout
from pawnviz.cli.positions import Lines, given_in
from pawnviz.core.board.position import Position

_MANY: Final = 500
"""From so many lines on, positions are computed as arrays; for fewer, loading NumPy would take longer."""


class Printer(Protocol):
    """Makes the text that is printed for each position."""

    @property
    def separator(self) -> str:
        """The text between two positions."""

    def text(self, position: Position) -> str:
        """Return the text of a position."""


def print_positions(words: list[str], printer: Printer, purpose: str = "print masks of") -> int:
    """Print the text of each position, or that there is none to ``purpose``, and return the exit status."""
    status, any_given, separator = 0, False, ""
    for given in given_in(words):
        if isinstance(given, Lines) and isinstance(printer, Layout) and len(given) >= _MANY:
            block, messages = given.block()
            any_given |= bool(len(block.boards) or messages)
            for message in messages:
                status = print_error(message)
            for text in printer.texts(block):
                sys.stdout.write(text if separator else text.removeprefix(printer.separator))
                separator = printer.separator
            continue
        for position in given.positions() if isinstance(given, Lines) else (given,):
            any_given = True
            if isinstance(position, str):
                status = print_error(position)
                continue
            sys.stdout.write(f"{separator}{printer.text(position)}")
            separator = printer.separator
    return status if any_given else print_error(f"there is no position to {purpose}")
