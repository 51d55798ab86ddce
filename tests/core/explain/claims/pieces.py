"""Claims on kings and pieces among pawns, weak colors, and passed pawns with a rook or far from the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import chess

from tests.core.explain.claims.pawns import piece_stands, stands_beside, stands_on_rank
from tests.core.explain.claims.scene import (
    COLORS,
    LIST,
    RANK_NAMES,
    SQUARE,
    Scene,
    Squares,
    claim,
    file_of,
    files_apart,
    files_beside,
    files_in,
    pawns_in,
    rank_of,
    square_of,
    squares_in,
)
from tests.reference import LAYER_REFERENCES
from tests.strategies import Board


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


@claim(r"the <COLOR> (rook|queen) on <SQ> is in front of <SQ>, with no pawn between")
def _faces(scene: Scene, parts: Sequence[str]) -> bool:
    piece, pawn = square_of(parts[2]), square_of(parts[3])
    kind = chess.PIECE_NAMES.index(parts[1])
    return piece in scene.board.pieces(kind, COLORS[parts[0]]) and _is_faced(scene, piece, pawn)


@claim(r"no <COLOR> rook or queen is in front of <SQ> with no pawn between")
def _none_faces(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawn = COLORS[parts[0]], square_of(parts[1])
    pieces = scene.board.pieces(chess.ROOK, color) | scene.board.pieces(chess.QUEEN, color)
    return not any(_is_faced(scene, piece, pawn) for piece in pieces)


def _is_faced(scene: Scene, piece: int, pawn: int) -> bool:
    """Return whether a piece is in front of a pawn on its file, with no pawn between."""
    return (
        file_of(piece) == file_of(pawn)
        and scene.is_ahead(piece, pawn, scene.color)
        and not chess.SquareSet.between(piece, pawn) & (scene.pawns(True) | scene.pawns(False))
    )


_KINDS: Final = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
_ATTACKER: Final = r"the (?:white|black) (?:knight|bishop|rook|queen) on [a-h][1-8](?: \(from [a-h][1-8]\))?"


@claim(rf"(only )?({_ATTACKER}(?:(?:, | and ){_ATTACKER})*) (?:can )?attacks? <SQ>")
def _attackers(scene: Scene, parts: Sequence[str]) -> bool:
    target = square_of(parts[2])
    named = re.findall(r"the (white|black) (\w+) on ([a-h][1-8])(?: \(from ([a-h][1-8])\))?", parts[1])
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
def _faces_of_kings(scene: Scene, parts: Sequence[str]) -> bool:
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


# The three exceptions of Stockfish's passed pawns


@claim(r"<SQ> attacks (?:it|them)")
def _attacks_all(scene: Scene, parts: Sequence[str]) -> bool:
    square = square_of(parts[0])
    return _stoppers(scene, square) <= scene.attacked_by([square], scene.color)


def _stoppers(scene: Scene, square: int) -> Squares:
    return scene.in_front(square, {file_of(square)} | files_beside(square), not scene.color)


@claim(r"(?:it attacks|they attack) <SQ>, but (?:only )?<WHO> stands? beside <SQ>")
def _attack_stop(scene: Scene, parts: Sequence[str]) -> bool:
    square = square_of(parts[2])
    stoppers = _stoppers(scene, square)
    return (
        scene.step(square, scene.color) == square_of(parts[0])
        and stoppers <= scene.attackers(square_of(parts[0]), not scene.color)
        and stands_beside(scene, parts[1:])
    )


@claim(
    rf"from ({SQUARE}), where no (?:white|black) pawn stands and at most one attacks, "
    rf"the (?:white|black) pawn ({SQUARE}) would attack it"
)
def _lever_from(scene: Scene, parts: Sequence[str]) -> bool:
    place, guard = square_of(parts[0]), square_of(parts[1])
    return (
        scene.step(guard, scene.color) == place
        and guard in scene.pawns(scene.color)
        and place not in scene.pawns(not scene.color)
        and len(scene.attackers(place, not scene.color)) < 2
        and scene.step(scene.square, scene.color) in scene.attacked_by([place], scene.color)
    )


@claim(r"no (?:white|black) pawn that could step up and attack <SQ> guards <SQ>")
def _no_lever(scene: Scene, parts: Sequence[str]) -> bool:
    return not scene.attackers(square_of(parts[1]), scene.color)


@claim(r"(?:each of )?<LIST>, from where it could be attacked, has a (?:white|black) pawn on it or is attacked by two")
def _no_place_for_lever(scene: Scene, parts: Sequence[str]) -> bool:
    enemy = not scene.color
    return all(place in scene.pawns(enemy) or len(scene.attackers(place, enemy)) == 2 for place in squares_in(parts[0]))


@claim(r"<SQ> does not attack (?:all of them|<LIST>), nor (?:do all of them|does <LIST>) attack <SQ>")
def _attacks_not_all(scene: Scene, parts: Sequence[str]) -> bool:
    square, stop = square_of(parts[0]), square_of(parts[3])
    stoppers = _stoppers(scene, square)
    return not stoppers <= scene.attacked_by([square], scene.color) and not stoppers <= scene.attackers(
        stop, not scene.color
    )


@claim(r"<SQ> is only on (White|Black)'s (\w+) rank")
def _only_on_rank(scene: Scene, parts: Sequence[str]) -> bool:
    return stands_on_rank(scene, (*parts, "")) and parts[2] in RANK_NAMES[:4]


# Passed pawns far from the others, and rooks behind them


@claim(rf"the nearest (white|black) pawns? ({LIST}) (?:is|are) (?:(only )?(\d) files? away|on <FILES> too)")
def _nearest(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns, only, away, files = COLORS[parts[0]], set(squares_in(parts[1])), *parts[2:]
    distances = {pawn: files_apart(pawn, scene.square) for pawn in scene.pawns(color)}
    nearest = min(distances.values())
    if pawns != {pawn for pawn, distance in distances.items() if distance == nearest}:
        return False
    if files:
        return nearest == 0 and files_in(files) == {file_of(scene.square)}
    return int(away) == nearest and bool(only) == (nearest < 3)


@claim(r"<SQ> is on the ([de])-file, in the center")
def _in_center(scene: Scene, parts: Sequence[str]) -> bool:
    return parts[0][0] == parts[1]


@claim(r"(White|Black) has no pawn that it could be far from")
def _no_pawns(scene: Scene, parts: Sequence[str]) -> bool:
    return not scene.pawns(parts[0] == "White")


def first_behind(scene: Scene) -> int | None:
    """Return the square of the first piece behind the square of the scene."""
    square = scene.square
    while (behind := scene.step(square, not scene.color)) is not None:
        square = behind
        if scene.board.piece_at(square):
            return square
    return None


@claim(rf"the (white|black) (rook) on ({SQUARE}) stands behind <SQ> with nothing between")
def _rook_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return square_of(parts[3]) == scene.square and _first_piece_behind(scene, parts[:3])


@claim(rf"the first piece behind it is the (white|black) (\w+) on ({SQUARE})")
def _first_piece_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return first_behind(scene) == square_of(parts[2]) and piece_stands(scene, parts)


@claim(r"no piece stands behind <SQ> on <FILES>")
def _no_piece_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return first_behind(scene) is None and files_in(parts[1]) == {file_of(scene.square)}


# Key squares


def key_squares(scene: Scene, pawn: int, color: bool) -> Squares:
    """Return the key squares of one passed pawn by the rule of books, empty for one that has none by it."""
    view = Board(tuple(str(scene.board.piece_at(square) or "") for square in chess.SQUARES)).views()[not color]
    alone = replace(view, own=frozenset({(file_of(pawn), rank_of(pawn))}))
    return {8 * rank + file for file, rank in LAYER_REFERENCES["key_squares"](alone)}


@claim(r"the key squares of <SQ> are <LIST>")
def _key_squares_are(scene: Scene, parts: Sequence[str]) -> bool:
    return key_squares(scene, square_of(parts[0]), scene.color) == set(squares_in(parts[1]))


@claim(rf"<SQ> is (one rank|two ranks) ahead of the passed (white|black) pawn ({SQUARE}), on its file or one beside")
def _is_key_ahead(scene: Scene, parts: Sequence[str]) -> bool:
    square, pawn, color = square_of(parts[0]), square_of(parts[3]), COLORS[parts[2]]
    ahead = 1 if parts[1] == "one rank" else 2
    is_ahead = scene.rank(square, color) - scene.rank(pawn, color) == ahead
    return pawn in scene.pawns(color) and is_ahead and square in key_squares(scene, pawn, color)


@claim(rf"<SQ> is beside ({SQUARE}), where the passed (white|black) pawn ({SQUARE}) promotes")
def _is_key_beside(scene: Scene, parts: Sequence[str]) -> bool:
    square, corner, pawn, color = square_of(parts[0]), square_of(parts[1]), square_of(parts[3]), COLORS[parts[2]]
    promotes = file_of(corner) == file_of(pawn) and scene.rank(corner, color) == 8 and pawn in scene.pawns(color)
    return promotes and chess.square_distance(square, corner) == 1 and square in key_squares(scene, pawn, color)


@claim(r"(White|Black) has no passed pawn on its second to sixth rank")
def _no_runner(scene: Scene, parts: Sequence[str]) -> bool:
    color = parts[0] == "White"
    return not any(scene.is_passed(pawn, color) and 2 <= scene.rank(pawn, color) <= 6 for pawn in scene.pawns(color))
