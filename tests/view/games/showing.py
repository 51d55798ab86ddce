"""A view of a game by itself, with a game in it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.model.games.game import OpenGame
from pawnviz.view.app import make_application
from tests.core.games.sample import read

View = TypeVar("View", bound=QWidget)


def show_game(qtbot: QtBot, view: View, game: OpenGame, moves: str, *, width: int) -> View:
    """Show a view, 400 pixels high, of a game with these moves."""
    make_application()
    qtbot.addWidget(view)
    view.resize(width, 400)
    view.show()
    game.open(read(moves))
    QApplication.processEvents()
    return view
