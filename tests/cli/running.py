"""Ways to run a sub-command in a test: here, or in a process of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from typing import Final

import pytest

from pawnviz.cli.command import run_command

Run = Callable[..., tuple[int, str, str]]
"""Runs a sub-command in this process and returns its exit status, its output and its errors."""
Printed = Callable[..., str]
"""Returns the output of a sub-command that succeeds."""
Give = Callable[[bytes], None]
"""Makes bytes the standard input."""
PROGRAM: Final = (sys.executable, "-m", "pawnviz")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a sub-command here and return its exit status, its output and its errors."""
    status = run_command(list(words))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Make these bytes the standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))


def piped(*words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own."""
    return subprocess.run([*PROGRAM, *words], input=data, capture_output=True, timeout=60, check=False)
