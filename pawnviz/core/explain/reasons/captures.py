"""Why a pawn can capture."""

from __future__ import annotations

from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, some
from pawnviz.core.explain.surroundings import Surroundings


def nothing_attacked(view: Surroundings, direction: str) -> Verdict:
    """Return why a pawn attacks no square in a direction."""
    if not view.stop:
        return Verdict.of(False, f"{view.name} is on {view.rank_name} and attacks nothing")
    return Verdict.of(False, f"no file lies {direction} of the {view.file_name}-file")


def _capture(view: Surroundings, target: int, direction: str) -> Verdict:
    if not target:
        return nothing_attacked(view, direction)
    name = view.names(target)
    kings = target & view.side.enemy.kings
    if target & view.side.enemy.pieces and not kings:
        piece = f"{view.name} attacks the {view.piece_on(target)} on {name}"
        return Verdict.of(True, piece, target & view.side.enemy.pawns)
    if target & view.side.en_passant:
        return Verdict.of(True, f"{view.name} attacks the en-passant square {name}")
    if kings:
        return Verdict.of(False, f"{view.name} gives check to the {view.enemy} king on {name}, which is never taken")
    return Verdict.of(False, f"there is nothing to take on {name}")


@reasoned(
    "east_capturers",
    "East capturer",
    "It attacks an enemy piece, but no king, or the en-passant square, on the next file towards the h-file.",
)
def _east_capturer(view: Surroundings) -> Verdict:
    return _capture(view, view.east_target, "east")


@reasoned(
    "west_capturers",
    "West capturer",
    "It attacks an enemy piece, but no king, or the en-passant square, on the next file towards the a-file.",
)
def _west_capturer(view: Surroundings) -> Verdict:
    return _capture(view, view.west_target, "west")


@reasoned(
    "capturers",
    "Capturer",
    "It attacks an enemy piece, but no king, or the en-passant square; whether taking is legal is not considered.",
)
def _capturer(view: Surroundings) -> Verdict:
    return some(_east_capturer(view), _west_capturer(view))
