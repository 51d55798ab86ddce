"""Why a pawn is a candidate by each definition, or a faker."""

from __future__ import annotations

from pawnviz.core.board.bitboard import squares
from pawnviz.core.explain.reasons.passers import open_pawn, passed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.squares import is_safe
from pawnviz.core.explain.reasons.verdicts import Verdict, every
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.words import count_text


def _contender(view: Surroundings) -> Verdict:
    if view.stoppers:
        return open_pawn(view)
    (clause,) = passed(view).clauses
    return Verdict.of(False, f"{clause}, so it is passed already")


def _weighed(view: Surroundings, enough: bool) -> Verdict:
    contender = _contender(view)
    if not contender.holds:
        return contender
    helpers, sentries = view.front_supporters, view.ever_attackers
    support = _counted(helpers, "helper", "helpers", view)
    text = f"{view.name} has {support} against {_counted(sentries, 'sentry', 'sentries', view)}"
    if sentries & (view.east_target | view.west_target):
        text += ", captures left out"
    balance = Verdict.of((helpers.bit_count() >= sentries.bit_count()) == enough, text, helpers | sentries)
    return every(contender, balance)


def _counted(mask: int, one: str, many: str, view: Surroundings) -> str:
    """Return a number of pawns with their names: ``2 helpers (c3 and e2)``."""
    count = mask.bit_count()
    if not count:
        return f"no {one}"
    return f"{count_text(count, one, many)} ({view.names(mask)})"


@reasoned(
    "candidate_pawns",
    "Candidate (wiki)",
    "It may become a passed pawn: of the pawns on the files beside it at least as many own ones, one on "
    "each file, can help it forward as enemy ones can hold it back.",
)
def _candidate(view: Surroundings) -> Verdict:
    return _weighed(view, True)


@reasoned(
    "fakers",
    "Faker (wiki)",
    "It looks like a candidate, but of the pawns on the files beside it more enemy ones can hold it back than own ones "
    "can help it forward; captures are left out.",
)
def _faker(view: Surroundings) -> Verdict:
    return _weighed(view, False)


@reasoned(
    "candidates_on_fifth",
    "Candidate (fifth rank)",
    "On its fifth rank it may become a passed pawn: "
    "enemy pawns attack the square in front of it, and own pawns guard that square at least as often.",
)
def _candidate_on_fifth(view: Surroundings) -> Verdict:
    contender = _contender(view)
    if view.rank != 5:
        return every(Verdict.of(False, f"{view.name} is on {view.rank_name}, not on the fifth"), contender)
    stop = view.at(view.stop)
    if not stop.attackers:
        return every(contender, Verdict.of(False, f"no {view.enemy} pawn attacks {stop.name}"))
    return every(contender, is_safe(stop))


@reasoned(
    "candidates_with_safe_path",
    "Candidate (safe path)",
    "It may become a passed pawn: on no square in front of it do enemy pawns outnumber its guards.",
)
def _candidate_with_safe_path(view: Surroundings) -> Verdict:
    contender = _contender(view)
    if not contender.holds:
        return contender
    unsafe = [
        verdict for verdict in (is_safe(view.at(1 << square)) for square in squares(view.front)) if not verdict.holds
    ]
    if unsafe:
        return unsafe[0 if view.side.color else -1]
    verb = "are" if are_several(view.front) else "is"
    return every(contender, Verdict.of(True, f"{view.run_names(view.front)} {verb} safe"))
