"""The games of the last session come back only where nothing else is asked for, and never stay off the board."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.model.games import games
from pawnviz.view.user_layers.exchange import ImportDialog
from pawnviz.view.workspaces.workspaces import Workspaces
from tests.view.games.program import GAMES, GamesProgram
from tests.view.parameters import slow
from tests.view.program import OpenProgram, RunningProgram

ONE: bytes = GAMES.partition(b"\n\n[Event")[0] + b"\n"


def close_at_move(qtbot: QtBot, folder: Path, *, game: int = 0, ply: int = 2) -> Path:
    """Go to a move of a game, close the program, and return the file."""
    program = GamesProgram(qtbot, folder)
    program.open()
    program.games.list.choose_game(game)
    program.game.go_to(ply)
    program.close()
    program.end()
    return program.path


def wait_for_reading(program: RunningProgram) -> None:
    """Wait until a game is being read."""
    end = time.monotonic() + 60
    while not (program.window.workspaces.made_games and program.games.games.reading.is_running):
        assert time.monotonic() < end
        QApplication.processEvents()


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every game be read in the smallest slices."""
    monkeypatch.setattr(games, "READING_PIECE", -1.0)


def listed(program: RunningProgram) -> bool:
    listing = program.games.games.listing
    return listing is not None and not listing.job.is_running


def test_a_file_of_games_that_is_asked_for_is_opened_in_place_of_the_last_one(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram
) -> None:
    close_at_move(qtbot, tmp_path)
    other = tmp_path / "other.pgn"
    other.write_bytes(ONE.replace(b"Adams", b"Evans"))
    program = open_program(str(other))
    qtbot.waitUntil(lambda: listed(program) and program.games.games.game.line is not None)
    listing = program.games.games.listing
    assert listing is not None and listing.path.name == "other.pgn"
    program.press_keys("Alt+Right")
    assert program.games.bar.label.full_text == "1.e4 · Evans – Brown"


def test_a_game_read_in_position_is_on_the_board_again(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.open()
    program.game.go_to(2)
    program.press_keys("F2")
    position = program.position_fen()
    program.close()
    program.end()
    again = open_program()
    qtbot.waitUntil(lambda: again.position_fen() == position)
    assert again.window.workspaces.current == again.window.navigator.current == "position"
    assert again.games.games.is_on_board and again.games.bar.isVisible()


def test_a_position_asked_for_stays_on_the_board(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    close_at_move(qtbot, tmp_path)
    fen = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
    program = open_program(fen)
    qtbot.waitUntil(lambda: listed(program) and program.games.games.game.line is not None)
    QApplication.processEvents()
    assert program.position_fen() == fen
    assert program.window.workspaces.current == "position"


def test_a_file_that_lost_the_last_game_still_opens(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    path = close_at_move(qtbot, tmp_path, game=1, ply=1)
    path.write_bytes(ONE)
    program = open_program()
    qtbot.waitUntil(lambda: listed(program) and program.games.games.game.line is not None)
    program.games.games.game.go_to(1)
    assert program.games.games.is_on_board
    assert program.games.place().game == 0


def test_a_file_without_games_any_more_says_so(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    path = close_at_move(qtbot, tmp_path)
    path.write_bytes(b"")
    program = open_program()
    QApplication.processEvents()
    qtbot.waitUntil(lambda: program.window.workspaces.current == "games")
    other = tmp_path / "other.pgn"
    other.write_bytes(ONE)
    program.open_games(other)
    program.games.games.game.go_to(1)
    assert program.games.games.is_on_board


LARGE: bytes = b'[Event "large"]\n\n1. e4 {%b} e5 %b*\n\n' % (b"a word and another " * 200, b"Nf3 Nf6 Ng1 Ng8 " * 150)


@pytest.mark.usefixtures("slow_reading")
def test_another_game_chosen_while_the_last_one_is_still_read_is_opened_and_kept(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram
) -> None:
    path = close_at_move(qtbot, tmp_path)
    path.write_bytes(LARGE + GAMES)
    program = open_program()
    wait_for_reading(program)
    panels = program.games
    qtbot.waitUntil(lambda: panels.list.model.rowCount() > 2)
    panels.list.choose_game(2)
    assert (panels.place().game, panels.place().way) == (2, ())
    qtbot.waitUntil(lambda: panels.games.edits.index == 2)
    panels.games.game.go_to(1)
    assert panels.games.is_on_board and panels.place().way == (0,)


@pytest.mark.usefixtures("slow_reading")
def test_a_large_game_that_is_still_read_at_the_end_is_opened_again_at_its_move(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram
) -> None:
    path = close_at_move(qtbot, tmp_path)
    path.write_bytes(LARGE)
    program = open_program()
    wait_for_reading(program)
    program.close()
    again = open_program()
    qtbot.waitUntil(lambda: again.games.games.game.ply == 2)
    assert again.games.games.is_on_board


@pytest.mark.usefixtures("slow_reading")
@pytest.mark.parametrize("keys", [("F4", "F3", "Tab"), *slow((("F3", "F3", "F2", "F3"),), (("F2",),))])
def test_keys_of_workspaces_leave_game_move_and_search_to_come_back_while_they_are_read(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram, keys: tuple[str, ...]
) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.path.write_bytes(ONE + LARGE)
    program.open()
    program.games.list.search_for("large")
    program.games.list.choose_game(1)
    qtbot.waitUntil(lambda: program.edits.index == 1)
    program.game.go_to(2)
    program.close()
    program.end()
    again = open_program()
    wait_for_reading(again)
    for key in keys:
        again.press_keys(key)
        QApplication.processEvents()
    qtbot.waitUntil(lambda: again.games.games.game.line is not None)
    panels = again.games
    assert (panels.games.edits.index, panels.games.game.ply, panels.list.searched) == (1, 2, "large")
    assert panels.games.is_on_board and panels.place().game == 1
    assert again.window.workspaces.current == ("position" if keys[-1] == "F2" else "games")


@pytest.mark.slow
def test_the_key_of_games_before_the_pages_stand_brings_the_game_back_too(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_at_move(qtbot, tmp_path, game=1, ply=1)
    resume = Workspaces.resume
    monkeypatch.setattr(Workspaces, "resume", lambda self: (self.show_games(), resume(self)))
    again = open_program()
    qtbot.waitUntil(lambda: again.games.games.game.ply == 1)
    assert again.games.games.is_on_board and again.games.games.edits.index == 1


@pytest.mark.slow
@pytest.mark.usefixtures("slow_reading")
def test_dropped_edits_leave_the_move_to_come_back_to(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.path.write_bytes(LARGE)
    program.open()
    program.game.go_to(2)
    before = program.position_fen()
    program.drag("h2", "h4")
    program.drag("h7", "h5")
    assert program.edits.is_modified and program.game.ply == 4
    assert not program.window.close()
    program.answer("Discard")
    program.end()
    again = open_program()
    qtbot.waitUntil(lambda: again.position_fen() == before)


@pytest.mark.slow
def test_the_list_of_games_returns_as_high_as_before(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.open()
    program.game.go_to(2)
    program.game_list.set_folded(False)
    QApplication.processEvents()
    height = program.game_list.height()
    program.close()
    program.end()
    again = open_program()
    qtbot.waitUntil(lambda: listed(again) and again.games.games.game.ply == 2)
    QApplication.processEvents()
    assert not again.games.list.is_folded
    assert again.games.list.height() == height


@pytest.mark.slow
def test_layers_asked_for_leave_the_game_on_the_board(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    close_at_move(qtbot, tmp_path)
    layers = tmp_path / "mine.pawnviz-layers"
    layers.write_text('{"pawnviz": "layers", "version": 1, "layers": [{"title": "Mine", "formula": "own"}]}')
    program = open_program(str(layers))
    qtbot.waitUntil(lambda: listed(program) and program.games.games.game.ply == 2)
    assert program.games.games.is_on_board
    assert program.window.workspaces.current == "games"
    dialog = program.window.findChild(ImportDialog)
    assert isinstance(dialog, ImportDialog) and dialog.isVisible()


@pytest.mark.slow
def test_dropped_edits_leave_the_own_position_on_the_board(qtbot: QtBot, tmp_path: Path) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.open()
    program.game.go_to(1)
    program.drag("g8", "f6")
    assert program.edits.is_modified
    program.press_keys("F2")
    assert not program.window.close()
    program.answer("Discard")
    assert not program.window.isVisible()
    assert program.window.workspaces.current == "position"
    program.end()


@pytest.mark.slow
def test_a_file_missing_for_a_time_is_named_and_returns(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram
) -> None:
    path = close_at_move(qtbot, tmp_path)
    away = path.rename(tmp_path / "away")
    program = open_program()
    qtbot.waitUntil(lambda: program.window.workspaces.current == "games")
    assert program.games.list.message.text() == "“club.pgn” cannot be opened: No such file or directory."
    program.close()
    away.rename(path)
    program = open_program()
    qtbot.waitUntil(lambda: listed(program) and program.games.games.game.ply == 2)
    assert program.games.games.is_on_board


def test_a_pgn_file_without_games_is_said_to_hold_none(program: RunningProgram, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "hello.pgn").write_text("hello\n")
    program.window.files.open_path(str(tmp_path / "hello.pgn"))
    qtbot.waitUntil(lambda: listed(program))
    QApplication.processEvents()
    assert program.games.list.model.rowCount() == 0
    assert "holds no games" in program.games.list.message.text()


def test_a_marked_pawn_does_not_outlive_its_game(qtbot: QtBot, tmp_path: Path) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.open()
    state = program.board.state
    state.set_pinned(12)
    program.games.list.choose_game(1)
    qtbot.waitUntil(lambda: program.edits.index == 1)
    QApplication.processEvents()
    assert state.pinned is None
    state.set_pinned(12)
    program.action("leave_game").trigger()
    assert state.pinned is None
    program.end()
