"""Endings of kings and pawns, solved a second time from the rules of chess alone, slowly and as far as it ends.

A table has a truth value for each placement of the pieces that move: an axis of 64 squares for the white king, one for
the black king, one for a white and one for a black piece where there is one. Rays are walked square by square. Nothing
of the program is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy
from numpy.typing import NDArray

Table = NDArray[numpy.bool_]
Pawns = frozenset[int]

_NORTH: Final = 1
_SOUTH: Final = -1
_STRAIGHT: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
_SLANTED: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS: Final = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
_RAYS: Final = {"Q": _STRAIGHT + _SLANTED, "R": _STRAIGHT, "B": _SLANTED}


class Material(NamedTuple):
    """Pawns of both sides and the piece of each that a pawn has become, or an empty text."""

    white: Pawns
    black: Pawns
    white_piece: str = ""
    black_piece: str = ""


class Won(NamedTuple):
    """Whether White wins each placement, with White and with Black to move; and where the placements are legal."""

    to_move: Table
    waiting: Table
    legal_to_move: Table
    legal_waiting: Table


class DuelNeededError(Exception):
    """A piece against a piece would have to be solved, and is not to be."""


def on_board(file: int, rank: int) -> bool:
    return 0 <= file < 8 and 0 <= rank < 8


@cache
def rays(piece: str, square: int) -> tuple[tuple[int, ...], ...]:
    """Return the squares that a piece passes from a square in each direction, nearest first."""
    file, rank = square % 8, square // 8
    if piece in "NK":
        steps = _JUMPS if piece == "N" else _STRAIGHT + _SLANTED
        return tuple((8 * (rank + b) + file + a,) for a, b in steps if on_board(file + a, rank + b))
    found = []
    for a, b in _RAYS[piece]:
        ray = []
        x, y = file + a, rank + b
        while on_board(x, y):
            ray.append(8 * y + x)
            x, y = x + a, y + b
        if ray:
            found.append(tuple(ray))
    return tuple(found)


@cache
def pawn_targets(square: int, forward: int) -> tuple[int, ...]:
    """Return the squares that a pawn attacks."""
    file, rank = square % 8, square // 8 + forward
    return tuple(8 * rank + x for x in (file - 1, file + 1) if on_board(x, rank))


class Reference:
    """Tables of White's wins; what is not followed counts as no win, or in an optimistic reference as a win."""

    def __init__(self, *, optimistic: bool, duels: bool = True, most: int = 10**9) -> None:
        """Make at most so many tables with pieces; without ``duels`` none of a piece against a piece.

        What would need more raises ``DuelNeededError``.
        """
        self.duels = duels
        self._optimistic = optimistic
        self._left = most
        self._known: dict[Material, Won] = {}

    def renewed(self, most: int) -> Reference:
        """Return a reference with room for more that knows nothing but the solved pieces against pieces."""
        new = Reference(optimistic=self._optimistic, duels=self.duels, most=most)
        new._known = {key: won for key, won in self._known.items() if key.white_piece and key.black_piece}
        return new

    @property
    def has_room(self) -> bool:
        """Whether more tables may be made."""
        return self._left > 0

    def won(self, material: Material) -> Won:
        """Return White's wins with some material; each is solved once."""
        found = self._known.get(material)
        if found is None:
            has_piece = bool(material.white_piece or material.black_piece)
            if (has_piece and not self._left) or (not self.duels and material.white_piece and material.black_piece):
                raise DuelNeededError
            self._left -= has_piece
            found = _Solving(self, material, self._optimistic).solve()
            # A table of four pieces takes 64 MB: beside pawns, where it is not followed, it is made anew.
            if not (material.white_piece and material.black_piece and material.white | material.black):
                self._known[material] = found
        return found

    def after_double_step(self, material: Material, square: int, *, by_white: bool) -> Won:
        """Return the wins right after a pawn has stepped two squares to one, so that it may be taken in passing.

        Beside a piece nothing is taken in passing: the other side has no pawns then, or they stay where they are.
        """
        if material.white_piece or material.black_piece:
            return self.won(material)
        return _Solving(self, material, self._optimistic).solve_in_passing(square, by_white=by_white)


class _Solving:
    """One material: where its placements are legal, what pawn moves and captures lead to, and which of them win."""

    def __init__(self, reference: Reference, material: Material, optimistic: bool) -> None:
        self.reference = reference
        self.material = material
        self.optimistic = optimistic
        self.kinds = ["K", "K"]
        self.whites = [True, False]
        if material.white_piece:
            self.kinds.append(material.white_piece)
            self.whites.append(True)
        if material.black_piece:
            self.kinds.append(material.black_piece)
            self.whites.append(False)
        self.shape = (64,) * len(self.kinds)
        self.occupied = material.white | material.black

    # Placements

    def on(self, axis: int, squares: Pawns | tuple[int, ...]) -> Table:
        """Return where the piece of an axis stands on one of some squares."""
        row = numpy.zeros(64, bool)
        row[list(squares)] = True
        return numpy.broadcast_to(row.reshape([64 if a == axis else 1 for a in range(len(self.shape))]), self.shape)

    def same(self, one: int, other: int) -> Table:
        """Return where two pieces stand on one square."""
        shape = [64 if axis in (one, other) else 1 for axis in range(len(self.shape))]
        return numpy.broadcast_to(numpy.eye(64, dtype=bool).reshape(shape), self.shape)

    @property
    def apart(self) -> Table:
        """Return where no two pieces and no piece and pawn stand on one square."""
        table = numpy.ones(self.shape, bool)
        for axis in range(len(self.shape)):
            table &= ~self.on(axis, self.occupied)
            for other in range(axis):
                table &= ~self.same(axis, other)
        return table

    def free(self, axis: int) -> Table:
        """Return where the piece of an axis stands on no other piece and on no pawn."""
        table = ~self.on(axis, self.occupied)
        for other in range(len(self.shape)):
            if other != axis:
                table = table & ~self.same(axis, other)
        return table

    def reaching(self, axis: int, targets: Table) -> Table:
        """Return where the piece of an axis has a move, over free squares, to a placement of a set."""
        free = numpy.ascontiguousarray(numpy.moveaxis(self.free(axis), axis, 0))
        goal = numpy.ascontiguousarray(numpy.moveaxis(targets, axis, 0))
        found = numpy.zeros(goal.shape, bool)
        for square in range(64):
            for ray in rays(self.kinds[axis], square):
                can = goal[ray[-1]]
                for nearer in reversed(ray[:-1]):
                    can = goal[nearer] | (free[nearer] & can)
                found[square] |= can
        return numpy.moveaxis(found, 0, axis)

    def attacked(self, king: int) -> Table:
        """Return where a king is attacked; the other king counts as attacker too."""
        white = king == 1
        pawns, forward = (self.material.white, _NORTH) if white else (self.material.black, _SOUTH)
        table = self.on(king, tuple({target for pawn in pawns for target in pawn_targets(pawn, forward)}))
        for axis, is_white in enumerate(self.whites):
            if is_white == white:
                table = table | self.reaching(axis, self.same(axis, king))
        return table

    # Solving

    def is_bare(self) -> bool:
        """Return whether White has nothing but its king, which never wins."""
        return not self.material.white and not self.material.white_piece

    def is_cut(self) -> bool:
        """Return whether pieces of both sides are left with pawns, or one with own pawns: this is not followed."""
        material = self.material
        if material.white_piece and material.black_piece:
            return bool(material.white | material.black)
        if self.optimistic and material.white_piece and material.white:
            return True
        return bool(material.black_piece and material.black)

    def solve(self) -> Won:
        self.begin()
        return self.grow()

    def solve_in_passing(self, square: int, *, by_white: bool) -> Won:
        self.begin()
        behind = square - 8 if by_white else square + 8
        material = self.material
        takers = material.black if by_white else material.white
        for taker in takers:
            if behind in pawn_targets(taker, _SOUTH if by_white else _NORTH):
                self.take_in_passing(taker, square, behind, by_white=by_white)
        # The right lasts for one move: later placements are those of the material without it.
        usual = self.reference.won(material)
        if by_white:
            self.movable |= self.black_reaching(self.legal_to_move)
            lost = (
                self.alive_with(self.movable)
                & ~self.escapes
                & ~self.black_reaching(self.legal_to_move & ~usual.to_move)
            )
            return Won(usual.to_move, lost, self.legal_to_move, self.legal_waiting)
        won = usual.to_move | (self.gains & self.legal_to_move)
        return Won(won, usual.waiting, self.legal_to_move, self.legal_waiting)

    def take_in_passing(self, taker: int, square: int, behind: int, *, by_white: bool) -> None:
        material = self.material
        if by_white:
            after = Material(material.white - {square}, material.black - {taker} | {behind})
            won = self.reference.won(after)
            self.movable |= won.legal_to_move & self.legal_waiting
            self.escapes |= won.legal_to_move & ~won.to_move
        else:
            after = Material(material.white - {taker} | {behind}, material.black - {square})
            self.gains |= self.reference.won(after).waiting

    def begin(self) -> None:
        """Find where placements are legal and what moves that change the material lead to."""
        apart = self.apart
        black_in_check, white_in_check = self.attacked(1), self.attacked(0)
        self.legal_to_move = apart & ~black_in_check
        self.legal_waiting = apart & ~white_in_check
        self.black_in_check = black_in_check
        self.gains = numpy.zeros(self.shape, bool)
        self.escapes = numpy.zeros(self.shape, bool)
        self.movable = numpy.zeros(self.shape, bool)
        if self.is_cut() or self.is_bare():
            return
        self.white_captures()
        self.black_captures()
        for after, place, empty in self.pawn_moves(white=True):
            self.gains |= self.part(self.reference.won(after).waiting, after, place) & empty
        for after, place, empty in self.pawn_moves(white=False):
            self.black_moves_to(after, place, empty)
        for pawn, target, passed in self.double_steps():
            if pawn in self.material.white:
                material = self.material._replace(white=self.material.white - {pawn} | {target})
                found = self.reference.after_double_step(material, target, by_white=True)
                self.gains |= found.waiting & self.empty({passed, target})
            else:
                material = self.material._replace(black=self.material.black - {pawn} | {target})
                found = self.reference.after_double_step(material, target, by_white=False)
                legal = found.legal_to_move & self.empty({passed, target}) & self.legal_waiting
                self.movable |= legal
                self.escapes |= legal & ~found.to_move

    def black_moves_to(self, after: Material, place: tuple[int, int] | None, empty: Table) -> None:
        found = self.reference.won(after)
        legal = self.part(found.legal_to_move, after, place) & empty & self.legal_waiting
        self.movable |= legal
        self.escapes |= legal & ~self.part(found.to_move, after, place)

    def grow(self) -> Won:
        if self.is_bare():
            nothing = numpy.zeros(self.shape, bool)
            return Won(nothing, nothing, self.legal_to_move, self.legal_waiting)
        if self.is_cut():
            legal = self.legal_to_move, self.legal_waiting
            return Won(*(legal if self.optimistic else self.taken_at_once()), *legal)
        self.movable |= self.black_reaching(self.legal_to_move)
        alive = self.alive_with(self.movable) & ~self.escapes
        won = self.legal_to_move & self.gains
        lost = numpy.zeros(self.shape, bool)
        while True:
            now = alive & ~self.black_reaching(self.legal_to_move & ~won)
            if (now == lost).all():
                return Won(won, lost, self.legal_to_move, self.legal_waiting)
            lost = now
            won = self.legal_to_move & (self.gains | self.white_reaching(lost))

    def taken_at_once(self) -> tuple[Table, Table]:
        """Return the wins by taking the black piece at once, the only ones that are found beside pawns of both."""
        nothing = numpy.zeros(self.shape, bool)
        if not self.material.black_piece:
            return nothing, nothing
        self.white_captures(only_the_piece=True)
        return self.legal_to_move & self.gains, nothing

    def alive_with(self, movable: Table) -> Table:
        """Return where Black, to move, has a move or is in check."""
        return self.legal_waiting & (movable | self.black_in_check)

    def white_reaching(self, targets: Table) -> Table:
        found = self.reaching(0, targets)
        return found | self.reaching(2, targets) if self.material.white_piece else found

    def black_reaching(self, targets: Table) -> Table:
        found = self.reaching(1, targets)
        return found | self.reaching(len(self.shape) - 1, targets) if self.material.black_piece else found

    # Captures by kings and pieces

    def white_captures(self, *, only_the_piece: bool = False) -> None:
        material = self.material
        movers = [axis for axis, white in enumerate(self.whites) if white]
        for pawn in () if only_the_piece else material.black:
            after = material._replace(black=material.black - {pawn})
            table = self.reference.won(after).waiting
            for axis in movers:
                self.gains |= self.reaching(axis, table & self.on(axis, (pawn,)))
        if material.black_piece:
            after = material._replace(black_piece="")
            victim = len(self.shape) - 1
            table = self.reference.won(after).waiting[..., None]
            for axis in movers:
                self.gains |= self.reaching(axis, numpy.broadcast_to(table, self.shape) & self.same(axis, victim))
            if only_the_piece:
                self.pawn_takes_piece()

    def pawn_takes_piece(self) -> None:
        for after, place, empty in self.pawn_moves(white=True):
            if not after.black_piece:
                self.gains |= self.part(self.reference.won(after).waiting, after, place) & empty

    def black_captures(self) -> None:
        material = self.material
        movers = [axis for axis, white in enumerate(self.whites) if not white]
        for pawn in material.white:
            found = self.reference.won(material._replace(white=material.white - {pawn}))
            for axis in movers:
                there = found.legal_to_move & self.on(axis, (pawn,))
                self.movable |= self.reaching(axis, there)
                self.escapes |= self.reaching(axis, there & ~found.to_move)
        if material.white_piece:
            found = self.reference.won(material._replace(white_piece=""))
            for axis in movers:
                legal, lost = (
                    numpy.broadcast_to(numpy.expand_dims(table, 2), self.shape) & self.same(axis, 2)
                    for table in (found.legal_to_move, found.legal_to_move & ~found.to_move)
                )
                self.movable |= self.reaching(axis, legal)
                self.escapes |= self.reaching(axis, lost)

    # Moves of pawns

    def empty(self, squares: set[int]) -> Table:
        table = numpy.ones(self.shape, bool)
        for axis in range(len(self.shape)):
            table &= ~self.on(axis, tuple(squares))
        return table

    def part(self, table: Table, after: Material, place: tuple[int, int] | None) -> Table:
        """Return a table of other material as one of this: new pieces stand on a square, taken ones anywhere.

        ``place`` is the color, 1 or 0, and the square of a new piece.
        """
        if place is not None:
            axis = 2 if place[0] else table.ndim - 1
            table = numpy.take(table, place[1], axis)
        if self.material.white_piece and not after.white_piece:
            table = numpy.expand_dims(table, 2)
        if self.material.black_piece and not after.black_piece:
            table = table[..., None]
        return numpy.broadcast_to(table, self.shape)

    def pawn_moves(self, *, white: bool) -> Iterator[tuple[Material, tuple[int, int] | None, Table]]:
        """Yield what single steps and captures of pawns lead to, a new piece's place, and where they are possible.

        Own pawns of a side with a piece stay where they are; this takes no win that is not one.
        """
        material = self.material
        own, enemy = (material.white, material.black) if white else (material.black, material.white)
        if white and material.white_piece:
            return
        forward, last = (_NORTH, 7) if white else (_SOUTH, 0)
        enemy_piece = material.black_piece if white else material.white_piece
        for pawn in own:
            target = pawn + 8 * forward
            if target not in self.occupied:
                yield from self.arrivals(white, own - {pawn}, enemy, target, last, self.empty({target}))
            for square in pawn_targets(pawn, forward):
                if square in enemy:
                    yield from self.arrivals(white, own - {pawn}, enemy - {square}, square, last, self.empty({square}))
                elif enemy_piece and square not in own:
                    axis = len(self.shape) - 1 if white else 2
                    yield from self.arrivals(
                        white, own - {pawn}, enemy, square, last, self.on(axis, (square,)), takes=True
                    )

    def arrivals(
        self, white: bool, others: Pawns, enemy: Pawns, target: int, last: int, where: Table, *, takes: bool = False
    ) -> Iterator[tuple[Material, tuple[int, int] | None, Table]]:
        white_piece = "" if takes and not white else self.material.white_piece
        black_piece = "" if takes and white else self.material.black_piece

        def material(own: Pawns, piece: str = "") -> Material:
            if white:
                return Material(own, enemy, piece or white_piece, black_piece)
            return Material(enemy, own, white_piece, piece or black_piece)

        if target // 8 != last:
            yield material(others | {target}), None, where
            return
        # White's own choice may be narrowed where only wins are looked for; Black's never.
        pieces = "QRBN" if not white or self.optimistic else "QR" if not enemy and not black_piece else "Q"
        for piece in pieces:
            yield material(others, piece), (1 if white else 0, target), where

    def double_steps(self) -> Iterator[tuple[int, int, int]]:
        """Yield the pawns that may step two squares, without pieces on the board: pawn, target and passed square."""
        material = self.material
        for pawns, home, forward in ((material.white, 1, _NORTH), (material.black, 6, _SOUTH)):
            if forward == _NORTH and material.white_piece:
                continue
            for pawn in pawns:
                passed, target = pawn + 8 * forward, pawn + 16 * forward
                if pawn // 8 == home and passed not in self.occupied and target not in self.occupied:
                    yield pawn, target, passed
