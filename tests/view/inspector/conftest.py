"""The inspector beside a board."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.view.inspector.desk import Desk


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)
