"""The files of unsaved edits of games: claimed by one program, bounded, and never lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pawnviz.model.kept.unsaved_games import UnsavedGame, UnsavedGames, UnsavedGamesFiles
from pawnviz.model.storage import FileError, FileStamp

EDITS = UnsavedGames(
    "/games/club.pgn", FileStamp(10, 20), 3, (0, 1), (UnsavedGame(3, "\xe9\n\n1. e4 *", "1. d4 {é} *"),)
)


def ended(folder: Path, edits: UnsavedGames = EDITS) -> Path:
    """Keep edits as a program that has ended, and return their file."""
    files = UnsavedGamesFiles(folder)
    files.own.keep(edits)
    files.release()
    return files.own.path


def test_edits_of_an_ended_program_are_found_by_one_other(tmp_path: Path) -> None:
    running = UnsavedGamesFiles(tmp_path)
    running.own.keep(EDITS)
    path = ended(tmp_path)
    first, second = UnsavedGamesFiles(tmp_path), UnsavedGamesFiles(tmp_path)
    assert first.find() == second.find() == ""
    assert [file.path for file in first.left] == [path] and second.left == []
    assert first.left[0].kept == EDITS
    first.release()
    second.find()
    assert [file.path for file in second.left] == [path], "without an answer the next one finds it"


def test_a_file_is_there_only_while_there_are_edits(tmp_path: Path) -> None:
    files = UnsavedGamesFiles(tmp_path)
    files.own.keep(UnsavedGames())
    assert not list(tmp_path.iterdir())
    files.own.keep(EDITS)
    assert files.own.path.exists()
    files.own.keep(UnsavedGames())
    assert not list(tmp_path.glob("unsaved-*"))


def test_a_file_that_cannot_be_read_stays_beside_and_is_said_once(tmp_path: Path) -> None:
    path = ended(tmp_path)
    path.write_bytes(path.read_bytes()[:40])
    files = UnsavedGamesFiles(tmp_path)
    assert f"It is kept as “{path.name}.bad-1”." in files.find() and files.left == []
    assert path.with_name(f"{path.name}.bad-1").exists() and not path.exists()
    assert UnsavedGamesFiles(tmp_path).find() == ""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [('"game": 3', '"game": -2'), ("10,", '"10",'), ("1. d4", "\\ud800"), ("\\u00e9\\n", "\\u0100\\n"), ("null", "0")],
)
def test_a_wrong_value_is_said_and_nothing_is_raised(tmp_path: Path, right: str, wrong: str) -> None:
    path = ended(tmp_path, EDITS if right != "null" else EDITS.replace(stamp=None))
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong))
    assert "The default is used instead. It is kept as" in UnsavedGamesFiles(tmp_path).find()


def test_too_many_edits_are_refused_and_the_last_kept_ones_stay(tmp_path: Path) -> None:
    files = UnsavedGamesFiles(tmp_path)
    files.own.keep(EDITS)
    with pytest.raises(FileError, match="at most 4 MB are kept"):
        files.own.keep(EDITS.replace(games=(UnsavedGame(0, "x" * 4_000_000, ""),)))
    assert files.own.kept == EDITS
