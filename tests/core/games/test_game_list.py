from __future__ import annotations

import pytest

from pawnviz.core.games.game_list import COLUMNS, GameList, ply_count
from pawnviz.core.games.headers import head_end
from pawnviz.core.games.line import main_line
from pawnviz.core.games.reading import read_game
from tests.core.games.sample import MASTERS, random_game, texts_of


def listed(data: bytes) -> GameList:
    """Return the games of a file as a list."""
    games = GameList()
    for text in texts_of(data):
        games.add(text)
    return games


def test_a_game_keeps_its_place_its_tags_and_the_number_of_its_moves() -> None:
    data = MASTERS.read_bytes()
    games = listed(data)
    assert len(games) == 24
    for index, text in enumerate(texts_of(data)):
        entry = games[index]
        read = read_game(text).game
        assert data[entry.offset : entry.offset + entry.size] == text.data
        assert entry.line == text.line
        assert entry.headers == {name: read.headers.get(name, "") for name in COLUMNS}
        assert entry.plies == games.plies(index) == len(main_line(read).moves)
        assert entry.is_utf_8
    with pytest.raises(IndexError):
        games[24]


@pytest.mark.parametrize("seed", range(10))
def test_moves_in_comments_and_variations_are_not_counted(seed: int) -> None:
    game = random_game(seed)
    text = str(game).encode()
    assert ply_count(text, head_end(text)) == len(main_line(game).moves)


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ("1.e4 e5 2.Nf3 1-0", 3),
        ("1. e4 0-0 -- O-O-O 0-1", 4),
        ("1. exd6 e.p. Kd7 1/2-1/2", 2),
        ("1. e4 N e5 ch 2. \u2658f3+- -- 3. exd6 ep \u265fc8(N) D *", 6),
        ("1. e4 (1. d4 (1. c4) d5) e5 {1. a4} *", 2),
        ("1. e4 {open e5", 1),
        ("1. e4 (open e5", 1),
        ("1. e4 ; e5\ne6", 2),
        ("1.\xa0e4\xa0e5 2.\u202fNf3", 3),
        ("", 0),
        ("*", 0),
    ],
)
def test_the_number_of_moves(moves: str, count: int) -> None:
    assert ply_count(moves.encode(), 0) == count


def test_games_that_are_not_utf_8_are_told() -> None:
    games = listed('[White "J\xfcrgen"]\n\n*\n'.encode("cp1252"))
    assert games[0].headers["White"] == "J\xfcrgen"
    assert not games[0].is_utf_8
