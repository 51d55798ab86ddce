"""What the last move of a game changed, marked on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pawnviz.view.games.games_window import GamesWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.picture.picture import GAINED, LOST
from pawnviz.model.preferences.export_choices import PictureChoices
from pawnviz.view.sharing.board_figure import board_figure
from tests.view.program import RunningProgram

MOVES = b"1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *\n"


@pytest.fixture
def desk(qtbot: QtBot, program: RunningProgram, tmp_path: Path) -> tuple[RunningProgram, GamesWindow]:
    path = tmp_path / "game.pgn"
    path.write_bytes(b'[Event "?"]\n\n' + MOVES)
    program.action("open_games").trigger()
    window = program.window.further_windows.games_window()
    window.open_path(str(path))
    qtbot.waitUntil(lambda: window.game.line is not None)
    program.layers.apply_preset(["isolated_pawns"])
    return program, window


def changes(program: RunningProgram) -> dict[str, str]:
    """Return the squares whose marks are drawn as gained and as lost."""
    cells = program.board.pictures.picture.cells
    marked = {
        word: sum(1 << square for square, cell in enumerate(cells) if any(mark.change == kind for mark in cell.marks))
        for word, kind in (("gained", GAINED), ("lost", LOST))
    }
    return {word: square_names(mask) for word, mask in marked.items()}


def test_a_box_in_the_window_marks_what_the_last_move_changed_and_the_legend_says_how_it_looks(
    desk: tuple[RunningProgram, GamesWindow],
) -> None:
    program, window = desk
    window.game.go_to(6)
    assert changes(program) == {"gained": "", "lost": ""}
    before = program.board.grab().toImage()
    QTest.mouseClick(window.marks_box, Qt.MouseButton.LeftButton, pos=QPoint(8, window.marks_box.height() // 2))
    assert window.marks_box.isChecked()
    assert changes(program) == {"gained": "c6 a7", "lost": ""}
    assert program.board.grab().toImage() != before
    window.game.go_to(8)
    assert changes(program) == {"gained": "c5", "lost": "c6"}
    window.game.go_to(0)
    assert changes(program) == {"gained": "", "lost": ""}
    # The legend says how changes look, and by which move they came.
    window.marks_box.setChecked(False)
    window.game.go_to(8)
    plain = program.window.legend.grab().toImage()
    program.action("mark_last_move").trigger()
    QApplication.processEvents()
    assert window.marks_box.isChecked(), "the box follows the command"
    assert program.board.pictures.marked_move == "4...c5"
    figure = board_figure(program.document, program.board, PictureChoices())
    assert figure.caption.endswith("framed: new, struck: gone with 4...c5")
    assert program.window.legend.grab().toImage() != plain
    window.marks_box.click()
    assert not program.action("mark_last_move").isChecked(), "the command follows the box"
    assert program.window.legend.grab().toImage() == plain


def test_nothing_is_marked_in_an_edited_position_and_after_the_game_is_left(
    desk: tuple[RunningProgram, GamesWindow],
) -> None:
    program, window = desk
    window.game.go_to(6)
    window.marks_box.setChecked(True)
    program.document.remove(8)
    assert changes(program) == {"gained": "", "lost": ""}
    assert program.board.pictures.marked_move == ""
    program.document.undo_stack.undo()
    assert changes(program)["gained"] == "c6 a7"
    QTest.mouseClick(window.keep_button, Qt.MouseButton.LeftButton)
    assert changes(program) == {"gained": "", "lost": ""}


def test_marks_and_lanes_are_kept_between_starts(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    program.action("mark_last_move").trigger()
    program.window.further_windows.lanes.choose(("levers", "own & rank_4(own)"))
    program.close()
    again = open_program()
    assert again.window.further_windows.lanes.texts == ("levers", "own & rank_4(own)")
    assert again.action("mark_last_move").isChecked()
    assert again.window.further_windows.last_move.marked.value
