"""Collections to test with, and a cluster of Dask on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import numpy

from pawnviz.core.collections.arrays import GAME_KINDS, TEXT_COLUMNS, GameColumns, StructureRows
from pawnviz.core.collections.collecting import Progress, collect
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.store import CollectionError, arrays_of_games
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


def has_games(path: Path) -> bool:
    """Return whether there is a collection with games, and not only the beginning of one."""
    with suppress(CollectionError), Collection.open(path) as collection:
        return collection.revision > 0
    return False


ROOT: Final = Path(__file__).parents[3]
LONGEST: Final = 90.0  # The seconds after which something that has to happen counts as failed.


class Cluster:
    """A scheduler and two workers, each a process that ``closing`` kills."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        file = folder / "scheduler.json"
        self._closing = closing
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        latest = time.monotonic() + LONGEST
        self.address = ""
        while not self.address:
            assert time.monotonic() < latest
            time.sleep(0.05)
            with suppress(OSError, ValueError):
                self.address = json.loads(file.read_text())["address"]
        words = (self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.workers = [self._start("worker", *words) for _ in range(2)]

    def _start(self, part: str, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{part}", "--no-dashboard", *words],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._closing.callback(process.wait)
        self._closing.callback(process.kill)
        return process
