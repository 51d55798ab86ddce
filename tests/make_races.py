"""Write ``resources/races.xz`` again: ``python -m tests.make_races``, half a minute.

The pieces against pieces, and each piece against a pawn, are solved backwards from the mates and captures.
"""

from __future__ import annotations

from pathlib import Path

from pawnviz.core.endings.races import FILE, Race, packed, turned
from pawnviz.core.endings.wins import WinFinder
from tests.core.endings.promoted import PromotedFinder

PATH = Path(__file__).parents[1] / "resources" / FILE


def solved_races() -> list[Race]:
    """Return all races in the order of the file."""
    return [race_of(8 * rank + file, goal) for rank in range(1, 7) for file in range(4) for goal in range(56, 64)]


def race_of(pawn: int, goal: int, finder: PromotedFinder | None = None) -> Race:
    """Return the known outcomes with Black to move once White has promoted its last pawn on a square."""
    finder = finder or _FINDER
    wins, may_win = finder.with_any_piece(1 << pawn, goal)
    loses, may_lose = map(turned, finder.against_any_piece(1 << (pawn ^ 56), goal ^ 56))
    return Race(wins, may_win, loses, may_lose)


def _finder() -> PromotedFinder:
    pawns = WinFinder()
    return PromotedFinder(pawns.wins, pawns.after_white, 1_000, lambda: True)


_FINDER = _finder()


def main() -> None:
    """Write the file."""
    PATH.write_bytes(packed(solved_races()))


if __name__ == "__main__":
    main()
