from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from tests.view.hands import Desk


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Have fonts."""


@pytest.fixture
def empty(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


@pytest.fixture
def start(qtbot: QtBot) -> Desk:
    return Desk(qtbot, START.fen())
