"""Annotations of the positions of a game besides comments: the signs of glyphs, arrows and circles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pawnviz.core.games.comments import drawings_of
from pawnviz.core.games.editing import GLYPHS

if TYPE_CHECKING:
    import chess.pgn


class Annotation(NamedTuple):
    """The glyph signs of the move to a position, and its drawings: a color's letter by source and target square."""

    glyphs: str
    drawings: Mapping[tuple[int, int], str]


def glyph_text(numbers: Iterable[int]) -> str:
    """Return the signs of glyphs by their numbers, such as ``!?``; one without a sign is its number, as `` $9``."""
    return "".join(GLYPHS.get(number, f" ${number}") for number in sorted(numbers))


def annotations_to(node: chess.pgn.GameNode | None) -> tuple[Annotation, ...]:
    """Return the annotations from the beginning of a game to a node, one for each position; none for None."""
    annotations = []
    while node is not None:
        annotations.append(Annotation(glyph_text(node.nags), drawings_of(node.comment)))
        node = node.parent
    return tuple(reversed(annotations))
