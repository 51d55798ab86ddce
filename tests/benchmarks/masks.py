"""Masks of one position and of millions, lines of FENs, and names of structures, beside their floors."""

from __future__ import annotations

import ctypes
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import chess
import numpy
from numpy.typing import NDArray

from pawnviz.cli.command import run_command
from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.layers.registry import BLOCK, layer_blocks
from pawnviz.core.structures import known_structures, structures
from tests.benchmarks import Row, interleaved_medians
from tests.core.structures.tabiyas import TABIYAS, played

FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
REPETITIONS: Final = 200
BOARDS: Final = 1_000_000
FENS: Final = 20_000

WANTED: Final = (
    ("front_spans", WHITE),
    ("front_spans", BLACK),
    ("telestops", WHITE),
    ("attacks", WHITE),
    ("double_attacks", WHITE),
    ("safe_squares", WHITE),
    ("interspans", WHITE),
)
"""Six layers as seven masks: the front spans are taken for both sides."""

C_LOOP: Final = """
#include <stddef.h>
#include <stdint.h>

typedef uint64_t mask;

static inline mask north_fill(mask m) { m |= m << 8; m |= m << 16; return m | m << 32; }
static inline mask south_fill(mask m) { m |= m >> 8; m |= m >> 16; return m | m >> 32; }
static inline mask east(mask m) { return (m & 0x7f7f7f7f7f7f7f7fULL) << 1; }
static inline mask west(mask m) { return (m & 0xfefefefefefefefeULL) >> 1; }

void layers(const mask *restrict white, const mask *restrict black, mask *restrict out, size_t boards) {
    mask *restrict white_spans = out, *restrict black_spans = out + boards, *restrict telestops = out + 2 * boards;
    mask *restrict attacks = out + 3 * boards, *restrict double_attacks = out + 4 * boards;
    mask *restrict safe_squares = out + 5 * boards, *restrict interspans = out + 6 * boards;
    for (size_t i = 0; i < boards; i++) {
        mask white_stops = white[i] << 8, black_stops = black[i] >> 8;
        mask white_span = north_fill(white_stops), black_span = south_fill(black_stops);
        mask white_east = east(white_stops), white_west = west(white_stops);
        mask black_east = east(black_stops), black_west = west(black_stops);
        white_spans[i] = white_span;
        black_spans[i] = black_span;
        telestops[i] = white_span & ~white_stops;
        attacks[i] = white_east | white_west;
        double_attacks[i] = white_east & white_west;
        safe_squares[i] = (white_east & white_west) | ~(black_east | black_west)
            | ((white_east ^ white_west) & ~(black_east & black_west));
        interspans[i] = white_span & black_span;
    }
}
"""


def one_position() -> list[Row]:
    """Measure all layers and numbers of both sides of one position, beside python-chess reading its FEN."""
    position = Position.from_fen(FEN)
    rules: tuple[Layer | Number, ...] = (*LAYERS.values(), *NUMBERS.values())

    def layers() -> float:
        fresh = [replace(position) for _ in range(REPETITIONS)]  # A position keeps its sides, and they their layers.
        start = time.perf_counter()
        for each in fresh:
            white, black = each.sides()
            for rule in rules:
                rule(white)
                rule(black)
        return time.perf_counter() - start

    def reading() -> float:
        start = time.perf_counter()
        for _ in range(REPETITIONS):
            chess.Board(FEN)
        return time.perf_counter() - start

    taken, known = (seconds / REPETITIONS * 1e6 for seconds in interleaved_medians(50, layers, reading))
    note = f"{len(LAYERS)} layers, {len(NUMBERS)} numbers: {taken:.0f} µs; chess.Board: {known:.0f} µs"
    return [Row("all layers of both sides / chess.Board(fen)", taken / known, "times", 5, note)]


def lines_of_fens() -> list[Row]:
    """Measure ``pawnviz masks -`` on lines of FENs from random games, beside python-chess reading them."""
    fens = _random_fens(FENS)
    data = "".join(f"{fen}\n" for fen in fens).encode()
    six = [word for identifier, color in WANTED if color for word in ("--layer", identifier)]

    def printing(*words: str) -> Callable[[], float]:
        def run() -> float:
            given, printed = sys.stdin, sys.stdout
            with Path(os.devnull).open("w") as nowhere:
                sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO(data)), nowhere
                start = time.process_time()
                try:
                    status = run_command(["masks", "-", "--format", "json", *words])
                finally:
                    sys.stdin, sys.stdout = given, printed
            if status:
                raise AssertionError(f"the command ended with status {status}")
            return time.process_time() - start

        return run

    def reading() -> float:
        start = time.process_time()
        for fen in fens:
            chess.Board(fen)
        return time.process_time() - start

    few, every, known = (
        seconds / FENS * 1e6 for seconds in interleaved_medians(5, printing(*six), printing(), reading)
    )
    note = f"chess.Board: {known:.1f} µs a FEN"
    return [
        Row("six layers of FENs as JSON / chess.Board(fen)", few / known, "times", 0.6, f"{few:.1f} µs, {note}"),
        Row("all layers of FENs as JSON / chess.Board(fen)", every / known, "times", 2, f"{every:.1f} µs, {note}"),
    ]


def _random_fens(count: int) -> list[str]:
    """Return the FENs of random games of at most 120 moves each."""
    generator = random.Random(1)
    fens: list[str] = []
    while len(fens) < count:
        board = chess.Board()
        while board.ply() < 120 and not board.is_game_over():
            board.push(generator.choice(list(board.legal_moves)))
            fens.append(board.fen())
    return fens[:count]


def million_positions() -> list[Row]:
    """Measure six layers of a million random boards with NumPy in blocks, beside a loop in C compiled here."""
    name = "six layers of a million boards, NumPy / C"
    compiler = shutil.which("cc")
    if compiler is None:
        return [Row(name, None, "times", 4, "no C compiler (cc) was found")]
    generator = numpy.random.default_rng(1)
    white = generator.integers(0, 2**64, BOARDS, numpy.uint64) & generator.integers(0, 2**64, BOARDS, numpy.uint64)
    black = generator.integers(0, 2**64, BOARDS, numpy.uint64) & (white ^ numpy.uint64(2**64 - 1))
    results: dict[str, NDArray[Any]] = {
        language: numpy.zeros((len(WANTED), BOARDS), numpy.uint64) for language in ("NumPy", "C")
    }
    wanted = [(LAYERS[identifier], color) for identifier, color in WANTED]

    def in_numpy() -> float:
        start = time.perf_counter()
        layer_blocks(wanted, PawnBoards(white, black), out=results["NumPy"])
        return time.perf_counter() - start

    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "layers.c"), Path(folder, "layers.so")
        source.write_text(C_LOOP, encoding="ascii")
        subprocess.run(
            [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)], check=True
        )
        loop = ctypes.CDLL(str(library)).layers
        loop.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
        loop.restype = None

        def in_c() -> float:
            start = time.perf_counter()
            loop(white.ctypes.data, black.ctypes.data, results["C"].ctypes.data, BOARDS)
            return time.perf_counter() - start

        taken, known = (seconds * 1e3 for seconds in interleaved_medians(15, in_numpy, in_c))
    for (identifier, color), one, other in zip(WANTED, results["NumPy"], results["C"], strict=True):
        if not numpy.array_equal(one, other):
            raise AssertionError(f"NumPy and C differ in {identifier} of {'White' if color else 'Black'}")
    layers = ", ".join(dict.fromkeys(identifier for identifier, _ in WANTED))
    note = f"{taken:.0f} ms, C {known:.1f} ms, equal masks; blocks of {BLOCK}; {layers} (White; spans of both)"
    return [Row(name, taken / known, "times", 4, note)]


NAMING_REPETITIONS: Final = 20


def all_structures() -> list[Row]:
    """Compare naming the structures of tabiyas with reading their FENs, and those of a million boards with a layer."""
    positions = [played(tabiya.moves) for tabiya in TABIYAS.values()]
    fens = [position.fen() for position in positions]
    sides = [position.sides()[0] for position in positions]

    def read() -> float:
        start = time.process_time()
        for _ in range(NAMING_REPETITIONS):
            for fen in fens:
                Position.from_fen(fen)
        return time.process_time() - start

    def name() -> float:
        start = time.process_time()
        for _ in range(NAMING_REPETITIONS):
            for side in sides:
                structures(side)
        return time.process_time() - start

    known, taken = (1e6 * seconds / NAMING_REPETITIONS / len(fens) for seconds in interleaved_medians(9, read, name))
    count, rules = len(known_structures().structures), known_structures().rules
    note = f"{taken:.0f} µs, FEN {known:.0f} µs"
    one = Row(f"{count} structures of a board / reading its FEN", taken / known, "times", 2, note)

    pawns = numpy.array(
        [(position.pawns & position.white, position.pawns & position.black) for position in positions], numpy.uint64
    )
    boards = PawnBoards(*(numpy.resize(column, BOARDS) for column in pawns.T))
    passers = [(LAYERS["passed_pawns"], color) for color in (WHITE, BLACK)]

    def ask() -> float:
        start = time.process_time()
        rules.holding_on(boards)
        return time.process_time() - start

    def compute() -> float:
        start = time.process_time()
        layer_blocks(passers, boards)
        return time.process_time() - start

    taken, known = interleaved_medians(5, ask, compute)
    note = f"{taken:.2f} s, passed pawns {known:.2f} s"
    return [one, Row(f"{count} structures of a million boards / passed pawns", taken / known, "times", 20, note)]
