"""Rooms to test the whole program in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.view.rooms import Room


@pytest.fixture
def open_room(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Return a function that starts the program over the test's own folder, with a FEN or a file if one is given."""
    rooms: list[Room] = []

    def start(what: str | None = None) -> Room:
        if rooms:
            rooms[-1].end()
        rooms.append(Room(qtbot, tmp_path, what))
        return rooms[-1]

    yield start
    if rooms:
        rooms[-1].end()


@pytest.fixture
def room(open_room: Callable[..., Room]) -> Room:
    """Return the program as it starts for the first time."""
    return open_room()
