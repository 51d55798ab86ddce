"""The names that a formula may use, with their meanings in a few words for completion and coloring."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any, Final, NamedTuple, Protocol

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

SWITCHED_OFF: Final[set[str]] = set()
"""The layers of packages that the user has switched off: formulas may call them, but nothing offers them."""

_USER_LAYERS: Final[list[Callable[[], Mapping[str, NamedLayer]]]] = []


def set_user_layers(read: Callable[[], Mapping[str, NamedLayer]]) -> None:
    """Let questions to games and positions call the layers that ``read`` returns whenever one is read."""
    _USER_LAYERS[:] = [read]


def known_user_layers() -> Mapping[str, NamedLayer]:
    """Return the user layers that questions may call, by identifier."""
    return _USER_LAYERS[0]() if _USER_LAYERS else {}


FORMER_IDENTIFIERS: Final = {"unstoppable_passers": "outside_kings_square"}
"""Identifiers of layers in former versions, which files, formulas and programs may still use, with those of today."""

SIDES: Final = ("own", "enemy", "white", "black")
"""The names of the sides; as a set of squares each stands for the side's pawns."""

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

NAMES: Final = {
    **{side: ("pawns", side) for side in SIDES},
    "own_pieces": ("pieces", "own"),
    "enemy_pieces": ("pieces", "enemy"),
    "occupied": ("occupied", "own"),
    "en_passant": ("en_passant", "own"),
}
"""The sets that are read from the board, each with the field of ``Side`` that it is and the side."""

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


# Words for completion and coloring


class Kind(Enum):
    """The kind of a part of a formula's text."""

    SIDE = "side"  # One of the four sides, and as a set its pawns.
    SET = "set"  # A set that is read from the board or is the same on every board, with a name.
    CALL = "call"  # A step, a fill or the pieces of a side.
    LAYER = "layer"  # A built-in layer.
    USER_LAYER = "user layer"  # A user layer.
    LOCAL = "local"  # A name that the formula itself gives to a set.
    SQUARES = "squares"  # Squares in braces, a mask in hexadecimal, or a count.
    OPERATOR = "operator"  # A sign between or in front of sets.
    OTHER = "other"  # A name without a meaning, or a sign that no formula holds.


class Word(NamedTuple):
    """A word that can be chosen: its text, its meaning, and the ``argument`` in its parentheses at first, if any."""

    name: str
    kind: Kind
    about: str
    argument: str = ""

    @property
    def text(self) -> str:
        """The word as it is written, with its argument."""
        return f"{self.name}({self.argument})" if self.argument else self.name


_ABOUT: Final[dict[str, str]] = {
    "own": "the pawns of the side that the formula is computed for",
    "enemy": "the other side's pawns",
    "white": "White's pawns",
    "black": "Black's pawns",
    "own_pieces": "all pieces of the side, pawns too",
    "enemy_pieces": "all pieces of the other side, pawns too",
    "occupied": "all pieces of both sides",
    "en_passant": "the square that a pawn of the side may capture on in passing",
    "own_half": "the side's four nearest ranks: 1 to 4 for White, 5 to 8 for Black",
    "enemy_half": "the other side's four nearest ranks: 5 to 8 for White, 1 to 4 for Black",
    "board": "all 64 squares",
    **{
        f"rank_{number}": f"rank {number}; rank_{number}(own) counts from the side's end of the board"
        for number in range(1, 9)
    },
    **{f"file_{letter}": f"the squares of the {letter}-file" for letter in "abcdefgh"},
    "light_squares": "the 32 light squares",
    "dark_squares": "the 32 dark squares, a1 among them",
    "west_half": "files a to d",
    "east_half": "files e to h",
    "south_half": "ranks 1 to 4",
    "north_half": "ranks 5 to 8",
    "forward": "one square towards the other side; (x, 2) two squares",
    "backward": "one square towards the own side; (x, 2) two squares",
    "north": "one square towards rank 8; (x, 2) two squares",
    "south": "one square towards rank 1; (x, 2) two squares",
    "east": "one square towards the h-file; (x, 2) two squares",
    "west": "one square towards the a-file; (x, 2) two squares",
    "forward_fill": "the squares and all in front of them",
    "backward_fill": "the squares and all behind them",
    "north_fill": "the squares and all north of them",
    "south_fill": "the squares and all south of them",
    "east_fill": "the squares and all east of them on their ranks",
    "west_fill": "the squares and all west of them on their ranks",
    "file_fill": "the whole files of the squares",
    **{kind: f"the side's {kind}" for kind in ("knights", "bishops", "rooks", "queens")},
    "kings": "the side's king, or kings",
    "king": "the side's king",
    "pieces": "all pieces of the side, pawns too",
}
"""The meanings of the words that need no user layer, in the order of the grammar."""

_TOKEN: Final = (
    r"(?P<squares>\{[^{}]*\}?|0[xX][0-9A-Za-z_]*|[0-9][0-9A-Za-z_]*)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<operator><<|>>|[|^&\-~(),=;])|(?P<other>[^\s])"
)
_GIVEN: Final = r"(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]*+)\s*+="


@cache
def words() -> tuple[Word, ...]:
    """Return every word of formulas that needs no user layer, in the order of the grammar."""
    kinds = dict.fromkeys(CALLS, Kind.CALL) | dict.fromkeys(SIDES, Kind.SIDE)
    named = (Word(name, kinds.get(name, Kind.SET), _ABOUT[name], "own" * (name in CALLS)) for name in _ABOUT)
    return (*named, *(layer_word(layer, Kind.LAYER) for layer in LAYERS.values()))


def layer_word(layer: NamedLayer, kind: Kind) -> Word:
    """Return the word of a layer, which means its definition, or else its title."""
    return Word(layer.identifier, kind, layer.definition or layer.title, "own")


def found_words(text: str, user_layers: Iterable[NamedLayer], formula: str = "") -> tuple[Word, ...]:
    """Return the words that contain a text: those that begin with it, those with a part that does, then the others."""
    wanted = text.casefold()
    given = given_names(formula)
    candidates = (
        *(Word(name, Kind.LOCAL, "the set of this name above") for name in given if name != text),
        *(layer_word(layer, Kind.USER_LAYER) for layer in user_layers),
        *(word for word in words() if word.name not in SWITCHED_OFF),
    )
    if not wanted:
        return candidates
    found = [word for word in candidates if wanted in word.name]
    return tuple(sorted(found, key=lambda word: (_rank(word.name, wanted), len(word.name))))


def _rank(name: str, wanted: str) -> int:
    return 0 if name.startswith(wanted) else 1 if f"_{wanted}" in name else 2


def given_names(formula: str) -> tuple[str, ...]:
    """Return the names that a formula's text gives to sets, in its order; the text need not be a formula."""
    return tuple(dict.fromkeys(re.findall(_GIVEN, formula)))


def parts(
    text: str, user_layers: Collection[str] = (), given: Collection[str] | None = None
) -> Iterator[tuple[int, int, Kind]]:
    """Yield start, end and kind of each part of a text, blanks left out; ``given`` are its own names of sets."""
    kinds = _kinds()
    given = given_names(text) if given is None else given
    for token in re.finditer(_TOKEN, text):
        name = token["name"]
        if name is None:
            kind = Kind.SQUARES if token["squares"] else Kind.OPERATOR if token["operator"] else Kind.OTHER
        else:
            own = Kind.USER_LAYER if name in user_layers else Kind.LOCAL if name in given else Kind.OTHER
            kind = kinds.get(name, own)
        yield token.start(), token.end(), kind


@cache
def _kinds() -> dict[str, Kind]:
    return {word.name: word.kind for word in words()}
