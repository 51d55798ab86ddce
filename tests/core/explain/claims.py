"""What the clauses of reasons claim of a board, read from their words alone and looked up on a board of python-chess.

Nothing of the program is used but the words: a clause is one of the forms below, and each form says how the squares
that it names must stand. A clause of another form is no claim that is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import chess

Squares = set[int]

_COLORS: Final = {"white": chess.WHITE, "black": chess.BLACK}
_RANKS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final = {"no": 0} | {str(number): number for number in range(65)}


@dataclass(frozen=True)
class Scene:
    """A board, the color whose label is explained, and the square that it is about."""

    board: chess.Board
    color: bool
    square: int

    # What stands where

    def pawns(self, color: bool) -> Squares:
        return set(self.board.pieces(chess.PAWN, color))

    def rank(self, square: int, color: bool | None = None) -> int:
        """Return a rank, 1 to 8, from the end of a color, by default of the one whose label is explained."""
        white = self.color if color is None else color
        return chess.square_rank(square) + 1 if white else 8 - chess.square_rank(square)

    def is_ahead(self, square: int, of: int, color: bool) -> bool:
        return self.rank(square, color) > self.rank(of, color)

    def step(self, square: int, color: bool) -> int | None:
        """Return the square in front of one, or None on the last rank."""
        return None if self.rank(square, color) == 8 else square + (8 if color else -8)

    def attacked_by(self, pawns: Iterable[int], color: bool) -> Squares:
        return {target for pawn in pawns for target in chess.SquareSet(chess.BB_PAWN_ATTACKS[color][pawn])}

    def attackers(self, square: int, color: bool) -> Squares:
        return {pawn for pawn in self.pawns(color) if square in self.attacked_by([pawn], color)}

    def may_attack(self, pawn: int, square: int, color: bool) -> bool:
        """Return whether a pawn attacks a square, now or once it has advanced on its file."""
        return abs(_file(pawn) - _file(square)) == 1 and self.is_ahead(square, pawn, color)

    def who_may_attack(self, square: int, color: bool) -> Squares:
        return {pawn for pawn in self.pawns(color) if self.may_attack(pawn, square, color)}

    def in_front(self, square: int, files: Iterable[int], color: bool) -> Squares:
        """Return the pawns of a color that stand in front of the square, as the explained color sees it."""
        return {
            pawn for pawn in self.pawns(color) if _file(pawn) in set(files) and self.is_ahead(pawn, square, self.color)
        }

    def beside(self, square: int, color: bool) -> Squares:
        return {pawn for pawn in self.pawns(color) if _rank(pawn) == _rank(square) and _apart(pawn, square) == 1}

    def is_passed(self, square: int, color: bool) -> bool:
        return not any(
            _apart(pawn, square) < 2 and self.is_ahead(pawn, square, color) for pawn in self.pawns(not color)
        )

    def is_open(self, square: int, color: bool) -> bool:
        return not any(
            _file(pawn) == _file(square) and self.is_ahead(pawn, square, color) for pawn in self.pawns(not color)
        )

    def files_beside_with_pawns(self, square: int, color: bool) -> Squares:
        return {_file(pawn) for pawn in self.pawns(color) if _apart(pawn, square) == 1}

    def is_backward_or_rammed(self, square: int, color: bool) -> bool:
        """Return whether an enemy pawn is on or attacks the stop, and it is rammed or cannot be guarded there."""
        stop = self.step(square, color)
        if stop is None:
            return False
        if stop in self.pawns(not color):
            return True
        return bool(self.attackers(stop, not color)) and not self.who_may_attack(stop, color)

    def is_safe(self, square: int) -> bool:
        return len(self.attackers(square, self.color)) >= len(self.attackers(square, not self.color))

    def keepers(self, pawn: int, square: int) -> Squares:
        """Return the enemy pawns that stand where an own pawn must pass to guard a square from its file."""
        way = {
            other
            for other in chess.SQUARES
            if _file(other) == _file(pawn)
            and self.is_ahead(other, pawn, self.color)
            and self.rank(other) < self.rank(square)
        }
        return way & self.pawns(not self.color)


def _file(square: int) -> int:
    return chess.square_file(square)


def _rank(square: int) -> int:
    return chess.square_rank(square)


def _apart(one: int, other: int) -> int:
    """Return how many files two squares are apart."""
    return abs(_file(one) - _file(other))


def squares_in(text: str) -> list[int]:
    """Return the squares that a text names; ``d4 to d7`` names those between too."""
    found = [chess.parse_square(name) for name in re.findall(r"[a-h][1-8]", text)]
    if " to " in text and len(found) == 2:
        first, last = found
        return list(range(first, last + (8 if last > first else -8), 8 if last > first else -8))
    return found


def files_in(text: str) -> Squares:
    """Return the files that a text names: ``the c- or e-file``."""
    return {"abcdefgh".index(letter) for letter in re.findall(r"\b([a-h])-", text)}


def pawns_in(scene: Scene, text: str) -> tuple[bool, Squares]:
    """Return the color and the squares of ``the white pawns c3 and e3`` or ``no black pawn``; they must stand there."""
    match = re.fullmatch(rf"(?:only )?(?:(?:the|a) |no )(?:passed )?(white|black) pawns?(?: ({_LIST}))?", text)
    assert match, text
    color, found = _COLORS[match[1]], set(squares_in(match[2] or ""))
    assert found <= scene.pawns(color), text
    assert bool(found) != text.startswith("no "), text
    return color, found


_LIST: Final = r"[a-h][1-8](?:(?:, | and | or )[a-h][1-8])*"
_RUN: Final = r"[a-h][1-8](?:(?:, | and | or | to )[a-h][1-8])*"
_WHO: Final = rf"(?:only )?(?:the|a|no) (?:passed )?(?:white|black) pawns?(?: {_LIST})?"
_SQUARE: Final = r"[a-h][1-8]"
_FILES: Final = r"the (?:[a-h]-(?:, | and | or )?)+files?"

Claim = Callable[[Scene, Sequence[str]], bool]
CLAIMS: Final[list[tuple[re.Pattern[str], Claim]]] = []


def claim(pattern: str) -> Callable[[Claim], Claim]:
    """Register what a form of clause claims; its groups are handed over as texts."""
    named = {"WHO": _WHO, "LIST": _LIST, "RUN": _RUN, "SQ": _SQUARE, "FILES": _FILES, "COLOR": "white|black"}
    for name, part in named.items():
        pattern = pattern.replace(f"<{name}>", f"({part})")

    def register(function: Claim) -> Claim:
        CLAIMS.append((re.compile(pattern), function))
        return function

    return register


def holds(scene: Scene, clause: str) -> bool | None:
    """Return whether a clause is true of the scene, or None where it has no known form.

    Where several forms fit, each must hold.
    """
    found = [function(scene, match.groups()) for pattern, function in CLAIMS if (match := pattern.fullmatch(clause))]
    return all(found) if found else None


def _sq(text: str) -> int:
    return chess.parse_square(text)


# Guards and attacks


@claim(r"<WHO> (?:attacks?|guards?) (?:the stop )?<RUN>(?: already)?")
def _attack(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    targets = set(squares_in(parts[1]))
    if not pawns:
        return not any(scene.attackers(target, color) for target in targets)
    return set().union(*(scene.attackers(target, color) for target in targets)) == pawns and all(
        scene.attackers(target, color) for target in targets
    )


@claim(r"<WHO> attacks? <RUN>, which no <COLOR> pawn can ever guard without capturing")
def _attacked_and_lost(scene: Scene, parts: Sequence[str]) -> bool:
    return _attack(scene, parts[:2]) and not any(
        scene.who_may_attack(square, _COLORS[parts[2]]) for square in squares_in(parts[1])
    )


@claim(r"<WHO> attacks? <SQ>, but (?:only )?<WHO> guards? <SQ>")
def _attacked_but_guarded(scene: Scene, parts: Sequence[str]) -> bool:
    return _attack(scene, parts[:2]) and _attack(scene, parts[2:])


@claim(r"<SQ> is guarded by ([\w ,]+), but by no <COLOR> pawn")
def _guarded_by_pieces(scene: Scene, parts: Sequence[str]) -> bool:
    square, color = _sq(parts[0]), _COLORS[parts[2]]
    named = re.findall(r"(knight|bishop|rook|queen|king)s? ([a-h][1-8](?:(?:, | and )[a-h][1-8])*)", parts[1])
    kinds = {place: chess.PIECE_NAMES.index(kind) for kind, places in named for place in squares_in(places)}
    found = {place: scene.board.piece_type_at(place) for place in scene.board.attackers(color, square)}
    return bool(found) and found == kinds and color == scene.color


@claim(r"<SQ> guards <WHO>")
def _guards(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    return scene.attacked_by([_sq(parts[0])], scene.color) & scene.pawns(color) == pawns and color == scene.color


@claim(r"no <COLOR> pawn stands beside or behind <SQ> on <FILES> to guard <SQ>")
def _none_to_guard(scene: Scene, parts: Sequence[str]) -> bool:
    color, square = _COLORS[parts[0]], _sq(parts[1])
    if scene.step(square, color) != _sq(parts[3]) or files_in(parts[2]) != _neighbors(square):
        return False
    return not scene.who_may_attack(_sq(parts[3]), color)


def _neighbors(square: int) -> Squares:
    return {file for file in (_file(square) - 1, _file(square) + 1) if 0 <= file < 8}


@claim(r"<SQ> is in the front attack spans? of <WHO>(, which (?:is|are) neither rammed nor backward)?")
def _in_span(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    found = scene.who_may_attack(_sq(parts[0]), color)
    if parts[2]:
        found = {pawn for pawn in found if not scene.is_backward_or_rammed(pawn, color)}
    return pawns == found


@claim(r"<LIST>, attacked by <WHO>, (?:is|are) in the front attack spans? of <WHO>")
def _attacked_in_spans(scene: Scene, parts: Sequence[str]) -> bool:
    enemy, attackers = pawns_in(scene, parts[1])
    own, guards = pawns_in(scene, parts[2])
    targets = squares_in(parts[0])
    return (
        attackers == set().union(*(scene.attackers(target, enemy) for target in targets))
        and guards == set().union(*(scene.who_may_attack(target, own) for target in targets))
        and all(scene.attackers(target, enemy) and scene.who_may_attack(target, own) for target in targets)
    )


@claim(r"no <COLOR> pawn can ever (?:guard|attack) <SQ> without capturing")
def _never(scene: Scene, parts: Sequence[str]) -> bool:
    return not scene.who_may_attack(_sq(parts[1]), _COLORS[parts[0]])


@claim(r"only <WHO>, (?:which is|each) rammed or backward, can ever attack <SQ> without capturing")
def _only_held_ones(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    held = all(scene.is_backward_or_rammed(pawn, color) for pawn in pawns)
    return held and pawns == scene.who_may_attack(_sq(parts[1]), color)


@claim(r"<WHO> keeps? <WHO> from guarding <SQ>")
def _keeps(scene: Scene, parts: Sequence[str]) -> bool:
    enemy, keepers = pawns_in(scene, parts[0])
    _, kept = pawns_in(scene, parts[1])
    found = {pawn: scene.keepers(pawn, _sq(parts[2])) for pawn in kept}
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
    square = _sq(name)
    stop = scene.step(square, scene.color)
    own = scene.who_may_attack(stop, scene.color) if stop is not None else set()
    enemy = scene.in_front(square, _neighbors(square), not scene.color)
    at_once = enemy & scene.attacked_by([square], scene.color)
    return (
        own == set(squares_in(helpers or ""))
        and enemy == set(squares_in(sentries or ""))
        and (len(own), len(enemy)) == (_NUMBERS[helper_count], _NUMBERS[sentry_count])
        and bool(out) == bool(at_once)
    )


# What stands in front, behind and beside


@claim(r"<WHO> stands? in front of <SQ> on <FILES>(, so it is passed already)?")
def _stands_in_front(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    square, files = _sq(parts[1]), files_in(parts[2])
    if parts[3] and not scene.is_passed(square, scene.color):
        return False
    found = scene.in_front(square, files, color)
    if parts[0].startswith("only "):
        found = scene.in_front(square, {_file(square)} | _neighbors(square), color)
    return pawns == found and (not pawns or parts[0].startswith("only ") or files <= {_file(pawn) for pawn in pawns})


@claim(r"<WHO> stands? behind <SQ> on <FILES>")
def _stands_behind(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    files = files_in(parts[2])
    return pawns == {
        pawn for pawn in scene.pawns(color) if _file(pawn) in files and scene.is_ahead(_sq(parts[1]), pawn, scene.color)
    }


@claim(r"no <COLOR> pawn stands behind <SQ>")
def _none_behind(scene: Scene, parts: Sequence[str]) -> bool:
    color, square = _COLORS[parts[0]], _sq(parts[1])
    return not any(_file(pawn) == _file(square) and scene.is_ahead(square, pawn, color) for pawn in scene.pawns(color))


@claim(r"<WHO> stands? beside <SQ>(?: on its rank)?")
def _stands_beside(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    return pawns == scene.beside(_sq(parts[1]), color)


@claim(rf"(?:no|the) open and half-isolated (white|black) pawns?(?: ({_LIST}))? stands? beside <SQ>")
def _half_isolated_mates(scene: Scene, parts: Sequence[str]) -> bool:
    color = _COLORS[parts[0]]
    found = {
        pawn
        for pawn in scene.beside(_sq(parts[2]), color)
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
    files = sorted(_file(pawn) for pawn in row)
    together = files == list(range(files[0], files[0] + len(row))) and len({_rank(pawn) for pawn in row}) == 1
    reach = set().union(*(scene.beside(pawn, _COLORS[parts[2]]) for pawn in row))
    return together and reach == row and len(row) == int(parts[1]) and _sq(parts[0]) in row


@claim(r"(?:only )?<WHO> shares? <FILES> with <SQ>")
def _shares_file(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    square = _sq(parts[2])
    return files_in(parts[1]) == {_file(square)} and pawns == {
        pawn for pawn in scene.pawns(color) if _file(pawn) == _file(square) and pawn != square
    }


@claim(r"(a|no) <COLOR> pawn stands right behind <SQ> on <SQ>")
def _right_behind(scene: Scene, parts: Sequence[str]) -> bool:
    behind = _sq(parts[3])
    return scene.step(behind, scene.color) == _sq(parts[2]) and (parts[0] == "a") == (
        behind in scene.pawns(_COLORS[parts[1]])
    )


@claim(r"(?:(the (?:white|black) pawn <SQ>)|no pawn) stands right in front of <SQ>".replace("<SQ>", _SQUARE, 1))
def _right_in_front(scene: Scene, parts: Sequence[str]) -> bool:
    stop = scene.step(_sq(parts[1]), scene.color)
    pawn = pawns_in(scene, parts[0])[1] if parts[0] else set()
    return pawn == ({stop} & (scene.pawns(True) | scene.pawns(False)) if stop is not None else set())


@claim(r"(a|no) <COLOR> pawn stands on its stop <SQ>")
def _on_stop(scene: Scene, parts: Sequence[str]) -> bool:
    stop = _sq(parts[2])
    return scene.step(scene.square, scene.color) == stop and (parts[0] == "a") == (
        stop in scene.pawns(_COLORS[parts[1]])
    )


@claim(r"(?:the|a) (white|black) (pawn|knight|bishop|rook|queen|king) stands on (?:its stop )?<SQ>")
def _piece_stands(scene: Scene, parts: Sequence[str]) -> bool:
    piece = scene.board.piece_at(_sq(parts[2]))
    return piece is not None and piece.color == _COLORS[parts[0]] and chess.piece_name(piece.piece_type) == parts[1]


@claim(r"<SQ> is on (White|Black)'s (\w+) rank(?:, not on the ([\w ]+)|, too near promotion to be overly advanced)?")
def _on_rank(scene: Scene, parts: Sequence[str]) -> bool:
    rank = scene.rank(_sq(parts[0]), parts[1] == "White")
    words = re.findall(r"first|second|third|fourth|fifth|sixth|seventh|eighth", parts[3] or "")
    named = [_RANKS.index(word) + 1 for word in words]
    if " to " in (parts[3] or ""):
        named = list(range(named[0], named[1] + 1))
    return _RANKS[rank - 1] == parts[2] and rank not in named


@claim(r"<SQ> is on (White|Black)'s (\w+) rank and (?:has no stop|attacks nothing|has no square behind it)")
def _on_end(scene: Scene, parts: Sequence[str]) -> bool:
    return _on_rank(scene, (*parts, "")) and parts[2] in ("first", "eighth")


@claim(r"<LIST> (?:is|are) passed")
def _is_passed(scene: Scene, parts: Sequence[str]) -> bool:
    return all(scene.is_passed(square, scene.color) for square in squares_in(parts[0]))


@claim(r"neither <SQ> nor <SQ> is passed")
def _neither_passed(scene: Scene, parts: Sequence[str]) -> bool:
    return not any(scene.is_passed(_sq(part), scene.color) for part in parts)


@claim(r"<WHO> stands? on <FILES>, (?:beside|the only file beside) the ([a-h])-file(?:, so it is isolated)?")
def _on_files_beside(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    file = "abcdefgh".index(parts[2])
    found = {pawn for pawn in scene.pawns(color) if abs(_file(pawn) - file) == 1}
    files = {_file(pawn) for pawn in found} or {other for other in (file - 1, file + 1) if 0 <= other < 8}
    return pawns == found and files_in(parts[1]) == files


@claim(r"<WHO> stands? on (?:<FILES>, but none on <FILES>|both files beside the ([a-h])-file)")
def _on_one_file(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    found = {pawn for pawn in scene.pawns(color) if _apart(pawn, scene.square) == 1}
    files = {_file(pawn) for pawn in found}
    if parts[3]:
        return pawns == found and files == _neighbors(scene.square) and len(files) == 2
    return pawns == found and files == files_in(parts[1]) and _neighbors(scene.square) - files == files_in(parts[2])


@claim(rf"(?:no|the) passed (white|black) pawns?(?: ({_LIST}))? stands? on <FILES>")
def _passed_on_files(scene: Scene, parts: Sequence[str]) -> bool:
    color = _COLORS[parts[0]]
    found = {pawn for pawn in scene.pawns(color) if _apart(pawn, scene.square) == 1 and scene.is_passed(pawn, color)}
    files = {_file(pawn) for pawn in found} or _neighbors(scene.square)
    return found == set(squares_in(parts[1] or "")) and files == files_in(parts[2])


# Captures, levers and steps


@claim(r"<SQ> attacks the (white|black) (\w+) on <SQ>")
def _attacks_piece(scene: Scene, parts: Sequence[str]) -> bool:
    source, target = _sq(parts[0]), _sq(parts[3])
    if target not in scene.attacked_by([source], scene.color) or not _piece_stands(
        scene, (parts[1], parts[2], parts[3])
    ):
        return False
    turned = scene.board.copy(stack=False)
    turned.turn = scene.color
    return _COLORS[parts[1]] != scene.color and chess.Move(source, target) in (
        chess.Move(move.from_square, move.to_square) for move in turned.generate_pseudo_legal_moves()
    )


@claim(r"<SQ> attacks the en-passant square <SQ>")
def _attacks_en_passant(scene: Scene, parts: Sequence[str]) -> bool:
    return _sq(parts[1]) in scene.attacked_by([_sq(parts[0])], scene.color) and scene.board.ep_square == _sq(parts[1])


@claim(r"<SQ> gives check to the (white|black) king on <SQ>, which is never taken")
def _gives_check(scene: Scene, parts: Sequence[str]) -> bool:
    target = scene.board.piece_at(_sq(parts[2]))
    return target == chess.Piece(chess.KING, not scene.color) and _sq(parts[2]) in scene.attacked_by(
        [_sq(parts[0])], scene.color
    )


@claim(r"there is nothing to take on <SQ>")
def _nothing_to_take(scene: Scene, parts: Sequence[str]) -> bool:
    piece = scene.board.piece_at(_sq(parts[0]))
    return piece is None or piece.color == scene.color


@claim(r"no file lies (east|west) of the ([ah])-file")
def _no_file(scene: Scene, parts: Sequence[str]) -> bool:
    return (parts[0], parts[1]) in (("east", "h"), ("west", "a")) and _file(scene.square) in (0, 7)


@claim(r"<SQ> and <WHO> attack each other")
def _attack_each_other(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    one = _sq(parts[0])
    return all(
        pawn in scene.attacked_by([one], scene.color) and one in scene.attacked_by([pawn], color) for pawn in pawns
    )


@claim(r"no <COLOR> (pawn|piece) stands on (?:its stop )?<SQ>")
def _none_stands_on(scene: Scene, parts: Sequence[str]) -> bool:
    piece = scene.board.piece_at(_sq(parts[2]))
    if piece is None or piece.color != _COLORS[parts[0]]:
        return True
    return parts[1] == "pawn" and piece.piece_type != chess.PAWN


@claim(r"no file is nearer to the center than the ([a-h])-file|<SQ> is not on the d- or e-file")
def _center(scene: Scene, parts: Sequence[str]) -> bool:
    return parts[0] in ("d", "e") if parts[0] else parts[1][0] not in "de"


@claim(r"from <RUN> it would attack <WHO>")
def _break(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    places = set(squares_in(parts[0]))
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
        if _file(move.to_square) == _file(scene.square)
        and (scene.rank(scene.square) > 1 or chess.square_distance(move.to_square, scene.square) == 1)
    }


@claim(r"(?:its stop )?<SQ> is empty")
def _empty(scene: Scene, parts: Sequence[str]) -> bool:
    return scene.board.piece_at(_sq(parts[0])) is None


@claim(r"nothing stands on <RUN>")
def _nothing_stands(scene: Scene, parts: Sequence[str]) -> bool:
    return not any(scene.board.piece_at(square) for square in squares_in(parts[0]))


# The three exceptions of Stockfish's passed pawns


@claim(r"<SQ> attacks (?:it|them)")
def _attacks_all(scene: Scene, parts: Sequence[str]) -> bool:
    square = _sq(parts[0])
    return _stoppers(scene, square) <= scene.attacked_by([square], scene.color)


def _stoppers(scene: Scene, square: int) -> Squares:
    return scene.in_front(square, {_file(square)} | _neighbors(square), not scene.color)


@claim(r"(?:it attacks|they attack) the stop <SQ>, but (?:only )?<WHO> stands? beside <SQ>")
def _attack_stop(scene: Scene, parts: Sequence[str]) -> bool:
    square = _sq(parts[2])
    stoppers = _stoppers(scene, square)
    return (
        scene.step(square, scene.color) == _sq(parts[0])
        and stoppers <= scene.attackers(_sq(parts[0]), not scene.color)
        and _stands_beside(scene, parts[1:])
    )


@claim(
    rf"from ({_SQUARE}), where no (?:white|black) pawn stands and at most one attacks, "
    rf"the (?:white|black) pawn ({_SQUARE}) would attack it"
)
def _lever_from(scene: Scene, parts: Sequence[str]) -> bool:
    place, guard = _sq(parts[0]), _sq(parts[1])
    return (
        scene.step(guard, scene.color) == place
        and guard in scene.pawns(scene.color)
        and place not in scene.pawns(not scene.color)
        and len(scene.attackers(place, not scene.color)) < 2
        and scene.step(scene.square, scene.color) in scene.attacked_by([place], scene.color)
    )


@claim(r"no (?:white|black) pawn that could step up and attack <SQ> guards <SQ>")
def _no_lever(scene: Scene, parts: Sequence[str]) -> bool:
    return not scene.attackers(_sq(parts[1]), scene.color)


@claim(r"(?:each of )?<LIST>, from where it could be attacked, holds a (?:white|black) pawn or is attacked by two")
def _no_place_for_lever(scene: Scene, parts: Sequence[str]) -> bool:
    enemy = not scene.color
    return all(place in scene.pawns(enemy) or len(scene.attackers(place, enemy)) == 2 for place in squares_in(parts[0]))


@claim(r"<SQ> does not attack (?:all of them|<LIST>), nor (?:do all of them|does <LIST>) attack the stop <SQ>")
def _attacks_not_all(scene: Scene, parts: Sequence[str]) -> bool:
    square, stop = _sq(parts[0]), _sq(parts[3])
    stoppers = _stoppers(scene, square)
    return not stoppers <= scene.attacked_by([square], scene.color) and not stoppers <= scene.attackers(
        stop, not scene.color
    )


@claim(r"<SQ> is only on (White|Black)'s (\w+) rank")
def _only_on_rank(scene: Scene, parts: Sequence[str]) -> bool:
    return _on_rank(scene, (*parts, "")) and parts[2] in _RANKS[:4]


# Kings


@claim(r"no <COLOR> king stands (behind|at most four ranks ahead of) <SQ> on <FILES>")
def _no_king(scene: Scene, parts: Sequence[str]) -> bool:
    return not _kings(scene, parts[1], _sq(parts[2]), _COLORS[parts[0]])


@claim(rf"the (white|black) kings? ({_LIST}) stands? (behind|at most four ranks ahead of) <SQ> on <FILES>")
def _kings_stand(scene: Scene, parts: Sequence[str]) -> bool:
    kings = _kings(scene, parts[2], _sq(parts[3]), _COLORS[parts[0]])
    return kings == set(squares_in(parts[1])) and {_file(king) for king in kings} == files_in(parts[4])


def _kings(scene: Scene, where: str, square: int, color: bool) -> Squares:
    """Return kings behind a pawn of their color, or at most four ranks ahead of an enemy's, one file away at most."""
    kings = {king for king in scene.board.pieces(chess.KING, color) if _apart(king, square) < 2}
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


@claim(rf"<SQ> needs (\d) moves? to <SQ> and the (white|black) king ({_SQUARE}) (\d)(, moving first)?")
def _needs(scene: Scene, parts: Sequence[str]) -> bool:
    pawn, moves, goal, color, king, distance, first = parts
    square, target = _sq(pawn), _sq(goal)
    ranks = 8 - scene.rank(square)
    return (
        int(moves) == ranks - (scene.rank(square) <= 2)
        and _file(square) == _file(target)
        and scene.rank(target) == 8
        and int(distance) == chess.square_distance(_sq(king), target)
        and _sq(king) in scene.board.pieces(chess.KING, _COLORS[color])
        and bool(first) == (scene.board.turn == _COLORS[color])
    )


@claim(rf"the (white|black) king ({_SQUARE}) cannot take <SQ>, which <LIST> guards?")
def _cannot_take(scene: Scene, parts: Sequence[str]) -> bool:
    square = _sq(parts[2])
    own = scene.attackers(square, scene.color) | {
        king for king in scene.board.pieces(chess.KING, scene.color) if chess.square_distance(king, square) == 1
    }
    return own == set(squares_in(parts[3])) and chess.square_distance(_sq(parts[1]), square) == 1


@claim(rf"the (white|black) king ({_SQUARE}), to move, is beside <SQ>, which no (white|black) pawn or king guards")
def _stands_to_take(scene: Scene, parts: Sequence[str]) -> bool:
    square = _sq(parts[2])
    guarded = scene.attackers(square, scene.color) or any(
        chess.square_distance(king, square) == 1 for king in scene.board.pieces(chess.KING, scene.color)
    )
    return not guarded and chess.square_distance(_sq(parts[1]), square) == 1 and scene.board.turn == _COLORS[parts[0]]


# Telestops


@claim(r"<SQ> is the stop of <WHO>(, with no other (?:white|black) pawn behind)?")
def _is_stop(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    square = _sq(parts[0])
    others = {
        pawn for pawn in scene.pawns(color) if _file(pawn) == _file(square) and scene.is_ahead(square, pawn, color)
    }
    return all(scene.step(pawn, color) == square for pawn in pawns) and (not parts[2] or others == pawns)


@claim(r"<SQ> is in front of <WHO> and (no (?:white|black) pawn's stop|not its stop)")
def _is_telestop(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[1])
    square = _sq(parts[0])
    found = {
        pawn for pawn in scene.pawns(color) if _file(pawn) == _file(square) and scene.is_ahead(square, pawn, color)
    }
    near = {pawn for pawn in found if scene.step(pawn, color) == square}
    return pawns == (found - near if parts[2] == "not its stop" else found) and (parts[2] == "not its stop" or not near)


@claim(r"a (white|black) pawn stands on <SQ>")
def _pawn_stands(scene: Scene, parts: Sequence[str]) -> bool:
    return _sq(parts[1]) in scene.pawns(_COLORS[parts[0]])


@claim(r"enemy promotions and checks are not considered")
def _left_out(scene: Scene, parts: Sequence[str]) -> bool:
    return True


@claim(r"it has no stop")
def _has_no_stop(scene: Scene, parts: Sequence[str]) -> bool:
    return scene.step(scene.square, scene.color) is None


# Passed pawns far from the others, and rooks behind them


@claim(rf"the nearest (white|black) pawns? ({_LIST}) (?:is|are) (?:(only )?(\d) files? away|on <FILES> too)")
def _nearest(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns, only, away, files = _COLORS[parts[0]], set(squares_in(parts[1])), *parts[2:]
    distances = {pawn: _apart(pawn, scene.square) for pawn in scene.pawns(color)}
    nearest = min(distances.values())
    if pawns != {pawn for pawn, distance in distances.items() if distance == nearest}:
        return False
    if files:
        return nearest == 0 and files_in(files) == {_file(scene.square)}
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


@claim(rf"the (white|black) (rook) ({_SQUARE}) stands behind <SQ> with nothing between")
def _rook_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return _sq(parts[3]) == scene.square and _first_piece_behind(scene, parts[:3])


@claim(rf"the first piece behind it is the (white|black) (\w+) ({_SQUARE})")
def _first_piece_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return first_behind(scene) == _sq(parts[2]) and _piece_stands(scene, parts)


@claim(r"no piece stands behind <SQ> on <FILES>")
def _no_piece_behind(scene: Scene, parts: Sequence[str]) -> bool:
    return first_behind(scene) is None and files_in(parts[1]) == {_file(scene.square)}


# Pieces among pawns, and weak colors


@claim(r"no <COLOR> (knight or bishop|bishop|rook) stands on <SQ>")
def _no_such_piece(scene: Scene, parts: Sequence[str]) -> bool:
    kinds = [chess.PIECE_NAMES.index(name) for name in parts[1].split(" or ")]
    return not any(_sq(parts[2]) in scene.board.pieces(kind, _COLORS[parts[0]]) for kind in kinds)


@claim(r"<WHO> of its color on the c-, d-, e- or f-file (?:is|are) rammed")
def _rammed_of_color(scene: Scene, parts: Sequence[str]) -> bool:
    color, pawns = pawns_in(scene, parts[0])
    found = {
        pawn
        for pawn in scene.pawns(color)
        if 2 <= _file(pawn) <= 5
        and is_light(pawn) == is_light(scene.square)
        and scene.step(pawn, color) in scene.pawns(not color)
    }
    return pawns == found and parts[0].startswith("only ") == (len({_file(pawn) for pawn in found}) == 1)


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
