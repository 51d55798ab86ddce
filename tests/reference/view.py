"""A board as the references see it, and where they are found by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

Square = tuple[int, int]
"""File and rank, each from 0 to 7."""
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
    own_knights: frozenset[Square]
    enemy_knights: frozenset[Square]
    own_bishops: frozenset[Square]
    enemy_bishops: frozenset[Square]
    own_rooks: frozenset[Square]
    enemy_rooks: frozenset[Square]
    own_queens: frozenset[Square]
    enemy_queens: frozenset[Square]
    en_passant: frozenset[Square]
    to_move: bool

    def turned(self) -> View:
        """Return the same pawns and pieces as the other color sees them; without an en-passant square."""
        sets = vars(self)
        other = {name: sets[name.replace("own", "enemy")] for name in sets if name.startswith("own")}
        other |= {name: sets[name.replace("enemy", "own")] for name in sets if name.startswith("enemy")}
        return View(forward=-self.forward, en_passant=frozenset(), to_move=not self.to_move, **other)


def mask_of_squares(squares: Squares) -> int:
    """Return the mask of a set of squares, a1 = bit 0, h8 = bit 63."""
    return sum(1 << 8 * rank + file for file, rank in squares)


def in_front(view: View, square: Square, pawn: Square) -> bool:
    """Return whether a square is in front of an own pawn on its file."""
    return square[0] == pawn[0] and (square[1] - pawn[1]) * view.forward > 0


def behind(view: View, square: Square, pawn: Square) -> bool:
    """Return whether a square is behind an own pawn on its file."""
    return square[0] == pawn[0] and (square[1] - pawn[1]) * view.forward < 0


def stop(view: View, pawn: Square) -> Square:
    """Return the square in front of an own pawn; its rank is -1 or 8 where the board ends."""
    return pawn[0], pawn[1] + view.forward


def file_of_pawns(pawns: frozenset[Square], file: int) -> bool:
    """Return whether one of the pawns is on a file; false for the files -1 and 8 beside the board."""
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
    """Yield the pawns that move ``forward`` and attack a square, the one west of it first."""
    for file in (square[0] - 1, square[0] + 1):
        if (file, square[1] - forward) in pawns:
            yield file, square[1] - forward


def neighbour_files_with_pawns(view: View, file: int) -> int:
    """Return on how many of the two neighbouring files an own pawn stands."""
    return file_of_pawns(view.own, file - 1) + file_of_pawns(view.own, file + 1)


def may_attack(pawn: Square, forward: int, square: Square, east: int) -> bool:
    """Return whether a pawn that moves ``forward`` attacks a square to its east (1) or west (-1), now or further on."""
    return square[0] == pawn[0] + east and (square[1] - pawn[1]) * forward > 0


def guardable(view: View, square: Square) -> bool:
    """Return whether an own pawn attacks a square, now or after advancing on its file."""
    return any(may_attack(pawn, view.forward, square, east) for pawn in view.own for east in (1, -1))


def sentries(view: View, square: Square) -> list[Square]:
    """Return the enemy pawns that attack a square, now or after advancing on their files."""
    return [pawn for pawn in view.enemy for east in (1, -1) if may_attack(pawn, -view.forward, square, east)]


def side_rank(view: View, square: Square) -> int:
    """Return the rank of a square, 1 to 8, counted from the side's own end of the board."""
    return square[1] + 1 if view.forward == 1 else 8 - square[1]


def guarded(view: View, square: Square) -> bool:
    """Return whether an own pawn attacks a square; false for squares beyond the board."""
    return square in SQUARES and any(attackers(view.own, view.forward, square))


def beside(view: View, pawn: Square) -> list[Square]:
    """Return the own pawns next to a square on its rank."""
    return [other for other in view.own if other[1] == pawn[1] and abs(other[0] - pawn[0]) == 1]


def is_open(view: View, pawn: Square) -> bool:
    """Return whether no enemy pawn is in front of an own pawn on its file."""
    return not any(in_front(view, other, pawn) for other in view.enemy)


def attacked_by_enemy(view: View, square: Square) -> bool:
    """Return whether an enemy pawn attacks a square; false for squares beyond the board."""
    return square in SQUARES and any(attackers(view.enemy, -view.forward, square))


def is_passed(view: View, pawn: Square) -> bool:
    """Return whether no enemy pawn is in front of an own pawn on its file and the files beside it."""
    return not stoppers(view, pawn)


def stoppers(view: View, pawn: Square) -> Squares:
    """Return the enemy pawns in front of an own pawn on its file and the files beside it."""
    return {other for other in view.enemy if abs(other[0] - pawn[0]) <= 1 and (other[1] - pawn[1]) * view.forward > 0}


LAYER_REFERENCES: Final[dict[str, Callable[[View], Squares]]] = {}
NUMBER_REFERENCES: Final[dict[str, Callable[[View], int]]] = {}

LayerRule = TypeVar("LayerRule", bound=Callable[[View], Squares])
NumberRule = TypeVar("NumberRule", bound=Callable[[View], int])
Test = Callable[[View, Square], bool]


def squares_of(**rules: Callable[[View], Squares]) -> None:
    """Register functions as the references of the layers of their names."""
    LAYER_REFERENCES.update(rules)


def pawns_where(**tests: Test) -> None:
    """Register the own pawns for which a test holds as the reference of the layer of its name."""

    def pawns(holds: Test) -> Callable[[View], Squares]:
        return lambda view: {pawn for pawn in view.own if holds(view, pawn)}

    squares_of(**{name: pawns(holds) for name, holds in tests.items()})


def squares_where(**tests: Test) -> None:
    """Register the squares for which a test holds as the reference of the layer of its name."""

    def squares(holds: Test) -> Callable[[View], Squares]:
        return lambda view: {square for square in SQUARES if holds(view, square)}

    squares_of(**{name: squares(holds) for name, holds in tests.items()})


def numbers_of(**rules: Callable[[View], int]) -> None:
    """Register functions as the references of the numbers of their names."""
    NUMBER_REFERENCES.update(rules)


def reference(rule: LayerRule) -> LayerRule:
    """Register the decorated function as the reference of the layer of its name."""
    squares_of(**{rule.__name__: rule})
    return rule


def of_pawns(holds: Test) -> Callable[[View], Squares]:
    """Register the decorated test of own pawns, and return the reference of the layer of its name."""
    pawns_where(**{holds.__name__: holds})
    return LAYER_REFERENCES[holds.__name__]


def of_squares(holds: Test) -> Callable[[View], Squares]:
    """Register the decorated test of squares, and return the reference of the layer of its name."""
    squares_where(**{holds.__name__: holds})
    return LAYER_REFERENCES[holds.__name__]


def number(rule: NumberRule) -> NumberRule:
    """Register the decorated function as the reference of the number of its name."""
    numbers_of(**{rule.__name__: rule})
    return rule
