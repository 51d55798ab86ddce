"""The workspace of games: files, their list, a game on the board with its moves and edits, and saving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.games.annotations import drawings_of
from pawnviz.core.games.pgn import read_game, written_game, written_moves
from pawnviz.core.games.tree import board_at
from pawnviz.model.games.game import DRAWING_NUMBERS
from pawnviz.view.games.moves import CommentDialog
from tests.core.games.sample import texts_of
from tests.fuzz.gui.program import Part, Step, give_focus, type_text

if TYPE_CHECKING:
    from pawnviz.view.games.games_page import GamePanels

CHECK_WRITTEN: Final = 25
"""Every so many events the open game is written and read again."""

_KEYS: Final = (
    *("Ctrl+Z", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Up", "Ctrl+Down", "Ctrl+Shift+Up", "Ctrl+Delete", "Ctrl+Shift+Delete"),
    *("Left", "Right", "Home", "End", "Up", "Down", "Shift+Left", "Shift+Right", "!", "?", "Ctrl+T", "Ctrl+Shift+T"),
    *("Ctrl+V", "Ctrl+C", "Ctrl+S", "Ctrl+Shift+S", "PgUp", "PgDown", "Alt+Left", "Alt+Right", "Alt+Home", "Alt+End"),
)
TYPED: Final = ("e4", "Nf3 Nc6", "O-O", "Nf9", "1. d4 d5 2. c4", "--", "é", "e8=Q", "$14", "9" * 90)
_COMMENTS: Final = ("", "good", "<b>bold</b> & more", "[%cal Gd2d4]", "} {", "é\n\nè", "1-0 [Event *", "\0")


class GamesPart(Part):
    """What is done with a file of games and the open one, and that the board shows it."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            *((4, self.open_games), (4, self.play), (5, self.press_keys), (3, self.type_move)),
            *((2, self.leave_and_return), (2, self.edit), (2, self.comment), (2, self.save)),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_board), (CHECK_WRITTEN, self.check_written)]

    @property
    def made_games(self) -> GamePanels | None:
        return self.window.workspaces.made_games

    @property
    def on_board(self) -> GamePanels | None:
        """The panels of the games while a game is on the board."""
        panels = self.window.workspaces.made_games
        return panels if panels is not None and panels.games.is_on_board else None

    def game_files(self) -> list[str]:
        return [path for path in self.fuzzed.paths if ".pgn" in path]

    # Events

    def open_games(self) -> None:
        path = self.random.choice(self.game_files())
        self.note(f"open the games of {path}")
        self.window.files.open_path(path)
        QTest.qWait(30)
        self.fuzzed.answer_questions()

    def play(self) -> None:
        node = self.on_board.games.game.node if self.on_board is not None else None
        if node is None or self.document.takes_edits:
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
        self.fuzzed.answer_questions()

    def type_move(self) -> None:
        """Type moves on the board of the game, from where they go into their field."""
        if self.on_board is None:
            return
        give_focus(self.board)
        for character in self.random.choice(TYPED):
            type_text(self.fuzzed.focused(), character)
        self.note("type a move on the board")
        QApplication.processEvents()
        if self.random.random() < 0.5:
            QTest.keyClick(self.fuzzed.focused(), Qt.Key.Key_Return)

    def edit(self) -> None:
        """Try to edit the position of a game whose pieces move by the rules: position and history stay."""
        if self.on_board is None or self.document.takes_edits:
            return
        document, square = self.document, self.random.randrange(64)
        before = document.position, document.undo_stack.count()
        self.note(f"edit a game at {square}")
        document.place(square, self.random.choice("PnQk"))
        document.shift(1, 0)
        document.switch_side_to_move()
        if (document.position, document.undo_stack.count()) != before or self.on_board is None:
            self.fail(f"a game takes an edit: {before[0].fen()} became {document.position.fen()}")

    def leave_and_return(self) -> None:
        """Leave the game for the free position and come back to the same move."""
        panels = self.on_board
        if panels is None:
            return
        before = panels.games.edits.index, panels.games.game.node, self.document.position
        by_button = self.random.random() < 0.5
        self.note(f"leave the game and return, {by_button=}")
        if by_button:
            panels.bar.leave_button.click()
        else:
            self.fuzzed.run_command("leave_game")
        if self.document.subject is not self.document.free:
            self.fail("a game was left, but the free position is not on the board")
        QApplication.processEvents()
        self.fuzzed.run_command("leave_game")
        if (panels.games.edits.index, panels.games.game.node, self.document.position) != before:
            self.fail("coming back to a game does not lead to the move where it was left")

    def comment(self) -> None:
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
        name = self.random.choice(("save_file", "save_file_as", "copy_games"))
        workspaces = self.window.workspaces
        in_games = workspaces.current == "games" and workspaces.has_listing
        if self.made_games is None or (name != "copy_games" and not in_games):
            return
        self.note(f"{name} of games")
        self.fuzzed.run_command(name)
        self.fuzzed.answer_questions()

    # Checks

    def check_board(self) -> None:
        """Check that a game on the board has its position and drawings there, and that its bar says so."""
        panels = self.made_games
        if panels is None:
            return
        fen_line = self.window.fen_line
        is_editing = self.window.focusWidget() is fen_line.edit or fen_line.error is not None
        if not is_editing and panels.bar.isHidden() != (self.on_board is None):
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
        game = self.made_games.games.game.game if self.made_games is not None else None
        if self.made_games is None or game is None or self.made_games.games.game.line is None:
            return
        (text,) = texts_of(written_game(game).encode())
        read = read_game(text).game
        if written_moves(read) != written_moves(game):
            self.fail(f"{written_moves(game)!r} is read as {written_moves(read)!r}")
