"""Pieces among pawns, and weak colors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import chess

from tests.core.explain.claims.registry import COLORS, claim, pawns_in, square_of
from tests.core.explain.claims.scene import Scene, Squares, file_of


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


@claim(r"the <COLOR> (rook|queen) <SQ> is in front of <SQ>, with no pawn between")
def _faces(scene: Scene, parts: Sequence[str]) -> bool:
    piece, pawn = square_of(parts[2]), square_of(parts[3])
    found = scene.board.piece_at(piece)
    return (
        found == chess.Piece(chess.PIECE_NAMES.index(parts[1]), COLORS[parts[0]])
        and file_of(piece) == file_of(pawn)
        and scene.is_ahead(piece, pawn, scene.color)
        and not chess.SquareSet.between(piece, pawn) & (scene.pawns(True) | scene.pawns(False))
    )


@claim(r"no <COLOR> rook or queen is in front of <SQ> with no pawn between")
def _none_faces(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawn = COLORS[parts[0]], square_of(parts[1])
    pieces = scene.board.pieces(chess.ROOK, color) | scene.board.pieces(chess.QUEEN, color)
    blockers = scene.pawns(True) | scene.pawns(False)
    return not any(
        file_of(piece) == file_of(pawn)
        and scene.is_ahead(piece, pawn, scene.color)
        and not chess.SquareSet.between(piece, pawn) & blockers
        for piece in pieces
    )


_KINDS: Final = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
_ATTACKER: Final = r"the (?:white|black) (?:knight|bishop|rook|queen) [a-h][1-8](?: by [a-h][1-8])?"


@claim(rf"(only )?({_ATTACKER}(?:(?:, | and ){_ATTACKER})*) (?:can )?attacks? <SQ>")
def _attackers(scene: Scene, parts: Sequence[str]) -> bool:
    target = square_of(parts[2])
    named = re.findall(r"the (white|black) (\w+) ([a-h][1-8])(?: by ([a-h][1-8]))?", parts[1])
    kinds = {chess.PIECE_NAMES.index(kind) for _, kind, _, _ in named}
    return (
        kinds == _kinds_in_reach(scene, target)
        and (len(kinds) == 1) == bool(parts[0])
        and all(
            scene.board.piece_at(square_of(piece)) == chess.Piece(chess.PIECE_NAMES.index(kind), COLORS[color])
            and target in _attacks_from(scene, square_of(piece), square_of(way) if way else None)
            for color, kind, piece, way in named
        )
    )


@claim(r"no <COLOR> piece attacks <SQ> now or after one move")
def _no_attackers(scene: Scene, parts: Sequence[str]) -> bool:
    return not _kinds_in_reach(scene, square_of(parts[1]))


def _kinds_in_reach(scene: Scene, target: int) -> Squares:
    """Return the kinds of enemy pieces of which one attacks a square now or after one move."""
    return {
        kind
        for kind in _KINDS
        for piece in scene.board.pieces(kind, not scene.color)
        if any(target in _attacks_from(scene, piece, way) for way in (None, *scene.board.attacks(piece)))
    }


def _attacks_from(scene: Scene, piece: int, way: int | None) -> Squares:
    """Return the attacks of a piece from its square, or from one that it may move to; it stays in the way."""
    board = scene.board
    if way is None:
        return set(board.attacks(piece))
    found = board.piece_at(piece)
    assert found is not None
    blocked = bool(board.occupied_co[found.color] & chess.BB_SQUARES[way])
    if blocked or way not in board.attacks(piece) or scene.attackers(way, not found.color):
        return set()
    moved = board.copy(stack=False)
    moved.set_piece_at(way, found)
    return set(moved.attacks(way))
