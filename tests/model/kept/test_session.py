"""The session comes back, and the autosave loses at most the last moments, never a file."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLockFile
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import Position
from pawnviz.folders import settings_folder
from pawnviz.model import storage
from pawnviz.model.document import Document
from pawnviz.model.kept import file
from pawnviz.model.kept.file import Autosave, KeptFile
from pawnviz.model.kept.folder import START_NAME, Fen, KeptFolder, Session
from pawnviz.model.preferences import Preferences, Settings, State
from pawnviz.model.storage import BusyError
from tests.model.kept.test_settings import load_session, load_settings, names

REPOSITORY = Path(__file__).resolve().parents[3]
FEN = Fen("8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 b - - 0 1")


class Program:
    """Settings and a session that a test changes, and how often they were asked for."""

    def __init__(self, folder: Path) -> None:
        self.kept = KeptFolder(folder)
        self.settings = Settings()
        self.session = Session()
        self.asked = 0

    def gather(self) -> tuple[tuple[KeptFile[Any], Any], ...]:
        self.asked += 1
        return (self.kept.settings, self.settings), (self.kept.session, self.session)


@pytest.fixture
def program(qapp: object, tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_a_document_comes_back_from_its_session(qapp: object) -> None:
    document = Document()
    document.set_fen(FEN)
    session = Session.of(document, 12)
    assert session == Session(FEN, "", True, 12)
    again = Document()
    session.resume(again)
    assert again.position == document.position
    assert not again.free.modified, "nothing holds a position without a file in another form"
    assert not again.undo_stack.canUndo()


def test_a_saved_document_comes_back_unmodified_with_its_file(qapp: object, tmp_path: Path) -> None:
    document = Document()
    document.set_fen(FEN)
    document.free.save_file(str(tmp_path / "a.fen"))
    again = Document()
    Session.of(document).resume(again)
    assert (again.free.path, again.free.modified) == (str(tmp_path / "a.fen"), False)


def test_positions_of_a_file_that_were_edited_and_not_saved_come_back(qapp: object, tmp_path: Path) -> None:
    file = tmp_path / "three.epd"
    file.write_text("".join(f'8/8/8/8/8/8/{count}P{7 - count}/8 w - - id "{count}";\n' for count in (1, 2, 3)))
    document = Document()
    document.free.open_file(str(file))
    document.place(36, "Q")
    document.free.go_to_entry(1)
    kept = KeptFolder(tmp_path / "kept")
    kept.session.keep(Session.of(document))
    again = Document()
    load_session(tmp_path / "kept")[0].resume(again)
    assert (again.free.file_place, again.position) == (document.free.file_place, document.position)
    assert again.free.modified
    assert again.free.edited_entries == {0}
    again.free.go_to_entry(0)
    assert again.position.piece_at(36) == "Q"
    again.free.save_file(str(file))
    assert file.read_text().splitlines()[0] == '8/8/8/4Q3/8/8/1P6/8 w - - id "1";'
    assert not again.free.modified


def test_a_change_of_the_file_between_two_starts_is_noticed_at_the_second(qapp: object, tmp_path: Path) -> None:
    file, kept = tmp_path / "a.fen", KeptFolder(tmp_path).session
    document = Document()
    document.set_fen(FEN)
    document.free.save_file(str(file))
    kept.keep(Session.of(document))
    unchanged, changed = Document(), Document()
    load_session(tmp_path)[0].resume(unchanged)
    assert not unchanged.free.file_was_changed
    size = file.stat().st_size
    file.write_text(FEN.replace(" b ", " w ") + "\n")
    assert file.stat().st_size == size
    load_session(tmp_path)[0].resume(changed)
    assert changed.free.file_was_changed
    file.write_text(FEN + "\n")
    assert not changed.free.file_was_changed, "the bytes are those from before"


@pytest.mark.parametrize(
    "value",
    [
        *(1, [], {}, "x", {"size": 1, "changed_ns": 1}, {"size": -1, "changed_ns": 1, "sha256": "00" * 32}),
        *({"size": 1, "changed_ns": 1, "sha256": "00" * size} for size in (0, 31, 33)),
        *({"size": 1, "changed_ns": when, "sha256": "00" * 32} for when in (None, True, "1", 1.5)),
        {"size": 1, "changed_ns": 1, "sha256": "x" * 64},
    ],
)
def test_a_wrong_state_of_the_file_is_said_and_left_out(qapp: object, tmp_path: Path, value: object) -> None:
    KeptFolder(tmp_path).session.keep(Session(fen=FEN, path="a.fen"))
    path = tmp_path / "session.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"file_state": value}))
    session, notice = load_session(tmp_path)
    assert session == Session(fen=FEN, path="a.fen")
    assert re.search(r" file_state(\.\w+)? must be (the size, time and SHA-256 of a file, or null|a)", notice)


def test_a_change_is_written_a_moment_later(qapp: object, tmp_path: Path, qtbot: QtBot) -> None:
    program = Program(tmp_path / "new" / "folder")
    autosave = Autosave(program.gather, delay=30, longest_delay=100)
    program.session = Session(fen=FEN)
    autosave.touch()
    assert not (tmp_path / "new").exists()
    qtbot.waitUntil(lambda: load_session(tmp_path / "new" / "folder")[0].fen == FEN)
    assert load_settings(tmp_path / "new" / "folder") == (Settings(), "")


def test_changes_that_follow_each_other_are_written_once_they_rest(
    program: Program, tmp_path: Path, qtbot: QtBot
) -> None:
    autosave = Autosave(program.gather, delay=150, longest_delay=10_000)
    for _ in range(10):
        autosave.touch()
        qtbot.wait(10)
    assert program.asked == 0
    qtbot.waitUntil(lambda: program.asked == 1)
    qtbot.wait(200)
    assert program.asked == 1


def test_changes_without_a_rest_are_written_all_the_same(program: Program, tmp_path: Path, qtbot: QtBot) -> None:
    autosave = Autosave(program.gather, delay=600_000, longest_delay=100)
    started = time.monotonic()
    while program.asked == 0:
        autosave.touch()
        qtbot.wait(5)
        assert time.monotonic() - started < 60
    assert time.monotonic() - started > 0.09


def test_a_value_that_is_only_known_when_it_is_asked_for_is_written_at_once(program: Program, qtbot: QtBot) -> None:
    preferences = Preferences()

    def gather() -> tuple[tuple[KeptFile[Any], Any], ...]:
        program.asked += 1
        return ((program.kept.settings, preferences.settings()),)

    autosave = Autosave(gather, delay=10)
    preferences.asked.connect(lambda: setattr(preferences.geometry, "value", State(b"now")))
    preferences.changed.connect(autosave.touch)
    preferences.flipped.value = True
    qtbot.waitUntil(lambda: load_settings(program.kept.path)[0] == Settings(flipped=True, geometry=State(b"now")))
    qtbot.wait(50)
    assert program.asked == 1, "what was set while it was asked for is no other change"


def test_a_file_that_would_be_the_same_is_not_written_again(program: Program, tmp_path: Path) -> None:
    autosave = Autosave(program.gather)
    autosave.flush()
    for name in ("settings.json", "session.json"):
        (tmp_path / name).unlink()
    autosave.flush()
    assert names(tmp_path) == []
    program.session = Session(cursor=5)
    autosave.flush()
    assert names(tmp_path) == ["session.json"]


def test_quitting_writes_what_is_not_written_yet(own_folders: Path) -> None:
    code = f"""
from PySide6.QtCore import QCoreApplication, QTimer
from pawnviz.model.kept.file import Autosave
from pawnviz.model.kept.folder import KeptFolder
from pawnviz.model.kept.folder import Fen, Session
from pawnviz.model.preferences import Settings
application = QCoreApplication([])
kept = KeptFolder()
autosave = Autosave(lambda: ((kept.settings, Settings()), (kept.session, Session(fen=Fen({FEN!r})))))
QTimer.singleShot(0, autosave.touch)
QTimer.singleShot(50, application.quit)
application.exec()
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY, timeout=60)
    assert load_session()[0].fen == FEN
    assert names(settings_folder()) == ["session.json", "settings.json"]


def test_a_folder_that_cannot_be_written_gives_one_notice_until_it_can(
    program: Program, tmp_path: Path, qtbot: QtBot
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    program = Program(blocked / "pawnviz")
    autosave = Autosave(program.gather)
    notices: list[str] = []
    autosave.failed.connect(notices.append)
    autosave.flush()
    autosave.flush()
    reason = f"cannot be kept: The folder “{blocked / 'pawnviz'}” cannot be made: Not a directory."
    assert notices == [f"The settings and the position {reason}"]
    blocked.unlink()
    autosave.flush()
    assert load_session(blocked / "pawnviz") == (Session(), "")
    assert len(notices) == 1
    (blocked / "pawnviz" / "session.json").unlink()
    (blocked / "pawnviz" / "session.json").mkdir()
    program.session = Session(cursor=1)
    autosave.flush()
    assert len(notices) == 2


class Editing:
    """A program that edits and autosaves in a folder, and writes each edit into a file."""

    def __init__(self, folder: Path, edits: Path, offset: int = 0) -> None:
        self.edits = edits
        command = [sys.executable, "-m", "tests.model.kept.autosaving_process", str(folder), str(offset)]
        with edits.open("w") as output:
            self.process = subprocess.Popen(command, stdout=output, cwd=REPOSITORY)
        wait_until(lambda: self.edits.read_text() != "")

    def kill(self) -> dict[int, float]:
        """Kill it at once and return the moment of each edit."""
        self.process.kill()
        self.process.wait(60)
        whole_lines = self.edits.read_text().split("\n")[:-1]
        return {int(number): float(moment) for number, moment in map(str.split, whole_lines)}


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait a minute at most until something holds."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def saved_number(folder: Path) -> int:
    """Return the fullmove number of the kept session, and make sure that both files are whole."""
    session, notice = load_session(folder)
    assert notice == ""
    assert load_settings(folder)[1] == ""
    return Position.from_fen(session.fen).fullmove_number


def test_a_program_killed_at_any_moment_loses_moments_and_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "pawnviz"
    program = Editing(folder, tmp_path / "edits")
    wait_until((folder / "session.json").exists)
    time.sleep(random.random() * 0.3)
    edits = program.kill()
    # The autosave writes 20 ms after an edit at the latest; a busy machine may get to it later.
    assert max(edits.values()) - edits[saved_number(folder)] < 0.5
    assert len(load_settings(folder)[0].recent_files) == 10


@pytest.mark.slow
def test_two_running_programs_leave_whole_files_of_one_of_them(tmp_path: Path) -> None:
    folder = tmp_path / "pawnviz"
    programs = [Editing(folder, tmp_path / "edits"), Editing(folder, tmp_path / "more edits", 5000)]
    wait_until((folder / "session.json").exists)
    for _ in range(20):
        time.sleep(0.02)
        saved_number(folder)
    edits = [program.kill() for program in programs]
    assert saved_number(folder) in edits[0].keys() | edits[1].keys()
    assert not [name for name in names(folder) if "bad" in name]


def test_files_that_find_no_room_on_the_disk_are_one_line(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    said: list[str] = []
    autosave = Autosave(program.gather)
    autosave.failed.connect(said.append)
    autosave.flush()
    folder = program.kept.path
    with monkeypatch.context() as full:
        full.setattr(storage, "_write_through", find_no_room)
        program.session = Session(fen=FEN)
        autosave.flush()
        line = "The position cannot be kept: The disk of “{}” is full; free some space."
        assert said == [line.format(folder)]
        program.settings = Settings(theme="dark")
        autosave.flush()
        assert said[1:] == [line.format(folder).replace("position", "settings")], "only what is new is said"
    autosave.flush()
    assert len(said) == 2
    assert (load_session(folder)[0].fen, load_settings(folder)[0].theme) == (FEN, "dark")


def test_a_folder_that_another_program_is_writing_into_is_tried_again_before_that_is_said(
    program: Program, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "LONGEST_WAIT", 5)
    said: list[str] = []
    autosave = Autosave(program.gather, delay=20)
    autosave.failed.connect(said.append)
    autosave.flush()
    folder = program.kept.path
    other = QLockFile(str(folder / file.LOCK_NAME))
    assert other.tryLock(0)
    program.session = Session(fen=FEN)
    autosave.finish()
    autosave.flush()
    assert said == [f"The position cannot be kept: Another pawnviz is writing into “{folder}”; it is tried again."]
    other.unlock()
    autosave.finish()
    assert load_session(folder)[0].fen == FEN
    assert other.tryLock(0)
    program.session = Session(fen=FEN, cursor=5)
    autosave.flush()
    other.unlock()
    qtbot.waitUntil(lambda: load_session(folder)[0].cursor == 5)
    assert len(said) == 1, "a moment's wait is not worth a word"


@pytest.mark.parametrize("content", [b"", b"12", b"99999999\npawnviz\n"])
def test_the_lock_of_a_program_that_was_killed_while_it_made_it_stops_no_other(
    program: Program, content: bytes
) -> None:
    program.kept.path.mkdir(exist_ok=True)
    for name in (file.LOCK_NAME, START_NAME):
        lock = program.kept.path / name
        lock.write_bytes(content)
        long_ago = time.time() - 60
        os.utime(lock, (long_ago, long_ago))
    assert program.kept.begin_start(), "the start that was killed ended early"
    program.kept.end_start()
    program.kept.session.keep(Session(fen=FEN))
    assert names(program.kept.path) == ["session.json"]


def test_a_lock_that_a_running_program_holds_is_left_however_old_it_is(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "LONGEST_WAIT", 5)
    lock = program.kept.path / file.LOCK_NAME
    other = QLockFile(str(lock))
    assert other.tryLock(0)
    os.utime(lock, (1, 1))
    with pytest.raises(BusyError):
        program.kept.session.keep(Session(fen=FEN))
    other.unlock()
    program.kept.session.keep(Session(fen=FEN))


def test_edits_of_files_that_were_left_come_back_when_their_file_is_opened(qapp: object, tmp_path: Path) -> None:
    first, second = tmp_path / "first.epd", tmp_path / "second.epd"
    document = Document()
    for path in (first, second):
        path.write_text("8/8/8/8/8/8/1P6/8 w - - 0 1\n8/8/8/8/8/8/2P5/8 w - - 0 1\n")
        document.free.open_file(str(path))
        document.place(36, "Q")
    document.set_fen(FEN)
    kept = KeptFolder(tmp_path / "kept")
    kept.session.keep(Session.of(document))
    again = Document()
    load_session(tmp_path / "kept")[0].resume(again)
    assert (again.position.fen(), again.free.path, list(again.free.left_files)) == (FEN, "", [str(first), str(second)])
    first.write_text("8/8/8/8/8/8/3P4/8 w - - 0 1\n")
    again.free.open_file(str(first))
    assert again.position.piece_at(36) == "Q" and again.free.edited_entries == {0}
    assert again.free.file_was_changed, "the edits are of another state of the file"
    again.free.open_file(str(first), drops_edits=True)
    assert again.position.placement() == "8/8/8/8/8/8/3P4/8" and not again.free.modified
    assert list(again.free.left_files) == [str(second)]


def test_a_file_with_fewer_records_than_edits_is_saved_with_all_of_them(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "some.epd"
    path.write_text("8/8/8/8/8/8/1P6/8 w - - 0 1\n8/8/8/8/8/8/2P5/8 w - - 0 1\n")
    document = Document()
    document.free.open_file(str(path))
    document.free.go_to_entry(1)
    document.place(36, "Q")
    document.free.go_to_entry(0)
    session = Session.of(document)
    path.write_text("8/8/8/8/8/8/1P6/8 w - - 0 1\n")
    again = Document()
    session.resume(again)
    again.free.save_file(str(path))
    assert path.read_text() == "8/8/8/8/8/8/1P6/8 w - - 0 1\n8/8/8/4Q3/8/8/2P5/8 w - - 0 1\n"


def test_the_oldest_of_too_many_edits_of_left_files_are_not_kept() -> None:
    left = tuple((f"/{name}.epd", None, ((0, FEN),) * 6_000) for name in "abc")
    session = Session(FEN, "/d.epd", True, left=left[:2], edited=((1, FEN),)).without_file()
    assert [(path, len(edited)) for path, _, edited in session.left] == [("/b.epd", 6_000), ("/d.epd", 2)]
