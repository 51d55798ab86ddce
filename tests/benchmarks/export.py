"""Pictures of boards as SVG, beside those of python-chess."""

from __future__ import annotations

import contextlib
import io
import random
import tempfile
import time
from pathlib import Path
from typing import Final

import chess
import chess.svg

from pawnviz.cli.main import run_command
from tests.benchmarks import Row, interleaved_medians

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
