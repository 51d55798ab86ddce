"""Why a pawn stands in front of its own king or near the enemy's, and where a king would have the opposition."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, east, squares, west
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_none, some
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.words import count_text, plural

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
        who = f"{view.own} kings {view.names(kings)} stand" if are_several(kings) else ""
        who = who or f"{view.own} king {view.names(kings)} stands"
        return Verdict.of(False, f"the {who} in the center or beyond {view.color}'s second rank")
    ahead = Verdict.of(True, _kings_stand(view, castled, f"at most four ranks ahead of {view.name}"))
    queen = bool(view.side.enemy.queens)
    return every(ahead, _advanced(view), Verdict.of(queen, f"{view.enemy_color} has {'a' if queen else 'no'} queen"))


def _advanced(view: Surroundings) -> Verdict:
    pawn = Surroundings(view.side.enemy, view.square)
    own_kings = pawn.side.kings & (pawn.files_beside | pawn.front | pawn.rear)
    if pawn.rank == 4 and own_kings:
        kings = f"{pawn.own} {plural(own_kings.bit_count(), 'king')} {pawn.names(own_kings)}"
        verb = "are" if are_several(own_kings) else "is"
        beside = f"the {kings} {verb} on {pawn.files_of(own_kings)}"
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
    who = f"the {view.own} kings {view.names(kings)} stand" if are_several(kings) else ""
    return f"{who or f'the {view.own} king {view.names(kings)} stands'} {where} on {view.files_of(kings)}"


@reasoned(
    "opposition_squares",
    "Opposition square",
    "The own king would have the opposition there, were the enemy to move: on one file, rank or diagonal with the "
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
