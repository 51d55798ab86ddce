"""Write ``resources/races.xz`` again: ``python -m tests.make_races``, an hour and 3 GB.

Each piece against each piece, and each piece against a pawn, are solved backwards from the rules alone.
"""

from __future__ import annotations

import lzma
from functools import reduce
from operator import and_, or_
from pathlib import Path

import numpy

from pawnviz.core.endings.king_pairs import turned
from pawnviz.core.endings.wins import FILE, SET_SIZE, Race
from tests.core.endings.retrograde import Material, Reference, Table

PATH = Path(__file__).parents[1] / "resources" / FILE


def solved_races() -> list[Race]:
    """Return all races in the order of the file."""
    bounds = Reference(optimistic=False), Reference(optimistic=True)
    return [
        race_of(8 * rank + file, goal, *bounds) for rank in range(1, 7) for file in range(4) for goal in range(56, 64)
    ]


def race_of(pawn: int, goal: int, least: Reference, most: Reference) -> Race:
    """Return the outcomes with Black to move once White has promoted its last pawn on a square, by two references."""
    alone, pawns, against = frozenset[int](), frozenset([pawn]), frozenset([pawn ^ 56])
    (wins, may_win), (loses, may_lose) = (
        [
            reduce(or_, (_pairs(each.won(Material(alone, pawns, piece)).waiting, goal) for piece in "QRBN"))
            for each in (least, most)
        ],
        [
            reduce(and_, (_pairs(each.won(Material(against, alone, "", piece)).to_move, goal ^ 56) for piece in "QRBN"))
            for each in (least, most)
        ],
    )
    return Race(wins, may_win, turned(loses), turned(may_lose))


def _pairs(table: Table, square: int) -> int:
    """Return the pairs of kings of a table whose piece stands on a square."""
    return int.from_bytes(numpy.packbits(table[:, :, square].reshape(-1), bitorder="little").tobytes(), "little")


def packed(races: list[Race]) -> bytes:
    """Return the contents of the file, of all races by pawn and goal."""
    parts = (
        part.to_bytes(SET_SIZE, "little")
        for race in races
        for wins, may_win in ((race.white_wins, race.white_may_win), (race.black_wins, race.black_may_win))
        for part in (wins, wins ^ may_win)
    )
    return lzma.compress(b"".join(parts), preset=9)


def main() -> None:
    """Write the file."""
    PATH.write_bytes(packed(solved_races()))


if __name__ == "__main__":
    main()
