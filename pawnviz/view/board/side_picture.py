"""The mask of one side as a small picture with its count and its number."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from pawnviz.core.board.bitboard import popcount, to_hex
from pawnviz.core.words import count_text
from pawnviz.view.board.mask_view import MaskView
from pawnviz.view.widgets.labels import NONE, ValueLabel, plain_label
from pawnviz.view.widgets.layouts import column_of, row_of

_EDGE: Final = 129  # The edge of the picture of a side's mask in logical pixels.


class SidePicture(QWidget):
    """The mask of one side: how many squares it has, a picture, and the number in hexadecimal."""

    def __init__(self, white: bool) -> None:
        super().__init__()
        side = "White" if white else "Black"
        self.count = ValueLabel(f"{side}'s squares", muted=True)
        self.picture = MaskView(f"{side}'s mask", white=white)
        self.picture.setFixedSize(_EDGE, _EDGE)
        self.hex = ValueLabel(f"{side}'s mask in hexadecimal", fixed=True, scale=0.85)
        heading = row_of(plain_label(side, bold=True), (self.count, 1), spacing=6)
        column_of(heading, self.picture, self.hex, parent=self, margins=0, spacing=2)
        # The same width for every number, so that nothing moves while one types.
        self.hex.setText(to_hex(0))
        heading_width = self.fontMetrics().horizontalAdvance(f"{side} was 64 squares") + 16
        self.setFixedWidth(max(self.hex.sizeHint().width(), _EDGE, heading_width))

    def show_mask(self, mask: int, *, stale: bool) -> None:
        """Show a mask, in gray if it is out of date."""
        self.picture.set_mask(mask)
        self.picture.set_muted(stale)
        count = count_text(popcount(mask), "square")
        self.count.show_text((f"was {count}" if mask else NONE) if stale else count)
        self.hex.show_text(to_hex(mask))
