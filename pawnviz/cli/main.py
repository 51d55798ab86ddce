"""Runs a sub-command, such as ``pawnviz masks``; no Qt.

Standard output holds results only; what cannot be read is named on standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from pawnviz.cli.errors import EXIT_BROKEN_PIPE, EXIT_INTERRUPTED


def run_command(words: list[str]) -> int:
    """Run the sub-command that the first word names and return the exit status."""
    command, *arguments = words
    try:
        status = _function_of(command)(arguments)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse leaves this way, after help or a message about the arguments.
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader; without this, Python complains about it as it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    return status


def _function_of(command: str) -> Callable[[list[str]], int]:
    """Return the function of a sub-command, whose module is imported only when it is run."""
    match command:
        case "masks":
            from pawnviz.cli.masks import masks

            return masks
        case "layers":
            from pawnviz.cli.layers import layers

            return layers
        case "formula":
            from pawnviz.cli.formula import formula

            return formula
        case "check":
            from pawnviz.cli.check import check

            return check
        case "fixtures":
            from pawnviz.cli.fixtures import fixtures

            return fixtures
    raise ValueError(f"there is no sub-command {command}")
