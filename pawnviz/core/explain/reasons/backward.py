"""Reasons of backward and weak pawns."""

from __future__ import annotations

from collections.abc import Iterator

from pawnviz.core.board.attackers import bishop_attacks, knight_attacks, queen_attacks, rook_attacks
from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, mask_of, squares
from pawnviz.core.explain.reasons.chains import defended, half_isolated, isolated, rammed
from pawnviz.core.explain.reasons.passers import open_pawn, passed
from pawnviz.core.explain.reasons.registry import Verdict, every, if_any, if_none, no_stop, on_ranks, reasoned, some
from pawnviz.core.explain.surroundings import Surroundings, are_several, attack_words
from pawnviz.core.layers.backward import attack_count
from pawnviz.core.words import listed


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
    return every(_left_behind(view), stop_attacked(view), rammed(view).opposite())


@reasoned(
    "backward_pawns_stockfish",
    "Backward (Stockfish)",
    "An enemy pawn attacks the square in front of it or stands there, "
    "and no own pawn can ever guard that square without capturing.",
)
def backward_stockfish(view: Surroundings) -> Verdict:
    """Return whether a pawn is backward as Stockfish has it: its stop attacked or occupied by an enemy pawn."""
    return every(_left_behind(view), some(stop_attacked(view), rammed(view)))


@reasoned(
    "backward_pawns_not_isolated",
    "Backward",
    "An enemy pawn attacks the square in front of it, no own pawn can ever guard that square without capturing, "
    "and it is not isolated.",
)
def _backward_not_isolated(view: Surroundings) -> Verdict:
    return _unless_alone(view, _backward(view))


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
    rank = on_ranks(view, 2, 3, "second or third")
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
    verdict = every(_open_pair(view), on_ranks(view, 4, 5, "fourth or fifth"))
    if not verdict.holds:
        return verdict
    pair = view.bit | view.own_beside
    free = mask_of(square for square in squares(pair) if passed(view.at(1 << square)).holds)
    if free:
        return Verdict.of(False, f"{view.names(free)} {'are' if are_several(free) else 'is'} passed", free)
    return every(verdict, Verdict.of(True, f"neither {view.names(pair).replace(' and ', ' nor ')} is passed", pair))


@reasoned(
    "hanging_pawns_wiki",
    "Hanging (wiki's formula)",
    "One of two pawns side by side on any rank, both with no enemy pawn in front on their files, "
    "and with no own pawn on the files beside the two.",
)
def _open_pair(view: Surroundings) -> Verdict:
    others = [view.at(1 << square) for square in squares(view.own_beside)]
    mates = mask_of(each.square for each in others if open_pawn(each).holds and half_isolated(each).holds)
    who = f"open and half-isolated {view.own} pawn"
    text = f"{f'the {who} {view.names(mates)}' if mates else f'no {who}'} stands beside {view.name}"
    return every(open_pawn(view), half_isolated(view), if_any(mates, text))


@reasoned("weak_levers_stockfish", "Weak lever (Stockfish)", "Two enemy pawns attack it and no own pawn guards it.")
def _weak_lever(view: Surroundings) -> Verdict:
    attackers = view.attackers
    only = "only " if attackers and not are_several(attackers) else ""
    attacked = Verdict.of(are_several(attackers), f"{only}{view.enemy_do(attackers, 'attacks', view.name)}", attackers)
    return every(attacked, defended(view).opposite())


@reasoned(
    "blocked_pawns_stockfish",
    "Blocked far forward (Stockfish)",
    "On its fifth or sixth rank, with an enemy pawn right in front of it.",
)
def _blocked(view: Surroundings) -> Verdict:
    return every(rammed(view), on_ranks(view, 5, 6, "fifth or sixth"))


@reasoned(
    "weak_pawns",
    "Potentially weak",
    "No own pawn can ever guard it without capturing, it cannot get away or is isolated, and enemy pieces reach it.",
)
def _weak(view: Surroundings) -> Verdict:
    helpless, unguarded, held = _helpless(view)
    if not helpless.holds:
        return helpless  # Of a pawn that is no target by itself the pieces around it are no matter.
    faced = _faced(view)
    # That it is not passed goes without saying, and one way to reach it is enough.
    return every(unguarded, held, faced if faced.holds else some(faced, _attacked(view)))


@reasoned(
    "target_pawns",
    "Target",
    "No own pawn can ever guard it without capturing, it cannot get away or is isolated, and the enemy attacks it more "
    "often than it is guarded.",
)
def _target(view: Surroundings) -> Verdict:
    helpless, unguarded, held = _helpless(view)
    if not helpless.holds:
        return helpless
    tension = if_none(view.attackers, view.enemy_do(view.attackers, "attacks", view.name))
    if not tension.holds:
        return tension
    side = view.side
    attackers, guards = (attack_count(each, view.bit) for each in (side.enemy, side))
    if attackers > guards:
        words = attack_words(side, view.square)
        text = f"{view.name} {words if words.startswith('can') else f'is {words}'}"
    else:
        text = f"{view.name} can be guarded as often as attacked"
    return every(unguarded, held, Verdict.of(attackers > guards, text))


def never_guarded(view: Surroundings) -> Verdict:
    """Return whether no own pawn can ever guard the square of the surroundings."""
    guards = view.ever_guards
    never = f"no {view.own} pawn can ever guard {view.name} without capturing"
    return if_none(
        guards, f"{view.named_own(guards)} may guard {view.name}, now or after advancing" if guards else never
    )


def _helpless(view: Surroundings) -> tuple[Verdict, Verdict, Verdict]:
    """Return whether pieces alone decide if a pawn is weak, that no pawn guards it, and that it cannot get away."""
    unguarded = never_guarded(view)
    held = some(rammed(view), stop_attacked(view), isolated(view))
    stoppers = view.stoppers
    not_passed = Verdict.of(
        bool(stoppers), f"{passed(view).sentence}, so it is {'not ' if stoppers else ''}passed", stoppers
    )
    return every(unguarded, held, not_passed), unguarded, held


def _faced(view: Surroundings) -> Verdict:
    enemy = view.side.enemy
    pawns = view.side.pawns | enemy.pawns
    place = view.stop
    while place and not place & pawns:
        if place & (enemy.rooks | enemy.queens):
            return Verdict.of(
                True,
                f"the {view.piece_on(place)} on {view.names(place)} is in front of {view.name}, with no pawn between",
            )
        place = view.side.forward(place)
    return Verdict.of(False, f"no {view.enemy} rook or queen is in front of {view.name} with no pawn between")


def _attacked(view: Surroundings) -> Verdict:
    found = list(_attackers(view))
    if not found:
        return Verdict.of(False, f"no {view.enemy} piece attacks {view.name} now or after one move")
    who = listed([f"the {view.enemy} {kind} on {SQUARE_NAMES[piece]}{way}" for kind, piece, way in found])
    several = len(found) > 1
    verb = "can attack" if any(way for *_, way in found) else "attack" if several else "attacks"
    return Verdict.of(several, f"{'' if several else 'only '}{who} {verb} {view.name}")


def _attackers(view: Surroundings) -> Iterator[tuple[str, int, str]]:
    """Yield for each kind of enemy piece in reach the nearest one, and after how much of a way it attacks the pawn."""
    enemy = view.side.enemy
    free = complement(enemy.occupied)
    for kind, pieces, attacks in (
        ("knight", enemy.knights, knight_attacks),
        ("bishop", enemy.bishops, bishop_attacks),
        ("rook", enemy.rooks, rook_attacks),
        ("queen", enemy.queens, queen_attacks),
    ):
        reached = attacks(view.bit, free)
        now = reached & pieces
        if now:
            yield kind, next(squares(now)), ""
            continue
        for place in squares(reached & complement(enemy.pieces)):
            movers = attacks(1 << place, free) & pieces
            if movers and not view.at(1 << place).guards:
                yield kind, next(squares(movers)), f" (from {SQUARE_NAMES[place]})"
                break
