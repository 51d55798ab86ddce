"""Stops and telestops."""

from __future__ import annotations

from collections.abc import Sequence

from tests.core.explain.claims.registry import COLORS, claim, pawns_in, square_of
from tests.core.explain.claims.scene import Scene, file_of


@claim(r"<SQ> is right in front of <WHO>(, with no other (?:white|black) pawn behind)?")
def _is_stop(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    square = square_of(parts[0])
    others = {
        pawn for pawn in scene.pawns(color) if file_of(pawn) == file_of(square) and scene.is_ahead(square, pawn, color)
    }
    return all(scene.step(pawn, color) == square for pawn in pawns) and (not parts[2] or others == pawns)


@claim(r"<SQ> is in front of <WHO>, and (right in front of no (?:white|black) pawn|not right in front of (?:it|any))")
def _is_telestop(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    square = square_of(parts[0])
    found = {
        pawn for pawn in scene.pawns(color) if file_of(pawn) == file_of(square) and scene.is_ahead(square, pawn, color)
    }
    near = {pawn for pawn in found if scene.step(pawn, color) == square}
    if parts[2].startswith("not"):
        return pawns == found - near and (len(pawns) == 1) == parts[2].endswith(" it")
    return pawns == found and not near


@claim(r"a (white|black) pawn stands on <SQ>")
def _pawn_stands(scene: Scene, parts: Sequence[str]) -> bool:
    return square_of(parts[1]) in scene.pawns(COLORS[parts[0]])


@claim(r"enemy promotions and checks are not considered")
def _left_out(scene: Scene, parts: Sequence[str]) -> bool:
    return True
