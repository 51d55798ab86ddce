"""A check box, a button or a command of a menu that switches a preference."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton

from pawnviz.model.preferences.field import Preference


class Switch(QObject):
    """Keeps what can be checked and a preference alike, whichever of both changes."""

    def __init__(self, button: QAction | QAbstractButton, preference: Preference[bool]) -> None:
        """Check a button or an action as the preference is."""
        super().__init__(button)
        self._button = button
        self._preference = preference
        button.setCheckable(True)
        button.setChecked(preference.value)
        button.toggled.connect(self._change)
        preference.changed.connect(self._follow)

    @Slot(bool)
    def _change(self, checked: bool) -> None:
        self._preference.value = checked

    @Slot()
    def _follow(self) -> None:
        self._button.setChecked(self._preference.value)
