"""A UCI engine in a process of its own, the engines of the system, and the analysis of the document's position."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.board.legality import game_over, problems
from pawnviz.core.board.position import Position
from pawnviz.core.words import shortened
from pawnviz.model.document import Document
from pawnviz.model.jobs import ProcessJob
from pawnviz.model.preferences import EngineSettings, Preference
from pawnviz.override import plain_override

if TYPE_CHECKING:
    import chess

_MATE: Final = 10_000_000  # More hundredths of a pawn than any evaluation has.


class Request(NamedTuple):
    """A position for an engine, the number of best lines, 1 to 5, the seconds, and the memory in megabytes."""

    position: Position
    line_count: int = 3
    seconds: int = 60
    thread_count: int = 1
    memory: int = 64


class Evaluation(NamedTuple):
    """The value of a position for White: in hundredths of a pawn, or moves to mate, positive if White mates."""

    value: int
    is_mate: bool = False

    @property
    def text(self) -> str:
        """The evaluation as people write it: ``+0.35``, ``−1.20``, ``0.00``, ``#5`` and ``−#3``."""
        sign = "−" if self.value < 0 else ""
        if self.is_mate:
            return f"{sign}#{abs(self.value)}"
        return f"{sign or '+' if self.value else ''}{abs(self.value) / 100:.2f}"

    @property
    def spoken(self) -> str:
        """The evaluation in words: ``White mates in 5``, ``White is better by 0.35 pawns``, ``Even``."""
        side = "White" if self.value > 0 else "Black"
        if self.is_mate:
            return f"{side} mates in {abs(self.value)}"
        return f"{side} is better by {abs(self.value) / 100:.2f} pawns" if self.value else "Even"

    def strength(self, white: bool) -> int:
        """Return a number that is the greater the better this is for White or for Black."""
        best = _MATE - abs(self.value)
        value = (best if self.value > 0 else -best) if self.is_mate else self.value
        return value if white else -value


class Variation(NamedTuple):
    """One of an engine's best lines by rank, with depth in plies, line with numbers, and squares of its first move."""

    rank: int
    depth: int
    evaluation: Evaluation
    san: str
    source: int
    target: int


def board_of(position: Position) -> chess.Board:
    """Return a legal position as a board of python-chess, in its Chess960 mode only if castling needs that."""
    import chess

    board = chess.Board(position.fen(), chess960=True)
    board.chess960 = board.has_chess960_castling_rights()
    return board


def obstacle(position: Position) -> str:
    """Return in a sentence why an engine is not given a position, which is illegal or over; empty if it is given."""
    faults = problems(position)
    if faults:
        return f"The position is not legal, so the engine does not get it. {faults[0].text}"
    return game_over(position)


_KNOWN: Final = (
    *("stockfish", "fairy-stockfish", "lc0", "berserk", "ethereal", "fruit", "glaurung", "koivisto"),
    *("komodo", "obsidian", "plentychess", "rubichess", "toga2", "viridithas", "xiphos"),
)
_NAME: Final = re.compile(
    rf"({'|'.join(_KNOWN)})(?:[-_.]?\d[\w.-]*|[-_](?:x86|avx|bmi|modern|sse|chess)[\w.-]*)?(?:\.exe)?"
)
_FOLDERS: Final = (
    *("/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin", "/snap/bin"),
    *("~/.local/bin", "~/bin"),
)


def find_engines() -> tuple[str, ...]:
    """Return the paths of the engines on the path and in usual folders, each once, in the order of known names."""
    engines: dict[Path, tuple[int, str]] = {}
    for name in dict.fromkeys([*os.environ.get("PATH", "").split(os.pathsep), *_FOLDERS]):
        try:
            folder = Path(name).expanduser()
            files = sorted(folder.iterdir()) if folder.is_absolute() else []
        except (OSError, RuntimeError):  # There is no such folder, or no home folder.
            continue
        for path in files:
            known = _NAME.fullmatch(path.name.lower())
            if known and can_be_run(str(path)):
                engines.setdefault(path.resolve(), (_KNOWN.index(known[1]), str(path)))
    return tuple(path for _, path in sorted(engines.values()))


def can_be_run(path: str) -> bool:
    """Return whether a path is that of an executable file."""
    try:
        return Path(path).is_file() and os.access(path, os.X_OK)
    except (OSError, ValueError):
        return False


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
        self.request: Request | None = None  # The current or last request, None before.
        self.variations: tuple[Variation, ...] = ()  # The best lines of ``request``, the best first.
        self.is_complete = False  # Whether the search of ``request`` is over.
        self.group = 0  # The number of the group of its processes, 0 once they are gone.
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
        values = {"number": self._number, "position": board.fen(), "is_chess960": board.chess960}
        self.send(json.dumps(request._asdict() | values))
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


MOMENT: Final = 1  # The seconds for a position that is asked about beside the document's.
PAUSE: Final = 150  # The milliseconds without another edit after which the engine gets the position.


class Analysis(QObject):
    """The engine beside a document, between ``start`` and ``stop``, for legal positions that are not over."""

    changed = Signal()  # The engine, its variations or the settings have changed.

    def __init__(
        self,
        document: Document,
        choice: Preference[EngineSettings],
        parent: QObject | None = None,
        patience: Patience | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._patience = patience
        self.choice = choice
        self._path = choice.value.path
        self.engine: Engine | None = None  # The running engine.
        self._stopped: tuple[Variation, ...] = ()
        self.failure = ""  # Why the last engine has ended by itself, empty otherwise.
        self._obstacle = ""
        self._questions: list[Position] = []
        self._interrupted: tuple[Variation, ...] = ()
        self.answers: dict[Position, Variation] = {}
        """The best line in each position that was asked about, until the document's position or the engine changes."""
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._ask)
        document.position_changed.connect(self._follow)
        choice.changed.connect(self._follow_choice)

    @Slot()
    def _follow_choice(self) -> None:
        if self._path != self.choice.value.path:
            self._path = self.choice.value.path
            self.failure, self.answers = "", {}
            self.leave()
        elif self.is_running:
            self._ask()
            self.changed.emit()
        else:
            self.changed.emit()

    # State

    @property
    def is_running(self) -> bool:
        """Whether an engine has been started and has not ended."""
        return self.engine is not None

    @property
    def obstacle(self) -> str:
        """Why the engine does not get the position on the board, in a sentence, or empty."""
        return self._obstacle if self.is_running else ""

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The best lines of the engine, or of the stopped one, in the position on the board, the best first."""
        engine = self.engine
        if engine is None:
            return self._stopped
        is_asked = engine.request is not None and engine.request.position == self._document.position
        return (engine.variations if is_asked else ()) or self._interrupted

    @property
    def arrows(self) -> tuple[tuple[int, int], ...]:
        """The first moves of the best lines by source and target, each once, the best first; none if switched off."""
        if not self.choice.value.shows_arrows:
            return ()
        return tuple(dict.fromkeys((line.source, line.target) for line in self.variations))

    @property
    def state_text(self) -> str:
        """The state of the engine in a few words."""
        engine = self.engine
        if engine is None:
            return f"Stopped at depth {self._stopped[0].depth}" if self._stopped else "Not running"
        if engine.state is State.STARTING:
            return f"{engine.name} is starting"
        if self._obstacle:
            return f"{engine.name} waits"
        if engine.state is State.READY and engine.is_complete and not self._pause.isActive():
            return f"{engine.name} has thought for its time"
        return f"{engine.name} is thinking"

    @property
    def is_asked(self) -> bool:
        """Whether positions that were asked about wait for an answer."""
        return bool(self._questions)

    # Input

    def ask_about(self, positions: Sequence[Position]) -> None:
        """Have the running engine look at other positions for a moment each; those that are illegal or over are not."""
        if self.engine is None or self._obstacle or self._questions:
            return
        self._interrupted = self.variations
        self._questions = [each for each in positions if each not in self.answers and not obstacle(each)]
        if self._questions:
            self._ask()

    def start(self) -> None:
        """Start the chosen engine, unless it runs."""
        if self.engine is not None:
            return
        self.failure, self._stopped = "", ()
        path = self.choice.value.path
        if not can_be_run(path):
            self.failure = f"“{path}” is no program that can be started." if path else "Choose an engine first."
            self.changed.emit()
            return
        self.engine = engine = Engine(str(Path(path).absolute()), self._patience, self)
        engine.changed.connect(self._note_engine)
        self._ask()

    def stop(self) -> None:
        """Stop the engine soon and keep its variations."""
        white = self._document.position.white_to_move
        # A search that is stopped in the middle of a depth has some lines of it and others of the one before.
        variations = sorted(self.variations, key=lambda line: line.evaluation.strength(white), reverse=True)
        engine = self._take_engine()
        if engine is not None:
            self._stopped = tuple(variations)
            engine.leave()
        self.changed.emit()

    def leave(self) -> None:
        """Stop the engine soon and drop its variations."""
        self.stop()
        self._stopped = ()
        self.changed.emit()

    def end(self) -> None:
        """End the engine, if one runs, before this returns."""
        engine = self._take_engine()
        if engine is not None:
            engine.end()
        for leaving in self.findChildren(Engine):
            leaving.end()

    def _take_engine(self) -> Engine | None:
        self._pause.stop()
        self._questions, self._interrupted = [], ()
        engine, self.engine = self.engine, None
        if engine is not None:
            engine.changed.disconnect(self._note_engine)
            engine.gone.connect(engine.deleteLater)
        return engine

    # Changes of the position and the engine

    @Slot()
    def _follow(self) -> None:
        """Drop the variations of another position, and ask about this one once it has not changed for a moment."""
        self._questions, self.answers, self._interrupted = [], {}, ()
        if self._stopped:
            self._stopped = ()
            self.changed.emit()
        if self.engine is not None:
            self._pause.start(PAUSE)
            self._note_obstacle()
            if self._obstacle:
                self.engine.pause()
            self.changed.emit()

    def _note_obstacle(self) -> None:
        engine, position = self.engine, self._document.position
        self._obstacle = obstacle(position)
        if engine is None or engine.state is State.STARTING or engine.plays_chess960 or self._obstacle:
            return
        if board_of(position).chess960:
            self._obstacle = "The castling rights are those of Chess960, which this engine does not play."

    @Slot()
    def _ask(self) -> None:
        engine, settings = self.engine, self.choice.value
        if engine is None:
            return
        self._note_obstacle()
        if self._obstacle:
            engine.pause()
        elif engine.state is not State.STARTING:
            seconds: int = settings.seconds
            position, line_count = self._document.position, settings.line_count
            if self._questions:
                position, line_count, seconds = self._questions[0], 1, MOMENT
            engine.think(Request(position, line_count, seconds, settings.thread_count, settings.memory))
        self.changed.emit()

    @Slot()
    def _note_engine(self) -> None:
        engine = self.engine
        if engine is not None and engine.state is State.ENDED:
            self.failure = engine.failure
            self._take_engine()
        elif engine is not None and engine.state is State.READY:
            if engine.request is None:
                self._ask()
            elif self._questions and engine.request.position == self._questions[0]:
                # An engine that has overrun its time has an answer too.
                if engine.variations:
                    self.answers[self._questions[0]] = engine.variations[0]
                del self._questions[0]
                self._ask()
        self.changed.emit()
