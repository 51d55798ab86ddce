"""The common part of the languages of sources: names, literals, operators, functions, comments and lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from pawnviz.core.formula.code.expression import SHIFT, Expression, around

WIDTH: Final = 100  # The number of columns that lines keep to where an expression allows it.

MAPPING: Final = "Masks are sets of squares: bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8."
"""The meaning of the bits of a mask; every source begins with it."""


class Function(NamedTuple):
    """A function of a source; ``is_public`` where it was asked for, not only called by others."""

    name: str
    parameters: tuple[str, ...]
    locals: tuple[tuple[str, Expression], ...]
    result: Expression
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


class Language:
    """The way of a language to write masks of 64 bits; the default is that of the C family, with unsigned integers.

    A language differs by these attributes, and where they do not suffice by a method:

    - ``is_bounded`` is false where integers grow beyond 64 bits, so that left shifts and complements have to be cut;
      ``cuts_with_board`` says that this takes the constant of all squares.
    - Forms are templates: ``literal`` of sixteen hexadecimal ``{digits}``, or in ``{groups}`` of four; the others of a
      ``{name}`` and, for a constant, its ``{literal}``. ``public`` and ``private`` stand before the form of a function
      that was asked for, and of one that only the source itself calls.
    - ``table_form`` begins a table, of a ``{name}``, the ``{type}`` of an entry, one of ``table_types`` for masks and
      for smaller numbers, and ``{sizes}``, each of ``size_form``. ``brackets`` enclose it and each of its rows,
      ``last_entry`` stands behind their last entry, ``table_end`` behind the table.
    - ``margin`` is the indentation of a body, ``between`` the number of blank lines between functions.
    """

    title = ""
    prologue: tuple[str, ...] = (f"// {MAPPING}",)
    is_bounded = True
    cuts_with_board = False
    names_are_camel_case = False
    literal_form = "0x{digits}"
    constant_form = ""
    local_form = ""
    parameter_form = "{name}"
    function_form = "{name}"
    public = ""
    private = ""
    no_parameters = ""
    after_parameters = " {"
    statement_end = ";"
    end = "}"
    and_not = "& ~"
    complement = "~"
    shift_right = ">>"
    count_suffix = ""
    breaks_after_signs = False
    table_form = ""
    table_types = ("", "")
    size_form = "[{size}]"
    brackets = ("{", "}")
    table_end = ";"
    last_entry = ""
    last_comma = ""
    indent = "    "
    margin = 4
    between = 1

    # Names and literals

    def name(self, words: str) -> str:
        """Return the name of a function, a parameter or a local from words joined by underscores."""
        if self.names_are_camel_case:
            return camel_case(words)
        words = words.lower() if words.isupper() else words
        return f"set{words}" if words.startswith("_") else words

    def constant_name(self, words: str) -> str:
        """Return the name of a constant from words joined by underscores."""
        return words.upper()

    def literal(self, mask: int) -> str:
        """Return a mask as a number."""
        digits = f"{mask:016x}"
        return self.literal_form.format(digits=digits, groups="_".join(re.findall("....", digits)))

    # Tables

    def table(self, table: Table) -> list[str]:
        """Return the lines of a table with its comment."""
        name = self.constant_name(table.name)
        opening, closing = self.brackets
        lines = [*self.comment(table.words), f"{self.table_opening(name, table)}{opening}"]
        for row in table.rows:
            if len(table.rows) == 1:
                lines += self.entries(row, table.bits, self.indent)
            else:
                inside = self.entries(row, table.bits, 2 * self.indent)
                lines += [f"{self.indent}{opening}", *inside, f"{self.indent}{closing},"]
        if len(table.rows) > 1 and not self.last_entry:
            lines[-1] = lines[-1].removesuffix(",")
        return [*lines, f"{closing}{self.table_end}"]

    def table_opening(self, name: str, table: Table) -> str:
        """Return the text in front of the first bracket of a table."""
        kind = self.table_types[0 if table.bits == 64 else 1]
        sizes = "".join(self.size_form.format(size=size) for size in table.sizes)
        return self.table_form.format(name=name, type=kind, sizes=sizes)

    def entry(self, value: int, bits: int) -> str:
        """Return an entry of a table: a mask, a set of files, or a count."""
        if bits == 64:
            return self.literal(value)
        return f"0x{value:02x}" if bits else str(value)

    def entries(self, row: Sequence[int], bits: int, indent: str) -> list[str]:
        """Return the entries of a row on lines of 2, 4, 8 or 16."""
        texts = [self.entry(value, bits) for value in row]
        room = WIDTH - (self.margin - 4) - len(indent.expandtabs(4)) - 1
        count = 16
        while count * (len(texts[0]) + 2) - 1 > room:
            count //= 2
        lines = [f"{indent}{', '.join(texts[start : start + count])}," for start in range(0, len(texts), count)]
        return [*lines[:-1], lines[-1].removesuffix(",") + self.last_entry]

    # Expressions

    def left(self, operand: Expression, count: int) -> Expression:
        """Return a left shift, which may hold bits beyond 64 where integers are not bounded."""
        return around(SHIFT, "", operand, f" << {count}{self.count_suffix}")

    def right(self, operand: Expression, count: int) -> Expression:
        """Return a right shift that fills with zeros."""
        return around(SHIFT, "", operand, f" {self.shift_right} {count}{self.count_suffix}")

    def cut(self, operand: Expression, board: str) -> Expression:
        """Return an expression without the bits beyond 64; ``board`` is the constant of all squares."""
        return operand

    # Functions

    def constant(self, name: str, literal: str) -> str:
        """Return the line that defines a constant."""
        return self.constant_form.format(name=name, literal=literal)

    def local(self, name: str, value: Expression) -> list[str]:
        """Return the lines that give a name to a mask."""
        return self.statement(self.local_form.format(name=name), value, self.statement_end)

    def added(self, name: str, part: Expression) -> str:
        """Return the line that adds squares to a parameter of the same function."""
        return f"{name} |= {part.text}{self.statement_end}"

    def result(self, value: Expression) -> list[str]:
        """Return the lines that end a function with its result."""
        return self.statement("return ", value, self.statement_end)

    def statement(self, before: str, value: Expression, after: str) -> list[str]:
        """Return an expression between two texts, over several lines where it is long."""
        first, *others = self.lines(value, self.margin + len(before) + len(after))
        lines = [f"{before}{first}", *(f"{self.indent}{line}" for line in others)]
        return [*lines[:-1], f"{lines[-1]}{after}"]

    def lines(self, value: Expression, margin: int) -> list[str]:
        """Return an expression on one line or, where it would not fit beside a margin, an operand a line."""
        if margin + len(value.text) <= WIDTH:
            return [value.text]
        if not value.operands:
            if value.inner is None:
                return [value.text]
            lines = self.lines(value.inner, margin + len(value.before) + len(value.after))
            return _enclosed(value.before, lines[0], lines[1:], value.after)
        inner = margin + 4
        lines = []
        for sign, operand in value.operands:
            rows = self.lines(operand, inner + len(sign) + 2)
            if operand.inside != operand.text:
                rows = _enclosed("(", rows[0], [f"{self.indent}{row}" for row in rows[1:]], ")")
            if sign and self.breaks_after_signs:
                lines[-1] += f" {sign.strip()}"
                lines += rows
            else:
                lines += [f"{sign}{rows[0]}", *rows[1:]]
        return lines

    def comment(self, words: str) -> list[str]:
        """Return a comment in front of a function."""
        return [f"// {line}" for line in wrap(words, WIDTH - 3 - len(self.indent))]

    def function(self, function: Function) -> list[str]:
        """Return the lines of a function with its comment."""
        body = [line for name, value in function.locals for line in self.local(name, value)]
        return self.laid_out(function, [*body, *self.result(function.result)])

    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        """Return the comment, the signature and the body of a function."""
        opening = self.opening(function)
        lines = [*self.comment(function.words), *opening, *(f"{self.indent}{line}" for line in body)]
        return [*lines, self.end] if self.end else lines

    def opening(self, function: Function) -> list[str]:
        """Return the signature, a parameter a line where it is long."""
        before = (self.public if function.is_public else self.private) + self.function_form.format(name=function.name)
        parameters = [self.parameter_form.format(name=name) for name in function.parameters]
        after = self.after_parameters
        line = f"{before}({', '.join(parameters) or self.no_parameters}){after}"
        if self.margin - 4 + len(line) <= WIDTH or not parameters:
            return [line]
        commas = [","] * (len(parameters) - 1) + [self.last_comma]
        rows = (f"{self.indent}{parameter}{comma}" for parameter, comma in zip(parameters, commas, strict=True))
        return [f"{before}(", *rows, f"){after}"]

    def unit(self, constants: Sequence[str], functions: Sequence[Sequence[str]]) -> str:
        """Return a whole source of constants and functions."""
        blank = [""] * self.between
        lines = [*self.prologue]
        if constants:
            lines += ["", *constants]
        for function in functions:
            lines += [*blank, *function]
        return "\n".join((*lines, ""))


def _enclosed(before: str, first: str, others: list[str], after: str) -> list[str]:
    lines = [f"{before}{first}", *others]
    return [*lines[:-1], f"{lines[-1]}{after}"]


def plain(words: str) -> str:
    """Return words that may stand in a comment of any language: printable, on one line, without its end sign."""
    text = "".join(character if character.isprintable() else " " for character in words)
    return (
        " ".join(text.replace("\\", "/").replace("*/", "* /").replace("/*", "/ *").split()) or "Without a definition."
    )


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, with underscores added while it is taken or a reserved word of one of the languages."""
    while name in taken or name in RESERVED_WORDS or name.endswith("_t"):
        name += "_"
    return name


def camel_case(words: str) -> str:
    """Return words joined by underscores as one word with capitals: ``northFill``."""
    first, *rest = [word for word in words.split("_") if word] or ["set"]
    first = first.lower() if first.isupper() else f"{first[0].lower()}{first[1:]}"
    return first + "".join(f"{word[0].upper()}{word[1:]}" for word in rest)


def block_comment(words: str, width: int) -> list[str]:
    """Return the lines of a documentation comment ``/** ... */``."""
    lines = wrap(words, width - 7)
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *(f" * {line}" for line in lines), " */"]


_RESERVED_WORDS: Final = """
    _ abstract alignas alignof and and_eq any arguments as asm assert async atomic_cancel atomic_commit
    atomic_noexcept auto await become bitand bitor bool boolean box break byte case catch chan char char16_t char32_t
    char8_t class compl concept const const_cast const_eval consteval constexpr constinit continue co_await co_return
    co_yield crate debugger decltype def default defer del delete do double dyn dynamic_cast elif else enum errno eval
    except explicit export extends extern fallthrough False false final finally float fn for friend from func function
    gen global go goto i386 if impl implements import in init inline instanceof int interface is lambda let linux long
    loop macro_rules main map match mod move mut mutable namespace native new nil noexcept None nonlocal not not_eq np
    null nullptr operator or or_eq override package pass priv private protected pub public raise range raw record ref
    reflexpr register reinterpret_cast requires restrict return sealed select self Self short signed sizeof static
    static_assert static_cast std strictfp struct super switch synchronized template this thread_local throw throws
    trait transient True true try type typedef typeid typename typeof u64 uint64 undefined union unix unsafe unsigned
    unsized use using var virtual void volatile wchar_t where while with xor xor_eq yield Some Ok Err BigInt Infinity
    NaN PawnMasks
"""
RESERVED_WORDS: Final = frozenset(_RESERVED_WORDS.split())
"""Words that cannot be names in one of the languages, or whose meaning there a name would hide."""
