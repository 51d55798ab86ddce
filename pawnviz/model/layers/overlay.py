"""Which layers are on the board and how they are drawn, as one value, and its parts as they are kept between starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from pawnviz.core.catalog import presets
from pawnviz.core.layers import LAYERS, Layer, present_identifier
from pawnviz.core.layers.marks import Style, read_style, style_values
from pawnviz.core.words import quoted_value

FIRST_SHOWN: Final = "front_spans"  # The shown layer of a program without kept layers.
Sides: TypeAlias = tuple[bool, bool]  # Whether a layer is shown for White and for Black.

Kept = TypeVar("Kept")

BOTH: Final = (True, True)
NEITHER: Final = (False, False)
SIDES: Final = {"both": BOTH, "white": (True, False), "black": (False, True)}
"""The words for the sides that a layer is shown for."""

_SIDE_WORDS: Final = {sides: word for word, sides in SIDES.items()}
_FIRST_SIDES: Final[Mapping[str, Sides]] = {FIRST_SHOWN: BOTH}
_NO_STYLES: Final[Mapping[str, Style]] = {}
_NO_TEXTS: Final[Mapping[str, str]] = {}


class Overlay(NamedTuple):
    """The layers that are switched on with their sides, and how the list and the board present all layers.

    ``order`` holds identifiers in the order of drawing, empty for the order of the first start. ``exceptions`` are
    the layers of which the squares that they do not hold are marked, with the title of these squares. ``preview`` is
    shown for both sides beside the others, or with ``pointed`` all marks fade but its own for these sides.
    """

    sides: Mapping[str, Sides] = _FIRST_SIDES
    order: tuple[str, ...] = ()
    styles: Mapping[str, Style] = _NO_STYLES
    exceptions: Mapping[str, str] = _NO_TEXTS
    preview: str = ""
    pointed: Sides | None = None
    temporary: tuple[Layer, ...] = ()
    large: bool = False
    for_programmers: bool = False

    def with_sides(self, sides: Mapping[str, Sides]) -> Overlay:
        """Return the value with these layers switched on, without those that have no side."""
        shown = {name: each for name, each in sides.items() if any(each)}
        return self._replace(sides=shown, exceptions=_picked(self.exceptions, shown))

    def with_name(self, old: str, new: str) -> Overlay:
        """Return the value after a layer got another identifier."""
        return self._replace(
            sides=renamed(self.sides, old, new),
            order=tuple(new if name == old else name for name in self.order),
            preview=new if self.preview == old else self.preview,
        )

    def lasting(self, layers: Mapping[str, Kept]) -> dict[str, Kept]:
        """Return the entries of layers that are not temporary."""
        temporary = {layer.identifier for layer in self.temporary}
        return {name: value for name, value in layers.items() if name not in temporary}

    def among(self, identifiers: Collection[str]) -> Overlay:
        """Return the value without layers that are none of these."""
        known = self.with_sides(_picked(self.sides, identifiers))
        return known if known.preview in identifiers else known._replace(preview="", pointed=None)

    def state(self, known: Collection[str]) -> dict[str, Any]:
        """Return sides, styles, exceptions and order of the known layers as JSON values."""
        state: dict[str, Any] = {
            "shown": {name: _SIDE_WORDS[sides] for name, sides in self.sides.items() if name in known},
            "styles": {name: style_values(style) for name, style in self.styles.items() if name in LAYERS},
        }
        if self.exceptions:
            state["exceptions"] = list(self.exceptions)
        if self.order:
            state["order"] = [name for name in self.order if name in known]
        return state

    def restored(self, state: Mapping[str, Any], known: Collection[str], faults: list[str]) -> Overlay:
        """Return the value with the parts of a ``state``, or of the first start, and add a sentence for each fault."""
        temporary = {layer.identifier for layer in self.temporary}
        shown = read_shown(state.get("shown", {FIRST_SHOWN: "both"}), known, faults)
        exceptions = _read_exceptions(state.get("exceptions", []), shown, faults)
        return self._replace(
            sides=shown | _picked(self.sides, temporary),
            styles=read_styles(state.get("styles", {}), faults) | _picked(self.styles, temporary),
            exceptions=exceptions,
            order=tuple(_read_order(state.get("order", []), known, faults)),
        )


def ordered(natural: Sequence[str], order: Iterable[str]) -> list[str]:
    """Return identifiers in an order; one that it lacks comes after its predecessor in the natural order."""
    merged = [identifier for identifier in order if identifier in natural]
    if not merged:
        return list(natural)
    before = ""
    for identifier in natural:
        if identifier not in merged:
            merged.insert(merged.index(before) + 1 if before else 0, identifier)
        before = identifier
    return merged


def renamed(sides: Mapping[str, Sides], old: str, new: str) -> dict[str, Sides]:
    """Return sides with another identifier for one layer."""
    return {new if name == old else name: each for name, each in sides.items()}


def _picked(values: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in names}


def is_known(identifier: object, part: str, known: Collection[str], faults: list[str]) -> bool:
    """Return whether an identifier is one of the known ones, and note a fault if not."""
    if isinstance(identifier, str) and identifier in known:
        return True
    faults.append(f"{part}: there is no layer {quoted_value(identifier)}.")
    return False


def read_shown(values: object, known: Collection[str], faults: list[str]) -> dict[str, Sides]:
    """Return the sides of each shown layer, without those that are unknown or wrong."""
    if not isinstance(values, dict):
        faults.append("Shown layers: a list of names with “both”, “white” or “black” is expected.")
        return {FIRST_SHOWN: BOTH}
    shown = {}
    for identifier, word in _with_present_identifiers(values).items():
        if not is_known(identifier, "Shown layers", known, faults):
            continue
        if isinstance(word, str) and word in SIDES:
            shown[identifier] = SIDES[word]
        else:
            faults.append(f"Shown layers: {identifier} is “both”, “white” or “black”, not {quoted_value(word)}.")
    return shown


def _read_exceptions(values: object, shown: Collection[str], faults: list[str]) -> dict[str, str]:
    if not isinstance(values, list):
        faults.append("Exceptions: a list of names is expected.")
        return {}
    titles = {name: title for preset in presets() for name, title in preset.exceptions.items()}
    found = [value for value in values if is_known(value, "Exceptions", titles, faults)]
    return {name: titles[name] for name in found if name in shown}


def _read_order(values: object, known: Collection[str], faults: list[str]) -> list[str]:
    """Return the identifiers of a stored order, each once, without unknown ones."""
    if not isinstance(values, list):
        faults.append("Order of the layers: a list of names is expected.")
        return []
    present = [present_identifier(value) if isinstance(value, str) else value for value in values]
    return list(dict.fromkeys(value for value in present if is_known(value, "Order of the layers", known, faults)))


def read_styles(values: object, faults: list[str]) -> dict[str, Style]:
    """Return the stored styles that can be drawn and are not the layer's own."""
    if not isinstance(values, dict):
        faults.append("Styles: a style for each name is expected.")
        return {}
    styles = {}
    for identifier, value in _with_present_identifiers(values).items():
        if not is_known(identifier, "Styles", LAYERS, faults):
            continue
        style = read_style(value)
        if isinstance(style, str):
            faults.append(f"Styles: {identifier}: {style}.")
        elif style != Style(LAYERS[identifier].mark):
            styles[identifier] = style
    return styles


def _with_present_identifiers(values: dict[str, object]) -> dict[str, object]:
    """Return values by present identifier; a value that has it already comes first."""
    return {present_identifier(identifier): value for identifier, value in values.items()} | {
        identifier: value for identifier, value in values.items() if present_identifier(identifier) == identifier
    }
