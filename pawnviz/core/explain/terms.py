"""Terms of explanations with their meanings, and terms that pages define in several ways."""

from __future__ import annotations

import re
from itertools import starmap
from typing import Final, NamedTuple

TERMS: Final = {
    "now or after advancing": "from where it stands or from a square in front of it on its file; "
    "whether it can get there is left out",
    "stop": "the square right in front of a pawn",
    "telestop": "a square in front of a pawn beyond its stop",
    "helper": "an own pawn on a file beside, beside or behind: it guards the stop, now or after advancing",
    "sentry": "an enemy pawn on a file beside, in front: it attacks a square on the pawn's way",
    "open": "with no enemy pawn in front on the file",
    "passed": "with no enemy pawn in front on the file and the files beside",
    "half-isolated": "with own pawns on just one of the files beside",
    "backward": "unable to be guarded on its stop by a pawn, while an enemy pawn attacks it there",
    "rammed": "with an enemy pawn right in front",
    "guard": "to attack the square, to take back what takes there; pins are not considered",
    "safe": "guarded by own pawns at least as often as attacked by enemy pawns",
}
"""The meaning of each term."""


def terms_in(text: str) -> tuple[tuple[str, str], ...]:
    """Return the terms of a sentence with their meanings, in its order; plurals and forms such as ``guards`` count."""
    places: list[tuple[int, str]] = []
    taken: list[range] = []
    for term in sorted(_FORMS, key=len, reverse=True):
        for match in re.finditer(rf"\b{re.escape(term)}\b", text, re.IGNORECASE):
            if not any(match.start() in place for place in taken):
                taken.append(range(match.start(), match.end()))
                places.append((match.start(), _FORMS[term]))
    terms = dict.fromkeys(term for _, term in sorted(places))
    return tuple((term, TERMS[term]) for term in terms)


_FORMS: Final = {
    **{term: term for term in TERMS},
    "helpers": "helper",
    "sentries": "sentry",
    "telestops": "telestop",
    "guards": "guard",
    "guarded": "guard",
}


_FORMULA: Final = "the wiki's formula"
_SENTENCE: Final = "the wiki's sentence"
_WIKI: Final = "the wiki"
_KMOCH: Final = "Kmoch, by the wiki"
_STOCKFISH: Final = "Stockfish 15.1"


class Variant(NamedTuple):
    """One way to define a term: the identifier of the layer whose definition it is, and the difference in words."""

    layer: str
    whose: str
    difference: str


class DisputedTerm(NamedTuple):
    """A word with several definitions: its identifier and title, and its variants, at least two."""

    identifier: str
    title: str
    variants: tuple[Variant, ...]


_VARIANTS: Final = {
    "Backward pawn": (
        ("backward_pawns", _FORMULA, "an enemy pawn attacks the stop; rammed pawns too"),
        ("backward_pawns_unrammed", "a thread that the wiki cites", "the same without rammed pawns"),
        ("backward_pawns_stockfish", _STOCKFISH, "an enemy pawn attacks the stop or stands on it"),
        ("backward_pawns_telestop", _WIKI, "an enemy pawn attacks its square or one in front of it"),
        ("stragglers", _KMOCH, "only open pawns on the second and third rank"),
    ),
    "Hanging pawns": (
        ("hanging_pawns", "books on chess", "on the fourth or fifth rank, neither passed"),
        ("hanging_pawns_wiki", _FORMULA, "on any rank, passed or not"),
    ),
    "Doubled pawn": (
        ("doubled_pawns", _WIKI, "every pawn of the file"),
        ("rear_twins", _WIKI, "only those with an own pawn in front"),
        ("front_twins", _WIKI, "only those with an own pawn behind"),
        ("doubled_pawns_stockfish", _STOCKFISH, "an own pawn directly behind, and no guard"),
    ),
    "Passed pawn": (
        ("passed_pawns", _FORMULA, "every pawn of the file"),
        ("passed_pawns_frontmost", _SENTENCE, "only the front one on its file"),
        ("passed_pawns_stockfish", _STOCKFISH, "also with enemy pawns in front that it can do away with"),
    ),
    "Candidate passed pawn": (
        ("candidate_pawns", _SENTENCE, "as many helpers as sentries, wherever they stand"),
        ("candidates_on_fifth", "the wiki's example", "only the fifth rank, only guards of the stop"),
        ("candidates_with_safe_path", _WIKI, "every square in front is guarded as it stands"),
    ),
    "Telestops": (
        ("telestops", _SENTENCE, "of all pawns together: no pawn's stop"),
        ("telestops_of_each", "the same, pawn by pawn", "another pawn's stop among them"),
    ),
    "Duo or phalanx": (
        ("duos", _SENTENCE, "exactly two side by side"),
        ("phalanx_pawns", _FORMULA, "two or more side by side"),
    ),
    "Outpost": (
        ("outposts", _WIKI, "guarded by an own pawn, out of reach of enemy pawns"),
        ("outposts_stockfish", _STOCKFISH, "also behind a pawn; held enemy pawns do not count"),
    ),
}
"""The variants of each term by its title, whose first word is the identifier."""

DISPUTED_TERMS: Final = {
    title.split()[0].lower(): DisputedTerm(title.split()[0].lower(), title, tuple(starmap(Variant, variants)))
    for title, variants in _VARIANTS.items()
}
"""The disputed terms by identifier."""


def disputed_terms_of(layer: str) -> tuple[DisputedTerm, ...]:
    """Return the terms that a layer, by its identifier, is a variant of."""
    return tuple(term for term in DISPUTED_TERMS.values() if any(variant.layer == layer for variant in term.variants))
