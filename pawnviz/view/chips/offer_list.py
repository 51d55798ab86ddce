"""The list of fields and values that are offered below a field for parts, structures with their pictures."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QIcon, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from pawnviz.core.collections.fields import FieldError, read_fields
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.chips.part_picture import PICTURE, part_picture
from pawnviz.view.formula.edit import WordDelegate
from pawnviz.view.widgets.theme import theme_of

Index = QModelIndex | QPersistentModelIndex

_PICTURED: Final = ("structure:", "pattern:")
_SPACE: Final = 6  # The room left of a picture.


class OfferList(QListView):
    """The list of offers below a field."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Fields and values")

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose no row, which the base class would."""

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()


class OfferDelegate(WordDelegate):
    """Draws an offer as a word with its meaning, and in front of it the skeleton of a structure."""

    def __init__(self, flipped: Preference[bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._flipped = flipped

    def picture(self, text: str, widget: QWidget) -> QIcon:
        """Return the picture of an offer, no picture for one without pawns."""
        try:
            parts = read_fields(text).parts if text.startswith(_PICTURED) else ()
        except FieldError:
            return QIcon()
        return part_picture(parts[0], self._flipped, widget) if parts else QIcon()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), PICTURE + 2))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        picture = self.picture(str(index.data()), option.widget)
        word = QStyleOptionViewItem(option)
        if not picture.isNull():
            theme = theme_of(option.widget)
            is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.fillRect(option.rect, QColor(theme.highlight if is_chosen else theme.base))
            top = option.rect.center().y() - PICTURE // 2
            picture.paint(painter, QRect(option.rect.left() + _SPACE, top, PICTURE, PICTURE))
            word.rect = option.rect.adjusted(_SPACE + PICTURE, 0, 0, 0)
        super().paint(painter, word, index)
