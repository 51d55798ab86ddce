"""Runs an engine beside the program, passes on what both say within limits, and ends it when the program ends.

It is a process of its own, started as a script, and needs nothing but Python. What comes on its standard input goes to
the engine. The end of that input, however the program ends, or SIGTERM ends the engine and every process that it has
started: the guard and they are one process group, and on Linux those that leave it are found as well, since the guard
takes over whatever its descendants leave behind. Elsewhere a process that makes a session of its own stays, as it does
where something kills the guard alone. Of what the engine says only the lines that matter go on, the latest of each
variation ten times a second, so that an engine that floods costs the program nothing. A line that begins with ``>`` is
the engine's; one that begins with ``!`` says how it ended: ``refused`` with the number of the system's error,
``ended`` with the exit status, ``closed`` where it runs on without an output, ``flooded``, or ``endless`` for a line
that does not end.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

LONGEST_LINE: Final = 65_536  # The most bytes of a line of an engine.
MOST_BYTES: Final = 4_000_000
"""The number of bytes in a second from which an engine floods; a good one may say a million at once in a dead draw."""
MOST_LINES: Final = 500
"""The number of lines in a second that go on besides variations; an engine that says more floods."""
PAUSE: Final = 0.1  # The seconds between two times that variations go on.
GRACE: Final = 0.5  # The seconds that an engine has to end by itself once its input has ended.
LONGEST_END: Final = 2.0  # The seconds in which processes that have left the group are ended.
VARIATIONS: Final = 5  # The greatest number of variations that go on.

_WANTED: Final = re.compile(
    rb"(?:id name|uciok$|readyok$|bestmove |option name (?:MultiPV|Threads|Hash|UCI_Chess960) )"
)
_SET_DEATH_SIGNAL: Final = 1
_BECOME_SUBREAPER: Final = 36  # Options of a process that Linux knows by these numbers.
_NUMBER: Final = re.compile(rb" multipv (\d{1,3}) ")


class Flow:
    """Takes the output of an engine in pieces, and returns the lines that go on, or that there are too many."""

    def __init__(self, now: float) -> None:
        self._rest = b""
        self._waiting: dict[int, bytes] = {}
        self._second = now
        self._bytes = self._lines = 0
        self.due = now
        """When the variations that wait go on."""

    @property
    def is_waiting(self) -> bool:
        """Whether variations wait to go on."""
        return bool(self._waiting)

    def take(self, piece: bytes, now: float) -> tuple[list[bytes], str]:
        """Return the lines of a piece that go on at once, and why the engine is to be ended, empty for no reason."""
        if now >= self._second + 1:
            self._second, self._bytes, self._lines = now, 0, 0
        self._bytes += len(piece)
        if self._bytes > MOST_BYTES:
            return [], "flooded"
        *lines, self._rest = (self._rest + piece).split(b"\n")
        passed = []
        for line in lines:
            if line.startswith(b"info "):
                self._note(line)
            elif _WANTED.match(line := line.strip()):
                passed += [*self.waiting(), line] if line.startswith(b"bestmove ") else [line]
        self._lines += len(passed)
        if self._lines > MOST_LINES:
            return [], "flooded"
        if max(map(len, lines), default=0) > LONGEST_LINE or len(self._rest) > LONGEST_LINE:
            return passed, "endless"
        return passed, ""

    def _note(self, line: bytes) -> None:
        """Keep a variation until it is time for it to go on, unless its score is only a bound."""
        if b" pv " in line and b" score " in line and b"erbound " not in line:
            number = _NUMBER.search(line)
            rank = int(number[1]) if number else 1
            if 1 <= rank <= VARIATIONS:
                self._waiting[rank] = line.strip()

    def waiting(self) -> list[bytes]:
        """Return the variations that wait, and forget them."""
        variations = [self._waiting[rank] for rank in sorted(self._waiting)]
        self._waiting.clear()
        return variations


def main(program: str) -> None:
    """Run an engine to its end or to that of the standard input, and end whatever is left of both."""
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, lambda number, frame: _end_all())
        os.setsid()
        os.nice(5)  # The window comes first.
    if sys.platform == "linux":
        _control_process(_BECOME_SUBREAPER, 1)
    try:
        engine = subprocess.Popen(
            [program],
            bufsize=0,
            cwd=Path(program).parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=_die_with_guard if sys.platform == "linux" else None,
        )
    except OSError as error:
        _say([f"! refused {error.errno or 0}".encode()])
        return
    threading.Thread(target=_pass_commands, args=[engine], daemon=True).start()
    try:
        reason = _pass_lines(engine)
        if not reason:
            try:
                reason = f"ended {engine.wait(GRACE)}"
            except subprocess.TimeoutExpired:
                reason = "closed"
        _say([f"! {reason}".encode()])
    finally:
        _end_all(engine)


def _die_with_guard() -> None:
    """Have the system end the engine with the guard, whatever ends that; nothing else runs in the guard yet."""
    _control_process(_SET_DEATH_SIGNAL, signal.SIGKILL)


def _control_process(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value))


def _pass_commands(engine: subprocess.Popen[bytes]) -> None:
    """Pass the standard input on to the engine; at its end the engine has to end too."""
    assert engine.stdin is not None
    try:
        while piece := os.read(0, 4096):
            engine.stdin.write(piece)
        engine.stdin.close()
        engine.wait(GRACE)
    except (OSError, subprocess.TimeoutExpired):
        pass
    finally:
        _end_all(engine)


def _pass_lines(engine: subprocess.Popen[bytes]) -> str:
    """Pass on the engine's output; return why it is to be ended, empty where the output has ended."""
    pieces: queue.Queue[bytes] = queue.Queue(4)
    threading.Thread(target=_read_pieces, args=(engine, pieces), daemon=True).start()
    flow = Flow(time.monotonic())
    while True:
        try:
            piece = pieces.get(timeout=max(0.0, flow.due - time.monotonic()) if flow.is_waiting else None)
        except queue.Empty:
            piece = None
        now = time.monotonic()
        if piece == b"":
            _say([b"> " + line for line in flow.waiting()])
            return ""
        if piece is not None:
            lines, reason = flow.take(piece, now)
            _say([b"> " + line for line in lines])
            if reason:
                return reason
        if flow.is_waiting and now >= flow.due:
            flow.due = now + PAUSE
            _say([b"> " + line for line in flow.waiting()])


def _read_pieces(engine: subprocess.Popen[bytes], pieces: queue.Queue[bytes]) -> None:
    """Read the engine's output, no faster than it is passed on; the last piece is empty."""
    assert engine.stdout is not None
    try:
        while piece := os.read(engine.stdout.fileno(), 65_536):
            pieces.put(piece)
    except OSError:
        pass
    pieces.put(b"")


def _say(lines: Iterable[bytes]) -> None:
    text = b"".join(line + b"\n" for line in lines)
    while text:
        try:
            text = text[os.write(1, text) :]
        except OSError:  # The program is gone.
            return


def _end_all(engine: subprocess.Popen[bytes] | None = None) -> None:
    if sys.platform == "linux":
        _end_descendants()
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    if engine is not None:
        engine.kill()
    os._exit(0)


def _end_descendants() -> None:
    """End all processes that come from this one, again and again until there are none, for they may start others."""
    end = time.monotonic() + LONGEST_END
    with suppress(ChildProcessError):  # There are none.
        while time.monotonic() < end:
            for process in _descendants():
                with suppress(OSError):
                    # A group of theirs has no other members, and none of it starts another one before all have ended.
                    group = os.getpgid(process)
                    os.kill(process if group == os.getpgrp() else -group, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.01)


def _descendants() -> list[int]:
    """Return the processes that come from this one; one whose parent has ended is a child of this one."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (entry / "stat").read_bytes().rpartition(b")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(entry.name))
    processes = [os.getpid()]
    for process in processes:
        processes += children.get(process, [])
    return processes[1:]


if __name__ == "__main__":
    main(sys.argv[1])
