"""The attacks of pieces on a board, and static exchange: the gain of a side by captures on one square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    NOT_A_FILE,
    NOT_AB_FILES,
    NOT_GH_FILES,
    NOT_H_FILE,
    RANKS,
    SQUARE_NAMES,
    Bits,
    east,
    north,
    south,
    squares,
    west,
)
from pawnviz.core.board.side import Side, kinds_of

_STRAIGHT: Final = ((8, BOARD, BOARD), (1, NOT_A_FILE, NOT_H_FILE))
_DIAGONAL: Final = ((9, NOT_A_FILE, NOT_H_FILE), (7, NOT_H_FILE, NOT_A_FILE))
"""The lines of rooks and of bishops: how far a step shifts a mask, and where a step up and a step down may end."""


def knight_attacks(knights: Bits, _free: Bits | int = 0) -> Bits:
    """Return the squares that knights attack, over free squares and others."""
    # Source: https://www.chessprogramming.org/Knight_Pattern
    near = (knights & NOT_H_FILE) << 1 | (knights & NOT_A_FILE) >> 1
    far = (knights & NOT_GH_FILES) << 2 | (knights & NOT_AB_FILES) >> 2
    return (near << 16 | near >> 16 | far << 8 | far >> 8) & BOARD


def bishop_attacks(bishops: Bits, free: Bits) -> Bits:
    """Return the squares that bishops attack over free squares."""
    return _slides(bishops, free, _DIAGONAL)


def rook_attacks(rooks: Bits, free: Bits) -> Bits:
    """Return the squares that rooks attack over free squares."""
    return _slides(rooks, free, _STRAIGHT)


def queen_attacks(queens: Bits, free: Bits) -> Bits:
    """Return the squares that queens attack over free squares."""
    return _slides(queens, free, _STRAIGHT + _DIAGONAL)


def king_attacks(kings: Bits) -> Bits:
    """Return the squares that kings attack."""
    beside = east(kings) | west(kings)
    row = kings | beside
    return beside | north(row) | south(row)


def line_through(first: int, second: int) -> int:
    """Return the file, rank or diagonal of two squares, masks of one each; 0 if they have none in common."""
    for direction in _STRAIGHT + _DIAGONAL:
        line = first | _slides(first, BOARD, (direction,))
        if line & second:
            return line
    return 0


def _slides(pieces: Bits, free: Bits, lines: tuple[tuple[int, int, int], ...]) -> Bits:
    # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    attacked = pieces & 0
    for step, left, right in lines:
        way = free & left
        reached = pieces | way & pieces << step
        way = way & way << step
        reached = reached | way & reached << 2 * step
        way = way & way << 2 * step
        reached = reached | way & reached << 4 * step
        attacked = attacked | reached << step & left
        way = free & right
        reached = pieces | way & pieces >> step
        way = way & way >> step
        reached = reached | way & reached >> 2 * step
        way = way & way >> 2 * step
        reached = reached | way & reached >> 4 * step
        attacked = attacked | reached >> step & right
    return attacked


_BITS: Final = tuple(1 << square for square in range(64))
_KNIGHT: Final = tuple(map(knight_attacks, _BITS))
_KING: Final = tuple(map(king_attacks, _BITS))
_PAWN: Final = {
    True: tuple(south(east(bit) | west(bit)) for bit in _BITS),
    False: tuple(north(east(bit) | west(bit)) for bit in _BITS),
}
"""The squares from which a pawn of a color attacks a square."""


def _rays(bit: int, lines: tuple[tuple[int, int, int], ...]) -> tuple[tuple[int, bool], ...]:
    """Return the rays from the square of a mask, and whether squares further on have higher numbers."""
    both_ways = [_slides(bit, BOARD, (line,)) for line in lines]
    return tuple(ray for line in both_ways for ray in ((line & -bit, True), (line & bit - 1, False)))


_STRAIGHT_RAYS: Final = tuple(_rays(bit, _STRAIGHT) for bit in _BITS)
_DIAGONAL_RAYS: Final = tuple(_rays(bit, _DIAGONAL) for bit in _BITS)


LINES_THROUGH: Final = tuple(
    sum(ray for ray, _ in (*straight, *diagonal))
    for straight, diagonal in zip(_STRAIGHT_RAYS, _DIAGONAL_RAYS, strict=True)
)
"""The squares on the rank, the file and the diagonals of each square, without itself."""


def knight_reach(square: int, occupied: int) -> int:
    """Return the squares that a knight on a square attacks, whatever is ``occupied``."""
    return _KNIGHT[square]


def bishop_reach(square: int, occupied: int) -> int:
    """Return the squares that a bishop on a square attacks on a board with pieces on the ``occupied`` squares."""
    return _slide(_DIAGONAL_RAYS[square], occupied)


def rook_reach(square: int, occupied: int) -> int:
    """Return the squares that a rook on a square attacks on a board with pieces on the ``occupied`` squares."""
    return _slide(_STRAIGHT_RAYS[square], occupied)


def _slide(rays: tuple[tuple[int, bool], ...], occupied: int) -> int:
    reached = 0
    for ray, upwards in rays:
        on_ray = ray & occupied
        if on_ray:
            first = on_ray & -on_ray if upwards else 1 << on_ray.bit_length() - 1
            # The squares up to the first piece: those below it, or those that are not.
            ray &= (first << 1) - 1 if upwards else -first
        reached |= ray
    return reached


class Pieces(NamedTuple):
    """The pieces of one color on a board whose squares in ``occupied`` hold any piece."""

    white: bool
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    occupied: int

    @classmethod
    def of(cls, side: Side[int], occupied: int | None = None) -> Pieces:
        """Return the pieces of a side, on its board or on one with other occupied squares."""
        return cls(side.color, *kinds_of(side), side.occupied if occupied is None else occupied)

    def without(self, gone: int) -> Pieces:
        """Return the pieces without those on some squares, which are then empty."""
        return Pieces(self.white, *(mask & (mask ^ gone) for mask in self[1:]))

    def attackers(self, square: int) -> int:
        """Return the pieces that attack a square from 0 to 63."""
        attacking = _KNIGHT[square] & self.knights | _KING[square] & self.kings | _PAWN[self.white][square] & self.pawns
        for rays, sliders in (
            (_STRAIGHT_RAYS[square], self.rooks | self.queens),
            (_DIAGONAL_RAYS[square], self.bishops | self.queens),
        ):
            if sliders:
                for ray, upwards in rays:
                    if ray & sliders:
                        on_ray = ray & self.occupied
                        first = on_ray & -on_ray if upwards else 1 << on_ray.bit_length() - 1
                        attacking |= first & sliders
        return attacking

    def reached(self) -> Iterator[int]:
        """Yield the squares that each knight, bishop, rook and queen attacks, of a queen along lines and diagonals."""
        for square in squares(self.knights):
            yield _KNIGHT[square]
        for square in squares(self.rooks | self.queens):
            yield rook_reach(square, self.occupied)
        for square in squares(self.bishops | self.queens):
            yield bishop_reach(square, self.occupied)


# Static exchange
# Source: https://www.chessprogramming.org/Static_Exchange_Evaluation

PAWN: Final = 1
MINOR_PIECE: Final = 3
ROOK: Final = 5
QUEEN: Final = 9
_KING_VALUE: Final = 100  # A king is never taken: its value only has it take last.

_VALUES: Final = (PAWN, MINOR_PIECE, MINOR_PIECE, ROOK, QUEEN, _KING_VALUE)
_LAST_RANKS: Final = RANKS[0] | RANKS[7]


class Capture(NamedTuple):
    """A legal capture: the square of the piece that takes, and the gain of its side, less than 0 for a loss."""

    source: int
    gain: int


class _State(NamedTuple):
    """A moment of an exchange on a square: the pieces that may take, and the value of the piece there.

    ``left`` are the squares that pieces have left since it began, from which kings may be uncovered; ``spares`` are
    guards of each side that are not on the board, worth a minor piece each, which may take when no other piece does.
    """

    square: int
    taking: Pieces
    other: Pieces
    victim: int
    left: int
    spares: tuple[int, int] = (0, 0)

    def captures(self) -> Iterator[tuple[int, int, _State]]:
        """Yield the legal captures, the least piece first: source, none of a spare guard, gain, the moment after."""
        square, taking, other, spares = self.square, self.taking, self.other, (self.spares[1], self.spares[0])
        bit = 1 << square
        attackers = taking.attackers(square)
        for kind, value in enumerate(_VALUES, 1):
            of_kind = attackers & taking[kind]
            while of_kind:
                source = of_kind & -of_kind
                of_kind ^= source
                occupied = taking.occupied & (source ^ BOARD) | bit
                left = self.left | source
                after = Pieces._make((*other[:-1], occupied))
                if not _is_legal(taking, after, source, left, square):
                    continue
                masks = list(taking)
                masks[kind] ^= source
                masks[-1] = occupied
                mover = Pieces._make(masks)
                promoted = kind == 1 and bit & _LAST_RANKS
                standing, won = (QUEEN, self.victim + QUEEN - PAWN) if promoted else (value, self.victim)
                yield source.bit_length() - 1, won, _State(square, after, mover, standing, left, spares)
        if spares[1]:
            yield -1, self.victim, _State(square, other, taking, MINOR_PIECE, self.left, (spares[0], spares[1] - 1))

    def gain(self, enough: int = 2 * _KING_VALUE) -> int:
        """Return the most that the side gains that may take or leave it, at least 0; ``enough`` ends the search."""
        best = 0
        for _, won, after in self.captures():
            if won > best:
                best = max(best, won - after.gain(won - best))
                if best >= enough:
                    break
        return best

    def best_capture(self, but: int) -> Capture | None:
        """Return the best capture, by the least piece among equals; pieces on the squares ``but`` do not take first."""
        best: Capture | None = None
        for source, won, after in self.captures():
            if but >> source & 1:
                continue
            if best is None:
                best = Capture(source, won - after.gain())
            elif won > best.gain:
                gained = won - after.gain(won - best.gain)
                best = Capture(source, gained) if gained > best.gain else best
        return best


def _is_legal(taking: Pieces, other: Pieces, source: int, left: int, square: int) -> bool:
    kings = taking.kings
    if not kings or kings & kings - 1:
        return True
    if source == kings:
        return not other.attackers(square)
    king = kings.bit_length() - 1
    return not LINES_THROUGH[king] & left or not other.attackers(king)


def least_loss_capture(
    side: Side[int], square: int, spare_guards: int = 0, *, with_pawns: bool = True
) -> Capture | None:
    """Return the capture on a square by which a side gains most or loses least, None if it has no legal one.

    Kings are not taken. ``spare_guards`` more of the enemy's minor pieces are reckoned to guard the square, behind its
    own ones. Without ``with_pawns`` a piece takes first. En passant is left out.
    """
    board = _Board.of(side)
    victim = next((value for mask, value in zip(board.enemy[1:-1], _VALUES, strict=True) if mask >> square & 1), 0)
    if not victim or victim == _KING_VALUE or not board.own.attackers(square):
        return None
    return board.begin(square, 1 << square, victim, spare_guards).best_capture(0 if with_pawns else side.pawns)


def en_passant_capture(side: Side[int]) -> Capture | None:
    """Return the capture en passant by which a side gains most, None if it has no legal one."""
    bit = side.en_passant
    taken = side.backward(bit) & side.enemy.pawns
    if not taken:
        return None
    state = _Board.of(side).begin(bit.bit_length() - 1, taken, PAWN)
    # Only pawns take en passant, though what answers on the square may be anything.
    found = [Capture(source, won - after.gain()) for source, won, after in state.captures() if side.pawns >> source & 1]
    return max(found, key=lambda capture: capture.gain, default=None)


def most_gain(side: Side[int]) -> int:
    """Return the most that a side gains by captures on one square, whichever that is, en passant left out."""
    best = 0
    board, enemy = _Board.of(side), side.enemy
    kinds = (enemy.queens, enemy.rooks, enemy.knights | enemy.bishops, enemy.pawns)
    for victims, value in zip(kinds, (QUEEN, ROOK, MINOR_PIECE, PAWN), strict=True):
        for square in squares(victims):
            # No capture on a square gains more than what stands there, unless a pawn promotes.
            if (value > best or 1 << square & _LAST_RANKS) and board.own.attackers(square):
                best = max(best, board.begin(square, 1 << square, value).gain())
    return best


def capturers(side: Side[int], square: int) -> int:
    """Return the side's pieces that can take on a square one after the other, those behind others on a line included.

    Other pieces of either side that attack the square are taken to leave the lines; a piece whose capture would leave
    its king attacked does not count.
    """
    own, enemy = Pieces.of(side), Pieces.of(side.enemy)
    found = 0
    while True:
        new = own.attackers(square)
        gone = new | enemy.attackers(square)
        if not gone:
            return _may_come(side, found, square)
        found |= new
        own, enemy = own.without(gone), enemy.without(gone)


def capture_text(side: Side[int], source: int, square: int) -> str:
    """Return the capture of a side's piece as people write it: ``Nxd5``, ``Rdxd5`` beside another rook, ``cxd5``."""
    bit = 1 << source
    if side.pawns & bit:
        return f"{SQUARE_NAMES[source][0]}x{SQUARE_NAMES[square]}"
    letter, kind = next((letter, kind) for letter, kind in zip("PNBRQK", kinds_of(side), strict=True) if kind & bit)
    others = _may_come(side, Pieces.of(side).attackers(square) & kind & (bit ^ BOARD), square)
    name = SQUARE_NAMES[source]
    if not others:
        start = ""
    elif not others & FILES[source % 8]:
        start = name[0]
    else:
        start = name if others & RANKS[source // 8] else name[1]
    return f"{letter}{start}x{SQUARE_NAMES[square]}"


def newly_hanging(before: Side[int], after: Side[int], but: int) -> int:
    """Return a side's unmoved pieces, but for some squares, on which captures gain more than before; no en passant."""
    enemies = _Board.of(before.enemy), _Board.of(after.enemy)
    kinds = ("queens", "rooks", "knights", "bishops", "pawns")
    found = 0
    for kind, value in zip(kinds, (QUEEN, ROOK, MINOR_PIECE, MINOR_PIECE, PAWN), strict=True):
        for square in squares(getattr(before, kind) & getattr(after, kind) & (but ^ BOARD)):
            if enemies[1].own.attackers(square):
                first, last = (enemy.begin(square, 1 << square, value).gain() for enemy in enemies)
                found |= (last > first) << square
    return found


def won_text(gain: int) -> str:
    """Return a gain in words: ``a pawn``, ``3 pawns' worth``."""
    return "a pawn" if gain == PAWN else f"{gain} pawns' worth"


def _may_come(side: Side[int], pieces: int, square: int) -> int:
    """Return a side's pieces, king included, that may go to a square without leaving the king attacked."""
    king = side.kings
    if not pieces or not king or king & king - 1:
        return pieces
    own, enemy = Pieces.of(side), Pieces.of(side.enemy).without(1 << square)
    lines, kept = LINES_THROUGH[king.bit_length() - 1], pieces
    for source in squares(pieces & lines):
        gone = 1 << source
        occupied = own.occupied & (gone ^ BOARD) | 1 << square
        if not _is_legal(own, enemy._replace(occupied=occupied), gone, gone, square):
            kept ^= gone
    return kept


class _Board(NamedTuple):
    """The pieces of the side that takes first and of the other, and the squares that may uncover a king at first."""

    own: Pieces
    enemy: Pieces
    left: int

    @classmethod
    def of(cls, side: Side[int]) -> _Board:
        """Return the board as a side sees it."""
        own, enemy = Pieces.of(side), Pieces.of(side.enemy)
        # If a king is attacked at first every capture is looked at; else only what leaves a line with a king.
        left = 0
        for king, others in ((own.kings, enemy), (enemy.kings, own)):
            if king and not king & king - 1 and others.attackers(king.bit_length() - 1):
                left = BOARD
        return cls(own, enemy, left)

    def begin(self, square: int, taken: int, victim: int, spare_guards: int = 0) -> _State:
        """Return the first moment of an exchange on a square, in which a piece of a value on ``taken`` may be taken."""
        own, enemy = self.own, self.enemy.without(taken)
        occupied = enemy.occupied | 1 << square
        own, enemy = own._replace(occupied=occupied), enemy._replace(occupied=occupied)
        return _State(square, own, enemy, victim, self.left | taken, (0, spare_guards))
