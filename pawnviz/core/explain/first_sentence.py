"""The first sentence of a trainer about a position: the weightiest of the statements that its pawns and pieces allow.

A statement joins a fact of the layers with the pieces that make it matter: a file with the rook on it, an outpost with
the piece for it, a weak pawn with what attacks it. Weights are read together; they are in points, up to about 100.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    EAST_HALF,
    FILES,
    SQUARE_NAMES,
    WEST_HALF,
    complement,
    east,
    file_fill,
    mask_of,
    squares,
    west,
)
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.explain.guards import guards_of
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.explain.weakness import FIXED, HELD_BACK, faults_of
from pawnviz.core.labels.label import Subject
from pawnviz.core.labels.order import labels_with, named_of, with_subject
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.layers.majorities import crippled_wings
from pawnviz.core.words import count_text, listed, plural, with_article

_LETTERS: Final = "abcdefgh"
_CENTER: Final = FILES[3] | FILES[4]
_MIDDLE: Final = _CENTER | FILES[2] | FILES[5]
_QUEENSIDE: Final = FILES[0] | FILES[1] | FILES[2]
_KINGSIDE: Final = FILES[5] | FILES[6] | FILES[7]


class Statement(NamedTuple):
    """A sentence about a position without its full stop, its weight, and the squares that it is about.

    ``keys`` name what it says as a kind with a place and, for files, squares and wings of a side, its color:
    ``passer d5``, ``file c White``, ``outpost d5 White``, ``tension d4``.
    """

    text: str
    weight: int
    squares: int
    keys: tuple[str, ...]


def statements(position: Position) -> list[Statement]:
    """Return the statements about a position, the weightiest first."""
    white, black = position.sides()
    found = [*_both(white)]
    for side in (white, black):
        for rule in _RULES:
            found += rule(side)
    return sorted(found, key=lambda statement: -statement.weight)


def first_sentence(position: Position) -> Statement | None:
    """Return a trainer's first sentence about a position, or None where nothing but the material can be said."""
    return next(iter(statements(position)), None)


def _passers(side: Side[int]) -> Iterator[Statement]:
    """Yield the most dangerous passed pawn, with its neighbors where they are connected."""
    pawns = LAYERS["passed_pawns_frontmost"](side)
    runs = reduce(or_, (LAYERS[name](side) for name in _OUTRUNNING)) if side.enemy.kings else 0
    best: Statement | None = None
    for square in sorted(squares(pawns), key=lambda square: square ^ (0 if side.color else 56)):
        view = Surroundings(side, square)
        kinds = [word for word, layer in _KINDS if LAYERS[layer](side) & view.bit]
        mates = LAYERS["connected_passed_pawns"](side) & pawns & file_fill(view.beside) if _CONNECTED in kinds else 0
        weight = _PASSER_WEIGHTS[view.rank] + 5 * len(kinds) + (0 if _has_queens(side) else _WITHOUT_QUEENS)
        blocker = view.stop & side.enemy.pieces
        way = ""
        if blocker:
            weight -= 6
            way = f", {f'{view.name} ' if mates else ''}blockaded by the {view.piece_on(blocker)}"
        elif runs & view.bit:
            weight += _RUNNING
            way = f", and the {view.enemy} king is outside {f'the square of {view.name}' if mates else 'its square'}"
        elif view.rank >= _NEAR and view.stop and not mates:
            way = f", {count_text(view.moves_to_promotion, 'move')} from promotion"
        if mates:
            # Of the other kinds no more is said: to stand side by side is most.
            names = [SQUARE_NAMES[each] for each in sorted(squares(view.bit | mates), key=lambda each: each & 7)]
            text = f"{_name(side)} has connected passed pawns on {listed(names)}{way}"
        else:
            text = f"{_name(side)} has {with_article(' '.join((*kinds, 'passed pawn')))} on {view.name}{way}"
        if best is None or weight > best.weight:
            keys = (f"passer {SQUARE_NAMES[each]}" for each in squares(view.bit | mates))
            best = Statement(text, weight, view.bit | mates, tuple(keys))
    if best is not None:
        yield best


_CONNECTED: Final = "connected"
_KINDS: Final = (
    ("protected", "protected_passed_pawns"),
    (_CONNECTED, "connected_passed_pawns"),
    ("outside", "outside_passers"),
)
_NEAR: Final = 6  # The rank from which on it is said how far a passed pawn is from promotion.
_PASSER_WEIGHTS: Final = (0, 0, 40, 42, 52, 64, 78, 95, 95)  # By rank.
_WITHOUT_QUEENS: Final = 8
_OUTRUNNING: Final = labels_with(lambda label: "{kings}" in label.verdict)
_RUNNING: Final = 30  # The further weight of a passed pawn that the enemy king cannot catch.


def _files(side: Side[int]) -> Iterator[Statement]:
    """Yield open files that only this side's rooks use, and half-open ones with the pawns on them."""
    pawns = side.pawns | side.enemy.pawns
    weak = LAYERS["weak_pawns"](side.enemy)
    mobile = _mobile(side.enemy, weak)
    for number, file in enumerate(FILES):
        rooks, queens = side.rooks & file, side.queens & file
        heavy = (rooks | queens).bit_count()
        if not rooks or side.pawns & file:
            continue
        name, key = f"{_LETTERS[number]}-file", f"file {_LETTERS[number]} {_name(side)}"
        who = _rooks_on(side, rooks)
        others = (side.enemy.rooks | side.enemy.queens) & file
        if not pawns & file:
            if not side.enemy.rooks & file:
                text = f"{who} {plural(rooks.bit_count(), 'holds', 'hold')} the open {name}"
                weight = 64 + 5 * (heavy - 1) - 6 * bool(others) - _each_of(LAYERS["open_files"](side))
                yield Statement(text, weight, rooks, (key,))
            continue
        target = _first_ahead(side, rooks, side.enemy.pawns & file)
        if not target:
            continue
        place = SQUARE_NAMES[target.bit_length() - 1]
        blocker = side.backward(target) & (side.knights | side.bishops)
        piece = Surroundings(side, 0).piece_on(blocker).partition(" ")[2]
        how = f", where the {piece} on {SQUARE_NAMES[blocker.bit_length() - 1]} blockades it" if blocker else ""
        presses = plural(rooks.bit_count(), "presses", "press")
        if target & weak & complement(mobile):
            text = f"{who} {presses} the weak pawn {place} on the half-open {name}{how}"
            weight = 60 + 4 * (heavy - 1) + 4 * bool(file & _MIDDLE)
            yield Statement(text, weight, rooks | target | blocker, (key, f"weak {place}"))
        else:
            text = f"{who} {plural(rooks.bit_count(), 'stands', 'stand')} on the half-open {name} against {place}{how}"
            weight = 56 + 4 * bool(file & _MIDDLE) if target & mobile else 46
            yield Statement(text, weight + 4 * (heavy - 1), rooks | target | blocker, (key,))


def _each_of(files: int) -> int:
    """Return by how much less an open file weighs where there are several: a rook finds one in any ending."""
    return 5 * (sum(1 for file in FILES if files & file) - 1)


def _first_ahead(side: Side[int], rooks: int, pawns: int) -> int:
    """Return the first of some pawns of a file in front of the rearmost rook, or an empty mask."""
    place = side.forward(rooks & -rooks if side.color else 1 << (rooks.bit_length() - 1))
    while place and not place & pawns:
        place = side.forward(place)
    return place


def _mobile(side: Side[int], weak: int) -> int:
    """Return the weak pawns whose stops own pawns guard as often as enemy pawns attack them: they can go on."""
    return weak & complement(named_of("weak_pawns", side))


def _rooks_on(side: Side[int], rooks: int) -> str:
    names = listed([SQUARE_NAMES[square] for square in squares(rooks)])
    return f"{_name(side)}'s {plural(rooks.bit_count(), 'rook')} on {names}"


def _weak_pawns(side: Side[int]) -> Iterator[Statement]:
    """Yield weak pawns, each with its attackers, and an isolated queen's pawn whether it is attacked or not.

    With queens on the board such a pawn is called so in place of weak. It weighs less without pieces that make it a
    strength or a weakness, or where an enemy pawn stands in front of it.
    """
    weak = LAYERS["weak_pawns"](side)
    mobile = _mobile(side, weak)
    queens_pawn = 0
    if not side.pawns & (FILES[2] | FILES[4]):
        queens_pawn = side.pawns & FILES[3] & complement(_passed(side) | LAYERS["doubled_pawns"](side))
        queens_pawn &= side.ranks(3, 5)
    for square in squares(weak | queens_pawn):
        view = Surroundings(side, square)
        attackers = guards_of(side.enemy, square) & complement(side.enemy.pawns)
        (fault,) = faults_of(side, view.bit)
        weight = 46 + 4 * attackers.bit_count() + 4 * bool(view.bit & _MIDDLE) - 8 * (fault in (FIXED, HELD_BACK))
        weight -= 6 * bool(view.bit & (FILES[0] | FILES[7]))
        weight += 4 * bool(view.bit & LAYERS["open_pawns"](side)) - 8 * bool(view.bit & mobile)
        is_queens_pawn = bool(view.bit & queens_pawn)
        if is_queens_pawn:
            is_double_edged = _has_pieces(side, side.enemy) and not view.stop & side.enemy.pawns
            weight += 8 if is_double_edged else -6
        blocker = view.stop & side.enemy.pieces & complement(side.enemy.pawns)
        how = f", blockaded by the {view.piece_on(blocker)}" if blocker else ""
        if view.bit & weak and fault == HELD_BACK:
            how = how or f", held back by {view.names(view.at(view.stop).attackers)}"
            text = f"{_name(side)}'s pawn on {view.name} is weak{how}"
        elif view.bit & weak and not (is_queens_pawn and view.rank > 3 and _has_queens(side)):
            text = f"{_name(side)}'s {fault} pawn on {view.name} is weak{how}"
        else:
            text = f"{_name(side)} has an isolated queen's pawn on {view.name}{how}"
        yield Statement(text, weight, view.bit, (f"weak {view.name}",))


def _outposts(side: Side[int]) -> Iterator[Statement]:
    """Yield outposts with the piece that stands there, or the knight that gets there soon."""
    held = LAYERS["outposts_held"](side)
    for square in squares(held):
        view = Surroundings(side, square)
        piece = view.piece_on(view.bit).partition(" ")[2]
        weight = 46 + 6 * (view.rank > 4) + 12 * bool(view.bit & _MIDDLE) - 6 * (piece == "bishop")
        text = f"{_name(side)}'s {piece} stands on the outpost {view.name}, guarded by {view.names(view.guards)}"
        yield Statement(text, weight, view.bit | view.guards, (f"outpost {view.name} {_name(side)}",))
    for moves, layer in enumerate(("knight_outposts_in_1", "knight_outposts_in_2"), 1):
        for square in squares(LAYERS[layer](side) & complement(side.pieces | side.enemy.pawns)):
            view = Surroundings(side, square)
            weight = 38 - 8 * (moves - 1) + 6 * (view.rank > 4) + 8 * bool(view.bit & _MIDDLE)
            way = "can go to" if moves == 1 else "can come to"
            text = f"{_name(side)}'s knight {way} the outpost {view.name}, guarded by {view.names(view.guards)}"
            yield Statement(text, weight, view.bit | view.guards, (f"outpost {view.name} {_name(side)}",))


def _wedges(side: Side[int]) -> Iterator[Statement]:
    """Yield a pawn far ahead that holds an enemy pawn fast, unless the whole center is locked."""
    wedges = LAYERS["blocked_pawns_stockfish"](side)
    if _is_locked(side):
        wedges &= complement(_CENTER)
    for square in squares(wedges):
        view = Surroundings(side, square)
        weight = _WEDGE_WEIGHTS[square & 7] + 4 * bool(view.guards)
        pieces = side.enemy.knights | side.enemy.bishops | side.enemy.rooks | side.enemy.queens
        cramped = f" and cramps {_name(side.enemy)}" if pieces.bit_count() > 1 else " fast"
        weight -= 8 * (not pieces)
        text = f"{_name(side)}'s wedge on {view.name} holds {view.names(view.stop)}{cramped}"
        yield Statement(text, weight, view.bit | view.stop, (f"wedge {view.name}",))


def _is_locked(side: Side[int]) -> bool:
    """Return whether pawns block each other on the d- and on the e-file."""
    locked = LAYERS["rams"](side)
    return bool(locked & FILES[3]) and bool(locked & FILES[4])


_WEDGE_WEIGHTS: Final = (38, 42, 48, 54, 54, 48, 42, 38)  # By file.


def _king(side: Side[int]) -> Iterator[Statement]:
    """Yield a king whose shelter has gaps, while the enemy has a queen, and a storm of pawns at it."""
    if not side.enemy.queens or not side.kings:
        return
    near = file_fill(side.kings | east(side.kings) | west(side.kings)) & complement(file_fill(side.pawns))
    files = [letter for letter, file in zip(_LETTERS, FILES, strict=True) if near & file]
    center = bool(side.kings & _CENTER)
    if len(files) > 1 and not center:
        which = f"the {listed([f'{letter}-' for letter in files])}files"
        text = f"{_name(side)}'s king has no shelter on {which}"
        yield Statement(text, 40 + 8 * (len(files) - 1), side.kings, (f"shelter {_name(side)}",))
    storm = LAYERS["pawn_storm"](side)
    if storm.bit_count() > 1:
        names = Surroundings(side.enemy, 0).names(storm)
        text = f"{_name(side.enemy)} storms the king with {names}"
        yield Statement(text, 44, storm | side.kings, (f"storm {_name(side.enemy)}",))


class WingMajority(NamedTuple):
    """A wing on which a side has more pawns: its name, the counts without passed pawns, and the own pawns there."""

    wing: str
    own: int
    enemy: int
    pawns: int


def wing_majorities(side: Side[int]) -> Iterator[WingMajority]:
    """Yield the wings on which a side has more pawns, as books count them."""
    found = LAYERS["wing_majorities"](side)
    for wing, files in (("queenside", _QUEENSIDE), ("kingside", _KINGSIDE)):
        if found & files:
            pawns, others = (each.pawns & files & complement(_passed(each)) for each in (side, side.enemy))
            yield WingMajority(wing, pawns.bit_count(), others.bit_count(), pawns)


def _majorities(side: Side[int]) -> Iterator[Statement]:
    """Yield majorities on a wing; of a crippled one the reason, and whether the enemy has a sound one elsewhere."""
    crippled = crippled_wings(side)
    for majority in wing_majorities(side):
        weight = 38 + (0 if _has_queens(side) else 8) + 4 * (majority.wing == "queenside")
        keys = [f"majority {majority.wing} {_name(side)}"]
        counts = f"{majority.own} to {majority.enemy}"
        text = f"{_name(side)} has a {majority.wing} majority, {counts}"
        pawns = majority.pawns
        if crippled & pawns:
            doubled = LAYERS["doubled_pawns"](side) & pawns
            fault = "doubled" if doubled else "backward"
            text = f"{_name(side)}'s {majority.wing} majority, {counts}, is crippled by its {fault} pawns"
            other = _sound_half(side.enemy, WEST_HALF if majority.wing == "kingside" else EAST_HALF)
            if other is not None:
                text += f"; {_name(side.enemy)}'s on the {other.wing}, {other.own} to {other.enemy}, is sound"
                keys.append(f"majority {other.wing} {_name(side.enemy)}")
                pawns |= other.pawns
        yield Statement(text, weight, pawns, tuple(keys))


def _minority_attacks(side: Side[int]) -> Iterator[Statement]:
    """Yield a pawn of a minority that comes to strike at a pawn of the majority, with a rook to follow up.

    It has advanced to within a step of that, or can go there with the kings on the other wing.
    """
    files = LAYERS["minority_attack_files"](side)
    pawns = side.pawns & files & side.ranks(2, 5) & complement(LAYERS["levers"](side))
    if not side.rooks:
        return
    for square in squares(pawns & side.backward(complement(side.enemy.pawns))):
        view = Surroundings(side, square)
        is_near = bool(view.bit & side.ranks(4, 5))
        ahead = view.at(view.stop if is_near else side.forward_fill(view.bit) & side.ranks(5, 5))
        targets = (ahead.east_target | ahead.west_target) & side.enemy.pawns & LAYERS["half_open_files"](side)
        way = side.forward_fill(view.stop) & side.backward_fill(ahead.bit)
        wing = EAST_HALF if view.bit & EAST_HALF else WEST_HALF
        is_free = not way & (side.pawns | side.enemy.pawns) and not wing & (side.kings | side.enemy.kings)
        if targets and (is_near or is_free):
            has = "has" if is_near else "can begin"
            text = f"{_name(side)} {has} a minority attack: from {ahead.name} the {view.file_name}-pawn strikes at"
            keys = (f"break {ahead.name} {_name(side)}",)
            squares_named = view.bit | ahead.bit | targets
            yield Statement(f"{text} {view.names(targets)}", 48 if is_near else 43, squares_named, keys)


def _breakthroughs(side: Side[int]) -> Iterator[Statement]:
    """Yield a breakthrough of three pawns side by side on the fifth rank against three on the seventh, kings aside.

    Such as b6 with a5, b5 and c5 against a7, b7 and c7: a pawn that takes it lets another one pass by c6 or a6.
    """
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
            text = f"{_name(side)} can break through with {stop}: whoever takes, a passed pawn comes of it"
            yield Statement(text, 88, pawns | rivals | view.stop, (f"break {stop} {_name(side)}",))


def _sound_half(side: Side[int], half: int) -> WingMajority | None:
    """Return a majority on a half of the board, with its center file, that has a candidate, or None."""
    pawns = side.pawns & half
    if not LAYERS["majorities"](side) & half or not LAYERS["candidate_pawns"](side) & half:
        return None
    wing = "queenside" if half == WEST_HALF else "kingside"
    return WingMajority(wing, pawns.bit_count(), (side.enemy.pawns & half).bit_count(), pawns)


def _binds(side: Side[int]) -> Iterator[Statement]:
    """Yield two pawns that guard a square of the center together, and so hold back the enemy pawn behind it.

    Of one that is weak this is said with its weakness.
    """
    held = LAYERS["double_attacks"](side) & _CENTER & side.ranks(5, 5) & complement(file_fill(side.pawns))
    for square in squares(held & complement(side.enemy.pawns)):
        view = Surroundings(side, square)
        pawn = side.enemy.pawns & FILES[square & 7] & side.ranks(6, 7)
        if pawn & complement(LAYERS["weak_pawns"](side.enemy)):
            text = f"{_name(side)}'s pawns on {view.names(view.guards)} hold back the {view.file_name}-pawn"
            yield Statement(text, 52, view.guards | pawn, (f"center {_name(side)}",))


def _active_king(side: Side[int]) -> Iterator[Statement]:
    """Yield a king far ahead of the enemy's in an ending of kings and pawns."""
    kings = side.kings | side.enemy.kings
    if _has_pieces(side, side.enemy) or not side.kings.bit_count() == side.enemy.kings.bit_count() == 1:
        return
    king = side.kings & side.ranks(5, 8)
    if king and not side.enemy.kings & side.enemy.ranks(4, 8):
        places = [SQUARE_NAMES[mask.bit_length() - 1] for mask in (king, side.enemy.kings)]
        text = f"{_name(side)}'s king on {places[0]} is more active than {_name(side.enemy)}'s on {places[1]}"
        yield Statement(text, 50, kings, (f"king {places[0]}", f"king {places[1]}"))


def _doubled(side: Side[int]) -> Iterator[Statement]:
    """Yield files with doubled pawns that are not passed."""
    doubled = LAYERS["doubled_pawns"](side) & complement(_passed(side))
    for letter, file in zip(_LETTERS, FILES, strict=True):
        pawns = doubled & file
        if pawns.bit_count() > 1:
            alone = not side.pawns & (east(file) | west(file))
            text = f"{_name(side)}'s {letter}-pawns are doubled{' and isolated' if alone else ''}"
            yield Statement(text, 46 + 6 * alone, pawns, (f"doubled {letter} {_name(side)}",))


def _hanging(side: Side[int]) -> Iterator[Statement]:
    pawns = LAYERS["hanging_pawns"](side)
    if pawns:
        names = [SQUARE_NAMES[square] for square in squares(pawns)]
        text = f"{_name(side)} has hanging pawns on {listed(names)}"
        yield Statement(text, 64, pawns, tuple(f"hanging {name}" for name in names))


def _center(side: Side[int]) -> Iterator[Statement]:
    """Yield pawns side by side in the center, that no enemy pawn has come up to."""
    pawns = side.pawns & _MIDDLE & side.ranks(4, 5)
    pawns &= east(pawns) | west(pawns)
    rivals = side.enemy.pawns & _CENTER & side.ranks(4, 5)
    if pawns & _CENTER and not rivals:
        names = [SQUARE_NAMES[square] for square in squares(pawns)]
        text = f"{_name(side)} has the center with {listed(names)}"
        weight = 62 if pawns & FILES[3] and pawns & FILES[4] else 50
        yield Statement(text, weight + 8 * bool(pawns & side.ranks(5, 5)), pawns, (f"center {_name(side)}",))


_RULES: Final = (
    *(_passers, _files, _weak_pawns, _outposts, _wedges, _king, _active_king),
    *(_majorities, _minority_attacks, _breakthroughs, _binds, _doubled, _hanging, _center),
)


def _both(white: Side[int]) -> Iterator[Statement]:
    """Yield the statements about both sides at once: contested files, tension, castling on opposite wings."""
    black = white.enemy
    for letter, file in zip(_LETTERS, FILES, strict=True):
        if (white.pawns | black.pawns) & file or not (white.rooks and black.rooks):
            continue
        keys = (f"file {letter} White", f"file {letter} Black")
        if white.rooks & file and black.rooks & file:
            text = f"Rooks of both sides meet on the open {letter}-file"
            yield Statement(text, 58, (white.rooks | black.rooks) & file, keys)
        elif not (white.rooks | black.rooks) & file:
            text = f"The {letter}-file is open, and no rook has taken it yet"
            weight = 43 + 4 * bool(file & _MIDDLE) - _each_of(LAYERS["open_files"](white))
            yield Statement(text, weight, file, keys)
    yield from _tension(white)
    if _is_locked(white):
        pawns = (LAYERS["rams"](white) | LAYERS["rams"](black)) & _CENTER
        wedges = [(side, LAYERS["blocked_pawns_stockfish"](side) & _CENTER) for side in (white, black)]
        names = [(_name(side), SQUARE_NAMES[square]) for side, mask in wedges for square in squares(mask)]
        who = listed([f"{color}'s wedge on {name}" for color, name in names])
        text = f"The center is locked{f' by {who}' if names else ''}"
        yield Statement(text, 70, pawns, ("locked_center", *(f"wedge {name}" for _, name in names)))
    homes = [side.kings & side.ranks(1, 2) for side in (white, black)]
    if _has_queens(white) and all(homes) and _has_queens(black):
        wings = [(bool(king & _QUEENSIDE), bool(king & _KINGSIDE)) for king in homes]
        if wings in ([(True, False), (False, True)], [(False, True), (True, False)]):
            text = "The kings have castled to opposite wings"
            yield Statement(text, 60, white.kings | black.kings, ("opposite_castling",))
    yield from _sounder(white)
    if _has_only_blocked_pawns(white) and _has_only_blocked_pawns(black) and not _has_pieces(white, black):
        pawns = white.pawns | black.pawns
        yield Statement("No pawn can move: the kings decide", 90, pawns, ("blocked",))
    if _is_symmetrical(white):
        yield Statement("The pawns stand on the same files for both sides", 24, 0, ("symmetrical",))


def _sounder(white: Side[int]) -> Iterator[Statement]:
    """Yield whose pawns are sounder where they clearly are, with the reason."""
    faults = {side: _faults(side) for side in (white, white.enemy)}
    better, worse = sorted(faults, key=lambda side: len(faults[side]))
    if len(faults[worse]) - len(faults[better]) < _MORE_FAULTS:
        return
    pawns = mask_of(faults[worse])
    islands = [NUMBERS["island_count"](side) for side in (better, worse)]
    count = f"{count_text(islands[0], 'island')} against {islands[1]}, and " if islands[0] < islands[1] else ""
    names = Surroundings(worse, 0).names(pawns)
    text = f"{_name(better)}'s pawns are sounder: {count}{names} {plural(len(faults[worse]), 'needs', 'need')} care"
    weak = LAYERS["weak_pawns"](worse)
    keys = (f"weak {SQUARE_NAMES[square]}" for square in squares(weak & pawns))
    yield Statement(text, 45, pawns, (f"sounder {_name(better)}", *keys))


_MORE_FAULTS: Final = 3


def _faults(side: Side[int]) -> list[int]:
    """Return the squares of isolated, backward and doubled pawns, passed ones left out."""
    pawns = reduce(or_, with_subject(side, Subject.WEAKNESS).values()) | LAYERS["rear_twins"](side)
    return list(squares(pawns & complement(_passed(side))))


def _tension(white: Side[int]) -> Iterator[Statement]:
    """Yield each two pawns that can take each other."""
    levers, others = LAYERS["levers"](white), LAYERS["levers"](white.enemy)
    for square in squares(levers):
        view = Surroundings(white, square)
        for target in squares((view.east_target | view.west_target) & others):
            central = bool(view.bit & _MIDDLE) and bool(1 << target & _MIDDLE)
            names = view.name, SQUARE_NAMES[target]
            text = f"The pawns {' and '.join(names)} are in tension"
            keys = tuple(f"tension {name}" for name in names)
            yield Statement(text, 64 if central else 34, view.bit | 1 << target, keys)


def _is_symmetrical(white: Side[int]) -> bool:
    return bool(white.pawns) and all(
        (white.pawns & file).bit_count() == (white.enemy.pawns & file).bit_count() for file in FILES
    )


def _passed(side: Side[int]) -> int:
    (passed,) = with_subject(side, Subject.PASSER).values()
    return passed


def _has_only_blocked_pawns(side: Side[int]) -> bool:
    """Return whether a side has pawns, each with a pawn in front of it, and none that can take a pawn."""
    pawns = side.pawns | side.enemy.pawns
    return bool(side.pawns) and not side.pawns & complement(side.backward(pawns)) and not LAYERS["levers"](side)


def _has_pieces(*sides: Side[int]) -> bool:
    return any(side.knights | side.bishops | side.rooks | side.queens for side in sides)


def _has_queens(side: Side[int]) -> bool:
    return bool(side.queens)


def _name(side: Side[int]) -> str:
    return color_name(side.color).capitalize()
