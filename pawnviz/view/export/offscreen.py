"""Qt for pictures alone, without a screen."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QGuiApplication

_application: Final[list[QGuiApplication]] = []
"""Qt's application, which lives as long as the process."""


def prepare_fonts() -> None:
    """Start Qt without a screen where no program has started it: texts of pictures need its fonts."""
    if QGuiApplication.instance() is None:
        _application.append(QGuiApplication(["pawnviz", "-platform", "offscreen"]))
