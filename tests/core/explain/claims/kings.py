"""Kings among pawns."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from tests.core.explain.claims.registry import COLORS, LIST, SQUARE, claim, files_in, pawns_in, square_of, squares_in
from tests.core.explain.claims.scene import Scene, Squares, file_of, files_apart, rank_of


@claim(r"no <COLOR> king stands (behind|at most four ranks ahead of) <SQ> on <FILES>")
def _no_king(scene: Scene, parts: Sequence[str]) -> bool:
    return not _kings(scene, parts[1], square_of(parts[2]), COLORS[parts[0]])


@claim(rf"the (white|black) kings? ({LIST}) stands? (behind|at most four ranks ahead of) <SQ> on <FILES>")
def _kings_stand(scene: Scene, parts: Sequence[str]) -> bool:
    kings = _kings(scene, parts[2], square_of(parts[3]), COLORS[parts[0]])
    return kings == set(squares_in(parts[1])) and {file_of(king) for king in kings} == files_in(parts[4])


def _kings(scene: Scene, where: str, square: int, color: bool) -> Squares:
    """Return kings behind a pawn of their color, or at most four ranks ahead of an enemy's, one file away at most."""
    kings = {king for king in scene.board.pieces(chess.KING, color) if files_apart(king, square) < 2}
    if where == "behind":
        return {king for king in kings if scene.is_ahead(square, king, color)}
    return {king for king in kings if 0 < scene.rank(king, not color) - scene.rank(square, not color) < 5}


@claim(r"<WHO> stands in its way")
def _in_its_way(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    return pawns == {scene.step(scene.square, not color)} & scene.pawns(color)


@claim(r"(White|Black) has (more than|only) (king and pawns|pawns)")
def _material(scene: Scene, parts: Sequence[str]) -> bool:
    color = parts[0] == "White"
    kings = scene.board.pieces(chess.KING, color)
    pieces = chess.SquareSet(scene.board.occupied_co[color]) - kings - scene.board.pieces(chess.PAWN, color)
    if parts[1] == "more than":
        return bool(pieces)
    return not pieces and bool(kings) == (parts[2] == "king and pawns")


@claim(r"(White|Black) has no king")
def _kingless(scene: Scene, parts: Sequence[str]) -> bool:
    return not scene.board.pieces(chess.KING, parts[0] == "White")


@claim(rf"<SQ> needs (\d) moves? to <SQ> and the (white|black) king ({SQUARE}) (\d)(, moving first)?")
def _needs(scene: Scene, parts: Sequence[str]) -> bool:
    pawn, moves, goal, color, king, distance, first = parts
    square, target = square_of(pawn), square_of(goal)
    ranks = 8 - scene.rank(square)
    return (
        int(moves) == ranks - (scene.rank(square) <= 2)
        and file_of(square) == file_of(target)
        and scene.rank(target) == 8
        and int(distance) == chess.square_distance(square_of(king), target)
        and square_of(king) in scene.board.pieces(chess.KING, COLORS[color])
        and bool(first) == (scene.board.turn == COLORS[color])
    )


@claim(rf"the (white|black) king ({SQUARE}) cannot take <SQ>, which <LIST> guards?")
def _cannot_take(scene: Scene, parts: Sequence[str]) -> bool:
    square = square_of(parts[2])
    own = scene.attackers(square, scene.color) | {
        king for king in scene.board.pieces(chess.KING, scene.color) if chess.square_distance(king, square) == 1
    }
    return own == set(squares_in(parts[3])) and chess.square_distance(square_of(parts[1]), square) == 1


@claim(rf"the (white|black) king ({SQUARE}), to move, is beside <SQ>, which no (white|black) pawn or king guards")
def _stands_to_take(scene: Scene, parts: Sequence[str]) -> bool:
    square = square_of(parts[2])
    guarded = scene.attackers(square, scene.color) or any(
        chess.square_distance(king, square) == 1 for king in scene.board.pieces(chess.KING, scene.color)
    )
    return (
        not guarded and chess.square_distance(square_of(parts[1]), square) == 1 and scene.board.turn == COLORS[parts[0]]
    )


# The opposition


@claim(rf"<SQ> and the (white|black) king ({SQUARE}) are on one (file|rank|diagonal), (1|3|5) squares? between")
def _faces(scene: Scene, parts: Sequence[str]) -> bool:
    square, king = square_of(parts[0]), square_of(parts[2])
    if king not in scene.board.pieces(chess.KING, COLORS[parts[1]]) or COLORS[parts[1]] == scene.color:
        return False
    between = chess.SquareSet.between(square, king)
    line = "file" if file_of(square) == file_of(king) else "rank" if rank_of(square) == rank_of(king) else "diagonal"
    return len(between) == int(parts[4]) and line == parts[3]


@claim(r"no (white|black) king is on a line with <SQ>, an odd number of squares between")
def _faces_none(scene: Scene, parts: Sequence[str]) -> bool:
    square = square_of(parts[1])
    kings = scene.board.pieces(chess.KING, COLORS[parts[0]])
    return not any(len(chess.SquareSet.between(square, king)) % 2 for king in kings)


@claim(rf"the (white|black) king stands on ({SQUARE})")
def _king_stands(scene: Scene, parts: Sequence[str]) -> bool:
    return square_of(parts[1]) in scene.board.pieces(chess.KING, COLORS[parts[0]])


# Pawn storms


@claim(rf"the (white|black) kings? ({LIST}) stands? in the center or beyond (White|Black)'s second rank")
def _not_castled(scene: Scene, parts: Sequence[str]) -> bool:
    color = COLORS[parts[0]]
    kings = set(squares_in(parts[1]))
    away = all(file_of(king) in (3, 4) or scene.rank(king, color) > 2 for king in kings)
    return away and kings == _kings(scene, "ahead", scene.square, color) and color == (parts[2] == "White")


@claim(r"(White|Black) has (a|no) queen")
def _has_queen(scene: Scene, parts: Sequence[str]) -> bool:
    return bool(scene.board.pieces(chess.QUEEN, parts[0] == "White")) == (parts[1] == "a")


@claim(rf"<SQ> is only on (White|Black)'s fourth rank and the (white|black) kings? ({LIST}) (?:is|are) on <FILES>")
def _beside_own_king(scene: Scene, parts: Sequence[str]) -> bool:
    pawn, color, kings = square_of(parts[0]), COLORS[parts[2]], set(squares_in(parts[3]))
    found = {king for king in scene.board.pieces(chess.KING, color) if files_apart(king, pawn) < 2}
    is_fourth = scene.rank(pawn, color) == 4 and color == (parts[1] == "White")
    return is_fourth and kings == found and {file_of(king) for king in kings} == files_in(parts[4])
