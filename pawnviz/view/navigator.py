"""The reading column, and the navigator that shows its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSplitter, QStackedWidget, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import HAND
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.pages import PAGES, PageWidgets
from pawnviz.view.position.status_line import StatusLine
from pawnviz.view.widgets.buttons import IconButton
from pawnviz.view.widgets.labels import ElidedLabel, native_keys
from pawnviz.view.widgets.layouts import column_of, row_of

if TYPE_CHECKING:
    from pawnviz.core.collections.question import Part
    from pawnviz.view.workspaces.workspaces import Workspaces

NARROWEST: Final = 340  # The least width of a page, in logical pixels.


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

    def __init__(self) -> None:
        super().__init__()
        self.name = ""  # The name of the page.
        self.title = ElidedLabel("Page", bold=True)
        self.back_button = IconButton("arrow-left", "Back to the previous page (Alt+Backspace)")
        self.layers_button = IconButton("layers", "Layers: those on this board, and all others")
        self.window_button = IconButton("window", "Open this page in a window of its own")
        self.close_button = IconButton("close", "Close this page (Escape)")
        self.pages = _Pages()
        head = QWidget()
        head.setFixedHeight(32)
        buttons = (self.layers_button, self.window_button, self.close_button)
        row_of(self.back_button, (self.title, 1), *buttons, parent=head, margins=(6, 0, 6, 0), spacing=2)
        line = QFrame(frameShape=QFrame.Shape.HLine, frameShadow=QFrame.Shadow.Sunken)
        column_of(head, line, (self.pages, 1), parent=self, margins=0, spacing=0)

    def show_page(self, name: str, title: str, page: QWidget, *, back: bool, layers: bool, close: bool) -> None:
        """Show a page by its name under its title, with the buttons that have something to do."""
        self.back_button.setVisible(back)
        self.layers_button.setVisible(layers)
        self.close_button.setVisible(close)
        self.name = name
        self.setAccessibleName(title)
        self.title.show_text(title)
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        page.show()


class PageWindow(QWidget):
    """A page in a window of its own; closing it puts the page back into the column."""

    closed = Signal(str)  # The window was closed; carries the name of its page.

    def __init__(self, name: str, title: str, page: QWidget, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._name = name
        self.page = page  # The page in the window.
        self.setWindowTitle(f"{title} – pawnviz")
        column_of(page, parent=self, margins=0)
        page.show()
        self.resize(max(480, page.width()), max(560, page.height()))

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit(self._name)


class ReadingColumn(QSplitter):
    """One page, or two side by side, and below them the strip of a tool such as the engine."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.setObjectName("column")
        self.first = PageView()
        self.second = PageView()
        self.views = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for number, view in enumerate((self.first, self.second)):
            self.views.addWidget(view)
            self.views.setStretchFactor(number, 1)
        self.second.hide()
        self.addWidget(self.views)
        self.setStretchFactor(0, 1)

    @property
    def is_double(self) -> bool:
        """Whether two pages stand side by side."""
        return not self.second.isHidden()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, 200)


_ASKED: Final = "Click the pawn, or put the board's cursor on it and ask again. Escape cancels."
FAULT_REST: Final = 1000  # The milliseconds without an edit after which a fault opens the page that mends it.
LEAST_DOUBLE: Final = 1600  # The width of a window from which on two pages stand side by side.


class Navigator(QObject):
    """Shows pages by name in a reading column: that of the workspace, or in front of it the last one that was opened.

    Going to a workspace and closing a page lead to the workspace's own page, going back to the page before. Of two
    pages side by side the first is that of the workspace, and the second the last one that was opened.
    """

    workspaces: Workspaces  # Set by the window, once they are made.
    changed = Signal()  # Another page is shown, or one in another place.
    file_opened = Signal()  # Another file of positions is open, whose page is about to be shown.

    def __init__(
        self, document: Document, layers: ShownLayers, board: BoardView, status: StatusLine, window: QWidget
    ) -> None:
        super().__init__(window)
        self.widgets = PageWidgets(document, layers, board, self)
        self._document = document
        self._board = board
        self.status = status  # The line of messages, with the lasting ones.
        self._window = window
        self.column = ReadingColumn()
        self._trail = ["position"]  # The names of the pages: the workspace's own first, the current one last.
        self.kept_pages: dict[str, str] = {}  # The last page of each workspace, which ``fill`` shows.
        self._strips: dict[str, PageView] = {}
        self._windows: dict[str, PageWindow] = {}
        self._elsewhere = QLabel("This page is in a window of its own.", alignment=Qt.AlignmentFlag.AlignCenter)
        self._is_filled = False
        self._pinned: int | None = None
        self._is_opened_by_pin = False
        self._is_set_up_closed = False
        self._listed_path = document.free.path
        self._awaits_pawn = False
        document.position_changed.connect(self._await_no_pawn)
        status.messageChanged.connect(self._note_message)
        self._fault_timer = QTimer(self, singleShot=True, interval=FAULT_REST)
        self._fault_timer.timeout.connect(self._open_set_up)
        for view in (self.column.first, self.column.second):
            self._connect(view)
        self.changed.connect(self._follow_pages)
        board.state.square_changed.connect(self._show_pinned)
        document.free.file_changed.connect(self._follow_file)

    def _connect(self, view: PageView) -> None:
        view.back_button.clicked.connect(self.back)
        view.layers_button.clicked.connect(self.show_layers)
        view.window_button.clicked.connect(self._open_window)
        view.close_button.clicked.connect(self._close_of_sender)

    # The pages of the workspace

    @property
    def current(self) -> str:
        """The name of the page that was shown last."""
        return self._trail[-1]

    @property
    def last_pages(self) -> dict[str, str]:
        """The current page, by the name of the workspace."""
        return {self._trail[0]: self.current} if self._is_filled else self.kept_pages

    def is_shown(self, name: str) -> bool:
        """Return whether a page is shown: in the column, in its strip, or in a window of its own."""
        if name in self._windows or name in self._strips:
            return True
        return any(view.name == name and not view.isHidden() for view in (self.column.first, self.column.second))

    def go_home(self, workspace: str, *, keeps_pages: bool = False) -> None:
        """Show the own page of a workspace, or go to it with the further pages that are open."""
        self._trail = [workspace, *(name for name in self._trail[1:] if keeps_pages and name != workspace)]
        self._arrange()

    @Slot(str)
    def show(self, name: str) -> None:
        """Show a page: in front of the others, or in its window."""
        if name in self._windows:
            self._windows[name].raise_()
            self._windows[name].activateWindow()
        elif PAGES[name].is_strip:
            self._show_strip(name)
        elif name != self.current:
            if name == "square":
                self._board.preferences.shows_guide.value = False
            before = self._trail.index(name) if name in self._trail else len(self._trail)
            self._trail[before:] = [name]
            self._arrange()

    def close(self, name: str) -> None:
        """Close a page, so that the workspace's own is seen; the board gets the focus that was in it."""
        if name in self._windows:
            self._windows[name].close()
            return
        if name not in self._strips and name not in self._trail[1:]:
            return
        if PAGES[name].widget(self.widgets).isAncestorOf(self._window.focusWidget() or self._window):
            self.focus_board()
        if name in self._strips:
            self._end_strip(name)
            self.changed.emit()
        else:
            self._is_set_up_closed |= name == "set_up"
            self.go_home(self._trail[0])

    def toggle(self, name: str) -> None:
        """Show a page and move the focus to its beginning, or close it if it is shown."""
        if self.is_shown(name):
            self.close(name)
            return
        self.show(name)
        begin = PAGES[name].begin
        if begin is not None:
            begin(self.widgets)

    @Slot()
    def back(self) -> None:
        """Go back to the page before the current one, if there is one."""
        if len(self._trail) > 2:
            self.show(self._trail[-2])
        else:
            self.close(self.current)

    @Slot()
    def close_current(self) -> None:
        """Close the current page, or end the wait for a click on a pawn."""
        if self._awaits_pawn:
            self._await_no_pawn()
        else:
            self.close(self.current)

    def _view_of_sender(self) -> PageView:
        """Return the view whose button was clicked."""
        views = (self.column.first, self.column.second, *self._strips.values())
        return next(view for view in views if self.sender() in (view.window_button, view.close_button))

    @Slot()
    def _close_of_sender(self) -> None:
        self.close(self._view_of_sender().name)

    def set_double(self, is_double: bool) -> None:
        """Show two pages side by side, or one."""
        if is_double != self.column.is_double:
            self.column.second.setVisible(is_double)
            self._arrange()

    def fill(self) -> None:
        """Make the pages that are shown, with the last one of the workspace; before, the column is empty."""
        name = self.kept_pages.get(self._trail[0])
        if name in PAGES and name not in self._trail:
            self._trail.append(name)
        self._is_filled = True
        self._arrange()
        self._follow_file()

    def _arrange(self) -> None:
        if not self._is_filled:
            return
        further = self._trail[1:]
        if self.column.is_double:
            self._fill(self.column.first, self._trail[0], can_go_back=False)
            self._fill(self.column.second, further[-1] if further else "layers", can_go_back=len(further) > 1)
        else:
            self._fill(self.column.first, further[-1] if further else self._trail[0], can_go_back=bool(further))
        self.changed.emit()

    def _fill(self, view: PageView, name: str, *, can_go_back: bool) -> None:
        page = self._elsewhere if name in self._windows else PAGES[name].widget(self.widgets)
        has_layers = name == "layers" or self.column.is_double
        replaced, focus = view.pages.currentWidget(), self._window.focusWidget() or self._window
        had_focus = replaced is not None and replaced is not page and replaced.isAncestorOf(focus)
        is_closable = name in self._trail[1:]
        view.show_page(name, PAGES[name].title, page, back=can_go_back, layers=not has_layers, close=is_closable)
        if had_focus:
            # Qt gives the focus to the first control of the new page, which may be a button, or hidden by now.
            focus = self._window.focusWidget() or self._window
            if focus is self._window or not focus.isVisible() or isinstance(focus, QAbstractButton):
                self.focus_board()

    # Strips and windows

    def _show_strip(self, name: str) -> None:
        if name in self._strips:
            return
        self._strips[name] = strip = PageView()
        self._connect(strip)
        widget = PAGES[name].widget(self.widgets)
        strip.show_page(name, PAGES[name].title, widget, back=False, layers=False, close=True)
        self.column.addWidget(strip)
        height = self.column.height()
        self.column.setSizes([height * 3 // 5, height * 2 // 5])
        self.changed.emit()

    def _end_strip(self, name: str) -> None:
        strip = self._strips.pop(name)
        PAGES[name].widget(self.widgets).setParent(None)
        strip.setParent(None)
        strip.deleteLater()

    @Slot()
    def _open_window(self) -> None:
        name = self._view_of_sender().name
        if name in self._windows:
            return
        page = PAGES[name].widget(self.widgets)
        if name in self._strips:
            self._end_strip(name)
        elif name in self._trail[1:]:
            self._trail.remove(name)
        self._windows[name] = window = PageWindow(name, PAGES[name].title, page, self._window)
        window.closed.connect(self._take_back)
        self._arrange()
        window.show()

    @Slot()
    def _follow_pages(self) -> None:
        """Stop the engine if its page is closed; mark changes on the board as long as the comparison is open."""
        if self.widgets.engine is not None:
            self.widgets.engine.set_open(self.is_shown("engine"))
        if self.widgets.has_compare:
            self.widgets.compare.set_open("compare" in self._trail or "compare" in self._windows)

    @Slot(str)
    def _take_back(self, name: str) -> None:
        window = self._windows.pop(name)
        PAGES[name].widget(self.widgets).setParent(None)
        window.deleteLater()
        self._arrange()

    # Pages that open by themselves

    @Slot()
    def _show_pinned(self) -> None:
        """Show the page of a pinned pawn in place of that of the position until it is released, else its headline."""
        pinned = self._board.state.pinned
        if pinned == self._pinned:
            return
        self._pinned = pinned
        if self._awaits_pawn and pinned is not None:
            self.ask_why_not()
        elif pinned is None:
            self._await_no_pawn()
            if self.current == "square" and self._is_opened_by_pin:
                self.back()
            self._is_opened_by_pin = False
        elif self._document.position.piece_at(pinned) not in ("P", "p"):
            return
        elif self.is_shown("square"):
            self.status.clearMessage()
        elif self.current == "position":
            self._is_opened_by_pin = True
            self.show("square")
        else:
            from pawnviz.core.explain.pawn_words import pawn_headline  # The start needs no words about pawns.

            side = self._document.position.sides()[self._document.position.piece_at(pinned) == "p"]
            headline = pawn_headline(side, pinned) or "A pawn without a label."
            self.status.show_message(f"{SQUARE_NAMES[pinned]}: {headline} {native_keys('Ctrl+Alt+Q')} has more")

    @Slot()
    def _follow_file(self) -> None:
        """Show a file of positions that is opened, with the list of several, which is closed with the file."""
        path = self._document.free.path
        if path == self._listed_path or not self._is_filled:
            return
        self._listed_path = path
        if self.widgets.has_compare:
            self.widgets.compare.mark_box.setChecked(False)  # The marks belong to the position before the file.
        if path:
            self.file_opened.emit()
        if path and self._document.free.entry_count > 1:
            self.show("positions")
        else:
            self.close("positions")

    def follow_faults(self, has_faults: bool) -> None:
        """Open *Set up* over *Position* once a fault has lasted for a moment, unless a person has closed it."""
        if not has_faults:
            self._fault_timer.stop()
            self._is_set_up_closed = False
        elif not self._is_set_up_closed and not self.is_shown("set_up"):
            self._fault_timer.start()

    @Slot()
    def _open_set_up(self) -> None:
        if self.current == "position" and not self._document.subject.takes_moves:
            self.show("set_up")

    # Commands

    @Slot()
    def focus_board(self) -> None:
        """Move the focus to the board, whose cursor stays hidden."""
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def show_layers(self) -> None:
        """Show the list of layers."""
        self.show("layers")

    @Slot()
    def show_layer(self) -> None:
        """Show the page of the current layer."""
        self.show("layer")

    def explore(self, part: Part) -> None:
        """Ask *Explore* for the games with a part of a question alone."""
        self.workspaces.explore.explorer.set_parts((part,))
        self.workspaces.show_explore()

    def find_difference(self, layers: tuple[str, str], color: bool | None) -> None:
        """Ask the open file of positions, otherwise that of games, where two layers differ."""
        from pawnviz.core.collections.question import ConditionPart

        games = self.workspaces.made_games
        if self._document.free.entry_count > 1:
            part = ConditionPart.of_difference(layers, color, of_pieces=True)
            self.widgets.positions.rows.asking.set_parts((part,), ())
            self.show("positions")
        elif games is not None and games.games.listing is not None:
            games.search.set_parts((ConditionPart.of_difference(layers, color),), ())
            self.workspaces.show_games()
        else:
            self.say("Open a file of positions or of games first")

    @Slot(str)
    def say(self, text: str) -> None:
        """Show a sentence in the line of messages."""
        self.status.show_message(text)

    def find(self) -> None:
        """Go to the search of the current page, or else to that of the workspace, or of the layers."""
        for name in (self.current, self._trail[0], "layers"):
            find = PAGES[name].find
            if find is not None:
                self.show(name)
                find(self.widgets)
                return

    def show_help(self, name: str) -> None:
        """Show a page of help by its name."""
        self.show("help")
        self.widgets.help.open(name)

    @Slot()
    def pin_square(self) -> None:
        """Pin the current square, or release the one that is pinned."""
        state = self._board.state
        state.set_pinned(None if state.current_square == state.pinned else state.current_square)
        if state.pinned is not None:
            self.show("square")

    @Slot()
    def ask_why_not(self) -> None:
        """Pin the pointed pawn, unless one is pinned, or the next one clicked; ask why it does not carry a label."""
        state, position = self._board.state, self._document.position
        square = state.inspected_square
        if square is None or position.piece_at(square) not in ("P", "p"):
            state.preferences.tool.value = HAND
            self.status.show_message(_ASKED)
            self._awaits_pawn = True
            return
        self._await_no_pawn()
        if state.pinned == square != state.current_square:
            self.status.show_message(f"Why not is asked of the pinned {SQUARE_NAMES[square]}; Escape releases it")
        state.set_pinned(square)
        self.show("square")
        self.widgets.square.ask_why_not()

    @Slot(str)
    def _note_message(self, text: str) -> None:
        """Await no pawn at any other message; a piece that is lifted by a click shows none."""
        self._awaits_pawn &= text in ("", _ASKED)

    @Slot()
    def _await_no_pawn(self) -> None:
        if self._awaits_pawn:
            self._awaits_pawn = False
            self.status.clearMessage()

    @Slot()
    def pin_position(self) -> None:
        """Pin the position on the board, and show the changes since then."""
        self.widgets.comparison.pin()
        self.show("compare")
        self.status.show_message("Pinned this position; edit the board to compare with it")

    def end(self) -> None:
        """Close the windows of pages, and end the processes of engine and tables, before this returns."""
        for window in list(self._windows.values()):
            window.close()
        if self.widgets.engine is not None:
            self.widgets.engine.analysis.end()
        if self._is_filled:
            self.widgets.position.tables.end()
