"""A running program with a file of two games, for tests that go through and edit them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.games.pgn import written_moves
from pawnviz.model.games.game import GameEdits, OpenGame
from pawnviz.view.games.game_list import GameList
from pawnviz.view.games.games_page import GameBar, GamesPage
from pawnviz.view.games.moves import CommentDialog, MovesView
from tests.view.hands import NONE
from tests.view.program import RunningProgram

GAMES: Final = b"""[Event "Club"]
[White "Adams"]
[Black "Brown"]
[Result "1-0"]

1. e4 d5 2. exd5 c6 (2... Qxd5 3. Nc3 {attacks the queen}) 3. dxc6 bxc6! 1-0

[Event "Club"]
[White "Clark"]
[WhiteElo "2400"]
[Black "Adams"]
[Result "*"]

1. d4 d5
2. Nf9 *
"""


class GamesProgram(RunningProgram):
    """A running program and a file of two games, which ``open`` opens in the workspace of games."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        super().__init__(qtbot, folder)
        self.before = self.position_fen()
        self.path = folder / "club.pgn"
        self.path.write_bytes(GAMES)

    def open(self, path: Path | None = None) -> None:
        self.open_games(path or self.path)

    @property
    def game(self) -> OpenGame:
        return self.games.games.game

    @property
    def edits(self) -> GameEdits:
        return self.games.games.edits

    @property
    def bar(self) -> GameBar:
        return self.games.bar

    @property
    def game_list(self) -> GameList:
        return self.games.list

    @property
    def moves(self) -> MovesView:
        return self.games.moves_page.view

    def is_folded(self) -> bool:
        """Return whether the list of games is folded to its line."""
        return self.game_list.is_folded

    def rows(self) -> list[list[str]]:
        model = self.game_list.table.model()
        return [
            [str(model.index(row, column).data()) for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]

    def written(self) -> str:
        """Return the moves of the open game as they would be saved, in one line."""
        assert self.game.game is not None
        return " ".join(written_moves(self.game.game).split())

    def keys(self, *keys: str) -> None:
        """Press keys in the window, which is the active one again after a dialog."""
        self.window.activateWindow()
        QApplication.processEvents()
        for key in keys:
            self.press_keys(key)
            QApplication.processEvents()

    def show_list(self) -> None:
        self.game_list.take_focus()
        QApplication.processEvents()

    @property
    def page(self) -> GamesPage:
        return self.games.page

    def show_moves(self) -> None:
        self.page.show_moves()
        self.moves.setFocus()

    def scroll_to(self, part: QWidget) -> None:
        QApplication.processEvents()
        self.page.area.ensureWidgetVisible(part)
        QApplication.processEvents()

    def draw(self, source: str, target: str, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Draw an arrow, or a circle on a single square."""
        self.drag(source, target, Qt.MouseButton.RightButton, modifiers)

    def type_move(self, text: str) -> str:
        """Type into the page of moves and press Enter; return the fault that is shown, or an empty text."""
        self.show_moves()
        QTest.keyClicks(self.moves, text[:1])
        field = self.games.moves_page.field
        assert field.hasFocus()
        QTest.keyClicks(field, text[1:])
        QTest.keyClick(field, Qt.Key.Key_Return)
        fault = self.games.moves_page.fault
        return fault.text() if fault.isVisible() else ""

    def write_comment(self, keys: str, text: str) -> str:
        """Write a comment in its dialog and return its heading."""
        self.keys(keys)
        dialog = self.window.findChild(CommentDialog)
        assert isinstance(dialog, CommentDialog) and dialog.isVisible()
        dialog.edit.selectAll()
        QTest.keyClicks(dialog.edit, text)
        QTest.keyClick(dialog.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert not dialog.isVisible()
        return dialog.heading.text()

    def end(self) -> None:
        """End without a question about edited games."""
        if self.window.workspaces.made_games is not None:
            self.edits.close()
        super().end()
