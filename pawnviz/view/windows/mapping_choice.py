"""A choice of the square mapping of numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from pawnviz.core.board.mapping import LERF, MAPPINGS, SquareMapping


class MappingChoice(QComboBox):
    """The square mappings: the square of each bit of a number."""

    def __init__(self, none: str = "") -> None:
        super().__init__()
        self.setAccessibleName("Square mapping of numbers")
        self.setToolTip("Which square each bit of a number stands for")
        if none:
            self.addItem(none, "")
        for name, mapping in MAPPINGS.items():
            self.addItem(f"{name}: {mapping.title}", name)

    @property
    def chosen(self) -> SquareMapping | None:
        """The chosen mapping, or None."""
        return MAPPINGS.get(str(self.currentData()))

    @property
    def mapping(self) -> SquareMapping:
        """The chosen mapping, or that of this program where none is chosen."""
        return self.chosen or LERF
