"""A field for a formula: colored words, completion, and a mark under the column of an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPolygonF, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from pawnviz.core.formula.names import parts
from pawnviz.core.formula.parser import LONGEST_TEXT
from pawnviz.core.layers import Layer
from pawnviz.override import override
from pawnviz.view.formula.colors import FormulaColors, utf16_length
from pawnviz.view.formula.completion import WordCompleter
from pawnviz.view.widgets.bounded_text import BoundedTextEdit
from pawnviz.view.widgets.fonts import fixed_font
from pawnviz.view.widgets.theme import theme_of

CARET_HEIGHT: Final = 7  # The height of the caret below an error, in pixels.

_TAKING_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
"""The keys that take the chosen word while the list of words is open."""
_CLOSING_KEYS: Final = (Qt.Key.Key_Escape, Qt.Key.Key_Backtab)
"""The keys that close the list of words and do nothing else."""


class FormulaEdit(BoundedTextEdit):
    """A field for a formula in the font of code, with completion in ``popup`` while typing and at Ctrl+Space."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(LONGEST_TEXT, parent)
        self.error_column = 0
        self.setFont(fixed_font(self.font(), 1.05))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Formula")
        self._colors = FormulaColors(self.document(), theme_of(self))
        self._completer = WordCompleter(self, drop=CARET_HEIGHT)
        self.popup = self._completer.list_view

    def set_user_layers(self, layers: Sequence[Layer]) -> None:
        """Color and offer these user layers."""
        self._completer.set_user_layers(layers)
        self._colors.set_user_layers([layer.identifier for layer in layers])

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, round(6.5 * self.fontMetrics().lineSpacing()) + 12)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colors.use_theme(theme_of(self))
            self.show_error(self.error_column)

    # The error

    def show_error(self, column: int) -> None:
        """Underline the part of the formula in a column, counted from 1, and point at it; 0 shows no error."""
        self.error_column = column
        selections = []
        if column:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._error_cursor()
            selection.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            selection.format.setUnderlineColor(QColor(theme_of(self).error_text))
            selections.append(selection)
        self.setExtraSelections(selections)
        self.viewport().update()

    def _error_cursor(self) -> QTextCursor:
        """Return a cursor over the part of the formula in the error's column, or the part before it."""
        text = self.toPlainText()
        place = min(self.error_column - 1, len(text))
        ranges = [(start, end) for start, end, _ in parts(text) if start <= place]
        start, end = ranges[-1] if ranges else (0, len(text))
        if start < place < end:
            # Within braces the error is about one square, not about all of them.
            start, end = place, min(end, place + 2)
        cursor = QTextCursor(self.document())
        cursor.setPosition(utf16_length(text[:start]))
        cursor.setPosition(utf16_length(text[:end]), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def error_place(self) -> QRect:
        """The rectangle of the error's column in the viewport, empty without an error."""
        if not self.error_column:
            return QRect()
        text = self.toPlainText()
        cursor = QTextCursor(self.document())
        cursor.setPosition(utf16_length(text[: self.error_column - 1]))
        return self.cursorRect(cursor)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        place = self.error_place()
        if place.isEmpty():
            return
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme_of(self).error_text))
            half = self.fontMetrics().horizontalAdvance("n") / 2
            tip = QPointF(place.left() + half, place.bottom() - 1)
            wing = CARET_HEIGHT * 0.6
            painter.drawPolygon(QPolygonF([tip, tip + QPointF(wing, CARET_HEIGHT), tip + QPointF(-wing, CARET_HEIGHT)]))

    # Keys

    @override
    def event(self, event: QEvent) -> bool:
        # Not left to the list, so that no key goes on to the window, whichever of both the system gives it to.
        if isinstance(event, QKeyEvent) and self.popup.isVisible() and event.key() in (*_TAKING_KEYS, *_CLOSING_KEYS):
            event.accept()
            if event.type() == QEvent.Type.KeyPress and event.key() in _TAKING_KEYS:
                self._completer.take()
            elif event.type() == QEvent.Type.KeyPress:
                self.popup.hide()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._completer.offer(asked=True)
            return
        typed = event.text()
        if (typed == "(" and self._completer.has_opened()) or (typed == ")" and self._completer.go_behind_closing()):
            self.popup.hide()
            return
        super().keyPressEvent(event)
        is_letter = typed.isascii() and (typed.isalnum() or typed == "_")
        if is_letter or (typed and key == Qt.Key.Key_Backspace and self.popup.isVisible()):
            self._completer.offer(asked=False)
        elif typed:
            self.popup.hide()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.popup.hide()
        super().focusOutEvent(event)
