"""The named structures that are known, read from built-in and user files, and which of them are on a board.

A file of structures is TOML with an entry for each structure::

    [[structure]]
    title = "Carlsbad"
    pattern = "W d4 e2/e3 -c; B d5 c6/c7 -e"
    white_plans = ["The minority attack [b5] makes a weak pawn.", "A [knight] heads for e5."]
    black_plans = [{ text = "...", if = "popcount(queens(own)) >= 1" }]

``title`` and one of ``pattern`` and ``where`` must be there. A text for plans is one sentence of a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import BLACK, WHITE, Side, pawn_sides, release
from pawnviz.core.data_files import DataError, FileFault, read_entries, read_toml
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.structures.pattern import read_pattern
from pawnviz.core.structures.rule import Rule, RuleTable, check_condition
from pawnviz.core.structures.structure import FoundStructure, Plan, Structure
from pawnviz.core.words import did_you_mean, listed, quoted_value
from pawnviz.folders import read_resource

MOST_STRUCTURES: Final = 200  # The most structures of the user's.
LARGEST_FILE: Final = 500_000  # The most bytes of a file of the user's structures.
USER_FAMILY: Final = "Your structures"  # The family of structures that name none.

_LONGEST: Final = {
    "identifier": 60,
    "title": 80,
    "reversed_title": 80,
    "heading": 120,
    "family": 80,
    "color": 5,
    "pattern": 4096,
    "where": 4096,
    "explanation": 1000,
    "pieces": 4096,
    "example": 71,
}
"""The keys of an entry that are texts, with the most characters of each."""

_PLANS: Final = ("white_plans", "black_plans")
_KEYS: Final = (*_LONGEST, *_PLANS, "keeps_title", "leads", "general", "least_pawns")
_FORMULAS: Final = ("pattern", "where", "pieces", "if")  # Their lines become one.
_LONGEST_PLAN: Final = 1000  # The most characters of a sentence of plans, and of its condition.
_PLAN: Final = {"text", "if"}
_MOST_PLANS: Final = 40  # The most sentences of a color.
_MOST_CONDITIONS: Final = 50_000
"""The most characters of the patterns and conditions of a file, each different one once: a start waits for them."""

_COLORS: Final = ("white", "black", "both")
_ENTRY: Final = re.compile(r"^[ \t]*\[\[[ \t]*structure[ \t]*\]\]", re.MULTILINE)
_IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


class _EntryError(Exception):
    """A fault of an entry: a message, and maybe the key that it is about and the column in its text."""


def read_structures(text: str, taken: Collection[str] = ()) -> tuple[tuple[Structure, ...], tuple[FileFault, ...]]:
    """Return the structures of a text, and the faults of all others; ``taken`` ones may be led. Never raises."""
    structures: dict[str, Structure] = {}
    faults: list[FileFault] = []
    conditions = _Conditions()
    for number, values in _entries(text):
        if number > MOST_STRUCTURES:
            message = f"there are at most {MOST_STRUCTURES} structures; this one and all after it are left out"
            faults.append(FileFault(number, "", message))
            break
        title = values.get("title") if isinstance(values, dict) else ""
        known = {*taken, *structures}
        try:
            structure = _structure(values, known, conditions)
            for name in structure.leads if taken else ():
                if name not in known:  # So none leads itself through others.
                    hint = "expected the identifier of one that is built in or stands above"
                    hint = did_you_mean(name, sorted(known), hint)
                    raise _EntryError(f"{quoted_value(name)} is not known; {hint}", "leads")
        except _EntryError as error:
            shown = title if isinstance(title, str) else ""
            faults.append(FileFault(number, shown, *error.args))
        else:
            structures[structure.identifier] = structure
    return tuple(structures.values()), tuple(faults)


def entry_text(title: str, pattern: str) -> str:
    """Return the entry of a structure with a pattern."""
    texts = (("title", title), ("pattern", pattern))
    # A text of JSON in one line of printable characters is one of TOML too.
    return "\n".join(("[[structure]]", *(f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in texts), ""))


def _entries(text: str) -> Iterator[tuple[int, Any]]:
    """Yield the number of each entry, counted from 1, and its values, or its fault as a text; number 0 is the file."""
    try:
        yield from enumerate(_values(read_toml(text)), 1)
    except DataError as error:
        if not error.is_syntax:
            yield 0, str(error)
            return
        # A slip in one entry leaves the others, which are read one by one.
        lines, start = 0, 0
        for number, end in enumerate([*(match.start() for match in _ENTRY.finditer(text)), len(text)]):
            try:
                values = _values(read_toml(text[start:end], lines))
            except DataError as fault:
                values = [str(fault)]
            yield from ((number, entry) for entry in values)
            lines += text.count("\n", start, end)
            start = end


def _values(document: dict[str, Any]) -> list[Any]:
    """Return the entries of a document; raises ``DataError`` if there is anything else in it."""
    strange = next((key for key in document if key != "structure"), "")
    entries = document.get("structure", [])
    if strange or not isinstance(entries, list):
        shown = quoted_value(strange or "structure")
        raise DataError(f"{shown} stands alone; each structure begins with a line [[structure]]", is_syntax=True)
    return entries


def _structure(values: Any, taken: Collection[str], conditions: _Conditions) -> Structure:
    if not isinstance(values, dict):
        raise _EntryError(values if isinstance(values, str) else "an entry is a table with a title and a pattern")
    for key in values:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS, f"the keys are {listed(_KEYS)}")
            raise _EntryError(f"{quoted_value(key)} is not known; {hint}")
    texts = {key: _text(values, key) for key in _LONGEST}
    leads = values.get("leads", [])
    if not isinstance(leads, list) or not all(isinstance(name, str) for name in leads):
        raise _EntryError('expected a list of identifiers such as ["carlsbad"]', "leads")
    for key in ("keeps_title", "general"):
        if not isinstance(values.get(key, False), bool):
            raise _EntryError("expected true or false", key)
    if type(values.get("least_pawns", 0)) is not int or not 0 <= values.get("least_pawns", 0) <= 8:
        raise _EntryError("expected a number of pawns from 0 to 8", "least_pawns")
    if not texts["title"]:
        raise _EntryError("a title is expected, such as “Carlsbad with h4”", "title")
    color = texts["color"] or "white"
    if color not in _COLORS:
        raise _EntryError(f"expected {listed(_COLORS, 'or')}, found {quoted_value(color)}", "color")
    rule = _rule(texts, color, values.get("least_pawns", 0), conditions)
    return Structure(
        identifier=_identifier(texts["identifier"] or texts["title"], taken, is_title=not texts["identifier"]),
        title=texts["title"],
        rule=rule,
        plans=(_plans(values, "white_plans", conditions), _plans(values, "black_plans", conditions)),
        of_white=color != "black",
        reversed_title=texts["reversed_title"],
        mutual=color == "both",
        keeps_title=values.get("keeps_title", False),
        leads=tuple(leads),
        family=texts["family"] or USER_FAMILY,
        pieces=conditions.checked(texts["pieces"], "pieces"),
        general=values.get("general", False),
        heading=texts["heading"],
        example=_example(texts["example"], rule) if texts["example"] else None,
    )


def _example(pieces: str, rule: Rule) -> tuple[int, int]:
    """Return White's and Black's pawns of the pieces field of a FEN; raises the error about one without the rule."""
    try:
        position = Position.from_fen(f"{pieces} w - -")
    except FenError as error:
        raise _EntryError(str(error), "example") from None
    pawns = (position.pawns & position.black, position.pawns & position.white)
    side = pawn_sides(pawns[1], pawns[0])[0]
    holds = all(term.holds(pawns[term.white] & term.file) for term in rule.terms) and rule.condition_holds(side)
    release(side)
    if not holds:
        raise _EntryError("these pawns are not as the pattern and the condition demand", "example")
    return pawns[1], pawns[0]


def _plans(values: Mapping[str, Any], key: str, conditions: _Conditions) -> tuple[Plan, ...]:
    """Return the plans of a color: a text is a sentence, and a list has texts and tables with a text and an ``if``."""
    given = values.get(key, [])
    sentences = given if isinstance(given, list) else [given]
    if len(sentences) > _MOST_PLANS:
        raise _EntryError(f"at most {_MOST_PLANS} sentences are expected, these are {len(sentences)}", key)
    plans = []
    for sentence in sentences:
        parts = sentence if isinstance(sentence, dict) else {"text": sentence}
        strange = [value for name, value in parts.items() if not isinstance(value, str)] or [*parts.keys() - _PLAN]
        if strange:
            advice = 'expected sentences, or tables such as { text = "...", if = "..." }'
            raise _EntryError(f"{advice}, found {quoted_value(strange[0])}", key)
        texts = [_line(parts.get(name, ""), name, key, _LONGEST_PLAN) for name in ("text", "if")]
        plan = Plan(texts[0], texts[1].strip())
        conditions.checked(plan.condition, key)
        conditions.checked(plan.formula, key)
        plans.append(plan)
    return tuple(plan for plan in plans if plan.marked)


class _Conditions:
    """The conditions of a file that can be read, each once and at most ``_MOST_CONDITIONS`` characters in all."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._left = _MOST_CONDITIONS

    def checked(self, condition: str, key: str, *, of_pawns: bool = False) -> str:
        """Return a condition, ``of_pawns`` alone, that can be read, or an empty text; raises the error about others."""
        if condition.strip() and (of_pawns or condition not in self._known):
            self.count(condition, key)
            try:
                (check_condition if of_pawns else parse_condition)(condition)
            except FormulaError as error:
                raise _EntryError(error.message, key, error.column) from None
            self._known.add(condition)
        return condition.strip()

    def count(self, text: str, key: str) -> None:
        """Count a pattern or a condition that is read next; raises the error about too many characters."""
        self._left -= len(text)
        if self._left < 0:
            raise _EntryError(f"all patterns and conditions have at most {_MOST_CONDITIONS:,} characters", key)


def _text(values: Mapping[str, Any], key: str) -> str:
    text = values.get(key, "")
    if not isinstance(text, str):
        raise _EntryError(f"expected a text in quotation marks, found {quoted_value(text)}", key)
    return _line(text, key, key, _LONGEST[key])


def _line(text: str, name: str, key: str, longest: int) -> str:
    """Return a text in one line, blanks cut off but for formulas; errors name ``key``."""
    if len(text) > longest:
        raise _EntryError(f"at most {longest} characters are expected, these are {len(text)}", key)
    if name not in _FORMULAS:
        text = text.strip()
    elif not text.isprintable():
        text = re.sub(r"[\t\r\n]", " ", text)
    if not text.isprintable():
        strange = next(letter for letter in text if not letter.isprintable())
        raise _EntryError(f"expected one line of printable characters, found {strange!a}", key)
    return text


def _identifier(name: str, taken: Collection[str], *, is_title: bool) -> str:
    """Return the identifier that is given, or one made of a title."""
    if not is_title and not _IDENTIFIER.fullmatch(name):
        shown = quoted_value(name)
        raise _EntryError(f"{shown} is not a name; names are written with a to z, digits and _", "identifier")
    plain = "_".join(re.findall("[a-z0-9]+", name.lower())).lstrip("0123456789_") or "structure"
    identifier, number = plain, 1
    while identifier in taken:
        if not is_title:
            raise _EntryError(f"{name} is the name of another structure; choose another one", "identifier")
        number += 1
        identifier = f"{plain}_{number}"
    return identifier


def _rule(texts: Mapping[str, str], color: str, least_pawns: int, conditions: _Conditions) -> Rule:
    conditions.count(texts["pattern"], "pattern")
    try:
        terms = read_pattern(texts["pattern"])
    except FormulaError as error:
        raise _EntryError(error.message, "pattern", error.column) from None
    where = conditions.checked(texts["where"], "where", of_pawns=True)
    if not terms and not where:
        raise _EntryError("a pattern such as “W d4 -c -e”, or a condition, is expected", "pattern")
    rule = Rule(terms, where, texts["explanation"], color != "black", least_pawns=least_pawns)
    if color == "both" and set(rule.turned.terms) != set(terms):
        raise _EntryError("a structure of both colors asks the same of White and of Black", "pattern")
    return rule


_USER_STRUCTURES: Final[list[Callable[[], Iterable[Structure]]]] = []


class NamedRule(NamedTuple):
    """A rule, and more specific ones that are named in its place: its structure is named if none of them holds."""

    rule: Rule
    leading: tuple[Rule, ...] = ()


class StructureTable:
    """Structures, never changed, and their compiled rules: the user's before built-in ones, specific ones first."""

    def __init__(self, structures: Iterable[Structure], own: Iterable[Structure] = ()) -> None:
        """Sort the structures, and before them the user's ``own``; those that others lead come behind them."""
        self.own = {structure.identifier: structure for structure in own}
        self.structures = {**self.own, **{structure.identifier: structure for structure in structures}}
        versions = [
            (structure, color)
            for structure in self.structures.values()
            for color in ((structure.of_white,) if structure.mutual else (WHITE, BLACK))
        ]
        self.versions = tuple(sorted(versions, key=self._place))
        self.rules = RuleTable([structure.rule_of(color) for structure, color in self.versions])
        self._is_covered = cache(self._covers)
        self._holding = lru_cache(maxsize=8)(self.rules.holding)  # Moves of pieces leave the pawns as they are.

    def _place(self, version: tuple[Structure, bool]) -> tuple[bool, bool, float]:
        structure = version[0]
        return structure.identifier not in self.own, structure.general, -self._specificity(structure)

    def _specificity(self, structure: Structure) -> float:
        led = [self.structures[name] for name in structure.leads if name in self.structures]
        return max(structure.rule.specificity, *(self._specificity(each) + 0.01 for each in led), 0)

    def _covers(self, first: int, second: int) -> bool:
        """Return whether of two versions, by number, the second follows from the first, or is led by it."""
        is_led = self.versions[second][0].identifier in self.versions[first][0].leads
        rule, other = self.rules.rules[first], self.rules.rules[second]
        # Both are on the same board, which has the pawns that each asks for.
        return is_led or replace(rule, least_pawns=other.least_pawns).implies(other)

    def named_rules(self, structure: Structure, color: bool | None) -> tuple[NamedRule, ...]:
        """Return the rules on pawns alone by which a structure is named for a color, or with ``None`` for either."""
        found = []
        for number, (each, owner) in enumerate(self.versions):
            if each is structure and (structure.mutual or color in (None, owner)):
                leading = tuple(
                    self.rules.rules[first]
                    for first in range(number)
                    if not self.versions[first][0].pieces and (structure.general or self._is_covered(first, number))
                )
                found.append(NamedRule(self.rules.rules[number], leading))
        return tuple(found)

    def on_board(self, side: Side[int]) -> tuple[FoundStructure, ...]:
        """Return the structures of both colors on a board by either side, the one that leads first."""
        structures: list[FoundStructure] = []
        numbers: list[int] = []
        white, pawns = side.white, (side.white.pawns, side.black.pawns)
        for number in squares(self._holding(*pawns)):
            structure, color = self.versions[number]
            if structure.general and structures:
                break  # Those come last.
            if structure.allows_pieces(white, color):
                is_implied = any(self._is_covered(leading, number) for leading in numbers)
                own = self.rules.rules[number].pawns(*pawns)
                owner = None if structure.mutual else color
                before = tuple(found for found in structures if not found.is_implied)
                structures.append(FoundStructure(structure, owner, own, is_implied, white, before))
                numbers.append(number)
        return tuple(structures)


@cache
def built_in_structures() -> tuple[Structure, ...]:
    """Return the structures of ``resources/structures.toml``, which is read when the first board is named."""
    return read_structures(read_resource("structures.toml"))[0]


def read_user_structures(data: bytes) -> tuple[tuple[Structure, ...], tuple[FileFault, ...]]:
    """Return the structures in the bytes of a user's file, without faulty ones, and its faults; never raises."""
    if len(data) > LARGEST_FILE:
        return (), (FileFault(0, "", f"a file of structures has at most {LARGEST_FILE:,} bytes; none is read"),)
    identifiers = frozenset(structure.identifier for structure in built_in_structures())
    return read_entries(data, partial(read_structures, taken=identifiers))


def set_user_structures(read: Callable[[], Iterable[Structure]]) -> None:
    """Replace the user's structures by those that ``read`` returns when the next board is named."""
    _USER_STRUCTURES[:] = [read]
    known_structures.cache_clear()


@cache
def known_structures() -> StructureTable:
    """Return the structures of the user, which come first, and the built-in ones."""
    return StructureTable(built_in_structures(), [structure for read in _USER_STRUCTURES for structure in read()])


def structures(side: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures on a board by either side: the user's first, then leading and specific, then White's."""
    return known_structures().on_board(side)


def leading_structures(side: Side[int], *, with_general: bool = True) -> tuple[FoundStructure, ...]:
    """Return a board's structures that follow from no more specific one; of single moves without general ones."""
    found = (structure for structure in structures(side) if not structure.is_implied)
    return tuple(structure for structure in found if with_general or not structure.structure.general)
