"""The layers that a search finds, while layers come, go, move and change their texts."""

from __future__ import annotations

import random

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from pawnviz.core.layers import Layer
from pawnviz.core.layers.search import ranked
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.layers.layer_list import LayerChapter
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import FOUND, TITLE_COLUMN
from pawnviz.view.layers.panel import LayerPanel
from tests.view.layers.hands import temporary

TITLES = ("As printed", "Span", "Zzz", "Mine")
SEARCHED = ("", "span", "zzz", "mine", "as printed", "no layer at all")
NAMES = tuple("abcdef")


def found(panel: LayerPanel) -> list[LayerChapter]:
    """Return the chapters and layers that the list has."""
    rows = panel.tree.rows
    chapters = [rows.index(row, TITLE_COLUMN) for row in range(rows.rowCount())]
    return [
        LayerChapter(
            str(chapter.data()),
            tuple(rows.identifier_at(rows.index(row, TITLE_COLUMN, chapter)) for row in range(rows.rowCount(chapter))),
        )
        for chapter in chapters
    ]


def wanted(layers: ShownLayers, searched: str) -> list[LayerChapter]:
    """Return the chapters and layers that a search has to find."""
    if not searched:
        return layers.all.chapters()
    listed = [name for chapter in layers.all.chapters() for name in chapter.identifiers]
    names = tuple(layer.identifier for layer in ranked(map(layers.all.__getitem__, listed), searched))
    return [LayerChapter(FOUND, names)] if names else []


def titled(identifier: str, title: str) -> Layer:
    """Return a temporary layer with a title, which is its definition too."""
    return temporary(identifier)._replace(title=title, definition=f"{title}.")


def change(panel: LayerPanel, layers: ShownLayers, chance: random.Random) -> str:
    """Do one thing to the list of layers, as another window or the user does, and return what it was."""
    own = list(layers.user_layers.kept.layers)
    name, title = chance.choice(NAMES), chance.choice(TITLES)
    what = chance.randrange(10)
    if what == 0:
        panel.search_field.setText(chance.choice(SEARCHED))
    elif what in (1, 2):
        names = chance.sample(NAMES, chance.randrange(4))
        layers.set_temporary([titled(f"{name}_", chance.choice(TITLES)) for name in names])
    elif what == 3 and f"mine_{name}" not in own:
        layers.user_layers.keep(UserLayer(f"mine_{name}", title, "own"), chance.choice([*own, ""]))
    elif what == 4 and own:
        layers.delete(chance.choice(own))
    elif what == 5:
        layers.move(chance.choice([*own, "stops", "levers"]), chance.randint(-3, 3))
    elif what == 6:
        layers.user_layers.set_draft(UserLayer("x", title, "own"), chance.choice([*own, ""]))
    elif what == 7:
        layers.user_layers.end_draft()
    elif what == 8:
        entries = [UserLayer(f"mine_{name}", chance.choice(TITLES), "own") for name in chance.sample(NAMES, 2)]
        layers.user_layers.set_kept(UserLayers(tuple(entries)) if chance.random() < 0.7 else UserLayers())
    else:
        layers.set_current(chance.choice([*layers.user_layers.layers, "stops"]))
    return f"{what} with {name}, {title}"


@pytest.mark.parametrize("seed", range(2))
def test_a_search_finds_the_right_layers_whatever_is_done_to_the_list(
    panel: LayerPanel, layers: ShownLayers, seed: int
) -> None:
    chance = random.Random(seed)
    done: list[str] = []
    for _ in range(100):
        done.append(change(panel, layers, chance))
        QApplication.processEvents()
        assert found(panel) == wanted(layers, panel.search_field.text()), done[-5:]


def test_qt_finds_the_rows_consistent_while_a_search_hides_chapters_that_change(
    panel: LayerPanel, layers: ShownLayers
) -> None:
    QAbstractItemModelTester(panel.tree.rows, QAbstractItemModelTester.FailureReportingMode.Fatal, panel)
    panel.search_field.setText("mine")
    for titles in (["Zzz"], ["Zzz", "Mine"], ["Mine"], ["Zzz", "Span", "Mine"], ["Zzz"], []):
        layers.set_temporary([titled(f"{title.lower()}_", title) for title in titles])
        assert found(panel) == wanted(layers, "mine")


def test_a_layer_whose_definition_changes_is_found_by_it(panel: LayerPanel, layers: ShownLayers) -> None:
    layers.user_layers.keep(UserLayer("first", "First", "own", "Old words"))
    panel.search_field.setText("new words")
    assert found(panel) == []
    layers.user_layers.keep(UserLayer("first", "First", "own", "New words"), "first")
    assert [chapter.identifiers for chapter in found(panel)] == [("first",)]


def test_two_layers_that_go_at_once_leave_the_one_before_them_current(panel: LayerPanel, layers: ShownLayers) -> None:
    for name in NAMES[:3]:
        layers.user_layers.keep(UserLayer(f"mine_{name}", name, "own"))
    layers.set_current("mine_c")
    layers.user_layers.set_kept(UserLayers(layers.user_layers.kept.entries[:1]))
    assert layers.current == panel.tree.current_identifier == "mine_a"
