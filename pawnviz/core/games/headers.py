"""The tags at the head of a game."""

from __future__ import annotations

import re
from typing import Final

from pawnviz.core.games.cutting import plain_head

_TAG: Final = re.compile(rb'^[ \t]*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"(.*)"\s*\]\s*$', re.MULTILINE)
_ESCAPED: Final = re.compile(r'\\(["\\])')


def head_end(data: bytes) -> int:
    """Return where the moves of a game begin in its text: at the first line that is no tag, empty or escaped."""
    if end := plain_head(data):
        return end
    place = 0
    while place < len(data):
        end = data.find(b"\n", place) + 1 or len(data)
        line = data[place:end].strip()
        if line and not line.startswith((b"[", b"%")):
            break
        place = end
    return place


def read_headers(data: bytes, end: int) -> dict[str, str]:
    """Return the tags of a game, whose head ends at a place, by their names; of a tag that is repeated, the first.

    Lines that are no tags are left out. Quotation marks inside a value need no backslash.
    """
    headers: dict[str, str] = {}
    for name, value in _TAG.findall(data, 0, end):
        text = decode(value)[0].strip()
        headers.setdefault(name.decode(), _ESCAPED.sub(r"\1", text) if "\\" in text else text)
    return headers


def faulty_tag_lines(data: bytes, end: int) -> list[int]:
    """Return the numbers, from 0, of the lines in the head of a game that begin like a tag and are none."""
    lines = data[:end].split(b"\n")
    return [number for number, line in enumerate(lines) if line.strip().startswith(b"[") and not _TAG.match(line)]


def decode(data: bytes) -> tuple[str, bool]:
    """Return the text of bytes and whether they are UTF-8; what is not is read as Windows-1252, the usual other one.

    A byte that Windows-1252 leaves undefined becomes a replacement character.
    """
    try:
        return data.decode(), True
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), False
