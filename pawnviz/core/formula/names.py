"""The names that a formula may use: sides, sets, pieces, steps and fills, and the layers and numbers by identifier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from pawnviz.core.board import bitboard
from pawnviz.core.board.side import Side


class NamedNumber(Protocol):
    """A number as conditions call it."""

    @property
    def compute(self) -> Callable[[Side[Any]], Any]:
        """The function that returns the value for a side."""


class NamedLayer(NamedNumber, Protocol):
    """A layer as formulas call it, a built-in one or the user's."""

    @property
    def identifier(self) -> str:
        """The name in formulas."""

    @property
    def title(self) -> str:
        """The name for people."""

    @property
    def formula(self) -> str:
        """The executable text, empty for a counted layer."""

    @property
    def definition(self) -> str:
        """The meaning in a sentence."""

    @property
    def rule(self) -> str:
        """The rule in words of a layer without a formula."""

    @property
    def turns(self) -> bool:
        """Whether the squares turn with the board."""


LAYERS: Final[dict[str, NamedLayer]] = {}
NUMBERS: Final[dict[str, NamedNumber]] = {}
"""The built-in layers and numbers by identifier, in the order of the vocabulary, as ``core.layers`` declares them."""

FORMER_IDENTIFIERS: Final = {"unstoppable_passers": "outside_kings_square"}
"""Identifiers of layers in former versions, which files, formulas and programs may still use, with those of today."""

SIDES: Final = ("own", "enemy", "white", "black")
"""The names of the sides; as a set of squares each stands for the side's pawns."""

RELATIVE_SIDES: Final = ("own", "enemy")
"""The sides that depend on the side that a formula is computed for: that side itself, and its enemy."""

CONSTANTS: Final[dict[str, int]] = {
    "board": bitboard.BOARD,
    **{f"rank_{number}": mask for number, mask in enumerate(bitboard.RANKS, 1)},
    **{f"file_{letter}": mask for letter, mask in zip("abcdefgh", bitboard.FILES, strict=True)},
    "light_squares": bitboard.LIGHT_SQUARES,
    "dark_squares": bitboard.DARK_SQUARES,
    "west_half": bitboard.WEST_HALF,
    "east_half": bitboard.EAST_HALF,
    "south_half": bitboard.SOUTH_HALF,
    "north_half": bitboard.NORTH_HALF,
}
"""The sets that are the same on every board."""

NAMES: Final = (*SIDES, "own_pieces", "enemy_pieces", "occupied", "en_passant")
"""The sets that are read from the board."""

HALVES: Final = {"own_half": "own", "enemy_half": "enemy"}
"""The halves of the board with the relative side whose first four ranks each is."""

RANKS_OF_SIDES: Final = {f"rank_{number}": number for number in range(1, 9)}
"""The ranks that are called with a side and count from its end of the board; alone they count from White's."""

PIECE_SETS: Final = ("knights", "bishops", "rooks", "queens", "kings", "king", "pieces")
"""The sets of pieces that are called with a side: those of one kind, or all ``pieces``, pawns too."""

FORMER_NAMES: Final = {"men": "pieces"} | FORMER_IDENTIFIERS
"""Names that formulas of former versions call and that are still read, with the names of today."""

STEPS: Final[dict[str, Callable[[Any], Any]]] = {
    "north": bitboard.north,
    "south": bitboard.south,
    "east": bitboard.east,
    "west": bitboard.west,
}
"""The steps in absolute directions, one square each."""

FILLS: Final[dict[str, Callable[[Any], Any]]] = {
    "north_fill": bitboard.north_fill,
    "south_fill": bitboard.south_fill,
    "east_fill": bitboard.east_fill,
    "west_fill": bitboard.west_fill,
    "file_fill": bitboard.file_fill,
}
"""The fills in absolute directions."""

RELATIVE_STEPS: Final = ("forward", "backward")
RELATIVE_FILLS: Final = ("forward_fill", "backward_fill")
"""The steps and fills whose direction depends on the side that a formula is computed for."""

CALLS: Final = (*PIECE_SETS, *STEPS, *RELATIVE_STEPS, *FILLS, *RELATIVE_FILLS)
"""The names that stand in front of parentheses, beside those of layers and numbers."""

KEYWORDS: Final = ("and", "or", "xor", "not", "popcount")
"""The words of conditions; ``xor`` has no meaning there, but is often written for ``^``."""

RESERVED: Final = frozenset((*NAMES, *HALVES, *CONSTANTS, *CALLS, *FORMER_NAMES, *KEYWORDS))
"""The names that no user layer can have, beside those of built-in layers and numbers."""


def absolute_name(name: str, color: bool) -> str:
    """Return the name of a step or fill with its direction for a color: ``north_fill`` for White's ``forward_fill``."""
    if name.startswith("forward"):
        return name.replace("forward", "north" if color else "south")
    return name.replace("backward", "south" if color else "north")
