"""User layers while the program runs: the kept ones, and the draft."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from pawnviz.core.formula.names import set_user_layers
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.registry import free_identifier
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.core.user_layers.file import read_draft, write_layers

DRAFT: Final = "new_layer_"  # The identifier of a new draft, which no kept layer can have.
NEW_TITLE: Final = "New layer"  # The title of a draft without one.


class _Draft(NamedTuple):
    """A draft: its entry, the last readable ``Layer``, its identifier, and ``alone``, which hides all other layers."""

    entry: UserLayer
    layer: Layer
    identifier: str
    alone: bool = False

    def with_identifier(self, identifier: str) -> _Draft:
        return self._replace(identifier=identifier, layer=self.layer._replace(identifier=identifier))


def is_written(entry: UserLayer) -> bool:
    """Return whether a new draft has any content; a style alone would not be missed."""
    return any(part.strip() for part in (entry.title, entry.formula, entry.definition))


class UserLayerList(QObject):
    """The kept user layers, and a draft, which is not kept yet."""

    changed = Signal()  # Layers came, went or moved, or a name, a formula or a style has changed, also of the draft.
    renamed = Signal(str, str)  # A layer has another identifier; carries the old and the new one. ``changed`` follows.

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept = UserLayers()  # The kept layers, without the draft.
        self._draft: _Draft | None = None
        # By identifier in their order: a new draft last, the draft of a kept layer in its place.
        self.layers: dict[str, Layer] = {}
        # The draft of the last session with the identifier of the layer that it replaces, or an empty text.
        self.unsaved: tuple[UserLayer, str] | None = None

    # All of them

    def entry(self, identifier: str) -> UserLayer:
        """Return a layer, or the draft, as it is written; raises ``KeyError`` for an unknown identifier."""
        if self._draft is not None and identifier == self._draft.identifier:
            return self._draft.entry
        return self.kept.entry(identifier)

    def fault(self, identifier: str) -> FormulaError | None:
        """Return the fault of a kept layer's formula, so that it holds no square; None for any other layer."""
        return None if identifier == self.draft else self.kept.fault(identifier)

    def set_style(self, identifier: str, style: Style) -> None:
        """Draw a kept layer, or the draft, in another style."""
        draft = self._draft
        if draft is not None and identifier == draft.identifier:
            layer = draft.layer._replace(mark=style.mark)
            self._draft = draft._replace(entry=draft.entry._replace(style=style), layer=layer)
        else:
            self.kept = self.kept.with_entry(self.kept.entry(identifier)._replace(style=style), identifier)
        self._announce()

    # Those that are kept

    def set_kept(self, layers: UserLayers) -> None:
        """Replace the kept layers; the draft of a layer that is gone becomes a new layer."""
        draft = self._draft
        if draft is not None and draft.identifier != DRAFT and draft.identifier not in layers:
            self._draft = draft.with_identifier(DRAFT)
        self.kept = layers
        self._announce()

    def keep(self, entry: UserLayer, instead_of: str = "") -> None:
        """Keep a layer, new or in place of another, and rename calls; ``ValueError`` for a wrong or surplus one."""
        layers = self.kept.with_entry(entry, instead_of)
        if not instead_of or instead_of == entry.identifier:
            self.set_kept(layers)
            return
        if self._draft is not None and self._draft.identifier == instead_of:
            self._draft = self._draft.with_identifier(entry.identifier)
        self.kept = layers
        self.layers = self._read()
        self.renamed.emit(instead_of, entry.identifier)
        self.changed.emit()

    def insert(self, entry: UserLayer, place: int) -> str:
        """Keep a layer at a place from 0 and return its identifier, maybe a new one; ``ValueError`` if too many."""
        identifier = free_identifier(entry.identifier, self.kept.layers)
        self.set_kept(self.kept.with_entry(entry._replace(identifier=identifier)).moved(identifier, place))
        return identifier

    # The one that is being written

    @property
    def draft(self) -> str:
        """The identifier of the draft: ``DRAFT``, a kept layer's, or empty without a draft."""
        return self._draft.identifier if self._draft is not None else ""

    @property
    def draft_alone(self) -> bool:
        """Whether the draft hides all other layers."""
        return self._draft is not None and self._draft.alone

    def set_draft(self, entry: UserLayer, instead_of: str = "", *, alone: bool = False) -> FormulaError | None:
        """Set a draft, new or in place of a kept layer; an unreadable formula keeps the last squares."""
        identifier, error = instead_of or DRAFT, None
        try:
            layer = self.kept.draft(entry, instead_of)
        except FormulaError as fault:
            error = fault
            layer = self.layers.get(identifier) or UserLayers().draft(entry._replace(formula="{}"))
        self.unsaved = None
        layer = layer._replace(
            title=entry.title or NEW_TITLE, definition=entry.definition, formula=entry.formula, mark=entry.style.mark
        )
        self._draft = _Draft(entry, layer, identifier, alone).with_identifier(identifier)
        self._announce()
        return error

    def end_draft(self) -> None:
        """Drop the draft; the kept layer in its place is as before."""
        if self._draft is not None:
            self._draft = None
            self._announce()

    # Between starts

    def draft_values(self) -> dict[str, str]:
        """Return the draft, or else ``unsaved``, as JSON values, empty without content."""
        draft, written = self._draft, self.unsaved
        if draft is not None:
            written = draft.entry, "" if draft.identifier == DRAFT else draft.identifier
        if written is None:
            return {}
        entry, instead_of = written
        if entry in self.kept.entries or not (instead_of or is_written(entry)):
            return {}
        return {"instead_of": instead_of, "file": write_layers([entry])}

    def restore_unsaved(self, values: object) -> None:
        """Take the draft of ``draft_values`` at the last end as ``unsaved``; wrong values are left out."""
        self.unsaved = None
        match values:
            case {"file": str(text), "instead_of": str(instead_of)} if (entry := read_draft(text)) is not None:
                self.unsaved = entry, instead_of

    def _announce(self) -> None:
        self.layers = self._read()
        self.changed.emit()

    def _read(self) -> dict[str, Layer]:
        layers, draft = self.kept.layers, self._draft
        set_user_layers(lambda: layers)
        return layers | ({draft.identifier: draft.layer} if draft is not None else {})
