"""Rows and columns of widgets, and a view that scrolls."""

from __future__ import annotations

from typing import Final, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, Qt.AlignmentFlag] | int
"""A widget or a layout, alone, with its stretch, or with its alignment; a number is the stretch of empty room."""

STRETCH: Final = 1  # Empty room between or behind the parts.

Box = TypeVar("Box", bound=QBoxLayout)


def row_of(
    *parts: Part,
    parent: QWidget | None = None,
    margins: int | tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a row of parts, the layout of ``parent`` if there is one; margins and spacing are the style's by default.

    ``margins`` are left, top, right and bottom, or one number for all.
    """
    return _filled(QHBoxLayout() if parent is None else QHBoxLayout(parent), parts, margins, spacing)


def column_of(
    *parts: Part,
    parent: QWidget | None = None,
    margins: int | tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a column of parts, with the arguments of ``row_of``."""
    return _filled(QVBoxLayout() if parent is None else QVBoxLayout(parent), parts, margins, spacing)


def scroll_area(content: QWidget) -> QScrollArea:
    """Return a view on a widget as wide as the view, which scrolls up and down alone."""
    area = QScrollArea()
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def _filled(
    layout: Box, parts: tuple[Part, ...], margins: int | tuple[int, int, int, int] | None, spacing: int | None
) -> Box:
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
