"""What is shown and how, what can be brought back, and what comes back at the next start."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.catalog import presets
from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, hatch
from pawnviz.core.picture.picture import LegendEntry, Look, make_picture
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from tests.model.layers.lists import ORDER, TWO_PAWNS, Counter, names_at, own_layers, shown_names, temporary


def test_nothing_is_announced_when_nothing_changes(layers: ShownLayers) -> None:
    changes = Counter()
    for signal in (layers.changed, layers.current_changed):
        signal.connect(changes)
    layers.set_shown("front_spans", True, True)
    layers.apply_preset(["front_spans"])
    layers.set_style("stops", Style(LAYERS["stops"].mark))
    layers.reset_style("front_spans")
    layers.set_preview("")
    layers.set_current(layers.current)
    layers.set_temporary(())
    layers.move("front_spans", 0)
    layers.move("front_spans", -5)
    assert layers.restore(layers.state()) == []
    assert changes.count == 0


def test_toggle_switches_both_sides_and_any_side_off(layers: ShownLayers) -> None:
    layers.toggle("stops")
    assert layers.sides_of("stops")[0]
    assert layers.sides_of("stops")[1]
    layers.set_shown("stops", False, True)
    layers.toggle("stops")
    assert shown_names(layers) == ["front_spans"]


def test_a_preview_is_shown_for_both_sides_and_leaves_no_trace(layers: ShownLayers) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    layers.set_shown("front_spans", True, False)
    before = layers.shown()
    layers.set_preview("front_spans")
    assert layers.shown()[0].black
    layers.set_preview("lee_squares")
    assert shown_names(layers) == ["front_spans", "lee_squares"]
    assert not layers.sides_of("lee_squares")[0]
    assert "lee_squares" not in layers.state()["shown"]
    layers.set_preview("")
    assert layers.shown() == before
    assert changes.count == 4


def test_show_alone_twice_brings_back_what_was_shown(layers: ShownLayers) -> None:
    layers.apply_preset(["stops", "pawns", "attacks"])
    layers.set_shown("attacks", True, False)
    before = layers.shown()
    layers.show_alone("lee_squares")
    assert shown_names(layers) == ["lee_squares"]
    layers.show_alone("lee_squares")
    assert layers.shown() == before


def test_show_alone_of_another_layer_still_remembers_the_first_choice(layers: ShownLayers) -> None:
    layers.apply_preset(["stops", "pawns"])
    before = layers.shown()
    layers.show_alone("lee_squares")
    layers.show_alone("stops")
    assert shown_names(layers) == ["stops"]
    layers.show_alone("stops")
    assert layers.shown() == before


def test_show_alone_keeps_the_sides_of_a_shown_layer(layers: ShownLayers) -> None:
    layers.set_shown("attacks", False, True)
    layers.show_alone("attacks")
    (entry,) = layers.shown()
    assert (entry.white, entry.black) == (False, True)


def test_a_change_after_show_alone_is_the_new_choice(layers: ShownLayers) -> None:
    layers.apply_preset(["stops", "pawns"])
    layers.show_alone("lee_squares")
    layers.toggle("attacks")
    layers.toggle("attacks")
    layers.show_alone("lee_squares")
    assert shown_names(layers) == ["lee_squares"]


def test_a_preset_shows_exactly_its_layers_for_both_sides_with_one_word(layers: ShownLayers) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    layers.apply_preset(["isolated_pawns", "stops"])
    assert [(entry.layer.identifier, entry.white, entry.black) for entry in layers.shown()] == [
        ("isolated_pawns", True, True),
        ("stops", True, True),
    ]
    layers.clear()
    assert layers.shown() == ()
    assert changes.count == 2


@pytest.mark.parametrize(
    "method", ["toggle", "show_alone", "set_preview", "set_current", "sides_of", "style_of", "reset_style"]
)
def test_an_unknown_layer_is_refused_and_changes_nothing(layers: ShownLayers, method: str) -> None:
    before = layers.state()
    with pytest.raises(KeyError):
        getattr(layers, method)("no_such_layer")
    with pytest.raises(KeyError):
        layers.apply_preset(["stops", "no_such_layer"])
    assert layers.state() == before
    assert layers.now.preview == ""


# What was shown comes back


def test_at_first_there_is_nothing_to_bring_back(layers: ShownLayers) -> None:
    layers.bring_back_shown()
    assert shown_names(layers) == ["front_spans"]
    assert not layers.can_bring_back


def test_what_was_replaced_comes_back_and_goes_again(layers: ShownLayers) -> None:
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


def test_a_preset_that_changes_nothing_leaves_what_comes_back(layers: ShownLayers) -> None:
    layers.apply_preset(["stops"])
    layers.apply_preset(["stops"])
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"front_spans": "both"}


def test_bringing_back_leaves_temporary_layers_as_they_are(layers: ShownLayers) -> None:
    layers.clear()
    layers.set_temporary([temporary("printed")])
    layers.set_shown("printed", True, False)
    layers.bring_back_shown()
    assert [(entry.layer.identifier, entry.white, entry.black) for entry in layers.shown()] == [
        ("front_spans", True, True),
        ("printed", True, False),
    ]
    layers.clear()
    layers.set_temporary([])
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"front_spans": "both"}


def test_a_layer_that_is_gone_is_not_brought_back_and_a_renamed_one_is(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(UserLayers([UserLayer("gone", "Gone", "own"), UserLayer("kept", "Kept", "own")]))
    layers.apply_preset(["gone", "kept"])
    layers.clear()
    layers.delete("gone")
    layers.user_layers.keep(UserLayer("named", "Kept", "own"), "kept")
    layers.bring_back_shown()
    assert layers.state()["shown"] == {"named": "both"}


# Order


def test_a_shown_layer_moves_among_the_shown_ones_and_no_further(layers: ShownLayers) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    layers.apply_preset(["isolated_pawns", "levers", "stops"])
    layers.move("stops", -1)
    assert shown_names(layers) == ["isolated_pawns", "stops", "levers"]
    layers.move("isolated_pawns", 1000)
    assert shown_names(layers) == ["stops", "levers", "isolated_pawns"]
    layers.move("isolated_pawns", -1000)
    assert shown_names(layers) == ["isolated_pawns", "stops", "levers"]
    assert changes.count == 4
    assert sorted(layers.all) == sorted(LAYERS)


def test_a_layer_that_is_not_shown_moves_among_all(layers: ShownLayers) -> None:
    layers.move(ORDER[0], 2)
    assert tuple(layers.all) == (ORDER[1], ORDER[2], ORDER[0], *ORDER[3:])
    layers.move(ORDER[0], -2)
    assert tuple(layers.all) == ORDER


def test_temporary_layers_stay_last(layers: ShownLayers) -> None:
    layers.set_temporary((temporary("printed"), temporary("meant")))
    layers.move("printed", 1)
    layers.move("front_spans", 5)
    assert shown_names(layers) == ["front_spans", "printed", "meant"]


def test_a_layer_that_the_stored_order_lacks_comes_after_its_predecessor(layers: ShownLayers) -> None:
    order = [identifier for identifier in reversed(ORDER) if identifier not in (ORDER[0], ORDER[40])]
    assert layers.restore({"order": order}) == []
    names = list(layers.all)
    assert names[0] == ORDER[0]
    assert names[names.index(ORDER[39]) + 1] == ORDER[40]


# Exceptions


@pytest.fixture
def squares(layers: ShownLayers) -> ShownLayers:
    """The layers with the preset that marks the squares where a pawn is not safe."""
    preset = next(preset for preset in presets() if preset.exceptions)
    layers.document.set_fen("8/8/8/3p4/4P3/8/8/8 w - - 0 1")
    layers.apply_preset(preset.layers)
    return layers


def unsafe_entry(layers: ShownLayers) -> LegendEntry:
    """Return the entry of the layer in the legend of the board."""
    picture = make_picture(layers.document.position, Look(layers=layers.shown()))
    return next(entry for entry in picture.legend if entry.layer == "safe_squares")


def test_the_preset_of_squares_marks_those_that_are_not_safe(squares: ShownLayers) -> None:
    entry = unsafe_entry(squares)
    assert (entry.title, entry.white_count, entry.black_count) == ("Not safe", 2, 2)
    picture = make_picture(squares.document.position, Look(layers=squares.shown()))
    marked = [
        square
        for square, cell in enumerate(picture.cells)
        if any(mark.layer == "safe_squares" and mark.white for mark in cell.marks)
    ]
    assert marked == [parse_square("c4"), parse_square("e4")]
    assert squares.mask("safe_squares", True).bit_count() == 62, "mask and count stay"


def test_a_layer_that_is_switched_on_by_hand_marks_its_own_squares(squares: ShownLayers) -> None:
    squares.toggle("safe_squares")
    squares.toggle("safe_squares")
    assert (unsafe_entry(squares).title, unsafe_entry(squares).white_count) == ("Safe squares", 62)


def test_a_further_layer_leaves_the_exception(squares: ShownLayers) -> None:
    squares.toggle("stops")
    assert unsafe_entry(squares).title == "Not safe"


def test_the_exception_comes_back_at_the_next_start(squares: ShownLayers, document: Document) -> None:
    squares.toggle("stops")
    again = ShownLayers(document)
    assert again.restore(json.loads(json.dumps(squares.state()))) == []
    assert unsafe_entry(again).title == "Not safe"


def test_an_old_session_with_safe_squares_marks_these(layers: ShownLayers) -> None:
    assert layers.restore({"shown": {"outposts": "both", "safe_squares": "both"}}) == []
    assert unsafe_entry(layers).title == "Safe squares"
    for wrong in (["attacks", 7], {"safe_squares": 1}):
        assert layers.restore({"shown": {"safe_squares": "both"}, "exceptions": wrong})
        assert unsafe_entry(layers).title == "Safe squares"


# Squares


def test_masks_are_those_of_the_core_for_the_position(layers: ShownLayers, document: Document) -> None:
    for fen in (TWO_PAWNS, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "8/8/8/8/8/8/8/8"):
        document.set_fen(fen)
        white, black = Position.from_fen(fen).sides()
        for identifier, layer in LAYERS.items():
            assert layers.mask(identifier, True) == layer(white)
            assert layers.mask(identifier, False) == layer(black)


def test_a_slot_that_runs_before_the_models_own_reads_the_new_masks(qapp: object) -> None:
    document = Document()
    seen: list[int] = []
    model: list[ShownLayers] = []
    document.position_changed.connect(lambda: seen.append(model[0].mask("pawns", True)))
    model.append(ShownLayers(document))
    assert model[0].mask("pawns", True) == 0xFF00
    document.clear()
    assert seen == [0]


# Styles


def test_a_style_is_kept_until_it_is_reset(layers: ShownLayers) -> None:
    changes = Counter()
    layers.changed.connect(changes)
    style = Style(hatch("waves"), "#112233", "", 0.5)
    layers.set_style("front_spans", style)
    assert layers.style_of("front_spans") == layers.shown()[0].style == style
    assert layers.has_own_style("front_spans")
    layers.reset_style("front_spans")
    assert layers.style_of("front_spans") == Style(LAYERS["front_spans"].mark)
    assert not layers.has_own_style("front_spans")
    assert changes.count == 2


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
def test_a_style_that_cannot_be_drawn_is_refused(layers: ShownLayers, style: Style) -> None:
    with pytest.raises(ValueError, match=r"shape|color|opacity|label"):
        layers.set_style("stops", style)
    assert not layers.has_own_style("stops")


# Temporary layers


def test_temporary_layers_are_shown_at_once_as_the_last_ones(layers: ShownLayers) -> None:
    layers.set_temporary((temporary("printed", 0x10), temporary("meant", 0x1)))
    assert list(layers.all)[-2:] == ["printed", "meant"]
    assert shown_names(layers) == ["front_spans", "printed", "meant"]
    assert layers.mask("printed", False) == 0x10
    assert names_at(layers, "e1") == ["printed"] * 2


def test_the_next_temporary_layers_replace_the_former_ones(layers: ShownLayers) -> None:
    layers.set_temporary((temporary("printed", 0x10),))
    layers.set_current("printed")
    layers.set_preview("printed")
    layers.set_style("printed", Style(hatch("waves")))
    assert layers.mask("printed", True) == 0x10
    changes = Counter()
    layers.changed.connect(changes)
    layers.set_temporary((temporary("printed", 0x20),))
    assert layers.mask("printed", True) == 0x20
    assert layers.style_of("printed") == Style(hatch("tint"))
    assert (layers.current, layers.now.preview) == ("", "")
    assert changes.count == 1
    layers.set_temporary(())
    assert layers.now.temporary == ()
    assert shown_names(layers) == ["front_spans"]
    assert changes.count == 2
    with pytest.raises(KeyError):
        layers.mask("printed", True)


def test_a_temporary_layer_does_not_take_the_name_of_a_layer(layers: ShownLayers) -> None:
    layers.user_layers.set_kept(own_layers(printed="own"))
    for taken in ((temporary("stops"),), (temporary("printed"),), (temporary("twice"), temporary("twice"))):
        with pytest.raises(ValueError, match="identifier of its own"):
            layers.set_temporary(taken)
    assert layers.now.temporary == ()


def test_temporary_layers_are_forgotten_by_show_alone_and_by_the_state(layers: ShownLayers) -> None:
    layers.set_temporary((temporary("printed"),))
    layers.set_style("printed", Style(hatch("waves")))
    layers.show_alone("stops")
    layers.set_temporary(())
    layers.show_alone("stops")
    assert shown_names(layers) == ["stops"]
    layers.set_temporary((temporary("printed"),))
    assert "printed" not in json.dumps(layers.state())


# Between starts


def test_shown_layers_order_and_styles_come_back(layers: ShownLayers, document: Document) -> None:
    layers.apply_preset(["stops", "attacks"])
    layers.set_shown("attacks", False, True)
    layers.move("stops", 1)
    layers.move("isolated_pawns", 1)
    layers.set_style("stops", Style(Mark(Family.BADGE, "disc", "é"), "#aabbcc", "#000000", 0.25))
    stored = json.loads(json.dumps(layers.state()))
    again = ShownLayers(document)
    assert again.restore(stored) == []
    assert list(again.all) == list(layers.all) != list(ORDER)
    assert again.shown() == layers.shown()
    assert again.state() == layers.state()


def test_an_empty_state_is_the_first_start(layers: ShownLayers) -> None:
    layers.apply_preset(["stops"])
    layers.move("stops", -2)
    layers.set_style("stops", Style(hatch("waves")))
    assert layers.restore({}) == []
    assert shown_names(layers) == ["front_spans"]
    assert tuple(layers.all) == ORDER
    assert not layers.has_own_style("stops")


def test_own_layers_that_are_shown_come_back(layers: ShownLayers, document: Document) -> None:
    layers.user_layers.set_kept(own_layers(one="own", two="own"))
    layers.set_shown("one", True, False)
    layers.set_current("one")
    stored = json.loads(json.dumps(layers.state()))
    again = ShownLayers(document)
    again.user_layers.set_kept(layers.user_layers.kept)
    assert again.restore(stored) == []
    assert (again.shown(), again.current) == (layers.shown(), "one")
    without = ShownLayers(document)
    assert without.restore(stored) == [
        "Shown layers: there is no layer “one”.",
        "Current layer: there is no layer “one”.",
    ]


def test_wrong_parts_of_a_state_are_dropped_and_named(layers: ShownLayers) -> None:
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


def test_temporary_layers_survive_a_restored_state(layers: ShownLayers) -> None:
    layers.set_temporary((temporary("printed"),))
    layers.set_style("printed", Style(hatch("waves")))
    layers.restore({"shown": {"stops": "white"}})
    assert shown_names(layers) == ["stops", "printed"]
    assert layers.style_of("printed") == Style(hatch("waves"))


def test_a_style_of_before_with_a_shape_that_is_gone_opens_with_another_one(layers: ShownLayers) -> None:
    former = {"pawns": ("hatch", "large"), "attacks": ("attack", "letters")}
    styles = {
        name: {"mark": [*mark, ""], "white": "#112233", "black": "", "opacity": 0.5} for name, mark in former.items()
    }
    assert layers.restore({"styles": styles}) == []
    shapes = [layers.style_of(name).mark.shape for name in former]
    assert shapes == ["tint", "dots"]
    assert layers.style_of("pawns").white_color == "#112233"


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
def test_any_state_gives_a_usable_list(layers: ShownLayers, state: dict[str, Any]) -> None:
    layers.restore({})
    layers.restore(state)
    assert sorted(layers.all) == sorted(LAYERS)
    for entry in layers.shown():
        assert entry.style.mark.shape in SHAPES[entry.style.mark.family]
        assert 0.2 <= entry.style.opacity <= 1
    stored = layers.state()
    assert layers.restore(json.loads(json.dumps(stored))) == []
    assert layers.state() == stored


def test_what_was_kept_by_a_former_identifier_is_restored(layers: ShownLayers) -> None:
    style = {"mark": ["target", "ring", ""], "white": "", "black": "", "opacity": 1}
    for former, present in FORMER_IDENTIFIERS.items():
        order = [former, *(name for name in LAYERS if name != present)]
        state = {"shown": {former: "white"}, "styles": {former: style}, "order": order, "current": former}
        assert layers.restore(state) == []
        assert shown_names(layers) == [present]
        assert layers.style_of(present).mark.shape == "ring"
        assert layers.current == present
        assert layers.state()["order"] == list(layers.all)
        assert next(iter(layers.all)) == present
