"""A field for a formula, with colors and completion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPolygonF,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QFrame,
    QListView,
    QPlainTextEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextEdit,
    QWidget,
)

from pawnviz.core.formula.names import Kind, Word, found_words, given_names, parts
from pawnviz.core.formula.parser import LONGEST_TEXT
from pawnviz.core.layers import Layer
from pawnviz.override import override, plain_override
from pawnviz.view.board.shapes import fill_with
from pawnviz.view.board.swatch import mixed
from pawnviz.view.widgets.fields import BoundedTextEdit
from pawnviz.view.widgets.labels import ValueLabel, fixed_font, plain_tip
from pawnviz.view.widgets.rows import Index, RowsModel
from pawnviz.view.widgets.theme import PALETTE, Recolored, Theme, theme_of

_COLORS: Final = {
    Kind.SIDE: "Vermillion",
    Kind.SET: "Bluish green",
    Kind.SQUARES: "Bluish green",
    Kind.CALL: "Reddish purple",
    Kind.LAYER: "Blue",
    Kind.USER_LAYER: "Blue",
}
"""The colors of the palette for the parts of a formula; other parts have the color of text."""


def part_color(kind: Kind, theme: Theme) -> QColor:
    """Return the color of a part of a formula on a theme's ground."""
    name = _COLORS.get(kind)
    color = next((color.on(theme) for color in PALETTE if color.name == name), "")
    # The palette is made for marks; letters are thinner and need more contrast.
    ground = QColor(theme.base).lightness()
    return mixed(color, "#ffffff" if ground < 128 else "#000000", 0.85) if color else QColor(theme.text)


def utf16_length(text: str) -> int:
    """Return the length of a text in a text document, where a character beyond the basic plane counts as two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class _FormulaColors(QSyntaxHighlighter):
    """Colors the parts of a formula by their kind."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._user_layers: tuple[str, ...] = ()
        self._formats: dict[Kind, QTextCharFormat] = {}
        self._revision = -1
        self._given: frozenset[str] = frozenset()
        self.use_theme(theme)

    def use_theme(self, theme: Theme) -> None:
        for kind in Kind:
            self._formats[kind] = QTextCharFormat()
            self._formats[kind].setForeground(part_color(kind, theme))
            self._formats[kind].setFontItalic(kind in (Kind.LOCAL, Kind.USER_LAYER))
        self.rehighlight()

    def set_user_layers(self, identifiers: Sequence[str]) -> None:
        if tuple(identifiers) != self._user_layers:
            self._user_layers = tuple(identifiers)
            self.rehighlight()

    @override
    def highlightBlock(self, text: str) -> None:
        # A text beyond that is no formula, and the whole of it for each of its lines takes long.
        if self.document().characterCount() > 2 * LONGEST_TEXT:
            return
        place = end_before = 0
        revision = self.document().revision()
        if revision != self._revision:
            self._revision = revision
            self._given = frozenset(given_names(self.document().toPlainText()))
        for start, end, kind in parts(text, self._user_layers, self._given):
            place += utf16_length(text[end_before:start])
            length = utf16_length(text[start:end])
            self.setFormat(place, length, self._formats[kind])
            place, end_before = place + length, end


POPUP_WIDTH: Final = 460
_MOST_CLOSINGS: Final = 20  # The number of remembered parentheses of words, so that typing them does not double them.
CARET_HEIGHT: Final = 7  # The height of the caret below an error, in pixels.
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}

_WORD_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1


class WordModel(RowsModel[Word]):
    """The words on offer."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        word = self.row_at(index)
        if word is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return word.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{word.name}: {word.about}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(word.about)
        return word if role == _WORD_ROLE else None


class WordDelegate(QStyledItemDelegate):
    """Draws a word in its color, with its meaning beside it."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(POPUP_WIDTH, option.fontMetrics.height() + 6)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        word = index.data(_WORD_ROLE)
        if not isinstance(word, Word):
            return
        theme = theme_of(option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(option.rect, QColor(theme.highlight if selected else theme.base))
        place = option.rect.adjusted(6, 0, -6, 0)
        fixed = fixed_font(option.font)
        painter.setFont(fixed)
        painter.setPen(QColor(theme.highlighted_text) if selected else part_color(word.kind, theme))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, middle, word.name)
        place.setLeft(place.left() + max(150, QFontMetrics(fixed).horizontalAdvance(word.name) + 14))
        painter.setFont(option.font)
        painter.setPen(QColor(theme.highlighted_text if selected else theme.muted_text))
        about = option.fontMetrics.elidedText(word.about, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, middle, about)
        painter.restore()


class WordList(QListView):
    """The list of words below a field, in which no row is chosen by itself."""

    closed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(uniformItemSizes=True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose no row, which the base class would."""

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()


class WordCompleter(QCompleter):
    """Offers words in a list below a field, which writes the word that ``activated`` carries."""

    def __init__(self, field: QWidget, name: str, delegate: WordDelegate) -> None:
        self.words = WordModel(field)
        super().__init__(self.words, field)
        self.list_view = WordList(name)
        self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.setWidget(field)
        self.setMaxVisibleItems(8)
        self.setPopup(self.list_view)
        # A completer gives its list a delegate of its own.
        self.list_view.setItemDelegate(delegate)

    def show_words(self, words: Sequence[Word], place: QRect) -> None:
        """Open the list below a rectangle of the field, without a chosen word."""
        self.words.show_rows(words)
        place.setWidth(POPUP_WIDTH)
        self.complete(place)
        self.list_view.setCurrentIndex(QModelIndex())

    def take_key(self, event: QKeyEvent) -> bool:
        """Carry out a key of the open list, and return whether it is one: choose, write or close; Tab writes the first.

        It is not left to the list, so that no key goes on to the window, whichever of both the system gives it to.
        """
        if not self.list_view.isVisible():
            return False
        key, current = event.key(), self.list_view.currentIndex()
        if key == Qt.Key.Key_Tab and not current.isValid():
            current = self.words.index(0, 0)
        is_taken = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab) and current.isValid()
        if not (is_taken or key in _STEPS or key in (Qt.Key.Key_Escape, Qt.Key.Key_Backtab)):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            if key in _STEPS:
                row = min(max(current.row() + _STEPS[Qt.Key(key)], 0), self.words.rowCount() - 1)
                self.list_view.setCurrentIndex(self.words.index(row, 0))
            else:
                self.list_view.hide()
            if is_taken:
                self.activated.emit(str(current.data()))
        return True


class _FormulaCompleter(WordCompleter):
    """Offers words for the name at the cursor of a field, and writes the chosen one."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit, "Words", WordDelegate(edit))
        self._edit = edit
        self._user_layers: tuple[Layer, ...] = ()
        self._closings: list[QTextCursor] = []
        self.activated.connect(self._write)

    def set_user_layers(self, layers: Sequence[Layer]) -> None:
        self._user_layers = tuple(layers)

    def offer(self, *, asked: bool) -> None:
        """Offer words for the name at the cursor; unasked only behind two letters, not within a name."""
        cursor = self._edit.textCursor()
        before, _ = _around(cursor)
        prefix, suffix = _name_around(cursor)
        in_braces = before.rfind("{") > before.rfind("}")
        too_early = not asked and (len(prefix) < 2 or bool(suffix))
        words: Sequence[Word] = ()
        if not (prefix[:1].isdigit() or in_braces or too_early):
            words = found_words(prefix, self._user_layers, self._edit.toPlainText())
        if not words or (not asked and words[0].name == prefix and not words[0].argument):
            self.list_view.hide()
            return
        place = self._edit.cursorRect()
        place.setLeft(place.left() - self._edit.fontMetrics().horizontalAdvance(prefix))
        place.translate(QPoint(self._edit.viewport().x(), CARET_HEIGHT))
        self.show_words(words, place)
        self.list_view.setCurrentIndex(self.words.index(0, 0))

    @Slot(str)
    def _write(self, name: str) -> None:
        word = next((word for word in self.words.rows if word.name == name), None)
        if word is None:
            return
        cursor = self._edit.textCursor()
        prefix, suffix = _name_around(cursor)
        end = cursor.position() + len(suffix)
        cursor.setPosition(cursor.position() - len(prefix))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        is_called = _around(cursor)[1].lstrip(" ").startswith("(")
        cursor.insertText(word.name if is_called else word.text)
        if word.argument and not is_called:
            close = cursor.position() - 1
            cursor.setPosition(close - len(word.argument))
            cursor.setPosition(close, QTextCursor.MoveMode.KeepAnchor)
            closing = QTextCursor(self._edit.document())
            closing.setPosition(close)
            self._closings = [*self._closings[1 - _MOST_CLOSINGS :], closing]
        self._edit.setTextCursor(cursor)

    def has_opened(self) -> bool:
        cursor = self._edit.textCursor()
        return cursor.hasSelection() and any(
            closing.position() == cursor.selectionEnd() and self._character(cursor.selectionStart() - 1) == "("
            for closing in self._closings
        )

    def go_behind_closing(self) -> bool:
        """Move the cursor behind the ``)`` of a completed word if it stands in front of it; return whether."""
        cursor = self._edit.textCursor()
        place = cursor.position()
        closings = [closing for closing in self._closings if closing.position() == place]
        if cursor.hasSelection() or not closings or self._character(place) != ")":
            return False
        self._closings.remove(closings[-1])
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        self._edit.setTextCursor(cursor)
        return True

    def _character(self, place: int) -> str:
        return str(self._edit.document().characterAt(place))


def _around(cursor: QTextCursor) -> tuple[str, str]:
    """Return the parts of the cursor's line before and behind it."""
    line = cursor.block().text().encode("utf-16-le", "surrogatepass")
    place = 2 * cursor.positionInBlock()
    return line[:place].decode("utf-16-le", "surrogatepass"), line[place:].decode("utf-16-le", "surrogatepass")


def _name_around(cursor: QTextCursor) -> tuple[str, str]:
    """Return the parts of the name at the cursor before and behind it."""
    before, behind = _around(cursor)
    return re.split(r"\W", before, flags=re.ASCII)[-1], re.split(r"\W", behind, flags=re.ASCII)[0]


class FormulaEdit(Recolored, BoundedTextEdit):
    """A field for a formula in the font of code, with completion in ``popup`` while typing and at Ctrl+Space."""

    def __init__(self) -> None:
        super().__init__(LONGEST_TEXT, tabChangesFocus=True, accessibleName="Formula")
        self.error_column = 0
        self.setFont(fixed_font(self.font(), 1.05))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._colors = _FormulaColors(self.document(), theme_of(self))
        self._completer = _FormulaCompleter(self)
        self.popup = self._completer.list_view

    def set_user_layers(self, layers: Sequence[Layer]) -> None:
        """Color and offer these user layers."""
        self._completer.set_user_layers(layers)
        self._colors.set_user_layers([layer.identifier for layer in layers])

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, round(6.5 * self.fontMetrics().lineSpacing()) + 12)

    @plain_override
    def recolor(self) -> None:
        if hasattr(self, "popup"):
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
            fill_with(painter, QColor(theme_of(self).error_text))
            half = self.fontMetrics().horizontalAdvance("n") / 2
            tip = QPointF(place.left() + half, place.bottom() - 1)
            wing = CARET_HEIGHT * 0.6
            painter.drawPolygon(QPolygonF([tip, tip + QPointF(wing, CARET_HEIGHT), tip + QPointF(-wing, CARET_HEIGHT)]))

    @override
    def event(self, event: QEvent) -> bool:
        is_taken = isinstance(event, QKeyEvent) and self._completer.take_key(event)
        return is_taken or super().event(event)

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


class FormulaBox(ValueLabel):
    """A formula in a frame, or several below one another, in as many lines as needed, broken within long calls too."""

    def __init__(self) -> None:
        super().__init__("Formula", fixed=True)
        self.full_text = ""  # The text without the line breaks that its width needs.
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setMargin(4)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @plain_override
    def show_text(self, text: str) -> None:
        if text != self.full_text:
            self.full_text = text
            self._name_text(text)
        self.setText(self._lines(self.width()))
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width).count("\n") + 1
        return lines * self.fontMetrics().lineSpacing() + self._frame()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.heightForWidth(self.width()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().lineSpacing() + self._frame())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(self._lines(self.width()))

    def _frame(self) -> int:
        return 2 * (self.margin() + self.frameWidth())

    def _lines(self, width: int) -> str:
        room = max(width, 120) - self._frame() - 1
        metrics = self.fontMetrics()
        lines = []
        for formula in self.full_text.split("\n"):
            lines.append("")
            for token in re.findall(r"[~(]*\w+\(*|\s+|\W", formula):
                if lines[-1] and metrics.horizontalAdvance(lines[-1] + token.rstrip()) > room:
                    lines.append("")
                if lines[-1] or not token.isspace():
                    lines[-1] += token
        return "\n".join(line.rstrip() for line in lines)
