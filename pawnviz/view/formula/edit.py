"""A field for a formula: colored words, completion, and a mark under the column of an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QListView, QPlainTextEdit, QTextEdit, QWidget

from pawnviz.core.formula.words import found_words, parts
from pawnviz.core.layers import Layer
from pawnviz.override import override
from pawnviz.view.formula.colors import FormulaColors, fixed_font, utf16_length
from pawnviz.view.formula.completion import POPUP_WIDTH, WordDelegate, WordModel
from pawnviz.view.widgets.theme import LIGHT, Theme

SHORTEST_PREFIX: Final = 2
"""The number of letters from which words are offered without being asked for."""

MOST_ROWS: Final = 8
CARET_HEIGHT: Final = 7

_POPUP_KEYS: Final = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Escape,
)
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


class FormulaEdit(QPlainTextEdit):
    """A field for a formula in the font of code.

    Words are offered while one is typed and at Ctrl+Space; Enter and Tab take the chosen one, Escape none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = LIGHT
        self._column = 0
        self._own_layers: tuple[Layer, ...] = ()
        self.setFont(fixed_font(self.font(), 1.05))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Formula")
        self.colors = FormulaColors(self.document())
        self._words = WordModel(self)
        self._delegate = WordDelegate(self)
        self.completer = QCompleter(self._words, self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setWidget(self)
        self.completer.setMaxVisibleItems(MOST_ROWS)
        self.popup = QListView()
        self.popup.setUniformItemSizes(True)
        self.popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.popup.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.popup.setAccessibleName("Words")
        self.completer.setPopup(self.popup)
        # The completer gives its popup a delegate of its own.
        self.popup.setItemDelegate(self._delegate)
        self.completer.activated.connect(self._take)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colors."""
        self._theme = theme
        self._delegate.theme = theme
        self.colors.set_theme(theme)
        self.show_error(self._column)

    def set_own_layers(self, layers: Sequence[Layer]) -> None:
        """Offer these layers of the user's own."""
        self._own_layers = tuple(layers)
        self.colors.set_own_layers([layer.identifier for layer in layers])

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, round(6.5 * self.fontMetrics().lineSpacing()) + 12)

    # The error

    @property
    def error_column(self) -> int:
        """The column of the error that is shown, counted from 1, or 0."""
        return self._column

    def show_error(self, column: int) -> None:
        """Underline what stands in a column, counted from 1, and point at it; 0 shows no error."""
        self._column = column
        selections = []
        if column:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._error_cursor()
            selection.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            selection.format.setUnderlineColor(QColor(self._theme.error_text))
            selections.append(selection)
        self.setExtraSelections(selections)
        self.viewport().update()

    def _error_cursor(self) -> QTextCursor:
        """Return a cursor over the part of the formula that stands in the error's column, or the part before it."""
        text = self.toPlainText()
        place = min(self._column - 1, len(text))
        found = [(start, end) for start, end, _ in parts(text) if start <= place]
        start, end = found[-1] if found else (0, len(text))
        if start < place < end:
            # Within braces the error is about one of the squares.
            start, end = place, min(end, place + 2)
        cursor = QTextCursor(self.document())
        cursor.setPosition(utf16_length(text[:start]))
        cursor.setPosition(utf16_length(text[:end]), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def error_place(self) -> QRect:
        """Return the rectangle of the viewport that the error's column has, empty without an error."""
        if not self._column:
            return QRect()
        text = self.toPlainText()
        cursor = QTextCursor(self.document())
        cursor.setPosition(utf16_length(text[: self._column - 1]))
        return self.cursorRect(cursor)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        place = self.error_place()
        if place.isEmpty():
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.error_text))
        half = self.fontMetrics().horizontalAdvance("n") / 2
        tip = QPointF(place.left() + half, place.bottom() - 1)
        wing = CARET_HEIGHT * 0.6
        painter.drawPolygon(QPolygonF([tip, tip + QPointF(wing, CARET_HEIGHT), tip + QPointF(-wing, CARET_HEIGHT)]))
        painter.end()

    # Completion

    @Slot(str)
    def _take(self, name: str) -> None:
        """Write the chosen word in place of what is typed of it; its argument is selected, to be typed over."""
        word = self._words.word(name)
        if word is None:
            return
        cursor = self.textCursor()
        cursor.setPosition(cursor.position() - len(self._prefix()))
        end = self.textCursor().position() + len(self._suffix())
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        is_called = self._text_after(end).lstrip(" ").startswith("(")
        cursor.insertText(word.name if is_called else word.text)
        if word.argument and not is_called:
            close = cursor.position() - 1
            cursor.setPosition(close - len(word.argument))
            cursor.setPosition(close, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _text_after(self, position: int) -> str:
        """Return the rest of the line behind a position of the document."""
        block = self.document().findBlock(position)
        cursor = QTextCursor(block)
        cursor.setPosition(position)
        cursor.setPosition(block.position() + block.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    def _text_before(self) -> str:
        """Return the line up to the cursor."""
        cursor = self.textCursor()
        cursor.setPosition(cursor.position())
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    def _prefix(self) -> str:
        """Return the letters of a name right before the cursor."""
        before = self._text_before()
        start = len(before)
        while start and before[start - 1] in _LETTERS:
            start -= 1
        return before[start:]

    def _suffix(self) -> str:
        """Return the letters of a name right behind the cursor."""
        after = self._text_after(self.textCursor().position())
        end = 0
        while end < len(after) and after[end] in _LETTERS:
            end += 1
        return after[:end]

    def offer_words(self, *, asked: bool) -> None:
        """Offer the words for what is typed; when not asked for only behind enough letters, and none within braces."""
        prefix = self._prefix()
        before = self._text_before()
        in_braces = before.rfind("{") > before.rfind("}")
        if prefix[:1].isdigit() or in_braces or (not asked and (len(prefix) < SHORTEST_PREFIX or self._suffix())):
            self.popup.hide()
            return
        found = found_words(prefix, self._own_layers, self.toPlainText())
        if not found or (not asked and found[0].name == prefix and not found[0].argument):
            self.popup.hide()
            return
        self._words.set_words(found)
        self.completer.setCompletionPrefix(prefix)
        place = self.cursorRect()
        place.setLeft(place.left() - self.fontMetrics().horizontalAdvance(prefix))
        place.setWidth(POPUP_WIDTH)
        place.translate(QPoint(self.viewport().x(), CARET_HEIGHT))
        self.completer.complete(place)
        self.popup.setCurrentIndex(self._words.index(0, 0))

    @override
    def event(self, event: QEvent) -> bool:
        chooses = isinstance(event, QKeyEvent) and event.key() in _POPUP_KEYS
        if chooses and event.type() == QEvent.Type.KeyPress and self.popup.isVisible():
            event.ignore()
            return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.offer_words(asked=True)
            return
        super().keyPressEvent(event)
        typed = event.text()
        if typed and (typed in _LETTERS or (key == Qt.Key.Key_Backspace and self.popup.isVisible())):
            self.offer_words(asked=False)
        elif typed:
            self.popup.hide()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.popup.hide()
        super().focusOutEvent(event)
