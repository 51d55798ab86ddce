"""A game on the board: moves, refused edits, drawings, marks of the last move, and the presentation."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.core.board.position import START
from pawnviz.core.picture.picture import GAINED, LOST
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import PictureChoices
from pawnviz.view.board.swatch import contrast
from pawnviz.view.pawn_moves.rows import RowKind
from pawnviz.view.widgets.theme import theme_of
from pawnviz.view.windows.presentation import Presentation
from tests.view.games.program import GamesProgram
from tests.view.hands import ALT, CONTROL, MIDDLE, SHIFT, caption_text, open_menu
from tests.view.program import RunningProgram

PROMOTION = '[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Kb2 Kg7 *\n'


def test_a_legal_move_on_the_board_is_played_in_the_game(program: GamesProgram) -> None:
    program.drag("e2", "e4")
    assert program.game.ply == 1 and not program.edits.is_modified, "the game has this move"
    program.drag("c7", "c5")
    assert program.written().startswith("1. e4 d5 (1... c5) 2. exd5")
    assert program.position_fen().startswith("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert program.moves.extraSelections()[0].cursor.selectedText() == "c5"
    program.click("g1")
    assert program.board.state.move_targets == 1 << parse_square("f3") | 1 << parse_square("h3") | 1 << 12
    program.click("f3")
    assert program.board.state.pinned is None
    assert program.written().startswith("1. e4 d5 (1... c5 2. Nf3) 2. exd5")
    assert "Nf3" in program.moves.toPlainText()
    undo, redo = program.action("undo"), program.action("redo")
    assert undo.text() == "&Undo play 2.Nf3"
    undo.trigger()
    undo.trigger()
    assert program.written().startswith("1. e4 d5 2. exd5") and program.game.ply == 1
    redo.trigger()
    assert program.written().startswith("1. e4 d5 (1... c5) 2. exd5")


def test_letters_on_the_board_are_the_next_move_or_commands_and_in_position_pieces(program: GamesProgram) -> None:
    program.board.setFocus()
    program.keys("D", "4")
    field = program.games.moves_page.field
    assert field.text() == "d4" and field.hasFocus() and field.visibleRegion()
    program.press_keys("Return")
    assert program.written().startswith("1. e4 (1. d4) 1... d5")
    program.board.setFocus()
    program.keys("Shift+N", "F", "6", "Shift+!", "Return")
    assert program.written().startswith("1. e4 (1. d4 Nf6 $1) 1... d5")
    program.board.setFocus()
    program.keys("?")
    assert program.written().startswith("1. e4 (1. d4 Nf6 $5) 1... d5")
    program.keys("Escape")
    program.board.setFocus()
    program.keys("F")
    assert program.board.preferences.flipped.value and not program.games.moves_page.field.text()
    program.keys("Ctrl+G", "D")
    assert not program.games.moves_page.field.text()


def test_a_game_takes_no_edit_by_key_and_escape_does_not_leave_it(program: GamesProgram) -> None:
    program.game.go_to(2)
    position, text = program.position_fen(), program.written()
    for keys in ("Delete", "Q", "Ctrl+Alt+T", "Ctrl+Shift+X", "Ctrl+Right", "Ctrl+Home"):
        program.board.setFocus()
        program.keys("Ctrl+B", keys, "Escape")
        assert program.position_fen() == position and program.written() == text, keys
        assert program.games.games.is_on_board and not program.edits.is_modified
    program.board.setFocus()
    program.keys("Ctrl+B", "Escape", "Escape", "Escape")
    assert program.bar.isVisible() and program.game.ply == 2
    program.show_list()
    program.keys("Escape")
    program.show_moves()
    program.keys("Escape")
    assert program.games.games.is_on_board and program.game.ply == 2


def test_an_illegal_drag_is_refused_with_a_message_and_so_are_eraser_and_pieces(program: GamesProgram) -> None:
    program.game.go_to(2)
    position, refusal = program.position_fen(), "No legal move in the game. Ctrl+Shift+P sets up its position freely"
    program.drag("e4", "e7")
    assert program.position_fen() == position and program.status_message() == refusal
    program.window.status.show_message("")
    program.hand.click(program.at(28), MIDDLE)
    assert program.position_fen() == position and program.status_message() == refusal
    program.hand.modifiers = CONTROL
    program.hand.drag(program.at(28), program.at(36))
    program.hand.modifiers = Qt.KeyboardModifier.NoModifier
    assert program.position_fen() == position and not program.edits.is_modified
    program.board.preferences.tool.value = "Q"
    program.click("d4")
    assert program.position_fen() == position and program.games.games.is_on_board
    program.drag("e4", "d5")
    assert program.game.ply in (2, 3), "whatever the tool, nothing but a legal move is made"


def test_a_pasted_fen_leaves_the_game_as_one_step_whose_undo_leads_back(program: GamesProgram) -> None:
    program.game.go_to(3)
    position = program.position_fen()
    QGuiApplication.clipboard().setText("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    program.board.setFocus()
    program.press_keys("Ctrl+V")
    assert program.position_fen() == "8/8/8/8/8/8/8/K1k5 w - - 0 1"
    assert not program.bar.isVisible() and program.window.workspaces.current == "position"
    undo = program.action("undo")
    assert undo.text() == "&Undo set the FEN and leave the game"
    undo.trigger()
    assert program.position_fen() == position and program.bar.isVisible()
    assert program.window.workspaces.current == "games" and program.game.ply == 3
    assert not undo.isEnabled(), "nothing was edited in the game"
    program.press_keys("Ctrl+G")
    assert program.position_fen() == program.before
    program.action("redo").trigger()
    assert program.position_fen() == "8/8/8/8/8/8/8/K1k5 w - - 0 1"


@pytest.mark.slow
def test_arrow_keys_on_the_board_go_through_the_game_and_a_key_leaves_it_from_any_panel(program: GamesProgram) -> None:
    program.board.setFocus(Qt.FocusReason.OtherFocusReason)
    plies = []
    for key in ("Right", "Right", "Left", "End", "Home", "Right"):
        program.keys(key)
        plies.append(program.game.ply)
    assert plies == [1, 2, 1, 6, 0, 1]
    program.keys("Ctrl+B", "Right")
    assert program.game.ply == 1 and program.board.state.cursor_shown
    program.keys("Escape", "Right")
    assert program.game.ply == 2
    for show in (program.show_list, program.show_moves):
        show()
        program.game.go_to(1)
        program.keys("Ctrl+G")
        assert program.document.subject is program.document.free
        assert program.position_fen() == program.before
        program.keys("Ctrl+G")
        assert program.games.games.is_on_board and program.game.ply == 1


def test_an_opened_file_of_positions_leaves_the_game_which_goes_on_there(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "own.epd"
    path.write_text("8/8/8/8/8/8/8/K1k5 w - - id 1;\n")
    program.game.go_to(3)
    assert program.window.files.open_path(str(path))
    assert not program.bar.isVisible() and program.window.workspaces.current == "position"
    own = program.position_fen()
    assert own.startswith("8/8/8/8/8/8/8/K1k5")
    program.press_keys("Ctrl+G")
    assert program.bar.label.full_text == "2.exd5 · Adams – Brown"
    program.press_keys("Ctrl+G")
    assert program.position_fen() == own and not program.document.free.modified
    program.action("undo").trigger()
    assert program.bar.label.full_text == "2.exd5 · Adams – Brown"
    program.press_keys("Ctrl+G")
    assert program.position_fen() == program.before and program.document.free.path == ""


def test_a_promotion_asks_for_the_piece(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "promotion.pgn"
    path.write_text(PROMOTION)
    program.open(path)
    program.drag("a7", "a8")
    menu = open_menu()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert program.written() == "1. Kb2 Kg7 *"
    program.drag("a7", "a8")
    menu = open_menu()
    QTest.keyClick(menu, Qt.Key.Key_N)
    assert program.written() == "1. Kb2 (1. a8=N) 1... Kg7 *"


def test_a_pawn_move_of_the_list_is_played_in_the_game(program: GamesProgram) -> None:
    program.board.setFocus()
    program.press_keys("Ctrl+Shift+L")
    panel = program.pages.pawn_moves
    for _ in range(60):
        row = panel.list.current_row
        if row is not None and row.kind is RowKind.MOVE and row.moves[0].white:
            break
        QTest.keyClick(panel.list, Qt.Key.Key_Down)
    assert row is not None
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert program.game.ply == 1 and program.games.games.is_on_board
    assert program.game.line is not None and row.moves[0].target == program.game.line.moves[0].target


def test_the_wheel_the_buttons_and_keys_go_through_the_game_and_touchpad_turns_add_up(program: GamesProgram) -> None:
    hand, middle = program.hand, program.at(27)
    program.game.go_to(3)
    plies = []
    for part in (-0.5, -0.5, -0.75, 0.5, 0.5):
        hand.wheel(middle, part)
        plies.append(program.game.ply)
    assert plies == [3, 4, 4, 4, 3]
    program.game.go_to(0)
    plies = []
    for steps in (-1, -2, 1, 2, 1):
        hand.wheel(middle, steps)
        plies.append(program.game.ply)
    assert plies == [1, 3, 2, 0, 0], "towards oneself on, away from oneself back, and not beyond the beginning"
    hand.wheel(middle, -1)
    first, back, forward, last = program.bar.step_buttons
    QTest.mouseClick(last, Qt.MouseButton.LeftButton)
    assert program.game.ply == 6 and not forward.isEnabled()
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert program.game.ply == 5
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    program.press_keys("Alt+Right")
    assert program.game.ply == 1
    program.press_keys("Ctrl+G")
    hand.wheel(middle, -1)
    assert program.position_fen() == program.before


def test_the_bar_names_the_move_first_if_narrow_and_a_study_s_chapter(program: GamesProgram, tmp_path: Path) -> None:
    program.game.go_to(2)
    program.window.resize(program.window.minimumSizeHint().expandedTo(QSize(800, 600)))
    QApplication.processEvents()
    label = program.bar.label
    assert label.width() >= label.fontMetrics().horizontalAdvance("1...d5 · Adams – Brown")
    assert label.text() == "1...d5 · Adams – Brown" and program.bar.leave_button.isVisible()
    program.window.resize(1480, 920)
    QApplication.processEvents()
    for button in (*program.bar.step_buttons, program.bar.keep_button, program.bar.leave_button):
        assert button.isVisible() and program.bar.rect().contains(button.geometry())
    program.game.go_to(0)
    assert program.bar.label.full_text == "Start · Adams – Brown"
    program.game.go_to(2)
    assert program.bar.isVisible() and program.bar.label.full_text == "1...d5 · Adams – Brown"
    assert "Adams – Brown after 1...d5. Club, 1-0" in program.bar.label.toolTip()
    QTest.mouseClick(program.bar.leave_button, Qt.MouseButton.LeftButton)
    assert not program.bar.isVisible() and program.position_fen() == program.before
    program.drag("a1", "a8")
    assert program.written().startswith("1. e4 d5 2. exd5"), "the board is the user's own again"
    assert program.position_fen() != program.before
    path = tmp_path / "study.pgn"
    path.write_text('[Event "Own study: The beginning of a long name, part 2"]\n\n1. e4 *\n')
    program.open(path)
    assert program.bar.label.full_text == "Start · The beginning of a long name, part 2"
    program.bar.label.resize(150, 20)
    assert program.bar.label.text().endswith("part 2"), "what differs is seen"


@pytest.mark.slow
def test_drawings_of_a_game_are_part_of_its_comments(program: GamesProgram) -> None:
    state = program.board.state
    program.press_keys("Ctrl+G")
    program.draw("a1", "a8")
    own = dict(state.drawings)
    assert own == {(0, 56): 0}
    program.press_keys("Ctrl+G")
    assert program.position_fen() == START.fen() and state.drawings == {}
    program.draw("e2", "e4")
    program.draw("d4", "d4", SHIFT)
    program.draw("d5", "d5", CONTROL)
    program.draw("c1", "g5", ALT)
    assert program.written().startswith("{ [%csl Bd4,Rd5] [%cal Ge2e4,Yc1g5] } 1. e4")
    assert state.drawings == {(27, 27): 1, (35, 35): 2, (12, 28): 3, (2, 38): 4}
    program.draw("d4", "d4", SHIFT)
    assert program.written().startswith("{ [%csl Rd5] [%cal Ge2e4,Yc1g5] } 1. e4")
    program.game.go_to(1)
    assert state.drawings == {}
    program.game.go_to(0)
    assert len(state.drawings) == 3
    program.action("clear_drawings").trigger()
    assert program.written().startswith("1. e4")
    program.action("undo").trigger()
    assert len(state.drawings) == 3
    program.press_keys("Ctrl+G")
    assert state.drawings == own


def test_the_bar_of_a_game_can_be_read_and_does_not_outshine_the_window(program: GamesProgram) -> None:
    bar = program.bar
    for theme in ("light", "dark"):
        program.window.preferences.theme.value = theme
        QApplication.processEvents()
        image = bar.grab().toImage()
        ground = image.pixelColor(2, bar.height() // 2).name()
        label = bar.label.geometry()
        columns, rows = range(label.left(), label.right()), range(label.top(), label.bottom())
        seen = {image.pixelColor(x, y).name() for x in columns for y in rows}
        assert max(contrast(color, ground) for color in seen) >= 4.5
        assert contrast("#ffffff", ground) >= 4.5, "the bar is dark in both themes"


MOVES = b"1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *\n"


@pytest.fixture
def game(program: RunningProgram, tmp_path: Path) -> OpenGame:
    path = tmp_path / "game.pgn"
    path.write_bytes(b'[Event "?"]\n\n' + MOVES)
    program.open_games(path)
    program.layers.apply_preset(["isolated_pawns"])
    return program.games.games.game


def changes(program: RunningProgram) -> dict[str, str]:
    cells = program.board.pictures.picture.cells
    marked = {
        word: sum(1 << square for square, cell in enumerate(cells) if any(mark.change == kind for mark in cell.marks))
        for word, kind in (("gained", GAINED), ("lost", LOST))
    }
    return {word: square_names(mask) for word, mask in marked.items()}


@pytest.mark.slow
def test_a_command_marks_what_the_last_move_of_a_game_changed_and_the_legend_says_how_it_looks(
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


def present(program: GamesProgram) -> Presentation:
    program.keys("F11")
    presentation = program.window.presentation
    program.qtbot.waitUntil(presentation.isActiveWindow)
    QApplication.processEvents()
    return presentation


def leave(program: GamesProgram) -> None:
    program.window.presentation.end()
    program.qtbot.waitUntil(program.window.isActiveWindow)


@pytest.mark.slow
def test_keys_of_the_presentation_go_through_a_game_with_marked_moves_and_a_list_of_positions(
    program: GamesProgram, tmp_path: Path
) -> None:
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
    leave(program)
    program.keys("Ctrl+G")
    assert pictures.last_squares == 0
    program.press_keys("Ctrl+G")
    program.game.go_to(0)
    presentation = present(program)
    keys = ("Right", "Alt+Right", "Left", "Alt+Left", "End", "Home", "Alt+End", "Alt+Home")
    plies = []
    for key in keys:
        program.press_keys(key)
        plies.append(program.game.ply)
    assert plies == [1, 2, 1, 0, 6, 0, 6, 0]
    program.press_keys("Right")
    assert program.position_fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    assert caption_text(presentation).startswith("Adams – Brown: after 1.e4\n")
    assert caption_text(presentation).endswith("Black to move")
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
    leave(program)
    path = tmp_path / "list.epd"
    path.write_text("8/8/8/8/8/4P3/8/K1k5 w - - id one;\n8/8/8/8/8/3P4/8/K1k5 w - - id two;\n")
    assert program.window.files.open_path(str(path))
    presentation = present(program)
    program.press_keys("PgDown")
    assert program.position_fen().startswith("8/8/8/8/8/3P4/8/K1k5")
    assert "2 of 2" in caption_text(presentation) and "two" in caption_text(presentation)
    program.press_keys("PgUp")
    assert program.position_fen().startswith("8/8/8/8/8/4P3/8/K1k5")
    program.press_keys("Right")
    assert program.board.state.cursor_shown
