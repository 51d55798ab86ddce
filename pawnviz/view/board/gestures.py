"""Mouse, keyboard and drops over a board."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.fen import PIECES
from pawnviz.model.document import Document
from pawnviz.model.preferences import ERASER, HAND, Preferences
from pawnviz.override import override
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.state import BoardState, HeldPiece, NewDrawing, Stroke

_WHEEL_STEP: Final = 120  # The angle of one step of a wheel, in eighths of a degree.
_STEPS: Final = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Columns to the right and rows down on the screen, by key."""
_GAME_STEPS: Final = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageUp: -10,
    Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_Home: -1 << 20,
    Qt.Key.Key_End: 1 << 20,
}


PIECE_MIME: Final = "application/x-pawnviz-piece"
PICTURE_MIME: Final = "application/x-pawnviz-picture"  # The kind of data of a picture from this program.


def piece_mime(piece: str) -> QMimeData:
    """Return the data of a drag of a piece."""
    data = QMimeData()
    data.setData(PIECE_MIME, piece.encode())
    return data


def dropped_piece(data: QMimeData) -> str:
    """Return the letter of the piece in dragged data, or an empty text."""
    if not data.hasFormat(PIECE_MIME):
        return ""
    piece = bytes(data.data(PIECE_MIME).data()).decode("ascii", "replace")
    return piece if len(piece) == 1 and piece in PIECES else ""


class BoardGestures(QWidget):
    """A widget whose mouse, keys and drops edit a document and change the state of its board."""

    def __init__(self, document: Document, preferences: Preferences | None) -> None:
        super().__init__()
        self.preferences = Preferences(self) if preferences is None else preferences
        self.state = BoardState(document, self.preferences, self)
        self._document = document
        self._button = Qt.MouseButton.NoButton
        self._painted_square: int | None = None
        self._painting = False
        self._turned = 0

    @property
    @abstractmethod
    def board_geometry(self) -> Geometry:
        """The places of the squares, in device pixels."""

    def square_at(self, point: QPointF) -> int | None:
        """Return the square at a point of the widget, or None beside the board."""
        return self.board_geometry.square_under(point)

    def end_disturbed_gesture(self) -> None:
        """Let go of a stroke into which another edit came, or of a lifted piece that is gone."""
        gesture = self.state.gesture
        if isinstance(gesture, HeldPiece):
            source = gesture.source
            disturbed = source is not None and self._document.position.piece_at(source) != gesture.piece
        else:
            disturbed = isinstance(gesture, Stroke) and not self._painting
        if disturbed:
            self.state.let_go()

    # Mouse

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        state, button, square = self.state, event.button(), self.square_at(event.position())
        with_hand = state.tool == HAND
        drags = with_hand and button == Qt.MouseButton.LeftButton
        state.move_pointer(event.position())
        state.hover(square, hide_cursor=True)
        if state.let_go() or square is None:
            if drags:
                state.set_pinned(None)
            return
        state.cursor = square
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

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        state, before = self.state, self.state.pointer
        point, modifiers = event.position(), event.modifiers()
        state.shift_held = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if state.is_mouse_busy and not event.buttons() & self._button:
            # A menu or another window took the mouse, and with it the release of the button.
            state.let_go()
        if isinstance(state.gesture, Stroke):
            self._paint_between(state.gesture, before, point)
        state.set_copying(bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        state.move_pointer(point)
        square = self.square_at(point)
        # The board may also have moved under a pointer that did not.
        moved = point != before or square != state.hovered
        carried = state.held is not None and state.held.by_key
        state.hover(square, hide_cursor=moved and not carried)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        state, button, square = self.state, event.button(), self.square_at(event.position())
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
            keys, modifiers = event.modifiers(), Qt.KeyboardModifier
            colors = modifiers.ShiftModifier, modifiers.ControlModifier, modifiers.AltModifier
            color = max((number for number, key in enumerate(colors, 1) if keys & key), default=0)
            self._document.subject.toggle_drawing(gesture.source, square, color)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        subject = self._document.subject
        if not subject.takes_moves:
            self._turned = 0
            super().wheelEvent(event)
            return
        # A touchpad turns a wheel by parts of a step.
        angle = event.angleDelta().y()
        self._turned = angle if self._turned * angle < 0 else self._turned + angle
        count = int(self._turned / _WHEEL_STEP)
        if count:
            self._turned -= count * _WHEEL_STEP
            subject.step(-count)
        event.accept()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        if not self.state.is_mouse_busy:
            self.state.hover(None)
        super().leaveEvent(event)

    def _begin_stroke(self, square: int, piece: str) -> None:
        stroke = Stroke(self._document.begin_stroke(), piece)
        self.state.begin(stroke)
        self._paint(stroke, square)

    def _paint_between(self, stroke: Stroke, start: QPointF, end: QPointF) -> None:
        """Paint each square between two points of the pointer's way, however fast it went."""
        way, geometry = end - start, self.board_geometry
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

    # Keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._use_key(event):
            super().keyPressEvent(event)

    def _use_key(self, event: QKeyEvent) -> bool:
        state, key, text = self.state, event.key(), event.text()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        with_control = modifiers == Qt.KeyboardModifier.ControlModifier
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Shift:
            state.shift_held = True
            return False
        if key == Qt.Key.Key_Control:
            state.set_copying(True)
            return False
        if key == Qt.Key.Key_Escape:
            return self._leave_mode()
        if state.is_mouse_busy:
            # Keys would interfere with the gesture of the mouse.
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and (plain or with_control):
            self._use_tool(with_control)
        elif plain and not state.cursor_shown and self._go(Qt.Key(key), modifiers):
            return True
        elif plain and key in _STEPS:
            step = _STEPS[Qt.Key(key)]
            state.show_cursor(self.board_geometry.neighbor(state.cursor, *step) if state.cursor_shown else state.cursor)
        elif plain and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._document.remove(self._edited_square())
        elif plain and len(text) == 1 and not self._document.takes_edits and (text.isalnum() or text in "!?"):
            state.typed.emit(text)
        elif plain and len(text) == 1 and text in PIECES:
            self._document.place(self._edited_square(), text)
        else:
            return False
        return True

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift:
            self.state.shift_held = False
        elif event.key() == Qt.Key.Key_Control:
            self.state.set_copying(False)
        super().keyReleaseEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        ):
            self.state.show_cursor(self.state.cursor)
        super().focusInEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.state.let_go()
        self.state.shift_held = False
        # Otherwise the focus comes back by itself, and with it the cursor.
        if event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.MenuBarFocusReason,
        ):
            self.state.hide_cursor()
        super().focusOutEvent(event)

    def _go(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Go through the moves of the subject, and return whether it has any and the key is for them."""
        subject = self._document.subject
        if not subject.takes_moves:
            return False
        if key in _STEPS and (_STEPS[key][1] or modifiers & Qt.KeyboardModifier.ShiftModifier):
            subject.change_variation(sum(_STEPS[key]))
        elif key in _GAME_STEPS:
            subject.step(_GAME_STEPS[key])
        else:
            return False
        return True

    def _edited_square(self) -> int:
        state = self.state
        if state.current_square is None:
            state.show_cursor(state.cursor)
        else:
            state.cursor = state.current_square
        return state.cursor

    def _use_tool(self, copying: bool) -> None:
        """Lift or put down a piece with the hand, or use another tool, at the cursor; at first only show the cursor."""
        state, square = self.state, self.state.cursor
        piece = self._document.position.piece_at(square)
        if not state.cursor_shown:
            state.show_cursor(square)
        elif state.tool != HAND:
            if state.tool in (ERASER, piece):
                self._document.remove(square)
            else:
                self._document.place(square, state.tool)
        elif state.held is not None:
            held_piece = state.held
            state.let_go()
            state.put_down(held_piece._replace(copying=copying), square)
        elif piece is not None:
            state.begin(HeldPiece(piece, square, by_key=True))

    def _leave_mode(self) -> bool:
        """Release the held piece, else the pin, else the tool, else hide the cursor."""
        state = self.state
        if state.let_go():
            return True
        if state.pinned is not None:
            state.set_pinned(None)
        elif state.tool != HAND:
            state.preferences.tool.value = HAND
        elif state.cursor_shown:
            state.hide_cursor()
        else:
            return False
        return True

    # Drops; other data is left to the window

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dragMoveEvent(event)

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        piece, state = dropped_piece(event.mimeData()), self.state
        if not piece:
            event.ignore()
            return
        state.move_pointer(event.position())
        state.hover(self.square_at(event.position()))
        if state.held != HeldPiece(piece):
            state.begin(HeldPiece(piece))
        event.acceptProposedAction()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.state.let_go()
        self.state.hover(None)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        piece, square = dropped_piece(event.mimeData()), self.square_at(event.position())
        if piece:
            self.state.let_go()
        if not piece or square is None:
            event.ignore()
        else:
            self._document.place(square, piece)
            event.acceptProposedAction()
