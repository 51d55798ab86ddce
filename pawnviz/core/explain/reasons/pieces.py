"""Why a piece stands well or badly among the pawns, and which squares of a color are weak."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import DARK_SQUARES, FILES, LIGHT_SQUARES, squares
from pawnviz.core.explain.reasons.levers import rammed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.squares import hole, outpost
from pawnviz.core.explain.reasons.verdicts import Verdict, every
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.words import count_text

_CENTER_FILES: Final = FILES[2] | FILES[3] | FILES[4] | FILES[5]


def _stands(view: Surroundings, pieces: int, what: str) -> Verdict:
    if pieces & view.bit:
        return Verdict.of(True, f"a {view.piece_on(view.bit) or what} stands on {view.name}")
    return Verdict.of(False, f"no {view.own} {what} stands on {view.name}")


@reasoned(
    "outposts_held",
    "Held outpost",
    "A knight or bishop that an own pawn guards and that no enemy pawn can ever attack without capturing first, "
    "on the side's fourth to sixth rank.",
    of_pawns=False,
)
def _outpost_held(view: Surroundings) -> Verdict:
    stands = _stands(view, view.side.knights | view.side.bishops, "knight or bishop")
    return every(stands, outpost(view)) if stands.holds else stands


@reasoned(
    "bad_bishops",
    "Bad bishop",
    "On one of the side's first three ranks and on the color of own pawns of the center that enemy pawns hold, "
    "on two or more of the files c to f.",
    of_pawns=False,
)
def _bad_bishop(view: Surroundings) -> Verdict:
    stands = _stands(view, view.side.bishops, "bishop")
    if not stands.holds:
        return stands
    near = view.rank <= 3
    rank = Verdict.of(near, f"{view.name} is on {view.rank_name}{'' if near else ', not on the first to third'}")
    color = LIGHT_SQUARES if LIGHT_SQUARES & view.bit else DARK_SQUARES
    occupied = 0
    for square in squares(view.side.pawns & color & _CENTER_FILES):
        pawn = view.at(1 << square)
        occupied |= pawn.bit if rammed(pawn).holds else 0
    files = len({square & 7 for square in squares(occupied)})
    verb = "are" if are_several(occupied) else "is"
    who = f"{'only ' if files == 1 else ''}{view.named_own(occupied)} of its color"
    held_pawns = Verdict.of(files > 1, f"{who} on the c-, d-, e- or f-file {verb} rammed", occupied)
    return every(stands, rank, held_pawns)


@reasoned(
    "rooks_on_interspans",
    "On an interspan",
    "A rook between an own and an enemy pawn that face each other on its file.",
    of_pawns=False,
)
def _rook_on_interspan(view: Surroundings) -> Verdict:
    stands = _stands(view, view.side.rooks, "rook")
    if not stands.holds:
        return stands
    behind, before = view.own_behind, view.enemy_in_front
    own = Verdict.of(bool(behind), view.own_do(behind, "stands", f"behind {view.name} on the {view.file_name}-file"))
    enemy = view.enemy_do(before, "stands", f"in front of {view.name} on the {view.file_name}-file")
    return every(stands, own._replace(named=behind), Verdict.of(bool(before), enemy, before))


@reasoned(
    "weak_color_complex",
    "In a weak color complex",
    "One of three or more holes of a color, at least twice as many as those of the other, with no own bishop of it.",
    of_pawns=False,
)
def _weak_color(view: Surroundings) -> Verdict:
    here = hole(view)
    if not here.holds:
        return here
    light = bool(LIGHT_SQUARES & view.bit)
    color, name, other = (LIGHT_SQUARES, "light", "dark") if light else (DARK_SQUARES, "dark", "light")
    lost = [square for square in range(64) if hole(view.at(1 << square)).holds]
    count = sum(1 for square in lost if color >> square & 1)
    others = len(lost) - count
    enough = count >= 3 and count >= 2 * others
    many = Verdict.of(
        enough, f"{view.color} has {count_text(count, f'{name} hole')} and {count_text(others, f'{other} hole')}"
    )
    bishops = view.side.bishops & color
    guarded = f"{view.color} has {'a' if bishops else 'no'} bishop on {name} squares"
    return every(here, many, Verdict.of(not bishops, guarded))
