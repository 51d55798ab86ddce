"""Engines for tests: the one that is installed, and stand-ins, each of which misbehaves in its own way."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pawnviz.model.engine.engine import find_engines

STAND_IN = Path(__file__).with_name("stand_in.py")
QUICK = Path(__file__).with_name("quick_engine.py")


def stand_in(folder: Path, kind: str) -> str:
    """Write a stand-in that behaves as its name says, see ``stand_in.py``, and return its path."""
    path = folder / kind
    path.write_text(f"#!{sys.executable} -IS\n{STAND_IN.read_text(encoding='utf-8')}", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def quick_engine(folder: Path) -> str:
    """Write an engine that answers every position at once, see ``quick_engine.py``, and return its path."""
    path = folder / "quick"
    path.write_text(f"#!{sys.executable}\n{QUICK.read_text(encoding='utf-8')}", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def installed_engine() -> str:
    """Return the path of an installed Stockfish; skip the test where there is none, but fail where tests need it."""
    found = [path for path in find_engines() if "stockfish" in Path(path).name]
    if not found:
        message = "Stockfish is not installed; on Debian: apt-get install stockfish"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found[0]


def processes(text: str) -> list[str]:
    """Return the command lines of the processes that hold a text, on systems that list them in ``/proc``."""
    found = []
    for entry in Path("/proc").iterdir() if Path("/proc/self/cmdline").exists() else ():
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if entry.name.isdecimal() and int(entry.name) != os.getpid() and text in command and state != "Z":
            found.append(command)
    return found


def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Wait without an event loop until a condition holds, and return whether it does."""
    end = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return holds
