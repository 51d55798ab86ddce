"""Standard streams that are closed, full or gone, and files in their place; a command says so and never hangs."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import Final, TextIO, cast

from pawnviz.cli.arguments import EXIT_BROKEN_PIPE, discard, print_error
from pawnviz.core.positions import open_stored

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a line; nothing after a longer one is read, since it may never end."""

TOO_LONG: Final = f"the line has more than {LONGEST_LINE:,} bytes; nothing is read from there on"
"""The fault of a line of more bytes."""

_OPEN_ALREADY: Final = ("/dev/stdin", "/dev/fd/")
"""How names of files start that the caller has opened, such as ``<(command)`` of a shell: they are read like -."""


def reopen_closed_streams() -> None:
    """Open closed standard streams, so that no file takes their numbers; text for standard error is dropped.

    Characters that standard output cannot encode are escaped.
    """
    for name, flags, mode in (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            # The lowest free number is that of the closed stream.
            number = os.open(os.devnull, flags)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", errors="backslashreplace"))
    cast(TextIOWrapper, sys.stdout).reconfigure(errors="backslashreplace")  # For names that are not UTF-8.


def print_text(text: str) -> int:
    """Print a text and return the exit status."""

    def run() -> int:
        sys.stdout.write(text)
        return 0

    return with_output(run)


def with_output(command: Callable[[], int]) -> int:
    """Run a command, flush its output, and return its exit status; a line names an output that cannot be written."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
        return EXIT_BROKEN_PIPE
    except OSError as error:
        discard(sys.stdout)
        return print_error(f"standard output cannot be written: {reason(error)}")
    return status


def standard_input() -> BufferedReader:
    """Return standard input as bytes; raises ``OSError`` where there is none."""
    stream = cast(TextIO | None, sys.stdin)
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return cast(BufferedReader, stream.buffer)


def open_file(path: str | Path) -> BufferedReader:
    """Open a file to read its bytes; raises ``OSError``, also for pipes, devices and files the system makes up."""
    kind = Path(path).stat().st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or str(path).startswith(_OPEN_ALREADY)):
        raise OSError(errno.EINVAL, "it is a device or a pipe; only files are read, and standard input as -")
    return open_stored(path) if stat.S_ISREG(kind) else Path(path).open("rb")


def reason(error: OSError) -> str:
    """Return why a stream or a file cannot be read or written."""
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)
