"""The placements that White wins once a pawn has promoted against pawns alone, or once both sides have.

Where the last two pawns have become pieces, ``duels`` decides. Where more pawns are left when the second one promotes,
nothing is decided but what White takes at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pawnviz.core.board.bitboard import BOARD, RANKS, north, squares
from pawnviz.core.endings import queen_sets
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.king_pairs import (
    black_king_moved,
    black_king_on,
    no_king_on,
    white_king_moved,
    white_king_on,
    without,
)
from pawnviz.core.endings.pawns import black_attacks, black_pawn_moves, places_among, steps, white_attacks
from pawnviz.core.endings.pieces import PIECES, QUEEN, ROOK, SolvingInterruptedError
from tests.core.endings.duels import Duel, duel

_LAST_RANK: Final = RANKS[7]
_FIRST_RANK: Final = RANKS[0]


class PromotedFinder:
    """Finds the placements of one piece and the kings that White wins, and keeps them."""

    def __init__(
        self,
        pawn_wins: Callable[[int, int], Wins],
        after_white: Callable[[int, int, int], tuple[int, int]],
        structures: int,
        keep_going: Callable[[], bool],
    ) -> None:
        """Solve at most so many structures of a piece and pawns while ``keep_going`` says so.

        ``pawn_wins`` returns White's wins with white and black pawns alone, ``after_white`` those, proved and possible,
        once a white pawn has come to a square beside others and Black is to move.
        """
        self._pawn_wins = pawn_wins
        self._after_white = after_white
        self._structures_left = structures
        self._keep_going = keep_going
        self._found: dict[tuple[bool, str, int], Wins] = {}

    def white_piece(self, piece: str, black: int) -> Wins:
        """Return White's wins, placements of ``queen_sets``, with a piece and no pawn against pawns.

        For a queen and at most one pawn everything is decided; for other pieces only that there is no win.
        """
        return self._remembered((True, piece, black), self._against_pawns)

    def black_piece(self, piece: str, white: int) -> Wins:
        """Return White's wins, placements of ``queen_sets``, with pawns against a piece without pawns.

        For one pawn against a queen everything is decided; for other pieces only wins.
        """
        return self._remembered((False, piece, white), self._with_pawns)

    def against_any_piece(self, white: int, square: int) -> tuple[int, int]:
        """Return the pairs, proved and possible, that White to move wins with pawns once Black has promoted."""
        queen = self.black_piece(QUEEN, white)
        proved, possible = (
            queen_sets.pairs_with_queen_on(placements, square)
            for placements in (queen.proved_to_move, queen.possible_to_move)
        )
        for piece in PIECES[1:]:
            if proved:
                wins = self.black_piece(piece, white).proved_to_move
                proved &= queen_sets.pairs_with_queen_on(wins, square)
        return proved, possible

    def with_any_piece(self, black: int, square: int) -> tuple[int, int]:
        """Return the pairs, proved and possible, that White wins against pawns once its last pawn has promoted."""
        queen = self.white_piece(QUEEN, black)
        proved = queen_sets.pairs_with_queen_on(queen.proved_waiting, square)
        possible = queen_sets.pairs_with_queen_on(queen.possible_waiting, square)
        for piece in PIECES[1:]:
            possible |= queen_sets.pairs_with_queen_on(self.white_piece(piece, black).possible_waiting, square)
        return proved, possible

    def _remembered(self, key: tuple[bool, str, int], solve: Callable[[str, int], Wins]) -> Wins:
        wins = self._found.get(key)
        if wins is None:
            if not self._structures_left:
                return Wins(0, 0, queen_sets.PLACEMENTS, queen_sets.PLACEMENTS)
            if not self._keep_going():
                raise SolvingInterruptedError
            self._structures_left -= 1
            wins = self._found[key] = solve(key[1], key[2])
        return wins

    # A white piece against black pawns

    def _against_pawns(self, piece: str, black: int) -> Wins:
        places = places_among(0, black)
        free = queen_sets.free_for_piece(black)
        attacked = queen_sets.piece_moved(queen_sets.ON_BLACK_KING, free, piece)
        waiting = queen_sets.lifted(places.waiting) & free
        to_move = without(queen_sets.lifted(places.to_move) & free, attacked)
        taken = self._piece_taken(black)
        movable = taken | queen_sets.black_king_moved(to_move)
        escapes = [taken, taken]
        for _, others, target, passed in black_pawn_moves(0, black):
            pawns = others if target & _FIRST_RANK else others | target
            legal = queen_sets.lifted(places_among(0, pawns).to_move) & _empty(target | passed)
            after = queen_sets.free_for_piece(others | target)
            legal = without(legal, queen_sets.piece_moved(queen_sets.ON_BLACK_KING, after, piece))
            movable |= legal
            if target & _FIRST_RANK:
                won = self._after_black_promotion(piece, others, target)
            else:
                wins = self.white_piece(piece, pawns)
                won = wins.proved_to_move, wins.possible_to_move
            escapes = [escape | without(legal, now) for escape, now in zip(escapes, won, strict=True)]
        gains = [0, 0]
        for square in squares(black):
            wins = self.white_piece(piece, black ^ 1 << square)
            for bound, after in enumerate((wins.proved_waiting, wins.possible_waiting)):
                gains[bound] |= _taken_by_white(after, square, free, piece)
        alive = waiting & (movable | attacked)

        def grown(bound: int) -> tuple[int, int]:
            escaping, won, lost = without(alive, escapes[bound]), gains[bound] & to_move, 0
            while added := without(without(escaping, queen_sets.black_king_moved(without(to_move, won))), lost):
                lost |= added
                won |= to_move & (queen_sets.piece_moved(added, free, piece) | queen_sets.white_king_moved(added))
            return won, lost

        return _joined(grown, escapes[0] == escapes[1] and gains[0] == gains[1])

    def _piece_taken(self, black: int) -> int:
        """Return the placements in which Black can take White's only piece, which cannot win then."""
        taken = 0
        places = places_among(0, black)
        for square in squares(BOARD ^ black):
            by_king = black_king_moved(places.to_move & black_king_on(1 << square))
            taken |= queen_sets.with_queen_on(by_king & places.waiting, square)
        for pawn in squares(black):
            for square in squares(black_attacks(1 << pawn) & (BOARD ^ black)):
                legal = places_among(0, black ^ 1 << pawn | 1 << square).to_move & places.waiting
                taken |= queen_sets.with_queen_on(legal, square)
        return taken

    def _after_black_promotion(self, piece: str, others: int, target: int) -> tuple[int, int]:
        """Return White's wins, proved and possible, with its piece, to move, once Black has promoted on a square."""
        square = target.bit_length() - 1
        if others:
            wins = self.white_piece(piece, others).proved_waiting
            return _taken_by_white(
                wins, square, queen_sets.free_for_piece(others | target), piece
            ), queen_sets.PLACEMENTS
        against_queen = self._duel(piece, QUEEN).to_move_with_black_piece_on(square)
        if piece != QUEEN:
            return 0, against_queen
        for other in PIECES[1:]:
            against_queen &= self._duel(QUEEN, other).to_move_with_black_piece_on(square)
        return against_queen, against_queen

    # White pawns against a black piece

    def _with_pawns(self, piece: str, white: int) -> Wins:
        places = places_among(white, 0)
        free = queen_sets.free_for_piece(white)
        checked = queen_sets.piece_moved(queen_sets.ON_WHITE_KING, free, piece)
        waiting = without(queen_sets.lifted(places.waiting) & free, checked)
        to_move = queen_sets.lifted(places.to_move) & free
        gains = self._pawn_moves(piece, white)
        movable = self._black_moved(to_move, free, piece)
        escapes = [0, 0]
        for square in squares(white):
            taken, left = 1 << square, white ^ 1 << square
            wins = self.black_piece(piece, left) if left else Wins(0, 0, 0, 0)
            legal = queen_sets.lifted(places_among(left, 0).to_move) & queen_sets.free_for_piece(left)
            by_king = legal & queen_sets.lifted(black_king_on(taken))
            by_piece = legal & queen_sets.queen_on(taken)
            movable |= queen_sets.black_king_moved(by_king) | queen_sets.piece_moved(by_piece, free, piece)
            for bound, won in enumerate((wins.proved_to_move, wins.possible_to_move)):
                escapes[bound] |= queen_sets.black_king_moved(without(by_king, won))
                escapes[bound] |= queen_sets.piece_moved(without(by_piece, won), free, piece)
        alive = waiting & (movable | queen_sets.lifted(black_king_on(white_attacks(white))))

        def grown(bound: int) -> tuple[int, int]:
            escaping, won, lost = without(alive, escapes[bound]), gains[bound] & to_move, 0
            while added := without(without(escaping, self._black_moved(without(to_move, won), free, piece)), lost):
                lost |= added
                won |= to_move & queen_sets.white_king_moved(added)
            return won, lost

        return _joined(grown, escapes[0] == escapes[1] and gains[0] == gains[1])

    def _black_moved(self, placements: int, free: int, piece: str) -> int:
        return queen_sets.black_king_moved(placements) | queen_sets.piece_moved(placements, free, piece)

    def _pawn_moves(self, piece: str, white: int) -> list[int]:
        """Return where White wins, proved and possible, by a move of a pawn or by taking the piece."""
        gains = [0, 0]

        def gain(proved: int, possible: int) -> None:
            gains[0] |= proved
            gains[1] |= possible

        alone = self._pawn_wins(white, 0)
        for square in squares(BOARD ^ white):
            on_it = white_king_on(1 << square)
            gain(
                queen_sets.with_queen_on(white_king_moved(alone.proved_waiting & on_it), square),
                queen_sets.with_queen_on(white_king_moved(alone.possible_waiting & on_it), square),
            )
        for pawn in squares(white):
            others = white ^ 1 << pawn
            for square in squares(white_attacks(1 << pawn) & (BOARD ^ white)):
                proved, possible = self._after_white(others, 0, 1 << square)
                gain(queen_sets.with_queen_on(proved, square), queen_sets.with_queen_on(possible, square))
            for target, passed in steps(1 << pawn, white, north, RANKS[1]):
                proved, possible = self._after_push(piece, others, target)
                empty = _empty(target | passed)
                gain(proved & empty, possible & empty)
        return gains

    def _after_push(self, piece: str, others: int, target: int) -> tuple[int, int]:
        """Return White's wins, proved and possible, once a pawn has stepped to a square and Black is to move."""
        if not target & _LAST_RANK:
            wins = self.black_piece(piece, others | target)
            return wins.proved_waiting, wins.possible_waiting
        if others:
            return 0, queen_sets.PLACEMENTS
        square = target.bit_length() - 1
        proved = self._duel(QUEEN, piece).waiting_with_white_piece_on(square)
        if piece != QUEEN:
            return proved, queen_sets.PLACEMENTS
        # A bishop or a knight wins nothing against a queen.
        return proved, proved | self._duel(ROOK, QUEEN).waiting_with_white_piece_on(square)

    def _duel(self, white: str, black: str) -> Duel:
        return duel(white, black, self._keep_going)


def _joined(grown: Callable[[int], tuple[int, int]], is_decided: bool) -> Wins:
    """Return the wins of both bounds, which are the same where everything is decided."""
    proved = grown(0)
    return Wins(*proved, *(proved if is_decided else grown(1)))


def _empty(mask: int) -> int:
    return queen_sets.queen_on(BOARD ^ mask) & queen_sets.lifted(no_king_on(mask))


def _taken_by_white(wins: int, square: int, free: int, piece: str) -> int:
    """Return the placements from which White's piece or king captures on a square and wins."""
    by_piece = queen_sets.piece_moved(wins & queen_sets.queen_on(1 << square), free, piece)
    return by_piece | queen_sets.white_king_moved(wins & queen_sets.lifted(white_king_on(1 << square)))
