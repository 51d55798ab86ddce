"""Exit statuses of the program, and the one place that prints errors."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final, TextIO

from pawnviz.core.words import visible

EXIT_BAD_INPUT: Final = 1
EXIT_USAGE: Final = 2
EXIT_NO_SCREEN: Final = 3
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141


def print_error(message: str, status: int = EXIT_BAD_INPUT) -> int:
    """Print a message with escapes on standard error, if that is open, and return its exit status."""
    if sys.stderr is not None:
        try:
            print(f"pawnviz: {visible(message)}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)
    return status


def discard(stream: TextIO) -> None:
    """Drop the rest of a stream's text, written and still to come; else Python complains about it as it exits."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
