"""Masks as text: the eight mappings, every notation there and back, and short errors that point at what is wrong."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    SQUARE_NAMES,
    square_names,
)
from pawnviz.core.board.mapping import LERF, MAPPINGS, SquareMapping
from pawnviz.core.board.mask_reader import LONGEST_TEXT, read_mask
from pawnviz.core.board.notation import Notation, NotationError

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
        ("0xff00U", 0xFF00, Notation.HEX, "hexadecimal with the suffix U"),
        ("0xff00UL", 0xFF00, Notation.HEX, "hexadecimal with the suffix UL"),
        ("0xff00ULL", 0xFF00, Notation.HEX, "hexadecimal with the suffix ULL"),
        ("0xff00ull,", 0xFF00, Notation.HEX, "hexadecimal with the suffix ull"),
        ("0xff00L;", 0xFF00, Notation.HEX, "hexadecimal with the suffix L"),
        ("0xff00n", 0xFF00, Notation.HEX, "hexadecimal with the suffix n"),
        ("C64(0x0101010101010101)", FILES[0], Notation.HEX, "hexadecimal in C64"),
        ("UINT64_C( 0xff00 )", 0xFF00, Notation.HEX, "hexadecimal in UINT64_C"),
        ("Bitboard(0xff00)", 0xFF00, Notation.HEX, "hexadecimal in Bitboard"),
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
        ("ff00H", 0xFF00, Notation.HEX, "hexadecimal with H at its end"),
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
        ("0B1111'0000", 0xF0, Notation.BINARY, "binary"),
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
        ("0000000000000100", 0x100, Notation.HEX, "hexadecimal, as it has 16 digits and starts with 0"),
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
        ("01010101010101010", 1010101010101010, Notation.DECIMAL, "decimal"),
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
        ("0x__", 5, "expected hexadecimal digits, found the end"),
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
        ("x = ", 4, "there is no number here"),
        ("+5", 1, "'+5' is no mask"),
        ("\u0663", 1, "'\\u0663' is no mask"),
        ("0x\uff11", 3, "found '\\uff11'"),
        ("0xff\u0660", 5, "found '\\u0660'"),
        ("\0", 1, "'\\x00' is no mask"),
        ("0xff\0", 5, "found '\\x00'"),
        ("\u0430\u0430", 1, "is no mask"),
        ("\u2160", 1, "is no mask"),
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
        ("d9 e4", 1, 1, "'d9'"),
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
        assert found.notation == found.notation.kind


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize(
    "text",
    [
        "1" * 1_000_000,
        "0x" + "f" * 1_000_000,
        "\0" * 1_000_000,
        "d4 " * 400_000,
        ". " * 500_000,
        "\n" * 1_000_000,
        "/" * 1_000_000,
    ],
)
def test_a_megabyte_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    assert f"a mask is at most {LONGEST_TEXT} characters long" in refusal(text)[2]
    assert time.process_time() - start < 0.5


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize(
    "text",
    [
        *(
            unit * (LONGEST_TEXT // len(unit))
            for unit in ("a ", "a1 ", "a =", "(", "{ ", "'", "_", "9", "-", "|", "\n.", "a:", "/")
        )
    ],
)
def test_the_longest_texts_take_no_time(text: str) -> None:
    start = time.process_time()
    try:
        read_mask(text)
    except NotationError as error:
        assert len(error.message) <= 200
    assert time.process_time() - start < 0.1


def test_importing_notations_loads_neither_numpy_nor_qt() -> None:
    script = (
        "import sys; import pawnviz.core.board.mask_reader; "
        "assert not {name.partition('.')[0] for name in sys.modules} & {'numpy', 'chess', 'PySide6'}"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
