"""Files with more own pawns than enemy pawns."""

from __future__ import annotations

from typing import Final

from tests.reference.registry import reference
from tests.reference.view import Squares, View, whole_files


def more_own_pawns(view: View, files: set[int]) -> int:
    """Return how many pawns the side has on these files more than the enemy; below 0 for fewer."""
    return sum(file in files for file, _ in view.own) - sum(file in files for file, _ in view.enemy)


WEST_WING: Final = {0, 1, 2, 3}
EAST_WING: Final = {4, 5, 6, 7}


@reference
def majorities(view: View) -> Squares:
    found: Squares = set()
    for wing in (WEST_WING, EAST_WING):
        if more_own_pawns(view, wing) > 0:
            found |= whole_files(wing)
    return found


@reference
def majority_files(view: View) -> Squares:
    return whole_files({file for file in range(8) if more_own_pawns(view, {file}) > 0})
