"""A field for a formula: colored words, completion, and a mark under the column of an error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextEdit,
    QWidget,
)

from pawnviz.core.formula.parser import LONGEST_TEXT
from pawnviz.core.formula.words import Kind, Word, found_words, given_names, parts
from pawnviz.core.layers import Layer
from pawnviz.override import override
from pawnviz.view.board.swatch import mixed
from pawnviz.view.widgets.theme import LIGHT, PALETTE, Theme

Index = QModelIndex | QPersistentModelIndex

SHORTEST_PREFIX: Final = 2
"""The number of letters from which words are offered without being asked for."""

MOST_ROWS: Final = 8
POPUP_WIDTH: Final = 460
CARET_HEIGHT: Final = 7

_LONGEST_COLORED: Final = 2 * LONGEST_TEXT
_ROOT: Final = QModelIndex()
_WORD_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
_POPUP_KEYS: Final = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Escape,
)
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_COLORS: Final = {
    Kind.SIDE: "Vermillion",
    Kind.SET: "Bluish green",
    Kind.SQUARES: "Bluish green",
    Kind.CALL: "Reddish purple",
    Kind.LAYER: "Blue",
    Kind.OWN_LAYER: "Blue",
}
"""The colors of the palette for the parts of a formula; other parts have the color of text."""


def part_color(kind: Kind, theme: Theme) -> QColor:
    """Return the color of a part of a formula on a theme's ground."""
    name = _COLORS.get(kind)
    color = next((color.on(theme) for color in PALETTE if color.name == name), "")
    # The palette is made for marks; letters are thinner and need a little more.
    ground = QColor(theme.base).lightness()
    return mixed(color, "#ffffff" if ground < 128 else "#000000", 0.85) if color else QColor(theme.text)


def fixed_font(font: QFont, scale: float = 1.0) -> QFont:
    """Return the system's font of code in the size of another font."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPointSizeF(font.pointSizeF() * scale)
    return fixed


def utf16_length(text: str) -> int:
    """Return how many positions of a text document a text takes: two for a character beyond the basic plane."""
    return len(text) + sum(character > "\uffff" for character in text)


class FormulaColors(QSyntaxHighlighter):
    """Colors the parts of a formula by what they are."""

    def __init__(self, document: QTextDocument) -> None:
        """Color the words of the light theme, without layers of the user's own."""
        super().__init__(document)
        self._formats: dict[Kind, QTextCharFormat] = {}
        self._own_layers: tuple[str, ...] = ()
        self.set_theme(LIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colors."""
        for kind in Kind:
            format_ = QTextCharFormat()
            format_.setForeground(part_color(kind, theme))
            format_.setFontItalic(kind in (Kind.LOCAL, Kind.OWN_LAYER))
            self._formats[kind] = format_
        self.rehighlight()

    def set_own_layers(self, identifiers: Sequence[str]) -> None:
        """Know these layers of the user's own."""
        if tuple(identifiers) != self._own_layers:
            self._own_layers = tuple(identifiers)
            self.rehighlight()

    @override
    def highlightBlock(self, text: str) -> None:
        whole = self.document().toPlainText()
        if len(whole) > _LONGEST_COLORED:
            return
        for start, end, kind in parts(text, self._own_layers, given_names(whole)):
            self.setFormat(utf16_length(text[:start]), utf16_length(text[start:end]), self._formats[kind])


class WordModel(QAbstractListModel):
    """The words that are offered."""

    def __init__(self, parent: QWidget) -> None:
        """Offer nothing."""
        super().__init__(parent)
        self._words: tuple[Word, ...] = ()

    def set_words(self, words: Sequence[Word]) -> None:
        """Offer other words."""
        self.beginResetModel()
        self._words = tuple(words)
        self.endResetModel()

    def word(self, name: str) -> Word | None:
        """Return the first word of a name, or None."""
        return next((word for word in self._words if word.name == name), None)

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._words)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._words):
            return None
        word = self._words[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return word.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{word.name}: {word.about}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return word.about
        return word if role == _WORD_ROLE else None


class WordDelegate(QStyledItemDelegate):
    """Draws a word in its color and beside it what it means."""

    def __init__(self, parent: QWidget) -> None:
        """Draw in the light theme."""
        super().__init__(parent)
        self.theme = LIGHT

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(POPUP_WIDTH, option.fontMetrics.height() + 6)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        word = index.data(_WORD_ROLE)
        if not isinstance(word, Word):
            return
        theme = self.theme
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(option.rect, QColor(theme.highlight if selected else theme.base))
        box = option.rect.adjusted(6, 0, -6, 0)
        fixed = fixed_font(option.font)
        painter.setFont(fixed)
        painter.setPen(QColor(theme.highlighted_text) if selected else part_color(word.kind, theme))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, middle, word.name)
        box.setLeft(box.left() + max(150, QFontMetrics(fixed).horizontalAdvance(word.name) + 14))
        painter.setFont(option.font)
        painter.setPen(QColor(theme.highlighted_text if selected else theme.muted_text))
        about = option.fontMetrics.elidedText(word.about, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, middle, about)
        painter.restore()


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
