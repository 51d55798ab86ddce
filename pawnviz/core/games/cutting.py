"""Cuts the bytes of a PGN file into games, however the file is damaged, in linear time, and reads their tags.

A fault never reaches into the next game: a line that starts with ``[Event "`` begins a game even if a comment before
it was never closed. It is a part of the comment only if that ends before another one begins and before a further
such line.

Source: http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import io
import re
from array import array
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.words import folded, shortened

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

LONGEST_HEAD: Final = 64 << 10
"""The number of bytes of tags up to which they are read; the rest of a longer head is left out."""

_NAME: Final = rb"[A-Za-z0-9][A-Za-z0-9_+#=:-]*"
_TAG: Final = re.compile(rb'^[ \t]*\[\s*(%b)\s+"(.*)"\s*\]\s*$' % _NAME, re.MULTILINE)
_TAG_IN_TEXT: Final = re.compile(_TAG.pattern.decode(), re.MULTILINE | re.ASCII)
_TAG_OF_LINE: Final = re.compile(rb'[ \t]*\[\s*(%b)\s+"(.*?)"\s*\][ \t]*(?=\[[ \t]*%b[ \t]+"|\s*\Z)' % (_NAME, _NAME))
"""A tag that ends where the line does, or before another one."""
_TAG_AND_REST: Final = re.compile(rb'[ \t]*\[\s*(%b)\s+"(.*?)"\s*\][ \t]*' % _NAME)
_TAG_LINES: Final = re.compile(
    rb'(?:\s*+(?:%[^\n]*+|\[(?:[^\n]*\][ \t]*(?=\n|\Z)|(?:(?!"[ \t]*\])[^\n])*+(?=\n|\Z))))*+\s*+'
)
"""Empty and escaped lines, and lines that begin like a tag, with nothing behind a tag."""
_LEAD: Final = re.compile(rb"\s*+(?:(?:\{[^}]*+\}|[;%][^\n]*+\n)\s*+)*+(?=\[)")
"""Comments and escaped lines before a tag."""
_MOVES: Final = re.compile(rb"[0-9a-hKQRBNO*]")
_ESCAPED: Final = re.compile(r'\\(["\\])')


def plain_head(data: bytes) -> int:
    """Return where the moves of a game begin if all tags are before them, one on each line, else 0."""
    last = data.rfind(b"\n[") + 1
    lines = data.count(b"\n[", 0, last + 1)
    if not data.startswith(b"[") or data.count(b"\n", 0, last) != lines:
        return 0
    end = data.find(b"\n", last) + 1
    is_plain = data.count(b'"]\n', 0, end) == lines + 1 or data.count(b'"] \n', 0, end) == lines + 1
    return end if is_plain else 0


def lead_end(data: bytes) -> int:
    """Return where the tags of a game begin in its text: behind comments, which belong to it, and escaped lines."""
    lead = _LEAD.match(data) if not data.startswith(b"[") else None
    return lead.end() if lead is not None else 0


def head_end(data: bytes) -> int:
    """Return where the moves of a game begin in its text: behind the tags, and the empty and escaped lines."""
    if end := plain_head(data):
        return end
    lead = place = lead_end(data)
    while True:
        match = _TAG_LINES.match(data, place)
        assert match is not None
        place = match.end()
        if place == len(data):
            return place
        if data[place : place + 1] != b"[" or place - lead > LONGEST_HEAD:
            return data.rfind(b"\n", 0, place) + 1
        line_end = data.find(b"\n", place) + 1 or len(data)
        moves = place + moves_behind_tags(data[place:line_end])
        if moves < line_end:
            return moves
        place = line_end


def tags_of_line(line: bytes) -> tuple[list[tuple[bytes, bytes]], int]:
    """Return the names and values of the tags that a line begins with, and the place behind the last of them."""
    tags: list[re.Match[bytes]] = []
    while tag := _TAG_OF_LINE.match(line, tags[-1].end() if tags else 0):
        tags.append(tag)
    if tag := _TAG_AND_REST.match(line, tags[-1].end() if tags else 0):
        tags.append(tag)
    return [(tag[1], tag[2]) for tag in tags], tags[-1].end() if tags else 0


def moves_behind_tags(line: bytes) -> int:
    """Return where moves begin that stand behind tags on their line, its end if there are none."""
    end = tags_of_line(line)[1]
    return end if end and _MOVES.match(line, end) else len(line)


def _read_end(data: bytes, end: int) -> int:
    """Return the end of the part of a head that is read: all of it, or the last whole line of a long one."""
    return end if end <= LONGEST_HEAD else data.rfind(b"\n", 0, LONGEST_HEAD) + 1


_LAST_WORD: Final = re.compile(rb"^(?:[^;\n]*[ \t])?(1-0|0-1|1/2-1/2|\*)\s*\Z", re.MULTILINE)


def read_headers(data: bytes, end: int) -> dict[str, str]:
    """Return the tags of a game by name, of repeated ones the first; quotation marks inside need no backslash.

    A result that no tag names is that at the end of the moves, if ``data`` has them.
    """
    headers = _read_tags(data, end)
    if headers.get("Result", "") in ("", "?") and (match := _LAST_WORD.search(data, max(end, len(data) - 1000))):
        headers["Result"] = match[1].decode()
    return headers


def _read_tags(data: bytes, end: int) -> dict[str, str]:
    if lead := lead_end(data):
        data, end = data[lead:], end - lead
    end = _read_end(data, end)
    try:
        # All at once, as nearly every head can be read.
        text = data[:end].decode()
        found = _TAG_IN_TEXT.findall(text)
        headers = {name: value.strip() for name, value in found}
        if len(headers) == len(found) == text.count('"]') and "\\" not in text:
            return headers
    except UnicodeDecodeError:
        pass
    headers = {}
    tags = _TAG.findall(data, 0, end)
    if data.count(b'"]', 0, end) > len(tags):
        tags = [tag for line in data[:end].split(b"\n") for tag in tags_of_line(line)[0]]
    for name, value in tags:
        text = decode(value)[0].strip()
        headers.setdefault(name.decode(), _ESCAPED.sub(r"\1", text) if "\\" in text else text)
    return headers


def faulty_tag_lines(data: bytes, end: int) -> list[int]:
    """Return the numbers, from 0, of the lines in the head of a game that begin like a tag and are none."""
    lead = lead_end(data)
    lines = data[lead : lead + _read_end(data[lead:], end - lead)].split(b"\n")
    return [
        number
        for number, line in enumerate(lines, data.count(b"\n", 0, lead))
        if line.lstrip().startswith(b"[") and not _TAG.match(line) and tags_of_line(line)[1] < len(line)
    ]


def decode(data: bytes) -> tuple[str, bool]:
    """Return the text of bytes as UTF-8 or else Windows-1252, undefined bytes replaced, and whether it is UTF-8."""
    try:
        return data.decode(), True
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), False


def has_players(headers: Mapping[str, str]) -> bool:
    """Return whether tags name a player; the tags of a chapter of a study do not."""
    return any(headers.get(color, "").strip(" ?") for color in ("White", "Black"))


def chapter_of(headers: Mapping[str, str]) -> str:
    """Return the name of a chapter by its tags: ``ChapterName``, else ``Event`` behind the name of its study."""
    event = headers.get("Event", "").strip(" ?")
    return headers.get("ChapterName", "").strip(" ?") or event.partition(": ")[2].strip() or event


def shown_result(result: str) -> str:
    """Return a result as people write it, such as ``½–½``."""
    return result.replace("1/2", "½").replace("-", "–")


def shown_date(date: str) -> str:
    """Return the known part of a date in PGN, such as ``1984`` or ``1984.05``; empty for nothing."""
    return date.partition("?")[0].rstrip(".") if "?" in date else date


LONGEST_TEXT: Final = 1000  # The number of characters of a text that are kept.
_BETWEEN: Final = b"\xff"  # A byte that no text in UTF-8 holds.


class GameTexts:
    """Different texts by their numbers from 0, of which 0 is the empty one."""

    def __init__(self) -> None:
        self._texts = [""]
        self._numbers = {"": 0}
        self._folded = bytearray(_BETWEEN)
        self._ends = array("q", [len(self._folded)])

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, number: int) -> str:
        """Return a text by its number; raises ``IndexError``."""
        return self._texts[number]

    def number(self, text: str) -> int:
        """Return the number of a text, which is added if it is new, and cut if it is too long."""
        number = self._numbers.get(text)
        if number is None and len(text) > LONGEST_TEXT:
            return self.number(shortened(text, LONGEST_TEXT))
        if number is None:
            number = self._numbers[text] = len(self._texts)
            self._texts.append(text)
            self._folded += folded(text).encode(errors="surrogatepass") + _BETWEEN
            self._ends.append(len(self._folded))
        return number

    def containing(self, word: str, first: int = 0) -> NDArray[numpy.bool_]:
        """Return for each text from a number on whether it holds a folded word; half a million take some 20 ms."""
        import numpy

        matches = numpy.full(len(self) - first, not word, numpy.bool_)
        if not len(matches) or not word:
            return matches
        start = self._ends[first - 1] if first else 0
        searched = numpy.frombuffer(self._folded, numpy.uint8, offset=start)
        sought = word.encode(errors="surrogatepass")
        places = numpy.flatnonzero(searched == sought[0])
        for distance in range(1, len(sought)):
            places = places[places < len(searched) - distance]
            places = places[searched[places + distance] == sought[distance]]
        ends = numpy.frombuffer(self._ends, numpy.int64)[first:] - start
        matches[numpy.searchsorted(ends, places, side="right")] = True
        return matches


LONGEST_GAME: Final = 2 << 20  # The number of bytes up to which a game is read; the rest of a longer one is left out.
LONGEST_MOVES: Final = 512 << 10
"""The number of characters up to which a game is read, of which each comment counts two."""

_EVENT: Final = b'[Event "'
_NEXT_EVENT: Final = b"\n" + _EVENT
_HEAD: Final = re.compile(rb"(?:[ \t]*+(?:\[[^\n]*+\n|\n|%[^\n]*+\n|\{[^}]*+\}[ \t]*+\n?|;[^\n]*+\n))*+")
"""The lines of tags, empty lines, escaped lines and comments that a game begins with."""
_TAG_NAME: Final = re.compile(rb"^\[\s*([A-Za-z0-9_]+)\s", re.MULTILINE)
_COMMENT: Final = re.compile(rb"(\{[^}]*\}?|;[^\n]*)")
_COMMENT_OR_ESCAPED: Final = re.compile(rb"\{[^}]*\}?|;[^\n]*|^%[^\n]*", re.MULTILINE)
_RESULT_AT_END: Final = re.compile(
    rb"(?:1(?:-|\xe2\x80\x93)0|0(?:-|\xe2\x80\x93)1|1/2(?:(?:-|\xe2\x80\x93)1/2)?"
    rb"|(?:\xc2?\xbd)(?:-|\xe2\x80\x93)(?:\xc2?\xbd)|\*)\s*\Z"
)
_RESULT_BEFORE: Final = re.compile(
    _RESULT_AT_END.pattern.removesuffix(rb"\s*\Z") + rb"\s*+(?:(?:\{[^}]*+\}|[;%][^\n]*+\n)\s*+)*+\Z"
)
_GAME: Final = re.compile(rb'^\s*\[\s*\w+\s+"|[a-h][1-8](?!\w)|\b[O0]-[O0]\b|%b' % _RESULT_AT_END.pattern, re.MULTILINE)
"""A tag, a move, or a result at the end."""
_EVENT_TAG: Final = re.compile(rb"^\[\s*Event\s", re.MULTILINE)
_PLAYER_TAGS: Final = (b"White", b"Black")  # No game has two of them.
_LONGEST_TAG: Final = 1000  # The number of bytes of a line up to which its end is looked for.
_BLANKS: Final = rb"(?:[ \t>]|\xc2\xa0)"
_INDENT: Final = re.compile(rb"\n(?=[ \t>\xc2])(%b{1,60}+)(?=([\[=]?))" % _BLANKS)
"""The end of a line, blanks and signs of a quotation behind it, and a tag's or an equals sign behind these."""
_HELD: Final = re.compile(rb"(?:\r\n?|\n)(?:\xef?\xbb?|(?:\xef\xbb\xbf)?%b{,60}\xc2?)\Z" % _BLANKS)
"""Bytes that the next block may continue: the end of a line, with a byte order mark and blanks behind it."""
_LONGEST_HELD: Final = 126
_NEWLINE: Final = ord("\n")
_TURN: Final = 4096  # The number of lines of a game after which others have their turn.


class GameText(NamedTuple):
    """The text of one game of a file, with newlines as line ends.

    ``line`` is the number of its first line, ``offset`` the place of its first byte in the file; ``too_long`` is true
    if only its first ``LONGEST_GAME`` bytes are here. ``head`` is the place where the moves begin as ``head_end``
    finds it, or 0 if that is not known yet.
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
    lead = b""  # What stands before an Event tag, such as a comment or other tags.
    is_event_first: bool | None = None  # Whether the first tag of the file is an Event tag; None before a tag.
    for part, left_out, too_long, is_last in _parts(with_newlines(blocks)):
        if left_out:
            offset += len(part)
            line += part.count(b"\n")
        if left_out or not part:
            yield None
            continue
        if left_over := lead[: _start_of_tags(lead, part if is_event_first else b"")] if lead else b"":
            yield _without_empty_lines(GameText(left_over, line, offset))
            line += left_over.count(b"\n")
            offset += len(left_over)
            lead = lead[len(left_over) :]
        data = lead + part
        lead = b""
        if is_event_first is None and (tag := _TAG_NAME.search(data)):
            is_event_first = tag[1] == b"Event"
        start = 0
        head = _head_of_one_game(data, is_last)
        for end in (len(data),) if head else chain(_further_games(data, is_last), (len(data),)):
            if end is None:
                yield None
                continue
            is_sure = offset == 0 or not is_event_first
            if end == len(data) and not is_last and _is_lead(data, start, is_sure=is_sure):
                lead = data[start:]
                break
            text = data[start:end]
            if (game := _without_empty_lines(GameText(text, line, offset, too_long, head))) is not None:
                yield game
            line += text.count(b"\n")
            offset += len(text)
            start = end
    yield _without_empty_lines(GameText(lead, line, offset))


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
    if not data or not empty:
        return text if data else None
    return GameText(data, text.line + text.data.count(b"\n", 0, empty), text.offset + empty, text.too_long)


def with_newlines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield blocks of the same length, with newlines alone as line ends; CR LF is a blank and a newline."""
    rest, is_first = b"\n", True  # As if a line had ended before the first one.
    for block in chain(blocks, (None,)):
        text = rest + (block or b"")
        unfinished = _HELD.search(text, max(0, len(text) - _LONGEST_HELD)) if block is not None else None
        rest = unfinished[0] if unfinished else b""
        text = text[: len(text) - len(rest)].replace(b"\r\n", b" \n").replace(b"\r", b"\n")
        # The end of the line comes behind the blanks, so that the next one begins with its tag.
        text = _INDENT.sub(_without_indent, text.replace(b"\n" + BOM_UTF8, b"   \n"))
        if is_first and text:
            text, is_first = text.replace(b"\n", b"", 1), False
        yield text


def _without_indent(match: re.Match[bytes]) -> bytes:
    is_indent = match[2] == b"[" or (b">" in match[1] and match[2] != b"=")
    return b" " * len(match[1]) + b"\n" if is_indent else match[0]


def _parts(blocks: Iterable[bytes]) -> Iterator[tuple[bytes, bool, bool, bool]]:
    """Yield the text between two Event tags that begin games, whether it is left out, is too long, and is the last.

    A part that is too long comes in pieces, all but the first left out. After each block an empty part comes.
    """
    rest = bytearray()
    searched = outside = 0
    left_out = False
    for block in chain(blocks, (None,)):
        rest += block or b""
        start = 0
        while (event := rest.find(_EVENT, max(start + 1, searched))) >= 0:
            may_wait = block is not None and len(rest) - start <= LONGEST_GAME
            if rest[event - 1] != _NEWLINE:
                begins = _begins_game(rest, start, event)
                if begins is None and may_wait:
                    break
                if not begins:
                    searched = event + 1
                    continue
            place = max(start, outside)
            opening = rest.rfind(b"{", place, event)
            if opening >= 0 and rest.find(b"}", opening, event) < 0 and not left_out:
                closing = _end_of_comment(rest, start, place, event)
                if closing is None and may_wait:
                    break
                if closing:
                    searched = outside = closing
                    continue
            yield bytes(rest[start:event]), left_out, False, False
            start, left_out = event, False
        del rest[:start]
        # The tag may begin here and end in the next block.
        searched = max(0, (len(rest) - len(_EVENT)) if event < 0 else event - start)
        outside = max(0, outside - start)
        if len(rest) > LONGEST_GAME:
            first = max(0, len(rest) - len(_NEXT_EVENT)) if left_out else LONGEST_GAME
            yield bytes(rest[:first]), left_out, not left_out, False
            left_out = True
            del rest[:first]
            searched = outside = 0
        yield b"", False, False, False
    if rest:
        yield bytes(rest), left_out, False, True


def _begins_game(text: bytearray, start: int, event: int) -> bool | None:
    """Return whether an Event tag at the end of a line begins a game; None if the next bytes have to tell."""
    line_end = text.find(b"\n", event, event + _LONGEST_TAG)
    if line_end < 0:
        return None if len(text) < event + _LONGEST_TAG else False
    tag = bytes(text[event:line_end]).rstrip()
    before = bytes(text[max(start, event - _LONGEST_TAG) : event])
    before = before[before.rfind(b"\n") + 1 :]
    if not before.strip() or not tag.endswith(b'"]') or tag.count(b'"]') > 1:
        return False
    if before.startswith(b"["):
        return tags_of_line(before)[1] < len(before) or text.startswith(_EVENT, start)
    *_, comment = [b"", *_COMMENT_OR_ESCAPED.findall(before)]
    if comment.startswith((b";", b"%")) and before.endswith(comment):
        # Only behind moves, and before another tag, may the comment have been cut.
        return comment != before and text.startswith(b"[", line_end + 1)
    return True


def _end_of_comment(text: bytearray, start: int, outside: int, end: int) -> int | None:
    """Return the end of the comment around a place of a game, 0 for none; None if the next bytes have to tell."""
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


def _is_lead(data: bytes, start: int, *, is_sure: bool) -> bool:
    """Return whether the rest of a part is comments, escaped lines or tags before the Event tag of the next.

    Unless this ``is_sure``, a result has to be before it: it may be what is left over from a game that was cut.
    """
    if data.startswith(b"[Event", start) or len(data) - start > LONGEST_HEAD:
        return False
    head = _HEAD.match(data, start)
    if head is None or head.end() < len(data):
        return False
    if not is_sure and not _RESULT_BEFORE.search(data, max(0, start - LONGEST_HEAD), start):
        return False
    tags = _without_comments(data[start:])
    ends_tags = tags.endswith(b"\n\n") or _EVENT_TAG.search(tags)
    return not faulty_tag_lines(tags, len(tags)) and not (_TAG_NAME.search(tags) and ends_tags)


def _start_of_tags(lead: bytes, part: bytes) -> int:
    """Return the start of a game's own tags in front of its Event tag; a repeated tag begins another game."""
    names: set[bytes] = set()
    start = 0
    for tag in _TAG_NAME.finditer(_without_comments(lead)):
        if tag[1] in names:
            start = tag.start()
            names.clear()
        names.add(tag[1])
    return start if names.isdisjoint(_TAG_NAME.findall(part, 0, head_end(part))) else len(lead)


def _without_comments(text: bytes) -> bytes:
    return _COMMENT.sub(lambda comment: b" " * len(comment[0]), text)


def _head_of_one_game(data: bytes, is_last: bool) -> int:
    """Return where the moves begin of a part that is plainly one game, tags first and at most one result, else 0."""
    head = plain_head(data)
    if not head or data.count(b"[White ", 0, head) > 1:
        return 0
    if not data.startswith(_EVENT) and data.count(b"[Black ", 0, head) > 1:
        return 0
    # Written out, since every game comes by here.
    decided = data.count(b"1-0", head) + data.count(b"0-1", head)
    if decided + data.count(b"1/2-1/2", head) + data.count(b"*", head) > 1:
        return 0
    end = data.rstrip()
    ends_with_comment = end.endswith(b"}") or end.startswith(b";", end.rfind(b"\n") + 1)
    return 0 if ends_with_comment and not is_last else head


def _further_games(data: bytes, is_last: bool) -> Iterator[int | None]:
    """Yield where a further game begins in a part: after a result, or at a tag after moves or that is repeated.

    Comments before it, behind an empty line, belong to it. None is yielded now and then if no game begins for many
    lines.
    """
    names: set[bytes] = set()
    in_moves = ended = in_comment = after_empty = False
    comments = repeated = None
    place = lead_end(data)
    lines = io.BytesIO(data)
    lines.seek(place)
    for number, line in enumerate(lines, 1):
        moves = line
        if not in_comment:
            tag = _TAG_NAME.match(line)
            if tag and (in_moves or (after_empty and tag[1] in names)):
                yield place if comments is None else comments
                names.clear()
                in_moves = ended = False
                repeated = None
            if tag and tag[1] in names:
                repeated = place if repeated is None else repeated
                if tag[1] in _PLAYER_TAGS:
                    yield repeated
                    names.clear()
                    repeated = None
            if tag:
                names.add(tag[1])
                moves = line[moves_behind_tags(line) :]
            elif not in_moves and line.lstrip().startswith(b"["):
                moves = b""  # A damaged tag; what it ends with is no result.
            elif ended and line[:1].isalnum():
                yield place if comments is None else comments
                names.clear()
                ended = False
            if ended and after_empty and comments is None and line.lstrip().startswith((b"{", b";")):
                comments = place
            after_empty = line.isspace()
            in_moves = in_moves or not (moves.isspace() or not moves or line.startswith(b"%"))
        if in_moves and not line.startswith(b"%"):
            in_comment, outside = _comment_after(moves, in_comment)
            if not outside.isspace() and outside:
                ended = not in_comment and _RESULT_AT_END.search(outside) is not None
                comments = None
        place += len(line)
        if number % _TURN == 0:
            yield None
    if comments is not None and not is_last:
        yield comments


def _comment_after(line: bytes, in_comment: bool) -> tuple[bool, bytes]:
    """Return whether a comment in braces is open after a line, and the part of the line outside comments."""
    if in_comment:
        _, closed, line = line.partition(b"}")
        if not closed:
            return True, b""
    parts = _COMMENT.split(line)
    is_open = len(parts) > 1 and parts[-2].startswith(b"{") and not parts[-2].endswith(b"}")
    return is_open, b"".join(parts[::2])
