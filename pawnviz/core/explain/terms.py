"""Terms of the wiki that the sentences of reasons use, in plain words."""

from __future__ import annotations

import re
from typing import Final

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
