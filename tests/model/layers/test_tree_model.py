"""The layers as a tree for a view: rows, check boxes, counts, and what is dragged."""

from __future__ import annotations

import gc
import json
import random
from typing import Final

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.labels.sections import SERIES, Section, sections
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.registry import DOUBLED, SPANS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.layer_list import TEMPORARY
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import (
    BLACK_COLUMN,
    MIME_TYPE,
    TITLE_COLUMN,
    WHITE_COLUMN,
    IdentifierRole,
    LayerTreeModel,
)
from tests.model.layers.lists import (
    CHECKED,
    ORDER,
    UNCHECKED,
    Counter,
    chapter_index,
    chapter_names,
    own,
    own_layers,
    own_names,
    rows_of,
    shown_names,
    temporary,
)

SECTIONS: Final = {section.title: section.identifiers for section in sections()}
LATER: Final = {identifier for series in SERIES for identifier in series.identifiers[1:]}
"""The layers that have no row until their number is chosen."""
FIRST: Final = [identifier for identifier in ORDER if identifier not in LATER]
"""The layers that have a row at first."""


def test_the_tree_holds_every_layer_of_the_registry_under_its_chapter(
    layers: ShownLayers, tree: LayerTreeModel
) -> None:
    seen = []
    for row in range(tree.rowCount()):
        chapter = tree.index(row, TITLE_COLUMN)
        for place in range(tree.rowCount(chapter)):
            index = tree.index(place, TITLE_COLUMN, chapter)
            identifier = index.data(IdentifierRole)
            assert identifier in SECTIONS[chapter.data()]
            assert index.data() == LAYERS[identifier].title
            assert tree.index_of(identifier) == index
            seen.append(identifier)
    assert seen == [identifier for identifier in ORDER if identifier not in LATER]
    assert list(layers.all) == list(ORDER)


def test_a_chapter_has_no_identifier_no_check_box_and_no_counts(layers: ShownLayers, tree: LayerTreeModel) -> None:
    chapter = tree.index(0, TITLE_COLUMN)
    assert chapter.data(IdentifierRole) == ""
    for column in (WHITE_COLUMN, BLACK_COLUMN):
        cell = tree.index(0, column)
        assert cell.data() is None
        assert cell.data(Qt.ItemDataRole.CheckStateRole) is None
        assert not cell.flags() & Qt.ItemFlag.ItemIsUserCheckable


def test_an_index_out_of_reach_is_nobodys_child_and_holds_nothing(layers: ShownLayers, tree: LayerTreeModel) -> None:
    for row, column, number in ((0, 0, 99), (10_000, 0, 1), (-1, 0, 1), (0, 0, 2**62), (0, 7, 0)):
        garbage = tree.createIndex(row, column, number)
        tree.parent(garbage)
        tree.flags(garbage)
        tree.rowCount(garbage)
        assert tree.identifier_at(garbage) == ""
        assert tree.data(garbage, Qt.ItemDataRole.DisplayRole) is None
        assert not tree.setData(garbage, CHECKED, Qt.ItemDataRole.CheckStateRole)
    assert not tree.parent(tree.createIndex(0, 0, 99)).isValid()


def test_counts_follow_the_position(layers: ShownLayers, tree: LayerTreeModel, document: Document) -> None:
    white, black = tree.index_of("front_spans", WHITE_COLUMN), tree.index_of("front_spans", BLACK_COLUMN)
    assert (white.data(), black.data()) == ("4", "4")
    document.place(parse_square("a7"), "P")
    assert (white.data(), black.data()) == ("5", "4")


def test_a_new_position_announces_the_counts_that_a_view_knows_and_that_are_others_now(
    layers: ShownLayers, tree: LayerTreeModel, document: Document
) -> None:
    announced: list[str] = []

    def note(first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        assert Qt.ItemDataRole.DisplayRole in roles
        assert (first.column(), last.column()) == (WHITE_COLUMN, BLACK_COLUMN)
        assert first.row() == last.row()
        announced.append(tree.identifier_at(first))

    def read() -> dict[str, tuple[str, str]]:
        return {
            name: (tree.index_of(name, WHITE_COLUMN).data(), tree.index_of(name, BLACK_COLUMN).data())
            for name in layers.all
        }

    tree.dataChanged.connect(note)
    before = read()
    document.place(parse_square("a2"), "P")
    after = read()
    assert sorted(announced) == sorted(name for name in after if after[name] != before[name])
    assert len(after) > len(announced) > 10
    announced.clear()
    document.clear()
    assert sorted(announced) == sorted(name for name, counts in read().items() if counts != after[name])


def test_a_layers_tool_tip_holds_its_definition_and_formula(layers: ShownLayers, tree: LayerTreeModel) -> None:
    tip = tree.index_of("interspans").data(Qt.ItemDataRole.ToolTipRole)
    assert LAYERS["interspans"].definition in tip
    assert "front_spans(own) &amp; front_spans(enemy)" in tip


def test_the_tool_tip_of_a_wrong_formula_says_what_is_wrong(layers: ShownLayers, tree: LayerTreeModel) -> None:
    layers.user_layers.set_kept(UserLayers([UserLayer("one", "One", "own &")]))
    tip = tree.index_of("one").data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("<p><code>own &amp;</code></p><p>Not read, column 6: expected a set of squares")


def test_a_screen_reader_hears_the_layer_the_side_and_the_count(layers: ShownLayers, tree: LayerTreeModel) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    assert tree.index_of("front_spans", BLACK_COLUMN).data(role) == "Front spans, Black, 4 squares"
    assert tree.index_of("stops", WHITE_COLUMN).data(role) == "Stops, White, 1 square"


def test_a_view_shows_the_check_and_the_count_of_a_side(layers: ShownLayers, tree: LayerTreeModel) -> None:
    option = QStyleOptionViewItem()
    QStyledItemDelegate().initStyleOption(option, tree.index_of("front_spans", WHITE_COLUMN))
    assert option.text == "4"
    assert option.checkState == CHECKED
    layers.set_shown("front_spans", False, True)
    QStyledItemDelegate().initStyleOption(option, tree.index_of("front_spans", WHITE_COLUMN))
    assert option.checkState == UNCHECKED


def test_the_list_can_be_filtered_by_a_proxy(layers: ShownLayers, tree: LayerTreeModel) -> None:
    proxy = QSortFilterProxyModel()
    proxy.setRecursiveFilteringEnabled(True)
    proxy.setSourceModel(tree)
    proxy.setFilterFixedString("Luff")
    assert proxy.rowCount() == 1
    assert proxy.index(0, 0, proxy.index(0, 0)).data(IdentifierRole) == "luff_squares"


# Check boxes


def test_a_click_on_a_check_box_switches_one_side(layers: ShownLayers, tree: LayerTreeModel) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    cell = tree.index_of("front_spans", BLACK_COLUMN)
    assert cell.data(Qt.ItemDataRole.CheckStateRole) == CHECKED
    assert tree.setData(cell, UNCHECKED.value, Qt.ItemDataRole.CheckStateRole)
    assert cell.data(Qt.ItemDataRole.CheckStateRole) == UNCHECKED
    assert layers.shown()[0].white
    assert not layers.shown()[0].black
    assert tree.setData(tree.index_of("stops", WHITE_COLUMN), CHECKED, Qt.ItemDataRole.CheckStateRole)
    assert shown_names(layers) == ["front_spans", "stops"]
    assert changes.count == 2


def test_the_title_cannot_be_checked_and_no_cell_edited(layers: ShownLayers, tree: LayerTreeModel) -> None:
    assert not tree.setData(tree.index_of("stops"), CHECKED, Qt.ItemDataRole.CheckStateRole)
    assert not tree.setData(tree.index_of("stops", WHITE_COLUMN), "5", Qt.ItemDataRole.EditRole)
    assert shown_names(layers) == ["front_spans"]


# Rows that move, come and go


def test_an_index_that_a_view_keeps_follows_its_layer(layers: ShownLayers, tree: LayerTreeModel) -> None:
    kept = QPersistentModelIndex(tree.index_of("rear_spans", WHITE_COLUMN))
    layers.move("front_spans", 4)
    layers.move("rear_spans", 3)
    assert tree.identifier_at(kept) == "rear_spans"
    assert kept.column() == WHITE_COLUMN


def test_restoring_shows_the_views_where_each_layer_went(layers: ShownLayers, tree: LayerTreeModel) -> None:
    order = list(LAYERS)
    random.Random(3).shuffle(order)
    kept = [QPersistentModelIndex(tree.index_of(identifier)) for identifier in FIRST]
    assert layers.restore({"order": order}) == []
    assert [tree.identifier_at(index) for index in kept] == FIRST
    spans = [identifier for identifier in order if identifier in SECTIONS[SPANS.title]]
    assert chapter_names(layers, "stops") == spans


def test_the_chapter_stands_before_the_temporary_layers_whose_rows_stay_what_they_are(
    layers: ShownLayers, tree: LayerTreeModel
) -> None:
    layers.set_temporary((temporary("printed", 0x10),))
    kept = QPersistentModelIndex(tree.index_of("printed"))
    layers.user_layers.set_kept(own_layers(one="own"))
    assert own_names(layers) == ["one"]
    assert tree.identifier_at(kept) == "printed"
    assert kept.parent().data() == TEMPORARY
    layers.user_layers.set_kept(UserLayers())
    assert tree.identifier_at(kept) == "printed"
    assert tree.index_of("printed") == kept


def drop(tree: LayerTreeModel, identifier: str, row: int, parent: QModelIndex) -> bool:
    data = tree.mimeData([tree.index_of(identifier, WHITE_COLUMN)])
    allowed = tree.canDropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent)
    done = tree.dropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent)
    assert allowed == done
    return done


def test_a_layer_dropped_between_two_others_stands_between_them(layers: ShownLayers, tree: LayerTreeModel) -> None:
    before = chapter_names(layers, "stops")
    spans = chapter_index(tree, "stops")
    assert drop(tree, before[0], 3, spans)
    assert chapter_names(layers, "stops") == [before[1], before[2], before[0], *before[3:]]
    assert drop(tree, before[0], 0, spans)
    assert chapter_names(layers, "stops") == before
    assert drop(tree, before[0], -1, spans)
    assert chapter_names(layers, "stops") == [*before[1:], before[0]]


def test_a_layer_dropped_on_another_takes_its_place(layers: ShownLayers, tree: LayerTreeModel) -> None:
    before = chapter_names(layers, "stops")
    assert drop(tree, before[3], -1, tree.index_of(before[1]))
    assert chapter_names(layers, "stops") == [before[0], before[3], before[1], before[2], *before[4:]]
    assert drop(tree, before[0], -1, tree.index_of(before[3]))
    assert chapter_names(layers, "stops")[:2] == [before[3], before[0]]


def test_a_layer_is_not_dropped_on_itself_as_a_move(layers: ShownLayers, tree: LayerTreeModel) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    before = chapter_names(layers, "stops")
    spans = chapter_index(tree, "stops")
    for row in (1, 2):
        assert drop(tree, before[1], row, spans)
    assert drop(tree, before[1], -1, tree.index_of(before[1]))
    assert chapter_names(layers, "stops") == before
    assert changes.count == 0


def test_a_layer_is_not_dropped_in_another_chapter_nor_anything_foreign(
    layers: ShownLayers, tree: LayerTreeModel
) -> None:
    before = tuple(layers.all)
    assert not drop(tree, "attacks", 0, chapter_index(tree, "stops"))
    assert not drop(tree, "attacks", -1, tree.index_of("stops"))
    assert not drop(tree, "attacks", 0, QModelIndex())
    for foreign in (QMimeData(), QMimeData()):
        foreign.setText("stops")
        assert not tree.dropMimeData(foreign, Qt.DropAction.MoveAction, 0, 0, chapter_index(tree, "stops"))
        foreign.setData(MIME_TYPE, b"\xff\x00")
    data = tree.mimeData([tree.index_of("stops")])
    assert not tree.dropMimeData(data, Qt.DropAction.CopyAction, 0, 0, chapter_index(tree, "stops"))
    assert tuple(layers.all) == before


def test_a_layer_is_dragged_and_dropped_in_a_filtered_list(layers: ShownLayers, tree: LayerTreeModel) -> None:
    proxy = QSortFilterProxyModel()
    proxy.setRecursiveFilteringEnabled(True)
    proxy.setSourceModel(tree)
    proxy.setFilterFixedString("twins")
    chapter = proxy.index(0, 0)
    front = proxy.index(1, 0, chapter)
    assert front.data(IdentifierRole) == "front_twins"
    data = proxy.mimeData([front])
    gc.collect()
    assert data.hasFormat(MIME_TYPE)
    assert proxy.dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, chapter)
    chapter = proxy.index(0, 0)
    assert [proxy.index(row, 0, chapter).data(IdentifierRole) for row in range(2)] == ["front_twins", "rear_twins"]


# Anything


@pytest.fixture
def few_layers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the only layers that there are: the tester looks at the whole tree after each change of a row."""
    few = {name: layer for name, layer in LAYERS.items() if layer.chapter in (SPANS, DOUBLED) or "width" in name}
    for module in ("layer_list", "shown_layers", "state"):
        monkeypatch.setattr(f"pawnviz.model.layers.{module}.LAYERS", few)
    listed = [Section(title, tuple(filter(few.__contains__, names))) for title, names in SECTIONS.items()]
    listed = [section for section in listed if section.identifiers]
    monkeypatch.setattr("pawnviz.model.layers.layer_list.sections", lambda: listed)
    return list(few)


def test_a_tree_of_random_changes_stays_a_tree(
    few_layers: list[str], layers: ShownLayers, tree: LayerTreeModel
) -> None:
    """The model's tester fails at the first inconsistency."""
    rng = random.Random(7)
    names = [f"layer_{number}" for number in range(6)]
    for step in range(400):
        kept = list(layers.user_layers.kept.layers)
        name = rng.choice(names)
        match rng.randrange(10):
            case 0:
                layers.set_temporary([temporary(f"one_{step}_{number}") for number in range(rng.randrange(3))])
            case 1 | 2 if name not in kept:
                layers.user_layers.keep(own(name, rng.choice(["own", "own &", f"{rng.choice(names)}(own)"])))
            case 3 if kept:
                layers.delete(rng.choice(kept))
            case 4 if kept and name not in kept:
                layers.user_layers.keep(own(name), rng.choice(kept))
            case 5:
                layers.user_layers.set_draft(own(name, rng.choice(["own", "&"])), rng.choice(["", *kept]))
            case 6:
                layers.user_layers.end_draft()
            case 7 if kept:
                layers.move(rng.choice(kept), rng.randrange(-3, 4))
            case 8:
                layers.move(rng.choice(few_layers), rng.randrange(-3, 4))
            case _:
                layers.user_layers.set_kept(UserLayers(own(name) for name in rng.sample(names, rng.randrange(4))))
        layers.set_shown(rng.choice(list(layers.all)), rng.random() < 0.5, rng.random() < 0.5)
        layers.set_current(rng.choice(list(layers.all)))
        assert set(own_names(layers)) == set(layers.user_layers.kept.layers) | ({layers.user_layers.draft} - {""})
        if step % 50 == 0:
            tree.search(rng.choice(["pawns", "own", "islands", ""]))
        if not tree.searching:
            assert rows_of(tree) == layers.chapters()
        assert set(shown_names(layers)) <= set(layers.all)
        assert json.dumps(layers.state())


def test_random_commands_keep_tree_and_state_in_step(
    few_layers: list[str], layers: ShownLayers, tree: LayerTreeModel, document: Document
) -> None:
    rng = random.Random(11)
    for step in range(200):
        name = rng.choice(few_layers)
        match rng.randrange(9):
            case 0:
                layers.toggle(name)
            case 1:
                layers.move(name, rng.randrange(-9, 9))
            case 2:
                layers.show_alone(name)
            case 3:
                layers.set_preview(rng.choice([name, ""]))
            case 4:
                layers.set_temporary([temporary(f"one_{step}_{number}") for number in range(rng.randrange(3))])
            case 5:
                layers.apply_preset(rng.sample(few_layers, 4))
            case 6:
                drop(tree, name, rng.randrange(-1, 12), chapter_index(tree, rng.choice(few_layers)))
            case 7:
                document.place(rng.randrange(64), rng.choice("Pp"))
            case _:
                layers.set_shown(name, rng.random() < 0.5, rng.random() < 0.5)
        for entry in layers.shown():
            identifier = entry.layer.identifier
            previewed = identifier == layers.preview
            assert entry.white == (layers.is_shown(identifier, True) or previewed)
            assert entry.black == (layers.is_shown(identifier, False) or previewed)
        for identifier in layers.all:
            boxes = [
                tree.index_of(identifier, column).data(Qt.ItemDataRole.CheckStateRole)
                for column in (WHITE_COLUMN, BLACK_COLUMN)
            ]
            assert tuple(box is CHECKED for box in boxes) == layers.sides_of(identifier)
    assert sorted(set(layers.all) & set(few_layers)) == sorted(few_layers)
