"""The user's own layers: formulas with a name, as the same ``Layer`` values as the built-in ones, and their file.

A file of layers is JSON that a person can read and write; its name ends in ``.pawnviz-layers``::

    {
      "pawnviz": "layers",
      "version": 1,
      "layers": [
        {
          "identifier": "lasting_holes",
          "title": "Lasting holes",
          "definition": "Squares on the own ranks 3 and 4 that no own pawn can ever guard.",
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

What reads formulas is imported where the first one is read: the window starts sooner without it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pawnviz.core.board.side import Side
from pawnviz.core.formula.names import RESERVED
from pawnviz.core.layers import LAYERS, NUMBERS, Chapter, Layer
from pawnviz.core.layers.marks import Mark, Style, badge, hatch, read_style, style_values
from pawnviz.core.words import count_text, quoted_value

if TYPE_CHECKING:
    from pawnviz.core.formula.tokens import FormulaError
    from pawnviz.core.formula.tree import Formula

MY_LAYERS: Final = Chapter("My layers", "")
"""The chapter of the user's own layers."""

SUFFIX: Final = ".pawnviz-layers"
"""How the name of a file of layers ends."""

LARGEST_FILE: Final = 8_000_000
"""The number of characters, or bytes, up to which a file of layers is read: more than the most layers can take."""

MOST_LAYERS: Final = 200
"""The number of the user's own layers that there may be."""

LONGEST_IDENTIFIER: Final = 40
LONGEST_TITLE: Final = 60
LONGEST_DEFINITION: Final = 1000

OWN_STYLE: Final = Style(hatch("tint"))
"""How a layer of the user's own is drawn until another style is chosen."""

NEW_MARKS: Final = (
    OWN_STYLE.mark,
    badge(""),
    *map(hatch, ("dotted", "waves", "steep", "rungs", "shallow dashed", "crosses", "double", "steep dotted", "dashed")),
    *map(hatch, ("shallow", "double dashed", "steep dashed", "shallow dotted", "solid")),
)
"""The marks that new layers begin with, one after the other; the badge gets the first letter of the title."""

_OWN_PREFIXES: Final = ("exhibit_", "bench_", "difference_", "pasted_")
"""How the names of the program's own temporary layers start."""

_KIND: Final = "layers"
_VERSION: Final = 1
_IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_CALL: Final = re.compile(r"(?<![A-Za-z0-9_])[a-z][a-z0-9_]*(?=\s*\()")
_FIRST_ENTRY: Final = re.compile(r'"layers"\s*:\s*\[')
_MOST_ATTEMPTS: Final = 2 * MOST_LAYERS
"""How often the next entry is looked for in a file that is no JSON."""

_SQUARES: Final = frozenset(f"{file}{rank}" for file in "abcdefgh" for rank in "12345678")


@dataclass(frozen=True)
class UserLayer:
    """A layer as its user wrote it. The formula may be wrong; what it means depends on the layers that it calls."""

    identifier: str
    title: str
    formula: str
    definition: str = ""
    style: Style = OWN_STYLE


class Fault(NamedTuple):
    """What is wrong in a file of layers: the entry, counted from 1 or 0 where that is not known, its name, the words.

    Without a number and a name it is about the file itself. ``column`` is the place in the entry's formula, counted
    from 1, or 0 where it is about something else.
    """

    entry: int
    name: str
    message: str
    column: int = 0

    def __str__(self) -> str:
        """Return one sentence with the place in front."""
        names = [f"entry {self.entry}"] if self.entry else []
        names += [quoted_value(self.name)] if self.name else []
        place = [" ".join(names)] if names else []
        place += [f"column {self.column} of the formula"] if self.column else []
        return f"{', '.join(place)}: {self.message}" if place else self.message


# Names


def identifier_fault(identifier: str, taken: Collection[str] = ()) -> str:
    """Return why a text cannot be the identifier of an own layer, or an empty text; ``taken`` are the other layers'."""
    if not identifier:
        return "a name is expected, such as lasting_holes"
    if not _IDENTIFIER.fullmatch(identifier):
        strange = next((character for character in identifier if not character.isascii()), "")
        if strange:
            return f"{_character(strange)} is none of the letters a to z; a name is written like lasting_holes"
        return f"{quoted_value(identifier)} is no name; it is written with a to z, digits and _ like lasting_holes"
    if len(identifier) > LONGEST_IDENTIFIER:
        return f"a name is at most {LONGEST_IDENTIFIER} characters long, this one is {len(identifier)}"
    if identifier in LAYERS or identifier in NUMBERS:
        return f"{identifier} is a built-in {'layer' if identifier in LAYERS else 'number'}; choose another name"
    for prefix in _OWN_PREFIXES:
        if identifier.startswith(prefix):
            return f"names that start with {prefix} are the program's own; choose another name"
    if identifier in RESERVED or identifier in _SQUARES:
        return f"{identifier} has a meaning of its own in formulas; choose another name"
    if identifier in taken:
        return f"{identifier} is the name of another of your layers; choose another name"
    return ""


def _character(character: str) -> str:
    """Return a character with its name, since it may look like another one."""
    import unicodedata

    shown = f"“{character}” " if character.isprintable() else ""
    return f"{shown}{unicodedata.name(character, 'a character without a name')} (U+{ord(character):04X})"


def identifier_for(title: str, taken: Collection[str] = ()) -> str:
    """Return an identifier made of a title's letters, with a number behind it where the plain one cannot be had."""
    import unicodedata

    letters = unicodedata.normalize("NFKD", title[: 4 * LONGEST_TITLE]).encode("ascii", "ignore").decode().lower()
    plain = "_".join(re.findall("[a-z0-9]+", letters)).lstrip("0123456789_")[:LONGEST_IDENTIFIER].rstrip("_")
    return free_identifier(plain or "my_layer", taken)


def free_identifier(identifier: str, taken: Collection[str] = ()) -> str:
    """Return an identifier itself if it can be had, else with the least number from 2 behind it that can."""
    for prefix in _OWN_PREFIXES:
        identifier = identifier.removeprefix(prefix)
    if not _IDENTIFIER.fullmatch(identifier) or identifier.startswith(_OWN_PREFIXES):
        identifier = "my_layer"
    found, number = identifier, 1
    while identifier_fault(found, taken):
        number += 1
        end = f"_{number}"
        found = identifier[: LONGEST_IDENTIFIER - len(end)].rstrip("_") + end
    return found


def text_fault(text: str, what: str, longest: int) -> str:
    """Return why a text cannot be a title or a definition, or an empty text; ``what`` names it in the words."""
    if len(text) > longest:
        return f"{what} is at most {longest} characters long, this one is {len(text)}"
    strange = next((character for character in text if not character.isprintable()), "")
    if strange:
        return f"{what} is one line of letters and signs; {_character(strange)} is none"
    return ""


def renamed_calls(formula: str, names: dict[str, str]) -> str:
    """Return a formula that calls layers by new identifiers in place of old ones; the text may be wrong elsewhere."""
    if not names:
        return formula

    def new_name(found: re.Match[str]) -> str:
        return names[found[0]]

    old = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![A-Za-z0-9_])(?:{old})(?=\s*\()", new_name, formula)


def new_mark(taken: Iterable[Mark]) -> Mark:
    """Return the mark that a new layer begins with: the first of ``NEW_MARKS`` that fewest of the taken ones are.

    Badges are one mark, whatever their letters, since a new badge's letter is not known yet.
    """
    counts = Counter((mark.family, mark.shape) for mark in taken)
    return min(NEW_MARKS, key=lambda mark: counts[mark.family, mark.shape])


# Layers


class UserLayers:
    """The user's own layers in their order, each as written and as a ``Layer``. A value: a change gives a new one.

    ``layers`` holds every layer by identifier. One whose formula cannot be read holds no square, and its error is in
    ``faults``.
    """

    entries: tuple[UserLayer, ...]
    layers: dict[str, Layer]
    faults: dict[str, FormulaError]

    def __init__(self, entries: Iterable[UserLayer] = ()) -> None:
        """Read the formulas.

        Raises ``ValueError`` for an identifier that no own layer can have or that is there twice, and for too many
        layers.
        """
        self.entries = tuple(entries)
        if len(self.entries) > MOST_LAYERS:
            raise ValueError(f"there are at most {MOST_LAYERS} layers of your own")
        self.layers = {}
        self.faults = {}
        for entry in self.entries:
            fault = identifier_fault(entry.identifier, self.layers)
            if fault:
                raise ValueError(fault)
            self.layers[entry.identifier] = _layer(entry, _nothing)
        if self.entries:
            self._read()

    def _read(self) -> None:
        """Read the formulas."""
        from pawnviz.core.formula.parser import parse
        from pawnviz.core.formula.tokens import FormulaError

        names = dict(self.layers)
        for entry in self.entries:
            try:
                formula = parse(entry.formula, names, entry.identifier)
            except FormulaError as error:
                self.faults[entry.identifier] = error
            else:
                self.layers[entry.identifier] = _layer(entry, formula.remembered)

    def __eq__(self, other: object) -> bool:
        """Return whether the other value has the same layers, written in the same way and in the same order."""
        return isinstance(other, UserLayers) and self.entries == other.entries

    def __hash__(self) -> int:
        """Return a number that equal values share."""
        return hash(self.entries)

    def __contains__(self, identifier: object) -> bool:
        """Return whether one of the layers has this identifier."""
        return identifier in self.layers

    def __len__(self) -> int:
        """Return the number of layers."""
        return len(self.entries)

    def entry(self, identifier: str) -> UserLayer:
        """Return a layer as it is written; raises ``KeyError`` when there is none of this identifier."""
        for entry in self.entries:
            if entry.identifier == identifier:
                return entry
        raise KeyError(identifier)

    def draft(self, entry: UserLayer, instead_of: str = "") -> Layer:
        """Return the layer that an entry would be, new or in place of the one with the identifier ``instead_of``.

        Raises ``FormulaError``. The entry's identifier need not be one that a layer can have.
        """
        return _layer(entry, self._formula(entry, instead_of).remembered)

    def turns(self, entry: UserLayer, instead_of: str = "") -> bool:
        """Return whether the squares of an entry, as for ``draft``, may be others for White than for Black.

        Raises ``FormulaError``.
        """
        from pawnviz.core.formula.tree import depends_on_side

        return depends_on_side(self._formula(entry, instead_of))

    def _formula(self, entry: UserLayer, instead_of: str) -> Formula:
        """Return what an entry's formula says among these layers."""
        from pawnviz.core.formula.parser import parse

        # A formula that calls the layer by its former name would call itself as soon as it is kept.
        identifier = instead_of or ("" if entry.identifier in self.layers else entry.identifier)
        return parse(entry.formula, self.layers, identifier)

    def with_entry(self, entry: UserLayer, instead_of: str = "") -> UserLayers:
        """Return the layers with a new one at the end, or with this one in place of another, whose callers follow.

        Raises ``ValueError`` when the identifier cannot be had or there are too many layers.
        """
        if not instead_of:
            return UserLayers((*self.entries, entry))
        names = {instead_of: entry.identifier} if instead_of != entry.identifier else {}
        return UserLayers(
            entry if other.identifier == instead_of else replace(other, formula=renamed_calls(other.formula, names))
            for other in self.entries
        )

    def with_style(self, identifier: str, style: Style) -> UserLayers:
        """Return the layers with one of them drawn in another style."""
        return self.with_entry(replace(self.entry(identifier), style=style), identifier)

    def without(self, identifier: str) -> UserLayers:
        """Return the layers without one of them; those that call it keep their formulas, which are wrong then."""
        return UserLayers(entry for entry in self.entries if entry.identifier != identifier)

    def moved(self, identifier: str, place: int) -> UserLayers:
        """Return the layers with one of them at another place, counted from 0."""
        entries = [entry for entry in self.entries if entry.identifier != identifier]
        entries.insert(place, self.entry(identifier))
        return UserLayers(entries)

    def callers(self, identifier: str) -> tuple[str, ...]:
        """Return the identifiers of the layers whose formulas call one of them."""
        return tuple(
            entry.identifier for entry in self.entries if identifier in self._called(entry) - {entry.identifier}
        )

    def with_called(self, identifiers: Collection[str]) -> tuple[UserLayer, ...]:
        """Return these layers and those that they call, themselves or through others, in the order of the list."""
        called = {entry.identifier: self._called(entry) for entry in self.entries}
        wanted: set[str] = set()
        waiting = list(identifiers)
        while waiting:
            name = waiting.pop()
            if name not in wanted:
                wanted.add(name)
                waiting.extend(called[name])
        return tuple(entry for entry in self.entries if entry.identifier in wanted)

    def _called(self, entry: UserLayer) -> set[str]:
        """Return the identifiers of the layers that a formula calls, also where it is wrong."""
        return self.layers.keys() & set(_CALL.findall(entry.formula))


def _layer(entry: UserLayer, compute: Callable[[Side[Any]], Any]) -> Layer:
    """Return the layer of an entry with a rule."""
    return Layer(entry.identifier, entry.title, MY_LAYERS, entry.formula, entry.definition, entry.style.mark, compute)


def _nothing(side: Side[Any]) -> Any:
    """Return no squares, as an int or an array like the side's."""
    return side.pawns & 0


# Files


def write_layers(entries: Iterable[UserLayer]) -> str:
    """Return the text of a file of layers; formulas of several lines are written as lists of lines."""
    values: list[dict[str, Any]] = []
    for entry in entries:
        lines = entry.formula.split("\n")
        values.append(
            {
                "identifier": entry.identifier,
                "title": entry.title,
                "definition": entry.definition,
                "formula": lines if len(lines) > 1 else entry.formula,
                **style_values(entry.style),
            }
        )
    entries_text = ",\n".join(_entry_text(value) for value in values)
    body = f"[\n{entries_text}\n  ]" if values else "[]"
    return f'{{\n  "pawnviz": "{_KIND}",\n  "version": {_VERSION},\n  "layers": {body}\n}}\n'


def _entry_text(values: dict[str, Any]) -> str:
    """Return the JSON object of an entry with each member on a line of its own, and a list of lines on several."""
    import json

    members = []
    for name, value in values.items():
        text = json.dumps(value, ensure_ascii=False)
        if name == "formula" and isinstance(value, list):
            lines = ",\n".join(f"        {json.dumps(line, ensure_ascii=False)}" for line in value)
            text = f"[\n{lines}\n      ]"
        members.append(f'      "{name}": {text}')
    inner = ",\n".join(members)
    return f"    {{\n{inner}\n    }}"


def read_layers(text: str) -> tuple[tuple[UserLayer, ...], tuple[Fault, ...]]:
    """Return the layers of a file's text, with identifiers that can be had, and what is wrong with it. Never raises.

    An entry without a formula is left out; any other one is taken with what is good of it. In a text that is not JSON
    the entries that can be read are found nevertheless. Whether a formula can be read is seen by ``UserLayers``, since
    it may call layers from elsewhere.
    """
    faults: list[Fault] = []
    values = _entry_values(text, faults)
    if len(values) > MOST_LAYERS:
        faults.append(Fault(0, "", f"there are at most {MOST_LAYERS} layers; this file has {len(values)}"))
    reader = _Reader(faults)
    for number, value in enumerate(values[:MOST_LAYERS], 1):
        reader.read(number, value)
    return reader.entries(), tuple(faults)


def formula_faults(entries: Sequence[UserLayer], layers: UserLayers) -> tuple[Fault, ...]:
    """Return what is wrong with the formulas of a file's entries, which are among the layers."""
    return tuple(
        Fault(0, entry.title, error.message, error.column)
        for entry in entries
        if (error := layers.faults.get(entry.identifier)) is not None
    )


def _entry_values(text: str, faults: list[Fault]) -> list[object]:
    """Return the JSON values of a file's entries, as many as can be read."""
    import json

    if len(text) > LARGEST_FILE:
        faults.append(Fault(0, "", f"a file of layers has at most {LARGEST_FILE} characters, this one has {len(text)}"))
        return []
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        values = _scattered_values(text)
        read = f"; {count_text(len(values), 'entry was', 'entries were')} read nevertheless" if values else ""
        faults.append(
            Fault(0, "", f"line {error.lineno}, column {error.colno}: this is no JSON ({error.msg.lower()}){read}")
        )
        return values
    except (ValueError, RecursionError):
        faults.append(Fault(0, "", "this is no JSON that can be read: a number too long or brackets too deep"))
        return []
    if not isinstance(value, dict) or value.get("pawnviz") != _KIND:
        faults.append(Fault(0, "", f'this is no file of layers; it should be an object with "pawnviz": "{_KIND}"'))
        return []
    version = value.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        faults.append(Fault(0, "", f'"version" is {_VERSION}, not {quoted_value(version)}'))
    elif version > _VERSION:
        newer = f"the file is of version {quoted_value(str(version))[1:-1]}, made by a newer pawnviz"
        faults.append(Fault(0, "", f"{newer}; what version {_VERSION} has in common with it was read"))
    entries = value.get("layers")
    if not isinstance(entries, list):
        faults.append(Fault(0, "", '"layers" is a list of entries'))
        return []
    return entries


def _scattered_values(text: str) -> list[object]:
    """Return the objects that can be read in a list of layers that is not JSON as a whole."""
    import json

    first = _FIRST_ENTRY.search(text)
    if first is None:
        return []
    decoder = json.JSONDecoder()
    found: list[object] = []
    place = text.find("{", first.end())
    for _ in range(_MOST_ATTEMPTS):
        if place < 0:
            break
        end = place + 1
        try:
            value, end = decoder.raw_decode(text, place)
            found.append(value)
        except (ValueError, RecursionError):
            pass
        place = text.find("{", end)
    return found


class _Reader:
    """Reads the entries of one file one after the other and gives each an identifier of its own."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults
        self._read: dict[str, UserLayer] = {}
        self._renamed: dict[str, str] = {}

    def read(self, number: int, value: object) -> None:
        """Take an entry, or note why it cannot be taken."""
        if not isinstance(value, dict):
            self._faults.append(Fault(number, "", "an entry is an object with a title and a formula"))
            return
        given, title = value.get("identifier"), value.get("title")
        name = title if isinstance(title, str) else given if isinstance(given, str) else ""
        formula = _formula_text(value.get("formula"))
        if formula is None:
            self._faults.append(Fault(number, name, "a formula is expected, as a text or a list of lines"))
            return
        from pawnviz.core.formula.tokens import LONGEST_TEXT

        if len(formula) > LONGEST_TEXT:
            message = f"a formula is at most {LONGEST_TEXT} characters long, this one is {len(formula)}"
            self._faults.append(Fault(number, name, message, LONGEST_TEXT + 1))
            return
        faults: list[str] = []
        identifier = self._identifier(given, name, faults)
        title = _line(title, "a title", LONGEST_TITLE, faults) if "title" in value else ""
        definition = _line(value.get("definition", ""), "a definition", LONGEST_DEFINITION, faults)
        style: Style | str = OWN_STYLE
        if value.keys() & style_values(OWN_STYLE).keys():
            style = read_style(style_values(OWN_STYLE) | value)
        if isinstance(style, str):
            faults.append(style)
            style = OWN_STYLE
        title = title or identifier.replace("_", " ").capitalize()
        self._faults.extend(Fault(number, name or identifier, fault) for fault in faults)
        self._read[identifier] = UserLayer(identifier, title, formula, definition, style)

    def _identifier(self, given: object, name: str, faults: list[str]) -> str:
        """Return the identifier of an entry: the given one, or one that is like it or like its name."""
        if given is None:
            if not name:
                faults.append("a title is expected")
            return identifier_for(name, self._read)
        if not isinstance(given, str):
            faults.append("an identifier is a text such as lasting_holes")
            return identifier_for(name, self._read)
        fault = identifier_fault(given, self._read)
        if not fault:
            return given
        found = identifier_for(given, self._read)
        if given in self._read:
            fault = f"{given} is the name of an entry before it"
        elif given in LAYERS:
            # A layer of this name became a built-in one after the file was written.
            self._renamed[given] = found
        faults.append(f"{fault.partition('; choose')[0]}; this one is read as {found}")
        return found

    def entries(self) -> tuple[UserLayer, ...]:
        """Return the entries; those that call one that had to be given another identifier call it by that."""
        return tuple(
            replace(
                entry,
                formula=renamed_calls(
                    entry.formula, {old: new for old, new in self._renamed.items() if new != entry.identifier}
                ),
            )
            for entry in self._read.values()
        )


def _formula_text(value: object) -> str | None:
    """Return the text of a formula that is kept as a text or as a list of lines, or None."""
    if isinstance(value, list) and value and all(isinstance(line, str) for line in value):
        value = "\n".join(value)
    return value if isinstance(value, str) and _is_unicode(value) else None


def _line(value: object, what: str, longest: int, faults: list[str]) -> str:
    """Return a text on one line that a person can read; note a fault where that is not the text itself."""
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
    """Return whether a text has no half of a surrogate pair, which no file can hold."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
