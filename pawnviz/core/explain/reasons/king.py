"""Why a pawn stands in front of its own king, or near in front of the enemy's."""

from __future__ import annotations

from pawnviz.core.board.bitboard import east, west
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every
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
    near = view.side.backward(view.bit | view.beside)
    near |= view.side.backward(near)
    near |= view.side.backward(view.side.backward(near))
    kings = view.side.kings & near
    near_king = Verdict.of(bool(kings), _kings_stand(view, kings, f"at most four ranks ahead of {view.name}"))
    held = view.side.backward(view.bit) & view.side.pawns
    if not (kings and held):
        return near_king
    return every(near_king, Verdict.of(True, f"{view.named_own(held)} stands in its way", held))


def _kings_stand(view: Surroundings, kings: int, where: str) -> str:
    """Return that own kings, or none on a pawn's file and the files beside, stand somewhere."""
    if not kings:
        return f"no {view.own} king stands {where} on {view.three_names}"
    who = f"the {view.own} kings {view.names(kings)} stand" if are_several(kings) else ""
    return f"{who or f'the {view.own} king {view.names(kings)} stands'} {where} on {view.files_of(kings)}"
