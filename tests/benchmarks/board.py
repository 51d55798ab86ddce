"""Repaints of the board, pictures, edits that all panels follow, and steps of formulas."""

from __future__ import annotations

import contextlib
import io
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import thread_time
from typing import TYPE_CHECKING, Final

import chess
import chess.svg

from pawnviz.cli.command import run_command
from pawnviz.core import layers
from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.formula.steps import rows, steps
from pawnviz.core.layers import LAYERS
from tests.benchmarks import Row, interleaved_medians

if TYPE_CHECKING:
    from pawnviz.model.document import Document
    from pawnviz.view.app import Program


SIX_LAYERS: Final = ("front_spans", "rear_spans", "stops", "telestops", "attacks", "safe_squares")
FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
EDITS: Final = 600
WARM_UP: Final = 30
LIMITS: Final = {800: 4.0, 1600: 8.0}


def repaints() -> list[Row]:
    """Return the ratio of repaints with and without six layers, the 99th percentile, and the cost of one square."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    rows = []
    for edge, limit in LIMITS.items():
        rows += _measure(edge, limit)
    application.processEvents()
    return rows


def _measure(edge: int, limit: float) -> list[Row]:
    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QApplication

    from pawnviz.model.document import Document
    from pawnviz.model.layers.shown_layers import ShownLayers
    from pawnviz.view.board.board import BoardView

    document = Document()
    document.set_fen(FEN)
    bare_layers, six_layers = ShownLayers(document), ShownLayers(document)
    bare_layers.clear()
    six_layers.apply_preset(SIX_LAYERS)
    boards = []
    for shown in (bare_layers, six_layers):
        board = BoardView(document, shown)
        margins = board.board_geometry
        across = margins.coordinate_margin + margins.side_margin
        board.resize(edge + across, edge + 8 + margins.coordinate_margin + margins.strip_height)
        board.show()
        boards.append(board)
    QApplication.processEvents()
    bare, six = boards
    if six.board_geometry.board_rect.width() != edge:
        raise RuntimeError(f"the board is {six.board_geometry.board_rect.width()} pixels wide, not {edge}")

    bare_times: list[float] = []
    six_times: list[float] = []
    square_times: list[float] = []
    for number, position in enumerate(edits(document, EDITS)):
        document.edit(position, "move a pawn")
        for board, times in ((bare, bare_times), (six, six_times)):
            begin = thread_time()
            board.repaint()
            times.append(thread_time() - begin)
        rect = six.board_geometry.square_rect(number % 64)
        begin = thread_time()
        six.repaint(QRect(rect))
        square_times.append(thread_time() - begin)
    bare_times, six_times, square_times = bare_times[WARM_UP:], six_times[WARM_UP:], square_times[WARM_UP:]
    for board in boards:
        board.close()
        board.deleteLater()
    name = f"repaint {edge}x{edge}"
    milliseconds = f"{median(six_times) * 1e3:.2f} ms with, {median(bare_times) * 1e3:.2f} ms without layers"
    return [
        Row(f"{name}: six layers / none", median(six_times) / median(bare_times), "ratio", 2, milliseconds),
        Row(f"{name}: 99th percentile", quantiles(six_times, n=100)[98] * 1e3, "ms", limit, f"{len(six_times)} edits"),
        Row(f"{name}: one square", median(square_times) * 1e3, "ms", 0.5, "median"),
    ]


def edits(document: Document, count: int) -> Iterator[Position]:
    """Yield positions that each differ by one moved pawn from the document's, so that all six layers change."""
    source = random.Random(1)
    while count:
        position = document.position
        pawns = [square for square in range(64) if position.piece_at(square) in ("P", "p")]
        empty = [square for square in range(8, 56) if position.piece_at(square) is None]
        changed = position.moved(source.choice(pawns), source.choice(empty))
        if all(_differs(name, position, changed) for name in SIX_LAYERS):
            count -= 1
            yield changed


def _differs(name: str, before: Position, after: Position) -> bool:
    layer = layers.LAYERS[name]
    return [layer(side) for side in before.sides()] != [layer(side) for side in after.sides()]


BOARDS: Final = 100


def render() -> list[Row]:
    """Compare ``pawnviz render`` of 100 positions in one process with 100 boards of ``chess.svg``."""
    dice = random.Random(5)
    boards: list[chess.Board] = []
    board = chess.Board()
    while len(boards) < BOARDS:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            board = chess.Board()
            continue
        board.push(dice.choice(moves))
        boards.append(board.copy(stack=False))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.fen"
        path.write_text("".join(f"{board.fen()}\n" for board in boards))

        def ours() -> float:
            start = time.perf_counter()
            with contextlib.redirect_stdout(io.StringIO()):
                words = ["--layer", "front_spans", "--layer", "attacks", "--layer", "isolated_pawns", "--legend"]
                assert run_command(["render", str(path), "-o", f"{folder}/{{}}.svg", *words]) == 0
            return time.perf_counter() - start

        def theirs() -> float:
            start = time.perf_counter()
            for number, board in enumerate(boards):
                (Path(folder) / f"chess-{number}.svg").write_text(chess.svg.board(board))
            return time.perf_counter() - start

        own, other = interleaved_medians(3, ours, theirs)
    note = f"{BOARDS} positions with three layers: {1000 * own:.0f} ms, chess.svg {1000 * other:.0f} ms"
    return [Row("render / chess.svg", own / other, "times", 3, note)]


FRAME: Final = 1000 / 60
"""The time of one frame in milliseconds."""

WINDOW_EDITS: Final = 300
OPENINGS: Final = 60
WINDOW_WARM_UP: Final = 20


def follow_edits() -> list[Row]:
    """Return how long an edit takes until it is seen, with six layers, inspector and steps, and with none of them."""
    with open_program() as program:
        window, layers, document = program.window, program.layers, program.document
        window.resize(1700, 900)
        window.board.state.set_pinned(parse_square("d4"))
        layers.apply_preset(SIX_LAYERS)
        layers.set_current("front_spans")
        window.navigator.show("layer")
        settle()
        steps, position = window.navigator.widgets.layer.steps, window.navigator.widgets.position
        if not (steps.isVisible() and position.isVisible()):
            raise RuntimeError("the steps and the position in words should be seen")
        everything = [timed(document.edit, position, "move a pawn") for position in edits(document, WINDOW_EDITS)][
            WINDOW_WARM_UP:
        ]
        window.navigator.column.hide()
        layers.clear()
        settle()
        alone = [timed(document.edit, position, "move a pawn") for position in edits(document, WINDOW_EDITS)][
            WINDOW_WARM_UP:
        ]
    note = f"{median(everything) * 1e3:.1f} ms with everything, {median(alone) * 1e3:.1f} ms with the board alone"
    return [
        Row("edit, everything open / board alone", median(everything) / median(alone), "ratio", None, note),
        Row("edit with six layers, inspector and steps", median(everything) * 1e3, "ms", 16, "median"),
        Row("the same: 99th percentile", quantiles(everything, n=100)[98] * 1e3, "ms", 16, f"{len(everything)} edits"),
    ]


def open_steps() -> list[Row]:
    """Return how long the step view of the formula with the most rows, and with the deepest ones, takes to open."""
    sizes = {name: _size(name) for name, layer in LAYERS.items() if layer.formula}
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
                times.append(timed(window.navigator.toggle, "layer"))
                timed(window.navigator.toggle, "layer")
            count, depth = sizes[name]
            note = f"{name}: {count} rows, {depth} deep; the first time {times[0] * 1e3:.0f} ms"
            result.append(Row(f"step view with {what}", median(times[1:]) * 1e3, "ms", FRAME, note))
    return result


def _size(name: str) -> tuple[int, int]:
    """Return how many rows the steps of a layer have, and how deep the deepest one stands."""
    depths = [depth for depth, _ in rows(steps(LAYERS[name], Position.from_fen(FEN).sides()[0]))]
    return len(depths), max(depths)


@contextmanager
def open_program() -> Iterator[Program]:
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
    from PySide6.QtWidgets import QApplication

    for _ in range(3):
        QApplication.processEvents()
