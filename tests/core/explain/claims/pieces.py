"""Pieces among pawns, and weak colors."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from tests.core.explain.claims.registry import COLORS, claim, pawns_in, square_of
from tests.core.explain.claims.scene import Scene, file_of


@claim(r"no <COLOR> (knight or bishop|bishop|rook) stands on <SQ>")
def _no_such_piece(scene: Scene, parts: Sequence[str]) -> bool:
    kinds = [chess.PIECE_NAMES.index(name) for name in parts[1].split(" or ")]
    return not any(square_of(parts[2]) in scene.board.pieces(kind, COLORS[parts[0]]) for kind in kinds)


@claim(r"<WHO> of its color on the c-, d-, e- or f-file (?:is|are) rammed")
def _rammed_of_color(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    found = {
        pawn
        for pawn in scene.pawns(color)
        if 2 <= file_of(pawn) <= 5
        and is_light(pawn) == is_light(scene.square)
        and scene.step(pawn, color) in scene.pawns(not color)
    }
    return pawns == found and parts[0].startswith("only ") == (len({file_of(pawn) for pawn in found}) == 1)


def is_light(square: int) -> bool:
    return square in chess.SquareSet(chess.BB_LIGHT_SQUARES)


@claim(r"(White|Black) has (\d+) (light|dark) holes? and (\d+) (light|dark) holes?")
def _holes(scene: Scene, parts: Sequence[str]) -> bool:
    color = parts[0] == "White"
    holes = [
        square
        for square in chess.SQUARES
        if scene.rank(square, color) in (3, 4) and not scene.who_may_attack(square, color)
    ]
    light = sum(map(is_light, holes))
    counts = {"light": light, "dark": len(holes) - light}
    return counts == {parts[2]: int(parts[1]), parts[4]: int(parts[3])}


@claim(r"(White|Black) has (a|no) bishop on (light|dark) squares")
def _bishop_of_color(scene: Scene, parts: Sequence[str]) -> bool:
    bishops = scene.board.pieces(chess.BISHOP, parts[0] == "White")
    return any(is_light(bishop) == (parts[2] == "light") for bishop in bishops) == (parts[1] == "a")
