"""How each language writes masks of 64 bits: names, literals, operators, functions and comments.

``pawnviz.core.formula.code`` says what is written; nothing here knows layers or formulas.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, NamedTuple

WIDTH: Final = 100
"""The number of columns that lines keep to where an expression allows it."""

MAPPING: Final = "Masks are sets of squares: bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8."
"""What the bits of a mask are; every source begins with it."""

NAME: Final = "name"
UNARY: Final = "unary"
SHIFT: Final = "shift"


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, and what holds it together.

    ``kind`` is one of ``& ^ |`` that joins operands, the first with an empty sign, the others with a sign such as
    ``"& "`` or ``"& ~"``. Otherwise it is ``NAME`` for names, literals and calls, ``UNARY`` or ``SHIFT``: a text in
    front and a text behind, with another expression in between or none.
    """

    kind: str
    operands: tuple[tuple[str, Expression], ...] = ()
    before: str = ""
    inner: Expression | None = None
    after: str = ""

    @property
    def text(self) -> str:
        """The expression on one line."""
        if self.operands:
            return " ".join(f"{sign}{operand.inside}" for sign, operand in self.operands)
        return f"{self.before}{self.inner.text if self.inner else ''}{self.after}"

    @property
    def inside(self) -> str:
        """The expression as an operand: joined ones and shifts in parentheses."""
        return self.text if self.kind in (NAME, UNARY) else f"({self.text})"


def named(text: str) -> Expression:
    """Return a name, a literal or a call."""
    return Expression(NAME, before=text)


def call(name: str, argument: Expression, first: str = "") -> Expression:
    """Return a call with an argument, after others that are text and end with a comma."""
    return Expression(NAME, before=f"{name}({first}", inner=argument, after=")")


def joined(first: Expression, sign: str, operand: Expression) -> Expression:
    """Return two expressions joined by a sign such as ``"& "``; one more where the first is joined by the same."""
    start = first.operands if first.kind == sign[0] else (("", first),)
    return Expression(sign[0], (*start, (sign, operand)))


def around(kind: str, before: str, operand: Expression, after: str) -> Expression:
    """Return an operand, in parentheses where it needs them, between two texts."""
    if operand.kind in (NAME, UNARY):
        return Expression(kind, (), before, operand, after)
    return Expression(kind, (), f"{before}(", operand, f"){after}")


class Function(NamedTuple):
    """A function to be written: its name, its parameters, the sets it names on the way, its result, and a comment.

    ``is_public`` tells the functions that were asked for from those that they call.
    """

    name: str
    parameters: tuple[str, ...]
    locals: tuple[tuple[str, Expression], ...]
    result: Expression
    words: str
    is_public: bool


class Spelling(ABC):
    """The C family with 64-bit unsigned integers; a language says where it differs.

    ``is_bounded`` is false where integers grow beyond 64 bits, so that left shifts and complements have to be cut;
    ``cuts_with_board`` says that this takes the constant of all squares. ``margin`` is the indentation of a body.
    """

    is_bounded = True
    cuts_with_board = False
    breaks_after_signs = False
    and_not = "& ~"
    complement = "~"
    shift_right = ">>"
    count_suffix = ""
    indent = "    "
    margin = 4
    end = "}"
    last_comma = ""
    between = 1

    # Names and literals

    def name(self, words: str) -> str:
        """Return the name of a function, a parameter or a local from words joined by underscores."""
        words = words.lower() if words.isupper() else words
        return f"set{words}" if words.startswith("_") else words

    def constant_name(self, words: str) -> str:
        """Return the name of a constant from words joined by underscores."""
        return words.upper()

    def literal(self, mask: int) -> str:
        """Return a mask as sixteen hexadecimal digits."""
        return f"0x{mask:016x}"

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

    @abstractmethod
    def constant(self, name: str, literal: str) -> str:
        """Return the line that defines a constant."""

    @abstractmethod
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return what stands before, between and after the parentheses of a function."""

    @abstractmethod
    def local(self, name: str, value: Expression) -> list[str]:
        """Return the lines that give a name to a mask."""

    def added(self, name: str, part: Expression) -> str:
        """Return the line that adds squares to a parameter of the same function."""
        return f"{name} |= {part.text};"

    def result(self, value: Expression) -> list[str]:
        """Return the lines that end a function with its result."""
        return self.statement("return ", value, ";")

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
        before, parameters, after = self.signature(function)
        line = f"{before}({', '.join(parameters)}){after}"
        if self.margin - 4 + len(line) <= WIDTH or not parameters:
            return [line]
        commas = [","] * (len(parameters) - 1) + [self.last_comma]
        rows = (f"{self.indent}{parameter}{comma}" for parameter, comma in zip(parameters, commas, strict=True))
        return [f"{before}(", *rows, f"){after}"]

    def unit(self, constants: Sequence[str], functions: Sequence[Sequence[str]]) -> str:
        """Return a whole source of constants and functions."""
        blank = [""] * self.between
        lines = self.prologue()
        if constants:
            lines += ["", *constants]
        for function in functions:
            lines += [*blank, *function]
        return "\n".join((*lines, ""))

    def prologue(self) -> list[str]:
        """Return the lines that a source begins with."""
        return [f"// {MAPPING}"]


class C(Spelling):
    """C99."""

    def literal(self, mask: int) -> str:
        """Return a mask as a constant of ``stdint.h``."""
        return f"UINT64_C(0x{mask:016x})"

    def constant(self, name: str, literal: str) -> str:
        """Return a constant that no other file sees."""
        return f"static const uint64_t {name} = {literal};"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function; those that only this source calls are static."""
        parameters = tuple(f"uint64_t {name}" for name in function.parameters) or ("void",)
        return f"{'' if function.is_public else 'static '}uint64_t {function.name}", parameters, " {"

    def local(self, name: str, value: Expression) -> list[str]:
        """Return a constant local."""
        return self.statement(f"const uint64_t {name} = ", value, ";")

    def prologue(self) -> list[str]:
        """Return the header that has the type."""
        return ["#include <stdint.h>", "", f"// {MAPPING}"]


class Cpp(Spelling):
    """C++14: what can be computed beforehand, is."""

    def literal(self, mask: int) -> str:
        """Return a literal of an unsigned type."""
        return f"0x{mask:016x}ULL"

    def constant(self, name: str, literal: str) -> str:
        """Return a constant."""
        return f"constexpr std::uint64_t {name} = {literal};"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function that may be used in constants."""
        parameters = tuple(f"std::uint64_t {name}" for name in function.parameters)
        return f"constexpr std::uint64_t {function.name}", parameters, " {"

    def local(self, name: str, value: Expression) -> list[str]:
        """Return a constant local."""
        return self.statement(f"const std::uint64_t {name} = ", value, ";")

    def prologue(self) -> list[str]:
        """Return the header that has the type."""
        return ["#include <cstdint>", "", f"// {MAPPING}"]


class Rust(Spelling):
    """Rust; a left shift of ``u64`` drops what leaves the 64 bits without a panic."""

    and_not = "& !"
    complement = "!"
    last_comma = ","

    def literal(self, mask: int) -> str:
        """Return digits in groups of four."""
        return _grouped(mask)

    def constant(self, name: str, literal: str) -> str:
        """Return a constant."""
        return f"const {name}: u64 = {literal};"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function that may be used in constants."""
        parameters = tuple(f"{name}: u64" for name in function.parameters)
        return f"{'pub ' if function.is_public else ''}const fn {function.name}", parameters, " -> u64 {"

    def local(self, name: str, value: Expression) -> list[str]:
        """Return a local."""
        return self.statement(f"let {name} = ", value, ";")

    def added(self, name: str, part: Expression) -> str:
        """Return a new binding of the same name."""
        return f"let {name} = {name} | {part.inside};"

    def result(self, value: Expression) -> list[str]:
        """Return the last expression, which is the result."""
        return self.statement("", value, "")

    def comment(self, words: str) -> list[str]:
        """Return a documentation comment."""
        return [f"/// {line}" for line in wrap(words, WIDTH - 4)]


class Go(Spelling):
    """Go."""

    and_not = "&^ "
    complement = "^"
    breaks_after_signs = True
    indent = "\t"
    last_comma = ","

    def name(self, words: str) -> str:
        """Return words joined by capitals."""
        return _camel(words)

    def constant_name(self, words: str) -> str:
        """Return words joined by capitals."""
        return _camel(words)

    def constant(self, name: str, literal: str) -> str:
        """Return a constant with its type."""
        return f"const {name} uint64 = {literal}"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function; parameters of one type share its name."""
        return f"func {function.name}", function.parameters, " uint64 {"

    def opening(self, function: Function) -> list[str]:
        """Return the signature, with the type behind the last parameter."""
        *others, last = function.parameters or ("",)
        typed = (*others, f"{last} uint64") if last else ()
        return super().opening(function._replace(parameters=typed))

    def local(self, name: str, value: Expression) -> list[str]:
        """Return a local; a literal alone is given its type."""
        if value.text.startswith("0x"):
            return [f"{name} := uint64({value.text})"]
        return self.statement(f"{name} := ", value, "")

    def added(self, name: str, part: Expression) -> str:
        """Return an assignment."""
        return f"{name} |= {part.text}"

    def result(self, value: Expression) -> list[str]:
        """Return a statement without a semicolon."""
        return self.statement("return ", value, "")

    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        """Return a function whose comment begins with its name."""
        return super().laid_out(function._replace(words=f"{function.name}: {function.words}"), body)

    def prologue(self) -> list[str]:
        """Return the package, which is to be that of the file the source goes to."""
        return [f"// {MAPPING}", "", "package pawns"]


class Java(Spelling):
    """Java; ``long`` is signed, so right shifts are unsigned ones."""

    shift_right = ">>>"
    margin = 8

    def name(self, words: str) -> str:
        """Return words joined by capitals."""
        return _camel(words)

    def literal(self, mask: int) -> str:
        """Return a literal of 64 bits."""
        return f"0x{mask:016x}L"

    def constant(self, name: str, literal: str) -> str:
        """Return a constant of the class."""
        return f"private static final long {name} = {literal};"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a static method."""
        parameters = tuple(f"long {name}" for name in function.parameters)
        return f"{'public' if function.is_public else 'private'} static long {function.name}", parameters, " {"

    def local(self, name: str, value: Expression) -> list[str]:
        """Return a local."""
        return self.statement(f"long {name} = ", value, ";")

    def comment(self, words: str) -> list[str]:
        """Return a documentation comment."""
        return _block_comment(words, WIDTH - len(self.indent))

    def unit(self, constants: Sequence[str], functions: Sequence[Sequence[str]]) -> str:
        """Return a class."""
        blocks = [constants, *functions] if constants else functions
        lines = [f"// {MAPPING}", "final class PawnMasks {"]
        for block in (*blocks, ["private PawnMasks() {", "}"]):
            lines += [*(f"{self.indent}{line}" for line in block), ""]
        return "\n".join((*lines[:-1], "}", ""))


class JavaScript(Spelling):
    """JavaScript with BigInt, which has as many bits as it needs."""

    is_bounded = False
    count_suffix = "n"

    def name(self, words: str) -> str:
        """Return words joined by capitals."""
        return _camel(words)

    def literal(self, mask: int) -> str:
        """Return a BigInt."""
        return f"0x{mask:016x}n"

    def cut(self, operand: Expression, board: str) -> Expression:
        """Return the lowest 64 bits."""
        return call("BigInt.asUintN", operand, "64, ")

    def constant(self, name: str, literal: str) -> str:
        """Return a constant."""
        return f"const {name} = {literal};"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function."""
        return f"function {function.name}", function.parameters, " {"

    def local(self, name: str, value: Expression) -> list[str]:
        """Return a constant local."""
        return self.statement(f"const {name} = ", value, ";")

    def comment(self, words: str) -> list[str]:
        """Return a documentation comment."""
        return _block_comment(words, WIDTH)

    def prologue(self) -> list[str]:
        """Return what masks are."""
        return [f"// {MAPPING}", "// Each is a BigInt."]


class Python(Spelling):
    """Python, whose integers have as many bits as they need."""

    is_bounded = False
    cuts_with_board = True
    end = ""
    last_comma = ","
    between = 2
    kind = "int"

    def literal(self, mask: int) -> str:
        """Return digits in groups of four."""
        return _grouped(mask)

    def cut(self, operand: Expression, board: str) -> Expression:
        """Return what is on the board."""
        return joined(operand, "& ", named(board))

    def constant(self, name: str, literal: str) -> str:
        """Return an assignment."""
        return f"{name} = {literal}"

    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function with types."""
        parameters = tuple(f"{name}: {self.kind}" for name in function.parameters)
        return f"def {function.name}", parameters, f" -> {self.kind}:"

    def local(self, name: str, value: Expression) -> list[str]:
        """Return an assignment."""
        return self.statement(f"{name} = ", value, "")

    def added(self, name: str, part: Expression) -> str:
        """Return an assignment."""
        return f"{name} |= {part.text}"

    def result(self, value: Expression) -> list[str]:
        """Return a statement without a semicolon."""
        return self.statement("return ", value, "")

    def statement(self, before: str, value: Expression, after: str) -> list[str]:
        """Return an expression, in parentheses where it takes several lines."""
        lines = self.lines(value, self.margin + len(before) + len(after))
        if len(lines) == 1:
            return [f"{before}{lines[0]}{after}"]
        return [f"{before}(", *(f"{self.indent}{line}" for line in lines), f"){after}"]

    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        """Return a function with a docstring."""
        lines = wrap(function.words.replace('"', "'"), WIDTH - 10)
        text = [f'"""{lines[0]}"""'] if len(lines) == 1 else [f'"""{lines[0]}', *lines[1:], '"""']
        return [*self.opening(function), *(f"{self.indent}{line}" for line in (*text, *body))]

    def prologue(self) -> list[str]:
        """Return what masks are."""
        return [f"# {MAPPING}"]


class NumPy(Python):
    """NumPy: every mask is an array of ``uint64`` of one shape, or a single ``uint64``."""

    is_bounded = True
    cuts_with_board = False
    kind = "np.ndarray"

    def literal(self, mask: int) -> str:
        """Return a number that does not turn the array into floats."""
        return f"np.uint64({_grouped(mask)})"

    def cut(self, operand: Expression, board: str) -> Expression:
        """Return the same: 64 bits are all there are."""
        return operand

    def added(self, name: str, part: Expression) -> str:
        """Return a new array; the caller's stays as it is."""
        return f"{name} = {name} | {part.inside}"

    def prologue(self) -> list[str]:
        """Return the import."""
        return ["import numpy as np", "", f"# {MAPPING}", "# Each is an array of uint64."]


SPELLINGS: Final[dict[str, Spelling]] = {
    "c": C(),
    "cpp": Cpp(),
    "rust": Rust(),
    "go": Go(),
    "java": Java(),
    "python": Python(),
    "javascript": JavaScript(),
    "numpy": NumPy(),
}
"""Each language by its identifier."""


def _enclosed(before: str, first: str, others: list[str], after: str) -> list[str]:
    """Return lines with a text in front of the first and one behind the last."""
    lines = [f"{before}{first}", *others]
    return [*lines[:-1], f"{lines[-1]}{after}"]


def plain(words: str) -> str:
    """Return words that may stand in a comment of any language: printable, on one line, without what could end it."""
    text = "".join(character if character.isprintable() else " " for character in words)
    return (
        " ".join(text.replace("\\", "/").replace("*/", "* /").replace("/*", "/ *").split()) or "Without a definition."
    )


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, with underscores behind it as long as it is taken or a word of one of the languages."""
    while name in taken or name in RESERVED or name.endswith("_t"):
        name += "_"
    return name


def _camel(words: str) -> str:
    first, *rest = [word for word in words.split("_") if word] or ["set"]
    first = first.lower() if first.isupper() else f"{first[0].lower()}{first[1:]}"
    return first + "".join(f"{word[0].upper()}{word[1:]}" for word in rest)


def _grouped(mask: int) -> str:
    digits = f"{mask:016x}"
    return "0x" + "_".join(re.findall("....", digits))


def _block_comment(words: str, width: int) -> list[str]:
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
RESERVED: Final = frozenset(_RESERVED_WORDS.split())
"""Words that are no names in one of the languages, or have a meaning there that a name would hide."""
