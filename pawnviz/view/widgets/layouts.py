"""Widgets with their properties, rows and columns of them, rows that wrap, and a view that scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from pawnviz.override import override

Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, Qt.AlignmentFlag] | int
"""A widget or a layout, alone, with its stretch, or with its alignment; a number is the stretch of empty room."""

Margins = int | tuple[int, int, int, int] | None
"""The margins on all sides, or the four from the left."""

STRETCH: Final = 1  # Empty room between or behind the parts.

Box = TypeVar("Box", bound=QBoxLayout)
AnyWidget = TypeVar("AnyWidget", bound=QWidget)


def with_properties(widget: AnyWidget, **properties: object) -> AnyWidget:
    """Set Qt's properties of a widget by their names, and return it; raises ``AttributeError`` for an unknown one."""
    for name, value in properties.items():
        if not widget.setProperty(name, value):
            raise AttributeError(f"{type(widget).__name__} has no property {name}")
    return widget


def row_of(
    *parts: Part, parent: QWidget | None = None, margins: Margins = None, spacing: int | None = None
) -> QHBoxLayout:
    """Return a row of parts, the layout of ``parent`` if given."""
    return add_parts(QHBoxLayout() if parent is None else QHBoxLayout(parent), parts, margins, spacing)


def column_of(
    *parts: Part, parent: QWidget | None = None, margins: Margins = None, spacing: int | None = None
) -> QVBoxLayout:
    """Return a column of parts, with the arguments of ``row_of``."""
    return add_parts(QVBoxLayout() if parent is None else QVBoxLayout(parent), parts, margins, spacing)


def scroll_area(content: QWidget) -> QScrollArea:
    """Return a view on a widget as wide as the view, which scrolls up and down alone."""
    area = QScrollArea(widgetResizable=True)
    area.setWidget(content)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def add_parts(layout: Box, parts: tuple[Part, ...], margins: Margins = None, spacing: int | None = None) -> Box:
    """Add parts to a layout, and return it."""
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
            continue
        item, place = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QLayout):
            layout.addLayout(item, place)
        elif isinstance(place, Qt.AlignmentFlag):
            layout.addWidget(item, 0, place)
        else:
            layout.addWidget(item, place)
    return layout


SPACE: Final = 4


class WrappingRow(QWidget):
    """Widgets from left to right in rows, as many as they need; an expanding one at the end takes the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[QWidget] = []  # The widgets in their order.
        self._heights: dict[int, int] = {}  # By width: layouts ask for them many times. A hidden row keeps none.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_parts(self, parts: Sequence[QWidget]) -> None:
        """Show these widgets in this order; others are left alone."""
        self.parts = list(parts)
        self._heights.clear()
        for part in parts:
            if part.parentWidget() is not self:
                part.setParent(self)
            part.show()
        self._place()
        self.updateGeometry()

    def _boxes(self, width: int) -> list[QRect]:
        rows: list[list[QRect]] = [[]]
        x = y = 0
        for part in self.parts:
            size = part.sizeHint().expandedTo(part.minimumSize())
            if x and x + size.width() > width:
                x, y = 0, y + _height(rows[-1]) + SPACE
                rows.append([])
            rows[-1].append(QRect(x, y, min(size.width(), width), size.height()))
            x += size.width() + SPACE
        for row in rows:
            height = _height(row)
            for box in row:
                box.moveTop(box.top() + (height - box.height()) // 2)
        boxes = [box for row in rows for box in row]
        if boxes and self.parts[-1].sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding:
            boxes[-1].setRight(max(boxes[-1].right(), width - 1))
        return boxes

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        if width in self._heights:
            return self._heights[width]
        height = max((box.bottom() + 1 for box in self._boxes(width)), default=0)
        if self.isVisible():
            self._heights[width] = height
        return height

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(300, self.width())))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
        if event.oldSize().width() != self.width():
            self.updateGeometry()  # The layout keeps the height of the former width.

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Hide, QEvent.Type.Polish):
            self._heights.clear()
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
            self.updateGeometry()
        return super().event(event)

    def _place(self) -> None:
        for part, box in zip(self.parts, self._boxes(self.width()), strict=True):
            part.setGeometry(box)


def _height(row: list[QRect]) -> int:
    return max((box.height() for box in row), default=0)
