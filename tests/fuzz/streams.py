"""Runs commands and the window on standard streams that are closed, full or endless, and interrupts them.

Each ends with status 1 where a stream that it needs fails and with 130 where it is interrupted, says at most one line,
and takes at most ``MOST_MEMORY``. A search by several processes leaves none of them behind.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.core.games.sample import MASTERS
from tests.fuzz.frame import tries

MOST_MEMORY: Final = 300_000
"""The kilobytes that a process may take."""

MOST_SECONDS: Final = 60
"""The time after which a process counts as hanging."""

PAWN: Final = "8/8/8/8/4P3/8/8/8"
LINE: Final = f"pawns white {PAWN} w - - 0 1 0x10000000\n"

GAME: Final = '[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n'

COMMANDS: Final = (
    ("masks", PAWN),
    ("masks", "-"),
    ("formula", "own", PAWN),
    ("formula", "own", "-"),
    ("formula", "own", "--code", "c"),
    ("layers",),
    ("layers", "--format", "json"),
    ("explain", PAWN),
    ("explain", "-", "--format", "json", "--pawns"),
    ("breaks", PAWN),
    ("breaks", "-"),
    ("fixtures", PAWN, "--layer", "pawns"),
    ("fixtures", "-"),
    ("check", "-"),
    ("games", "-"),
    ("render", PAWN, "-o", "-"),
    ("timeline", "-", "--layer", "pawns"),
    ("masks", "--help"),
    ("check", "--help"),
    ("--help",),
    ("--version",),
    ("--reset",),
    *[("search", "{games}", "--structure", "carlsbad", "--processes", "2")] * 3,
    (),
)
"""The arguments that are tried; none opens the window."""

LONGEST: Final = 2.0
"""The seconds that a search may take to end after an interrupt, with all its processes."""

COPIES: Final = 2000
"""How often the games of masters are in the file that is searched, which takes some seconds."""

INPUTS: Final = {"file": "", "closed": "<&-", "endless": "</dev/zero"}
OUTPUTS: Final = {"file": "", "closed": ">&-", "full": ">/dev/full"}
ERRORS: Final = {"file": "", "closed": "2>&-", "full": "2>/dev/full"}

PROGRAM: Final = """
import os, sys
from pawnviz.__main__ import main
os.write(int(os.environ["READY"]), b"x")
sys.exit(main())
"""
"""The program as it is started, with a word to the fuzzer when its first line comes: before it, Python answers."""

_OF_QT: Final = "This plugin does not support"
"""How the lines start that Qt says of the platform without a screen."""


@dataclass(frozen=True, slots=True)
class Try:
    """Arguments, the streams by their names in ``INPUTS``, ``OUTPUTS`` and ``ERRORS``, and when it is interrupted.

    ``interrupt`` is in seconds after the first line of the program; None for never.
    """

    words: tuple[str, ...]
    input: str
    output: str
    errors: str
    interrupt: float | None

    def __str__(self) -> str:
        streams = (INPUTS[self.input], OUTPUTS[self.output], ERRORS[self.errors])
        when = "" if self.interrupt is None else f"  # interrupted after {1000 * self.interrupt:.0f} ms"
        return " ".join(filter(None, ("pawnviz", *self.words, *streams))) + when

    @property
    def expected(self) -> set[int]:
        reads = "-" in self.words and self.words[0] != "render"  # There it is where the picture goes.
        fails = bool(self.words) and (self.output != "file" or (reads and self.input != "file"))
        by_itself = {1} if fails else {0}
        return by_itself if self.interrupt is None else by_itself | {130}


def make_try(seed: int, number: int) -> Try:
    chance = random.Random(f"{seed} {number}")
    words = COMMANDS[number % len(COMMANDS)]
    streams = tuple(chance.choice(tuple(names)) for names in (INPUTS, OUTPUTS, ERRORS))
    interrupt = None
    if not words:
        interrupt = chance.uniform(0.001, 2)  # The window does not close by itself.
    elif words[0] == "search":
        # Every other one in the first second, while the processes start.
        interrupt = chance.uniform(0.001, chance.choice((1, 4)))
        streams = ("file", "file", "file")
    elif chance.random() < 0.5:
        interrupt = chance.uniform(0.001, 0.15)
        streams = ("file", "file", "file")
    given, output, errors = streams
    return Try(words, given, output, errors, interrupt)


def faults_of(tried: Try, folder: Path) -> tuple[list[str], int]:
    """Run a try with its settings in a folder, and return what is wrong with how it ends, and its exit status."""
    given, said, games = folder / "given", folder / "said", folder / "games.pgn"
    if "{games}" in tried.words:
        games.write_bytes((MASTERS.read_bytes() + b"\n") * COPIES)
    given.write_text({"check": LINE, "games": GAME, "timeline": GAME}.get("".join(tried.words[:1]), f"{PAWN}\n"))
    ready, word = os.pipe()
    line = f'exec "$0" "$@" {INPUTS[tried.input]} {OUTPUTS[tried.output]} {ERRORS[tried.errors]}'
    environment = os.environ | {
        "XDG_CONFIG_HOME": str(folder),
        "XDG_STATE_HOME": str(folder),
        "QT_QPA_PLATFORM": "offscreen",
        "READY": str(word),
    }
    with given.open("rb") as stdin, said.open("wb") as stderr:
        process = subprocess.Popen(
            ["sh", "-c", line, sys.executable, "-c", PROGRAM, *(word.format(games=games) for word in tried.words)],
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            env=environment,
            pass_fds=(word,),
            start_new_session=True,
        )
    os.close(word)
    os.read(ready, 1)
    os.close(ready)
    if tried.interrupt is not None:
        time.sleep(tried.interrupt)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
    interrupted = time.monotonic()
    status, memory = _end_of(process)
    faults = []
    if "{games}" in tried.words:
        while _has_processes(process.pid) and time.monotonic() - interrupted < LONGEST:
            time.sleep(0.005)
        if _has_processes(process.pid) or time.monotonic() - interrupted > LONGEST:
            faults.append(f"it has not ended after {LONGEST:.0f} s")
    if status not in tried.expected:
        faults.append(f"the status is {status}, not {' or '.join(map(str, sorted(tried.expected)))}")
    lines = [text for text in said.read_text(errors="replace").splitlines() if not text.startswith(_OF_QT)]
    if len(lines) > 1:
        faults.append(f"it says {len(lines)} lines: {' / '.join(lines)[-400:]}")
    if memory > MOST_MEMORY:
        faults.append(f"it takes {memory // 1000} MB")
    if (folder / "pawnviz" / "starting.lock").exists():
        faults.append("the mark of a start is left")
    return faults, status


def _has_processes(group: int) -> bool:
    with suppress(ProcessLookupError):
        os.killpg(group, 0)
        return True
    return False


def _end_of(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """Wait for a process and return its exit status and the most kilobytes that it took; end it where it hangs."""
    end, memory = time.monotonic() + MOST_SECONDS, 0
    while True:
        memory = max(memory, _peak_memory(process.pid))
        number, status = os.waitpid(process.pid, os.WNOHANG)
        if number:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, memory
        if time.monotonic() > end:
            process.kill()
        time.sleep(0.005)


def _peak_memory(process: int) -> int:
    """Return the most kilobytes that a running process has taken, 0 where the system does not say.

    What ``os.wait4`` says counts the process that it was forked from too.
    """
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def run(count: int, seed: int) -> int:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A run in the background ignores interrupts, and so would the processes that it starts and interrupts.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    statuses: Counter[int] = Counter()

    def faults_of_try(number: int) -> list[str]:
        tried = make_try(seed, number)
        with tempfile.TemporaryDirectory() as folder:
            faults, status = faults_of(tried, Path(folder))
        statuses[status] += 1
        return [f"{tried}: {fault}" for fault in faults]

    def report() -> str:
        return ", ".join(f"{count} with status {status}" for status, count in sorted(statuses.items()))

    return tries(count, seed, "try", faults_of_try, report)
