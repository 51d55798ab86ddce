"""The command that finds games by their pawn structure."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import chess
import pytest

from pawnviz.core.games.cutting import cut
from pawnviz.core.games.reading import read_game
from tests.cli.running import run
from tests.core.games.sample import MASTERS

ISOLATED = "W d3/d4/d5! -c -e; B -d"


def boards_of_games(path: Path) -> list[list[chess.Board]]:
    """Return all positions of each game, played by python-chess."""
    games = []
    for text in cut([path.read_bytes()]):
        game = read_game(text).game
        board = game.board()
        boards = [board.copy()]
        for move in game.mainline_moves():
            board.push(move)
            boards.append(board.copy())
        games.append(boards)
    return games


def first_spell(holds: list[bool], least: int) -> tuple[int, int] | None:
    """Return the first position of the first run of so many true ones, and the first one behind it."""
    start = 0
    for ply, holding in enumerate([*holds, False]):
        if not holding:
            if ply - start >= max(1, least):
                return start, ply
            start = ply + 1
    return None


def has_isolated_pawn(board: chess.Board) -> bool:
    files = [chess.square_file(square) for square in board.pieces(chess.PAWN, chess.WHITE)]
    return files.count(3) >= 1 and 2 not in files and 4 not in files


@pytest.mark.parametrize("moves", [0, 5])
def test_the_games_and_plies_are_those_that_python_chess_finds(capsys: pytest.CaptureFixture[str], moves: int) -> None:
    expected = [
        (number, *spell)
        for number, boards in enumerate(boards_of_games(MASTERS), 1)
        if (spell := first_spell([has_isolated_pawn(board) for board in boards], 2 * moves))
    ]
    assert expected
    options = ("--for", str(moves)) if moves else ()
    status, out, err = run(capsys, "search", str(MASTERS), "--pattern", "W d -c -e", *options, "--format", "json")
    entries = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [(entry["number"], entry["ply"], entry["end"]) for entry in entries] == expected
    assert {entry["file"] for entry in entries} == {str(MASTERS)}
    lines = MASTERS.read_text().splitlines()
    assert all(lines[entry["line"] - 1].startswith("[") for entry in entries)


def test_a_condition_is_asked_of_whites_side_unless_a_color_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*options: str) -> set[int]:
        _, out, _ = run(capsys, "search", str(MASTERS), "--where", "popcount(own) <= 4", *options, "--format", "json")
        return {json.loads(line)["number"] for line in out.splitlines()}

    white, black = numbers(), numbers("--color", "black")
    assert white and black and white != black
    assert numbers("--color", "either") == white | black


def test_games_are_printed_as_a_table_as_csv_and_as_pgn(capsys: pytest.CaptureFixture[str]) -> None:
    question = ("search", str(MASTERS), "--moves", "1", "--result", "1-0")
    table, rows, games = (run(capsys, *question, "--format", name)[1] for name in ("table", "csv", "pgn"))
    found = list(csv.DictReader(io.StringIO(rows)))
    assert len(table.splitlines()) == len(found) == games.count("[Event ") > 1
    assert all(row["Result"] == "1-0" and row["ply"] == "0" and row["White"] in games for row in found)
    assert all("1-0" in line for line in table.splitlines())


def test_a_collection_and_several_files_are_asked_as_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text('[Event "Other"]\n[White "Nobody, Special"]\n[Result "0-1"]\n\n1. a4 a5 0-1\n')
    run(capsys, "collect", str(MASTERS), "-o", "Mine")
    _, from_file, _ = run(capsys, "search", str(MASTERS), "--eco", "A-E", "--format", "json")
    _, from_collection, _ = run(capsys, "search", "Mine", "--eco", "A-E", "--format", "json")
    places = [
        [(entry["number"], entry["line"], entry["ply"], entry["end"]) for entry in map(json.loads, out.splitlines())]
        for out in (from_file, from_collection)
    ]
    assert places[0] == places[1] != []
    status, out, _ = run(capsys, "search", "Mine", str(other), "--white", "nobody", "--format", "json")
    (entry,) = map(json.loads, out.splitlines())
    assert (status, entry["number"], entry["file"], entry["headers"]["Event"]) == (0, 1, str(other), "Other")


def test_a_search_without_a_game_has_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "search", str(MASTERS), "--player", "Nobody Known") == (1, "", "pawnviz: no game fits\n")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--pattern", "W d4 z9", "argument --pattern: column 6: 'z9' is no word"),
        ("--where", "popcount(nothing) > 1", "argument --where: column 10: 'nothing' is not known"),
        ("--structure", "carlsbd", "did you mean carlsbad?"),
        ("--elo", "strong", "argument --elo: 'strong' is no range"),
        ("--for", "0", "argument --for: '0' is no number of moves"),
        ("--result", "2-0", "argument --result: "),
        ("--fields", "elo:2600- wite:karpov", "argument --fields: column 11: 'wite' is no field; did you mean white?"),
        ("--side", "white", "--side and --apart belong to a FEN"),
    ],
)
def test_a_wrong_option_is_named_with_its_column(
    capsys: pytest.CaptureFixture[str], option: str, value: str, message: str
) -> None:
    status, out, err = run(capsys, "search", str(MASTERS), option, value)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("missing.pgn", None, "is neither a file nor a collection"),
        ("empty.pgn", b"", "it holds no games"),
        ("picture.pgn", b"\x89PNG\r\n\x1a\n", "it is a PNG picture"),
        ("foreign.pawnviz", b"no database at all", "foreign.pawnviz"),
    ],
)
def test_a_file_that_cannot_be_asked_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    status, out, err = run(capsys, "search", str(path) if data is not None else name, "--elo", "2000-")
    assert (status, out) == (1, "")
    assert message in err and "Traceback" not in err


def test_a_structure_under_a_more_specific_name_is_found_wide_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "tartakower.pgn"
    file.write_text('[Event "?"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 b6 6. cxd5 exd5 7. Nf3 c5 *\n')
    for options, count in (((), 0), (("--wide",), 1), (("--color", "black", "--wide"), 0)):
        status, out, err = run(capsys, "search", str(file), "--structure", "carlsbad", *options, "--format", "json")
        assert (status, err, len(out.splitlines())) == ((0, "", 1) if count else (1, "pawnviz: no game fits\n", 0))
    status, _, err = run(capsys, "search", str(file), "--wide")
    assert status == 2 and "--wide belongs to --structure; give one" in err
