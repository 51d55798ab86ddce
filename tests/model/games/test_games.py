"""The open file of games: a usual game is there at once, and a large one is read beside the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.model.document import Document
from pawnviz.model.games.games import Games

LARGE = b'[Event "long"]\n\n' + b"Nf3 Nf6 Ng1 Ng8 " * 500 + b"*\n\n"
SMALL = b'[Event "short"]\n\n1. e4 *\n\n'


@pytest.fixture
def games(qtbot: QtBot, tmp_path: Path) -> Iterator[Games]:
    """An open file of a large, a small and a large game."""
    path = tmp_path / "games.pgn"
    path.write_bytes(LARGE + SMALL + LARGE)
    games = Games(Document())
    games.open_file(str(path))
    assert games.listing is not None
    games.listing.job.finish()
    yield games
    games.close_file()


def length(games: Games) -> int:
    """Return the number of moves of the open game."""
    game = games.game.game
    return 0 if game is None else len(list(game.mainline_moves()))


def test_a_usual_game_is_there_at_once(games: Games) -> None:
    games.open_game(1)
    assert (games.edits.index, length(games), games.reading.is_running) == (1, 1, False)


def test_a_large_game_is_read_beside_the_window(qtbot: QtBot, games: Games) -> None:
    games.reading.piece = 0.0
    games.open_game(2)
    assert (games.reading.is_running, games.read_index, length(games)) == (True, 2, 0)
    with qtbot.waitSignal(games.reading.ended, timeout=60_000):
        pass
    assert (games.edits.index, length(games)) == (2, 1000)


def test_a_game_that_is_still_read_is_opened_where_it_was_asked_for_last(qtbot: QtBot, games: Games) -> None:
    games.reading.piece = 0.0
    for way in ((0,) * 3, (0,) * 11, ()):
        games.open_game(2, way)
        assert games.reading.is_running
    with qtbot.waitSignal(games.reading.ended, timeout=60_000):
        pass
    assert games.game.ply == 11


def test_another_game_takes_the_place_of_the_one_that_is_read(qtbot: QtBot, games: Games) -> None:
    games.reading.piece = 0.0
    games.open_game(0)
    games.open_game(1)
    qtbot.waitUntil(lambda: length(games) == 1, timeout=60_000)
    with qtbot.assertNotEmitted(games.edits.game_changed, wait=50):
        pass
    games.open_game(0)
    games.reading.cancel()
    with qtbot.assertNotEmitted(games.edits.game_changed, wait=50):
        pass
    assert (games.edits.index, length(games)) == (1, 1)
