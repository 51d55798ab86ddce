"""Objects that hold files, and close them at the end of a ``with`` block."""

from __future__ import annotations

from pathlib import Path

import pytest

from pawnviz.core.games.game_file import GameFile

GAME = '[Event "Casual"]\n\n1. e4 e5 *\n'


def test_a_file_is_closed_at_the_end_of_its_block_also_by_an_exception(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME)
    with GameFile(path) as file:
        assert file.read(0, 6) == b"[Event"
    with pytest.raises(ValueError, match="closed"):
        file.read(0, 6)
    with pytest.raises(KeyError, match="move"), GameFile(path) as other:
        raise KeyError("move")
    with pytest.raises(ValueError, match="closed"):
        other.read(0, 6)
    other.close()
