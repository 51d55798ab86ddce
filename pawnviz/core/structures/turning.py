"""Texts about a board, for the board turned and the colors exchanged."""

from __future__ import annotations

import re
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES

_OTHER_COLOR: Final = {
    **{"White": "Black", "Black": "White", "white": "black", "black": "white"},
    **{
        f"{one}{rest}": f"{other}{rest}"
        for rest in ("-squared", " squares")
        for one, other in (("light", "dark"), ("dark", "light"))
    },
}
_TURNED_SQUARES: Final = {name: f"{name[0]}{9 - int(name[1])}" for name in SQUARE_NAMES}
_WORDS: Final = re.compile("|".join((*_OTHER_COLOR, "[a-h][1-8]")))


def turned_text(text: str) -> str:
    """Return a text with the colors exchanged and the squares mirrored: ``c4-c5`` becomes ``c5-c4``.

    The colors of squares change too: a light-squared bishop becomes a dark-squared one.
    """
    return _WORDS.sub(lambda match: _OTHER_COLOR.get(match[0]) or _TURNED_SQUARES[match[0]], text)
