"""Layers that installed packages bring: read when the layers are, checked, and left out by name where they are wrong.

A package declares the entry point group ``pawnviz.layers``, a function that returns a declaration for each layer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.board.side import Side
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.layers.identifiers import LONGEST_DEFINITION, LONGEST_TITLE, identifier_fault, text_fault
from pawnviz.core.layers.marks import Family, Style, hatch, read_style, style_values
from pawnviz.core.layers.registry import LAYERS, Chapter, Layer, identifier_of, shared, step
from pawnviz.core.words import lowered, quoted, shortened, visible

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "pawnviz.layers"  # The group of entry points.
MOST_LAYERS: Final = 200  # The most layers of a package.
CHAPTER: Final = "Package "  # The beginning of the title of a package's chapter; its name is the rest.

LEFT_OUT: Final[list[str]] = []  # A clause for each package or layer that was not loaded.
FAILED: Final[dict[str, str]] = {}  # The fault of each layer whose function failed later and is called no more.

_KEYS: Final = ("title", "definition", "mark", "formula", "function", "identifier")
_STYLE: Final = style_values(Style(hatch("tint")))
_BOARDS: Final = (START, EMPTY, Position.from_fen("r3k2r/p1p2p1p/8/1pPpP1p1/1P4P1/8/P2P3P/R3K2R w KQkq d6 0 2"))


class DeclarationError(ValueError):
    """A declaration that is no layer; the message says which part is wrong and what would be right."""


def is_of_package(layer: Layer) -> bool:
    """Return whether a package brought a layer."""
    return layer.chapter.title.startswith(CHAPTER)


def load() -> None:
    """Add the layers of all installed packages to the registry, and a clause to ``LEFT_OUT`` for each fault."""
    if not _has_any():
        return
    from importlib.metadata import entry_points

    try:
        points = sorted(entry_points(group=GROUP), key=lambda point: (_package_of(point), point.name))
    except Exception as error:  # Metadata may be damaged in many ways.
        _leave_out(f"the layers of packages are left out: {_said(error)}")
        return
    for point in points:
        package = _package_of(point)
        try:
            declarations = list(islice(point.load()(), MOST_LAYERS + 1))
        except (Exception, SystemExit) as error:
            _leave_out(f"the layers of the package {package} are left out: {_said(error)}")
            continue
        if len(declarations) > MOST_LAYERS:
            _leave_out(f"the package {package} has more than {MOST_LAYERS} layers; the others are left out")
        for number, declaration in enumerate(declarations[:MOST_LAYERS], 1):
            try:
                layer = declared(declaration, package)
            except Exception as error:
                title = declaration.get("title") if type(declaration) is dict else None
                name = quoted(title) if isinstance(title, str) and title else str(number)
                reason = str(error) if isinstance(error, DeclarationError) else _said(error)
                _leave_out(f"the layer {name} of the package {package} is left out: {reason}")
            else:
                LAYERS[layer.identifier] = layer


def _package_of(point: EntryPoint) -> str:
    return shortened(visible(point.dist.name if point.dist else point.module), LONGEST_TITLE)


def _has_any() -> bool:
    """Return whether the metadata of any package names the group: ``importlib.metadata`` takes long to import."""
    for folder in sys.path:
        with suppress(OSError, TypeError, ValueError), os.scandir(folder or ".") as entries:
            for entry in entries:
                if entry.name.endswith((".dist-info", ".egg-info")):
                    with suppress(OSError):
                        if GROUP.encode() in Path(entry.path, "entry_points.txt").read_bytes():
                            return True
    return False


def declared(declaration: object, package: str = "") -> Layer:
    """Return the layer of a declaration, not registered; raises ``DeclarationError``.

    A declaration is a mapping with ``title``, ``definition``, and a ``formula`` or a ``function`` of a ``Side``, if it
    wants with a ``mark`` of three texts, such as ``("badge", "disc", "G")``, and an ``identifier``.
    """
    if not isinstance(declaration, Mapping):
        raise DeclarationError(f"a mapping with {', '.join(_KEYS[:4])} is expected")
    values = dict(declaration)
    for key in values:
        if key not in _KEYS:
            raise DeclarationError(f"there is no key {quoted(str(key))}; the keys are {', '.join(_KEYS)}")
    texts = {key: values.get(key, "") for key in ("title", "definition", "formula", "identifier")}
    for key, text in texts.items():
        if not isinstance(text, str) or (not text.strip() and key in ("title", "definition")):
            raise DeclarationError(f"the {key} is a text")
    title, definition, formula = texts["title"], texts["definition"], texts["formula"]
    identifier, function = texts["identifier"] or identifier_of(title), values.get("function")
    mark = values.get("mark", _STYLE["mark"])
    style = read_style(_STYLE | {"mark": list(mark) if isinstance(mark, tuple) else mark})
    fault = text_fault(title, "a title", LONGEST_TITLE) or text_fault(definition, "a definition", LONGEST_DEFINITION)
    fault = fault or (style if isinstance(style, str) else "")
    known = LAYERS.get(identifier)
    if known is None or not is_of_package(known):
        fault = fault or identifier_fault(identifier)
    elif package:  # Without one it is checked, and may be installed too.
        fault = fault or f"{identifier} is a layer of the {lowered(known.chapter.title)}; choose another name"
    if not fault and bool(formula) == callable(function):
        fault = "a formula is expected, or a function of a side"
    if fault or isinstance(style, str):
        raise DeclarationError(fault)
    if callable(function):
        compute, rule = _guarded(function, identifier, title, package), f"Computed by the package {package}."
    else:
        try:
            compute, rule = step(parse(formula).text), ""
        except FormulaError as error:
            raise DeclarationError(f"the formula cannot be read: {error}") from None
    chapter, turns = Chapter(f"{CHAPTER}{package}", ""), style.mark.family is not Family.STRIP
    layer = Layer(identifier, title, chapter, formula, definition, style.mark, compute, turns, rule)
    for position in _BOARDS:
        for side in position.sides():
            layer(side)
        position.forget_sides()
    if fault := FAILED.pop(identifier, ""):
        raise DeclarationError(fault)
    return layer


def _guarded(function: Callable[..., Any], identifier: str, title: str, package: str) -> Callable[[Side[Any]], Any]:
    """Return a function of a side that returns the empty mask once the given one has failed."""

    def guarded(side: Side[Any]) -> Any:
        nothing = side.pawns & 0
        if identifier in FAILED:
            return nothing
        try:
            mask = function(side)
            fault = _mask_fault(mask, nothing)
        except Exception as error:
            fault = _said(error)
        if fault:
            FAILED[identifier] = fault
            if identifier in LAYERS:
                _warn(f"the layer {quoted(title)} of the package {package} holds no squares: {fault}")
            return nothing
        return mask

    guarded.__qualname__ = identifier  # By which the mask is remembered.
    return shared(guarded)


def _mask_fault(mask: object, nothing: Any) -> str:
    """Return why a value is no mask of the type and shape of an empty one, an empty text if it is."""
    if type(nothing) is int:
        is_mask = type(mask) is int and 0 <= mask < 1 << 64
        return "" if is_mask else f"its function returned {quoted(repr(mask))}, not an int of 64 bits"
    found, wanted = ((getattr(each, "dtype", None), getattr(each, "shape", None)) for each in (mask, nothing))
    if found == wanted:
        return ""
    return f"its function returned {quoted(repr(mask))} for arrays, not a uint64 array of the side's shape"


def _said(error: BaseException) -> str:
    """Return an exception's type and message in a line, also if its message cannot be made."""
    from traceback import format_exception_only

    return shortened(visible(" ".join(format_exception_only(error)[-1].split())), 200)


def _leave_out(sentence: str) -> None:
    LEFT_OUT.append(sentence)
    _warn(sentence)


def _warn(sentence: str) -> None:
    import logging

    # Without a log of the window this is written to standard error.
    logging.getLogger(__name__).warning("pawnviz: %s", sentence)
