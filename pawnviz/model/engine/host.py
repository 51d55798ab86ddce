"""A process that runs an engine with ``chess.engine``, and ends it with all that it has started.

It reads a request a line, in JSON, from its standard input, and writes the engine's state in the same way: ``name`` and
``plays_chess960`` once it is ready, then ``number``, ``lines`` and ``is_complete`` of a request, at last a ``failure``.
The end of its input, however the program ends, or SIGTERM ends the engine and its descendants: all are one process
group, and on Linux those that leave it are found too, since this process is given what its descendants leave behind.
Elsewhere a process that begins a session of its own stays. Of the lines of a search only the last of each rank are
read, ten times a second, so that an engine that floods costs little.

Source: https://www.chessprogramming.org/UCI
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import chess
import chess.engine

Answer = TypeVar("Answer")

PAUSE: Final = 0.1  # The seconds between two times that lines are read.
LONGEST_LINE: Final = 65_536  # The most bytes of a line of an engine.
MOST_BYTES: Final = 4_000_000  # The most bytes in a second; a good engine may write a million in a dead draw.
MOST_LINES: Final = 500  # The most lines in a second that are no variations.
MOST_VARIATIONS: Final = 5
MOST_MOVES: Final = 16  # The most moves of a variation.
GRACE: Final = 0.5  # The seconds that an engine has to end by itself.
LONGEST_END: Final = 2.0  # The seconds in which processes that have left the group are ended.

_RANK: Final = re.compile(rb" multipv (\d{1,3}) ")
_SET_DEATH_SIGNAL, _BECOME_SUBREAPER = 1, 36  # Options of prctl(2).


class EngineError(Exception):
    """A breach of the protocol; the text ends a sentence that begins with the engine's name."""


class Conversation(chess.engine.UciProtocol):
    """The protocol of ``chess.engine``, with limits on the output of an engine."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: asyncio.Future[None] = self.loop.create_future()
        self.heard = time.monotonic()  # The time of the last output.
        self.is_stopping = False
        self._rest = b""
        self._waiting: dict[int, bytes] = {}
        self._second = 0.0
        self._byte_count = self._line_count = 0

    def fail(self, clause: str) -> None:
        """End the conversation with a fault, unless it has one."""
        if not self.fault.done():
            self.fault.set_exception(EngineError(clause))

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Read lines at once, but variations that are no bounds with the next ``read_variations``."""
        assert isinstance(data, bytes)
        self.heard = time.monotonic()
        if self.heard >= self._second + 1:
            self._second, self._byte_count, self._line_count = self.heard, 0, 0
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._byte_count += len(data)
        others = [line for line in lines if not line.startswith(b"info ")]
        self._line_count += len(others)
        if self.fault.done():
            return
        if self._byte_count > MOST_BYTES or self._line_count > MOST_LINES:
            self.fail("floods the program with output")
        elif max(map(len, (*lines, self._rest))) > LONGEST_LINE:
            self.fail("writes a line without an end")
        else:
            for line in lines:
                self._read(line)

    def _read(self, line: bytes) -> None:
        if not line.startswith(b"info "):
            if line.split(b" ")[0].strip() == b"bestmove":
                self.read_variations()
                self._legal_words(line[9:], "the best move")
            super().pipe_data_received(1, line + b"\n")
        elif b" pv " in line and b" score " in line and b"erbound " not in line:
            rank = _RANK.search(line)
            self._waiting[int(rank[1]) if rank else 1] = line

    def _legal_words(self, words: bytes, role: str) -> bytes:
        """Return the moves of some words before the first that is not legal; fail if there is none in a search."""
        board, legal = self.board.copy(stack=False), []
        for word in words.split()[:MOST_MOVES]:
            with suppress(ValueError):
                if move := board.parse_uci(word.decode(errors="replace")):
                    board.push(move)
                    legal.append(word)
                    continue
            break
        if not legal and not self.is_stopping:
            move_text = words.strip().partition(b" ")[0].decode(errors="replace")
            self.fail(f"gives “{_printable(move_text, 12, '?')}” as {role}, which is not legal here")
        return b" ".join(legal)

    def read_variations(self) -> None:
        """Read the last variation of each rank, without its moves behind an illegal one."""
        for rank in range(1, MOST_VARIATIONS + 1):
            head, _, moves = self._waiting.get(rank, b"").partition(b" pv ")
            if moves and (legal := self._legal_words(moves, "a move")):
                super().pipe_data_received(1, head + b" pv " + legal + b"\n")
        self._waiting.clear()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note that an engine has closed its output, if it runs on."""
        if fd == 1:
            self.loop.call_later(GRACE, self.fail, "has closed its output")

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end of an engine."""
        super().connection_lost(exc)
        status = self.returncode.result()
        if status < 0:
            self.fail(f"has crashed ({signal.strsignal(-status) or f'signal {-status}'})")
        elif not self.initialized:
            self.fail("has ended without an answer. It is no UCI engine, or something that it needs is missing")
        else:
            self.fail("has ended by itself")


class Host:
    """Runs an engine and searches for the last request."""

    def __init__(self, patience: dict[str, float]) -> None:
        self._patience = patience
        self._request: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._name = ""
        self._engine: Conversation | None = None

    async def run(self, program: str) -> None:
        """Run an engine until it fails or the input ends."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read_requests, args=[loop], daemon=True).start()
        self._name = _printable(Path(program).name)
        try:
            _, engine = await Conversation.popen(
                program,
                cwd=Path(program).parent,
                stderr=subprocess.DEVNULL,
                preexec_fn=_die_with_host if sys.platform == "linux" else None,
            )
        except OSError as error:
            say(failure=f"{self._name} cannot be started: {os.strerror(error.errno or 0)}.")
            return
        self._engine = engine
        conversation = loop.create_task(self._converse(engine))
        await asyncio.wait((conversation, engine.fault), return_when=asyncio.FIRST_COMPLETED)
        if not engine.fault.done():  # The engine has ended, but the reason is not known yet.
            await asyncio.wait((engine.fault,), timeout=GRACE)
        reason = engine.fault.exception() if engine.fault.done() else conversation.exception()
        stopped = "" if engine.returncode.done() else " It was stopped."
        say(failure=f"{self._name} {reason}.{stopped}")
        _end_all()

    def _read_requests(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin.buffer:
            loop.call_soon_threadsafe(self._note_request, json.loads(line))
        loop.call_soon_threadsafe(self._leave)

    def _note_request(self, request: dict[str, Any]) -> None:
        self._request = request
        self._changed.set()

    def _leave(self) -> None:
        engine = self._engine
        if engine is None or engine.returncode.done():
            _end_all()
            return
        with suppress(Exception):  # Its input may be closed.
            engine.send_line("quit")
        engine.returncode.add_done_callback(lambda _: _end_all())
        asyncio.get_running_loop().call_later(GRACE, _end_all)

    async def _converse(self, engine: Conversation) -> None:
        await self._expect(engine.initialize(), "first", "does not answer. Either it is no UCI engine, or it hangs")
        self._name = _printable(engine.id.get("name", "")) or self._name
        await self._expect(engine.ping(), "ready", "does not get ready")
        say(name=self._name, plays_chess960="UCI_Chess960" in engine.options)
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._request:
                await self._search(engine, self._request)

    async def _expect(self, answer: Awaitable[Answer], limit: str, clause: str) -> Answer:
        try:
            return await asyncio.wait_for(answer, self._patience[limit])
        except TimeoutError:
            raise EngineError(clause) from None

    async def _search(self, engine: Conversation, request: dict[str, Any]) -> None:
        """Search until the time of a request is over or there is another one."""
        wanted = {"Threads": request["thread_count"], "Hash": request["memory"], "MultiPV": request["line_count"]}
        options: dict[str, Any] = {}
        for name, value in wanted.items():
            if option := engine.options.get(name):
                options[name] = max(option.min or 1, min(option.max or value, value))
        count = options.pop("MultiPV", None)
        board = chess.Board(request["position"], chess960=request["is_chess960"])
        limit = chess.engine.Limit(time=request["seconds"])
        engine.is_stopping = False
        await engine.configure(options)
        start = engine.analysis(board, limit, multipv=count, game=self)
        analysis = await self._expect(start, "ready", "does not answer any more")
        end = asyncio.ensure_future(analysis.wait())
        change = asyncio.ensure_future(self._changed.wait())
        latest = time.monotonic() + request["seconds"] + GRACE
        asked = 0.0
        said: list[Any] = []
        while not end.done() and not change.done() and time.monotonic() < latest:
            await asyncio.wait((end, change), timeout=PAUSE, return_when=asyncio.FIRST_COMPLETED)
            engine.read_variations()
            if said != (said := _lines(board, analysis.multipv)):
                say(number=request["number"], lines=said, is_complete=False)
            now = time.monotonic()
            if now < engine.heard + self._patience["silence"]:
                asked = 0.0
            elif not asked:
                asked = now
                engine.send_line("isready")
            elif now > asked + self._patience["answer"]:
                raise EngineError("does not answer any more")
        change.cancel()
        is_complete = end.done()
        engine.is_stopping = not is_complete
        analysis.stop()
        await self._expect(end, "stop", "does not stop thinking when it is asked to")
        if is_complete and not said:
            raise EngineError("gives a best move, but no line that can be read")
        say(number=request["number"], lines=said, is_complete=is_complete)


def _lines(board: chess.Board, variations: list[chess.engine.InfoDict]) -> list[tuple[Any, ...]]:
    """Return the fields of a ``Variation`` for each one that is whole."""
    lines: list[tuple[Any, ...]] = []
    for rank, info in enumerate(variations, 1):
        score, moves, depth = info.get("score"), info.get("pv"), info.get("depth")
        if score is None or not moves or depth is None:
            continue
        white = score.white()
        mate = white.mate()
        value = white.score() if mate is None else mate
        if value is None or mate == 0 or abs(value) >= 1_000_000:
            continue
        first = moves[0]
        target = first.to_square
        if board.is_castling(first):
            target = chess.square(6 if target > first.from_square else 2, chess.square_rank(target))
        san = board.variation_san(moves)
        lines.append((rank, depth, (value, mate is not None), san, first.from_square, target))
    return lines


def say(**values: Any) -> None:
    """Write values as a line of JSON."""
    text = f"{json.dumps(values)}\n".encode()
    with suppress(OSError):  # The program is gone.
        while text:
            text = text[os.write(1, text) :]


def _printable(text: str, longest: int = 40, other: str = " ") -> str:
    """Return a text, cut to a number of characters, with another one in place of those that cannot be printed."""
    text = "".join(character if character.isprintable() else other for character in text).strip()
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _die_with_host() -> None:
    """Have the system end the engine with the host, whatever ends that."""
    _control_process(_SET_DEATH_SIGNAL, signal.SIGKILL)


def _control_process(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value))


def _end_all() -> None:
    """End the host and everything that it or the engine has started."""
    if sys.platform == "linux":
        end = time.monotonic() + LONGEST_END
        with suppress(ChildProcessError):  # There are none.
            while time.monotonic() < end:  # Again and again, since they may start others.
                for process in _descendants():
                    with suppress(OSError):
                        # A group of theirs has no other members; none of it starts another one before all have ended.
                        group = os.getpgid(process)
                        os.kill(process if group == os.getpgrp() else -group, signal.SIGKILL)
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
                time.sleep(0.01)
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


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


def main(program: str, patience: str) -> None:
    """Run an engine to its end or to that of the standard input, and end whatever is left of both."""
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, lambda number, frame: _end_all())
        os.setsid()
        os.nice(5)  # The window comes first.
    if sys.platform == "linux":
        _control_process(_BECOME_SUBREAPER, 1)
    try:
        asyncio.run(Host(json.loads(patience)).run(program))
    finally:
        _end_all()


if __name__ == "__main__":
    main(*sys.argv[1:])
