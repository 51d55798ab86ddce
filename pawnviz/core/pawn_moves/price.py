"""The price of a pawn's push: whether the pawn is safe, exchanged, given for something, or lost."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.board.static_exchange import Capture, capturers, en_passant_capture, least_loss_capture
from pawnviz.core.layers.islands import half_open_files, open_files
from pawnviz.core.layers.passers import passed_pawns
from pawnviz.core.layers.squares import outposts
from pawnviz.core.pawn_moves.moves import PawnMove, after_capture, after_move
from pawnviz.core.pawn_moves.profit import file_text, heavy_pieces_for, outpost_text
from pawnviz.core.words import listed, plural

_CENTER: Final = FILES[2] | FILES[3] | FILES[4] | FILES[5]  # Where an outpost is worth a pawn.
_MOST_GAINS: Final = 2  # The most things that a gambit is said to be for.
_MOST_MISSING: Final = 2  # The most guards that are said to be missing.


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

    ``capture`` is None where the pawn cannot be taken. ``guards`` and ``attackers`` are the numbers of pieces that can
    take on the square one after the other; ``missing`` is how many guards more would keep a pawn that is lost, 0 where
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
    taken = _after_capture(after, capture, square, en_passant=capture is not direct)
    gains = list(_gains(before.sides()[0 if white else 1], taken.sides()[0 if white else 1]))
    if gains:
        # Of one the piece that it is for is named; with two the sentence would be too long.
        texts = [f"{gain}{user}" if len(gains) == 1 else gain for gain, user in gains[:_MOST_GAINS]]
        return Price(PriceKind.GAMBIT, square, capture, capture is not direct, tuple(texts))
    missing = next((count for count in range(1, _MOST_MISSING + 1) if _is_kept(enemy, square, count)), 0)
    guards, attackers = (capturers(side, square).bit_count() for side in (enemy.enemy, enemy))
    return Price(PriceKind.LOSS, square, capture, capture is not direct, (), guards, attackers, missing)


def _is_kept(enemy: Side[int], square: int, more_guards: int) -> bool:
    capture = least_loss_capture(enemy, square, more_guards)
    return capture is None or capture.gain <= 0


def _after_capture(after: Position, capture: Capture, square: int, *, en_passant: bool) -> Position:
    if en_passant and after.en_passant is not None:
        white = not after.white >> square & 1
        return after_move(after, PawnMove(white, capture.source, after.en_passant, square))
    return after_capture(after, capture.source, square)


def _gains(before: Side[int], after: Side[int]) -> Iterator[tuple[str, str]]:
    """Yield a side's compensation for a pawn and whom it is for: files, outposts for knights, passed pawns.

    A queen alone on a file, and a bishop on an outpost, are no compensation for a pawn.
    """
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
