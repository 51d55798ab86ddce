"""The program's icons: stroke pictures from ``resources/icons``, drawn in any color and crisp on every screen."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from pawnviz.folders import read_resource, resource_path

SIZES: Final = (16, 20, 24)  # The sizes of menus, buttons and tool bars, in logical pixels.


def icon(name: str, color: QColor | str, sizes: tuple[int, ...] = SIZES) -> QIcon:
    """Return an icon such as ``"undo"`` in a color, cached, with a picture for each size and screen scale.

    It is scaled down between sizes, never up; ask again when the theme or the screens have changed. Raises
    ``FileNotFoundError`` for an unknown name.
    """
    ratios = frozenset(screen.devicePixelRatio() for screen in QGuiApplication.screens())
    return _icon(name, QColor(color).name(), sizes, ratios)


@cache
def app_icon() -> QIcon:
    """Return the program's own icon: a pawn and its front span."""
    return QIcon(str(resource_path("icons/pawnviz.png")))


@cache
def _icon(name: str, color: str, sizes: tuple[int, ...], ratios: frozenset[float]) -> QIcon:
    # Pixmaps and not a QIconEngine: an engine that Python has cloned for Qt is deleted twice.
    source = read_resource(f"icons/{name}.svg").replace("currentColor", color)
    renderer = QSvgRenderer(QByteArray(source.encode()))
    result = QIcon()
    for size in sizes:
        for ratio in ratios:
            pixmap = QPixmap(QSize(size, size) * ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                renderer.render(painter, QRectF(pixmap.rect()))
            pixmap.setDevicePixelRatio(ratio)
            result.addPixmap(pixmap)
    return result
