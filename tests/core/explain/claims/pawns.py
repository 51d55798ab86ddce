"""Claims on pawns: spans, where they stand, what they attack and capture, and passed pawns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import chess

from tests.core.explain.claims.scene import (
    COLORS,
    LIST,
    NUMBERS,
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


@claim(r"<WHO> (?:attacks?|guards?) <RUN>(?: already)?")
def attacks(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    targets = set(squares_in(parts[1]))
    if not pawns:
        return not any(scene.attackers(target, color) for target in targets)
    return set().union(*(scene.attackers(target, color) for target in targets)) == pawns and all(
        scene.attackers(target, color) for target in targets
    )


@claim(r"<WHO> attacks? <RUN>, which no <COLOR> pawn can ever guard without capturing")
def _attacked_and_lost(scene: Scene, parts: Sequence[str]) -> bool:
    return attacks(scene, parts[:2]) and not any(
        scene.who_may_attack(square, COLORS[parts[2]]) for square in squares_in(parts[1])
    )


@claim(r"<WHO> attacks? <SQ>, but (?:only )?<WHO> guards? <SQ>")
def _attacked_but_guarded(scene: Scene, parts: Sequence[str]) -> bool:
    return attacks(scene, parts[:2]) and attacks(scene, parts[2:])


@claim(r"<SQ> is guarded by ([\w ,]+), but by no <COLOR> pawn")
def _guarded_by_pieces(scene: Scene, parts: Sequence[str]) -> bool:
    square, color = square_of(parts[0]), COLORS[parts[2]]
    named = re.findall(r"(knight|bishop|rook|queen|king)s? ([a-h][1-8](?:(?:, | and )[a-h][1-8])*)", parts[1])
    kinds = {place: chess.PIECE_NAMES.index(kind) for kind, places in named for place in squares_in(places)}
    found = {place: scene.board.piece_type_at(place) for place in scene.board.attackers(color, square)}
    return bool(found) and found == kinds and color == scene.color


@claim(r"<SQ> guards <WHO>")
def guards(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    return scene.attacked_by([square_of(parts[0])], scene.color) & scene.pawns(color) == pawns and color == scene.color


@claim(r"no <COLOR> pawn stands beside or behind <SQ> on <FILES> to guard <SQ>")
def _none_to_guard(scene: Scene, parts: Sequence[str]) -> bool:
    color, square = COLORS[parts[0]], square_of(parts[1])
    if scene.step(square, color) != square_of(parts[3]) or files_in(parts[2]) != files_beside(square):
        return False
    return not scene.who_may_attack(square_of(parts[3]), color)


@claim(r"<WHO>(, neither rammed nor backward,)? may (guard|attack) <SQ>, now or after advancing")
def _may_attack(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    if (color == scene.color) != (parts[2] == "guard"):
        return False
    found = scene.who_may_attack(square_of(parts[3]), color)
    if parts[1]:
        found = {pawn for pawn in found if not scene.is_backward_or_rammed(pawn, color)}
    return pawns == found


@claim(r"<WHO> attacks? <LIST>, but (it|each of them) may be guarded by <WHO>, now or after advancing")
def _attacked_but_guardable(scene: Scene, parts: Sequence[str]) -> bool:
    enemy, attackers = pawns_in(scene, parts[0])
    own, guards = pawns_in(scene, parts[3])
    targets = squares_in(parts[1])
    return (
        (len(targets) == 1) == (parts[2] == "it")
        and attackers == set().union(*(scene.attackers(target, enemy) for target in targets))
        and guards == set().union(*(scene.who_may_attack(target, own) for target in targets))
        and all(scene.attackers(target, enemy) and scene.who_may_attack(target, own) for target in targets)
    )


@claim(r"no <COLOR> pawn can ever (?:guard|attack) <SQ> without capturing")
def _never(scene: Scene, parts: Sequence[str]) -> bool:
    return not scene.who_may_attack(square_of(parts[1]), COLORS[parts[0]])


@claim(r"only <WHO>, (?:which is|each) rammed or backward, can ever attack <SQ> without capturing")
def _only_held_ones(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    held = all(scene.is_backward_or_rammed(pawn, color) for pawn in pawns)
    return held and pawns == scene.who_may_attack(square_of(parts[1]), color)


@claim(r"<WHO> keeps? <WHO> from guarding <SQ>")
def _keeps(scene: Scene, parts: Sequence[str]) -> bool:
    enemy, keepers = pawns_in(scene, parts[0])
    _, kept = pawns_in(scene, parts[1])
    found = {pawn: scene.keepers(pawn, square_of(parts[2])) for pawn in kept}
    assert enemy != scene.color
    if not keepers:
        return not any(found.values())
    return all(found.values()) and keepers == set().union(*found.values())


@claim(r"<RUN> (?:is|are) safe")
def _safe(scene: Scene, parts: Sequence[str]) -> bool:
    return all(map(scene.is_safe, squares_in(parts[0])))


@claim(
    r"<SQ> has (no|\d+) helpers?(?: \(<LIST>\))? against (no|\d+) sentr(?:y|ies)(?: \(<LIST>\))?(, captures left out)?"
)
def _balance(scene: Scene, parts: Sequence[str]) -> bool:
    name, helper_count, helpers, sentry_count, sentries, out = parts
    square = square_of(name)
    stop = scene.step(square, scene.color)
    behind = scene.who_may_attack(stop, scene.color) if stop is not None else set()
    # Of doubled pawns the front one helps.
    own = {
        pawn
        for pawn in behind
        if not any(files_apart(pawn, other) == 0 and scene.is_ahead(other, pawn, scene.color) for other in behind)
    }
    enemy = scene.in_front(square, files_beside(square), not scene.color)
    at_once = enemy & scene.attacked_by([square], scene.color)
    return (
        own == set(squares_in(helpers or ""))
        and enemy == set(squares_in(sentries or ""))
        and (len(own), len(enemy)) == (NUMBERS[helper_count], NUMBERS[sentry_count])
        and bool(out) == bool(at_once)
    )


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
