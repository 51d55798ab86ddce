"""Stops and telestops."""

from __future__ import annotations

from collections.abc import Sequence

from tests.core.explain.claims.registry import COLORS, claim, pawns_in, square_of
from tests.core.explain.claims.scene import Scene, file_of


@claim(r"<SQ> is the stop of <WHO>(, with no other (?:white|black) pawn behind)?")
def _is_stop(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    square = square_of(parts[0])
    others = {
        pawn for pawn in scene.pawns(color) if file_of(pawn) == file_of(square) and scene.is_ahead(square, pawn, color)
    }
    return all(scene.step(pawn, color) == square for pawn in pawns) and (not parts[2] or others == pawns)


@claim(r"<SQ> is in front of <WHO> and (no (?:white|black) pawn's stop|not its stop)")
def _is_telestop(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    square = square_of(parts[0])
    found = {
        pawn for pawn in scene.pawns(color) if file_of(pawn) == file_of(square) and scene.is_ahead(square, pawn, color)
    }
    near = {pawn for pawn in found if scene.step(pawn, color) == square}
    return pawns == (found - near if parts[2] == "not its stop" else found) and (parts[2] == "not its stop" or not near)


@claim(r"a (white|black) pawn stands on <SQ>")
def _pawn_stands(scene: Scene, parts: Sequence[str]) -> bool:
    return square_of(parts[1]) in scene.pawns(COLORS[parts[0]])


@claim(r"enemy promotions and checks are not considered")
def _left_out(scene: Scene, parts: Sequence[str]) -> bool:
    return True


@claim(r"it has no stop")
def _has_no_stop(scene: Scene, parts: Sequence[str]) -> bool:
    return scene.step(scene.square, scene.color) is None
