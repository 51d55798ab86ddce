"""A position in words: the inspector's first page as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from pawnviz.api.boards import position_of
from pawnviz.api.values import ByColor
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.endings.outcome import Outcome
from pawnviz.core.explain.summary import summary_of


@dataclass(frozen=True, slots=True)
class SideSummary:
    """One sentence on a side's pawns, and every feature by its caption: ``"2 (a-c, f-h)"``, or ``"none"``."""

    sentence: str
    features: dict[str, str]


@dataclass(frozen=True, slots=True)
class Summary:
    """A position in words.

    ``structures`` are the named structures on the board, each with the color whose it is, ``headline`` is one line, and
    ``text`` all of it in several, the FEN first. ``first`` is what a trainer says first, empty where nothing is to be
    said. ``outcome`` is who wins an ending of kings and pawns where a few milliseconds prove it, else None;
    ``pawnviz.solve`` looks further.
    """

    headline: str
    first: str
    structures: tuple[str, ...]
    sides: ByColor[SideSummary]
    outcome: Outcome | None
    text: str = field(repr=False)


def summary(position: str | Position | ChessBoard) -> Summary:
    """Return a position in words: structure, pawn ending and weaknesses; raises ``TypeError`` as ``explain``."""
    read = position_of(position)
    words = summary_of(read)
    white, black = (
        SideSummary(side.sentence, {feature.caption: feature.text for feature in side.features}) for side in words.sides
    )
    structures = tuple(structure.heading for structure in words.structures)
    outcome = None if words.ending is None else words.ending.outcome
    first = "" if words.first is None else f"{words.first.text}."
    return Summary(words.headline, first, structures, ByColor(white, black), outcome, words.text)
