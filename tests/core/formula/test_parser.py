from __future__ import annotations

import sys
import time
from string import ascii_letters
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board import bitboard
from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, parse_squares, square_names
from pawnviz.core.board.side import Side
from pawnviz.core.formula.code import depends_on_side
from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.formula.parser import GREATEST_DEPTH, LONGEST_TEXT, MOST_NODES, FormulaError, parse
from pawnviz.core.formula.tree import (
    Constant,
    LayerOfSet,
    LayerOfSide,
)
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from tests.core.formula.worked import BLACK, SEED, WHITE, refusal, white
from tests.fuzz.formula import Case, cases, check
from tests.strategies import Board, array_sides, boards, masks_list

# What formulas compute


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("board", BOARD),
        ("rank_1", RANKS[0]),
        ("file_a", FILES[0]),
        ("file_h", FILES[7]),
        ("light_squares", bitboard.LIGHT_SQUARES),
        ("dark_squares", bitboard.DARK_SQUARES),
        ("west_half", bitboard.WEST_HALF),
        ("east_half", bitboard.EAST_HALF),
        ("south_half", RANKS[0] | RANKS[1] | RANKS[2] | RANKS[3]),
        ("north_half", RANKS[4] | RANKS[5] | RANKS[6] | RANKS[7]),
        ("{}", 0),
        ("{d4 e4}", parse_squares("d4 e4")),
        ("{ d4 , e4 a1,\nh8 }", parse_squares("a1 d4 e4 h8")),
        ("{ a1 a1\n h8 }", parse_squares("a1 h8")),
        ("0xFF00", RANKS[1]),
        ("0xffffffffffffffff", BOARD),
        ("0x00000000000000000000000000000001", 1),
        ("own", WHITE.pawns),
        ("enemy", BLACK.pawns),
        ("white", WHITE.pawns),
        ("black", BLACK.pawns),
        ("own_pieces", WHITE.pieces),
        ("enemy_pieces", BLACK.pieces),
        ("occupied", WHITE.pieces | BLACK.pieces),
        ("en_passant", 0),
        ("knights(own)", parse_squares("d2 f3")),
        ("bishops(enemy)", parse_squares("c8 e7")),
        ("rooks(white)", parse_squares("a1 h1")),
        ("queens(black)", parse_squares("d8")),
        ("kings(own)", parse_squares("e1")),
        ("king(enemy)", parse_squares("g8")),
        ("pieces(black)", BLACK.pieces),
        ("pawns(own)", WHITE.pawns),
        ("~board", 0),
        ("~~own", WHITE.pawns),
        ("{a8} << 8", 0),
        ("{h1} << 1", parse_squares("a2")),
        ("{h8} >> 63", parse_squares("a1")),
        ("{a1} << 63 >> 63", parse_squares("a1")),
        ("board << 1", BOARD ^ 1),
    ],
)
def test_a_formula_of_one_part_is_its_mask(text: str, mask: int) -> None:
    assert parse(text).evaluate(WHITE) == mask


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("forward({e4})", "e5"),
        ("backward({e4}, 2)", "e2"),
        ("forward({e4}, 7)", ""),
        ("north({e4}, 3)", "e7"),
        ("south({e4})", "e3"),
        ("east({e4 h4}, 2)", "g4"),
        ("west({e4 a4})", "d4"),
        ("forward_fill({e6})", "e6 e7 e8"),
        ("backward_fill({e2})", "e1 e2"),
        ("north_fill({e7})", "e7 e8"),
        ("south_fill({e2})", "e1 e2"),
        ("east_fill({f4})", "f4 g4 h4"),
        ("west_fill({b4})", "a4 b4"),
        ("file_fill({e4}) & west_half", ""),
    ],
)
def test_steps_and_fills_go_where_their_names_say(text: str, squares: str) -> None:
    assert white(text) == squares


def test_relative_words_turn_with_the_side_and_absolute_ones_do_not() -> None:
    assert white("forward({e4})", BLACK) == "e3"
    assert white("backward_fill({e7})", BLACK) == "e7 e8"
    assert white("north({e4})", BLACK) == "e5"
    assert parse("own").evaluate(BLACK) == parse("black").evaluate(WHITE) == BLACK.pawns


@pytest.mark.parametrize(
    ("text", "for_white", "for_black"),
    [
        ("own_half", "south_half", "north_half"),
        ("enemy_half", "north_half", "south_half"),
        ("rank_1(own)", "rank_1", "rank_8"),
        ("rank_5(own)", "rank_5", "rank_4"),
        ("rank_8(enemy)", "rank_1", "rank_8"),
        ("rank_2(white)", "rank_2", "rank_2"),
        ("rank_2(black)", "rank_7", "rank_7"),
        ("rank_5", "rank_5", "rank_5"),
        ("forward(rank_5( own ))", "rank_6", "rank_3"),
    ],
)
def test_ranks_of_a_side_count_from_its_end_of_the_board(text: str, for_white: str, for_black: str) -> None:
    assert white(text, WHITE) == white(for_white)
    assert white(text, BLACK) == white(for_black)
    assert masks_list(parse(text).evaluate(array_sides([SEED])[1])) == [parse(for_black).evaluate(BLACK)]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("{a1 b1} - {b1} & {a1 b1}", "({a1 b1} - {b1}) & {a1 b1}"),
        ("rank_1 - file_a - file_b", "(rank_1 - file_a) - file_b"),
        ("rank_1 - (file_a - file_a)", "rank_1"),
        ("{a1} | rank_1 & file_b", "{a1} | (rank_1 & file_b)"),
        ("rank_1 ^ rank_1 & file_b", "rank_1 ^ (rank_1 & file_b)"),
        ("rank_1 | rank_1 ^ rank_1", "rank_1 | (rank_1 ^ rank_1)"),
        ("{a1} ^ {a1} << 1", "{a1 b1}"),
        ("rank_1 & {a2} >> 8", "{a1}"),
        ("~{a1} & {a1 b1}", "{b1}"),
        ("~rank_1 << 8", "(~rank_1) << 8"),
        ("~stops(own) & stops(own)", "{}"),
        ("own | enemy - own", "own | (enemy & ~own)"),
        ("  own\t|\r\n enemy  ", "own|enemy"),
    ],
)
def test_operators_bind_in_their_order_and_join_from_the_left(text: str, same: str) -> None:
    assert parse(text).evaluate(WHITE) == parse(same).evaluate(WHITE)


def test_a_constant_keeps_the_text_it_was_written_with() -> None:
    assert parse("  { d4 e4} ").result == Constant(3, "{ d4 e4}", parse_squares("d4 e4"))
    assert parse("0xFF").result == Constant(1, "0xFF", 255)
    assert parse("rank_2").result == Constant(1, "rank_2", RANKS[1])


def test_a_layer_of_a_side_is_that_side_s_and_of_a_set_this_side_s_with_other_pawns() -> None:
    assert parse("front_spans(enemy)").evaluate(WHITE) == LAYERS["front_spans"](BLACK)
    assert parse("front_spans(black)").evaluate(WHITE) == LAYERS["front_spans"](BLACK)
    assert parse("front_spans(black)").evaluate(BLACK) == LAYERS["front_spans"](BLACK)
    assert parse("front_spans(white)").evaluate(BLACK) == LAYERS["front_spans"](WHITE)
    assert white("front_spans(enemy | {})") == square_names(LAYERS["front_spans"](WHITE.with_pawns(BLACK.pawns)))
    assert white("front_spans({e6})") == "e7 e8"
    assert white("front_spans({e6})", BLACK) == "e1 e2 e3 e4 e5"
    assert white("interspans({e2})", WHITE) == "e3 e4 e5"
    assert parse("stops(own)").result == LayerOfSide(1, "stops", "own")
    assert parse("stops((enemy))").result == LayerOfSide(1, "stops", "enemy")
    assert parse("stops(board)").result == LayerOfSet(1, "stops", Constant(7, "board", BOARD))


def test_a_name_is_given_once_and_used_in_what_follows() -> None:
    text = "start = stops(own); both = start | stops(enemy); both - start"
    assert parse(text).evaluate(WHITE) == LAYERS["stops"](BLACK) & (LAYERS["stops"](WHITE) ^ BOARD)
    assert [binding.name for binding in parse(text).bindings] == ["start", "both"]
    assert [binding.column for binding in parse(text).bindings] == [1, 21]
    assert white("front_spans = {a1}; front_spans | front_spans({h7})") == "a1 h8"


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("men(own)", "pieces(own)"),
        ("own | men(black) - men(enemy)", "own | pieces(black) - pieces(enemy)"),
        *((f"{former}(own)", f"{present}(own)") for former, present in FORMER_IDENTIFIERS.items()),
    ],
)
def test_names_of_former_versions_are_still_read(former: str, present: str) -> None:
    for side in Board.of("r3k3/1p6/8/3p4/4P3/8/8/4K2R").sides():
        assert parse(former).evaluate(side) == parse(present).evaluate(side)


@given(board=boards())
def test_en_passant_and_all_pieces_are_read_from_the_board(board: Board) -> None:
    for side in board.sides():
        assert parse("en_passant").evaluate(side) == side.en_passant
        assert parse("pieces(own) ^ own_pieces | pieces(enemy) ^ enemy_pieces").evaluate(side) == 0
        kinds = "own | knights(own) | bishops(own) | rooks(own) | queens(own) | kings(own)"
        assert parse(kinds).evaluate(side) == side.pieces


@pytest.mark.parametrize("text", ["board", "{d4} | 0x1", "own << 8", "stops({e4})", "~own", "x = rank_1; x << 60"])
def test_a_formula_of_arrays_is_an_array_of_their_shape_within_64_bits(text: str) -> None:
    given_boards = [SEED, Board.of("8/8/8/8/8/8/8/8"), Board.of("PPPPPPPP/8/8/8/8/8/8/pppppppp")]
    for color in (0, 1):
        expected = [parse(text).evaluate(board.sides()[color]) for board in given_boards]
        assert masks_list(parse(text).evaluate(array_sides(given_boards)[color])) == expected


# Random formulas, against Python's own operators

_ATOMS = st.sampled_from(["own", "enemy", "board", "rank_4", "{d4 e5}", "0x8100000000000081", "occupied"])
_FORMULAS = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.tuples(st.just("|"), inner, inner),
        st.tuples(st.just("^"), inner, inner),
        st.tuples(st.just("&"), inner, inner),
        st.tuples(st.just("-"), inner, inner),
        st.tuples(st.just("~"), inner),
        st.tuples(st.sampled_from(["<<", ">>"]), inner, st.integers(0, 63)),
        st.tuples(st.sampled_from(["forward", "west_fill", "attacks"]), inner),
    ),
    max_leaves=12,
)
Tree = str | tuple[object, ...]
_LEVELS = {"|": 0, "^": 1, "&": 2, "-": 2, "<<": 3, ">>": 3}


def written(tree: object, level: int = 0) -> str:
    """Return a tree as formula text with the fewest parentheses."""
    if not isinstance(tree, tuple):
        return str(tree)
    symbol = str(tree[0])
    if symbol == "~":
        return "~" + written(tree[1], 4)
    if symbol == "attacks":  # Of a set, also where it is one side's pawns.
        return "attacks({} | " + written(tree[1], 1) + ")"
    if symbol not in _LEVELS:
        return f"{symbol}({written(tree[1])})"
    strength = _LEVELS[symbol]
    text = f"{written(tree[1], strength)} {symbol} {written(tree[2], strength + 1)}"
    return text if strength >= level else f"({text})"


def meant(tree: object, side: Side[int]) -> int:
    """Return what a tree computes, by Python's operators on ints."""
    if not isinstance(tree, tuple):
        return parse(str(tree)).evaluate(side)
    symbol, left = str(tree[0]), meant(tree[1], side)
    if symbol == "~":
        return BOARD - left
    if symbol in ("<<", ">>"):
        count = int(str(tree[2]))
        return left * (1 << count) % (BOARD + 1) if symbol == "<<" else left // (1 << count)
    if symbol == "forward":
        return side.forward(left)
    if symbol == "west_fill":
        return bitboard.west_fill(left)
    if symbol == "attacks":
        return LAYERS["attacks"](side.with_pawns(left))
    right = meant(tree[2], side)
    return {"|": left | right, "^": left ^ right, "&": left & right, "-": left & (BOARD - right)}[symbol]


@given(tree=_FORMULAS, board=boards())
def test_a_random_formula_is_what_python_computes_on_ints_and_arrays(tree: Tree, board: Board) -> None:
    formula = parse(written(tree))
    for color in (0, 1):
        expected = meant(tree, board.sides()[color])
        assert 0 <= expected <= BOARD
        assert formula.evaluate(board.sides()[color]) == expected
        assert masks_list(formula.evaluate(array_sides([board])[color])) == [expected]


# What is refused


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "expected a set of squares such as own, {e4} or stops(own), found the end"),
        ("   ", 4, "found the end"),
        ("own |", 6, "expected a set of squares"),
        ("own own", 5, "expected an operator or the end of the formula, found 'own'"),
        ("own ; enemy", 5, "found ';'"),
        ("| own", 1, "expected a set of squares"),
        ("(own", 5, "the ) of the ( in column 1, found the end"),
        ("own)", 4, "found ')'"),
        ("stops(own", 10, "the ) of the ( in column 6"),
        ("stops()", 7, "expected a set of squares"),
        ("stops(own, 2)", 10, "expected an operator or the )"),
        ("{e4", 4, "a square such as e4, or the } of the { in column 1"),
        ("{e4,, d4}", 5, "expected a square such as e4, found ','"),
        ("{,}", 2, "expected a square such as e4, or the } of the { in column 1, found ','"),
        ("{e4,}", 5, "expected a square such as e4, found '}'"),
        ("{e4,", 5, "expected a square such as e4, found the end of the formula"),
        ("{e4; d4}", 4, "found ';'"),
        ("{E4}", 2, "expected a square such as e4"),
        ("own << 64", 8, "expected a count from 0 to 63, found '64'"),
        ("own << -1", 8, "expected a count from 0 to 63, found '-'"),
        ("own << own", 8, "expected a count from 0 to 63"),
        ("own << 00000000001", 8, "expected a count from 0 to 63"),
        ("north(own, 8)", 12, "expected a count from 0 to 7, found '8'"),
        ("north(own, 2, 3)", 13, "expected nothing more or the )"),
        ("north_fill(own, 2)", 15, "found ','"),
        ("7", 1, "expected a set of squares"),
        ("8abc", 1, "expected a name, a count or a mask"),
        ("0xg1", 1, "expected hexadecimal digits after 0x"),
        ("0x10000000000000000", 1, "at most 64 bits"),
        ("x = own", 8, "expected an operator, or ; and then the result"),
        ("x = own;", 9, "expected a set of squares"),
        ("x = x; x", 5, "'x' is not known"),
        ("x = own; x = own; x", 10, "'x' is already given"),
        ("own = enemy; own", 1, "own has a meaning of its own"),
        ("= own", 1, "found '='"),
        ("knights(rank_1)", 9, "expected a side: own, enemy, white or black"),
        ("pieces(own | enemy)", 12, "expected nothing more or the )"),
        ("own(3)", 1, "'own' is a set and takes no parentheses"),
        ("own_half(own)", 1, "'own_half' is a set and takes no parentheses"),
        ("rank_1({e4})", 8, "expected a side: own, enemy, white or black"),
        ("rank_1(own, 2)", 11, "expected nothing more or the )"),
        ("rank_9(own)", 1, "'rank_9' is not known"),
        ("own_half = own; own", 1, "own_half has a meaning of its own"),
        ("own_hlaf", 1, "did you mean own_half?"),
        ("stops", 1, "expected stops(own)"),
        ("own & forward", 7, "expected forward(own)"),
        ("island_count(own)", 1, "island_count is a number, not a set of squares"),
        ("own $ enemy", 5, "'$' has no meaning in a formula"),
        ("__import__(os)", 1, "'__import__' is not known"),
        ("own.pawns", 4, "'.' has no meaning"),
        ("own\x00", 4, "U+0000"),
    ],
)
def test_a_wrong_text_is_refused_with_its_column_and_what_was_expected(text: str, column: int, words: str) -> None:
    found, message = refusal(text)
    assert found == column
    assert words in message


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("ownn", "did you mean own"),
        ("Own", "did you mean own"),
        ("front_span(own)", "did you mean front_spans"),
        ("front_span", "did you mean front_spans(own)"),
        ("file_j", "did you mean file_h"),
        ("start = own; strat", "did you mean start"),
        ("knigths(own)", "did you mean knights"),
        ("own + enemy", "did you mean |"),
        ("own and enemy", "did you mean &"),
        ("not own", "did you mean ~"),
        ("own < 3", "did you mean <<"),
        ("own ∩ enemy", "did you mean &"),
        ("own − enemy", "did you mean -"),
    ],
)
def test_an_unknown_name_or_sign_is_answered_with_the_nearest_known_one(text: str, suggestion: str) -> None:
    assert refusal(text)[1].endswith(f"; {suggestion}?")


def test_the_message_as_a_sentence_ends_with_a_full_stop_unless_it_asks() -> None:
    with pytest.raises(FormulaError) as asked:
        parse("ownn")
    assert asked.value.sentence == "'ownn' is not known; did you mean own?"
    with pytest.raises(FormulaError) as said:
        parse("own 7")
    assert said.value.sentence == "expected an operator or the end of the formula, found '7'."


def test_a_name_like_no_other_gets_no_suggestion() -> None:
    assert "did you mean" not in refusal("zzzzqqqq")[1]
    assert "did you mean" not in refusal("z" * 4000)[1]


@pytest.mark.parametrize(
    ("text", "column", "name"),
    [
        ("оwn", 1, "CYRILLIC SMALL LETTER O (U+043E)"),
        ("own & stορs(own)", 9, "GREEK SMALL LETTER OMICRON (U+03BF)"),
        ("own & \uff4fwn", 7, "FULLWIDTH LATIN SMALL LETTER O (U+FF4F)"),
        ("own\u00a0& own", 4, "NO-BREAK SPACE (U+00A0)"),
        ("own\u200b", 4, "ZERO WIDTH SPACE (U+200B)"),
        ("own << ٣", 8, "ARABIC-INDIC DIGIT THREE (U+0663)"),
        ("\uff5be4}", 1, "FULLWIDTH LEFT CURLY BRACKET (U+FF5B)"),
        ("𝐨wn", 1, "MATHEMATICAL BOLD SMALL O (U+1D428)"),
    ],
)
def test_a_look_alike_character_is_named(text: str, column: int, name: str) -> None:
    found, message = refusal(text)
    assert found == column
    assert name in message


# Limits


def test_a_text_of_the_greatest_length_is_read_and_a_longer_one_is_not() -> None:
    text = "own" + " " * (LONGEST_TEXT - 3)
    assert parse(text).evaluate(WHITE) == WHITE.pawns
    assert refusal(text + " ") == (LONGEST_TEXT + 1, "a formula is at most 4096 characters long, this one is 4097")


@pytest.mark.parametrize(
    ("before", "after"),
    [("~", ""), ("stops(", ")"), ("forward(", ", 1)"), ("file_fill(", ")"), ("{} | (", ")"), ("(", ") << 1")],
)
def test_a_formula_of_the_greatest_depth_is_computed_and_a_deeper_one_refused(before: str, after: str) -> None:
    def nested(depth: int) -> str:
        return before * (depth - 1) + "{a1}" + after * (depth - 1)

    assert 0 <= parse(nested(GREATEST_DEPTH)).evaluate(WHITE) <= BOARD
    column, message = refusal(nested(GREATEST_DEPTH + 1))
    assert "at most 64 deep" in message
    assert column > 1


def test_operators_of_every_strength_count_as_depth() -> None:
    unit = "{} | {} ^ board & ~("
    assert "at most 64 deep" in refusal(unit * 40 + "own" + ")" * 40)[1]
    assert white(unit * 12 + "{a1}" + ")" * 12) == "a1"


def test_the_stack_that_the_deepest_texts_take_is_bounded() -> None:
    limit = sys.getrecursionlimit()
    depth = 0
    frame = sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    try:
        sys.setrecursionlimit(depth + 500)
        for unit in ("{} | {} ^ board & ~(", "(", "~", "stops(", "own | (", "own & ("):
            refusal((unit * 600)[: LONGEST_TEXT - 3] + "own")
        text = "{} | (" * 63 + "own" + ")" * 63
        assert parse(text).evaluate(WHITE) == WHITE.pawns
    finally:
        sys.setrecursionlimit(limit)


def test_a_formula_of_the_most_parts_is_computed_and_a_larger_one_refused() -> None:
    most = "|".join(["own"] * (MOST_NODES - 1))
    assert parse(most).evaluate(WHITE) == WHITE.pawns
    column, message = refusal(most + "|own")
    assert message == "a formula has at most 512 parts, this one has more"
    assert column == len(most) + 2
    assert parse("own" + ">>1" * 1000).evaluate(WHITE) == 0
    bindings = "".join(f"{one}{other}=own;" for one in ascii_letters for other in ascii_letters[:10])[: 7 * MOST_NODES]
    assert refusal(bindings + "own")[1] == message


def test_the_same_text_is_read_once() -> None:
    assert parse("own | enemy") is parse("own | enemy")
    assert parse("own | enemy").text == "own | enemy"


@given(case=cases())
def test_any_text_is_a_formula_or_a_condition_or_refused_with_a_column(case: Case) -> None:
    check(case)


def test_the_longest_texts_are_answered_at_once() -> None:
    for unit in ("(", "~", "own|", "safe_squares(", "x", "0", "{", "own<<1", "=", "ownn ", "é"):
        text = (unit * LONGEST_TEXT)[:LONGEST_TEXT]
        start = time.process_time()
        refusal(text)
        assert time.process_time() - start < 1


MINE: Final[dict[str, Layer]] = UserLayers(
    [
        UserLayer("fixed", "Fixed", "white & rank_4"),
        UserLayer("turned", "Turned", "forward(white)"),
        UserLayer("fixed_too", "Fixed, too", "fixed(own) | knights(black)"),
        UserLayer("turned_too", "Turned, too", "turned(white) | turned(own)"),
    ]
).layers


@pytest.mark.parametrize(
    "text",
    [
        "white",
        "rank_4 & {d4 e4} | 0xff",
        "north(white) & south_fill(black) - occupied",
        "stops(white) & attacks(black)",
        "front = stops(white); front | front << 8",
        "unused = own; white",
        "knights(white) | pieces(black)",
        "rank_5(black) | north_half",
        "fixed(own)",
        "fixed_too(enemy) | turned(white)",
    ],
)
def test_a_formula_that_names_colors_alone_has_the_same_squares_for_both(text: str) -> None:
    assert not depends_on_side(parse(text, MINE))


@pytest.mark.parametrize(
    "text",
    [
        "own",
        "white | enemy",
        "own_pieces",
        "enemy_pieces",
        "en_passant",
        "forward(white)",
        "backward_fill(rank_4)",
        "stops(own)",
        "stops(enemy) & white",
        "stops(white & rank_4)",
        "knights(own)",
        "own_half",
        "white & rank_2(enemy)",
        "mine = own; white & mine",
        "turned(own)",
        "turned_too(enemy)",
    ],
)
def test_a_formula_that_names_a_side_or_a_relative_direction_turns(text: str) -> None:
    assert depends_on_side(parse(text, MINE))


ATOMS: Final = ("own", "enemy", "white", "black", "occupied", "en_passant", "rank_2", "own_pieces", "pieces(white)")
CALLS: Final = ("north", "forward", "east_fill", "backward_fill", "stops", "fixed", "turned_too", "~")
TEXTS: Final = st.recursive(
    st.sampled_from(ATOMS),
    lambda texts: (
        st.tuples(texts, st.sampled_from("&|^-"), texts).map(lambda parts: f"({' '.join(parts)})")
        | st.tuples(st.sampled_from(CALLS), texts).map(lambda parts: f"{parts[0]}({parts[1]})")
    ),
    max_leaves=6,
)


@given(TEXTS, boards())
def test_what_does_not_turn_has_the_same_squares_on_every_board(text: str, board: Board) -> None:
    formula = parse(text, MINE)
    white, black = board.sides()
    assert depends_on_side(formula) or formula.evaluate(white) == formula.evaluate(black)


def test_the_deepest_formula_is_seen_through() -> None:
    deep = GREATEST_DEPTH - 1
    assert not depends_on_side(parse("~" * deep + "white"))
    assert depends_on_side(parse("~" * deep + "own"))
