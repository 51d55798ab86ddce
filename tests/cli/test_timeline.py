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


def test_json_is_an_array_of_positions_with_the_counts_and_masks_of_both_sides(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = run(capsys, "timeline", str(MASTERS), "--game", "3", "--format", "json", *LAYER)[1]
    rows = list(csv.DictReader(io.StringIO(run(capsys, "timeline", str(MASTERS), "--game", "3", *LAYER)[1])))
    entries = json.loads(out)
    assert len(out.splitlines()) == len(entries) == len(rows)
    for entry, row in zip(entries, rows, strict=True):
        assert list(entry) == ["ply", "san", "fen", "white", "black"]
        assert (str(entry["ply"]), entry["san"] or "", entry["fen"]) == (row["ply"], row["san"], row["fen"])
        for side in ("white", "black"):
            assert entry[side] == {
                "isolated_pawns": {
                    "count": int(row[f"{side}.isolated_pawns.count"]),
                    "mask": row[f"{side}.isolated_pawns"],
                },
                "island_count": int(row[f"{side}.island_count"]),
            }
    assert entries[0]["san"] is None


def test_a_game_without_moves_is_an_array_of_one_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Event "a"]\n\n*\n')
    out = run(capsys, "timeline", str(path), "--format", "json", "--layer", "pawns")[1]
    (entry,) = json.loads(out)
    assert entry["white"] == {"pawns": {"count": 8, "mask": "0x000000000000ff00"}}


def test_parquet_holds_the_values_of_the_csv_with_masks_as_numbers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "timeline", str(MASTERS), *LAYER)[1])))
    path = tmp_path / "game.parquet"
    assert run(capsys, "timeline", str(MASTERS), "--format", "parquet", "-o", str(path), *LAYER) == (0, "", "")
    table = import_module("pyarrow.parquet").read_table(path).to_pylist()
    assert [list(row) for row in table] == [list(row) for row in rows]
    masks = ("white.isolated_pawns", "black.isolated_pawns")
    for row, other in zip(rows, table, strict=True):
        assert {name: to_hex(value) if name in masks else str(value) for name, value in other.items()} == row


def test_a_file_is_written_with_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    out = run(capsys, "timeline", str(MASTERS), *LAYER)[1]
    assert run(capsys, "timeline", str(MASTERS), *LAYER, "--output", str(path)) == (0, "", "")
    assert path.read_text() == out
    status, _, err = run(capsys, "timeline", str(MASTERS), *LAYER, "-o", str(tmp_path / "no" / "game.csv"))
    assert status == 1 and "There is no folder" in err


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
