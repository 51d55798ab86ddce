from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.games.cutting import GameText
from pawnviz.model.games import game_reading
from pawnviz.model.games.game_reading import GameReading
from tests.core.games.sample import MASTERS, texts_of

LARGE = GameText(b"Nf3 Nf6 Ng1 Ng8 " * 500 + b"*", 1, 0)


def test_a_usual_game_is_there_at_once(qtbot: QtBot) -> None:
    reading = GameReading()
    with qtbot.waitSignal(reading.ended):
        reading.start(3, texts_of(MASTERS.read_bytes())[3])
        assert reading.index == 3 and reading.game is not None and not reading.is_running
        assert reading.game.problems == ()


def test_a_large_game_is_read_a_piece_at_a_time(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_reading, "PIECE", 0.0)
    reading = GameReading()
    with qtbot.waitSignal(reading.ended):
        reading.start(0, LARGE)
        assert reading.is_running
    read = reading.game
    assert read is not None and len(list(read.game.mainline_moves())) == 2000


def test_another_game_takes_the_place_of_the_one_that_is_read(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_reading, "PIECE", 0.0)
    reading = GameReading()
    reading.start(0, LARGE)
    with qtbot.waitSignal(reading.ended):
        reading.start(1, GameText(b"1. e4 *", 1, 0))
    assert reading.index == 1 and not reading.is_running
    reading.start(0, LARGE)
    reading.cancel()
    with qtbot.assertNotEmitted(reading.ended, wait=50):
        pass
    assert reading.game is None
