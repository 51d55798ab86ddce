from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.games.game_file import NoGamesError
from pawnviz.model.games.listing import GameListing
from tests.core.games.sample import MASTERS, texts_of


def test_a_file_is_listed_a_piece_at_a_time(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(MASTERS.read_bytes())
    games = GameListing(str(path))
    games.job.piece = 0.0
    counts: list[int] = []
    games.job.progressed.connect(lambda: counts.append(len(games.games)))
    with qtbot.waitSignal(games.job.ended):
        games.start()
    assert list(dict.fromkeys(counts)) == list(range(1, 25))
    assert games.job.part == 1
    assert games.faults == []
    assert not games.job.is_running
    games.close()


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_text_of_a_game_is_the_one_that_was_listed(qtbot: QtBot, tmp_path: Path, ends: bytes, packed: bool) -> None:
    data = MASTERS.read_bytes().replace(b"\n", ends)
    path = tmp_path / "games"
    path.write_bytes(gzip.compress(data) if packed else data)
    games = GameListing(str(path))
    with qtbot.waitSignal(games.job.ended):
        games.start()
    found = [games.text(index)._replace(head=0) for index in range(24)]
    assert found == [text._replace(head=0) for text in texts_of(data)]
    games.close()


def test_what_was_listed_stays_after_a_cancel(qtbot: QtBot) -> None:
    games = GameListing(str(MASTERS))
    games.job.piece = 0.0
    with qtbot.waitSignal(games.job.progressed):
        games.start()
    games.job.cancel()
    assert len(games.games) == 1 and not games.job.is_running and games.job.part <= 1
    assert games.text(0).data.startswith(b"% Twenty-four")
    games.close()


def test_what_cannot_be_opened_is_one_kind_of_error(qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(NoGamesError, match="No such file"):
        GameListing(str(tmp_path / "missing.pgn"))
    with pytest.raises(NoGamesError, match="folder"):
        GameListing(str(tmp_path))
