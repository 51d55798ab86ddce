"""The explorer: its question follows the board, its answers come in order, and faults are said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.question import LengthPart, PatternPart, PawnsPart, PlayerPart
from pawnviz.model.collections.explorer import Explorer
from pawnviz.model.collections.indexing import OpenFileIndex
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.model.preferences.preferences import Preferences
from tests.view.explore.program import GAMES

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
        index = self.explorer.index
        self.qtbot.waitUntil(lambda: self.explorer.is_current and not index.is_running)

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


def test_nothing_is_indexed_before_it_begins(desk: ExploredGames) -> None:
    desk.games.open_file(str(desk.path))
    assert not desk.explorer.index.is_running and desk.explorer.answer is None
    desk.explorer.begin()
    assert desk.count == 3


def test_the_pawns_of_the_question_are_those_of_the_board(desk: ExploredGames) -> None:
    desk.open()
    assert desk.explorer.question.parts == (PawnsPart(START.white & START.pawns, START.black & START.pawns),)
    desk.document.set_up(AFTER_D4, "play d2-d4")
    assert desk.count == 3
    answer = desk.explorer.answer
    assert answer is not None and [move.move.text for move in answer.next] == ["d7-d5"]


def test_other_parts_stay_while_the_board_changes(desk: ExploredGames) -> None:
    desk.open()
    desk.explorer.set_parts((*desk.explorer.parts, PlayerPart("adams", True)))
    assert desk.count == 1
    desk.document.set_up(AFTER_D4, "play d2-d4")
    assert desk.count == 1 and desk.explorer.parts[1] == PlayerPart("adams", True)


def test_parts_that_are_written_are_asked_and_not_kept(desk: ExploredGames) -> None:
    desk.open()
    desk.explorer.set_draft((PlayerPart("clark"),))
    assert desk.count == 1 and len(desk.explorer.parts) == 1
    desk.explorer.set_draft((PlayerPart("nobody"),), 0)
    assert desk.explorer.question.parts == (PlayerPart("nobody"),)
    desk.explorer.set_draft(())
    assert desk.count == 3


def test_an_edit_of_pieces_asks_nothing_again(desk: ExploredGames, qtbot: QtBot) -> None:
    desk.open()
    answered = desk.explorer.answered
    desk.document.remove(1)
    qtbot.wait(50)
    assert desk.explorer.answered is answered and desk.explorer.is_current


def test_of_many_questions_the_last_one_is_answered(desk: ExploredGames) -> None:
    desk.open()
    for moves in range(1, 30):
        desk.explorer.set_parts((PatternPart("W d4"), LengthPart(moves)))
    desk.explorer.set_parts((PatternPart("W d4"),))
    assert desk.count == 3


def test_a_file_that_cannot_be_indexed_is_a_fault_in_words(desk: ExploredGames, qtbot: QtBot) -> None:
    desk.open()
    desk.games.open_file(str(desk.path))
    desk.path.unlink()
    desk.explorer.index.start(desk.path)
    qtbot.waitUntil(lambda: bool(desk.explorer.index.fault))
    assert "games.pgn" in desk.explorer.index.fault


def test_the_score_above_the_expected_one_is_known_of_rated_games(desk: ExploredGames) -> None:
    desk.open()
    answered = desk.explorer.answered
    assert answered is not None
    surplus = answered.surplus.tolist()
    assert surplus[0] > 0 > surplus[1] and surplus[2] != surplus[2]


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
