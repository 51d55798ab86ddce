"""The panel of the current layer's formula: its steps on the board, and its source code."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QToolButton,
    QWidget,
)

from pawnviz.core.formula.code import TABLE_SETS, source, table_code
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.formula.steps import NoFormulaError, steps
from pawnviz.core.words import lowered
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.formula.steps_view import StepsView
from pawnviz.view.widgets.buttons import show_copied
from pawnviz.view.widgets.fields import DropDown
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, add_parts, row_of, with_properties
from pawnviz.view.widgets.page import Page

STEPS: Final = 0
CODE: Final = 1


class StepsPanel(Page):
    """The current layer's formula for White or Black: as rows of small boards, and as source code to copy."""

    copied = Signal(str)  # The source was copied; carries a sentence about it.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__("Steps and code")
        self._document = document
        self._layers = layers
        self._board = board
        self._preferences = board.preferences
        self._shown = ("", True)
        self.white = with_properties(QRadioButton("&White"), toolTip="The formula as White computes it", checked=True)
        self.black = with_properties(QRadioButton("Blac&k"), toolTip="The formula as Black computes it")
        group = QButtonGroup(self)
        for side in (self.white, self.black):
            group.addButton(side)
            side.toggled.connect(self.mark_stale)
        self.view = StepsView()
        self.view.hover_changed.connect(self._follow_view)
        self.view.opened.connect(self._scroll_to)
        # The boards inside take the focus.
        self._scroll = with_properties(QScrollArea(), widgetResizable=True, focusPolicy=Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self.view)
        self._scroll.setMinimumHeight(self.view.row_height + 4)
        tip = "Open every row, down to shifts and constants"
        self.open_button = with_properties(QPushButton("&Open all"), toolTip=tip)
        self.open_button.clicked.connect(self.view.open_all)
        self.close_button = with_properties(QPushButton("Close &all"), toolTip="Close every row but the first")
        self.close_button.clicked.connect(self.view.close_all)
        self._message = plain_label(wrapped=True)
        self._message.setMargin(10)
        # A title of one long word cannot be wrapped and would make the panel as wide as it is.
        self._message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._message.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._message.hide()
        self.tabs = with_properties(QTabWidget(), documentMode=True, accessibleName="Steps and code")
        self.tabs.addTab(self._scroll, "&Steps")
        self._set_up_code()
        self.tabs.addTab(self.source, "&Code")
        head = row_of(self.white, self.black, STRETCH, self.open_button, self.close_button, spacing=6)
        self.column.setContentsMargins(8, 2, 8, 4)
        add_parts(self.column, (head, (self._message, 1), (self.tabs, 1)), spacing=2)
        self.tabs.setCurrentIndex(CODE if self._preferences.show_code.value else STEPS)
        self._turn_page()
        self._offer_code()
        self._preferences.for_programmers.changed.connect(self._offer_code)
        self.tabs.currentChanged.connect(self._turn_page)
        document.position_changed.connect(self.mark_stale)
        layers.current_changed.connect(self.mark_stale)
        layers.user_layers.changed.connect(self.mark_stale)

    def _set_up_code(self) -> None:
        titles = {identifier: language.title for identifier, language in LANGUAGES.items()}
        self.language = DropDown(titles, "Programming language", "The language of the source code")
        self.language.choose(self._preferences.code_language.value)
        self.language.currentIndexChanged.connect(self.mark_stale)
        self.language.currentIndexChanged.connect(self._keep_language)
        self.copy_button = with_properties(QToolButton(), text="C&opy", toolTip="Copy the source code")
        self.copy_button.clicked.connect(self._copy)
        tip = "Copy lookup tables of attacks or islands in this language"
        self.tables_button = with_properties(QPushButton(), accessibleName="Copy lookup tables", toolTip=tip)
        menu = QMenu(self.tables_button, toolTipsVisible=True)
        for identifier, tables in TABLE_SETS.items():
            action = menu.addAction(f"Copy {lowered(tables.title)}")
            action.setToolTip(tables.words)
            action.setData(identifier)
        menu.triggered.connect(self._copy_tables)
        self.tables_button.setMenu(menu)
        # No more than the arrow of the menu, so that a narrow page stays narrow.
        self.tables_button.setFixedWidth(26)
        self.source = with_properties(QPlainTextEdit(), readOnly=True, accessibleName="Source code of the layer")
        self.source.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.source.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.source.setTabStopDistance(4 * self.source.fontMetrics().horizontalAdvance(" "))
        buttons = QWidget()
        parts = (self.language, self.copy_button, self.tables_button)
        row_of(*parts, parent=buttons, margins=(0, 0, 0, 1), spacing=4)
        self.tabs.setCornerWidget(buttons, Qt.Corner.TopRightCorner)

    @Slot()
    def _offer_code(self) -> None:
        is_programmer = self._preferences.for_programmers.value
        if not is_programmer:
            self.tabs.setCurrentIndex(STEPS)
        self.tabs.setTabVisible(CODE, is_programmer)
        self.tabs.tabBar().setVisible(is_programmer)

    @property
    def message(self) -> str:
        """The reason for missing steps or code, or an empty text."""
        return "" if self._message.isHidden() else self._message.text()

    @override
    def minimumSizeHint(self) -> QSize:
        return self.body.minimumSizeHint()  # The first row of boards is not scrolled away.

    @plain_override
    def leave(self) -> None:
        self._board.state.set_spotlight(None)

    @Slot()
    def _turn_page(self) -> None:
        has_steps = self.tabs.currentIndex() == STEPS
        for button in (self.open_button, self.close_button):
            button.setVisible(has_steps)
        for part in (self.language, self.copy_button, self.tables_button):
            part.setVisible(not has_steps)
        self._preferences.show_code.value = not has_steps
        self.mark_stale()

    @Slot()
    def _keep_language(self) -> None:
        self._preferences.code_language.value = str(self.language.currentData())

    @plain_override
    def refresh(self) -> None:
        identifier, white, has_steps = self._layers.current, self.white.isChecked(), self.tabs.currentIndex() == STEPS
        row, code, reason = None, "", ""
        if identifier:
            layer, names = self._layers.all[identifier], self._layers.user_layers.kept.layers
            try:
                if has_steps:
                    row = steps(layer, self._document.position.sides()[0 if white else 1], names)
                else:
                    code = source(layer, str(self.language.currentData()), white, names=names).text
            except NoFormulaError as error:
                reason = f"{layer.title} has no formula. {layer.rule or error}"
            except FormulaError as error:
                reason = f"The formula of {layer.title} cannot be read: {error}"
        else:
            reason = "Choose a layer in Layers to see its formula step by step."
        self._message.setText(reason)
        self._message.setVisible(bool(reason))
        self.tabs.setVisible(not reason)
        for part in (self.language, self.copy_button):
            part.setEnabled(not reason)
        if has_steps or reason:
            self.view.set_row(row, keep_open=row is not None and self._shown == (identifier, white))
            self._shown = (identifier, white) if row is not None else self._shown
        if self.source.toPlainText() != code and (not has_steps or reason):
            self.source.setPlainText(code)

    @Slot()
    def _follow_view(self) -> None:
        placed = self.view.placed
        self.open_button.setEnabled(any(board.expandable and not board.is_open for board in placed.boards))
        self.close_button.setEnabled(bool(placed.headings))
        self._board.state.set_spotlight(self.view.hovered_mask if self.isVisible() else None)
        if self.view.hasFocus():
            rect = self.view.current_rect
            self._scroll.ensureVisible(rect.center().x(), rect.center().y(), rect.width() // 2, rect.height() // 2 + 8)

    @Slot(QRect)
    def _scroll_to(self, area: QRect) -> None:
        # The view has its new height once the scroll area has laid it out.
        QCoreApplication.sendEvent(self._scroll, QEvent(QEvent.Type.LayoutRequest))
        for edge in (area.bottom(), area.top()):
            self._scroll.ensureVisible(area.left(), edge, 0, 0)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.source.toPlainText())
        show_copied(self.copy_button)
        title = self._layers.all[self._layers.current].title
        self.copied.emit(f"Copied the source of {title} in {self.language.currentText()}")

    @Slot(QAction)
    def _copy_tables(self, action: QAction) -> None:
        QGuiApplication.clipboard().setText(table_code(str(action.data()), str(self.language.currentData())))
        show_copied(self.tables_button)
