"""Prints what a command has to say of each position."""

from __future__ import annotations

import sys
from typing import Final, Protocol

from pawnviz.cli.errors import print_error
from pawnviz.cli.formats import Layout
from pawnviz.cli.positions import Lines, given_in
from pawnviz.core.board.position import Position

_MANY: Final = 500
"""How many positions are computed as arrays: for fewer it is not worth to load NumPy."""


class Printed(Protocol):
    """What is printed of each position."""

    @property
    def separator(self) -> str:
        """What comes between two positions."""

    def text(self, position: Position) -> str:
        """Return what is printed of a position."""


def print_positions(words: list[str], printed: Printed) -> int:
    """Print the positions that words of the command line stand for and return the exit status."""
    status, any_given, separator = 0, False, ""
    for given in given_in(words):
        if isinstance(given, Lines) and isinstance(printed, Layout) and len(given) >= _MANY:
            block, messages = given.block()
            any_given |= bool(len(block.boards) or messages)
            for message in messages:
                status = print_error(message)
            for text in printed.texts(block):
                sys.stdout.write(text if separator else text.removeprefix(printed.separator))
                separator = printed.separator
            continue
        for position in given.positions() if isinstance(given, Lines) else (given,):
            any_given = True
            if isinstance(position, str):
                status = print_error(position)
                continue
            sys.stdout.write(f"{separator}{printed.text(position)}")
            separator = printed.separator
    return status if any_given else print_error("there is no position to print masks of")
