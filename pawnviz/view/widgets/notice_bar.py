"""Notices beside the menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, Qt, QTimer, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QToolButton, QWidget

from pawnviz.view.widgets.layouts import row_of

MOST_NOTICES: Final = 4  # The number of notices shown at once, so that they never crowd out the board.
LEAST_WIDTH: Final = 320  # The least width of a notice; where the area is narrower, it stands below the tool bar.
LEAST_TIME: Final = 10_000  # The milliseconds for which a notice is shown, beside the time for its characters.

_TIME_PER_CHARACTER: Final = 60

_SPACING: Final = 6


class NoticeBar(QFrame):
    """Notices above the empty end of menus and tool bar, below them where that is narrow; one can have a button.

    They go after the time to read them, but not while the pointer is over them, and a button stays until it is used.
    """

    def __init__(self, parent: QWidget | None = None, area: Callable[[], QRect] | None = None) -> None:
        """Start hidden; ``area`` returns where in the parent notices belong."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._area = area
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go)
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
        row_of(
            (self._label, 1),
            (self.offer_button, Qt.AlignmentFlag.AlignBottom),
            (self.close_button, Qt.AlignmentFlag.AlignTop),
            parent=self,
            margins=(8, 4, 4, 4),
            spacing=_SPACING,
        )
        self.hide()

    @property
    def text(self) -> str:
        """The notice."""
        return self._label.text()

    def show_message(self, text: str) -> None:
        """Show a notice below earlier ones; where there are too many, the oldest that offer nothing are removed."""
        lines = [] if self.isHidden() else self._label.text().split("\n")
        lines = [*(line for line in lines if line not in text.split("\n")), *text.split("\n")]
        offered = {offer[0] for offer in self._offers}
        passing = [line for line in lines if line not in offered][: max(0, len(lines) - MOST_NOTICES)]
        self._show_lines([line for line in lines if line not in passing][-MOST_NOTICES:])

    def offer(self, text: str, button: str, action: Callable[[], None]) -> None:
        """Show a notice of one line with a button; only the last such line has its button."""
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
        self._label.setText("\n".join(lines))
        self._offers = [offer for offer in self._offers if offer[0] in lines]
        self.offer_button.setVisible(bool(self._offers))
        if self._offers:
            self.offer_button.setText(self._offers[-1][1].replace("&", "&&"))
        self.setVisible(bool(lines))
        self._timer.start(LEAST_TIME + len(self._label.text()) * _TIME_PER_CHARACTER)
        self.settle()

    @Slot()
    def _go(self) -> None:
        """Hide the notices, unless they offer something or are being read."""
        if self.underMouse() or self._label.hasSelectedText():
            self._timer.start(LEAST_TIME)
        elif not self._offers:
            self.hide()

    def settle(self) -> None:
        """Take as much of the area as the notices need, at its right end; where that is too narrow stand below it."""
        if self._area is None or self.isHidden():
            return
        area = self._area()
        right = area.right()
        most = max(LEAST_WIDTH, area.width())
        buttons = [button for button in (self.offer_button, self.close_button) if not button.isHidden()]
        beside = sum(button.sizeHint().width() + _SPACING for button in buttons) + 2 * _SPACING
        metrics = self._label.fontMetrics()
        longest = max(metrics.horizontalAdvance(line) for line in self._label.text().split("\n"))
        width = min(most, longest + beside + 12)
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        is_beside = width <= area.width()
        top = area.top() + max(0, (area.height() - height) // 2) if is_beside else area.bottom() + 1
        self.setGeometry(right - width + 1, top, width, height)
        self.raise_()

    @Slot()
    def _accept(self) -> None:
        text, _, action = self._offers.pop()
        self.remove(text)
        action()
