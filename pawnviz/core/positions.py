"""Files of positions: lines of FEN and EPD, and rewriting them."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.board.fen import FenError, fen_span, has_placement
from pawnviz.core.board.position import Position

NO_GAMES: Final = "A position is set up from its FEN, such as 8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1."
"""The remedy if a game is given in place of a position."""

_MOST_LINES: Final = 50  # The number of lines of a text among which a position is looked for.
_TAG: Final = r'\[\s*[A-Za-z]\w*\s*"[^"]*"\s*\]'
_FIRST_MOVES: Final = r"1\s*\.\s*(?:\.\.)?\s*(?:[a-h]x?[a-h1-8]|[NBRQK][a-h1-8x]|O-O)"

_FEN_TAGS: Final = r'\ufeff?\s*(?:\[\s*(?:FEN|SetUp)\s*"[^"\n]*"\s*\]\s*)+'
_ESCAPED_LINES: Final = r"\A(?:%[^\n]*\n\s*)+"  # Lines before a game that PGN passes over.


def is_game_text(text: str) -> bool:
    """Return whether a text begins with a move or a tag of PGN; tags of positions alone, such as FEN, are none."""
    if re.fullmatch(_FEN_TAGS, text):
        return False
    start = re.sub(_ESCAPED_LINES, "", text.lstrip("\ufeff \t\r\n")[:2000])[:400]
    return bool(re.match(_TAG, start) or re.match(_FIRST_MOVES, start))


def position_line(text: str) -> str:
    """Return the first line of a text that is read as a position, without blanks around it; empty if none is."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines[:_MOST_LINES]:
        try:
            Position.from_fen(line)
        except FenError:
            continue
        return line
    return ""


_OPERATION: Final = re.compile(r'\s*([A-Za-z]\w*)((?:[^;"]|"[^"]*")*)(?:;|$)')
_IS_EPD: Final = r"\s*(?:[;A-Za-z]|\Z)"  # The rest of a line that operations may follow.
_NAMING_MOVES: Final = ("bm", "am", "pm")  # The operations that name moves of the position.
_CLOCKS: Final = ("hmvc", "fmvn")


class Operation(NamedTuple):
    """An operation of an EPD line: its name, such as ``bm``, and its operand, without quotes around all of it."""

    name: str
    value: str


def operations(line: str) -> tuple[Operation, ...]:
    """Return the operations of a line, in their order; none for a FEN, or if they cannot be read."""
    operands = []
    for match in _OPERATION.finditer(line, fen_span(line).end):
        value = match[2].strip()
        if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1]:
            value = value[1:-1]
        operands.append(Operation(match[1], value))
    return tuple(operands)


def title(line: str) -> str:
    """Return the title of a line: the operation ``id``, else its best moves or first comment, or nothing."""
    values = dict(reversed(operations(line)))
    for name in ("id", "bm", "am", "c0"):
        if values.get(name):
            return values[name] if name in ("id", "c0") else f"{name} {values[name]}"
    return ""


def advice(line: str) -> str:
    """Return the moves that a line names in words, such as ``best e5`` or ``avoid Kh1``; empty for none."""
    values = dict(reversed(operations(line)))
    words = {"bm": "best", "am": "avoid"}
    return ", ".join(f"{word} {values[name]}" for name, word in words.items() if values.get(name))


def name(line: str) -> str:
    """Return the operation ``id`` of a line, or nothing: all others may give away a move."""
    return dict(reversed(operations(line))).get("id", "")


def with_position(line: str, position: Position) -> str:
    """Return a line with another position, clocks of an EPD as operations; an unreadable line becomes the FEN."""
    before = line[: len(line) - len(line.lstrip())]
    after = line[len(line.rstrip()) :]
    fields = position.fen().split()
    try:
        former = Position.from_fen(line)
    except FenError:
        return before + position.fen() + after
    if former == position:
        return line
    span = fen_span(line)
    before, rest = line[: span.start], line[span.end : len(line.rstrip())]
    if span.field_count != 4 or before.strip() or not re.match(_IS_EPD, rest):
        return before + span.separator.join(fields) + rest + after
    if former.fen().split()[4:] != fields[4:]:
        for name, value in zip(_CLOCKS, fields[4:], strict=True):
            rest = _with_clock(rest, name, value)
    return before + " ".join(fields[:4]) + rest + after


def _with_clock(rest: str, name: str, value: str) -> str:
    for match in _OPERATION.finditer(rest):
        if match[1] == name:
            return f"{rest[: match.start(2)]} {value}{rest[match.end(2) :]}"
    separator = ";" if rest.strip() and not rest.rstrip().endswith(";") else ""
    return f"{rest}{separator} {name} {value};"


def lost_moves(line: str, position: Position) -> tuple[Operation, ...]:
    """Return operations ``bm``, ``am`` and ``pm`` with moves that are legal here and not in another position."""
    named = [operation for operation in operations(line) if operation.name in _NAMING_MOVES and operation.value]
    try:
        former = Position.from_fen(line) if named else position
    except FenError:
        return ()
    return tuple(
        operation
        for operation in named
        if not _are_legal(operation.value, position) and _are_legal(operation.value, former)
    )


def without_operations(line: str, names: Collection[str]) -> str:
    """Return a line without its operations of these names; all else stays."""
    begin, end = fen_span(line).end, len(line.rstrip())
    rest = _OPERATION.sub(lambda match: "" if match[1] in names else match[0], line[begin:end])
    return line[:begin] + rest + line[end:]


def _are_legal(moves: str, position: Position) -> bool:
    import chess

    board = chess.Board(position.fen())
    board.chess960 = board.has_chess960_castling_rights()
    for move in moves.replace(",", " ").split():
        for read in (board.parse_san, board.parse_uci):
            try:
                read(move)
                break
            except ValueError:
                continue
        else:
            return False
    return True


PACKED_ENDINGS: Final = (".gz", ".bz2", ".xz", ".zst", ".zip")  # The ends of the names of packed files of games.


def open_stored(path: str | Path) -> BufferedReader:
    """Open a file for reading without waiting; raises ``OSError``, also for one that is not as empty as it says."""
    stored: BufferedReader = BufferedReader(FileIO(path, opener=_open_at_once))
    status = os.fstat(stored.fileno())
    if stat.S_ISREG(status.st_mode) and not status.st_size and _has_more(stored):
        stored.close()
        raise OSError(
            errno.EINVAL, "the system makes it up while it is read, maybe without an end; it is no stored file"
        )
    return stored


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _has_more(stored: BufferedReader) -> bool:
    try:
        return stored.read(1) != b""
    except OSError:
        return True


FEWEST_SLASHES: Final = 3
"""The number of slashes from which a word is taken for the pieces of a position; a right one has seven."""

COMMENTS: Final = ("#", "%", ";", "//")  # The beginnings of lines that are passed over.
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class PositionFile:
    """The lines of a file with their ends, surrogates for bytes outside UTF-8; entries are lines of positions."""

    lines: tuple[str, ...]
    encoding: str = "utf-8"

    @classmethod
    def of(cls, data: bytes) -> PositionFile:
        """Return the lines of a file's bytes, in UTF-8 or UTF-16; raises ``ValueError`` if they are no text."""
        encoding = (
            "utf-16" if data.startswith(_UTF_16) else "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
        )
        text = data.decode(encoding, errors="replace" if encoding == "utf-16" else "surrogateescape")
        if "\0" in text:
            raise ValueError("no text")
        return cls(tuple(text.splitlines(keepends=True)), encoding)

    def data(self) -> bytes:
        """Return the bytes of the file."""
        return "".join(self.lines).encode(self.encoding, errors="surrogateescape")

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """The numbers, from 0, of the lines with a placement of pieces, right or wrong."""
        return tuple(number for number, line in enumerate(self.lines) if _is_placement(line))

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The numbers, from 0, of the lines that are neither entries nor empty nor comments."""
        entries = set(self.entries)
        return tuple(
            number
            for number, line in enumerate(self.lines)
            if number not in entries and line.strip() and not line.lstrip().startswith(COMMENTS)
        )

    def text(self, entry: int) -> str:
        """Return the line of an entry without blanks around it, as it may be shown."""
        return shown(self.lines[self.entries[entry]])

    def position(self, entry: int) -> Position:
        """Return the position of an entry; raises ``FenError`` if it cannot be read."""
        return Position.from_fen(self.text(entry))

    def lost_moves(self, positions: Mapping[int, Position]) -> dict[int, tuple[str, ...]]:
        """Return the operations of entries whose moves are no longer legal in other positions, by the entry."""
        lost = {
            entry: tuple(f"{name} {value}" for name, value in lost_moves(self.text(entry), position))
            for entry, position in positions.items()
            if entry < len(self.entries)
        }
        return {entry: texts for entry, texts in sorted(lost.items()) if texts}

    def with_positions(self, positions: Mapping[int, Position], *, drops_lost_moves: bool = False) -> PositionFile:
        """Return the file with other positions for some entries, without ``lost_moves`` if wanted, new ones last."""
        lines = list(self.lines)
        for entry, position in positions.items():
            if entry < len(self.entries):
                number = self.entries[entry]
                lost = {name for name, _ in lost_moves(lines[number], position)} if drops_lost_moves else set()
                lines[number] = without_operations(with_position(lines[number], position), lost)
            else:
                if lines and not lines[-1].endswith(("\n", "\r")):
                    lines[-1] += "\n"
                lines.append(f"{position.fen()}\n")
        return PositionFile(tuple(lines), self.encoding)


def shown(line: str) -> str:
    """Return a line without blanks around it; bytes that are no UTF-8 become the replacement character."""
    return line.strip().encode("utf-8", errors="surrogateescape").decode("utf-8", errors="replace")


def _is_placement(line: str) -> bool:
    word, _, _ = line.lstrip().partition(" ")
    is_placement = (word.count("/") >= FEWEST_SLASHES and "://" not in word) or has_placement(line)
    return is_placement and not word.startswith(COMMENTS)
