"""Large marks, for a projector or a child."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QImage

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers.marks import Family
from tests.view.program import RunningProgram, set_up


def square(program: RunningProgram, name: str) -> QImage:
    """Return a square of the board as it is seen."""
    return program.board.grab(program.board.board_geometry.square_rect(parse_square(name))).toImage()


def colored(image: QImage) -> float:
    """Return the share of a square's pixels that are colored."""
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(pixel.hslSaturationF() > 0.25 for pixel in map(QColor, pixels)) / len(pixels)


def test_safe_squares_are_filled_and_so_seen_from_afar(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    set_up(program, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    program.layers.show_exactly({"safe_squares": (True, False)})
    assert colored(square(program, "b5")) < 0.05
    program.action("large_marks").trigger()
    assert colored(square(program, "b5")) > 0.4
    (entry,) = program.window.legend.entries
    assert entry.style.mark.family is Family.HATCH, "the legend shows the same mark"
    assert program.layers.style_of("safe_squares").mark.family is Family.BAR, "the layer keeps its own style"
    program = open_program()
    assert program.action("large_marks").isChecked()
    assert colored(square(program, "b5")) > 0.4, "after a restart too"
    program.action("large_marks").trigger()
    assert colored(square(program, "b5")) < 0.05


def test_a_second_large_layer_is_seen_on_the_first(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    set_up(program, "4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1")
    program.layers.show_exactly({"safe_squares": (True, False)})
    program.action("large_marks").trigger()
    alone = square(program, "b3")
    program.layers.show_exactly({"safe_squares": (True, False), "holes": (True, False)})
    assert program.layers.mask("holes", True) >> parse_square("b3") & 1
    both = square(program, "b3")
    changed = sum(
        alone.pixel(x, y) != both.pixel(x, y) for x in range(alone.width()) for y in range(alone.height())
    ) / (alone.width() * alone.height())
    assert 0.08 < changed < 0.3
