"""Exit statuses of the program, and the one place that prints errors."""

from __future__ import annotations

import sys
from typing import Final

EXIT_BAD_INPUT: Final = 1
EXIT_USAGE: Final = 2
EXIT_NO_SCREEN: Final = 3
EXIT_INTERRUPTED: Final = 130
EXIT_BROKEN_PIPE: Final = 141


def print_error(message: str, status: int = EXIT_BAD_INPUT) -> int:
    """Print a message for people on standard error and return the exit status that belongs to it."""
    print(f"pawnviz: {message}", file=sys.stderr)
    return status
