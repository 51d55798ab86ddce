"""What hands do with the Layers panel, and what is seen in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QToolTip,
    QWidget,
)

from pawnviz.core.labels.sections import SERIES, sections
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.registry import SPANS
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import TITLE_COLUMN
from pawnviz.override import override
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.tree import LayerTree
from pawnviz.view.widgets.theme import LIGHT, Theme, palette

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
NARROW = 300
"""The width of the dock in a window of 1024 by 700."""


def show(panel: LayerPanel, theme: Theme = LIGHT) -> None:
    """Show a panel as wide as its dock, with all layers in sight."""
    panel.setPalette(palette(theme))
    panel.resize(NARROW, 3800)
    panel.tree.expandAll()
    panel.show()
    QTest.qWaitForWindowExposed(panel)


def cell(tree: LayerTree, identifier: str, column: int = TITLE_COLUMN) -> QPoint:
    """Return the middle of a layer's cell; of a side's cell the middle of the check box."""
    rect = tree.visualRect(tree.index_of(identifier, column))
    assert rect.isValid(), f"{identifier} is not to be seen"
    return rect.center() if column == TITLE_COLUMN else QPoint(rect.left() + 11, rect.center().y())


def click(
    tree: LayerTree, identifier: str, column: int = TITLE_COLUMN, modifiers: Qt.KeyboardModifier = NO_MODIFIER
) -> None:
    QTest.mouseClick(tree.viewport(), LEFT, modifiers, cell(tree, identifier, column))


def point(tree: LayerTree, identifier: str, column: int = TITLE_COLUMN) -> None:
    # A pointer that is there already does not move.
    QTest.mouseMove(tree.viewport(), cell(tree, identifier, column) + QPoint(1, 0))
    QTest.mouseMove(tree.viewport(), cell(tree, identifier, column))


def shown(layers: ShownLayers) -> dict[str, tuple[bool, bool]]:
    """Return the layers that are switched on, with their sides, in the order of the list."""
    return {name: layers.sides_of(name) for name in layers.all if any(layers.sides_of(name))}


def previewed(layers: ShownLayers) -> dict[str, tuple[bool, bool]]:
    """Return what the board shows."""
    return {entry.layer.identifier: (entry.white, entry.black) for entry in layers.shown()}


def listed(tree: LayerTree) -> list[str]:
    """Return the layers in the rows that can be seen, from top to bottom."""
    names = []
    index = tree.indexAt(QPoint(5, 1))
    while index.isValid():
        identifier = tree.rows.identifier_at(index)
        if identifier:
            names.append(identifier)
        index = tree.indexBelow(index)
    return names


def every_row() -> list[str]:
    """Return the layers that a new list has rows for, from top to bottom: one of those that differ in a number only."""
    names = [identifier for section in sections() for identifier in section.identifiers]
    later = {name for series in SERIES for name in series.identifiers[1:]}
    return [name for name in names if name not in later]


def in_chapter_of(tree: LayerTree, identifier: str) -> list[str]:
    """Return the layers in the rows of the chapter that holds a layer."""
    rows, chapter = tree.rows, tree.index_of(identifier).parent()
    return [rows.identifier_at(rows.index(row, TITLE_COLUMN, chapter)) for row in range(rows.rowCount(chapter))]


def image_of(tree: LayerTree, identifier: str, column: int) -> QImage:
    """Return the picture of a cell."""
    return tree.viewport().grab(tree.visualRect(tree.index_of(identifier, column))).toImage()


def color_in_box(tree: LayerTree, identifier: str, column: int) -> str:
    """Return the color inside a check box, beside its tick."""
    image = tree.viewport().grab().toImage()
    return image.pixelColor(cell(tree, identifier, column) + QPoint(-3, -4)).name()


class Painted(QObject):
    """Notes the region of a widget that is painted from now on."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False


def tool_tip(widget: QWidget, place: QPoint) -> str:
    """Return the tool tip at a point of a widget."""
    QToolTip.hideText()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
    return QToolTip.text()


def choose(panel: LayerPanel, identifier: str, column: int = TITLE_COLUMN) -> None:
    """Go to a layer's cell and give the keys to the list."""
    panel.tree.setFocus()
    panel.tree.setCurrentIndex(panel.tree.index_of(identifier, column))


def dragged(panel: LayerPanel, identifier: str) -> QMimeData:
    return panel.tree.rows.mimeData([panel.tree.index_of(identifier)])


def temporary(identifier: str) -> Layer:
    original = LAYERS["telestops"]
    return Layer(identifier, "As printed", SPANS, original.formula, "As printed.", original.mark, original.compute)
