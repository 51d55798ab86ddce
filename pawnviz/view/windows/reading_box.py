"""A reading of an exhibit of the errata gallery."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.words import count_text
from pawnviz.view.board.swatch_label import SwatchLabel
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.widgets.labels import plain_label


class ReadingBox(QWidget):
    """One reading of an exhibit: its marks, label and formula, and its number of squares for each side."""

    def __init__(self) -> None:
        super().__init__()
        self._swatch = SwatchLabel()
        self._label = plain_label(bold=True)
        self._label.setWordWrap(True)
        self._formula = FormulaBox()
        self._counts = plain_label(muted=True)
        self._counts.setWordWrap(True)
        heading = QHBoxLayout()
        heading.setSpacing(8)
        heading.addWidget(self._swatch, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self._label, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(heading)
        column.addWidget(self._formula)
        column.addWidget(self._counts)

    def show_reading(self, layer: Layer, masks: Sequence[int]) -> None:
        """Show a reading's layer with White's and Black's mask."""
        self._swatch.show_style(Style(layer.mark))
        self._label.setText(layer.title)
        self._formula.show_text(layer.formula)
        white, black = (count_text(popcount(mask), "square") for mask in masks)
        self._counts.setText(f"White {white}, Black {black}")
