"""The rows of the list of layers: what is above what, what moves when, and what is read aloud."""

from __future__ import annotations

import json
import random

from PySide6.QtCore import Qt

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.labels.order import BUILDING_BLOCKS, EVERYDAY
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.list_model import FOUND, HERE, NOT_HERE, ON_BOARD, Heading, IdentifierRole, LayerListModel
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preferences
from tests.model.layers.lists import TWO_PAWNS, own, own_layers, temporary


def groups(rows: LayerListModel) -> dict[str, list[str]]:
    """Return the layers with a row below each heading."""
    found: dict[str, list[str]] = {}
    for number in range(rows.rowCount()):
        row = rows.at(rows.index(number))
        if isinstance(row, Heading):
            found[row.title] = []
        else:
            found[list(found)[-1]].append(rows.identifier_at(rows.index(number)))
    return found


def test_shown_layers_come_first_then_those_with_a_square_and_the_others_are_folded(
    rows: LayerListModel, layers: ShownLayers
) -> None:
    layers.apply_preset(["passed_pawns", "levers"])
    listed = groups(rows)
    assert list(listed) == [ON_BOARD, HERE, NOT_HERE]
    assert listed[ON_BOARD] == ["passed_pawns", "levers"]
    assert listed[NOT_HERE] == []
    for name in LAYERS:
        if name not in listed[ON_BOARD] and name not in BUILDING_BLOCKS.identifiers:
            assert (name in listed[HERE]) == any(rows.counts(name)), name
    heading = rows.at(rows.index_of(NOT_HERE))
    assert isinstance(heading, Heading) and heading.folded
    assert heading.layer_count + len(listed[HERE]) + 2 == len(LAYERS) - len(BUILDING_BLOCKS.identifiers)
    assert rows.index_of(NOT_HERE).data(Qt.ItemDataRole.AccessibleTextRole) == f"Not here ({heading.layer_count})"


def test_everyday_layers_come_first_in_a_group_then_those_of_the_user(
    rows: LayerListModel, layers: ShownLayers
) -> None:
    layers.user_layers.set_kept(own_layers(mine="own"))
    names = groups(rows)[HERE]
    everyday = [name for name in names if name in EVERYDAY.identifiers]
    assert everyday
    assert names[: len(everyday) + 1] == [*everyday, "mine"]


def test_a_heading_unfolds_the_layers_without_a_square_and_stays_so(
    rows: LayerListModel, layers: ShownLayers, document: Document
) -> None:
    rows.fold(NOT_HERE)
    assert "passed_pawns" in groups(rows)[NOT_HERE]
    document.set_fen("8/8/8/8/8/8/PP6/8 w - - 0 1")
    layers.toggle("stops")
    assert groups(rows)[NOT_HERE]
    rows.fold(NOT_HERE)
    rows.fold(HERE)
    assert (groups(rows)[NOT_HERE], groups(rows)[HERE]) == ([], [])


def test_building_blocks_are_for_programmers_unless_they_are_shown_or_searched(
    rows: LayerListModel, layers: ShownLayers
) -> None:
    preferences = Preferences()
    layers.use(preferences)
    rows.fold(NOT_HERE)
    assert not set(rows.names) & set(BUILDING_BLOCKS.identifiers)
    layers.toggle("lee_squares")
    assert groups(rows)[ON_BOARD][-1] == "lee_squares"
    layers.toggle("lee_squares")
    rows.search("luff")
    assert rows.names[0] == "luff_squares"
    rows.search("")
    preferences.for_programmers.value = True
    assert set(rows.names) == set(LAYERS)


def test_a_search_finds_any_layer_by_the_first_letters_of_its_words(rows: LayerListModel) -> None:
    rows.search(" iso   paw ")
    assert list(groups(rows)) == [FOUND]
    assert rows.names[0] == "isolated_pawns"
    rows.search("no such layer")
    assert rows.rowCount() == 0
    rows.search("")
    assert ON_BOARD in groups(rows)


def test_counts_are_those_of_the_position(rows: LayerListModel, document: Document) -> None:
    assert rows.counts("front_spans") == (4, 4)
    document.place(parse_square("a7"), "P")
    assert rows.counts("front_spans") == (5, 4)
    row = rows.row("open_files")
    assert row.counts == (5, 5), "files, not squares"


def test_a_changed_count_is_announced_for_its_row_alone(rows: LayerListModel, document: Document) -> None:
    document.set_fen("8/8/8/8/4P3/8/8/8 w - - 0 1")
    announced: list[str] = []
    resets: list[bool] = []
    rows.dataChanged.connect(lambda first, last, roles: announced.append(rows.identifier_at(first)))
    rows.modelReset.connect(lambda: resets.append(True))
    document.set_fen("8/8/8/4P3/8/8/8/8 w - - 0 1")
    assert "front_spans" in announced
    assert "passed_pawns" not in announced
    assert not resets


def test_rows_that_nobody_sees_are_not_refreshed(rows: LayerListModel, layers: ShownLayers) -> None:
    rows.set_active(False)
    before = rows.names
    layers.apply_preset(["stops", "levers"])
    assert rows.names == before
    rows.set_active(True)
    assert groups(rows)[ON_BOARD] == ["levers", "stops"]


# Rows that stay


def test_rows_stay_where_they_are_while_they_are_held(rows: LayerListModel, layers: ShownLayers) -> None:
    before = groups(rows)
    rows.hold(True)
    layers.toggle("stops")
    layers.toggle("front_spans")
    assert groups(rows) == before
    assert rows.row("stops").is_on
    rows.hold(False)
    assert groups(rows)[ON_BOARD] == ["stops"]


def test_a_layer_below_a_folded_heading_gets_a_row_when_it_is_switched_on_though_rows_are_held(
    rows: LayerListModel, layers: ShownLayers
) -> None:
    (name, *_) = [name for name in layers.all if name not in rows.names and name not in layers.now.off]
    rows.hold(True)
    layers.show_alone(name)
    assert groups(rows)[ON_BOARD] == [name] and rows.row(name).is_on


def test_another_position_sorts_held_rows(rows: LayerListModel, layers: ShownLayers, document: Document) -> None:
    rows.hold(True)
    layers.toggle("stops")
    document.place(parse_square("a2"), "P")
    assert groups(rows)[ON_BOARD] == ["front_spans", "stops"]


def test_a_layer_that_goes_or_moves_is_no_held_row(rows: LayerListModel, layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    layers.apply_preset(["one", "stops"])
    rows.hold(True)
    layers.move("one", 1)
    assert groups(rows)[ON_BOARD] == ["stops", "one"]
    layers.delete("one")
    assert groups(rows)[ON_BOARD] == ["stops"]


def test_a_change_in_place_moves_no_row_until_the_next_one(rows: LayerListModel, layers: ShownLayers) -> None:
    before = groups(rows)
    rows.in_place(lambda: layers.toggle("stops"))
    assert groups(rows) == before
    layers.toggle("levers")
    assert groups(rows)[ON_BOARD] == ["levers", "front_spans", "stops"]


# One row


def test_a_row_is_read_aloud_with_sides_and_counts(rows: LayerListModel, layers: ShownLayers) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    spoken = rows.index_of("front_spans").data(role)
    assert spoken == "Front spans, shown for White and Black: White 4 squares, Black 4 squares"
    layers.set_shown("front_spans", False, True)
    assert rows.index_of("front_spans").data(role).startswith("Front spans, shown for Black: ")
    assert rows.index_of("stops").data(role) == "Stops, not shown: White 1 square, Black 1 square"
    layers.user_layers.set_kept(UserLayers([own("one", "own &", "One")]))
    assert rows.index_of("one").data(role) == "One: its formula cannot be read"


def test_a_layer_that_cannot_be_read_is_in_sight(rows: LayerListModel, layers: ShownLayers) -> None:
    layers.user_layers.set_kept(UserLayers([UserLayer("one", "One", "own &")]))
    assert "one" in groups(rows)[HERE]
    assert rows.row("one").wrong
    tip = rows.index_of("one").data(Qt.ItemDataRole.ToolTipRole)
    assert "<p><code>own &amp;</code></p><p>Not read, column 6: expected a set of squares" in tip


def test_the_check_of_a_row_switches_both_sides(rows: LayerListModel, layers: ShownLayers) -> None:
    role = Qt.ItemDataRole.CheckStateRole
    index = rows.index_of("front_spans")
    assert index.data(role) == Qt.CheckState.Checked
    assert rows.setData(index, Qt.CheckState.Unchecked.value, role)
    assert not layers.now.sides
    assert rows.setData(rows.index_of("stops"), Qt.CheckState.Checked, role)
    assert layers.now.sides == {"stops": (True, True)}
    assert not rows.setData(rows.index_of("stops"), "5", Qt.ItemDataRole.EditRole)
    assert not rows.setData(rows.index_of(HERE), Qt.CheckState.Checked, role)


def test_an_index_out_of_reach_holds_nothing(rows: LayerListModel) -> None:
    for row in (10_000, -1):
        index = rows.createIndex(row, 0)
        assert rows.at(index) is None
        assert rows.data(index) is None
        assert rows.identifier_at(index) == ""
        assert not rows.setData(index, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)


def test_rows_fit_layers_and_position_after_any_changes(
    rows: LayerListModel, layers: ShownLayers, document: Document
) -> None:
    """The model's tester fails at the first inconsistency."""
    choose = random.Random(11)
    names = [f"layer_{number}" for number in range(6)]
    for step in range(80):
        kept, name = list(layers.user_layers.kept.layers), choose.choice(names)
        any_layer = choose.choice(list(layers.all))
        match choose.randrange(14):
            case 0:
                layers.set_temporary([temporary(f"one_{step}_{number}") for number in range(choose.randrange(3))])
            case 1 | 2 if name not in kept:
                layers.user_layers.keep(own(name, choose.choice(["own", "own &", f"{choose.choice(names)}(own)"])))
            case 3 if kept:
                layers.delete(choose.choice(kept))
            case 4 if kept and name not in kept:
                layers.user_layers.keep(own(name), choose.choice(kept))
            case 5:
                layers.user_layers.set_draft(own(name, choose.choice(["own", "&"])), choose.choice(["", *kept]))
            case 6:
                layers.user_layers.end_draft()
            case 7:
                layers.show_alone(any_layer)
            case 8:
                rows.hold(not rows.held)
            case 9:
                document.place(choose.randrange(64), choose.choice("Pp"))
            case 10:
                rows.search(choose.choice(["pawns", "own", "islands", ""]))
            case 11:
                rows.fold(choose.choice([ON_BOARD, HERE, NOT_HERE]))
            case 12:
                layers.set_preview(choose.choice([any_layer, ""]))
            case _:
                layers.user_layers.set_kept(UserLayers(own(name) for name in choose.sample(names, choose.randrange(4))))
        any_layer = choose.choice(list(layers.all))
        layers.set_shown(any_layer, choose.random() < 0.5, choose.random() < 0.5)
        layers.move(any_layer, choose.randrange(-3, 4))
        layers.set_current(choose.choice(list(layers.all)))
        white, black = document.position.sides()
        for index in map(rows.index, range(rows.rowCount())):
            identifier = index.data(IdentifierRole)
            if identifier:
                layer = layers.all[identifier]
                assert rows.at(index) == rows.row(identifier)
                assert rows.counts(identifier) == (layer.count(layer(white)), layer.count(layer(black)))
        assert len(rows.names) == len(set(rows.names))
        assert {entry.layer.identifier for entry in layers.shown()} <= set(layers.all)
        assert json.dumps(layers.state())
    document.set_fen(TWO_PAWNS)
