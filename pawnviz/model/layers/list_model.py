"""The list of layers: the shown ones, those with a square in the position, and folded those without, or a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot

from pawnviz.core.labels.order import BUILDING_BLOCKS, EVERYDAY
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.packages import FAILED, is_of_package
from pawnviz.core.layers.registry import other_word, ranked
from pawnviz.core.words import count_text, escaped, lowered
from pawnviz.model.layers.shown_layers import BOTH, ShownLayers, Sides
from pawnviz.override import override

Index: TypeAlias = QModelIndex | QPersistentModelIndex

ON_BOARD: Final = "On the board"
HERE: Final = "Also in this position"
NOT_HERE: Final = "Not here"
OFF: Final = "Switched off"
FOUND: Final = "Found, best match first"

IdentifierRole: Final = int(Qt.ItemDataRole.UserRole) + 1  # The role of a layer's identifier, empty for a heading.

_ROOT: Final = QModelIndex()
_EVERYDAY: Final = frozenset(EVERYDAY.identifiers)
_HEADING: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_LAYER: Final = _HEADING | Qt.ItemFlag.ItemIsUserCheckable


class Heading(NamedTuple):
    """The row above layers: its title, how many layers there are, and whether they are folded."""

    title: str
    layer_count: int
    folded: bool


class LayerRow(NamedTuple):
    """The row of a layer: its style, sides and counts of squares, or of files, for White and Black.

    ``wrong`` is true for a layer whose formula cannot be read; ``other_word`` is a name that matches the
    search, or the meaning of the marks if they do not mean the layer's squares.
    """

    identifier: str
    title: str
    style: Style
    sides: Sides
    counts: tuple[int, int]
    wrong: bool
    other_word: str

    @property
    def is_on(self) -> bool:
        """Whether the layer is switched on for a side."""
        return any(self.sides)


class LayerListModel(QAbstractListModel):
    """The rows of the list. It is up to date while it is ``active``, and keeps their order while it is ``held``."""

    def __init__(self, layers: ShownLayers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self._rows: list[Heading | LayerRow] = []
        self._groups: dict[str, list[str]] = {}
        self._listed: tuple[str, ...] = ()  # All layers when the groups were made.
        self.folded = {NOT_HERE, OFF}  # The headings whose layers are hidden.
        self.searched = ""  # The words of a search, without which the layers of the position are listed.
        self._counts: dict[str, tuple[Layer, tuple[int, int]]] = {}
        self._known: dict[str, LayerRow] = {}  # Rows that are up to date but for their counts.
        self.active = self.held = False
        layers.changed.connect(self._read_layers)
        layers.document.position_changed.connect(self._sort_anew)

    # When rows change

    def set_active(self, active: bool) -> None:
        """Set whether the rows are of use, such as those of a visible view."""
        self.active = active
        self._sort_anew()

    def hold(self, held: bool) -> None:
        """Set whether a layer that is switched keeps its row, such as below the pointer."""
        self.held = held
        if not held:
            self._refresh()

    @Slot()
    def _read_layers(self) -> None:
        self._known.clear()
        self._refresh()

    @Slot()
    def _sort_anew(self) -> None:
        """Refresh the rows for another position, also if they are held."""
        self._counts.clear()
        self._groups = {}
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        if not self.active:
            return
        now = self._layers.now
        listed = (*self._layers.all, str(now.for_programmers), *now.off)
        hidden = {name for title in self.folded - {ON_BOARD} for name in self._groups.get(title, ())}
        if not self._groups or not self.held or listed != self._listed or not hidden.isdisjoint(now.sides):
            self._groups, self._listed = self._grouped(), listed
        before, rows = self._rows, list(self._wanted())
        if [_name(row) for row in before] != [_name(row) for row in rows]:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        else:
            self._rows = rows
            for number, (row, former) in enumerate(zip(rows, before, strict=True)):
                if row != former:
                    self.dataChanged.emit(self.index(number), self.index(number))

    def _grouped(self) -> dict[str, list[str]]:
        layers, now = self._layers, self._layers.now
        if self.searched:
            found = ranked((layer for name, layer in layers.all.items() if name not in now.off), self.searched)
            return {FOUND: [layer.identifier for layer in found]}
        hidden = frozenset(() if now.for_programmers else BUILDING_BLOCKS.identifiers)
        groups: dict[str, list[str]] = {ON_BOARD: [], HERE: [], NOT_HERE: [], OFF: []}
        for name in layers.all:
            if name in now.sides or name == layers.user_layers.draft:
                groups[ON_BOARD].append(name)
            elif name in now.off:
                groups[OFF].append(name)
            elif name not in hidden:
                is_here = any(self.counts(name)) or layers.user_layers.fault(name) is not None
                groups[HERE if is_here else NOT_HERE].append(name)
        own = layers.user_layers.layers
        groups[HERE].sort(key=lambda name: (name not in _EVERYDAY, name not in own))
        return groups

    def _wanted(self) -> Iterable[Heading | LayerRow]:
        for title, names in self._groups.items():
            if names:
                yield Heading(title, len(names), title in self.folded)
                if title not in self.folded:
                    yield from map(self.row, names)

    def row(self, identifier: str) -> LayerRow:
        """Return the row of a layer; raises ``KeyError`` for an unknown one."""
        layers, known = self._layers, self._known.get(identifier)
        if known is not None:
            return known._replace(counts=self.counts(identifier), wrong=known.wrong or identifier in FAILED)
        layer, style, *_, exception = layers.entry(identifier)
        sides = BOTH if identifier == layers.user_layers.draft else layers.sides_of(identifier)
        counts = self.counts(identifier)  # By which the function of a package may fail.
        wrong = layers.user_layers.fault(identifier) is not None or identifier in FAILED
        word = lowered(layer.chapter.title) if is_of_package(layer) else ""
        word = f"marks: {lowered(exception)}" if exception else word
        word = other_word(layer, self.searched) if self.searched else word
        row = self._known[identifier] = LayerRow(identifier, layer.title, style, sides, counts, wrong, word)
        return row

    def counts(self, identifier: str) -> tuple[int, int]:
        """Return the numbers of a layer's squares, or of a set of files its files, for White and for Black."""
        layer = self._layers.all[identifier]
        known = self._counts.get(identifier)
        if known is None or known[0] is not layer:
            white, black = self._layers.document.position.sides()
            known = self._counts[identifier] = (layer, (layer.count(layer(white)), layer.count(layer(black))))
        return known[1]

    # Search and folding

    def search(self, text: str) -> None:
        """List the matches of a text, the best first, or without a word the layers of the position."""
        searched = " ".join(text.split())
        if searched != self.searched:
            self.searched, self._groups = searched, {}
            self._known.clear()
            self._refresh()

    def in_place(self, change: Callable[[], object]) -> None:
        """Carry out a change without moving rows, which the next change sorts."""
        held, self.held = self.held, True
        change()
        self.held = held

    def fold(self, title: str) -> None:
        """Hide the layers below a heading, or show those that are hidden."""
        self.folded ^= {title}
        self._refresh()

    def reveal(self, identifier: str) -> None:
        """Show the layers of the heading that a layer is below."""
        self.folded -= {title for title, names in self._groups.items() if identifier in names}
        self._refresh()

    # Rows

    @property
    def names(self) -> list[str]:
        """The identifiers of the layers with a row, from top to bottom."""
        return [row.identifier for row in self._rows if isinstance(row, LayerRow)]

    def at(self, index: Index) -> Heading | LayerRow | None:
        """Return the row at an index, None for an invalid one."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def identifier_at(self, index: Index) -> str:
        """Return the layer at an index, empty for a heading or nothing."""
        row = self.at(index)
        return row.identifier if isinstance(row, LayerRow) else ""

    def index_of(self, name: str) -> QModelIndex:
        """Return the index of a layer or of a heading by its title, an invalid one without a row."""
        return next((self.index(number) for number, row in enumerate(self._rows) if _name(row) == name), QModelIndex())

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.at(index)
        return Qt.ItemFlag.NoItemFlags if row is None else _HEADING if isinstance(row, Heading) else _LAYER

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.at(index)
        if role == IdentifierRole:
            return self.identifier_at(index)
        if row is not None and role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if row is not None and role == Qt.ItemDataRole.AccessibleTextRole:
            return heading_text(row) if isinstance(row, Heading) else self._spoken(row)
        if isinstance(row, LayerRow) and role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if row.is_on else Qt.CheckState.Unchecked
        return self._tool_tip(row) if isinstance(row, LayerRow) and role == Qt.ItemDataRole.ToolTipRole else None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.at(index)
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(row, LayerRow):
            return False
        if (value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)) != row.is_on:
            self._layers.toggle(row.identifier)
        return True

    def _spoken(self, row: LayerRow) -> str:
        """Return a row in words, such as "Attacks, shown for White: White 14 squares, Black 12 squares"."""
        if row.wrong:
            return f"{row.title}: its {'function fails' if row.identifier in FAILED else 'formula cannot be read'}"
        sides = " and ".join(side for side, on in zip(("White", "Black"), row.sides, strict=True) if on)
        unit = self._layers.all[row.identifier].unit
        white, black = (count_text(count, unit) for count in row.counts)
        return f"{row.title}, {f'shown for {sides}' if sides else 'not shown'}: White {white}, Black {black}"

    def _tool_tip(self, row: LayerRow) -> str:
        layer, fault = self._layers.all[row.identifier], self._layers.user_layers.fault(row.identifier)
        how = f"<code>{escaped(layer.formula)}</code>" if layer.formula else escaped(layer.rule)
        wrong = f"Not read, column {fault.column}: {fault.sentence}" if fault else FAILED.get(row.identifier, "")
        parts = (f"<b>{escaped(layer.title)}</b>", escaped(layer.definition), how, escaped(wrong))
        return "".join(f"<p>{part}</p>" for part in parts if part)


def heading_text(heading: Heading) -> str:
    """Return a heading with the number of its layers if they are folded."""
    return f"{heading.title} ({heading.layer_count})" if heading.folded or heading.title == NOT_HERE else heading.title


def _name(row: Heading | LayerRow) -> str:
    return row.title if isinstance(row, Heading) else row.identifier
