"""Notices above the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

MOST_NOTICES: Final = 4
"""The number of notices above the board, so that they never crowd it out."""


class NoticeBar(QFrame):
    """Notices above the board that stay until they are closed; one can have a button that does something about it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._offers: list[tuple[str, str, Callable[[], None]]] = []
        self.offer_button = QPushButton()
        self.offer_button.setAutoDefault(False)
        self.offer_button.clicked.connect(self._accept)
        self.offer_button.hide()
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip("Close this notice")
        self.close_button.setAccessibleName("Close this notice")
        self.close_button.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 4, 4)
        layout.addWidget(self._label, 1)
        layout.addWidget(self.offer_button, 0, Qt.AlignmentFlag.AlignBottom)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def text(self) -> str:
        """The notice."""
        return self._label.text()

    def show_message(self, text: str) -> None:
        """Show a notice below those that are still there; the oldest are removed where there are too many."""
        lines = [] if self.isHidden() else self._label.text().split("\n")
        lines = [line for line in lines if line not in text.split("\n")]
        self._show_lines([*lines, *text.split("\n")][-MOST_NOTICES:])

    def offer(self, text: str, button: str, action: Callable[[], None]) -> None:
        """Show a notice of one line with a button; the button is that of the last line that has one."""
        if self.isHidden():
            self._offers.clear()
        self._offers = [offer for offer in self._offers if offer[0] != text]
        self._offers.append((text, button, action))
        self.show_message(text)

    def remove(self, text: str) -> None:
        """Remove a notice of one line."""
        if not self.isHidden():
            self._show_lines([line for line in self._label.text().split("\n") if line != text])

    def _show_lines(self, lines: list[str]) -> None:
        """Show these lines, and the button of the last one that has one; hide without lines."""
        self._label.setText("\n".join(lines))
        self._offers = [offer for offer in self._offers if offer[0] in lines]
        self.offer_button.setVisible(bool(self._offers))
        if self._offers:
            self.offer_button.setText(self._offers[-1][1].replace("&", "&&"))
        self.setVisible(bool(lines))

    @Slot()
    def _accept(self) -> None:
        """Do what the last line with a button offers, and remove that line."""
        text, _, action = self._offers.pop()
        self.remove(text)
        action()
