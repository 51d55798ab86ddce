"""A pattern drawn on the board: clicks and drags while it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.structures.drawing import cycled, grouped, pattern_marks, pattern_of_pawns
from pawnviz.model.document import Document
from pawnviz.override import override
from pawnviz.view.board.board import BoardView


class PatternDrawing(QObject):
    """The text of a pattern, which clicks and drags on the board change while it is drawn.

    A click goes through a white pawn, a black one, none and free, the right button backwards; a drag asks for a pawn on
    one of its squares, with the right button a black one. Space and Enter click the square of the board's cursor.
    """

    changed = Signal()  # Another pattern is drawn, or drawing has begun or ended.

    def __init__(self, board: BoardView, document: Document) -> None:
        super().__init__(board)
        self._board = board
        self._document = document
        self.is_active = False
        self.text = ""
        self._dragged = 0  # The squares of the drag.

    def begin(self, text: str) -> None:
        """Draw a pattern, at first the one of a text."""
        if not self.is_active:
            self.is_active = True
            self._board.installEventFilter(self)
        self.set_text(text)

    def end(self) -> None:
        """Give the board its mouse back."""
        if self.is_active:
            self.is_active = False
            self._board.removeEventFilter(self)
            self._board.state.set_pattern_marks(())
            self.changed.emit()

    def set_text(self, text: str) -> None:
        """Draw another pattern; the marks of a faulty one are those before."""
        self.text = text
        with suppress(FormulaError):
            self._board.state.set_pattern_marks(pattern_marks(text))
        self.changed.emit()

    def take_board(self) -> None:
        """Draw the pattern of all pawns on the board."""
        position = self._document.position
        self.set_text(pattern_of_pawns(position.pawns & position.white, position.pawns & position.black))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            return self._take_mouse(event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event)
        return False

    def _take_mouse(self, event: QMouseEvent) -> bool:
        button = event.button()
        if event.type() == QEvent.Type.MouseMove:
            square = self._square_at(event.position())
            if self._dragged and square is not None:
                self._dragged |= 1 << square
            return bool(event.buttons())
        if button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return True
        square = self._square_at(event.position())
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            self._dragged = 0 if square is None else 1 << square
        elif event.type() == QEvent.Type.MouseButtonRelease and self._dragged:
            places, self._dragged = self._dragged, 0
            is_left = button == Qt.MouseButton.LeftButton
            if places & places - 1:
                self._change(partial(grouped, places=places, white=is_left))
            else:
                self._change(partial(cycled, square=places.bit_length() - 1, step=1 if is_left else -1))
        return True

    def _take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
            return True
        state = self._board.state
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and state.cursor_shown:
            is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._change(partial(cycled, square=state.cursor, step=-1 if is_shifted else 1))
            return True
        return False

    def _square_at(self, place: QPointF) -> int | None:
        return self._board.square_at(place)

    def _change(self, change: Callable[[str], str]) -> None:
        """Change the pattern, unless its text is faulty."""
        with suppress(FormulaError):
            self.set_text(change(self.text))
