"""What pawns attack and guard."""

from __future__ import annotations

import re
from collections.abc import Sequence

import chess

from tests.core.explain.claims.registry import COLORS, NUMBERS, claim, files_in, pawns_in, square_of, squares_in
from tests.core.explain.claims.scene import Scene, files_apart, files_beside


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
