"""Positions as values, also ones that only an editor makes, without kings; legality.problems names the faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pawnviz.core.board.bitboard import (
    BOARD,
    RANKS,
    SQUARE_NAMES,
    east,
    flip_vertical,
    mirror_horizontal,
    north,
    south,
    squares,
    west,
)
from pawnviz.core.board.fen import (
    HIGHEST_CLOCK,
    PIECES,
    START_FEN,
    FenError,
    castling_letters,
    placement_text,
    read_castling,
    read_fen,
    uci_moves,
)
from pawnviz.core.board.side import KINDS, Side, kinds_of, sides_of
from pawnviz.core.words import quoted

if TYPE_CHECKING:
    import chess

_BACK_RANKS: Final = RANKS[0] | RANKS[7]
_EN_PASSANT_SQUARES: Final = frozenset(squares(RANKS[2] | RANKS[5]))


@dataclass(frozen=True)
class Position:
    """Pieces, side to move, castling rights, en-passant square and clocks.

    The first two masks are the pieces of each color, the next six those of each kind; a piece is in one of each group.
    ``castling`` is the mask of the rook squares on ranks 1 and 8 that a castling right belongs to, so that it holds
    Chess960's rights too. ``en_passant`` is a square number on rank 3 or 6. Raises ``ValueError`` when the masks
    contradict each other or a value is outside its range.
    """

    white: int = 0
    black: int = 0
    pawns: int = 0
    knights: int = 0
    bishops: int = 0
    rooks: int = 0
    queens: int = 0
    kings: int = 0
    white_to_move: bool = True
    castling: int = 0
    en_passant: int | None = None
    halfmove_clock: int = 0
    fullmove_number: int = 1

    def __post_init__(self) -> None:
        occupied = self.white | self.black
        kinds = self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings
        if (
            self.white & self.black
            or kinds != occupied
            # A sum is larger than the union when a square is in two of the masks.
            or self.pawns + self.knights + self.bishops + self.rooks + self.queens + self.kings != kinds
            or not 0 <= occupied <= BOARD
        ):
            raise ValueError("each piece has one color, one kind and one square of the board")
        if self.castling & _BACK_RANKS != self.castling:
            raise ValueError("castling rights belong to squares on ranks 1 and 8")
        if self.en_passant is not None and self.en_passant not in _EN_PASSANT_SQUARES:
            raise ValueError("the en-passant square is on rank 3 or 6")
        if not (0 <= self.halfmove_clock <= HIGHEST_CLOCK and 1 <= self.fullmove_number <= HIGHEST_CLOCK):
            raise ValueError(f"the halfmove clock is 0 to {HIGHEST_CLOCK}, the fullmove number 1 to {HIGHEST_CLOCK}")

    @classmethod
    def from_fen(cls, text: str) -> Position:
        """Return the position of a FEN or an EPD line after its moves of UCI; raises ``FenError``."""
        pieces, *others = read_fen(text)
        masks = tuple(pieces.values())
        values: list[Any] = [white | black for white, black in zip(masks[:6], masks[6:], strict=True)] + others
        position = cls(sum(masks[:6]), sum(masks[6:]), *values)
        moves = uci_moves(text)
        return position._after(moves, text) if moves else position

    def _after(self, moves: Iterable[str], text: str) -> Position:
        import chess

        board = chess.Board(self.fen())
        board.chess960 = board.has_chess960_castling_rights()
        for move in moves:
            try:
                board.push_uci(move)
            except ValueError:
                message = f"The move {quoted(move)} is not legal; moves are written like e2e4 or e7e8q."
                raise FenError("text", message, text.rfind("moves"), len(text.rstrip())) from None
        return Position.from_fen(board.fen(en_passant="fen"))

    def fen(self) -> str:
        """Return the six fields of the FEN; ``from_fen`` gives an equal position back."""
        return (
            f"{self.placement()} {'w' if self.white_to_move else 'b'} {self.castling_text()} "
            f"{'-' if self.en_passant is None else SQUARE_NAMES[self.en_passant]} "
            f"{self.halfmove_clock} {self.fullmove_number}"
        )

    def __str__(self) -> str:
        """Return the FEN and under it the board, White's side below, a dot on each empty square."""
        letters = [piece or "." for piece in self.pieces()]
        ranks = (" ".join(letters[first : first + 8]) for first in range(56, -1, -8))
        return "\n".join((self.fen(), *ranks))

    def _repr_svg_(self) -> str:
        """Return the board as a picture for notebooks; ``pawnviz.board`` makes one with layers."""
        import chess.svg

        return str(chess.svg.board(chess.BaseBoard(self.placement()), size=320))

    def placement(self) -> str:
        """Return the first field of the FEN: the pieces rank by rank, rank 8 first."""
        return placement_text(self.pieces())

    def castling_text(self) -> str:
        """Return the castling field of the FEN: ``KQkq`` if the letter names the rook, else the rook's file."""
        return "".join(letter for _, letter in self.castling_letters()) or "-"

    def castling_letters(self) -> tuple[tuple[int, str], ...]:
        """Return the rook square and the letter of each castling right, in the order of the castling field."""
        if not self.castling:
            return ()
        return tuple(castling_letters(self.castling, self.piece_masks()))

    def piece_masks(self) -> dict[str, int]:
        """Return the mask of each of the twelve pieces by its letter, in the order of ``PIECES``."""
        masks = (kind & color for color in (self.white, self.black) for kind in kinds_of(self))
        return dict(zip(PIECES, masks, strict=True))

    def piece_at(self, square: int) -> str | None:
        """Return the letter of the piece on a square from 0 to 63, or None."""
        if not (self.white | self.black) >> square & 1:
            return None
        return next(piece for piece, mask in self.piece_masks().items() if mask >> square & 1)

    def pieces(self) -> tuple[str, ...]:
        """Return the letter of the piece on each of the 64 squares, a1 first; an empty string if there is none."""
        board = [""] * 64
        for piece, mask in self.piece_masks().items():
            while mask:
                lowest = mask & -mask
                board[lowest.bit_length() - 1] = piece
                mask ^= lowest
        return tuple(board)

    def with_piece(self, square: int, piece: str) -> Position:
        """Return the position with a piece on a square, all else as it is; raises ``ValueError`` for another letter."""
        if piece not in self.piece_masks():
            raise ValueError(f"a piece is one of the letters {PIECES}")
        bit = 1 << square
        empty = self.without_piece(square)
        changed = (KINDS[PIECES.index(piece) % 6], "white" if piece.isupper() else "black")
        masks: dict[str, Any] = {name: getattr(empty, name) | bit for name in changed}
        return replace(empty, **masks)

    def without_piece(self, square: int) -> Position:
        """Return the position with the square empty; castling rights and the en-passant square stay as they are."""
        return self._mapped(lambda mask: mask & (1 << square ^ BOARD))

    def moved(self, source: int, target: int) -> Position:
        """Return the position with the piece of one square on another, none from an empty one; nothing else changes."""
        piece = self.piece_at(source)
        return self if piece is None or source == target else self.without_piece(source).with_piece(target, piece)

    def copied(self, source: int, target: int) -> Position:
        """Return the position with the piece of one square also on another, in place of any other."""
        piece = self.piece_at(source)
        return self if piece is None else self.with_piece(target, piece)

    def with_white_to_move(self, white_to_move: bool) -> Position:
        """Return the position with the given side to move; an en-passant square is dropped when the side changes."""
        if white_to_move == self.white_to_move:
            return self
        return replace(self, white_to_move=white_to_move, en_passant=None)

    def with_castling(self, castling: int) -> Position:
        """Return the position with castling rights for the rooks on these squares of ranks 1 and 8."""
        return replace(self, castling=castling)

    def with_castling_text(self, text: str) -> Position:
        """Return the position with the rights of a castling field, such as ``KQkq`` or ``-``; raises ``FenError``."""
        return replace(self, castling=read_castling(text, self.piece_masks()))

    def with_en_passant(self, square: int | None) -> Position:
        """Return the position with the en-passant square, on rank 3 or 6, or without one."""
        return replace(self, en_passant=square)

    def cleared(self) -> Position:
        """Return the empty board with the same side to move, without castling rights, clocks at their start."""
        return Position(white_to_move=self.white_to_move)

    def swapped_colors(self) -> Position:
        """Return the position with White and Black exchanged, seen from the other end of the board."""
        flipped = self._mapped(flip_vertical)
        return replace(
            flipped,
            white=flipped.black,
            black=flipped.white,
            white_to_move=not self.white_to_move,
            castling=flip_vertical(self.castling),
            en_passant=None if self.en_passant is None else self.en_passant ^ 56,
        )

    def mirrored(self) -> Position:
        """Return the position with the a-file and the h-file exchanged, castling rights with their rooks."""
        return replace(
            self._mapped(mirror_horizontal),
            castling=mirror_horizontal(self.castling),
            en_passant=None if self.en_passant is None else self.en_passant ^ 7,
        )

    def shifted(self, files: int, ranks: int) -> Position:
        """Return the position moved by files and ranks towards h8, without castling rights and en passant."""

        def shift(mask: int) -> int:
            for step, count in ((east, files), (west, -files), (north, ranks), (south, -ranks)):
                for _ in range(min(count, 8)):
                    mask = step(mask)
            return mask

        return replace(self._mapped(shift), castling=0, en_passant=None)

    def masks(self) -> tuple[int, ...]:
        """Return the masks of White's and Black's pieces, of the six kinds, and of the en-passant square."""
        return self.white, self.black, *kinds_of(self), 0 if self.en_passant is None else 1 << self.en_passant

    def sides(self) -> tuple[Side[int], Side[int]]:
        """Return White's and Black's side; each call returns the same two, which keep their layers until forgotten."""
        sides: tuple[Side[int], Side[int]] | None = self.__dict__.get("_sides")
        if sides is None:
            sides = self.__dict__["_sides"] = sides_of(self.masks(), BOARD * self.white_to_move)
        return sides

    def forget_sides(self) -> None:
        """Drop the two sides with their computed layers; another pair is made when it is asked for."""
        self.__dict__.pop("_sides", None)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_sides"}

    def _mapped(self, change: Callable[[int], int]) -> Position:
        masks: dict[str, Any] = {name: change(getattr(self, name)) for name in ("white", "black", *KINDS)}
        return replace(self, **masks)


EMPTY: Final = Position()  # The board without pieces, White to move.

START: Final = Position.from_fen(START_FEN)
"""The initial position of a game."""


ChessBoard: TypeAlias = "chess.Board"  # The type alone: python-chess is not imported for it.


def position_of_board(board: ChessBoard, *, castling: int, en_passant: int | None) -> Position:
    """Return the position of a board with these rights and square; raises ``AttributeError``, or as ``Position``."""
    black, white = board.occupied_co
    clocks = (board.halfmove_clock, board.fullmove_number)
    return Position(white, black, *kinds_of(board), board.turn, castling, en_passant, *clocks)
