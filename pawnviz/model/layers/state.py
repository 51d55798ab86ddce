"""The state of the layers between starts, read from JSON values; wrong parts become sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from pawnviz.core.layers import LAYERS, present_identifier
from pawnviz.core.layers.marks import Style, read_style
from pawnviz.core.words import quoted_value

FIRST_SHOWN: Final = "front_spans"  # The shown layer of the first start.
Sides: TypeAlias = tuple[bool, bool]  # Whether a layer is shown for White and for Black.

BOTH: Final = (True, True)
NEITHER: Final = (False, False)
SIDES: Final = {"both": BOTH, "white": (True, False), "black": (False, True)}
"""The words for the sides that a layer is shown for."""


def merged_order(registered: Sequence[str], order: Sequence[str]) -> list[str]:
    """Return a chapter's layers in an order; a layer that it lacks follows its predecessor in the registry."""
    merged = [identifier for identifier in order if identifier in registered]
    before = ""
    for identifier in registered:
        if identifier not in merged:
            merged.insert(merged.index(before) + 1 if before else 0, identifier)
        before = identifier
    return merged


def is_known(identifier: object, part: str, known: Collection[str], faults: list[str]) -> bool:
    """Return whether an identifier is one of the known ones, and note a fault if not."""
    if isinstance(identifier, str) and identifier in known:
        return True
    faults.append(f"{part}: there is no layer {quoted_value(identifier)}.")
    return False


def read_shown(values: object, known: Collection[str], faults: list[str]) -> dict[str, tuple[bool, bool]]:
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


def read_order(values: object, faults: list[str]) -> list[str]:
    """Return the identifiers of a stored order, each once, without unknown ones."""
    if not isinstance(values, list):
        faults.append("Order of the layers: a list of names is expected.")
        return []
    present = [present_identifier(value) if isinstance(value, str) else value for value in values]
    return list(dict.fromkeys(value for value in present if is_known(value, "Order of the layers", LAYERS, faults)))


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
