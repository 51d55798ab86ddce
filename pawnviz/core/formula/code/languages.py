"""The languages of sources, each where it differs from the way of the C family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from pawnviz.core.formula.code.expression import Expression, call, joined, named
from pawnviz.core.formula.code.language import MAPPING, WIDTH, Function, Language, Table, block_comment, camel_case
from pawnviz.override import override


class C(Language):
    """C99."""

    title = "C"
    prologue = ("#include <stdint.h>", "", f"// {MAPPING}")
    literal_form = "UINT64_C(0x{digits})"
    constant_form = "static const uint64_t {name} = {literal};"
    local_form = "const uint64_t {name} = "
    parameter_form = "uint64_t {name}"
    function_form = "uint64_t {name}"
    private = "static "
    no_parameters = "void"
    table_form = "static const {type} {name}{sizes} = "
    table_types = ("uint64_t", "uint8_t")

    @override
    def entry(self, value: int, bits: int) -> str:
        """Return an entry without the macro, which tells a constant its type; a table has it anyway."""
        return f"0x{value:016x}" if bits == 64 else super().entry(value, bits)


class Cpp(Language):
    """C++14, with functions that may be computed at compile time."""

    title = "C++"
    prologue = ("#include <cstdint>", "", f"// {MAPPING}")
    literal_form = "0x{digits}ULL"
    constant_form = "constexpr std::uint64_t {name} = {literal};"
    local_form = "const std::uint64_t {name} = "
    parameter_form = "std::uint64_t {name}"
    function_form = "constexpr std::uint64_t {name}"
    table_form = "constexpr {type} {name}{sizes} = "
    table_types = ("std::uint64_t", "std::uint8_t")


class Rust(Language):
    """Rust; a left shift of ``u64`` drops what leaves the 64 bits without a panic."""

    title = "Rust"
    literal_form = "0x{groups}"
    constant_form = "const {name}: u64 = {literal};"
    local_form = "let {name} = "
    parameter_form = "{name}: u64"
    function_form = "const fn {name}"
    public = "pub "
    after_parameters = " -> u64 {"
    and_not = "& !"
    complement = "!"
    last_comma = ","
    table_types = ("u64", "u8")
    brackets = ("[", "]")
    last_entry = ","

    @override
    def table_opening(self, name: str, table: Table) -> str:
        kind = self.table_types[0 if table.bits == 64 else 1]
        for size in reversed(table.sizes):
            kind = f"[{kind}; {size}]"
        return f"pub static {name}: {kind} = "

    @override
    def added(self, name: str, part: Expression) -> str:
        return f"let {name} = {name} | {part.inside};"

    @override
    def result(self, value: Expression) -> list[str]:
        return self.statement("", value, "")

    @override
    def comment(self, words: str) -> list[str]:
        return [f"/// {line}" for line in wrap(words, WIDTH - 4)]


class Go(Language):
    """Go; the package is to be that of the file that the source goes to."""

    title = "Go"
    prologue = (f"// {MAPPING}", "", "package pawns")
    names_are_camel_case = True
    constant_form = "const {name} uint64 = {literal}"
    local_form = "{name} := "
    function_form = "func {name}"
    after_parameters = " uint64 {"
    statement_end = ""
    and_not = "&^ "
    complement = "^"
    breaks_after_signs = True
    last_comma = ","
    indent = "\t"
    table_form = "var {name} = {sizes}{type}"
    table_types = ("uint64", "uint8")
    table_end = ""
    last_entry = ","

    @override
    def table(self, table: Table) -> list[str]:
        """Return a table whose comment begins with its name."""
        name = self.constant_name(table.name)
        return super().table(table._replace(words=f"{name}: {table.words}"))

    @override
    def constant_name(self, words: str) -> str:
        return camel_case(words)

    @override
    def opening(self, function: Function) -> list[str]:
        """Return the signature, with the type of all parameters behind the last one."""
        *others, last = function.parameters or ("",)
        typed = (*others, f"{last} uint64") if last else ()
        return super().opening(function._replace(parameters=typed))

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        """Return a local; a literal alone is given its type."""
        if value.text.startswith("0x"):
            return [f"{name} := uint64({value.text})"]
        return super().local(name, value)

    @override
    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        """Return a function whose comment begins with its name."""
        return super().laid_out(function._replace(words=f"{function.name}: {function.words}"), body)


class Java(Language):
    """Java; ``long`` is signed, so right shifts are unsigned ones."""

    title = "Java"
    names_are_camel_case = True
    literal_form = "0x{digits}L"
    constant_form = "private static final long {name} = {literal};"
    local_form = "long {name} = "
    parameter_form = "long {name}"
    function_form = "static long {name}"
    public = "public "
    private = "private "
    shift_right = ">>>"
    margin = 8
    table_form = "public static final {type}{sizes} {name} = "
    table_types = ("long", "int")
    size_form = "[]"

    @override
    def comment(self, words: str) -> list[str]:
        return block_comment(words, WIDTH - len(self.indent))

    @override
    def unit(self, constants: Sequence[str], functions: Sequence[Sequence[str]]) -> str:
        blocks = [constants, *functions] if constants else functions
        lines = [*self.prologue, "final class PawnMasks {"]
        for block in (*blocks, ["private PawnMasks() {", "}"]):
            lines += [*(f"{self.indent}{line}" for line in block), ""]
        return "\n".join((*lines[:-1], "}", ""))


class JavaScript(Language):
    """JavaScript with BigInt, which has as many bits as it needs."""

    title = "JavaScript"
    prologue = (f"// {MAPPING}", "// Each is a BigInt.")
    is_bounded = False
    names_are_camel_case = True
    literal_form = "0x{digits}n"
    constant_form = "const {name} = {literal};"
    local_form = "const {name} = "
    function_form = "function {name}"
    count_suffix = "n"
    table_form = "const {name} = "
    brackets = ("[", "]")

    @override
    def cut(self, operand: Expression, board: str) -> Expression:
        return call("BigInt.asUintN", operand, "64, ")

    @override
    def comment(self, words: str) -> list[str]:
        return block_comment(words, WIDTH)


class Python(Language):
    """Python, whose integers have as many bits as they need."""

    title = "Python"
    prologue: tuple[str, ...] = (f"# {MAPPING}",)
    is_bounded = False
    cuts_with_board = True
    literal_form = "0x{groups}"
    constant_form = "{name} = {literal}"
    local_form = "{name} = "
    parameter_form = "{name}: int"
    function_form = "def {name}"
    after_parameters = " -> int:"
    statement_end = ""
    end = ""
    last_comma = ","
    between = 2
    table_form = "{name} = "
    brackets = ("(", ")")
    table_end = ""
    last_entry = ","

    @override
    def comment(self, words: str) -> list[str]:
        return [f"# {line}" for line in wrap(words, WIDTH - 2)]

    @override
    def cut(self, operand: Expression, board: str) -> Expression:
        return joined(operand, "& ", named(board))

    @override
    def statement(self, before: str, value: Expression, after: str) -> list[str]:
        """Return an expression between two texts, in parentheses where it takes several lines."""
        lines = self.lines(value, self.margin + len(before) + len(after))
        if len(lines) == 1:
            return [f"{before}{lines[0]}{after}"]
        return [f"{before}(", *(f"{self.indent}{line}" for line in lines), f"){after}"]

    @override
    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        """Return a function with a docstring."""
        lines = wrap(function.words.replace('"', "'"), WIDTH - 10)
        text = [f'"""{lines[0]}"""'] if len(lines) == 1 else [f'"""{lines[0]}', *lines[1:], '"""']
        return [*self.opening(function), *(f"{self.indent}{line}" for line in (*text, *body))]


PYTHON: Final = Python()


class NumPy(Python):
    """NumPy: every mask is an array of ``uint64`` of one shape, or a single ``uint64``."""

    title = "NumPy"
    prologue = ("import numpy as np", "", f"# {MAPPING}", "# Each is an array of uint64.")
    is_bounded = True
    cuts_with_board = False
    literal_form = "np.uint64(0x{groups})"  # A number of Python would turn the arrays into floats.
    parameter_form = "{name}: np.ndarray"
    after_parameters = " -> np.ndarray:"
    table_types = ("np.uint64", "np.uint8")
    brackets = ("[", "]")

    @override
    def table(self, table: Table) -> list[str]:
        lines = super().table(table)
        start = lines.index(f"{self.constant_name(table.name)} = [")
        kind = self.table_types[0 if table.bits == 64 else 1]
        body = (f"{self.indent}{line}" for line in ("[", *lines[start + 1 : -1], "],", f"dtype={kind},"))
        return [*lines[:start], f"{self.constant_name(table.name)} = np.array(", *body, ")"]

    @override
    def entries(self, row: Sequence[int], bits: int, indent: str) -> list[str]:
        """Return the entries on lines that fit one step further right, inside the call of the array."""
        return [line.removeprefix(self.indent) for line in super().entries(row, bits, indent + self.indent)]

    @override
    def entry(self, value: int, bits: int) -> str:
        """Return an entry as a number of Python, which the array takes as it is."""
        return PYTHON.literal(value) if bits == 64 else super().entry(value, bits)

    @override
    def cut(self, operand: Expression, board: str) -> Expression:
        return operand

    @override
    def added(self, name: str, part: Expression) -> str:
        """Return the line that makes a new array; the caller's stays as it is."""
        return f"{name} = {name} | {part.inside}"


LANGUAGES: Final[dict[str, Language]] = {
    "c": C(),
    "cpp": Cpp(),
    "rust": Rust(),
    "go": Go(),
    "java": Java(),
    "python": PYTHON,
    "javascript": JavaScript(),
    "numpy": NumPy(),
}
"""The languages by identifier."""
