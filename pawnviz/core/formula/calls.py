"""The user layers that a formula calls, found without reading it: circles are refused, and chains take no stack."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from pawnviz.core.formula.tokens import LONGEST_TEXT, FormulaError
from pawnviz.core.words import shortened

MOST_CALLED_LAYERS: Final = 64  # The most user layers that a formula may call, itself or through others.

_CALL: Final = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]*+)[ \t\r\n]*+\(")


@lru_cache(maxsize=512)
def _calls(text: str) -> tuple[tuple[str, int], ...]:
    """Return the names in front of parentheses, each once, with the column of the first; none of a text too long."""
    columns: dict[str, int] = {}
    for match in _CALL.finditer(text if len(text) <= LONGEST_TEXT else ""):
        columns.setdefault(match[1], match.start() + 1)
    return tuple(columns.items())


def called_names(text: str, texts: Mapping[str, str], identifier: str) -> dict[str, int]:
    """Return the layers that a text calls, itself or through others, each after those that it calls.

    With each stands the column of the text's own call that leads to it. ``texts`` are the formulas of the user layers,
    ``identifier`` the name that the text itself has among them, if any. Raises ``FormulaError`` with such a column for
    a layer made of itself, and where the text calls more than ``MOST_CALLED_LAYERS``.
    """
    columns: dict[str, int] = {}
    for name, column in _calls(text):
        if name == identifier:
            raise _circle(column, [name, name])
        if name in texts and name not in columns:
            columns |= dict.fromkeys(_reached(name, column, texts, identifier, columns), column)
    return columns


def _reached(
    name: str, column: int, texts: Mapping[str, str], identifier: str, done: Collection[str]
) -> Collection[str]:
    """Return a layer that is called in a column and those that it leads to, each after those that it calls.

    Those that are ``done`` are left out. A circle is named as such also where it is longer than ``MOST_CALLED_LAYERS``,
    unless the texts are so long that finding it would take long.
    """
    path = {name: iter(_calls(texts[name]))}
    reached: dict[str, None] = {}
    length = min(len(texts[name]), LONGEST_TEXT)
    while path and length <= MOST_CALLED_LAYERS * LONGEST_TEXT:
        last = next(reversed(path))
        called = next((called for called, _ in path[last] if called in texts or called == identifier), None)
        if called is None:
            del path[last]
            reached[last] = None
        elif called == identifier:
            raise _circle(column, [identifier, *path, identifier])
        elif called in path:
            names = [*path, called]
            raise _circle(column, names[names.index(called) :])
        elif called not in done and called not in reached:
            path[called] = iter(_calls(texts[called]))
            length += min(len(texts[called]), LONGEST_TEXT)
    if path or len(done) + len(reached) > MOST_CALLED_LAYERS:
        raise FormulaError(column, f"a formula calls at most {MOST_CALLED_LAYERS} other layers, this one calls more")
    return reached


def _circle(column: int, names: list[str]) -> FormulaError:
    """Return the error about layers each of which calls the next, the last one being the first."""
    shown = [shortened(name) for name in names]
    chain = " calls ".join(shown if len(shown) <= 4 else (*shown[:2], "…", shown[-1]))
    return FormulaError(column, f"{chain}; a layer cannot be made of itself")
