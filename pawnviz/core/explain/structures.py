"""Named pawn structures, defined by exact rules: which squares hold pawns, and which files hold no others.

A rule is written as White sees it and holds for Black with the board turned and the colors exchanged. A position has a
structure or has it not; nothing is weighed. The same pawns may make several structures.

Source: https://en.wikipedia.org/wiki/Pawn_structure
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pawnviz.core.board.bitboard import FILES, complement, flip_vertical, parse_squares, square_names
from pawnviz.core.board.side import Side
from pawnviz.core.words import listed, plural


@dataclass(frozen=True)
class Requirement:
    """What holds of the pawns of one color: of the side whose structure it is or, when ``enemy``, of the other side.

    The color has pawns on all of the ``squares``, a mask as White sees it, and no others on the ``files``, letters from
    a to h. When ``any_of_them``, it has a pawn on at least one of the squares.
    """

    squares: int
    files: str = ""
    enemy: bool = False
    any_of_them: bool = False

    def made_by(self, side: Side[int]) -> int | None:
        """Return the pawns that fulfill the requirement for a side, an empty mask where it asks for none, else None."""
        squares = self.squares if side.color else flip_vertical(self.squares)
        pawns = side.enemy.pawns if self.enemy else side.pawns
        if self.any_of_them:
            return pawns & squares or None
        others = pawns & sum(FILES["abcdefgh".index(file)] for file in self.files) & complement(squares)
        return squares if pawns & squares == squares and not others else None

    def words(self, white: bool) -> str:
        """Return the requirement of White's or Black's structure as a sentence."""
        color = "White" if white != self.enemy else "Black"
        squares = square_names(self.squares if white else flip_vertical(self.squares)).split()
        if self.any_of_them:
            return f"{color} has a pawn on {listed(squares, 'or')}."
        files = f"the {self.files}-file" if len(self.files) == 1 else f"the files {listed(self.files)}"
        if not squares:
            return f"{color} has no pawn on {files}."
        has = f"{color} has {plural(len(squares), 'a pawn', 'pawns')} on {listed(squares)}"
        return f"{has} and no other on {files}." if self.files else f"{has}."


@dataclass(frozen=True)
class Mirrored:
    """That each color's pawns are the other's mirror image across the middle of the board, and that there are some."""

    def made_by(self, side: Side[int]) -> int | None:
        """Return the pawns of both colors when they mirror each other, else None."""
        pawns = side.pawns | side.enemy.pawns
        return pawns if pawns and side.pawns == flip_vertical(side.enemy.pawns) else None

    def words(self, white: bool) -> str:
        """Return the requirement as a sentence, the same for both colors."""
        return "There are pawns, and each color's are the mirror image of the other's across the middle of the board."


@dataclass(frozen=True)
class Structure:
    """A named structure: its identifier, its title, and the requirements that all hold where it is.

    A structure that is ``mutual`` belongs to both colors alike, any other to one.
    """

    identifier: str
    title: str
    requirements: tuple[Requirement | Mirrored, ...]
    mutual: bool = False

    @property
    def rule(self) -> str:
        """The exact rule in words, as White's structure."""
        return self.rule_for(True)

    def rule_for(self, white: bool) -> str:
        """Return the exact rule in words, as White's or as Black's structure."""
        return " ".join(requirement.words(white) for requirement in self.requirements)

    def made_by(self, side: Side[int]) -> int:
        """Return the pawns of both colors that make the structure for a side, empty where it is not."""
        pawns = 0
        for requirement in self.requirements:
            made = requirement.made_by(side)
            if made is None:
                return 0
            pawns |= made
        return pawns


@dataclass(frozen=True)
class FoundStructure:
    """A structure on a board: whose it is, None where it belongs to both colors, and the pawns that make it."""

    structure: Structure
    color: bool | None
    squares: int

    @property
    def rule(self) -> str:
        """The rule in words, with the squares of the color whose structure it is."""
        return self.structure.rule_for(self.color is not False)


def structures(white: Side[int], black: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures on a board by its two sides, White's before Black's of each kind."""
    found = []
    for structure in STRUCTURES.values():
        for side in (white,) if structure.mutual else (white, black):
            if squares := structure.made_by(side):
                found.append(FoundStructure(structure, None if structure.mutual else side.color, squares))
    return tuple(found)


def _own(squares: str, *, files: str = "") -> Requirement:
    """Return that the side has pawns on these squares, and no others on these files."""
    return Requirement(parse_squares(squares), files)


def _enemy(squares: str, *, files: str = "") -> Requirement:
    """Return that the enemy has pawns on these squares, and no others on these files."""
    return Requirement(parse_squares(squares), files, enemy=True)


def _own_one(squares: str) -> Requirement:
    """Return that the side has a pawn on one of these squares."""
    return Requirement(parse_squares(squares), any_of_them=True)


def _enemy_one(squares: str) -> Requirement:
    """Return that the enemy has a pawn on one of these squares."""
    return Requirement(parse_squares(squares), enemy=True, any_of_them=True)


STRUCTURES: Final[dict[str, Structure]] = {
    structure.identifier: structure
    for structure in (
        Structure(
            "isolated_queens_pawn",
            "Isolated queen's pawn",
            (_own("d4", files="cde"), _enemy("", files="d")),
        ),
        Structure("hanging_pawns", "Hanging pawns", (_own("c4 d4", files="bcde"), _enemy("", files="cd"))),
        Structure(
            "isolated_pawn_couple", "Isolated pawn couple", (_own("c3 d4", files="bcde"), _enemy("", files="cd"))
        ),
        Structure(
            "carlsbad",
            "Carlsbad",
            (_own("d4", files="cd"), _own_one("e2 e3"), _enemy("d5", files="de"), _enemy_one("c6 c7")),
        ),
        Structure(
            "maroczy_bind",
            "Maroczy bind",
            (_own("c4 e4"), _own("", files="d"), _enemy("", files="c"), _enemy_one("d6 d7")),
        ),
        Structure("stonewall", "Stonewall", (_own("c3 d4 e3 f4"),)),
        Structure("french_chain", "French chain", (_own("d4 e5"), _enemy("d5 e6"))),
        Structure(
            "hedgehog",
            "Hedgehog",
            (_own("a3 b3 d3 e3"), _own("", files="c"), _enemy("c5 e5"), _enemy("", files="d")),
        ),
        Structure(
            "doubled_c_pawns",
            "Doubled c-pawns",
            (_own("c3 c4", files="bc"), _own_one("d3 d4")),
        ),
        Structure(
            "benoni",
            "Benoni",
            (_own("d5", files="cd"), _own_one("e2 e3 e4"), _enemy("c5 d6"), _enemy("", files="e")),
        ),
        Structure("kings_indian_chain", "King's Indian chain", (_own("d5 e4"), _enemy("d6 e5"))),
        Structure(
            "caro_kann_formation",
            "Caro-Kann formation",
            (_own("c3 e3"), _own("", files="d"), _enemy("d5"), _enemy_one("c5 c6 c7"), _enemy("", files="e")),
        ),
        Structure(
            "slav_formation",
            "Slav formation",
            (_own("c3 e3"), _own("", files="d"), _enemy("d5"), _enemy_one("e5 e6 e7"), _enemy("", files="c")),
        ),
        Structure(
            "scheveningen",
            "Scheveningen, the small center",
            (_own("d3 e3"), _own("", files="c"), _enemy("e5"), _enemy("", files="d")),
        ),
        Structure(
            "dragon",
            "Dragon",
            (_own("d3 e2 f2 g3 h2"), _own("", files="c"), _enemy("e5"), _enemy("", files="d")),
        ),
        Structure(
            "boleslavsky_hole",
            "Boleslavsky hole",
            (_own("d3 e4"), _own("", files="c"), _enemy("e5"), _enemy("", files="d")),
        ),
        Structure("gruenfeld_center", "Grünfeld center", (_own("c3 d4 e4", files="bc"), _enemy("", files="d"))),
        Structure("symmetrical", "Symmetrical", (Mirrored(),), mutual=True),
    )
}
"""The structures by identifier."""
