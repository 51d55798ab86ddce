"""Structures as files for other programs."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from shutil import copy

import pytest

from pawnviz.core.collections import row_files
from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.played_moves import StructureMove
from pawnviz.core.collections.row_files import COLUMNS, row_blocks
from tests.core.collections.sample import collected
from tests.core.games.sample import MASTERS


@pytest.fixture
def expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Return the rows of a collection of two files, which are written in several steps."""
    monkeypatch.setattr(row_files, "_STEP", 100)
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
