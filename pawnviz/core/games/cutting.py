"""Cuts the bytes of a PGN file into games, however the file is damaged, in time linear in its length.

A fault never reaches into the next game: a line that starts with ``[Event "`` begins a game even where a comment before
it was never closed.

Source: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import itertools
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

LONGEST_GAME: Final = 64 << 20
"""The number of bytes up to which a game is read; the rest of a longer one is left out."""

_NEXT_EVENT: Final = b'\n[Event "'
_HEAD: Final = re.compile(rb"(?:\[[^\n]*\n|[ \t]*\n|%[^\n]*\n)*")
"""The lines of tags, empty lines and escaped lines that a game begins with."""
_RESULTS: Final = (b"1-0", b"0-1", b"1/2-1/2", b"*")
_TAG_NAME: Final = re.compile(rb"\[\s*([A-Za-z0-9_]+)\s")
_COMMENT_SIGN: Final = re.compile(rb"[{;]")
_RESULT_AT_END: Final = re.compile(rb"(?:1-0|0-1|1/2-1/2|1/2|\*)\s*\Z")
_TAG_LINE: Final = re.compile(rb"^\[", re.MULTILINE)
_EVENT_TAG: Final = re.compile(rb"^\[\s*Event\s", re.MULTILINE)


class GameText(NamedTuple):
    """The text of one game of a file, with newlines as line ends.

    ``line`` is the number of its first line, ``offset`` the place of its first byte in the file; ``too_long`` is true
    where only its first ``LONGEST_GAME`` bytes are here.
    """

    data: bytes
    line: int
    offset: int
    too_long: bool = False


def cut(blocks: Iterable[bytes]) -> Iterator[GameText]:
    """Yield the games of a file whose bytes come in blocks of any size; memory holds one game and one block.

    Text before the first tag, such as the head of a mail, is a game of its own, which cannot be read.
    """
    offset, line = 0, 1
    tags = b""
    for part, left_out, too_long in _parts(with_newlines(blocks)):
        if left_out:
            offset += len(part)
            line += part.count(b"\n")
            continue
        data = tags + part
        tags = b""
        if not offset and data.startswith(BOM_UTF8):
            offset = len(BOM_UTF8)
            data = data[offset:]
        starts = [0, *_further_games(data), len(data)]
        if _are_tags_of_next_part(data, starts[-2]):
            tags = data[starts[-2] :]
            starts.pop()
        for start, end in itertools.pairwise(starts):
            text = data[start:end]
            yield from _without_empty_lines(GameText(text, line, offset, too_long))
            line += text.count(b"\n")
            offset += len(text)
    yield from _without_empty_lines(GameText(tags, line, offset))


def _without_empty_lines(text: GameText) -> Iterator[GameText]:
    """Yield a game without the empty lines before it, or nothing where it has no others."""
    empty = len(text.data) - len(text.data.lstrip(b" \t\n"))
    if empty < len(text.data):
        line = text.line + text.data.count(b"\n", 0, empty)
        yield GameText(text.data[empty:], line, text.offset + empty, text.too_long)


def with_newlines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield blocks of text with newlines alone as line ends; of two characters that end a line, one becomes a blank.

    The length stays, so that a place in the text is a place in the file.
    """
    held = b""
    for block in blocks:
        text = held + block
        held = b"\r" if text.endswith(b"\r") else b""
        if b"\r" in text:
            text = text[: len(text) - len(held)].replace(b"\r\n", b" \n").replace(b"\r", b"\n")
        yield text
    if held:
        yield b"\n"


def _parts(blocks: Iterable[bytes]) -> Iterator[tuple[bytes, bool, bool]]:
    """Yield what stands between two lines that begin with an Event tag, whether it is left out, and is too long.

    A part that is too long comes in pieces, of which all but the first are left out.
    """
    rest = bytearray()
    searched = 0
    left_out = False
    for block in blocks:
        rest += block
        start = 0
        while (end := rest.find(_NEXT_EVENT, max(start, searched))) >= 0:
            yield bytes(rest[start : end + 1]), left_out, False
            start, left_out = end + 1, False
        del rest[:start]
        # The tag may begin here and end in the next block.
        searched = max(0, len(rest) - len(_NEXT_EVENT))
        if len(rest) > LONGEST_GAME:
            yield bytes(rest[:searched]), left_out, not left_out
            left_out = True
            del rest[:searched]
            searched = 0
    if rest:
        yield bytes(rest), left_out, False


def plain_head(data: bytes) -> int:
    """Return where the moves of a game begin if all tags are before them, one on each line, else 0."""
    last = data.rfind(b"\n[") + 1
    only_tags = data.startswith(b"[") and data.count(b"\n", 0, last) == data.count(b"\n[", 0, last + 1)
    return data.find(b"\n", last) + 1 if only_tags else 0


def _are_tags_of_next_part(data: bytes, start: int) -> bool:
    """Return whether what is left of a part is escaped lines, or tags, that stand before the Event tag of the next."""
    if data.startswith(b"[Event", start):
        return False
    head = _HEAD.match(data, start)
    if head is None or head.end() < len(data):
        return False
    tags = data[start:]
    return not _TAG_LINE.search(tags) or not (tags.endswith(b"\n\n") or _EVENT_TAG.search(tags))


def _further_games(data: bytes) -> list[int]:
    """Return where a further game begins in a part: after a result, or at a tag after moves or that is repeated."""
    head = plain_head(data)
    if head and sum(data.count(result, head) for result in _RESULTS) <= 1:
        return []
    starts = []
    names: set[bytes] = set()
    in_moves = ended = in_comment = after_empty = False
    place = 0
    for line in data.splitlines(keepends=True):
        if not in_comment:
            tag = _TAG_NAME.match(line)
            if tag and (in_moves or (after_empty and tag[1] in names)):
                starts.append(place)
                names.clear()
                in_moves = ended = False
            if tag:
                names.add(tag[1])
            elif ended and line[:1].isalnum():
                starts.append(place)
                names.clear()
                ended = False
            after_empty = line.isspace()
            in_moves = in_moves or not (tag or after_empty or line.startswith(b"%"))
        if in_moves and not line.startswith(b"%"):
            in_comment, outside = _comment_after(line, in_comment)
            if not outside.isspace() and outside:
                ended = not in_comment and _RESULT_AT_END.search(outside) is not None
        place += len(line)
    return starts


def _comment_after(line: bytes, in_comment: bool) -> tuple[bool, bytes]:
    """Return whether a comment in braces is open after a line, and what of the line is no comment."""
    outside = []
    place = 0
    while True:
        if in_comment:
            end = line.find(b"}", place)
            if end < 0:
                break
            place, in_comment = end + 1, False
        else:
            sign = _COMMENT_SIGN.search(line, place)
            if sign is None or sign[0] == b";":
                outside.append(line[place : sign.start() if sign else len(line)])
                break
            outside.append(line[place : sign.start()])
            place, in_comment = sign.end(), True
    return in_comment, b"".join(outside)
