"""Searches over four files by several processes, which Ctrl+C ends at random moments, from the first one on.

Each search is a group of processes that gets the interrupt as one from a terminal. It is to end within ``LONGEST``
seconds with status 130, to say at most one line, and to leave no process behind.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.core.games.sample import MASTERS
from tests.fuzz.frame import tries
from tests.fuzz.streams import PROGRAM

FILES: Final = 4
COPIES: Final = 800  # How often the games of masters are in a file, which takes some seconds to scan.
LATEST: Final = 4.0  # The seconds after the first line of the program up to which it is interrupted.
LONGEST: Final = 2.0  # The seconds that a search may take to end.


def run(count: int, seed: int) -> int:
    """Interrupt as many searches and return the exit status."""
    chance = random.Random(seed)
    taken: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.pgn") for number in range(FILES)]
        for file in files:
            file.write_bytes((MASTERS.read_bytes() + b"\n") * COPIES)

        def faults_of_search(number: int) -> list[str]:
            # Every other one in the first second, while the processes start.
            moment = chance.uniform(0, chance.choice((1, LATEST)))
            seconds, fault = interrupted([str(file) for file in files], moment)
            taken.append(seconds)
            return [f"after {moment:.3f} s: {fault}"] if fault else []

        return tries(count, seed, "search", faults_of_search, lambda: f"ended after {max(taken):.2f} s at the latest")


def interrupted(files: list[str], moment: float) -> tuple[float, str]:
    """Search files and interrupt it some seconds after its first line; return the seconds to its end and a fault."""
    ready, said = os.pipe()
    words = ["search", *files, "--structure", "carlsbad", "--processes", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"READY": str(said)},
        pass_fds=[said],
        start_new_session=True,
    )
    os.close(said)
    os.read(ready, 1)
    os.close(ready)
    time.sleep(moment)
    begun = time.monotonic()
    status = 128 + signal.SIGINT if process.poll() is None else 0
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    seconds = time.monotonic() - begun
    # Each process of the group holds the pipe of errors, whose end is that of the last one.
    if seconds > LONGEST:
        return seconds, f"it took {seconds:.2f} s"
    if process.returncode != status or len(err.splitlines()) > 1:
        return seconds, f"it ended with {process.returncode} and said {err!r}"
    return seconds, ""
