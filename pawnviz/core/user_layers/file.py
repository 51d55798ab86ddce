"""Files of user layers: how they are written, and how they are read, also if they are damaged.

A file of layers is JSON that a person can read and write; its name ends in ``.pawnviz-layers``::

    {
      "pawnviz": "layers",
      "version": 1,
      "layers": [
        {
          "identifier": "lasting_holes",
          "title": "Lasting holes",
          "definition": "Squares on the own ranks 3 and 4 that no own pawn can guard without capturing.",
          "formula": "(rank_3 | rank_4) - front_attack_spans(own)",
          "mark": ["hatch", "tint", ""],
          "white": "",
          "black": "#9c3f78",
          "opacity": 0.8
        }
      ]
    }

Only ``title`` or ``identifier``, and ``formula``, which may also be a list of lines, must be there. A formula may call
the other layers by their identifiers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from pawnviz.core.data_files import DataError, FileFault, read_json
from pawnviz.core.formula.names import FORMER_NAMES
from pawnviz.core.formula.parser import LONGEST_TEXT
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import read_style, style_values
from pawnviz.core.layers.registry import LONGEST_DEFINITION, LONGEST_TITLE, identifier_fault, identifier_for, text_fault
from pawnviz.core.user_layers.collection import MOST_LAYERS, USER_STYLE, UserLayer, UserLayers, renamed_calls
from pawnviz.core.words import count_text, quoted_value

SUFFIX: Final = ".pawnviz-layers"  # The end of the name of a file of layers.

LARGEST_FILE: Final = 6_000_000  # The most characters, or bytes, of a file of layers.

_KIND: Final = "layers"
_MOST_LINES: Final = 100  # The most lines of a formula that are written as a list.
_VERSION: Final = 1
_FIRST_ENTRY: Final = r'"layers"\s*:\s*\['
_MOST_ATTEMPTS: Final = 2 * MOST_LAYERS  # How often the next entry is looked for in a file that is not JSON.
_LONGEST_ENTRY: Final = 100_000
"""The number of characters of a file that is not JSON up to which the end of an entry is looked for."""

_MOST_ENTRY_VALUES: Final = 5_000  # More than the lines of the longest formula.
_ENTRY: Final = re.compile(r'\{(?:[^{}"]++|"(?:[^"\\\n]++|\\.)*+")*+\}')


def write_layers(entries: Iterable[UserLayer]) -> str:
    """Return the text of a file of layers; formulas of a few lines are written as lists of lines."""
    entries_text = ",\n".join(map(_entry_text, entries))
    body = f"[\n{entries_text}\n  ]" if entries_text else "[]"
    return f'{{\n  "pawnviz": "{_KIND}",\n  "version": {_VERSION},\n  "layers": {body}\n}}\n'


def _entry_text(entry: UserLayer) -> str:
    import json

    values = entry._asdict() | style_values(entry.style)
    names = ("identifier", "title", "definition", "formula", *style_values(entry.style))
    texts = {name: json.dumps(values[name], ensure_ascii=False) for name in names}
    lines = entry.formula.split("\n")
    if 1 < len(lines) <= _MOST_LINES:
        listed = ",\n".join(f"        {json.dumps(line, ensure_ascii=False)}" for line in lines)
        texts["formula"] = f"[\n{listed}\n      ]"
    inner = ",\n".join(f'      "{name}": {text}' for name, text in texts.items())
    return f"    {{\n{inner}\n    }}"


def read_layers(text: str) -> tuple[tuple[UserLayer, ...], tuple[FileFault, ...]]:
    """Return the readable layers of a file, even if it is no JSON, and its faults; never raises."""
    of_file: list[str] = []
    values = _entry_values(text, of_file)
    if len(values) > MOST_LAYERS:
        of_file.append(f"there are at most {MOST_LAYERS} layers; this file has {len(values)}")
    faults = [FileFault(0, "", fault) for fault in of_file]
    read: dict[str, UserLayer] = {}
    renamed: dict[str, str] = {}
    for number, value in enumerate(values[:MOST_LAYERS], 1):
        faults += _read_entry(number, value, read, renamed)
    entries = []
    for entry in read.values():
        names = {old: new for old, new in renamed.items() if new != entry.identifier}
        entries.append(entry._replace(formula=renamed_calls(entry.formula, names)))
    return tuple(entries), tuple(faults)


def read_draft(text: str) -> UserLayer | None:
    """Return the first layer in the text of a file, fit to be kept or not; None without one. Never raises."""
    values = _entry_values(text, [])
    value = values[0] if values else None
    if not isinstance(value, dict):
        return None
    identifier, title, definition = (value.get(name, "") for name in ("identifier", "title", "definition"))
    formula, parts = _formula_text(value.get("formula")), (identifier, title, definition)
    if formula is None or not all(isinstance(part, str) and _is_unicode(part) for part in parts):
        return None
    style = read_style(style_values(USER_STYLE) | value)
    return UserLayer(identifier, title, formula, definition, USER_STYLE if isinstance(style, str) else style)


def formula_faults(entries: Sequence[UserLayer], layers: UserLayers) -> tuple[FileFault, ...]:
    """Return the faults of the formulas of a file's entries, which are among the layers."""
    return tuple(
        FileFault(0, entry.title, error.message, "the formula", error.column)
        for entry in entries
        if (error := layers.fault(entry.identifier)) is not None
    )


def _entry_values(text: str, faults: list[str]) -> list[object]:
    if len(text) > LARGEST_FILE:
        faults.append(f"a file of layers has at most {LARGEST_FILE} characters, this one has {len(text)}")
        return []
    try:
        value = read_json(text)
    except DataError as error:
        values = _scattered_values(text) if error.is_syntax else []
        read = f"; {count_text(len(values), 'entry was', 'entries were')} read nevertheless" if values else ""
        faults.append(f"{error}{read}")
        return values
    if not isinstance(value, dict) or value.get("pawnviz") != _KIND:
        faults.append(f'this is not a file of layers; it should be an object with "pawnviz": "{_KIND}"')
        return []
    version = value.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        faults.append(f'"version" should be {_VERSION}, not {quoted_value(version)}')
    elif version > _VERSION:
        newer = f"the file is of version {quoted_value(str(version))[1:-1]}, written by a newer pawnviz"
        faults.append(f"{newer}; the parts that version {_VERSION} has as well were read")
    entries = value.get("layers")
    if not isinstance(entries, list):
        faults.append('"layers" is a list of entries')
        return []
    return entries


def _scattered_values(text: str) -> list[object]:
    """Return the objects that can be read in a list of layers that is not JSON as a whole."""
    first = re.search(_FIRST_ENTRY, text)
    if first is None:
        return []
    values: list[object] = []
    place = text.find("{", first.end())
    for _ in range(_MOST_ATTEMPTS):
        if place < 0:
            break
        entry = _ENTRY.match(text, place, place + _LONGEST_ENTRY)
        if entry:
            with suppress(DataError):
                values.append(read_json(entry[0], _MOST_ENTRY_VALUES))
        place = text.find("{", entry.end() if entry else place + 1)
    return values


def _read_entry(
    number: int, value: object, entries: dict[str, UserLayer], renamed: dict[str, str]
) -> Iterator[FileFault]:
    """Read an entry into those before it, and into ``renamed`` if its name cannot be used; yield its faults."""
    if not isinstance(value, dict):
        yield FileFault(number, "", "an entry is an object with a title and a formula")
        return
    given, title = value.get("identifier"), value.get("title")
    name = title if isinstance(title, str) else given if isinstance(given, str) else ""
    formula = _formula_text(value.get("formula"))
    if formula is None:
        yield FileFault(number, name, "a formula is expected, as a text or a list of lines")
        return
    if len(formula) > LONGEST_TEXT:
        message = f"a formula is at most {LONGEST_TEXT} characters long, this one is {len(formula)}"
        yield FileFault(number, name, message, "the formula", LONGEST_TEXT + 1)
        return
    faults: list[str] = []
    identifier = _identifier(given, name, entries, faults)
    if identifier != given and isinstance(given, str) and given not in entries:
        # A name that is now that of a built-in layer, or a word of formulas, is a call in the formulas of the file.
        renamed |= {given: identifier} if given in LAYERS or given in FORMER_NAMES.values() else {}
    title = _line(title, "a title", LONGEST_TITLE, faults) if "title" in value else ""
    definition = _line(value.get("definition", ""), "a definition", LONGEST_DEFINITION, faults)
    usual = style_values(USER_STYLE)
    style = read_style(usual | value) if value.keys() & usual.keys() else USER_STYLE
    if isinstance(style, str):
        faults.append(style)
        style = USER_STYLE
    title = title or identifier.replace("_", " ").capitalize()
    entries[identifier] = UserLayer(identifier, title, formula, definition, style)
    for fault in faults:
        yield FileFault(number, name or identifier, fault)


def _identifier(given: object, name: str, taken: Collection[str], faults: list[str]) -> str:
    """Return the identifier of an entry: the given one if it can be used, else one made of that or of its name."""
    if not isinstance(given, str):
        if given is not None or not name:
            faults.append("a title is expected" if given is None else "an identifier is a text such as lasting_holes")
        return identifier_for(name, taken)
    fault = f"{given} is the name of an entry before it" if given in taken else identifier_fault(given)
    if not fault:
        return given
    identifier = identifier_for(given, taken)
    faults.append(f"{fault.partition('; choose')[0]}; this one is read as {identifier}")
    return identifier


def _formula_text(value: object) -> str | None:
    """Return a text, or a list of lines joined, as a formula; None for anything else."""
    if isinstance(value, list) and value and all(isinstance(line, str) for line in value):
        value = "\n".join(value)
    return value if isinstance(value, str) and _is_unicode(value) else None


def _line(value: object, what: str, longest: int, faults: list[str]) -> str:
    """Return a text as one line of printable characters, cut to its longest; note a fault if that changed it."""
    if not isinstance(value, str):
        faults.append(f"{what} is a text")
        return ""
    text = " ".join(value.split())
    fault = text_fault(text, what, longest)
    if fault:
        faults.append(fault)
        text = "".join(character for character in text[:longest] if character.isprintable()).strip()
    return text


def _is_unicode(text: str) -> bool:
    """Return whether a text can be written in UTF-8: it has no half of a surrogate pair."""
    return re.search("[\ud800-\udfff]", text) is None
