"""The reading column beside the board: pages that replace each other, two side by side where there is room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from pawnviz.override import override
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.layouts import row_of
from pawnviz.view.widgets.theme import theme_of

NARROWEST: Final = 340  # The least width of a page, in logical pixels.
HEAD_HEIGHT: Final = 32  # The height of a page's title line.
_ICON: Final = 16


class _Pages(QStackedWidget):
    """Pages at one place; a hidden one asks for no room."""

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST - 20, 120)

    @override
    def sizeHint(self) -> QSize:
        return QSize(NARROWEST, 400)


class PageView(QWidget):
    """One page under a line with its title, the way back, and buttons that open a window and close the page."""

    back_wanted = Signal()
    layers_wanted = Signal()
    window_wanted = Signal()
    close_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name = ""  # The name of the page.
        self.title = ElidedLabel("Page")
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.back_button = self._button("back", "Back to the page before (Alt+Backspace)", self.back_wanted)
        self.layers_button = self._button("layers", "Layers: those on this board, and all others", self.layers_wanted)
        self.window_button = self._button("window", "Open this page in a window of its own", self.window_wanted)
        self.close_button = self._button("close", "Close this page (Escape)", self.close_wanted)
        self._buttons = {"arrow-left": self.back_button, "layers": self.layers_button}
        self._buttons |= {"window": self.window_button, "close": self.close_button}
        self.pages = _Pages()
        head = QWidget()
        head.setFixedHeight(HEAD_HEIGHT)
        buttons = (self.layers_button, self.window_button, self.close_button)
        row_of(self.back_button, (self.title, 1), *buttons, parent=head, margins=(6, 0, 6, 0), spacing=2)
        line = QFrame()
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Sunken)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (head, line):
            column.addWidget(part)
        column.addWidget(self.pages, 1)
        self._draw_icons()

    def _button(self, name: str, tip: str, wanted: SignalInstance) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"page_{name}")
        button.setAutoRaise(True)
        button.setIconSize(QSize(_ICON, _ICON))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        button.clicked.connect(wanted)
        return button

    def _draw_icons(self) -> None:
        for name, button in self._buttons.items():
            button.setIcon(icon(name, theme_of(self).text))

    def show_page(self, name: str, title: str, page: QWidget) -> None:
        """Show a page by its name under its title."""
        self.name = name
        self.setAccessibleName(title)
        self.title.show_text(title)
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        page.show()

    def set_buttons(self, *, back: bool, layers: bool, close: bool) -> None:
        """Show the buttons that have something to do."""
        self.back_button.setVisible(back)
        self.layers_button.setVisible(layers)
        self.close_button.setVisible(close)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_buttons"):
            self._draw_icons()


class PageWindow(QWidget):
    """A page in a window of its own; closing it puts the page back into the column."""

    closed = Signal(str)  # The window was closed; carries the name of its page.

    def __init__(self, name: str, title: str, page: QWidget, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._name = name
        self.page = page  # The page in the window.
        self.setWindowTitle(f"{title} – pawnviz")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(page)
        page.show()
        self.resize(max(480, page.width()), max(560, page.height()))

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit(self._name)


class ReadingColumn(QSplitter):
    """One page, or two side by side, and below them the strip of a tool such as the engine."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setChildrenCollapsible(False)
        self.setObjectName("column")
        self.first = PageView()
        self.second = PageView()
        self.views = QSplitter(Qt.Orientation.Horizontal)
        self.views.setChildrenCollapsible(False)
        for view in (self.first, self.second):
            self.views.addWidget(view)
            self.views.setStretchFactor(self.views.indexOf(view), 1)
        self.second.hide()
        self.addWidget(self.views)
        self.setStretchFactor(0, 1)

    @property
    def is_double(self) -> bool:
        """Whether two pages stand side by side."""
        return not self.second.isHidden()

    def set_double(self, is_double: bool) -> None:
        """Show two pages side by side, or one."""
        self.second.setVisible(is_double)

    def add_strip(self, strip: QWidget) -> None:
        """Put a strip below the pages, with two fifths of the height."""
        self.addWidget(strip)
        height = self.height()
        self.setSizes([height * 3 // 5, height * 2 // 5])

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, 200)
