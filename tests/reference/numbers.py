"""The numbers of a pawn structure."""

from __future__ import annotations

from itertools import pairwise

from tests.reference.majorities import EAST_WING, WEST_WING, more_own_pawns
from tests.reference.passers import promotion_path_free
from tests.reference.registry import number
from tests.reference.view import View, file_of_pawns, islands, side_rank


@number
def fileset(view: View) -> int:
    """Return the files with own pawns as a byte, bit 0 for the a-file."""
    return sum(1 << file for file in range(8) if file_of_pawns(view.own, file))


@number
def island_count(view: View) -> int:
    """Return the number of pawn islands."""
    return len(islands(view.own))


@number
def dispersion(view: View) -> int:
    """Return how far three times the square of the number of islands is from the number of pawns."""
    return abs(3 * len(islands(view.own)) ** 2 - len(view.own))


@number
def distortion(view: View) -> int:
    """Return the sum of the differences between the foremost ranks of neighbouring files, 0 for an empty file."""
    foremost = [max((side_rank(view, pawn) for pawn in view.own if pawn[0] == file), default=0) for file in range(8)]
    return sum(abs(one - other) for one, other in pairwise(foremost))


@number
def west_majority(view: View) -> int:
    """Return how many pawns more than the enemy the side has on the west wing, at least 0."""
    return max(0, more_own_pawns(view, WEST_WING))


@number
def east_majority(view: View) -> int:
    """Return how many pawns more than the enemy the side has on the east wing, at least 0."""
    return max(0, more_own_pawns(view, EAST_WING))


@number
def center_pawns(view: View) -> int:
    """Return the number of own pawns on the d- and e-file."""
    return sum(file in (3, 4) for file, _ in view.own)


@number
def promotion_plies(view: View) -> int:
    """Return in how many plies the passed pawn nearest to promotion is there, 0 where none has a free path."""
    moves = []
    for pawn in promotion_path_free(view):
        rank = side_rank(view, pawn)
        if rank < 8:
            moves.append(8 - rank - (rank <= 2))
    return 2 * min(moves) - view.to_move if moves else 0
