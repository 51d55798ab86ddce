"""An engine's analysis of the document's position: the user starts and stops it, and it follows each edit.

On request it looks at other positions for a moment each, such as those after pawn breaks, and then goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.engine.engine import Engine, Patience, Request, State, Variation, board_of, can_be_run, obstacle
from pawnviz.model.preferences.choices import EngineSettings
from pawnviz.model.preferences.preferences import Preference

MOMENT: Final = 1  # The seconds for a position that is asked about beside the document's.
PAUSE: Final = 150  # The milliseconds without another edit after which the engine gets the position.

_NO_CHESS960: Final = "The castling rights are those of Chess960, which this engine does not play."


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
        self.engine: Engine | None = None
        """The running engine, or None."""
        self._stopped: tuple[Variation, ...] = ()
        self.failure = ""
        """Why the last engine has ended by itself, empty otherwise."""
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
            self.failure = ""
            self.stop()
            self._stopped = ()
            self.answers = {}
        elif self.is_running:
            self._ask()
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
        self.failure = ""
        self._stopped = ()
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
        is_known = engine is not None and engine.state is not State.STARTING
        if engine is not None and is_known and not self._obstacle and not engine.plays_chess960:
            self._obstacle = _NO_CHESS960 if board_of(position).chess960 else ""

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
