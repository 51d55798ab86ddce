"""The squares of a board in words: the piece there, and the reason for which each shown layer has the square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pawnviz.core.board.bitboard import file_fill
from pawnviz.core.board.position import Position
from pawnviz.core.explain.pawn_words import pawn_headline, ranked_labels, square_headline
from pawnviz.core.explain.reasons import REASONS, reason
from pawnviz.core.explain.reasons.registry import joined
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.picture import ShownLayer


class Answer(NamedTuple):
    """A sentence on a square, the shown layers that hold it, and further sentences on its pawn.

    A layer is its number among the shown ones, whether it is White's, and the reason, empty if its definition is all.
    """

    headline: str
    layers: tuple[tuple[int, bool, str], ...]
    more: tuple[str, ...] = ()


def answers(position: Position, shown: Sequence[ShownLayer]) -> list[Answer]:
    """Return the answer of each square from a1 to h8; a set of files holds all squares of its files."""
    sides = position.sides()
    held = [
        (number, side, mask if entry.layer.turns else file_fill(mask))
        for number, entry in enumerate(shown)
        for side, wanted in zip(sides, (entry.white, entry.black), strict=True)
        if wanted
        for mask in (entry.mask(side),)
    ]
    found = []
    for square, piece in enumerate(position.pieces()):
        layers, named = [], set()
        for number, side, mask in held:
            if mask >> square & 1:
                layer = shown[number].layer
                explained = layer.identifier in REASONS and LAYERS[layer.identifier] is layer
                clauses = reason(layer.identifier, side, square).clauses if explained else ()
                text = f"{joined(clauses)}." if clauses else ""
                layers.append((number, side.color, text))
                named.add(layer.identifier)
        headline, more = square_headline(sides, square), tuple[str, ...]()
        if piece in ("P", "p"):
            side = sides[piece == "p"]
            headline = pawn_headline(side, square) or headline
            lines = ranked_labels(side, square).first
            more = tuple(line.sentence for line in lines if named.isdisjoint(each.identifier for each in line.reasons))
        found.append(Answer(headline, tuple(layers), more))
    return found
