from __future__ import annotations

import time
from typing import Any, Final, cast

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.side import Side
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.names import (
    CONSTANTS,
    FILLS,
    HALVES,
    NAMES,
    PIECE_SETS,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    SIDES,
    STEPS,
    Kind,
    found_words,
    parts,
    words,
)
from pawnviz.core.formula.parser import GREATEST_DEPTH, GREATEST_SIZE, LONGEST_TEXT, FormulaError, parse
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from tests.core.formula.worked import BLACK, SEED, WHITE, own_layer, own_layers
from tests.strategies import Board, array_sides, boards


def holds(text: str, side: Side[int] = WHITE) -> bool:
    """Return whether a condition holds for White, or for another side."""
    truth = parse_condition(text).evaluate(side)
    assert isinstance(truth, bool)
    return truth


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("popcount(own) == 8", True),
        ("popcount(own) != 8", False),
        ("popcount(enemy) < 8", False),
        ("popcount(enemy)<=8", True),
        ("8 > popcount(rank_1 & file_a)", True),
        ("popcount(board) >= 64", True),
        ("popcount({a1 b2} | {c3}) == 3", True),
        ("island_count(own) == 1", True),
        ("island_count({a2 c2 h7}) == 3", True),
        ("island_count(own) < island_count({a1 c1})", True),
        ("popcount(own) > popcount(enemy)", False),
        ("0 == 0", True),
        ("9999 < 1", False),
        ("popcount(own << 8) == 8", True),
        ("not popcount(own) == 8", False),
        ("not not popcount(own) == 8", True),
        ("not (0 == 1) and 1 == 1", True),
        ("0 == 1 and 0 == 1 or 1 == 1", True),
        ("0 == 1 and (0 == 1 or 1 == 1)", False),
        ("1 == 1 or 0 == 1 and 0 == 1", True),
        ("not 1 == 1 or 1 == 1", True),
        ("x = own; popcount(x) == 8", True),
        ("x = own & rank_2; y = x - file_a; popcount(y) < popcount(x)", True),
    ],
)
def test_a_condition_compares_numbers_and_joins_what_holds(text: str, truth: bool) -> None:
    assert holds(text) is truth


@given(boards=st.lists(boards(), min_size=1, max_size=4))
def test_a_condition_of_arrays_is_an_array_of_what_holds_on_each_board(boards: list[Board]) -> None:
    for text in (
        "popcount(own) >= popcount(enemy)",
        "island_count(own) < 2 or not popcount(attacks(own) & enemy) == 0",
        "popcount(own) > 9999 or popcount(own) < 300",
        "2 > 1",
        "not 2 > 1",
        "popcount(front_spans(own | enemy)) > 20 and island_count(enemy) >= 2 and 1 < 2",
    ):
        condition = parse_condition(text)
        for color in (0, 1):
            expected = [condition.evaluate(board.sides()[color]) for board in boards]
            found = cast(NDArray[Any], condition.evaluate(array_sides(boards)[color]))
            assert found.dtype == numpy.bool_
            assert found.tolist() == expected


def test_a_condition_calls_layers_of_the_user_s_own() -> None:
    names = own_layers(guarded="own & attacks(own)")
    condition = parse_condition("popcount(guarded(own)) == 3", names)
    assert condition.evaluate(WHITE) is ((WHITE.pawns & LAYERS["attacks"](WHITE)).bit_count() == 3)
    assert parse_condition("popcount(guarded(own)) == 3", own_layers(guarded="own & attacks(own)")) is condition


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "expected a number such as popcount(own), island_count(own) or 2, found the end"),
        ("popcount(own)", 14, "expected a comparison: <, <=, ==, !=, >= or >, found the end"),
        ("popcount(own) = 2", 15, "found '='; did you mean ==?"),
        ("popcount(own) << 2", 15, "expected a comparison"),
        ("popcount(own) >", 16, "expected a number"),
        ("popcount(own) > 2 >", 19, "expected and, or or the end of the condition, found '>'"),
        ("1 < 2 < 3", 7, "expected and, or or the end of the condition, found '<'"),
        ("popcount > 2", 1, "popcount needs what it is of; expected popcount(own)"),
        ("island_count > 2", 1, "island_count needs what it is of; expected island_count(own)"),
        ("popcount() > 2", 10, "expected a set of squares"),
        ("popcount(own > 2", 14, "expected an operator or the ) of the ( in column 9"),
        ("popcount(own and enemy) > 2", 14, "found 'and'; did you mean &?"),
        ("popcount(island_count(own)) > 2", 10, "island_count is a number, not a set of squares"),
        ("popcount(popcount(own)) > 2", 10, "popcount is a number, not a set of squares"),
        (
            "front_spans(own) > 2",
            1,
            "front_spans is a set of squares, not a number; expected popcount(front_spans(own))",
        ),
        ("own > 2", 1, "own is a set of squares, not a number; expected popcount(own)"),
        ("x = own; x > 2", 10, "x is a set of squares, not a number; expected popcount(x)"),
        ("{e4} > 2", 1, "expected a number"),
        ("0xff > 2", 1, "expected a number"),
        ("popcount(own) > 10000", 17, "expected a count from 0 to 9999, found '10000'"),
        ("popcount(own) > -1", 17, "expected a number"),
        ("(popcount(own) > 2", 19, "expected and, or or the ) of the ( in column 1"),
        ("popcount(own) > 2 and", 22, "expected a number"),
        ("popcount(own) > 2 & 1 < 2", 19, "expected and, or or the end"),
        ("and", 1, "expected a number"),
        ("not", 4, "expected a number"),
        ("popcnt(own) > 2", 1, "'popcnt' is not known; did you mean popcount(own)?"),
        ("isolatd > 2", 1, "'isolatd' is not known; did you mean popcount(isolated_pawns(own))?"),
        ("zzzzz(own) > 2", 1, "'zzzzz' is not known; expected a number"),
        ("and = own; popcount(own) > 2", 1, "and has a meaning of its own"),
        ("popcount(own) ≥ 2", 15, "GREATER-THAN OR EQUAL TO (U+2265)"),
    ],
)
def test_a_wrong_condition_is_refused_with_its_column_and_what_was_expected(text: str, column: int, words: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_condition(text)
    assert caught.value.column == column
    assert words in caught.value.message
    assert len(caught.value.message) <= 200


def test_the_limits_hold_for_conditions() -> None:
    for text, message in (
        ("popcount(own) > 1" + " " * LONGEST_TEXT, "at most 4096 characters"),
        ("(" * 65 + "1 > 2" + ")" * 65, "at most 64 deep"),
        ("not " * 65 + "1 > 2", "at most 64 deep"),
        ("not " * 40 + "popcount(" + "~" * 30 + "own) > 2", "at most 64 deep"),
        (" or ".join(["1>2"] * 200), "at most 512 parts"),
        ("popcount(" + "|".join(["own"] * 510) + ") > 2", "at most 512 parts"),
    ):
        with pytest.raises(FormulaError) as caught:
            parse_condition(text)
        assert message in caught.value.message
        assert 1 <= caught.value.column <= len(text) + 1
    assert parse_condition(" or ".join(["1>2"] * 150)).evaluate(WHITE) is False


def own_refusal(text: str, names: dict[str, Layer], identifier: str = "") -> tuple[int, str]:
    """Return the column and the message with which a text that may call these layers is refused."""
    with pytest.raises(FormulaError) as caught:
        parse(text, names, identifier)
    assert 1 <= caught.value.column <= len(text) + 1
    assert len(caught.value.message) <= 200
    return caught.value.column, caught.value.message


def test_a_formula_calls_layers_of_the_user_s_own() -> None:
    names = own_layers(guarded="own & attacks(own)", unguarded="own - guarded(own)", all_guarded="guarded(white)")
    assert parse("guarded(own)", names).evaluate(WHITE) == WHITE.pawns & LAYERS["attacks"](WHITE)
    assert parse("guarded(enemy)", names).evaluate(WHITE) == BLACK.pawns & LAYERS["attacks"](BLACK)
    assert parse("unguarded(own) | guarded(own)", names).evaluate(BLACK) == BLACK.pawns
    assert parse("all_guarded(black)", names).evaluate(BLACK) == parse("guarded(own)", names).evaluate(WHITE)
    assert square_names(parse("guarded({e4 d3 a2})", names).evaluate(WHITE)) == "e4"
    assert square_names(parse("guarded({e4 d3 a2})", names).evaluate(BLACK)) == "d3"
    called = parse("guarded(own) | unguarded(own)", names).called_layers
    assert [(one.identifier, one.title) for one in called] == [
        ("guarded", "My guarded"),
        ("unguarded", "My unguarded"),
    ]


def test_a_name_with_a_meaning_keeps_it() -> None:
    names = own_layers(stops="{a1}", north="{a1}", pieces="{a1}", island_count="{a1}", popcount="{a1}", own="{a1}")
    assert parse("stops(own)", names) == parse("stops(own)")
    assert parse("north(own) | pieces(own)", names) == parse("north(own) | pieces(own)")
    assert "island_count is a number" in own_refusal("island_count(own)", names)[1]
    assert "popcount is a number" in own_refusal("popcount(own)", names)[1]
    assert parse("own", names).evaluate(WHITE) == WHITE.pawns
    assert parse("men(own)", own_layers(men="own - own")) == parse("men(own)")


def test_a_layer_made_differently_is_computed_anew_for_the_same_side() -> None:
    inner, other = own_layers(mine="inner(own)", inner="{a1}"), own_layers(mine="inner(own)", inner="{b1}")
    assert square_names(parse("mine(own)", inner).evaluate(WHITE)) == "a1"
    assert square_names(parse("mine(own)", other).evaluate(WHITE)) == "b1"


def test_a_called_layer_is_computed_once_for_a_side() -> None:
    side = SEED.sides()[0]
    names = own_layers(slow="safe_squares(own) & stops(own)")
    formula = parse("slow(own) | forward(slow(own))", names)
    first = formula.evaluate(side)
    kept = [mask for key, mask in side.cache.items() if key == formula.called_layers[0].formula.key]
    assert kept == [parse("safe_squares(own) & stops(own)").evaluate(side)]
    assert formula.evaluate(side) == first


def test_the_same_text_with_the_same_layers_is_read_once() -> None:
    assert parse("mine(own)", own_layers(mine="own")) is parse("mine(own)", own_layers(mine="own"))
    assert parse("mine(own)", own_layers(mine="own")) != parse("mine(own)", own_layers(mine="enemy"))


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("mine(own)", 1, "mine calls mine; a layer cannot be made of itself"),
        ("own | first(own)", 7, "first calls mine calls first; a layer cannot be made of itself"),
        ("own | (first\n(own))", 8, "mine calls first calls mine; a layer cannot be made of itself"),
        ("own | ring_a(own)", 7, "ring_a calls ring_b calls … calls ring_a; a layer cannot be made of itself"),
        ("own | twin(own)", 7, "twin calls twin; a layer cannot be made of itself"),
    ],
)
def test_a_layer_made_of_itself_is_refused_by_name(text: str, column: int, words: str) -> None:
    names = own_layers(
        first="mine(own)",
        mine="stops(own) | first(own)",
        twin="twin(enemy)",
        ring_a="ring_b(own)",
        ring_b="ring_c(own)",
        ring_c="ring_d(own)",
        ring_d="ring_a(own)",
    )
    identifier = "mine" if words.startswith("mine") else ""
    assert own_refusal(text, names, identifier) == (column, words)


MADE_OF_ITSELF: Final = "a layer cannot be made of itself"


@pytest.mark.parametrize("length", [64, 65, 100, 200])
def test_a_circle_of_more_layers_than_a_formula_may_call_is_reported_as_a_circle(length: int) -> None:
    names = own_layers(**{f"k{number}": f"k{(number + 1) % length}(own)" for number in range(length)})
    names |= own_layers(before=f"stops(own) | k{length // 2}(own)")
    chain = f"k0 calls k1 calls … calls k0; {MADE_OF_ITSELF}"
    assert own_refusal("own | k0(own)", names) == (7, chain)
    half = length // 2
    middle = f"k{half} calls k{half + 1} calls … calls k{half}; {MADE_OF_ITSELF}"
    assert own_refusal("before(own)", names) == (1, middle)
    assert own_refusal(names["k0"].formula, names, "k0") == (1, chain)


def test_more_layers_than_a_formula_may_call_are_reported_as_too_many_where_there_is_no_circle() -> None:
    many = "a formula calls at most 64 other layers, this one calls more"
    line = own_layers(**{f"k{number}": f"k{number + 1}(own)" for number in range(100)}, k100="own")
    assert own_refusal("k0(own)", line) == (1, many)
    leaves = own_layers(**{f"k{number}": "own" for number in range(65)})
    text = "|".join(f"{name}(own)" for name in leaves)
    assert own_refusal(text, leaves) == (text.index("k64") + 1, many)
    long = own_layers(**{f"k{number}": f"k{(number + 1) % 200}(own)".ljust(LONGEST_TEXT) for number in range(200)})
    assert own_refusal("k0(own)", long) == (1, many), "finding the circle in so long texts would take too long"


def test_a_wrong_layer_is_named_where_it_is_called() -> None:
    names = own_layers(wrong="own &", caller="wrong(own)", empty="", long="own" + " " * LONGEST_TEXT)
    message = "the layer wrong cannot be read: column 6: expected a set of squares"
    assert own_refusal("own | wrong(own)", names)[0] == 7
    assert own_refusal("own | wrong(own)", names)[1].startswith(message)
    assert own_refusal("own | caller(own)", names)[1].startswith(message)
    assert "the layer empty cannot be read: column 1" in own_refusal("empty(own)", names)[1]
    assert "at most 4096 characters" in own_refusal("long(own)", names)[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mine", "mine needs what it is of; expected mine(own)"),
        ("mime(own)", "'mime' is not known; did you mean mine?"),
        ("mime", "'mime' is not known; did you mean mine(own)?"),
    ],
)
def test_advice_names_layers_of_the_user_s_own(text: str, words: str) -> None:
    assert own_refusal(text, own_layers(mine="own"))[1] == words


def test_the_limits_hold_with_the_called_layers_written_out() -> None:
    chain = {"step_0": own_layer("step_0", "own")}
    for number in range(1, 70):
        chain[f"step_{number}"] = own_layer(f"step_{number}", f"step_{number - 1}(own)")
    assert parse("step_62(own)", chain).evaluate(WHITE) == WHITE.pawns
    assert parse("step_62(own)", chain).depth == GREATEST_DEPTH
    assert "step_63 written out" in own_refusal("step_63(own)", chain)[1]
    assert "at most 64 other layers" in own_refusal("step_65(own)", chain)[1]

    doubling = {"power_0": own_layer("power_0", "own")}
    for number in range(1, 30):
        text = f"power_{number - 1}(own) | power_{number - 1}(stops(own))"
        doubling[f"power_{number}"] = own_layer(f"power_{number}", text)
    assert parse("power_8(own)", doubling).evaluate(WHITE) & WHITE.pawns == WHITE.pawns
    assert parse("power_8(own)", doubling).size < GREATEST_SIZE
    assert "at most 4096 parts" in own_refusal("power_12(own)", doubling)[1]
    assert "at most 4096 parts" in own_refusal("power_29(own)", doubling)[1]


def test_a_limit_is_reported_within_fifty_milliseconds() -> None:
    letters = [f"{one}{other}_{number}" for one in "abcdefgh" for other in "abcdefgh" for number in range(3)]
    circle = {
        name: own_layer(name, (f"{following}(own)" + "|own" * 1100)[:LONGEST_TEXT])
        for name, following in zip(letters, [*letters[1:], letters[0]], strict=True)
    }
    short_circle = {
        name: own_layer(name, f"{following}(own)")
        for name, following in zip(letters, [*letters[1:], letters[0]], strict=True)
    }
    wide = {name: own_layer(name, "own " + "|own " * 500) for name in letters}
    texts = {
        "x" * (LONGEST_TEXT + 1): {},
        ("(" * LONGEST_TEXT): {},
        ("own|" * LONGEST_TEXT)[:LONGEST_TEXT]: {},
        "\u0430" + "own|" * 1000: {},
        f"{letters[5]}(own)": circle,
        f"{letters[6]}(own)": short_circle,
        "|".join(f"{name}(own)" for name in letters[:60]): wide,
        "|".join(f"{name}(own)" for name in letters): wide,
    }
    for text, names in texts.items():
        taken = []
        for extra in ("", " ", "  "):
            start = time.process_time()
            with pytest.raises(FormulaError):
                parse(extra + text if len(text) < 3000 else text + extra, names)
            taken.append(time.process_time() - start)
        assert min(taken) < 0.05, text[:40]


OWN = UserLayers(
    [UserLayer("wide_holes", "Wide holes", "own"), UserLayer("guarded", "Guarded", "own", "Guarded by a pawn.")]
).layers


def names(text: str, formula: str = "") -> list[str]:
    return [word.name for word in found_words(text, OWN.values(), formula)]


def kinds(text: str) -> list[tuple[str, Kind]]:
    return [(text[start:end], kind) for start, end, kind in parts(text, OWN)]


def test_every_word_of_the_grammar_is_there_once_and_a_formula_as_it_is_written() -> None:
    found = [word.name for word in words()]
    known = [*NAMES, *HALVES, *CONSTANTS, *PIECE_SETS, *STEPS, *RELATIVE_STEPS, *FILLS, *RELATIVE_FILLS, *LAYERS]
    assert sorted(found) == sorted(known)
    for word in words():
        parse(word.text)
        assert word.about, word


def test_words_that_begin_with_a_text_come_first() -> None:
    assert names("rank_")[:8] == [f"rank_{number}" for number in range(1, 9)]
    found = names("att")
    assert found[0] == "attacks"
    assert found.index("attacks") < found.index("attack_file_fills") < found.index("east_attacks")
    assert names("tack").index("attacks") < names("tack").index("east_attacks")
    assert names("no such word") == []
    assert names("WIDE") == ["wide_holes"]
    assert len(names("")) == len(words()) + len(OWN)


def test_own_layers_and_the_formulas_own_names_are_among_the_words() -> None:
    assert names("wide") == ["wide_holes"]
    assert names("guard", "guards = own; guard")[:2] == ["guards", "guarded"]
    assert names("guards", "guards = own")[:1] != ["guards"], "the name that is being written is none to choose"
    word = found_words("guarded", OWN.values())[0]
    assert (word.kind, word.text, word.about) == (Kind.USER_LAYER, "guarded(own)", "Guarded by a pawn.")
    assert found_words("wide_h", OWN.values())[0].about == "Wide holes"


def test_each_part_of_a_formula_is_what_it_is() -> None:
    assert kinds("mine = own & {d4 e4};\n~wide_holes(mine) | stops(0xFF << 12) - north(rank_4, 2) foo §") == [
        ("mine", Kind.LOCAL),
        ("=", Kind.OPERATOR),
        ("own", Kind.SIDE),
        ("&", Kind.OPERATOR),
        ("{d4 e4}", Kind.SQUARES),
        (";", Kind.OPERATOR),
        ("~", Kind.OPERATOR),
        ("wide_holes", Kind.USER_LAYER),
        ("(", Kind.OPERATOR),
        ("mine", Kind.LOCAL),
        (")", Kind.OPERATOR),
        ("|", Kind.OPERATOR),
        ("stops", Kind.LAYER),
        ("(", Kind.OPERATOR),
        ("0xFF", Kind.SQUARES),
        ("<<", Kind.OPERATOR),
        ("12", Kind.SQUARES),
        (")", Kind.OPERATOR),
        ("-", Kind.OPERATOR),
        ("north", Kind.CALL),
        ("(", Kind.OPERATOR),
        ("rank_4", Kind.SET),
        (",", Kind.OPERATOR),
        ("2", Kind.SQUARES),
        (")", Kind.OPERATOR),
        ("foo", Kind.OTHER),
        ("§", Kind.OTHER),
    ]
    assert [kind for _, kind in kinds(" ".join(SIDES))] == [Kind.SIDE] * 4
    assert kinds("{d4 e") == [("{d4 e", Kind.SQUARES)]


@given(st.text())
def test_every_sign_but_blanks_is_in_one_part(text: str) -> None:
    covered = "".join(text[start:end] for start, end, _ in parts(text))
    assert "".join(covered.split()) == "".join(text.split())


@given(st.text("own&|-~^<>{}()=;,e4x0 \nstop", max_size=40))
def test_a_formula_holds_nothing_without_a_meaning(text: str) -> None:
    try:
        parse(text)
    except FormulaError:
        return
    assert not [kind for _, _, kind in parts(text) if kind is Kind.OTHER]


def test_a_very_long_word_is_read_at_once() -> None:
    # A search from each of its letters would take a minute.
    assert names("zz", "x" * 100_000) == []
    assert kinds("x" * 100_000) == [("x" * 100_000, Kind.OTHER)]
