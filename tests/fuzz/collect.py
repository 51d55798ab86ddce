"""Collections whose bytes, values and schemas are damaged, full disks, and killed programs that collect games.

Each command over a damaged collection ends by itself, without a traceback and within ``MOST_SECONDS`` of processor
time. Runs over a file of made games are killed at random: after each kill the collection has just the games and rows
before its place, and the next run goes on; what a full disk has interrupted too. A whole run equals a scan in memory.
"""

from __future__ import annotations

import gzip
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import Final

import numpy

from pawnviz.cli.command import run_command
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collecting import collect
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.store import CollectionError, arrays_of_games
from pawnviz.core.games.cutting import cut
from tests.core.games.sample import MASTERS, random_game
from tests.fuzz.frame import LONGEST, in_child, tries

COPIES: Final = 150
"""How often the made games are repeated, so that there are several blocks of them."""
LATEST_KILL: Final = 0.8
"""The part of the time of a whole run, from its first bytes on, up to which a run is killed."""

_ROWS: Final = ("white", "black", "game", "ply", "end", "move")
_GAMES: Final = ("result", "white_elo", "year", "plies", "number", "line", "offset", "size")


def run(count: int, seed: int) -> int:
    """Damage as many collections, fill a tenth as many disks, kill as many runs, and return the exit status."""
    chance = random.Random(seed)
    if damages(count, chance, seed):
        return 1
    made: list[bool] = []
    with tempfile.TemporaryDirectory() as folder:
        file, path = Path(folder, "games.pgn"), Path(folder, "games.pawnviz")
        data = _games(chance)
        file.write_bytes(data)
        whole = arrays_of_games(cut([data]))
        if full_disks(max(1, count // 10), chance, data, lambda made: faults_of(made, whole, is_whole=True), seed):
            return 1
        # The first run comes to its end, and says how long one takes on this machine.
        _, seconds = _collect(file, path, chance, None)
        latest_kill = LATEST_KILL * seconds
        if faults := faults_of(path, whole, is_whole=True):
            print(f"the first run: {'; '.join(faults)}", file=sys.stderr)
            return 1

        def faults_of_kill(number: int) -> list[str]:
            faults: list[str] = []
            was_killed = False
            while not was_killed and not faults:
                was_killed, _ = _collect(file, path, chance, latest_kill)
                faults = faults_of(path, whole, is_whole=not was_killed)
                if not was_killed:
                    made.append(True)
                    _remove(path)
            return faults

        _remove(path)
        return tries(count, seed, "kill", faults_of_kill, lambda: f"{len(made)} collections made")


def _remove(path: Path) -> None:
    for made in path.parent.glob(f"{path.name}*"):
        made.unlink(missing_ok=True)


def _games(chance: random.Random) -> bytes:
    made = b"\n".join(str(random_game(chance.randrange(10**6))).encode() + b"\n" for _ in range(12))
    damaged = made.replace(b" 9. ", b" 9. Qxz9 ", 2).replace(b"}", b"", 1)
    return (MASTERS.read_bytes() + b"\n" + made + b"\n" + damaged + b"\n") * COPIES


def _collect(file: Path, path: Path, chance: random.Random, latest_kill: float | None) -> tuple[bool, float]:
    """Collect, until a random kill if there is a latest one; return whether it was killed, and its seconds."""
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


MOST_SECONDS: Final = 2
MOST_MEMORY: Final = 4 << 30

COLUMNS: Final = {
    "source": "id path size modified stamp place line game_count is_whole faults",
    "text": "id text",
    "game": "id source number offset size line plies row_count result white_elo black_elo year white black event eco"
    " opening site date round",
    "block": "id first_game game_count row_count white black ply move",
}
VALUES: Final = (None, "abc", "", "[", "[" * 9_999, "1" * 99, -1, 0, 7, 999_999, -(1 << 63), (1 << 63) - 1, 2.5, 1e300)
BLOBS: Final = (b"", b"\xff", b"\xff" * 640)
SCHEMAS: Final = (
    "DROP TABLE {table}; CREATE VIEW {table} AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
    " SELECT id, {columns} FROM n;",
    "ALTER TABLE {table} ADD COLUMN further GENERATED ALWAYS AS (1);",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other;",
    "DROP TABLE {table};",
    "CREATE TRIGGER further AFTER UPDATE ON source BEGIN DELETE FROM {table}; END;",
    "PRAGMA user_version = -3;",
    "PRAGMA user_version = 0;",
    "PRAGMA application_id = 0;",
)
COMMANDS: Final = (
    ("search", "{path}", "--player", "karpov", "--format", "json"),
    ("search", "{path}", "--structure", "isolated_queens_pawn"),
    ("explore", "{path}", "--structure", "isolated_queens_pawn"),
    ("collect", "-o", "{path}", "--export", "{path}.csv"),
    ("collect", str(MASTERS), "-o", "{path}"),
)


def damages(count: int, chance: random.Random, seed: int) -> int:
    """Run commands over as many damaged collections and return the exit status."""
    named: list[bool] = []
    for module in ("numpy", "pawnviz.core.collections.answer", "pawnviz.cli.collections", "pawnviz.cli.games"):
        import_module(module)  # Once for all children.
    with tempfile.TemporaryDirectory() as folder:
        sound, path, said = (Path(folder, name) for name in ("sound.pawnviz", "damaged.pawnviz", "said"))
        file = Path(folder, "games.pgn")
        file.write_bytes((MASTERS.read_bytes() + b"\n") * 10)
        assert not any(progress.fault for progress in collect(sound, [file]))

        def faults_of_damage(number: int) -> list[str]:
            _remove(path)
            path.write_bytes(sound.read_bytes())
            damage = chance.choice((_damage_bytes, _damage_value, _damage_value, _damage_schema))(path, chance)
            words = [word.format(path=path) for word in chance.choice(COMMANDS)]
            status, text = _run(words, said)
            named.append("damaged" in text)
            if status in (0, 1) and "Traceback" not in text:
                return []
            return [f"{damage}, pawnviz {' '.join(words)}: status {status}\n{text[-2000:]}"]

        return tries(count, seed, "damage", faults_of_damage, lambda: f"{sum(named)} said to be damaged")


def _damage_bytes(path: Path, chance: random.Random) -> str:
    data = bytearray(path.read_bytes())
    start = chance.choice((chance.randrange(200), chance.randrange(len(data))))
    size = chance.choice((1, 4, 64, 4096))
    if chance.random() < 0.1:
        del data[start:]
    else:
        data[start : start + size] = chance.choice((bytes(size), b"\xff" * size, chance.randbytes(size)))
    path.write_bytes(data)
    return f"{size} bytes at {start}"


def _damage_value(path: Path, chance: random.Random) -> str:
    table = chance.choice(list(COLUMNS))
    column = chance.choice(COLUMNS[table].split())
    value = chance.choice(BLOBS if table == "block" and chance.random() < 0.5 else VALUES)
    _change_free(path, f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {chance.choice(('1', 'id = 3'))}", value)
    return f"{table}.{column} = {str(value)[:20]}"


def _change_free(path: Path, statement: str, value: object) -> None:
    """Change values as no constraint allows, under a schema without any, which is put back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        with suppress(sqlite3.Error):  # The number of a row is an integer in every schema.
            connection.execute(statement, (value,))
        connection.execute("PRAGMA writable_schema = ON")
        for name, sql in schema:
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))


def _damage_schema(path: Path, chance: random.Random) -> str:
    table = chance.choice(list(COLUMNS))
    columns = COLUMNS[table].split()[1:]
    script = chance.choice(SCHEMAS).format(
        table=table, columns=", ".join(f"1 {name}" for name in columns), column=columns[0]
    )
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return script


def _run(
    words: list[str], said: Path, seconds: int = MOST_SECONDS, most_bytes: int = resource.RLIM_INFINITY
) -> tuple[int, str]:
    """Run a command in a child and return its exit status, that of a signal below 0, and what it has said."""

    def work(pipe: int) -> None:
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, used + seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        try:
            status = run_command(words)
        except BaseException:
            traceback.print_exc()
            status = 99
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

    child, answers = in_child(work)
    _, ended = os.waitpid(child, 0)
    os.close(answers)
    return os.waitstatus_to_exitcode(ended), said.read_text(errors="replace")


def full_disks(
    count: int, chance: random.Random, data: bytes, faults_of: Callable[[Path], list[str]], seed: int
) -> int:
    """Collect a packed file as often, at first with a limit of the bytes of a file, and return the exit status."""
    full: list[bool] = []
    with tempfile.TemporaryDirectory() as folder:
        packed, path, said = (Path(folder, name) for name in ("games.pgn.gz", "games.pawnviz", "said"))
        packed.write_bytes(gzip.compress(data, 1))
        words = ["collect", str(packed), "-o", str(path), "--processes", "1"]

        def faults_of_disk(number: int) -> list[str]:
            _remove(path)
            limit = chance.randrange(20_000, 2 * len(data))
            status, text = _run(words, said, 600, limit)
            full.append(status == 1)
            if "Traceback" in text or status not in (0, 1):
                return [f"full from {limit} bytes on: {text}"]
            again, more = _run(words, said, 600)
            return [more] if again else faults_of(path)

        return tries(count, seed, "disk", faults_of_disk, lambda: f"{sum(full)} of them full")
