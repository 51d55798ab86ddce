"""Tries the lives of pawns on real and made games: each is what a slow reference follows from board to board."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Final

import chess.pgn

from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.line import main_line
from pawnviz.core.games.lives import PROMOTED, life_events, pawn_lives
from pawnviz.core.games.reading import read_game
from pawnviz.core.words import count_text
from tests.core.games.followed import differences
from tests.core.games.sample import random_game

_PLIES: Final = 120


def chosen_games(path: Path, count: int, seed: int) -> list[chess.pgn.Game]:
    """Return some games of a file, all of them where it has no more, chosen by a seed."""
    return [read_game(text).game for text in chosen_texts(path, count, seed)]


def chosen_texts(path: Path, count: int, seed: int) -> list[GameText]:
    """Return the texts of some games of a file, all of them where it has no more, chosen by a seed."""
    with GameFile(path) as file:
        texts = list(cut(file.blocks()))
    return random.Random(seed).sample(texts, min(count, len(texts)))


def run(count: int, seed: int, games: Path | None = None) -> int:
    """Try games of a file, or without one made games, print what goes wrong, and return the exit status."""
    tried = chosen_games(games, count, seed) if games is not None else None
    plies = promotions = en_passants = events = 0
    start = time.monotonic()
    for number in range(count if tried is None else len(tried)):
        game = tried[number] if tried is not None else random_game(seed + number, _PLIES)
        found = differences(game)
        if found:
            print(f"game {number} of seed {seed}: {'; '.join(found[:5])}\n{game}", file=sys.stderr)
            return 1
        line = main_line(game)
        lives = pawn_lives(line)
        plies += len(line.moves)
        promotions += sum(life.fate == PROMOTED for life in lives)
        en_passants += sum(move.captured not in (None, move.target) for move in line.moves)
        events += len(life_events(lives, line))
    tries = count if tried is None else len(tried)
    print(
        f"{count_text(tries, 'game')} of {plies} plies with {count_text(promotions, 'promotion')}, "
        f"{count_text(en_passants, 'capture')} en passant and {count_text(events, 'event')}: all lives agree, "
        f"in {time.monotonic() - start:.0f} s"
    )
    return 0
