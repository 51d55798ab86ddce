"""What stands in front of a square, behind it, beside it and on it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import chess

from tests.core.explain.claims.registry import (
    COLORS,
    LIST,
    RANK_NAMES,
    SQUARE,
    claim,
    files_in,
    pawns_in,
    square_of,
    squares_in,
)
from tests.core.explain.claims.scene import Scene, file_of, files_apart, files_beside, rank_of


@claim(r"<WHO> stands? in front of <SQ> on <FILES>(, so it is (?:not )?passed(?: already)?)?")
def _stands_in_front(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    square, files = square_of(parts[1]), files_in(parts[2])
    if parts[3] and scene.is_passed(square, scene.color) == ("not" in parts[3]):
        return False
    found = scene.in_front(square, files, color)
    if parts[0].startswith("only "):
        found = scene.in_front(square, {file_of(square)} | files_beside(square), color)
    return pawns == found and (not pawns or parts[0].startswith("only ") or files <= {file_of(pawn) for pawn in pawns})


@claim(r"<WHO> stands? behind <SQ> on <FILES>")
def _stands_behind(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    files = files_in(parts[2])
    return pawns == {
        pawn
        for pawn in scene.pawns(color)
        if file_of(pawn) in files and scene.is_ahead(square_of(parts[1]), pawn, scene.color)
    }


@claim(r"no <COLOR> pawn stands behind <SQ>")
def _none_behind(scene: Scene, parts: Sequence[str]) -> bool:
    color, square = COLORS[parts[0]], square_of(parts[1])
    return not any(
        file_of(pawn) == file_of(square) and scene.is_ahead(square, pawn, color) for pawn in scene.pawns(color)
    )


@claim(r"<WHO> stands? beside <SQ>(?: on its rank)?")
def stands_beside(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    return pawns == scene.beside(square_of(parts[1]), color)


@claim(rf"(?:no|the) open and half-isolated (white|black) pawns?(?: ({LIST}))? stands? beside <SQ>")
def _half_isolated_mates(scene: Scene, parts: Sequence[str]) -> bool:
    color = COLORS[parts[0]]
    found = {
        pawn
        for pawn in scene.beside(square_of(parts[2]), color)
        if scene.is_open(pawn, color) and len(scene.files_beside_with_pawns(pawn, color)) == 1
    }
    return found == set(squares_in(parts[1] or ""))


@claim(r"<WHO> stands? side by side, with no third one beside them")
def _pair(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    return len(pawns) == 2 and all(scene.beside(pawn, color) == pawns - {pawn} for pawn in pawns)


@claim(r"<SQ> is one of (\d+) <COLOR> pawns side by side, <LIST>")
def _row(scene: Scene, parts: Sequence[str]) -> bool:
    row = set(squares_in(parts[3]))
    files = sorted(file_of(pawn) for pawn in row)
    together = files == list(range(files[0], files[0] + len(row))) and len({rank_of(pawn) for pawn in row}) == 1
    reach = set().union(*(scene.beside(pawn, COLORS[parts[2]]) for pawn in row))
    return together and reach == row and len(row) == int(parts[1]) and square_of(parts[0]) in row


@claim(r"(?:only )?<WHO> shares? <FILES> with <SQ>")
def _shares_file(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    square = square_of(parts[2])
    return files_in(parts[1]) == {file_of(square)} and pawns == {
        pawn for pawn in scene.pawns(color) if file_of(pawn) == file_of(square) and pawn != square
    }


@claim(r"(a|no) <COLOR> pawn stands right behind <SQ> on <SQ>")
def _right_behind(scene: Scene, parts: Sequence[str]) -> bool:
    behind = square_of(parts[3])
    return scene.step(behind, scene.color) == square_of(parts[2]) and (parts[0] == "a") == (
        behind in scene.pawns(COLORS[parts[1]])
    )


@claim(r"(?:(the (?:white|black) pawn <SQ>)|no pawn) stands right in front of <SQ>".replace("<SQ>", SQUARE, 1))
def _right_in_front(scene: Scene, parts: Sequence[str]) -> bool:
    stop = scene.step(square_of(parts[1]), scene.color)
    pawn = pawns_in(scene, parts[0])[1] if parts[0] else set()
    return pawn == ({stop} & (scene.pawns(True) | scene.pawns(False)) if stop is not None else set())


@claim(r"(a|no) <COLOR> pawn stands right in front of it on <SQ>")
def _on_stop(scene: Scene, parts: Sequence[str]) -> bool:
    stop = square_of(parts[2])
    return scene.step(scene.square, scene.color) == stop and (parts[0] == "a") == (
        stop in scene.pawns(COLORS[parts[1]])
    )


@claim(r"(?:the|a) (white|black) (pawn|knight|bishop|rook|queen|king) stands (?:right in front of it )?on <SQ>")
def piece_stands(scene: Scene, parts: Sequence[str]) -> bool:
    piece = scene.board.piece_at(square_of(parts[2]))
    return piece is not None and piece.color == COLORS[parts[0]] and chess.piece_name(piece.piece_type) == parts[1]


@claim(r"<SQ> is on (White|Black)'s (\w+) rank(?:, not on the ([\w ]+)|, too near promotion to be overly advanced)?")
def stands_on_rank(scene: Scene, parts: Sequence[str]) -> bool:
    rank = scene.rank(square_of(parts[0]), parts[1] == "White")
    words = re.findall(r"first|second|third|fourth|fifth|sixth|seventh|eighth", parts[3] or "")
    named = [RANK_NAMES.index(word) + 1 for word in words]
    if " to " in (parts[3] or ""):
        named = list(range(named[0], named[1] + 1))
    return RANK_NAMES[rank - 1] == parts[2] and rank not in named


@claim(r"<SQ> is on (White|Black)'s (\w+) rank(?: and attacks nothing|, with no square (?:in front of|behind) it)")
def _on_end(scene: Scene, parts: Sequence[str]) -> bool:
    return stands_on_rank(scene, (*parts, "")) and parts[2] in ("first", "eighth")


@claim(r"<LIST> (?:is|are) passed")
def _is_passed(scene: Scene, parts: Sequence[str]) -> bool:
    return all(scene.is_passed(square, scene.color) for square in squares_in(parts[0]))


@claim(r"neither <SQ> nor <SQ> is passed")
def _neither_passed(scene: Scene, parts: Sequence[str]) -> bool:
    return not any(scene.is_passed(square_of(part), scene.color) for part in parts)


@claim(r"<WHO> stands? on <FILES>, (?:beside|the only file beside) the ([a-h])-file(?:, so it is isolated)?")
def _on_files_beside(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    file = "abcdefgh".index(parts[2])
    found = {pawn for pawn in scene.pawns(color) if abs(file_of(pawn) - file) == 1}
    files = {file_of(pawn) for pawn in found} or {other for other in (file - 1, file + 1) if 0 <= other < 8}
    return pawns == found and files_in(parts[1]) == files


@claim(r"<WHO> stands? on (?:<FILES>, but none on <FILES>|both files beside the ([a-h])-file)")
def _on_one_file(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    found = {pawn for pawn in scene.pawns(color) if files_apart(pawn, scene.square) == 1}
    files = {file_of(pawn) for pawn in found}
    if parts[3]:
        return pawns == found and files == files_beside(scene.square) and len(files) == 2
    return pawns == found and files == files_in(parts[1]) and files_beside(scene.square) - files == files_in(parts[2])


@claim(rf"(?:no|the) passed (white|black) pawns?(?: ({LIST}))? stands? on <FILES>")
def _passed_on_files(scene: Scene, parts: Sequence[str]) -> bool:
    color = COLORS[parts[0]]
    found = {
        pawn for pawn in scene.pawns(color) if files_apart(pawn, scene.square) == 1 and scene.is_passed(pawn, color)
    }
    files = {file_of(pawn) for pawn in found} or files_beside(scene.square)
    return found == set(squares_in(parts[1] or "")) and files == files_in(parts[2])
