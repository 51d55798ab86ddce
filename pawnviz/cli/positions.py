"""The positions given to a command: FENs among its arguments, files, and standard input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from typing import TYPE_CHECKING, Final

from pawnviz.cli.streams import LONGEST_LINE, TOO_LONG, open_file, reason, standard_input
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.positions import COMMENTS, PACKED_ENDINGS

if TYPE_CHECKING:
    from pawnviz.core.board.arrays import FenBlock

_GAMES: Final = (".pgn", *(f".pgn{ending}" for ending in PACKED_ENDINGS))
_MOST_BYTES: Final = 1 << 18
"""The most bytes read at once; four thousand FENs, whose arrays stay in the cache of the processor."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Some whole lines of a file; ``first`` is the number of the first one, ``where`` comes before it in messages."""

    data: bytes
    first: int
    where: str

    def __len__(self) -> int:
        return self.data.count(b"\n")

    def positions(self) -> Iterator[Position | str]:
        """Yield the position of each line, or its fault."""
        for number, line in enumerate(self.data.split(b"\n")[:-1]):
            position = self._position(number, line)
            if position is not None:
                yield position

    def texts(self) -> Iterator[tuple[str, Position | str]]:
        """Yield each line as it is read, and its position or its fault."""
        for number, line in enumerate(self.data.split(b"\n")[:-1]):
            position = self._position(number, line)
            if position is not None:
                yield line.decode("utf-8", "replace"), position

    def block(self) -> tuple[FenBlock, list[str]]:
        """Return the positions of all lines as arrays, and the faults of the other lines."""
        from pawnviz.core.board.arrays import read_fens

        messages = []

        def position(number: int, line: bytes) -> Position | None:
            read = self._position(number, line)
            if isinstance(read, str):
                messages.append(read)
                return None
            return read

        return read_fens(self.data, position), messages

    def _position(self, number: int, line: bytes) -> Position | str | None:
        """Return the position of a line, its fault, or None for a blank line and for a comment."""
        number += self.first
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
        if not text or text.startswith(COMMENTS):
            return None
        return _read(text, f"{self.where} {number}: ")


def given_in(words: list[str]) -> Iterator[Position | Lines | str]:
    """Yield the positions, lines of files, and faults of the words of the command line, in order."""
    texts = _joined(words)
    for number, text in enumerate(texts, 1):
        if text == "-":
            try:
                yield from _lines(standard_input(), "line")
            except OSError as error:
                yield f"standard input: {reason(error)}"
        elif text.lower().endswith(_GAMES):
            yield f"{text}: a file of games; pawnviz games lists them, pawnviz timeline prints the layers of one"
        elif _is_file_name(text):
            try:
                with open_file(text) as file:
                    yield from _lines(file, f"{text}, line")
            except OSError as error:
                yield f"{text}: {reason(error)}"
        else:
            yield _read(text, f"argument {number}: " if len(texts) > 1 else "")


def positions_in(words: list[str]) -> Iterator[Position | str]:
    """Yield the positions and the faults of the words of the command line, in order."""
    for given in given_in(words):
        if isinstance(given, Lines):
            yield from given.positions()
        else:
            yield given


def _lines(stream: BufferedReader, where: str) -> Iterator[Lines | str]:
    """Yield the lines of a stream, as many at once as are there, up to one of more than ``LONGEST_LINE`` bytes."""
    number = 1
    unfinished: list[bytes] = []
    while piece := stream.read1(_MOST_BYTES):
        finished, newline, rest = piece.rpartition(b"\n")
        if newline:
            lines = Lines(b"".join((*unfinished, finished, newline)), number, where)
            yield lines
            number += len(lines)
            unfinished = []
        unfinished.append(rest)
        if sum(map(len, unfinished)) > LONGEST_LINE:
            yield f"{where} {number}: {TOO_LONG}"
            return
    if any(unfinished):
        yield Lines(b"".join((*unfinished, b"\n")), number, where)


def _joined(words: list[str]) -> list[str]:
    """Return the words, with the fields of each FEN without quotes joined to one text."""
    texts: list[str] = []
    fields = 6  # How many fields the FEN of the last words has; with six, it takes no further word.
    for word in words:
        # A lone - stands for standard input, except where it is the castling or the en-passant field.
        alone = "/" in word or " " in word or _is_file_name(word) or (word == "-" and fields not in (2, 3))
        if fields < 6 and not alone:
            texts[-1] += f" {word}"
            fields += 1
        else:
            texts.append(word)
            fields = 1 if "/" in word and " " not in word and not _is_file_name(word) else 6
    return texts


def _is_file_name(text: str) -> bool:
    return text.lower().endswith((".fen", ".epd", *_GAMES))


def _read(text: str, where: str) -> Position | str:
    try:
        return Position.from_fen(text)
    except FenError as error:
        return f"{where}{error}"
