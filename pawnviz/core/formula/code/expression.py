"""Expressions of a source: operands joined by signs, with the parentheses that each of them needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NAME: Final = "name"
UNARY: Final = "unary"
SHIFT: Final = "shift"  # The kinds of expressions that no sign joins.


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression with its strength.

    ``kind`` is one of ``& ^ |`` that joins operands, the first with an empty sign, the others with a sign such as ``"&
    "`` or ``"& ~"``. Otherwise it is ``NAME`` for names, literals and calls, ``UNARY`` or ``SHIFT``: a text in front
    and a text behind, with another expression in between or none.
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
