"""Disputed terms: words that pages and programs define in several ways, each a layer; the first is this program's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_FORMULA: Final = "the wiki's formula"
_SENTENCE: Final = "the wiki's sentence"
_WIKI: Final = "the wiki"
_KMOCH: Final = "Kmoch, by the wiki"
_STOCKFISH: Final = "Stockfish 15.1"


@dataclass(frozen=True)
class Variant:
    """One way to define a term: the identifier of the layer whose definition it is, and the difference in words."""

    layer: str
    whose: str
    difference: str


@dataclass(frozen=True)
class DisputedTerm:
    """A word with several definitions: its identifier and title, and its variants, at least two."""

    identifier: str
    title: str
    variants: tuple[Variant, ...]


DISPUTED_TERMS: Final[dict[str, DisputedTerm]] = {
    term.identifier: term
    for term in (
        DisputedTerm(
            "backward",
            "Backward pawn",
            (
                Variant("backward_pawns", _FORMULA, "an enemy pawn attacks the stop; rammed pawns too"),
                Variant("backward_pawns_unrammed", "a thread that the wiki cites", "the same without rammed pawns"),
                Variant("backward_pawns_stockfish", _STOCKFISH, "an enemy pawn attacks the stop or stands on it"),
                Variant("backward_pawns_telestop", _WIKI, "an enemy pawn attacks its square or one in front of it"),
                Variant("stragglers", _KMOCH, "only open pawns on the second and third rank"),
            ),
        ),
        DisputedTerm(
            "hanging",
            "Hanging pawns",
            (
                Variant("hanging_pawns", "books on chess", "on the fourth or fifth rank, neither passed"),
                Variant("hanging_pawns_wiki", _FORMULA, "on any rank, passed or not"),
            ),
        ),
        DisputedTerm(
            "doubled",
            "Doubled pawn",
            (
                Variant("doubled_pawns", _WIKI, "every pawn of the file"),
                Variant("rear_twins", _WIKI, "only those with an own pawn in front"),
                Variant("front_twins", _WIKI, "only those with an own pawn behind"),
                Variant("doubled_pawns_stockfish", _STOCKFISH, "an own pawn directly behind, and no guard"),
            ),
        ),
        DisputedTerm(
            "passed",
            "Passed pawn",
            (
                Variant("passed_pawns", _FORMULA, "every pawn of the file"),
                Variant("passed_pawns_frontmost", _SENTENCE, "only the front one on its file"),
                Variant(
                    "passed_pawns_stockfish", _STOCKFISH, "also with enemy pawns in front that it can do away with"
                ),
            ),
        ),
        DisputedTerm(
            "candidate",
            "Candidate passed pawn",
            (
                Variant("candidate_pawns", _SENTENCE, "as many helpers as sentries, wherever they stand"),
                Variant("candidates_on_fifth", "the wiki's example", "only the fifth rank, only guards of the stop"),
                Variant("candidates_with_safe_path", _WIKI, "every square in front is guarded as it stands"),
            ),
        ),
        DisputedTerm(
            "telestops",
            "Telestops",
            (
                Variant("telestops", _SENTENCE, "of all pawns together: no pawn's stop"),
                Variant("telestops_of_each", "the same, pawn by pawn", "another pawn's stop among them"),
            ),
        ),
        DisputedTerm(
            "duo",
            "Duo or phalanx",
            (
                Variant("duos", _SENTENCE, "exactly two side by side"),
                Variant("phalanx_pawns", _FORMULA, "two or more side by side"),
            ),
        ),
        DisputedTerm(
            "outpost",
            "Outpost",
            (
                Variant("outposts", _WIKI, "guarded by an own pawn, out of reach of enemy pawns"),
                Variant("outposts_stockfish", _STOCKFISH, "also behind a pawn; held enemy pawns do not count"),
            ),
        ),
    )
}
"""The disputed terms by identifier."""


def disputed_terms_of(layer: str) -> tuple[DisputedTerm, ...]:
    """Return the terms that a layer, by its identifier, is a variant of."""
    return tuple(term for term in DISPUTED_TERMS.values() if any(variant.layer == layer for variant in term.variants))
