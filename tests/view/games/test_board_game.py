"""A game on the board: moves played by hand, what leaves the game, drawings, steps, and the bar that says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START
from pawnviz.core.games.writing import written_moves
from pawnviz.view.board.tool_palette import ToolButton
from pawnviz.view.games.game_bar import GameBar
from pawnviz.view.pawn_moves.rows import RowKind
from tests.view.games.desk import Desk
from tests.view.hands import ALT, CONTROL, RIGHT, SHIFT

PROMOTION = '[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Kb2 Kg7 *\n'


class BoardDesk(Desk):
    """The desk with the hand over the main board."""

    @property
    def bar(self) -> GameBar:
        bar = self.program.window.findChild(GameBar)
        assert isinstance(bar, GameBar)
        return bar

    def drag(self, source: str, target: str) -> None:
        self.program.hand.drag(*(self.program.at(parse_square(name)) for name in (source, target)))
        QApplication.processEvents()

    def click(self, square: str) -> None:
        self.program.hand.click(self.program.at(parse_square(square)))
        QApplication.processEvents()

    def draw(self, source: str, target: str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.program.hand.modifiers = modifiers
        self.program.hand.drag(*(self.program.at(parse_square(name)) for name in (source, target)), button=RIGHT)
        self.program.hand.modifiers = Qt.KeyboardModifier.NoModifier

    def press_keys(self, keys: str) -> None:
        """Press keys in the main window."""
        self.program.window.activateWindow()
        QApplication.processEvents()
        self.program.press_keys(keys)

    def moves(self) -> str:
        assert self.window.game.game is not None
        return " ".join(written_moves(self.window.game.game).split())


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[BoardDesk]:
    found = BoardDesk(qtbot, tmp_path)
    found.open()
    yield found
    found.window.edits.close()
    found.program.end()


def test_a_legal_move_on_the_board_is_played_in_the_game(desk: BoardDesk) -> None:
    desk.drag("e2", "e4")
    assert desk.window.game.ply == 1 and not desk.window.edits.is_modified, "the game has this move"
    desk.drag("c7", "c5")
    assert desk.moves().startswith("1. e4 d5 (1... c5) 2. exd5")
    assert desk.fen().startswith("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert desk.window.moves.extraSelections()[0].cursor.selectedText() == "c5"
    desk.click("g1")
    assert desk.program.board.state.move_targets == 1 << parse_square("f3") | 1 << parse_square("h3") | 1 << 12
    desk.click("f3")
    assert desk.program.board.state.pinned is None
    assert desk.moves().startswith("1. e4 d5 (1... c5 2. Nf3) 2. exd5")
    assert "Nf3" in desk.window.moves.toPlainText()
    undo, redo = desk.program.action("undo"), desk.program.action("redo")
    assert undo.text() == "&Undo play 2.Nf3"
    undo.trigger()
    undo.trigger()
    assert desk.moves().startswith("1. e4 d5 2. exd5") and desk.window.game.ply == 1
    redo.trigger()
    assert desk.moves().startswith("1. e4 d5 (1... c5) 2. exd5")


def test_moves_are_played_by_the_keys_of_the_board(desk: BoardDesk) -> None:
    for keys in ("Ctrl+B", "Space", "Space", "Up", "Up", "Space"):
        desk.press_keys(keys)
    assert desk.window.game.ply == 1 and not desk.window.edits.is_modified


def test_any_other_edit_leaves_the_game_and_undo_returns(desk: BoardDesk) -> None:
    desk.window.game.go_to(2)
    position = desk.fen()
    assert desk.bar.isVisible() and desk.bar.label.full_text == "After 1...d5: Adams – Brown"
    colors = {desk.bar.grab().toImage().pixelColor(2, 2).name()}
    desk.drag("e4", "e7")
    assert desk.fen() != position and not desk.window.edits.is_modified
    assert desk.bar.label.full_text == "Edited position"
    colors.add(desk.bar.grab().toImage().pixelColor(2, 2).name())
    assert desk.program.action("undo").text() == "&Undo move e4 to e7 and leave the game"
    desk.drag("e7", "e6")
    assert desk.program.action("undo").text() == "&Undo move e7 to e6"
    for _ in range(2):
        desk.program.action("undo").trigger()
    assert desk.fen() == position and desk.bar.label.full_text.startswith("After 1...d5")
    assert not desk.program.action("undo").isEnabled(), "nothing was edited in the game"
    desk.program.action("clear_board").trigger()
    desk.program.action("toggle_side").trigger()
    queen = next(tool for tool in desk.program.window.findChildren(ToolButton) if tool._tool == "Q")
    QTest.mouseClick(queen, Qt.MouseButton.LeftButton)
    desk.click("d4")
    assert "Q" in desk.fen().split()[0]
    QTest.mouseClick(desk.bar.back_button, Qt.MouseButton.LeftButton)
    desk.click("c4")
    assert desk.fen() == position, "the hand is the tool again"
    desk.press_keys("Ctrl+G")
    assert desk.fen() == desk.before
    assert desk.bar.label.full_text == "Your own position"
    colors.add(desk.bar.grab().toImage().pixelColor(2, 2).name())
    assert len(colors) == 3, "each state has a color of its own"
    desk.drag("e2", "e3")
    assert desk.moves().startswith("1. e4 d5 2. exd5"), "the board is the user's own again"
    desk.window.close()
    assert not desk.bar.isVisible()


def test_an_edited_position_is_the_own_one_when_the_game_goes_on(desk: BoardDesk, tmp_path: Path) -> None:
    path = tmp_path / "own.epd"
    path.write_text("8/8/8/8/8/8/8/K1k5 w - - id 1;\n")
    assert desk.program.window.files.open_path(str(path))
    assert desk.bar.label.full_text == "Edited position"
    own = desk.fen()
    desk.window.game.go_to(3)
    assert desk.bar.label.full_text.startswith("After 2.exd5")
    desk.press_keys("Ctrl+G")
    assert desk.fen() == own and not desk.program.document.free.modified
    desk.program.document.undo_stack.undo()
    assert desk.fen() == START.fen()


def test_a_promotion_asks_for_the_piece(desk: BoardDesk, tmp_path: Path) -> None:
    path = tmp_path / "promotion.pgn"
    path.write_text(PROMOTION)
    desk.open(path)
    desk.drag("a7", "a8")
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert desk.moves() == "1. Kb2 Kg7 *"
    desk.drag("a7", "a8")
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu, Qt.Key.Key_N)
    assert desk.moves() == "1. Kb2 (1. a8=N) 1... Kg7 *"


def test_a_pawn_move_of_the_list_is_played_in_the_game(desk: BoardDesk) -> None:
    desk.press_keys("L")
    panel = desk.program.window.docks.moves_panel
    assert panel is not None
    for _ in range(60):
        row = panel.list.current_row
        if row is not None and row.kind is RowKind.MOVE and row.moves[0].white:
            break
        QTest.keyClick(panel.list, Qt.Key.Key_Down)
    assert row is not None
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert desk.window.game.ply == 1 and desk.program.board.state.guest is not None
    assert desk.window.game.line is not None and row.moves[0].target == desk.window.game.line.moves[0].target


def test_the_wheel_the_buttons_and_keys_go_through_the_game(desk: BoardDesk) -> None:
    hand, middle = desk.program.hand, desk.program.at(27)
    hand.wheel(middle, -1)
    hand.wheel(middle, -1)
    hand.wheel(middle, 1)
    assert desk.window.game.ply == 1
    first, back, forward, last = desk.bar.step_buttons
    QTest.mouseClick(last, Qt.MouseButton.LeftButton)
    assert desk.window.game.ply == 6 and not forward.isEnabled()
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert desk.window.game.ply == 5
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    desk.press_keys("Alt+Right")
    assert desk.window.game.ply == 1
    desk.window.close()
    hand.wheel(middle, -1)
    assert desk.fen() == desk.before


def test_the_key_that_leaves_the_game_works_in_its_window_too(desk: BoardDesk) -> None:
    desk.window.activateWindow()
    desk.window.table.setFocus()
    desk.press(Qt.Key.Key_Right)
    assert desk.fen() != desk.before
    desk.press(Qt.Key.Key_G, CONTROL)
    assert desk.program.board.state.guest is None
    assert desk.fen() == desk.before
    assert desk.window.isVisible()


def test_drawings_of_a_game_are_part_of_its_comments(desk: BoardDesk) -> None:
    state = desk.program.board.state
    desk.window.close()
    desk.draw("a1", "a8")
    own = dict(state.drawings)
    assert own == {(0, 56): 0}
    desk.program.action("open_games").trigger()
    assert desk.fen() == START.fen() and state.drawings == {}
    desk.draw("e2", "e4")
    desk.draw("d4", "d4", SHIFT)
    desk.draw("d5", "d5", CONTROL)
    desk.draw("c1", "g5", ALT)
    assert desk.moves().startswith("{ [%csl Bd4,Rd5] [%cal Ge2e4,Yc1g5] } 1. e4")
    assert state.drawings == {(27, 27): 1, (35, 35): 2, (12, 28): 3, (2, 38): 4}
    desk.draw("d4", "d4", SHIFT)
    assert desk.moves().startswith("{ [%csl Rd5] [%cal Ge2e4,Yc1g5] } 1. e4")
    desk.window.game.go_to(1)
    assert state.drawings == {}
    desk.window.game.go_to(0)
    assert len(state.drawings) == 3
    desk.program.action("clear_drawings").trigger()
    assert desk.moves().startswith("1. e4")
    desk.program.action("undo").trigger()
    assert len(state.drawings) == 3
    desk.window.edits.close()
    desk.window.close()
    assert state.drawings == own
