"""The table of named structures, and which of them are on a board."""

from __future__ import annotations

from functools import cache
from typing import Final

from pawnviz.core.board.side import BLACK, WHITE, Side
from pawnviz.core.explain.structures.flank import FLANK
from pawnviz.core.explain.structures.french import FRENCH
from pawnviz.core.explain.structures.indian import INDIAN
from pawnviz.core.explain.structures.isolated import ISOLATED
from pawnviz.core.explain.structures.open_games import OPEN_GAMES
from pawnviz.core.explain.structures.queens_gambit import QUEENS_GAMBIT
from pawnviz.core.explain.structures.rules import MirrorImage, Rule
from pawnviz.core.explain.structures.sicilian import SICILIAN
from pawnviz.core.explain.structures.structure import FoundStructure, Structure

FAMILIES: Final[dict[str, tuple[Structure, ...]]] = {
    "Isolated and hanging pawns": ISOLATED,
    "Queen's Gambit, Slav, Catalan and Colle": QUEENS_GAMBIT,
    "Indian defenses and Benonis": INDIAN,
    "Sicilian and English": SICILIAN,
    "French, Caro-Kann, Scandinavian and Alekhine": FRENCH,
    "Open games": OPEN_GAMES,
    "Flank openings, Dutch, and symmetry": FLANK,
}
"""The structures by the openings they come from."""

STRUCTURES: Final[dict[str, Structure]] = {
    structure.identifier: structure for family in FAMILIES.values() for structure in family
}
"""The structures by identifier."""


def structures(side: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures of both colors on a board, by either of its sides, the one that leads first.

    Those whose rules ask for more come first, except where the table says which leads; then White's before Black's.
    """
    white_pawns, black_pawns = side.white.pawns, side.black.pawns
    found: list[FoundStructure] = []
    rules: list[Rule | MirrorImage] = []
    for structure, color, rule in _by_specificity():
        squares = rule.made_by(white_pawns, black_pawns)
        if squares:
            is_led = any(structure.identifier in other.structure.leads for other in found)
            is_implied = is_led or any(leading.implies(rule) for leading in rules)
            found.append(FoundStructure(structure, None if structure.mutual else color, squares, is_implied))
            rules.append(rule)
    return tuple(found)


def leading_structures(side: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures of both colors on a board without those that follow from a more specific one."""
    return tuple(found for found in structures(side) if not found.is_implied)


@cache
def _by_specificity() -> tuple[tuple[Structure, bool, Rule | MirrorImage], ...]:
    """Return each structure with its owner and the rule for that owner, the most specific first."""
    versions = [
        (structure, color, structure.rule_of(color))
        for structure in STRUCTURES.values()
        for color in ((structure.of_white,) if structure.mutual else (WHITE, BLACK))
    ]
    return tuple(sorted(versions, key=lambda version: -_specificity(version[0])))


def _specificity(structure: Structure) -> float:
    """Return how much a structure's rule asks for, or a little more than the structures that it leads."""
    led = (_specificity(STRUCTURES[identifier]) + 0.01 for identifier in structure.leads)
    return max(structure.rule.specificity, *led, 0)
