"""Files of positions: FEN and EPD records, kept byte by byte."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Final

from pawnviz.core.board.fen import has_placement
from pawnviz.core.board.position import Position
from pawnviz.core.positions.epd import lost_moves, with_position, without_operations

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
        """Return the lines of a file's bytes, in UTF-8 or UTF-16; raises ``ValueError`` where they are no text."""
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
        """Return the position of an entry; raises ``FenError`` where it cannot be read."""
        return Position.from_fen(self.text(entry))

    def lost_moves(self, positions: Mapping[int, Position]) -> dict[int, tuple[str, ...]]:
        """Return the operations of entries whose moves are not legal any more in other positions, by the entry."""
        lost = {
            entry: tuple(f"{name} {value}" for name, value in lost_moves(self.text(entry), position))
            for entry, position in positions.items()
            if entry < len(self.entries)
        }
        return {entry: texts for entry, texts in sorted(lost.items()) if texts}

    def with_positions(self, positions: Mapping[int, Position], *, drops_lost_moves: bool = False) -> PositionFile:
        """Return the file with other positions for some entries; one of an entry that is not there becomes a last line.

        ``drops_lost_moves`` leaves out the operations of ``lost_moves``.
        """
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
    if word.startswith(COMMENTS):
        return False
    return (word.count("/") >= FEWEST_SLASHES and "://" not in word) or has_placement(line)
