"""The slide of a piece from square to square at one step of a game."""

from __future__ import annotations

from time import monotonic
from typing import Final, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRect, QRectF, QVariantAnimation, Slot
from PySide6.QtWidgets import QStyle, QWidget

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.state import BoardState

DURATION: Final = 120  # The time of a slide in milliseconds, 0 for none.

_MOST_CHANGED: Final = 4  # The squares that a move changes at most: castling does.


class Move(NamedTuple):
    """A piece that stands on another square than before, by the numbers of both squares."""

    piece: str
    source: int
    target: int


def move_between(before: Position, after: Position) -> Move | None:
    """Return the move of one piece between two positions, of castling that of the king; None if it is not just one."""
    pairs = list(zip(before.pieces(), after.pieces(), strict=True))
    changed = [square for square, (old, new) in enumerate(pairs) if old != new]
    if len(changed) > _MOST_CHANGED:
        return None
    moves = [
        Move(pairs[source][0], source, target)
        for source in changed
        for target in changed
        if pairs[source][0] and not pairs[source][1] and pairs[target][1] == pairs[source][0]
    ]
    moves.sort(key=lambda move: move.piece not in "Kk")
    return moves[0] if moves and (len(moves) == 1 or moves[0].piece in "Kk") else None


class Slide(QVariantAnimation):
    """Slides the piece of a game's single step over a board and repaints no more than its way.

    There is none while a key is held, after another step a moment before, for a piece that the pointer has put down,
    and where the preference or the system asks for no motion.
    """

    def __init__(self, document: Document, state: BoardState, board: QWidget) -> None:
        super().__init__(board)
        self._document = document
        self._state = state
        self._board = board
        self._geometry = Geometry(0, 0)
        self._subject = document.subject
        self._before = document.position
        self._last = 0.0
        self.key_is_held = False
        """Whether the key that is being handled repeats itself."""
        self.move: Move | None = None
        """The move that is being shown, or None."""
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self.valueChanged.connect(self._repaint)
        self.finished.connect(self._end)
        document.position_changed.connect(self._follow)

    def follow(self, geometry: Geometry) -> None:
        """Slide over a board of this geometry."""
        self._geometry = geometry

    @Slot()
    def _follow(self) -> None:
        before, now = self._before, monotonic()
        is_same, is_late = self._subject is self._document.subject, now - self._last > 2 * DURATION / 1000
        self._subject, self._before, self._last = self._document.subject, self._document.position, now
        self.stop()
        self.move = None
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        if not (DURATION and is_same and is_late and self._subject.takes_moves and not self.key_is_held):
            return
        if not self._state.preferences.slide_moves.value or not self._board.style().styleHint(hint, None, self._board):
            return
        move = move_between(before, self._before)
        if move is not None and self._board.isVisible() and move.target != self._state.hovered:
            self.move = move
            self.setDuration(DURATION)
            self.start()

    def rect(self) -> QRect:
        """Return the place of the piece, in the pixels of the geometry."""
        move = self.move
        if move is None:
            return QRect()
        source, target = (QPointF(self._geometry.square_rect(each).topLeft()) for each in (move.source, move.target))
        size = self._geometry.square_size
        place = source + (target - source) * float(self.currentValue())
        return QRect(round(place.x()), round(place.y()), size, size)

    @Slot()
    def _repaint(self) -> None:
        if self.move is not None:
            ends = [self._geometry.square_rect(each) for each in (self.move.source, self.move.target)]
            way, scale = QRectF(ends[0].united(ends[1])), self._geometry.scale
            self._board.update(QRectF(way.topLeft() / scale, way.size() / scale).toAlignedRect())

    @Slot()
    def _end(self) -> None:
        self._repaint()
        self.move = None
