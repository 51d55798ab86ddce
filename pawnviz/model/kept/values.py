"""Values kept as a JSON object with a member for each field of their class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from pawnviz.core.data_files import DataError, read_json
from pawnviz.core.words import first_of, shortened
from pawnviz.model.kept.file import KeptFile
from pawnviz.model.preferences.values import Value, read_fields, to_json
from pawnviz.override import plain_override

LARGEST_KEPT_FILE: Final = 4_000_000  # The most bytes of a file of kept values.

Values = TypeVar("Values", bound=Value)

VERSION: Final = 1  # The version of the files.

_KIND: Final = "pawnviz"


class ValuesFile(KeptFile[Values]):
    """The file of one class of kept values.

    Unknown fields, of a later version for instance, are written back. With ``whole`` the values belong together,
    and the last program that changes one of them writes all; else fields are merged one by one.
    """

    def __init__(self, path: Path, make: type[Values], subject: str, *, whole: bool = False) -> None:
        """Keep values of this class in a file; ``subject`` is for messages."""
        super().__init__(path, LARGEST_KEPT_FILE, subject)
        self._make = make
        self._whole = whole
        self._unknown: dict[str, Any] = {}

    @plain_override
    def _default(self) -> Values:
        return self._make()

    @plain_override
    def _encoded(self, value: Values) -> bytes:
        head = {_KIND: self.path.stem, "version": VERSION}
        return (json.dumps(head | to_json(value) | self._unknown, indent=1) + "\n").encode("ascii")

    @plain_override
    def _decoded(self, data: bytes) -> tuple[Values, str, str]:
        fault = f"is not a file of pawnviz's {self.path.stem}"
        try:
            values = read_json(data.decode())
        except UnicodeDecodeError:
            values, fault = None, "is no text in UTF-8"
        except DataError as error:
            values, fault = None, f"is not read, {error}"
        if not isinstance(values, dict) or values.get(_KIND) != self.path.stem:
            return self._make(), f"“{self.path}” {fault}; the defaults are used.", "bad"
        good, wrong = read_fields(self._make, values)
        known = {_KIND, "version", *self._make.__struct_fields__}
        self._unknown = {name: value for name, value in values.items() if name not in known}
        value = self._make(**good)
        version = values.get("version", VERSION)
        if version != VERSION:
            name = shortened(json.dumps(version), 12)
            sentence = f"“{self.path}” is of version {name}; this pawnviz writes version {VERSION}."
            return value, sentence, f"version-{name}" if name.isalnum() else "bad"
        if not wrong:
            return value, "", ""
        return value, f"In “{self.path}” {first_of(wrong)}. The default is used instead.", "bad"

    @plain_override
    def _merged(self, value: Values, base: Values, theirs: Values) -> Values:
        if self._whole:
            return value
        own, before, others = map(msgspec.structs.asdict, (value, base, theirs))
        return self._make(**{name: others[name] if own[name] == before[name] else own[name] for name in own})
