"""The layers by chapter in the user's order."""

from __future__ import annotations

from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import USER_LAYERS, UserLayers
from pawnviz.model.layers.shown_layers import ShownLayers
from tests.model.layers.lists import ORDER, Counter, chapter_names, own_layers, own_names, shown_names


def test_a_layer_moves_within_its_chapter_and_no_further(layers: ShownLayers) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    before = chapter_names(layers, "front_spans")
    layers.move("front_spans", 2)
    assert chapter_names(layers, "front_spans") == [before[1], before[2], before[0], *before[3:]]
    layers.move("front_spans", -1)
    assert chapter_names(layers, "front_spans") == [before[1], before[0], *before[2:]]
    layers.move("front_spans", 1000)
    assert chapter_names(layers, "front_spans") == [*before[1:], before[0]]
    layers.move("front_spans", -1000)
    assert chapter_names(layers, "front_spans") == before
    assert changes.count == 4


def test_the_order_of_the_list_is_the_order_of_what_is_shown(layers: ShownLayers) -> None:
    layers.apply_preset(["front_spans", "stops"])
    layers.move("stops", -100)
    assert shown_names(layers) == ["stops", "front_spans"]


def test_a_layer_that_the_stored_order_does_not_know_stands_behind_its_neighbour(layers: ShownLayers) -> None:
    order = [identifier for identifier in reversed(LAYERS) if identifier not in ("rear_spans", "pawns")]
    assert layers.restore({"order": order}) == []
    names = chapter_names(layers, "rear_spans")
    assert names[names.index("front_spans") + 1] == "rear_spans"
    assert chapter_names(layers, "pawns")[0] == "pawns"


def test_own_layers_have_a_chapter_behind_the_others_while_there_are_any(layers: ShownLayers) -> None:
    assert own_names(layers) == []
    layers.user_layers.set_kept(own_layers(one="own", two="enemy"))
    assert own_names(layers) == ["one", "two"]
    assert tuple(layers.all) == (*ORDER, "one", "two")
    assert layers.all["one"].chapter is USER_LAYERS
    layers.user_layers.set_kept(UserLayers())
    assert own_names(layers) == []
    assert tuple(layers.all) == ORDER
