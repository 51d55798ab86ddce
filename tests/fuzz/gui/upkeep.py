"""Whether what is seen is what would be seen if it were read anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6 import QtGui
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from shiboken6 import isValid

from pawnviz.view.main_window import MainWindow


def changes_look(widget: QWidget, step: Callable[[], None]) -> bool:
    """Return whether a widget is painted in another way after a step; one that has got another size is not compared."""
    wait_for_animations(widget)
    # Lists lay out their rows when they are painted, and their scroll bars a moment after.
    look(widget)
    QApplication.processEvents()
    before = look(widget)
    step()
    QApplication.processEvents()
    after = look(widget)
    return widget.isVisible() and after.size() == before.size() and after != before


def wait_for_animations(widget: QWidget) -> None:
    """Wait until nothing in a widget is in motion, such as the cross of a field that fades while it is cleared."""
    animations: list[QAbstractAnimation] = widget.findChildren(QAbstractAnimation)
    while any(isValid(each) and each.state() == QAbstractAnimation.State.Running for each in animations):
        QTest.qWait(10)


def look(widget: QWidget) -> QImage:
    """Return a widget as it is painted."""
    return widget.grab().toImage()


def rich_by_accident(window: MainWindow) -> Iterator[str]:
    """Yield the texts that a label takes for HTML though nobody said that they are."""
    labels: list[QLabel] = window.findChildren(QLabel)
    for label in labels:
        if label.textFormat() == Qt.TextFormat.AutoText and QtGui.Qt.mightBeRichText(label.text()):
            yield label.text()
