"""Breaks, the changes of pawn moves, and breaks that are prevented."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, east, squares, west
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.labels.order import labels_with
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.attacks import break_steps
from pawnviz.core.layers.islands import closed_files, half_open_files, island_count, open_files
from pawnviz.core.layers.spans import front_attack_spans
from pawnviz.core.layers.squares import holes, outposts
from pawnviz.core.pawn_moves.moves import PawnMove, after_move, leaves_king_attacked, lever_targets
from pawnviz.core.pawn_moves.price import Price, PriceKind, Stand, points, price_of
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import count_text, listed

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

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes."""
        return self.islands_before == self.islands_after and not any((*self[1:7], self.labels))


class PawnChanges(NamedTuple):
    """The changes of both colors' pawns; closed files have pawns of both, structures are ``Carlsbad (White)``.

    ``after`` is the position after them, whose pieces may or may not have a use for them.
    """

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

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes."""
        return (
            self.white.is_empty
            and self.black.is_empty
            and not (self.opened_files or self.closed_files)
            and self.structures_before == self.structures_after
        )


def pawn_changes(before: Position, after: Position, moved: Mapping[int, int]) -> PawnChanges:
    """Return the changes between two positions; ``moved`` has the new squares of pawns that are elsewhere."""
    white, black = (
        _side_changes(side, other, moved) for side, other in zip(before.sides(), after.sides(), strict=True)
    )
    first, last = before.sides()[0], after.sides()[0]
    return PawnChanges(
        white,
        black,
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
    """Return the leading structures on a board, each with the color that it belongs to, or ``(both)``.

    One that belongs to both colors alike goes without. General ones are left out: they only say how the center stands
    where no other structure does.
    """
    colors: dict[str, list[str]] = {}
    for each in leading_structures(position.sides()[0], with_general=False):
        owner = [] if each.color is None else [color_name(each.color).capitalize()]
        colors.setdefault(each.title, []).extend(owner)
    return tuple(
        f"{title} ({owners[0] if len(owners) == 1 else 'both'})" if owners else title
        for title, owners in colors.items()
    )


_PLAYABLE: Final = (PriceKind.SAFE, PriceKind.EXCHANGE)


def taken_away(position: Position, after: Position, move: PawnMove) -> tuple[str, ...]:
    """Return the enemy's breaks that a move takes away, such as ``…b5``; an ellipsis says that they are Black's.

    As its next move the enemy could play such a break without losing the pawn. Now the pawn that has moved stands in
    its way, or guards its square, and the break loses a pawn.
    """
    own, enemy = (position.sides()[index] for index in ((0, 1) if move.white else (1, 0)))
    target = 1 << move.target
    ahead = own.forward(target)
    guarded = east(ahead) | west(ahead)
    found = []
    for step in break_steps(enemy):
        way = enemy.forward(1 << step.source) | 1 << step.target
        is_stopped = bool(way & target) and step.source != move.captured
        if not is_stopped and not guarded >> step.target & 1:
            continue
        push = PawnMove(not move.white, step.source, step.target)
        if leaves_king_attacked(enemy, push):
            continue
        played = after_move(position, push)
        if price_of(position, played, push.white, push.target).kind not in _PLAYABLE:
            continue
        if is_stopped or _loses(after, push):
            found.append(f"{'' if push.white else '…'}{SQUARE_NAMES[push.target]}")
    return tuple(dict.fromkeys(found))


def _loses(position: Position, push: PawnMove) -> bool:
    """Return whether a push, where its pawn still stands, loses the pawn for nothing."""
    if not position.pawns >> push.source & 1:
        return False
    return price_of(position, after_move(position, push), push.white, push.target).kind is PriceKind.LOSS


MOST_MOVES: Final = 3  # The most moves of its own that a pawn needs for a break that is looked for.
NEAR_MOVES: Final = 2  # The most moves to a break that is shown at once: players seldom play others.


class Break(NamedTuple):
    """A square from which a pawn, pushed there, would attack enemy pawns that stand where they do now.

    ``route`` has the squares on which it stands on its way, the break square last; a double step is one move of it.
    ``targets`` and ``blockers`` are masks: the enemy pawns that it would attack, and pieces on its way, of either
    color; none of these is a pawn. ``is_legal`` is false where the first step leaves the own king attacked.
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
        """The first step, or None where a piece is in its way or the king would be attacked."""
        way = range(self.source, self.route[0], 8 if self.white else -8)[1:]
        is_free = not any(self.blockers >> square & 1 for square in (*way, self.route[0]))
        return PawnMove(self.white, self.source, self.route[0]) if is_free and self.is_legal else None

    @property
    def text(self) -> str:
        """The way to the break: ``f2-f3-f4``."""
        return "-".join(SQUARE_NAMES[square] for square in (self.source, *self.route))


def breaks(position: Position, white: bool, most_moves: int = MOST_MOVES) -> tuple[Break, ...]:
    """Return the breaks of a side within so many moves of one pawn, the best first.

    Fewer moves come first, then fewer pieces on the way, then those that no pin forbids: so the next moves lead.
    Among equals, if they are near, the points of their merits decide. Of several pawns on a file the front one breaks,
    and no enemy pawn stands on its way. Only pushes are looked at, and enemy pawns are taken to stay where they are.
    """
    side = position.sides()[0 if white else 1]
    found = [each for square in squares(side.pawns) for each in _breaks_of(side, square, most_moves)]
    stand = Stand.of(side) if len(found) > 1 else None

    def order(each: Break) -> tuple[float, ...]:
        best = (
            0.0
            if stand is None or not each.is_near
            else -points(stand, position_of_break(position, each), each.source, each.square)
        )
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
        if _rank(side, square) == 4 and route:
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


def _rank(side: Side[int], square: int) -> int:
    return square // 8 + 1 if side.color else 8 - square // 8


def break_text(position: Position, later: Break) -> str:
    """Return a sentence on a break that is not the next move: its distance, its price and the obstacles."""
    view = Surroundings(position.sides()[0 if later.white else 1], later.source)
    clauses = [f"on {SQUARE_NAMES[later.square]} it would attack {view.names(later.targets)}"]
    if later.move_count > 1:
        clauses.insert(0, f"{count_text(later.move_count, 'move')} away")
    price = price_of_break(position, later)
    if price is not None:
        clauses.append(price.text)
    if later.blockers:
        pieces = [f"the {view.piece_on(1 << square)} on {SQUARE_NAMES[square]}" for square in squares(later.blockers)]
        verb = "is" if len(pieces) == 1 else "are"
        clauses.append(f"{listed(pieces)} {verb} in the way")
    if not later.is_legal:
        clauses.append("the king would be attacked")
    return "; ".join(clauses)
