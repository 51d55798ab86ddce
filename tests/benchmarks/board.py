"""How long the board takes to repaint after an edit that changes all six layers shown.

Times are the processor time of the repainting thread, so that other programs on the machine do not count.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from statistics import median, quantiles
from time import thread_time
from typing import TYPE_CHECKING, Final

from pawnviz.core import layers
from pawnviz.core.board.position import Position
from tests.benchmarks import Row

if TYPE_CHECKING:
    from pawnviz.model.document import Document

LAYERS: Final = ("front_spans", "rear_spans", "stops", "telestops", "attacks", "safe_squares")
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
    six_layers.apply_preset(LAYERS)
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
        Row(f"{name}: six layers / none", median(six_times) / median(bare_times), "ratio", 2.5, milliseconds),
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
        if all(_differs(name, position, changed) for name in LAYERS):
            count -= 1
            yield changed


def _differs(name: str, before: Position, after: Position) -> bool:
    layer = layers.LAYERS[name]
    return [layer(side) for side in before.sides()] != [layer(side) for side in after.sides()]
