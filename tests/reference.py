"""Every layer and number again, square by square from its sentence: slow, without masks, shifts or formulas.

A square is a pair of file and rank, each from 0 to 7. What the fast rules say is compared with what these say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

Square = tuple[int, int]
Squares = set[Square]

SQUARES: Final = [(file, rank) for rank in range(8) for file in range(8)]


@dataclass(frozen=True)
class View:
    """A board as one color sees it: which way is forward, 1 or -1, what stands where, and whether it is to move."""

    forward: int
    own: frozenset[Square]
    enemy: frozenset[Square]
    own_pieces: frozenset[Square]
    enemy_pieces: frozenset[Square]
    own_kings: frozenset[Square]
    enemy_kings: frozenset[Square]
    en_passant: frozenset[Square]
    to_move: bool

    def turned(self) -> View:
        """Return the same pawns and pieces as the other color sees them; without an en-passant square."""
        return View(
            -self.forward,
            self.enemy,
            self.own,
            self.enemy_pieces,
            self.own_pieces,
            self.enemy_kings,
            self.own_kings,
            frozenset(),
            not self.to_move,
        )


def mask_of_squares(squares: Squares) -> int:
    """Return the mask of a set of squares, a1 = bit 0, h8 = bit 63."""
    return sum(1 << 8 * rank + file for file, rank in squares)


LAYER_REFERENCES: Final[dict[str, Callable[[View], Squares]]] = {}
NUMBER_REFERENCES: Final[dict[str, Callable[[View], int]]] = {}

Rule = TypeVar("Rule", bound=Callable[[View], Squares])


def reference(rule: Rule) -> Rule:
    """Register a function as the reference of the layer of the same name."""
    LAYER_REFERENCES[rule.__name__] = rule
    return rule


def in_front(view: View, square: Square, pawn: Square) -> bool:
    """Say whether a square is in front of an own pawn on its file."""
    return square[0] == pawn[0] and (square[1] - pawn[1]) * view.forward > 0


def behind(view: View, square: Square, pawn: Square) -> bool:
    """Say whether a square is behind an own pawn on its file."""
    return square[0] == pawn[0] and (square[1] - pawn[1]) * view.forward < 0


def stop(view: View, pawn: Square) -> Square:
    """Return the square in front of an own pawn; its rank is -1 or 8 where the board ends."""
    return pawn[0], pawn[1] + view.forward


def file_of_pawns(pawns: frozenset[Square], file: int) -> bool:
    """Say whether one of the pawns is on a file; false for the files -1 and 8 beyond the board."""
    return any(pawn[0] == file for pawn in pawns)


def whole_files(files: set[int]) -> Squares:
    """Return all squares of the files."""
    return {square for square in SQUARES if square[0] in files}


def islands(pawns: frozenset[Square]) -> list[list[int]]:
    """Return the pawn islands from west to east, each as the list of its files."""
    found: list[list[int]] = []
    at_sea = True
    for file in range(8):
        if not file_of_pawns(pawns, file):
            at_sea = True
        elif at_sea:
            found.append([file])
            at_sea = False
        else:
            found[-1].append(file)
    return found


def attackers(pawns: frozenset[Square], forward: int, square: Square) -> Iterator[Square]:
    """Yield the pawns, moving ``forward``, that attack a square: the one west of it first."""
    for file in (square[0] - 1, square[0] + 1):
        if (file, square[1] - forward) in pawns:
            yield file, square[1] - forward


def neighbour_files_with_pawns(view: View, file: int) -> int:
    """Return on how many of the two neighbouring files an own pawn stands."""
    return file_of_pawns(view.own, file - 1) + file_of_pawns(view.own, file + 1)


# Pawns and fills


@reference
def pawns(view: View) -> Squares:
    return set(view.own)


@reference
def front_fills(view: View) -> Squares:
    return {square for square in SQUARES if any(square == pawn or in_front(view, square, pawn) for pawn in view.own)}


@reference
def rear_fills(view: View) -> Squares:
    return {square for square in SQUARES if any(square == pawn or behind(view, square, pawn) for pawn in view.own)}


@reference
def file_fills(view: View) -> Squares:
    return whole_files({file for file, _ in view.own})


# Spans and stops


@reference
def front_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(in_front(view, square, pawn) for pawn in view.own)}


@reference
def rear_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(behind(view, square, pawn) for pawn in view.own)}


@reference
def interspans(view: View) -> Squares:
    other = view.turned()
    return {
        square
        for square in SQUARES
        if any(in_front(view, square, pawn) for pawn in view.own)
        and any(in_front(other, square, pawn) for pawn in view.enemy)
    }


@reference
def stops(view: View) -> Squares:
    return {square for square in SQUARES if any(square == stop(view, pawn) for pawn in view.own)}


@reference
def telestops(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if any(in_front(view, square, pawn) for pawn in view.own)
        and all(square != stop(view, pawn) for pawn in view.own)
    }


@reference
def telestops_of_each(view: View) -> Squares:
    joined = set()
    for pawn in view.own:
        joined |= {square for square in SQUARES if in_front(view, square, pawn) and square != stop(view, pawn)}
    return joined


@reference
def lee_squares(view: View) -> Squares:
    joined = set()
    for file, rank in view.own:
        to_the_west, to_the_east = range(file), range(file + 1, 8)
        nearer = to_the_west if len(to_the_west) < len(to_the_east) else to_the_east
        joined |= {(other, rank) for other in nearer}
    return joined


@reference
def luff_squares(view: View) -> Squares:
    joined = set()
    for file, rank in view.own:
        to_the_west, to_the_east = range(file), range(file + 1, 8)
        farther = to_the_west if len(to_the_west) > len(to_the_east) else to_the_east
        joined |= {(other, rank) for other in farther}
    return joined


@reference
def rear_twins(view: View) -> Squares:
    return {pawn for pawn in view.own if any(in_front(view, other, pawn) for other in view.own)}


@reference
def front_twins(view: View) -> Squares:
    return {pawn for pawn in view.own if any(behind(view, other, pawn) for other in view.own)}


@reference
def unfree_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if any(in_front(view, other, pawn) for other in view.enemy)}


# Attacks and safety


@reference
def east_attacks(view: View) -> Squares:
    return {(file, rank) for file, rank in SQUARES if (file - 1, rank - view.forward) in view.own}


@reference
def west_attacks(view: View) -> Squares:
    return {(file, rank) for file, rank in SQUARES if (file + 1, rank - view.forward) in view.own}


def attacked(view: View, times: set[int]) -> Squares:
    """Return the squares that own pawns attack one of these numbers of times."""
    return {square for square in SQUARES if len(list(attackers(view.own, view.forward, square))) in times}


@reference
def attacks(view: View) -> Squares:
    return attacked(view, {1, 2})


@reference
def double_attacks(view: View) -> Squares:
    return attacked(view, {2})


@reference
def single_attacks(view: View) -> Squares:
    return attacked(view, {1})


@reference
def safe_squares(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if len(list(attackers(view.own, view.forward, square)))
        >= len(list(attackers(view.enemy, -view.forward, square)))
    }


# Captures


def can_take(view: View, pawn: Square, east: int) -> bool:
    """Say whether an own pawn can take something one file further east (1) or west (-1)."""
    target = pawn[0] + east, pawn[1] + view.forward
    return target in SQUARES and (target in view.enemy_pieces or target in view.en_passant)


@reference
def capture_targets(view: View) -> Squares:
    return {
        (pawn[0] + east, pawn[1] + view.forward) for pawn in view.own for east in (1, -1) if can_take(view, pawn, east)
    }


@reference
def east_capturers(view: View) -> Squares:
    return {pawn for pawn in view.own if can_take(view, pawn, 1)}


@reference
def west_capturers(view: View) -> Squares:
    return {pawn for pawn in view.own if can_take(view, pawn, -1)}


@reference
def capturers(view: View) -> Squares:
    return {pawn for pawn in view.own if can_take(view, pawn, 1) or can_take(view, pawn, -1)}


# Islands and files


@reference
def filesets(view: View) -> Squares:
    return {(file, 0) for file in range(8) if file_of_pawns(view.own, file)}


@reference
def island_east_files(view: View) -> Squares:
    return whole_files({island[-1] for island in islands(view.own)})


@reference
def island_west_files(view: View) -> Squares:
    return whole_files({island[0] for island in islands(view.own)})


def _islands_of_width(width: int) -> Callable[[View], Squares]:
    def rule(view: View) -> Squares:
        return whole_files({file for island in islands(view.own) if len(island) == width for file in island})

    return rule


for _width in range(1, 9):
    LAYER_REFERENCES[f"islands_of_width_{_width}"] = _islands_of_width(_width)


@reference
def isolated_files(view: View) -> Squares:
    return whole_files({island[0] for island in islands(view.own) if len(island) == 1})


@reference
def half_isolated_files(view: View) -> Squares:
    return whole_files(
        {file for file in range(8) if file_of_pawns(view.own, file) and neighbour_files_with_pawns(view, file) == 1}
    )


@reference
def isolated_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if neighbour_files_with_pawns(view, pawn[0]) == 0}


@reference
def half_isolated_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if neighbour_files_with_pawns(view, pawn[0]) == 1}


def files_with(view: View, *, own: bool, enemy: bool) -> Squares:
    """Return the files that hold own pawns or none, and enemy pawns or none."""
    return whole_files(
        {file for file in range(8) if file_of_pawns(view.own, file) == own and file_of_pawns(view.enemy, file) == enemy}
    )


@reference
def open_files(view: View) -> Squares:
    return files_with(view, own=False, enemy=False)


@reference
def half_open_files(view: View) -> Squares:
    return files_with(view, own=False, enemy=True)


@reference
def closed_files(view: View) -> Squares:
    return files_with(view, own=True, enemy=True)


# Attack spans


def may_attack(pawn: Square, forward: int, square: Square, east: int) -> bool:
    """Say whether a pawn, moving ``forward``, attacks a square to its east (1) or west (-1), now or from further on."""
    return square[0] == pawn[0] + east and (square[1] - pawn[1]) * forward > 0


def guardable(view: View, square: Square) -> bool:
    """Say whether an own pawn attacks a square, now or after advancing on its file."""
    return any(may_attack(pawn, view.forward, square, east) for pawn in view.own for east in (1, -1))


def sentries(view: View, square: Square) -> list[Square]:
    """Return the enemy pawns that attack a square, now or after advancing on their files."""
    return [pawn for pawn in view.enemy for east in (1, -1) if may_attack(pawn, -view.forward, square, east)]


@reference
def east_front_attack_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(may_attack(pawn, view.forward, square, 1) for pawn in view.own)}


@reference
def west_front_attack_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(may_attack(pawn, view.forward, square, -1) for pawn in view.own)}


@reference
def front_attack_spans(view: View) -> Squares:
    return {square for square in SQUARES if guardable(view, square)}


@reference
def rear_attack_spans(view: View) -> Squares:
    return {
        (file, rank)
        for file, rank in SQUARES
        if any(abs(pawn[0] - file) == 1 and (rank - pawn[1]) * view.forward <= 0 for pawn in view.own)
    }


@reference
def attack_file_fills(view: View) -> Squares:
    return whole_files({file for file in range(8) if neighbour_files_with_pawns(view, file)})


# Pushes


def side_rank(view: View, square: Square) -> int:
    """Return the rank of a square, 1 to 8, counted from the side's own end of the board."""
    return square[1] + 1 if view.forward == 1 else 8 - square[1]


def can_step(view: View, pawn: Square) -> bool:
    """Say whether the square in front of an own pawn is on the board and empty."""
    target = stop(view, pawn)
    return target in SQUARES and target not in view.own_pieces and target not in view.enemy_pieces


def can_step_twice(view: View, pawn: Square) -> bool:
    """Say whether an own pawn on its second rank can step two squares."""
    return side_rank(view, pawn) == 2 and can_step(view, pawn) and can_step(view, stop(view, pawn))


@reference
def push_targets(view: View) -> Squares:
    return {stop(view, pawn) for pawn in view.own if can_step(view, pawn)}


@reference
def double_push_targets(view: View) -> Squares:
    return {stop(view, stop(view, pawn)) for pawn in view.own if can_step_twice(view, pawn)}


@reference
def pushable_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if can_step(view, pawn)}


@reference
def double_pushable_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if can_step_twice(view, pawn)}


@reference
def safe_push_targets(view: View) -> Squares:
    return push_targets(view) & safe_squares(view)


# Levers and rams


def attacks_enemy_pawn(view: View, pawn: Square, east: int) -> bool:
    """Say whether an own pawn attacks an enemy pawn one file further east (1) or west (-1)."""
    return (pawn[0] + east, pawn[1] + view.forward) in view.enemy


def distance_from_center(file: int) -> int:
    """Return how many files lie between a file and the middle of the board."""
    return 3 - file if file < 4 else file - 4


def levers_by_distance(view: View, change: int) -> Squares:
    """Return the own pawns that attack an enemy pawn on a file so much further from the center than their own."""
    return {
        pawn
        for pawn in view.own
        for east in (1, -1)
        if attacks_enemy_pawn(view, pawn, east)
        and distance_from_center(pawn[0] + east) - distance_from_center(pawn[0]) == change
    }


@reference
def levers(view: View) -> Squares:
    return {pawn for pawn in view.own if attacks_enemy_pawn(view, pawn, 1) or attacks_enemy_pawn(view, pawn, -1)}


@reference
def east_levers(view: View) -> Squares:
    return {pawn for pawn in view.own if attacks_enemy_pawn(view, pawn, 1)}


@reference
def west_levers(view: View) -> Squares:
    return {pawn for pawn in view.own if attacks_enemy_pawn(view, pawn, -1)}


@reference
def inner_levers(view: View) -> Squares:
    return levers_by_distance(view, -1)


@reference
def outer_levers(view: View) -> Squares:
    return levers_by_distance(view, 1)


@reference
def center_levers(view: View) -> Squares:
    return levers_by_distance(view, 0)


@reference
def rams(view: View) -> Squares:
    return {pawn for pawn in view.own if stop(view, pawn) in view.enemy}


# Chains and duos


def guarded(view: View, square: Square) -> bool:
    """Say whether an own pawn attacks a square; false for squares beyond the board."""
    return square in SQUARES and any(attackers(view.own, view.forward, square))


def guards_a_pawn(view: View, pawn: Square) -> bool:
    """Say whether an own pawn attacks the square of an own pawn."""
    return any(pawn in attackers(view.own, view.forward, other) for other in view.own)


def beside(view: View, pawn: Square) -> list[Square]:
    """Return the own pawns next to a square on its rank."""
    return [other for other in view.own if other[1] == pawn[1] and abs(other[0] - pawn[0]) == 1]


@reference
def defended_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if guarded(view, pawn)}


@reference
def defending_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if guards_a_pawn(view, pawn)}


@reference
def chain_bases(view: View) -> Squares:
    return {pawn for pawn in view.own if guards_a_pawn(view, pawn) and not guarded(view, pawn)}


@reference
def chain_links(view: View) -> Squares:
    return {pawn for pawn in view.own if guards_a_pawn(view, pawn) and guarded(view, pawn)}


@reference
def chain_heads(view: View) -> Squares:
    return {pawn for pawn in view.own if guarded(view, pawn) and not guards_a_pawn(view, pawn)}


@reference
def phalanx_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if beside(view, pawn)}


@reference
def duos(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if len(beside(view, pawn)) == 1 and all(len(beside(view, other)) == 1 for other in beside(view, pawn))
    }


@reference
def connected_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if beside(view, pawn) or guarded(view, pawn) or guards_a_pawn(view, pawn)}


# Doubled pawns


def pawns_on_file(view: View, file: int) -> int:
    """Return the number of own pawns on a file."""
    return sum(pawn[0] == file for pawn in view.own)


@reference
def doubled_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if pawns_on_file(view, pawn[0]) >= 2}


@reference
def doubled_pawns_stockfish(view: View) -> Squares:
    return {
        (file, rank)
        for file, rank in view.own
        if (file, rank - view.forward) in view.own and not guarded(view, (file, rank))
    }


@reference
def tripled_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if pawns_on_file(view, pawn[0]) >= 3}


# Passers and candidates


def is_open(view: View, pawn: Square) -> bool:
    """Say whether no enemy pawn is in front of an own pawn on its file."""
    return not any(in_front(view, other, pawn) for other in view.enemy)


def is_passed(view: View, pawn: Square) -> bool:
    """Say whether no enemy pawn is in front of an own pawn on its file and the files beside it."""
    return not stoppers(view, pawn)


def stoppers(view: View, pawn: Square) -> Squares:
    """Return the enemy pawns in front of an own pawn on its file and the files beside it."""
    return {other for other in view.enemy if abs(other[0] - pawn[0]) <= 1 and (other[1] - pawn[1]) * view.forward > 0}


@reference
def open_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_open(view, pawn)}


@reference
def passed_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn)}


@reference
def passed_pawns_frontmost(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_passed(view, pawn) and not any(in_front(view, other, pawn) for other in view.own)
    }


@reference
def passed_pawns_stockfish(view: View) -> Squares:
    found = set()
    for pawn in view.own:
        file, rank = pawn
        in_front_of_it = stoppers(view, pawn)
        attacked = {(file + east, rank + view.forward) for east in (1, -1)}
        attacking_the_stop = {(file + east, rank + 2 * view.forward) for east in (1, -1)} & view.enemy
        levering = any(
            (file + east, rank - view.forward) in view.own
            and (file + east, rank) not in view.enemy
            and len(list(attackers(view.enemy, -view.forward, (file + east, rank)))) < 2
            for east in (1, -1)
        )
        if (
            in_front_of_it <= attacked
            or (in_front_of_it <= attacking_the_stop and len(beside(view, pawn)) >= len(attacking_the_stop))
            or (in_front_of_it == {stop(view, pawn)} and side_rank(view, pawn) >= 5 and levering)
        ) and not any(in_front(view, other, pawn) for other in view.own):
            found.add(pawn)
    return found


@reference
def protected_passed_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and guarded(view, pawn)}


@reference
def connected_passed_pawns(view: View) -> Squares:
    passed = passed_pawns(view)
    return {pawn for pawn in passed if any(abs(other[0] - pawn[0]) == 1 for other in passed)}


def has_helpers_enough(view: View, pawn: Square) -> bool:
    """Say whether own pawns beside or behind on the files beside a pawn are as many as enemy pawns in front there."""
    helpers = sentries_in_front = 0
    for other in view.own | view.enemy:
        if abs(other[0] - pawn[0]) == 1:
            ahead = (other[1] - pawn[1]) * view.forward
            helpers += other in view.own and ahead <= 0
            sentries_in_front += other in view.enemy and ahead > 0
    return helpers >= sentries_in_front


@reference
def candidate_pawns(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn) and not is_passed(view, pawn) and has_helpers_enough(view, pawn)
    }


@reference
def fakers(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn) and not is_passed(view, pawn) and not has_helpers_enough(view, pawn)
    }


@reference
def candidates_on_fifth(view: View) -> Squares:
    safe = safe_squares(view)
    return {
        pawn
        for pawn in view.own
        if side_rank(view, pawn) == 5 and is_open(view, pawn) and not is_passed(view, pawn) and stop(view, pawn) in safe
    }


@reference
def candidates_with_safe_path(view: View) -> Squares:
    safe = safe_squares(view)
    return {
        pawn
        for pawn in view.own
        if is_open(view, pawn)
        and not is_passed(view, pawn)
        and all(square in safe for square in SQUARES if in_front(view, square, pawn))
    }


def has_free_path(view: View, pawn: Square) -> bool:
    """Say whether no piece is in front of an own pawn."""
    return not any(in_front(view, piece, pawn) for piece in view.own_pieces | view.enemy_pieces)


@reference
def promotion_path_free(view: View) -> Squares:
    return {pawn for pawn in view.own if is_passed(view, pawn) and has_free_path(view, pawn)}


def king_moves(start: Square, goal: Square) -> int:
    """Return how many moves a king needs from one square to another on an empty board."""
    return max(abs(start[0] - goal[0]), abs(start[1] - goal[1]))


@reference
def unstoppable_passers(view: View) -> Squares:
    if view.enemy_pieces - view.enemy - view.enemy_kings:
        return set()
    found = set()
    for pawn in view.own:
        moves = 8 - side_rank(view, pawn)
        if side_rank(view, pawn) <= 2:
            moves -= 1
        last_rank = 7 if view.forward == 1 else 0
        king_is_late = all(
            moves < king_moves(king, (pawn[0], last_rank)) - (not view.to_move) for king in view.enemy_kings
        )
        king_takes_it = (
            not view.to_move
            and any(king_moves(king, pawn) == 1 for king in view.enemy_kings)
            and not guarded(view, pawn)
            and all(king_moves(king, pawn) > 1 for king in view.own_kings)
        )
        if is_passed(view, pawn) and has_free_path(view, pawn) and king_is_late and not king_takes_it:
            found.add(pawn)
    return found


# Backward and weak pawns


def is_left_behind(view: View, pawn: Square) -> bool:
    """Say whether no own pawn on the files beside a pawn stands beside it or behind it."""
    return not any(abs(other[0] - pawn[0]) == 1 and (other[1] - pawn[1]) * view.forward <= 0 for other in view.own)


def attacked_by_enemy(view: View, square: Square) -> bool:
    """Say whether an enemy pawn attacks a square; false for squares beyond the board."""
    return square in SQUARES and any(attackers(view.enemy, -view.forward, square))


@reference
def backward_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if is_left_behind(view, pawn) and attacked_by_enemy(view, stop(view, pawn))}


@reference
def backward_pawns_unrammed(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_left_behind(view, pawn)
        and attacked_by_enemy(view, stop(view, pawn))
        and stop(view, pawn) not in view.enemy
    }


@reference
def backward_pawns_stockfish(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_left_behind(view, pawn) and (attacked_by_enemy(view, stop(view, pawn)) or stop(view, pawn) in view.enemy)
    }


@reference
def backward_pawns_telestop(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if any(
            (square == pawn or in_front(view, square, pawn))
            and attacked_by_enemy(view, square)
            and not guardable(view, square)
            for square in SQUARES
        )
    }


@reference
def stragglers(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if is_left_behind(view, pawn)
        and attacked_by_enemy(view, stop(view, pawn))
        and is_open(view, pawn)
        and side_rank(view, pawn) in (2, 3)
    }


def squares_on_its_way(view: View, pawn: Square) -> Iterator[Square]:
    """Yield the square of a pawn and those in front of it up to the first enemy pawn."""
    square = pawn
    while square in SQUARES and square not in view.enemy - {pawn}:
        yield square
        square = stop(view, square)


def can_come_to_guard(view: View, square: Square) -> bool:
    """Say whether an own pawn guards a square, now or from further on its file before the first enemy pawn."""
    return any(
        square in [(place[0] + east, place[1] + view.forward) for east in (1, -1)]
        for pawn in view.own
        for place in squares_on_its_way(view, pawn)
    )


@reference
def overly_advanced_pawns(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if any(abs(other[0] - pawn[0]) == 1 and (pawn[1] - other[1]) * view.forward > 0 for other in view.own)
        and not can_come_to_guard(view, pawn)
        and not guarded(view, stop(view, pawn))
    }


@reference
def hanging_pawns(view: View) -> Squares:
    half = {pawn for pawn in view.own if is_open(view, pawn) and neighbour_files_with_pawns(view, pawn[0]) == 1}
    return {(file, rank) for file, rank in half if (file + 1, rank) in half or (file - 1, rank) in half}


# Holes and outposts


@reference
def holes(view: View) -> Squares:
    return {square for square in SQUARES if side_rank(view, square) in (3, 4) and not guardable(view, square)}


@reference
def outposts(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if side_rank(view, square) in (4, 5, 6) and guarded(view, square) and not sentries(view, square)
    }


@reference
def outposts_stockfish(view: View) -> Squares:
    other = view.turned()
    held = rams(other) | backward_pawns_stockfish(other)
    return {
        square
        for square in SQUARES
        if side_rank(view, square) in (4, 5, 6)
        and (guarded(view, square) or stop(view, square) in view.own | view.enemy)
        and not attacked_by_enemy(view, square)
        and all(pawn in held for pawn in sentries(view, square))
    }


# Majorities and center


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


# Pawns and kings


def near_king_files(king: Square, pawn: Square) -> bool:
    """Say whether a pawn is on a king's file or one of those beside it."""
    return abs(pawn[0] - king[0]) <= 1


@reference
def king_shelter(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        for king in view.own_kings
        if near_king_files(king, pawn) and (pawn[1] - king[1]) * view.forward > 0
    }


@reference
def pawn_storm(view: View) -> Squares:
    return {
        pawn
        for pawn in view.enemy
        for king in view.own_kings
        if near_king_files(king, pawn) and 1 <= (pawn[1] - king[1]) * view.forward <= 4
    }


# Numbers


def fileset(view: View) -> int:
    """Return the files with own pawns as a byte, bit 0 for the a-file."""
    return sum(1 << file for file in range(8) if file_of_pawns(view.own, file))


def island_count(view: View) -> int:
    """Return the number of pawn islands."""
    return len(islands(view.own))


def dispersion(view: View) -> int:
    """Return how far three times the square of the number of islands is from the number of pawns."""
    return abs(3 * len(islands(view.own)) ** 2 - len(view.own))


def distortion(view: View) -> int:
    """Return the sum of the differences between the foremost ranks of neighbouring files, 0 for an empty file."""
    foremost = [max((side_rank(view, pawn) for pawn in view.own if pawn[0] == file), default=0) for file in range(8)]
    return sum(abs(one - other) for one, other in pairwise(foremost))


def west_majority(view: View) -> int:
    """Return how many pawns more than the enemy the side has on the west wing, at least 0."""
    return max(0, more_own_pawns(view, WEST_WING))


def east_majority(view: View) -> int:
    """Return how many pawns more than the enemy the side has on the east wing, at least 0."""
    return max(0, more_own_pawns(view, EAST_WING))


def center_pawns(view: View) -> int:
    """Return the number of own pawns on the d- and e-file."""
    return sum(file in (3, 4) for file, _ in view.own)


for _number in (fileset, island_count, west_majority, east_majority, center_pawns, dispersion, distortion):
    NUMBER_REFERENCES[_number.__name__] = _number
