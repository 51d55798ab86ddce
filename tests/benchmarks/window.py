"""How long the whole window takes to follow an edit, and the step view to open.

Times are the processor time of the window's thread, so that other programs on the machine do not count.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import thread_time
from typing import TYPE_CHECKING, Final

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.formula.steps import rows, steps
from pawnviz.core.layers import LAYERS as ALL_LAYERS
from tests.benchmarks import Row
from tests.benchmarks.board import FEN, LAYERS, edits

if TYPE_CHECKING:
    from pawnviz.view.app import Program

FRAME: Final = 1000 / 60
"""The time of one frame in milliseconds."""

EDITS: Final = 300
OPENINGS: Final = 60
WARM_UP: Final = 20


def follow_edits() -> list[Row]:
    """Return how long an edit takes until it is seen, with six layers, inspector and steps, and with none of them."""
    with open_program() as program:
        window, layers, document = program.window, program.layers, program.document
        window.docks.inspector_dock.raise_()
        window.board.state.set_pinned(parse_square("d4"))
        layers.apply_preset(LAYERS)
        layers.set_current("front_spans")
        window.docks.show_steps()
        settle()
        steps, inspector = window.docks.steps_panel, window.docks.panels.inspector
        if steps is None or not steps.isVisible() or not inspector.isVisible():
            raise RuntimeError("the steps and the inspector should be seen")
        everything = [timed(document.edit, position, "move a pawn") for position in edits(document, EDITS)][WARM_UP:]
        window.docks.show_steps()
        window.docks.inspector_dock.close()
        window.docks.layers_dock.close()
        layers.clear()
        settle()
        alone = [timed(document.edit, position, "move a pawn") for position in edits(document, EDITS)][WARM_UP:]
    note = f"{median(everything) * 1e3:.1f} ms with everything, {median(alone) * 1e3:.1f} ms with the board alone"
    return [
        Row("edit, everything open / board alone", median(everything) / median(alone), "ratio", None, note),
        Row("edit with six layers, inspector and steps", median(everything) * 1e3, "ms", 16, "median"),
        Row("the same: 99th percentile", quantiles(everything, n=100)[98] * 1e3, "ms", 16, f"{len(everything)} edits"),
    ]


def open_steps() -> list[Row]:
    """Return how long the step view of the formula with the most rows, and with the deepest ones, takes to open."""
    sizes = {name: _size(name) for name, layer in ALL_LAYERS.items() if layer.formula}
    result = []
    with open_program() as program:
        window, layers = program.window, program.layers
        for what, name in (
            ("the most rows", max(sizes, key=lambda name: sizes[name])),
            ("the deepest rows", max(sizes, key=lambda name: sizes[name][::-1])),
        ):
            layers.set_current(name)
            times = []
            for _ in range(OPENINGS):
                times.append(timed(window.docks.show_steps))
                timed(window.docks.show_steps)
            count, depth = sizes[name]
            note = f"{name}: {count} rows, {depth} deep; the first time {times[0] * 1e3:.0f} ms"
            result.append(Row(f"step view with {what}", median(times[1:]) * 1e3, "ms", FRAME, note))
    return result


def _size(name: str) -> tuple[int, int]:
    """Return how many rows the steps of a layer have, and how deep the deepest one stands."""
    depths = [depth for depth, _ in rows(steps(ALL_LAYERS[name], Position.from_fen(FEN).sides()[0]))]
    return len(depths), max(depths)


@contextmanager
def open_program() -> Iterator[Program]:
    """Open the program on the position, with its panels."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # The offscreen platform says of every new window what it cannot do.
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
    from pawnviz.view.app import Program, make_application

    make_application()
    with TemporaryDirectory() as folder:
        program = Program(FEN, Path(folder))
        program.show()
        program.window.complete()
        settle()
        yield program
        program.window.close()
        program.window.deleteLater()
        program.deleteLater()
        settle()


def timed(action: Callable[..., object], *arguments: object) -> float:
    """Return the seconds that an action takes until it is seen."""
    begin = thread_time()
    action(*arguments)
    settle()
    return thread_time() - begin


def settle() -> None:
    """Let everything be painted that waits for it."""
    from PySide6.QtWidgets import QApplication

    for _ in range(3):
        QApplication.processEvents()
