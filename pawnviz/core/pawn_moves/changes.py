"""Breaks of pawns, and the changes of pawn moves as values, clauses and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, FILES, SQUARE_NAMES, complement, mask_of, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, player_name
from pawnviz.core.explain.surroundings import Surroundings, files_text
from pawnviz.core.labels.order import labels_with, with_wiki
from pawnviz.core.labels.table import LABELS, Subject, Tone
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.attacks import break_steps, single_pawn
from pawnviz.core.layers.islands import closed_files, half_open_files, island_count, open_files
from pawnviz.core.layers.spans import front_attack_spans
from pawnviz.core.layers.squares import holes, outposts
from pawnviz.core.pawn_moves.moves import (
    PawnMove,
    Price,
    PriceKind,
    Stand,
    after_move,
    file_text,
    leaves_king_attacked,
    lever_targets,
    outpost_text,
    points,
    price_of,
)
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import capitalized, count_text, listed, plural, with_article

CHANGE_LABELS: Final = labels_with(lambda label: label.change, lambda label: label.gained_weight)
"""The layers of the labels that a change is about, the weightiest first."""


class LabelChange(NamedTuple):
    """A label that a pawn gains or loses; the square, from 0 to 63, is the pawn's after the change."""

    layer: str
    square: int
    gained: bool


class SideChanges(NamedTuple):
    """The changes of the pawns of one color; sets of squares and files are masks.

    No pawn of the color can guard ``squares_lost`` again without capturing, and none could guard ``squares_gained``
    before; ``holes`` are those of the former on its third and fourth rank. No pawns stand on outposts that are gained,
    and none stood on those that are lost. ``half_open_files`` have become half-open for the color. Labels are those of
    pawns that stand before and after. ``pawns`` are the color's afterwards.
    """

    white: bool
    squares_lost: int
    squares_gained: int
    holes: int
    outposts_gained: int
    outposts_lost: int
    half_open_files: int
    islands_before: int
    islands_after: int
    labels: tuple[LabelChange, ...]
    pawns: int


class PawnChanges(NamedTuple):
    """The changes of both colors' pawns up to the position ``after``; structures are ``Carlsbad (White)``."""

    white: SideChanges
    black: SideChanges
    opened_files: int
    closed_files: int
    structures_before: tuple[str, ...]
    structures_after: tuple[str, ...]
    after: Position

    def of(self, white: bool) -> SideChanges:
        """Return the changes of White or of Black."""
        return self.white if white else self.black


def pawn_changes(before: Position, after: Position, moved: Mapping[int, int]) -> PawnChanges:
    """Return the changes between two positions; ``moved`` has the new squares of pawns that are elsewhere."""
    first, last = before.sides()[0], after.sides()[0]
    return PawnChanges(
        _side_changes(first, last, moved),
        _side_changes(first.enemy, last.enemy, moved),
        open_files(last) & complement(open_files(first)),
        closed_files(last) & complement(closed_files(first)),
        structure_names(before),
        structure_names(after),
        after,
    )


def _side_changes(before: Side[int], after: Side[int], moved: Mapping[int, int]) -> SideChanges:
    guarded, guarded_after = front_attack_spans(before), front_attack_spans(after)
    outposts_before, outposts_after = outposts(before), outposts(after)
    return SideChanges(
        before.color,
        guarded & complement(guarded_after),
        guarded_after & complement(guarded),
        holes(after) & complement(holes(before)),
        outposts_after & complement(outposts_before | after.pawns | after.enemy.pawns),
        outposts_before & complement(outposts_after | before.pawns | before.enemy.pawns),
        half_open_files(after) & complement(half_open_files(before)),
        island_count(before),
        island_count(after),
        tuple(_label_changes(before, after, moved)),
        after.pawns,
    )


def _label_changes(before: Side[int], after: Side[int], moved: Mapping[int, int]) -> list[LabelChange]:
    own = [(source, target) for source, target in moved.items() if before.pawns >> source & 1]
    stayed = before.pawns & after.pawns
    arrived = 0
    for source, target in own:
        stayed &= complement(1 << source | 1 << target)
        arrived |= 1 << target
    present = stayed | arrived & after.pawns
    changes = []
    for identifier in CHANGE_LABELS:
        layer = LAYERS[identifier]
        old, new = layer(before), layer(after)
        carried = old & stayed
        for source, target in own:
            carried |= (old >> source & 1) << target
        if changed := (carried ^ new) & present:
            changes += [LabelChange(identifier, square, bool(new >> square & 1)) for square in squares(changed)]
    return changes


def structure_names(position: Position) -> tuple[str, ...]:
    """Return the leading structures but general ones, each with its color or ``(both)``, unless it is mutual."""
    colors: dict[str, list[str]] = {}
    for each in leading_structures(position.sides()[0], with_general=False):
        owner = [] if each.color is None else [player_name(each.color)]
        colors.setdefault(each.title, []).extend(owner)
    return tuple(
        f"{title} ({owners[0] if len(owners) == 1 else 'both'})" if owners else title
        for title, owners in colors.items()
    )


def taken_away(position: Position, after: Position, move: PawnMove) -> tuple[str, ...]:
    """Return the enemy's next breaks that a move blocks or makes lose a pawn, such as ``…b5`` of Black."""
    enemy = position.sides()[1 if move.white else 0]
    target, guarded = 1 << move.target, single_pawn(move.white, move.target).attacks
    found = []
    for step in break_steps(enemy):
        way = enemy.forward(1 << step.source) | 1 << step.target
        is_stopped = bool(way & target) and step.source != move.captured
        if not is_stopped and not guarded >> step.target & 1:
            continue
        push = PawnMove(not move.white, step.source, step.target)
        if leaves_king_attacked(enemy, push) or _kind(position, push) not in (PriceKind.SAFE, PriceKind.EXCHANGE):
            continue
        still_stands = after.pawns >> push.source & 1
        if is_stopped or (still_stands and _kind(after, push) is PriceKind.LOSS):
            found.append(f"{'' if push.white else '…'}{SQUARE_NAMES[push.target]}")
    return tuple(dict.fromkeys(found))


def _kind(position: Position, push: PawnMove) -> PriceKind:
    return price_of(position, after_move(position, push), push.white, push.target).kind


MOST_MOVES: Final = 3  # The most moves of its own that a pawn needs for a break that is looked for.
NEAR_MOVES: Final = 2  # The most moves to a break that is shown at once: players seldom play others.


class Break(NamedTuple):
    """A square from which a pawn, pushed there, would attack enemy pawns that stand where they do now.

    ``route`` has the squares on which it stands on its way, the break square last; a double step is one move of it.
    ``targets`` and ``blockers`` are masks: the enemy pawns that it would attack, and pieces on its way, of either
    color; none of these is a pawn. ``is_legal`` is false if the first step leaves its king attacked.
    """

    white: bool
    source: int
    route: tuple[int, ...]
    targets: int
    blockers: int
    is_legal: bool

    @property
    def square(self) -> int:
        """The break square."""
        return self.route[-1]

    @property
    def move_count(self) -> int:
        """How many moves of its own the pawn needs, pieces on its way not counted."""
        return len(self.route)

    @property
    def is_next(self) -> bool:
        """Whether the next move can be the break."""
        return self.move_count == 1 and not self.blockers and self.is_legal

    @property
    def is_near(self) -> bool:
        """Whether it is at most ``NEAR_MOVES`` moves away."""
        return self.move_count <= NEAR_MOVES

    @property
    def first_move(self) -> PawnMove | None:
        """The first step, or None if a piece is in its way or the king would be attacked."""
        way = range(self.source, self.route[0], 8 if self.white else -8)[1:]
        is_free = not any(self.blockers >> square & 1 for square in (*way, self.route[0]))
        return PawnMove(self.white, self.source, self.route[0]) if is_free and self.is_legal else None

    @property
    def text(self) -> str:
        """The way to the break: ``f2-f3-f4``."""
        return "-".join(SQUARE_NAMES[square] for square in (self.source, *self.route))


def breaks(position: Position, white: bool, most_moves: int = MOST_MOVES) -> tuple[Break, ...]:
    """Return the breaks of a side within a number of moves of one pawn, the best first.

    Fewer moves come first, then fewer pieces on the way, then those that no pin forbids: so the next moves lead.
    Among equals, if they are near, the points of their merits decide. Of several pawns on a file the front one breaks,
    and no enemy pawn stands on its way. Only pushes are looked at, and enemy pawns are taken to stay where they are.
    """
    side = position.sides()[0 if white else 1]
    found = [each for square in squares(side.pawns) for each in _breaks_of(side, square, most_moves)]
    stand = Stand.of(side) if len(found) > 1 else None

    def order(each: Break) -> tuple[float, ...]:
        best = 0.0
        if stand is not None and each.is_near:
            best = -points(stand, position_of_break(position, each), each.source, each.square)
        return each.move_count, each.blockers.bit_count(), not each.is_legal, best, each.source, each.square

    return tuple(sorted(found, key=order))


def position_of_break(position: Position, pawn_break: Break) -> Position:
    """Return the position with the pawn on the break square, as after its moves, and no pieces on its way."""
    if pawn_break.move_count == 1 and not pawn_break.blockers:
        return after_move(position, PawnMove(pawn_break.white, pawn_break.source, pawn_break.square))
    for square in squares(pawn_break.blockers):
        position = position.without_piece(square)
    return replace(position.moved(pawn_break.source, pawn_break.square), en_passant=None)


def price_of_break(position: Position, pawn_break: Break) -> Price | None:
    """Return the price of a near break as if the pawn were there now; None with pieces on its way, or for another."""
    if pawn_break.blockers or not pawn_break.is_near:
        return None
    after = position_of_break(position, pawn_break)
    return price_of(position, after, pawn_break.white, pawn_break.square)


def _breaks_of(side: Side[int], source: int, most_moves: int) -> Iterator[Break]:
    step = 8 if side.color else -8
    pieces = side.pieces | side.enemy.pieces
    pawns = side.pawns | side.enemy.pawns
    route: list[int] = []
    blockers = 0
    square = source + step
    while 0 <= square < 64 and not pawns >> square & 1:
        blockers |= pieces & 1 << square
        if route and 1 << square & side.ranks(4, 4):
            # The pawn was on the second rank one step before, and passes the third.
            route[-1] = square
        else:
            route.append(square)
        if len(route) > most_moves:
            return
        targets = lever_targets(side, square)
        if targets:
            first = PawnMove(side.color, source, route[0])
            yield Break(side.color, source, tuple(route), targets, blockers, not leaves_king_attacked(side, first))
        square += step


def break_text(position: Position, later: Break) -> str:
    """Return a sentence on a break that is not the next move: the obstacles, its distance, and its price."""
    view = Surroundings(position.sides()[0 if later.white else 1], later.source)
    clauses = []
    if later.blockers:
        verb = plural(later.blockers.bit_count(), "is", "are")
        clauses.append(f"{view.pieces_text(later.blockers)} {verb} in the way")
    if not later.is_legal:
        clauses.append("the king would be attacked")
    if later.move_count > 1:
        clauses.append(f"{count_text(later.move_count, 'move')} away")
    clauses.append(f"on {SQUARE_NAMES[later.square]} it would attack {view.names(later.targets)}")
    price = price_of_break(position, later)
    return "; ".join(clauses if price is None else [*clauses, price.text])


MOST_CLAUSES: Final = 4  # The most clauses of a sentence; the others are only listed.
MOST_NAMES: Final = 4  # The most squares that a clause names; further ones are counted.

_FEW: Final = 2  # The most squares that are worth a word if they lose their guard in an exchange.
SLIGHT: Final = 15  # The weight of a clause that is not worth a place in a short text.

GAIN: Final = 1
COST: Final = -1

_WEAK: Final = "weak_unopposed_pawns"
_PASSERS: Final = labels_with(
    lambda label: label.change and Subject.PASSER in (label.subject, LABELS.get(label.kind_of, label).subject)
)
_WEAKNESSES: Final = labels_with(lambda label: label.subject is Subject.WEAKNESS)


class Clause(NamedTuple):
    """A part of a sentence about a move.

    A statement is a sentence of its own, any other clause has the move as its subject. ``weight`` says how much it
    matters, from 1 to 100, and ``value`` whether it is a ``GAIN`` or a ``COST`` for the side that moves, or 0.
    ``is_structure`` says that it names structures.
    """

    text: str
    weight: int
    value: int = 0
    is_statement: bool = False
    is_structure: bool = False


def clauses(changes: PawnChanges, white: bool | None, fleeting: int = 0) -> tuple[Clause, ...]:
    """Return changes as clauses, the weightiest first, by White's or Black's move; None for an exchange of both.

    Of pawns on the ``fleeting`` squares, which may be taken next, no labels are named. Outposts are named only if there
    is a knight or a bishop for them, holes only if one can come there in two moves, and a square that is both as an
    outpost. Of the squares that lose the guard of a side that does not move those on its third to fifth rank are named.
    In an exchange many of them are ``SLIGHT``: each pawn that goes takes its files along.
    """
    parties: tuple[tuple[bool, bool, int], ...] = ((True, False, 0), (False, False, 0))
    if white is not None:
        parties = ((white, True, GAIN), (not white, False, COST))
    sides: list[Clause] = []
    for color, is_mover, factor in parties:
        side = changes.after.sides()[0 if color else 1]
        given = changes.of(not color).outposts_gained if side.enemy.knights | side.enemy.bishops else 0
        sides += _side_clauses(changes.of(color), side, is_mover, factor, fleeting, given)
        sides += _island_clauses(changes.of(color), changes.of(not color), factor)
    return tuple(sorted([*sides, *_board_clauses(changes)], key=lambda clause: -clause.weight))


def predicate(parts: Sequence[Clause], most: int = MOST_CLAUSES) -> str:
    """Return at most so many clauses as ``gives up d5 and isolates d4``, behind a colon if all are statements."""
    chosen = parts[:most]
    verbs = [clause.text for clause in chosen if not clause.is_statement]
    statements = "; ".join(clause.text for clause in chosen if clause.is_statement)
    if not verbs:
        return f": {statements}" if statements else " weakens no square and changes no pawn for good"
    verb = verbs[0].partition(" ")[0]
    if len(verbs) == 2 and verbs[1].startswith((f"{verb} White", f"{verb} Black", "half-opens")):
        # One verb is enough: ``isolates White's d4 and Black's d5``.
        verbs[1] = verbs[1].removeprefix(f"{verb} ")
    return f" {listed(verbs)}{f'; {statements}' if statements else ''}"


def sentence(subject: str, parts: Sequence[Clause], most: int = MOST_CLAUSES) -> str:
    """Return one sentence on a move, such as ``c4-c5 gives up d5 for good and makes d4 backward.``."""
    return f"{subject}{predicate(parts, most)}."


def said_alone(parts: Sequence[Clause], most: int = MOST_CLAUSES) -> str:
    """Return the sentence without its subject, which stands before it as a title."""
    text = predicate(parts, most).lstrip(": ")
    # The name of a square keeps its small letter.
    return f"{text if text[:2] in SQUARE_NAMES else capitalized(text)}."


def _side_clauses(
    side: SideChanges, after: Side[int], is_mover: bool, factor: int, fleeting: int, given_away: int
) -> Iterator[Clause]:
    """Yield the changes of a side, named unless it moves; ``after`` is the side afterwards.

    ``factor`` is ``GAIN`` if good for the side is good for the mover, ``COST`` if it is bad, else 0.
    ``given_away`` are outposts of the other side that its own clause names.
    """
    name = player_name(side.white)
    # A square on which an own pawn stands is neither a hole nor given up.
    empty = complement(side.pawns)
    lost, taken = side.squares_lost & empty, side.outposts_lost & complement(side.squares_lost)
    holes = mask_of(square for square in squares(side.holes & empty) if outpost_text(after.enemy, square))
    given = side.outposts_gained
    if not after.knights | after.bishops:
        given = taken = 0
    # Of pawns that become isolated or backward these labels are enough.
    weakened = mask_of(square for layer, square, gained in side.labels if gained and layer in _WEAKNESSES)
    unguarded = side.squares_lost & side.pawns & complement(weakened)
    if is_mover:
        lost &= complement(holes | given_away)
        holes &= complement(given_away)
        if holes:
            yield Clause(f"leaves {plural(holes.bit_count(), 'a hole', 'holes')} on {_squares(holes)}", 66, -factor)
    lost &= after.ranks(3, 7 if is_mover else 5)
    if lost:
        given_up = f"gives up {_squares(lost)} for good"
        unguardable = f"no {name.lower()} pawn can guard {_squares(lost)} again"
        is_slight = not factor and lost.bit_count() > _FEW
        # Squares matter more the nearer the best of them is to the center.
        weight = SLIGHT if is_slight else 56 - min(map(_distance, squares(lost)))
        yield Clause(given_up if is_mover else unguardable, weight, -factor, is_statement=not is_mover)
    if given:
        verb = "gains" if is_mover else f"gives {name}"
        outposts = plural(given.bit_count(), "an outpost", "outposts")
        user = outpost_text(after, given.bit_length() - 1) if given & given - 1 == 0 else ""
        whom = f" for {user}" if user else ""
        yield Clause(f"{verb} {outposts} on {_squares(given)}{whom}", 48 if is_mover else 67, factor)
    if taken:
        verb = "gives up" if is_mover else f"takes from {name}"
        outposts = plural(taken.bit_count(), "the outpost", "the outposts")
        yield Clause(f"{verb} {outposts} on {_squares(taken)}", 47 if is_mover else 57, -factor)
    whose = "" if is_mover else f"{name}'s "
    if unguarded:
        yield Clause(f"now only pieces can guard {whose}{_pawns(unguarded)}", 33, -factor, is_statement=True)
    lasting = tuple(label for label in side.labels if not fleeting >> label.square & 1)
    yield from _label_clauses(lasting, after, whose, factor)
    if side.half_open_files:
        user = _users(after, side.half_open_files)
        whom = f"{name}'s {user}" if user else name
        yield Clause(f"half-opens {files_text(side.half_open_files)} for {whom}", 45, factor)


def _island_clauses(side: SideChanges, other: SideChanges, factor: int) -> Iterator[Clause]:
    """Yield the change of a side's count of pawn islands; the same change of both is White's clause."""
    before, after = side.islands_before, side.islands_after
    is_of_both = (before, after) == (other.islands_before, other.islands_after)
    if before != after and (side.white or not is_of_both):
        who = "both sides" if is_of_both else player_name(side.white)
        value = 0 if is_of_both else -factor if after > before else factor
        yield Clause(f"leaves {who} with {count_text(after, 'pawn island')} instead of {before}", 36, value)


def _label_clauses(labels: Sequence[LabelChange], after: Side[int], whose: str, factor: int) -> Iterator[Clause]:
    changed: dict[tuple[str, bool], int] = {}
    for layer, square, gained in labels:
        changed[layer, gained] = changed.get((layer, gained), 0) | 1 << square
    for kind in CHANGE_LABELS:
        general = LABELS[kind].kind_of
        # A gain is named as that of the kind, a loss as that of all that the pawn was.
        if (general, True) in changed:
            changed[general, True] &= complement(changed.get((kind, True), 0))
        if (kind, False) in changed:
            changed[kind, False] &= complement(changed.get((general, False), 0))
    yield from _weak_passers(changed, whose, factor)
    weak = changed.get((_WEAK, True), 0)
    for layer in _WEAKNESSES:
        new = changed.get((layer, True), 0) & weak
        if new:
            changed[layer, True] ^= new
            changed[_WEAK, True] &= complement(new)
            why = f"{LABELS[layer].adjective}, {LABELS[_WEAK].adjective}"
            yield Clause(f"weakens {whose}{_pawns(new)} ({why})", 74, -factor)
        # A pawn that is no longer backward needs no word on its file.
        if (_WEAK, False) in changed:
            changed[_WEAK, False] &= complement(changed.get((layer, False), 0))
    for (layer, gained), pawns in changed.items():
        pawns &= BOARD if gained else complement(with_wiki(layer, after))
        if not pawns:
            continue
        label, names, count = LABELS[layer], f"{whose}{_pawns(pawns)}", pawns.bit_count()
        value = factor * (GAIN if label.tone is Tone.GOOD else COST)
        if gained:
            yield Clause(label.gained_by(names, count), label.gained_weight, value)
        elif label.change:
            text = f"{names} {plural(count, 'is', 'are')} no longer {label.state(count)}"
            yield Clause(text, label.change.lost, -value, is_statement=True)


def _weak_passers(changed: dict[tuple[str, bool], int], whose: str, factor: int) -> Iterator[Clause]:
    """Yield the new passed pawns with a weakness, of no special kind, and take them from the changes."""
    weak = {layer: changed.get((layer, True), 0) for layer in _WEAKNESSES}
    for passer in _PASSERS:
        passed = changed.get((passer, True), 0)
        for key in (*((layer, True) for layer in weak), (_WEAK, False)):
            changed[key] = changed.get(key, 0) & complement(passed)
        for layer, pawns in weak.items():
            pawns &= passed
            if pawns and not LABELS[passer].kind_of:
                changed[passer, True] &= complement(pawns)
                kind = f"{LABELS[layer].adjective} {LABELS[passer].adjective} pawn"
                text = plural(pawns.bit_count(), with_article(kind), f"{kind}s")
                yield Clause(f"makes {whose}{_pawns(pawns)} {text}", LABELS[passer].gained_weight, factor * GAIN)


def _board_clauses(changes: PawnChanges) -> Iterator[Clause]:
    if changes.opened_files:
        users = [(side, _users(side, changes.opened_files)) for side in changes.after.sides()]
        texts = [f"{side.name}'s {user}" for side, user in users if user]
        whom = f" for {texts[0]}" if len(texts) == 1 else " for both sides" if texts else ""
        yield Clause(f"opens {files_text(changes.opened_files)}{whom}", 62)
    if changes.closed_files:
        yield Clause(f"closes {files_text(changes.closed_files)}", 20)
    new = [name for name in changes.structures_after if name not in changes.structures_before]
    gone = [name for name in changes.structures_before if name not in changes.structures_after]
    if new:
        named = [name.replace(" structure", "") for name in new]
        yield Clause(f"leads to the {plural(len(new), 'structure')} {listed(named)}", 64, is_structure=True)
    elif gone:
        named = [name.replace(" structure", "") for name in gone]
        yield Clause(f"ends the {plural(len(gone), 'structure')} {listed(named)}", 34, is_structure=True)


def _users(side: Side[int], files: int) -> str:
    """Return the side's rooks and queens for a whole file, without an article; empty for several files."""
    masks = [number for number, file in enumerate(FILES) if files & file]
    return file_text(side, masks[0]).removeprefix("the ") if len(masks) == 1 else ""


def _squares(mask: int, several: str = "squares") -> str:
    """Return the names of squares, those nearest to the center first; of more than ``MOST_NAMES`` some are counted."""
    ordered = sorted(squares(mask), key=lambda square: (_distance(square), square))
    names = [SQUARE_NAMES[square] for square in ordered]
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} more {several}"]
    return listed(names)


def _pawns(mask: int) -> str:
    return _squares(mask, "pawns")


def _distance(square: int) -> int:
    """Return how far a square is from the four in the middle of the board, 0 to 6."""
    return max(0, abs(2 * (square % 8) - 7) // 2) + max(0, abs(2 * (square // 8) - 7) // 2)
