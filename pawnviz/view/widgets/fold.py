"""A line that folds and unfolds what is below it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton, QWidget

from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.widgets.layouts import column_of, row_of


class FoldButton(QToolButton):
    """A button with an arrow, checked and pointing down while it is unfolded; see ``toggled``."""

    def __init__(self, title: str, tip: str) -> None:
        super().__init__()
        self._title = title
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tip)
        self.toggled.connect(self._point)
        self.show_count(None)
        self._point(False)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.state &= ~QStyle.StateFlag.State_On  # The arrow says that it is open.
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def show_count(self, count: int | None) -> None:
        """Append a number of lines to the title; None appends nothing."""
        self.setText(self._title if count is None else f"{self._title} ({count})")

    @Slot(bool)
    def _point(self, is_open: bool) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self.setAccessibleName(f"{self._title}, {'open' if is_open else 'closed'}")


def with_folded(names: tuple[str, ...], name: str, *, folded: bool) -> tuple[str, ...]:
    """Return the names of folded sections with this one or without it."""
    others = tuple(other for other in names if other != name)
    return (*others, name) if folded else others


class FoldSection(QWidget):
    """A titled part of a page that folds to its title; its name is kept among those of the folded sections."""

    def __init__(
        self,
        name: str,
        title: str,
        content: QWidget,
        folded: Preference[tuple[str, ...]],
        *beside: QWidget,
        tip: str = "",
    ) -> None:
        """Put controls ``beside`` the title, which fold with the content."""
        super().__init__()
        self._name = name
        self._folded = folded
        self._parts = (content, *beside)
        self.fold = FoldButton(title, tip)
        font = self.fold.font()
        font.setBold(True)
        self.fold.setFont(font)
        row = row_of((self.fold, 1), *beside, margins=0)
        column_of(row, content, parent=self, margins=0, spacing=2)
        self.fold.toggled.connect(self.set_open)
        folded.changed.connect(self._follow)
        self._follow()

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Unfold the section or fold it."""
        self._folded.value = with_folded(self._folded.value, self._name, folded=not is_open)

    @Slot()
    def _follow(self) -> None:
        is_open = self._name not in self._folded.value
        self.fold.setChecked(is_open)
        for part in self._parts:
            part.setVisible(is_open)
