"""JSON and TOML of files that anybody may have written, read within limits, and objects that hold files."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pawnviz.core.words import lowered, quoted_value

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self


class Closeable(ABC):
    """A base whose objects are closed at the end of a ``with`` block, also by an exception."""

    @abstractmethod
    def close(self) -> None:
        """Close the files; again is no fault."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


DEEPEST: Final = 32  # The number of brackets within each other that a file may have.
MOST_VALUES: Final = 100_000  # The most values of a JSON text.
MOST_TOML_VALUES: Final = 20_000  # The most values, tables and parts of dotted keys of a TOML text.
_MOST_KEY_PARTS: Final = 8  # The most parts of a dotted key.

_JSON_STRING: Final = r'(?s)"(?:[^"\\]++|\\.)*+"?'
_TOML_STRING: Final = (
    r'(?s)"""(?:(?!""")(?:[^"\\]++|"|\\.))*+(?:""")?|' + r"'''(?:(?!''')(?:[^']++|'))*+(?:''')?|"
    r'#[^\n]*+|"(?:[^"\\\n]++|\\[^\n])*+"?|' + r"'[^'\n]*+'?"
)
"""A string, even one without an end, or a comment."""

_DOTTED_KEY: Final = r"(?:\.[^\n.,=\[\]{}]*+){" + str(_MOST_KEY_PARTS) + "}"
_BRACKET: Final = r"[\[\]{}]"
_LINE: Final = r"(?<=at line )\d+"


class DataError(ValueError):
    """A text that is not read, with the line of the fault if any; ``is_syntax`` is false if it is beyond limits."""

    def __init__(self, message: str, *, is_syntax: bool = False) -> None:
        super().__init__(message)
        self.is_syntax = is_syntax


class FileFault(NamedTuple):
    """A fault of a file, or of one of its entries.

    ``entry`` is the entry's number from 1, 0 if it is not known, ``name`` its title or name if it has one; a fault
    without either is the file's. ``column`` is the place in the text of ``key``, counted from 1, or 0.
    """

    entry: int
    name: str
    message: str
    key: str = ""
    column: int = 0

    def __str__(self) -> str:
        entry = f"entry {self.entry} " if self.entry else ""
        name = quoted_value(self.name) if self.name else ""
        key = f"column {self.column} of {self.key}" if self.column else self.key
        place = ", ".join(filter(None, (f"{entry}{name}".strip(), key)))
        return f"{place}: {self.message}" if place else self.message


Entries = TypeVar("Entries")


def read_entries(
    data: bytes, read: Callable[[str], tuple[Entries, tuple[FileFault, ...]]]
) -> tuple[Entries, tuple[FileFault, ...]]:
    """Return the entries and the faults that ``read`` finds in the bytes of a file; bytes outside UTF-8 are a fault."""
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        entries, faults = read(data.decode("utf-8-sig", "replace"))
        return entries, (FileFault(0, "", f"line {line}: this is not text in UTF-8"), *faults)


def read_json(text: str, most_values: int = MOST_VALUES) -> Any:
    """Return the value of a JSON text; raises ``DataError``."""
    import json

    _check(text, _JSON_STRING, most_values)
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        message = f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg.lower()})"
        raise DataError(message, is_syntax=True) from None
    except (ValueError, RecursionError):
        raise DataError("this JSON cannot be read: a number is too long") from None


def read_toml(text: str, lines_before: int = 0) -> dict[str, Any]:
    """Return the table of a TOML text, which may stand after other lines of its file; raises ``DataError``."""
    import tomllib  # Its import takes as long as reading the built-in structures.

    _check(text, _TOML_STRING, MOST_TOML_VALUES, lines_before)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = re.sub(_LINE, lambda line: str(int(line[0]) + lines_before), lowered(str(error)))
        raise DataError(message, is_syntax=True) from None
    except (ValueError, RecursionError):
        raise DataError("this TOML cannot be read: a number is too long", is_syntax=True) from None


def _check(text: str, strings: str, most_values: int, lines_before: int = 0) -> None:
    is_toml = strings == _TOML_STRING
    count = sum(map(text.count, "\"'#\\" if is_toml else '"')) // 4  # Some are in strings, or escaped.
    if count <= most_values:
        outside = re.sub(strings, "", text)
        count = sum(map(outside.count, ",=[{." if is_toml else ",[{"))
    if count > most_values:
        raise DataError(f"there are more than {most_values:,} values, the most that are read")
    if _fault(outside, is_toml):
        outside = re.sub(strings, lambda string: "\n" * string[0].count("\n"), text)
        message, place = _fault(outside, is_toml) or ("", 0)
        raise DataError(f"line {lines_before + outside.count(chr(10), 0, place) + 1}: {message}")


def _fault(outside: str, is_toml: bool) -> tuple[str, int] | None:
    """Return the excess of depth in a text without strings, and its place; None if there is none."""
    if is_toml and (key := re.search(_DOTTED_KEY, outside)):
        return f"a dotted key has more than {_MOST_KEY_PARTS} parts", key.start()
    depth = 0
    for bracket in re.finditer(_BRACKET, outside):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            return f"brackets stand more than {DEEPEST} deep within each other", bracket.start()
    return None
