from __future__ import annotations

import time
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    LIGHT_SQUARES,
    RANKS,
    SQUARE_NAMES,
    diagram,
    parse_square,
    parse_squares,
    square_names,
)
from pawnviz.core.board.mask_reader import LONGEST_TEXT, compact_names, files_and_squares, read_mask
from pawnviz.core.board.notation import (
    LERF,
    MAPPINGS,
    Notation,
    NotationError,
    SquareMapping,
    mapping_named,
    write_mask,
)
from tests.strategies import masks, masks_array, masks_list

E4: Final = 1 << 28


def refusal(text: str, mapping: SquareMapping = LERF) -> tuple[int, int, str]:
    """Return the line, the column and the message with which a text is refused."""
    with pytest.raises(NotationError) as caught:
        read_mask(text, mapping)
    error = caught.value
    assert 0 <= error.start <= len(text)
    before = text[: error.start].split("\n")
    assert (error.line, error.column) == (len(before), len(before[-1]) + 1)
    assert 0 < len(error.message) <= 200
    assert error.message.isprintable() and error.message.isascii()
    assert str(error).endswith(f"column {error.column}: {error.message}")
    return error.line, error.column, error.message


# Numbers


@pytest.mark.parametrize(
    ("text", "mask", "notation", "description"),
    [
        ("0xff00", 0xFF00, Notation.HEX, "hexadecimal"),
        ("  0Xff00\n", 0xFF00, Notation.HEX, "hexadecimal"),
        ("0xFF00'0000", 0xFF00_0000, Notation.HEX, "hexadecimal"),
        ("0x_ff00_u64", 0xFF00, Notation.HEX, "hexadecimal with the suffix u64"),
        ("0xff00u64", 0xFF00, Notation.HEX, "hexadecimal with the suffix u64"),
        ("0xff00ULL", 0xFF00, Notation.HEX, "hexadecimal with the suffix ULL"),
        ("0xff00ull,", 0xFF00, Notation.HEX, "hexadecimal with the suffix ull"),
        ("0xff00L;", 0xFF00, Notation.HEX, "hexadecimal with the suffix L"),
        ("0xff00n", 0xFF00, Notation.HEX, "hexadecimal with the suffix n"),
        ("C64(0x0101010101010101)", FILES[0], Notation.HEX, "hexadecimal in C64"),
        ("UINT64_C( 0xff00 )", 0xFF00, Notation.HEX, "hexadecimal in UINT64_C"),
        ("std::uint64_t{65280}", 0xFF00, Notation.DECIMAL, "decimal in std::uint64_t"),
        ("np.uint64(0b11)", 3, Notation.BINARY, "binary in np.uint64"),
        ('BigInt("0xff00")', 0xFF00, Notation.HEX, "hexadecimal in BigInt"),
        ("const U64 aFile = C64(0x0101010101010101);", FILES[0], Notation.HEX, "hexadecimal in C64"),
        ("pub const RANK_2: u64 = 0xff00;", 0xFF00, Notation.HEX, "hexadecimal"),
        ("static final long d4 = -1L;", BOARD, Notation.DECIMAL, None),
        ("d4 = 0x8000000", 1 << 27, Notation.HEX, "hexadecimal"),
        ("$ff00", 0xFF00, Notation.HEX, "hexadecimal"),
        ("&Hff00", 0xFF00, Notation.HEX, "hexadecimal"),
        ("0ff00h", 0xFF00, Notation.HEX, "hexadecimal with h at its end"),
        ("10h", 16, Notation.HEX, "hexadecimal with h at its end"),
        ("0b10h", 0xB10, Notation.HEX, "hexadecimal with h at its end"),
        ("'0xff00'", 0xFF00, Notation.HEX, "hexadecimal"),
        ('"65280"', 0xFF00, Notation.DECIMAL, "decimal"),
        ("0x00000000000000000000ff", 0xFF, Notation.HEX, "hexadecimal"),
        ("-0x1", BOARD, Notation.HEX, "negative hexadecimal, as signed numbers of 64 bits are"),
        ("0", 0, Notation.DECIMAL, "decimal"),
        ("65280", 0xFF00, Notation.DECIMAL, "decimal"),
        ("65_280n", 0xFF00, Notation.DECIMAL, "decimal with the suffix n"),
        ("18446744073709551615", BOARD, Notation.DECIMAL, "decimal"),
        ("-1", BOARD, Notation.DECIMAL, "negative decimal, as signed numbers of 64 bits are"),
        ("-9223372036854775808", 1 << 63, Notation.DECIMAL, "negative decimal, as signed numbers of 64 bits are"),
        ("00000000000000000001", 1, Notation.DECIMAL, "decimal"),
        ("0b1111_0000", 0xF0, Notation.BINARY, "binary"),
        ("0b11u64", 3, Notation.BINARY, "binary with the suffix u64"),
        ("1" + "0" * 63, 1 << 63, Notation.BINARY, "binary, as it has 64 digits"),
        ("_".join(["00000000"] * 7 + ["11111111"]), 0xFF, Notation.BINARY, "binary, as it has 64 digits"),
    ],
)
def test_a_number_is_read_as_its_language_means_it(
    text: str, mask: int, notation: Notation, description: str | None
) -> None:
    found = read_mask(text)
    assert (found.mask, found.notation) == (mask, notation)
    assert description is None or found.description == description


@pytest.mark.parametrize(
    ("text", "mask", "notation", "description"),
    [
        ("0101010101010101", FILES[0], Notation.HEX, "hexadecimal, as it has 16 digits and starts with 0"),
        (
            "8080808080808080",
            8080808080808080,
            Notation.DECIMAL,
            "decimal, as it has digits only; hexadecimal needs 0x",
        ),
        ("00000000000000ff", 0xFF, Notation.HEX, "hexadecimal, as it has 16 digits"),
        ("FFFF_0000_0000_0000", 0xFFFF << 48, Notation.HEX, "hexadecimal, as it has 16 digits"),
        ("d4e5f6a7b8c1d2e3", 0xD4E5F6A7B8C1D2E3, Notation.HEX, "hexadecimal, as it has 16 digits"),
        ("0b00000000000002", 0x0B00000000000002, Notation.HEX, "hexadecimal, as it has 16 digits"),
        ("010101010101010", 10101010101010, Notation.DECIMAL, "decimal"),
    ],
)
def test_digits_alone_are_decimal_unless_sixteen_of_them_start_with_0_or_have_letters(
    text: str, mask: int, notation: Notation, description: str
) -> None:
    found = read_mask(text)
    assert (found.mask, found.notation, found.description) == (mask, notation, description)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "there is no mask; write it as 0xff00, 65280, 0b1010, d4 e4, or eight lines such as . . . 1 1 . . ."),
        ("  \n ", 1, "there is no mask"),
        ("hello", 1, "'hello' is no mask; write it as 0xff00"),
        ("0x", 3, "expected hexadecimal digits, found the end"),
        ("0xg", 3, "expected hexadecimal digits or a suffix such as ULL, u64 or n, found 'g'"),
        ("  0xffg0", 7, "expected hexadecimal digits or a suffix such as ULL, u64 or n, found 'g0'"),
        ("0xff 0xff", 5, "expected hexadecimal digits or a suffix such as ULL, u64 or n, found ' 0xff'"),
        ("0b102", 5, "expected binary digits or a suffix such as ULL, u64 or n, found '2'"),
        ("0b", 3, "expected binary digits, found the end"),
        ("$", 2, "expected hexadecimal digits, found the end"),
        ("12u32", 3, "expected digits or a suffix such as ULL, u64 or n, found 'u32'"),
        ("1.8e19", 2, "found '.8e19'; a mask is a whole number"),
        ("65,280", 3, "found ',280'; a mask is a whole number"),
        ("0o17", 1, "octal numbers are not read; write 0x and hexadecimal digits, or decimal"),
        ("18446744073709551616", 1, "a mask is -9223372036854775808 to 18446744073709551615"),
        ("-9223372036854775809", 1, "the number does not fit 64 bits"),
        ("0x10000000000000000", 1, "the number does not fit 64 bits; a mask is at most 16 hexadecimal digits"),
        ("0b" + "1" * 65, 1, "the number does not fit 64 bits; a mask is at most 64 binary digits"),
        ("1" * 4096, 1, "the number does not fit 64 bits"),
        ("ff00", 1, "'ff00' has letters; write 0x before hexadecimal digits, or all 16 of them"),
        ("d4e4", 1, "'d4e4' is squares or hexadecimal; write d4 e4 or 0xd4e4"),
        ("0b00000000000001", 1, "this is binary or 16 hexadecimal digits"),
        ("popcount(0xff)", 1, "'popcount' is not known around a number; write the number alone, as 0xff00"),
        ("C64(0xff", 9, "expected ) at the end, since 'C64(' opens it"),
        ("C64()", 5, "there is no number here; write digits, such as 0xff00"),
        ("+5", 1, "'+5' is no mask"),
        ("\u0663", 1, "'\\u0663' is no mask"),
        ("0x\uff11", 3, "found '\\uff11'"),
        ("\0", 1, "'\\x00' is no mask"),
        ("\u0430\u0430", 1, "is no mask"),
    ],
)
def test_a_number_that_cannot_be_read_is_refused_where_it_goes_wrong(text: str, column: int, message: str) -> None:
    found = refusal(text)
    assert found[:2] == (1, column)
    assert message in found[2]


def test_several_numbers_are_not_one_mask() -> None:
    assert refusal("0xff\n0xff00") == (1, 5, "a mask is one number on one line")


# Squares


@pytest.mark.parametrize(
    "text",
    [
        "d4 e4",
        "e4 d4 e4",
        "{d4, e4}",
        "d4,e4",
        "D4;E4",
        "[d4|e4]",
        "(d4 e4)",
        "d4\ne4\n",
        "  { d4 e4 } ",
        "d4\t\u3000e4,",
    ],
)
def test_a_list_of_squares_may_be_separated_and_enclosed_in_any_usual_way(text: str) -> None:
    for mapping in MAPPINGS.values():
        found = read_mask(text, mapping)
        assert (square_names(found.mask), found.notation, found.description) == ("d4 e4", Notation.SQUARES, "squares")


@pytest.mark.parametrize("text", ["{}", "{ }", "-", " - ", "[]", "()"])
def test_no_squares_are_written_as_empty_brackets_or_a_dash(text: str) -> None:
    found = read_mask(text, MAPPINGS["BEFR"])
    assert (found.mask, found.notation, found.description) == (0, Notation.SQUARES, "no squares")


@pytest.mark.parametrize(
    ("text", "line", "column", "wrong"),
    [
        ("d4 e9", 1, 4, "'e9'"),
        ("d4, i4", 1, 5, "'i4'"),
        ("{d4 dd}", 1, 5, "'dd'"),
        ("d4\ne0", 2, 1, "'e0'"),
        ("{1}", 1, 2, "'1'"),
        ("a1 \0", 1, 4, "'\\x00'"),
        ("a1 " + "z" * 4000, 1, 4, f"'{'z' * 40}'..."),
    ],
)
def test_the_first_item_that_is_no_square_is_named(text: str, line: int, column: int, wrong: str) -> None:
    assert refusal(text) == (line, column, f"{wrong} is no square; squares are a1 to h8, as in {{d4, e4}}")


def test_a_bracket_alone_is_refused() -> None:
    assert refusal("{")[2] == "there is no square between the brackets; no squares are {} or -"


# Any text


MIXED: Final = st.text("0123456789abcdefABCDEFxXnuUlLh'_-$ .,;{}()[]|/\n1X\0\u0663\uff11gHh=", max_size=120)


@given(st.text() | MIXED | st.lists(st.sampled_from([*SQUARE_NAMES, "0xff", "a9", ",", "{", "\n"])).map(" ".join))
@example(":000" + "\x1f" * 8 + "\x08\u0100" + "\U00010000" * 6)
def test_any_text_is_a_mask_or_one_short_error(text: str) -> None:
    try:
        found = read_mask(text)
    except NotationError:
        refusal(text)
    else:
        assert 0 <= found.mask <= BOARD
        assert found.notation in list(Notation)[:5]


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("length", [LONGEST_TEXT, 1_000_000])
@pytest.mark.parametrize("unit", ["a ", "a1 ", "a =", "(", "{ ", "'", "_", "9", "-", "|", "\n.", "a:", "/", "f", "\0"])
def test_the_longest_texts_and_a_megabyte_take_no_time(unit: str, length: int) -> None:
    text = unit * (length // len(unit))
    start = time.process_time()
    try:
        read_mask(text)
    except NotationError as error:
        assert len(error.message) <= 200
        assert length == LONGEST_TEXT or f"a mask is at most {LONGEST_TEXT} characters long" in error.message
    else:
        assert length == LONGEST_TEXT
    assert time.process_time() - start < 0.1


def test_whole_files_are_named_as_files() -> None:
    assert files_and_squares(0) == ""
    assert files_and_squares(parse_squares("e5")) == "e5"
    assert files_and_squares(parse_squares("b1 b2 b3 b4 b5 b6 b7 b8 d5")) == "b-file d5"
    assert files_and_squares(BOARD).split() == [f"{letter}-file" for letter in "abcdefgh"]


@given(mask=masks())
def test_runs_name_each_square_once(mask: int) -> None:
    named = 0
    for name in compact_names(mask).split():
        first, _, last = name.partition("–")
        ends = parse_square(first), parse_square(last or first)
        step = 8 if ends[0] % 8 == ends[1] % 8 else 1
        for square in range(ends[0], ends[1] + 1, step):
            assert not named >> square & 1
            named |= 1 << square
    assert named == mask


def test_two_squares_are_no_run() -> None:
    assert compact_names(parse_squares("a2 a3 c1 d1 e1 g5")) == "c1–e1 a2 a3 g5"


def test_the_mappings_are_the_eight_ways_from_a_corner_along_a_rank_or_a_file() -> None:
    assert {name: mapping.first_squares for name, mapping in MAPPINGS.items()} == {
        "LERF": "a1b1",
        "LEFR": "a1a2",
        "BERF": "h8g8",
        "BEFR": "h8h7",
        "BERLEF": "a8b8",
        "LERBEF": "h1g1",
        "LEFBER": "a8a7",
        "BEFLER": "h1h2",
    }
    assert all(name == mapping.name for name, mapping in MAPPINGS.items())
    assert next(iter(MAPPINGS.values())) == LERF


@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=MAPPINGS)
def test_bits_are_counted_along_a_line_from_the_first_square_to_the_opposite_corner(mapping: SquareMapping) -> None:
    numbered = [mapping.square(bit) for bit in range(64)]
    assert numbered[:2] == [mapping.first, mapping.second]
    assert sorted(numbered) == list(range(64))
    assert numbered[63] == mapping.first ^ 63
    steps = {(after - before, bit % 8 == 7) for bit, (before, after) in enumerate(pairwise(numbered))}
    assert len({step for step, turns in steps if not turns}) == 1
    assert len({step for step, turns in steps if turns}) == 1
    assert [mapping.bit(square) for square in numbered] == list(range(64))
    names = [SQUARE_NAMES[square] for square in numbered]
    assert mapping.title == f"{names[0]} = bit 0, {names[1]} = bit 1, {names[63]} = bit 63"


@given(masks(), st.sampled_from(list(MAPPINGS.values())))
def test_a_mask_has_the_squares_of_the_bits_of_its_number(number: int, mapping: SquareMapping) -> None:
    mask = sum(1 << mapping.square(bit) for bit in range(64) if number >> bit & 1)
    assert mapping.mask(number) == mask
    assert mapping.number(mask) == number


@given(st.lists(masks(), min_size=1, max_size=20), st.sampled_from(list(MAPPINGS.values())))
def test_arrays_are_mapped_as_numbers_are(numbers: list[int], mapping: SquareMapping) -> None:
    array = masks_array(numbers)
    assert masks_list(mapping.mask(array)) == [mapping.mask(number) for number in numbers]
    assert masks_list(mapping.number(array)) == [mapping.number(number) for number in numbers]
    assert masks_list(array) == numbers


def test_constants_of_other_mappings_are_those_that_the_wiki_and_engines_print() -> None:
    assert MAPPINGS["LEFR"].mask(0xFF) == FILES[0]
    assert MAPPINGS["LEFR"].mask(0x0101_0101_0101_0101) == RANKS[0]
    assert MAPPINGS["BERLEF"].mask(0xFF) == RANKS[7]
    assert MAPPINGS["BERLEF"].number(E4) == 1 << 36
    assert MAPPINGS["LERBEF"].mask(0x0101_0101_0101_0101) == FILES[7]
    assert MAPPINGS["BERF"].mask(1) == 1 << parse_square("h8")
    assert MAPPINGS["BEFR"].mask(0xFF) == FILES[7]
    assert MAPPINGS["LEFR"].mask(0x55AA_55AA_55AA_55AA) == LIGHT_SQUARES


@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=MAPPINGS)
def test_a_mapping_is_found_by_name_and_by_its_first_squares(mapping: SquareMapping) -> None:
    first, second = mapping.first_squares[:2], mapping.first_squares[2:]
    for text in (
        mapping.name,
        mapping.name.lower(),
        f"{first}{second}",
        f"{first} {second}",
        f" {first.upper()},{second}",
    ):
        assert mapping_named(text) is mapping


@pytest.mark.parametrize("text", ["", "a1", "a1c3", "LE", "BERFX", "\0", "x" * 1_000_000])
def test_another_name_of_a_mapping_is_refused_with_those_that_there_are(text: str) -> None:
    with pytest.raises(ValueError, match=r"^there is no mapping '.*LERF \(a1b1\), LEFR \(a1a2\)") as caught:
        mapping_named(text)
    assert len(str(caught.value)) <= 250


# Their digits start with 0b, or are all decimal, when they are written in hexadecimal.
TWO_FACED: Final = st.sampled_from(
    (0x0B << 56, 0xB0B0_B0B0_B0B0_B0B0, 1 << 60, 0x1234_5678_9012_3456, 0x0B01_0101_0101_0101)
)


READ_AS: Final = {notation: notation for notation in list(Notation)[:5]} | {
    Notation.SIGNED: Notation.DECIMAL,
    Notation.ROWS: Notation.DIAGRAM,
    Notation.SET: Notation.SQUARES,
}
"""The kinds of notation that are read, if they are not hexadecimal."""


@given(masks() | TWO_FACED, st.sampled_from(Notation), st.sampled_from(list(MAPPINGS.values())))
def test_a_written_mask_is_read_as_the_same_in_every_notation_and_mapping(
    mask: int, notation: Notation, mapping: SquareMapping
) -> None:
    mask = mapping.mask(mask)
    text = write_mask(mask, notation, mapping)
    found = read_mask(text, mapping)
    assert (found.mask, found.notation) == (mask, READ_AS.get(notation, Notation.HEX))
    assert found.description.isprintable()
    if notation.is_word:
        assert text.split() == [text]


@given(masks(), st.sampled_from(Notation), st.sampled_from(list(MAPPINGS.values())))
def test_only_numbers_depend_on_the_mapping(mask: int, notation: Notation, mapping: SquareMapping) -> None:
    text = write_mask(mask, notation, mapping)
    if notation.is_number:
        assert text == write_mask(mapping.number(mask), notation)
        assert read_mask(text).mask == mapping.number(mask)
    else:
        assert text == write_mask(mask, notation)
        assert read_mask(text).mask == mask


def test_a_mask_is_written_as_each_language_writes_it() -> None:
    mask = RANKS[1] | 1 << 63
    assert {notation: write_mask(mask, notation) for notation in Notation} == {
        Notation.HEX: "0x800000000000ff00",
        Notation.DECIMAL: "9223372036854841088",
        Notation.BINARY: "0b1000000000000000000000000000000000000000000000001111111100000000",
        Notation.DIAGRAM: diagram(mask),
        Notation.SQUARES: "a2 b2 c2 d2 e2 f2 g2 h2 h8",
        Notation.SIGNED: "-9223372036854710528",
        Notation.ROWS: ".......1/......../......../......../......../......../11111111/........",
        Notation.SET: "{a2,b2,c2,d2,e2,f2,g2,h2,h8}",
        Notation.C: "0x800000000000ff00ULL",
        Notation.CPP: "0x8000'0000'0000'ff00ULL",
        Notation.CSHARP: "0x800000000000ff00UL",
        Notation.RUST: "0x8000_0000_0000_ff00_u64",
        Notation.GO: "uint64(0x800000000000ff00)",
        Notation.JAVA: "0x800000000000ff00L",
        Notation.JAVASCRIPT: "0x800000000000ff00n",
        Notation.PYTHON: "0x8000_0000_0000_ff00",
        Notation.NUMPY: "numpy.uint64(0x800000000000ff00)",
        Notation.PASCAL: "$800000000000ff00",
        Notation.ASSEMBLER: "0800000000000ff00h",
    }
    assert write_mask(0, Notation.SQUARES) == "-"
    assert write_mask(0, Notation.SET) == "{}"
    assert write_mask(E4, Notation.HEX, MAPPINGS["BERLEF"]) == "0x0000001000000000"


def test_each_notation_has_a_name_of_its_own() -> None:
    assert len({notation.title for notation in Notation}) == len(Notation)


@pytest.mark.parametrize("mask", [-1, BOARD + 1])
def test_what_is_no_mask_is_not_written(mask: int) -> None:
    with pytest.raises(ValueError, match="0 to 2"):
        write_mask(mask, Notation.HEX)
