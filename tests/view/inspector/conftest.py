"""The inspector beside a board, and its page of the square in the whole program."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.view.inspector.desk import InspectorWindow
from tests.view.inspector.reader import BACKWARD, Reader
from tests.view.program import OpenProgram


@pytest.fixture
def desk(qtbot: QtBot) -> InspectorWindow:
    return InspectorWindow(qtbot)


@pytest.fixture
def reader(open_program: OpenProgram) -> Reader:
    return Reader(open_program(BACKWARD))
