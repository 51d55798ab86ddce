"""Cuts the bytes of a PGN file into games, however the file is damaged, in time linear in its length.

A fault never reaches into the next game: a line that starts with ``[Event "`` begins a game even where a comment before
it was never closed. It is a part of the comment only where that ends before another one begins and before a further
such line.

Source: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import io
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from pawnviz.core.games.headers import LONGEST_HEAD, head_end, moves_behind_tags, plain_head

LONGEST_GAME: Final = 2 << 20  # The number of bytes up to which a game is read; the rest of a longer one is left out.
LONGEST_MOVES: Final = 512 << 10
"""The number of characters up to which a game is read, of which each comment counts two."""

_NEXT_EVENT: Final = b'\n[Event "'
_HEAD: Final = re.compile(rb"(?:\[[^\n]*\n|[ \t]*\n|%[^\n]*\n)*")
"""The lines of tags, empty lines and escaped lines that a game begins with."""
_TAG_NAME: Final = re.compile(rb"\[\s*([A-Za-z0-9_]+)\s")
_COMMENT: Final = re.compile(rb"(\{[^}]*\}?|;[^\n]*)")
_COMMENT_OR_ESCAPED: Final = re.compile(rb"\{[^}]*\}?|;[^\n]*|^%[^\n]*", re.MULTILINE)
_RESULT_AT_END: Final = re.compile(
    rb"(?:1(?:-|\xe2\x80\x93)0|0(?:-|\xe2\x80\x93)1|1/2(?:(?:-|\xe2\x80\x93)1/2)?"
    rb"|(?:\xc2?\xbd)(?:-|\xe2\x80\x93)(?:\xc2?\xbd)|\*)\s*\Z"
)
_GAME: Final = re.compile(rb'^\s*\[\s*\w+\s+"|[a-h][1-8](?!\w)|\b[O0]-[O0]\b|%b' % _RESULT_AT_END.pattern, re.MULTILINE)
"""A tag, a move, or a result at the end."""
_TAG_LINE: Final = re.compile(rb"^\[", re.MULTILINE)
_EVENT_TAG: Final = re.compile(rb"^\[\s*Event\s", re.MULTILINE)
_HELD: Final = re.compile(rb"(?:\r?\n\xef?\xbb?|\r(?:\xef\xbb?)?)\Z")
"""Bytes that the next block may continue: the end of a line, with a byte order mark behind it."""
_TURN: Final = 4096  # The number of lines of a game after which others have their turn.


class GameText(NamedTuple):
    """The text of one game of a file, with newlines as line ends.

    ``line`` is the number of its first line, ``offset`` the place of its first byte in the file; ``too_long`` is true
    where only its first ``LONGEST_GAME`` bytes are here. ``head`` is the place where the moves begin as ``head_end``
    finds it, or 0 where that is not known yet.
    """

    data: bytes
    line: int
    offset: int
    too_long: bool = False
    head: int = 0


def cut(blocks: Iterable[bytes]) -> Iterator[GameText]:
    """Yield the games of a file in blocks, one in memory at a time; text before the first tag is an unreadable game."""
    return (text for text in cut_in_steps(blocks) if text is not None)


def cut_in_steps(blocks: Iterable[bytes]) -> Iterator[GameText | None]:
    """Yield the games that ``cut`` yields, and None wherever no game has ended for some milliseconds."""
    offset, line = 0, 1
    tags = b""
    for part, left_out, too_long in _parts(with_newlines(blocks)):
        if left_out:
            offset += len(part)
            line += part.count(b"\n")
        if left_out or not part:
            yield None
            continue
        data = tags + part
        tags = b""
        if not offset and data.startswith(BOM_UTF8):
            offset = len(BOM_UTF8)
            data = data[offset:]
        start = 0
        head = _head_of_one_game(data)
        for end in (len(data),) if head else chain(_further_games(data), (len(data),)):
            if end is None:
                yield None
                continue
            if end == len(data) and _are_tags_of_next_part(data, start):
                tags = data[start:]
                break
            text = data[start:end]
            game = _without_empty_lines(GameText(text, line, offset, too_long, head))
            if game is not None:
                yield game
            line += text.count(b"\n")
            offset += len(text)
            start = end
    yield _without_empty_lines(GameText(tags, line, offset))


def games_in_steps(blocks: Iterable[bytes]) -> Iterator[GameText | None]:
    """Yield what ``cut_in_steps`` yields, but no game of a file whose only text has no tag, no move and no result."""
    first: GameText | None = None
    is_game = False
    for text in cut_in_steps(blocks):
        if first is None and text is not None:
            first, is_game = text, _GAME.search(text.data) is not None
            yield text if is_game else None
            continue
        if first is not None and text is not None and not is_game:
            is_game = True
            yield first
        yield text


def _without_empty_lines(text: GameText) -> GameText | None:
    data = text.data.lstrip(b" \t\n")
    empty = len(text.data) - len(data)
    if not empty:
        return text if data else None
    line = text.line + text.data.count(b"\n", 0, empty)
    return GameText(data, line, text.offset + empty, text.too_long) if data else None


def with_newlines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield blocks of text, of the same length, with newlines alone as line ends; CR LF is a blank and a newline."""
    rest = b""
    for block in blocks:
        text = rest + block
        unfinished = _HELD.search(text, max(0, len(text) - 4))
        rest = unfinished[0] if unfinished else b""
        yield _with_newlines(text[: len(text) - len(rest)])
    if rest:
        yield _with_newlines(rest)


def _with_newlines(text: bytes) -> bytes:
    if b"\r" in text:
        text = text.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
    # The end of the line comes behind the blanks, so that the next one begins with its tag.
    return text.replace(b"\n" + BOM_UTF8, b"   \n") if BOM_UTF8 in text else text


def _parts(blocks: Iterable[bytes]) -> Iterator[tuple[bytes, bool, bool]]:
    """Yield the text between two lines that begin with an Event tag, whether it is left out, and is too long.

    A part that is too long comes in pieces, all but the first left out. After each block an empty part comes.
    """
    rest = bytearray()
    searched = outside = 0
    left_out = False
    for block in chain(blocks, (None,)):
        rest += block or b""
        start = 0
        while (end := rest.find(_NEXT_EVENT, max(start, searched))) >= 0:
            place = max(start, outside)
            opening = rest.rfind(b"{", place, end)
            if opening >= 0 and rest.find(b"}", opening, end) < 0 and not left_out:
                closing = _end_of_comment(rest, start, place, end)
                if closing is None and block is not None and len(rest) - start <= LONGEST_GAME:
                    break
                if closing:
                    searched = outside = closing
                    continue
            yield bytes(rest[start : end + 1]), left_out, False
            start, left_out = end + 1, False
        del rest[:start]
        # The tag may begin here and end in the next block.
        searched = max(0, (len(rest) - len(_NEXT_EVENT)) if end < 0 else end - start)
        outside = max(0, outside - start)
        if len(rest) > LONGEST_GAME:
            first = max(0, len(rest) - len(_NEXT_EVENT)) if left_out else LONGEST_GAME
            yield bytes(rest[:first]), left_out, not left_out
            left_out = True
            del rest[:first]
            searched = outside = 0
        yield b"", False, False
    if rest:
        yield bytes(rest), left_out, False


def _end_of_comment(text: bytearray, start: int, outside: int, end: int) -> int | None:
    """Return the end of the comment around the end of a line of a game, 0 where it is in none.

    The game begins at ``start``, and ``outside`` is no place in a comment. None means that the next bytes have to tell.
    """
    event = text.find(_NEXT_EVENT, end + 1)
    last_place = event if event >= 0 else len(text)
    closing, opening = text.find(b"}", end, last_place), text.find(b"{", end, last_place)
    following = [place for place in (closing, opening, event) if place >= 0]
    if not following:
        return None
    game = bytes(text[outside:end])
    *_, last = [b"", *_COMMENT_OR_ESCAPED.findall(game, head_end(game) if outside == start else 0)]
    is_in_comment = last.startswith(b"{") and not last.endswith(b"}")
    return closing + 1 if is_in_comment and min(following) == closing else 0


def _are_tags_of_next_part(data: bytes, start: int) -> bool:
    """Return whether the rest of a part is escaped lines, or tags, that stand before the Event tag of the next."""
    if data.startswith(b"[Event", start) or len(data) - start > LONGEST_HEAD:
        return False
    head = _HEAD.match(data, start)
    if head is None or head.end() < len(data):
        return False
    tags = data[start:]
    return not _TAG_LINE.search(tags) or not (tags.endswith(b"\n\n") or _EVENT_TAG.search(tags))


def _head_of_one_game(data: bytes) -> int:
    """Return where the moves begin of a part that is plainly one game, tags first and at most one result, else 0."""
    head = plain_head(data)
    if not head:
        return 0
    # Written out, since every game comes by here.
    decided = data.count(b"1-0", head) + data.count(b"0-1", head)
    return head if decided + data.count(b"1/2-1/2", head) + data.count(b"*", head) <= 1 else 0


def _further_games(data: bytes) -> Iterator[int | None]:
    """Yield where a further game begins in a part: after a result, or at a tag after moves or that is repeated.

    None is yielded now and then where no game begins for many lines.
    """
    names: set[bytes] = set()
    in_moves = ended = in_comment = after_empty = False
    place = 0
    for number, line in enumerate(io.BytesIO(data), 1):
        moves = line
        if not in_comment:
            tag = _TAG_NAME.match(line)
            if tag and (in_moves or (after_empty and tag[1] in names)):
                yield place
                names.clear()
                in_moves = ended = False
            if tag:
                names.add(tag[1])
                moves = line[moves_behind_tags(line) :]
            elif not in_moves and line.lstrip().startswith(b"["):
                moves = b""  # A damaged tag; what it ends with is no result.
            elif ended and line[:1].isalnum():
                yield place
                names.clear()
                ended = False
            after_empty = line.isspace()
            in_moves = in_moves or not (moves.isspace() or not moves or line.startswith(b"%"))
        if in_moves and not line.startswith(b"%"):
            in_comment, outside = _comment_after(moves, in_comment)
            if not outside.isspace() and outside:
                ended = not in_comment and _RESULT_AT_END.search(outside) is not None
        place += len(line)
        if number % _TURN == 0:
            yield None


def _comment_after(line: bytes, in_comment: bool) -> tuple[bool, bytes]:
    """Return whether a comment in braces is open after a line, and the part of the line outside comments."""
    if in_comment:
        _, closed, line = line.partition(b"}")
        if not closed:
            return True, b""
    parts = _COMMENT.split(line)
    is_open = len(parts) > 1 and parts[-2].startswith(b"{") and not parts[-2].endswith(b"}")
    return is_open, b"".join(parts[::2])
