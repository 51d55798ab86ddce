"""Files with more own pawns than enemy pawns."""

from __future__ import annotations

from typing import Final

from tests.reference.backward import backward_pawns_not_isolated
from tests.reference.doubled import doubled_pawns
from tests.reference.registry import reference
from tests.reference.view import Square, Squares, View, file_of_pawns, is_open, is_passed, side_rank, stop, whole_files


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
def wing_majorities(view: View) -> Squares:
    other = view.turned()
    own = [pawn for pawn in view.own if not is_passed(view, pawn)]
    enemy = [pawn for pawn in view.enemy if not is_passed(other, pawn)]
    found: Squares = set()
    for wing in ({0, 1, 2}, {5, 6, 7}):
        if sum(file in wing for file, _ in own) > sum(file in wing for file, _ in enemy):
            found |= whole_files(wing)
    return found


@reference
def majority_files(view: View) -> Squares:
    return whole_files({file for file in range(8) if more_own_pawns(view, {file}) > 0})


def is_crippled(view: View, wing: set[int]) -> bool:
    """Return whether a wing has doubled or backward pawns, and no open one that is helped as often as held back."""
    backward = backward_pawns_not_isolated(view)
    if not any(pawn[0] in wing for pawn in backward | doubled_pawns(view)):
        return False
    for pawn in view.own:
        beside = {pawn[0] - 1, pawn[0] + 1} & wing
        helpers = [other for other in view.own if other[0] in beside]
        holders = [other for other in view.enemy if other[0] in beside and (other[1] - pawn[1]) * view.forward > 0]
        if pawn[0] in wing and is_open(view, pawn) and pawn not in backward and len(helpers) >= len(holders):
            return False
    return True


@reference
def crippled_majorities(view: View) -> Squares:
    found: Squares = set()
    for wing in (WEST_WING, EAST_WING):
        if more_own_pawns(view, wing) > 0 and is_crippled(view, wing):
            found |= whole_files(wing)
    return found


@reference
def healthy_majorities(view: View) -> Squares:
    return majorities(view) - crippled_majorities(view)


QUEENSIDE: Final = {0, 1, 2}


def attacks_on_the_way(view: View, pawn: Square, target: Square) -> bool:
    """Return whether an own pawn attacks a square, now or after going on its file past no enemy pawn."""
    place = pawn
    while 0 <= place[1] <= 7 and place not in view.enemy:
        if abs(target[0] - place[0]) == 1 and target[1] == place[1] + view.forward:
            return True
        place = stop(view, place)
    return False


@reference
def minority_attack_files(view: View) -> Squares:
    targets = [
        pawn
        for pawn in view.enemy
        if pawn[0] in QUEENSIDE and side_rank(view, pawn) in (5, 6) and not file_of_pawns(view.own, pawn[0])
    ]
    attackers = [pawn for pawn in view.own if pawn[0] in QUEENSIDE]
    can_attack = any(attacks_on_the_way(view, pawn, target) for pawn in attackers for target in targets)
    return whole_files(QUEENSIDE) if more_own_pawns(view, QUEENSIDE) < 0 and can_attack else set()
