"""The field in which a FEN is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, Slot
from PySide6.QtGui import QClipboard, QColor, QFontInfo, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QMenuBar, QWidget
from shiboken6 import isValid

from pawnviz.override import override

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent


_FRAME: Final = 14  # The part of the field's width for frame and margins.


class FenEdit(QLineEdit):
    """A field for one line of text, a part of which can be marked as wrong."""

    pasted = Signal()  # A position, right or wrong, is about to be pasted.
    given_up = Signal()  # Escape was pressed.
    left = Signal()  # The focus went elsewhere in the window.

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._is_marked = False
        self._is_entered = False
        self._full_size = 0
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    def fit_text(self) -> None:
        """Shrink the letters, down to three quarters of their size, until the whole text fits."""
        font = self.font()
        if not self._full_size:
            self._full_size = QFontInfo(font).pixelSize()
            # The board keeps its place when the letters become smaller.
            self.setMinimumHeight(self.sizeHint().height())
        room = self.width() - _FRAME
        size = self._full_size
        font.setPixelSize(size)
        while size > 0.75 * self._full_size and QFontMetrics(font).horizontalAdvance(self.text()) > room:
            size -= 1
            font.setPixelSize(size)
        if QFontInfo(self.font()).pixelSize() != size:
            self.setFont(font)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_text()

    def mark(self, start: int, end: int, color: QColor, background: QColor) -> None:
        """Mark the characters from start up to end as wrong, or nothing where start equals end."""
        if end <= start and not self._is_marked:
            return
        from PySide6.QtGui import QInputMethodEvent, QTextCharFormat

        self._is_marked = end > start
        attributes = []
        if end > start:
            style = QTextCharFormat()
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            style.setUnderlineColor(color)
            style.setForeground(color)
            style.setBackground(background)
            # A line edit takes formats only as an input method's; positions count from its cursor.
            kind = QInputMethodEvent.AttributeType.TextFormat
            attributes.append(QInputMethodEvent.Attribute(kind, start - self.cursorPosition(), end - start, style))
        QCoreApplication.sendEvent(self, QInputMethodEvent("", attributes))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._leaves_to_window(event):
            event.ignore()
            return False
        return super().event(event)

    def _leaves_to_window(self, event: QEvent) -> bool:
        """Return whether a key is the window's, since the field has nothing to undo, redo or copy."""
        from PySide6.QtGui import QKeyEvent, QKeySequence

        idle = (
            (QKeySequence.StandardKey.Undo, not self.isUndoAvailable()),
            (QKeySequence.StandardKey.Redo, not self.isRedoAvailable()),
            (QKeySequence.StandardKey.Copy, not self.hasSelectedText()),
        )
        return isinstance(event, QKeyEvent) and any(leave and event.matches(keys) for keys, leave in idle)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtGui import QKeySequence

        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
            return
        if event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
            return
        super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                action.triggered.disconnect()
                action.triggered.connect(self._paste)
        menu.popup(event.globalPos())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clipboard = QGuiApplication.clipboard()
        if event.button() == Qt.MouseButton.MiddleButton and clipboard.supportsSelection():
            self._put(clipboard.text(QClipboard.Mode.Selection))
            return
        super().mouseReleaseEvent(event)

    @Slot()
    def _paste(self) -> None:
        self._put(QGuiApplication.clipboard().text())

    def _put(self, text: str) -> None:
        """Put a whole position in place of all, and other texts at the cursor."""
        from pawnviz.core.positions import FEWEST_SLASHES, position_line

        line = position_line(text)
        if line or text.count("/") >= FEWEST_SLASHES:
            self.pasted.emit()
        if line:
            self.selectAll()
        self.insert(line or text)

    @Slot(QWidget, QWidget)
    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Announce that the focus went elsewhere in the window, perhaps while another window was active."""
        if not isValid(self):
            return
        if now is self:
            self._is_entered = True
        elif self._is_entered and now is not None and now.window() is self.window() and not isinstance(now, QMenuBar):
            self._is_entered = False
            self.left.emit()
