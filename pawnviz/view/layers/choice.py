"""A field to choose a layer: a list by chapter that is searched while one types."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy

from pawnviz.core.labels.order import sections
from pawnviz.core.user_layers.collection import USER_LAYERS
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.widgets.search_field import LONGEST_SEARCH


class LayerChoice(QComboBox):
    """A choice of layers by chapter, without temporary ones; what is typed finds the titles that contain it."""

    picked = Signal()  # The user chose another layer.

    def __init__(self, layers: ShownLayers, name: str, extra: tuple[str, str] | None = None) -> None:
        """Offer all layers; ``extra`` is a text and an identifier that are offered before them."""
        super().__init__()
        self._layers = layers
        self._extra = extra
        self._chosen = ""
        self.setAccessibleName(name)
        self.setEditable(True)
        edit = QLineEdit()
        edit.setMaxLength(LONGEST_SEARCH)
        self.setLineEdit(edit)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(24)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        completer = QCompleter(self.model(), self)
        self.setCompleter(completer)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.activated.connect(self._take)
        layers.user_layers.changed.connect(self._fill)
        self._fill()

    @property
    def identifier(self) -> str:
        """The identifier of the chosen layer."""
        return self._chosen

    def offers(self, identifier: str) -> bool:
        """Return whether a layer can be chosen."""
        return bool(identifier) and self.findData(identifier) >= 0

    def choose(self, identifier: str) -> None:
        """Choose a layer; raises ``KeyError`` when none with this identifier is offered."""
        if not self.offers(identifier):
            raise KeyError(identifier)
        self._chosen = identifier
        self._show_chosen()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_chosen()

    @Slot()
    def _fill(self) -> None:
        self.clear()
        if self._extra is not None:
            self.addItem(*self._extra)
        chapters = {section.title: section.identifiers for section in sections()}
        chapters[USER_LAYERS.title] = tuple(self._layers.user_layers.layers)
        for title, identifiers in chapters.items():
            if not identifiers:
                continue
            self.addItem(title, "")
            model = self.model()
            if isinstance(model, QStandardItemModel):
                heading = model.item(self.count() - 1)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                font = heading.font()
                font.setBold(True)
                heading.setFont(font)
            for identifier in identifiers:
                self.addItem(self._layers.all[identifier].title, identifier)
        if self._chosen and self.findData(self._chosen) < 0:
            self._chosen = next(iter(self._layers.all))
        self._show_chosen()

    @Slot(int)
    def _take(self, place: int) -> None:
        identifier = self.itemData(place)
        if identifier and identifier != self._chosen:
            self._chosen = str(identifier)
            self.picked.emit()
        self._show_chosen()

    def _show_chosen(self) -> None:
        place = self.findData(self._chosen) if self._chosen else -1
        self.setCurrentIndex(place)
