from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from pawnviz.core.games import game_file
from tests.cli.running import give, piped, run
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


def test_each_game_is_a_line_with_players_result_and_length(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "games", str(MASTERS))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 24
    first = "      1  1857.??.??  Morphy, Paul - Meek, Alexander Beaufort  1-0  C00  30"
    assert lines[0] == first
    assert run(capsys, "games", str(MASTERS), "--unplayed")[1] == out


def test_a_broken_game_is_named_with_its_line_and_no_other_is_lost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text(BROKEN)
    status, out, err = run(capsys, "games", str(path), "--format", "json")
    assert status == 1
    assert err == f"pawnviz: {path}, line 15: 'Nf9' is no move\n"
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert list(first) == ["number", "line", "headers", "plies", "problem"]
    assert (first["number"], first["line"], first["plies"], first["problem"]) == (1, 1, 3, None)
    assert first["headers"]["White"] == "Good, G"
    assert (second["line"], second["plies"], second["problem"]) == (11, 2, "line 15: 'Nf9' is no move")
    assert (third["line"], third["plies"], third["problem"]) == (17, 2, None)


def test_ratings_stand_behind_the_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(BROKEN)
    assert run(capsys, "games", str(path))[1].splitlines()[0] == (
        "      1  2020.01.02  Good, G (2500) - Other  1-0  C20  2"
    )


def test_standard_input_is_read_with_a_dash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, BROKEN.encode())
    status, out, err = run(capsys, "games", "-")
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
def test_what_holds_no_games_is_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes, words: str
) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    assert run(capsys, "games", str(path)) == (1, "", f"pawnviz: {path}: {words}\n")
    assert run(capsys, "timeline", str(path)) == (1, "", f"pawnviz: {path}: {words}\n")


def test_an_archive_that_is_cut_short_is_named_after_its_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(MASTERS.read_bytes())[:-20])
    status, _, err = run(capsys, "games", str(path))
    assert status == 1 and "damaged or cut short" in err.splitlines()[-1]


ESCAPES = """[Event "\x1b[2J"]
[White "A\x1b]0;title\x07"]
[Black "B\x9b31m\u202e"]
[Result "\x1b[7m"]

1. e4 \x1b e5 \x1b[8mNf3 1-0
"""


@pytest.mark.parametrize("form", ["table", "json"])
def test_escapes_of_a_file_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str
) -> None:
    path = tmp_path / "games\x1b[31m.pgn"
    path.write_text(ESCAPES)
    status, out, err = run(capsys, "games", str(path), "--format", form)
    assert status == 1
    for text in (out, err):
        assert all(line.isprintable() for line in text.splitlines()), text
    assert "games\\x1b[31m.pgn, line 6: " in err
    if form == "table":
        assert "A\\x1b]0;title\\x07 - B\\x9b31m\\u202e  \\x1b[7m" in out
    else:
        assert json.loads(out)["headers"]["Black"] == "B\x9b31m\u202e"


def test_escapes_of_arguments_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("games", "\x1b[31m"),
        ("games", "a", "\x1b[31m"),
        ("timeline", "a", "--game", "\x1b[31m"),
        ("masks", "\x1b"),
    ):
        status, _, err = run(capsys, *words)
        assert status != 0 and "\\x1b" in err and "\x1b" not in err


@pytest.mark.parametrize(
    "data", [b"\x28\xb5\x2f\xfd damaged", b"\x1f\x8b damaged", b"BZh9 damaged", b"PK\x03\x04 damaged"]
)
def test_a_damaged_archive_is_one_line_and_no_traceback(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "games"
    path.write_bytes(data)
    status, _, err = run(capsys, "games", str(path))
    assert status == 1 and "damaged or cut short" in err.splitlines()[0]


def test_a_full_temporary_folder_does_not_blame_the_output(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(MASTERS.read_bytes()))
    monkeypatch.setattr(game_file, "TemporaryFile", lambda **_: io.FileIO("/dev/full", "r+"))
    status, _, err = run(capsys, "games", str(path))
    assert status == 1 and "standard output" not in err
    assert "cannot be unpacked into" in err and "No space left on device" in err


def test_no_qt_is_loaded() -> None:
    done = piped("games", str(MASTERS), "--unplayed")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 24


def test_fields_take_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(BROKEN)
    status, out, _ = run(capsys, "games", str(path), "--fields", "white:good year:2010- result:1-0 eco:C")
    assert (status, [line.split()[0] for line in out.splitlines()]) == (0, ["1"])
    status, out, _ = run(capsys, "games", str(path), "--unplayed", "--format", "json", "--fields", "result:0-1")
    assert [json.loads(line)["number"] for line in out.splitlines()] == [3]
    status, out, _ = run(capsys, "games", str(MASTERS), "--unplayed", "--fields", "morphy 1857 morphy")
    assert status == 0 and out and all("Morphy" in line and "1857" in line for line in out.splitlines())
    assert run(capsys, "games", str(path), "--fields", "nobody") == (1, "", "pawnviz: no game fits\n")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("good elo:x", "column 10: 'x' is no range"),
        ("wite:good", "column 1: 'wite' is no field; did you mean white?"),
        ("structure:carlsbad", "structure:carlsbad is asked by pawnviz search"),
    ],
)
def test_a_wrong_field_is_named(capsys: pytest.CaptureFixture[str], fields: str, message: str) -> None:
    status, out, err = run(capsys, "games", str(MASTERS), "--fields", fields)
    assert (status, out) == (2, "") and message in err
