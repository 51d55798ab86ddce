"""Values kept as a JSON object: a named tuple with defaults and a table of the kinds of its fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from pawnviz.core.data_files import DataError, read_json
from pawnviz.core.words import shortened
from pawnviz.model.kept.file import KeptFile
from pawnviz.model.preferences.kinds import Kind
from pawnviz.override import plain_override

LARGEST_KEPT_FILE: Final = 4_000_000  # The most bytes of a file of kept values.
MOST_FAULTS: Final = 3  # The number of wrong fields in a notice; more are counted.

Values = TypeVar("Values", bound=tuple[Any, ...])

VERSION: Final = 1  # The version of the files.

_KIND: Final = "pawnviz"


class ValuesFile(KeptFile[Values]):
    """The file of one class of kept values.

    Unknown fields, of a later version for instance, are written back. With ``whole`` the values belong together,
    and the last program that changes one of them writes all; else fields are merged one by one.
    """

    def __init__(
        self,
        path: Path,
        make: Callable[..., Values],
        kinds: Mapping[str, Kind[Any]],
        subject: str,
        *,
        whole: bool = False,
    ) -> None:
        """Keep values of this class in a file, with the kinds of its fields in order; ``subject`` is for messages."""
        super().__init__(path, LARGEST_KEPT_FILE)
        self._make = make
        self._kinds = kinds
        self._subject = subject
        self._whole = whole
        self._unknown: dict[str, Any] = {}

    @property
    @plain_override
    def subject(self) -> str:
        return self._subject

    def _default(self) -> Values:
        return self._make()

    def _encoded(self, value: Values) -> bytes:
        content = {name: kind.write(part) for (name, kind), part in zip(self._kinds.items(), value, strict=True)}
        head = {_KIND: self.path.stem, "version": VERSION}
        return (json.dumps(head | content | self._unknown, indent=1) + "\n").encode("ascii")

    def _decoded(self, data: bytes) -> tuple[Values, str, str]:
        try:
            values = read_json(data.decode())
        except UnicodeDecodeError:
            return self._make(), f"“{self.path}” is no text in UTF-8; the defaults are used.", "bad"
        except DataError as error:
            return self._make(), f"“{self.path}” is not read, {error}; the defaults are used.", "bad"
        if not isinstance(values, dict) or values.get(_KIND) != self.path.stem:
            return (
                self._make(),
                f"“{self.path}” is not a file of pawnviz's {self.path.stem}; the defaults are used.",
                "bad",
            )
        good, wrong = self._checked(values)
        value = self._make(**good)
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
        """Return the valid fields, and a clause for each fault; remember unknown ones."""
        good: dict[str, Any] = {}
        wrong = []
        for name, kind in self._kinds.items():
            if name in values:
                try:
                    good[name] = kind.read(values[name])
                except ValueError as error:
                    wrong.append(f"{name} must be {error}")
        known = {_KIND, "version", *self._kinds}
        self._unknown = {name: value for name, value in values.items() if name not in known}
        return good, wrong

    def _merged(self, value: Values, base: Values, theirs: Values) -> Values:
        if self._whole:
            return value
        parts = zip(self._kinds, value, base, theirs, strict=True)
        return self._make(**{name: other if own == before else own for name, own, before, other in parts})
