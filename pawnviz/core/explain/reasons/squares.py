"""Why a square is safe, a hole or an outpost, and why a piece or a king stands well among the pawns."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import (
    DARK_SQUARES,
    FILES,
    LIGHT_SQUARES,
    SQUARE_NAMES,
    complement,
    east,
    mask_of,
    squares,
    west,
)
from pawnviz.core.explain.reasons.backward import backward_stockfish, never_guarded
from pawnviz.core.explain.reasons.chains import defended, rammed
from pawnviz.core.explain.reasons.registry import Verdict, every, if_none, on_ranks, reasoned, some
from pawnviz.core.explain.surroundings import Surroundings, are_several, files_text
from pawnviz.core.words import count_text, plural


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


@reasoned(
    "holes",
    "Hole",
    "A square of the side's third or fourth rank that none of its pawns can ever guard without capturing.",
    of_pawns=False,
)
def hole(view: Surroundings) -> Verdict:
    """Return whether the square of the surroundings is a hole."""
    return every(on_ranks(view, 3, 4, "third or fourth"), never_guarded(view))


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
    return every(on_ranks(view, *_OUTPOST_RANKS), defended(view), if_none(attackers, text))


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
    return every(on_ranks(view, *_OUTPOST_RANKS), sheltered, *reached)


def _none_comes(view: Surroundings) -> Verdict:
    """Return whether each enemy pawn that may come to attack a square is backward or rammed, as Stockfish has it."""
    enemies = view.ever_attackers
    if not enemies:
        return Verdict.of(True, f"no {view.enemy} pawn can ever attack {view.name} without capturing")
    pawns = [Surroundings(view.side.enemy, square) for square in squares(enemies)]
    free = mask_of(each.square for each in pawns if not (rammed(each).holds or backward_stockfish(each).holds))
    if free:
        text = f"{view.named_enemy(free)}, neither rammed nor backward, may attack {view.name}, now or after advancing"
        return Verdict.of(False, text, free)
    state = "each" if are_several(enemies) else "which is"
    text = (
        f"only {view.named_enemy(enemies)}, {state} rammed or backward, can ever attack {view.name} without capturing"
    )
    return Verdict.of(True, text, enemies)


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
    "On one of the side's first three ranks and on the color of own pawns of the center that enemy pawns block, "
    "on two or more of the files c to f.",
    of_pawns=False,
)
def _bad_bishop(view: Surroundings) -> Verdict:
    stands = _stands(view, view.side.bishops, "bishop")
    if not stands.holds:
        return stands
    color = LIGHT_SQUARES if LIGHT_SQUARES & view.bit else DARK_SQUARES
    pawns = squares(view.side.pawns & color & _CENTER_FILES)
    occupied = mask_of(square for square in pawns if rammed(view.at(1 << square)).holds)
    files = len({square & 7 for square in squares(occupied)})
    verb = "are" if are_several(occupied) else "is"
    who = f"{'only ' if files == 1 else ''}{view.named_own(occupied)} of its color"
    held_pawns = Verdict.of(files > 1, f"{who} on the c-, d-, e- or f-file {verb} rammed", occupied)
    return every(stands, on_ranks(view, 1, 3, "first to third"), held_pawns)


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


_WINGS: Final = complement(FILES[3] | FILES[4])


@reasoned(
    "king_shelter", "In front of its king", "It stands in front of its own king, on the king's file or a file beside."
)
def _king_shelter(view: Surroundings) -> Verdict:
    kings = view.side.kings & (view.rear | east(view.rear) | west(view.rear))
    return Verdict.of(bool(kings), _kings_stand(view, kings, f"behind {view.name}"))


@reasoned(
    "pawn_storm",
    "In a pawn storm",
    "It is at most four ranks in front of the enemy's king on a wing, on the king's file or a file beside, has come to "
    "its fourth rank, near its own king to the fifth, and its side has a queen.",
    of_enemy=True,
)
def _pawn_storm(view: Surroundings) -> Verdict:
    storm = _storms(view)
    return every(storm, _way(view).opposite()) if storm.holds and _holder(view) else storm


@reasoned(
    "free_storm_pawns",
    "Free storm pawn",
    "It storms the enemy's king, with no enemy pawn right in front of it.",
    of_enemy=True,
)
def _free_storm(view: Surroundings) -> Verdict:
    return every(_storms(view), _way(view))


@reasoned(
    "blocked_storm_pawns",
    "Blocked storm pawn",
    "It storms the enemy's king, with an enemy pawn right in front of it.",
    of_enemy=True,
)
def _blocked_storm(view: Surroundings) -> Verdict:
    return every(_storms(view), _way(view).opposite())


def _storms(view: Surroundings) -> Verdict:
    near = view.side.backward(view.bit | view.beside)
    near |= view.side.backward(near)
    near |= view.side.backward(view.side.backward(near))
    kings = view.side.kings & near
    ahead = Verdict.of(bool(kings), _kings_stand(view, kings, f"at most four ranks ahead of {view.name}"))
    if not kings:
        return ahead
    if view.file_name in "de":
        return Verdict.of(False, f"{view.name} is on the {view.file_name}-file, in the center")
    castled = kings & view.side.ranks(1, 2) & _WINGS
    if not castled:
        return Verdict.of(False, f"{_who_stands(view, kings)} in the center or beyond {view.color}'s second rank")
    ahead = Verdict.of(True, _kings_stand(view, castled, f"at most four ranks ahead of {view.name}"))
    queen = bool(view.side.enemy.queens)
    return every(ahead, _advanced(view), Verdict.of(queen, f"{view.enemy_color} has {'a' if queen else 'no'} queen"))


def _advanced(view: Surroundings) -> Verdict:
    pawn = Surroundings(view.side.enemy, view.square)
    own_kings = pawn.side.kings & (pawn.files_beside | pawn.front | pawn.rear)
    if pawn.rank == 4 and own_kings:
        kings = f"{pawn.own} {plural(own_kings.bit_count(), 'king')} {pawn.names(own_kings)}"
        verb = "are" if are_several(own_kings) else "is"
        beside = f"the {kings} {verb} on {files_text(own_kings)}"
        return Verdict.of(False, f"{pawn.name} is only on {pawn.rank_name} and {beside}")
    far = pawn.rank >= 4
    return Verdict.of(far, f"{pawn.name} is {'' if far else 'only '}on {pawn.rank_name}")


def _way(view: Surroundings) -> Verdict:
    holder = _holder(view)
    return if_none(holder, f"{view.named_own(holder)} stands in its way")


def _holder(view: Surroundings) -> int:
    return view.side.backward(view.bit) & view.side.pawns


def _kings_stand(view: Surroundings, kings: int, where: str) -> str:
    """Return where own kings stand, or that none is on a pawn's file and the files beside."""
    if not kings:
        return f"no {view.own} king stands {where} on {view.three_names}"
    return f"{_who_stands(view, kings)} {where} on {files_text(kings)}"


def _who_stands(view: Surroundings, kings: int) -> str:
    count = kings.bit_count()
    return f"the {view.own} {plural(count, 'king')} {view.names(kings)} {plural(count, 'stands', 'stand')}"


@reasoned(
    "opposition_squares",
    "Opposition square",
    "With the enemy to move the king would have the opposition there: on one file, rank or diagonal with the "
    "enemy king, an odd number of squares between.",
    of_pawns=False,
)
def _opposition(view: Surroundings) -> Verdict:
    if view.bit & view.side.enemy.kings:
        return Verdict.of(False, f"the {view.enemy} king stands on {view.name}")
    others = view.bit & view.side.occupied & complement(view.side.kings)
    free = Verdict.of(not others, f"a {view.piece_on(others)} stands on {view.name}", 0) if others else None
    attacked = if_none(view.attackers, view.enemy_do(view.attackers, "attacks", view.name))
    return every(_faces(view), attacked, *([free] if free else []))


def _faces(view: Surroundings) -> Verdict:
    verdicts = []
    for king in squares(view.side.enemy.kings):
        files, ranks = abs(king % 8 - view.square % 8), abs(king // 8 - view.square // 8)
        distance = max(files, ranks)
        if distance in (2, 4, 6) and min(files, ranks) in (0, distance):
            line = "diagonal" if files == ranks else "rank" if files else "file"
            between = count_text(distance - 1, "square")
            text = f"{view.name} and the {view.enemy} king {SQUARE_NAMES[king]} are on one {line}, {between} between"
            verdicts.append(Verdict.of(True, text))
    if verdicts:
        return some(*verdicts)
    text = f"no {view.enemy} king is on a line with {view.name}, an odd number of squares between"
    return Verdict.of(False, text)
