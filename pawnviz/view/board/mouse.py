"""The mouse over a board: pieces dragged and removed, strokes that paint, pins, arrows and circles."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences.preferences import ERASER, HAND
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.state import BoardState, HeldPiece, NewDrawing, Stroke

_DRAWING_MODIFIERS: Final = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
"""The modifiers that choose the colors 1, 2 and 3 of a drawing."""


_WHEEL_STEP: Final = 120  # The angle of one step of a wheel, in eighths of a degree.


class BoardMouse:
    """Turns mouse events into edits of a document and changes of a board's state.

    With the hand the left button drags pieces and pins squares, and the right one draws. With another tool the left
    button paints, the right one paints the piece of the other color. The middle button always removes.
    """

    def __init__(self, document: Document, state: BoardState) -> None:
        self._document = document
        self._state = state
        self._button = Qt.MouseButton.NoButton
        self._painted_square: int | None = None
        self._painting = False
        self._turned = 0

    def press(self, event: QMouseEvent, geometry: Geometry) -> None:
        """Begin the button's gesture with the tool, or end the current gesture."""
        state, button = self._state, event.button()
        square = geometry.square_under(event.position())
        with_hand = state.tool == HAND
        drags = with_hand and button == Qt.MouseButton.LeftButton
        state.move_pointer(event.position())
        state.hover(square, hide_cursor=True)
        if state.let_go() or square is None:
            if drags:
                state.set_pinned(None)
            return
        state.place_cursor(square)
        self._button = button
        piece = self._document.position.piece_at(square)
        if drags:
            state.begin_click(square)
            if piece is not None:
                state.begin(HeldPiece(piece, square))
        elif button == Qt.MouseButton.MiddleButton:
            self._begin_stroke(square, "")
        elif button == Qt.MouseButton.RightButton and with_hand:
            state.begin(NewDrawing(square))
        elif button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            painted = state.tool if button == Qt.MouseButton.LeftButton else state.tool.swapcase()
            self._begin_stroke(square, "" if state.tool == ERASER or painted == piece else painted)

    def move(self, event: QMouseEvent, geometry: Geometry) -> None:
        """Continue the current gesture."""
        state, before = self._state, self._state.pointer
        point, modifiers = event.position(), event.modifiers()
        state.set_shift_held(bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        if state.is_mouse_busy and not event.buttons() & self._button:
            # A menu or another window took the mouse, and with it the release of the button.
            state.let_go()
        if isinstance(state.gesture, Stroke):
            self._paint_between(state.gesture, before, point, geometry)
        state.set_copying(bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        state.move_pointer(point)
        square = geometry.square_under(point)
        # The board may also have moved under a pointer that did not.
        moved = point != before or square != state.hovered
        carried = state.held is not None and state.held.by_key
        state.hover(square, hide_cursor=moved and not carried)

    def release(self, event: QMouseEvent, geometry: Geometry) -> None:
        """Finish the button's gesture."""
        state, button = self._state, event.button()
        square = geometry.square_under(event.position())
        if button == Qt.MouseButton.LeftButton and state.end_click(square):
            is_played = state.pinned != square and state.play(state.pinned, square)
            state.set_pinned(None if is_played or square == state.pinned else square)
        if not state.is_mouse_busy or button != self._button:
            return
        gesture = state.gesture
        state.let_go()
        if isinstance(gesture, HeldPiece):
            copying = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            state.put_down(gesture._replace(copying=copying), square)
        elif isinstance(gesture, NewDrawing) and square is not None:
            numbers = [number for number, key in enumerate(_DRAWING_MODIFIERS, 1) if event.modifiers() & key]
            state.toggle_drawing(gesture.source, square, max(numbers, default=0))

    def wheel(self, event: QWheelEvent) -> bool:
        """Go through the moves of the subject, and return whether it has any; a touchpad adds up its turns."""
        subject = self._document.subject
        if not subject.takes_moves:
            self._turned = 0
            return False
        angle = event.angleDelta().y()
        self._turned = angle if self._turned * angle < 0 else self._turned + angle
        count = int(self._turned / _WHEEL_STEP)
        if count:
            self._turned -= count * _WHEEL_STEP
            subject.step(-count)
        event.accept()
        return True

    def leave(self) -> None:
        """Follow the pointer off the widget, unless a button holds something."""
        if not self._state.is_mouse_busy:
            self._state.hover(None)

    def follow(self, position: Position) -> None:
        """Let go of a disturbed stroke, or of a lifted piece that is gone."""
        gesture = self._state.gesture
        if isinstance(gesture, HeldPiece):
            disturbed = gesture.source is not None and position.piece_at(gesture.source) != gesture.piece
        else:
            disturbed = isinstance(gesture, Stroke) and not self._painting
        if disturbed:
            self._state.let_go()

    def pointer_shape(self, position: Position) -> Qt.CursorShape:
        """Return the shape of the pointer, which shows the effect of the left button."""
        state, piece = self._state, self._state.held
        if piece is not None and piece.source is not None and not piece.by_key:
            return Qt.CursorShape.ClosedHandCursor
        if state.tool != HAND:
            return Qt.CursorShape.CrossCursor
        over_piece = state.hovered is not None and position.piece_at(state.hovered) is not None
        return Qt.CursorShape.OpenHandCursor if over_piece else Qt.CursorShape.ArrowCursor

    def _begin_stroke(self, square: int, piece: str) -> None:
        stroke = Stroke(self._document.begin_stroke(), piece)
        self._state.begin(stroke)
        self._paint(stroke, square)

    def _paint_between(self, stroke: Stroke, start: QPointF, end: QPointF, geometry: Geometry) -> None:
        """Paint each square between two points of the pointer's way, however fast it went."""
        way = end - start
        length = max(abs(way.x()), abs(way.y()))
        count = 1 + int(length * geometry.scale / (geometry.square_size / 4))
        for step in range(1, count + 1):
            square = geometry.square_under(start + way * (step / count))
            if square is not None and square != self._painted_square:
                self._paint(stroke, square)

    def _paint(self, stroke: Stroke, square: int) -> None:
        self._painted_square = square
        self._painting = True
        if stroke.piece:
            self._document.place(square, stroke.piece, stroke.number)
        else:
            self._document.remove(square, stroke.number)
        self._painting = False
