"""Layers to test lists with, and what is read of a list in a word."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.labels.sections import sections
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.layers.registry import Chapter
from pawnviz.core.user_layers.collection import USER_LAYERS, USER_STYLE, UserLayer, UserLayers
from pawnviz.model.layers.layer_list import TEMPORARY
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import TITLE_COLUMN, LayerTreeModel

TWO_PAWNS = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"
CHECKED = Qt.CheckState.Checked
UNCHECKED = Qt.CheckState.Unchecked


ORDER = tuple(identifier for section in sections() for identifier in section.identifiers)
"""The registered layers in the order of a new list."""


class Counter:
    """How often a signal was sent."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def shown_names(layers: ShownLayers) -> list[str]:
    return [entry.layer.identifier for entry in layers.shown()]


def names_at(layers: ShownLayers, square: str) -> list[str]:
    """Return the shown layers that hold a square for a side that they are shown for."""
    return [
        entry.layer.identifier
        for entry in layers.shown()
        for white, on in ((True, entry.white), (False, entry.black))
        if on and layers.mask(entry.layer.identifier, white) >> parse_square(square) & 1
    ]


def chapter_names(layers: ShownLayers, identifier: str) -> list[str]:
    """Return the layers of the chapter that holds a layer."""
    return list(layers.all.chapter_of(identifier).identifiers)


def own_names(layers: ShownLayers) -> list[str]:
    """Return the layers of the last chapter, which is the user's own, or of the one before the temporary ones."""
    chapters = {chapter.title: chapter.identifiers for chapter in layers.all.chapters()}
    titles = list(chapters)
    if USER_LAYERS.title not in titles:
        return []
    assert titles[titles.index(USER_LAYERS.title) + 1 :] in ([], [TEMPORARY])
    return list(chapters[USER_LAYERS.title])


def rows_of(tree: LayerTreeModel) -> list[tuple[str, tuple[str, ...]]]:
    """Return the titles of a tree's chapters, each with the identifiers of its rows."""
    chapters = [tree.index(row, TITLE_COLUMN) for row in range(tree.rowCount())]
    rows = [[tree.index(row, TITLE_COLUMN, chapter) for row in range(tree.rowCount(chapter))] for chapter in chapters]
    return [
        (chapter.data(), tuple(map(tree.identifier_at, layers))) for chapter, layers in zip(chapters, rows, strict=True)
    ]


def chapter_index(tree: LayerTreeModel, identifier: str) -> QModelIndex:
    """Return the index of the chapter that holds a layer."""
    return tree.index_of(identifier).parent()


def temporary(identifier: str, mask: int = 1) -> Layer:
    return Layer(
        identifier, identifier.title(), Chapter(TEMPORARY, ""), "own", "A test.", hatch("tint"), lambda side: mask
    )


def own(identifier: str, formula: str = "own", title: str = "", style: Style = USER_STYLE) -> UserLayer:
    return UserLayer(identifier, title or identifier.capitalize(), formula, "A test.", style)


def own_layers(**formulas: str) -> UserLayers:
    return UserLayers(own(identifier, formula) for identifier, formula in formulas.items())
