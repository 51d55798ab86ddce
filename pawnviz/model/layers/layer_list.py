"""The list of layers: which are shown, for whom, in which order and how they are drawn, with their counts of squares.

A tree of two levels, chapters and their layers, for a QTreeView: the registered layers, then the user's own, then
temporary ones. Masks are kept for one position; a position that has changed is noticed when a mask is asked for,
whatever the order of the slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, overload

from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import Style, style_fault, style_values
from pawnviz.core.picture.picture import ShownLayer
from pawnviz.core.user_layers.collection import MY_LAYERS, UserLayer, UserLayers, free_identifier, write_layers
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.state import (
    BOTH,
    FIRST_SHOWN,
    NEITHER,
    SIDES,
    is_known,
    merged_order,
    read_draft,
    read_order,
    read_shown,
    read_styles,
)
from pawnviz.override import override

if TYPE_CHECKING:
    from pawnviz.core.formula.parser import FormulaError

Index: TypeAlias = QModelIndex | QPersistentModelIndex

TITLE: Final = 0
WHITE: Final = 1
BLACK: Final = 2
COLUMNS: Final = ("Layer", "White", "Black")
"""The columns: a layer's title, then a check box with the count of squares for each side."""

IdentifierRole: Final = int(Qt.ItemDataRole.UserRole) + 1
"""The role of a layer's identifier; empty for a chapter."""

MIME_TYPE: Final = "application/x-pawnviz-layer"
"""The type of dragged data: the identifier of one layer in UTF-8."""

EXHIBITS: Final = "Exhibits"
"""The title of the chapter that holds temporary layers."""

DRAFT: Final = "new_layer_"
"""The identifier of a new layer while it is written, which no kept layer can have."""

_ROOT: Final = QModelIndex()
_OWN_NUMBER: Final = 1000
_EXHIBITS_NUMBER: Final = 1001
_SIDE_WORDS: Final = {sides: word for word, sides in SIDES.items()}


class HeldLayer(NamedTuple):
    """A shown layer that holds a square, and the sides that it is shown for and holds it for."""

    layer: Layer
    white: bool
    black: bool


class Deleted(NamedTuple):
    """A deleted layer of the user's own: as it was written, its place in its chapter, the sides it was shown for."""

    entry: UserLayer
    place: int
    white: bool
    black: bool


@dataclass
class _Chapter:
    """A chapter's title, the identifiers of its layers in the user's order, and the number that its indexes carry.

    The number stays when a chapter is put in front of it.
    """

    title: str
    identifiers: list[str]
    number: int


@dataclass
class _Draft:
    """A layer that is being written: as it is now, the last ``Layer`` that it was, and the row that it stands in."""

    entry: UserLayer
    layer: Layer
    identifier: str
    alone: bool = False


class LayerListModel(QAbstractItemModel):
    """The layers by chapter, with what the user chose for each and the masks of a document's position.

    ``front_spans`` is shown for both sides at first. Every method that takes an identifier raises ``KeyError`` when no
    layer has it.
    """

    shown_changed = Signal()
    """Another layer or side is shown, or previewed."""
    styles_changed = Signal()
    """A layer is drawn in another way or comes at another place in the order."""
    current_changed = Signal()
    """Another layer is the one looked at."""
    layers_changed = Signal()
    """The user's own layers are other ones, or one of them has another name, formula or mask."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Take the layers from the registry and the position from the document; there are none of the user's own."""
        super().__init__(parent)
        self._document = document
        self._user_layers = UserLayers()
        self._draft: _Draft | None = None
        self._unsaved: tuple[UserLayer, str] | None = None
        self._layers: dict[str, Layer] = dict(LAYERS)
        self._chapters: list[_Chapter] = _registered_chapters()
        self._shown: dict[str, tuple[bool, bool]] = {FIRST_SHOWN: BOTH}
        self._shown_before: dict[str, tuple[bool, bool]] | None = None
        self._replaced: dict[str, tuple[bool, bool]] | None = None
        self._styles: dict[str, Style] = {}
        self._preview = ""
        self._current = FIRST_SHOWN
        self._position: Position = document.position
        self._sides: tuple[Side[int], Side[int]] = self._position.sides()
        self._masks: dict[tuple[str, bool], int] = {}
        document.position_changed.connect(self._announce_counts)

    # What the layers are and hold

    def identifiers(self) -> tuple[str, ...]:
        """Return the identifiers of all layers in the order of the list."""
        return tuple(identifier for chapter in self._chapters for identifier in chapter.identifiers)

    def layer(self, identifier: str) -> Layer:
        """Return the layer with this identifier."""
        return self._layers[identifier]

    def mask(self, identifier: str, white: bool) -> int:
        """Return the layer's squares for White or for Black in the document's position."""
        position = self._document.position
        if position is not self._position:
            self._position = position
            self._sides = position.sides()
            self._masks.clear()
        key = (identifier, white)
        mask = self._masks.get(key)
        if mask is None:
            mask = self._masks[key] = self._layers[identifier](self._sides[0 if white else 1])
        return mask

    def count(self, identifier: str, white: bool) -> int:
        """Return the number of the layer's squares for White or for Black."""
        return popcount(self.mask(identifier, white))

    def layers_at(self, square: int) -> tuple[HeldLayer, ...]:
        """Return shown layers that hold a square from 0 to 63, in the list's order, with the sides they hold it for."""
        held = (
            HeldLayer(
                entry.layer,
                entry.white and bool(self.mask(entry.layer.identifier, True) >> square & 1),
                entry.black and bool(self.mask(entry.layer.identifier, False) >> square & 1),
            )
            for entry in self.shown()
        )
        return tuple(entry for entry in held if entry.white or entry.black)

    def guard_counts(self, square: int) -> tuple[int, int]:
        """Return how many white and how many black pawns attack a square from 0 to 63: 0 to 2 each."""
        white, black = (
            (self.mask("east_attacks", side) >> square & 1) + (self.mask("west_attacks", side) >> square & 1)
            for side in (True, False)
        )
        return white, black

    # What is shown

    def shown(self) -> tuple[ShownLayer, ...]:
        """Return the layers with a side on, in the list's order; a preview and a draft are there for both sides."""
        entries = []
        draft = self._draft
        for identifier in self.identifiers():
            is_draft = draft is not None and identifier == draft.identifier
            if draft is not None and draft.alone and not is_draft:
                continue
            white, black = BOTH if is_draft or identifier == self._preview else self._shown.get(identifier, NEITHER)
            if white or black:
                entries.append(ShownLayer(self._layers[identifier], self.style_of(identifier), white, black))
        return tuple(entries)

    def is_shown(self, identifier: str, white: bool) -> bool:
        """Return whether the layer is switched on for White or for Black; a preview does not count."""
        self._check(identifier)
        return self._shown.get(identifier, NEITHER)[0 if white else 1]

    def set_shown(self, identifier: str, white: bool, black: bool) -> None:
        """Switch the layer on or off for each side."""
        self._check(identifier)
        self._show(self._shown | {identifier: (white, black)})

    def toggle(self, identifier: str) -> None:
        """Switch the layer off where a side of it is on, otherwise on for both sides."""
        on = not (self.is_shown(identifier, True) or self.is_shown(identifier, False))
        self.set_shown(identifier, on, on)

    def show_alone(self, identifier: str) -> None:
        """Show nothing but this layer, for the sides that it is on for or else for both.

        Called again on the layer that is alone, bring back what was shown before; after any other change to what is
        shown there is nothing to bring back and the layer stays.
        """
        self._check(identifier)
        alone = {identifier: self._shown.get(identifier, BOTH)}
        before = self._shown_before
        if self._shown != alone:
            before = self._shown if before is None else before
            self._replace(alone)
            self._shown_before = before
        elif before is not None:
            self._show(before)

    def clear(self) -> None:
        """Switch every layer off; ``bring_back_shown`` takes it back."""
        self._replace({})

    def apply_preset(self, identifiers: Iterable[str]) -> None:
        """Show exactly these layers, each for both sides; ``bring_back_shown`` takes it back."""
        shown = dict.fromkeys(identifiers, BOTH)
        for identifier in shown:
            self._check(identifier)
        self._replace(shown)

    @property
    def can_bring_back(self) -> bool:
        """Whether other layers were shown before all of them were last replaced at once."""
        replaced = self._lasting(self._replaced or {})
        return self._replaced is not None and replaced != self._lasting(self._shown)

    def bring_back_shown(self) -> None:
        """Show what was shown before ``clear``, ``apply_preset`` or ``show_alone`` was last called.

        Called again, it shows what it has replaced itself. Exhibits stay as they are.
        """
        if self.can_bring_back:
            exhibits = {name: sides for name, sides in self._shown.items() if name not in self._lasting(self._shown)}
            self._replace(self._lasting(self._replaced or {}) | exhibits)

    def _replace(self, shown: dict[str, tuple[bool, bool]]) -> None:
        """Make this what is shown, and remember what it replaces if that is anything else, and not nothing."""
        before = self._lasting(self._shown)
        if before and before != self._lasting(shown):
            self._replaced = before
        self._show(shown)

    def _lasting(self, shown: dict[str, tuple[bool, bool]]) -> dict[str, tuple[bool, bool]]:
        """Return what of this is shown of layers that are there, without exhibits."""
        exhibits = {layer.identifier for layer in self.exhibits()}
        there = self._layers.keys() - exhibits
        return {identifier: sides for identifier, sides in shown.items() if identifier in there and any(sides)}

    @property
    def preview(self) -> str:
        """The identifier of the layer that is shown for as long as it is pointed at, or empty."""
        return self._preview

    def set_preview(self, identifier: str) -> None:
        """Show the layer for both sides until another one, or none (empty), is previewed."""
        if identifier:
            self._check(identifier)
        if identifier != self._preview:
            self._preview = identifier
            self.shown_changed.emit()

    @property
    def current(self) -> str:
        """The identifier of the layer that is looked at, or empty."""
        return self._current

    def set_current(self, identifier: str) -> None:
        """Look at this layer, or at none (empty)."""
        if identifier:
            self._check(identifier)
        if identifier != self._current:
            self._current = identifier
            self.current_changed.emit()

    def _show(self, shown: dict[str, tuple[bool, bool]]) -> None:
        """Make this what is shown, drop what ``show_alone`` remembers, and tell what changed once."""
        self._shown_before = None
        shown = {identifier: sides for identifier, sides in shown.items() if identifier in self._layers and any(sides)}
        changed = {identifier for identifier, sides in shown.items() if self._shown.get(identifier) != sides}
        changed |= self._shown.keys() - shown.keys()
        if not changed:
            return
        self._shown = shown
        for identifier in changed:
            self._announce(identifier, Qt.ItemDataRole.CheckStateRole)
        self.shown_changed.emit()

    # How layers are drawn, and their order

    def style_of(self, identifier: str) -> Style:
        """Return how the layer is drawn: the user's style, or the layer's mark in the theme's colors."""
        entry = self._own_entry(identifier)
        return entry.style if entry else self._styles.get(identifier) or Style(self._layers[identifier].mark)

    def has_own_style(self, identifier: str) -> bool:
        """Return whether the user gave the layer a style other than its own mark in the theme's colors."""
        self._check(identifier)
        return self.style_of(identifier) != Style(self._layers[identifier].mark)

    def set_style(self, identifier: str, style: Style) -> None:
        """Draw the layer in this style; raises ``ValueError`` when a part of it cannot be drawn.

        The style of a layer of the user's own is part of it and goes where the layer goes.
        """
        fault = style_fault(style)
        if fault:
            raise ValueError(fault)
        if style == self.style_of(identifier):
            return
        if self._own_entry(identifier):
            self._set_own_style(identifier, style)
        elif style == Style(self._layers[identifier].mark):
            del self._styles[identifier]
        else:
            self._styles[identifier] = style
        self._announce(identifier, Qt.ItemDataRole.DecorationRole)
        self.styles_changed.emit()

    def reset_style(self, identifier: str) -> None:
        """Draw the layer with its own mark in the theme's colors again."""
        self.set_style(identifier, Style(self._layers[identifier].mark))

    def move(self, identifier: str, steps: int) -> None:
        """Move the layer down the list within its chapter, up where ``steps`` is negative, no further than its ends."""
        row = self._row_of(identifier)
        chapter = self._chapters[row]
        source = chapter.identifiers.index(identifier)
        if self._move_within(row, source, min(len(chapter.identifiers) - 1, max(0, source + steps))):
            self._keep_own_order()
            self.styles_changed.emit()

    def _move_within(self, row: int, source: int, target: int) -> bool:
        """Move a layer of a chapter's row from one place to another and return whether the place changed."""
        if source == target:
            return False
        parent = self.index(row, TITLE)
        # Qt counts the rows before the move, so a place further down is one more.
        self.beginMoveRows(parent, source, source, parent, target + (target > source))
        identifiers = self._chapters[row].identifiers
        identifiers.insert(target, identifiers.pop(source))
        self.endMoveRows()
        return True

    def _reorder(self, row: int, order: Sequence[str]) -> bool:
        """Give the layers of a chapter's row this order and return whether it is another one."""
        identifiers = self._chapters[row].identifiers
        moves = [self._move_within(row, identifiers.index(order[place]), place) for place in range(len(order))]
        return any(moves)

    # Exhibits

    def set_exhibits(self, layers: Sequence[Layer]) -> None:
        """Show these temporary layers for both sides in a last chapter, in place of the former exhibits.

        None at all removes the chapter. Exhibits are never part of ``state``. Raises ``ValueError`` when an identifier
        is taken by another layer.
        """
        identifiers = [layer.identifier for layer in layers]
        taken = LAYERS.keys() | self._user_layers.layers.keys()
        if len(set(identifiers)) < len(identifiers) or not taken.isdisjoint(identifiers):
            raise ValueError("an exhibit needs an identifier of its own")
        if not identifiers and not self._has_exhibits():
            return
        if self._has_exhibits():
            self._remove_exhibits()
        self._shown_before = None
        self._shown |= dict.fromkeys(identifiers, BOTH)
        if identifiers:
            row = len(self._chapters)
            self.beginInsertRows(_ROOT, row, row)
            self._layers.update(zip(identifiers, layers, strict=True))
            self._chapters.append(_Chapter(EXHIBITS, identifiers, _EXHIBITS_NUMBER))
            self.endInsertRows()
        self.shown_changed.emit()

    def exhibits(self) -> tuple[Layer, ...]:
        """Return the temporary layers in the order of the list."""
        if not self._has_exhibits():
            return ()
        return tuple(self._layers[identifier] for identifier in self._chapters[-1].identifiers)

    def _has_exhibits(self) -> bool:
        return self._chapters[-1].title == EXHIBITS

    def _remove_exhibits(self) -> None:
        """Remove the chapter of exhibits and everything kept for its layers."""
        row = len(self._chapters) - 1
        self.beginRemoveRows(_ROOT, row, row)
        removed = self._chapters.pop().identifiers
        for identifier in removed:
            del self._layers[identifier]
            self._shown.pop(identifier, None)
            self._styles.pop(identifier, None)
            for white in (True, False):
                self._masks.pop((identifier, white), None)
        self.endRemoveRows()
        if self._preview in removed:
            self._preview = ""
        if self._current in removed:
            self.set_current("")

    # The user's own layers

    @property
    def user_layers(self) -> UserLayers:
        """The user's own layers as they are kept, without a draft."""
        return self._user_layers

    def is_own(self, identifier: str) -> bool:
        """Return whether the layer is one of the user's own that are kept."""
        return identifier in self._user_layers

    def fault(self, identifier: str) -> FormulaError | None:
        """Return why the formula of an own layer cannot be read, so that it holds no square; None where it can."""
        self._check(identifier)
        return None if identifier == self.draft else self._user_layers.faults.get(identifier)

    def set_user_layers(self, layers: UserLayers) -> None:
        """Have these own layers in place of the former ones; what is shown of those that stay is shown as before."""
        draft = self._draft
        if draft is not None and draft.identifier != DRAFT and draft.identifier not in layers:
            # The layer that is being written anew is gone: it becomes a new one.
            draft.identifier = DRAFT
            draft.layer = replace(draft.layer, identifier=DRAFT)
        self._user_layers = layers
        self._follow_own_layers()

    def keep(self, entry: UserLayer, instead_of: str = "") -> None:
        """Keep a layer of the user's own, a new one or in place of another, whose callers then call it by its name.

        It is shown as that one was. Raises ``ValueError`` when its identifier cannot be had or there are too many.
        """
        layers = self._user_layers.with_entry(entry, instead_of)
        if instead_of and instead_of != entry.identifier:
            self._rename(instead_of, entry.identifier)
        self.set_user_layers(layers)

    def _rename(self, old: str, new: str) -> None:
        """Carry over what is kept of a row to its new identifier."""
        for kept in (self._shown, self._shown_before or {}, self._replaced or {}):
            if old in kept:
                kept[new] = kept.pop(old)
        chapter = self._chapters[self._row_of(old)]
        chapter.identifiers[chapter.identifiers.index(old)] = new
        self._layers[new] = self._layers.pop(old)
        if self._draft is not None and self._draft.identifier == old:
            self._draft.identifier = new
            self._draft.layer = replace(self._draft.layer, identifier=new)
        if self._preview == old:
            self._preview = new
        if self._current == old:
            self._current = new
            self.current_changed.emit()

    def delete(self, identifier: str) -> Deleted:
        """Delete a layer of the user's own and return what ``bring_back`` needs; its callers hold no square then."""
        entry = self._user_layers.entry(identifier)
        place = self._user_layers.entries.index(entry)
        white, black = self._shown.get(identifier, NEITHER)
        self.set_user_layers(self._user_layers.without(identifier))
        return Deleted(entry, place, white, black)

    def bring_back(self, deleted: Deleted) -> str:
        """Bring back a deleted layer and return its identifier, another one where its own was given away meanwhile.

        Raises ``ValueError`` when there are too many layers.
        """
        identifier = free_identifier(deleted.entry.identifier, self._user_layers.layers)
        layers = self._user_layers.with_entry(replace(deleted.entry, identifier=identifier))
        self._shown |= {identifier: (deleted.white, deleted.black)} if deleted.white or deleted.black else {}
        self.set_user_layers(layers.moved(identifier, deleted.place))
        return identifier

    def set_draft(self, entry: UserLayer, instead_of: str = "", *, alone: bool = False) -> FormulaError | None:
        """Show a layer that is being written, for both sides, new or in place of one of the user's own.

        It has a row of its own, named ``DRAFT``, or that of the other layer, and is never part of what is kept. While
        its formula cannot be read, it holds what it held last, and the error is returned. ``alone`` hides the others.
        """
        from pawnviz.core.formula.parser import FormulaError

        identifier = instead_of or DRAFT
        error: FormulaError | None = None
        draft = self._draft
        try:
            layer = self._user_layers.draft(entry, instead_of)
        except FormulaError as fault:
            error = fault
            former = draft.layer if draft is not None and draft.identifier == identifier else None
            layer = former or self._layers.get(identifier) or UserLayers().draft(replace(entry, formula="{}"))
        layer = replace(layer, identifier=identifier, title=entry.title, definition=entry.definition)
        layer = replace(layer, formula=entry.formula, mark=entry.style.mark)
        self._draft = _Draft(entry, layer, identifier, alone)
        self._follow_own_layers()
        return error

    def end_draft(self) -> None:
        """Show the layer that was being written no longer."""
        if self._draft is not None:
            self._draft = None
            self._follow_own_layers()

    @property
    def draft(self) -> str:
        """The identifier of the row of the layer that is being written, or empty."""
        return self._draft.identifier if self._draft is not None else ""

    @property
    def unsaved(self) -> tuple[UserLayer, str] | None:
        """What was being written when the program ended last: the layer, and the one it was to replace, or empty."""
        return self._unsaved

    def _draft_state(self) -> dict[str, Any]:
        """Return what is being written as JSON values, empty where that is nothing that is not kept already."""
        draft = self._draft
        if draft is None:
            return {}
        instead_of = "" if draft.identifier == DRAFT else draft.identifier
        is_kept = draft.entry in self._user_layers.entries or not (instead_of or draft.entry.formula.strip())
        return {} if is_kept else {"instead_of": instead_of, "file": write_layers([draft.entry])}

    def _own_entry(self, identifier: str) -> UserLayer | None:
        """Return a layer of the user's own as it is written now, or None for any other layer."""
        if self._draft is not None and identifier == self._draft.identifier:
            return self._draft.entry
        return self._user_layers.entry(identifier) if identifier in self._user_layers else None

    def _set_own_style(self, identifier: str, style: Style) -> None:
        """Keep the style of an own layer, or of the draft."""
        if self._draft is not None and identifier == self._draft.identifier:
            self._draft.entry = replace(self._draft.entry, style=style)
            self._draft.layer = self._layers[identifier] = replace(self._draft.layer, mark=style.mark)
        else:
            self._user_layers = self._user_layers.with_style(identifier, style)
            self._layers[identifier] = self._user_layers.layers[identifier]

    def _keep_own_order(self) -> None:
        """Keep the order of the chapter's rows as that of the user's own layers."""
        order = [identifier for identifier in self.identifiers() if identifier in self._user_layers]
        if order != list(self._user_layers.layers):
            self._user_layers = UserLayers(map(self._user_layers.entry, order))

    def _follow_own_layers(self) -> None:
        """Make the rows of the chapter those of the user's own layers and the draft, and tell that they are others."""
        former = [chapter.identifiers for chapter in self._chapters if chapter.number == _OWN_NUMBER]
        gone = set(former[0]) if former else set()
        layers = dict(self._user_layers.layers)
        if self._draft is not None:
            layers[self._draft.identifier] = self._draft.layer
        gone -= layers.keys()
        for identifier in layers:
            for white in (True, False):
                self._masks.pop((identifier, white), None)
        self._layers |= layers
        self._set_own_rows(list(layers))
        for identifier in gone:
            del self._layers[identifier]
            self._shown.pop(identifier, None)
        if gone:
            self._shown_before = None
        if self._preview in gone:
            self._preview = ""
        if layers:
            first, last = (self.index_of(list(layers)[end], column) for end, column in ((0, TITLE), (-1, BLACK)))
            self.dataChanged.emit(first, last)
        if self._current in gone:
            self.set_current("")
        self.layers_changed.emit()
        self.shown_changed.emit()

    def _set_own_rows(self, wanted: list[str]) -> None:
        """Insert, remove and move rows until the chapter of the user's own layers holds the wanted ones."""
        row = next((row for row, chapter in enumerate(self._chapters) if chapter.number == _OWN_NUMBER), -1)
        if row < 0:
            if wanted:
                row = len(self._chapters) - self._has_exhibits()
                self.beginInsertRows(_ROOT, row, row)
                self._chapters.insert(row, _Chapter(MY_LAYERS.title, wanted, _OWN_NUMBER))
                self.endInsertRows()
            return
        if not wanted:
            self.beginRemoveRows(_ROOT, row, row)
            del self._chapters[row]
            self.endRemoveRows()
            return
        identifiers = self._chapters[row].identifiers
        parent = self.index(row, TITLE)
        # New rows come first, so that the chapter is never empty and stays open.
        for identifier in wanted:
            if identifier not in identifiers:
                place = len(identifiers)
                self.beginInsertRows(parent, place, place)
                identifiers.append(identifier)
                self.endInsertRows()
        for place in reversed(range(len(identifiers))):
            if identifiers[place] not in wanted:
                self.beginRemoveRows(parent, place, place)
                del identifiers[place]
                self.endRemoveRows()
        self._reorder(row, wanted)

    # Between starts

    def state(self) -> dict[str, Any]:
        """Return what is shown, the user's styles, the order, the current layer and a draft, as JSON values.

        The order is left out where it is the registry's. The user's own layers are kept elsewhere.
        """
        state: dict[str, Any] = {
            "shown": {
                identifier: _SIDE_WORDS[self._shown[identifier]]
                for identifier in self.identifiers()
                if identifier in self._shown and (identifier in LAYERS or identifier in self._user_layers)
            },
            "styles": {
                identifier: style_values(style) for identifier, style in self._styles.items() if identifier in LAYERS
            },
        }
        if self._current in LAYERS or self._current in self._user_layers:
            state["current"] = self._current
        order = [identifier for identifier in self.identifiers() if identifier in LAYERS]
        if order != list(LAYERS):
            state["order"] = order
        draft = self._draft_state()
        if draft:
            state["draft"] = draft
        return state

    def restore(self, state: dict[str, Any]) -> list[str]:
        """Take over what ``state`` returned and return a sentence for each part that is unknown or wrong.

        Wrong parts are left out. A missing part is as at the first start, and layers that the order does not name keep
        their place behind their neighbour of the registry. Exhibits stay as they are. The user's own layers must be
        there already.
        """
        faults: list[str] = []
        known = LAYERS.keys() | self._user_layers.layers.keys()
        styles = read_styles(state.get("styles", {}), faults)
        order = read_order(state.get("order", []), faults)
        shown = read_shown(state.get("shown", {FIRST_SHOWN: "both"}), known, faults)
        exhibits = {layer.identifier for layer in self.exhibits()}
        styles |= {identifier: style for identifier, style in self._styles.items() if identifier in exhibits}
        shown |= {identifier: sides for identifier, sides in self._shown.items() if identifier in exhibits}
        self._unsaved = read_draft(state.get("draft", {}))
        former, self._styles = self._styles, styles
        restyled = [identifier for identifier in self._layers if styles.get(identifier) != former.get(identifier)]
        for identifier in restyled:
            self._announce(identifier, Qt.ItemDataRole.DecorationRole)
        moved = [
            self._reorder(row, merged_order(chapter.identifiers, order))
            for row, chapter in enumerate(_registered_chapters())
        ]
        if restyled or any(moved):
            self.styles_changed.emit()
        self._show(shown)
        current = state.get("current", FIRST_SHOWN)
        if is_known(current, "Current layer", known, faults):
            self.set_current(current)
        return faults

    # The tree

    def index_of(self, identifier: str, column: int = TITLE) -> QModelIndex:
        """Return the index of a layer's cell."""
        chapter = self._chapters[self._row_of(identifier)]
        return self.createIndex(chapter.identifiers.index(identifier), column, chapter.number)

    def identifier_at(self, index: Index) -> str:
        """Return the identifier of the layer that an index of any column stands for, empty for a chapter or nothing."""
        row = self._chapter_row(index)
        if row < 0:
            return ""
        identifiers = self._chapters[row].identifiers
        return identifiers[index.row()] if 0 <= index.row() < len(identifiers) else ""

    def _chapter_row(self, index: Index) -> int:
        """Return the row of the chapter that holds a layer's index, -1 for any other index."""
        number = index.internalId() if index.isValid() else 0
        return next((row for row, chapter in enumerate(self._chapters) if chapter.number == number), -1)

    @override
    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        """Return the index of a chapter below the root or of a layer below its chapter.

        The internal number is 0 for a chapter and its chapter's number for a layer.
        """
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._chapters[parent.row()].number if parent.isValid() else 0)

    @override
    @overload
    def parent(self) -> QObject | None: ...

    @override
    @overload
    def parent(self, child: Index) -> QModelIndex: ...

    @override
    def parent(self, child: Index | None = None) -> QModelIndex | QObject | None:
        if child is None:
            return super().parent()
        row = self._chapter_row(child)
        return self.createIndex(row, TITLE, 0) if row >= 0 else QModelIndex()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        if not parent.isValid():
            return len(self._chapters)
        if parent.internalId() or parent.column() != TITLE or not 0 <= parent.row() < len(self._chapters):
            return 0
        return len(self._chapters[parent.row()].identifiers)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return len(COLUMNS)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if not self.identifier_at(index):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled
        flags = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsDragEnabled
            | Qt.ItemFlag.ItemIsDropEnabled
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        return flags if index.column() == TITLE else flags | Qt.ItemFlag.ItemIsUserCheckable

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section] if 0 <= section < len(COLUMNS) else None
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        identifier = self.identifier_at(index)
        if role == IdentifierRole:
            return identifier
        if not identifier:
            return self._chapter_data(index, role)
        layer = self._layers[identifier]
        if role == Qt.ItemDataRole.ToolTipRole:
            how = f"<code>{_escaped(layer.formula)}</code>" if layer.formula else _escaped(layer.rule)
            fault = self.fault(identifier)
            wrong = f"Not read, column {fault.column}: {fault.sentence}" if fault else ""
            parts = [layer.definition and _escaped(layer.definition), how, _escaped(wrong)]
            return "".join(f"<p>{part}</p>" for part in parts if part)
        if index.column() == TITLE:
            return layer.title if role == Qt.ItemDataRole.DisplayRole else None
        white = index.column() == WHITE
        if role == Qt.ItemDataRole.DisplayRole:
            return str(self.count(identifier, white))
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if self.is_shown(identifier, white) else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            count = self.count(identifier, white)
            return f"{layer.title}, {COLUMNS[index.column()]}, {count_text(count, 'square')}"
        return None

    def _chapter_data(self, index: Index, role: int) -> Any:
        """Return a chapter's title in the first column."""
        if role != Qt.ItemDataRole.DisplayRole or index.internalId() or index.column() != TITLE:
            return None
        return self._chapters[index.row()].title if 0 <= index.row() < len(self._chapters) else None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        identifier = self.identifier_at(index)
        if role != Qt.ItemDataRole.CheckStateRole or not identifier or index.column() not in (WHITE, BLACK):
            return False
        sides = [self.is_shown(identifier, True), self.is_shown(identifier, False)]
        sides[index.column() - WHITE] = value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)
        self.set_shown(identifier, *sides)
        return True

    # Drag and drop

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME_TYPE]

    @override
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        identifiers = [identifier for identifier in map(self.identifier_at, indexes) if identifier]
        if identifiers:
            data.setData(MIME_TYPE, QByteArray(identifiers[0].encode()))
        return data

    @override
    def canDropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        return action == Qt.DropAction.MoveAction and self._drop_place(data, row, parent) is not None

    @override
    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        place = self._drop_place(data, row, parent)
        if action != Qt.DropAction.MoveAction or place is None:
            return False
        if self._move_within(*place):
            self._keep_own_order()
            self.styles_changed.emit()
        return True

    def _drop_place(self, data: QMimeData, row: int, parent: Index) -> tuple[int, int, int] | None:
        """Return the chapter's row, the dragged layer's place and its new place, or None where it cannot be dropped."""
        identifier = bytes(data.data(MIME_TYPE).data()).decode(errors="replace")
        if identifier not in self._layers or not parent.isValid():
            return None
        on_layer = bool(self.identifier_at(parent))
        chapter_row = self._chapter_row(parent) if on_layer else parent.row()
        if chapter_row != self._row_of(identifier):
            return None
        identifiers = self._chapters[chapter_row].identifiers
        source = identifiers.index(identifier)
        if on_layer:
            return chapter_row, source, parent.row()
        target = row if 0 <= row <= len(identifiers) else len(identifiers)
        # Above a row further down, the dragged layer's own row no longer counts.
        return chapter_row, source, target - (target > source)

    # Telling the views

    def _check(self, identifier: str) -> None:
        """Raise ``KeyError`` when no layer has this identifier."""
        if identifier not in self._layers:
            raise KeyError(identifier)

    def _row_of(self, identifier: str) -> int:
        """Return the row of the chapter that holds a layer."""
        for row, chapter in enumerate(self._chapters):
            if identifier in chapter.identifiers:
                return row
        raise KeyError(identifier)

    def _announce(self, identifier: str, role: Qt.ItemDataRole) -> None:
        """Tell the views that a role of a layer's row is another one."""
        self.dataChanged.emit(self.index_of(identifier), self.index_of(identifier, BLACK), [role])

    @Slot()
    def _announce_counts(self) -> None:
        """Tell the views that every count may be another one."""
        roles = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole]
        for chapter in self._chapters:
            first, last = chapter.identifiers[0], chapter.identifiers[-1]
            self.dataChanged.emit(self.index_of(first, WHITE), self.index_of(last, BLACK), roles)


def _registered_chapters() -> list[_Chapter]:
    """Return the chapters of the registry with their layers, both in its order."""
    chapters: dict[str, _Chapter] = {}
    for layer in LAYERS.values():
        title = layer.chapter.title
        chapters.setdefault(title, _Chapter(title, [], len(chapters) + 1)).identifiers.append(layer.identifier)
    return list(chapters.values())


def _escaped(text: str) -> str:
    """Return plain text as rich text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
