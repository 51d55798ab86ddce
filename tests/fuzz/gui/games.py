"""The workspace of games: files, their list, a game on the board with its moves and edits, and saving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from pawnviz.core.games.comments import drawings_of
from pawnviz.core.games.line import board_at
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.writing import written_game, written_moves
from pawnviz.model.games.game_subject import DRAWING_NUMBERS
from pawnviz.view.games.game_actions import CommentDialog
from tests.core.games.sample import texts_of
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import give_focus

if TYPE_CHECKING:
    from pawnviz.view.workspaces.game_panels import GamePanels

CHECK_WRITTEN: Final = 25
"""Every so many events the open game is written and read again."""

_KEYS: Final = (
    *("Ctrl+Z", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Up", "Ctrl+Down", "Ctrl+Shift+Up", "Ctrl+Delete", "Ctrl+Shift+Delete"),
    *("Left", "Right", "Home", "End", "Up", "Down", "Shift+Left", "Shift+Right", "!", "?", "Ctrl+T", "Ctrl+Shift+T"),
    *("Ctrl+V", "Ctrl+C", "Ctrl+S", "Ctrl+Shift+S", "PgUp", "PgDown", "Alt+Left", "Alt+Right", "Alt+Home", "Alt+End"),
)
_LIST_KEYS: Final = ("Up", "Down", "Down", "Home", "End", "Left", "Right", "Shift+Down", "Ctrl+A", "Return", "Tab")
_TYPED: Final = ("e4", "Nf3 Nc6", "O-O", "Nf9", "1. d4 d5 2. c4", "--", "é", "e8=Q", "$14", "9" * 90)
_SEARCHED: Final = ("", "A", "a b", "zzz", "Game 3", "1", "é<b>", "x" * 300)
_COMMENTS: Final = ("", "good", "<b>bold</b> & more", "[%cal Gd2d4]", "} {", "é\n\nè", "1-0 [Event *", "\0")


class GamesPart(Part):
    """What is done with a file of games and the open one, and that the board shows it."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (3, self.open_games),
            (4, self.play),
            (5, self.press_keys),
            (2, self.turn_wheel),
            (1, self.type_move),
            (2, self.step_by_bar),
            (3, self.use_list),
            (2, self.search),
            (2, self.fold),
            (2, self.edit_position),
            (2, self.leave_and_return),
            (1, self.set_up),
            (1, self.comment),
            (2, self.save),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_board), (CHECK_WRITTEN, self.check_written)]

    def settle(self) -> None:
        """Have a game been opened and gone through, and leave it."""
        self.fuzzed.drop_games()
        self.window.files.open_path(self.game_files()[0])
        QTest.qWait(50)
        self.window.menus.actions_by_name["go_last"].trigger()
        QApplication.processEvents()
        self.fuzzed.drop_games()

    @property
    def made_games(self) -> GamePanels | None:
        """The panels of the games, once they were made."""
        return self.window.workspaces.made_games

    @property
    def on_board(self) -> GamePanels | None:
        """The panels of the games while a game is on the board."""
        panels = self.window.workspaces.made_games
        return panels if panels is not None and panels.games.is_on_board else None

    def game_files(self) -> list[str]:
        """Return the paths of the files of games."""
        return [path for path in self.fuzzed.paths if ".pgn" in path]

    # Events

    def open_games(self) -> None:
        """Open a file of games, or the games of a text."""
        path = self.random.choice(self.game_files())
        self.note(f"open the games of {path}")
        self.window.files.open_path(path)
        QTest.qWait(30)
        self.answer()

    def play(self) -> None:
        """Drag a piece by a legal move of the game."""
        node = self.on_board.games.game.node if self.on_board is not None else None
        if node is None:
            return
        moves = sorted(board_at(node).legal_moves, key=str)
        if not moves:
            return
        move = self.random.choice(moves)
        self.note(f"drag {move} in the game")
        self.fuzzed.hand.drag(self.board.square_center(move.from_square), self.board.square_center(move.to_square))
        popup = QApplication.activePopupWidget()
        if popup is not None:
            QTest.keyClick(popup, self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape)))

    def press_keys(self) -> None:
        """Press keys among the moves."""
        panels = self.made_games
        if panels is None:
            return
        if self.on_board is not None and self.random.random() < 0.5:
            self.window.navigator.show("games")
            QApplication.processEvents()
        view = panels.moves_page.view
        if not view.isVisible():
            return
        give_focus(view)
        for _ in range(self.random.randint(1, 4)):
            keys = self.random.choice(_KEYS)
            self.note(f"{keys} in the moves")
            if len(keys) == 1:
                QTest.keyClicks(view, keys)
            else:
                QTest.keySequence(view, QKeySequence(keys))
        self.answer()

    def turn_wheel(self) -> None:
        """Turn the wheel over the board."""
        steps = self.random.choice((-2, -1, 1, 2))
        self.note(f"wheel {steps}")
        self.fuzzed.hand.wheel(QPoint(200, 200), steps)

    def type_move(self) -> None:
        """Type moves into their field."""
        field = self.made_games.moves_page.field if self.made_games is not None else None
        if field is not None and field.isVisible() and field.isEnabled():
            self.fuzzed.write(field, _TYPED)
            QTest.keyClick(field, Qt.Key.Key_Return)

    def step_by_bar(self) -> None:
        """Click a button above the board that goes through the game."""
        panels = self.on_board
        if panels is None:
            return
        number = self.random.randrange(len(panels.bar.step_buttons))
        button, ply = panels.bar.step_buttons[number], panels.games.game.ply
        if button.isVisible() and button.isEnabled():
            self.note(f"step {number} by the bar")
            button.click()
            if panels.games.game.ply == ply:
                self.fail(f"the button {button.accessibleName()!r} goes nowhere")

    def use_list(self) -> None:
        """Go through the list by keys, or into a game by a double click."""
        table = self.made_games.list.table if self.made_games is not None else None
        if table is None or not table.isVisible():
            return
        give_focus(table)
        if self.random.random() < 0.2:
            point = self.fuzzed.point_in(table.viewport())
            self.note(f"double click at {point.toTuple()} in the list of games")
            QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
            return
        keys = self.random.choice(_LIST_KEYS)
        self.note(f"{keys} in the list of games")
        QTest.keySequence(table, QKeySequence(keys))
        QTest.qWait(5)

    def search(self) -> None:
        """Search the games, and go to the first that was found now and then."""
        panels = self.made_games
        if panels is None or not self.window.workspaces.is_in_games:
            return
        self.note("search the games")
        self.window.menus.actions_by_name["find_layer"].trigger()
        if panels.list.chips.field.isVisible():
            self.fuzzed.write(panels.list.chips.field, _SEARCHED)
            if self.random.random() < 0.3:
                QTest.keyClick(panels.list.chips.field, Qt.Key.Key_Return)

    def fold(self) -> None:
        """Fold or unfold the list."""
        if self.made_games is not None and self.made_games.list.isVisible():
            self.note("fold or unfold the list of games")
            self.made_games.list.fold_button.click()

    def edit_position(self) -> None:
        """Try to edit the position of the game, which takes none: position, moves and history stay."""
        if self.on_board is None:
            return
        document = self.document
        before = document.position, document.subject.copied(), document.undo_stack.count()
        square = self.random.randrange(64)
        choice = self.random.randrange(5)
        self.note(f"edit {choice} of a game at {square}")
        if choice == 0:
            document.place(square, self.random.choice("PnQk"))
        elif choice == 1:
            document.remove(square)
        elif choice == 2:
            document.set_castling(0)
        elif choice == 3:
            document.shift(1, 0)
        else:
            document.switch_side_to_move()
        after = document.position, document.subject.copied(), document.undo_stack.count()
        if after != before or self.on_board is None:
            self.fail(f"a game takes an edit that is no move: {before[0].fen()} became {document.position.fen()}")

    def leave_and_return(self) -> None:
        """Leave the game for the free position and come back to the same move."""
        panels = self.on_board
        if panels is None:
            return
        before = panels.games.edits.index, panels.games.game.node, self.document.position
        by_button = self.random.random() < 0.5
        self.note(f"leave the game and return, {by_button=}")
        leave = self.window.menus.actions_by_name["leave_game"]
        if by_button:
            panels.bar.leave_button.click()
        else:
            leave.trigger()
        if self.document.subject is not self.document.free:
            self.fail("a game was left, but the free position is not on the board")
        QApplication.processEvents()
        leave.trigger()
        if (panels.games.edits.index, panels.games.game.node, self.document.position) != before:
            self.fail("coming back to a game does not lead to the move where it was left")

    def set_up(self) -> None:
        """Go on with the position of the game as the free one, and undo that now and then."""
        panels = self.on_board
        if panels is None:
            return
        position, before = self.document.position, self.document.free.position
        self.note("set up the position of the game")
        self.window.menus.actions_by_name["keep_position"].trigger()
        if self.document.subject is not self.document.free or self.document.position != position:
            self.fail("the position of the game was not set up as the free one")
        if self.random.random() < 0.5:
            QApplication.processEvents()
            self.window.menus.actions_by_name["undo"].trigger()
            if self.on_board is None or self.document.position != position:
                self.fail("undoing what has left a game does not lead back to it")
            if self.document.free.position != before:
                self.fail("undoing what has left a game does not bring back the free position")

    def comment(self) -> None:
        """Write a comment of the current move."""
        panels = self.on_board
        if panels is None:
            return
        self.note("comment the move")
        panels.moves_page.actions_of_game.write_comment(before=self.random.random() < 0.3)
        dialog = next((dialog for dialog in self.fuzzed.dialogs() if isinstance(dialog, CommentDialog)), None)
        if dialog is None:
            self.fail("no comment is asked for")
        self.fuzzed.write(dialog.edit, _COMMENTS)
        if self.random.random() < 0.8:
            dialog.accept()
        else:
            dialog.reject()

    def save(self) -> None:
        """Save the games, save them to another file, or copy some of them."""
        name = self.random.choice(("save_file", "save_file_as", "copy_games"))
        if self.made_games is None or (name != "copy_games" and not self.window.workspaces.is_in_games):
            return
        self.note(f"{name} of games")
        self.window.menus.actions_by_name[name].trigger()
        self.answer()

    def answer(self) -> None:
        """Answer a question by any of its buttons."""
        for _ in range(3):
            QApplication.processEvents()
            box = QApplication.activeModalWidget()
            if not isinstance(box, QMessageBox):
                return
            button = self.random.choice(box.buttons())
            self.note(f"{button.text()!r} to {box.text()[:60]!r}")
            button.click()

    # Checks

    def check_board(self) -> None:
        """Check that a game on the board has its position and drawings there, and that its bar says so."""
        panels = self.made_games
        if panels is None:
            return
        if panels.bar.isHidden() != (self.on_board is None):
            self.fail("the bar of the game is not shown while the game is on the board, and only then")
        if self.on_board is None:
            return
        game = panels.games.game
        if game.position != self.document.position:
            self.fail("a game is on the board, but not its position")
        drawings = drawings_of(game.node.comment) if game.node is not None else {}
        if self.board.state.drawings != {squares: DRAWING_NUMBERS[color] for squares, color in drawings.items()}:
            self.fail("the arrows and circles on the board are not those of the game's comment")

    def check_written(self) -> None:
        """Check that the open game is read as it is written."""
        game = self.made_games.games.game.game if self.made_games is not None else None
        if self.made_games is None or game is None or self.made_games.games.game.line is None:
            return
        (text,) = texts_of(written_game(game).encode())
        read = read_game(text).game
        if written_moves(read) != written_moves(game):
            self.fail(f"{written_moves(game)!r} is read as {written_moves(read)!r}")
