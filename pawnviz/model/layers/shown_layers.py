"""The layers that are shown on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.catalog import exceptions_of, presets
from pawnviz.core.formula.names import SWITCHED_OFF
from pawnviz.core.labels.order import sections
from pawnviz.core.layers import LAYERS, Layer, present_identifier
from pawnviz.core.layers.marks import Style, enlarged, read_style, style_fault, style_values
from pawnviz.core.picture.picture import ShownLayer
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.words import quoted_value
from pawnviz.model.document import Document
from pawnviz.model.layers.user_layer_list import UserLayerList
from pawnviz.model.preferences import Preferences

FIRST_SHOWN: Final = "front_spans"  # The shown layer of a program without kept layers.
Sides: TypeAlias = tuple[bool, bool]  # Whether a layer is shown for White and for Black.

Kept = TypeVar("Kept")

BOTH: Final = (True, True)
NEITHER: Final = (False, False)
SIDES: Final = {"both": BOTH, "white": (True, False), "black": (False, True)}  # By the words for them.

_SIDE_WORDS: Final = {sides: word for word, sides in SIDES.items()}
_NOTHING: Final[Mapping[str, Any]] = {}


class Overlay(NamedTuple):
    """The layers that are switched on with their sides, and how the list and the board present all layers.

    ``order`` holds identifiers in the order of drawing, empty for the order of the first start. ``exceptions`` are
    the layers of which the squares that they do not hold are marked, with the title of these squares. ``preview`` is
    shown for both sides beside the others, or with ``pointed`` all marks fade but its own for these sides. ``off``
    are layers that no list or search offers; one that is shown is not among them any more.
    """

    sides: Mapping[str, Sides] = {FIRST_SHOWN: BOTH}
    order: tuple[str, ...] = ()
    styles: Mapping[str, Style] = _NOTHING
    exceptions: Mapping[str, str] = _NOTHING
    preview: str = ""
    pointed: Sides | None = None
    temporary: tuple[Layer, ...] = ()
    large: bool = False
    flipped: bool = False
    for_programmers: bool = False
    off: tuple[str, ...] = ()

    def with_sides(self, sides: Mapping[str, Sides]) -> Overlay:
        """Return the value with these layers switched on, without those that have no side."""
        shown = {name: each for name, each in sides.items() if any(each)}
        off = tuple(name for name in self.off if name not in shown)
        return self._replace(sides=shown, exceptions=_picked(self.exceptions, shown), off=off)

    def with_name(self, old: str, new: str) -> Overlay:
        """Return the value after a layer got another identifier."""
        return self._replace(
            sides=renamed(self.sides, old, new),
            order=tuple(new if name == old else name for name in self.order),
            preview=new if self.preview == old else self.preview,
        )

    @property
    def temporary_names(self) -> set[str]:
        """The identifiers of the temporary layers."""
        return {layer.identifier for layer in self.temporary}

    def lasting(self, layers: Mapping[str, Kept]) -> dict[str, Kept]:
        """Return the entries of layers that are not temporary."""
        return {name: value for name, value in layers.items() if name not in self.temporary_names}

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
        if self.off:
            state["off"] = list(self.off)
        return state

    def restored(self, state: Mapping[str, Any], known: Collection[str], faults: list[str]) -> Overlay:
        """Return the value with the parts of a ``state``, or of the first start, and add a sentence for each fault."""
        temporary = self.temporary_names
        shown = read_shown(state.get("shown", {FIRST_SHOWN: "both"}), known, faults)
        return self._replace(
            exceptions=_read_exceptions(state.get("exceptions", []), shown, faults),
            sides=shown | _picked(self.sides, temporary),
            styles=read_styles(state.get("styles", {}), faults) | _picked(self.styles, temporary),
            order=_read_names(state.get("order", []), "Order of the layers", known, faults),
            off=_read_names(state.get("off", []), "Layers that are switched off", known, faults),
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


def _read_names(values: object, part: str, known: Collection[str], faults: list[str]) -> tuple[str, ...]:
    """Return the identifiers of a stored list, each once, without unknown ones."""
    if not isinstance(values, list):
        faults.append(f"{part}: a list of names is expected.")
        return ()
    present = [present_identifier(value) if isinstance(value, str) else value for value in values]
    return tuple(dict.fromkeys(value for value in present if is_known(value, part, known, faults)))


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
    present = {name: value for name, value in values.items() if present_identifier(name) == name}
    return {present_identifier(name): value for name, value in values.items()} | present


class Deleted(NamedTuple):
    """A deleted user layer: as it was written, its place, and its shown sides."""

    entry: UserLayer
    place: int
    sides: Sides


class Replaced(NamedTuple):
    """The source of temporary layers, the sides to bring back, and the current layer before them."""

    source: QObject
    sides: Mapping[str, Sides]
    current: str


class ShownLayers(QObject):
    """The layers with the user's choices, which are one ``Overlay``, and the current layer.

    ``user_layers`` holds the user's layers, ``document`` the position. At first ``front_spans`` is shown for both
    sides. Methods raise ``KeyError`` for an unknown identifier.
    """

    changed = Signal()  # The overlay has changed, or layers came, went or were written anew.
    current_changed = Signal()  # Another layer is the current one, or none.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.user_layers = UserLayerList(self)
        self.now = Overlay()  # The layers that are on the board and how they are drawn.
        self._all: dict[str, Layer] | None = None
        self._before_last: Mapping[str, Sides] = {}  # The sides that ``bring_back_shown`` shows again.
        self._alone: Mapping[str, Sides] | None = None  # The result of the last ``show_alone``.
        self.replaced: Replaced | None = None  # What temporary layers replace; ``TemporaryLayers`` sets it.
        self.current = FIRST_SHOWN  # The identifier of the layer that commands and pages are about, or empty.
        self._preferences: Preferences | None = None
        self.user_layers.renamed.connect(self._rename)
        self.user_layers.changed.connect(self._refresh)

    def use(self, preferences: Preferences) -> None:
        """Draw large marks, turn marks with the board, and list building blocks while the preferences say so."""
        self._preferences = preferences
        preferences.changed.connect(self._read_preferences)
        self._read_preferences()

    @Slot()
    def _read_preferences(self) -> None:
        if (kept := self._preferences) is not None:
            large, flipped, programmers = (kept.large_marks.value, kept.flipped.value, kept.for_programmers.value)
            self._set(self.now._replace(large=large, flipped=flipped, for_programmers=programmers))

    @property
    def all(self) -> Mapping[str, Layer]:
        """Every layer by identifier, in the order of drawing: at first that of the sections, then user layers."""
        if self._all is None:
            own = self.user_layers.layers
            layers = {**LAYERS, **own}
            names = ordered([*(name for section in sections() for name in section.identifiers), *own], self.now.order)
            self._all = {name: layers[name] for name in names}
            self._all |= {layer.identifier: layer for layer in self.now.temporary}
        return self._all

    def mask(self, identifier: str, white: bool) -> int:
        """Return the layer's squares for White or for Black in the document's position."""
        return self.all[identifier](self.document.position.sides()[0 if white else 1])

    # Shown layers

    def shown(self) -> tuple[ShownLayer, ...]:
        """Return the shown layers in the order of drawing; a preview has both sides, and a draft may stand alone."""
        draft, now = self.user_layers.draft, self.now
        shown = {**now.sides, **dict.fromkeys((draft,) if now.pointed else (now.preview, draft), BOTH)}
        names = [draft] if self.user_layers.draft_alone else [name for name in self.all if name in shown]
        return tuple(self.entry(name, *shown[name]) for name in names)

    def entry(self, identifier: str, white: bool = True, black: bool = True) -> ShownLayer:
        """Return a layer as it is drawn for these sides."""
        style, exception = self.style_of(identifier), self.now.exceptions.get(identifier, "")
        return ShownLayer(self.all[identifier], enlarged(style) if self.now.large else style, white, black, exception)

    def sides_of(self, identifier: str) -> Sides:
        """Return whether the layer is switched on for White and for Black; a preview does not count."""
        self._check(identifier)
        return self.now.sides.get(identifier, NEITHER)

    def set_shown(self, identifier: str, white: bool, black: bool) -> None:
        """Switch the layer on or off for each side."""
        self._check(identifier)
        self._set(self.now.with_sides({**self.now.sides, identifier: (white, black)}))

    def switch(self, identifier: str, white: bool, on: bool) -> None:
        """Switch the layer on or off for one side by hand, which ends a preview so that the effect is visible."""
        sides = self.sides_of(identifier)
        self._set_by_hand({**self.now.sides, identifier: (on, sides[1]) if white else (sides[0], on)})

    def toggle(self, identifier: str) -> None:
        """Switch the layer off if a side of it is on, otherwise on for both sides; a preview ends."""
        self._set_by_hand({**self.now.sides, identifier: NEITHER if any(self.sides_of(identifier)) else BOTH})

    def switch_off(self, identifier: str) -> None:
        """Hide a layer and offer it no more, or offer one again that was switched off."""
        self._check(identifier)
        now = self.now
        off = tuple(name for name in now.off if name != identifier) if identifier in now.off else (*now.off, identifier)
        self._before_last = {name: sides for name, sides in self._before_last.items() if name != identifier}
        self._set(now.with_sides({**now.sides, identifier: NEITHER})._replace(off=off))

    def show_alone(self, identifier: str) -> None:
        """Show nothing but this layer, for its sides or else both; a second call in a row brings back the others."""
        self._check(identifier)
        before, alone = self.now.sides, {identifier: self.now.sides.get(identifier, BOTH)}
        if before == alone == self._alone:
            self._set_by_hand(self._before_last)
        elif before != alone:
            if before != self._alone:
                self._before_last = self.now.lasting(before)
            self._set_by_hand(alone)
            self._alone = alone

    def clear(self) -> None:
        """Switch every layer off; ``bring_back_shown`` takes it back."""
        self.show_exactly({})

    def apply_preset(self, identifiers: Iterable[str]) -> None:
        """Show exactly these layers, each for both sides, with a current one among them; see ``show_exactly``."""
        shown = dict.fromkeys(identifiers, BOTH)
        self.show_exactly(shown)
        if self.current not in shown:
            self.set_current(next((name for name in self.all if name in shown), self.current))

    def show_exactly(self, shown: Mapping[str, Sides]) -> None:
        """Show exactly these layers, as a preset of them does; ``bring_back_shown`` takes it back."""
        for identifier in shown:
            self._check(identifier)
        before = self.now.lasting(self.now.sides)
        if before and before != self.now.lasting(shown):
            self._before_last = before
        self._set(self.now._replace(exceptions=exceptions_of(shown)).with_sides(shown))

    @property
    def can_bring_back(self) -> bool:
        """Whether there are layers for ``bring_back_shown``."""
        return bool(self._before_last) and self._before_last != self.now.lasting(self.now.sides)

    def bring_back_shown(self) -> None:
        """Show the layers before the last ``clear``, ``apply_preset`` or ``show_alone``, and vice versa."""
        if self.can_bring_back:
            self.show_exactly({**self._before_last, **_picked(self.now.sides, self.now.temporary_names)})

    # Preview and current layer

    def set_preview(self, identifier: str, pointed: Sides | None = None) -> None:
        """Preview a layer, or with an empty text none; ``pointed`` fades all marks but its own for these sides."""
        if identifier:
            self._check(identifier)
        self._set(self.now._replace(preview=identifier, pointed=pointed))

    def set_current(self, identifier: str) -> None:
        """Make this layer the current one, or none (empty)."""
        if identifier:
            self._check(identifier)
        if identifier != self.current:
            self.current = identifier
            self.current_changed.emit()

    # How layers are drawn, and their order

    def style_of(self, identifier: str) -> Style:
        """Return the style of the layer: the user's, or the layer's mark in the theme's colors."""
        if identifier in self.user_layers.layers:
            return self.user_layers.entry(identifier).style
        return self.now.styles.get(identifier) or Style(self.all[identifier].mark)

    def has_own_style(self, identifier: str) -> bool:
        """Return whether the layer has another style than its own mark in the theme's colors."""
        return self.style_of(identifier) != Style(self.all[identifier].mark)

    def set_style(self, identifier: str, style: Style) -> None:
        """Draw the layer in this style, which is kept in a user layer itself; raises ``ValueError`` for a wrong one."""
        if fault := style_fault(style):
            raise ValueError(fault)
        if identifier in self.user_layers.layers:
            if style != self.style_of(identifier):
                self.user_layers.set_style(identifier, style)
            return
        styles = {**self.now.styles, identifier: style}
        if style == Style(self.all[identifier].mark):
            del styles[identifier]
        self._set(self.now._replace(styles=styles))

    def reset_style(self, identifier: str) -> None:
        """Draw the layer with its own mark in the theme's colors again."""
        self.set_style(identifier, Style(self.all[identifier].mark))

    def neighbors(self, identifier: str) -> list[str]:
        """Return the layers among which one is moved, in their order: the shown ones for a shown layer, or all."""
        names = list(self.now.lasting(self.all))
        return [name for name in names if name in self.now.sides] if identifier in self.now.sides else names

    def move(self, identifier: str, steps: int) -> None:
        """Draw a layer later among its neighbors, or earlier if ``steps`` is negative; temporary ones stay last."""
        self._check(identifier)
        group = self.neighbors(identifier)
        if identifier not in group:
            return
        target = group[max(0, min(len(group) - 1, group.index(identifier) + steps))]
        if target != identifier:
            names = list(self.now.lasting(self.all))
            names.insert(names.index(target), names.pop(names.index(identifier)))
            self._set(self.now._replace(order=tuple(names)))

    # Temporary layers

    def set_temporary(self, layers: Sequence[Layer]) -> None:
        """Show these temporary layers for both sides as the last ones, in place of the former ones.

        They are no part of ``state``. Raises ``ValueError`` for a taken identifier.
        """
        names = {layer.identifier for layer in layers}
        if len(names) < len(layers) or not names.isdisjoint(LAYERS.keys() | self.user_layers.layers.keys()):
            raise ValueError("a temporary layer needs an identifier of its own")
        former = self.now.temporary_names
        preview = "" if self.now.preview in former else self.now.preview
        now = self.now._replace(temporary=tuple(layers), styles=self.now.lasting(self.now.styles), preview=preview)
        self._set(now.with_sides(self.now.lasting(self.now.sides) | dict.fromkeys(names, BOTH)))
        if self.current in former:
            self.set_current("")

    # User layers

    def delete(self, identifier: str) -> Deleted:
        """Delete a user layer, and return the argument of ``bring_back``; masks of layers that call it become empty."""
        kept = self.user_layers.kept
        entry = kept.entry(identifier)
        deleted = Deleted(entry, kept.entries.index(entry), self.sides_of(identifier))
        self.user_layers.set_kept(kept.without(identifier))
        return deleted

    def bring_back(self, deleted: Deleted) -> str:
        """Bring back a deleted layer and return its identifier, maybe a new one; ``ValueError`` for too many layers."""
        identifier = self.user_layers.insert(deleted.entry, deleted.place)
        self.set_shown(identifier, *deleted.sides)
        return identifier

    @Slot(str, str)
    def _rename(self, old: str, new: str) -> None:
        """Keep the choices for a renamed user layer; its change is announced next."""
        self.now = self.now.with_name(old, new)
        self._before_last = renamed(self._before_last, old, new)
        if self.current == old:
            self.current = new
            self._all = None
            self.current_changed.emit()

    @Slot()
    def _refresh(self) -> None:
        """Drop choices for layers that are gone, and announce the written layer."""
        self._all = None
        self.now = self.now.among(self.all)
        self._before_last = _picked(self._before_last, self.all)
        self.changed.emit()
        if self.current not in self.all:
            self.set_current("")

    # Between starts

    def state(self) -> dict[str, Any]:
        """Return shown layers, styles, order, current layer and draft as JSON values, without temporary layers."""
        now, current = self.now, self.current
        if self.replaced is not None:
            temporary = now.temporary_names
            now = now.with_sides(self.replaced.sides) if now.sides.keys() <= temporary else now
            current = self.replaced.current if current in temporary else current
        known = self._known()
        state = now._replace(sides={name: now.sides[name] for name in self.all if name in now.sides}).state(known)
        if current in known:
            state["current"] = current
        if draft := self.user_layers.draft_values():
            state["draft"] = draft
        return state

    def restore(self, state: dict[str, Any]) -> list[str]:
        """Restore the result of ``state``, and return a sentence for each unknown or wrong part, which is left out.

        A missing part is as at the first start, and a layer that the order lacks comes after its predecessor there.
        Temporary layers stay. The user layers must be there already.
        """
        faults: list[str] = []
        known = self._known()
        self.user_layers.restore_unsaved(state.get("draft", {}))
        self._set(self.now.restored(state, known, faults))
        current = state.get("current", FIRST_SHOWN)
        current = present_identifier(current) if isinstance(current, str) else current
        if is_known(current, "Current layer", known, faults):
            self.set_current(current)
        return faults

    def _known(self) -> set[str]:
        return {*LAYERS, *self.user_layers.kept.layers}

    # Changes

    def _check(self, identifier: str) -> None:
        if identifier not in self.all:
            raise KeyError(identifier)

    def _set_by_hand(self, sides: Mapping[str, Sides]) -> None:
        self._set(self.now._replace(preview="", pointed=None).with_sides(sides))

    def _set(self, now: Overlay) -> None:
        if now != self.now:
            if (now.sides, now.temporary) != (self.now.sides, self.now.temporary):
                self._alone = None
            if (now.order, now.temporary) != (self.now.order, self.now.temporary):
                self._all = None
            if now.off != self.now.off:
                SWITCHED_OFF.clear()
                SWITCHED_OFF.update(now.off)
            self.now = now
            self.changed.emit()


class TemporaryLayers(QObject):
    """The temporary layers of a window, of which one at a time has its layers on the board, until ``hide``."""

    def __init__(self, layers: ShownLayers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layers = layers

    @property
    def are_shown(self) -> bool:
        """Whether these layers are on the board."""
        replaced = self._layers.replaced
        return replaced is not None and replaced.source is self

    def show(self, layers: Sequence[Layer], *, white: bool = True, black: bool = True, alone: bool = True) -> None:
        """Show layers for these sides, in place of another window's; ``alone`` switches all others off at first."""
        shown = self._layers
        if not self.are_shown:
            self._bring_back()
            shown.replaced = Replaced(self, shown.now.sides if alone else {}, shown.current)
            if alone:
                shown.clear()
        shown.set_temporary(layers)
        if not (white and black):
            for layer in layers:
                shown.set_shown(layer.identifier, white, black)

    def hide(self) -> None:
        """Hide the layers and bring back those from before, unless others were switched on since."""
        if self.are_shown:
            self._bring_back()

    def _bring_back(self) -> None:
        shown, replaced = self._layers, self._layers.replaced
        if replaced is None:
            return
        was_current = shown.current in shown.now.temporary_names
        shown.replaced = None
        shown.set_temporary(())
        if not shown.now.sides:
            shown.show_exactly(_picked(replaced.sides, shown.all))
        if was_current:
            shown.set_current(replaced.current if replaced.current in ("", *shown.all) else FIRST_SHOWN)
