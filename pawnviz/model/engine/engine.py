"""An engine in its host process: requests, variations, and the reason of its end."""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.words import shortened
from pawnviz.model.engine.values import Evaluation, Request, Variation, board_of
from pawnviz.model.jobs.process_job import ProcessJob
from pawnviz.override import plain_override

GOODBYE: Final = 60  # The milliseconds that an engine has to end by itself when the window closes.
LEAVE: Final = 1500  # The milliseconds after which a leaving engine is ended; its host does so sooner.
LONGEST_KILL: Final = 3000  # The milliseconds that a host has to end all processes of an engine.


class State(Enum):
    """The activity of an engine; an engine that has ended stays so."""

    STARTING = "starting"
    READY = "ready"
    THINKING = "thinking"
    ENDED = "ended"


class Patience(NamedTuple):
    """The seconds that an engine has: to answer first, to get ready, to stop, and to speak in a search, ``silence``."""

    first: float = 5.0
    ready: float = 8.0
    stop: float = 3.0
    answer: float = 3.0
    silence: float = 2.0


class Engine(ProcessJob):
    """A UCI engine, for legal positions that are not over; a breach of the protocol ends it with a ``failure``."""

    changed = Signal()  # The state, the name or the variations have changed.
    gone = Signal()  # The engine's processes are gone.

    def __init__(self, path: str, patience: Patience | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = shortened(Path(path).name, 40)
        self.state = State.STARTING
        self.failure = ""  # Why the engine has ended by itself or was ended, in a sentence; empty otherwise.
        self.plays_chess960 = False
        self.request: Request | None = None
        """The current or last request, None before."""
        self.variations: tuple[Variation, ...] = ()
        """The best lines of ``request``, the best first."""
        self.is_complete = False
        """Whether the search of ``request`` is over."""
        self.group = 0
        """The number of the group of its processes, 0 once they are gone."""
        self._number = 0
        self._is_leaving = False
        self.progressed.connect(self._read_answers)
        self.ended.connect(self._note_gone)
        self.start_module("pawnviz.model.engine.host", path, json.dumps((patience or Patience())._asdict()))
        self.group = self.number

    # Requests

    def think(self, request: Request) -> None:
        """Think about a request in place of the current one; the same request goes on."""
        if self.state is State.ENDED or (request == self.request and self.state is State.THINKING):
            return
        board = board_of(request.position)
        self._number += 1
        self.send(
            json.dumps(
                {
                    "number": self._number,
                    "fen": board.fen(),
                    "is_chess960": board.chess960,
                    **{"line_count": request.line_count, "seconds": request.seconds},
                    **{"threads": request.thread_count, "memory": request.memory},
                }
            )
        )
        self.request, self.variations, self.is_complete = request, (), False
        if self.state is not State.STARTING:
            self._set_state(State.THINKING)

    def pause(self) -> None:
        """Stop thinking."""
        if self.state is State.THINKING:
            self.send("{}")
            self._number += 1
            self._set_state(State.READY)

    def leave(self) -> None:
        """Have the engine end; it is gone a moment later."""
        if not self._is_leaving:
            self._is_leaving = True
            self._process.closeWriteChannel()
            QTimer.singleShot(LEAVE, self, self._kill)
        self._set_state(State.ENDED)

    def end(self) -> None:
        """End the engine before this returns."""
        self.leave()
        for milliseconds, kill in ((GOODBYE, self._kill), (LONGEST_KILL, self._force), (1000, self._force)):
            if not self._is_up() or self._process.waitForFinished(milliseconds):
                return
            kill()

    @Slot()
    def _kill(self) -> None:
        """End the engine and all its processes at once; the host knows which ones have left the group."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            self._process.terminate()
            QTimer.singleShot(LONGEST_KILL, self, self._force)

    @Slot()
    def _force(self) -> None:
        """End the host and its group, if it does not do so itself."""
        self._kill_group()
        self._process.kill()

    @Slot()
    @plain_override
    def cancel(self) -> None:
        self._kill_group()
        super().cancel()

    def _kill_group(self) -> None:
        if sys.platform != "win32" and self.group:
            with suppress(OSError):  # The host is no group yet, or all of it is gone.
                os.killpg(self.group, signal.SIGKILL)

    # Answers

    @Slot()
    def _read_answers(self) -> None:
        for line in self.take_lines():
            if self.state is State.ENDED:
                return
            self._read_answer(json.loads(line))
            self.changed.emit()

    def _read_answer(self, answer: dict[str, Any]) -> None:
        if "failure" in answer:
            self.failure = answer["failure"]
            self._set_state(State.ENDED)
        elif "name" in answer:
            self.name, self.plays_chess960 = answer["name"], answer["plays_chess960"]
            self._set_state(State.READY if self.request is None else State.THINKING)
        elif answer["number"] == self._number:
            self.variations = tuple(
                Variation(rank, depth, Evaluation(*value), *others) for rank, depth, value, *others in answer["lines"]
            )
            self.is_complete = answer["is_complete"]
            if self.is_complete:
                self._set_state(State.READY)

    @Slot()
    def _note_gone(self) -> None:
        if self.state is not State.ENDED:
            self.failure = f"{self.name} has ended by itself."
            self._set_state(State.ENDED)
        self._kill_group()  # Something may have ended the host alone.
        self.group = 0
        self.gone.emit()

    def _set_state(self, state: State) -> None:
        self.state = state
        self.changed.emit()
