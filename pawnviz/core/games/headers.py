"""The tags of a game, and the texts of a game that are searched."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

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
    tags: list[tuple[bytes, bytes]] = []
    place = 0
    while tag := _TAG_OF_LINE.match(line, place):
        tags.append((tag[1], tag[2]))
        place = tag.end()
    if tag := _TAG_AND_REST.match(line, place):
        tags.append((tag[1], tag[2]))
        place = tag.end()
    return tags, place


def moves_behind_tags(line: bytes) -> int:
    """Return where moves begin that stand behind tags on their line, its end where there are none."""
    end = tags_of_line(line)[1]
    return end if end and _MOVES.match(line, end) else len(line)


def _read_end(data: bytes, end: int) -> int:
    """Return the end of the part of a head that is read: all of it, or the last whole line of a long one."""
    return end if end <= LONGEST_HEAD else data.rfind(b"\n", 0, LONGEST_HEAD) + 1


def read_headers(data: bytes, end: int) -> dict[str, str]:
    """Return the tags of a game by name, of repeated ones the first; quotation marks inside need no backslash."""
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
        """Return the number of a text, which is added where it is new, and cut where it is too long."""
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
