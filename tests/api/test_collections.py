"""Games of files and collections, as scripts use them."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

import pawnviz
from tests.cli.test_search import boards_of_games
from tests.core.games.sample import MASTERS


def test_the_games_of_a_file_have_tags_moves_and_their_first_fault(tmp_path: Path) -> None:
    assert len(list(pawnviz.games(MASTERS))) == 24
    path = tmp_path / "faulty.pgn"
    path.write_text('[Event "First"]\n\n1. e4 e5 2. Ke3 *\n\n[Event "Second"]\n\n1. d4 *\n')
    first, second = pawnviz.games(path)
    assert (first.headers["Event"], first.moves, first.line) == ("First", ("e4", "e5"), 1)
    assert first.problem is not None and first.problem.startswith("line 3: ")
    assert (second.headers["Event"], second.moves, second.problem) == ("Second", ("d4",), None)


def test_a_collection_is_searched_and_explored() -> None:
    boards = boards_of_games(MASTERS)
    with pawnviz.Collection(MASTERS) as collection:
        found = collection.search("moves:20 result:1-0")
        assert found and all(game.headers["Result"] == "1-0" and game.ply == 38 for game in found)
        assert [game.number for game in found] == [
            number
            for number, positions in enumerate(boards, 1)
            if len(positions) > 38 and collection.games.result[number - 1] == 2
        ]
        answer = collection.explore(chess.STARTING_FEN)
        assert answer.score.games == 24 == len(collection.search(position=chess.Board()))
        assert sum(move.score.games for move in answer.next) == 24
        assert len(collection.rows) > 24


def test_wrong_questions_and_files_are_errors_that_say_what_is_wrong(tmp_path: Path) -> None:
    with pawnviz.Collection(MASTERS) as collection:
        with pytest.raises(ValueError, match="Column 1: 'wite' is no field; did you mean white"):
            collection.search("wite:karpov")
        with pytest.raises(pawnviz.FenError):
            collection.explore("8/8")
    with pytest.raises(ValueError, match="neither a file nor a collection"):
        pawnviz.Collection("missing")
    with pytest.raises(ValueError, match=r"missing\.pawnviz"):
        pawnviz.Collection(tmp_path / "missing.pawnviz")
    with pytest.raises(TypeError):
        pawnviz.Collection()
