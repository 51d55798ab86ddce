"""Passed pawns: Stockfish's exceptions, pawns far from the others, and rooks behind them."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from tests.core.explain.claims.registry import COLORS, LIST, RANK_NAMES, SQUARE, claim, files_in, square_of, squares_in
from tests.core.explain.claims.scene import Scene, Squares, file_of, files_apart, files_beside
from tests.core.explain.claims.standing import piece_stands, stands_beside, stands_on_rank

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


@claim(r"(?:each of )?<LIST>, from where it could be attacked, holds a (?:white|black) pawn or is attacked by two")
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


@claim(rf"the (white|black) (rook) ({SQUARE}) stands behind <SQ> with nothing between")
def _rook_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return square_of(parts[3]) == scene.square and _first_piece_behind(scene, parts[:3])


@claim(rf"the first piece behind it is the (white|black) (\w+) ({SQUARE})")
def _first_piece_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return first_behind(scene) == square_of(parts[2]) and piece_stands(scene, parts)


@claim(r"no piece stands behind <SQ> on <FILES>")
def _no_piece_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return first_behind(scene) is None and files_in(parts[1]) == {file_of(scene.square)}


# Key squares


def key_squares(scene: Scene, pawn: int, color: bool) -> Squares:
    """Return the key squares of a passed pawn by the rule of books, empty for one that has none by it."""
    rank = scene.rank(pawn, color)
    if not scene.is_passed(pawn, color) or not 2 <= rank <= 6:
        return set()
    if file_of(pawn) in (0, 7):
        return {square for square in chess.SQUARES if files_apart(square, pawn) == 1 and scene.rank(square, color) > 6}
    ahead = (1, 2) if rank > 4 else (2,)
    return {
        square
        for square in chess.SQUARES
        if files_apart(square, pawn) < 2 and scene.rank(square, color) - rank in ahead
    }


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
