"""Why a square is a telestop, safe, a hole or an outpost."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import complement, squares
from pawnviz.core.explain.reasons.backward import backward_stockfish
from pawnviz.core.explain.reasons.chains import defended
from pawnviz.core.explain.reasons.levers import rammed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_none, some
from pawnviz.core.explain.surroundings import Surroundings, are_several


@reasoned("telestops", "Telestop", "It is in front of an own pawn, and not right in front of any.", of_pawns=False)
def _telestop(view: Surroundings) -> Verdict:
    behind = view.own_behind
    near = behind & view.side.backward(view.bit)
    if near:
        return Verdict.of(False, f"{view.name} is right in front of {view.named_own(near)}", near)
    if behind:
        text = f"{view.name} is in front of {view.named_own(behind)}, and right in front of no {view.own} pawn"
        return Verdict.of(True, text, behind)
    return Verdict.of(False, f"no {view.own} pawn stands behind {view.name}")


@reasoned("telestops_of_each", "Telestop of a pawn", "It is in front of an own pawn, beyond its stop.", of_pawns=False)
def _telestop_of_each(view: Surroundings) -> Verdict:
    behind = view.own_behind
    near = view.side.backward(view.bit)
    far = behind & complement(near)
    if far:
        of_them = "any" if are_several(far) else "it"
        return Verdict.of(
            True, f"{view.name} is in front of {view.named_own(far)}, and not right in front of {of_them}", far
        )
    if behind:
        text = f"{view.name} is right in front of {view.named_own(behind)}, with no other {view.own} pawn behind"
        return Verdict.of(False, text, behind)
    return Verdict.of(False, f"no {view.own} pawn stands behind {view.name}")


@reasoned("safe_squares", "Safe", "Own pawns guard it at least as often as enemy pawns attack it.", of_pawns=False)
def is_safe(view: Surroundings) -> Verdict:
    """Return whether own pawns guard the square of the surroundings at least as often as enemy pawns attack it."""
    guards, attackers = view.guards, view.attackers
    if not attackers:
        return Verdict.of(True, f"no {view.enemy} pawn attacks {view.name}")
    enough = guards.bit_count() >= attackers.bit_count()
    only = "only " if guards and not enough else ""
    text = f"{view.enemy_do(attackers, 'attacks', view.name)}, but {only}{view.own_do(guards, 'guards', view.name)}"
    return Verdict.of(enough, text, guards | attackers)


def _on_ranks(view: Surroundings, first: int, last: int, words: str) -> Verdict:
    inside = first <= view.rank <= last
    return Verdict.of(inside, f"{view.name} is on {view.rank_name}{'' if inside else f', not on the {words}'}")


@reasoned(
    "holes",
    "Hole",
    "A square of the side's third or fourth rank that none of its pawns can ever guard without capturing.",
    of_pawns=False,
)
def hole(view: Surroundings) -> Verdict:
    """Return whether the square of the surroundings is a hole."""
    guards = view.ever_guards
    never = f"no {view.own} pawn can ever guard {view.name} without capturing"
    text = f"{view.named_own(guards)} may guard {view.name}, now or after advancing" if guards else never
    return every(_on_ranks(view, 3, 4, "third or fourth"), if_none(guards, text))


_OUTPOST_RANKS: Final = (4, 6, "fourth to sixth")


@reasoned(
    "outposts",
    "Outpost (wiki)",
    "On the side's fourth to sixth rank, guarded by an own pawn, "
    "and no enemy pawn can ever attack it without capturing first.",
    of_pawns=False,
)
def outpost(view: Surroundings) -> Verdict:
    """Return whether the square of the surroundings is an outpost, as the wiki has it."""
    attackers = view.ever_attackers
    never = f"no {view.enemy} pawn can ever attack {view.name} without capturing"
    text = f"{view.named_enemy(attackers)} may attack {view.name}, now or after advancing" if attackers else never
    return every(_on_ranks(view, *_OUTPOST_RANKS), defended(view), if_none(attackers, text))


@reasoned(
    "outposts_stockfish",
    "Outpost (Stockfish)",
    "On the side's fourth to sixth rank, guarded by an own pawn or right behind a pawn: no enemy pawn attacks it, "
    "and only rammed or backward ones can ever come to without capturing.",
    of_pawns=False,
)
def _outpost_stockfish(view: Surroundings) -> Verdict:
    before = view.stop & (view.side.pawns | view.side.enemy.pawns)
    who = f"the {view.piece_on(before)} {view.names(before)}" if before else "no pawn"
    behind = f"{who} stands right in front of {view.name}"
    sheltered = some(defended(view), Verdict.of(bool(before), behind, before))
    attacked = if_none(view.attackers, view.enemy_do(view.attackers, "attacks", view.name))
    reached = (attacked, _none_comes(view)) if view.ever_attackers else (_none_comes(view),)
    return every(_on_ranks(view, *_OUTPOST_RANKS), sheltered, *reached)


def _none_comes(view: Surroundings) -> Verdict:
    """Return whether each enemy pawn that may come to attack a square is backward or rammed, as Stockfish has it."""
    enemies = view.ever_attackers
    if not enemies:
        return Verdict.of(True, f"no {view.enemy} pawn can ever attack {view.name} without capturing")
    free = 0
    for square in squares(enemies):
        enemy = Surroundings(view.side.enemy, square)
        if not (rammed(enemy).holds or backward_stockfish(enemy).holds):
            free |= 1 << square
    if free:
        text = f"{view.named_enemy(free)}, neither rammed nor backward, may attack {view.name}, now or after advancing"
        return Verdict.of(False, text, free)
    state = "each" if are_several(enemies) else "which is"
    text = (
        f"only {view.named_enemy(enemies)}, {state} rammed or backward, can ever attack {view.name} without capturing"
    )
    return Verdict.of(True, text, enemies)
