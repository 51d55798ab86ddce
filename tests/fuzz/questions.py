"""Random questions to made or real games: the program's answers are those that python-chess gives, square by square.

The scan of words is asked; of a file of games also a collection that
the workers of a cluster have made, where Dask is installed.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import chess.pgn

from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collecting import collect
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.collections.spells import spells
from pawnviz.core.collections.workers import cluster
from pawnviz.core.games.cutting import GameText
from pawnviz.core.words import count_text
from tests.core.collections.sample import Cluster
from tests.core.collections.slow_search import random_question, replayed, spells_of, with_random_tags
from tests.core.games.sample import random_game, texts_of
from tests.fuzz.lives import chosen_texts

MOST_GAMES: Final = 2_000
"""The number of games of a file that are asked."""
MADE_GAMES: Final = 60


def run(count: int, seed: int, games: Path | None = None) -> int:
    """Ask as many questions of games of a file, or without one of made games; return the exit status."""
    dice = random.Random(seed)
    if games is None:
        made = [with_random_tags(random_game(seed + number), dice) for number in range(MADE_GAMES)]
        texts = texts_of("\n\n".join(map(str, made)).encode())
    else:
        texts = chosen_texts(games, MOST_GAMES, seed)
    read = [chess.pgn.read_game(io.StringIO(text.data.decode("utf-8", "replace"))) for text in texts]
    reference = [replayed(game) for game in read if game is not None]
    sources = dict(_sources(texts, is_from_file=games is not None))
    found_games = 0
    start = time.monotonic()
    for number in range(count):
        question = random_question(dice, reference)
        text = " ".join(part.text for part in question)
        expected = spells_of(question, reference)
        found_games += len(expected)
        for name, arrays in sources.items():
            found = spells(read_fields(text), *arrays)
            if list(zip(found.game.tolist(), found.first.tolist(), found.end.tolist(), strict=True)) != expected:
                print(f"question {number} of seed {seed}: {name} answers otherwise: {text}", file=sys.stderr)
                return 1
    print(
        f"{count_text(count, 'question')} to {count_text(len(reference), 'game')} with"
        f" {sum(len(game.positions) for game in reference):,} positions, {found_games:,} games found:"
        f" {', '.join(sources)} and python-chess agree, in {time.monotonic() - start:.0f} s"
    )
    return 0


def _sources(texts: list[GameText], *, is_from_file: bool) -> Iterator[tuple[str, tuple[StructureRows, GameColumns]]]:
    yield "the scan of words", arrays_of_games(texts)
    if is_from_file and find_spec("distributed"):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
            file, path = Path(folder, "games.pgn"), Path(folder, "games.pawnviz")
            file.write_bytes(b"\n\n".join(text.data for text in texts))
            with cluster(Cluster(Path(folder), closing).address) as workers:
                for progress in collect(path, [file], workers):
                    assert not progress.fault
            with Collection.open(path) as collection:
                yield "a cluster", (collection.rows(), collection.games())
