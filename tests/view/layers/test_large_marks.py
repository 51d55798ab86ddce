"""Large marks, for a projector or a child."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage

from pawnviz.core.board.bitboard import parse_square
from tests.view.program import RunningProgram, set_up


def square(program: RunningProgram, name: str) -> QImage:
    """Return a square of the board as it is seen."""
    return program.board.grab(program.board.board_geometry.square_rect(parse_square(name))).toImage()


def colored(image: QImage) -> float:
    """Return the share of a square's pixels that are colored."""
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(pixel.hslSaturationF() > 0.25 for pixel in pixels) / len(pixels)


@pytest.mark.parametrize(
    ("layer", "name"), [("isolated_pawns", "e2"), ("attacks", "d3"), ("stops", "e3"), ("safe_squares", "b5")]
)
def test_letters_dots_and_arrows_are_larger_and_no_square_is_filled(
    open_program: Callable[..., RunningProgram], layer: str, name: str
) -> None:
    program = open_program()
    set_up(program, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    program.layers.show_exactly({layer: (True, False)})
    usual = colored(square(program, name))
    program.action("large_marks").trigger()
    assert 1.3 * usual < colored(square(program, name)) < 0.3
    own = program.layers.style_of(layer).mark
    assert not own.large, "the layer keeps its own style"
    assert program.window.legend.entries[0].style.mark == own._replace(large=True)
    program = open_program()
    assert program.action("large_marks").isChecked()
    assert colored(square(program, name)) > 1.3 * usual, "after a restart too"
    program.action("large_marks").trigger()
    assert colored(square(program, name)) == pytest.approx(usual)


def test_the_arrow_of_a_capture_is_wider(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    set_up(program, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    program.layers.clear()
    program.window.preferences.show_captures.value = True
    usual = colored(square(program, "e4"))
    program.window.preferences.large_marks.value = True
    assert colored(square(program, "e4")) > 1.25 * usual


def test_a_pawn_gives_way_to_its_large_letters(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    set_up(program, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    program.layers.clear()

    def top_of_pawn() -> int:
        image = square(program, "e2")
        ground = image.pixel(2, image.height() // 2)
        columns = range(2, image.width() - 2)
        return next(y for y in range(2, image.height()) if any(image.pixel(x, y) != ground for x in columns))

    before = top_of_pawn()
    program.layers.show_exactly({"isolated_pawns": (True, False)})
    assert top_of_pawn() == before
    program.window.preferences.large_marks.value = True
    assert top_of_pawn() < before - 4
