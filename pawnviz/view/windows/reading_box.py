"""A reading of an exhibit of the errata gallery."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.words import count_text
from pawnviz.view.board.swatch_label import SwatchLabel
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of


class ReadingBox(QWidget):
    """One reading of an exhibit: its marks, label and formula, and its number of squares for each side."""

    def __init__(self) -> None:
        super().__init__()
        self._swatch = SwatchLabel()
        self._label = plain_label(bold=True, wrapped=True)
        self._formula = FormulaBox()
        self._counts = plain_label(muted=True, wrapped=True)
        heading = row_of((self._swatch, Qt.AlignmentFlag.AlignTop), (self._label, 1), spacing=8)
        column_of(heading, self._formula, self._counts, parent=self, margins=0, spacing=4)

    def show_reading(self, layer: Layer, masks: Sequence[int]) -> None:
        """Show a reading's layer with White's and Black's mask."""
        self._swatch.show_style(Style(layer.mark))
        self._label.setText(layer.title)
        self._formula.show_text(layer.formula)
        white, black = (count_text(popcount(mask), "square") for mask in masks)
        self._counts.setText(f"White {white}, Black {black}")
