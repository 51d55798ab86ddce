"""User layers that formulas call: what they compute, and which calls are refused."""

from __future__ import annotations

import time
from typing import Final

import pytest

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.formula.parser import GREATEST_DEPTH, GREATEST_SIZE, parse
from pawnviz.core.formula.tokens import LONGEST_TEXT, FormulaError
from pawnviz.core.layers import LAYERS, Layer
from tests.core.formula.worked import BLACK, SEED, WHITE, own_layer, own_layers


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


def test_a_name_of_former_versions_keeps_its_meaning() -> None:
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
