"""FEN and EPD: the text of a position as values and back, with errors that name the fault and its place.

Pieces are masks by their letters in the order of ``PIECES``, a castling right is the square of its rook. A position is
also read as other programs pass it on: in an address, a tag, quotes or a list of values, or behind ``position`` of UCI.

Source: https://www.chessprogramming.org/Forsyth-Edwards_Notation,
https://www.chessprogramming.org/Extended_Position_Description, https://www.chessprogramming.org/UCI
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, RANKS, SQUARE_NAMES, squares
from pawnviz.core.words import count_text, quoted

PIECES: Final = "PNBRQKpnbrqk"  # The letters of the pieces: capitals are White's.
HIGHEST_CLOCK: Final = 9999  # The highest halfmove clock and fullmove number.
LONGEST_TEXT: Final = 10_000  # The number of characters up to which a text is read as a FEN or an EPD line.
START_FEN: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"  # The first position of a game.

_EN_PASSANT_SQUARES: Final = {SQUARE_NAMES[square]: square for square in squares(RANKS[2] | RANKS[5])}
_BLANKS: Final = {str(count): count for count in range(1, 9)}
_WORD: Final = re.compile(r"[^\s;]+")
_OPERATION: Final = re.compile(r"\s*[A-Za-z](?:[^;]*;|\w{1,3}\s+[^\s;])")
"""The first operation of an EPD line; one without an operand or of an unusual length needs its semicolon."""
_MOVES: Final = re.compile(r"\s+moves\b([^;]*?)\s*;?\s*\Z")
_START: Final = r"\s*(?:position\s+)?startpos(?=\s|\Z)"
_RANK: Final = "[1-8PNBRQKpnbrqk]{1,16}"
_PLACEMENT: Final = (
    rf"""(?:\A\s*|(?<=[/="'`“”„‘’«»(,;])|(?i:\bfen)[\s:=]+)"""
    rf"""({_RANK}(?:(?:\\?/|%2[Ff]){_RANK}){{7}})(?:\[\])?(?!%2[Ff]|[\\/A-Za-z0-9])"""
)
"""The pieces at the beginning, behind a quote or a sign of an address or list, or behind the word FEN."""
_END: Final = re.compile(r"""[]"'`“”„‘’«»,?&#)}<>]""")
_SLASH: Final = r"\\/|%2[Ff]"
_BLANK: Final = r"\S\s+\S"
_ADDRESS: Final = re.compile(r"://|\A\s*(?:[\w-]+\.)+\w+/")
_QUOTED_STRING: Final = r'"[^"]*"'
_CLOCK: Final = r"(?:^|;)\s*(hmvc|fmvn)\b\s*([^;]*)"


class FenError(ValueError):
    """A text that is no FEN: the field, the fault, and the correction.

    ``field`` is ``"text"``, ``"placement"``, ``"side to move"``, ``"castling"``, ``"en passant"``, ``"halfmove clock"``
    or ``"fullmove number"``. ``message`` is a line of at most 200 characters. The wrong part is ``text[start:end]``.
    """

    def __init__(self, field: str, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
        self.start = start
        self.end = end


class FenFields(NamedTuple):
    """The fields of a FEN: masks by letter, move, mask of rooks with rights, en-passant square or None, and clocks."""

    pieces: dict[str, int]
    white_to_move: bool
    castling: int
    en_passant: int | None
    halfmove_clock: int
    fullmove_number: int


class FenSpan(NamedTuple):
    """The part ``text[start:end]`` with the fields of a position: how many, and the separator between them."""

    start: int
    end: int
    field_count: int
    separator: str = " "


def read_fen(text: str) -> FenFields:
    """Return the fields of a FEN or an EPD line, or of a position in another program's text.

    One field is enough; missing fields are read as ``w - - 0 1``, dashes in place of clocks too, and a fullmove number
    of 0 as 1. Castling letters are ``KQkq``, or the files of the rooks: ``K`` is the outermost rook east of the king on
    rank 1, or h1 if there is none. Operations follow four fields or more; of them ``hmvc`` and ``fmvn`` are read.
    Raises ``FenError``.
    """
    _check_text(text)
    try:
        return _read_line(text)
    except FenError as error:
        within = _line_within(text)
        if within is None:
            raise
        try:
            return _read_line(within.line)
        except FenError as wrong:
            start, end = (0, within.end - within.start) if within.is_decoded else (wrong.start, wrong.end)
            raise FenError(wrong.field, wrong.message, within.start + start, within.start + end) from error


def fen_span(text: str) -> FenSpan:
    """Return the fields of a position in a text, with the moves of UCI behind them; the first words if none is."""
    within = _within(text)
    words = _field_spans(within.line)
    if not words or within.is_decoded:
        start, end = within.start, within.end
    else:
        moves = _MOVES.match(within.line, words[-1][1])
        start, end = within.start + words[0][0], within.start + (moves.end(1) if moves else words[-1][1])
    part = text[start:end]
    separators = (separator for separator in ("%20", "_", "+") if separator in part and not re.search(_BLANK, part))
    return FenSpan(start, end, len(words), next(separators, " "))


def uci_moves(text: str) -> list[str]:
    """Return the moves of UCI behind the fields of a text that ``read_fen`` reads, unchecked."""
    if "moves" not in text:
        return []
    line = _within(text).line
    words = _field_spans(line)
    moves = _MOVES.match(line, words[-1][1]) if words else None
    return moves[1].split() if moves else []


def has_placement(text: str) -> bool:
    """Return whether a text has the pieces of a position, right or wrong, where ``read_fen`` finds them."""
    return len(text) <= LONGEST_TEXT and _line_within(text) is not None


class _Within(NamedTuple):
    """The part ``text[start:end]`` that holds a FEN or an EPD line, and this line without the signs of addresses."""

    start: int
    end: int
    line: str

    @property
    def is_decoded(self) -> bool:
        """Whether the line has other columns than the text."""
        return len(self.line) != self.end - self.start


def _within(text: str) -> _Within:
    whole = _Within(0, len(text), text)
    try:
        _read_line(text)
    except FenError:
        return _line_within(text) or whole
    return whole


def _line_within(text: str) -> _Within | None:
    """Return the line in a text of another program; None where no placement is found."""
    begin = re.match(_START, text)
    if begin is not None:
        return _Within(0, len(text), START_FEN + text[begin.end() :])
    for match in re.finditer(_PLACEMENT, text):
        start = match.start(1)
        if text[start - 1 : start] != "/" or _ADDRESS.search(text, 0, start):
            closing = _END.search(text, match.end())
            end = closing.start() if closing else len(text.rstrip())
            line = re.sub(_SLASH, "/", text[start:end]).replace("%20", " ")
            return _Within(start, end, line if re.search(_BLANK, line) else line.replace("_", " ").replace("+", " "))
    return None


def _read_line(text: str) -> FenFields:
    words = _field_spans(text)
    if not words:
        raise _placement_error(text.strip(), len(text) - len(text.lstrip()))
    fields = [text[start:end] for start, end in words]
    starts = [start for start, _ in words]
    count = len(words)
    pieces = _read_placement(fields[0].removesuffix("[]"), starts[0])  # The pockets of Crazyhouse, empty.
    white_to_move = _read_side_to_move(fields[1], starts[1]) if count > 1 else True
    castling = read_castling(fields[2], pieces, starts[2]) if count > 2 else 0
    en_passant = _read_en_passant(fields[3], starts[3]) if count > 3 else None
    halfmove_clock = _read_clock("halfmove clock", fields[4], starts[4]) if count > 4 else 0
    fullmove_number = _read_clock("fullmove number", fields[5], starts[5]) if count > 5 else 1
    if text[words[-1][1] :].strip():
        clocks = _read_operations(text, words[-1][1])
        halfmove_clock = clocks.get("hmvc", halfmove_clock)
        fullmove_number = clocks.get("fmvn", fullmove_number)
    return FenFields(pieces, white_to_move, castling, en_passant, halfmove_clock, fullmove_number or 1)


def _field_spans(text: str) -> list[tuple[int, int]]:
    """Return where up to six fields begin and end: four, and the clocks up to the first operation."""
    head = text.find(";")
    spans = [match.span() for match in islice(_WORD.finditer(text, 0, head if head >= 0 else len(text)), 6)]
    for count in range(4, len(spans)):
        if text[spans[count][0]].isalpha() and _OPERATION.match(text, spans[count][0]):
            return spans[:count]
    return spans


def placement_text(board: Sequence[str]) -> str:
    """Return the first field of a FEN for 64 letters of pieces, a1 first, with an empty text for an empty square."""
    letters = [piece or "1" for piece in board]
    text = "/".join("".join(letters[square : square + 8]) for square in range(56, -8, -8))
    for count in range(8, 1, -1):
        text = text.replace("1" * count, str(count))
    return text


def _check_text(text: str) -> None:
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
    masks = dict.fromkeys(PIECES, 0)
    ranks = field.split("/")
    if len(ranks) != 8 or len(field) > 71:
        raise _placement_error(field, start)
    bit = 1 << 56
    for rank in ranks:
        end = bit << 8
        is_blank = False
        for character in rank:
            if character in masks:
                masks[character] |= bit
                bit <<= 1
                is_blank = False
            elif character in _BLANKS and not is_blank:
                bit <<= _BLANKS[character]
                is_blank = True
            else:
                raise _placement_error(field, start)
        if bit != end:
            raise _placement_error(field, start)
        bit = end >> 16
    return masks


def _placement_error(field: str, start: int) -> FenError:
    """Return the first fault: a character, a rank that is too long, the number of ranks, a rank that is short."""
    for column, character in enumerate(field, start):
        if character not in _BLANKS and character not in PIECES and character != "/":
            message = f"The placement has {quoted(character)}; pieces are PNBRQK and pnbrqk, empty squares 1 to 8."
            return FenError("placement", message, column, column + 1)
    ranks = field.split("/")
    wrong = None
    for name, rank in zip("87654321", ranks, strict=False):
        if re.search("[1-8]{2}", rank):
            message = (
                f"Rank {name} of the placement, {quoted(rank)}, has two numbers side by side; a rank has one for "
                "the empty squares between two pieces."
            )
            return FenError("placement", message, start, start + len(rank))
        width = sum(_BLANKS.get(character, 1) for character in rank)
        if width > 8 or (width < 8 and wrong is None and len(ranks) == 8):
            squares = count_text(width, "square")
            message = f"Rank {name} of the placement, {quoted(rank)}, has {squares}; a rank has 8."
            wrong = FenError("placement", message, start, start + len(rank))
            if width > 8:
                return wrong
        start += len(rank) + 1
    start -= len("/".join(ranks[:8])) + 1
    message = f"The placement has {count_text(len(ranks), 'rank')}; it needs 8, separated by /."
    return wrong or FenError("placement", message, start, start + len(field))


def _read_side_to_move(field: str, start: int) -> bool:
    if field not in ("w", "b"):
        message = f"The side to move is {quoted(field)}; it must be w for White or b for Black."
        raise FenError("side to move", message, start, start + len(field))
    return field == "w"


def read_castling(field: str, pieces: dict[str, int], start: int = 0) -> int:
    """Return the mask of the rook squares of a castling field in column ``start``; raises ``FenError``."""
    if field == "-":
        return 0
    castling = 0
    for column, letter in enumerate(field):
        white = letter.isupper()
        fault = ""
        if letter in field[:column]:
            fault = f"{letter} twice; each right is written once"
        elif letter in "KQkq":
            castling |= _outermost_rook(pieces, white, king_side=letter in "Kk")
        elif letter in "ABCDEFGHabcdefgh":
            castling |= 1 << "abcdefgh".index(letter.lower()) + (0 if white else 56)
        else:
            fault = f"{quoted(letter)}; it must be - or letters of KQkq or rook files A-H, a-h"
        if fault:
            raise FenError("castling", f"The castling field has {fault}.", start + column, start + column + 1)
    return castling


def _outermost_rook(pieces: dict[str, int], white: bool, *, king_side: bool) -> int:
    """Return the square of the outermost own rook beside an own king on the back rank, or the corner of that wing."""
    rank = RANKS[0 if white else 7]
    rooks = pieces["R" if white else "r"] & rank
    kings = pieces["K" if white else "k"] & rank
    if king_side:
        return 1 << rooks.bit_length() - 1 if kings and rooks > kings & -kings else rank & FILES[7]
    return rooks & -rooks if rooks and rooks & -rooks < kings else rank & FILES[0]


def castling_letters(castling: int, pieces: dict[str, int]) -> Iterator[tuple[int, str]]:
    """Yield the rook's square and the letter of each castling right: White's first, and from the h-file to the a-file.

    The letter is one of ``KQkq`` if that names the rook, else the rook's file.
    Source: https://www.chessprogramming.org/Forsyth-Edwards_Notation#Castling_ability
    """
    for white, first_square in ((True, 0), (False, 56)):
        king_side, queen_side = (_outermost_rook(pieces, white, king_side=wing) for wing in (True, False))
        for square in range(first_square + 7, first_square - 1, -1):
            right = castling & 1 << square
            if right:
                letter = "K" if right == king_side else "Q" if right == queen_side else "ABCDEFGH"[square & 7]
                yield square, letter if white else letter.lower()


def _read_en_passant(field: str, start: int) -> int | None:
    if field == "-":
        return None
    if field not in _EN_PASSANT_SQUARES:
        message = f"The en-passant square is {quoted(field)}; it must be - or a square on rank 3 or 6, such as e3."
        raise FenError("en passant", message, start, start + len(field))
    return _EN_PASSANT_SQUARES[field]


def _read_clock(name: str, field: str, start: int) -> int:
    return 0 if field == "-" else _read_number(name, field, start)


def _read_number(name: str, field: str, start: int) -> int:
    if field.isascii() and field.isdigit() and len(field.lstrip("0")) <= len(str(HIGHEST_CLOCK)):
        return int(field.lstrip("0") or "0")  # Python refuses to read more than 4,300 digits, zeros too.
    message = f"The {name} is {quoted(field)}; it must be a number from 0 to {HIGHEST_CLOCK}."
    raise FenError(name, message, start, start + len(field))


def _read_operations(text: str, start: int) -> dict[str, int]:
    """Return the clocks that the EPD operations from a column on give, by their names ``hmvc`` and ``fmvn``."""
    operations = text[start:].rstrip()
    first = operations.lstrip()
    if not first.startswith(";") and not _OPERATION.match(operations) and not _MOVES.match(operations):
        message = f"After the fullmove number comes {quoted(first)}; a FEN ends there."
        raise FenError("text", message, start + len(operations) - len(first), start + len(operations))
    clocks: dict[str, int] = {}
    if "hmvc" in operations or "fmvn" in operations:
        # A semicolon within a quoted string ends nothing; filling the strings keeps the columns.
        operations = re.sub(_QUOTED_STRING, lambda quotation: "_" * len(quotation[0]), operations)
        for match in re.finditer(_CLOCK, operations):
            name = "halfmove clock" if match[1] == "hmvc" else "fullmove number"
            clocks[match[1]] = _read_number(name, match[2].rstrip(), start + match.start(2))
    return clocks
