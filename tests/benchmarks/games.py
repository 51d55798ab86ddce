"""Listing games, lives of their pawns, steps through them, and indexing and asking collections."""

from __future__ import annotations

import io
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import chess.pgn
import numpy

from pawnviz.core.collections.answer import answer
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collecting import collect
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import spells
from pawnviz.core.collections.store import BLOCK_ROWS
from pawnviz.core.collections.workers import processes
from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.game_list import GameList
from pawnviz.core.games.lives import life_events, pawn_lives, structure_spells
from pawnviz.core.games.pgn import read_game
from pawnviz.core.games.timeline import lane
from pawnviz.core.games.tree import main_line
from pawnviz.core.layers import LAYERS
from tests.benchmarks import Row, interleaved_medians
from tests.benchmarks.board import SIX_LAYERS, open_program, settle, timed
from tests.core.games.sample import MASTERS, random_game

COPIES: Final = 400
"""How often the file of real games is repeated, which makes 9,600 games."""
PLIES: Final = 200
LANES: Final = ("isolated_pawns", "doubled_pawns", "passed_pawns", "candidate_pawns", "break_squares", "safe_squares")


def listing() -> list[Row]:
    """Compare the time to list the games of a file with that to count its lines that begin a game."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        path.write_bytes((MASTERS.read_bytes() + b"\n") * COPIES)

        def count() -> float:
            start = time.perf_counter()
            with path.open("rb") as file:
                sum(line.startswith(b"[Event ") for line in file)
            return time.perf_counter() - start

        def list_games() -> float:
            start = time.perf_counter()
            games = GameList()
            with GameFile(path) as file:
                for text in cut(file.blocks()):
                    games.add(text)
            assert len(games) == 24 * COPIES
            return time.perf_counter() - start

        counting, taken = interleaved_medians(5, count, list_games)
    note = f"{24 * COPIES} games: {1000 * taken:.0f} ms, counting {1000 * counting:.0f} ms"
    return [Row("listing games / counting their [Event lines", taken / counting, "times", 15, note)]


def lives() -> list[Row]:
    """Measure lives, six lanes and structures of a game of 200 plies, from its moves on."""
    game = long_game()

    def follow() -> float:
        start = time.thread_time()
        line = main_line(game)
        life_events(pawn_lives(line), line)
        structure_spells(line)
        for name in LANES:
            lane(line, LAYERS[name])
        return time.thread_time() - start

    (taken,) = interleaved_medians(9, follow)
    plies = len(main_line(game).moves)
    return [Row(f"lives, six lanes and structures of {plies} plies", 1000 * taken, "ms", 50, "random moves")]


def long_game() -> chess.pgn.Game:
    """Return a game of random moves with many plies."""
    (text,) = cut([str(random_game(7, PLIES)).encode()])
    return read_game(text).game


def steps() -> list[Row]:
    """Return how long a game of 200 plies takes until it is seen, and a step of it, with six layers and six lanes."""
    game = read_game(GameText(str(long_game()).encode(), 1, 0))
    with open_program() as program:
        program.window.lanes.choose(LANES)
        program.window.board.preferences.mark_last_move.value = True
        program.layers.apply_preset(SIX_LAYERS)
        program.window.workspaces.show_games()
        panels = program.window.workspaces.games
        open_game = panels.games.game
        settle()
        opening = [timed(open_game.open, game) for _ in range(9)][1:]
        plies = range(1, len(open_game.line.moves) + 1 if open_game.line is not None else 0)
        taken = [timed(open_game.go_to, ply) for ply in plies]
        drawing = [timed(panels.page.grab) for _ in range(9)][1:]
    note = f"median of {len(taken)} plies, {quantiles(taken, n=100)[98] * 1e3:.1f} ms at the 99th percentile"
    return [
        Row("a game of 200 plies until it is seen", median(opening) * 1e3, "ms", None, "board, lives, six lanes, list"),
        Row("a step of the game until it is seen", median(taken) * 1e3, "ms", 16, note),
        Row("lives and six lanes painted", median(drawing) * 1e3, "ms", 16),
    ]


GAMES: Final = 24  # The games of the file of real games.
REPLAYED: Final = 20  # How often it is repeated for python-chess.
ROWS: Final = 10_000_000
MASTERS_ROWS: Final = 467_883  # The number of rows of 18,391 games of masters.
ISOLATED: Final = (
    "structure:isolated_queens_pawn,white",
    'where:"popcount(isolated_pawns(own) & file_d) >= 1 and popcount(enemy & file_d) == 0"',
)
QUESTIONS: Final = (
    *ISOLATED,
    "",
    "moves:20-30",
    "elo:2500-",
    'where:"popcount(passed_pawns(own)) >= 2",either',
    'where:"island_count(own) > island_count(enemy)"',
    'where:"popcount(backward_pawns(own)) >= 2"',
    'pattern:"W d4/d5 e2/e3/e4 c; B d5/d6 e"',
    'pattern:"W a b c",either,mirrored',
    "pawns:8/pp3ppp/4p3/8/3P4/8/PP3PPP/8,mirrored,either,4",
)
"""Questions of all kinds, many of which hold in most games."""
TIMES: Final = 10  # How much longer the longer file is.


def indexing() -> list[Row]:
    """Compare the time to index games, tags and store included, with that to replay them; and what else it takes."""
    with tempfile.TemporaryDirectory() as folder:
        return [*_times(Path(folder)), _waits(Path(folder)), _memory(Path(folder)), *_reading(Path(folder))]


def _file(folder: Path, copies: int) -> Path:
    file = folder / f"{copies}.pgn"
    if not file.exists():
        file.write_bytes((MASTERS.read_bytes() + b"\n") * copies)
    return file


def _times(folder: Path) -> list[Row]:
    long = _file(folder, TIMES * COPIES)
    file = _file(folder, COPIES)

    def replay() -> float:
        text = io.StringIO(MASTERS.read_text(encoding="utf-8") * REPLAYED)
        start = time.thread_time()
        while (game := chess.pgn.read_game(text)) is not None:
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
        return (time.thread_time() - start) / REPLAYED

    def index() -> float:
        start = time.process_time()
        _collect(folder, file, 1)
        return (time.process_time() - start) / COPIES

    replaying, taken = interleaved_medians(3, replay, index)
    note = f"{GAMES / taken:,.0f} games a second, python-chess {GAMES / replaying:,.0f}"
    rows = [Row("indexing games / replaying them", taken / replaying, "times", 1 / 12, note)]

    def elapsed(process_count: int) -> Callable[[], float]:
        def run() -> float:
            start = time.perf_counter()
            _collect(folder, long, process_count)
            return time.perf_counter() - start

        return run

    one, two = interleaved_medians(3, elapsed(1), elapsed(2))
    cores = os.cpu_count() or 1
    note = f"{TIMES * COPIES * GAMES:,} games: {two:.1f} s, one {one:.1f} s, on {cores} cores"
    return [*rows, Row("indexing by two processes / by one", two / one, "times", 0.8 if cores > 1 else None, note)]


def _collect(folder: Path, file: Path, process_count: int) -> Path:
    path = folder / "games.pawnviz"
    for made in folder.glob(f"{path.name}*"):
        made.unlink()
    with processes(process_count) as workers:
        for progress in collect(path, [file], workers):
            assert not progress.fault
    return path


_WAITS: Final = """
import sys, time
from PySide6.QtCore import QCoreApplication, QTimer
from pawnviz.model.collections.explorer import OpenFileIndex
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
application = QCoreApplication([])
index, timer, latest, longest = OpenFileIndex(Games(Document())), QTimer(interval=1), [time.thread_time()], [0.0]
def tick():
    now = time.thread_time()
    longest[0], latest[0] = max(longest[0], now - latest[0]), now
timer.timeout.connect(tick)
index.ended.connect(application.quit)
timer.start()
index.start(sys.argv[1])
application.exec()
assert not index.fault and index.game_count
print(longest[0])
"""


def _waits(folder: Path) -> Row:
    """Measure the processor time that the window's thread spends at once while a file is indexed beside it."""
    environment = os.environ | {"XDG_CACHE_HOME": str(folder), "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-c", _WAITS, str(_file(folder, COPIES))]
    said = subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout
    return Row("longest wait of a window that indexes", 1000 * float(said), "ms", 50, f"{COPIES * GAMES:,} games")


_PEAK: Final = """
import resource, sys
from pathlib import Path
from pawnviz.core.collections.collecting import collect
for progress in collect(Path(sys.argv[1]), [sys.argv[2]]): pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def _memory(folder: Path) -> Row:
    if sys.platform == "win32":
        return Row("memory for ten times as many games", None, "times", 1.2, "no such measure on this system")
    peaks = []
    for copies in (COPIES, TIMES * COPIES):
        words = [sys.executable, "-c", _PEAK, str(folder / f"{copies}.pawnviz"), str(_file(folder, copies))]
        peaks.append(int(subprocess.run(words, check=True, capture_output=True, text=True).stdout) / 1024)
    note = f"{peaks[0]:.0f} MB for {COPIES * GAMES:,} games, {peaks[1]:.0f} MB for {TIMES} times as many"
    return Row(f"memory for {TIMES} times as many games", peaks[1] / peaks[0], "times", 1.2, note)


def _reading(folder: Path) -> list[Row]:
    path = _large(folder)
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        with Collection.open(path) as collection:
            rows = collection.rows()
            games = collection.games()
        seconds.append(time.perf_counter() - start)
    note = f"{len(rows):,} rows of {len(games):,} games, with their columns"
    loading = Row("reading ten million rows", 1000 * sorted(seconds)[1], "ms", None, note)
    return [loading, *_asking(rows, games)]


def _asking(rows: StructureRows, games: GameColumns) -> list[Row]:
    """Compare White's isolated queen's pawn with a bare formula, and measure questions to all rows in memory."""

    def seconds(run: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> Callable[[], float]:
        def timed() -> float:
            start = clock()
            run()
            return clock() - start

        return timed

    few = StructureRows(**{field.name: getattr(rows, field.name)[:MASTERS_ROWS] for field in fields(StructureRows)})

    def bare() -> object:
        isolated = (few.white & 0x0808080808080808 != 0) & (few.white & 0x1414141414141414 == 0)
        return numpy.unique(few.game[isolated])

    asked = [seconds(partial(spells, read_fields(text), few, games), time.thread_time) for text in ISOLATED]
    formula, *taken = interleaved_medians(9, seconds(bare, time.thread_time), *asked)
    note = f"{MASTERS_ROWS:,} rows, {1000 * formula:.1f} ms for the formula and its games"
    made = [
        Row(f"{name} / a bare formula", time_of / formula, "times", 10, note)
        for name, time_of in zip(("an isolated queen's pawn", "the same as a condition"), taken, strict=True)
    ]
    for name, run, limit in (("a question to", spells, 150), ("the page of", answer, 300)):
        times = interleaved_medians(3, *(seconds(partial(run, read_fields(text), rows, games)) for text in QUESTIONS))
        longest, text = max(zip(times, QUESTIONS, strict=True))
        note = f"the longest of {len(QUESTIONS)}: {text}"
        made.append(Row(f"{name} ten million rows", 1000 * longest, "ms", limit, note))
    return made


def _large(folder: Path) -> Path:
    """Return a collection of many rows: one block, repeated."""
    path = _collect(folder, _file(folder, BLOCK_ROWS // 638), 1)
    with closing(sqlite3.connect(path)) as connection:
        games, blocks, rows = connection.execute(
            "SELECT (SELECT count(*) FROM game), count(*), sum(row_count) FROM block"
        ).fetchone()
        names = [name for _, name, *_ in connection.execute("PRAGMA table_info(game)")][1:]
        columns = ", ".join(names)
        for number in range(1, -(-ROWS // rows)):
            connection.execute(
                f"INSERT INTO game SELECT id + ?, {columns} FROM game WHERE id < ?", (number * games, games)
            )
            connection.execute(
                "INSERT INTO block(first_game, game_count, row_count, white, black, ply, move) SELECT first_game + ?,"
                " game_count, row_count, white, black, ply, move FROM block WHERE id <= ?",
                (number * games, blocks),
            )
        connection.commit()
    return path
