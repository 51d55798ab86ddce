"""Why a pawn is open or passed, by each definition."""

from __future__ import annotations

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.explain.reasons.chains import defended
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.spans import no_enemy_in_front, rear_twin
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_any, if_none, no_stop
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.explain.weakness import guard_names
from pawnviz.core.words import listed, plural


@reasoned("open_pawns", "Unopposed", "No enemy pawn is in its way on the file.")
def open_pawn(view: Surroundings) -> Verdict:
    """Return whether no enemy pawn stands in front of a pawn on its file."""
    return no_enemy_in_front(view)


@reasoned(
    "passed_pawns",
    "Passed (wiki)",
    "Without capturing first, no enemy pawn can ever block or attack it on its way to the last rank.",
)
def passed(view: Surroundings) -> Verdict:
    """Return whether no enemy pawn stands in front of a pawn on its file and the files beside it."""
    stoppers = view.stoppers
    where = view.files_of(stoppers) if stoppers else view.three_names
    return if_none(stoppers, view.enemy_do(stoppers, "stands", f"in front of {view.name} on {where}"))


@reasoned(
    "passed_pawns_frontmost",
    "Passed (frontmost)",
    "Without capturing first, no enemy pawn can ever block or attack it on its way to the last rank, "
    "and no own pawn is in front on its file.",
)
def _passed_frontmost(view: Surroundings) -> Verdict:
    return every(passed(view), rear_twin(view).opposite())


@reasoned(
    "passed_pawns_stockfish",
    "Passed (Stockfish)",
    "By Stockfish's count the enemy pawns in front of it, if any, can be taken, outnumbered or levered away, "
    "and no own pawn is in front on its file.",
)
def _passed_stockfish(view: Surroundings) -> Verdict:
    return every(_few_stoppers(view), rear_twin(view).opposite())


def _few_stoppers(view: Surroundings) -> Verdict:
    """Return whether the enemy pawns in front are none, or few enough by one of Stockfish's three exceptions."""
    stoppers = view.stoppers
    if not stoppers:
        return passed(view)
    if stoppers & (view.east_target | view.west_target) == stoppers:
        return _decided_by(view, True, f"{view.name} attacks {'them' if are_several(stoppers) else 'it'}")
    if stoppers & view.at(view.stop).attackers == stoppers:
        return _outnumbered(view)
    if stoppers == view.stop:
        return _levered_away(view)
    names, stop = view.names(stoppers), view.names(view.stop)
    if are_several(stoppers):
        text = f"{view.name} does not attack all of them, nor do all of them attack {stop}"
    else:
        text = f"{view.name} does not attack {names}, nor does {names} attack {stop}"
    return _decided_by(view, False, text)


def _decided_by(view: Surroundings, holds: bool, text: str, named: int = 0) -> Verdict:
    stoppers = view.stoppers
    if holds:
        who = f"only {view.enemy_do(stoppers, 'stands', f'in front of {view.name} on {view.three_names}')}"
    else:
        who = view.enemy_do(stoppers, "stands", f"in front of {view.name} on {view.files_of(stoppers)}")
    return Verdict(holds, (who, text), stoppers | named)


def _outnumbered(view: Surroundings) -> Verdict:
    beside, count = view.own_beside, view.stoppers.bit_count()
    enough = beside.bit_count() >= count
    attack = f"{'they attack' if count > 1 else 'it attacks'} {view.names(view.stop)}"
    who = view.own_do(beside, "stands", f"beside {view.name}")
    return _decided_by(view, enough, f"{attack}, but {'only ' if beside and not enough else ''}{who}", beside)


def _levered_away(view: Surroundings) -> Verdict:
    if view.rank < 5:
        return _decided_by(view, False, f"{view.name} is only on {view.rank_name}")
    steps = 0
    for guard in squares(view.guards):
        step = view.side.forward(1 << guard)
        steps |= step
        if not step & view.side.enemy.pawns and not are_several(view.at(step).attackers):
            place = f"{view.names(step)}, where no {view.enemy} pawn stands and at most one attacks,"
            lever = f"from {place} the {view.own} pawn {SQUARE_NAMES[guard]} would attack it"
            return _decided_by(view, True, lever, 1 << guard)
    if not steps:
        who = f"no {view.own} pawn that could step up and attack {view.names(view.stop)}"
        return _decided_by(view, False, f"{who} guards {view.name}")
    each = f"each of {view.names(steps)}" if are_several(steps) else view.names(steps)
    lever = f"{each}, from where it could be attacked, holds a {view.enemy} pawn or is attacked by two"
    return _decided_by(view, False, lever)


@reasoned("blockaded_passers", "Blockaded", "A passed pawn with an enemy piece right in front of it.")
def _blockaded(view: Surroundings) -> Verdict:
    piece = view.stop & view.side.enemy.pieces
    if not view.stop:
        return every(passed(view), no_stop(view))
    who = f"the {view.piece_on(piece)} stands" if piece else f"no {view.enemy} piece stands"
    where = f"right in front of it on {view.names(view.stop)}"
    blockade = Verdict.of(bool(piece), f"{who} {where}", piece & view.side.enemy.pawns)
    return every(passed(view), blockade)


@reasoned("protected_passed_pawns", "Protected passed", "A passed pawn that an own pawn guards.")
def _protected_passed(view: Surroundings) -> Verdict:
    pieces = () if view.guards or view.stoppers else guard_names(view.side, view.square)
    if pieces:
        return Verdict.of(False, f"{view.name} is guarded by {listed(pieces)}, but by no {view.own} pawn")
    return every(passed(view), defended(view))


@reasoned("connected_passed_pawns", "Connected passed", "A passed pawn with another passed pawn on a file beside it.")
def _connected_passed(view: Surroundings) -> Verdict:
    others = 0
    for square in squares(view.files_beside & view.side.pawns):
        if not view.at(1 << square).stoppers:
            others |= 1 << square
    who = f"the passed {view.own} {plural(others.bit_count(), 'pawn')} {view.names(others)}" if others else ""
    verb = "stand" if are_several(others) else "stands"
    where = view.files_of(others) if others else view.beside_names
    near = if_any(others, f"{who or f'no passed {view.own} pawn'} {verb} on {where}")
    return every(passed(view), near)
