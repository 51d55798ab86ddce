"""The layers as a tree of chapters for a QTreeView: titles, check boxes and counts, and layers dragged to a place.

It presents ``ShownLayers``, or the result of a search in a single chapter, best match first. A change inserts, moves
and removes rows; rows and counts are announced only where a view has asked for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar, overload

from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)

from pawnviz.core.labels.sections import series_of
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.search import other_word, ranked
from pawnviz.core.words import count_text, escaped
from pawnviz.model.document import Document
from pawnviz.model.layers.layer_list import LayerChapter, first_of_series
from pawnviz.model.layers.shown_layers import ShownLayers, drawn_style
from pawnviz.override import override

if TYPE_CHECKING:
    from pawnviz.core.formula.tokens import FormulaError

Known = TypeVar("Known")
Index: TypeAlias = QModelIndex | QPersistentModelIndex

TITLE_COLUMN: Final = 0
WHITE_COLUMN: Final = 1
BLACK_COLUMN: Final = 2
COLUMNS: Final = ("Layer", "White", "Black")
"""The columns: a layer's title, then a check box with the count of squares for each side."""

IdentifierRole: Final = int(Qt.ItemDataRole.UserRole) + 1  # The role of a layer's identifier; empty for a chapter.
FOUND: Final = "Found, best match first"  # The title of the chapter of search results.
MIME_TYPE: Final = "application/x-pawnviz-layer"  # The type of dragged data: the identifier of one layer in UTF-8.

_ROOT: Final = QModelIndex()
_CHAPTER_FLAGS: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled
_ROW_FLAGS: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_MOVABLE_ROW_FLAGS: Final = _ROW_FLAGS | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsDropEnabled
_COUNT_ROLES: Final = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class LayerRow(NamedTuple):
    """A layer's row without its counts; ``fault`` is that of its formula, or None.

    ``other_word`` is a name that matches the search, ``number`` that of a layer that stands for others with another
    number, or 0.
    """

    layer: Layer
    style: Style
    sides: tuple[bool, bool]
    fault: FormulaError | None
    other_word: str = ""
    number: int = 0


@dataclass(eq=False)
class _Chapter:
    """A chapter's title, the identifiers of its rows, and the constant number in the indexes of its rows."""

    title: str
    identifiers: list[str]
    number: int


class LayerTreeModel(QAbstractItemModel):
    """Chapters, and below them their layers, with a column for the title and one with a check box for each side."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._chapters: list[_Chapter] = []
        self._known_rows: dict[str, LayerRow] = {}
        self._known_counts: dict[str, tuple[int, int]] = {}
        self._searched = ""
        self._follow_chapters()
        layers.user_layers.renamed.connect(self._rename)
        layers.changed.connect(self._follow)
        document.position_changed.connect(self._announce_counts)

    def row(self, identifier: str) -> LayerRow:
        """Return the row of a layer without its counts; raises ``KeyError`` for an unknown layer."""
        layers = self._layers
        layer, style, sides = layers.all[identifier], drawn_style(layers, identifier), layers.sides_of(identifier)
        found_by = other_word(layer, self._searched) if self._searched else ""
        series = series_of(identifier)
        number = series.number(identifier) if series else 0
        return LayerRow(layer, style, sides, layers.user_layers.fault(identifier), found_by, number)

    def counts(self, identifier: str) -> tuple[int, int]:
        """Return the numbers of a layer's squares, or of a set of files its files, for White and for Black."""
        layer, (white, black) = self._layers.all[identifier], self._document.position.sides()
        return layer.count(layer(white)), layer.count(layer(black))

    # Search

    @property
    def searching(self) -> bool:
        """Whether there is a search, so that only its result is listed."""
        return bool(self._searched)

    def search(self, text: str) -> None:
        """List the matches of a text, the best first, or without a word all chapters."""
        searched = " ".join(text.split())
        if searched != self._searched:
            self.beginResetModel()
            self._searched = searched
            self._chapters = []
            self._known_rows.clear()
            self._known_counts.clear()
            for title, identifiers in self._wanted():
                self._chapters.append(_Chapter(title, list(identifiers), len(self._chapters) + 1))
            self.endResetModel()

    def first_found(self) -> str:
        """Return the best match of the search, or an empty text."""
        return self._chapters[0].identifiers[0] if self._searched and self._chapters else ""

    def _wanted(self) -> list[LayerChapter]:
        """Return the chapters to list: matches, at most one of layers that differ in a number, or all."""
        chapters = self._layers.chapters()
        if not self._searched:
            return chapters
        listed = [name for chapter in chapters for name in chapter.identifiers]
        # The layer of a series that is listed goes before the others, which a search finds by their numbers.
        layers = self._layers.all
        names = dict.fromkeys((*listed, *layers))
        found: dict[str, str] = {}
        for layer in ranked((layers[name] for name in names), self._searched):
            found.setdefault(first_of_series(layer.identifier), layer.identifier)
        return [LayerChapter(FOUND, tuple(found.values()))] if found else []

    # Rows

    def index_of(self, identifier: str, column: int = TITLE_COLUMN) -> QModelIndex:
        """Return the index of a layer's cell, an invalid one when there is no row for the identifier."""
        for chapter in self._chapters:
            if identifier in chapter.identifiers:
                return self.createIndex(chapter.identifiers.index(identifier), column, chapter.number)
        return QModelIndex()

    def identifier_at(self, index: Index) -> str:
        """Return the identifier of the layer at an index of any column, empty for a chapter or nothing."""
        chapter = self._chapter(index)
        if chapter is None or not 0 <= index.row() < len(chapter.identifiers):
            return ""
        return chapter.identifiers[index.row()]

    def _chapter(self, index: Index) -> _Chapter | None:
        number = index.internalId() if index.isValid() else 0
        if not number:
            return None
        for chapter in self._chapters:
            if chapter.number == number:
                return chapter
        return None

    @override
    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        """Return the index of a chapter, with 0 inside, or of a layer, with its chapter's number."""
        if not (0 <= row < self.rowCount(parent) and 0 <= column < len(COLUMNS)):
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
        chapter = self._chapter(child)
        return self.createIndex(self._chapters.index(chapter), TITLE_COLUMN, 0) if chapter else QModelIndex()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        if not parent.isValid():
            return len(self._chapters)
        if parent.internalId() or parent.column() != TITLE_COLUMN or not 0 <= parent.row() < len(self._chapters):
            return 0
        return len(self._chapters[parent.row()].identifiers)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return len(COLUMNS)

    # Contents of rows

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if not self.identifier_at(index):
            return Qt.ItemFlag.ItemIsEnabled if self._searched else _CHAPTER_FLAGS
        flags = _ROW_FLAGS if self._searched else _MOVABLE_ROW_FLAGS
        return flags if index.column() == TITLE_COLUMN else flags | Qt.ItemFlag.ItemIsUserCheckable

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
        if identifier not in self._layers.all:
            return None  # The row is about to be removed.
        row = self._known_rows[identifier] = self.row(identifier)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tool_tip(row)
        if index.column() == TITLE_COLUMN:
            return row.layer.title if role == Qt.ItemDataRole.DisplayRole else None
        return self._side_data(row, index.column(), role)

    def _chapter_data(self, index: Index, role: int) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or index.internalId() or index.column() != TITLE_COLUMN:
            return None
        return self._chapters[index.row()].title if 0 <= index.row() < len(self._chapters) else None

    def _side_data(self, row: LayerRow, column: int, role: int) -> Any:
        """Return the data of a side's cell: its check box, and the count of squares in digits or in words."""
        side = column - WHITE_COLUMN
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return str(self._count_for_view(row.layer.identifier, side))
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if row.sides[side] else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.AccessibleTextRole:
                count = count_text(self._count_for_view(row.layer.identifier, side), row.layer.unit)
                return f"{row.layer.title}, {COLUMNS[column]}, {count}"
            case _:
                return None

    def _count_for_view(self, identifier: str, side: int) -> int:
        """Return the number of a layer's squares for White, 0, or Black, 1, and remember that a view knows it."""
        counts = self._known_counts[identifier] = self.counts(identifier)
        return counts[side]

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        identifier = self.identifier_at(index)
        if (
            role != Qt.ItemDataRole.CheckStateRole
            or not identifier
            or index.column() not in (WHITE_COLUMN, BLACK_COLUMN)
        ):
            return False
        on = value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)
        self._layers.switch(identifier, index.column() == WHITE_COLUMN, on)
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
        self._layers.move_to(*place)
        return True

    def _drop_place(self, data: QMimeData, row: int, parent: Index) -> tuple[str, int] | None:
        """Return the dragged layer and its new place in its chapter, or None where it cannot be dropped."""
        identifier = bytes(data.data(MIME_TYPE).data()).decode(errors="replace")
        source = self.index_of(identifier)
        if self._searched or not source.isValid() or not parent.isValid():
            return None
        on_layer = bool(self.identifier_at(parent))
        chapter = parent.parent() if on_layer else self.index(parent.row(), TITLE_COLUMN)
        if chapter != source.parent():
            return None
        if on_layer:
            return identifier, parent.row()
        count = self.rowCount(chapter)
        target = row if 0 <= row <= count else count
        # Above a row further down, the dragged layer's own row no longer counts.
        return identifier, target - (target > source.row())

    # Following the layers

    @Slot(str, str)
    def _rename(self, old: str, new: str) -> None:
        """Keep the row of a renamed layer; its other data follows with the next change."""
        for chapter in self._chapters:
            if old in chapter.identifiers:
                chapter.identifiers[chapter.identifiers.index(old)] = new
        if old in self._known_rows:
            self._known_rows[new] = self._known_rows.pop(old)
        if old in self._known_counts:
            self._known_counts[new] = self._known_counts.pop(old)

    @Slot()
    def _follow(self) -> None:
        """Follow the list, and announce the changed rows that a view knows."""
        self._follow_chapters()
        for identifier in self._changed(self._known_rows, self.row):
            self.dataChanged.emit(self.index_of(identifier), self.index_of(identifier, BLACK_COLUMN))

    def _follow_chapters(self) -> None:
        wanted = self._wanted()
        titles = {chapter.title for chapter in wanted}
        for row in reversed(range(len(self._chapters))):
            if self._chapters[row].title not in titles:
                self.beginRemoveRows(_ROOT, row, row)
                del self._chapters[row]
                self.endRemoveRows()
        for row, (title, identifiers) in enumerate(wanted):
            if row < len(self._chapters) and self._chapters[row].title == title:
                self._follow_chapter(row, identifiers)
            else:
                number = max((chapter.number for chapter in self._chapters), default=0) + 1
                self.beginInsertRows(_ROOT, row, row)
                self._chapters.insert(row, _Chapter(title, list(identifiers), number))
                self.endInsertRows()

    def _follow_chapter(self, row: int, wanted: Sequence[str]) -> None:
        identifiers = self._chapters[row].identifiers
        if tuple(identifiers) == wanted:
            return
        parent = self.index(row, TITLE_COLUMN)
        self._follow_numbers(row, wanted)
        # New rows come first, so that the chapter is never empty and stays open.
        new = [identifier for identifier in wanted if identifier not in identifiers]
        if new:
            self.beginInsertRows(parent, len(identifiers), len(identifiers) + len(new) - 1)
            identifiers.extend(new)
            self.endInsertRows()
        for place in reversed(range(len(identifiers))):
            if identifiers[place] not in wanted:
                self.beginRemoveRows(parent, place, place)
                del identifiers[place]
                self.endRemoveRows()
        for place, identifier in enumerate(wanted):
            source = identifiers.index(identifier)
            if source != place:
                # Each row moves up: the places before this one are settled.
                self.beginMoveRows(parent, source, source, parent, place)
                identifiers.insert(place, identifiers.pop(source))
                self.endMoveRows()

    def _follow_numbers(self, row: int, wanted: Sequence[str]) -> None:
        """Put a layer with another number in the row of one that is not wanted any more."""
        identifiers = self._chapters[row].identifiers
        for place, identifier in enumerate(identifiers):
            series = series_of(identifier)
            if series is None or identifier in wanted:
                continue
            chosen = next((name for name in series.identifiers if name in wanted and name not in identifiers), "")
            if chosen:
                identifiers[place] = chosen
                self._known_rows.pop(identifier, None)
                self._known_counts.pop(identifier, None)
                self.dataChanged.emit(self.index_of(chosen), self.index_of(chosen, BLACK_COLUMN))

    @Slot()
    def _announce_counts(self) -> None:
        for identifier in self._changed(self._known_counts, self.counts):
            first, last = self.index_of(identifier, WHITE_COLUMN), self.index_of(identifier, BLACK_COLUMN)
            self.dataChanged.emit(first, last, _COUNT_ROLES)

    def _changed(self, known: dict[str, Known], read: Callable[[str], Known]) -> list[str]:
        """Return the layers with outdated data in a view, and forget that the view knows it."""
        present = {name for chapter in self._chapters for name in chapter.identifiers}
        stale = [name for name, value in known.items() if name not in present or read(name) != value]
        for name in stale:
            del known[name]
        return [name for name in stale if name in present]


def _tool_tip(row: LayerRow) -> str:
    layer, fault = row.layer, row.fault
    how = f"<code>{escaped(layer.formula)}</code>" if layer.formula else escaped(layer.rule)
    wrong = f"Not read, column {fault.column}: {fault.sentence}" if fault else ""
    parts = (escaped(layer.definition), how, escaped(wrong))
    return "".join(f"<p>{part}</p>" for part in parts if part)
