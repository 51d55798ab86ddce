"""The chosen lanes: the layers, numbers and formulas that are followed through a game."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, present_identifier
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.words import quoted
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import MOST_LANES, Preference


class LaneError(ValueError):
    """A lane that cannot be followed, or one too many; the message is a sentence about the fault."""


class ChosenLanes(QObject):
    """The lanes in the order of choice, each as a text: the identifier of a layer or a number, or a formula."""

    changed = Signal()  # The choice has changed, or a user layer in it.

    def __init__(self, layers: ShownLayers, lanes: Preference[tuple[str, ...]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self._lanes = lanes
        lanes.changed.connect(self.changed)
        layers.user_layers.changed.connect(self._follow_own)

    @property
    def texts(self) -> tuple[str, ...]:
        """The lanes as texts."""
        return self._lanes.value

    def entry(self, text: str) -> Entry:
        """Return the layer or number of a text, without an identifier for a formula; raises ``LaneError``."""
        own = self._layers.user_layers
        if name := self.identifier(text):
            if fault := own.fault(name):
                raise LaneError(f"The layer {quoted(name)} cannot be read: {fault.sentence}")
            return self._known[name]
        try:
            return own.kept.draft(UserLayer("", text, text))
        except FormulaError as error:
            raise LaneError(f"Column {error.column}: {error.sentence}") from None

    def identifier(self, text: str) -> str:
        """Return the identifier of the layer or number with this identifier or title; empty for a formula."""
        name = present_identifier(text.strip())
        if name in self._known:
            return name
        title = text.strip().casefold()
        return next((name for name, entry in self._known.items() if entry.title.casefold() == title), "")

    @property
    def _known(self) -> dict[str, Entry]:
        return {**LAYERS, **NUMBERS, **self._layers.user_layers.layers}

    def offered(self) -> tuple[tuple[str, str], ...]:
        """Return the lanes on offer besides formulas: the identifier and the title of each layer and number."""
        own = self._layers.user_layers
        entries: tuple[Entry, ...] = (*own.layers.values(), *NUMBERS.values(), *LAYERS.values())
        hidden = {own.draft, *self._layers.now.off}
        return tuple((entry.identifier, entry.title) for entry in entries if entry.identifier not in hidden)

    def title(self, text: str) -> str:
        """Return the title of a lane; of a formula, or of an unreadable text, the text."""
        name = self.identifier(text)
        return self._known[name].title if name else text

    def chosen_entries(self) -> tuple[Entry, ...]:
        """Return the readable lanes, each with its text as its identifier."""
        entries = []
        for text in self.texts:
            with suppress(LaneError):
                entries.append(self.entry(text)._replace(identifier=text))
        return tuple(entries)

    def shown_entries(self) -> tuple[Entry, ...]:
        """Return the layers on the board for either side."""
        return tuple(self._layers.all[name] for name in self._layers.now.sides)

    def all_entries(self) -> tuple[Entry, ...]:
        """Return every layer that is offered and every number, with readable user layers."""
        own = self._layers.user_layers
        readable = (layer for name, layer in own.layers.items() if name != own.draft and own.fault(name) is None)
        known = (layer for name, layer in LAYERS.items() if name not in self._layers.now.off)
        return (*known, *NUMBERS.values(), *readable)

    def add(self, text: str) -> None:
        """Append a lane, unless it is chosen; raises ``LaneError``."""
        text = text.strip()
        self.entry(text)
        text = self.identifier(text) or text
        if text in self.texts:
            return
        if len(self.texts) >= MOST_LANES:
            raise LaneError(f"There are at most {MOST_LANES} lanes; take one away first.")
        self.choose((*self.texts, text))

    def remove(self, text: str) -> None:
        """Remove a lane."""
        self.choose(tuple(other for other in self.texts if other != text))

    def choose(self, texts: tuple[str, ...]) -> None:
        """Choose exactly these lanes."""
        self._lanes.value = texts

    @Slot()
    def _follow_own(self) -> None:
        if any(text not in LAYERS and text not in NUMBERS for text in self.texts):
            self.changed.emit()
