"""What the last move of a game changed, marked on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.picture.picture import GAINED, LOST
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import PictureChoices
from tests.view.program import RunningProgram

MOVES = b"1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *\n"


@pytest.fixture
def game(program: RunningProgram, tmp_path: Path) -> OpenGame:
    """Return the open game of a running program in which isolated pawns are shown."""
    path = tmp_path / "game.pgn"
    path.write_bytes(b'[Event "?"]\n\n' + MOVES)
    program.open_games(path)
    program.layers.apply_preset(["isolated_pawns"])
    return program.games.games.game


def changes(program: RunningProgram) -> dict[str, str]:
    """Return the squares whose marks are drawn as gained and as lost."""
    cells = program.board.pictures.picture.cells
    marked = {
        word: sum(1 << square for square, cell in enumerate(cells) if any(mark.change == kind for mark in cell.marks))
        for word, kind in (("gained", GAINED), ("lost", LOST))
    }
    return {word: square_names(mask) for word, mask in marked.items()}


def test_a_command_marks_what_the_last_move_changed_and_the_legend_says_how_it_looks(
    program: RunningProgram, game: OpenGame
) -> None:
    game.go_to(6)
    assert changes(program) == {"gained": "", "lost": ""}
    before = program.board.grab().toImage()
    program.press_keys("Ctrl+Shift+J")
    assert program.action("mark_last_move").isChecked()
    assert changes(program) == {"gained": "c6 a7", "lost": ""}
    assert program.board.grab().toImage() != before
    game.go_to(8)
    assert changes(program) == {"gained": "c5", "lost": "c6"}
    game.go_to(0)
    assert changes(program) == {"gained": "", "lost": ""}
    # The legend says how changes look, and by which move they came.
    program.press_keys("Ctrl+Shift+J")
    game.go_to(8)
    plain = program.window.legend.grab().toImage()
    program.action("mark_last_move").trigger()
    QApplication.processEvents()
    assert program.board.pictures.marked_move == "4...c5"
    figure = program.window.sharing.figure(PictureChoices())
    assert figure.caption.endswith("framed: new, struck: gone with 4...c5")
    assert program.window.legend.grab().toImage() != plain
    program.action("mark_last_move").trigger()
    assert program.window.legend.grab().toImage() == plain


def test_nothing_is_marked_in_the_own_position_which_may_be_that_of_the_game(
    program: RunningProgram, game: OpenGame
) -> None:
    game.go_to(6)
    program.action("mark_last_move").trigger()
    assert changes(program)["gained"] == "c6 a7"
    program.press_keys("Ctrl+Shift+P")
    assert program.document.subject is program.document.free
    assert changes(program) == {"gained": "", "lost": ""} and program.board.pictures.marked_move == ""
    program.action("undo").trigger()
    assert changes(program)["gained"] == "c6 a7"
    program.press_keys("Ctrl+G")
    assert changes(program) == {"gained": "", "lost": ""} and program.board.pictures.marked_move == ""


def test_marks_and_lanes_are_kept_between_starts(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    program.action("mark_last_move").trigger()
    program.window.lanes.choose(("levers", "own & rank_4(own)"))
    program.close()
    again = open_program()
    assert again.window.lanes.texts == ("levers", "own & rank_4(own)")
    assert again.action("mark_last_move").isChecked()
    assert again.window.last_move.marked.value
