"""A conversation with an engine: its start, its search in position after position, and checks of the protocol."""

from __future__ import annotations

import os
import signal
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.engine.request import Request, board_of, uci_fen
from pawnviz.core.engine.uci import (
    NonsenseError,
    Spin,
    Variation,
    check_best_move,
    read_name,
    read_option,
    read_variation,
)
from pawnviz.core.words import shortened
from pawnviz.model.engine.process import LONGEST_KILL, EngineProcess

if TYPE_CHECKING:
    import chess

GOODBYE: Final = 60  # The milliseconds that an engine has to end by itself when the window closes.


class State(Enum):
    """The activity of an engine; an engine that has ended stays so."""

    STARTING = "starting"
    READY = "ready"
    THINKING = "thinking"
    STOPPING = "stopping"
    ENDED = "ended"


class Patience(NamedTuple):
    """The seconds that an engine has: to answer first, to get ready, to stop, and to speak in a search, ``silence``."""

    first: float = 5.0
    ready: float = 8.0
    stop: float = 3.0
    answer: float = 3.0
    silence: float = 2.0


class Engine(QObject):
    """A UCI engine, for legal positions that are not over; a breach of the protocol ends it with a ``failure``."""

    changed = Signal()  # The state, the name or the variations have changed.
    gone = Signal()  # The engine's processes are gone.

    def __init__(self, path: str, patience: Patience | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = shortened(Path(path).name, 40)
        self.state = State.STARTING
        self.failure = ""  # Why the engine has ended by itself or was ended, in a sentence; empty otherwise.
        self.plays_chess960 = False
        self._path = path
        self._patience = patience or Patience()
        self._options: dict[str, Spin | None] = {}
        self._values: dict[str, str] = {}
        self._wanted: Request | None = None
        self.request: Request | None = None
        """The current or last request, None before."""
        self._board: chess.Board | None = None
        self._variations: dict[int, Variation] = {}
        self.is_complete = False
        """Whether the search of ``request`` is over."""
        self._complaint = ""
        self._watch = QTimer(self, singleShot=True)
        self._watch.timeout.connect(self._lose_patience)
        self._silence = QTimer(self, singleShot=True)
        self._silence.timeout.connect(self._ask_whether_it_is_there)
        self._limit = QTimer(self, singleShot=True)
        self._limit.timeout.connect(self._stop)
        self._process = EngineProcess(path, self)
        self._process.progressed.connect(self._take_lines)
        self._process.ended.connect(self._note_gone)
        self._expect(self._patience.first, "does not answer. Either it is no UCI engine, or it hangs")
        self._process.send("uci")

    # Results

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The best lines of ``request``, the best first."""
        return tuple(self._variations[rank] for rank in sorted(self._variations))

    @property
    def group(self) -> int:
        """The number of the group of its processes, 0 once they are gone."""
        return self._process.number

    # Requests

    def think(self, request: Request) -> None:
        """Think about a request in place of the current one; the same request goes on."""
        if self.state is State.ENDED or (request == self.request and self.state is State.THINKING):
            return
        self._wanted = request
        if self.state is State.READY:
            self._begin()
        elif self.state is State.THINKING:
            self._stop()

    def pause(self) -> None:
        """Stop thinking."""
        self._wanted = None
        if self.state is State.THINKING:
            self._stop()

    def leave(self) -> None:
        """Tell the engine to end; it is gone a moment later."""
        self._stop_watching()
        self._process.leave()
        self._set_state(State.ENDED)

    def end(self) -> None:
        """End the engine before this returns."""
        self._stop_watching()
        self._process.leave()
        if not self._process.wait(GOODBYE):
            self._process.kill()
            if not self._process.wait(LONGEST_KILL):
                self._process.force()
                self._process.wait(1000)
        self._set_state(State.ENDED)

    def _begin(self) -> None:
        request, self._wanted = self._wanted, None
        if request is None:
            return
        self.request, self._board = request, board_of(request.position)
        self._variations.clear()
        self.is_complete = False
        self._set_option("Threads", request.thread_count)
        self._set_option("Hash", request.memory)
        self._set_option("MultiPV", request.line_count)
        if self.plays_chess960:
            self._set_value("UCI_Chess960", "true" if self._board.chess960 else "false")
        self._process.send(f"position fen {uci_fen(self._board)}", f"go movetime {1000 * request.seconds}")
        self._limit.start(1000 * request.seconds + 500)
        self._listen()
        self._set_state(State.THINKING)

    def _set_option(self, name: str, value: int) -> None:
        spin = self._options.get(name)
        if spin is not None:
            self._set_value(name, str(spin.nearest(value)))

    def _set_value(self, name: str, value: str) -> None:
        if self._values.get(name) != value:
            self._values[name] = value
            self._process.send(f"setoption name {name} value {value}")

    @Slot()
    def _stop(self) -> None:
        """Tell the engine to give its best move at once."""
        self._stop_watching()
        self._process.send("stop")
        self._expect(self._patience.stop, "does not stop thinking when it is asked to")
        self._set_state(State.STOPPING)

    # Lines of the engine

    @Slot()
    def _take_lines(self) -> None:
        for line in self._process.take_lines():
            if self.state is State.ENDED:
                return
            if line.startswith("!"):
                self._note_report(line[2:])
            else:
                try:
                    self._take_line(line[2:])
                except NonsenseError as error:
                    self._fail(str(error))

    def _take_line(self, line: str) -> None:
        word = line.partition(" ")[0]
        if self.state is State.STARTING:
            self._get_ready(word, line)
        elif word == "readyok" and self.state is State.THINKING:
            self._listen()
        elif word == "info" and self.state is State.THINKING and self._board is not None:
            self._take_variation(line, self._board)
        elif word == "bestmove" and self.state in (State.THINKING, State.STOPPING) and self._board is not None:
            self.is_complete = self.state is State.THINKING
            if self.is_complete:
                check_best_move(line, self._board)
                if not self._variations:
                    raise NonsenseError("gives a best move, but no line that can be read")
            self._stop_watching()
            self._set_state(State.READY)
            self._begin()

    def _get_ready(self, word: str, line: str) -> None:
        """Read an engine's lines before its first search."""
        if word == "id":
            self.name = read_name(line) or self.name
            self.changed.emit()
        elif word == "option":
            option = read_option(line)
            if option is not None:
                self._options[option[0]] = option[1]
        elif word == "uciok":
            self.plays_chess960 = "UCI_Chess960" in self._options
            self._expect(self._patience.ready, "does not get ready")
            self._process.send("isready")
        elif word == "readyok":
            self._stop_watching()
            self._set_state(State.READY)
            self._begin()

    def _take_variation(self, line: str, board: chess.Board) -> None:
        self._listen()
        variation = read_variation(line, board)
        if variation is not None and self.request is not None and variation.rank <= self.request.line_count:
            self._variations[variation.rank] = variation
            self.changed.emit()

    # That it keeps to the protocol

    def _expect(self, seconds: float, complaint: str) -> None:
        self._complaint = complaint
        self._watch.start(round(1000 * seconds))

    def _listen(self) -> None:
        self._watch.stop()
        self._silence.start(round(1000 * self._patience.silence))

    @Slot()
    def _ask_whether_it_is_there(self) -> None:
        self._expect(self._patience.answer, "does not answer any more")
        self._process.send("isready")

    def _stop_watching(self) -> None:
        for timer in (self._watch, self._silence, self._limit):
            timer.stop()

    @Slot()
    def _lose_patience(self) -> None:
        self._fail(self._complaint)

    def _note_report(self, said: str) -> None:
        word, _, number = said.partition(" ")
        if word == "flooded":
            self._fail("floods the program with output")
        elif word == "endless":
            self._fail("writes a line without an end")
        elif word == "closed":
            self._fail("has closed its output")
        elif word == "refused":
            self._fail(f"cannot be started: {os.strerror(int(number))}", was_running=False)
        elif number.startswith("-"):
            name = signal.strsignal(-int(number)) or f"signal {number[1:]}"
            self._fail(f"has crashed ({name})", was_running=False)
        else:
            self._note_end()

    def _fail(self, clause: str, *, was_running: bool = True) -> None:
        """End the engine with a failure: its name and the rest of a sentence."""
        if self.state is State.ENDED:
            return
        self.failure = f"{self.name} {clause}.{' It was stopped.' if was_running else ''}"
        self._stop_watching()
        self._process.kill()
        self._set_state(State.ENDED)

    def _note_end(self) -> None:
        if self.state is State.STARTING:
            clause = "has ended without an answer. It is no UCI engine, or something that it needs is missing"
        else:
            clause = "has ended by itself"
        self._fail(clause, was_running=False)

    @Slot()
    def _note_gone(self) -> None:
        self._note_end()
        self.gone.emit()

    def _set_state(self, state: State) -> None:
        self.state = state
        self.changed.emit()
