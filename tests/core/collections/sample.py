"""Collections to test with."""

from __future__ import annotations

from pathlib import Path

import numpy

from pawnviz.core.collections.arrays import GAME_KINDS, TEXT_COLUMNS, GameColumns, StructureRows
from pawnviz.core.collections.collecting import Progress, collect
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.collections.workers import HERE, Workers
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.game_file import GameFile


def collected(path: Path, *files: Path, workers: Workers = HERE) -> list[Progress]:
    """Collect files and return what was said."""
    return list(collect(path, files, workers))


def assert_equal_rows(rows: StructureRows, others: StructureRows) -> None:
    for name in ("white", "black", "game", "ply", "end", "move"):
        numpy.testing.assert_array_equal(getattr(rows, name), getattr(others, name), strict=True)


def assert_equal_games(games: GameColumns, others: GameColumns) -> None:
    for name in GAME_KINDS:
        columns = getattr(games, name), getattr(others, name)
        assert columns[0].dtype == columns[1].dtype == GAME_KINDS[name]
        if name in TEXT_COLUMNS:
            assert [games.texts[text] for text in columns[0]] == [others.texts[text] for text in columns[1]]
        else:
            numpy.testing.assert_array_equal(*columns)


def assert_holds(path: Path, file: Path) -> None:
    """Check that a collection of one file has the games of that file once, and whole."""
    with GameFile(file) as opened:
        rows, games = arrays_of_games(cut(opened.blocks()))
    with Collection.open(path) as collection:
        assert_equal_rows(collection.rows(), rows)
        assert_equal_games(collection.games(), games)
