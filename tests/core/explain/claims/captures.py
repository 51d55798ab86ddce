"""Captures, levers and steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess

from tests.core.explain.claims.registry import COLORS, claim, pawns_in, square_of, squares_in
from tests.core.explain.claims.scene import Scene, Squares, file_of
from tests.core.explain.claims.standing import piece_stands


@claim(r"<SQ> attacks the (white|black) (\w+) on <SQ>")
def _attacks_piece(scene: Scene, parts: Sequence[str]) -> bool:
    source, target = square_of(parts[0]), square_of(parts[3])
    if target not in scene.attacked_by([source], scene.color) or not piece_stands(
        scene, (parts[1], parts[2], parts[3])
    ):
        return False
    turned = scene.board.copy(stack=False)
    turned.turn = scene.color
    return COLORS[parts[1]] != scene.color and chess.Move(source, target) in (
        chess.Move(move.from_square, move.to_square) for move in turned.generate_pseudo_legal_moves()
    )


@claim(r"<SQ> attacks the en-passant square <SQ>")
def _attacks_en_passant(scene: Scene, parts: Sequence[str]) -> bool:
    return square_of(parts[1]) in scene.attacked_by(
        [square_of(parts[0])], scene.color
    ) and scene.board.ep_square == square_of(parts[1])


@claim(r"<SQ> gives check to the (white|black) king on <SQ>, which is never taken")
def _gives_check(scene: Scene, parts: Sequence[str]) -> bool:
    target = scene.board.piece_at(square_of(parts[2]))
    return target == chess.Piece(chess.KING, not scene.color) and square_of(parts[2]) in scene.attacked_by(
        [square_of(parts[0])], scene.color
    )


@claim(r"there is nothing to take on <SQ>")
def _nothing_to_take(scene: Scene, parts: Sequence[str]) -> bool:
    piece = scene.board.piece_at(square_of(parts[0]))
    return piece is None or piece.color == scene.color


@claim(r"no file lies (east|west) of the ([ah])-file")
def _no_file(scene: Scene, parts: Sequence[str]) -> bool:
    return (parts[0], parts[1]) in (("east", "h"), ("west", "a")) and file_of(scene.square) in (0, 7)


@claim(r"<SQ> and <WHO> attack each other")
def _attack_each_other(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    one = square_of(parts[0])
    return all(
        pawn in scene.attacked_by([one], scene.color) and one in scene.attacked_by([pawn], color) for pawn in pawns
    )


@claim(r"no <COLOR> (pawn|piece) stands (?:right in front of it )?on <SQ>")
def _none_stands_on(scene: Scene, parts: Sequence[str]) -> bool:
    piece = scene.board.piece_at(square_of(parts[2]))
    if piece is None or piece.color != COLORS[parts[0]]:
        return True
    return parts[1] == "pawn" and piece.piece_type != chess.PAWN


@claim(r"no file is nearer to the center than the ([a-h])-file|<SQ> is not on the d- or e-file")
def _center(scene: Scene, parts: Sequence[str]) -> bool:
    return parts[0] in ("d", "e") if parts[0] else parts[1][0] not in "de"


@claim(r"from <RUN> it would attack <WHO>")
def _break(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    places = set(squares_in(parts[0]))
    if places == {scene.square}:
        # The square of the scene is the one to step to, not the pawn's.
        return pawns == scene.attacked_by(places, scene.color) & scene.pawns(color)
    steps = reachable_by_a_step(scene)
    found = scene.attacked_by(places, scene.color) & scene.pawns(color)
    all_found = {place for place in steps if scene.attacked_by([place], scene.color) & scene.pawns(color)}
    return pawns == found and places == (all_found if pawns else steps)


def reachable_by_a_step(scene: Scene) -> Squares:
    """Return where the pawn of the scene may step, pins and turns left out, from python-chess's own moves.

    It lets pawns of the first rank take two steps at once, as in some variants of chess.
    """
    board = scene.board.copy(stack=False)
    board.turn = scene.color
    return {
        move.to_square
        for move in board.generate_pseudo_legal_moves(from_mask=chess.BB_SQUARES[scene.square])
        if file_of(move.to_square) == file_of(scene.square)
        and (scene.rank(scene.square) > 1 or chess.square_distance(move.to_square, scene.square) == 1)
    }


@claim(r"<SQ> is empty")
def _empty(scene: Scene, parts: Sequence[str]) -> bool:
    return scene.board.piece_at(square_of(parts[0])) is None


@claim(r"nothing stands on <RUN>")
def _nothing_stands(scene: Scene, parts: Sequence[str]) -> bool:
    return not any(scene.board.piece_at(square) for square in squares_in(parts[0]))


@claim(r"<WHO> can step to <SQ>")
def _can_step(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    target = square_of(parts[1])
    found = {pawn for pawn in scene.pawns(color) if target in reachable_by_a_step(replace(scene, square=pawn))}
    return color == scene.color and pawns == found
