"""Every layer and number again, square by square from its sentence: slow, without masks, shifts or formulas.

A square is a pair of file and rank, each from 0 to 7. What the fast rules say is compared with what these say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

Square = tuple[int, int]
Squares = set[Square]

SQUARES: Final = [(file, rank) for rank in range(8) for file in range(8)]


@dataclass(frozen=True)
class View:
    """A board as one color sees it: whose pawns and men are where, whose move it is, and which way is forward, 1 or -1."""

    forward: int
    own: frozenset[Square]
    enemy: frozenset[Square]
    own_men: frozenset[Square]
    enemy_men: frozenset[Square]
    own_kings: frozenset[Square]
    enemy_kings: frozenset[Square]
    en_passant: frozenset[Square]
    to_move: bool

    def turned(self) -> View:
        """Return the same pawns and men as the other color sees them; without an en-passant square."""
        return View(
            -self.forward,
            self.enemy,
            self.own,
            self.enemy_men,
            self.own_men,
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
    return target in SQUARES and (target in view.enemy_men or target in view.en_passant)


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


# Numbers


def fileset(view: View) -> int:
    """Return the files with own pawns as a byte, bit 0 for the a-file."""
    return sum(1 << file for file in range(8) if file_of_pawns(view.own, file))


def island_count(view: View) -> int:
    """Return the number of pawn islands."""
    return len(islands(view.own))


NUMBER_REFERENCES["fileset"] = fileset
NUMBER_REFERENCES["island_count"] = island_count
