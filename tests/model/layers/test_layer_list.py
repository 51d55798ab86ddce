"""The list of layers as a tree, what is shown, and what comes back at the next start."""

from __future__ import annotations

import gc
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, hatch
from pawnviz.core.layers.registry import SPANS, Chapter
from pawnviz.core.user_layers.collection import MOST_LAYERS, MY_LAYERS, OWN_STYLE, UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.layer_list import (
    BLACK,
    DRAFT,
    EXHIBITS,
    MIME_TYPE,
    TITLE,
    WHITE,
    IdentifierRole,
    LayerListModel,
)

TWO_PAWNS = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"
CHECKED = Qt.CheckState.Checked
UNCHECKED = Qt.CheckState.Unchecked


class Counter:
    """How often a signal was sent."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
def document(qapp: object) -> Document:
    document = Document()
    document.set_fen(TWO_PAWNS)
    return document


@pytest.fixture
def layers(document: Document) -> LayerListModel:
    model = LayerListModel(document)
    # The tester lives as long as the model and fails the test at the first inconsistency.
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def shown_names(layers: LayerListModel) -> list[str]:
    return [entry.layer.identifier for entry in layers.shown()]


def chapter_index(layers: LayerListModel, identifier: str) -> QModelIndex:
    return layers.index_of(identifier).parent()


def chapter_names(layers: LayerListModel, identifier: str) -> list[str]:
    chapter = chapter_index(layers, identifier)
    return [layers.identifier_at(layers.index(row, TITLE, chapter)) for row in range(layers.rowCount(chapter))]


def exhibit(identifier: str, mask: int = 1) -> Layer:
    return Layer(
        identifier, identifier.title(), Chapter(EXHIBITS, ""), "own", "A test.", hatch("tint"), lambda side: mask
    )


# The tree


def test_the_tree_holds_every_layer_of_the_registry_under_its_chapter(layers: LayerListModel) -> None:
    seen = []
    for row in range(layers.rowCount()):
        chapter = layers.index(row, TITLE)
        for place in range(layers.rowCount(chapter)):
            index = layers.index(place, TITLE, chapter)
            identifier = index.data(IdentifierRole)
            assert LAYERS[identifier].chapter.title == chapter.data()
            assert index.data() == LAYERS[identifier].title
            assert layers.index_of(identifier) == index
            seen.append(identifier)
    assert seen == list(layers.identifiers()) == list(LAYERS)


def test_a_chapter_has_no_identifier_no_check_box_and_no_counts(layers: LayerListModel) -> None:
    chapter = layers.index(0, TITLE)
    assert chapter.data(IdentifierRole) == ""
    for column in (WHITE, BLACK):
        cell = layers.index(0, column)
        assert cell.data() is None
        assert cell.data(Qt.ItemDataRole.CheckStateRole) is None
        assert not cell.flags() & Qt.ItemFlag.ItemIsUserCheckable


def test_an_index_out_of_reach_is_nobodys_child_and_holds_nothing(layers: LayerListModel) -> None:
    for row, column, number in ((0, 0, 99), (10_000, 0, 1), (-1, 0, 1), (0, 0, 2**62), (0, 7, 0)):
        garbage = layers.createIndex(row, column, number)
        layers.parent(garbage)
        layers.flags(garbage)
        layers.rowCount(garbage)
        assert layers.identifier_at(garbage) == ""
        assert layers.data(garbage, Qt.ItemDataRole.DisplayRole) is None
        assert not layers.setData(garbage, CHECKED, Qt.ItemDataRole.CheckStateRole)
    assert not layers.parent(layers.createIndex(0, 0, 99)).isValid()


def test_counts_follow_the_position(layers: LayerListModel, document: Document) -> None:
    white, black = layers.index_of("front_spans", WHITE), layers.index_of("front_spans", BLACK)
    assert (white.data(), black.data()) == ("4", "4")
    document.place(parse_square("a7"), "P")
    assert (white.data(), black.data()) == ("5", "4")


def test_a_new_position_announces_the_counts_of_every_layer(layers: LayerListModel, document: Document) -> None:
    announced: set[str] = set()

    def note(first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        assert Qt.ItemDataRole.DisplayRole in roles
        assert (first.column(), last.column()) == (WHITE, BLACK)
        for row in range(first.row(), last.row() + 1):
            announced.add(layers.identifier_at(layers.index(row, TITLE, first.parent())))

    layers.dataChanged.connect(note)
    document.clear()
    assert announced == set(LAYERS)


def test_masks_are_those_of_the_core_for_the_position(layers: LayerListModel, document: Document) -> None:
    for fen in (TWO_PAWNS, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "8/8/8/8/8/8/8/8"):
        document.set_fen(fen)
        white, black = Position.from_fen(fen).sides()
        for identifier, layer in LAYERS.items():
            assert layers.mask(identifier, True) == layer(white)
            assert layers.mask(identifier, False) == layer(black)


def test_a_slot_that_runs_before_the_models_own_reads_the_new_masks(qapp: object) -> None:
    document = Document()
    seen: list[int] = []
    model: list[LayerListModel] = []
    document.position_changed.connect(lambda: seen.append(model[0].mask("pawns", True)))
    model.append(LayerListModel(document))
    assert model[0].mask("pawns", True) == 0xFF00
    document.clear()
    assert seen == [0]


def test_a_layers_tool_tip_holds_its_definition_and_formula(layers: LayerListModel) -> None:
    tip = layers.index_of("interspans").data(Qt.ItemDataRole.ToolTipRole)
    assert LAYERS["interspans"].definition in tip
    assert "front_spans(own) &amp; front_spans(enemy)" in tip


def test_a_screen_reader_hears_the_layer_the_side_and_the_count(layers: LayerListModel) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    assert layers.index_of("front_spans", BLACK).data(role) == "Front spans, Black, 4 squares"
    assert layers.index_of("stops", WHITE).data(role) == "Stops, White, 1 square"


def test_the_list_can_be_filtered_by_a_proxy(layers: LayerListModel) -> None:
    proxy = QSortFilterProxyModel()
    proxy.setRecursiveFilteringEnabled(True)
    proxy.setSourceModel(layers)
    proxy.setFilterFixedString("Luff")
    assert proxy.rowCount() == 1
    assert proxy.index(0, 0, proxy.index(0, 0)).data(IdentifierRole) == "luff_squares"


# What is shown


def test_front_spans_of_both_sides_are_shown_at_first(layers: LayerListModel) -> None:
    (entry,) = layers.shown()
    assert (entry.layer.identifier, entry.white, entry.black) == ("front_spans", True, True)
    assert entry.style == Style(LAYERS["front_spans"].mark)


def test_a_click_on_a_check_box_switches_one_side(layers: LayerListModel) -> None:
    told = Counter()
    layers.shown_changed.connect(told)
    cell = layers.index_of("front_spans", BLACK)
    assert cell.data(Qt.ItemDataRole.CheckStateRole) == CHECKED
    assert layers.setData(cell, UNCHECKED.value, Qt.ItemDataRole.CheckStateRole)
    assert cell.data(Qt.ItemDataRole.CheckStateRole) == UNCHECKED
    assert layers.shown()[0].white
    assert not layers.shown()[0].black
    assert layers.setData(layers.index_of("stops", WHITE), CHECKED, Qt.ItemDataRole.CheckStateRole)
    assert shown_names(layers) == ["front_spans", "stops"]
    assert told.count == 2


def test_the_title_cannot_be_checked_and_no_cell_edited(layers: LayerListModel) -> None:
    assert not layers.setData(layers.index_of("stops"), CHECKED, Qt.ItemDataRole.CheckStateRole)
    assert not layers.setData(layers.index_of("stops", WHITE), "5", Qt.ItemDataRole.EditRole)
    assert shown_names(layers) == ["front_spans"]


def test_nothing_is_told_when_nothing_changes(layers: LayerListModel) -> None:
    told = Counter()
    for signal in (layers.shown_changed, layers.styles_changed, layers.current_changed):
        signal.connect(told)
    layers.set_shown("front_spans", True, True)
    layers.apply_preset(["front_spans"])
    layers.set_style("stops", Style(LAYERS["stops"].mark))
    layers.reset_style("front_spans")
    layers.set_preview("")
    layers.set_current(layers.current)
    layers.set_exhibits(())
    layers.move("front_spans", 0)
    layers.move("front_spans", -5)
    assert layers.restore(layers.state()) == []
    assert told.count == 0


def test_toggle_switches_both_sides_and_any_side_off(layers: LayerListModel) -> None:
    layers.toggle("stops")
    assert layers.is_shown("stops", True)
    assert layers.is_shown("stops", False)
    layers.set_shown("stops", False, True)
    layers.toggle("stops")
    assert shown_names(layers) == ["front_spans"]


def test_a_preview_is_shown_for_both_sides_and_leaves_no_trace(layers: LayerListModel) -> None:
    told = Counter()
    layers.shown_changed.connect(told)
    layers.set_shown("front_spans", True, False)
    before = layers.shown()
    layers.set_preview("front_spans")
    assert layers.shown()[0].black
    layers.set_preview("lee_squares")
    assert shown_names(layers) == ["front_spans", "lee_squares"]
    assert not layers.is_shown("lee_squares", True)
    assert "lee_squares" not in layers.state()["shown"]
    layers.set_preview("")
    assert layers.shown() == before
    assert told.count == 4


def test_show_alone_twice_brings_back_what_was_shown(layers: LayerListModel) -> None:
    layers.apply_preset(["stops", "pawns", "attacks"])
    layers.set_shown("attacks", True, False)
    before = layers.shown()
    layers.show_alone("lee_squares")
    assert shown_names(layers) == ["lee_squares"]
    layers.show_alone("lee_squares")
    assert layers.shown() == before


def test_show_alone_of_another_layer_still_remembers_the_first_choice(layers: LayerListModel) -> None:
    layers.apply_preset(["stops", "pawns"])
    before = layers.shown()
    layers.show_alone("lee_squares")
    layers.show_alone("stops")
    assert shown_names(layers) == ["stops"]
    layers.show_alone("stops")
    assert layers.shown() == before


def test_show_alone_keeps_the_sides_of_a_shown_layer(layers: LayerListModel) -> None:
    layers.set_shown("attacks", False, True)
    layers.show_alone("attacks")
    (entry,) = layers.shown()
    assert (entry.white, entry.black) == (False, True)


def test_a_change_after_show_alone_is_the_new_choice(layers: LayerListModel) -> None:
    layers.apply_preset(["stops", "pawns"])
    layers.show_alone("lee_squares")
    layers.toggle("attacks")
    layers.toggle("attacks")
    layers.show_alone("lee_squares")
    assert shown_names(layers) == ["lee_squares"]


def test_a_preset_shows_exactly_its_layers_for_both_sides_with_one_word(layers: LayerListModel) -> None:
    told = Counter()
    layers.shown_changed.connect(told)
    layers.apply_preset(["isolated_pawns", "stops"])
    assert [(entry.layer.identifier, entry.white, entry.black) for entry in layers.shown()] == [
        ("stops", True, True),
        ("isolated_pawns", True, True),
    ]
    layers.clear()
    assert layers.shown() == ()
    assert told.count == 2


@pytest.mark.parametrize(
    "method", ["toggle", "show_alone", "set_preview", "set_current", "layer", "style_of", "reset_style"]
)
def test_an_unknown_layer_is_refused_and_changes_nothing(layers: LayerListModel, method: str) -> None:
    before = layers.state()
    with pytest.raises(KeyError):
        getattr(layers, method)("no_such_layer")
    with pytest.raises(KeyError):
        layers.apply_preset(["stops", "no_such_layer"])
    assert layers.state() == before
    assert layers.preview == ""


# Reading the board


def test_a_square_names_the_shown_layers_that_hold_it_and_for_whom(layers: LayerListModel) -> None:
    layers.apply_preset(["front_spans", "attacks", "stops"])
    held = {entry.layer.identifier: (entry.white, entry.black) for entry in layers.layers_at(parse_square("e5"))}
    assert held == {"front_spans": (True, False), "stops": (True, False)}
    layers.set_shown("attacks", False, True)
    held = {entry.layer.identifier: (entry.white, entry.black) for entry in layers.layers_at(parse_square("e4"))}
    assert held == {"attacks": (False, True)}
    assert layers.layers_at(parse_square("a1")) == ()


def test_a_side_that_is_off_does_not_hold_a_square(layers: LayerListModel) -> None:
    layers.set_shown("front_spans", False, True)
    assert layers.layers_at(parse_square("e5")) == ()


def test_guards_of_a_square_are_counted_for_each_side(layers: LayerListModel, document: Document) -> None:
    document.set_fen("8/8/2p1p3/8/4P3/8/8/8")
    assert layers.guard_counts(parse_square("d5")) == (1, 2)
    assert layers.guard_counts(parse_square("f5")) == (1, 1)
    assert layers.guard_counts(parse_square("e4")) == (0, 0)


# Order, style and exhibits


def test_a_layer_moves_within_its_chapter_and_no_further(layers: LayerListModel) -> None:
    told = Counter()
    layers.styles_changed.connect(told)
    before = chapter_names(layers, "front_spans")
    layers.move("front_spans", 2)
    assert chapter_names(layers, "front_spans") == [before[1], before[2], before[0], *before[3:]]
    layers.move("front_spans", -1)
    assert chapter_names(layers, "front_spans") == [before[1], before[0], *before[2:]]
    layers.move("front_spans", 1000)
    assert chapter_names(layers, "front_spans") == [*before[1:], before[0]]
    layers.move("front_spans", -1000)
    assert chapter_names(layers, "front_spans") == before
    assert told.count == 4


def test_the_order_of_the_list_is_the_order_of_what_is_shown(layers: LayerListModel) -> None:
    layers.apply_preset(["front_spans", "stops"])
    layers.move("stops", -100)
    assert shown_names(layers) == ["stops", "front_spans"]


def test_an_index_that_a_view_keeps_follows_its_layer(layers: LayerListModel) -> None:
    kept = QPersistentModelIndex(layers.index_of("rear_spans", WHITE))
    layers.move("front_spans", 4)
    layers.move("rear_spans", 3)
    assert layers.identifier_at(kept) == "rear_spans"
    assert kept.column() == WHITE


def drop(layers: LayerListModel, identifier: str, row: int, parent: QModelIndex) -> bool:
    data = layers.mimeData([layers.index_of(identifier, WHITE)])
    allowed = layers.canDropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent)
    done = layers.dropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent)
    assert allowed == done
    return done


def test_a_layer_dropped_between_two_others_stands_between_them(layers: LayerListModel) -> None:
    before = chapter_names(layers, "stops")
    spans = chapter_index(layers, "stops")
    assert drop(layers, before[0], 3, spans)
    assert chapter_names(layers, "stops") == [before[1], before[2], before[0], *before[3:]]
    assert drop(layers, before[0], 0, spans)
    assert chapter_names(layers, "stops") == before
    assert drop(layers, before[0], -1, spans)
    assert chapter_names(layers, "stops") == [*before[1:], before[0]]


def test_a_layer_dropped_on_another_takes_its_place(layers: LayerListModel) -> None:
    before = chapter_names(layers, "stops")
    assert drop(layers, before[3], -1, layers.index_of(before[1]))
    assert chapter_names(layers, "stops") == [before[0], before[3], before[1], before[2], *before[4:]]
    assert drop(layers, before[0], -1, layers.index_of(before[3]))
    assert chapter_names(layers, "stops")[:2] == [before[3], before[0]]


def test_a_layer_is_not_dropped_on_itself_as_a_move(layers: LayerListModel) -> None:
    told = Counter()
    layers.styles_changed.connect(told)
    before = chapter_names(layers, "stops")
    spans = chapter_index(layers, "stops")
    for row in (1, 2):
        assert drop(layers, before[1], row, spans)
    assert drop(layers, before[1], -1, layers.index_of(before[1]))
    assert chapter_names(layers, "stops") == before
    assert told.count == 0


def test_a_layer_is_not_dropped_in_another_chapter_nor_anything_foreign(layers: LayerListModel) -> None:
    before = layers.identifiers()
    assert not drop(layers, "attacks", 0, chapter_index(layers, "stops"))
    assert not drop(layers, "attacks", -1, layers.index_of("stops"))
    assert not drop(layers, "attacks", 0, QModelIndex())
    for foreign in (QMimeData(), QMimeData()):
        foreign.setText("stops")
        assert not layers.dropMimeData(foreign, Qt.DropAction.MoveAction, 0, 0, chapter_index(layers, "stops"))
        foreign.setData(MIME_TYPE, b"\xff\x00")
    data = layers.mimeData([layers.index_of("stops")])
    assert not layers.dropMimeData(data, Qt.DropAction.CopyAction, 0, 0, chapter_index(layers, "stops"))
    assert layers.identifiers() == before


def test_a_style_is_kept_until_it_is_reset(layers: LayerListModel) -> None:
    told = Counter()
    layers.styles_changed.connect(told)
    style = Style(hatch("waves"), "#112233", "", 0.5)
    layers.set_style("front_spans", style)
    assert layers.style_of("front_spans") == layers.shown()[0].style == style
    assert layers.has_own_style("front_spans")
    layers.reset_style("front_spans")
    assert layers.style_of("front_spans") == Style(LAYERS["front_spans"].mark)
    assert not layers.has_own_style("front_spans")
    assert told.count == 2


@pytest.mark.parametrize(
    "style",
    [
        Style(Mark(Family.HATCH, "chevron")),
        Style(hatch("solid"), "red"),
        Style(hatch("solid"), "", "#12345g"),
        Style(hatch("solid"), opacity=0.1),
        Style(hatch("solid"), opacity=float("nan")),
        Style(Mark(Family.BADGE, "disc", "long")),
        Style(Mark(Family.BADGE, "disc", "\n")),
    ],
)
def test_a_style_that_cannot_be_drawn_is_refused(layers: LayerListModel, style: Style) -> None:
    with pytest.raises(ValueError, match=r"shape|color|opacity|label"):
        layers.set_style("stops", style)
    assert not layers.has_own_style("stops")


def test_exhibits_are_shown_at_once_in_a_last_chapter(layers: LayerListModel) -> None:
    layers.set_exhibits((exhibit("printed", 0x10), exhibit("meant", 0x1)))
    chapter = layers.index(layers.rowCount() - 1, TITLE)
    assert chapter.data() == EXHIBITS
    assert chapter_names(layers, "printed") == ["printed", "meant"]
    assert shown_names(layers) == ["front_spans", "printed", "meant"]
    assert layers.mask("printed", False) == 0x10
    held = [entry.layer.identifier for entry in layers.layers_at(parse_square("e1"))]
    assert held == ["printed"]


def test_the_next_exhibits_replace_the_former_ones(layers: LayerListModel) -> None:
    layers.set_exhibits((exhibit("printed", 0x10),))
    layers.set_current("printed")
    layers.set_preview("printed")
    layers.set_style("printed", Style(hatch("waves")))
    assert layers.mask("printed", True) == 0x10
    told = Counter()
    layers.shown_changed.connect(told)
    layers.set_exhibits((exhibit("printed", 0x20),))
    assert layers.mask("printed", True) == 0x20
    assert layers.style_of("printed") == Style(hatch("tint"))
    assert (layers.current, layers.preview) == ("", "")
    assert told.count == 1
    layers.set_exhibits(())
    assert layers.exhibits() == ()
    assert shown_names(layers) == ["front_spans"]
    assert told.count == 2
    with pytest.raises(KeyError):
        layers.mask("printed", True)


def test_an_exhibit_does_not_take_the_name_of_a_layer(layers: LayerListModel) -> None:
    for taken in ((exhibit("stops"),), (exhibit("twice"), exhibit("twice"))):
        with pytest.raises(ValueError, match="identifier of its own"):
            layers.set_exhibits(taken)
    assert layers.exhibits() == ()


def test_at_first_there_is_nothing_to_bring_back(layers: LayerListModel) -> None:
    layers.bring_back_shown()
    assert shown_names(layers) == ["front_spans"]
    assert not layers.can_bring_back


def test_what_was_replaced_comes_back_and_goes_again(layers: LayerListModel) -> None:
    layers.set_shown("stops", True, False)
    layers.clear()
    assert layers.can_bring_back
    layers.set_shown("holes", True, True)
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"front_spans": "both", "stops": "white"}
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"holes": "both"}
    layers.show_alone("pawns")
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"holes": "both"}


def test_a_preset_that_changes_nothing_leaves_what_comes_back(layers: LayerListModel) -> None:
    layers.apply_preset(["stops"])
    layers.apply_preset(["stops"])
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"front_spans": "both"}


def test_bringing_back_leaves_exhibits_as_they_are(layers: LayerListModel) -> None:
    layers.clear()
    layers.set_exhibits([exhibit("printed")])
    layers.set_shown("printed", True, False)
    layers.bring_back_shown()
    assert [(entry.layer.identifier, entry.white, entry.black) for entry in layers.shown()] == [
        ("front_spans", True, True),
        ("printed", True, False),
    ]
    layers.clear()
    layers.set_exhibits([])
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"front_spans": "both"}


def test_a_layer_that_is_gone_is_not_brought_back_and_a_renamed_one_is(layers: LayerListModel) -> None:
    layers.set_user_layers(UserLayers([UserLayer("gone", "Gone", "own"), UserLayer("kept", "Kept", "own")]))
    layers.apply_preset(["gone", "kept"])
    layers.clear()
    layers.delete("gone")
    layers.keep(UserLayer("named", "Kept", "own"), "kept")
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"named": "both"}


def test_exhibits_are_forgotten_by_show_alone_and_by_the_state(layers: LayerListModel) -> None:
    layers.set_exhibits((exhibit("printed"),))
    layers.set_style("printed", Style(hatch("waves")))
    layers.show_alone("stops")
    layers.set_exhibits(())
    layers.show_alone("stops")
    assert shown_names(layers) == ["stops"]
    layers.set_exhibits((exhibit("printed"),))
    assert "printed" not in json.dumps(layers.state())


# The user's own layers


def own(identifier: str, formula: str = "own", title: str = "", style: Style = OWN_STYLE) -> UserLayer:
    return UserLayer(identifier, title or identifier.capitalize(), formula, "A test.", style)


def own_layers(**formulas: str) -> UserLayers:
    return UserLayers(own(identifier, formula) for identifier, formula in formulas.items())


def own_names(layers: LayerListModel) -> list[str]:
    """Return the layers of the last chapter, which is the user's own, or of the one before the exhibits."""
    titles = [layers.index(row, TITLE).data() for row in range(layers.rowCount())]
    if MY_LAYERS.title not in titles:
        return []
    row = titles.index(MY_LAYERS.title)
    assert titles[row + 1 :] in ([], [EXHIBITS])
    chapter = layers.index(row, TITLE)
    return [layers.identifier_at(layers.index(place, TITLE, chapter)) for place in range(layers.rowCount(chapter))]


def test_own_layers_have_a_chapter_behind_the_others_while_there_are_any(layers: LayerListModel) -> None:
    assert own_names(layers) == []
    layers.set_user_layers(own_layers(one="own", two="enemy"))
    assert own_names(layers) == ["one", "two"]
    assert layers.identifiers() == (*LAYERS, "one", "two")
    assert layers.layer("one").chapter is MY_LAYERS
    layers.set_user_layers(UserLayers())
    assert own_names(layers) == []
    assert layers.identifiers() == tuple(LAYERS)


def test_the_chapter_stands_before_the_exhibits_whose_rows_stay_what_they_are(layers: LayerListModel) -> None:
    layers.set_exhibits((exhibit("printed", 0x10),))
    kept = QPersistentModelIndex(layers.index_of("printed"))
    layers.set_user_layers(own_layers(one="own"))
    assert own_names(layers) == ["one"]
    assert layers.identifier_at(kept) == "printed"
    assert kept.parent().data() == EXHIBITS
    layers.set_user_layers(UserLayers())
    assert layers.identifier_at(kept) == "printed"
    assert layers.index_of("printed") == kept


def test_an_own_layer_is_shown_counted_and_looked_at_as_any_other(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="stops(own)"))
    layers.toggle("one")
    layers.set_current("one")
    assert shown_names(layers) == ["front_spans", "one"]
    assert (layers.index_of("one", WHITE).data(), layers.mask("one", True)) == ("1", 1 << parse_square("e5"))
    assert [entry.layer.identifier for entry in layers.layers_at(parse_square("e5"))] == ["front_spans", "one"]
    layers.show_alone("one")
    assert shown_names(layers) == ["one"]
    layers.apply_preset(["stops"])
    assert shown_names(layers) == ["stops"]


def test_masks_follow_another_formula_and_what_is_shown_stays(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own", caller="one(own)"))
    layers.set_shown("caller", True, False)
    before = layers.mask("caller", True)
    told = Counter()
    layers.layers_changed.connect(told)
    layers.keep(own("one", "stops(own)"), "one")
    assert told.count == 1
    assert layers.mask("caller", True) == before << 8
    assert shown_names(layers) == ["front_spans", "caller"]
    assert not layers.is_shown("caller", False)


def test_a_new_own_layer_comes_last_and_is_not_shown(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own"))
    layers.keep(own("two"))
    assert own_names(layers) == ["one", "two"]
    assert shown_names(layers) == ["front_spans"]


def test_a_layer_with_a_new_name_keeps_its_row_its_sides_its_place_and_its_callers(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own", caller="one(own)"))
    layers.set_shown("one", False, True)
    layers.set_current("one")
    row = QPersistentModelIndex(layers.index_of("one"))
    layers.keep(own("first", "stops(own)"), "one")
    assert own_names(layers) == ["first", "caller"]
    assert layers.identifier_at(row) == "first"
    assert (layers.is_shown("first", True), layers.is_shown("first", False)) == (False, True)
    assert layers.current == "first"
    assert layers.layer("caller").formula == "first(own)"
    with pytest.raises(KeyError):
        layers.layer("one")


def test_a_name_that_cannot_be_had_changes_nothing(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own", two="own"))
    for identifier in ("stops", "two", "No name"):
        with pytest.raises(ValueError, match=r"another name|no name"):
            layers.keep(own(identifier), "one")
    layers.set_user_layers(UserLayers(own(f"layer_{number}") for number in range(MOST_LAYERS)))
    with pytest.raises(ValueError, match="at most 200 layers"):
        layers.keep(own("one"))
    assert len(own_names(layers)) == MOST_LAYERS


def test_a_deleted_layer_comes_back_as_it_was(layers: LayerListModel) -> None:
    style = Style(hatch("waves"), "#123456")
    layers.set_user_layers(UserLayers([own("one"), own("two", style=style), own("three", "two(own)")]))
    layers.set_shown("two", False, True)
    layers.set_current("two")
    layers.set_preview("two")
    before = layers.user_layers
    deleted = layers.delete("two")
    assert own_names(layers) == ["one", "three"]
    assert (layers.current, layers.preview, shown_names(layers)) == ("", "", ["front_spans"])
    assert layers.fault("three") is not None
    assert layers.mask("three", True) == 0
    assert layers.bring_back(deleted) == "two"
    assert layers.user_layers == before
    assert (layers.is_shown("two", True), layers.is_shown("two", False)) == (False, True)
    assert layers.fault("three") is None


def test_a_layer_comes_back_under_another_name_where_its_own_is_taken(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own"))
    deleted = layers.delete("one")
    layers.keep(own("one", "enemy"))
    assert layers.bring_back(deleted) == "one_2"
    assert own_names(layers) == ["one_2", "one"]


def test_own_layers_move_and_their_order_is_theirs(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own", two="own", three="own"))
    told = Counter()
    layers.styles_changed.connect(told)
    layers.move("three", -2)
    assert own_names(layers) == list(layers.user_layers.layers) == ["three", "one", "two"]
    data = layers.mimeData([layers.index_of("one")])
    chapter = layers.index_of("one").parent()
    assert layers.dropMimeData(data, Qt.DropAction.MoveAction, 3, 0, chapter)
    assert own_names(layers) == list(layers.user_layers.layers) == ["three", "two", "one"]
    assert told.count == 2
    assert "order" not in layers.state()


def test_the_style_of_an_own_layer_is_part_of_it(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own"))
    assert not layers.has_own_style("one")
    style = Style(hatch("waves"), "#123456", "", 0.5)
    layers.set_style("one", style)
    assert layers.user_layers.entry("one").style == layers.style_of("one") == style
    assert layers.layer("one").mark == hatch("waves")
    assert layers.has_own_style("one")
    assert layers.state()["styles"] == {}
    layers.reset_style("one")
    assert layers.style_of("one") == Style(hatch("waves"))


def test_the_tool_tip_of_a_wrong_formula_says_what_is_wrong(layers: LayerListModel) -> None:
    layers.set_user_layers(UserLayers([UserLayer("one", "One", "own &")]))
    tip = layers.index_of("one").data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("<p><code>own &amp;</code></p><p>Not read, column 6: expected a set of squares")


def test_own_layers_that_are_shown_come_back(layers: LayerListModel, document: Document) -> None:
    layers.set_user_layers(own_layers(one="own", two="own"))
    layers.set_shown("one", True, False)
    layers.set_current("one")
    stored = json.loads(json.dumps(layers.state()))
    again = LayerListModel(document)
    again.set_user_layers(layers.user_layers)
    assert again.restore(stored) == []
    assert (again.shown(), again.current) == (layers.shown(), "one")
    without = LayerListModel(document)
    assert without.restore(stored) == [
        "Shown layers: there is no layer “one”.",
        "Current layer: there is no layer “one”.",
    ]


def test_an_exhibit_does_not_take_the_name_of_an_own_layer(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(printed="own"))
    with pytest.raises(ValueError, match="identifier of its own"):
        layers.set_exhibits((exhibit("printed"),))


# A layer that is being written


def test_a_new_layer_has_a_row_and_is_seen_for_both_sides_while_it_is_written(layers: LayerListModel) -> None:
    assert layers.set_draft(own("one", "stops(own)")) is None
    assert layers.draft == DRAFT
    assert own_names(layers) == [DRAFT]
    assert [(entry.layer.title, entry.white, entry.black) for entry in layers.shown()][1:] == [("One", True, True)]
    assert layers.mask(DRAFT, True) == 1 << parse_square("e5")
    assert layers.index_of(DRAFT, WHITE).data() == "1"
    assert (layers.user_layers, layers.is_own(DRAFT)) == (UserLayers(), False)
    layers.end_draft()
    assert (layers.draft, own_names(layers), shown_names(layers)) == ("", [], ["front_spans"])


def test_a_draft_that_cannot_be_read_shows_what_it_showed_last(layers: LayerListModel) -> None:
    error = layers.set_draft(own("one", "stops(own) |"))
    assert error is not None and error.column == 13
    assert layers.mask(DRAFT, True) == 0
    layers.set_draft(own("one", "stops(own)"))
    before = layers.mask(DRAFT, True)
    assert layers.set_draft(own("one", "stops(own) &", "A new title")) is not None
    assert layers.mask(DRAFT, True) == before
    assert layers.layer(DRAFT).title == "A new title"


def test_a_draft_in_place_of_a_layer_takes_its_row_and_gives_it_back(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own", caller="one(own)"))
    layers.set_shown("one", True, False)
    row = QPersistentModelIndex(layers.index_of("one"))
    before = layers.mask("one", True)
    assert layers.set_draft(own("renamed", "stops(own)"), "one") is None
    assert own_names(layers) == ["one", "caller"]
    assert layers.identifier_at(row) == "one"
    assert layers.mask("one", True) == before << 8
    assert layers.mask("caller", True) == before, "others call the kept layer"
    assert [(entry.white, entry.black) for entry in layers.shown()][1:] == [(True, True)]
    error = layers.set_draft(own("one", "caller(own)"), "one")
    assert error is not None and "a layer cannot be made of itself" in error.message
    layers.end_draft()
    assert layers.mask("one", True) == before
    assert [(entry.white, entry.black) for entry in layers.shown()][1:] == [(True, False)]


def test_a_draft_alone_hides_the_others(layers: LayerListModel) -> None:
    layers.set_draft(own("one"), alone=True)
    assert shown_names(layers) == [DRAFT]
    layers.set_draft(own("one"))
    assert shown_names(layers) == ["front_spans", DRAFT]


def test_the_style_of_a_draft_is_not_kept(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own"))
    layers.set_draft(own("one", style=Style(hatch("waves"))), "one")
    assert layers.style_of("one") == Style(hatch("waves"))
    layers.set_style("one", Style(hatch("dotted"), "#123456"))
    assert layers.style_of("one") == Style(hatch("dotted"), "#123456")
    assert layers.layer("one").mark == hatch("dotted")
    layers.end_draft()
    assert layers.style_of("one") == Style(hatch("tint"))


def test_nothing_of_a_draft_is_part_of_the_state(layers: LayerListModel) -> None:
    layers.set_draft(own("one"))
    layers.set_shown(DRAFT, True, True)
    layers.set_current(DRAFT)
    layers.move(DRAFT, -1)
    assert DRAFT not in json.dumps(layers.state())
    assert layers.user_layers == UserLayers()
    layers.end_draft()
    assert layers.current == ""


def test_the_draft_of_a_layer_that_is_deleted_meanwhile_becomes_a_new_one(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own"))
    layers.set_draft(own("one", "stops(own)"), "one")
    layers.delete("one")
    assert (layers.draft, own_names(layers)) == (DRAFT, [DRAFT])
    assert layers.mask(DRAFT, True) == 1 << parse_square("e5")
    layers.end_draft()
    assert own_names(layers) == []


def test_a_draft_that_is_kept_under_a_new_name_leaves_one_row(layers: LayerListModel) -> None:
    layers.set_user_layers(own_layers(one="own"))
    layers.set_draft(own("first"), "one")
    layers.keep(own("first", "stops(own)"), "one")
    assert (layers.draft, own_names(layers)) == ("first", ["first"])
    layers.end_draft()
    assert layers.mask("first", True) == 1 << parse_square("e5")


def test_a_tree_of_random_changes_stays_a_tree(layers: LayerListModel) -> None:
    """The model's tester fails at the first inconsistency."""
    rng = random.Random(7)
    names = [f"layer_{number}" for number in range(6)]
    for step in range(400):
        kept = list(layers.user_layers.layers)
        name = rng.choice(names)
        match rng.randrange(9):
            case 0:
                layers.set_exhibits(tuple(exhibit(f"exhibit_{step}_{number}") for number in range(rng.randrange(3))))
            case 1 | 2 if name not in kept:
                layers.keep(own(name, rng.choice(["own", "own &", f"{rng.choice(names)}(own)"])))
            case 3 if kept:
                layers.delete(rng.choice(kept))
            case 4 if kept and name not in kept:
                layers.keep(own(name), rng.choice(kept))
            case 5:
                layers.set_draft(own(name, rng.choice(["own", "&"])), rng.choice(["", *kept]))
            case 6:
                layers.end_draft()
            case 7 if kept:
                layers.move(rng.choice(kept), rng.randrange(-3, 4))
            case _:
                layers.set_user_layers(UserLayers(own(name) for name in rng.sample(names, rng.randrange(4))))
        layers.set_shown(rng.choice(layers.identifiers()), rng.random() < 0.5, rng.random() < 0.5)
        layers.set_current(rng.choice(layers.identifiers()))
        assert set(own_names(layers)) == set(layers.user_layers.layers) | ({layers.draft} - {""})
        assert set(shown_names(layers)) <= set(layers.identifiers())
        assert json.dumps(layers.state())


# Between starts


def test_shown_layers_order_and_styles_come_back(layers: LayerListModel, document: Document) -> None:
    layers.apply_preset(["stops", "attacks"])
    layers.set_shown("attacks", False, True)
    layers.move("stops", -2)
    layers.move("isolated_pawns", 1)
    layers.set_style("stops", Style(Mark(Family.BADGE, "disc", "é"), "#aabbcc", "#000000", 0.25))
    stored = json.loads(json.dumps(layers.state()))
    again = LayerListModel(document)
    assert again.restore(stored) == []
    assert again.identifiers() == layers.identifiers() != tuple(LAYERS)
    assert again.shown() == layers.shown()
    assert again.state() == layers.state()


def test_an_empty_state_is_the_first_start(layers: LayerListModel) -> None:
    layers.apply_preset(["stops"])
    layers.move("stops", -2)
    layers.set_style("stops", Style(hatch("waves")))
    assert layers.restore({}) == []
    assert shown_names(layers) == ["front_spans"]
    assert layers.identifiers() == tuple(LAYERS)
    assert not layers.has_own_style("stops")


def test_restoring_tells_the_views_where_each_layer_went(layers: LayerListModel) -> None:
    order = list(LAYERS)
    random.Random(3).shuffle(order)
    kept = [QPersistentModelIndex(layers.index_of(identifier)) for identifier in LAYERS]
    assert layers.restore({"order": order}) == []
    assert [layers.identifier_at(index) for index in kept] == list(LAYERS)
    spans = [identifier for identifier in order if LAYERS[identifier].chapter is SPANS]
    assert chapter_names(layers, "stops") == spans


def test_a_layer_that_the_stored_order_does_not_know_stands_behind_its_neighbour(layers: LayerListModel) -> None:
    order = [identifier for identifier in reversed(LAYERS) if identifier not in ("rear_spans", "pawns")]
    assert layers.restore({"order": order}) == []
    names = chapter_names(layers, "rear_spans")
    assert names[names.index("front_spans") + 1] == "rear_spans"
    assert chapter_names(layers, "pawns")[0] == "pawns"


def test_wrong_parts_of_a_state_are_dropped_and_named(layers: LayerListModel) -> None:
    faults = layers.restore(
        {
            "shown": {"stops": "both", "no_such": "both", "attacks": "green", "pawns": 5},
            "order": ["attacks", "gone", 7],
            "styles": {
                "stops": {"mark": ["target", "ring", ""], "white": "", "black": "", "opacity": 1},
                "attacks": {"mark": ["target", "hexagon", ""], "white": "", "black": "", "opacity": 1},
                "pawns": {"mark": ["badge", "disc", "P"], "white": "blue", "black": "", "opacity": 1},
                "lee_squares": 5,
            },
        }
    )
    assert shown_names(layers) == ["stops"]
    assert layers.style_of("stops").mark.shape == "ring"
    for word in ("no_such", "green", "pawns", "gone", "7", "hexagon", "#rrggbb", "lee_squares"):
        assert any(word in fault for fault in faults), word
    assert len(faults) == 8


def test_exhibits_survive_a_restored_state(layers: LayerListModel) -> None:
    layers.set_exhibits((exhibit("printed"),))
    layers.set_style("printed", Style(hatch("waves")))
    layers.restore({"shown": {"stops": "white"}})
    assert shown_names(layers) == ["stops", "printed"]
    assert layers.style_of("printed") == Style(hatch("waves"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(list(LAYERS)),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text() | st.sampled_from(list(LAYERS)), inner, max_size=5)
    ),
    max_leaves=20,
)
marks = st.sampled_from([[family.value, shape, ""] for family in Family for shape in SHAPES[family]])
near_states = st.fixed_dictionaries(
    {},
    optional={
        "shown": st.dictionaries(
            st.sampled_from(list(LAYERS)), st.sampled_from(["both", "white", "black", "x"]) | json_values
        ),
        "order": st.lists(st.sampled_from(list(LAYERS)) | json_values),
        "styles": st.dictionaries(
            st.sampled_from(list(LAYERS)),
            st.fixed_dictionaries(
                {},
                optional={
                    "mark": marks | json_values,
                    "white": st.sampled_from(["", "#123456", "#12"]) | json_values,
                    "black": st.sampled_from(["", "#abcdef"]) | json_values,
                    "opacity": st.floats(0, 1.5) | json_values,
                },
            ),
        ),
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(state=near_states | st.dictionaries(st.sampled_from(["shown", "order", "styles"]) | st.text(), json_values))
def test_any_state_gives_a_usable_list(layers: LayerListModel, state: dict[str, Any]) -> None:
    layers.restore({})
    layers.restore(state)
    assert sorted(layers.identifiers()) == sorted(LAYERS)
    for entry in layers.shown():
        assert entry.style.mark.shape in SHAPES[entry.style.mark.family]
        assert 0.2 <= entry.style.opacity <= 1
    stored = layers.state()
    assert layers.restore(json.loads(json.dumps(stored))) == []
    assert layers.state() == stored


def test_random_commands_keep_tree_and_state_in_step(layers: LayerListModel, document: Document) -> None:
    rng = random.Random(11)
    names = list(LAYERS)
    for step in range(60):
        name = rng.choice(names)
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
                layers.set_exhibits(tuple(exhibit(f"exhibit_{step}_{number}") for number in range(rng.randrange(3))))
            case 5:
                layers.apply_preset(rng.sample(names, 4))
            case 6:
                drop(layers, name, rng.randrange(-1, 12), chapter_index(layers, rng.choice(names)))
            case 7:
                document.place(rng.randrange(64), rng.choice("Pp"))
            case _:
                layers.set_shown(name, rng.random() < 0.5, rng.random() < 0.5)
        for entry in layers.shown():
            identifier = entry.layer.identifier
            previewed = identifier == layers.preview
            assert entry.white == (layers.is_shown(identifier, True) or previewed)
            assert entry.black == (layers.is_shown(identifier, False) or previewed)
    assert sorted(set(layers.identifiers()) & LAYERS.keys()) == sorted(LAYERS)


def test_a_view_shows_the_check_and_the_count_of_a_side(layers: LayerListModel) -> None:
    option = QStyleOptionViewItem()
    QStyledItemDelegate().initStyleOption(option, layers.index_of("front_spans", WHITE))
    assert option.text == "4"
    assert option.checkState == CHECKED
    layers.set_shown("front_spans", False, True)
    QStyledItemDelegate().initStyleOption(option, layers.index_of("front_spans", WHITE))
    assert option.checkState == UNCHECKED


def test_a_layer_is_dragged_and_dropped_in_a_filtered_list(layers: LayerListModel) -> None:
    proxy = QSortFilterProxyModel()
    proxy.setRecursiveFilteringEnabled(True)
    proxy.setSourceModel(layers)
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


def test_squares_of_a_layer_are_read_from_the_core(layers: LayerListModel) -> None:
    assert layers.mask("attacks", True) == parse_squares("d5 f5")
    assert layers.count("attacks", True) == 2
