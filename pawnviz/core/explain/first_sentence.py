"""The first sentence of a trainer about a position: the weightiest of the statements that its pawns and pieces allow.

A statement joins a fact of the layers with the pieces that make it matter: a file with the rook on it, an outpost with
the piece for it, a weak pawn with what attacks it. Weights are read together; they are in points, up to about 100.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces, queen_attacks, rook_attacks
from pawnviz.core.board.bitboard import (
    EAST_HALF,
    FILES,
    RANKS,
    SQUARE_NAMES,
    WEST_HALF,
    complement,
    east,
    file_fill,
    flip_vertical,
    mask_of,
    north,
    parse_square,
    south,
    south_fill,
    squares,
    west,
)
from pawnviz.core.board.legality import game_over
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, player_name
from pawnviz.core.explain.surroundings import FIXED, HELD_BACK, Surroundings, attack_words, faults_of
from pawnviz.core.labels.order import labels_with, named_of, with_subject
from pawnviz.core.labels.table import Subject
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.majorities import crippled_wings
from pawnviz.core.structures import FoundStructure, leading_structures
from pawnviz.core.words import count_text, listed, plural, with_article

_QUEENSIDE: Final = FILES[0] | FILES[1] | FILES[2]
_KINGSIDE: Final = FILES[5] | FILES[6] | FILES[7]
_WINGS: Final = (("queenside", _QUEENSIDE), ("kingside", _KINGSIDE))
_MOST_PAWNS: Final = 7  # The most pawns of a wing that are searched: four against three.


class WingMajority(NamedTuple):
    """A wing on which a side has more pawns: its name, the counts without passed pawns, and its pawns there.

    ``passed_count`` is how many passed pawns of either side on the wing are left out. A crippled majority has doubled
    or backward pawns, and no order of moves of the wing's pawns makes one of them a passed pawn.
    """

    wing: str
    own: int
    enemy: int
    pawns: int
    passed_count: int = 0
    is_crippled: bool = False

    @property
    def counts(self) -> str:
        """The counts: ``3 to 2``, ``2 to 1 without the passed pawn``."""
        passed = plural(self.passed_count, "the passed pawn")
        return f"{self.own} to {self.enemy}{f' without {passed}' if self.passed_count else ''}"


def wing_majorities(side: Side[int]) -> Iterator[WingMajority]:
    """Yield the wings on which a side has more pawns, as books count them."""
    found, crippled = LAYERS["wing_majorities"](side), crippled_wings(side)
    for wing, files in _WINGS:
        if found & files:
            sides = side, side.enemy
            passed = [with_subject(each, Subject.PASSER)["passed"] & files for each in sides]
            own, enemy = (each.pawns & files & complement(out) for each, out in zip(sides, passed, strict=True))
            # The pawns move north in the search; with more of them it would take too long.
            pawns = (own, enemy) if side.color else (flip_vertical(own), flip_vertical(enemy))
            is_searched = crippled & files and (own | enemy).bit_count() <= _MOST_PAWNS
            is_crippled = bool(is_searched) and not _forces(*pawns)
            left_out = sum(mask.bit_count() for mask in passed)
            yield WingMajority(wing, own.bit_count(), enemy.bit_count(), own, left_out, is_crippled)


@lru_cache(maxsize=1 << 15)
def _forces(own: int, enemy: int) -> bool:
    """Return whether own pawns, which go north and move first, force a passed pawn; the enemy may reply elsewhere."""
    moves = list(_moves(own, enemy, north, RANKS[2]))
    for own_after, enemy_after in moves:
        # A pawn is passed that no enemy pawn is in front of, on its file or beside.
        stops = south(enemy_after)
        if own_after & complement(south_fill(stops | east(stops) | west(stops))):
            return True
    for own_after, enemy_after in moves:
        if _forces(own_after, enemy_after):
            replies = _moves(enemy_after, own_after, south, RANKS[5])
            if all(_forces(left, moved) for moved, left in replies):
                return True
    return False


def _moves(own: int, enemy: int, forward: Callable[[int], int], third_rank: int) -> Iterator[tuple[int, int]]:
    """Yield own and enemy pawns after each move of an own pawn, captures of each first."""
    empty = complement(own | enemy)
    left = own
    while left:
        pawn = left & -left
        left ^= pawn
        ahead = forward(pawn)
        for target in (east(ahead) & enemy, west(ahead) & enemy):
            if target:
                yield own ^ pawn | target, enemy ^ target
        if ahead & empty:
            yield own ^ pawn | ahead, enemy
            if ahead & third_rank and forward(ahead) & empty:
                yield own ^ pawn | forward(ahead), enemy


_LETTERS: Final = "abcdefgh"
_CENTER: Final = FILES[3] | FILES[4]
_MIDDLE: Final = _CENTER | FILES[2] | FILES[5]


GAME_OVER: Final = "game_over"


class Statement(NamedTuple):
    """A sentence about a position without its full stop, its weight, and the squares that it is about.

    ``keys`` name its content as a kind with a place and, for files, squares and wings of a side, its color:
    ``passer d5``, ``file c White``, ``outpost d5 White``, ``tension d4``. ``beside_structure`` is
    the part beside the name and the main plan of a structure, None without one.
    """

    text: str
    weight: int
    squares: int
    keys: tuple[str, ...]
    beside_structure: str | None = None

    @property
    def further(self) -> str:
        """The text without a structure's name and main plan; empty if there is no more."""
        return self.text if self.beside_structure is None else self.beside_structure


def statements(position: Position) -> list[Statement]:
    """Return the statements about a position, the weightiest first; none about files if a structure is named."""
    white, black = position.sides()
    found = [*_both(white)]
    for side in (white, black):
        for rule in _RULES:
            found += rule(side)
    found.sort(key=lambda statement: -statement.weight)
    named = next(
        (each for each in leading_structures(white, with_general=False) if not _ON_FILES.match(each.title)), None
    )
    if named is None:
        return found
    found = [each for each in found if not each.keys[0].startswith("file ")]
    best = next((each for each in found if not _is_in_title(each, named.title.lower())), None)
    found.append(_named(named, position.white_to_move, best))
    return sorted(found, key=lambda statement: -statement.weight)


def _named(structure: FoundStructure, white_to_move: bool, best: Statement | None) -> Statement:
    """Return the statement of a structure's name, its main plan, and the weightiest of the others."""
    owner, plan = structure.main_plan(white_to_move)
    name = structure.heading
    keys, mask = [f"structure {structure.structure.identifier}"], structure.squares
    if plan:
        keys += [f"break {move} {player_name(owner)}" for move in re.findall(r"^(?:for \w+, )?([a-h][1-8])", plan)]
        mask |= mask_of(map(parse_square, re.findall("[a-h][1-8]", plan)))
    rest = ""
    if best is not None and best.weight >= _WORTH_ADDING:
        keys += best.keys
        mask |= best.squares
        _, is_same, where = best.text.partition(structure.title.lower())
        # A statement of the same name only adds where that is.
        name, rest = (f"{name}{where}", "") if is_same else (name, f" {best.text}")
    text = f"{name}: {plan}" if plan else name
    return Statement(f"{text}.{rest}" if rest else text, _STRUCTURE, mask, tuple(keys), rest.strip())


def _is_in_title(statement: Statement, title: str) -> bool:
    """Return whether a structure's title says all of a statement on a majority, a wedge, doubled or passed pawns."""
    kind, _, place = statement.keys[0].partition(" ")
    if kind == "passer":
        return f"passed pawn on {place}" in title
    return kind in ("majority", "wedge", "doubled") and kind in title and "crippled" not in statement.text


_ON_FILES: Final = re.compile("(Open|Half-open) [a-h]-|Symmetrical$")
"""The titles of structures that say no more than which files are open, or that the pawns are alike."""
_STRUCTURE: Final = 75  # The weight of a named structure.
_WORTH_ADDING: Final = 42  # The least weight of a statement beside a structure.


def first_sentence(position: Position) -> Statement | None:
    """Return a trainer's first sentence about a position, or None if nothing but the material can be said."""
    if over := game_over(position):
        return Statement(over.removesuffix("."), 100, position.kings, (GAME_OVER,))
    return next(iter(statements(position)), None)


def _passers(side: Side[int]) -> Iterator[Statement]:
    """Yield the most dangerous passed pawn, with its neighbors if they are connected."""
    pawns = LAYERS["passed_pawns_frontmost"](side)
    runs = reduce(or_, (LAYERS[name](side) for name in _OUTRUNNING)) if side.enemy.kings else 0
    best: Statement | None = None
    for square in sorted(squares(pawns), key=lambda square: square ^ (0 if side.color else 56)):
        view = Surroundings(side, square)
        kinds = [word for word, layer in _KINDS if LAYERS[layer](side) & view.bit]
        mates = LAYERS["connected_passed_pawns"](side) & pawns & file_fill(view.beside) if "connected" in kinds else 0
        blocker = view.stop & side.enemy.pieces
        weight = _PASSER_WEIGHTS[view.rank] + bool(kinds) - bool(blocker)
        way = ""
        if blocker:
            way = f", {f'{view.name} ' if mates else ''}blockaded by the {view.piece_on(blocker)}"
        elif runs & view.bit:
            weight += _RUNNING
            way = f", and the {view.enemy} king is outside {f'the square of {view.name}' if mates else 'its square'}"
        elif view.rank >= _NEAR and view.stop and not mates:
            way = f", {count_text(view.moves_to_promotion, 'move')} from promotion"
        if mates:
            # Of the other kinds no more is said: to stand side by side is most.
            names = [SQUARE_NAMES[each] for each in sorted(squares(view.bit | mates), key=lambda each: each & 7)]
            text = f"{side.name} has connected passed pawns on {listed(names)}{way}"
        else:
            text = f"{side.name} has {with_article(' '.join((*kinds, 'passed pawn')))} on {view.name}{way}"
        if best is None or weight > best.weight:
            keys = (f"passer {SQUARE_NAMES[each]}" for each in squares(view.bit | mates))
            best = Statement(text, weight, view.bit | mates, tuple(keys))
    if best is not None:
        yield best


_KINDS: Final = (
    ("protected", "protected_passed_pawns"),
    ("connected", "connected_passed_pawns"),
    ("outside", "outside_passers"),
)
_NEAR: Final = 6  # The rank from which on it is said how far a passed pawn is from promotion.
_PASSER_WEIGHTS: Final = (0, 0, 40, 42, 52, 64, 78, 95, 95)  # By rank.
_OUTRUNNING: Final = labels_with(lambda label: "{kings}" in label.verdict)
_RUNNING: Final = 30  # The further weight of a passed pawn that the enemy king cannot catch.


def _files(side: Side[int]) -> Iterator[Statement]:
    """Yield open files that only this side's rooks use, and half-open ones with the pawns on them."""
    pawns = side.pawns | side.enemy.pawns
    weak = LAYERS["target_pawns"](side.enemy)
    for number, file in enumerate(FILES):
        rooks, queens = side.rooks & file, side.queens & file
        heavy = (rooks | queens).bit_count()
        if not rooks or side.pawns & file:
            continue
        name, key = f"{_LETTERS[number]}-file", f"file {_LETTERS[number]} {side.name}"
        places = listed([SQUARE_NAMES[square] for square in squares(rooks)])
        who = f"{side.name}'s {plural(rooks.bit_count(), 'rook')} on {places}"
        if not pawns & file:
            if not side.enemy.rooks & file:
                verb, weight = ("stands", "stand"), 54
                if not _is_contestable(side, file):
                    verb, weight = ("controls", "control"), 64
                the = "the open" if verb[0] == "controls" else "on the open"
                text = f"{who} {plural(rooks.bit_count(), *verb)} {the} {name}"
                yield Statement(text, weight + 5 * (heavy - 1) - _each_of(LAYERS["open_files"](side)), rooks, (key,))
            continue
        target = _first_ahead(side, rooks, side.enemy.pawns & file)
        if not target:
            continue
        place = SQUARE_NAMES[target.bit_length() - 1]
        blocker = side.backward(target) & (side.knights | side.bishops)
        between = side.forward_fill(rooks) & side.backward_fill(target) & complement(target | rooks | queens | blocker)
        if between & side.occupied:
            continue
        piece = Surroundings(side, 0).piece_on(blocker).partition(" ")[2]
        how = f", where the {piece} on {SQUARE_NAMES[blocker.bit_length() - 1]} blockades it" if blocker else ""
        if target & weak:
            puts = plural(rooks.bit_count(), "puts", "put")
            text = f"{who} {puts} pressure on the weak pawn {place} on the half-open {name}{how}"
            yield Statement(text, 60, rooks | target | blocker, (key, f"weak {place}"))
        else:
            text = f"{who} {plural(rooks.bit_count(), 'stands', 'stand')} on the half-open {name} against {place}{how}"
            yield Statement(text, 46, rooks | target | blocker, (key,))


def _is_contestable(side: Side[int], file: int) -> bool:
    """Return whether an enemy rook or queen stands on an open file or comes to it safely, or no rook sees far."""
    first = _first_ahead(side, side.rooks & file, side.occupied & file & complement(side.rooks | side.queens))
    front = side.forward_fill(side.forward(side.rooks & file)) & complement(side.forward_fill(first))
    if not front & side.ranks(5, 8):
        return True
    enemy = side.enemy
    free = complement(side.occupied)
    for movers, step in ((enemy.rooks, rook_attacks), (enemy.queens, queen_attacks)):
        for mover in squares(movers):
            reached = 1 << mover | step(1 << mover, free) & complement(enemy.pieces)
            takers_then = Pieces.of(side, side.occupied & complement(1 << mover))
            guards_then = Pieces.of(enemy).without(1 << mover)
            for square in squares(reached & file):
                takers, guards = takers_then.attackers(square), guards_then.attackers(square)
                lesser = side.pawns | side.knights | side.bishops | (side.rooks if step is queen_attacks else 0)
                if not takers & lesser and (guards or not takers):
                    return True
    return False


def _each_of(files: int) -> int:
    """Return by how much less an open file weighs if there are several: a rook finds one in any ending."""
    return 5 * (sum(1 for file in FILES if files & file) - 1)


def _first_ahead(side: Side[int], rooks: int, pieces: int) -> int:
    """Return the first of some pieces of a file in front of the rearmost rook, or an empty mask."""
    place = side.forward(rooks & -rooks if side.color else 1 << (rooks.bit_length() - 1))
    while place and not place & pieces:
        place = side.forward(place)
    return place


def _weak_pawns(side: Side[int]) -> Iterator[Statement]:
    """Yield targets with their attackers, pawns that may become targets, and an isolated queen's pawn in any case."""
    weak = LAYERS["target_pawns"](side)
    # Open pawns that are isolated or on their first three ranks may become targets.
    exposed = LAYERS["open_pawns"](side) & (with_subject(side, Subject.WEAKNESS)["isolated"] | side.ranks(1, 3))
    potential = named_of("weak_pawns", side) & exposed & complement(weak)
    queens_pawn = 0
    if not side.pawns & (FILES[2] | FILES[4]) and _has_pieces(side, side.enemy):
        queens_pawn = side.pawns & FILES[3] & complement(_passed(side) | LAYERS["doubled_pawns"](side))
        queens_pawn &= side.ranks(4, 5) & complement(side.backward(side.enemy.pawns))
    for square in squares(weak | potential | queens_pawn):
        view = Surroundings(side, square)
        (fault,) = faults_of(side, view.bit)
        kind = "" if fault == HELD_BACK else f"{fault} "
        if view.bit & queens_pawn and side.queens:
            blocker = view.stop & side.enemy.pieces & complement(side.enemy.pawns)
            how = f", blockaded by the {view.piece_on(blocker)}" if blocker else ""
            text, weight = f"{side.name} has an isolated queen's pawn on {view.name}{how}", 60
        elif view.bit & weak:
            text = f"{side.name}'s {kind}pawn on {view.name} is weak: {attack_words(side, square)}"
            weight = (50 if fault in (FIXED, HELD_BACK) else 58) - 8 * (view.file_name in "ah")
        else:
            text, weight = f"{side.name}'s {kind}pawn on {view.name} may become a target", 46
        yield Statement(text, weight, view.bit, (f"weak {view.name}",))


def _outposts(side: Side[int]) -> Iterator[Statement]:
    """Yield outposts with the piece that stands there, or the knight that gets there soon."""
    held = LAYERS["outposts_held"](side)
    for square in squares(held):
        view = Surroundings(side, square)
        piece = view.piece_on(view.bit).partition(" ")[2]
        weight = 46 + 12 * bool(view.bit & _MIDDLE) - 6 * (piece == "bishop")
        text = f"{side.name}'s {piece} stands on the outpost {view.name}, guarded by {view.names(view.guards)}"
        yield Statement(text, weight, view.bit | view.guards, (f"outpost {view.name} {side.name}",))
    for moves, layer in enumerate(("knight_outposts_in_1", "knight_outposts_in_2"), 1):
        for square in squares(LAYERS[layer](side) & complement(side.pieces | side.enemy.pawns)):
            view = Surroundings(side, square)
            weight = 44 if moves == 1 else 38
            way = "can go to" if moves == 1 else "can come to"
            text = f"{side.name}'s knight {way} the outpost {view.name}, guarded by {view.names(view.guards)}"
            yield Statement(text, weight, view.bit | view.guards, (f"outpost {view.name} {side.name}",))


def _wedges(side: Side[int]) -> Iterator[Statement]:
    """Yield a pawn far ahead that fixes an enemy pawn, unless the whole center is locked."""
    if not _has_pieces(side.enemy):
        return
    wedges = LAYERS["blocked_pawns_stockfish"](side)
    if _is_locked(side):
        wedges &= complement(_CENTER)
    for square in squares(wedges):
        view = Surroundings(side, square)
        weight = _WEDGE_WEIGHTS[square & 7] + 4 * bool(view.guards)
        pieces = side.enemy.knights | side.enemy.bishops | side.enemy.rooks | side.enemy.queens
        cramped = f" and cramps {side.enemy.name}" if pieces.bit_count() > 1 else ""
        text = f"{side.name}'s wedge on {view.name} fixes {view.names(view.stop)}{cramped}"
        yield Statement(text, weight, view.bit | view.stop, (f"wedge {view.name}",))


def _is_locked(side: Side[int]) -> bool:
    """Return whether pawns block each other on the d- and on the e-file, and no capture by a pawn touches them."""
    locked = LAYERS["rams"](side) & _CENTER
    if LAYERS["levers"](side) & locked or LAYERS["levers"](side.enemy) & side.forward(locked):
        return False
    return bool(locked & FILES[3]) and bool(locked & FILES[4])


_WEDGE_WEIGHTS: Final = (38, 42, 49, 58, 58, 49, 42, 38)  # By file.


def _majorities(side: Side[int]) -> Iterator[Statement]:
    """Yield majorities on a wing; of a crippled one the reason, and whether the enemy has a sound one elsewhere."""
    for majority in wing_majorities(side):
        weight = 38 + (0 if side.queens else 8) + 4 * (majority.wing == "queenside")
        keys = [f"majority {majority.wing} {side.name}"]
        text = f"{side.name} has a {majority.wing} majority, {majority.counts}"
        pawns = majority.pawns
        doubled = LAYERS["doubled_pawns"](side) & pawns
        if doubled and not majority.is_crippled:
            weight -= 12
        if majority.is_crippled:
            fault = "doubled" if doubled else "backward"
            text = f"{side.name}'s {majority.wing} majority, {majority.counts}, is crippled by its {fault} pawns"
            other = _sound_half(side.enemy, WEST_HALF if majority.wing == "kingside" else EAST_HALF)
            if other is not None:
                text += f"; {side.enemy.name}'s on the {other.wing}, {other.counts}, is sound"
                keys.append(f"majority {other.wing} {side.enemy.name}")
                pawns |= other.pawns
        yield Statement(text, weight, pawns, tuple(keys))


def _breakthroughs(side: Side[int]) -> Iterator[Statement]:
    """Yield a breakthrough, kings aside, such as b6 with a5, b5 and c5 against a7, b7 and c7."""
    if not side.to_move or _has_pieces(side, side.enemy):
        return
    row = side.pawns & side.ranks(5, 5)
    for square in squares(row & east(row) & west(row)):
        view = Surroundings(side, square)
        pawns = view.bit | view.beside
        rivals = side.forward(side.forward(pawns))
        files = file_fill(pawns | east(pawns) | west(pawns))
        if files & side.occupied == pawns | rivals and not rivals & complement(side.enemy.pawns):
            stop = view.names(view.stop)
            text = f"{side.name} can break through with {stop}: either capture leaves a passed pawn"
            yield Statement(text, 88, pawns | rivals | view.stop, (f"break {stop} {side.name}",))


def _sound_half(side: Side[int], half: int) -> WingMajority | None:
    """Return a majority on a half of the board, with its center file, that has a candidate, or None."""
    pawns = side.pawns & half
    if not LAYERS["majorities"](side) & half or not LAYERS["candidate_pawns"](side) & half:
        return None
    wing = "queenside" if half == WEST_HALF else "kingside"
    return WingMajority(wing, pawns.bit_count(), (side.enemy.pawns & half).bit_count(), pawns)


def _active_king(side: Side[int]) -> Iterator[Statement]:
    """Yield a king far ahead of the enemy's in an ending of kings and pawns."""
    kings = side.kings | side.enemy.kings
    if _has_pieces(side, side.enemy) or not side.kings.bit_count() == side.enemy.kings.bit_count() == 1:
        return
    king = side.kings & side.ranks(5, 8)
    if king and not side.enemy.kings & side.enemy.ranks(4, 8):
        places = [SQUARE_NAMES[mask.bit_length() - 1] for mask in (king, side.enemy.kings)]
        text = f"{side.name}'s king on {places[0]} is more active than {side.enemy.name}'s on {places[1]}"
        yield Statement(text, 50, kings, (f"king {places[0]}", f"king {places[1]}"))


def _doubled(side: Side[int]) -> Iterator[Statement]:
    """Yield files with doubled pawns that are not passed."""
    doubled = LAYERS["doubled_pawns"](side) & complement(_passed(side))
    for letter, file in zip(_LETTERS, FILES, strict=True):
        pawns = doubled & file
        if pawns.bit_count() > 1:
            alone = not side.pawns & (east(file) | west(file))
            text = f"{side.name}'s {letter}-pawns are doubled{' and isolated' if alone else ''}"
            yield Statement(text, 46 + 6 * alone, pawns, (f"doubled {letter} {side.name}",))


def _hanging(side: Side[int]) -> Iterator[Statement]:
    pawns = LAYERS["hanging_pawns"](side)
    if pawns:
        names = [SQUARE_NAMES[square] for square in squares(pawns)]
        text = f"{side.name} has hanging pawns on {listed(names)}"
        yield Statement(text, 64, pawns, tuple(f"hanging {name}" for name in names))


def _center(side: Side[int]) -> Iterator[Statement]:
    """Yield pawns side by side in the center, that no enemy pawn has come up to."""
    pawns = side.pawns & _MIDDLE & side.ranks(4, 5)
    pawns &= east(pawns) | west(pawns)
    rivals = side.enemy.pawns & _CENTER & side.ranks(4, 5)
    if pawns & _CENTER and not rivals:
        names = [SQUARE_NAMES[square] for square in squares(pawns)]
        text = f"{side.name} has the center with {listed(names)}"
        weight = 62 if pawns & FILES[3] and pawns & FILES[4] else 50
        yield Statement(text, weight, pawns, (f"center {side.name}",))


_RULES: Final = (
    *(_passers, _files, _weak_pawns, _outposts, _wedges, _active_king),
    *(_majorities, _breakthroughs, _doubled, _hanging, _center),
)


def _both(white: Side[int]) -> Iterator[Statement]:
    """Yield the statements about both sides at once: contested files, tension, kings on opposite wings."""
    black = white.enemy
    for letter, file in zip(_LETTERS, FILES, strict=True):
        if (white.pawns | black.pawns) & file or not (white.rooks and black.rooks):
            continue
        keys = (f"file {letter} White", f"file {letter} Black")
        if white.rooks & file and black.rooks & file:
            text = f"Rooks of both sides meet on the open {letter}-file"
            yield Statement(text, 50, (white.rooks | black.rooks) & file, keys)
        elif not (white.rooks | black.rooks) & file:
            text = f"The {letter}-file is open, and no rook has taken it yet"
            weight = 43 + 4 * bool(file & _MIDDLE) - _each_of(LAYERS["open_files"](white))
            yield Statement(text, weight, file, keys)
    yield from _tension(white)
    if _is_locked(white):
        pawns = (LAYERS["rams"](white) | LAYERS["rams"](black)) & _CENTER
        wedges = [(side, LAYERS["blocked_pawns_stockfish"](side) & _CENTER) for side in (white, black)]
        names = [(side.name, SQUARE_NAMES[square]) for side, mask in wedges for square in squares(mask)]
        who = listed([f"{color}'s wedge on {name}" for color, name in names])
        text = f"The center is locked{f' by {who}' if names else ''}"
        yield Statement(text, 70, pawns, ("locked_center", *(f"wedge {name}" for _, name in names)))
    homes = [side.kings & side.ranks(1, 2) for side in (white, black)]
    if white.queens and black.queens and all(homes):
        wings = [[name for name, files in _WINGS if king & files] for king in homes]
        if sorted(wings) == [["kingside"], ["queenside"]]:
            text = "The kings are on opposite wings"
            yield Statement(text, 60, white.kings | black.kings, ("opposite_castling",))
    if _has_only_blocked_pawns(white) and _has_only_blocked_pawns(black) and not _has_pieces(white, black):
        pawns = white.pawns | black.pawns
        yield Statement("No pawn can move: the kings decide", 90, pawns, ("blocked",))
    counts = [[(side.pawns & file).bit_count() for file in FILES] for side in (white, black)]
    if white.pawns and counts[0] == counts[1]:
        yield Statement("Both sides have their pawns on the same files", 24, 0, ("symmetrical",))


def _tension(white: Side[int]) -> Iterator[Statement]:
    levers, others = LAYERS["levers"](white), LAYERS["levers"](white.enemy)
    for square in squares(levers):
        view = Surroundings(white, square)
        for target in squares((view.east_target | view.west_target) & others):
            central = bool(view.bit & _MIDDLE) and bool(1 << target & _MIDDLE)
            names = view.name, SQUARE_NAMES[target]
            text = f"The pawns {' and '.join(names)} are in tension"
            if central:
                text += f": {_capture_text(white, square, target)}, {_capture_text(white.enemy, target, square)}"
            keys = tuple(f"tension {name}" for name in names)
            yield Statement(text, 64 if central else 34, view.bit | 1 << target, keys)


def _capture_text(side: Side[int], source: int, target: int) -> str:
    """Return a capture of a pawn by a pawn, and the file that it opens: ``…dxc4 opens the d-file``."""
    left = complement(1 << source | 1 << target)
    file = FILES[source & 7]
    own, enemy = side.pawns & left & file, side.enemy.pawns & left & file
    move = f"{'' if side.color else '…'}{_LETTERS[source & 7]}x{SQUARE_NAMES[target]}"
    if own:
        return f"{move} undoubles the {_LETTERS[source & 7]}-pawns"
    return f"{move} {'half-opens' if enemy else 'opens'} the {_LETTERS[source & 7]}-file"


def _passed(side: Side[int]) -> int:
    (passed,) = with_subject(side, Subject.PASSER).values()
    return passed


def _has_only_blocked_pawns(side: Side[int]) -> bool:
    """Return whether a side has pawns, each with a pawn in front of it, and none that can take a pawn."""
    pawns = side.pawns | side.enemy.pawns
    return bool(side.pawns) and not side.pawns & complement(side.backward(pawns)) and not LAYERS["levers"](side)


def _has_pieces(*sides: Side[int]) -> bool:
    return any(side.knights | side.bishops | side.rooks | side.queens for side in sides)
