"""Games listed beside a count of the lines that begin one, and what became of the pawns in a long one."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

import chess.pgn

from pawnviz.core.games.cutting import cut
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.game_list import GameList
from pawnviz.core.games.lanes import lane
from pawnviz.core.games.line import main_line
from pawnviz.core.games.lives import life_events, pawn_lives
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.structure_spells import structure_spells
from pawnviz.core.layers import LAYERS
from tests.benchmarks import Row, interleaved_medians
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
