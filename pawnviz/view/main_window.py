"""The main window, and the stage that keeps its board in one place."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMainWindow, QPushButton, QSizePolicy, QSplitter, QWidget

from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.kept.folder import Session
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preferences, State
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend_bar import LegendBar
from pawnviz.view.navigator import LEAST_DOUBLE, NARROWEST, Navigator
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.position.files import OtherFiles, PositionFiles, RecentFilesMenu
from pawnviz.view.position.status_line import StatusLine
from pawnviz.view.widgets.bars import ToolBar
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.theme import app_icon, icon, theme_of
from pawnviz.view.workspaces.workspaces import POSITION, GameRecovery, Workspaces

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QImage, QMoveEvent, QShowEvent

    from pawnviz.view.menus import Menus
    from pawnviz.view.palette import CommandPalette
    from pawnviz.view.position.files import SampleMenu
    from pawnviz.view.sharing.sharing import Sharing
    from pawnviz.view.user_layers.user_layer_commands import UserLayerCommands
    from pawnviz.view.windows.presentation import Presentation

STRIP_WIDTH: Final = 42  # The width of the strip of spare pieces, which is kept free if it is hidden.


class Stage(QWidget):
    """The board and the parts that belong to it; none of them changes the board's place or size."""

    def __init__(self, board: BoardView, legend: LegendBar, fen_line: FenLine) -> None:
        super().__init__()
        self.board = board
        self._fen_line = fen_line
        self._bar: QWidget | None = None
        self._palette: QWidget | None = None
        self._strip = QWidget()
        self._strip.setFixedWidth(STRIP_WIDTH)
        self._pieces = column_of(parent=self._strip, margins=(2, 3, 0, 0))
        self._legend = legend
        self._line = QWidget()
        self._lines = column_of(fen_line, parent=self._line, margins=0)
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._size_line()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 4)
        grid.setSpacing(0)
        for part, row, column in ((self._strip, 0, 0), (board, 0, 1), (legend, 1, 1), (self._line, 2, 1)):
            grid.addWidget(part, row, column)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(1, 1)

    def _size_line(self) -> None:
        """Give the line below the legend the height of the bar of a game, whose buttons are higher than the FEN."""
        self._line.setFixedHeight(max(self._fen_line.sizeHint().height(), QPushButton("A").sizeHint().height() + 4))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._size_line()

    def width_for(self, height: int) -> int:
        """Return the width that a board needs that uses this height of the stage, in logical pixels."""
        below = self._legend.slot_height + self._line.height() + 4
        return STRIP_WIDTH + self.board.width_for(height - below)

    def add_palette(self, palette: QWidget) -> None:
        """Put the spare pieces into their strip."""
        self._palette = palette
        self._pieces.addWidget(palette)
        self._pieces.addStretch(1)

    def add_game_bar(self, bar: QWidget) -> None:
        """Put the bar of the open game into the line below the board."""
        self._bar = bar
        self._lines.addWidget(bar)

    def show_game(self, is_shown: bool) -> None:
        """Show the bar of the game in the line below the board, or else the FEN; spare pieces only without a game."""
        self._fen_line.setVisible(not is_shown)
        if self._bar is not None:
            self._bar.setVisible(is_shown)

    def set_editing(self, is_editing: bool) -> None:
        """Show or hide the spare pieces; their strip stays free."""
        if self._palette is not None:
            self._palette.setVisible(is_editing)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._palette is not None:
            self._palette.setMaximumHeight(self.board.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(STRIP_WIDTH + 260, 340)


MENU_TITLES: Final = ("&File", "&Edit", "&View", "&Games", "&Layers", "&Help")
FRAME: Final = QSize(16, 48)  # The room for a window's frame, and a little free room of the screen.


class MainWindow(QMainWindow):
    """The program's window, whose board comes first; ``fill_bars`` and ``complete`` add bars and pages."""

    document: Document
    layers: ShownLayers
    preferences: Preferences
    navigator: Navigator
    workspaces: Workspaces
    recovery: GameRecovery
    menus: Menus  # The menus and the tool bar, once they are filled.
    sample_menu: SampleMenu  # The menu of sample positions, once the menus are filled.
    closing = Signal()  # The window is about to close.

    def __init__(self, document: Document, layers: ShownLayers, preferences: Preferences) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self.document = document
        self.layers = layers
        self.preferences = preferences
        self._has_bars = self._is_complete = False
        self.board = BoardView(document, layers, preferences)
        self.legend = LegendBar(layers, self.board.pictures)
        self.fen_line = FenLine(document)
        self.fen_line.wait()  # The first picture comes before the check, also on a slow machine.
        self.status = StatusLine(document, layers, self.board)
        self.notice = self.status.notice
        self.status.addPermanentWidget(self.fen_line.verdict, 1)
        self.status.setMinimumHeight(self.status.sizeHint().height())
        self.setStatusBar(self.status)
        self.stage = Stage(self.board, self.legend, self.fen_line)
        self.navigator = Navigator(document, layers, self.board, self.status, self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._splitter.addWidget(self.stage)
        self._splitter.addWidget(self.navigator.column)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._keep_column_width)
        self.setCentralWidget(self._splitter)
        layers.use(preferences)
        self.lanes = ChosenLanes(layers, preferences.lanes, self)
        self.workspaces = Workspaces(document, self.lanes, self.board, self.navigator, self)
        self.navigator.workspaces = self.workspaces
        self.recovery = GameRecovery(self.workspaces, self.navigator, self)
        self._build_bars()
        others = OtherFiles(self._open_layers, self.workspaces.open_games)
        self.files = PositionFiles(document, self.board, self.fen_line, others, self)
        self.recent_menu = RecentFilesMenu(document, preferences.recent_files, self.files.open_path)
        self._connect()
        self.installEventFilter(self)
        self._show_legend()
        self._name_window()
        self.resize(QSize(1480, 920).boundedTo(self.screen().availableSize() - FRAME))

    def _connect(self) -> None:
        document, status, notice = self.document, self.status, self.notice
        self.files.message.connect(status.show_message)
        self.navigator.changed.connect(self.preferences.changed)
        self.workspaces.games_made.connect(self._take_up_games)
        self.workspaces.changed.connect(self._follow_workspace)
        self.files.link_given.connect(self._open_link)
        self.files.notice.connect(notice.show_message)
        self.files.offer.connect(notice.offer)
        self.files.notice_ended.connect(notice.remove)
        self.fen_line.error_shown.connect(status.give_way)
        document.free.file_changed.connect(self._name_window)
        document.subject_changed.connect(self._name_window)
        document.subject_changed.connect(self._follow_workspace)
        self.legend.explained.connect(self.navigator.show_layer)
        self.fen_line.problems_changed.connect(self._mark_problems)
        self.fen_line.finished.connect(self._return_to_board)
        self.fen_line.edit.left.connect(self._leave_fen)
        self.fen_line.error_shown.connect(self._leave_fen)
        self.preferences.show_legend.changed.connect(self._show_legend)
        self.preferences.asked.connect(self._answer)

    def _build_bars(self) -> None:
        self._menus = {title: self.menuBar().addMenu(title) for title in MENU_TITLES}
        self._tool_bar = ToolBar("Tools")
        self._tool_bar.setObjectName("tools")
        self._tool_bar.setMovable(False)
        self._tool_bar.setIconSize(QSize(18, 18))
        self._tool_bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._tool_bar.addAction("")  # A button without an icon or a text is as high as one with an icon.
        self.addToolBar(self._tool_bar)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def fill_bars(self) -> None:
        """Fill, once, the menus and the tool bar, after the first picture of the board."""
        if self._has_bars:
            return
        from PySide6.QtGui import QShortcut

        from pawnviz.view.board.tool_palette import ToolPalette
        from pawnviz.view.menus import Menus
        from pawnviz.view.position.files import SampleMenu
        from pawnviz.view.sharing.saving import PictureDrag

        self._has_bars = True
        self.fen_line.check_soon()
        self.sample_menu = SampleMenu(self.document, self.layers, self.notice)
        self.menus = Menus(self, self._menus, self._tool_bar)
        self.menus.fill((self.recent_menu, self.sample_menu))
        actions = self.menus.actions_by_name
        self.stage.add_palette(ToolPalette(self.board))
        self._follow_workspace()
        self.board.menu_requested.connect(self.menus.open_board_menu)
        self.status.follow_steps(actions["undo"], actions["redo"])
        widgets = self.navigator.widgets
        for keys, step in (("PgDown", widgets.show_next_position), ("PgUp", widgets.show_previous_position)):
            shortcut = QShortcut(QKeySequence(keys), self.board, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(step)
        PictureDrag(self.menus.button("export_picture"), self._dragged)
        self.setWindowIcon(app_icon())
        self._draw_icons()

    def complete(self) -> None:
        """Fill, once, bars and pages after the first picture of the board."""
        self.fill_bars()
        if not self._is_complete:
            from pawnviz.view.layers.presets import ChipButton  # The first picture needs neither.
            from pawnviz.view.widgets.buttons import FocusRing

            self._is_complete = True
            self._ring = FocusRing(self, (ChipButton,))
            self.navigator.widgets.field_made.connect(self.files.leave_fens_to_board)
            self.navigator.widgets.layers_made.connect(self.user_layer_commands.follow)
            self.workspaces.resume()
            self.navigator.fill()

    @cached_property
    def user_layer_commands(self) -> UserLayerCommands:
        """The commands and windows of user layers."""
        from pawnviz.view.user_layers.user_layer_commands import UserLayerCommands

        commands = UserLayerCommands(self.document, self.layers, self)
        commands.message.connect(self.status.show_message)
        commands.notice.connect(self.notice.show_message)
        commands.offer.connect(self.notice.offer)
        return commands

    @cached_property
    def presentation(self) -> Presentation:
        """The board on the whole screen."""
        from pawnviz.view.windows.presentation import Presentation

        presentation = Presentation(self.document, self.layers, self.board, self)
        presentation.addActions(self.menus.presented)
        presentation.installEventFilter(self)
        return presentation

    @cached_property
    def sharing(self) -> Sharing:
        """The exports of the board to other programs."""
        from pawnviz.view.sharing.sharing import Sharing

        sharing = Sharing(self.document, self.layers, self.board, self.workspaces.game, self)
        sharing.message.connect(self.status.show_message)
        return sharing

    def _dragged(self) -> tuple[QMimeData, QImage] | None:
        return self.sharing.dragged()

    @Slot(str)
    def _open_link(self, link: str) -> None:
        self.sharing.open_link(link)

    @Slot()
    def _take_up_games(self) -> None:
        panels = self.workspaces.games
        self.stage.add_game_bar(panels.bar)
        panels.list.file_opened.connect(self.recent_menu.remember)
        panels.list.file_opened.connect(self.files.end_fault)
        panels.list.folder = self.preferences.last_folder
        for change in (panels.games.edits.changed, panels.list.saving.saved, panels.games.file_changed):
            change.connect(self._name_window)
        panels.page.export_button.clicked.connect(self.sharing.export_game)
        for counted in (self.board.futures, self.navigator.widgets.position):
            counted.set_count(panels.count)
        self._follow_workspace()

    @Slot()
    def _follow_workspace(self) -> None:
        games = self.workspaces.made_games
        is_game = games is not None and games.games.is_on_board
        self.stage.show_game(is_game)
        self.stage.set_editing(self.workspaces.current == POSITION)
        if self._has_bars:
            self.menus.show_workspace(self.workspaces.current)

    def _open_layers(self, path: str) -> bool:
        return self.user_layer_commands.open_file(path)

    # Commands

    def edit_fen(self) -> None:
        """Go to the FEN line, which is shown in place of the bar of a game."""
        self.stage.show_game(False)
        self.fen_line.focus()

    @cached_property
    def command_palette(self) -> CommandPalette:
        """The palette of commands and of all else that has a name."""
        from pawnviz.view.palette import CommandPalette

        palette = CommandPalette(self)
        self.files.leave_fens_to_board(palette.field)
        return palette

    def focus_board(self) -> None:
        """Move the focus to the board's cursor."""
        self.board.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.board.state.show_cursor(self.board.state.cursor)

    @Slot()
    def _return_to_board(self) -> None:
        """Move the focus back to the board, whose cursor stays hidden."""
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow_workspace()

    @Slot()
    def _leave_fen(self) -> None:
        if self.fen_line.error is None and not self.fen_line.edit.hasFocus():
            self._follow_workspace()

    # Changes of the document, the preferences and the theme

    @Slot()
    def _show_legend(self) -> None:
        self.legend.setVisible(self.preferences.show_legend.value)

    @Slot()
    def _name_window(self) -> None:
        panels = self.workspaces.made_games
        if panels is not None and panels.games.is_on_board and panels.games.listing is not None:
            name, is_modified = panels.games.listing.path.name, panels.games.edits.is_modified
        else:
            path = self.document.free.path
            name, is_modified = Path(path).name if path else "Position", self.document.free.modified
        self.setWindowTitle(f"{name}[*] – pawnviz")
        self.setWindowModified(is_modified)

    @Slot()
    def _mark_problems(self) -> None:
        self.board.state.illegal_squares = self.fen_line.illegal_squares
        self.navigator.follow_faults(bool(self.fen_line.problems))

    def _draw_icons(self) -> None:
        self.menus.draw_icons()
        self.notice.close_button.setIcon(icon("close", theme_of(self).text))

    # The line between board and column

    @Slot()
    def _keep_column_width(self) -> None:
        """Keep the width that a person has given to the column; at its default width it stays a default."""
        width = self.navigator.column.width()
        self.preferences.column_width.value = 0 if abs(width - self._default_column_width()) < 4 else width

    def _default_column_width(self) -> int:
        room = self._splitter.width() - self._splitter.handleWidth()
        return max(NARROWEST, room - self.stage.width_for(self._splitter.height()))

    def _fit(self) -> None:
        self.navigator.set_double(self.width() >= LEAST_DOUBLE)
        column = self.preferences.column_width.value or self._default_column_width()
        room = self._splitter.width() - self._splitter.handleWidth()
        self._splitter.setSizes([max(1, room - column), column])

    # Events

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note whether Shift is held in this window or in the presentation."""
        is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Shift:
            self.board.state.shift_held = event.type() == QEvent.Type.KeyPress
        elif event.type() == QEvent.Type.WindowDeactivate:
            self.board.state.shift_held = False
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.navigator.close_current()
        elif event.text() and not event.modifiers():
            # A letter that nothing takes which has the focus, such as a text that is only read, is one of the board.
            for action in self.board.actions():
                if action.shortcut() == QKeySequence(event.key()):
                    action.trigger()
        super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and self._has_bars:
            self._draw_icons()
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self.preferences.changed.emit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.preferences.changed.emit()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.files.can_take(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self.files.take(event.mimeData())
        event.acceptProposedAction()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        panels = self.workspaces.made_games
        if panels is not None and not panels.list.saving.may_end(self.close):
            event.ignore()
            return
        self.user_layer_commands.close()
        if "presentation" in self.__dict__:
            self.presentation.end()
        if "sharing" in self.__dict__:
            self.sharing.close()
        self.navigator.end()
        self.closing.emit()
        self.workspaces.close()
        super().closeEvent(event)

    # Kept values

    @Slot()
    def _answer(self) -> None:
        """Set the preferences without a signal: the layers, the window's place, and its pages."""
        self.preferences.layers.value = self.layers.state()
        self.preferences.geometry.value = State(self.saveGeometry().data())
        self.preferences.pages.value = self.navigator.last_pages
        self.preferences.workspace.value = self.workspaces.workspace_to_keep
        self.preferences.games.value = self.workspaces.games_place

    def session(self) -> Session:
        """Return the free position with its file."""
        return Session.of(self.document, self.board.state.cursor)

    def restore(self, session: Session) -> None:
        """Restore a session's cursor, the window's place and its pages, before the window is complete."""
        if session.cursor is not None:
            self.board.state.cursor = session.cursor
        if self.preferences.geometry.value:
            self.restoreGeometry(self.preferences.geometry.value)
        self.navigator.kept_pages = self.preferences.pages.value
        self.workspaces.restore(self.preferences.workspace.value, self.preferences.games.value)
