"""A running program with the window of games, for tests that work it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.games.games_window import GamesWindow
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


class Desk:
    """A running program with the window of games and two games in it."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.program = RunningProgram(qtbot, folder)
        self.before = self.program.position_fen()
        self.program.action("open_games").trigger()
        self.window: GamesWindow = self.program.window.further_windows.games_window()
        self.path = folder / "club.pgn"
        self.path.write_bytes(GAMES)
        self.qtbot = qtbot

    def open(self, path: Path | None = None) -> None:
        self.window.open_path(str(path or self.path))
        self.qtbot.waitUntil(lambda: self.window.progress.isHidden())
        QApplication.processEvents()

    def fen(self) -> str:
        return self.program.position_fen()

    def rows(self) -> list[list[str]]:
        model = self.window.table.model()
        return [
            [str(model.index(row, column).data()) for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifiers)
        QApplication.processEvents()

    def page(self, number: int) -> None:
        pages = self.window.findChild(QTabWidget)
        assert isinstance(pages, QTabWidget)
        pages.setCurrentIndex(number)
        QApplication.processEvents()
