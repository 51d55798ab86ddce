"""The user's own layers: names, formulas that call one another, and files that people write, change and cut off."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import BOARD, square_names
from pawnviz.core.board.position import START, Position
from pawnviz.core.board.side import Side
from pawnviz.core.formula.tokens import LONGEST_TEXT, FormulaError
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.layers.marks import Family, Mark, Style, badge, hatch, style_fault
from pawnviz.core.user_layers.collection import (
    LARGEST_FILE,
    LONGEST_DEFINITION,
    LONGEST_IDENTIFIER,
    LONGEST_TITLE,
    MOST_LAYERS,
    MY_LAYERS,
    NEW_MARKS,
    OWN_STYLE,
    Fault,
    UserLayer,
    UserLayers,
    formula_faults,
    free_identifier,
    identifier_fault,
    identifier_for,
    new_mark,
    read_layers,
    renamed_calls,
    text_fault,
    write_layers,
)
from tests.strategies import Board, array_sides, boards, masks_list

WHITE, BLACK = Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8").sides()


def own(identifier: str, formula: str, title: str = "", definition: str = "", style: Style = OWN_STYLE) -> UserLayer:
    return UserLayer(identifier, title or identifier.capitalize(), formula, definition, style)


def own_layers(**formulas: str) -> UserLayers:
    return UserLayers(own(identifier, formula) for identifier, formula in formulas.items())


def squares(layers: UserLayers, identifier: str, side: Side[int] = WHITE) -> str:
    return square_names(layers.layers[identifier](side))


def messages(text: str) -> list[str]:
    return [str(fault) for fault in read_layers(text)[1]]


def file_of(*entries: object, **head: object) -> str:
    return json.dumps({"pawnviz": "layers", "version": 1, "layers": entries} | head)


def entry(**values: object) -> dict[str, object]:
    return {"identifier": "mine", "title": "Mine", "formula": "own"} | values


# Layers


def test_an_own_layer_is_the_same_value_as_a_built_in_one() -> None:
    style = Style(badge("G"), "#123456", "", 0.5)
    layers = UserLayers([own("guarded", "own & attacks(own)", "Guarded", "Guarded by a pawn.", style)])
    layer = layers.layers["guarded"]
    assert (layer.identifier, layer.title, layer.formula) == ("guarded", "Guarded", "own & attacks(own)")
    assert (layer.definition, layer.mark, layer.turns, layer.rule) == ("Guarded by a pawn.", badge("G"), True, "")
    assert layer.chapter is MY_LAYERS
    assert layer(WHITE) == WHITE.pawns & LAYERS["attacks"](WHITE)
    assert layer(BLACK) == BLACK.pawns & LAYERS["attacks"](BLACK)


def test_layers_call_one_another_in_any_order() -> None:
    layers = own_layers(unguarded="own - guarded(own)", guarded="own & attacks(own)", all_guarded="guarded(white)")
    assert layers.faults == {}
    assert squares(layers, "guarded") == "c3 e3 d4"
    assert layers.layers["unguarded"](WHITE) == WHITE.pawns ^ layers.layers["guarded"](WHITE)
    assert squares(layers, "all_guarded", BLACK) == squares(layers, "guarded", WHITE)


@given(st.lists(boards(), min_size=1, max_size=5))
def test_arrays_give_what_ints_give(many: list[Board]) -> None:
    layers = own_layers(
        guarded="own & attacks(own)", odd="guarded(forward(enemy)) ^ {e4} | ~front_spans(guarded(white)) >> 3"
    )
    for layer in layers.layers.values():
        for number, side in enumerate(array_sides(many)):
            masks = [layer(board.sides()[number]) for board in many]
            assert all(0 <= mask <= BOARD for mask in masks)
            assert masks_list(layer(side)) == masks


def test_a_side_does_not_remember_what_a_name_meant_before() -> None:
    position = START.with_white_to_move(False)
    side = position.sides()[0]
    before, after = own_layers(mine="rank_1", caller="mine(own)"), own_layers(mine="rank_2", caller="mine(own)")
    assert squares(before, "caller", side) == "a1 b1 c1 d1 e1 f1 g1 h1"
    assert squares(after, "caller", side) == "a2 b2 c2 d2 e2 f2 g2 h2"
    assert squares(after, "mine", side) == "a2 b2 c2 d2 e2 f2 g2 h2"


def test_a_wrong_formula_holds_no_square_and_its_error_is_kept_with_that_of_its_callers() -> None:
    layers = own_layers(wrong="own &", caller="own | wrong(own)", good="own")
    assert (layers.faults["wrong"].column, layers.faults["caller"].column) == (6, 7)
    assert "the layer wrong cannot be read" in layers.faults["caller"].message
    assert "good" not in layers.faults
    assert squares(layers, "wrong") == squares(layers, "caller") == ""
    assert squares(layers, "good") == square_names(WHITE.pawns)
    assert masks_list(layers.layers["wrong"](array_sides([Board.of("8/8/8/8/8/8/PP6/8")])[0])) == [0]


def test_layers_in_a_circle_are_named_and_the_others_are_not_touched() -> None:
    layers = own_layers(first="second(own)", second="third(own)", third="own | first(own)", other="own")
    assert set(layers.faults) == {"first", "second", "third"}
    assert layers.faults["first"].message == (
        "first calls second calls third calls first; a layer cannot be made of itself"
    )
    assert layers.faults["third"].column == 7


def test_a_draft_is_read_among_the_others_without_being_kept() -> None:
    layers = own_layers(guarded="own & attacks(own)")
    draft = layers.draft(own("free", "own - guarded(own)"))
    assert draft(WHITE) == WHITE.pawns & ~layers.layers["guarded"](WHITE)
    assert "free" not in layers
    with pytest.raises(FormulaError, match="column 5: free calls free; a layer cannot be made of itself"):
        layers.draft(own("free", "own|free(own)"))


def test_a_draft_in_place_of_a_layer_may_not_call_it_nor_its_callers() -> None:
    layers = own_layers(base="own", caller="base(own)")
    for formula in ("base(own)", "caller(own)"):
        for identifier in ("base", "new_name"):
            with pytest.raises(FormulaError, match="a layer cannot be made of itself"):
                layers.draft(own(identifier, formula), instead_of="base")
    assert layers.draft(own("base", "stops(own)"), instead_of="base")(WHITE) == LAYERS["stops"](WHITE)


def test_a_draft_may_call_the_layer_whose_name_it_has_by_mistake() -> None:
    layers = own_layers(base="{e4}")
    assert square_names(layers.draft(own("base", "base(own)"))(WHITE)) == "e4"


@pytest.mark.parametrize(
    "formula",
    [
        "own " * 1023 + "own |",
        "(" * 4096,
        "~" * 4096,
        "own" + "|own" * 1000,
        "own & аttacks(own)",
        "first(own)",
        "deep_63(own) | deep_63(own)",
        "wide_11(own)",
        "{" * 4000,
        "front_spans(" * 340,
    ],
)
def test_what_goes_beyond_the_limits_is_refused_by_name_within_50_milliseconds(formula: str) -> None:
    entries = [own("first", "second(own)"), own("second", "first(own)")]
    entries += [own(f"deep_{n}", f"deep_{n - 1}(own)" if n else "own") for n in range(100)]
    # Written out, each is more than four times as large as the one before it.
    entries += [own(f"wide_{n}", " | ".join([f"wide_{n - 1}({{e4}})"] * 4) if n else "own") for n in range(20)]
    layers = UserLayers(entries)
    with pytest.raises(FormulaError):
        layers.draft(own("warm_up", "deep_3(own) | 1"))
    # Time in which the machine does other work is no fault of the reader.
    times = []
    for attempt in range(3):
        began = time.thread_time()
        with pytest.raises(FormulaError) as refusal:
            layers.draft(own("mine", formula + " " * attempt))
        times.append(time.thread_time() - began)
        assert refusal.value.column >= 1
        assert len(refusal.value.message) <= 200
    assert min(times) < 0.05


# Changes


def test_a_new_layer_comes_last_and_a_changed_one_keeps_its_place() -> None:
    layers = own_layers(one="own", two="enemy").with_entry(own("three", "{e4}"))
    assert list(layers.layers) == ["one", "two", "three"]
    changed = layers.with_entry(own("one", "stops(own)"), instead_of="one")
    assert list(changed.layers) == ["one", "two", "three"]
    assert changed.entry("one").formula == "stops(own)"
    assert layers.entry("one").formula == "own", "the value before is as it was"


def test_the_callers_of_a_layer_with_a_new_name_call_it_by_that() -> None:
    layers = own_layers(base="own", caller="base (own) | base(enemy) | 0xba5e", other="own")
    renamed = layers.with_entry(own("ground", "own"), instead_of="base")
    assert renamed.entry("caller").formula == "ground (own) | ground(enemy) | 0xba5e"
    assert renamed.faults == {}


def test_calls_alone_are_renamed() -> None:
    names = {"base": "ground"}
    assert renamed_calls("base = own; base(own) | base | my_base(own) | base_2(own)", names) == (
        "base = own; ground(own) | base | my_base(own) | base_2(own)"
    )
    assert renamed_calls("own", {}) == "own"
    assert renamed_calls("one(two(own))", {"one": "two", "two": "one"}) == "two(one(own))"


def test_without_a_layer_its_callers_are_wrong_and_right_again_when_it_is_back() -> None:
    layers = own_layers(base="own", caller="base(own)")
    without = layers.without("base")
    assert list(without.layers) == ["caller"]
    assert without.faults["caller"].message.startswith("'base' is not known")
    assert without.with_entry(layers.entry("base")).moved("base", 0) == layers


def test_layers_move_and_are_drawn_in_another_style() -> None:
    layers = own_layers(one="own", two="own", three="own")
    assert list(layers.moved("three", 0).layers) == ["three", "one", "two"]
    assert list(layers.moved("one", 9).layers) == ["two", "three", "one"]
    style = Style(hatch("waves"), "#000000")
    assert layers.with_style("two", style).entry("two").style == style


def test_what_calls_a_layer_and_what_it_calls_is_known_also_where_formulas_are_wrong() -> None:
    layers = own_layers(base="own", middle="base(own) &", top="middle(own) | stops(own)", lone="own", loop="loop(own)")
    assert layers.callers("base") == ("middle",)
    assert layers.callers("loop") == ()
    assert [entry.identifier for entry in layers.with_called(["top", "lone"])] == ["base", "middle", "top", "lone"]
    assert [entry.identifier for entry in layers.with_called(["loop"])] == ["loop"]


def test_equal_layers_are_equal_values() -> None:
    assert own_layers(one="own") == own_layers(one="own")
    assert hash(own_layers(one="own")) == hash(own_layers(one="own"))
    assert own_layers(one="own") != own_layers(one="enemy")
    assert own_layers(one="own", two="own") != own_layers(two="own", one="own")
    assert own_layers() != ()
    assert (len(own_layers(one="own")), "one" in own_layers(one="own")) == (1, True)
    with pytest.raises(KeyError):
        own_layers().entry("one")


def test_a_name_that_cannot_be_had_is_refused() -> None:
    with pytest.raises(ValueError, match="attacks is a built-in layer"):
        own_layers(attacks="own")
    with pytest.raises(ValueError, match="there are at most 200 layers of your own"):
        UserLayers(own(f"layer_{number}", "own") for number in range(MOST_LAYERS + 1))
    with pytest.raises(ValueError, match="one is the name of another of your layers"):
        own_layers(one="own").with_entry(own("one", "own"))


# Names


@pytest.mark.parametrize("identifier", ["a", "wide_holes", "my_holes_2", "x1", "a" * LONGEST_IDENTIFIER])
def test_a_name_in_snake_case_can_be_had(identifier: str) -> None:
    assert identifier_fault(identifier) == ""


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("", "a name is expected, such as lasting_holes"),
        ("Holes", "“Holes” is no name"),
        ("my holes", "“my holes” is no name"),
        ("2holes", "“2holes” is no name"),
        ("_holes", "“_holes” is no name"),
        ("holes_", "“holes_” is no name"),
        ("my__holes", "“my__holes” is no name"),
        ("holes\n", "“holes\\n” is no name"),
        ("wide_hоles", "“о” CYRILLIC SMALL LETTER O (U+043E) is none of the letters a to z"),
        ("wide_holes\u202e", "RIGHT-TO-LEFT OVERRIDE (U+202E) is none of the letters a to z"),
        ("a" * 41, "a name is at most 40 characters long, this one is 41"),
        ("front_spans", "front_spans is a built-in layer"),
        ("island_count", "island_count is a built-in number"),
        ("own", "own has a meaning of its own in formulas"),
        ("rank_4", "rank_4 has a meaning of its own in formulas"),
        ("north_fill", "north_fill has a meaning of its own in formulas"),
        ("popcount", "popcount has a meaning of its own in formulas"),
        ("or", "or has a meaning of its own in formulas"),
        ("exhibit_1", "names that start with exhibit_ are the program's own"),
        ("bench_mask", "names that start with bench_ are the program's own"),
        ("e4", "e4 has a meaning of its own in formulas"),
        ("taken", "taken is the name of another of your layers"),
    ],
)
def test_a_name_that_cannot_be_had_is_explained(identifier: str, words: str) -> None:
    assert identifier_fault(identifier, {"taken"}).startswith(words)


@pytest.mark.parametrize(
    ("title", "identifier"),
    [
        ("Lasting holes", "lasting_holes"),
        ("Übermut – 1. Teil", "ubermut_1_teil"),
        ("4th rank", "th_rank"),
        ("Пешки", "my_layer"),
        ("", "my_layer"),
        ("Attacks", "attacks_2"),
        ("Taken", "taken_3"),
        ("Own", "own_2"),
        ("E4", "e4_2"),
        ("Exhibit 2b", "my_layer"),
        ("Exhibit b", "b"),
        ("Exhibit exhibit b", "my_layer"),
        ("Bench", "bench"),
        ("x" * 500, "x" * 40),
    ],
)
def test_a_title_gives_a_name(title: str, identifier: str) -> None:
    assert identifier_for(title, {"taken", "taken_2"}) == identifier


@given(st.text(), st.sets(st.sampled_from(["a", "a_2", "my_layer", "b"])))
def test_a_name_made_of_a_title_can_always_be_had(title: str, taken: set[str]) -> None:
    assert identifier_fault(identifier_for(title, taken), taken) == ""


def test_a_free_name_is_no_longer_than_a_name_may_be() -> None:
    longest = "a" * LONGEST_IDENTIFIER
    assert free_identifier(longest, {longest}) == "a" * 38 + "_2"
    assert free_identifier("ab_" * 13 + "c", {"ab_" * 13 + "c"}) == ("ab_" * 13)[:-1] + "_2"


def test_a_title_is_one_line_of_signs() -> None:
    assert text_fault("Löcher – “alle” ♙", "a title", 60) == ""
    assert text_fault("a\tb", "a title", 60).startswith("a title is one line of letters and signs; ")
    assert "RIGHT-TO-LEFT OVERRIDE (U+202E)" in text_fault("a\u202eb", "a title", 60)
    assert text_fault("x" * 61, "a title", 60) == "a title is at most 60 characters long, this one is 61"


# Files


FILE = """\
{
  "pawnviz": "layers",
  "version": 1,
  "layers": [
    {
      "identifier": "my_holes",
      "title": "Löcher",
      "definition": "",
      "formula": [
        "mine = rank_3 | rank_4;",
        "mine - front_attack_spans(own)"
      ],
      "mark": ["badge", "disc", "½"],
      "white": "",
      "black": "#9c3f78",
      "opacity": 0.8
    }
  ]
}
"""


def test_a_file_is_written_for_people() -> None:
    layer = UserLayer("my_holes", "Löcher", "mine = rank_3 | rank_4;\nmine - front_attack_spans(own)")
    text = write_layers([replace(layer, style=Style(badge("½"), "", "#9c3f78", 0.8))])
    assert text == FILE
    assert write_layers([]) == '{\n  "pawnviz": "layers",\n  "version": 1,\n  "layers": []\n}\n'


@st.composite
def user_layers(draw: st.DrawFn) -> tuple[UserLayer, ...]:
    titles = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
    colors = st.sampled_from(["", "#123456", "#ABCDEF"])
    marks = st.sampled_from([hatch("waves"), badge("½"), badge("")])
    styles = st.builds(Style, marks, colors, colors, st.floats(0.2, 1))
    taken: list[str] = []
    entries = []
    for title in draw(st.lists(titles, max_size=5)):
        taken.append(identifier_for(title, taken))
        definition = draw(titles)
        entries.append(UserLayer(taken[-1], title, draw(texts), definition, draw(styles)))
    return tuple(entries)


@given(user_layers())
def test_what_is_written_is_read_again(entries: tuple[UserLayer, ...]) -> None:
    assert read_layers(write_layers(entries)) == (entries, ())
    assert read_layers("\ufeff" + write_layers(entries)) == (entries, ())


def test_an_entry_needs_but_a_title_or_a_name_and_a_formula() -> None:
    entries, faults = read_layers(
        file_of({"title": "Lasting holes", "formula": "own"}, {"identifier": "my_rams", "formula": ["own", "& enemy"]})
    )
    assert faults == ()
    assert entries == (
        UserLayer("lasting_holes", "Lasting holes", "own"),
        UserLayer("my_rams", "My rams", "own\n& enemy"),
    )


def test_a_style_may_be_given_in_part() -> None:
    (one, two), faults = read_layers(
        file_of(entry(identifier="one", mark=["badge", "disc", "M"]), entry(identifier="two", white="#112233"))
    )
    assert faults == ()
    assert one.style == Style(badge("M"))
    assert two.style == OWN_STYLE._replace(white_color="#112233")


@pytest.mark.parametrize(
    ("values", "said", "kept"),
    [
        (7, "entry 2: an entry is an object with a title and a formula", False),
        ({}, "entry 2: a formula is expected, as a text or a list of lines", False),
        (entry(formula=None), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (entry(formula=[]), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (entry(formula=["own", 3]), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (entry(formula="\ud800"), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (
            entry(formula="x" * 4097),
            "entry 2 “Mine”, column 4097 of the formula: a formula is at most 4096 characters long, this one is 4097",
            False,
        ),
        ({"formula": "own"}, "entry 2 “my_layer”: a title is expected", True),
        (entry(title=5), "entry 2 “mine”: a title is a text", True),
        (
            entry(title="x" * 61),
            "entry 2 “" + "x" * 37 + "…”: a title is at most 60 characters long, this one is 61",
            True,
        ),
        (entry(title="a\u202eb"), "entry 2 “a\\u202eb”: a title is one line of letters and signs; RIGHT-TO-LEFT", True),
        (entry(definition=[]), "entry 2 “Mine”: a definition is a text", True),
        (entry(identifier=5), "entry 2 “Mine”: an identifier is a text such as lasting_holes", True),
        (
            entry(identifier="My Holes"),
            "entry 2 “Mine”: “My Holes” is no name; it is written with a to z, digits and _ like lasting_holes; "
            "this one is read as my_holes",
            True,
        ),
        (entry(identifier="good"), "entry 2 “Mine”: good is the name of an entry before it; this one is read as", True),
        (entry(identifier="stops"), "entry 2 “Mine”: stops is a built-in layer; this one is read as stops_2", True),
        (entry(mark="tint"), "entry 2 “Mine”: a mark is a family, a shape and a label", True),
        (entry(opacity=7), "entry 2 “Mine”: the opacity is 0.2 to 1", True),
        (entry(white=None), "entry 2 “Mine”: a color is #rrggbb, or empty for the theme's", True),
    ],
)
def test_a_bad_entry_is_named_and_the_others_are_read(values: object, said: str, kept: bool) -> None:
    before, after = entry(identifier="good"), entry(identifier="last")
    text = file_of(before, values, after)
    entries, faults = read_layers(text)
    assert len(faults) == 1
    assert str(faults[0]).startswith(said)
    names = [layer.identifier for layer in entries]
    assert (names[0], names[-1], len(names)) == ("good", "last", 2 + kept)
    UserLayers(entries)


def test_a_layer_whose_name_became_a_built_in_one_keeps_its_callers() -> None:
    text = file_of(entry(identifier="stops", formula="{e4}"), entry(identifier="caller", formula="stops(own) | own"))
    layers = UserLayers(read_layers(text)[0])
    assert layers.entry("caller").formula == "stops_2(own) | own"
    text = file_of(entry(identifier="stops", formula="stops(own) & rank_4"))
    assert read_layers(text)[0][0].formula == "stops(own) & rank_4", "its own call can mean the built-in one alone"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: this is no JSON (expecting value)"),
        ("[" * 100_000, "this is no JSON that can be read"),
        ('{"a": ' + "1" * 5000 + "}", "this is no JSON that can be read"),
        ("[]", 'this is no file of layers; it should be an object with "pawnviz": "layers"'),
        ('{"pawnviz": "settings", "version": 1}', "this is no file of layers"),
        ('{"pawnviz": "layers", "version": 1}', '"layers" is a list of entries'),
        (file_of(version=None), '"version" is 1, not “None”'),
        (file_of(version=0), '"version" is 1, not “0”'),
        (file_of(version=2), "the file is of version 2, made by a newer pawnviz; what version 1 has in common with it"),
        (" " * (LARGEST_FILE + 1), "a file of layers has at most 8000000 characters, this one has 8000001"),
    ],
)
def test_a_file_that_is_none_is_told_in_a_sentence(text: str, said: str) -> None:
    entries, faults = read_layers(text)
    assert entries == ()
    assert len(faults) == 1
    assert str(faults[0]).startswith(said)
    assert faults[0].entry == 0


def test_of_a_file_that_is_cut_off_or_broken_the_good_entries_are_read() -> None:
    text = write_layers([own("one", "own"), own("two", "enemy"), own("three", "own")])
    cut = text[: text.index('"three"')]
    assert [layer.identifier for layer in read_layers(cut)[0]] == ["one", "two"]
    assert messages(cut) == ["line 26, column 21: this is no JSON (expecting value); 2 entries were read nevertheless"]
    broken = text.replace('"formula": "enemy"', '"formula": "enemy')
    assert [layer.identifier for layer in read_layers(broken)[0]] == ["one", "three"]
    assert messages(broken)[0].startswith("line 19, column 25: this is no JSON (invalid control character at)")


def test_a_file_holds_no_more_layers_than_there_may_be() -> None:
    entries, faults = read_layers(file_of(*({"title": f"Layer {n}", "formula": "own"} for n in range(MOST_LAYERS + 1))))
    assert len(entries) == MOST_LAYERS
    assert str(faults[0]) == "there are at most 200 layers; this file has 201"


def test_faults_of_formulas_have_their_entry_and_column() -> None:
    entries, _ = read_layers(
        file_of(entry(identifier="good"), entry(identifier="bad", title="Bad", formula="own & & own"))
    )
    faults = formula_faults(entries, UserLayers(entries))
    assert [str(fault) for fault in faults] == [
        "“Bad”, column 7 of the formula: expected a set of squares such as own, {e4} or stops(own), found '&'"
    ]


def test_a_fault_says_where_it_is() -> None:
    assert str(Fault(0, "", "words")) == "words"
    assert str(Fault(3, "", "words")) == "entry 3: words"
    assert str(Fault(0, "Holes", "words")) == "“Holes”: words"
    assert str(Fault(3, "Holes", "words", 7)) == "entry 3 “Holes”, column 7 of the formula: words"


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(
            st.sampled_from(["identifier", "title", "formula", "definition", "mark", "white", "black", "opacity", "x"]),
            values,
            max_size=8,
        )
    ),
    max_leaves=25,
)


def check_reader(text: str) -> None:
    """Read a text and see that what is taken can be kept, written and read again, and that words fit on a line."""
    entries, faults = read_layers(text)
    layers = UserLayers(entries)
    assert layers.faults.keys() <= layers.layers.keys()
    assert read_layers(write_layers(entries)) == (entries, ())
    for fault in (*faults, *formula_faults(entries, layers)):
        assert str(fault).isprintable()
        assert len(str(fault)) <= 400
        assert fault.entry >= 0
    for layer in entries:
        assert 0 < len(layer.title) <= LONGEST_TITLE
        assert len(layer.definition) <= LONGEST_DEFINITION
        assert len(layer.formula) <= LONGEST_TEXT
        assert layer.identifier not in LAYERS and layer.identifier not in NUMBERS


@given(st.text() | st.builds(json.dumps, JSON) | st.builds(file_of, JSON, JSON, JSON))
def test_the_reader_takes_any_text(text: str) -> None:
    check_reader(text)


@given(user_layers(), st.data())
def test_the_reader_takes_a_file_that_was_changed_by_hand(entries: tuple[UserLayer, ...], data: st.DataObject) -> None:
    text = write_layers(entries)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    check_reader(text[:start] + data.draw(st.text('[]{}",:\\ab1\n', max_size=5)) + text[end:])


@pytest.mark.parametrize("text", ['{"layers": [' + '{"a":' * 150_000, '{"layers": [' + "{" * 900_000])
def test_a_file_made_to_be_slow_is_not(text: str) -> None:
    began = time.thread_time()
    check_reader(text)
    assert time.thread_time() - began < 5


def test_a_new_mark_is_one_that_is_not_taken_and_at_last_one_that_is_taken_least() -> None:
    taken: list[Mark] = []
    for _ in NEW_MARKS:
        mark = new_mark(taken)
        assert mark in NEW_MARKS and mark not in taken
        taken.append(mark)
    assert new_mark(taken) == NEW_MARKS[0]
    assert new_mark([*taken, NEW_MARKS[0]]) == NEW_MARKS[1]
    assert all(not style_fault(Style(mark)) for mark in NEW_MARKS)


def test_a_badge_with_any_letter_takes_the_badge() -> None:
    others = [mark for mark in NEW_MARKS if mark.family is not Family.BADGE]
    assert new_mark(others) == badge("")
    assert new_mark([*others, badge("G")]) == NEW_MARKS[0]


def test_whether_an_entry_turns_is_found_among_the_layers_that_it_calls() -> None:
    layers = UserLayers([UserLayer("fixed", "Fixed", "white"), UserLayer("turned", "Turned", "fixed(own) | own")])
    assert not layers.turns(UserLayer("new", "New", "fixed(own)"))
    assert layers.turns(UserLayer("new", "New", "turned(own)"))
    assert layers.turns(UserLayer("fixed", "Fixed", "own"), "fixed")
    with pytest.raises(FormulaError):
        layers.turns(UserLayer("fixed", "Fixed", "turned(own)"), "fixed")
