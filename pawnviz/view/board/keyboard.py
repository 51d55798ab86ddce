"""The keyboard over a board: a cursor that goes from square to square, lifts pieces and places them by letter."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent

from pawnviz.core.board.fen import PIECES
from pawnviz.model.document import Document
from pawnviz.model.preferences.preferences import ERASER, HAND
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.state import BoardState, HeldPiece

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
            state.set_shift_held(True)
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
            self._step(*_STEPS[Qt.Key(key)], geometry)
        elif plain and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._document.remove(self._edited_square())
        elif plain and len(text) == 1 and self._is_of_move(text):
            state.typed.emit(text)
        elif plain and len(text) == 1 and text in PIECES:
            self._document.place(self._edited_square(), text)
        else:
            return False
        return True

    def release(self, event: QKeyEvent) -> None:
        """End the effect of a modifier."""
        if event.key() == Qt.Key.Key_Shift:
            self._state.set_shift_held(False)
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
        self._state.set_shift_held(False)
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

    def _is_of_move(self, sign: str) -> bool:
        """Return whether a sign belongs to a typed move, as in a game."""
        return self._document.subject.takes_moves and (sign.isalnum() or sign in "!?")

    def _step(self, columns: int, rows: int, geometry: Geometry) -> None:
        state = self._state
        state.show_cursor(geometry.neighbor(state.cursor, columns, rows) if state.cursor_shown else state.cursor)

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
