"""The list of layers by chapter as it looks: its rows, the current one, a search, and folded chapters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QHelpEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
    QWidget,
)

from pawnviz.core.labels.sections import series_of
from pawnviz.core.words import escaped, lowered
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import BLACK_COLUMN, TITLE_COLUMN, WHITE_COLUMN, Index, LayerTreeModel
from pawnviz.override import override
from pawnviz.view.layers.faint import faint_colors
from pawnviz.view.layers.folding import Folding
from pawnviz.view.layers.rows import ROW_HEIGHT, SIDE_MARGIN, ChapterContent, RowContent, RowPainter, RowState
from pawnviz.view.widgets.theme import theme_of

_PAINTER_EVENTS = (
    QEvent.Type.PaletteChange,
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)


class LayerView(QTreeView):
    """The layers by chapter; a change repaints only the visible cells that it concerns."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget) -> None:
        super().__init__(parent)
        self._layers = layers
        self._pointed = ("", -1)
        self._flipped = False
        self._following = False
        self._painter: RowPainter | None = None
        self._painted: dict[str, RowContent] = {}
        self._region = QRegion()
        self.rows = LayerTreeModel(document, layers, self)
        # With rows it would lay them out at once.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self))
        self.setAccessibleName("Layers")
        self.setAccessibleDescription("Space switches a layer for the side of the column, Enter for both sides")
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setHighlightSections(False)
        header.setSectionResizeMode(TITLE_COLUMN, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        for column in (WHITE_COLUMN, BLACK_COLUMN):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        # A title that is too long for one line takes two.
        header.sectionResized.connect(self.scheduleDelayedItemsLayout)
        self._fit_columns()
        self._folding = Folding(self, self.rows)
        self.selectionModel().currentChanged.connect(self._look_at_current)
        self.selectionModel().currentChanged.connect(self._update_rows)
        layers.current_changed.connect(self.follow_current)
        layers.changed.connect(self._follow_layers)
        document.position_changed.connect(self._update_changed)
        self.follow_current()

    def set_flipped(self, flipped: bool) -> None:
        """Paint swatches as the marks point on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self._painter = None
        self.viewport().update()

    def search(self, text: str) -> None:
        """List the layers that match a text and make the best match the current one; without a word list all."""
        self._following = True
        self.rows.search(text)
        self._following = False
        best = self.rows.first_found()
        if best:
            self._layers.set_current(best)
        self.follow_current()
        if self.rows.searching:
            self.scrollToTop()

    # Rows

    def identifier_at(self, point: QPoint) -> str:
        """Return the layer of the row at a point of the viewport, or an empty text."""
        return self.rows.identifier_at(self.indexAt(point))

    @property
    def current_identifier(self) -> str:
        """The layer of the current row, or an empty text."""
        return self.rows.identifier_at(self.currentIndex())

    def index_of(self, identifier: str, column: int = TITLE_COLUMN) -> QModelIndex:
        """Return the index of a layer's cell in this view's model, an invalid one where a search hides it."""
        return self.rows.index_of(identifier, column)

    @Slot()
    def follow_current(self) -> None:
        """Make the row of the current layer the current one."""
        identifier = self._layers.current
        if identifier == self.current_identifier:
            return
        index = (
            self.index_of(identifier, max(TITLE_COLUMN, self.currentIndex().column())) if identifier else QModelIndex()
        )
        self._following = True
        if index.isValid():
            # Scrolling to a row would open a chapter that the user has folded.
            self.setAutoScroll(self.isExpanded(index.parent()))
            self.setCurrentIndex(index)
            self.setAutoScroll(True)
        else:
            self.selectionModel().clear()
        self._following = False

    @override
    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int) -> None:
        # Another row becomes the current one, but until all are removed its layer may be gone as well.
        following, self._following = self._following, True
        super().rowsAboutToBeRemoved(parent, start, end)
        self._following = following

    @Slot()
    def _look_at_current(self) -> None:
        identifier = self.current_identifier
        if identifier and not self._following:
            self._layers.set_current(identifier)

    # Painting

    @property
    def row_painter(self) -> RowPainter:
        """The painter of rows for the present theme, font and screen."""
        if self._painter is None:
            self._painter = RowPainter(theme_of(self), self.font(), self.devicePixelRatioF(), flipped=self._flipped)
        return self._painter

    def title_of(self, identifier: str) -> str:
        """Return the title of a layer, empty for one that is about to go."""
        return self._layers.all[identifier].title if identifier in self._layers.all else ""

    def content_of(self, identifier: str) -> RowContent:
        """Return the content of a layer's row."""
        row = self.rows.row(identifier)
        counts = self.rows.counts(identifier)
        return RowContent(
            row.layer.title, row.style, row.sides, counts, row.fault is not None, row.other_word, row.number
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._region = event.region()
        super().paintEvent(event)

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        cells = self._cells(options.rect)
        identifier = self.rows.identifier_at(index)
        current = self.currentIndex()
        active = self.hasFocus()
        row_is_current = current.row() == index.row() and current.parent() == index.parent()
        focused = current.column() if active and row_is_current else -1
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if identifier:
            pointed = self._pointed[1] if identifier == self._pointed[0] else -1
            content = self._painted[identifier] = self.content_of(identifier)
            state = RowState(row_is_current, active, pointed, focused)
            self.row_painter.paint_layer(painter, cells, content, state, self._region)
        else:
            folded = not self.isExpanded(index)
            hidden = (self._shown_count(index), self._current_title_in(index)) if folded else (0, "")
            heading = ChapterContent(str(index.data()), folded, *hidden)
            self.row_painter.paint_chapter(painter, cells, heading, RowState(focused=focused))
        painter.restore()

    def _cells(self, row: QRect) -> tuple[QRect, QRect, QRect]:
        top, height = row.top(), row.height()
        return (
            QRect(self.columnViewportPosition(TITLE_COLUMN), top, self.columnWidth(TITLE_COLUMN), height),
            QRect(self.columnViewportPosition(WHITE_COLUMN), top, self.columnWidth(WHITE_COLUMN), height),
            QRect(self.columnViewportPosition(BLACK_COLUMN), top, self.columnWidth(BLACK_COLUMN), height),
        )

    def _names(self, chapter: Index) -> Iterator[str]:
        rows = self.rows
        return (rows.identifier_at(rows.index(row, TITLE_COLUMN, chapter)) for row in range(rows.rowCount(chapter)))

    def _shown_count(self, chapter: Index) -> int:
        return sum(any(self._layers.sides_of(name)) for name in self._names(chapter))

    def _current_title_in(self, chapter: Index) -> str:
        """Return the title of the current layer if it belongs to a chapter, else an empty text."""
        current = self._layers.current
        return self._layers.all[current].title if current and current in self._names(chapter) else ""

    @Slot()
    def _follow_layers(self) -> None:
        """Repaint changed cells and folded chapters; a layer that goes leaves the current row to its successor."""
        if not self._layers.current:
            self._look_at_current()
        self._update_changed()
        for row in range(self.rows.rowCount()):
            index = self.rows.index(row, TITLE_COLUMN)
            if not self.isExpanded(index):
                self._update_row(index)

    @Slot()
    def _update_changed(self) -> None:
        if not self.isVisible():
            return
        for identifier, before in list(self._painted.items()):
            content = self.content_of(identifier) if identifier in self._layers.all else None
            if content == before:
                continue
            index = self.index_of(identifier)
            rect = self.visualRect(index)
            if content is None or not rect.intersects(self.viewport().rect()):
                del self._painted[identifier]
            elif content._replace(counts=before.counts) != before:
                self._update_row(index)
            else:
                for cell, count, former in zip(
                    self._cells(rect)[WHITE_COLUMN:], content.counts, before.counts, strict=True
                ):
                    if count != former:
                        self.viewport().update(cell)

    @Slot(QModelIndex, QModelIndex)
    def _update_rows(self, current: QModelIndex, previous: QModelIndex) -> None:
        """Repaint the current row and the one before; Qt repaints one cell of each where none of them is selected."""
        for index in (current, previous):
            self._update_row(index)

    def _update_row(self, index: Index) -> None:
        first, *_, last = self._cells(self.visualRect(index))
        self.viewport().update(first.united(last))

    @override
    def dataChanged(self, top_left: Index, bottom_right: Index, roles: Sequence[int] = ()) -> None:
        """Pass the change on if there is a screen reader; ``_update_changed`` finds what has to be repainted."""
        if QAccessible.isActive():
            super().dataChanged(top_left, bottom_right, roles)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in _PAINTER_EVENTS:
            self._painter = None
        done = super().event(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_columns()
        return done

    def _fit_columns(self) -> None:
        header = self.header()
        count = self.fontMetrics().horizontalAdvance("64") + SIDE_MARGIN
        for column in (WHITE_COLUMN, BLACK_COLUMN):
            header.resizeSection(column, max(40, count, header.sectionSizeHint(column)))


class RowDelegate(QStyledItemDelegate):
    """The height of rows, their tool tips, and the picture of a row that is dragged."""

    def __init__(self, view: LayerView) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if index.column() != TITLE_COLUMN:
            return QSize(ROW_HEIGHT, ROW_HEIGHT)
        view = self._view
        identifier = view.rows.identifier_at(index)
        painter, width = view.row_painter, view.columnWidth(TITLE_COLUMN)
        title = view.title_of(identifier) if identifier else ""
        return QSize(ROW_HEIGHT, painter.height(title, width, series_of(identifier) is not None))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        identifier = self._view.rows.identifier_at(index)
        if identifier and index.column() == TITLE_COLUMN:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            content = self._view.content_of(identifier)
            self._view.row_painter.paint_title(painter, option.rect, content, RowState())

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        return False

    @override
    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        identifier = self._view.rows.identifier_at(index)
        if not identifier or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        if index.column() == TITLE_COLUMN:
            row = self._view.rows.row(identifier)
            faint = faint_colors(row.style, self._view.row_painter.theme)
            definition = index.data(Qt.ItemDataRole.ToolTipRole)
            text = f"<p><b>{escaped(row.layer.title)}</b></p>{definition}{f'<p>{faint}</p>' if faint else ''}"
        else:
            text = self.box_text(identifier, index.column() == WHITE_COLUMN)
        QToolTip.showText(event.globalPos(), text, view)
        return True

    def box_text(self, identifier: str, white: bool) -> str:
        """Return the effect of a click on a check box, such as "Show front spans for White"."""
        row = self._view.rows.row(identifier)
        verb = "Hide" if row.sides[0 if white else 1] else "Show"
        return f"{verb} {escaped(lowered(row.layer.title))} for {'White' if white else 'Black'}"
