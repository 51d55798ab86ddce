"""A line that folds and unfolds lines below it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSizePolicy, QToolButton


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

    def show_count(self, count: int | None) -> None:
        """Append a number of lines to the title; None appends nothing."""
        self.setText(self._title if count is None else f"{self._title} ({count})")

    @Slot(bool)
    def _point(self, is_open: bool) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self.setAccessibleName(f"{self._title}, {'open' if is_open else 'closed'}")
