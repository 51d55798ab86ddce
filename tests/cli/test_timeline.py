from __future__ import annotations

import csv
import io
import json
from importlib import import_module
from pathlib import Path

import pytest

from pawnviz.core.board.bitboard import to_hex
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.cli.running import run
from tests.core.games.sample import MASTERS

LAYER = ("--layer", "isolated_pawns", "--layer", "island_count")


def test_csv_has_a_row_for_each_position_with_masks_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "timeline", str(MASTERS), "--game", "3", *LAYER)
    assert (status, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(rows[0]) == [
        *("ply", "san", "fen", "white.isolated_pawns", "black.isolated_pawns"),
        *("white.isolated_pawns.count", "black.isolated_pawns.count", "white.island_count", "black.island_count"),
    ]
    assert [row["ply"] for row in rows] == [str(ply) for ply in range(len(rows))]
    assert rows[0]["san"] == "" and all(row["san"] for row in rows[1:])
    for row in rows:
        for name, side in zip(("white", "black"), Position.from_fen(row["fen"]).sides(), strict=True):
            mask = LAYERS["isolated_pawns"](side)
            assert row[f"{name}.isolated_pawns"] == to_hex(mask)
            assert row[f"{name}.isolated_pawns.count"] == str(mask.bit_count())
            assert row[f"{name}.island_count"] == str(NUMBERS["island_count"](side))


def test_json_and_parquet_hold_the_same_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = [
        json.loads(line) for line in run(capsys, "timeline", str(MASTERS), "--format", "json", *LAYER)[1].splitlines()
    ]
    path = tmp_path / "game.parquet"
    assert run(capsys, "timeline", str(MASTERS), "--format", "parquet", "-o", str(path), *LAYER) == (0, "", "")
    table = import_module("pyarrow.parquet").read_table(path).to_pylist()
    assert len(table) == len(rows)
    for row, other in zip(rows, table, strict=True):
        mask = row["white.isolated_pawns"]
        assert other | {"white.isolated_pawns": mask, "black.isolated_pawns": row["black.isolated_pawns"]} == row
        assert other["white.isolated_pawns"] == int(mask, 16)


def test_a_file_is_written_with_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    out = run(capsys, "timeline", str(MASTERS), *LAYER)[1]
    assert run(capsys, "timeline", str(MASTERS), *LAYER, "--output", str(path)) == (0, "", "")
    assert path.read_text() == out
    status, _, err = run(capsys, "timeline", str(MASTERS), *LAYER, "-o", str(tmp_path / "no" / "game.csv"))
    assert status == 1 and "No such file or directory" in err


def test_without_layers_all_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    head = run(capsys, "timeline", str(MASTERS))[1].splitlines()[0]
    assert head.count(",") == 2 + 4 * len(LAYERS) + 2 * len(NUMBERS)


def test_a_fault_in_the_game_is_named_and_what_stands_before_it_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Event "a"]\n\n1. e4 e5\n2. Nf9 *\n')
    status, out, err = run(capsys, "timeline", str(path), *LAYER)
    assert status == 1 and len(out.splitlines()) == 4
    assert err == f"pawnviz: {path}, line 4: 'Nf9' is no move\n"


@pytest.mark.parametrize(
    ("words", "expected", "message"),
    [
        (("--game", "25"), 1, "there is no game 25; the number of games is 24"),
        (("--game", "0"), 2, "games have the numbers 1, 2, 3 and so on, not 0"),
        (("--format", "parquet"), 2, "parquet is no text; name a file with --output"),
        (("--layer", "pawnz"), 2, "there is no layer 'pawnz'"),
    ],
)
def test_wrong_arguments_are_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], expected: int, message: str
) -> None:
    try:
        status, _, err = run(capsys, "timeline", str(MASTERS), *words)
    except SystemExit as stop:
        status, err = int(stop.code or 0), capsys.readouterr().err
    assert status == expected and message in err
