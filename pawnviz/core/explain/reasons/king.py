"""Why a pawn stands in front of its own king, or near in front of the enemy's."""

from __future__ import annotations

from pawnviz.core.board.bitboard import east, west
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_none
from pawnviz.core.explain.surroundings import Surroundings, are_several


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
