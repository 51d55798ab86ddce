"""Masks as text: the eight mappings, every notation there and back, and short errors that point at what is wrong."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import (
    BOARD,
    diagram,
    parse_squares,
    square_names,
)
from pawnviz.core.board.mapping import MAPPINGS
from pawnviz.core.board.mask_reader import read_mask
from pawnviz.core.board.notation import Notation
from tests.core.board.test_mask_reader import refusal
from tests.strategies import masks

CORNER: Final = """
1 . . . . . . .
1 1 . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""
CORNER_MASK: Final = parse_squares("a8 a7 b7")


def framed(lines: list[str], left: str = "", right: str = "") -> str:
    return "\n".join(["+" + "-" * 17 + "+", *(f"{left}| {line} |{right}" for line in lines), "+" + "-" * 17 + "+"])


LINES: Final = CORNER.strip().splitlines()
RULE: Final = " +---+---+---+---+---+---+---+---+\n"


@pytest.mark.parametrize(
    "text",
    [
        CORNER,
        CORNER.replace(" ", ""),
        CORNER.replace("1", "X").replace(".", "-"),
        CORNER.replace("1", "x").replace(" ", ""),
        CORNER.replace(".", "0"),
        CORNER.replace(" ", "").replace(".", "0"),
        CORNER.replace("1", "#").replace(".", "\u00b7"),
        CORNER.replace("1", "*").replace(".", "_"),
        CORNER.replace("1", "\u25cf").replace(".", "\u25cb"),
        CORNER.replace("\n", "\r\n"),
        CORNER.replace("\n", "\n\n"),
        framed(LINES),
        framed(LINES).replace("-", "\u2500").replace("|", "\u2502"),
        "\n".join(f"{8 - row}  {line}" for row, line in enumerate(LINES)) + "\n   a b c d e f g h",
        "\n".join(f"{8 - row}{line.replace(' ', '')}" for row, line in enumerate(LINES)),
        "\n".join(f"{line} {8 - row}" for row, line in enumerate(LINES)),
        "A B C D E F G H\n" + "\n".join(f"{8 - row} {line} {8 - row}" for row, line in enumerate(LINES)) + "\nabcdefgh",
        "\n".join(f"{8 - row} | {line} |" for row, line in enumerate(LINES)),
        "\n".join(f'    "{line}",' for line in LINES),
        "\n".join(f"// {line}" for line in LINES),
        "\n".join(f"{row + 1} {line}" for row, line in enumerate(reversed(LINES))),
        "\n".join(f"{line[::-1]} {row + 1}" for row, line in enumerate(reversed(LINES))) + "\nh g f e d c b a",
        RULE + "".join(f" | {line.replace(' ', ' | ').replace('.', ' ')} |\n{RULE}" for line in LINES),
        RULE
        + "".join(f" | {line.replace(' ', ' | ').replace('.', ' ')} | {8 - n}\n{RULE}" for n, line in enumerate(LINES))
        + "   a   b   c   d   e   f   g   h\n",
        "\n".join(line.replace(" ", "|") for line in LINES),
    ],
)
def test_a_diagram_may_have_any_usual_marks_coordinates_and_frames(text: str) -> None:
    for mapping in MAPPINGS.values():
        found = read_mask(text, mapping)
        assert (found.mask, found.notation) == (CORNER_MASK, Notation.DIAGRAM)


def test_the_description_says_when_a_diagram_is_turned() -> None:
    upright = "\n".join(f"{8 - row} {line}" for row, line in enumerate(LINES))
    turned = "\n".join(f"{row + 1} {line}" for row, line in enumerate(LINES)) + "\nh g f e d c b a"
    assert read_mask(upright).description == "diagram"
    assert read_mask(turned).description == "diagram, rank 1 first, h-file first"
    assert square_names(read_mask(turned).mask) == "h1 g2 h2"


@pytest.mark.parametrize("mark", ["1", "-", "."])
def test_full_and_empty_boards_are_diagrams_too(mark: str) -> None:
    assert read_mask("\n".join([mark * 8] * 8)).mask == (BOARD if mark == "1" else 0)
    assert read_mask("\n".join([" ".join(mark * 8)] * 8)).mask == (BOARD if mark == "1" else 0)


@given(masks())
def test_a_diagram_between_bars_with_blank_squares_is_read_without_labels(mask: int) -> None:
    lines = diagram(mask).splitlines()
    text = "\n".join(f"|{line.replace(' ', '|').replace('.', ' ')}|" for line in lines)
    assert read_mask(text).mask == mask


@pytest.mark.parametrize(
    ("text", "squares", "description"),
    [
        ("X......./XX....../......../......../......../......../......../........", "a7 b7 a8", "diagram on one line"),
        ("10000000/11000000/00000000/00000000/00000000/00000000/00000000/00000000", "a7 b7 a8", "diagram on one line"),
        ("8/8/8/8/3P4/8/8/8", "d4", "placement of one kind of piece"),
        ("p7/pp6/8/8/8/8/8/7p", "h1 a7 b7 a8", "placement of one kind of piece"),
        ("8/8/8/8/1X1X1X1X/8/8/8", "b4 d4 f4 h4", "placement of one kind of piece"),
        ("8/8/8/8/8/8/8/8", "", "placement of one kind of piece"),
    ],
)
def test_rows_between_slashes_are_marks_or_a_placement(text: str, squares: str, description: str) -> None:
    found = read_mask(text, MAPPINGS["BEFR"])
    assert (square_names(found.mask), found.notation) == (squares, Notation.DIAGRAM)
    assert found.description == description


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("\n".join(LINES[:7]), 7, 16, "the text has 7 lines of marks; a diagram has 8, one a rank"),
        ("\n".join([*LINES, LINES[0]]), 9, 1, "the text has 9 lines of marks; a diagram has 8, one a rank"),
        (CORNER.replace("1 1 .", "1 1", 1), 3, 1, "this line has 7 marks; a rank has 8"),
        (CORNER.replace("1 1 .", "1 X ."), 3, 3, "'X' and '1' both mark squares; a diagram has one such mark"),
        (CORNER.replace("1 1 .", "1 ? ."), 3, 3, "'?' is no mark of a diagram; 1 or X for a square in the mask"),
        (CORNER.replace("1 1 .", "1 \uff11 ."), 3, 3, "'\\uff11' is no mark of a diagram"),
        (CORNER.replace("1 1 .", "1 1 .") + "\0", 10, 1, "the text has 9 lines"),
        ("\n".join(f"3 {line}" for line in LINES), 1, 1, "this line has 9 marks; a rank has 8, beside the numbers"),
        ("\n".join(f"{line} ." for line in LINES), 1, 1, "this line has 9 marks"),
        ("\n".join([". . ."] * 8), 1, 1, "this line has 3 marks"),
        ("|a|b|c|dd|e|f|g|h|\n.", 1, 8, "'dd' is between two bars; a square has one mark"),
        ("8/8/8/8/3P3/8/8/8", 1, 9, "rank 4 has 7 squares; a rank has 8"),
        ("8/8/8/8/9/8/8/8", 1, 9, "'9' is no mark; eight rows such as ...11... have / between them"),
        ("8/8/8/8/3Pp3/8/8/8", 1, 11, "'p' and 'P' both mark squares; a mask has one mark"),
        ("///////", 1, 1, "rank 8 has 0 squares"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 2, "a mask has one mark"),
    ],
)
def test_a_diagram_that_cannot_be_read_is_refused_where_it_goes_wrong(
    text: str, line: int, column: int, message: str
) -> None:
    found = refusal(text)
    assert found[:2] == (line, column)
    assert message in found[2]
