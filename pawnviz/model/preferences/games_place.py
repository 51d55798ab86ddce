"""The place in the games: the file, the open game, its current move and the search."""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.model.preferences.kinds import PATH, TRUTH, Kind, is_unicode, number, record

MOST_GAMES: Final = 100_000_000
LONGEST_SEARCH: Final = 2000
_LONGEST_WAY: Final = 5_000


class GamesPlace(NamedTuple):
    """A file of games, empty for none, the index of the open game, and the number of each choice to its current move.

    ``search`` is the text of the search, ``folded`` whether the list is folded to its line, and ``on_board`` whether
    the board shows the game.
    """

    path: str = ""
    game: int = 0
    way: tuple[int, ...] = ()
    search: str = ""
    folded: bool = False
    on_board: bool = True


def _read_way(value: object) -> tuple[int, ...]:
    if (
        isinstance(value, list)
        and len(value) <= _LONGEST_WAY
        and all(type(step) is int and 0 <= step < MOST_GAMES for step in value)
    ):
        return tuple(value)
    raise ValueError("a list of numbers from 0")


WAY: Final = Kind(_read_way, list)


def _read_search(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_SEARCH or not is_unicode(value):
        raise ValueError(f"a text of at most {LONGEST_SEARCH} characters")
    return value


GAMES_PLACE: Final = record(
    GamesPlace,
    {
        "path": PATH,
        "game": number(0, MOST_GAMES),
        "way": WAY,
        "search": Kind(_read_search),
        "folded": TRUTH,
        "on_board": TRUTH,
    },
)
