"""A wait for a click on a pawn, for a command without a current square."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStatusBar

from pawnviz.model.document import Document
from pawnviz.model.preferences.preferences import HAND
from pawnviz.override import override
from pawnviz.view.board.state import BoardState

_ASKED = "Click the pawn, or put the board's cursor on it and press W. Escape cancels."


class PawnClick(QObject):
    """Waits until a pawn is pinned, with a message in a status line; Escape, another message and any edit end that."""

    chosen = Signal()  # The awaited pawn was pinned.

    def __init__(self, document: Document, state: BoardState, status: QStatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._state = state
        self._status = status
        self._pinned = state.pinned
        self.is_waiting = False  # Whether it waits for a click.
        state.changed.connect(self._follow)
        document.position_changed.connect(self.cancel)
        status.messageChanged.connect(self._note_message)

    def wait(self) -> None:
        """Wait for a click on a pawn, with the hand."""
        self._state.preferences.tool.value = HAND
        self._pinned = self._state.pinned
        self._status.showMessage(_ASKED)
        application = QCoreApplication.instance()
        if not self.is_waiting and application is not None:
            application.installEventFilter(self)
        self.is_waiting = True

    @Slot()
    def cancel(self) -> None:
        """Stop waiting."""
        application = QCoreApplication.instance()
        if self.is_waiting and application is not None:
            self.is_waiting = False
            application.removeEventFilter(self)
            if self._status.currentMessage() == _ASKED:
                self._status.clearMessage()

    @Slot(str)
    def _note_message(self, text: str) -> None:
        """Stop waiting at any other message; a piece that is lifted by a click shows none."""
        if text and text != _ASKED:
            self.cancel()

    @Slot()
    def _follow(self) -> None:
        pinned = self._state.pinned
        if not self.is_waiting or pinned == self._pinned:
            return
        self._pinned = pinned
        if pinned is None:
            return
        if self._document.position.piece_at(pinned) in ("P", "p"):
            self.cancel()
            self.chosen.emit()
        else:
            self._status.showMessage(_ASKED)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape may be pressed wherever the focus is; it does nothing else then.
        if (
            event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            is_press = event.type() == QEvent.Type.KeyPress
            event.accept()
            if is_press:
                self.cancel()
            return True
        return super().eventFilter(watched, event)
