"""A choice of the square mapping of numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from pawnviz.core.board.mapping import MAPPINGS, SquareMapping


class MappingChoice(QComboBox):
    """The square mappings: the square of each bit of a number."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Square mapping of numbers")
        self.setToolTip("Which square each bit of a number stands for")
        for name, mapping in MAPPINGS.items():
            self.addItem(f"{name}: {mapping.title}", name)

    @property
    def mapping(self) -> SquareMapping:
        """The chosen mapping."""
        return MAPPINGS[str(self.currentData())]
