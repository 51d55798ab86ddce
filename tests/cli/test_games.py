from __future__ import annotations

import csv
import gzip
import io
import json
from importlib import import_module
from pathlib import Path

import pytest

from pawnviz.core.board.bitboard import to_hex
from pawnviz.core.board.position import Position
from pawnviz.core.games import game_file
from pawnviz.core.games.cutting import games_in_steps
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.game_list import GameList
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.cli.running import Give, Printed, Run
from tests.core.games.sample import MASTERS

BROKEN = """[Event "a"]
[White "Good, G"]
[WhiteElo "2500"]
[Black "Other"]
[Date "2020.01.02"]
[Result "1-0"]
[ECO "C20"]

1. e4 e5 2. Qh5 1-0

[Event "b"]
[Result "*"]

1. e4 e5
2. Nf9 Nc6 *

[Event "c"]
[Result "0-1"]

1. d4 d5 0-1
"""


def test_each_game_is_a_line_with_players_result_and_length(run: Run, printed: Printed) -> None:
    out = printed("games", str(MASTERS))
    lines = out.splitlines()
    assert len(lines) == 24
    first = "      1  1857.??.??  Morphy, Paul - Meek, Alexander Beaufort  1-0  C00  30"
    assert lines[0] == first
    assert run("games", str(MASTERS), "--unplayed")[1] == out


def test_a_broken_game_is_named_with_its_line_and_no_other_is_lost(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text(BROKEN)
    status, out, err = run("games", str(path), "--format", "json")
    assert status == 1
    assert err == f"pawnviz: {path}, line 15: 'Nf9' is no move\n"
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert list(first) == ["number", "line", "headers", "plies", "problem"]
    assert (first["number"], first["line"], first["plies"], first["problem"]) == (1, 1, 3, None)
    assert first["headers"]["White"] == "Good, G"
    assert (second["line"], second["plies"], second["problem"]) == (11, 4, "line 15: 'Nf9' is no move")
    assert (third["line"], third["plies"], third["problem"]) == (17, 2, None)


def test_a_broken_game_has_the_length_and_the_result_of_the_window_s_list(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text('[Event "a]\n[Result 1-0]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb9 a6 4. Ba4 {0-1} 1-0\n')
    listed = GameList()
    with GameFile(str(path)) as file:
        for text in filter(None, games_in_steps(file.blocks())):
            listed.add(text)
    assert (listed[0].headers["Result"], listed[0].plies) == ("1-0", 7)
    for options in ((), ("--unplayed",)):
        (values,) = map(json.loads, run("games", str(path), "--format", "json", *options)[1].splitlines())
        assert (values["headers"]["Result"], values["plies"]) == ("1-0", 7)


def test_ratings_stand_behind_the_names(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(BROKEN)
    assert run("games", str(path))[1].splitlines()[0] == ("      1  2020.01.02  Good, G (2500) - Other  1-0  C20  2")


def test_standard_input_is_read_with_a_dash(run: Run, give: Give) -> None:
    give(BROKEN.encode())
    status, out, err = run("games", "-")
    assert status == 1 and len(out.splitlines()) == 3
    assert err == "pawnviz: -, line 15: 'Nf9' is no move\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n", "it is a PNG picture, not a file of games"),
        (b"", "it holds no games"),
        (b"Dear friend,\n\nhere are my games.\n", "it holds no games"),
    ],
)
def test_what_holds_no_games_is_an_error(run: Run, tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    assert run("games", str(path)) == (1, "", f"pawnviz: {path}: {words}\n")
    assert run("timeline", str(path)) == (1, "", f"pawnviz: {path}: {words}\n")


ESCAPES = """[Event "\x1b[2J"]
[White "A\x1b]0;title\x07"]
[Black "B\x9b31m\u202e"]
[Result "\x1b[7m"]

1. e4 \x1b e5 \x1b[8mNf3 1-0
"""


@pytest.mark.parametrize("form", ["table", "json"])
def test_escapes_of_a_file_do_not_reach_the_terminal(run: Run, tmp_path: Path, form: str) -> None:
    path = tmp_path / "games\x1b[31m.pgn"
    path.write_text(ESCAPES)
    status, out, err = run("games", str(path), "--format", form)
    assert status == 1
    for text in (out, err):
        assert all(line.isprintable() for line in text.splitlines()), text
    assert "games\\x1b[31m.pgn, line 6: " in err
    if form == "table":
        assert "A\\x1b]0;title\\x07 - B\\x9b31m\\u202e  \\x1b[7m" in out
    else:
        assert json.loads(out)["headers"]["Black"] == "B\x9b31m\u202e"


def test_escapes_of_arguments_do_not_reach_the_terminal(run: Run) -> None:
    for words in (
        ("games", "\x1b[31m"),
        ("games", "a", "\x1b[31m"),
        ("timeline", "a", "--game", "\x1b[31m"),
        ("masks", "\x1b"),
    ):
        status, _, err = run(*words)
        assert status != 0 and "\\x1b" in err and "\x1b" not in err


def test_a_full_temporary_folder_does_not_blame_the_output(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(MASTERS.read_bytes()))
    monkeypatch.setattr(game_file, "TemporaryFile", lambda **_: io.FileIO("/dev/full", "r+"))
    status, _, err = run("games", str(path))
    assert status == 1 and "standard output" not in err
    assert "cannot be unpacked into" in err and "No space left on device" in err


def test_fields_take_games(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(BROKEN)
    status, out, _ = run("games", str(path), "--fields", "white:good year:2010- result:1-0 eco:C")
    assert (status, [line.split()[0] for line in out.splitlines()]) == (0, ["1"])
    status, out, _ = run("games", str(path), "--unplayed", "--format", "json", "--fields", "result:0-1")
    assert [json.loads(line)["number"] for line in out.splitlines()] == [3]
    status, out, _ = run("games", str(MASTERS), "--unplayed", "--fields", "morphy 1857 morphy")
    assert status == 0 and out and all("Morphy" in line and "1857" in line for line in out.splitlines())
    assert run("games", str(path), "--fields", "nobody") == (1, "", "pawnviz: no game fits\n")


LAYER = ("--layer", "isolated_pawns", "--layer", "island_count")


def test_csv_has_a_row_for_each_position_with_masks_and_counts(printed: Printed) -> None:
    out = printed("timeline", str(MASTERS), "--game", "3", *LAYER)
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


def test_json_is_an_array_of_positions_with_the_counts_and_masks_of_both_sides(run: Run) -> None:
    out = run("timeline", str(MASTERS), "--game", "3", "--format", "json", *LAYER)[1]
    rows = list(csv.DictReader(io.StringIO(run("timeline", str(MASTERS), "--game", "3", *LAYER)[1])))
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


def test_a_game_without_moves_is_an_array_of_one_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Event "a"]\n\n*\n')
    out = run("timeline", str(path), "--format", "json", "--layer", "pawns")[1]
    (entry,) = json.loads(out)
    assert entry["white"] == {"pawns": {"count": 8, "mask": "0x000000000000ff00"}}


@pytest.mark.slow
def test_parquet_holds_the_values_of_the_csv_with_masks_as_numbers(run: Run, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("timeline", str(MASTERS), *LAYER)[1])))
    path = tmp_path / "game.parquet"
    assert run("timeline", str(MASTERS), "--format", "parquet", "-o", str(path), *LAYER) == (0, "", "")
    table = import_module("pyarrow.parquet").read_table(path).to_pylist()
    assert [list(row) for row in table] == [list(row) for row in rows]
    masks = ("white.isolated_pawns", "black.isolated_pawns")
    for row, other in zip(rows, table, strict=True):
        assert {name: to_hex(value) if name in masks else str(value) for name, value in other.items()} == row


def test_a_file_is_written_with_output(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    out = run("timeline", str(MASTERS), *LAYER)[1]
    assert run("timeline", str(MASTERS), *LAYER, "--output", str(path)) == (0, "", "")
    assert path.read_text() == out
    status, _, err = run("timeline", str(MASTERS), *LAYER, "-o", str(tmp_path / "no" / "game.csv"))
    assert status == 1 and "There is no folder" in err


def test_without_layers_all_are_printed(run: Run) -> None:
    head = run("timeline", str(MASTERS))[1].splitlines()[0]
    assert head.count(",") == 2 + 4 * len(LAYERS) + 2 * len(NUMBERS)


def test_a_fault_in_the_game_is_named_and_what_stands_before_it_is_printed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Event "a"]\n\n1. e4 e5\n2. Nf9 *\n')
    status, out, err = run("timeline", str(path), *LAYER)
    assert status == 1 and len(out.splitlines()) == 4
    assert err == f"pawnviz: {path}, line 4: 'Nf9' is no move\n"
