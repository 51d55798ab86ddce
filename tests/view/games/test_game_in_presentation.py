"""A game that is presented on the whole screen: its keys, and the players and the move in the caption."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import parse_square
from pawnviz.view.widgets.theme import theme_of
from pawnviz.view.windows.presentation import Presentation
from tests.view.games.program import GamesProgram


def present(program: GamesProgram) -> Presentation:
    """Begin the presentation with its key in the main window."""
    program.keys("F11")
    presentation = program.window.presentation
    program.qtbot.waitUntil(presentation.isActiveWindow)
    QApplication.processEvents()
    return presentation


def test_keys_go_through_the_game_and_the_caption_names_players_and_move(program: GamesProgram) -> None:
    presentation = present(program)
    keys = ("Right", "Alt+Right", "Left", "Alt+Left", "End", "Home", "Alt+End", "Alt+Home")
    plies = []
    for key in keys:
        program.press_keys(key)
        plies.append(program.game.ply)
    assert plies == [1, 2, 1, 0, 6, 0, 6, 0]
    program.press_keys("Right")
    assert program.position_fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    assert presentation.caption_text.startswith("Adams – Brown: after 1.e4\n")
    assert presentation.caption_text.endswith("Black to move")
    program.press_keys("Space")
    assert program.board.state.cursor_shown
    cursor = program.board.state.cursor
    program.press_keys("Right")
    assert program.board.state.cursor == cursor + 1 and program.game.ply == 1
    program.press_keys("Alt+Right")
    assert program.game.ply == 2
    position = program.position_fen()
    program.press_keys("Ctrl+Home")
    assert program.position_fen() == position, "a game takes no edits in the presentation, either"
    program.press_keys("Alt+Right")
    assert program.game.ply == 3


def test_the_squares_of_the_last_move_are_marked_in_a_game_alone(program: GamesProgram) -> None:
    present(program)
    pictures = program.board.pictures
    assert pictures.last_squares == 0
    program.press_keys("Right")
    assert pictures.last_squares == 1 << parse_square("e2") | 1 << parse_square("e4")
    geometry = program.board.board_geometry
    color = QColor(theme_of(program.board).last_move).rgb()
    marked = set()
    shot = program.board.grab().toImage()
    for square in range(64):
        rect = geometry.square_rect(square)
        pixels = [(x, y) for x in range(rect.left(), rect.right()) for y in (rect.top() + 2, rect.top() + 3)]
        if any(shot.pixel(x, y) == color for x, y in pixels):
            marked.add(square)
    assert marked == {parse_square("e2"), parse_square("e4")}
    program.keys("Escape", "F2")
    assert pictures.last_squares == 0


def test_a_list_of_positions_is_gone_through_by_key(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "list.epd"
    path.write_text("8/8/8/8/8/4P3/8/K1k5 w - - id one;\n8/8/8/8/8/3P4/8/K1k5 w - - id two;\n")
    assert program.window.files.open_path(str(path))
    presentation = present(program)
    program.press_keys("PgDown")
    assert program.position_fen().startswith("8/8/8/8/8/3P4/8/K1k5")
    assert "2 of 2" in presentation.caption_text and "two" in presentation.caption_text
    program.press_keys("PgUp")
    assert program.position_fen().startswith("8/8/8/8/8/4P3/8/K1k5")
    program.press_keys("Right")
    assert program.board.state.cursor_shown
