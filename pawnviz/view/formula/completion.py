"""Word completion in formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pawnviz.core.formula.names import Word, found_words
from pawnviz.core.layers import Layer
from pawnviz.override import override
from pawnviz.view.formula.colors import part_color
from pawnviz.view.widgets.fonts import fixed_font
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.theme import theme_of

Index = QModelIndex | QPersistentModelIndex

SHORTEST_PREFIX: Final = 2  # The number of letters from which words are offered without Ctrl+Space.
MOST_ROWS: Final = 8  # The number of visible words.
POPUP_WIDTH: Final = 460
MOST_CLOSINGS: Final = 20  # The number of remembered parentheses of words, so that typing them does not double them.

_ROOT: Final = QModelIndex()
_WORD_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
_NAME_END: Final = re.compile(r"\w*$", re.ASCII)
_NAME_START: Final = re.compile(r"\w*", re.ASCII)


class WordModel(QAbstractListModel):
    """The words on offer."""

    def __init__(self, parent: QWidget) -> None:
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


class WordCompleter(QCompleter):
    """Offers words for the name at the cursor of a field, in a list below it, and writes the chosen one."""

    def __init__(self, edit: QPlainTextEdit, *, drop: int) -> None:
        """Offer words in a field; their list stands ``drop`` pixels below its line."""
        words = WordModel(edit)
        super().__init__(words, edit)
        self._words = words
        self._edit = edit
        self._drop = drop
        self._user_layers: tuple[Layer, ...] = ()
        self._closings: list[QTextCursor] = []
        self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.setWidget(edit)
        self.setMaxVisibleItems(MOST_ROWS)
        self.list_view = QListView()
        self.list_view.setUniformItemSizes(True)
        self.list_view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list_view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list_view.setAccessibleName("Words")
        self.setPopup(self.list_view)
        # A completer gives its list a delegate of its own.
        self.list_view.setItemDelegate(WordDelegate(edit))
        self.activated.connect(self._write)

    def set_user_layers(self, layers: Sequence[Layer]) -> None:
        """Offer these user layers."""
        self._user_layers = tuple(layers)

    def offer(self, *, asked: bool) -> None:
        """Offer words for the name at the cursor.

        Without a request, at least ``SHORTEST_PREFIX`` letters are needed, not within a name nor where it is
        already the best match; never within braces.
        """
        cursor = self._edit.textCursor()
        before = _line_before(cursor)
        prefix = _name_before(cursor)
        in_braces = before.rfind("{") > before.rfind("}")
        too_early = not asked and (len(prefix) < SHORTEST_PREFIX or bool(_name_behind(cursor)))
        words: Sequence[Word] = ()
        if not (prefix[:1].isdigit() or in_braces or too_early):
            words = found_words(prefix, self._user_layers, self._edit.toPlainText())
        if not words or (not asked and words[0].name == prefix and not words[0].argument):
            self.list_view.hide()
            return
        self._words.set_words(words)
        self.setCompletionPrefix(prefix)
        place = self._edit.cursorRect()
        place.setLeft(place.left() - self._edit.fontMetrics().horizontalAdvance(prefix))
        place.setWidth(POPUP_WIDTH)
        place.translate(QPoint(self._edit.viewport().x(), self._drop))
        self.complete(place)
        self.list_view.setCurrentIndex(self._words.index(0, 0))

    @Slot(str)
    def _write(self, name: str) -> None:
        word = self._words.word(name)
        if word is None:
            return
        cursor = self._edit.textCursor()
        start, end = cursor.position() - len(_name_before(cursor)), cursor.position() + len(_name_behind(cursor))
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        is_called = _line_behind(cursor).lstrip(" ").startswith("(")
        cursor.insertText(word.name if is_called else word.text)
        if word.argument and not is_called:
            close = cursor.position() - 1
            cursor.setPosition(close - len(word.argument))
            cursor.setPosition(close, QTextCursor.MoveMode.KeepAnchor)
            closing = QTextCursor(self._edit.document())
            closing.setPosition(close)
            self._closings = [*self._closings[1 - MOST_CLOSINGS :], closing]
        self._edit.setTextCursor(cursor)

    def take(self) -> None:
        """Write the chosen word of the list, and close the list."""
        index = self.list_view.currentIndex()
        self.list_view.hide()
        if index.isValid():
            self._write(str(index.data()))

    # The parentheses of the words that were chosen

    def has_opened(self) -> bool:
        """Return whether the cursor selects the argument of a word that was just chosen."""
        cursor = self._edit.textCursor()
        return cursor.hasSelection() and any(
            closing.position() == cursor.selectionEnd() and self._character(cursor.selectionStart() - 1) == "("
            for closing in self._closings
        )

    def go_behind_closing(self) -> bool:
        """Move the cursor behind the ``)`` of a completed word where it stands in front of it; return whether."""
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


def _line_before(cursor: QTextCursor) -> str:
    return _line_to(cursor, QTextCursor.MoveOperation.StartOfBlock)


def _line_behind(cursor: QTextCursor) -> str:
    return _line_to(cursor, QTextCursor.MoveOperation.EndOfBlock)


def _line_to(cursor: QTextCursor, end: QTextCursor.MoveOperation) -> str:
    selected = QTextCursor(cursor)
    selected.setPosition(cursor.position())
    selected.movePosition(end, QTextCursor.MoveMode.KeepAnchor)
    return selected.selectedText()


def _name_before(cursor: QTextCursor) -> str:
    match = _NAME_END.search(_line_before(cursor))
    return match[0] if match else ""


def _name_behind(cursor: QTextCursor) -> str:
    match = _NAME_START.match(_line_behind(cursor))
    return match[0] if match else ""
