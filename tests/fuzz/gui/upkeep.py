"""The comparison of the shown state with one that is read anew, or only painted anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import ne
from typing import Final

from PySide6 import QtGui
from PySide6.QtCore import QAbstractAnimation, QEventLoop, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QStatusBar,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.view.main_window import MainWindow

PAINTED_BY_STYLE: Final = (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QStatusBar,
    QTabBar,
)
"""Widgets that Qt paints, and leaves a shade too dark at times; of a scroll area that is the frame."""

FEW: Final = 50
"""The pixels of a widget that may differ: where Qt moves docks, it leaves the dots of their grips in the old place."""

PATIENCE: Final = 5
"""How often a widget that is not painted yet is looked at again."""


def changes_look(widget: QWidget, step: Callable[[], None]) -> bool:
    """Return whether a widget is painted in another way after a step; one that has got another size is not compared."""
    wait_for_animations(widget)
    # Lists lay out their rows when they are painted, and their scroll bars a moment after.
    look(widget)
    QApplication.processEvents()
    before = look(widget)
    step()
    # What another process says meanwhile, such as an engine, would change the look as well.
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers)
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


def painted_late(window: QWidget) -> list[QWidget]:
    """Return the program's widgets of a window that are seen as they would not be painted now, and stay so."""
    late = _seen_otherwise(window)
    for _ in range(PATIENCE):
        if not late:
            break
        # An answer of another process may have come meanwhile, which is laid out and painted next.
        QTest.qWait(20)
        late = _seen_otherwise(window)
    return late


def _seen_otherwise(window: QWidget) -> list[QWidget]:
    wait_for_animations(window)
    for _ in range(3):
        QApplication.processEvents()
    seen = window.screen().grabWindow(window.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    anew = look(window).convertToFormat(QImage.Format.Format_RGB32)
    if seen.size() != anew.size() or seen == anew:
        return []
    children: list[QWidget] = window.findChildren(QWidget)
    found = []
    for child in children:
        painting = _painting(child)
        if painting is not None and child.isVisible() and child.window() is window:
            region = _own_region(child)
            if _difference(_part(seen, region), _part(anew, region)) > FEW:
                found.append(painting)
    return found


def _painting(widget: QWidget) -> QWidget | None:
    """Return the program's widget that paints one, if any; frames that let the mouse through lie over other ones."""
    if isinstance(widget, PAINTED_BY_STYLE) or widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents):
        return None
    parent = widget.parentWidget()
    owner = parent if isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget else widget
    return owner if type(owner).__module__.startswith("pawnviz.") else None


def _own_region(widget: QWidget) -> QRegion:
    """Return where a widget is seen in its window, without its children."""
    place = widget.mapTo(widget.window(), QPoint())
    children = [child for child in widget.children() if isinstance(child, QWidget) and child.isVisible()]
    region = widget.visibleRegion().translated(place)
    for child in children:
        region -= QRegion(QRect(child.pos() + place, child.size()))
    return region


def _part(image: QImage, region: QRegion) -> QImage:
    part = QImage(image.size(), image.format())
    part.fill(0)
    with QPainter(part) as painter:
        painter.setClipRegion(region)
        painter.drawImage(0, 0, image)
    return part


def _difference(first: QImage, second: QImage) -> int:
    """Return how many pixels differ."""
    if first == second:
        return 0
    pixels = (memoryview(image.constBits()).cast("B").cast("I") for image in (first, second))
    return sum(map(ne, *pixels))


def rich_by_accident(window: MainWindow) -> Iterator[str]:
    """Yield the texts that a label takes for HTML though nobody said that they are."""
    labels: list[QLabel] = window.findChildren(QLabel)
    for label in labels:
        if label.textFormat() == Qt.TextFormat.AutoText and QtGui.Qt.mightBeRichText(label.text()):
            yield label.text()
