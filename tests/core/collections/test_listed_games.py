"""Parts of questions asked of a list of games hold in the same games as when they are asked of a collection."""

from __future__ import annotations

import random
from functools import cache

import numpy
import pytest

from pawnviz.core.collections.arrays import GameColumns
from pawnviz.core.collections.fields import completions, read_fields
from pawnviz.core.collections.listed_games import GameFilter
from pawnviz.core.collections.listed_names import ListedNames
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.collections.question import PlayerPart
from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_list import GameList

TAGS = {
    "White": ("Karpov, Anatoly", "Tal, M", "van Wely, L", "Émile", "Müller, Karl", "Sørensen", ""),
    "WhiteElo": ("2600", "2599", "", "?", "99999"),
    "Black": ("Karpov,An", "tal", "Kortschnoj", "Łukasz", "Muller,K", ""),
    "BlackElo": ("2700", "2400", "", "0"),
    "Result": ("1-0", "0-1", "1/2-1/2", "*"),
    "Event": ("San Remo", "Großmeister", "Tal memorial", "Candidates, final"),
    "Date": ("1975", "1985", "1999", "????", ""),
    "ECO": ("D42", "D35", "A00", "", "E"),
}
QUESTIONS = (
    "white:karpov",
    'white:"Karpov, Anatoly"',
    "black:tal",
    "player:tal",
    "white:muller",
    "white:MÜLLER",
    "black:łukasz",
    "player:lukasz",
    "sorensen",
    "event:grossmeister",
    "GROSS",
    "emile",
    "elo:2600-",
    "elo:-2599",
    "year:1975-1985",
    "year:1985",
    "result:1-0",
    "result:1/2-1/2",
    "result:*",
    "eco:D",
    "eco:D35-D42",
    'event:"san remo"',
    "tal",
    "TAL memorial",
    "1985",
    "2600",
    "d4",
    "1/2",
    "white:karpov elo:2600- year:1975-1985 eco:D42-D99 result:1-0",
)


@cache
def texts(count: int, seed: int) -> list[GameText]:
    """Return games with tags at random, made once."""
    chance = random.Random(seed)
    games = []
    for _ in range(count):
        head = "".join(f'[{name} "{chance.choice(values)}"]\n' for name, values in TAGS.items())
        games.append(f"{head}\n1. e4 *\n\n".encode())
    return list(cut([b"".join(games)]))


@cache
def columns_of(count: int, seed: int) -> GameColumns:
    """Return the columns of a collection of these games."""
    return arrays_of_games(texts(count, seed))[1]


@cache
def list_of(count: int, seed: int) -> GameList:
    """Return a list of these games."""
    listed = GameList()
    for game in texts(count, seed):
        listed.add(game)
    return listed


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_list_and_a_collection_have_the_same_games(question: str) -> None:
    parts = read_fields(question).game_parts
    holding = numpy.logical_and.reduce([part.holds(columns_of(6000, 1)) for part in parts])
    assert 0 < holding.sum() < 6000
    assert GameFilter(list_of(6000, 1), parts).matching(0, 6000).tolist() == numpy.flatnonzero(holding).tolist()


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("muller", "Müller, Karl"),
        ("Mu\N{COMBINING DIAERESIS}ller", "Müller, Karl"),
        ("lukasz", "Łukasz"),
        ("SORENSEN", "Sørensen"),
    ],
)
def test_names_are_found_and_completed_without_their_accents(written: str, name: str) -> None:
    (part,) = read_fields(f"player:{written}").game_parts
    games = columns_of(6000, 1)
    expected = [
        name in (games.texts[white], games.texts[black]) or (written.lower().startswith("mu") and "Muller,K" in pair)
        for white, black in zip(games.white, games.black, strict=True)
        for pair in [(games.texts[white], games.texts[black])]
    ]
    assert part.holds(games).tolist() == expected
    offers = completions(f"player:{written}", len(f"player:{written}"), ListedNames(list_of(6000, 1))).offers
    assert [offer.text for offer in offers] == [PlayerPart(name).text]


def test_names_that_are_short_for_others_are_found_with_other_accents() -> None:
    (part,) = read_fields('player:"Müller, K"').game_parts
    assert (
        part.holds(columns_of(6000, 1)).tolist()
        == read_fields("player:muller").game_parts[0].holds(columns_of(6000, 1)).tolist()
    )


def test_games_and_texts_may_be_added_between_the_pieces() -> None:
    games = texts(600, 1)
    parts = read_fields("karpov year:1975- elo:2500-").game_parts
    whole = GameFilter(list_of(600, 1), parts).matching(0, 600).tolist()
    listed = GameList()
    wanted = GameFilter(listed, parts)
    found: list[int] = []
    for first in range(0, 600, 50):
        for game in games[first : first + 50]:
            listed.add(game)
        found += wanted.matching(first, first + 50).tolist()
    assert found == whole and 0 < len(found) < 600


def test_only_games_among_those_that_are_known_fit() -> None:
    among = numpy.array([True, False, True, True])
    assert GameFilter(list_of(20, 2), (), among).matching(0, 20).tolist() == [0, 2, 3]
    assert GameFilter(list_of(20, 2), (), among).matching(2, 20).tolist() == [2, 3]
    assert GameFilter(list_of(20, 2), ()).matching(3, 6).tolist() == [3, 4, 5]
