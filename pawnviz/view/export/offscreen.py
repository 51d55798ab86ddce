"""Qt for pictures alone, without a screen."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QGuiApplication

_application: Final[list[QGuiApplication]] = []
"""Qt's application, which lives as long as the process."""


def prepare_fonts(*, widgets: bool = False) -> None:
    """Start Qt without a screen where no program has started it: texts of pictures need its fonts.

    With ``widgets`` the application is one that other parts of the process may make widgets with, which are not seen;
    without one that can, Qt would end the process.
    """
    if QGuiApplication.instance() is not None:
        return
    words = ["pawnviz", "-platform", "offscreen"]
    if widgets:
        from PySide6.QtWidgets import QApplication

        _application.append(QApplication(words))
    else:
        _application.append(QGuiApplication(words))
