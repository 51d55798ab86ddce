"""Collections whose bytes, values and schemas are damaged, and disks that are full while one is made.

Each command over a damaged collection runs in a process of its own. It is to end by itself, without a traceback and
within ``LONGEST`` seconds of processor time. What a full disk has interrupted is gone on with by the same command, and
then has all games.
"""

from __future__ import annotations

import gzip
import os
import random
import resource
import sqlite3
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import Final

from pawnviz.cli.main import run_command
from pawnviz.core.collections.collecting import collect
from tests.core.games.sample import MASTERS

LONGEST: Final = 2
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


def damages(count: int, chance: random.Random) -> int:
    """Run commands over as many damaged collections, print what is wrong, and return the number of these."""
    wrong = named = 0
    for module in ("numpy", "pawnviz.core.collections.found", *(f"pawnviz.cli.{words[0]}" for words in COMMANDS)):
        import_module(module)  # Once for all children.
    with tempfile.TemporaryDirectory() as folder:
        sound, path, said = (Path(folder, name) for name in ("sound.pawnviz", "damaged.pawnviz", "said"))
        file = Path(folder, "games.pgn")
        file.write_bytes((MASTERS.read_bytes() + b"\n") * 10)
        assert not any(progress.fault for progress in collect(sound, [file]))
        for number in range(count):
            for made in path.parent.glob(f"{path.name}*"):
                made.unlink()
            path.write_bytes(sound.read_bytes())
            damage = chance.choice((_damage_bytes, _damage_value, _damage_value, _damage_schema))(path, chance)
            words = [word.format(path=path) for word in chance.choice(COMMANDS)]
            status, text = _run(words, said)
            named += "damaged" in text
            if status not in (0, 1) or "Traceback" in text:
                wrong += 1
                print(f"damage {number}, {damage}, pawnviz {' '.join(words)}: status {status}\n{text[-2000:]}")
    print(f"{count} damaged collections, {named} said to be damaged, {wrong} wrong")
    return wrong


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
    words: list[str], said: Path, seconds: int = LONGEST, most_bytes: int = resource.RLIM_INFINITY
) -> tuple[int, str]:
    """Run a command in a child and return its exit status, that of a signal below 0, and what it has said."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
            used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
            resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, used + seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
            status = run_command(words)
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(ended), said.read_text(errors="replace")


def full_disks(count: int, chance: random.Random, data: bytes, faults_of: Callable[[Path], list[str]]) -> int:
    """Collect a packed file as often, at first with a limit of the bytes of a file, and return the number of faults.

    ``faults_of`` returns what is wrong with the whole collection of the unpacked data.
    """
    wrong = full = 0
    with tempfile.TemporaryDirectory() as folder:
        packed, path, said = (Path(folder, name) for name in ("games.pgn.gz", "games.pawnviz", "said"))
        packed.write_bytes(gzip.compress(data, 1))
        words = ["collect", str(packed), "-o", str(path), "--processes", "1"]
        for number in range(count):
            for made in path.parent.glob(f"{path.name}*"):
                made.unlink()
            limit = chance.randrange(20_000, 2 * len(data))
            status, text = _run(words, said, 600, limit)
            full += status == 1
            faults = ["Traceback"] if "Traceback" in text or status not in (0, 1) else []
            again, more = _run(words, said, 600)
            faults += [more] if again else faults_of(path)
            if faults:
                wrong += 1
                print(f"disk {number}, full from {limit} bytes on: {text}{'; '.join(faults)}")
    print(f"{count} disks, {full} of them full, {wrong} wrong")
    return wrong
