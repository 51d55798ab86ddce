"""Qt for pictures alone, without a screen."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QGuiApplication

_application: Final[list[QGuiApplication]] = []  # Qt's application, which lives as long as the process.


def prepare_fonts(*, widgets: bool = False) -> None:
    """Start Qt without a screen where no program has started it: texts of pictures need its fonts.

    With ``widgets`` other parts of the process may make hidden widgets, for which Qt would otherwise end it.
    """
    if QGuiApplication.instance() is not None:
        return
    words = ["pawnviz", "-platform", "offscreen"]
    if widgets:
        from PySide6.QtWidgets import QApplication

        _application.append(QApplication(words))
    else:
        _application.append(QGuiApplication(words))
