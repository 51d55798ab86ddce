"""Games listed beside a count of the lines that begin one, and the lives of pawns in the longest of them."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from pawnviz.core.games.cutting import cut
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.game_list import GameList
from pawnviz.core.games.line import main_line
from pawnviz.core.games.lives import life_events, pawn_lives
from pawnviz.core.games.reading import read_game
from tests.benchmarks import Row, interleaved_medians
from tests.core.games.sample import MASTERS, random_game

COPIES: Final = 400
"""How often the file of real games is repeated, which makes 9,600 games."""
PLIES: Final = 200


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
    """Measure the lives of all pawns in a game of 200 plies, from its moves on."""
    (text,) = cut([str(random_game(7, PLIES)).encode()])
    game = read_game(text).game

    def follow() -> float:
        start = time.perf_counter()
        line = main_line(game)
        life_events(pawn_lives(line), line)
        return time.perf_counter() - start

    (taken,) = interleaved_medians(9, follow)
    return [Row(f"lives of the pawns of {len(main_line(game).moves)} plies", 1000 * taken, "ms", 50, "random moves")]
