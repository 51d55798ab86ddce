"""Unsaved edits of games are on the disk within a second, and are offered after a crash until that is answered."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.view.games.moves import CommentDialog
from tests.view.games.program import GAMES, GamesProgram
from tests.view.program import OpenProgram, RunningProgram

EDITED = "1. e4 (1. d4 { half a sent }) 1... d5 2. exd5 c6 (2... Qxd5 3. Nc3 { attacks the queen }) 3. dxc6 bxc6 $1 1-0"


def unsaved_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("unsaved-*.json"))


def wait_for(text: str, folder: Path, qtbot: QtBot) -> float:
    """Wait until a file of unsaved edits has a text, and return the seconds that it took."""
    begun = time.monotonic()
    qtbot.waitUntil(lambda: any(text in path.read_text() for path in unsaved_files(folder)))
    return time.monotonic() - begun


@pytest.fixture
def crashed(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[], GamesProgram]]:
    """Yield a function that starts a program over what another one had on the disk with two edited games.

    The comment in the first one is still being typed; the second game is open.
    """
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    before = GamesProgram(qtbot, tmp_path / "before")
    before.open()
    before.games.list.choose_game(1)
    before.drag("d2", "d3")
    before.games.list.choose_game(0)
    before.drag("d2", "d4")
    before.keys("Ctrl+T")
    dialog = before.window.findChild(CommentDialog)
    assert isinstance(dialog, CommentDialog)
    QTest.keyClicks(dialog.edit, "half a sent")
    assert wait_for("half a sent", tmp_path / "before", qtbot) < 1.5
    shutil.copy(unsaved_files(tmp_path / "before")[0], tmp_path / "after")
    dialog.reject()
    before.end()
    programs: list[GamesProgram] = []

    def start() -> GamesProgram:
        # The file of games of this one is another one with the same games.
        programs.append(GamesProgram(qtbot, tmp_path / "after"))
        qtbot.waitUntil(lambda: programs[0].window.recovery.has_edits)
        return programs[0]

    yield start
    for program in programs:
        program.end()


def offered(program: RunningProgram) -> str:
    return next((line for line in program.notice().split("\n") if line.startswith("Edits of")), "")


def answer(program: GamesProgram, title: str) -> str:
    """Press the button of the offer and answer the question with the button of a title; return the question."""
    program.window.notice.offer_button.click()
    box = program.question()
    text = f"{box.text()} {box.informativeText()}"
    program.answer(title)
    return text


def restored(program: GamesProgram, title: str = "Restore") -> str:
    """Restore the edits, wait for them, and return the question."""
    text = answer(program, title)
    program.qtbot.waitUntil(lambda: not program.window.recovery.has_edits)
    QApplication.processEvents()
    return text


def test_edits_and_a_comment_are_offered_until_restored(crashed: Callable[[], GamesProgram], tmp_path: Path) -> None:
    program = crashed()
    path = tmp_path / "before" / "club.pgn"
    sentence = "Edits of games 1 and 2 of “club.pgn” were not saved when pawnviz ended."
    assert offered(program) == sentence
    answer(program, "Cancel")
    for number in range(5):
        program.window.notice.show_message(f"Something else {number}.")
    program.window.notice.close_button.click()
    assert offered(program) == sentence, "an offer without an answer stays"
    program.window.notice.close_button.click()
    assert program.action("recover_games").isEnabled()
    program.action("recover_games").trigger()
    assert "The file is as it was." in program.question().informativeText()
    program.answer("Restore")
    program.qtbot.waitUntil(lambda: not program.window.recovery.has_edits)
    assert program.written() == EDITED and program.bar.label.full_text == "1.d4 · Adams – Brown"
    assert program.window.isWindowModified() and offered(program) == ""
    assert not program.action("recover_games").isEnabled()
    assert path.read_bytes() == GAMES, "nothing is written into the file by itself"
    assert len(unsaved_files(tmp_path / "after")) == 1, "the edits are on the disk as those of this program"
    program.keys("Ctrl+Z")
    assert "half a sent" not in program.written() and not program.window.isWindowModified()
    program.keys("Ctrl+Shift+Z", "Ctrl+S")
    program.answer("Save anyway")  # The second game is broken.
    assert EDITED in " ".join(path.read_text().split()) and b"1. d4 (1. d3) 1... d5 *" in path.read_bytes()
    program.qtbot.waitUntil(lambda: not unsaved_files(tmp_path / "after"))


@pytest.mark.slow
def test_discarded_edits_are_gone_and_the_file_stays(crashed: Callable[[], GamesProgram], tmp_path: Path) -> None:
    program = crashed()
    answer(program, "Discard")
    assert offered(program) == "" and not program.window.recovery.has_edits
    assert unsaved_files(tmp_path / "after") == [] and (tmp_path / "before" / "club.pgn").read_bytes() == GAMES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda path: path.write_bytes(b"\n" + GAMES), "The file was changed by another program since."),
        (lambda path: path.unlink(), "The file is not there any more."),
    ],
    ids=["changed", "deleted"],
)
def test_edits_of_a_file_that_is_not_as_it_was_are_opened_as_games_alone(
    crashed: Callable[[], GamesProgram], tmp_path: Path, change: Callable[[Path], object], said: str
) -> None:
    program, path = crashed(), tmp_path / "before" / "club.pgn"
    change(path)
    theirs = path.read_bytes() if path.exists() else None
    assert said in restored(program)
    listing = program.games.games.listing
    assert listing is not None and not listing.is_in_file and program.window.windowTitle() == "club-edited[*] – pawnviz"
    assert [row[1] for row in program.rows()] == ["Adams", "Clark"] and program.written() == EDITED
    assert program.window.isWindowModified() and list(program.edits.unsaved()) == [0, 1]
    assert (path.read_bytes() if path.exists() else None) == theirs


@pytest.mark.slow
def test_edits_of_a_game_not_in_its_file_are_opened_alone(crashed: Callable[[], GamesProgram], tmp_path: Path) -> None:
    """A file of the same size and time with other bytes is noticed by its games."""
    program, path = crashed(), tmp_path / "before" / "club.pgn"
    status = path.stat()
    path.write_bytes(GAMES.replace(b"Brown", b"Green"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    restored(program)
    assert program.window.windowTitle() == "club-edited[*] – pawnviz" and program.written() == EDITED
    assert program.status_message() == "Restored 2 edited games alone; “club.pgn” has others"


@pytest.mark.slow
def test_edits_of_pasted_games_return_without_a_file(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    (tmp_path / "before").mkdir()
    before = GamesProgram(qtbot, tmp_path / "before")
    assert before.window.workspaces.open_games("", GAMES.decode())
    qtbot.waitUntil(lambda: before.game.line is not None)
    before.drag("d2", "d4")
    wait_for("1. d4", tmp_path / "before", qtbot)
    shutil.copy(unsaved_files(tmp_path / "before")[0], tmp_path)
    before.end()
    program = open_program()
    qtbot.waitUntil(lambda: program.window.recovery.has_edits)
    assert offered(program) == "Edits of game 1 of pasted games were not saved when pawnviz ended."
    program.window.notice.offer_button.click()
    program.answer("Restore")
    qtbot.waitUntil(lambda: not program.window.recovery.has_edits)
    assert list(program.games.games.edits.unsaved()) == [0]


@pytest.mark.slow
def test_a_running_program_keeps_its_edits_for_itself(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    first = GamesProgram(qtbot, tmp_path)
    first.open()
    first.drag("d2", "d4")
    wait_for("1. d4", tmp_path, qtbot)
    second = open_program()
    qtbot.waitUntil(lambda: not (tmp_path / "starting.lock").exists())
    assert offered(second) == "" and not second.action("recover_games").isEnabled()
    second.open_games(first.path)
    second.drag("c2", "c4")
    wait_for("1. c4", tmp_path, qtbot)
    assert len(unsaved_files(tmp_path)) == 2
    second.games.games.edits.close()
    qtbot.waitUntil(lambda: len(unsaved_files(tmp_path)) == 1)
    assert "1. d4" in unsaved_files(tmp_path)[0].read_text()
    first.end()


@pytest.mark.slow
def test_edits_that_were_restored_are_offered_again_after_the_next_crash(
    crashed: Callable[[], GamesProgram], qtbot: QtBot, tmp_path: Path
) -> None:
    program = crashed()
    restored(program)
    (tmp_path / "last").mkdir()
    shutil.copy(unsaved_files(tmp_path / "after")[0], tmp_path / "last")
    last = GamesProgram(qtbot, tmp_path / "last")
    qtbot.waitUntil(lambda: last.window.recovery.has_edits)
    restored(last)
    assert last.written() == EDITED
    last.end()
