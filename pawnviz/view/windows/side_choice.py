"""A choice between White, Black and both."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from pawnviz.view.widgets.layouts import row_of


class SideChoice(QWidget):
    """Three buttons, White, Black and Both, of which one is pressed."""

    changed = Signal()  # The user pressed another button.

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self.buttons = tuple(QRadioButton(text) for text in ("&White", "&Black", "B&oth"))
        row_of(*self.buttons, parent=self, margins=0, spacing=10)
        for number, button in enumerate(self.buttons):
            self._group.addButton(button, number)
            button.toggled.connect(self._lead_tab_to_chosen)
        self.buttons[2].setChecked(True)
        self._group.idClicked.connect(self.changed)

    @property
    def sides(self) -> tuple[bool, bool]:
        """Whether White and whether Black is chosen."""
        number = self._group.checkedId()
        return number != 1, number != 0

    def choose_white(self) -> None:
        """Choose White."""
        self.buttons[0].setChecked(True)

    @Slot()
    def _lead_tab_to_chosen(self) -> None:
        """Have Tab lead to the chosen button; Qt does so only once one of them has had the focus."""
        for button in self.buttons:
            policy = Qt.FocusPolicy.StrongFocus if button.isChecked() else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)
