from __future__ import annotations

import csv
import errno
import gzip
import io
import itertools
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import pytest

from pawnviz.core.collections import collecting, store
from pawnviz.core.collections.collecting import Progress, collect, ranges, ranges_of_blocks
from pawnviz.core.collections.collection import COLUMNS, Collection, row_blocks
from pawnviz.core.collections.scanner import StructureMove
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.collections.workers import processes
from pawnviz.core.games import game_file
from pawnviz.override import plain_override
from tests.core.collections.sample import assert_holds, collected
from tests.core.games.sample import MASTERS, random_game, texts_of

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "my.pawnviz"


@pytest.fixture
def masters(tmp_path: Path) -> Path:
    return Path(copy(MASTERS, tmp_path / "masters.pgn"))


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of games that make several ranges and blocks, which are short."""
    monkeypatch.setattr(collecting, "BLOCK_ROWS", 5_000)
    for divide in (ranges, ranges_of_blocks):
        monkeypatch.setattr(divide, "__defaults__", (30_000,))
    file = tmp_path / "long.pgn"
    file.write_bytes((MASTERS.read_bytes() + b"\n") * 24)
    return file


def test_a_collection_holds_the_games_of_its_file(path: Path, masters: Path) -> None:
    *_, last = collected(path, masters)
    assert (last.done, last.game_count, last.fault) == (last.size, 24, "")
    assert_holds(path, masters)


@pytest.mark.parametrize("process_count", [1, 2])
def test_a_long_file_is_collected_in_blocks_by_any_number_of_processes(
    path: Path, long: Path, process_count: int
) -> None:
    with processes(process_count) as workers:
        steps = collected(path, long, workers=workers)
    assert len(steps) > 3
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert_holds(path, long)


def test_packed_games_are_collected(path: Path, masters: Path, tmp_path: Path) -> None:
    packed = tmp_path / "masters.pgn.gz"
    packed.write_bytes(gzip.compress(masters.read_bytes()))
    collected(path, packed)
    assert_holds(path, packed)
    with Collection.open(path) as collection:
        collection.rows()
        assert collection.game_text(23).data == texts_of(MASTERS.read_bytes())[23].data


@pytest.mark.slow
def test_packed_games_are_collected_by_processes_and_gone_on_with(path: Path, long: Path, tmp_path: Path) -> None:
    packed = tmp_path / "long.pgn.gz"
    packed.write_bytes(gzip.compress(long.read_bytes().replace(b"\n", b"\r\n"), 1))
    with processes(2) as workers:
        steps = collect(path, [packed], workers)
        first = next(steps)
        steps.close()
        assert 0 < first.game_count < 6000 and first.done <= first.size
        *_, last = collected(path, packed, workers=workers)
    assert (last.done, last.fault) == (last.size, "")
    assert_holds(path, packed)


def test_a_collection_grows_while_it_is_read(path: Path, long: Path) -> None:
    steps = collect(path, [long])
    next(steps)
    with Collection.open(path) as collection:
        first, revision = collection.rows(), collection.revision
        former = first.white.copy()
        assert len(collection.games())
        assert [file.is_whole for file in collection.files] == [False]
        list(steps)
        assert collection.revision > revision
        assert len(collection.rows()) > len(first)
        assert (first.white == former).all()
        assert [file.is_whole for file in collection.files] == [True]
        assert len(collection.games()) == collection.files[0].game_count


def test_a_second_run_takes_new_files_only(path: Path, masters: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text(str(random_game(1)))
    renamed = Path(copy(masters, tmp_path / "copy.pgn"))
    collected(path, masters)
    steps = collected(path, masters, renamed, other)
    assert [(step.is_new, Path(step.path).name) for step in steps][:2] == [(False, "masters.pgn"), (False, "copy.pgn")]
    with Collection.open(path) as collection:
        assert [Path(file.path).name for file in collection.files] == ["masters.pgn", "other.pgn"]
        games = collection.games()
        assert len(games) == 25
        assert (games.file[24], games.number[24]) == (1, 1)
        assert collection.headers(24)["Event"] == "Game 1"
        assert collection.game_text(24).data.startswith(b'[Event "Game 1"]')


def test_a_run_that_was_ended_is_gone_on_with(path: Path, long: Path) -> None:
    steps = collect(path, [long])
    done = next(steps).done
    steps.close()
    assert all(step.done > done for step in collected(path, long))
    assert_holds(path, long)


def test_a_read_error_leaves_a_packed_file_unfinished_without_a_cut_game(
    path: Path, long: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "long.pgn.gz"
    packed.write_bytes(gzip.compress(long.read_bytes(), 1))

    class Faulty(io.FileIO):
        """A file of which the last quarter cannot be read."""

        @plain_override
        def readinto(self, buffer: WriteableBuffer, /) -> int | None:
            if 4 * self.tell() > 3 * packed.stat().st_size:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return super().readinto(buffer)

    with monkeypatch.context() as context:
        context.setattr(game_file, "open_stored", lambda name: io.BufferedReader(Faulty(name), 4096))
        *_, last = collected(path, packed)
    assert last.fault.startswith(f"“{packed}” is not collected to its end: the file cannot be read;")
    with Collection.open(path) as collection:
        assert [file.is_whole for file in collection.files] == [False]
        assert collection.faults == [f"“{packed}” is not collected to its end; pawnviz collect goes on with it."]
        assert len(collection.games())
    collected(path, packed)
    assert_holds(path, packed)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET white_elo = 'abc' WHERE id = 3",
        "UPDATE game SET white = 999999",
        "UPDATE game SET result = 3",
        "UPDATE game SET source = 1",
        "UPDATE game SET number = 25 WHERE id = 3",
        "UPDATE game SET row_count = row_count + 1",
        "DELETE FROM game WHERE id = 3",
        "UPDATE text SET text = x'00' WHERE id = 1",
        "UPDATE text SET text = CAST(x'ff' AS TEXT) WHERE id = 1",
        "DELETE FROM text WHERE id = 1",
        "UPDATE source SET faults = '[1]'",
        "UPDATE source SET place = -1",
        "UPDATE block SET first_game = 'first'",
        "UPDATE block SET game_count = 9223372036854775807",
        "UPDATE block SET ply = 'none'",
        "UPDATE block SET black = white",
        "UPDATE block SET move = zeroblob(length(move) - 1)",
        "UPDATE block SET move = CAST(replace(hex(zeroblob(length(move) / 4)), '0', char(255)) AS BLOB)",
        "UPDATE block SET ply = zeroblob(length(ply))",
        "DROP TABLE text",
        "ALTER TABLE game ADD COLUMN further",
        "DROP TABLE game; CREATE VIEW game AS WITH RECURSIVE n AS (SELECT 1 UNION ALL SELECT * FROM n) SELECT * FROM n",
        "CREATE TRIGGER further AFTER UPDATE ON source BEGIN DELETE FROM game; END",
        "PRAGMA user_version = -1",
    ],
)
def test_wrong_values_and_schemas_are_damage(path: Path, masters: Path, statement: str) -> None:
    collected(path, masters)
    run_script(path, statement)

    def read() -> None:
        with Collection.open(path) as collection:
            assert collection.games() and collection.files

    with pytest.raises(CollectionError, match="is damaged; nothing was changed") as raised:
        read()
    assert raised.value.is_damage


@pytest.mark.parametrize("column", ["date", "site", "white"])
def test_a_name_that_is_none_is_damage(path: Path, masters: Path, column: str) -> None:
    collected(path, masters)
    with Collection.open(path) as collection:
        assert len(collection.games()) == 24
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"UPDATE game SET {column} = x'00'")
            connection.commit()
        with pytest.raises(CollectionError, match="is damaged"):
            collection.headers(3)


def test_nothing_is_added_to_a_damaged_collection(path: Path, masters: Path, tmp_path: Path) -> None:
    collected(path, masters)
    run_script(path, "UPDATE source SET place = 'abc', is_whole = 0")
    with pytest.raises(CollectionError, match="is damaged; nothing was changed"):
        collected(path, masters)


def test_statistics_and_indexes_of_a_person_are_no_damage(path: Path, masters: Path) -> None:
    collected(path, masters)
    run_script(path, "CREATE INDEX by_year ON game(year); ANALYZE")
    assert_holds(path, masters)


def test_a_moved_file_is_found_where_it_is_collected_again(path: Path, masters: Path) -> None:
    collected(path, masters)
    moved = masters.rename(masters.with_name("moved.pgn"))
    with Collection.open(path) as collection:
        collection.rows()
        with pytest.raises(CollectionError, match=r"masters\.pgn” has gone since"):
            collection.game_text(0)
        collected(path, moved)
        assert b'[Event "' in collection.game_text(0).data


def test_a_changed_file_is_said_and_its_games_stay(path: Path, masters: Path) -> None:
    collected(path, masters)
    masters.write_bytes(masters.read_bytes().replace(b"1.e4", b"1.d4"))
    (step,) = collected(path, masters)
    assert "has changed since its games were collected" in step.fault
    with Collection.open(path) as collection:
        assert len(collection.games()) == 24
        with pytest.raises(CollectionError, match="has changed since its games were collected"):
            collection.game_text(0)


def test_a_touched_file_is_no_changed_one(path: Path, masters: Path) -> None:
    collected(path, masters)
    os.utime(masters, (1, 1))
    with Collection.open(path) as collection:
        collection.rows()
        assert b'[Event "' in collection.game_text(0).data


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (None, "There is no file"),
        (b"\x89PNG", "it is a PNG picture, not a file of games"),
        (gzip.compress(MASTERS.read_bytes())[:2000], "the file is damaged or cut short"),
    ],
)
def test_faults_of_a_file_are_said_and_others_collected(
    path: Path, masters: Path, data: bytes | None, fault: str
) -> None:
    wrong = masters.with_name("wrong.pgn")
    if data is not None:
        wrong.write_bytes(data)
    steps = collected(path, wrong, masters)
    assert any(fault in step.fault for step in steps)
    with Collection.open(path) as collection:
        assert 24 in [file.game_count for file in collection.files]


def test_a_folder_of_collections_is_one(tmp_path: Path, masters: Path) -> None:
    folder = tmp_path / "shards"
    folder.mkdir()
    other = tmp_path / "other.pgn"
    other.write_text("\n\n".join(str(random_game(seed)) for seed in range(3)) + "\n\n" + masters.read_text())
    collected(folder / "a.pawnviz", masters)
    collected(folder / "b.pawnviz", other)
    with Collection.open(folder) as collection:
        games = collection.games()
        assert len(games) == 24 + 27
        assert list(games.file) == [0] * 24 + [1] * 27
        assert games.texts[games.white[0]] == games.texts[games.white[27]]
        assert games.white[0] == games.white[27]
        assert collection.headers(30) == collection.headers(3)
        assert collection.game_text(30).data.strip() == collection.game_text(3).data.strip()
        assert len(collection.files) == 2
        assert int(collection.rows().game.max()) == 50


# What is wrong with a file of a collection


def run_script(path: Path, statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)


def refused(path: Path) -> str:
    """Return why a collection is opened neither to read nor to write, after which its bytes are as before."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(CollectionError) as error:
        Collection.open(path).rows()
    with pytest.raises(CollectionError):
        collected(path)
    assert before is None or path.read_bytes() == before
    return str(error.value)


def test_a_folder_without_collections_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="no collection in the folder"):
        Collection.open(tmp_path)


def test_a_missing_collection_is_refused_to_readers(path: Path) -> None:
    with pytest.raises(CollectionError, match="There is no collection"):
        Collection.open(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda path: path.write_text("just a text that is long enough"), "is no collection of pawnviz."),
        (lambda path: path.write_bytes(path.read_bytes()[:100] + b"\xff" * 60_000), "is damaged"),
        (lambda path: run_script(path, "PRAGMA application_id = 0"), "is a database of another program"),
        (
            lambda path: run_script(path, "PRAGMA user_version = 99; PRAGMA journal_mode = DELETE"),
            "was made by a later pawnviz (version 99 of collections",
        ),
    ],
)
def test_a_file_that_is_no_sound_collection_is_refused(
    path: Path, masters: Path, spoil: Callable[[Path], object], fault: str
) -> None:
    collected(path, masters)
    spoil(path)
    assert fault in refused(path)


@pytest.mark.slow
def test_a_locked_collection_is_refused(path: Path, masters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collected(path, masters)
    monkeypatch.setattr(store, "LONGEST_WAIT", 0.05)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CollectionError, match="is locked by another program"):
            Collection.open(path, wait=0).rows()
        with pytest.raises(CollectionError, match="is locked by another program"):
            collected(path, masters)
    assert_holds(path, masters)


def test_two_programs_collect_into_one_collection_without_doubling(path: Path, long: Path) -> None:
    first, second = collect(path, [long]), collect(path, [long])
    next(first)
    next(second)
    with pytest.raises(CollectionError, match="Another program collects"):
        list(itertools.chain(first, second))
    collected(path, long)
    assert_holds(path, long)


def test_a_full_disk_keeps_all_whole_blocks(path: Path, long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = path.with_name("whole.pawnviz")
    collected(whole, long)
    with closing(sqlite3.connect(whole)) as connection:
        (page_count,) = connection.execute("PRAGMA page_count").fetchone()
    open_to_write = store.open_to_write

    def with_little_room(path: Path) -> sqlite3.Connection:
        connection = open_to_write(path)
        connection.execute(f"PRAGMA max_page_count = {2 * page_count // 3}")
        return connection

    monkeypatch.setattr("pawnviz.core.collections.collecting.open_to_write", with_little_room)
    steps: list[Progress] = []
    with pytest.raises(CollectionError, match="There is no room for"):
        steps.extend(collect(path, [long]))
    monkeypatch.undo()
    with Collection.open(path) as collection:
        assert len(collection.games()) == collection.files[0].game_count > 0
    collected(path, long)
    assert_holds(path, long)


def test_a_file_that_vanishes_while_it_is_scanned_is_said_and_gone_on_with(path: Path, long: Path) -> None:
    steps = collect(path, [long])
    next(steps)
    away = long.rename(long.with_name("away.pgn"))
    assert [step.fault for step in steps if step.fault] == [f"“{long}” cannot be read: No such file or directory."]
    away.rename(long)
    collected(path, long)
    assert_holds(path, long)


def test_a_folder_that_may_not_be_written_can_be_read(path: Path, masters: Path, tmp_path: Path) -> None:
    collected(path, masters)
    for made in tmp_path.glob("my.pawnviz-*"):
        made.unlink()
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        assert_holds(path, masters)
    finally:
        tmp_path.chmod(0o755)


def test_a_collection_of_an_earlier_version_is_brought_up_to_date(
    path: Path, masters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected(path, masters)
    monkeypatch.setattr(store, "_STEPS", (*store._STEPS, "ALTER TABLE game ADD COLUMN note TEXT NOT NULL DEFAULT ''"))
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    with pytest.raises(CollectionError, match="was made by an earlier pawnviz; “pawnviz collect"):
        Collection.open(path)
    with closing(store.open_to_write(path)) as connection:
        assert connection.execute("SELECT count(*), max(note) FROM game").fetchone() == (24, "")
    assert_holds(path, masters)


def test_the_arrays_stay_when_a_collection_is_closed(path: Path, masters: Path) -> None:
    collected(path, masters)
    with Collection.open(path) as collection:
        rows = collection.rows()
    assert rows.white[0] == 0xFF00
    with pytest.raises(CollectionError):
        collection.headers(0)


@pytest.fixture
def expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Return the rows of a collection of two files, which are written in several steps."""
    monkeypatch.setattr("pawnviz.core.collections.collection._STEP", 100)
    other = tmp_path / "=a, b.pgn"
    copy(MASTERS, other)
    other.write_bytes(other.read_bytes() + b"\n\n")
    collected(tmp_path / "a.pawnviz", MASTERS, other)
    with Collection.open(tmp_path / "a.pawnviz") as collection:
        rows, games = collection.rows(), collection.games()
    return [
        (
            ("masters.pgn", "=a, b.pgn")[games.file[game]],
            games.number[game],
            *(rows.ply[row], rows.end[row], rows.white[row], rows.black[row]),
            StructureMove.of(int(rows.move[row])).text,
        )
        for row, game in enumerate(rows.game)
    ]


def test_csv_has_a_line_for_each_row(tmp_path: Path, expected: list[tuple[object, ...]]) -> None:
    with Collection.open(tmp_path / "a.pawnviz") as collection:
        text = b"".join(row_blocks(collection, "csv")).decode()
    heading, *lines = csv.reader(io.StringIO(text))
    assert tuple(heading) == COLUMNS
    assert len(lines) == len(expected) == 2 * 638
    for (file, *numbers, white, black, move), row in zip(lines, expected, strict=True):
        read = (file.lstrip("'"), *map(int, numbers), int(white, 16), int(black, 16), move)
        assert read == row
        assert not file.startswith("=")


def test_parquet_has_the_same_rows(tmp_path: Path, expected: list[tuple[object, ...]]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    with Collection.open(tmp_path / "a.pawnviz") as collection:
        table = parquet.read_table(io.BytesIO(b"".join(row_blocks(collection, "parquet"))))
    assert tuple(table.column_names) == COLUMNS
    assert [tuple(row.values()) for row in table.to_pylist()] == expected
