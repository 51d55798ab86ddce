"""Which layers are shown for which sides, in which order and style, and the current layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.labels.sections import series_of
from pawnviz.core.layers import LAYERS, Layer, present_identifier
from pawnviz.core.layers.marks import Style, enlarged, style_fault, style_values
from pawnviz.core.picture.picture import ShownLayer
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.model.document import Document
from pawnviz.model.layers.layer_list import LayerChapter, LayerList
from pawnviz.model.layers.shown_sides import ShownSides
from pawnviz.model.layers.state import (
    BOTH,
    FIRST_SHOWN,
    NEITHER,
    SIDES,
    Sides,
    is_known,
    read_order,
    read_shown,
    read_styles,
)
from pawnviz.model.layers.user_layer_list import UserLayerList

_SIDE_WORDS: Final = {sides: word for word, sides in SIDES.items()}


class Deleted(NamedTuple):
    """A deleted user layer: as it was written, its place, and its shown sides."""

    entry: UserLayer
    place: int
    white: bool
    black: bool


class Replaced(NamedTuple):
    """The layers before temporary ones, empty where they were left, and the current layer."""

    sides: dict[str, Sides]
    current: str


class ShownLayers(QObject):
    """The layers with the user's choices: sides, order and style; and the current layer.

    ``all`` holds every layer by its identifier, ``user_layers`` the user's, ``document`` the position. At first
    ``front_spans`` is shown for both sides. Methods raise ``KeyError`` for an unknown identifier.
    """

    changed = Signal()  # Layers came or went, or the shown ones, a preview, an order or a style have changed.
    current_changed = Signal()  # Another layer is the current one, or none.
    preset_shown = Signal()  # The layers of a preset are shown in place of all others.
    temporary_changed = Signal()  # Other temporary layers are on the board, or none any longer.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.temporary_source: QObject | None = None  # The ``TemporaryLayers`` on the board, or None.
        self.replaced: Replaced | None = None  # The layers to bring back after temporary ones, or None.
        self.document = document
        self.large = False  # Whether bars are drawn large; ``changed`` is emitted by whoever sets it.
        self.user_layers = UserLayerList(self)
        self.all = LayerList(self.user_layers)
        self._sides = ShownSides(self.all)
        self._styles: dict[str, Style] = {}
        self._preview = ""
        self.pointed: Sides | None = None  # The sides of a preview beside which all other marks fade, or None.
        self._current = self._announced_current = FIRST_SHOWN
        self.user_layers.renamed.connect(self._follow_renamed)
        self.user_layers.changed.connect(self._follow_own)

    def mask(self, identifier: str, white: bool) -> int:
        """Return the layer's squares for White or for Black in the document's position."""
        return self.all[identifier](self.document.position.sides()[0 if white else 1])

    # Shown layers

    def shown(self) -> tuple[ShownLayer, ...]:
        """Return the shown layers in the order of the list; a preview has both sides, and a draft may stand alone."""
        draft, sides = self.user_layers.draft, self._sides.now
        shown = sides | dict.fromkeys((draft,) if self.pointed else (self._preview, draft), BOTH)
        names = [draft] if self.user_layers.draft_alone else [name for name in self.all if name in shown]
        return tuple(ShownLayer(self.all[name], drawn_style(self, name), *shown[name]) for name in names)

    def sides_of(self, identifier: str) -> tuple[bool, bool]:
        """Return whether the layer is switched on for White and for Black; a preview does not count."""
        self._check(identifier)
        return self._sides.of(identifier)

    def is_shown(self, identifier: str, white: bool) -> bool:
        """Return whether the layer is switched on for White or for Black; a preview does not count."""
        return self.sides_of(identifier)[0 if white else 1]

    @property
    def sides(self) -> dict[str, tuple[bool, bool]]:
        """The layers that are switched on, with whether they are for White and for Black; a preview does not count."""
        return dict(self._sides.now)

    def set_shown(self, identifier: str, white: bool, black: bool) -> None:
        """Switch the layer on or off for each side."""
        self._check(identifier)
        self._announce(self._sides.show(self._sides.now | {identifier: (white, black)}))

    def switch(self, identifier: str, white: bool, on: bool) -> None:
        """Switch the layer on or off for one side by hand, which ends a preview so that the effect is visible."""
        sides = self.sides_of(identifier)
        now = self._sides.now | {identifier: (on, sides[1]) if white else (sides[0], on)}
        self._announce(self._drop_preview() | self._sides.show(now))

    def toggle(self, identifier: str) -> None:
        """Switch the layer off where a side of it is on, otherwise on for both sides; a preview ends."""
        on = not any(self.sides_of(identifier))
        self._announce(self._drop_preview() | self._sides.show(self._sides.now | {identifier: (on, on)}))

    def show_alone(self, identifier: str) -> None:
        """Show nothing but this layer, for its sides or else both; a second call in a row brings back the others."""
        self._check(identifier)
        self._announce(self._drop_preview() | self._sides.show_alone(identifier))

    def clear(self) -> None:
        """Switch every layer off; ``bring_back_shown`` takes it back."""
        self._announce(self._sides.replace({}))

    def apply_preset(self, identifiers: Iterable[str]) -> None:
        """Show exactly these layers, each for both sides; ``bring_back_shown`` takes it back."""
        self.show_exactly(dict.fromkeys(identifiers, BOTH))

    def show_exactly(self, shown: Mapping[str, Sides]) -> None:
        """Show exactly these layers, each for its sides; ``bring_back_shown`` takes it back."""
        for identifier in shown:
            self._check(identifier)
        self._announce(self._sides.replace(dict(shown)))
        self.preset_shown.emit()

    @property
    def can_bring_back(self) -> bool:
        """Whether there are layers for ``bring_back_shown``."""
        return self._sides.can_bring_back

    def bring_back_shown(self) -> None:
        """Show the layers before the last ``clear``, ``apply_preset`` or ``show_alone``, and vice versa."""
        self._announce(self._sides.bring_back())

    # Preview and current layer

    @property
    def preview(self) -> str:
        """The identifier of the previewed layer, or empty."""
        return self._preview

    def set_preview(self, identifier: str, pointed: Sides | None = None) -> None:
        """Preview a layer, or with an empty text none; ``pointed`` fades all marks but its own for these sides."""
        if identifier:
            self._check(identifier)
        before = self._preview, self.pointed
        self._preview, self.pointed = identifier, pointed
        self._announce(before != (identifier, pointed))

    @property
    def current(self) -> str:
        """The identifier of the current layer, the subject of commands and of the inspector, or empty."""
        return self._current

    def set_current(self, identifier: str) -> None:
        """Make this layer the current one, or none (empty)."""
        if identifier:
            self._check(identifier)
        self._current = identifier
        self._announce(bool(identifier) and self._list(identifier))

    # The list

    def chapters(self) -> list[LayerChapter]:
        """Return the chapters of the list; of a series, the shown layers and the last chosen one have a row."""
        return [
            chapter._replace(identifiers=tuple(name for each in chapter.identifiers for name in self._listed(each)))
            for chapter in self.all.chapters()
        ]

    def _listed(self, named: str) -> tuple[str, ...]:
        """Return the layers with a row of those that differ from a layer in a number only."""
        series = series_of(named)
        if series is None:
            return (named,)
        chosen = self.all.chosen(named)
        listed = (name for name in series.identifiers if name in self._sides.now or name == chosen)
        return tuple(listed) or series.identifiers[:1]

    def _list(self, identifier: str) -> bool:
        """Give a layer a row, and return whether it had none."""
        return identifier not in self._listed(identifier) and self.all.choose(identifier)

    def choose_number(self, identifier: str, number: int) -> None:
        """Replace a layer by that of another number, shown and current as it was; or raise ``ValueError``."""
        series = series_of(identifier)
        if series is None or not 1 <= number <= len(series.identifiers):
            raise ValueError(f"there is no {identifier} with the number {number}")
        chosen = series.identifiers[number - 1]
        if chosen == identifier:
            return
        now = self._sides.now
        sides = {name: shown for name, shown in now.items() if name != identifier}
        before, chosen_sides = now.get(identifier, NEITHER), now.get(chosen, NEITHER)
        sides[chosen] = (before[0] or chosen_sides[0], before[1] or chosen_sides[1])
        self._current = chosen if self._current == identifier else self._current
        changed = self.all.choose(chosen) | self._drop_preview()
        self._announce(self._sides.show(sides) | changed)

    # How layers are drawn, and their order

    def style_of(self, identifier: str) -> Style:
        """Return the style of the layer: the user's, or the layer's mark in the theme's colors."""
        if identifier in self.user_layers.layers:
            return self.user_layers.entry(identifier).style
        return self._styles.get(identifier) or Style(self.all[identifier].mark)

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
        if style == Style(self.all[identifier].mark):
            del self._styles[identifier]
        else:
            self._styles[identifier] = style
        self._announce(True)

    def reset_style(self, identifier: str) -> None:
        """Draw the layer with its own mark in the theme's colors again."""
        self.set_style(identifier, Style(self.all[identifier].mark))

    def move(self, identifier: str, steps: int) -> None:
        """Move the layer down the list within its chapter, up where ``steps`` is negative, at most to its ends."""
        self.move_to(identifier, max(0, self.all.place(identifier) + steps))

    def move_to(self, identifier: str, place: int) -> None:
        """Move the layer to a place within its chapter, counted from 0."""
        self._check(identifier)
        if identifier in self.user_layers.layers:
            self.user_layers.move(identifier, place)
        else:
            self._announce(self.all.move(identifier, place))

    # Temporary layers

    def set_temporary(self, layers: Sequence[Layer]) -> None:
        """Show these temporary layers for both sides in a last chapter, in place of the former ones.

        Without any the chapter goes. They are no part of ``state``. Raises ``ValueError`` for a taken identifier.
        """
        former = {layer.identifier for layer in self.all.temporary}
        self.all.replace_temporary(layers)
        for identifier in former:
            self._styles.pop(identifier, None)
        if self._preview in former:
            self._preview = ""
        if self._current in former:
            self._current = ""
        kept = {name: sides for name, sides in self._sides.now.items() if name not in former}
        self._sides.show(kept | {layer.identifier: BOTH for layer in layers})
        self._announce(bool(former or layers))

    # User layers

    def delete(self, identifier: str) -> Deleted:
        """Delete a user layer, and return the argument of ``bring_back``; masks of layers that call it become empty."""
        kept = self.user_layers.kept
        entry = kept.entry(identifier)
        deleted = Deleted(entry, kept.entries.index(entry), *self._sides.of(identifier))
        self.user_layers.set_kept(kept.without(identifier))
        return deleted

    def bring_back(self, deleted: Deleted) -> str:
        """Bring back a deleted layer and return its identifier, maybe a new one; ``ValueError`` for too many layers."""
        identifier = self.user_layers.insert(deleted.entry, deleted.place)
        self.set_shown(identifier, deleted.white, deleted.black)
        return identifier

    @Slot(str, str)
    def _follow_renamed(self, old: str, new: str) -> None:
        """Keep the choices for a renamed user layer; its change is announced next."""
        self._sides.rename(old, new)
        self._preview = new if self._preview == old else self._preview
        self._current = new if self._current == old else self._current

    @Slot()
    def _follow_own(self) -> None:
        self._sides.drop_gone()
        self._preview = self._preview if self._preview in self.all else ""
        self._current = self._current if self._current in self.all else ""
        self._announce(True)

    # Between starts

    def state(self) -> dict[str, Any]:
        """Return shown layers, styles, order, current layer and draft as JSON values, without temporary layers."""
        known = self._known()
        sides, current = self._sides.now, self._current
        if self.replaced is not None:
            temporary = {layer.identifier for layer in self.all.temporary}
            sides = self.replaced.sides if sides.keys() <= temporary else sides
            current = self.replaced.current if current in temporary else current
        state: dict[str, Any] = {
            "shown": {
                identifier: _SIDE_WORDS[sides[identifier]]
                for identifier in self.all
                if identifier in sides and identifier in known
            },
            "styles": {
                identifier: style_values(style) for identifier, style in self._styles.items() if identifier in LAYERS
            },
        }
        if current in known:
            state["current"] = current
        if self.all.is_ordered_by_user:
            state["order"] = list(self.all.order)
        draft = self.user_layers.draft_values()
        if draft:
            state["draft"] = draft
        return state

    def restore(self, state: dict[str, Any]) -> list[str]:
        """Restore the result of ``state``, and return a sentence for each unknown or wrong part, which is left out.

        A missing part is as at the first start, and a layer that the order lacks follows its predecessor in the
        registry. Temporary layers stay. The user layers must be there already.
        """
        faults: list[str] = []
        known = self._known()
        temporary = {layer.identifier for layer in self.all.temporary}
        styles = read_styles(state.get("styles", {}), faults)
        styles |= {identifier: style for identifier, style in self._styles.items() if identifier in temporary}
        order = read_order(state.get("order", []), faults)
        shown = read_shown(state.get("shown", {FIRST_SHOWN: "both"}), known, faults)
        shown |= {identifier: sides for identifier, sides in self._sides.now.items() if identifier in temporary}
        self.user_layers.restore_unsaved(state.get("draft", {}))
        former, self._styles = self._styles, styles
        changed = styles != former
        changed |= self.all.set_order(order)
        changed |= self._sides.show(shown)
        current = state.get("current", FIRST_SHOWN)
        current = present_identifier(current) if isinstance(current, str) else current
        if is_known(current, "Current layer", known, faults):
            self._current = current
            changed |= self._list(current)
        self._announce(changed)
        return faults

    def _known(self) -> set[str]:
        """Return the identifiers of the layers that are there again at the next start."""
        return {*LAYERS, *self.user_layers.kept.layers}

    # Announcing changes

    def _check(self, identifier: str) -> None:
        if identifier not in self.all:
            raise KeyError(identifier)

    def _drop_preview(self) -> bool:
        """End a preview, and return whether there was one."""
        before, self._preview, self.pointed = self._preview, "", None
        return bool(before)

    def _announce(self, changed: bool) -> None:
        if changed:
            self.changed.emit()
        if self._current != self._announced_current:
            self._announced_current = self._current
            self.current_changed.emit()


def drawn_style(layers: ShownLayers, identifier: str) -> Style:
    """Return the style that a layer is drawn in: its own one, which with large marks fills squares in place of bars."""
    style = layers.style_of(identifier)
    return enlarged(style) if layers.large else style
