"""Checking masks of another program line by line, and writing such lines."""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable, Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.board.mask_reader import read_mask
from pawnviz.core.board.notation import LERF, MAPPINGS, Notation, SquareMapping, write_mask
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.checking import (
    LONGEST_LINE,
    MOST_UNREADABLE,
    LineCheck,
    Mismatch,
    boards,
    difference_text,
    fixture_lines,
)
from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, Layer, Number
from tests.positions import positions
from tests.strategies import masks

E4: Final = "8/8/8/8/4P3/8/8/8"
FRONT: Final = "0x1010101000000000"
FOUR: Final = f"front_spans white {E4} w - - 0 1 {FRONT}"


def check_lines(
    lines: Iterable[str],
    mapping: SquareMapping | None = None,
    *,
    only: Collection[str] = (),
    entries: Mapping[str, Entry] | None = None,
) -> LineCheck:
    """Return the check of lines."""
    check = LineCheck(mapping, only=only, entries=entries)
    for line in lines:
        check.add(line)
    return check


def check_line(line: str, mapping: SquareMapping | None = None) -> LineCheck:
    return check_lines([line], mapping)


def reason(line: str, mapping: SquareMapping | None = None) -> str:
    """Return why a line cannot be read."""
    report = check_line(line, mapping)
    assert (report.checked, report.unreadable_count, report.passed) == (0, 1, False)
    (unreadable,) = report.unreadable
    assert unreadable.line == 1
    assert unreadable.reason.isascii() and unreadable.reason.isprintable()
    assert len(unreadable.reason) <= 300
    return unreadable.reason


def first_mismatch(line: str, mapping: SquareMapping | None = None) -> Mismatch:
    """Return the mismatch of a line that is wrong."""
    report = check_line(line, mapping)
    assert (report.checked, report.wrong, report.unreadable_count, report.passed) == (1, 1, 0, False)
    mismatch = report.tallies[0].first
    assert mismatch is not None
    return mismatch


# Which lines are read


@pytest.mark.parametrize(
    "line",
    [
        FOUR,
        f"  {FOUR}\r\n",
        FOUR.replace(" ", "\t"),
        FOUR.replace(" ", "   "),
        f"front_spans w {E4} {FRONT}",
        f"front_spans White {E4} w {FRONT}",
        f"front_spans WHITE {E4} b KQkq {FRONT}",
        f"front_spans white {E4} b - - 12 {FRONT}",
        f"front_spans white {E4} b - - 12 {int(FRONT, 16)}",
        f'front_spans white "{E4} w - - 0 1" {FRONT}',
        f"front_spans white '{E4} w - - 0 1' {FRONT}",
        f'front_spans white "{E4}" {FRONT}',
        f'front_spans white "{E4} w - - 0 1" e5 e6 e7 e8',
        f"front_spans white {E4} w - - 0 1 {int(FRONT, 16)}",
        f"front_spans white {E4} w - - 0 1 0x1010_1010_0000_0000",
        f"front_spans white {E4} w - - 0 1 0x1010'1010'0000'0000ULL",
        f"front_spans white {E4} w - - 0 1 {{ e5, e6, e7, e8 }}",
        f"front_spans white {E4} w - - 0 1 {{e5 e6 e7 e8}} # as expected",
        f"front_spans white {E4} {{ e5 e6\te7 e8 }}",
        f"front_spans white {E4} w - - 0 1 (e5, e6, e7, e8)",
        f"front_spans white {E4} w - - 0 1 e5,e6,e7,e8",
        f"front_spans,white,{E4} w - - 0 1,{{e5, e6, e7, e8}}",
        f"front_spans white {E4} w - - 0 1 ....1.../....1.../....1.../....1.../......../......../......../........",
        f"front_spans white {E4} w - - 0 1 4P3/4P3/4P3/4P3/8/8/8/8",
        f"{FOUR} # as expected",
        f"front_spans,white,{E4} w - - 0 1,{FRONT}",
        f'"front_spans","white","{E4} w - - 0 1","{FRONT}"',
        f'front_spans,white,{E4} w - - 0 1,"{{e5,e6,e7,e8}}"',
        f"front_spans\twhite\t{E4} w - -\te5 e6 e7 e8",
    ],
)
def test_a_line_may_be_written_in_any_usual_way(line: str) -> None:
    report = check_line(line)
    assert report.unreadable == []
    assert [(tally.identifier, tally.checked, tally.wrong) for tally in report.tallies] == [("front_spans", 1, 0)]
    assert report.passed


def test_blank_lines_comments_and_heads_are_skipped() -> None:
    heads = ["layer color fen mask", "Layer\tColor\tFEN\tMask", "layer,color,fen,mask"]
    report = check_lines(["", "  \n", "# front_spans", "#", *heads, FOUR])
    assert (report.checked, report.unreadable_count, report.passed) == (1, 0, True)


@pytest.mark.parametrize("lines", [[], ["# nothing"]])
def test_a_check_of_nothing_is_not_passed(lines: list[str]) -> None:
    check = check_lines(lines)
    assert (check.tallies, check.unreadable, check.unreadable_count, check.passed) == ((), [], 0, False)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("front_spans", "a line is layer, color, FEN and mask; this one has 1 word"),
        (f"front_spans white {FRONT}", "a line is layer, color, FEN and mask; this one has 3 words"),
        (f"front_spans,white,{FRONT}", "with three commas between them; this one has 2"),
        (f"front_spans green {E4} 0", "the color is 'green'; it is white or black"),
        (f"{'z' * 500} {'y' * 500} {E4} 0", f"the color is '{'y' * 40}'...; it is white or black"),
        (f"front_span white {E4} 0", "there is no layer 'front_span'; did you mean front_spans"),
        (f"Front-Spans white {E4} 0", "there is no layer 'Front-Spans'; did you mean front_spans"),
        (f"zzz white {E4} 0", "there is no layer 'zzz'; pawnviz layers lists them"),
        (f"\0 white {E4} 0", "there is no layer '\\x00'; pawnviz layers lists them"),
        ("front_spans white 8/8 0", "The placement has 2 ranks"),
        (f"front_spans white {E4} x 0", "The side to move is 'x'"),
        (f"front_spans white {E4} w - - 0 1 2 0", "After the fullmove number comes '2'; a FEN ends there."),
        (f"front_spans white {E4} w - - 0 1 0xfg", "the mask cannot be read, column 4: expected hexadecimal digits"),
        (f"front_spans white {E4} w - - 0 1 {{ d5, x5 }}", "the mask cannot be read, column 7: 'x5' is no square"),
        ("front_spans { d5 }", "a line is layer, color, FEN and mask; this one has 2 words"),
        ("{ d5 }", "a line is layer, color, FEN and mask; this one has"),
        (f"front_spans white {E4} w - - 0 1 \u0663", "the mask cannot be read, column 1: '\\u0663' is no mask"),
        (f"island_count white {E4} {{}}", "island_count is a number; it is given in digits, not as '{}'"),
        (f"island_count white {E4} many", "the mask cannot be read, column 1: 'many' is no mask"),
        ("a" * (LONGEST_LINE + 1), f"the line has more than {LONGEST_LINE} characters"),
        ("#" * 1_000_000, f"the line has more than {LONGEST_LINE} characters"),
        ("# mapping: LSB", "there is no mapping 'LSB'; choose from LERF (a1b1)"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_the_reason(line: str, expected: str) -> None:
    assert expected in reason(line)


@pytest.mark.parametrize("fields", ["", "w ", "w - ", "w - - ", "w - e6 ", "w - - 0 ", "w - - 0 1 "])
@pytest.mark.parametrize("squares", ["d5 f5", "d5, f5", "e5 d5 f5", "{ d5, f5", "D5 F5"])
def test_squares_with_blanks_between_them_are_recognized(fields: str, squares: str) -> None:
    last = " ".join(squares.split()[-2:])
    assert reason(f"stops white {E4} {fields}{squares}") == (
        f"the line ends with several squares, '{last}'; put squares in braces, as {{d4 e4}}"
    )


def test_a_square_is_the_whole_mask_behind_an_en_passant_square() -> None:
    assert check_line(f"stops white {E4} w - e6 e5").passed
    assert check_line(f"stops white {E4} w - - 0 1 e5").passed


@pytest.mark.parametrize("fields", ["w - - 0 1", "w - -", "w -", "b - e3"])
def test_a_line_without_a_mask_is_not_read_with_the_last_field_of_its_fen_as_the_mask(fields: str) -> None:
    last = fields.split()[-1]
    assert (
        reason(f"pawns white {E4} {fields}") == f"'{last}' can be the mask or a field of the FEN; put the FEN in quotes"
    )
    start, _, mask = fields.rpartition(" ")
    assert check_line(f'pawns white "{E4} {start}" {mask}').checked == 1


def test_unreadable_lines_are_failures_and_the_first_hundred_are_kept() -> None:
    report = check_lines([FOUR, *["nonsense"] * 150])
    assert (report.checked, report.wrong, report.unreadable_count, report.passed) == (1, 0, 150, False)
    assert [unreadable.line for unreadable in report.unreadable] == list(range(2, 2 + MOST_UNREADABLE))


@given(st.lists(st.text() | st.text(f"{FOUR}\"',\t#{{}}", max_size=80), max_size=5))
def test_any_lines_are_compared_skipped_or_counted(lines: list[str]) -> None:
    report = check_lines(lines)
    assert report.checked + report.unreadable_count <= len(lines)
    assert all(unreadable.reason.isprintable() for unreadable in report.unreadable)


# What is wrong with a mask


def test_a_wrong_mask_is_reported_with_its_first_square_and_all_that_are_missing_or_too_many() -> None:
    mismatch = first_mismatch(f"front_spans white {E4} 0x1000101001000000")
    assert (mismatch.line, mismatch.identifier, mismatch.white) == (1, "front_spans", True)
    assert mismatch.fen == f"{E4} w - - 0 1"
    assert (mismatch.text_of(mismatch.expected), mismatch.text_of(mismatch.given)) == (FRONT, "0x1000101001000000")
    assert mismatch.text == "0x1000101001000000"
    assert mismatch.missing == parse_squares("e7")
    assert mismatch.surplus == parse_squares("a4")
    assert mismatch.first_square == parse_square("a4")
    assert difference_text(mismatch) == "first wrong square a4; missing e7; surplus a4"


@given(positions(), masks(), st.sampled_from(list(MAPPINGS.values())))
def test_missing_and_surplus_squares_turn_the_given_mask_into_the_expected_one(
    position: Position, mask: int, mapping: SquareMapping
) -> None:
    text = write_mask(mask, Notation.HEX, mapping)
    report = check_line(f"attacks black {position.fen()} {text}", mapping)
    expected = LAYERS["attacks"](position.sides()[1])
    assert (report.checked, report.wrong) == (1, int(mask != expected))
    if report.wrong:
        mismatch = report.tallies[0].first
        assert mismatch is not None
        assert mismatch.text_of(mismatch.given) == text
        assert mismatch.missing & mismatch.surplus == 0
        assert mismatch.given ^ mismatch.missing ^ mismatch.surplus == mismatch.expected == expected
        assert mismatch.first_square == min(n for n in range(64) if (mask ^ expected) >> n & 1)
        drawn = boards(mismatch).splitlines()[1:9]
        assert sum(line.count("-") for line in drawn) == mismatch.missing.bit_count()
        assert sum(line.count("+") for line in drawn) == mismatch.surplus.bit_count()


def test_a_wrong_number_is_reported_without_squares() -> None:
    count = first_mismatch(f"island_count white {E4} 2")
    assert difference_text(count) == "expected 1, given 2"
    assert (count.missing, count.surplus, count.first_square, count.fitting_mappings) == (0, 0, None, ())
    assert difference_text(first_mismatch(f"fileset white {E4} 8")) == "expected 0x10, given 0x08"


def test_each_layer_has_its_tally_and_its_first_wrong_line() -> None:
    report = check_lines(
        [
            f"stops white {E4} {{e5}}",
            f"island_count white {E4} 0x1",
            f"stops white {E4} {{e6}}",
            "",
            f"stops white {E4} {{e7}}",
            f"front_spans black {E4} 0",
            f"island_count black {E4} 1",
        ]
    )
    assert [
        (tally.identifier, tally.checked, tally.wrong, tally.first and tally.first.line) for tally in report.tallies
    ] == [("stops", 3, 2, 3), ("island_count", 2, 1, 7), ("front_spans", 1, 0, None)]
    assert (report.checked, report.wrong, report.passed) == (6, 3, False)


def test_only_the_asked_layers_are_checked() -> None:
    lines = [FOUR, f"stops white {E4} 1", f"stops white {E4} 0xzz", f"no_layer white {E4} 0"]
    report = check_lines(lines, only=["front_spans"])
    assert [(tally.identifier, tally.wrong) for tally in report.tallies] == [("front_spans", 0)]
    assert [unreadable.line for unreadable in report.unreadable] == [4]


def test_layers_of_the_users_own_can_be_checked() -> None:
    report = check_lines([f"mine white {E4} {{e5}}", FOUR], entries={"mine": LAYERS["stops"]})
    assert [(tally.identifier, tally.wrong) for tally in report.tallies] == [("mine", 0)]
    assert "there is no layer 'front_spans'" in report.unreadable[0].reason


# Mappings


def test_a_mapping_is_taken_from_the_argument_or_from_a_comment() -> None:
    number = MAPPINGS["LEFR"].number(int(FRONT, 16))
    line = f"front_spans white {E4} {number}"
    assert check_line(line).wrong == 1
    assert check_line(line, MAPPINGS["LEFR"]).wrong == 0
    assert check_lines([line, "# mapping: LEFR (a1 = bit 0)", line, "#mapping:a1b1", line, FOUR]).wrong == 2
    assert check_lines(["# mapping: BERF", "# mapping: none", line], MAPPINGS["LEFR"]).passed


def test_numbers_of_files_and_counts_do_not_depend_on_the_mapping() -> None:
    assert check_lines([f"fileset white {E4} 0x10", f"island_count white {E4} 1"], MAPPINGS["BEFR"]).passed


def test_a_mask_that_is_equal_in_another_mapping_is_recognized() -> None:
    number = MAPPINGS["BERLEF"].number(int(FRONT, 16))
    mismatch = first_mismatch(f"front_spans white {E4} {number:#x}")
    assert [mapping.name for mapping in mismatch.fitting_mappings] == ["BERLEF"]
    assert first_mismatch(f"front_spans white {E4} 0x3").fitting_mappings == ()
    assert first_mismatch(f"front_spans white {E4} {{e1,e2,e3,e4}}").fitting_mappings == ()
    wrong = first_mismatch(f"front_spans white {E4} {FRONT}", MAPPINGS["BEFR"])
    assert LERF in wrong.fitting_mappings
    assert (wrong.text_of(wrong.given), wrong.mapping.name) == (FRONT, "BEFR")


# Fixtures


WORDS: Final = [notation for notation in Notation if notation.is_word]


SOME: Final[list[Layer | Number]] = [
    LAYERS["front_spans"],
    LAYERS["attacks"],
    NUMBERS["island_count"],
    NUMBERS["fileset"],
]


@given(st.lists(positions(), max_size=3), st.sampled_from(list(MAPPINGS.values())), st.sampled_from(WORDS))
def test_what_is_written_is_found_equal(found: list[Position], mapping: SquareMapping, notation: Notation) -> None:
    report = check_lines(fixture_lines(found, SOME, mapping=mapping, notation=notation))
    assert (report.wrong, report.unreadable) == (0, [])
    assert report.checked == len(found) * 2 * len(SOME)
    assert report.passed == bool(found)


def test_all_layers_and_numbers_are_written_and_found_equal() -> None:
    report = check_lines(fixture_lines([START, Position.from_fen(E4)]))
    assert [(tally.identifier, tally.checked, tally.wrong) for tally in report.tallies] == [
        (name, 4, 0) for name in [*LAYERS, *NUMBERS]
    ]
    assert report.passed


def test_the_comments_say_mapping_and_notation() -> None:
    lines = list(fixture_lines([EMPTY], [], mapping=MAPPINGS["BERLEF"], notation=Notation.RUST))
    assert "# mapping: BERLEF (a8 = bit 0, b8 = bit 1, h1 = bit 63)" in lines
    assert "# Counts are decimal numbers; the mask of d4 and e4 is 0x0000_0018_0000_0000_u64" in lines
    assert not any(line.startswith("# mapping") for line in fixture_lines([EMPTY], [], notation=Notation.SET))


@pytest.mark.parametrize("notation", WORDS)
def test_the_example_of_the_comments_is_a_word_that_can_be_read(notation: Notation) -> None:
    (line,) = [line for line in fixture_lines([EMPTY], [], notation=notation) if "the mask of d4 and e4" in line]
    assert read_mask(line.split()[-1]).mask == parse_squares("d4 e4")


@pytest.mark.parametrize("notation", [Notation.DIAGRAM, Notation.SQUARES])
def test_masks_with_blanks_do_not_fit_a_line(notation: Notation) -> None:
    with pytest.raises(ValueError, match="has blanks"):
        list(fixture_lines([EMPTY], notation=notation))


def test_ten_thousand_lines_of_a_thousand_positions_take_less_than_two_seconds() -> None:
    numbers = random.Random(3)
    found = [Position(white=mask, pawns=mask) for mask in (numbers.getrandbits(64) for _ in range(1000))]
    entries = [LAYERS[name] for name in ("stops", "attacks", "safe_squares", "front_spans", "interspans")]
    lines = list(fixture_lines(found, entries))
    start = time.process_time()
    assert check_lines(lines).checked == 10_000
    assert time.process_time() - start < 2


def test_ten_thousand_wrong_names_take_less_than_two_seconds() -> None:
    start = time.process_time()
    assert check_lines(f"front_span{number} white {E4} 0" for number in range(10_000)).unreadable_count == 10_000
    assert time.process_time() - start < 2


def test_a_line_may_name_a_layer_by_its_former_identifier() -> None:
    report = check_lines(f"{former} white 7k/8/8/P7/8/8/8/7K 0x0" for former in FORMER_IDENTIFIERS)
    assert (report.checked, report.unreadable) == (len(FORMER_IDENTIFIERS), [])
    assert {tally.identifier for tally in report.tallies} == set(FORMER_IDENTIFIERS.values())
