"""Layers that installed packages bring: read when the layers are, checked, and left out by name where they are wrong.

A package declares the entry point group ``pawnviz.layers``, a function that returns a declaration for each layer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.board.side import Side
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.layers.marks import Family, Style, hatch, read_style, style_values
from pawnviz.core.layers.registry import (
    LAYERS,
    LONGEST_DEFINITION,
    LONGEST_TITLE,
    Chapter,
    Layer,
    identifier_fault,
    identifier_of,
    shared,
    step,
    text_fault,
)
from pawnviz.core.words import lowered, quoted, shortened, visible

GROUP: Final = "pawnviz.layers"  # The group of entry points.
CHAPTER: Final = "Package "  # The beginning of the title of a package's chapter; its name is the rest.

FAULTS: Final[list[str]] = []  # A clause for each package or layer that is left out, or has failed later.
FAILED: Final[dict[str, str]] = {}  # The fault of each layer whose function failed later and is called no more.

_MOST_SECONDS: Final = 2  # The time after which a package is named that is still being loaded.
_STYLE: Final = style_values(Style(hatch("tint")))
_BOARDS: Final = (START, EMPTY, Position.from_fen("r3k2r/p1p2p1p/8/1pPpP1p1/1P4P1/8/P2P3P/R3K2R w KQkq d6 0 2"))


def is_of_package(layer: Layer) -> bool:
    """Return whether a package brought a layer."""
    return layer.chapter.title.startswith(CHAPTER)


def load() -> None:
    """Add the layers of all installed packages to the registry, and a clause to ``FAULTS`` for each that is wrong."""
    # importlib.metadata takes long to import.
    files = (path for folder in sys.path for path in Path(folder).glob("*-info/entry_points.txt"))
    points: list[tuple[str, Any]] = []
    with _reported("the layers of packages are left out"):
        if any(GROUP.encode() in path.read_bytes() for path in files):
            from importlib.metadata import entry_points
            from threading import Timer

            points = [(each.dist.name if each.dist else each.module, each) for each in entry_points(group=GROUP)]
    for name, point in sorted(points):
        package = shortened(visible(name), LONGEST_TITLE)
        declarations: list[Any] = []
        clause = f"the package {package} takes more than {_MOST_SECONDS} seconds to load"
        slow = Timer(_MOST_SECONDS, _report, (clause,))
        slow.daemon = True
        slow.start()
        with _reported(f"the layers of the package {package} are left out"):
            declarations = list(point.load()())
        for number, values in enumerate(declarations, 1):
            title = values.get("title") if type(values) is dict else None
            shown = quoted(title) if isinstance(title, str) else number
            with _reported(f"the layer {shown} of the package {package} is left out"):
                layer = declared(package, **values)
                LAYERS[layer.identifier] = layer
        slow.cancel()


def declared(
    package: str,
    *,
    title: str,
    definition: str,
    formula: str = "",
    function: Callable[[Side[Any]], Any] | None = None,
    mark: tuple[str, ...] = tuple(_STYLE["mark"]),
    identifier: str = "",
) -> Layer:
    """Return the layer of a declaration, not registered; without a package one to check, which may be installed too.

    It has either a formula or a function; ``mark`` is a family, a shape and a label. Raises ``ValueError``.
    """
    for text in (title, definition, formula, identifier):
        if not isinstance(text, str):
            raise ValueError(f"{quoted(repr(text))} is not a text")
    identifier = identifier or identifier_of(title)
    style, known = read_style(_STYLE | {"mark": [*mark]}), LAYERS.get(identifier)
    fault = text_fault(title, "a title", LONGEST_TITLE) or text_fault(definition, "a definition", LONGEST_DEFINITION)
    if isinstance(style, str):
        raise ValueError(style)
    if bool(formula) == callable(function):
        fault = "a formula is expected, or a function of a side"
    elif known is None or not is_of_package(known):
        fault = fault or identifier_fault(identifier)
    elif package:
        fault = fault or f"{identifier} is a layer of the {lowered(known.chapter.title)}; choose another name"
    if fault:
        raise ValueError(fault)
    try:
        compute = step(parse(formula).text) if function is None else _guarded(function, identifier, title, package)
    except FormulaError as error:
        raise ValueError(f"the formula cannot be read: {error}") from None
    rule = f"Computed by the package {package}." if function else ""
    chapter, turns = Chapter(f"{CHAPTER}{package}", ""), style.mark.family is not Family.STRIP
    layer = Layer(identifier, title, chapter, formula, definition, style.mark, compute, turns, rule)
    for position in _BOARDS:
        for side in position.sides():
            layer(side)
        position.forget_sides()
    if fault := FAILED.pop(identifier, ""):
        raise ValueError(fault)
    return layer


def _guarded(function: Callable[..., Any], identifier: str, title: str, package: str) -> Callable[[Side[Any]], Any]:
    """Return a function of a side that returns the empty mask once the given one has failed."""

    def guarded(side: Side[Any]) -> Any:
        nothing = side.pawns & 0
        if identifier in FAILED:
            return nothing
        try:
            mask = function(side)
            if type(nothing) is int:
                is_mask = type(mask) is int and not mask >> 64
            else:
                is_mask = getattr(mask, "dtype", None) == nothing.dtype and mask.shape == nothing.shape
            if is_mask:
                return mask
            fault = f"{quoted(repr(mask))} is not a mask: an int of 64 bits, or for arrays uint64 of the side's shape"
        except Exception as error:
            fault = _said(error)
        FAILED[identifier] = fault
        if identifier in LAYERS:
            _report(f"the layer {quoted(title)} of the package {package} holds no squares: {fault}")
        return nothing

    guarded.__qualname__ = identifier  # By which the mask is remembered.
    return shared(guarded)


def _said(error: BaseException) -> str:
    """Return an exception in a line, also if its message cannot be made."""
    from traceback import format_exception_only

    text = " ".join(format_exception_only(error)[-1].split())
    return shortened(visible(text.removeprefix("ValueError: ")), 200)


@contextmanager
def _reported(consequence: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        _report(f"{consequence}: {_said(error)}")


def _report(clause: str) -> None:
    import logging

    FAULTS.append(clause)
    # Without a log of the window this is written to standard error.
    logging.getLogger(__name__).warning("pawnviz: %s", clause)
