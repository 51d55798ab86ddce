"""Values kept as a JSON object in a file: each field is checked as it is read, and what is unknown stays.

A class of kept values is a frozen dataclass whose fields name, by ``kept``, how each is read from JSON and checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeVar

from pawnviz.core.words import shortened
from pawnviz.model.kept.file import KeptFile
from pawnviz.override import override

LARGEST_KEPT_FILE: Final = 4_000_000
"""The number of bytes that a file of kept values may have."""

MOST_FAULTS: Final = 3
"""The number of wrong fields that a notice names; more are counted."""

VERSION: Final = 1
"""The version of the files that is read and written."""

_KIND: Final = "pawnviz"


class KeptValues(Protocol):
    """A frozen dataclass whose fields are made with ``kept``; every field has a default."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    FILE_NAME: ClassVar[str]
    """The name of its file, such as ``settings.json``."""


Kept = TypeVar("Kept", bound=KeptValues)
Content = TypeVar("Content")


def kept(
    read: Callable[[object], Content], write: Callable[[Content], object] | None = None
) -> dict[str, Callable[[Any], Any]]:
    """Return the metadata of a field that is kept as JSON.

    ``read`` returns the field's value for a JSON value, or raises ``ValueError`` with the words for what it must be;
    ``write`` returns the JSON value and is not needed where both are the same.
    """
    return {"read": read, "write": write or _itself}


class ValuesFile(KeptFile[Kept]):
    """The file of one class of kept values.

    Fields that the class does not have, of a later version for instance, are written back as they were. With ``whole``
    the values belong together, and the last program that changes one of them writes all; else fields are merged one by
    one.
    """

    def __init__(self, kind: type[Kept], folder: Path, subject: str, *, whole: bool = False) -> None:
        """Keep values of this class in a folder; ``subject`` names them in messages."""
        super().__init__(folder / kind.FILE_NAME, LARGEST_KEPT_FILE)
        self._kind = kind
        self._subject = subject
        self._whole = whole
        self._unknown: dict[str, Any] = {}

    @property
    @override
    def subject(self) -> str:
        return self._subject

    def _default(self) -> Kept:
        return self._kind()

    def _encoded(self, value: Kept) -> bytes:
        content = {entry.name: entry.metadata["write"](getattr(value, entry.name)) for entry in fields(value)}
        head = {_KIND: self.path.stem, "version": VERSION}
        return (json.dumps(head | content | self._unknown, indent=1) + "\n").encode("ascii")

    def _decoded(self, data: bytes) -> tuple[Kept, str, str]:
        try:
            values = json.loads(data)
        except (ValueError, RecursionError):
            return self._kind(), f"“{self.path}” is no JSON; the defaults are used.", "bad"
        if not isinstance(values, dict) or values.get(_KIND) != self.path.stem:
            return (
                self._kind(),
                f"“{self.path}” is not a file of pawnviz's {self.path.stem}; the defaults are used.",
                "bad",
            )
        good, wrong = self._checked(values)
        value = self._kind(**good)
        version = values.get("version", VERSION)
        if version != VERSION:
            name = shortened(json.dumps(version), 12)
            sentence = f"“{self.path}” is of version {name}; this pawnviz writes version {VERSION}."
            return value, sentence, f"version-{name}" if name.isalnum() else "bad"
        if not wrong:
            return value, "", ""
        more = f"; and {len(wrong) - MOST_FAULTS} more" if len(wrong) > MOST_FAULTS else ""
        named = f"{'; '.join(wrong[:MOST_FAULTS])}{more}"
        return value, f"In “{self.path}” {named}. The default is used instead.", "bad"

    def _checked(self, values: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return the fields that are as they must be, and a clause for each that is not; remember unknown ones."""
        good: dict[str, Any] = {}
        wrong = []
        for entry in fields(self._kind):
            if entry.name in values:
                try:
                    good[entry.name] = entry.metadata["read"](values[entry.name])
                except ValueError as error:
                    wrong.append(f"{entry.name} must be {error}")
        known = {_KIND, "version", *(entry.name for entry in fields(self._kind))}
        self._unknown = {name: value for name, value in values.items() if name not in known}
        return good, wrong

    def _merged(self, value: Kept, base: Kept, theirs: Kept) -> Kept:
        if self._whole:
            return value
        unchanged = [entry.name for entry in fields(value) if getattr(value, entry.name) == getattr(base, entry.name)]
        return replace(value, **{name: getattr(theirs, name) for name in unchanged})


def _itself(value: object) -> object:
    return value
