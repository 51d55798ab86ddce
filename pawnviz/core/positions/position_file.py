"""A file of positions, line by line; all but the positions that were edited stays byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pawnviz.core.board.position import Position
from pawnviz.core.positions.epd import with_position

FEWEST_SLASHES: Final = 3
"""The number of slashes from which a word is taken for the pieces of a position; a right one has seven."""

_COMMENTS: Final = ("#", "%", ";", "//")
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
        """The numbers, from 0, of the lines that begin with a word that can be meant as pieces, right or wrong."""
        return tuple(number for number, line in enumerate(self.lines) if _is_placement(line))

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The numbers, from 0, of the lines that are neither entries nor empty nor comments."""
        entries = set(self.entries)
        return tuple(
            number
            for number, line in enumerate(self.lines)
            if number not in entries and line.strip() and not line.lstrip().startswith(_COMMENTS)
        )

    def text(self, entry: int) -> str:
        """Return the line of an entry without blanks around it, as it may be shown."""
        return shown(self.lines[self.entries[entry]])

    def position(self, entry: int) -> Position:
        """Return the position of an entry; raises ``FenError`` where it cannot be read."""
        return Position.from_fen(self.text(entry))

    def with_positions(self, positions: Mapping[int, Position]) -> PositionFile:
        """Return the file with other positions for some entries; without entries, entry 0 becomes a last line."""
        lines = list(self.lines)
        for entry, position in positions.items():
            if self.entries:
                number = self.entries[entry]
                lines[number] = with_position(lines[number], position)
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
    return word.count("/") >= FEWEST_SLASHES and not word.startswith(_COMMENTS) and "://" not in word
