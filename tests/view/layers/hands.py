"""What hands do with the Layers page, and what is seen in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.registry import SPANS
from pawnviz.model.layers.list_model import NOT_HERE
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.layer_list import LayerListView, RowPart
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.widgets.theme import LIGHT, Theme, palette

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
NARROW = 340
"""The least width of the reading column."""


def show(panel: LayerPanel, theme: Theme = LIGHT) -> None:
    """Show a page as narrow as the reading column can be, with all rows in sight."""
    panel.setPalette(palette(theme))
    panel.resize(NARROW, 4200)
    panel.show()
    QTest.qWaitForWindowExposed(panel)
    panel.tree.rows.fold(NOT_HERE)


def cell(tree: LayerListView, identifier: str, part: RowPart = RowPart.TITLE) -> QPoint:
    """Return the middle of a part of a layer's row."""
    rect = tree.visualRect(tree.rows.index_of(identifier))
    assert rect.isValid(), f"{identifier} is not to be seen"
    return tree.row_painter.places(rect)[part].center()


def click(
    tree: LayerListView, identifier: str, part: RowPart = RowPart.TITLE, modifiers: Qt.KeyboardModifier = NO_MODIFIER
) -> None:
    QTest.mouseClick(tree.viewport(), LEFT, modifiers, cell(tree, identifier, part))


def point(tree: LayerListView, identifier: str, part: RowPart = RowPart.TITLE) -> None:
    # A pointer that is there already does not move.
    QTest.mouseMove(tree.viewport(), cell(tree, identifier, part) + QPoint(1, 0))
    QTest.mouseMove(tree.viewport(), cell(tree, identifier, part))


def leave(tree: LayerListView) -> None:
    QApplication.sendEvent(tree.viewport(), QEvent(QEvent.Type.Leave))


def shown(layers: ShownLayers) -> dict[str, tuple[bool, bool]]:
    return {name: layers.now.sides[name] for name in layers.all if name in layers.now.sides}


def previewed(layers: ShownLayers) -> dict[str, tuple[bool, bool]]:
    return {entry.layer.identifier: (entry.white, entry.black) for entry in layers.shown()}


def image_of(tree: LayerListView, identifier: str, part: RowPart) -> QImage:
    rect = tree.visualRect(tree.rows.index_of(identifier))
    return tree.viewport().grab(tree.row_painter.places(rect)[part]).toImage()


def colors_of(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def tool_tip(widget: QWidget, place: QPoint) -> str:
    QToolTip.hideText()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
    return QToolTip.text()


def choose(panel: LayerPanel, identifier: str) -> None:
    panel.tree.setFocus()
    panel.tree.setCurrentIndex(panel.tree.rows.index_of(identifier))


def temporary(identifier: str) -> Layer:
    original = LAYERS["telestops"]
    return Layer(identifier, "As printed", SPANS, original.formula, "As printed.", original.mark, original.compute)
