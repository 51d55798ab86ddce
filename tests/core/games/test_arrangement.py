from __future__ import annotations

import random
from collections.abc import Generator, Iterable

import pytest

from pawnviz.core.collections.listed_games import GameFilter
from pawnviz.core.collections.question import NamePart
from pawnviz.core.games import arrangement
from pawnviz.core.games.arrangement import arranged
from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_list import COLUMNS, GameList

NAMES = ("Fischer", "fischer, R", "Spassky", "", "Émile", "100", "20", "0020", "2800", "z", "?")
MOVES = ("1. e4", "1. e4 e5", "1. d4 d5 2. c4", "")


def random_games(count: int, seed: int) -> GameList:
    """Return games with tags and moves at random."""
    chance = random.Random(seed)
    games = GameList()
    add_random_games(games, count, chance)
    return games


def add_random_games(games: GameList, count: int, chance: random.Random) -> None:
    """Add games with tags and moves at random."""
    for _ in range(count):
        tags = "".join(f'[{name} "{chance.choice(NAMES)}"]\n' for name in COLUMNS)
        (text,) = cut([f"{tags}\n{chance.choice(MOVES)} *\n".encode()])
        games.add(text)


def words_filter(games: GameList, words: tuple[str, ...]) -> GameFilter:
    """Return a filter of the games in which each word is found."""
    return GameFilter(games, [NamePart(word) for word in words])


def result_of(work: Generator[None, None, Iterable[int]]) -> tuple[list[int], int]:
    """Return what a piece of work comes to, and in how many pieces it was done."""
    pieces = 1
    while True:
        try:
            next(work)
        except StopIteration as result:
            return list(result.value), pieces
        pieces += 1


def slow_key(games: GameList, index: int, column: int) -> tuple[bool, int, str]:
    """Return what a game is sorted by, from its entry."""
    if column == len(COLUMNS):
        return False, games[index].plies, ""
    text = games[index].headers[COLUMNS[column]]
    return (False, int(text), "") if text.isdecimal() else (True, 0, text.casefold())


@pytest.mark.parametrize("column", range(len(COLUMNS) + 1))
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("words", [(), ("fischer",), ("20", "s")])
def test_games_are_filtered_and_sorted_as_one_by_one(
    monkeypatch: pytest.MonkeyPatch, column: int, descending: bool, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(arrangement, "_GAMES", 17)
    monkeypatch.setattr(arrangement, "_TEXTS", 3)
    games = random_games(100, column)
    found, pieces = result_of(arranged(games, words_filter(games, words), 90, (column, descending)))
    wanted = [
        index
        for index in range(90)
        if all(any(word in text.casefold() for text in games[index].headers.values()) for word in words)
    ]
    # Games that are equal stay in their order whether it ascends or descends.
    assert wanted
    assert found == sorted(wanted, key=lambda index: slow_key(games, index, column), reverse=descending)
    assert pieces > 6


def test_games_without_sorting_stay_in_their_order() -> None:
    games = random_games(20, 1)
    assert result_of(arranged(games, words_filter(games, ()), 20, None))[0] == list(range(20))


def test_more_names_than_sixteen_bits_count_are_sorted() -> None:
    games = GameList()
    numbers = list(range(70_000))
    random.Random(3).shuffle(numbers)
    for number in numbers:
        games.add(GameText(f'[White "n{number:05}"]\n\n*\n'.encode(), 1, 0))
    found, _ = result_of(arranged(games, words_filter(games, ()), len(numbers), (0, True)))
    assert [numbers[index] for index in found] == list(range(69_999, -1, -1))


def test_a_filter_finds_games_that_are_added_later() -> None:
    chance = random.Random(5)
    games = GameList()
    wanted = words_filter(games, ("fischer", "spassky"))
    found: list[int] = []
    for _ in range(10):
        first = len(games)
        add_random_games(games, 20, chance)
        found += wanted.matching(first, len(games)).tolist()
    headers = [" ".join(games[index].headers.values()).casefold() for index in range(len(games))]
    assert found == [index for index, text in enumerate(headers) if "fischer" in text and "spassky" in text]
    assert 0 < len(found) < len(games)


def test_an_empty_list_has_nothing_to_arrange() -> None:
    games = GameList()
    assert result_of(arranged(games, words_filter(games, ("a",)), 0, (0, True)))[0] == []
    assert result_of(arranged(games, words_filter(games, ()), 0, (len(COLUMNS), False)))[0] == []
