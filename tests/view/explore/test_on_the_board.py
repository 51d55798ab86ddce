"""What *Explore* paints over the board: arrows by weight, demands of a pattern, and the heat of a piece."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.structures.pattern import PatternMark
from pawnviz.view.board.state import WeightedMove
from pawnviz.view.widgets.theme import theme_of
from tests.view.program import RunningProgram, set_up


def near(color: QColor, other: QColor) -> bool:
    """Return whether two colors are alike, apart from what shines through."""
    return distance(color, other) < 60


def distance(color: QColor, other: QColor) -> int:
    """Return by how much the part differs that differs most."""
    return max(abs(color.red() - other.red()), abs(color.green() - other.green()), abs(color.blue() - other.blue()))


def count_of(program: RunningProgram, square: str, color: QColor) -> int:
    """Return the number of pixels of a square that have a color, or one near it."""
    image, size = program.board.grab().toImage(), program.board.board_geometry.square_size
    corner = program.at(parse_square(square)) - QPoint(size // 2, size // 2)
    return sum(
        near(image.pixelColor(corner.x() + x, corner.y() + y), color)
        for x in range(0, size, 2)
        for y in range(0, size, 2)
    )


@pytest.fixture
def board(program: RunningProgram) -> RunningProgram:
    set_up(program, "8/8/8/8/8/8/8/8 w - - 0 1")
    program.layers.clear()
    return program


def test_an_arrow_is_as_wide_as_its_weight_and_a_captured_pawn_has_a_circle(board: RunningProgram) -> None:
    for white in (True, False):
        color = theme_of(board.board).mark_color(white)
        counts = []
        for weight in (0.0, 0.5, 1.0):
            move = WeightedMove(parse_square("d2"), parse_square("d4"), white, weight)
            board.board.state.next_moves = (move,)
            counts.append(count_of(board, "d3", color))
        assert 0 < counts[0] < counts[1] < counts[2]
    color = theme_of(board.board).mark_color(True)
    square = parse_square("e5")
    board.board.state.next_moves = (WeightedMove(square, square, True, 1.0),)
    assert count_of(board, "e5", color) > 50 and count_of(board, "e4", color) == 0


def test_demands_of_a_pattern_are_rings_and_crosses_among_pale_pieces(board: RunningProgram) -> None:
    theme = theme_of(board.board)
    marks = (PatternMark(True, parse_squares("d4")), PatternMark(False, parse_squares("d5"), is_empty=True))
    board.board.state.pattern_marks = marks
    ring, cross = count_of(board, "d4", theme.mark_color(True)), count_of(board, "d5", theme.mark_color(False))
    assert ring > cross > 10
    board.board.state.pattern_marks = ()
    assert count_of(board, "d4", theme.mark_color(True)) == 0
    black = QColor("#000000")
    set_up(board, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1")
    assert count_of(board, "e8", black) > 100
    board.board.state.pattern_marks = (PatternMark(True, parse_squares("d4")),)
    assert count_of(board, "e8", black) == 0
    board.board.state.pattern_marks = ()
    assert count_of(board, "e8", black) > 100
