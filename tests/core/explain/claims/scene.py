"""A board with a square to speak of, and the registry of claims: the forms that clauses have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import chess

Squares = set[int]


@dataclass(frozen=True)
class Scene:
    """A board, the color whose label is explained, and the square that it is about."""

    board: chess.Board
    color: bool
    square: int

    # What stands where

    def pawns(self, color: bool) -> Squares:
        return set(self.board.pieces(chess.PAWN, color))

    def rank(self, square: int, color: bool | None = None) -> int:
        """Return a rank, 1 to 8, from the end of a color, by default of the one whose label is explained."""
        white = self.color if color is None else color
        return chess.square_rank(square) + 1 if white else 8 - chess.square_rank(square)

    def is_ahead(self, square: int, of: int, color: bool) -> bool:
        return self.rank(square, color) > self.rank(of, color)

    def step(self, square: int, color: bool) -> int | None:
        """Return the square in front of one, or None on the last rank."""
        return None if self.rank(square, color) == 8 else square + (8 if color else -8)

    def attacked_by(self, pawns: Iterable[int], color: bool) -> Squares:
        return {target for pawn in pawns for target in chess.SquareSet(chess.BB_PAWN_ATTACKS[color][pawn])}

    def attackers(self, square: int, color: bool) -> Squares:
        return {pawn for pawn in self.pawns(color) if square in self.attacked_by([pawn], color)}

    def may_attack(self, pawn: int, square: int, color: bool) -> bool:
        """Return whether a pawn attacks a square, now or once it has advanced on its file."""
        return abs(file_of(pawn) - file_of(square)) == 1 and self.is_ahead(square, pawn, color)

    def who_may_attack(self, square: int, color: bool) -> Squares:
        return {pawn for pawn in self.pawns(color) if self.may_attack(pawn, square, color)}

    def in_front(self, square: int, files: Iterable[int], color: bool) -> Squares:
        """Return the pawns of a color that stand in front of the square, as the explained color sees it."""
        return {
            pawn
            for pawn in self.pawns(color)
            if file_of(pawn) in set(files) and self.is_ahead(pawn, square, self.color)
        }

    def beside(self, square: int, color: bool) -> Squares:
        return {
            pawn for pawn in self.pawns(color) if rank_of(pawn) == rank_of(square) and files_apart(pawn, square) == 1
        }

    def is_passed(self, square: int, color: bool) -> bool:
        return not any(
            files_apart(pawn, square) < 2 and self.is_ahead(pawn, square, color) for pawn in self.pawns(not color)
        )

    def is_open(self, square: int, color: bool) -> bool:
        return not any(
            file_of(pawn) == file_of(square) and self.is_ahead(pawn, square, color) for pawn in self.pawns(not color)
        )

    def files_beside_with_pawns(self, square: int, color: bool) -> Squares:
        return {file_of(pawn) for pawn in self.pawns(color) if files_apart(pawn, square) == 1}

    def is_backward_or_rammed(self, square: int, color: bool) -> bool:
        """Return whether an enemy pawn is on or attacks the stop, and it is rammed or cannot be guarded there."""
        stop = self.step(square, color)
        if stop is None:
            return False
        if stop in self.pawns(not color):
            return True
        return bool(self.attackers(stop, not color)) and not self.who_may_attack(stop, color)

    def is_safe(self, square: int) -> bool:
        return len(self.attackers(square, self.color)) >= len(self.attackers(square, not self.color))

    def keepers(self, pawn: int, square: int) -> Squares:
        """Return the enemy pawns that stand where an own pawn must pass to guard a square from its file."""
        way = {
            other
            for other in chess.SQUARES
            if file_of(other) == file_of(pawn)
            and self.is_ahead(other, pawn, self.color)
            and self.rank(other) < self.rank(square)
        }
        return way & self.pawns(not self.color)


def file_of(square: int) -> int:
    return chess.square_file(square)


def rank_of(square: int) -> int:
    return chess.square_rank(square)


def files_apart(one: int, other: int) -> int:
    """Return how many files two squares are apart."""
    return abs(file_of(one) - file_of(other))


def files_beside(square: int) -> Squares:
    return {file for file in (file_of(square) - 1, file_of(square) + 1) if 0 <= file < 8}


COLORS: Final = {"white": chess.WHITE, "black": chess.BLACK}
RANK_NAMES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NUMBERS: Final = {"no": 0} | {str(number): number for number in range(65)}


def squares_in(text: str) -> list[int]:
    """Return the squares that a text names; ``d4 to d7`` names those between too."""
    found = [chess.parse_square(name) for name in re.findall(r"[a-h][1-8]", text)]
    if " to " in text and len(found) == 2:
        first, last = found
        return list(range(first, last + (8 if last > first else -8), 8 if last > first else -8))
    return found


def files_in(text: str) -> Squares:
    """Return the files that a text names: ``the c- or e-file``."""
    return {"abcdefgh".index(letter) for letter in re.findall(r"\b([a-h])-", text)}


def pawns_in(scene: Scene, text: str) -> tuple[bool, Squares]:
    """Return the color and the squares of ``the white pawns c3 and e3`` or ``no black pawn``; they must stand there."""
    match = re.fullmatch(rf"(?:only )?(?:(?:the|a) |no )(?:passed )?(white|black) pawns?(?: ({LIST}))?", text)
    assert match, text
    color, found = COLORS[match[1]], set(squares_in(match[2] or ""))
    assert found <= scene.pawns(color), text
    assert bool(found) != text.startswith("no "), text
    return color, found


LIST: Final = r"[a-h][1-8](?:(?:, | and | or )[a-h][1-8])*"
RUN: Final = r"[a-h][1-8](?:(?:, | and | or | to )[a-h][1-8])*"
WHO: Final = rf"(?:only )?(?:the|a|no) (?:passed )?(?:white|black) pawns?(?: {LIST})?"
SQUARE: Final = r"[a-h][1-8]"
FILES: Final = r"the (?:[a-h]-(?:, | and | or )?)+files?"

Claim = Callable[[Scene, Sequence[str]], bool]
CLAIMS: Final[list[tuple[re.Pattern[str], Claim]]] = []


def claim(pattern: str) -> Callable[[Claim], Claim]:
    """Register what a form of clause claims; its groups are handed over as texts."""
    named = {"WHO": WHO, "LIST": LIST, "RUN": RUN, "SQ": SQUARE, "FILES": FILES, "COLOR": "white|black"}
    for name, part in named.items():
        pattern = pattern.replace(f"<{name}>", f"({part})")

    def register(function: Claim) -> Claim:
        CLAIMS.append((re.compile(pattern), function))
        return function

    return register


def holds(scene: Scene, clause: str) -> bool | None:
    """Return whether a clause is true of the scene, or None where it has no known form.

    Where several forms fit, each must hold.
    """
    found = [function(scene, match.groups()) for pattern, function in CLAIMS if (match := pattern.fullmatch(clause))]
    return all(found) if found else None


def square_of(text: str) -> int:
    return chess.parse_square(text)
