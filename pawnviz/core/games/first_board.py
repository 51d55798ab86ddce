"""The first position of a game, by its tags."""

from __future__ import annotations

from typing import Final

import chess
import chess.pgn

from pawnviz.core.board.position import Position
from pawnviz.core.words import quoted

_STANDARD: Final = ("standard", "chess", "orthodox", "normal", "from position", "")
_CHESS960: Final = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")


class UnreadableError(ValueError):
    """That the moves of a game cannot be read, since it is another kind of chess or its first position is wrong."""

    def __init__(self, tag: str, text: str) -> None:
        """``tag`` is the name of the tag that says so."""
        super().__init__(f"{text}; the moves are left out")
        self.tag = tag


def first_board(headers: chess.pgn.Headers) -> chess.Board:
    """Return the position that a game begins with; raises ``UnreadableError``.

    A tag FEN counts unless the tag SetUp is 0. Castling of Chess960 is allowed only if the tag Variant names it.
    """
    variant = headers.get("Variant", "").strip().lower()
    if variant not in (*_STANDARD, *_CHESS960):
        raise UnreadableError("Variant", f"the game is {quoted(headers['Variant'])}, not chess")
    fen = headers.get("FEN", "") if headers.get("SetUp") != "0" else ""
    if not fen:
        if variant in _CHESS960:
            raise UnreadableError("Variant", "a game of Chess960 needs a tag FEN with its first position")
        return chess.Board()
    try:
        Position.from_fen(fen)
        return chess.Board(fen, chess960=variant in _CHESS960)
    except ValueError as error:
        raise UnreadableError("FEN", f"the tag FEN is wrong: {error}") from None
