"""Kinds of values in JSON: how each is read, checked and written."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pawnviz.core.words import listed

LONGEST_PATH: Final = 4096  # The number of characters of a path that is kept.
_LONGEST_WORD: Final = 20

Value = TypeVar("Value")
Record = TypeVar("Record", bound=tuple[Any, ...])


def _itself(value: object) -> object:
    return value


class Kind(NamedTuple, Generic[Value]):
    """A kind of values in JSON; ``write`` is not needed where both values are the same.

    ``read`` returns the value of a JSON value, or raises ``ValueError`` with words for the valid ones.
    """

    read: Callable[[object], Value]
    write: Callable[[Value], object] = _itself


def _read_truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _read_object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("a JSON object")
    return value


def _read_word(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_WORD or not value.isidentifier():
        raise ValueError("a name")
    return value


def _read_path(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_PATH or "\0" in value or not is_unicode(value):
        raise ValueError("the path of a file")
    return value


def _read_state(value: object) -> bytes:
    text, checksum = (value.get("base64"), value.get("crc32")) if isinstance(value, dict) else (None, None)
    if isinstance(text, str):
        try:
            state = base64.b64decode(text, validate=True)
        except (ValueError, binascii.Error):
            state = None
        if state is not None and checksum == binascii.crc32(state):
            return state
    raise ValueError("bytes in base 64 with their checksum")


def _write_state(value: bytes) -> object:
    return {"base64": base64.b64encode(value).decode("ascii"), "crc32": binascii.crc32(value)}


TRUTH: Final = Kind(_read_truth)
OBJECT: Final = Kind(_read_object)  # A JSON object whose content is checked elsewhere.
WORD: Final = Kind(_read_word)  # An identifier of at most twenty characters.
PATH: Final = Kind(_read_path)  # A path, or an empty text.
STATE: Final = Kind(_read_state, _write_state)
"""The bytes of a state of Qt's, in base 64 with a checksum: Qt may not survive wrong ones."""


def is_unicode(text: str) -> bool:
    """Return whether a text has no half of a surrogate pair, which Qt cannot take."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def one_of(words: tuple[str, ...]) -> Kind[str]:
    """Return the kind of these words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(listed([f"“{word}”" for word in words], "or"))
        return value

    return Kind(read)


def number(least: int, most: int) -> Kind[int]:
    """Return the kind of the whole numbers from the least to the greatest one."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{least} to {most}")
        return value

    return Kind(read)


def mapping(kind: Kind[Value]) -> Kind[dict[str, Value]]:
    """Return the kind of JSON objects with any names, whose values are of one kind."""

    def read(value: object) -> dict[str, Value]:
        return {name: _part(kind, name, part) for name, part in _read_object(value).items()}

    def write(value: dict[str, Value]) -> object:
        return {name: kind.write(part) for name, part in value.items()}

    return Kind(read, write)


def record(make: Callable[..., Record], kinds: Mapping[str, Kind[Any]]) -> Kind[Record]:
    """Return the kind of a named tuple as a JSON object; missing fields have defaults, and unknown ones are ignored."""

    def read(value: object) -> Record:
        values = _read_object(value)
        return make(**{name: _part(kind, name, values[name]) for name, kind in kinds.items() if name in values})

    def write(value: Record) -> object:
        return {name: kind.write(part) for (name, kind), part in zip(kinds.items(), value, strict=True)}

    return Kind(read, write)


def _part(kind: Kind[Value], name: str, value: object) -> Value:
    try:
        return kind.read(value)
    except ValueError as error:
        raise ValueError(f"an object in which {name} is {error}") from None
