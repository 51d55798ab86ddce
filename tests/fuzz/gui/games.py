"""The window of games: a game on the board, moves played in it, and its edits by keys."""

from __future__ import annotations

from typing import Final

from pawnviz.view.games.games_window import GamesWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.games.comments import drawings_of
from pawnviz.core.games.line import board_at
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.writing import written_game, written_moves
from pawnviz.model.games.game_subject import DRAWING_NUMBERS
from tests.core.games.sample import texts_of
from tests.fuzz.gui.part import Part, Step

_KEYS: Final = (
    *("Ctrl+Z", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Up", "Ctrl+Down", "Ctrl+Shift+Up", "Ctrl+Delete", "Ctrl+Shift+Delete"),
    *("Left", "Right", "Home", "End", "Up", "Down", "Shift+Left", "Shift+Right", "!", "?", "Ctrl+T", "Ctrl+Shift+T"),
    *("Ctrl+V", "Ctrl+S", "Ctrl+Shift+S", "PgUp", "PgDown"),
)
_TYPED: Final = ("e4", "Nf3 Nc6", "O-O", "Nf9", "1. d4 d5 2. c4", "--", "é", "9" * 90)


class GamesPart(Part):
    """What is done with a game while its window is open."""

    def events(self) -> list[tuple[int, Step]]:
        return [(2, self.open_games), (4, self.play), (4, self.press_keys), (2, self.turn_wheel), (1, self.type_move)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_board), (25, self.check_written)]

    def settle(self) -> None:
        """Leave the game."""
        self.fuzzed.leave_game()

    def games(self) -> GamesWindow | None:
        """Return the window of games where it is open."""
        return next((window for window in self.fuzzed.dialogs() if isinstance(window, GamesWindow)), None)

    def open_games(self) -> None:
        """Open the window with a file of games."""
        self.note("open a file of games")
        path = next(path for path in self.fuzzed.paths if path.endswith(".pgn"))
        self.window.files.open_path(path)
        QTest.qWait(30)

    def play(self) -> None:
        """Drag a piece by a legal move of the game."""
        games = self.games()
        node = games.game.node if games is not None else None
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
        """Press keys in the page of moves."""
        games = self.games()
        if games is None:
            return
        games.activateWindow()
        games.moves.setFocus()
        QApplication.processEvents()
        for _ in range(self.random.randint(1, 4)):
            keys = self.random.choice(_KEYS)
            self.note(f"{keys} in the moves")
            if len(keys) == 1:
                QTest.keyClicks(games.moves, keys)
            else:
                QTest.keySequence(games.moves, QKeySequence(keys))

    def turn_wheel(self) -> None:
        """Turn the wheel over the board."""
        steps = self.random.choice((-2, -1, 1, 2))
        self.note(f"wheel {steps}")
        self.fuzzed.hand.wheel(QPoint(200, 200), steps)

    def type_move(self) -> None:
        """Type moves into their field."""
        games = self.games()
        if games is not None:
            self.fuzzed.write(
                games.moves_page.field, ("e4", "Nf3 Nc6", "O-O", "Nf9", "1. d4 d5 2. c4", "--", "é", "9" * 90)
            )
            QTest.keyClick(games.moves_page.field, Qt.Key.Key_Return)

    def check_board(self) -> None:
        """Check that a game that takes part in what is done on the board has its position and drawings there."""
        if self.board.state.guest is None:
            return
        games = self.games()
        if games is None or games.game.position != self.document.position:
            self.fail("the board takes moves of a game whose position is not on it")
        drawings = drawings_of(games.game.node.comment) if games.game.node is not None else {}
        if self.board.state.drawings != {squares: DRAWING_NUMBERS[color] for squares, color in drawings.items()}:
            self.fail("the arrows and circles on the board are not those of the game's comment")

    def check_written(self) -> None:
        """Check that the open game is read as it is written."""
        games = self.games()
        game = games.game.game if games is not None else None
        if games is None or game is None or games.game.line is None:
            return
        (text,) = texts_of(written_game(game).encode())
        found = read_game(text).game
        if written_moves(found) != written_moves(game):
            self.fail(f"{written_moves(game)!r} is read as {written_moves(found)!r}")
