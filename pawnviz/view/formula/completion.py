"""The words that are offered while a formula is typed: their list and how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from pawnviz.core.formula.words import Word
from pawnviz.override import override
from pawnviz.view.formula.colors import fixed_font, part_color
from pawnviz.view.widgets.theme import LIGHT

Index = QModelIndex | QPersistentModelIndex

POPUP_WIDTH: Final = 460

_ROOT: Final = QModelIndex()
_WORD_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1


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
