from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.game_list import GameEntry, GameList
from pawnviz.core.games.replacing import Replacement, find_replacements, with_replacements
from tests.core.games.sample import MASTERS, texts_of


@given(st.binary(max_size=300), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 40), st.binary(max_size=9))))
def test_all_but_what_is_replaced_stays(data: bytes, wanted: list[tuple[int, int, bytes]]) -> None:
    replacements: list[Replacement] = []
    place, expected = 0, b""
    for offset, size, new in sorted(wanted):
        if offset >= place and size and offset + size <= len(data):
            expected += data[place:offset] + new
            place = offset + size
            replacements.append(Replacement(offset, size, new))
    expected += data[place:]

    def read(offset: int, size: int) -> bytes:
        return data[offset : offset + size]

    assert b"".join(with_replacements(read, len(data), reversed(replacements))) == expected


def test_games_are_found_where_they_stand_once() -> None:
    games = [f'[Event "{number}"]\n\n1. e4 *\n\n'.encode() for number in range(5)]
    data = b"".join([games[3], games[0], games[1], games[0]])
    wanted = {games[1]: b"one", games[0]: b"zero", games[4]: b"four"}
    found, missing = find_replacements((data,), lambda offset, size: data[offset : offset + size], wanted)
    assert found == [Replacement(len(games[3] + games[0]), len(games[1]), b"one")]
    assert missing == [games[0], games[4]]


def entry_of(text: GameText) -> GameEntry:
    found = GameList()
    found.add(text)
    return found[0]


def test_a_list_with_a_replaced_game_is_that_of_the_new_file() -> None:
    data = MASTERS.read_bytes()
    texts = texts_of(data)
    games = GameList()
    for text in texts:
        games.add(text)
    for index, moves in ((3, b"1. d4 {a\n\nb} d5 *\n\n"), (0, b"*\n"), (len(texts) - 1, b"1. c4 *\n\n\n")):
        old = texts[index].data
        new = old[: old.rindex(b"]") + 2] + b"\n" + moves
        games.replace(index, texts[index]._replace(data=new, offset=games[index].offset), old.count(b"\n"))
        data = data.replace(old, new)
    assert [games[index] for index in range(len(games))] == [entry_of(text) for text in texts_of(data)]
