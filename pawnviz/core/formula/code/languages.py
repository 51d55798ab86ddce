"""The languages of sources, each where it differs from the way of the C family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from pawnviz.core.formula.code.expression import Expression, call, joined, named
from pawnviz.core.formula.code.language import (
    MAPPING,
    WIDTH,
    Function,
    Language,
    block_comment,
    camel_case,
    grouped_literal,
)
from pawnviz.override import override


class C(Language):
    """C99."""

    title = "C"

    @override
    def literal(self, mask: int) -> str:
        return f"UINT64_C(0x{mask:016x})"

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"static const uint64_t {name} = {literal};"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function; those that only this source calls are static."""
        parameters = tuple(f"uint64_t {name}" for name in function.parameters) or ("void",)
        return f"{'' if function.is_public else 'static '}uint64_t {function.name}", parameters, " {"

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        return self.statement(f"const uint64_t {name} = ", value, ";")

    @override
    def prologue(self) -> list[str]:
        return ["#include <stdint.h>", "", f"// {MAPPING}"]


class Cpp(Language):
    """C++14, with functions that may be computed at compile time."""

    title = "C++"

    @override
    def literal(self, mask: int) -> str:
        return f"0x{mask:016x}ULL"

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"constexpr std::uint64_t {name} = {literal};"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        parameters = tuple(f"std::uint64_t {name}" for name in function.parameters)
        return f"constexpr std::uint64_t {function.name}", parameters, " {"

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        return self.statement(f"const std::uint64_t {name} = ", value, ";")

    @override
    def prologue(self) -> list[str]:
        return ["#include <cstdint>", "", f"// {MAPPING}"]


class Rust(Language):
    """Rust; a left shift of ``u64`` drops what leaves the 64 bits without a panic."""

    title = "Rust"
    and_not = "& !"
    complement = "!"
    last_comma = ","

    @override
    def literal(self, mask: int) -> str:
        return grouped_literal(mask)

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"const {name}: u64 = {literal};"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        parameters = tuple(f"{name}: u64" for name in function.parameters)
        return f"{'pub ' if function.is_public else ''}const fn {function.name}", parameters, " -> u64 {"

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        return self.statement(f"let {name} = ", value, ";")

    @override
    def added(self, name: str, part: Expression) -> str:
        return f"let {name} = {name} | {part.inside};"

    @override
    def result(self, value: Expression) -> list[str]:
        """Return the last expression, which is the result."""
        return self.statement("", value, "")

    @override
    def comment(self, words: str) -> list[str]:
        return [f"/// {line}" for line in wrap(words, WIDTH - 4)]


class Go(Language):
    """Go."""

    title = "Go"
    and_not = "&^ "
    complement = "^"
    breaks_after_signs = True
    indent = "\t"
    last_comma = ","

    @override
    def name(self, words: str) -> str:
        return camel_case(words)

    @override
    def constant_name(self, words: str) -> str:
        return camel_case(words)

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"const {name} uint64 = {literal}"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        """Return a function; parameters of one type share its name."""
        return f"func {function.name}", function.parameters, " uint64 {"

    @override
    def opening(self, function: Function) -> list[str]:
        """Return the signature, with the type behind the last parameter."""
        *others, last = function.parameters or ("",)
        typed = (*others, f"{last} uint64") if last else ()
        return super().opening(function._replace(parameters=typed))

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        """Return a local; a literal alone is given its type."""
        if value.text.startswith("0x"):
            return [f"{name} := uint64({value.text})"]
        return self.statement(f"{name} := ", value, "")

    @override
    def added(self, name: str, part: Expression) -> str:
        return f"{name} |= {part.text}"

    @override
    def result(self, value: Expression) -> list[str]:
        return self.statement("return ", value, "")

    @override
    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        """Return a function whose comment begins with its name."""
        return super().laid_out(function._replace(words=f"{function.name}: {function.words}"), body)

    @override
    def prologue(self) -> list[str]:
        """Return the package, which is to be that of the file the source goes to."""
        return [f"// {MAPPING}", "", "package pawns"]


class Java(Language):
    """Java; ``long`` is signed, so right shifts are unsigned ones."""

    title = "Java"
    shift_right = ">>>"
    margin = 8

    @override
    def name(self, words: str) -> str:
        return camel_case(words)

    @override
    def literal(self, mask: int) -> str:
        return f"0x{mask:016x}L"

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"private static final long {name} = {literal};"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        parameters = tuple(f"long {name}" for name in function.parameters)
        return f"{'public' if function.is_public else 'private'} static long {function.name}", parameters, " {"

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        return self.statement(f"long {name} = ", value, ";")

    @override
    def comment(self, words: str) -> list[str]:
        return block_comment(words, WIDTH - len(self.indent))

    @override
    def unit(self, constants: Sequence[str], functions: Sequence[Sequence[str]]) -> str:
        blocks = [constants, *functions] if constants else functions
        lines = [f"// {MAPPING}", "final class PawnMasks {"]
        for block in (*blocks, ["private PawnMasks() {", "}"]):
            lines += [*(f"{self.indent}{line}" for line in block), ""]
        return "\n".join((*lines[:-1], "}", ""))


class JavaScript(Language):
    """JavaScript with BigInt, which has as many bits as it needs."""

    title = "JavaScript"
    is_bounded = False
    count_suffix = "n"

    @override
    def name(self, words: str) -> str:
        return camel_case(words)

    @override
    def literal(self, mask: int) -> str:
        return f"0x{mask:016x}n"

    @override
    def cut(self, operand: Expression, board: str) -> Expression:
        return call("BigInt.asUintN", operand, "64, ")

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"const {name} = {literal};"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        return f"function {function.name}", function.parameters, " {"

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        return self.statement(f"const {name} = ", value, ";")

    @override
    def comment(self, words: str) -> list[str]:
        return block_comment(words, WIDTH)

    @override
    def prologue(self) -> list[str]:
        return [f"// {MAPPING}", "// Each is a BigInt."]


class Python(Language):
    """Python, whose integers have as many bits as they need."""

    title = "Python"
    is_bounded = False
    cuts_with_board = True
    end = ""
    last_comma = ","
    between = 2
    kind = "int"

    @override
    def literal(self, mask: int) -> str:
        return grouped_literal(mask)

    @override
    def cut(self, operand: Expression, board: str) -> Expression:
        return joined(operand, "& ", named(board))

    @override
    def constant(self, name: str, literal: str) -> str:
        return f"{name} = {literal}"

    @override
    def signature(self, function: Function) -> tuple[str, tuple[str, ...], str]:
        parameters = tuple(f"{name}: {self.kind}" for name in function.parameters)
        return f"def {function.name}", parameters, f" -> {self.kind}:"

    @override
    def local(self, name: str, value: Expression) -> list[str]:
        return self.statement(f"{name} = ", value, "")

    @override
    def added(self, name: str, part: Expression) -> str:
        return f"{name} |= {part.text}"

    @override
    def result(self, value: Expression) -> list[str]:
        return self.statement("return ", value, "")

    @override
    def statement(self, before: str, value: Expression, after: str) -> list[str]:
        lines = self.lines(value, self.margin + len(before) + len(after))
        if len(lines) == 1:
            return [f"{before}{lines[0]}{after}"]
        return [f"{before}(", *(f"{self.indent}{line}" for line in lines), f"){after}"]

    @override
    def laid_out(self, function: Function, body: Iterable[str]) -> list[str]:
        lines = wrap(function.words.replace('"', "'"), WIDTH - 10)
        text = [f'"""{lines[0]}"""'] if len(lines) == 1 else [f'"""{lines[0]}', *lines[1:], '"""']
        return [*self.opening(function), *(f"{self.indent}{line}" for line in (*text, *body))]

    @override
    def prologue(self) -> list[str]:
        return [f"# {MAPPING}"]


class NumPy(Python):
    """NumPy: every mask is an array of ``uint64`` of one shape, or a single ``uint64``."""

    title = "NumPy"
    is_bounded = True
    cuts_with_board = False
    kind = "np.ndarray"

    @override
    def literal(self, mask: int) -> str:
        """Return a number that does not turn the array into floats."""
        return f"np.uint64({grouped_literal(mask)})"

    @override
    def cut(self, operand: Expression, board: str) -> Expression:
        """Return the same: 64 bits are all there are."""
        return operand

    @override
    def added(self, name: str, part: Expression) -> str:
        """Return a new array; the caller's stays as it is."""
        return f"{name} = {name} | {part.inside}"

    @override
    def prologue(self) -> list[str]:
        return ["import numpy as np", "", f"# {MAPPING}", "# Each is an array of uint64."]


LANGUAGES: Final[dict[str, Language]] = {
    "c": C(),
    "cpp": Cpp(),
    "rust": Rust(),
    "go": Go(),
    "java": Java(),
    "python": Python(),
    "javascript": JavaScript(),
    "numpy": NumPy(),
}
"""The languages by identifier."""
