"""The writer of names, literals, functions and tables in the languages of ``resources/languages.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from textwrap import indent, wrap
from typing import Any, Final, NamedTuple

from pawnviz.folders import read_resource

WIDTH: Final = 100
"""The number of columns of a line, unless a name is longer."""

_INDENT: Final = "    "
_GLUE: Final = "\N{NO-BREAK SPACE}"  # A space at which no line ends.
_MAPPING: Final = "Masks are sets of squares: bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8."


class Expression(NamedTuple):
    """A text with the operator that binds its parts, or without one if it is a name, a literal or a call."""

    text: str
    operator: str = ""

    @property
    def inside(self) -> str:
        """The text as an operand."""
        return f"({self.text})" if self.operator else self.text

    def joined(self, sign: str, operand: Expression) -> Expression:
        """Return the expression and an operand, joined by a sign such as ``"& "`` or ``"& ~"``."""
        first = self.text if self.operator == sign[0] else self.inside
        return Expression(f"{first}{_GLUE}{sign}{operand.inside}", sign[0])

    def shifted(self, sign: str, count: str) -> Expression:
        """Return the expression, shifted by a sign such as ``"<<"`` and a count."""
        return Expression(f"{self.inside}{_GLUE}{sign}{_GLUE}{count}", "<<")


class Function(NamedTuple):
    """A function of a source; ``body`` are its statements, ``is_public`` is true for the one that was asked for."""

    name: str
    parameters: Sequence[str]
    body: Sequence[str]
    words: str
    is_public: bool


class Table(NamedTuple):
    """A table: its name, a comment, and rows; ``bits`` is the width of sets in hexadecimal, or 0 for counts."""

    name: str
    words: str
    rows: tuple[tuple[int, ...], ...]
    bits: int = 0

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of entries of each index."""
        size = len(self.rows[0])
        return (size,) if len(self.rows) == 1 else (len(self.rows), size)


@dataclass(frozen=True, kw_only=True)
class Language:
    """The forms in which a language writes masks of 64 bits, unsigned unless it has none such.

    - Forms are templates; a mask has sixteen ``{digits}``, also in ``{groups}`` of four. ``entry`` is that of a table.
    - ``head`` and the ``note`` about masks, behind a ``remark`` sign, begin a source.
    - ``cut`` removes the bits beyond 64 of a left shift: empty if integers are bounded, ``"&"`` if the constant of all
      squares does it, otherwise a call. ``broken`` is a value on several lines.
    - ``scopes`` stand in front of a function that only the source itself calls, and of the one that was asked for.
    - ``comment`` has the form on one line and, for several, the line before, the start of each and the line behind;
      a ``docstring`` stands in the body of a function in place of a comment. ``words`` is the text of both.
    - ``types`` are those of an entry of a table: of a mask, and of a smaller number. ``sizes`` are the forms for tables
      of one index and of two, ``row`` encloses each row of the latter. A last comma is allowed everywhere.
    - ``spaced`` is the number of blank lines between functions; ``unit`` encloses all of them.
    """

    title: str
    head: tuple[str, ...] = ()
    remark: str = "// "
    note: str = ""
    literal: str = "0x{digits}"
    entry: str = "0x{digits}"
    constant: str
    parameter: str
    no_parameters: str = ""
    scopes: tuple[str, str] = ("", "")
    function: str
    local: str
    added: str = "{name} |= {value};"
    result: str = "return {value};"
    broken: str = "{value}"
    end: str = "}"
    comment: tuple[str, str, str, str] = ("// {words}", "", "// ", "")
    docstring: tuple[str, str, str, str] | None = None
    words: str = "{words}"
    cut: str = ""
    and_not: str = "& ~"
    complement: str = "~"
    shift_right: str = ">>"
    count_suffix: str = ""
    table: str
    types: tuple[str, str] = ("", "")
    sizes: tuple[str, str] = ("", "")
    row: tuple[str, str] = ("{", "},")
    spaced: int = 1
    unit: str = ""
    has_camel_case: bool = False
    has_camel_case_constants: bool = False
    has_tabs: bool = False

    def name(self, words: str) -> str:
        """Return the name of a function, a parameter or a local from words joined by underscores."""
        if self.has_camel_case:
            return _camel_case(words)
        words = words.lower() if words.isupper() else words
        return f"set{words}" if words.startswith("_") else words

    def constant_name(self, words: str) -> str:
        """Return the name of a constant from words joined by underscores."""
        return _camel_case(words) if self.has_camel_case_constants else words.upper()

    def number(self, mask: int, form: str) -> str:
        """Return a mask as a number of a form, ``literal`` or ``entry``."""
        digits = f"{mask:016x}"
        return form.format(digits=digits, groups="_".join(re.findall("....", digits)))

    def statement(self, form: str, value: Expression, name: str = "") -> str:
        """Return a statement of a form, on several lines if it is long."""
        text = _filled(form, name=name, value=value.text)
        return _filled(form, name=name, value=self.broken.format(value=value.text)) if "\n" in text else text

    def function_of(self, function: Function) -> str:
        """Return a function with its comment."""
        parameters = ", ".join(self.parameter.format(name=name).replace(" ", _GLUE) for name in function.parameters)
        scope = self.scopes[function.is_public].replace(" ", _GLUE)
        signature = _filled(self.function, scope=scope, name=function.name, parameters=parameters or self.no_parameters)
        words = self._commented(self.docstring or self.comment, function.name, function.words)
        body = indent("\n".join((*([words] if self.docstring else []), *function.body)), _INDENT)
        lines = (*([] if self.docstring else [words]), signature, body, self.end)
        return "\n".join(line for line in lines if line)

    def table_of(self, table: Table) -> str:
        """Return a table with its comment."""
        name = self.constant_name(table.name)
        kind = self.types[0 if table.bits == 64 else 1]
        sizes = self.sizes[len(table.sizes) - 1].format(type=kind, size=table.sizes[-1], count=len(table.rows))
        entries = [self._entries(row, table.bits) for row in table.rows]
        if len(entries) > 1:
            entries = ["\n".join((self.row[0], indent(row, _INDENT), self.row[1])) for row in entries]
        text = self.table.format(name=name, type=kind, sizes=sizes, entries=indent("\n".join(entries), _INDENT))
        return f"{self._commented(self.comment, name, table.words)}\n{text}"

    def source(self, constants: Iterable[str], parts: Iterable[str]) -> str:
        """Return a whole source of constants and of functions or tables."""
        notes = [f"{self.remark}{line}" for line in (_MAPPING, self.note) if line]
        blocks = ["\n".join(constants), *(f"{chr(10) * (self.spaced - 1)}{part}" for part in parts)]
        body = "\n\n".join(block for block in blocks if block)
        if self.unit:
            body = self.unit.format(body=indent(body, _INDENT))
        text = "\n".join((*self.head, *notes, "", body, "")).replace(_GLUE, " ")
        if self.has_tabs:
            return re.sub("^(?: {4})+", lambda found: "\t" * (len(found[0]) // 4), text, flags=re.MULTILINE)
        return text

    def _entries(self, row: Sequence[int], bits: int) -> str:
        """Return four masks, eight sets of files or sixteen counts a line."""
        forms = {64: self.entry, 8: "0x{value:02x}", 0: "{value}"}
        texts = [self.number(value, forms[64]) if bits == 64 else forms[bits].format(value=value) for value in row]
        count = {64: 4, 8: 8, 0: 16}[bits]
        return "\n".join(f"{', '.join(texts[start : start + count])}," for start in range(0, len(texts), count))

    def _commented(self, comment: tuple[str, str, str, str], name: str, words: str) -> str:
        single, before, start, after = comment
        lines = wrap(self.words.format(name=name, words=words), WIDTH - 2 * len(_INDENT) - 7)
        if len(lines) == 1:
            return single.format(words=lines[0])
        return "\n".join(line for line in (before, *(f"{start}{line}" for line in lines), after) if line)


def _filled(form: str, **values: str) -> str:
    """Return a form with values, on lines that end behind operators and commas of the values alone."""
    text = form.replace(" ", _GLUE).format(**values)
    width = WIDTH - 2 * len(_INDENT)
    return "\n".join(wrap(text, width, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False))


def _camel_case(words: str) -> str:
    first, *rest = [word for word in words.split("_") if word] or ["set"]
    first = first.lower() if first.isupper() else f"{first[0].lower()}{first[1:]}"
    return first + "".join(f"{word[0].upper()}{word[1:]}" for word in rest)


def plain(words: str) -> str:
    """Return words that may stand in a comment of any language: printable, on one line, without its end sign."""
    text = "".join(character if character.isprintable() else " " for character in words)
    for sign, other in (("\\", "/"), ("*/", "* /"), ("/*", "/ *"), ('"', "'")):
        text = text.replace(sign, other)
    return " ".join(text.split()) or "Without a definition."


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, with underscores added while it is taken or a reserved word of one of the languages."""
    while name in taken or name in RESERVED_WORDS or name.endswith("_t"):
        name += "_"
    return name


_DATA: Final = tomllib.loads(read_resource("languages.toml"))


def _language(values: dict[str, Any]) -> Language:
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    like = fields.pop("like", "")
    return replace(_language(_DATA["languages"][like]), **fields) if like else Language(**fields)


LANGUAGES: Final = {name: _language(values) for name, values in _DATA["languages"].items()}
"""The languages by identifier."""

RESERVED_WORDS: Final = frozenset(_DATA["reserved_words"].split())
"""Words that cannot be names in one of the languages, or whose meaning there a name would hide."""
