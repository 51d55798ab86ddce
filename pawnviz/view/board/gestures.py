"""Mouse, keyboard and drops over a board."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences import ERASER, HAND
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
    """Turns mouse events into edits of a document and changes of a board's state."""

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
        state.shift_held = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
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


_STEPS: Final = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Columns to the right and rows down on the screen, by key."""
_END: Final = 100_000
_GAME_STEPS: Final = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageUp: -10,
    Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_Home: -_END,
    Qt.Key.Key_End: _END,
}


class BoardKeyboard:
    """Turns key and focus events into edits of a document and changes of a board's state."""

    def __init__(self, document: Document, state: BoardState) -> None:
        self._document = document
        self._state = state

    def press(self, event: QKeyEvent, geometry: Geometry) -> bool:
        """Handle a key, and return whether the board uses it."""
        state, key, text = self._state, event.key(), event.text()
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
            state.show_cursor(geometry.neighbor(state.cursor, *step) if state.cursor_shown else state.cursor)
        elif plain and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._document.remove(self._edited_square())
        elif plain and len(text) == 1 and not self._document.takes_edits and (text.isalnum() or text in "!?"):
            state.typed.emit(text)
        elif plain and len(text) == 1 and text in PIECES:
            self._document.place(self._edited_square(), text)
        else:
            return False
        return True

    def release(self, event: QKeyEvent) -> None:
        """End the effect of a modifier."""
        if event.key() == Qt.Key.Key_Shift:
            self._state.shift_held = False
        elif event.key() == Qt.Key.Key_Control:
            self._state.set_copying(False)

    def focus_in(self, event: QFocusEvent) -> None:
        """Show the cursor when the focus came by key."""
        if event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        ):
            self._state.show_cursor(self._state.cursor)

    def focus_out(self, event: QFocusEvent) -> None:
        """Release everything; the cursor stays shown if the focus comes back by itself."""
        self._state.let_go()
        self._state.shift_held = False
        if event.reason() not in (
            Qt.FocusReason.ActiveWindowFocusReason,
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.MenuBarFocusReason,
        ):
            self._state.hide_cursor()

    def _go(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Go through the moves of the subject, and return whether it has any and the key is for them."""
        subject = self._document.subject
        if not subject.takes_moves:
            return False
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            subject.change_variation(-1 if key == Qt.Key.Key_Up else 1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and modifiers & Qt.KeyboardModifier.ShiftModifier:
            subject.change_variation(-1 if key == Qt.Key.Key_Left else 1)
        elif key in _GAME_STEPS:
            subject.step(_GAME_STEPS[key])
        else:
            return False
        return True

    def _edited_square(self) -> int:
        state = self._state
        if state.current_square is None:
            state.show_cursor(state.cursor)
        else:
            state.place_cursor(state.current_square)
        return state.cursor

    def _use_tool(self, copying: bool) -> None:
        """Lift or put down a piece with the hand, or use another tool, at the cursor; at first only show the cursor."""
        state, square = self._state, self._state.cursor
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
        state = self._state
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


class BoardDrops:
    """Takes pieces that are dragged over a board and dropped there; other data is left to the window."""

    def __init__(self, document: Document, state: BoardState) -> None:
        self._document = document
        self._state = state

    def move(self, event: QDragMoveEvent, geometry: Geometry) -> None:
        """Hold a piece over the board when it comes and when it moves."""
        piece = dropped_piece(event.mimeData())
        if not piece:
            event.ignore()
            return
        state = self._state
        state.move_pointer(event.position())
        state.hover(geometry.square_under(event.position()))
        if state.held != HeldPiece(piece):
            state.begin(HeldPiece(piece))
        event.acceptProposedAction()

    def leave(self) -> None:
        """Let go of a piece that is dragged away again."""
        self._state.let_go()
        self._state.hover(None)

    def drop(self, event: QDropEvent, geometry: Geometry) -> None:
        """Place a piece on the square below it."""
        piece, square = dropped_piece(event.mimeData()), geometry.square_under(event.position())
        if piece:
            self._state.let_go()
        if not piece or square is None:
            event.ignore()
        else:
            self._document.place(square, piece)
            event.acceptProposedAction()
