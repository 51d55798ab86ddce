"""The reading of a game, a piece at a time where it is a large one, so that the window goes on answering meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.reading import ReadGame, read_in_steps

PIECE: Final = 0.04
"""The seconds of processor time after which the window has its turn; most games take less."""


class GameReading(QObject):
    """Reads one game at a time; most are there when ``start`` returns."""

    ended = Signal()
    """The game is read."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Read no game yet."""
        super().__init__(parent)
        self.index = -1
        """The index of the game in its file."""
        self.game: ReadGame | None = None
        """The game, None until it is read."""
        self._steps: Iterator[ReadGame | None] = iter(())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._read_piece)

    @property
    def is_running(self) -> bool:
        """Whether a game is being read."""
        return self._timer.isActive()

    def start(self, index: int, text: GameText) -> None:
        """Read a game in place of the one that is being read."""
        self.index, self.game = index, None
        self._steps = read_in_steps(text)
        self._read_piece()

    @Slot()
    def cancel(self) -> None:
        """Read no further."""
        self._timer.stop()

    @Slot()
    def _read_piece(self) -> None:
        """Read until the time of a piece is over."""
        self._timer.stop()
        end = thread_time() + PIECE
        for read in self._steps:
            if read is not None:
                self.game = read
                self.ended.emit()
                return
            if thread_time() > end:
                self._timer.start()
                return
