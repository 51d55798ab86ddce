"""A check box, a button or a menu command that switches a preference."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton

from pawnviz.model.preferences import Preference


class Switch(QObject):
    """Keeps a checkable control and a preference alike."""

    def __init__(self, button: QAction | QAbstractButton, preference: Preference[bool]) -> None:
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
