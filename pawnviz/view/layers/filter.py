"""The layers that a search finds, with their chapters."""

from __future__ import annotations

from PySide6.QtCore import QSortFilterProxyModel, Slot
from PySide6.QtWidgets import QWidget

from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import TITLE_COLUMN, Index, LayerTreeModel
from pawnviz.override import override


class LayerFilter(QSortFilterProxyModel):
    """The layers whose title, identifier or definition contains every searched word, with their chapters."""

    def __init__(self, layers: ShownLayers, model: LayerTreeModel, parent: QWidget) -> None:
        """Accept every layer of a model."""
        super().__init__(parent)
        self._layers = layers
        self._model = model
        self._words: tuple[str, ...] = ()
        self._found: set[str] = set()
        self.setRecursiveFilteringEnabled(True)
        # Counts and boxes change often and are not searched: no row need be looked at again for them.
        self.setDynamicSortFilter(False)
        self.setSourceModel(model)
        # Qt does not follow rows of a chapter that it has hidden, and takes the next ones for rows beyond the last.
        model.rowsInserted.connect(self._search_again)
        model.rowsRemoved.connect(self._search_again)
        model.rowsMoved.connect(self._search_again)
        layers.changed.connect(self._follow_texts)

    @property
    def searching(self) -> bool:
        """Whether anything is searched, so that layers may be hidden."""
        return bool(self._words)

    def set_text(self, text: str) -> None:
        """Search for the words of a text; case does not matter."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self.beginFilterChange()
            self._words = words
            self._found = self._matching()
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    @Slot()
    def _search_again(self) -> None:
        """Search anew in all rows."""
        if self._words:
            self._found = self._matching()
            self.invalidate()

    @Slot()
    def _follow_texts(self) -> None:
        """Search again when other layers are found, since the text of one has changed."""
        if self._words and self._matching() != self._found:
            self._search_again()

    def _matching(self) -> set[str]:
        """Return the layers whose texts contain every searched word."""
        return {identifier for identifier in self._layers.all if self._matches(identifier)}

    def _matches(self, identifier: str) -> bool:
        """Return whether the texts of a layer contain every searched word."""
        if not self._words:
            return True
        layer = self._layers.all[identifier]
        text = f"{layer.title} {identifier} {identifier.replace('_', ' ')} {layer.definition}".casefold()
        return all(word in text for word in self._words)

    @override
    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not self._words:
            return True
        identifier = self._model.identifier_at(self._model.index(source_row, TITLE_COLUMN, source_parent))
        return identifier in self._layers.all and self._matches(identifier)

    def identifier_at(self, index: Index) -> str:
        """Return the layer of an index of this model, empty for a chapter or nothing."""
        return self._model.identifier_at(self.mapToSource(index)) if index.isValid() else ""
