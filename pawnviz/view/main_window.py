"""The window: board, legend and FEN line in the middle, docks around them, menus, notices and the status line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.last_move import LastMove
from pawnviz.model.kept.session import Session
from pawnviz.model.layers.large_marks import LargeMarks
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences.preferences import Preferences
from pawnviz.model.preferences.values import State
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend_bar import LegendBar
from pawnviz.view.docks import Docks
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.position.files import OtherFiles, PositionFiles
from pawnviz.view.position.recent_files import RecentFilesMenu
from pawnviz.view.position.status_line import StatusLine
from pawnviz.view.widgets.notice_bar import NoticeBar
from pawnviz.view.widgets.theme import theme_of
from pawnviz.view.widgets.tool_bar import ToolBar
from pawnviz.view.workspaces.game_recovery import GameRecovery
from pawnviz.view.workspaces.workspace_bar import WorkspaceBar
from pawnviz.view.workspaces.workspaces import POSITION, Workspaces

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QMoveEvent, QResizeEvent, QShowEvent

    from pawnviz.view.menus import Menus, Receiver
    from pawnviz.view.position.sample_menu import SampleMenu
    from pawnviz.view.sharing.sharing import Sharing
    from pawnviz.view.windows.further_windows import FurtherWindows

MENU_TITLES: Final = ("&File", "&Edit", "&View", "&Games", "&Layers", "&Help")
LARGEST_FIRST_SIZE: Final = QSize(1480, 920)  # The size of the first window where the screen has room for it.
FRAME: Final = QSize(16, 48)  # The room for a window's frame, and a little free room of the screen.
BAR_ICON: Final = 20  # The edge of an icon in the tool bar.


def first_size(screen: QSize) -> QSize:
    """Return the size of the first window on a screen with this room, in logical pixels."""
    return LARGEST_FIRST_SIZE.boundedTo(screen - FRAME)


class _Below(QVBoxLayout):
    """The legend and the FEN line, which begin at the board's left edge."""

    @override
    def minimumSize(self) -> QSize:
        # Nothing asks for the room beside the board, which would hold the panels in a window that is made smaller.
        return super().minimumSize() - QSize(self.contentsMargins().left(), 0)


class MainWindow(QMainWindow):
    """The program's window, whose board comes first; ``fill_bars`` and ``complete`` add bars and docks."""

    menus: Menus  # The menus and the tool bar, once they are filled.
    sample_menu: SampleMenu  # The menu of sample positions, once the menus are filled.
    closing = Signal()  # The window is about to close.

    def __init__(self, document: Document, layers: ShownLayers, preferences: Preferences) -> None:
        """Build the window without reading the disk."""
        super().__init__()
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self._document = document
        self._layers = layers
        self._has_bars = self._is_complete = False
        self.preferences = preferences
        self.notice = NoticeBar(self, self._notice_area)
        self.board = BoardView(document, layers, preferences)
        self.legend = LegendBar(layers)
        self.fen_line = FenLine(document)
        self.fen_line.wait()  # The first picture comes before the check, also on a slow machine.
        self.status = StatusLine(document, layers, self.board)
        self._build_center()
        self.status.add_verdict(self.fen_line.verdict)
        self.fen_line.error_shown.connect(self.status.give_way)
        self.setStatusBar(self.status)
        self.docks = Docks(document, layers, self.board, self.status, self)
        self.docks.warned.connect(self.notice.show_message)
        self.last_move = LastMove(document, preferences.mark_last_move, self)
        self.board.pictures.follow_last_move(self.last_move)
        LargeMarks(layers, preferences.large_marks, self)
        self.lanes = ChosenLanes(layers, preferences.lanes, self)
        self.workspaces = Workspaces(document, self.lanes, self.board, self.docks, self)
        self.workspaces.message.connect(self.status.show_message)
        self.workspaces.games_made.connect(self._take_up_games)
        self.workspaces.changed.connect(self._follow_workspace)
        self.recovery = GameRecovery(self.workspaces)
        self.recovery.message.connect(self.status.show_message)
        self.recovery.offered.connect(self.notice.offer)
        self.recovery.withdrawn.connect(self.notice.remove)
        self._build_bars()
        others = OtherFiles(self._open_layers, self._open_games)
        self.files = files = PositionFiles(document, self.board, self.fen_line, others, self)
        files.message.connect(self.status.show_message)
        files.notice.connect(self.notice.show_message)
        files.offer.connect(self.notice.offer)
        files.notice_ended.connect(self.notice.remove)
        self.recent_menu = RecentFilesMenu(document, preferences.recent_files, self.files.open_path)

        document.free.file_changed.connect(self._name_window)
        document.subject_changed.connect(self._name_window)
        self.board.pictures.changed.connect(self._say_marked_move)
        self.fen_line.problems_changed.connect(self._mark_problems)
        self.fen_line.finished.connect(self._return_to_board)
        preferences.flipped.changed.connect(self._follow_look)
        preferences.show_legend.changed.connect(self._follow_look)
        preferences.asked.connect(self._answer)
        self.docks.changed.connect(preferences.changed)
        self._follow_look()
        self._name_window()
        self.resize(first_size(self.screen().availableSize()))

    def _build_center(self) -> None:
        center = QWidget()
        self._column = layout = QVBoxLayout(center)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.board, 1)
        self._below = _Below()
        self._below.setSpacing(0)
        self._below.addWidget(self.legend)
        self._below.addWidget(self.fen_line)
        layout.addLayout(self._below)
        self.board.laid_out.connect(self._align_below)
        self.legend.explained.connect(self._explain_layer)
        self.legend.follow(self.board.pictures)
        self.setCentralWidget(center)

    def _build_bars(self) -> None:
        """Add the menus and the tool bar, empty but at their height."""
        bar = self.menuBar()
        self._menus = {title: bar.addMenu(title) for title in MENU_TITLES}
        self._workspace_bar = WorkspaceBar(BAR_ICON)
        self.addToolBar(self._workspace_bar)
        self._tool_bar = ToolBar("Tools")
        self._tool_bar.setObjectName("tools")
        self._tool_bar.setIconSize(QSize(BAR_ICON, BAR_ICON))
        self._tool_bar.addAction("")  # A button without an icon or a text is as high as one with an icon.
        self.addToolBar(self._tool_bar)
        self.addToolBar(self._workspace_bar.preset_bar)

    def fill_bars(self) -> None:
        """Fill, once, the menus and the tool bar, after the first picture of the board."""
        if self._has_bars:
            return
        from PySide6.QtGui import QKeySequence, QShortcut

        from pawnviz.view.conditions import CommandConditions
        from pawnviz.view.menus import Menus
        from pawnviz.view.position.sample_menu import SampleMenu
        from pawnviz.view.widgets.icons import app_icon

        self._has_bars = True
        self.fen_line.check_soon()
        self.sample_menu = SampleMenu(self._document, self._layers, self.notice)
        self.menus = Menus(self, self._menus, self._tool_bar, self._layers, self.board)
        self.menus.fill(self._receivers(), (self.recent_menu, self.sample_menu), self.docks.toggle_actions())
        from pawnviz.view.commands import PRESENTED  # The first picture needs none.
        from pawnviz.view.layers.preset_menu import PresetMenu

        actions = self.menus.actions_by_name
        presented = [action for name, action in actions.items() if name in PRESENTED]
        self.further_windows.give_actions([*presented, *self.menus.preset_actions])
        others = [actions[name] for name in ("clear_layers", "bring_back_layers")]
        presets = PresetMenu(self._layers, [*others, self.docks.layers_dock.toggleViewAction()])
        workspaces = (actions["show_position"], actions["show_games"], actions["show_explore"])
        self._workspace_bar.fill(*workspaces, presets)
        self._follow_workspace()
        self.menus.follow(self._document)
        parts = (self._document, self._layers, self.workspaces)
        self.conditions = CommandConditions(actions, *parts, self.recovery, self.preferences.tables_folder)
        for menu in self.menus.all:
            menu.aboutToShow.connect(self.conditions.enable)
        docks = self.docks
        for name, key in (("show_steps", "S"), ("show_pawn_moves", "L"), ("show_engine", "A")):
            for place in docks.lettered:
                self.board.single_keys.add(actions[name], (key,), place)
        for name, key in (("show_other_position", "V"), ("pin_position", "Shift+V")):
            self.board.single_keys.add(actions[name], (key,), docks.compare_dock)
        self.board.single_keys.add(actions["why_not"], ("W",), docks.inspector_dock)
        self.board.menu_requested.connect(self.menus.open_board_menu)
        self.status.follow_steps(*(self.menus.actions_by_name[name] for name in ("undo", "redo")))
        for keys, step in (("PgDown", self.docks.show_next_position), ("PgUp", self.docks.show_previous_position)):
            shortcut = QShortcut(QKeySequence(keys), self.board, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(step)
        former = QShortcut(QKeySequence("Shift+F2"), self)
        former.activated.connect(self.further_windows.name_place_of_errata)
        self.sharing.let_drag_from(self.menus.button("export_picture"))
        self.setWindowIcon(app_icon())
        self._draw_icons()

    def complete(self) -> None:
        """Fill, once, bars and docks after the first picture of the board."""
        self.fill_bars()
        if not self._is_complete:
            from pawnviz.view.layers.presets import ChipButton  # The first picture needs neither.
            from pawnviz.view.widgets.focus_ring import FocusRing

            self._is_complete = True
            panels = self.docks.panels
            self.board.single_keys.share(self.docks.layers_dock)
            self._ring = FocusRing(self, (ChipButton,))
            self._follow_look()
            self.further_windows.follow(panels.layer_panel)
            panels.inspector.field_made.connect(self.files.leave_fens_to_board)
            self.workspaces.resume()
            self.files.leave_fens_to_board(panels.layer_panel.search_field)
            self.docks.field_made.connect(self.files.leave_fens_to_board)
            self.further_windows.field_made.connect(self.files.leave_fens_to_board)

    @cached_property
    def further_windows(self) -> FurtherWindows:
        """The windows beside this one."""
        from pawnviz.view.windows.further_windows import FurtherWindows

        windows = FurtherWindows(self._document, self._layers, self.board, self)
        windows.message.connect(self.status.show_message)
        windows.notice.connect(self.notice.show_message)
        windows.offer.connect(self.notice.offer)
        return windows

    @Slot()
    def _take_up_games(self) -> None:
        panels = self.workspaces.games
        self._column.insertWidget(0, panels.bar)
        panels.bar.leave_wanted.connect(self.workspaces.leave_or_return)
        panels.bar.keep_wanted.connect(self._document.keep_position)
        panels.list.file_opened.connect(self.recent_menu.remember)
        panels.list.folder = self.preferences.last_folder
        for change in (panels.games.edits.changed, panels.list.saving.saved, panels.games.file_changed):
            change.connect(self._name_window)
        panels.export_wanted.connect(self.sharing.export_game)
        self._follow_workspace()

    @Slot()
    def _follow_workspace(self) -> None:
        self.fen_line.setVisible(self.workspaces.current == POSITION.name)
        self._workspace_bar.follow(self.workspaces.current)
        if self.workspaces.made_games is not None:
            # The bar of a game has come or gone before the board is measured.
            self.workspaces.made_games.bar.follow()

    @cached_property
    def sharing(self) -> Sharing:
        """The exports of the board to other programs."""
        from pawnviz.view.sharing.sharing import Sharing

        sharing = Sharing(self._document, self._layers, self.board, self.workspaces, self)
        sharing.message.connect(self.status.show_message)
        self.files.link_given.connect(sharing.open_link)
        return sharing

    def _open_layers(self, path: str) -> bool:
        return self.further_windows.user_layer_commands.open_file(path)

    def _open_games(self, path: str, text: str = "") -> bool:
        return self.workspaces.open_games(path, text)

    def _receivers(self) -> Mapping[str, Receiver]:
        document, board, layers = self._document, self.board, self._layers
        files, docks, windows = self.files, self.docks, self.further_windows
        return {
            "new_position": self.workspaces.begin_position,
            "open_file": files.open_file,
            "revert_record": document.free.revert_record,
            "close_file": document.free.close_file,
            "show_position": self.workspaces.show_position,
            "show_games": self.workspaces.show_games,
            "show_explore": self.workspaces.show_explore,
            "go_first": self.workspaces.go_in_game,
            "go_back": self.workspaces.go_in_game,
            "go_forward": self.workspaces.go_in_game,
            "go_last": self.workspaces.go_in_game,
            "keep_position": document.keep_position,
            "copy_games": self.workspaces.copy_games,
            "recover_games": self.recovery.ask,
            "save_file": self._save,
            "save_file_as": self._save_as,
            "copy": files.copy,
            "copy_fen": files.copy_fen,
            "paste": files.paste,
            "copy_summary": docks.copy_summary,
            "export_picture": self.sharing.export_picture,
            "export_sheet": self.sharing.export_sheet,
            "add_to_sheet": self.sharing.add_to_sheet,
            "export_game": self.sharing.export_game,
            "print_board": self.sharing.print_board,
            "copy_link": self.sharing.copy_link,
            "copy_picture": self.sharing.copy_picture,
            "next_position": docks.show_next_position,
            "previous_position": docks.show_previous_position,
            "quit": self.close,
            "undo": document.steps.createUndoAction(self, "&Undo"),
            "redo": document.steps.createRedoAction(self, "&Redo"),
            "leave_game": self.workspaces.leave_or_return,
            "set_start": document.set_start,
            "clear_board": document.clear,
            "toggle_side": document.switch_side_to_move,
            "swap_colors": document.swap_colors,
            "mirror": document.mirror,
            "shift_north": lambda: document.shift(0, 1),
            "shift_south": lambda: document.shift(0, -1),
            "shift_east": lambda: document.shift(1, 0),
            "shift_west": lambda: document.shift(-1, 0),
            "pin_position": docks.pin_position,
            "show_other_position": docks.show_other_position,
            "edit_fen": self._edit_fen,
            "pin_square": docks.pin_square,
            "why_not": docks.ask_why_not,
            "show_engine": docks.show_engine,
            "choose_tables": docks.choose_tables,
            "forget_tables": docks.forget_tables,
            "clear_drawings": board.state.clear_drawings,
            "focus_board": self._focus_board,
            "present": windows.present,
            "find_layer": self.workspaces.find,
            "show_steps": docks.show_steps,
            "show_pawn_moves": docks.show_pawn_moves,
            "compare_definitions": windows.compare_definitions,
            "open_bench": windows.open_bench,
            "open_indexes": lambda: windows.open_indexes(self.workspaces.games.index),
            "clear_layers": layers.clear,
            "bring_back_layers": layers.bring_back_shown,
            "new_layer": windows.user_layer_commands.write_new,
            "import_layers": windows.user_layer_commands.import_layers,
            "export_layers": windows.user_layer_commands.export_layers,
            "open_manual": windows.open_manual,
            "open_glossary": windows.open_glossary,
            "list_keys": windows.list_keys,
            "about": windows.about,
        }

    # Commands

    @Slot()
    def _save(self) -> None:
        """Save the edited games in the workspace of games or where one is on the board, else the position."""
        if self.workspaces.saves_games:
            self.workspaces.games.list.saving.save()
        else:
            self.files.save_file()

    @Slot()
    def _save_as(self) -> None:
        if self.workspaces.saves_games:
            self.workspaces.games.list.saving.save_as()
        else:
            self.files.save_file_as()

    def _close_after_question(self) -> None:
        self.close()

    @Slot()
    def _edit_fen(self) -> None:
        self.fen_line.show()
        self.fen_line.focus()

    @Slot()
    def _explain_layer(self) -> None:
        if self._is_complete:
            self.docks.show_layer()

    @Slot()
    def _focus_board(self) -> None:
        self.board.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.board.state.show_cursor(self.board.state.cursor)

    @Slot()
    def _return_to_board(self) -> None:
        """Move the focus back to the board, whose cursor stays hidden."""
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow_workspace()

    # Changes of the document, the preferences and the theme

    @Slot()
    def _align_below(self) -> None:
        """Begin legend and FEN line where the board begins, unless it is presented."""
        if self.board.window() is self and self.board.left_edge != self._below.contentsMargins().left():
            self._below.setContentsMargins(self.board.left_edge, 0, 0, 0)

    @Slot()
    def _follow_look(self) -> None:
        flipped = self.preferences.flipped.value
        self.legend.set_flipped(flipped)
        self.legend.setVisible(self.preferences.show_legend.value)
        if self._is_complete:
            self.docks.panels.set_flipped(flipped)

    @Slot()
    def _name_window(self) -> None:
        panels = self.workspaces.made_games
        if panels is not None and panels.games.is_on_board and panels.games.listing is not None:
            name, is_modified = panels.games.listing.path.name, panels.games.edits.is_modified
        else:
            path = self._document.free.path
            name, is_modified = Path(path).name if path else "Position", self._document.free.modified
        self.setWindowTitle(f"{name}[*] – pawnviz")
        self.setWindowModified(is_modified)

    @Slot()
    def _say_marked_move(self) -> None:
        self.legend.set_marked_move(self.board.pictures.marked_move)

    @Slot()
    def _mark_problems(self) -> None:
        self.board.state.set_illegal_squares(self.fen_line.illegal_squares)

    def _notice_area(self) -> QRect:
        """Return the empty area right of the menus and of the tool bar's buttons, where that is below the menus."""
        bar, tools = self.menuBar(), self._tool_bar
        left, height = bar.actionGeometry(bar.actions()[-1]).right(), bar.height()
        at_top = self.toolBarArea(tools) == Qt.ToolBarArea.TopToolBarArea and not tools.isFloating()
        if at_top and tools.isVisible() and tools.y() <= height + 2 and tools.actions():
            left = max(left, tools.x() + tools.actionGeometry(tools.actions()[-1]).right())
            height = tools.geometry().bottom()
        return QRect(left + 16, 2, self.width() - left - 22, height - 2)

    def _draw_icons(self) -> None:
        from pawnviz.view.widgets.icons import icon

        self.menus.draw_icons()
        self.notice.close_button.setIcon(icon("close", theme_of(self).text))

    # Events

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift:
            self.board.state.set_shift_held(True)
        super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift:
            self.board.state.set_shift_held(False)
        super().keyReleaseEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.board.state.set_shift_held(False)
        if event.type() == QEvent.Type.PaletteChange and self._has_bars:
            self._draw_icons()
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.docks.fit()
        self._workspace_bar.fit(self.width())
        self.notice.settle()
        self.preferences.changed.emit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.docks.panel_width.fit()

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
        if panels is not None and not panels.list.may_end(self._close_after_question):
            event.ignore()
            return
        self.further_windows.close()
        self.sharing.close()
        self.docks.end_processes()
        self.closing.emit()
        self.workspaces.close()
        super().closeEvent(event)

    # Kept values

    @Slot()
    def _answer(self) -> None:
        """Set the preferences without a signal: the layers, and the layout."""
        self.preferences.layers.value = self._layers.state()
        self.preferences.geometry.value = State(self.saveGeometry().data())
        arrangements = self.workspaces.arrangements
        self.preferences.docks.value = State(arrangements.pop(POSITION.name))
        self.preferences.arrangements.value = {name: State(state) for name, state in arrangements.items()}
        self.preferences.workspace.value = self.workspaces.workspace_to_keep
        self.preferences.games.value = self.workspaces.games_place

    def session(self) -> Session:
        """Return the free position with its file."""
        return Session.of(self._document, self.board.state.cursor)

    def restore(self, session: Session) -> None:
        """Restore a session's cursor and the kept layout where it fits, before the window is complete."""
        if session.cursor is not None:
            self.board.state.place_cursor(session.cursor)
        if self.preferences.geometry.value:
            self.restoreGeometry(self.preferences.geometry.value)
        arrangements = {POSITION.name: self.preferences.docks.value, **self.preferences.arrangements.value}
        self.workspaces.restore(self.preferences.workspace.value, arrangements, self.preferences.games.value)
        docks: bytes = self.preferences.docks.value
        if docks and self._workspace_bar.objectName().encode("utf-16-be") not in docks:
            # The layout is that of a version without workspaces, and Qt would put new docks last.
            self.insertToolBar(self._tool_bar, self._workspace_bar)
            self.docks.place_game_docks()
