"""The program's theme: light, dark, or the system's, and the board's colors."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from pawnviz.model.preferences import Preferences
from pawnviz.view.widgets.theme import apply_palette, theme_for

THEME_TEXTS: Final = {"system": "As the &system", "light": "&Light", "dark": "&Dark"}


class ThemeChoice(QObject):
    """The chosen theme, as the palette of the application; ``system`` follows the system while the program runs."""

    def __init__(self, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        preferences.theme.changed.connect(self._apply)
        preferences.board_colors.changed.connect(self._apply)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._apply()

    @Slot()
    def _apply(self) -> None:
        apply_palette(theme_for(self._preferences.theme.value, self._preferences.board_colors.value))

    @Slot()
    def _follow_system(self) -> None:
        if self._preferences.theme.value == "system":
            self._apply()
