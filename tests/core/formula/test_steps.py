"""Steps: rows say what they compute, in absolute words, down to shifts and constants."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import HealthCheck, example, given, settings

from pawnviz.core.board.bitboard import BOARD, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.steps import LONGEST_TERM, NoFormulaError, Row, Term, drawn_boards, rows, steps
from pawnviz.core.layers import LAYERS, Chapter, Layer
from pawnviz.core.layers.marks import badge
from tests.core.formula.worked import BLACK, SEED, WHITE, own_layer, own_layers
from tests.data import rows_beside
from tests.strategies import Board, boards

SAID: Final = [identifier for identifier, layer in LAYERS.items() if layer.formula]
COUNTED: Final = [identifier for identifier, layer in LAYERS.items() if not layer.formula]
FORMULAS: Final = (
    "own",
    "x = own; x",
    "~own",
    "~~{a1}",
    "own << 9 >> 3 << 0",
    "~(own | enemy) << 8 & ~file_a - north(own)",
    "a = stops(own) | {d5}; b = front_spans(a) ^ a << 1; east(b, 3) | west(a) | b - a",
    "front_attack_spans(stops(own) | {e4})",
    "capture_targets(enemy_pieces | {e4}) | capturers(east(own))",
    "occupied & ~pieces(own) | enemy_pieces - knights(own) | kings(white) & queens(black) ^ en_passant",
    "forward(backward(own, 2), 3) | east(west(own)) | east(north(south(west(own, 2)), 2), 3)",
    "forward(forward(own, 7), 1) | east(east(own, 4), 4) | north(east(own, 0), 0)",
    "forward(east(forward(east(own), 2)))",
    "forward_fill(backward_fill(own)) | file_fill({c3}) | east_fill(enemy) & west_fill(own)",
    "x = own; front_spans(x | front_spans(own | x)) | passed_pawns(front_spans(white) | black)",
    "interspans(attacks(own | own_pieces)) | push_targets(rank_2 | {e4}) & rank_4",
    "own | enemy | 0xff | {e4} | light_squares",
    "own_half & stops(rank_4(own)) | forward(rank_7(enemy)) ^ ~enemy_half",
)


def all_rows(root: Row) -> list[Row]:
    """Return a row and all rows below it, each different one once."""
    return [row for _, row in rows(root)]


def joined(terms: tuple[Term, ...]) -> int:
    """Return what the terms of a row come to, joined by their operators from left to right."""
    mask = 0
    for number, term in enumerate(terms):
        operator, _, count = term.operator.partition(" ")
        before = mask
        match operator:
            case "":
                assert number == 0
                mask = term.mask
            case "&":
                mask &= term.mask
            case "-":
                mask &= BOARD - term.mask
            case "^":
                mask ^= term.mask
            case "|":
                mask |= term.mask
            case "~":
                mask = BOARD - mask
            case "<<":
                mask = mask * 2 ** int(count) % 2**64
            case ">>":
                mask //= 2 ** int(count)
            case _:
                pytest.fail(f"{operator} is no operator")
        assert (number == 0) == (operator == "")
        if not term.is_operand:
            assert term.mask == mask, "a shifted row shows what it comes to"
            assert not term.has_row
        assert 0 <= before <= BOARD
    return mask


def check_rows(root: Row) -> None:
    """Check that each row comes to its result, down to terms without a row."""
    for row in all_rows(root):
        assert joined(row.terms) == row.mask, row.text
        for term in row.terms:
            below = term.row()
            assert (below is not None) == term.has_row
            if below is not None:
                assert (below.text, below.mask, below.identifier) == (term.text, term.mask, term.identifier)


def written(row: Row) -> str:
    """Return a row as one line: operands by their text, shifts by their sign."""
    terms = (f"{term.operator} {term.text if term.is_operand else ''}".strip() for term in row.terms)
    return f"{' '.join(terms)} = {row.text}"


# What rows compute


@settings(max_examples=1, suppress_health_check=[HealthCheck.too_slow])
@given(board=boards())
@example(board=SEED)
def test_each_row_comes_to_its_result_down_to_the_leaves(board: Board) -> None:
    for side in board.sides():
        for identifier in SAID:
            root = steps(LAYERS[identifier], side)
            assert root.mask == LAYERS[identifier](side)
            assert root.identifier == identifier
            check_rows(root)
        for text in FORMULAS:
            root = steps(parse(text), side)
            assert root.mask == parse(text).evaluate(side)
            assert root.identifier == ""
            check_rows(root)


def terms_of_layers(side: Side[int]) -> Iterator[Term]:
    """Yield the terms of all rows of each layer."""
    for identifier in SAID:
        for row in all_rows(steps(LAYERS[identifier], side)):
            yield from row.terms


def test_what_has_no_row_is_pieces_a_constant_a_shift_or_a_counted_layer() -> None:
    pieces = re.compile(r"(white|black) (pawns|knights|bishops|rooks|queens|king)|en-passant square")
    constant = re.compile(r"board|rank \d|file \w|(light|dark) squares|(west|east) half|not[A-H]+File|\{.*\}|0x\w+")
    for term in terms_of_layers(BLACK):
        if term.is_operand and not term.has_row:
            assert pieces.fullmatch(term.text) or constant.fullmatch(term.text) or term.identifier in COUNTED, term


# What rows say


@pytest.mark.parametrize(("identifier", "white", "black"), rows_beside(__file__, "a_layer_is_a_row_in.tsv"))
def test_a_layer_is_a_row_in_absolute_words(identifier: str, white: str, black: str) -> None:
    assert written(steps(LAYERS[identifier], WHITE)) == white
    assert written(steps(LAYERS[identifier], BLACK)) == black


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("forward(own)", "white pawns << 8"),
        ("east(own)", "white pawns << 1 & notAFile"),
        ("west(own, 2)", "white pawns >> 2 & notGHFile"),
        ("backward(west(own), 2)", "white pawns >> 17 & notHFile"),
        ("own << 3 >> 4", "white pawns << 3 >> 4"),
        ("~own & enemy", "white pawns ~ & black pawns"),
        ("east(own) - west(enemy)", "white pawns << 1 & notAFile - black pawns >> 1 & notHFile"),
        ("east(own) | west(own)", "white pawns << 1 & notAFile | white pawns >> 1 & notHFile"),
        ("east(west(own))", "white pawns >> 1 & notHFile << 1 & notAFile"),
        ("(own | enemy) << 1", "white pawns | black pawns << 1"),
        ("own_pieces & occupied - pieces(enemy)", "white pieces & all pieces - black pieces"),
        ("kings(enemy) | rooks(own)", "black king | white rooks"),
        ("rank_4 | light_squares | {a1 b2} | 0xF0", "rank 4 | light squares | {a1 b2} | 0xF0"),
        ("own_half & rank_5(own) | enemy_half", "ranks 1 to 4 & rank 5 | ranks 5 to 8"),
        ("rank_2(enemy) | rank_2(black) & south_half", "rank 7 | rank 7 & south half"),
        ("x = own; x & stops(x)", "x & white stops of x"),
        ("stops(own & {e4})", "white stops of (white pawns & {e4})"),
        ("front_spans(stops({e4}))", "white front spans of white stops of {e4}"),
        ("en_passant", "en-passant square"),
        ("east(own, 0)", "white pawns"),
        ("north(own, 0) & enemy", "white pawns & black pawns"),
    ],
)
def test_a_formula_is_a_row_that_ends_in_its_result(text: str, row: str) -> None:
    assert written(steps(parse(text), WHITE)) == f"{row} = result"


def opened(row: Row, *texts: str) -> Row:
    """Return the row below a row that is reached by opening terms with these texts."""
    for text in texts:
        (term,) = (term for term in row.terms if term.text == text)
        below = term.row()
        assert below is not None
        row = below
    return row


def test_names_open_to_their_rows_down_to_shifts() -> None:
    root = steps(LAYERS["interspans"], WHITE)
    spans = opened(root, "black front spans")
    assert written(spans) == "south fill of black pawns >> 8 = black front spans"
    assert spans.identifier == "front_spans"
    fill = opened(spans, "south fill of black pawns")
    assert [term.text for term in fill.terms] == [
        "black pawns",
        "black pawns >> 8",
        "(black pawns filled 1 rank south) >> 16",
        "(black pawns filled 3 ranks south) >> 32",
    ]
    assert written(opened(fill, "black pawns >> 8")) == "black pawns >> 8 = black pawns >> 8"
    deepest = opened(fill, fill.terms[3].text, "black pawns filled 3 ranks south")
    assert written(deepest).startswith("black pawns filled 1 rank south | (black pawns filled 1 rank south) >> 16 = ")


def test_a_set_in_place_of_the_pawns_is_named_and_opened_where_the_layer_uses_them() -> None:
    root = steps(parse("front_attack_spans(stops(enemy) | {e4})"), WHITE)
    inside = opened(
        root,
        "white front attack spans of (black stops | {e4})",
        "white east front attack spans of (black stops | {e4})",
        "white front spans of (black stops | {e4})",
        "north fill of (black stops | {e4})",
    )
    assert [term.text for term in inside.terms][:2] == ["black stops | {e4}", "(black stops | {e4}) << 8"]
    assert written(opened(inside, "black stops | {e4}")) == "black stops | {e4} = black stops | {e4}"
    assert written(opened(inside, "black stops | {e4}", "black stops")) == "black pawns >> 8 = black stops"


def test_a_local_name_opens_to_what_it_was_given() -> None:
    root = steps(parse("near = east(own) | west(own); near - own"), BLACK)
    assert written(root) == "near - black pawns = result"
    assert written(opened(root, "near")) == "black pawns << 1 & notAFile | black pawns >> 1 & notHFile = near"


def test_all_pieces_open_to_colors_and_kinds() -> None:
    root = steps(parse("occupied"), BLACK)
    assert written(opened(root, "all pieces")) == "white pieces | black pieces = all pieces"
    kinds = "white pawns | white knights | white bishops | white rooks | white queens | white king"
    assert written(opened(root, "all pieces", "white pieces")) == f"{kinds} = white pieces"
    capture = opened(steps(parse("push_targets({a2})"), WHITE), "white push targets of {a2}", "all pieces")
    assert [term.text for term in capture.terms] == ["white pieces with {a2} for pawns", "black pieces"]


def test_layers_of_the_user_s_own_open_too() -> None:
    names = own_layers(near="east(own) | west(own)", pairs="own & near(own)")
    root = steps(names["pairs"], WHITE, names)
    assert written(root) == "white pawns & white my near = white my pairs"
    assert written(opened(root, "white my near")).startswith("white pawns << 1 & notAFile | white pawns >> 1")
    assert root.terms[1].identifier == "near"
    of_set = steps(parse("pairs({a2 b2 d2})", names), WHITE)
    assert square_names(of_set.mask) == "a2 b2"
    check_rows(of_set)


def test_a_counted_layer_has_no_steps_and_says_its_rule() -> None:
    counted = Layer(
        "many", "Many", Chapter("Mine", ""), "", "", badge("•"), parse("own").evaluate, rule="It is counted."
    )
    with pytest.raises(NoFormulaError, match=r"many has no formula\. It is counted\."):
        steps(counted, WHITE)
    for identifier in COUNTED:
        with pytest.raises(NoFormulaError, match=identifier):
            steps(LAYERS[identifier], WHITE)


def test_a_layer_that_cannot_be_read_is_refused_with_its_column() -> None:
    with pytest.raises(FormulaError) as caught:
        steps(own_layer("wrong", "own &"), WHITE)
    assert caught.value.column == 6
    with pytest.raises(FormulaError, match="wrong calls wrong"):
        steps(own_layer("wrong", "wrong(own)"), WHITE)


# Size and speed


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize(
    ("pattern", "depth"),
    [("safe_squares({})", 62), ("attacks({} | own)", 31), ("forward(east(~{}))", 20), ("file_fill({} - own)", 31)],
)
def test_the_deepest_formulas_open_at_once_and_texts_stay_short(pattern: str, depth: int) -> None:
    text = "own"
    for _ in range(depth):
        text = pattern.format(text)
    row: Row | None = steps(parse(text), WHITE)
    opened_rows = 0
    while row is not None:
        assert opened_rows < 1000
        start = time.process_time()
        below = [part for part in (term.row() for term in row.terms) if part is not None]
        assert time.process_time() - start < 0.1
        assert all(len(term.text) <= LONGEST_TERM + 5 for term in row.terms)
        row = below[0] if below else None
        opened_rows += 1
    assert opened_rows >= depth


def test_each_row_is_listed_once_in_the_order_of_the_terms() -> None:
    side: Side[int] = Position.from_fen("8/8/8/8/8/2P5/PP1P1PPP/8").sides()[0]
    listed = [(depth, row.text) for depth, row in rows(steps(LAYERS["double_attacks"], side))]
    assert listed == [(0, "white double attacks"), (1, "white east attacks"), (1, "white west attacks")]
    root = steps(LAYERS["double_attacks"], side)
    assert root.mask == parse_squares("c3 e3 g3")
    assert [square_names(term.mask) for term in root.terms] == [
        "b3 c3 e3 g3 h3 d4",
        "a3 c3 e3 f3 g3 b4",
    ]


@pytest.mark.parametrize(
    ("formula", "drawn"),
    [
        ("own", "white pawns = result"),
        ("forward(own)", "white pawns << 8 = result"),
        ("east(own)", "white pawns << 1 = white pawns << 1 & notAFile = result"),
        ("~own", "white pawns ~ = result"),
        ("own | enemy", "white pawns | black pawns = result"),
        ("own << 3 >> 4", "white pawns << 3 = white pawns << 3 >> 4 = result"),
    ],
)
def test_a_row_is_drawn_with_each_board_once(formula: str, drawn: str) -> None:
    row = steps(parse(formula), WHITE)
    boards = drawn_boards(row)
    assert " ".join(f"{board.sign} {board.text}".strip() for board in boards) == drawn
    assert boards[-1].mask == row.mask
    assert [board.number for board in boards[:-1]] == list(range(len(boards) - 1))


@pytest.mark.parametrize(
    ("formula", "drawn"),
    [
        ("own", "white pawns"),
        ("enemy", "black pawns = white pawns"),
        ("forward(own)", "white pawns << 8 = white pawns"),
        ("own | enemy", "white pawns | black pawns = white pawns"),
    ],
)
def test_a_result_is_left_out_only_where_the_one_board_before_it_has_its_name(formula: str, drawn: str) -> None:
    row = steps(LAYERS["pawns"]._replace(identifier="mine", formula=formula), WHITE)
    assert " ".join(f"{board.sign} {board.text}".strip() for board in drawn_boards(row)) == drawn


@pytest.mark.slow
def test_a_part_of_a_color_is_of_that_color_and_the_result_of_the_side() -> None:
    for side in (WHITE, BLACK):
        for identifier in SAID:
            root = steps(LAYERS[identifier], side)
            assert root.white is side.color and drawn_boards(root)[-1].white is side.color
        for term in terms_of_layers(side):
            words = re.match(r"(?:(?:north|south|east|west|file) fill of )*\(?(white|black)", term.text)
            if words and not re.search(r"black.*white|white.*black", term.text):
                assert term.white is (words[1] == "white"), term.text
            if re.fullmatch(r"not[A-H]+File|ranks? .*|\{.*\}", term.text):
                assert term.white is None


def test_a_part_made_of_both_colors_is_of_the_side() -> None:
    for side in (WHITE, BLACK):
        terms = steps(parse("(own | enemy) & stops(enemy) & ~(front_spans(enemy) | {e4}) & occupied"), side).terms
        assert [term.white for term in terms] == [side.color, not side.color, not side.color, None]
