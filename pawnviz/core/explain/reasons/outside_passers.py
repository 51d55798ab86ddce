"""Why a passed pawn is an outside one, or has a rook behind it."""

from __future__ import annotations

from pawnviz.core.board.bitboard import FILES, squares
from pawnviz.core.explain.reasons.passers import passed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.words import count_text


@reasoned(
    "outside_passers",
    "Outside passed",
    "A passed pawn on a wing, at least three files from every enemy pawn: who stops it is far from the others.",
)
def _outside(view: Surroundings) -> Verdict:
    if view.file_name in "de":
        return Verdict.of(False, f"{view.name} is on the {view.file_name}-file, in the center")
    enemy = view.side.enemy.pawns
    if not enemy:
        return Verdict.of(False, f"{view.enemy_color} has no pawn that it could be far from")
    file = view.square & 7
    distance = min(abs((square & 7) - file) for square in squares(enemy))
    nearest = 0
    for other in (file - distance, file + distance):
        nearest |= enemy & FILES[other] if 0 <= other < 8 else 0
    verb = "are" if are_several(nearest) else "is"
    away = f"only {count_text(distance, 'file')}" if 0 < distance < 3 else f"{distance} files"
    where = f"{away} away" if distance else f"on the {view.file_name}-file too"
    far = Verdict.of(
        distance >= 3, f"the nearest {view.named_enemy(nearest).removeprefix('the ')} {verb} {where}", nearest
    )
    return every(passed(view), far)


@reasoned(
    "rook_backed_passers",
    "Backed by a rook",
    "A passed pawn with an own rook behind it: the rook guards it as it goes forward, and gains room.",
)
def _rook_backed(view: Surroundings) -> Verdict:
    return every(passed(view), _rook_behind(view, view.side.rooks, view.own))


@reasoned(
    "rook_held_passers",
    "Held by an enemy rook",
    "A passed pawn with an enemy rook behind it: the rook attacks it all the way.",
)
def _rook_held(view: Surroundings) -> Verdict:
    return every(passed(view), _rook_behind(view, view.side.enemy.rooks, view.enemy))


def _rook_behind(view: Surroundings, rooks: int, color: str) -> Verdict:
    behind = view.rear & view.side.occupied
    if not behind:
        return Verdict.of(False, f"no piece stands behind {view.name} on the {view.file_name}-file")
    nearest = 1 << (behind.bit_length() - 1) if view.side.color else behind & -behind
    holds = bool(nearest & rooks)
    who = f"{color} rook" if holds else view.piece_on(nearest)
    pawns = nearest & (view.side.pawns | view.side.enemy.pawns)
    first = "" if holds else "the first piece behind it is "
    verb = f"stands behind {view.name} with nothing between" if holds else ""
    text = f"the {who} {view.names(nearest)} {verb}" if holds else f"{first}the {who} {view.names(nearest)}"
    return Verdict.of(holds, text, pawns)
