"""The legal moves of a side's pawns, the position after one of them, and the price of a push."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import (
    LINES_THROUGH,
    Capture,
    Pieces,
    bishop_reach,
    capturers,
    en_passant_capture,
    knight_reach,
    least_loss_capture,
    most_gain,
    rook_reach,
)
from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, SQUARE_NAMES, complement, east, mask_of, squares, west
from pawnviz.core.board.fen import HIGHEST_CLOCK
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import KINDS, Side
from pawnviz.core.layers.attacks import attacks, captures, double_push_targets, push_targets, single_pawn
from pawnviz.core.layers.islands import half_open_files, open_files
from pawnviz.core.layers.passers import passed_pawns
from pawnviz.core.layers.squares import holes, outposts
from pawnviz.core.words import listed, plural


class PawnMove(NamedTuple):
    """A move of a pawn in numbers of squares; ``captured`` is None for a push, a promotion is to a queen."""

    white: bool
    source: int
    target: int
    captured: int | None = None

    @property
    def is_capture(self) -> bool:
        """Whether something is taken."""
        return self.captured is not None

    @property
    def is_en_passant(self) -> bool:
        """Whether a pawn is taken en passant."""
        return self.captured not in (None, self.target)

    @property
    def is_promotion(self) -> bool:
        """Whether the pawn reaches the last rank."""
        return self.target // 8 == (7 if self.white else 0)

    @property
    def text(self) -> str:
        """The move as people write it: ``c4-c5``, ``cxd5``, ``exd6 e.p.``, ``e7-e8=Q``."""
        source, target = SQUARE_NAMES[self.source], SQUARE_NAMES[self.target]
        text = f"{source[0]}x{target}" if self.is_capture else f"{source}-{target}"
        return f"{text}{'=Q' if self.is_promotion else ''}{' e.p.' if self.is_en_passant else ''}"

    @property
    def uci(self) -> str:
        """The move as engines write it: ``c4c5``, ``e7e8q``."""
        promotion = "q" if self.is_promotion else ""
        return f"{SQUARE_NAMES[self.source]}{SQUARE_NAMES[self.target]}{promotion}"


def pawn_moves(side: Side[int]) -> tuple[PawnMove, ...]:
    """Return a side's legal pawn moves as if it were to move, pushes first, each kind by rising target."""
    return _legal(side, _moves(side))


def captures_on(side: Side[int], square: int) -> tuple[PawnMove, ...]:
    """Return the legal captures of a side's pawns on a square, without those en passant, by rising source."""
    pawns = side.pawns & side.backward(east(1 << square) | west(1 << square))
    if not (side.enemy.pieces & (side.enemy.kings ^ BOARD)) >> square & 1:
        return ()
    return _legal(side, (PawnMove(side.color, source, square, square) for source in squares(pawns)))


def _legal(side: Side[int], moves: Iterable[PawnMove]) -> tuple[PawnMove, ...]:
    king = side.kings
    if not king or king & king - 1:
        return tuple(moves)
    square = king.bit_length() - 1
    # Unless there is a check only a pawn on a line with the king, or one taken en passant, can leave it attacked.
    lines = BOARD if Pieces.of(side.enemy).attackers(square) else LINES_THROUGH[square]
    return tuple(
        move
        for move in moves
        if not (lines >> move.source & 1 or move.is_en_passant) or not leaves_king_attacked(side, move)
    )


def _moves(side: Side[int]) -> Iterator[PawnMove]:
    white, step = side.color, 8 if side.color else -8
    for distance, targets in ((1, push_targets(side)), (2, double_push_targets(side))):
        for target in squares(targets):
            yield PawnMove(white, target - distance * step, target)
    for source, target in captures(side):
        bit = 1 << target
        if bit & side.enemy.pieces & (side.enemy.kings ^ BOARD):
            yield PawnMove(white, source, target, target)
        elif bit & side.en_passant:
            yield PawnMove(white, source, target, target - step)


def leaves_king_attacked(side: Side[int], move: PawnMove) -> bool:
    """Return whether a move of a side leaves its one king attacked; false if it has not just one."""
    king = side.kings
    if not king or king & king - 1:
        return False
    enemy = Pieces.of(side.enemy)
    if move.captured is not None:
        enemy = enemy.without(1 << move.captured)
    occupied = enemy.occupied & (1 << move.source ^ BOARD) | 1 << move.target
    return bool(enemy._replace(occupied=occupied).attackers(king.bit_length() - 1))


def after_move(position: Position, move: PawnMove) -> Position:
    """Return the position after a move; en passant is set if an enemy pawn can take."""
    source, target = 1 << move.source, 1 << move.target
    taken = 0 if move.captured is None else 1 << move.captured
    kept = taken ^ BOARD
    masks = {kind: getattr(position, kind) & kept for kind in KINDS}
    masks["pawns"] &= source ^ BOARD
    masks["queens" if move.is_promotion else "pawns"] |= target
    own, enemy = ("white", "black") if move.white else ("black", "white")
    masks[own] = getattr(position, own) & (source ^ BOARD) | target
    masks[enemy] = getattr(position, enemy) & kept
    passed = (move.source + move.target) // 2 if abs(move.target - move.source) == 16 else None
    after = replace(
        position,
        **masks,
        white_to_move=not move.white,
        castling=position.castling & kept,
        en_passant=None,
        halfmove_clock=0,
        fullmove_number=min(HIGHEST_CLOCK, position.fullmove_number + (not move.white)),
    )
    if passed is not None and attacks(after.sides()[1 if move.white else 0]) >> passed & 1:
        return replace(after, en_passant=passed)
    return after


def after_capture(position: Position, source: int, square: int) -> Position:
    """Return the position after a capture on a square by any piece, which turns to a queen if a pawn promotes."""
    white = bool(position.white >> source & 1)
    if position.pawns >> source & 1:
        return after_move(position, PawnMove(white, source, square, square))
    king = position.kings & (position.white if white else position.black)
    moved = 1 << source | 1 << square | (RANKS[source // 8] if king >> source & 1 else 0)
    return replace(
        position.moved(source, square),
        white_to_move=not white,
        castling=position.castling & (moved ^ BOARD),
        en_passant=None,
    )


def lever_targets(side: Side[int], square: int) -> int:
    """Return the enemy pawns that a pawn of a side attacks from a square."""
    return single_pawn(side.color, square).attacks & side.enemy.pawns


_CENTER: Final = FILES[2] | FILES[3] | FILES[4] | FILES[5]  # Where an outpost is worth a pawn.
_MOST_GAINS: Final = 2  # The most aims that are named for a gambit.
_MOST_MISSING: Final = 2  # The most guards that are named as missing.


class PriceKind(Enum):
    """The price of a pawn's push by static exchange on its square; the value is the words for it.

    A pawn that can be played is not taken without loss. In a trade neither side has a gain. Otherwise the pawn is lost:
    for an open file, an outpost or a passed pawn it is a gambit.
    """

    SAFE = "can be played"
    EXCHANGE = "offers a trade"
    GAMBIT = "a gambit"
    LOSS = "loses a pawn"


class Price(NamedTuple):
    """The price of a push: its word, the best capture that answers it, and the purpose of a gambit.

    ``capture`` is None if the pawn cannot be taken. ``guards`` and ``attackers`` are the numbers of pieces that can
    take on the square one after the other; ``missing`` is how many guards more would keep a pawn that is lost, 0 if
    that is not known. ``en_passant`` says that the capture is one.
    """

    kind: PriceKind
    square: int
    capture: Capture | None = None
    en_passant: bool = False
    gains: tuple[str, ...] = ()
    guards: int = 0
    attackers: int = 0
    missing: int = 0

    @property
    def word(self) -> str:
        """The words: ``can be played``, ``offers a trade``, ``a gambit`` or ``loses a pawn``."""
        return self.kind.value

    @property
    def text(self) -> str:
        """The words, with the purpose of a gambit or the missing guard: ``a gambit for an open c-file``."""
        if self.gains:
            return f"{self.word} for {listed(self.gains)}"
        if self.kind is not PriceKind.LOSS:
            return self.word
        if self.en_passant:
            return f"{self.word}, which is taken en passant"
        if not self.missing:
            return self.word
        guards = "one more guard" if self.missing == 1 else "two more guards"
        return f"{self.word}: needs {guards} of {SQUARE_NAMES[self.square]}, {self.guards} against {self.attackers}"


def price_of(before: Position, after: Position, white: bool, square: int) -> Price:
    """Return the price of a push that has led a pawn to a square, from the position before it."""
    enemy = after.sides()[1 if white else 0]
    direct, passing = least_loss_capture(enemy, square), en_passant_capture(enemy)
    capture = max((each for each in (direct, passing) if each is not None), key=lambda each: each.gain, default=None)
    if capture is None or capture.gain < 0:
        return Price(PriceKind.SAFE, square, capture)
    if capture.gain == 0:
        return Price(PriceKind.EXCHANGE, square, capture, capture is not direct)
    if capture is not direct and after.en_passant is not None:
        taken = after_move(after, PawnMove(not white, capture.source, after.en_passant, square))
    else:
        taken = after_capture(after, capture.source, square)
    gains = list(_gains(before.sides()[0 if white else 1], taken.sides()[0 if white else 1]))
    if gains:
        # Of one the piece that it is for is named; with two the sentence would be too long.
        texts = [f"{gain}{user}" if len(gains) == 1 else gain for gain, user in gains[:_MOST_GAINS]]
        return Price(PriceKind.GAMBIT, square, capture, capture is not direct, tuple(texts))
    further = ((count, least_loss_capture(enemy, square, count)) for count in range(1, _MOST_MISSING + 1))
    missing = next((count for count, taking in further if taking is None or taking.gain <= 0), 0)
    guards, attackers = (capturers(side, square).bit_count() for side in (enemy.enemy, enemy))
    return Price(PriceKind.LOSS, square, capture, capture is not direct, (), guards, attackers, missing)


def _gains(before: Side[int], after: Side[int]) -> Iterator[tuple[str, str]]:
    """Yield compensation for a pawn and for whom: files for rooks, outposts for knights, passed pawns."""
    opened = open_files(after) & complement(open_files(before))
    half_opened = half_open_files(after) & complement(half_open_files(before))
    for file, mask in enumerate(FILES):
        # A file that is only half-open counts for rooks that stand on it already.
        rooks = heavy_pieces_for(after, mask) if opened & mask else half_opened & mask
        users = file_text(after, file) if rooks & after.rooks else ""
        if users:
            yield f"the {'open' if opened & mask else 'half-open'} {'abcdefgh'[file]}-file", f" with {users}"
    won = outposts(after) & _CENTER & complement(outposts(before) | after.pieces | after.enemy.pawns)
    for square in squares(won):
        user = outpost_text(after, square, knights_only=True)
        if user:
            yield f"an outpost on {SQUARE_NAMES[square]}", f" for {user}"
    passed = passed_pawns(after) & complement(passed_pawns(before))
    if passed:
        names = listed([SQUARE_NAMES[square] for square in squares(passed)])
        yield plural(passed.bit_count(), f"a passed pawn on {names}", f"passed pawns on {names}"), ""


def heavy_pieces_for(side: Side[int], file: int) -> int:
    """Return a side's rooks and queens on a whole file, else its rooks that can come there in one safe move."""
    standing = (side.rooks | side.queens) & file
    if standing:
        return standing
    enemy = Pieces.of(side.enemy)
    lesser = enemy._replace(rooks=0, queens=0, kings=0)
    coming = 0
    for rook in squares(side.rooks):
        targets = rook_reach(rook, side.occupied) & file & complement(side.occupied)
        if any(not lesser.attackers(square) for square in squares(targets)):
            coming |= 1 << rook
    return coming


def minor_piece_for(side: Side[int], square: int, *, knights_only: bool = False) -> int | None:
    """Return the knight or bishop nearest to an empty square, at most two safe moves away, or None."""
    pieces = side.knights if knights_only else side.knights | side.bishops
    closed = side.occupied | attacks(side.enemy)
    for most_moves in (1, 2):
        for piece in squares(pieces):
            reach = knight_reach if side.knights >> piece & 1 else bishop_reach
            reached = reach(piece, side.occupied)
            if most_moves == 2:
                ways = squares(reached & complement(closed))
                reached = 0
                for way in ways:
                    reached |= reach(way, side.occupied & complement(1 << piece))
            if reached >> square & 1:
                return piece
    return None


def file_text(side: Side[int], file: int) -> str:
    """Return heavy pieces for a file from 0 to 7: ``the rook on c1``, ``the rook and the queen``; empty for none."""
    pieces = heavy_pieces_for(side, FILES[file])
    names = [
        f"the {'queen' if side.queens >> square & 1 else 'rook'} on {SQUARE_NAMES[square]}"
        for square in squares(pieces)
    ]
    if len(names) > 1 and not pieces & side.queens:
        names = [f"the rooks on {listed([SQUARE_NAMES[square] for square in squares(pieces)])}"]
    return listed(names)


def outpost_text(side: Side[int], square: int, *, knights_only: bool = False) -> str:
    """Return the minor piece for an outpost: ``the knight on f3``, ``the knight there``; empty if none is near."""
    here = (side.knights if knights_only else side.knights | side.bishops) >> square & 1
    piece = square if here else minor_piece_for(side, square, knights_only=knights_only)
    if piece is None:
        return ""
    name = "knight" if side.knights >> piece & 1 else "bishop"
    return f"the {name} there" if here else f"the {name} on {SQUARE_NAMES[piece]}"


MATERIAL: Final = 10
"""For each pawn's worth less, by static exchange, that the enemy can win on some square after the push than before."""
FREEDOM: Final = 1
"""For each square more to which the own pieces other than king and pawns can go, guarded by no enemy pawn."""
GUARD: Final = 2
"""For each own piece or pawn that can take back on the break square, pieces behind others on a line included."""
RANK: Final = 1.5
"""For each rank that the break square is further up the board."""
DOUBLE_STEP: Final = 4
"""For a double step: of two breaks of a pawn the one that comes to the center at once."""
HIT: Final = 4
"""If the pawn attacks a piece as well, which has to move."""
ROOKS: Final = 3
"""For an own rook on the file of an attacked pawn, which an exchange may open; as much is taken off for an enemy's."""
HOLE: Final = -2
"""For each hole that the push leaves on the side's third and fourth rank."""
SHELTER: Final = -5
"""If the pawn leaves the squares around or in front of its king while the enemy has a queen."""
EN_PASSANT: Final = -5
"""If an enemy pawn can take it en passant, so that it may not stand where it went."""


class Stand(NamedTuple):
    """The assets of a side before a push, with which all its breaks are compared."""

    side: Side[int]
    lost: int
    freedom: int

    @classmethod
    def of(cls, side: Side[int]) -> Stand:
        """Return the stand of a side."""
        return cls(side, most_gain(side.enemy), freedom(side))


def points(before: Stand, after: Position, source: int, square: int) -> float:
    """Return the points of a break: the sum of those of its merits, in ``after`` the push from source to square."""
    white = before.side.color
    side = after.sides()[0 if white else 1]
    enemy = side.enemy
    targets = lever_targets(side, square)
    target_files = mask_of(each for target in squares(targets) for each in squares(FILES[target % 8]))
    hit = single_pawn(white, square).attacks & enemy.pieces & complement(enemy.pawns)
    king = side.kings | east(side.kings) | west(side.kings)
    shelter = king | side.forward(king) | side.forward(side.forward(king))
    en_passant = en_passant_capture(enemy)
    lost = max(most_gain(enemy), 0 if en_passant is None else en_passant.gain)
    return (
        MATERIAL * (before.lost - lost)
        + FREEDOM * (freedom(side) - before.freedom)
        + GUARD * capturers(side, square).bit_count()
        + RANK * (square // 8 if white else 7 - square // 8)
        + DOUBLE_STEP * (abs(square - source) == 16)
        + HIT * bool(hit)
        + ROOKS * (bool(side.rooks & target_files) - bool(enemy.rooks & target_files))
        + HOLE * (holes(side) & complement(holes(before.side))).bit_count()
        + SHELTER * bool(shelter >> source & 1 and enemy.queens)
        + EN_PASSANT * (en_passant is not None)
    )


def freedom(side: Side[int]) -> int:
    """Return how many moves pieces have to squares that no enemy pawn guards; pins do not matter."""
    closed = complement(side.pieces | attacks(side.enemy))
    return sum((reached & closed).bit_count() for reached in Pieces.of(side).reached())
