"""Programs that index or collect games are killed at random moments, many in the writing of a block.

A file of made games, with comments, variations and damaged moves, is collected again and again by a process, alone or
with others that scan, which is killed after a random time; the next one goes on. After each kill the SQLite file has no
fault, and each source has just the games and rows that stand before its place, once and in their order. Where a run
comes to its end, the collection has what a scan in memory has, and a new one begins.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import numpy

from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.games.cutting import cut
from tests.core.games.sample import MASTERS, random_game
from tests.fuzz.damage import damages, full_disks

COPIES: Final = 150
"""How often the made games are repeated, so that there are several blocks of them."""
LATEST_KILL: Final = 0.8
"""The part of the time of a whole run, from its first bytes on, up to which a run is killed."""
LONGEST: Final = 60.0
"""The seconds after which a run that has written nothing counts as stuck."""

_ROWS: Final = ("white", "black", "game", "ply", "end", "move")
_GAMES: Final = ("result", "white_elo", "year", "plies", "number", "line", "offset", "size")


def run(count: int, seed: int) -> int:
    """Damage as many collections, fill a tenth as many disks, kill as many runs, and return the exit status."""
    chance = random.Random(seed)
    killed = ended = 0
    if damages(count, chance):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        file, path = Path(folder, "games.pgn"), Path(folder, "games.pawnviz")
        file.write_bytes(_games(chance))
        with file.open("rb") as opened:
            data = opened.read()
        whole = arrays_of_games(cut([data]))
        if full_disks(max(1, count // 10), chance, data, lambda made: faults_of(made, whole, is_whole=True)):
            return 1
        # The first run comes to its end, and says how long one takes on this machine.
        latest_kill = None
        while killed < count:
            was_killed, seconds = _collect(file, path, chance, latest_kill)
            if latest_kill is None:
                latest_kill = LATEST_KILL * seconds
            faults = faults_of(path, whole, is_whole=not was_killed)
            for fault in faults:
                print(f"after {killed} kills: {fault}")
            if faults:
                return 1
            killed += was_killed
            if not was_killed:
                ended += 1
                for made in path.parent.glob(f"{path.name}*"):
                    made.unlink(missing_ok=True)
    print(f"{killed} kills, {ended} collections made: nothing is lost, nothing doubled")
    return 0


def _games(chance: random.Random) -> bytes:
    """Return games that fill several blocks."""
    made = b"\n".join(str(random_game(chance.randrange(10**6))).encode() + b"\n" for _ in range(12))
    damaged = made.replace(b" 9. ", b" 9. Qxz9 ", 2).replace(b"}", b"", 1)
    return (MASTERS.read_bytes() + b"\n" + made + b"\n" + damaged + b"\n") * COPIES


def _collect(file: Path, path: Path, chance: random.Random, latest_kill: float | None) -> tuple[bool, float]:
    """Collect, for a random time unless there is no latest kill.

    Return whether the run was killed, and had not come to its end, and its seconds from the first bytes on.
    """
    words = [sys.executable, "-m", "pawnviz", "collect", str(file), "-o", str(path), "--processes"]
    process = subprocess.Popen(
        [*words, chance.choice("112")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    before = _written(path)
    latest = time.monotonic() + LONGEST
    while process.poll() is None and _written(path) == before and time.monotonic() < latest:
        time.sleep(0.001)
    began = time.monotonic()
    if latest_kill is not None:
        time.sleep(chance.uniform(0, latest_kill))
        if process.poll() is None:
            # The processes that scan for it have to end by themselves, or else the temporary folder cannot go.
            os.kill(process.pid, signal.SIGKILL)
    status = process.wait()
    if status > 0:
        raise RuntimeError(f"the run has ended with the status {status}")
    return status < 0, time.monotonic() - began


def _written(path: Path) -> list[tuple[int, int]]:
    sizes_and_times = []
    for file in path.parent.glob(f"{path.name}*"):
        # SQLite removes its journal between the listing and the look at it.
        with suppress(FileNotFoundError):
            status = file.stat()
            sizes_and_times.append((status.st_size, status.st_mtime_ns))
    return sizes_and_times


def faults_of(path: Path, whole: tuple[StructureRows, GameColumns], *, is_whole: bool) -> list[str]:
    """Return what is wrong with a collection of one file, of which all games are known."""
    if not path.exists() or not path.stat().st_size:
        return ["there is no collection"] if is_whole else []
    with closing(sqlite3.connect(path)) as connection:
        (check,) = connection.execute("PRAGMA integrity_check").fetchone()
        if check != "ok":
            return [f"the check of SQLite says {check}"]
    try:
        with Collection.open(path) as collection:
            parts, files = (collection.rows(), collection.games()), collection.files
    except CollectionError as error:
        return [] if "is empty" in str(error) and not is_whole else [str(error)]
    faults = []
    for part, of_all, names in zip(parts, whole, (_ROWS, _GAMES), strict=True):
        for name in names:
            values = getattr(part, name)
            if not numpy.array_equal(values, getattr(of_all, name)[: len(values)]):
                faults.append(f"the column {name} has other values")
    rows, games = parts
    if len(games) and (rows.game[-1] != len(games) - 1 or rows.end[-1] != games.plies[-1] + 1):
        faults.append("the rows of the last game are not whole")
    if sum(file.game_count for file in files) != len(games):
        faults.append("the sources have another number of games")
    if is_whole and (len(games) != len(whole[1]) or len(rows) != len(whole[0])):
        faults.append(f"there are {len(games)} games and {len(rows)} rows, not {len(whole[1])} and {len(whole[0])}")
    return faults
