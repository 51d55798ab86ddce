"""Why a pawn is backward by each definition, overly advanced or hanging."""

from __future__ import annotations

from pawnviz.core.board.bitboard import complement, squares
from pawnviz.core.explain.reasons.islands import half_isolated, isolated
from pawnviz.core.explain.reasons.levers import rammed
from pawnviz.core.explain.reasons.passers import open_pawn, passed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_any, if_none, no_stop, some
from pawnviz.core.explain.surroundings import Surroundings, are_several


def _left_behind(view: Surroundings) -> Verdict:
    if not view.stop:
        return no_stop(view)
    supporters, stop = view.supporters, view.names(view.stop)
    if not supporters:
        return Verdict.of(
            True, f"no {view.own} pawn stands beside or behind {view.name} on {view.beside_names} to guard {stop}"
        )
    return Verdict.of(False, f"{view.named_own(supporters)} may guard {stop}, now or after advancing", supporters)


def stop_attacked(view: Surroundings) -> Verdict:
    """Return whether an enemy pawn attacks the square in front of a pawn."""
    if not view.stop:
        return no_stop(view)
    attackers = view.at(view.stop).attackers
    return if_any(attackers, view.enemy_do(attackers, "attacks", view.names(view.stop)))


def _unless_alone(view: Surroundings, backward: Verdict) -> Verdict:
    """Return a verdict on a backward pawn, or that it is isolated, which players do not call backward."""
    alone = isolated(view)
    if not alone.holds:
        return backward
    text = f"{alone.sentence}, so it is isolated"
    return Verdict.of(False, text) if backward.holds else every(backward, Verdict.of(False, text))


@reasoned(
    "backward_pawns",
    "Backward (wiki)",
    "An enemy pawn attacks the square in front of it, and no own pawn can ever guard that square without capturing.",
)
def _backward(view: Surroundings) -> Verdict:
    return every(_left_behind(view), stop_attacked(view))


@reasoned(
    "backward_pawns_unrammed",
    "Backward (unrammed)",
    "An enemy pawn attacks the square in front of it, none stands there, "
    "and no own pawn can ever guard that square without capturing.",
)
def _backward_unrammed(view: Surroundings) -> Verdict:
    if not view.stop:
        return no_stop(view)
    return every(_left_behind(view), stop_attacked(view), rammed(view).opposite())


@reasoned(
    "backward_pawns_stockfish",
    "Backward (Stockfish)",
    "An enemy pawn attacks the square in front of it or stands there, "
    "and no own pawn can ever guard that square without capturing.",
)
def backward_stockfish(view: Surroundings) -> Verdict:
    """Return whether a pawn is backward as Stockfish has it: its stop attacked or occupied by an enemy pawn."""
    if not view.stop:
        return no_stop(view)
    return every(_left_behind(view), some(stop_attacked(view), rammed(view)))


@reasoned(
    "backward_pawns_not_isolated",
    "Backward",
    "An enemy pawn attacks the square in front of it, no own pawn can ever guard that square without capturing, "
    "and it is not isolated.",
)
def _backward_not_isolated(view: Surroundings) -> Verdict:
    return _unless_alone(view, every(_left_behind(view), stop_attacked(view)))


@reasoned(
    "backward_pawns_not_isolated_stockfish",
    "Backward (Stockfish, not isolated)",
    "An enemy pawn attacks the square in front of it or stands there, "
    "no own pawn can ever guard that square without capturing, and it is not isolated.",
)
def _backward_not_isolated_stockfish(view: Surroundings) -> Verdict:
    return _unless_alone(view, backward_stockfish(view))


@reasoned(
    "backward_pawns_telestop",
    "Backward (telestops)",
    "An enemy pawn attacks its own square or one in front of it, "
    "and no own pawn can ever guard that square without capturing.",
)
def _backward_telestop(view: Surroundings) -> Verdict:
    way = view.bit | view.front
    attacked = lost = attackers = lost_to = guards = 0
    for square in squares(way):
        place = view.at(1 << square)
        if place.attackers:
            attacked |= place.bit
            attackers |= place.attackers
            guards |= place.ever_guards
            if not place.ever_guards:
                lost |= place.bit
                lost_to |= place.attackers
    if lost:
        who = view.enemy_do(lost_to, "attacks", view.names(lost))
        return Verdict.of(True, f"{who}, which no {view.own} pawn can ever guard without capturing", lost_to)
    if not attacked:
        return Verdict.of(False, f"no {view.enemy} pawn attacks {view.run_names(way, 'or')}")
    attack = view.enemy_do(attackers, "attacks", view.names(attacked))
    each = "each of them" if are_several(attacked) else "it"
    text = f"{attack}, but {each} may be guarded by {view.named_own(guards)}, now or after advancing"
    return Verdict.of(False, text, guards | attackers)


@reasoned(
    "stragglers",
    "Straggler",
    "A backward pawn on its second or third rank with no enemy pawn in front of it on its file.",
)
def _straggler(view: Surroundings) -> Verdict:
    near = view.rank in (2, 3)
    rank = Verdict.of(near, f"{view.name} is on {view.rank_name}{'' if near else ', not on the second or third'}")
    return every(_left_behind(view), stop_attacked(view), open_pawn(view), rank)


@reasoned(
    "weak_unopposed_pawns",
    "Weak unopposed (engines)",
    "An isolated or backward pawn, not passed, with no enemy pawn in front on its file to shield it from rooks.",
)
def _weak_unopposed(view: Surroundings) -> Verdict:
    alone = isolated(view)
    weak = every(alone if alone.holds else some(alone, _backward(view)), open_pawn(view))
    if not weak.holds:
        return weak
    stoppers = view.stoppers
    if not stoppers:
        return Verdict.of(False, f"{passed(view).sentence}, so it is passed")
    return every(weak, Verdict.of(True, f"{passed(view).sentence}, so it is not passed", stoppers))


@reasoned(
    "overly_advanced_pawns",
    "Overly advanced",
    "Below its seventh rank and ahead of own pawns on the files beside, all of which enemy pawns keep from ever "
    "guarding it without capturing, and no own pawn guards the square in front of it.",
)
def _overly_advanced(view: Surroundings) -> Verdict:
    behind = view.ever_guards
    if view.rank > 6:
        return Verdict.of(False, f"{view.name} is on {view.rank_name}, too near promotion to be overly advanced")
    if not behind:
        return Verdict.of(False, f"no {view.own} pawn stands behind {view.name} on {view.beside_names}")
    free = stopping = 0
    for square in squares(behind):
        other = view.at(1 << square)
        way = other.front & view.side.backward_fill(view.side.backward(view.beside))
        enemies = way & view.side.enemy.pawns
        stopping |= enemies
        free |= 0 if enemies else other.bit
    guarded = view.at(view.stop).guards if view.stop else 0
    stop = view.own_do(guarded, "guards", view.names(view.stop)) if view.stop else no_stop(view).sentence
    if view.guards:
        held_up = Verdict.of(False, view.own_do(view.guards, "guards", f"{view.name} already"), view.guards)
    elif free:
        held_up = Verdict.of(
            False, f"no {view.enemy} pawn keeps {view.named_own(free)} from guarding {view.name}", free
        )
    else:
        who = view.enemy_do(stopping, "keeps", f"{view.named_own(behind)} from guarding {view.name}")
        held_up = Verdict.of(True, who, stopping | behind)
    return every(held_up, if_none(guarded, stop))


@reasoned(
    "hanging_pawns",
    "Hanging",
    "One of two pawns side by side on their fourth or fifth rank, both with no enemy pawn in front on their files and "
    "neither passed, with no own pawn on the files beside the two.",
)
def _hanging(view: Surroundings) -> Verdict:
    near = view.rank in (4, 5)
    rank = Verdict.of(near, f"{view.name} is on {view.rank_name}{'' if near else ', not on the fourth or fifth'}")
    verdict = every(_open_pair(view), rank)
    if not verdict.holds:
        return verdict
    unpassed = 0
    for square in squares(view.bit | view.own_beside):
        unpassed |= 0 if passed(view.at(1 << square)).holds else 1 << square
    pair = view.bit | view.own_beside
    if unpassed != pair:
        free = pair & complement(unpassed)
        return Verdict.of(False, f"{view.names(free)} {'are' if are_several(free) else 'is'} passed", free)
    return every(verdict, Verdict.of(True, f"neither {view.names(pair).replace(' and ', ' nor ')} is passed", pair))


@reasoned(
    "hanging_pawns_wiki",
    "Hanging (wiki's formula)",
    "One of two pawns side by side on any rank, both with no enemy pawn in front on their files, "
    "and with no own pawn on the files beside the two.",
)
def _open_pair(view: Surroundings) -> Verdict:
    mates = 0
    for square in squares(view.own_beside):
        other = view.at(1 << square)
        if open_pawn(other).holds and half_isolated(other).holds:
            mates |= other.bit
    who = f"open and half-isolated {view.own} pawn"
    text = f"{f'the {who} {view.names(mates)}' if mates else f'no {who}'} stands beside {view.name}"
    return every(open_pawn(view), half_isolated(view), if_any(mates, text))
