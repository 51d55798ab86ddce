"""A small button that copies a text."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.fonts import scaled_font
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.theme import theme_of

_COPIED_TIME: Final = 1500  # The milliseconds for which a tool tip says that a text was copied.


class CopyButton(QToolButton):
    """A button that copies a given text."""

    copied = Signal(str)  # A sentence on the copied text.

    def __init__(self, what: str, side: str = "", *, text: str = "") -> None:
        """Copy ``what``, of a side if one is named; the button shows ``text``, or an icon without one."""
        super().__init__()
        self._what = ""
        self._of = ""
        self._offered = ""
        self.setText(text)
        self.set_what(f"{side}'s {what}" if side else what)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if text:
            self.setFont(scaled_font(self.font(), 0.9))
        else:
            self.setAutoRaise(True)
            self.setIconSize(QSize(16, 16))
            self.setFixedSize(20, 20)
            self._draw_icon()
        self.clicked.connect(self._copy)

    def set_what(self, what: str) -> None:
        """Rename the copied thing."""
        self._what = what
        self.setAccessibleName(f"Copy {what}")
        self.setToolTip(f"Copy {what}")

    def offer(self, text: str, of: str) -> None:
        """Take the text to copy, and the title of its layer."""
        self._offered = text
        self._of = of

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and not self.text():
            self._draw_icon()

    def _draw_icon(self) -> None:
        self.setIcon(icon("copy", theme_of(self).text))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._offered)
        show_copied(self)
        self.copied.emit(f"Copied {self._what} of {self._of}.")


def show_copied(button: QWidget) -> None:
    """Say in a tool tip below a button that a text was copied."""
    QToolTip.showText(button.mapToGlobal(button.rect().bottomLeft()), "Copied", button, button.rect(), _COPIED_TIME)
