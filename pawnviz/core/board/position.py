"""Positions: what stands where, whose move it is, castling, en passant and clocks; FEN in and out; what is not legal.

A position is a value: every edit returns another one. It holds anything that an editor can make, such as pawns on
ranks 1 and 8, no kings or many, and castling rights without rooks; ``problems`` says what is not legal about it.

Source: https://www.chessprogramming.org/Forsyth-Edwards_Notation,
https://www.chessprogramming.org/Extended_Position_Description
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
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
from pawnviz.core.board.side import BLACK, WHITE, Side, face
from pawnviz.core.words import count_text, quoted

PIECES: Final = "PNBRQKpnbrqk"
"""The letters of the pieces: capitals are White's."""

HIGHEST_CLOCK: Final = 9999
"""The highest halfmove clock and fullmove number."""

LONGEST_TEXT: Final = 10_000
"""The number of characters up to which a text is read as a FEN or an EPD line."""

_BACK_RANKS: Final = RANKS[0] | RANKS[7]
_EN_PASSANT_RANKS: Final = RANKS[2] | RANKS[5]
_EN_PASSANT_SQUARES: Final = {SQUARE_NAMES[square]: square for square in squares(_EN_PASSANT_RANKS)}
_EN_PASSANT_NUMBERS: Final = frozenset(_EN_PASSANT_SQUARES.values())
_BLANKS: Final = {str(count): count for count in range(1, 9)}
_WORD: Final = re.compile(r"\S+")
_QUOTED_STRING: Final = re.compile(r'"[^"]*"')
_CLOCK: Final = re.compile(r"(?:^|;)\s*(hmvc|fmvn)\b\s*([^;]*)")


class FenError(ValueError):
    """A text that cannot be read as a FEN: which field, what is wrong, and what would be right.

    ``field`` is one of ``"text"``, ``"placement"``, ``"side to move"``, ``"castling"``, ``"en passant"``,
    ``"halfmove clock"`` and ``"fullmove number"``. ``message`` is one line of at most 200 characters. The wrong part is
    ``text[start:end]``.
    """

    def __init__(self, field: str, message: str, start: int, end: int) -> None:
        """Keep the field, the message and the columns of the wrong part, counted from 0."""
        super().__init__(message)
        self.field = field
        self.message = message
        self.start = start
        self.end = end


@dataclass(frozen=True)
class Problem:
    """One reason why a position is not legal.

    ``text`` is a sentence, ``squares`` the mask of the squares it is about. ``repair`` says what ``repaired``, another
    position, does about it; where nothing obvious helps they are empty and None.
    """

    text: str
    squares: int = 0
    repair: str = ""
    repaired: Position | None = None


@dataclass(frozen=True)
class Position:
    """What stands where, the side to move, castling rights, the en-passant square and the clocks.

    The first two masks are the pieces of each color, the next six those of each kind; each piece is in one of both.
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
        """Check that each square holds one piece at most and that every value is in its range."""
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
        if self.en_passant is not None and self.en_passant not in _EN_PASSANT_NUMBERS:
            raise ValueError("the en-passant square is on rank 3 or 6")
        if not (0 <= self.halfmove_clock <= HIGHEST_CLOCK and 1 <= self.fullmove_number <= HIGHEST_CLOCK):
            raise ValueError(f"the halfmove clock is 0 to {HIGHEST_CLOCK}, the fullmove number 1 to {HIGHEST_CLOCK}")

    @classmethod
    def from_fen(cls, text: str) -> Position:
        """Return the position that a FEN or an EPD line describes.

        One field is enough; missing fields are read as ``w - - 0 1``, and a fullmove number of 0 as 1. Castling letters
        are ``KQkq``, or the files of the rooks: ``K`` is the outermost rook east of the king on rank 1, or h1 where
        there is none. Of the operations of an EPD line, ``hmvc`` and ``fmvn`` are read. Raises ``FenError``.

        Source: https://www.chessprogramming.org/Forsyth-Edwards_Notation
        """
        _check_text(text)
        words = [match.span() for match in islice(_WORD.finditer(text), 7)]
        fields = [text[start:end] for start, end in words]
        starts = [start for start, _ in words]
        count = len(words)
        pieces = _read_placement(fields[0], starts[0])
        white_to_move = _read_side_to_move(fields[1], starts[1]) if count > 1 else True
        castling = _read_castling(fields[2], starts[2], pieces) if count > 2 else 0
        en_passant = _read_en_passant(fields[3], starts[3]) if count > 3 else None
        halfmove_clock, fullmove_number = 0, 1
        operations = 4 if count > 4 and _is_operation(fields[4]) and ";" in text else 6
        if operations == 6:
            halfmove_clock = _read_number("halfmove clock", fields[4], starts[4]) if count > 4 else 0
            fullmove_number = _read_number("fullmove number", fields[5], starts[5]) if count > 5 else 1
        if count > operations:
            clocks = _read_operations(text, starts[operations])
            halfmove_clock = clocks.get("hmvc", halfmove_clock)
            fullmove_number = clocks.get("fmvn", fullmove_number)
        return _position(pieces, white_to_move, castling, en_passant, halfmove_clock, fullmove_number or 1)

    def fen(self) -> str:
        """Return the six fields of the FEN; ``from_fen`` gives an equal position back."""
        return (
            f"{self.placement()} {'w' if self.white_to_move else 'b'} {self.castling_text()} "
            f"{'-' if self.en_passant is None else SQUARE_NAMES[self.en_passant]} "
            f"{self.halfmove_clock} {self.fullmove_number}"
        )

    def placement(self) -> str:
        """Return the first field of the FEN: the pieces rank by rank, rank 8 first."""
        board = [piece or "1" for piece in self.pieces()]
        text = "/".join("".join(board[square : square + 8]) for square in range(56, -8, -8))
        for count in range(8, 1, -1):
            text = text.replace("1" * count, str(count))
        return text

    def castling_text(self) -> str:
        """Return the castling field of the FEN: ``KQkq`` where the letter names the rook, else the rook's file.

        Source: https://www.chessprogramming.org/Forsyth-Edwards_Notation#Castling_ability
        """
        return "".join(letter for _, letter in self.castling_letters()) or "-"

    def castling_letters(self) -> tuple[tuple[int, str], ...]:
        """Return the rook square and the letter of each castling right, in the order of the castling field."""
        if not self.castling:
            return ()
        return tuple(_castling_letters(self.castling, self.piece_masks()))

    def piece_masks(self) -> dict[str, int]:
        """Return the mask of each of the twelve pieces by its letter, in the order of ``PIECES``."""
        white, black = self.white, self.black
        kinds = (self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings)
        return dict(zip(PIECES, (*(kind & white for kind in kinds), *(kind & black for kind in kinds)), strict=True))

    def piece_at(self, square: int) -> str | None:
        """Return the letter of the piece on a square from 0 to 63, or None."""
        if not (self.white | self.black) >> square & 1:
            return None
        return next(piece for piece, mask in self.piece_masks().items() if mask >> square & 1)

    def pieces(self) -> tuple[str, ...]:
        """Return the letter of the piece on each of the 64 squares, a1 first; an empty string where there is none."""
        board = [""] * 64
        for piece, mask in self.piece_masks().items():
            while mask:
                lowest = mask & -mask
                board[lowest.bit_length() - 1] = piece
                mask ^= lowest
        return tuple(board)

    def with_piece(self, square: int, piece: str) -> Position:
        """Return the position with a piece, one of ``PIECES``, on a square, in place of what stood there.

        Castling rights and the en-passant square stay as they are. Raises ``ValueError`` for any other letter.
        """
        masks = self.piece_masks()
        if piece not in masks:
            raise ValueError(f"a piece is one of the letters {PIECES}")
        masks = {letter: mask & (1 << square ^ BOARD) for letter, mask in masks.items()}
        masks[piece] |= 1 << square
        return self._with_pieces(masks)

    def without_piece(self, square: int) -> Position:
        """Return the position with the square empty; castling rights and the en-passant square stay as they are."""
        return self._mapped(lambda mask: mask & (1 << square ^ BOARD))

    def moved(self, source: int, target: int) -> Position:
        """Return the position with the piece of one square on another, in place of what stood there.

        This is an edit, not a move of the game: nothing else changes. From an empty square nothing is moved.
        """
        piece = self.piece_at(source)
        return self if piece is None or source == target else self.without_piece(source).with_piece(target, piece)

    def copied(self, source: int, target: int) -> Position:
        """Return the position with the piece of one square also on another, in place of what stood there."""
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
        return replace(self, castling=_read_castling(text, 0, self.piece_masks()))

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
        """Return the position moved by a number of files towards h and of ranks towards 8, or back where negative.

        Pieces that leave the board, castling rights and the en-passant square are dropped.
        """

        def shift(mask: int) -> int:
            for step, count in ((east, files), (west, -files), (north, ranks), (south, -ranks)):
                for _ in range(min(count, 8)):
                    mask = step(mask)
            return mask

        return replace(self._mapped(shift), castling=0, en_passant=None)

    def usable_en_passant(self) -> int:
        """Return the en-passant square as a mask if the side to move may capture on it, else 0.

        The square is then on rank 6 for White and 3 for Black, it is empty, and an enemy pawn stands behind it.
        """
        if self.en_passant is None:
            return 0
        square = 1 << self.en_passant
        if self.white_to_move:
            usable = square & RANKS[5] and self.pawns & self.black & south(square)
        else:
            usable = square & RANKS[2] and self.pawns & self.white & north(square)
        return square if usable and not square & (self.white | self.black) else 0

    def sides(self) -> tuple[Side[int], Side[int]]:
        """Return White's and Black's side; each call returns the same two, which keep their computed layers."""
        sides: tuple[Side[int], Side[int]] | None = self.__dict__.get("_sides")
        if sides is None:
            sides = self.__dict__["_sides"] = self._make_sides()
        return sides

    def problems(self) -> tuple[Problem, ...]:
        """Return what is not legal about the position, in plain sentences; nothing for a position of a game."""
        from pawnviz.core.board.legality import problems

        return problems(self)

    def _make_sides(self) -> tuple[Side[int], Side[int]]:
        own = self.white
        en_passant = 0 if self.en_passant is None else self.usable_en_passant()
        white = Side(
            WHITE,
            self.pawns & own,
            self.knights & own,
            self.bishops & own,
            self.rooks & own,
            self.queens & own,
            self.kings & own,
            en_passant if self.white_to_move else 0,
            BOARD if self.white_to_move else 0,
        )
        own = self.black
        black = Side(
            BLACK,
            self.pawns & own,
            self.knights & own,
            self.bishops & own,
            self.rooks & own,
            self.queens & own,
            self.kings & own,
            0 if self.white_to_move else en_passant,
            0 if self.white_to_move else BOARD,
        )
        face(white, black)
        return white, black

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields without the sides, for copies and other processes."""
        return {name: value for name, value in self.__dict__.items() if name != "_sides"}

    def _with_pieces(self, masks: dict[str, int]) -> Position:
        """Return this position with other pieces, given by letter."""
        return _position(
            masks, self.white_to_move, self.castling, self.en_passant, self.halfmove_clock, self.fullmove_number
        )

    def _mapped(self, change: Callable[[int], int]) -> Position:
        """Return this position with each piece's mask changed, and nothing else."""
        return self._with_pieces({piece: change(mask) for piece, mask in self.piece_masks().items()})


def _position(
    masks: dict[str, int],
    white_to_move: bool,
    castling: int,
    en_passant: int | None,
    halfmove_clock: int,
    fullmove_number: int,
) -> Position:
    """Return the position of pieces given by letter, in the order of ``PIECES``, and of the other fields."""
    pawn, knight, bishop, rook, queen, king, *black = masks.values()
    return Position(
        pawn | knight | bishop | rook | queen | king,
        black[0] | black[1] | black[2] | black[3] | black[4] | black[5],
        pawn | black[0],
        knight | black[1],
        bishop | black[2],
        rook | black[3],
        queen | black[4],
        king | black[5],
        white_to_move,
        castling,
        en_passant,
        halfmove_clock,
        fullmove_number,
    )


def _check_text(text: str) -> None:
    """Raise ``FenError`` for a text that is empty, has several lines or is far too long."""
    stripped = text.strip()
    start = len(text) - len(text.lstrip())
    end = start + len(stripped)
    if not stripped:
        message = "The text is empty; a FEN starts with the pieces rank by rank, such as 8/8/8/3p4/4P3/8/8/8."
    elif len(stripped) > LONGEST_TEXT:
        message = f"The text has {len(stripped)} characters; a FEN or EPD line has at most {LONGEST_TEXT}."
    elif "\n" in stripped or "\r" in stripped:
        message = f"The text has {len(stripped.splitlines())} lines; a FEN is one line."
    else:
        return
    raise FenError("text", message, start, end)


def _read_placement(field: str, start: int) -> dict[str, int]:
    """Return the mask of each piece by its letter, in the order of ``PIECES``."""
    masks = dict.fromkeys(PIECES, 0)
    ranks = field.split("/")
    if len(ranks) != 8 or len(field) > 71:
        raise _placement_error(field, start)
    bit = 1 << 56
    for rank in ranks:
        end = bit << 8
        for character in rank:
            if character in masks:
                masks[character] |= bit
                bit <<= 1
            elif character in _BLANKS:
                bit <<= _BLANKS[character]
            else:
                raise _placement_error(field, start)
        if bit != end:
            raise _placement_error(field, start)
        bit = end >> 16
    return masks


def _placement_error(field: str, start: int) -> FenError:
    """Return what is wrong first: a character, a rank that is too long, the number of ranks, a rank that is short."""
    for column, character in enumerate(field, start):
        if character not in _BLANKS and character not in PIECES and character != "/":
            return FenError(
                "placement",
                f"The placement has {quoted(character)}; pieces are PNBRQK and pnbrqk, empty squares 1 to 8.",
                column,
                column + 1,
            )
    ranks = field.split("/")
    wrong = None
    for name, rank in zip("87654321", ranks, strict=False):
        width = sum(_BLANKS.get(character, 1) for character in rank)
        if width > 8 or (width < 8 and wrong is None and len(ranks) == 8):
            squares = count_text(width, "square")
            wrong = FenError(
                "placement",
                f"Rank {name} of the placement, {quoted(rank)}, has {squares}; a rank has 8.",
                start,
                start + len(rank),
            )
            if width > 8:
                return wrong
        start += len(rank) + 1
    start -= len("/".join(ranks[:8])) + 1
    return wrong or FenError(
        "placement",
        f"The placement has {count_text(len(ranks), 'rank')}; it needs 8, separated by /.",
        start,
        start + len(field),
    )


def _read_side_to_move(field: str, start: int) -> bool:
    if field not in ("w", "b"):
        raise FenError(
            "side to move",
            f"The side to move is {quoted(field)}; it must be w for White or b for Black.",
            start,
            start + len(field),
        )
    return field == "w"


def _read_castling(field: str, start: int, pieces: dict[str, int]) -> int:
    """Return the mask of the rook squares that the castling letters stand for."""
    if field == "-":
        return 0
    castling = 0
    for column, letter in enumerate(field):
        white = letter.isupper()
        if letter in "KQkq":
            castling |= _king_side(pieces, white) if letter in "Kk" else _queen_side(pieces, white)
        elif letter in "ABCDEFGHabcdefgh":
            castling |= 1 << "abcdefgh".index(letter.lower()) + (0 if white else 56)
        else:
            raise FenError(
                "castling",
                f"The castling field has {quoted(letter)}; it must be - or letters of KQkq or rook files A-H, a-h.",
                start + column,
                start + column + 1,
            )
        if letter in field[:column]:
            raise FenError(
                "castling",
                f"The castling field has {letter} twice; each right is written once.",
                start + column,
                start + column + 1,
            )
    return castling


def _king_side(pieces: dict[str, int], white: bool) -> int:
    """Return the square of the outermost own rook east of an own king on the back rank, or h1 or h8."""
    rank = RANKS[0 if white else 7]
    rooks = pieces["R" if white else "r"] & rank
    kings = pieces["K" if white else "k"] & rank
    if kings and rooks > kings & -kings:
        return 1 << rooks.bit_length() - 1
    return rank & FILES[7]


def _queen_side(pieces: dict[str, int], white: bool) -> int:
    """Return the square of the outermost own rook west of an own king on the back rank, or a1 or a8."""
    rank = RANKS[0 if white else 7]
    rooks = pieces["R" if white else "r"] & rank
    kings = pieces["K" if white else "k"] & rank
    if rooks and rooks & -rooks < kings:
        return rooks & -rooks
    return rank & FILES[0]


def _castling_letters(castling: int, pieces: dict[str, int]) -> Iterator[tuple[int, str]]:
    """Yield the square and the letter of each right: White's first, and from the h-file to the a-file."""
    for white, first_square in ((True, 0), (False, 56)):
        king_side, queen_side = _king_side(pieces, white), _queen_side(pieces, white)
        for square in range(first_square + 7, first_square - 1, -1):
            right = castling & 1 << square
            if right:
                letter = "K" if right == king_side else "Q" if right == queen_side else "ABCDEFGH"[square & 7]
                yield square, letter if white else letter.lower()


def _read_en_passant(field: str, start: int) -> int | None:
    if field == "-":
        return None
    if field not in _EN_PASSANT_SQUARES:
        raise FenError(
            "en passant",
            f"The en-passant square is {quoted(field)}; it must be - or a square on rank 3 or 6, such as e3.",
            start,
            start + len(field),
        )
    return _EN_PASSANT_SQUARES[field]


def _read_number(name: str, field: str, start: int) -> int:
    """Return the clock or number that a field of ASCII digits gives."""
    if field.isascii() and field.isdigit() and len(field.lstrip("0")) <= len(str(HIGHEST_CLOCK)):
        return int(field)
    raise FenError(
        name,
        f"The {name} is {quoted(field)}; it must be a number from 0 to {HIGHEST_CLOCK}.",
        start,
        start + len(field),
    )


def _is_operation(field: str) -> bool:
    """Return whether a field starts with a letter, as the name of an EPD operation does."""
    return field[0].isascii() and field[0].isalpha()


def _read_operations(text: str, start: int) -> dict[str, int]:
    """Return the clocks that the EPD operations from a column on give, by their names ``hmvc`` and ``fmvn``."""
    operations = text[start:]
    if ";" not in operations or not _is_operation(operations):
        operations = operations.rstrip()
        raise FenError(
            "text",
            f"After the fullmove number comes {quoted(operations)}; a FEN ends there.",
            start,
            start + len(operations),
        )
    clocks: dict[str, int] = {}
    if "hmvc" in operations or "fmvn" in operations:
        # A semicolon within a quoted string ends nothing; filling the strings keeps the columns.
        operations = _QUOTED_STRING.sub(lambda found: "_" * len(found[0]), operations)
        for match in _CLOCK.finditer(operations):
            name = "halfmove clock" if match[1] == "hmvc" else "fullmove number"
            clocks[match[1]] = _read_number(name, match[2].rstrip(), start + match.start(2))
    return clocks


EMPTY: Final = Position()
"""The board without pieces, White to move."""

START: Final = Position.from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
"""The position that a game starts from."""
