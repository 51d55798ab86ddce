"""The inspector: the position in words, the current square, and the current layer."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.tables.tables import Tables
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.layer_page import LayerPage
from pawnviz.view.inspector.position_page import PositionPage
from pawnviz.view.inspector.square_page import SquarePage
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.page import Page

if TYPE_CHECKING:  # Only a program with an engine imports it.
    from pawnviz.model.engine.analysis import Analysis


class Inspector(QWidget):
    """Three pages: position in words, current square with its pawn, current layer; a hidden page computes nothing.

    The pages of square and layer are made when they are first in front.
    """

    message = Signal(str)  # A sentence on a copied text.
    field_made = Signal(QWidget)  # A field for other texts than FENs was made; carries it.

    def __init__(
        self, document: Document, layers: ShownLayers, board: BoardView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self._document = document
        self._layers = layers
        self._board = board
        self._pages: list[Page] = []
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.setAccessibleName("Pages of the inspector")
        self._position_place = self._add("Posi&tion", "The position in words: its structure, both sides, and numbers")
        self._square_place = self._add(
            "S&quare", "The square or pawn that is pinned, or under the pointer or the board's cursor"
        )
        self._layer_place = self._add("La&yer", "The layer chosen in the list of layers")
        column_of(self._tabs, parent=self, margins=0)
        self._position_page = PositionPage(document, board)
        self._fill(self._position_place, self._position_page)
        self._position_page.message.connect(self.message)
        self._tabs.currentChanged.connect(self._make_front_page)

    def _add(self, title: str, tip: str) -> QWidget:
        place = QWidget()
        column_of(parent=place, margins=0)
        self._tabs.setTabToolTip(self._tabs.addTab(place, title), tip)
        return place

    def _fill(self, place: QWidget, page: Page) -> None:
        layout = place.layout()
        if layout is not None:
            layout.addWidget(page)
        page.show()  # In front it is seen at once, and can take the focus.
        place.setFocusProxy(page)
        self._pages.append(page)

    @cached_property
    def _square_page(self) -> SquarePage:
        tables = self._position_page.tables
        page = SquarePage(self._document, self._layers, self._board, tables)
        self._fill(self._square_place, page)
        page.layer_chosen.connect(self.show_layer)
        self.field_made.emit(page.why_not_field)
        return page

    @cached_property
    def _layer_page(self) -> LayerPage:
        page = LayerPage(self._document, self._layers)
        self._fill(self._layer_place, page)
        page.message.connect(self.message)
        return page

    @Slot()
    def _make_front_page(self) -> None:
        place = self._tabs.currentWidget()
        if place is self._square_place:
            _ = self._square_page
        elif place is self._layer_place:
            _ = self._layer_page

    @Slot()
    def refresh_if_seen(self) -> None:
        """Update the page in front after changes while the inspector was behind another dock."""
        for page in self._pages:
            page.refresh_if_seen()

    def set_analysis(self, analysis: Analysis) -> None:
        """Show the evaluation of an analysis's engine beside a pawn ending that is not decided."""
        self._position_page.set_analysis(analysis)

    @Slot()
    def copy_summary(self) -> None:
        """Put the position in words on the clipboard."""
        self._position_page.copy_summary()

    @Slot()
    def show_square(self) -> None:
        """Turn to the current square."""
        self._tabs.setCurrentWidget(self._square_place)

    @Slot()
    def show_layer(self) -> None:
        """Turn to the current layer."""
        self._tabs.setCurrentWidget(self._layer_place)

    @Slot()
    def show_position(self) -> None:
        """Turn to the position in words."""
        self._tabs.setCurrentWidget(self._position_place)

    @property
    def tables(self) -> Tables:
        """The tables of positions with few pieces."""
        return self._position_page.tables

    @property
    def why_not_field(self) -> QWidget:
        """The field of the question why a pawn does not carry a label, which takes the keys."""
        return self._square_page.why_not_field

    @property
    def why_not_box(self) -> QWidget:
        """The question why a pawn does not carry a label, with its answer."""
        return self._square_page.why_not_box

    @Slot()
    def ask_why_not(self) -> None:
        """Turn to the current square, and to the question why its pawn does not carry a label."""
        self.show_square()
        self._square_page.ask_why_not()

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 360)
