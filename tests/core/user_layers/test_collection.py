from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Mark, Style, badge, hatch, style_fault
from pawnviz.core.layers.registry import (
    LONGEST_IDENTIFIER,
    free_identifier,
    identifier_fault,
    identifier_for,
    text_fault,
)
from pawnviz.core.user_layers.collection import (
    MOST_LAYERS,
    NEW_MARKS,
    USER_LAYERS,
    USER_STYLE,
    Choice,
    UserLayer,
    UserLayers,
    choices_for,
    imported,
    new_mark,
    renamed_calls,
)
from tests.strategies import Board, array_sides, masks_list

WHITE, BLACK = Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8").sides()


def own(identifier: str, formula: str, title: str = "", definition: str = "", style: Style = USER_STYLE) -> UserLayer:
    return UserLayer(identifier, title or identifier.capitalize(), formula, definition, style)


def own_layers(**formulas: str) -> UserLayers:
    return UserLayers(own(identifier, formula) for identifier, formula in formulas.items())


def squares(layers: UserLayers, identifier: str, side: Side[int] = WHITE) -> str:
    return square_names(layers.layers[identifier](side))


def test_an_own_layer_is_the_same_value_as_a_built_in_one() -> None:
    style = Style(badge("G"), "#123456", "", 0.5)
    layers = UserLayers([own("guarded", "own & attacks(own)", "Guarded", "Guarded by a pawn.", style)])
    layer = layers.layers["guarded"]
    assert (layer.identifier, layer.title, layer.formula) == ("guarded", "Guarded", "own & attacks(own)")
    assert (layer.definition, layer.mark, layer.turns, layer.rule) == ("Guarded by a pawn.", badge("G"), True, "")
    assert layer.chapter is USER_LAYERS
    assert layer(WHITE) == WHITE.pawns & LAYERS["attacks"](WHITE)
    assert layer(BLACK) == BLACK.pawns & LAYERS["attacks"](BLACK)


def test_layers_call_one_another_in_any_order() -> None:
    layers = own_layers(unguarded="own - guarded(own)", guarded="own & attacks(own)", all_guarded="guarded(white)")
    assert layers.faults == {}
    assert squares(layers, "guarded") == "c3 e3 d4"
    assert layers.layers["unguarded"](WHITE) == WHITE.pawns ^ layers.layers["guarded"](WHITE)
    assert squares(layers, "all_guarded", BLACK) == squares(layers, "guarded", WHITE)


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
    assert layers.with_entry(layers.entry("two")._replace(style=style), "two").entry("two").style == style


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
    with pytest.raises(ValueError, match="there are at most 200 user layers"):
        UserLayers(own(f"layer_{number}", "own") for number in range(MOST_LAYERS + 1))
    with pytest.raises(ValueError, match="one is the name of another of your layers"):
        own_layers(one="own").with_entry(own("one", "own"))


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


TAKE, REPLACE, SKIP = Choice.TAKE, Choice.REPLACE, Choice.SKIP
MINE = UserLayers([UserLayer("base", "Mine", "own"), UserLayer("caller", "Caller", "base(own)")])


def entry(identifier: str, formula: str = "enemy") -> UserLayer:
    return UserLayer(identifier, identifier.capitalize(), formula)


def formulas(layers: UserLayers) -> dict[str, str]:
    return {layer.identifier: layer.formula for layer in layers.entries}


def test_a_new_layer_is_taken_behind_the_others() -> None:
    assert choices_for(MINE, entry("new")) == (TAKE, SKIP)
    result = imported(MINE, [entry("new")], [TAKE])
    assert formulas(result.layers) == {"base": "own", "caller": "base(own)", "new": "enemy"}
    assert result.identifiers == ("new",)


def test_a_layer_whose_name_is_taken_gets_another_and_its_callers_follow() -> None:
    assert choices_for(MINE, entry("base")) == (TAKE, REPLACE, SKIP)
    entries = [entry("base"), entry("other", "base(own) | base(enemy)")]
    result = imported(MINE, entries, [TAKE, TAKE])
    assert result.identifiers == ("base_2", "other")
    assert formulas(result.layers) == {
        "base": "own",
        "caller": "base(own)",
        "base_2": "enemy",
        "other": "base_2(own) | base_2(enemy)",
    }


def test_a_layer_takes_the_place_of_the_one_of_its_name_when_asked_to() -> None:
    result = imported(MINE, [entry("base"), entry("other", "base(own)")], [REPLACE, TAKE])
    assert result.identifiers == ("base", "other")
    assert formulas(result.layers) == {"base": "enemy", "caller": "base(own)", "other": "base(own)"}


def test_what_is_there_already_is_left_out_and_still_called() -> None:
    assert choices_for(MINE, MINE.entry("base")) == (SKIP, TAKE)
    result = imported(MINE, [MINE.entry("base"), entry("other", "base(own)")], [SKIP, TAKE])
    assert result.identifiers == ("", "other")
    assert formulas(result.layers)["other"] == "base(own)"
    assert result.layers.faults == {}


def test_a_name_that_another_entry_of_the_file_has_is_not_given_away() -> None:
    entries = [entry("base"), entry("base_2", "base(own)")]
    result = imported(MINE, entries, [TAKE, TAKE])
    assert result.identifiers == ("base_3", "base_2")
    assert result.layers.faults == {}
    assert formulas(result.layers)["base_2"] == "base_3(own)"


def test_a_formula_that_calls_what_was_left_out_is_wrong_and_kept() -> None:
    result = imported(UserLayers(), [entry("base"), entry("other", "base(own)")], [SKIP, TAKE])
    assert list(result.layers.faults) == ["other"]


def test_too_many_layers_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 200 user layers"):
        imported(MINE, [entry(f"layer_{number}") for number in range(MOST_LAYERS - 1)], [TAKE] * (MOST_LAYERS - 1))


@given(st.data())
def test_nothing_of_ones_own_changes_unless_it_is_replaced(data: st.DataObject) -> None:
    names = st.sampled_from(["base", "caller", "base_2", "base_3", "new"])
    entries = [
        entry(name, data.draw(st.sampled_from(["own", "base(own)", "base_2(own) | caller(own)"])))
        for name in data.draw(st.lists(names, unique=True))
    ]
    choices = [data.draw(st.sampled_from(Choice)) for _ in entries]
    result = imported(MINE, entries, choices)
    replaced = {layer.identifier for layer, choice in zip(entries, choices, strict=True) if choice is REPLACE}
    for mine in MINE.entries:
        assert mine.identifier in replaced or result.layers.entry(mine.identifier) == mine
    for layer, choice, identifier in zip(entries, choices, result.identifiers, strict=True):
        assert bool(identifier) == (choice is not SKIP)
        if identifier:
            assert result.layers.entry(identifier).title == layer.title
    taken = sum(choice is not SKIP for choice in choices)
    assert len(result.layers) == len(MINE) + taken - len(replaced & set(MINE.layers))


@pytest.mark.parametrize("identifier", ["a", "wide_holes", "my_holes_2", "x1", "a" * LONGEST_IDENTIFIER])
def test_a_name_in_snake_case_can_be_had(identifier: str) -> None:
    assert identifier_fault(identifier) == ""


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("", "a name is expected, such as lasting_holes"),
        ("Holes", "“Holes” is not a name"),
        ("my holes", "“my holes” is not a name"),
        ("_holes", "“_holes” is not a name"),
        ("my__holes", "“my__holes” is not a name"),
        ("holes\n", "“holes\\n” is not a name"),
        ("wide_hоles", "“о” CYRILLIC SMALL LETTER O (U+043E) is not one of the letters a to z"),
        ("wide_holes\u202e", "RIGHT-TO-LEFT OVERRIDE (U+202E) is not one of the letters a to z"),
        ("a" * 41, "a name is at most 40 characters long, this one is 41"),
        ("front_spans", "front_spans is a built-in layer"),
        ("island_count", "island_count is a built-in number"),
        ("own", "own has a meaning of its own in formulas"),
        ("rank_4", "rank_4 has a meaning of its own in formulas"),
        ("popcount", "popcount has a meaning of its own in formulas"),
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
        ("", "my_layer"),
        ("Attacks", "attacks_2"),
        ("Taken", "taken_3"),
        ("E4", "e4_2"),
        ("Bench 2b", "my_layer"),
        ("Bench b", "b"),
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
    assert free_identifier("a" * 40, {"a" * 40}) == "a" * 38 + "_2"
    assert free_identifier("ab_" * 13 + "c", {"ab_" * 13 + "c"}) == ("ab_" * 13)[:-1] + "_2"


def test_a_title_is_one_line_of_signs() -> None:
    assert text_fault("Löcher – “alle” ♙", "a title", 60) == ""
    assert text_fault("a\tb", "a title", 60).startswith("a title is one line of printable characters; ")
    assert "RIGHT-TO-LEFT OVERRIDE (U+202E)" in text_fault("a\u202eb", "a title", 60)
    assert text_fault("x" * 61, "a title", 60) == "a title is at most 60 characters long, this one is 61"
