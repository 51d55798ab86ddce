"""The layers of the window: those that are shown and how, the current one, and temporary ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.catalog import exceptions_of
from pawnviz.core.labels.sections import sections
from pawnviz.core.layers import LAYERS, Layer, present_identifier
from pawnviz.core.layers.marks import Style, enlarged, style_fault
from pawnviz.core.picture.picture import ShownLayer
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.model.document import Document
from pawnviz.model.layers.overlay import BOTH, FIRST_SHOWN, NEITHER, Overlay, Sides, is_known, ordered, renamed
from pawnviz.model.layers.user_layer_list import UserLayerList
from pawnviz.model.preferences.preferences import Preferences


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
        self._now = Overlay()
        self._all: dict[str, Layer] | None = None
        self._before_last: Mapping[str, Sides] = {}  # The sides that ``bring_back_shown`` shows again.
        self._alone: Mapping[str, Sides] | None = None  # The result of the last ``show_alone``.
        self.replaced: Replaced | None = None  # What temporary layers replace; ``TemporaryLayers`` sets it.
        self._current = FIRST_SHOWN
        self._preferences: Preferences | None = None
        self.user_layers.renamed.connect(self._rename)
        self.user_layers.changed.connect(self._refresh)

    def use(self, preferences: Preferences) -> None:
        """Draw large marks and list building blocks while the preferences say so."""
        self._preferences = preferences
        preferences.large_marks.changed.connect(self._read_preferences)
        preferences.for_programmers.changed.connect(self._read_preferences)
        self._read_preferences()

    @Slot()
    def _read_preferences(self) -> None:
        if self._preferences is not None:
            large, programmers = self._preferences.large_marks.value, self._preferences.for_programmers.value
            self._set(self._now._replace(large=large, for_programmers=programmers))

    @property
    def now(self) -> Overlay:
        """The layers that are on the board and how they are drawn."""
        return self._now

    @property
    def all(self) -> Mapping[str, Layer]:
        """Every layer by identifier, in the order of drawing: at first that of the sections, then user layers."""
        if self._all is None:
            own = self.user_layers.layers
            layers = {**LAYERS, **own}
            names = ordered([*(name for section in sections() for name in section.identifiers), *own], self._now.order)
            self._all = {name: layers[name] for name in names}
            self._all |= {layer.identifier: layer for layer in self._now.temporary}
        return self._all

    def mask(self, identifier: str, white: bool) -> int:
        """Return the layer's squares for White or for Black in the document's position."""
        return self.all[identifier](self.document.position.sides()[0 if white else 1])

    # Shown layers

    def shown(self) -> tuple[ShownLayer, ...]:
        """Return the shown layers in the order of drawing; a preview has both sides, and a draft may stand alone."""
        draft, now = self.user_layers.draft, self._now
        shown = {**now.sides, **dict.fromkeys((draft,) if now.pointed else (now.preview, draft), BOTH)}
        names = [draft] if self.user_layers.draft_alone else [name for name in self.all if name in shown]
        return tuple(self.entry(name, *shown[name]) for name in names)

    def entry(self, identifier: str, white: bool = True, black: bool = True) -> ShownLayer:
        """Return a layer as it is drawn for these sides."""
        style, exception = self.style_of(identifier), self._now.exceptions.get(identifier, "")
        return ShownLayer(self.all[identifier], enlarged(style) if self._now.large else style, white, black, exception)

    def sides_of(self, identifier: str) -> Sides:
        """Return whether the layer is switched on for White and for Black; a preview does not count."""
        self._check(identifier)
        return self._now.sides.get(identifier, NEITHER)

    @property
    def sides(self) -> dict[str, Sides]:
        """The layers that are switched on, with whether they are for White and for Black; a preview does not count."""
        return dict(self._now.sides)

    def set_shown(self, identifier: str, white: bool, black: bool) -> None:
        """Switch the layer on or off for each side."""
        self._check(identifier)
        self._set(self._now.with_sides({**self._now.sides, identifier: (white, black)}))

    def switch(self, identifier: str, white: bool, on: bool) -> None:
        """Switch the layer on or off for one side by hand, which ends a preview so that the effect is visible."""
        sides = self.sides_of(identifier)
        self._set_by_hand({**self._now.sides, identifier: (on, sides[1]) if white else (sides[0], on)})

    def toggle(self, identifier: str) -> None:
        """Switch the layer off where a side of it is on, otherwise on for both sides; a preview ends."""
        self._set_by_hand({**self._now.sides, identifier: NEITHER if any(self.sides_of(identifier)) else BOTH})

    def show_alone(self, identifier: str) -> None:
        """Show nothing but this layer, for its sides or else both; a second call in a row brings back the others."""
        self._check(identifier)
        before, alone = self._now.sides, {identifier: self._now.sides.get(identifier, BOTH)}
        if before == alone == self._alone:
            self._set_by_hand(self._before_last)
        elif before != alone:
            if before != self._alone:
                self._before_last = self._now.lasting(before)
            self._set_by_hand(alone)
            self._alone = alone

    def clear(self) -> None:
        """Switch every layer off; ``bring_back_shown`` takes it back."""
        self.show_exactly({})

    def apply_preset(self, identifiers: Iterable[str]) -> None:
        """Show exactly these layers, each for both sides, with a current one among them; see ``show_exactly``."""
        shown = dict.fromkeys(identifiers, BOTH)
        self.show_exactly(shown)
        if self._current not in shown:
            self.set_current(next((name for name in self.all if name in shown), self._current))

    def show_exactly(self, shown: Mapping[str, Sides]) -> None:
        """Show exactly these layers, as a preset of them does; ``bring_back_shown`` takes it back."""
        for identifier in shown:
            self._check(identifier)
        before = self._now.lasting(self._now.sides)
        if before and before != self._now.lasting(shown):
            self._before_last = before
        self._set(self._now._replace(exceptions=exceptions_of(shown)).with_sides(shown))

    @property
    def can_bring_back(self) -> bool:
        """Whether there are layers for ``bring_back_shown``."""
        return bool(self._before_last) and self._before_last != self._now.lasting(self._now.sides)

    def bring_back_shown(self) -> None:
        """Show the layers before the last ``clear``, ``apply_preset`` or ``show_alone``, and vice versa."""
        if self.can_bring_back:
            lasting = self._now.lasting(self._now.sides)
            temporary = {name: sides for name, sides in self._now.sides.items() if name not in lasting}
            self.show_exactly({**self._before_last, **temporary})

    # Preview and current layer

    @property
    def preview(self) -> str:
        """The identifier of the previewed layer, or empty."""
        return self._now.preview

    def set_preview(self, identifier: str, pointed: Sides | None = None) -> None:
        """Preview a layer, or with an empty text none; ``pointed`` fades all marks but its own for these sides."""
        if identifier:
            self._check(identifier)
        self._set(self._now._replace(preview=identifier, pointed=pointed))

    @property
    def current(self) -> str:
        """The identifier of the current layer, the subject of commands and of the inspector, or empty."""
        return self._current

    def set_current(self, identifier: str) -> None:
        """Make this layer the current one, or none (empty)."""
        if identifier:
            self._check(identifier)
        if identifier != self._current:
            self._current = identifier
            self.current_changed.emit()

    # How layers are drawn, and their order

    def style_of(self, identifier: str) -> Style:
        """Return the style of the layer: the user's, or the layer's mark in the theme's colors."""
        if identifier in self.user_layers.layers:
            return self.user_layers.entry(identifier).style
        return self._now.styles.get(identifier) or Style(self.all[identifier].mark)

    def has_own_style(self, identifier: str) -> bool:
        """Return whether the layer has another style than its own mark in the theme's colors."""
        return self.style_of(identifier) != Style(self.all[identifier].mark)

    def set_style(self, identifier: str, style: Style) -> None:
        """Draw the layer in this style, which is kept in a user layer itself; raises ``ValueError`` for a wrong one."""
        fault = style_fault(style)
        if fault:
            raise ValueError(fault)
        if style == self.style_of(identifier):
            return
        if identifier in self.user_layers.layers:
            self.user_layers.set_style(identifier, style)
            return
        styles = {name: each for name, each in self._now.styles.items() if name != identifier}
        if style != Style(self.all[identifier].mark):
            styles[identifier] = style
        self._set(self._now._replace(styles=styles))

    def reset_style(self, identifier: str) -> None:
        """Draw the layer with its own mark in the theme's colors again."""
        self.set_style(identifier, Style(self.all[identifier].mark))

    def neighbors(self, identifier: str) -> list[str]:
        """Return the layers among which one is moved, in their order: the shown ones for a shown layer, or all."""
        names = list(self._now.lasting(self.all))
        return [name for name in names if name in self._now.sides] if identifier in self._now.sides else names

    def move(self, identifier: str, steps: int) -> None:
        """Draw a layer later among its neighbors, or earlier if ``steps`` is negative; temporary ones stay last."""
        self._check(identifier)
        group = self.neighbors(identifier)
        if identifier in group:
            target = group[max(0, min(len(group) - 1, group.index(identifier) + steps))]
            names = list(self._now.lasting(self.all))
            place = names.index(target)
            names.insert(place, names.pop(names.index(identifier)))
            if target != identifier:
                self._set(self._now._replace(order=tuple(names)))

    # Temporary layers

    def set_temporary(self, layers: Sequence[Layer]) -> None:
        """Show these temporary layers for both sides as the last ones, in place of the former ones.

        They are no part of ``state``. Raises ``ValueError`` for a taken identifier.
        """
        names = {layer.identifier for layer in layers}
        if len(names) < len(layers) or not names.isdisjoint(LAYERS.keys() | self.user_layers.layers.keys()):
            raise ValueError("a temporary layer needs an identifier of its own")
        former = {layer.identifier for layer in self._now.temporary}
        sides = {name: each for name, each in self._now.sides.items() if name not in former}
        styles = {name: each for name, each in self._now.styles.items() if name not in former}
        preview = "" if self._now.preview in former else self._now.preview
        now = self._now._replace(temporary=tuple(layers), styles=styles, preview=preview)
        self._set(now.with_sides(sides | dict.fromkeys(names, BOTH)))
        if self._current in former:
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
        self._now = self._now.with_name(old, new)
        self._before_last = renamed(self._before_last, old, new)
        if self._current == old:
            self._current = new
            self._all = None
            self.current_changed.emit()

    @Slot()
    def _refresh(self) -> None:
        """Drop choices for layers that are gone, and announce the written layer."""
        self._all = None
        self._now = self._now.among(self.all)
        self._before_last = {name: sides for name, sides in self._before_last.items() if name in self.all}
        self.changed.emit()
        if self._current not in self.all:
            self.set_current("")

    # Between starts

    def state(self) -> dict[str, Any]:
        """Return shown layers, styles, order, current layer and draft as JSON values, without temporary layers."""
        now, current = self._now, self._current
        if self.replaced is not None:
            temporary = {layer.identifier for layer in now.temporary}
            now = now.with_sides(self.replaced.sides) if now.sides.keys() <= temporary else now
            current = self.replaced.current if current in temporary else current
        known = self._known()
        now = now._replace(sides={name: now.sides[name] for name in self.all if name in now.sides})
        state = now.state(known)
        if current in known:
            state["current"] = current
        draft = self.user_layers.draft_values()
        if draft:
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
        self._set(self._now.restored(state, known, faults))
        current = state.get("current", FIRST_SHOWN)
        current = present_identifier(current) if isinstance(current, str) else current
        if is_known(current, "Current layer", known, faults):
            self.set_current(current)
        return faults

    def _known(self) -> set[str]:
        """Return the identifiers of the layers that are there again at the next start."""
        return {*LAYERS, *self.user_layers.kept.layers}

    # Changes

    def _check(self, identifier: str) -> None:
        if identifier not in self.all:
            raise KeyError(identifier)

    def _set_by_hand(self, sides: Mapping[str, Sides]) -> None:
        self._set(self._now._replace(preview="", pointed=None).with_sides(sides))

    def _set(self, now: Overlay) -> None:
        if now != self._now:
            if (now.sides, now.temporary) != (self._now.sides, self._now.temporary):
                self._alone = None
            if (now.order, now.temporary) != (self._now.order, self._now.temporary):
                self._all = None
            self._now = now
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
        """Show layers for these sides, in place of those of this or another window.

        With ``alone`` all other layers are switched off at first.
        """
        shown = self._layers
        if not self.are_shown:
            self._bring_back()
            shown.replaced = Replaced(self, shown.sides if alone else {}, shown.current)
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
        was_current = any(layer.identifier == shown.current for layer in shown.now.temporary)
        shown.replaced = None
        shown.set_temporary(())
        if not shown.sides:
            shown.show_exactly({name: sides for name, sides in replaced.sides.items() if name in shown.all})
        if was_current:
            before = replaced.current
            shown.set_current(before if not before or before in shown.all else FIRST_SHOWN)
