"""The user's own layers and the one that is being written, as the whole list shows them."""

from __future__ import annotations

import json

import pytest

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.model.layers.list_model import LayerListModel
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import DRAFT
from tests.model.layers.lists import Counter, names_at, own, own_layers, own_names, shown_names

pytestmark = pytest.mark.usefixtures("rows")


def test_an_own_layer_is_shown_counted_and_current_as_any_other(layers: ShownLayers, rows: LayerListModel) -> None:
    layers.user_layers.set_kept(own_layers(one="stops(own)"))
    layers.toggle("one")
    layers.set_current("one")
    assert shown_names(layers) == ["front_spans", "one"]
    assert (rows.counts("one")[0], layers.mask("one", True)) == (1, 1 << parse_square("e5"))
    assert names_at(layers, "e5") == ["front_spans", "one"]
    layers.show_alone("one")
    assert shown_names(layers) == ["one"]
    layers.apply_preset(["stops"])
    assert shown_names(layers) == ["stops"]


def test_masks_follow_another_formula_and_what_is_shown_stays(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own", caller="one(own)"))
    layers.set_shown("caller", True, False)
    before = layers.mask("caller", True)
    changes = Counter()
    layers.user_layers.changed.connect(changes)
    layers.user_layers.keep(own("one", "stops(own)"), "one")
    assert changes.count == 1
    assert layers.mask("caller", True) == before << 8
    assert shown_names(layers) == ["front_spans", "caller"]
    assert not layers.sides_of("caller")[1]


def test_a_new_own_layer_comes_after_the_others_and_is_not_shown(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    layers.user_layers.keep(own("two"))
    assert own_names(layers) == ["one", "two"]
    assert shown_names(layers) == ["front_spans"]


def test_a_layer_with_a_new_name_keeps_its_row_its_sides_its_place_and_its_callers(
    layers: ShownLayers, rows: LayerListModel
) -> None:
    layers.user_layers.set_kept(own_layers(one="own", caller="one(own)"))
    layers.set_shown("one", False, True)
    layers.set_current("one")
    place = rows.index_of("one").row()
    layers.user_layers.keep(own("first", "stops(own)"), "one")
    assert own_names(layers) == ["first", "caller"]
    assert rows.index_of("first").row() == place
    assert (layers.sides_of("first")[0], layers.sides_of("first")[1]) == (False, True)
    assert layers.current == "first"
    assert layers.all["caller"].formula == "first(own)"
    with pytest.raises(KeyError):
        layers.all["one"]


def test_a_deleted_layer_comes_back_as_it_was(layers: ShownLayers) -> None:
    style = Style(hatch("waves"), "#123456")
    layers.user_layers.set_kept(UserLayers([own("one"), own("two", style=style), own("three", "two(own)")]))
    layers.set_shown("two", False, True)
    layers.set_current("two")
    layers.set_preview("two")
    before = layers.user_layers.kept
    deleted = layers.delete("two")
    assert own_names(layers) == ["one", "three"]
    assert (layers.current, layers.now.preview, shown_names(layers)) == ("", "", ["front_spans"])
    assert layers.user_layers.fault("three") is not None
    assert layers.mask("three", True) == 0
    assert layers.bring_back(deleted) == "two"
    assert layers.user_layers.kept == before
    assert (layers.sides_of("two")[0], layers.sides_of("two")[1]) == (False, True)
    assert layers.user_layers.fault("three") is None


def test_a_layer_comes_back_under_another_name_where_its_own_is_taken(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    deleted = layers.delete("one")
    layers.user_layers.keep(own("one", "enemy"))
    assert layers.bring_back(deleted) == "one_2"
    assert own_names(layers) == ["one_2", "one"]


def test_own_layers_move_and_their_order_is_kept(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own", two="own", three="own"))
    layers.apply_preset(["one", "two", "three"])
    layers.move("three", -2)
    layers.user_layers.keep(own("third"), "three")
    assert own_names(layers) == ["third", "one", "two"]
    again = ShownLayers(layers.document)
    again.user_layers.set_kept(layers.user_layers.kept)
    assert again.restore(json.loads(json.dumps(layers.state()))) == []
    assert own_names(again) == ["third", "one", "two"]


def test_the_style_of_an_own_layer_is_part_of_it(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    assert not layers.has_own_style("one")
    style = Style(hatch("waves"), "#123456", "", 0.5)
    layers.set_style("one", style)
    assert layers.user_layers.kept.entry("one").style == layers.style_of("one") == style
    assert layers.all["one"].mark == hatch("waves")
    assert layers.has_own_style("one")
    assert layers.state()["styles"] == {}
    layers.reset_style("one")
    assert layers.style_of("one") == Style(hatch("waves"))


# A layer that is being written


def test_a_new_layer_has_a_row_and_is_seen_for_both_sides_while_it_is_written(
    layers: ShownLayers, rows: LayerListModel
) -> None:
    assert layers.user_layers.set_draft(own("one", "stops(own)")) is None
    assert layers.user_layers.draft == DRAFT
    assert own_names(layers) == [DRAFT]
    assert [(entry.layer.title, entry.white, entry.black) for entry in layers.shown()][1:] == [("One", True, True)]
    assert layers.mask(DRAFT, True) == 1 << parse_square("e5")
    assert rows.counts(DRAFT) == (1, 1)
    assert rows.index_of(DRAFT).row() == 2, "below the heading and the other shown layer"
    assert (layers.user_layers.kept, DRAFT in layers.user_layers.kept) == (UserLayers(), False)
    layers.user_layers.end_draft()
    assert (layers.user_layers.draft, own_names(layers), shown_names(layers)) == ("", [], ["front_spans"])


def test_a_draft_that_cannot_be_read_shows_what_it_showed_last(layers: ShownLayers) -> None:
    error = layers.user_layers.set_draft(own("one", "stops(own) |"))
    assert error is not None and error.column == 13
    assert layers.mask(DRAFT, True) == 0
    layers.user_layers.set_draft(own("one", "stops(own)"))
    before = layers.mask(DRAFT, True)
    assert layers.user_layers.set_draft(own("one", "stops(own) &", "A new title")) is not None
    assert layers.mask(DRAFT, True) == before
    assert layers.all[DRAFT].title == "A new title"


def test_a_draft_in_place_of_a_layer_takes_its_row_and_gives_it_back(layers: ShownLayers, rows: LayerListModel) -> None:
    layers.user_layers.set_kept(own_layers(one="own", caller="one(own)"))
    layers.set_shown("one", True, False)
    before = layers.mask("one", True)
    assert layers.user_layers.set_draft(own("renamed", "stops(own)"), "one") is None
    assert own_names(layers) == ["one", "caller"]
    assert rows.names.count("one") == 1
    assert layers.mask("one", True) == before << 8
    assert layers.mask("caller", True) == before, "others call the kept layer"
    assert [(entry.white, entry.black) for entry in layers.shown()][1:] == [(True, True)]
    error = layers.user_layers.set_draft(own("one", "caller(own)"), "one")
    assert error is not None and "a layer cannot be made of itself" in error.message
    layers.user_layers.end_draft()
    assert layers.mask("one", True) == before
    assert [(entry.white, entry.black) for entry in layers.shown()][1:] == [(True, False)]


def test_a_draft_alone_hides_the_others(layers: ShownLayers) -> None:
    layers.user_layers.set_draft(own("one"), alone=True)
    assert shown_names(layers) == [DRAFT]
    layers.user_layers.set_draft(own("one"))
    assert shown_names(layers) == ["front_spans", DRAFT]


def test_the_style_of_a_draft_is_not_kept(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    layers.user_layers.set_draft(own("one", style=Style(hatch("waves"))), "one")
    assert layers.style_of("one") == Style(hatch("waves"))
    layers.set_style("one", Style(hatch("dotted"), "#123456"))
    assert layers.style_of("one") == Style(hatch("dotted"), "#123456")
    assert layers.all["one"].mark == hatch("dotted")
    layers.user_layers.end_draft()
    assert layers.style_of("one") == Style(hatch("tint"))


def test_nothing_of_a_draft_is_part_of_the_state(layers: ShownLayers) -> None:
    layers.user_layers.set_draft(own("one"))
    layers.set_shown(DRAFT, True, True)
    layers.set_current(DRAFT)
    layers.move(DRAFT, -1)
    assert DRAFT not in json.dumps(layers.state())
    assert layers.user_layers.kept == UserLayers()
    layers.user_layers.end_draft()
    assert layers.current == ""


def test_the_draft_of_a_layer_that_is_deleted_meanwhile_becomes_a_new_one(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    layers.user_layers.set_draft(own("one", "stops(own)"), "one")
    layers.delete("one")
    assert (layers.user_layers.draft, own_names(layers)) == (DRAFT, [DRAFT])
    assert layers.mask(DRAFT, True) == 1 << parse_square("e5")
    layers.user_layers.end_draft()
    assert own_names(layers) == []


def test_a_draft_that_is_kept_under_a_new_name_leaves_one_row(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(one="own"))
    layers.user_layers.set_draft(own("first"), "one")
    layers.user_layers.keep(own("first", "stops(own)"), "one")
    assert (layers.user_layers.draft, own_names(layers)) == ("first", ["first"])
    layers.user_layers.end_draft()
    assert layers.mask("first", True) == 1 << parse_square("e5")


@pytest.mark.parametrize("formula", ["own &", "own | " * 1000, "own\n" * 4096])
def test_a_draft_that_cannot_be_kept_comes_back_at_the_next_start(layers: ShownLayers, formula: str) -> None:
    draft = own("", formula)._replace(definition="d" * 2000)
    layers.user_layers.set_draft(draft)
    values = json.loads(json.dumps(layers.user_layers.draft_values()))
    layers.user_layers.restore_unsaved(values)
    assert layers.user_layers.unsaved == (draft, "")
