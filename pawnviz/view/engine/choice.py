"""Fields for one of a few values."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt

from pawnviz.view.widgets.drop_down import DropDown


class NumberChoice(DropDown):
    """A list of numbers that drops down."""

    def __init__(self, name: str, tip: str, texts: Mapping[int, str]) -> None:
        """Offer numbers by their texts; ``name`` is what a screen reader calls the field."""
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for number, text in texts.items():
            self.addItem(text, number)

    @property
    def number(self) -> int:
        """The chosen number."""
        return int(self.currentData())

    def choose(self, number: int) -> None:
        """Choose one of the numbers, the first for any other."""
        self.setCurrentIndex(max(0, self.findData(number)))
