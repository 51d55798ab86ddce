"""Which theme the program is drawn in: light, dark, or the one that the system asks for, and the board's colors."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from pawnviz.view.widgets.theme import apply_palette, theme_for

THEME_TEXTS: Final = {"system": "As the &system", "light": "&Light", "dark": "&Dark"}
"""The choices, and how they are called in a menu."""


class ThemeChoice(QObject):
    """The chosen theme, as the palette of the application; ``system`` follows the system while the program runs."""

    changed = Signal()
    """Another theme was chosen, or other colors of the board."""

    def __init__(self, name: str, board: str = "gray", parent: QObject | None = None) -> None:
        """Begin with one of ``THEME_TEXTS`` and ``BOARD_COLORS``; before any widget is made this is quickest."""
        super().__init__(parent)
        self._name = name
        self._board = board
        apply_palette(theme_for(name, board))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def name(self) -> str:
        """``system``, ``light`` or ``dark``."""
        return self._name

    def choose(self, name: str) -> None:
        """Draw every widget in the theme of this name."""
        self._name = name
        apply_palette(theme_for(name, self._board))
        self.changed.emit()

    @property
    def board(self) -> str:
        """The colors of the board, one of ``BOARD_COLORS``."""
        return self._board

    def choose_board(self, board: str) -> None:
        """Draw every board in the colors of this name."""
        self._board = board
        apply_palette(theme_for(self._name, board))
        self.changed.emit()

    @Slot()
    def _follow_system(self) -> None:
        if self._name == "system":
            apply_palette(theme_for("system", self._board))
