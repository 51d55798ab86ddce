"""Why a pawn stands in front of its own king or near the enemy's, and where a king would have the opposition."""

from __future__ import annotations

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, east, squares, west
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_none, some
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.words import count_text


@reasoned(
    "king_shelter", "In front of its king", "It stands in front of its own king, on the king's file or a file beside."
)
def _king_shelter(view: Surroundings) -> Verdict:
    kings = view.side.kings & (view.rear | east(view.rear) | west(view.rear))
    return Verdict.of(bool(kings), _kings_stand(view, kings, f"behind {view.name}"))


@reasoned(
    "pawn_storm",
    "Near the enemy king",
    "It is at most four ranks in front of the enemy's king, on the king's file or a file beside.",
    of_enemy=True,
)
def _pawn_storm(view: Surroundings) -> Verdict:
    near_king = _near_king(view)
    return every(near_king, _way(view).opposite()) if near_king.holds and _holder(view) else near_king


@reasoned(
    "free_storm_pawns",
    "Free to storm",
    "It is near the enemy's king, with no enemy pawn right in front of it.",
    of_enemy=True,
)
def _free_storm(view: Surroundings) -> Verdict:
    return every(_near_king(view), _way(view))


@reasoned(
    "blocked_storm_pawns",
    "Storm blocked",
    "It is near the enemy's king, with an enemy pawn right in front of it.",
    of_enemy=True,
)
def _blocked_storm(view: Surroundings) -> Verdict:
    return every(_near_king(view), _way(view).opposite())


def _near_king(view: Surroundings) -> Verdict:
    """Return whether an own king stands at most four ranks ahead of an enemy pawn on its file or one beside."""
    near = view.side.backward(view.bit | view.beside)
    near |= view.side.backward(near)
    near |= view.side.backward(view.side.backward(near))
    kings = view.side.kings & near
    return Verdict.of(bool(kings), _kings_stand(view, kings, f"at most four ranks ahead of {view.name}"))


def _way(view: Surroundings) -> Verdict:
    """Return whether no own pawn stands right in front of an enemy pawn."""
    held = _holder(view)
    return if_none(held, f"{view.named_own(held)} stands in its way")


def _holder(view: Surroundings) -> int:
    """Return the own pawn right in front of an enemy pawn, if any."""
    return view.side.backward(view.bit) & view.side.pawns


def _kings_stand(view: Surroundings, kings: int, where: str) -> str:
    """Return that own kings, or none on a pawn's file and the files beside, stand somewhere."""
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
    """Return whether a square lies on a line with an enemy king, one, three or five squares between."""
    found = []
    for king in squares(view.side.enemy.kings):
        files, ranks = abs(king % 8 - view.square % 8), abs(king // 8 - view.square // 8)
        distance = max(files, ranks)
        if distance in (2, 4, 6) and min(files, ranks) in (0, distance):
            line = "diagonal" if files == ranks else "rank" if files else "file"
            between = count_text(distance - 1, "square")
            text = f"{view.name} and the {view.enemy} king {SQUARE_NAMES[king]} are on one {line}, {between} between"
            found.append(Verdict.of(True, text))
    if found:
        return some(*found)
    text = f"no {view.enemy} king is on a line with {view.name}, an odd number of squares between"
    return Verdict.of(False, text)
