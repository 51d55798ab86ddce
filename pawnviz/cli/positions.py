"""The positions that a command is given: FENs among its arguments, files, and standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position


def positions_of(words: list[str]) -> Iterator[Position | str]:
    """Yield the positions that the words of the command line stand for, in order, or what is wrong with one."""
    texts = _joined(words)
    for number, text in enumerate(texts, 1):
        if text == "-":
            yield from _read_lines(sys.stdin.buffer, "line")
        elif _is_file_name(text):
            try:
                with Path(text).open("rb") as file:
                    yield from _read_lines(file, f"{text}, line")
            except OSError as error:
                yield f"{text}: {error.strerror}"
        else:
            yield _read(text, f"argument {number}: " if len(texts) > 1 else "")


def _joined(words: list[str]) -> list[str]:
    """Return the words with those that are the fields of one unquoted FEN joined."""
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
    return text.lower().endswith((".fen", ".epd"))


def _read_lines(lines: Iterable[bytes], where: str) -> Iterator[Position | str]:
    """Yield the position of each line, or what is wrong with it; blank lines and comments are skipped."""
    for number, line in enumerate(lines, 1):
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
        if text and not text.startswith("#"):
            yield _read(text, f"{where} {number}: ")


def _read(text: str, where: str) -> Position | str:
    """Return the position of a FEN, or what is wrong with it, after the words that say where it stands."""
    try:
        return Position.from_fen(text)
    except FenError as error:
        return f"{where}{error}"
