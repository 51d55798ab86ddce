from __future__ import annotations

import errno
import gzip
import io
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.collecting import index_file, remove_oldest
from pawnviz.core.collections.question import LengthPart, PatternPart, PawnsPart, PlayerPart
from pawnviz.core.games import game_file
from pawnviz.folders import cache_folder
from pawnviz.model.collections.explorer import Explorer, OpenFileIndex
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.model.preferences import Preferences
from pawnviz.override import plain_override
from tests.core.collections.sample import assert_holds
from tests.core.games.sample import MASTERS
from tests.view.explore.program import GAMES

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


AFTER_D4 = Position.from_fen("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1")


class ExploredGames:
    """An explorer over a document and a file of three games."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.path = folder / "games.pgn"
        self.path.write_text(GAMES)
        self.document = Document()
        self.games = Games(self.document)
        self.preferences = Preferences()
        self.explorer = self.make_explorer()

    def make_explorer(self) -> Explorer:
        return Explorer(self.document, self.games, OpenFileIndex(self.games), self.preferences.question)

    def open(self) -> None:
        self.explorer.begin()
        self.games.open_file(str(self.path))
        self.wait()

    def wait(self) -> None:
        jobs = (self.explorer.index.job, self.explorer.job)
        self.qtbot.waitUntil(lambda: self.explorer.is_current and not any(job.is_running for job in jobs))

    @property
    def count(self) -> int:
        self.wait()
        answer = self.explorer.answer
        assert answer is not None
        return answer.score.games


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[ExploredGames]:
    desk = ExploredGames(qtbot, tmp_path)
    yield desk
    desk.explorer.end()
    desk.explorer.index.cancel()
    desk.games.close_file()


@pytest.mark.slow
def test_nothing_is_indexed_before_it_begins(desk: ExploredGames) -> None:
    desk.games.open_file(str(desk.path))
    assert not desk.explorer.index.job.is_running and desk.explorer.answer is None
    desk.explorer.begin()
    assert desk.count == 3


@pytest.mark.slow
def test_the_pawns_of_the_question_are_those_of_the_board_and_other_parts_stay(desk: ExploredGames) -> None:
    desk.open()
    assert desk.explorer.question.parts == (PawnsPart(START.white & START.pawns, START.black & START.pawns),)
    desk.document.set_up(AFTER_D4, "play d2-d4")
    assert desk.count == 3
    answer = desk.explorer.answer
    assert answer is not None and [move.move.text for move in answer.next] == ["d7-d5"]
    answered = desk.explorer.answered
    assert answered is not None
    surplus = answered.surplus.tolist()
    assert surplus[0] > 0 > surplus[1] and surplus[2] != surplus[2], "only rated games have one"
    desk.explorer.set_parts((*desk.explorer.parts, PlayerPart("adams", True)))
    assert desk.count == 1
    desk.document.free.undo_stack.undo()
    assert desk.count == 1 and desk.explorer.parts[1] == PlayerPart("adams", True)


@pytest.mark.slow
def test_a_question_to_another_file_gives_way_to_the_pawns_on_the_board(desk: ExploredGames, tmp_path: Path) -> None:
    desk.open()
    desk.explorer.set_parts((PlayerPart("adams", True),))
    desk.explorer.end()
    (tmp_path / "other.pgn").write_text(GAMES)
    desk.games.open_file(str(tmp_path / "other.pgn"))
    desk.explorer.begin()
    assert desk.explorer.question.text == desk.explorer.pawns_part.text and desk.count == 3
    desk.games.open_file(str(desk.path))
    desk.explorer.set_parts((PlayerPart("clark"),))  # As from the page of the new file.
    assert desk.count == 1
    desk.explorer.end()
    desk.explorer.begin()
    assert desk.count == 1 and desk.make_explorer().parts == (PlayerPart("clark"),)


@pytest.mark.slow
def test_parts_that_are_written_are_asked_and_not_kept(desk: ExploredGames) -> None:
    desk.open()
    desk.explorer.set_draft((PlayerPart("clark"),))
    assert desk.count == 1 and len(desk.explorer.parts) == 1
    desk.explorer.set_draft((PlayerPart("nobody"),), 0)
    assert desk.explorer.question.parts == (PlayerPart("nobody"),)
    desk.explorer.set_draft(())
    assert desk.count == 3


def test_neither_an_edit_of_pieces_nor_the_end_of_an_index_without_more_games_asks_again(desk: ExploredGames) -> None:
    desk.open()
    answered = desk.explorer.answered
    desk.document.remove(1)
    desk.qtbot.wait(50)
    assert desk.explorer.answered is answered and desk.explorer.is_current
    desk.explorer.index.ended.emit()
    QCoreApplication.processEvents()
    assert not desk.explorer.job.is_running and desk.explorer.answered is answered


@pytest.mark.slow
def test_another_question_is_said_at_once_and_of_many_the_last_one_is_answered(desk: ExploredGames) -> None:
    desk.open()
    said: list[int] = []
    desk.explorer.changed.connect(lambda: said.append(len(desk.explorer.parts)))
    desk.explorer.set_parts((*desk.explorer.parts, LengthPart(1)))
    assert said == [2] and not desk.explorer.is_current and desk.explorer.job.is_running
    for moves in range(1, 30):
        desk.explorer.set_parts((PatternPart("W d4"), LengthPart(moves)))
    desk.explorer.set_parts((PatternPart("W d4"),))
    assert desk.count == 3


@pytest.mark.slow
def test_a_file_that_cannot_be_indexed_is_a_fault_in_words(desk: ExploredGames, qtbot: QtBot) -> None:
    desk.open()
    desk.games.open_file(str(desk.path))
    desk.path.unlink()
    desk.explorer.index.start(desk.path)
    qtbot.waitUntil(lambda: bool(desk.explorer.index.fault))
    assert "games.pgn" in desk.explorer.index.fault


def test_what_is_asked_comes_back_with_the_pawns_of_the_board(desk: ExploredGames) -> None:
    parts = (PawnsPart(0, 0, "white", mirrored=True), PlayerPart("Adams, M", True), LengthPart(3))
    desk.explorer.set_parts(parts)
    again = desk.make_explorer()
    assert again.kept_fault == "" and again.parts[1:] == parts[1:]
    assert again.parts[0] == PawnsPart(START.white & START.pawns, START.black & START.pawns, "white", mirrored=True)
    again.set_parts(())
    assert desk.make_explorer().parts == ()


def test_a_kept_question_that_cannot_be_read_is_said_and_the_pawns_are_asked(desk: ExploredGames) -> None:
    desk.preferences.question.value = "elo:2600- structure:no_such_one"
    again = desk.make_explorer()
    assert "Column 21: 'no_such_one' is no structure" in again.kept_fault
    assert [type(part) for part in again.parts] == [PawnsPart]


@pytest.fixture
def index(qtbot: QtBot) -> Iterator[OpenFileIndex]:
    index = OpenFileIndex(Games(Document()))
    yield index
    index.cancel()


@pytest.fixture
def masters(tmp_path: Path) -> Path:
    return Path(copy(MASTERS, tmp_path / "masters.pgn"))


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """Return a file that takes some seconds."""
    file = tmp_path / "long.pgn"
    file.write_bytes((MASTERS.read_bytes() + b"\n") * 165)
    return file


def indexes() -> list[Path]:
    return sorted((cache_folder() / "indexes").glob("*.pawnviz"))


def index_whole(index: OpenFileIndex, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(index.ended):
        index.start(path)


@pytest.mark.slow
def test_a_file_is_indexed_in_the_folder_of_the_cache(index: OpenFileIndex, masters: Path, qtbot: QtBot) -> None:
    index_whole(index, masters, qtbot)
    assert (index.fault, index.job.part, index.game_count) == ("", 1, 24)
    assert index.collection is not None
    assert len(index.collection.games()) == 24
    (path,) = indexes()
    assert_holds(path, masters)


@pytest.mark.slow
def test_an_index_answers_while_it_grows_and_is_gone_on_with(index: OpenFileIndex, long: Path, qtbot: QtBot) -> None:
    long.write_bytes(2 * long.read_bytes())
    index.start(long)
    qtbot.waitUntil(lambda: index.collection is not None and 0 < index.job.part < 1)
    assert index.collection is not None
    count = len(index.collection.games())
    assert 0 < count < 7_920
    qtbot.waitUntil(lambda: index.seconds_left > 0)
    index.cancel()
    assert not index.job.is_running
    index_whole(index, long, qtbot)
    assert len(index.collection.games()) == 7_920
    assert len(indexes()) == 1


@pytest.mark.slow
def test_a_changed_file_is_indexed_again_and_a_copy_is_not(index: OpenFileIndex, masters: Path, qtbot: QtBot) -> None:
    index_whole(index, masters, qtbot)
    other = Path(copy(masters, masters.with_name("other.pgn")))
    index_whole(index, other, qtbot)
    assert len(indexes()) == 1
    other.write_bytes(other.read_bytes() + b'\n[Event "One more"]\n\n1. e4 *\n')
    index_whole(index, other, qtbot)
    assert index.game_count == 25
    assert len(indexes()) == 2


def test_another_file_takes_the_place_of_one_that_is_being_indexed(
    index: OpenFileIndex, long: Path, masters: Path, qtbot: QtBot
) -> None:
    index.start(long)
    index_whole(index, masters, qtbot)
    assert index.fault == ""
    assert index.collection is not None
    assert [Path(file.path).name for file in index.collection.files] == ["masters.pgn"]


@pytest.mark.slow
def test_a_killed_process_is_the_fault_and_the_next_start_goes_on(
    index: OpenFileIndex, long: Path, qtbot: QtBot
) -> None:
    index.start(long)
    qtbot.waitUntil(lambda: index.collection is not None)
    with qtbot.waitSignal(index.ended):
        os.kill(index.job.number, signal.SIGKILL)
    assert index.fault.startswith("The games are not indexed.")
    index_whole(index, long, qtbot)
    assert (index.fault, index.game_count) == ("", 3_960)


def test_a_file_without_games_is_the_fault(index: OpenFileIndex, tmp_path: Path, qtbot: QtBot) -> None:
    picture = tmp_path / "picture.pgn"
    picture.write_bytes(b"\x89PNG")
    index_whole(index, picture, qtbot)
    assert "it is a PNG picture" in index.fault
    assert index.collection is None


@pytest.mark.slow
def test_the_fault_of_a_file_is_said_at_every_start_beside_its_index(
    index: OpenFileIndex, tmp_path: Path, qtbot: QtBot
) -> None:
    packed = tmp_path / "cut.pgn.gz"
    packed.write_bytes(gzip.compress(MASTERS.read_bytes())[:-2000])
    for _ in range(2):
        index_whole(index, packed, qtbot)
        assert "the file is damaged or cut short" in index.fault
        assert index.collection is not None and 0 < len(index.collection.games()) < 24


@pytest.mark.slow
def test_an_index_that_met_a_full_disk_is_gone_on_with(
    index: OpenFileIndex, long: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "long.pgn.gz"
    packed.write_bytes(gzip.compress(long.read_bytes(), 1))
    with monkeypatch.context() as context:
        context.setattr(game_file, "TemporaryFile", lambda **_: FullFile(tmp_path / "full", "w+"))
        steps = [progress for _, progress in index_file(packed, cache_folder() / "indexes")]
    assert "is not collected to its end: the rest cannot be unpacked" in steps[-1].fault
    assert "No space left on device" in steps[-1].fault
    index_whole(index, packed, qtbot)
    assert (index.fault, index.game_count) == ("", 3_960)


class FullFile(io.FileIO):
    """A temporary file on a disk with room for a megabyte."""

    @plain_override
    def write(self, data: ReadableBuffer, /) -> int:
        if self.tell() >= 1_000_000:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(data)


@pytest.mark.slow
def test_a_damaged_index_is_made_again(index: OpenFileIndex, masters: Path, qtbot: QtBot) -> None:
    index_whole(index, masters, qtbot)
    (path,) = indexes()
    index.collection = None
    path.write_bytes(b"damaged" * 10_000)
    index_whole(index, masters, qtbot)
    assert index.fault == ""
    assert_holds(path, masters)


@pytest.mark.slow
def test_an_index_that_is_locked_is_waited_for(masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (*_, (path, _)) = index_file(masters, tmp_path / "indexes")
    path.write_bytes(b"")
    pauses: list[float] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")

        def end_lock(seconds: float) -> None:
            pauses.append(seconds)
            connection.rollback()

        monkeypatch.setattr("pawnviz.core.collections.collecting.time.sleep", end_lock)
        assert not [progress.fault for _, progress in index_file(masters, tmp_path / "indexes") if progress.fault]
    assert pauses
    assert_holds(path, masters)


@pytest.mark.slow
def test_two_windows_index_one_file(index: OpenFileIndex, long: Path, qtbot: QtBot) -> None:
    other = OpenFileIndex(Games(Document()))
    with qtbot.waitSignals([index.ended, other.ended]):
        index.start(long)
        other.start(long)
    assert (index.fault, other.fault) == ("", "")
    (path,) = indexes()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (3_960,)


@pytest.mark.slow
def test_the_oldest_indexes_go_when_there_are_too_many(masters: Path, qtbot: QtBot) -> None:
    preferences = Preferences()
    preferences.index_count.value = 2
    index = OpenFileIndex(Games(Document()), preferences)
    for number in range(3):
        path = Path(copy(masters, masters.with_name(f"{number}.pgn")))
        path.write_bytes(path.read_bytes() + b"\n" * number)
        index_whole(index, path, qtbot)
        for age, made in enumerate(indexes()):
            if made.stat().st_mtime > 10:
                os.utime(made, (number + 1, number + 1 + age / 10))
    assert len(indexes()) == 2


def test_the_oldest_indexes_go_when_they_are_too_large(tmp_path: Path) -> None:
    for number in range(4):
        path = tmp_path / f"{number}.pawnviz"
        path.write_bytes(bytes(1000))
        os.utime(path, (number, number))
    remove_oldest(tmp_path, 10, 2500, tmp_path / "0.pawnviz")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.pawnviz", "3.pawnviz"]
