"""The registry of claims: the forms that clauses have, what their parts name, and how a form is registered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import chess

from tests.core.explain.claims.scene import Scene, Squares

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
