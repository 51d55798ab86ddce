"""The window: board, palette, FEN line, layers and inspector, and the commands that join them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMoveEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QToolBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.fen import FenError
from pawnviz.core.catalog.presets import presets
from pawnviz.core.catalog.samples import samples
from pawnviz.core.user_layers.collection import SUFFIX
from pawnviz.model.comparison import Comparison
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.session import Session
from pawnviz.model.settings import Settings
from pawnviz.model.storage import FileError
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.drops import dropped_piece
from pawnviz.view.board.legend import LegendBar
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, Command
from pawnviz.view.position.commands import POSITION_FILES, PositionCommands
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.widgets.icons import app_icon, icon
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.notice_bar import NoticeBar
from pawnviz.view.widgets.theme import Theme, apply_palette, theme_for
from pawnviz.view.windows.further_windows import FurtherWindows

if TYPE_CHECKING:
    from pawnviz.view.docks import Panels
    from pawnviz.view.formula.steps_panel import StepsPanel
    from pawnviz.view.inspector.compare_panel import ComparePanel

THEMES: Final = {"system": "As the &system", "light": "&Light", "dark": "&Dark"}

MENU_ICON: Final = 16
BAR_ICON: Final = 20
EDITOR_WIDTH: Final = 112
PANEL_WIDTH: Final = 290


class MainWindow(QMainWindow):
    """The program's window over one document and one layer list."""

    look_changed = Signal()
    """Something that is kept of the window's look is another: theme, flip, docks, size and the like."""
    closing = Signal()
    """The window is about to close."""

    def __init__(self, document: Document, layers: ShownLayers) -> None:
        """Build the window; nothing is read from the disk here."""
        super().__init__()
        self.setObjectName("main")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self._document = document
        self._layers = layers
        self._theme_choice = "system"
        self._theme = theme_for("system")
        self.actions_by_name: dict[str, QAction] = {}

        self.board = BoardView(document, layers)
        self.fen_line = FenLine(document)
        self.legend = LegendBar(layers)
        self.notice = NoticeBar()
        self._panels: Panels | None = None
        self.steps: StepsPanel | None = None
        self.comparison = Comparison(document, self)
        self.compare_panel: ComparePanel | None = None
        self._told_of_sample = ""
        self._steps_page = (Settings.show_code, Settings.code_language)
        self._recent_files: tuple[str, ...] = ()
        self.position_commands = PositionCommands(document, self.board, self)
        self.further_windows = FurtherWindows(document, layers, self.board, self)
        self._reading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._build_center()
        self._build_docks()
        self._build_commands()

        self.board.state.square_changed.connect(self._read_board)
        document.position_changed.connect(self._read_board)
        layers.changed.connect(self._read_board)
        for source in (self.position_commands, self.further_windows):
            source.message.connect(self.show_message)
            source.noticed.connect(self.notice.show_message)
        self.further_windows.offered.connect(self.notice.offer)
        document.file_changed.connect(self._name_window)
        document.file_changed.connect(self._remember_file)
        document.undo_stack.indexChanged.connect(self._name_steps)
        document.position_changed.connect(self._name_steps)
        document.position_changed.connect(self._forget_sample)
        document.file_changed.connect(self._name_steps)
        self.fen_line.problems_changed.connect(self._mark_problems)
        self.fen_line.finished.connect(self._return_to_board)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._name_window()
        self._name_steps()
        self._read_board()
        self.set_theme_choice("system")
        self.resize(1180, 800)

    # Building

    def _build_center(self) -> None:
        center = QWidget()
        layout = QVBoxLayout(center)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notice)
        layout.addWidget(self.board, 1)
        layout.addWidget(self.legend)
        layout.addWidget(self.fen_line)
        self.setCentralWidget(center)
        self.statusBar().addWidget(self._reading, 1)

    def _build_docks(self) -> None:
        """Make the docks; their contents come with ``panels``."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self.editor_dock = self._dock("Editor", left, EDITOR_WIDTH)
        self.layers_dock = self._dock("Layers", right, PANEL_WIDTH)
        self.inspector_dock = self._dock("Inspector", right, PANEL_WIDTH)
        self.steps_dock = self._dock("Steps", Qt.DockWidgetArea.BottomDockWidgetArea, PANEL_WIDTH)
        self.steps_dock.hide()
        # The steps stand below the board; layers and inspector keep the whole height.
        self.setCorner(Qt.Corner.BottomLeftCorner, left)
        self.setCorner(Qt.Corner.BottomRightCorner, right)
        self.steps_dock.visibilityChanged.connect(self._fill_steps)
        self.compare_dock = self._dock("Comparison", right, PANEL_WIDTH)
        self.tabifyDockWidget(self.inspector_dock, self.compare_dock)
        self.compare_dock.hide()
        self.compare_dock.visibilityChanged.connect(self._fill_comparison)
        self.resizeDocks([self.layers_dock, self.inspector_dock], [430, 250], Qt.Orientation.Vertical)
        self.resizeDocks([self.editor_dock, self.layers_dock], [EDITOR_WIDTH, 310], Qt.Orientation.Horizontal)

    @property
    def panels(self) -> Panels:
        """What the docks hold."""
        return self.make_panels()

    def make_panels(self) -> Panels:
        """Make what the docks hold, once; the first picture of the board does not wait for it."""
        if self._panels is None:
            from pawnviz.view.docks import Panels

            self._panels = Panels(self._document, self._layers, self.board)
            self.editor_dock.setWidget(self._panels.editor)
            self.layers_dock.setWidget(self._panels.layer_panel)
            self.inspector_dock.setWidget(self._panels.inspector)
            self._panels.inspector.notice.connect(self.show_message)
            self.inspector_dock.visibilityChanged.connect(self._panels.inspector.refresh_if_seen)
            self._panels.set_theme(self._theme)
            self._panels.set_flipped(self.board.board_geometry.flipped)
            self.further_windows.follow(self._panels.layer_panel)
            self._panels.layer_panel.steps_wanted.connect(self._open_steps)
            self._draw_icons(self._theme)
            self._fill_steps(self.steps_dock.isVisible())
            self._fill_comparison(self.compare_dock.isVisible())
        return self._panels

    @Slot(bool)
    def _fill_steps(self, visible: bool) -> None:
        """Make the steps when their dock is first seen."""
        if visible and self.steps is None and self._panels is not None:
            from pawnviz.view.formula.steps_panel import StepsPanel

            self.steps = StepsPanel(self._document, self._layers, self.board)
            self.steps.set_page(*self._steps_page)
            self.steps.page_changed.connect(self.look_changed)
            self.steps_dock.setWidget(self.steps)

    @Slot(bool)
    def _fill_comparison(self, visible: bool) -> None:
        """Make the comparison's panel when its dock is first seen."""
        if visible and self.compare_panel is None and self._panels is not None:
            from pawnviz.view.inspector.compare_panel import ComparePanel

            self.compare_panel = panel = ComparePanel(self.comparison, self._layers, self.board)
            keys = [self.actions_by_name[name].shortcut() for name in ("show_other_position", "pin_position")]
            panel.set_keys(*(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys))
            panel.pin_wanted.connect(self.pin_position)
            self.compare_dock.setWidget(panel)
            self.compare_dock.toggleViewAction().toggled.connect(panel.set_open)
            self.compare_dock.visibilityChanged.connect(panel.refresh_if_seen)

    def _dock(self, title: str, area: Qt.DockWidgetArea, width: int) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title.lower())
        place = QWidget()
        place.setMinimumWidth(width)
        dock.setWidget(place)
        self.addDockWidget(area, dock)
        dock.dockLocationChanged.connect(self.look_changed)
        dock.topLevelChanged.connect(self.look_changed)
        dock.visibilityChanged.connect(self.look_changed)
        return dock

    def _build_commands(self) -> None:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setIconSize(QSize(BAR_ICON, BAR_ICON))
        menus: dict[str, QMenu] = {}
        for command in COMMANDS:
            menu = menus.get(command.menu)
            if menu is None:
                menu = menus[command.menu] = self.menuBar().addMenu(command.menu)
                if bar.actions():
                    bar.addSeparator()
            action = self._make_action(command)
            menu.addAction(action)
            if command.bar:
                bar.addAction(action)
        self.addToolBar(bar)
        self._build_file_menus(menus["&File"])
        self._build_layer_menu(menus["&Layers"])
        self._build_view_menu(menus["&View"], bar)
        for name in ("show_coordinates", "show_legend"):
            self.actions_by_name[name].setChecked(True)

    def _make_action(self, command: Command) -> QAction:
        """Return the action of a command, connected with the slot of its name."""
        action = QAction(command.text, self)
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        tip = command.tip or command.text.replace("&", "")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{tip} ({keys})" if keys else tip)
        action.setStatusTip("")
        action.setCheckable(command.checkable)
        owners = (self, self.position_commands, self.further_windows)
        slot = next(getattr(owner, command.name) for owner in owners if hasattr(owner, command.name))
        if command.checkable:
            action.toggled.connect(slot)
            action.toggled.connect(self.look_changed)
        else:
            action.triggered.connect(slot)
        self.actions_by_name[command.name] = action
        return action

    def _build_file_menus(self, menu: QMenu) -> None:
        """Add menus of recent files and of sample positions, which are filled when they are opened."""
        self.recent_menu = QMenu("Open &recent", menu)
        self.recent_menu.aboutToShow.connect(self._list_recent_files)
        self.sample_menu = QMenu("Sa&mple positions", menu)
        self.sample_menu.aboutToShow.connect(self._list_samples)
        for part in (self.recent_menu, self.sample_menu):
            menu.insertMenu(self.actions_by_name["save_file"], part)

    @Slot()
    def _list_recent_files(self) -> None:
        self.recent_menu.clear()
        for number, path in enumerate(self._recent_files, 1):
            name = Path(path).name.replace("&", "&&")
            action = self.recent_menu.addAction(f"&{number % 10} {name}")
            action.setToolTip(plain_tip(path))
            action.setData(path)
            action.triggered.connect(self._open_recent_file)
        self.recent_menu.setToolTipsVisible(True)
        if not self._recent_files:
            self.recent_menu.addAction("No files yet").setEnabled(False)

    @Slot()
    def _open_recent_file(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            path = str(action.data())
            if not self.open_path(path) and not Path(path).exists():
                self._recent_files = tuple(recent for recent in self._recent_files if recent != path)
                self.look_changed.emit()

    @Slot()
    def _remember_file(self) -> None:
        """Put the document's file at the top of the recent ones."""
        path = self._document.path
        if path and path != next(iter(self._recent_files), ""):
            self._recent_files = Settings(recent_files=self._recent_files).with_recent_file(path).recent_files
            self.look_changed.emit()

    @Slot()
    def _list_samples(self) -> None:
        if self.sample_menu.isEmpty():
            self.sample_menu.setToolTipsVisible(True)
            for number, sample in enumerate(samples()):
                action = self.sample_menu.addAction(f"&{sample.title}")
                action.setToolTip(sample.look)
                action.setData(number)
                action.triggered.connect(self._set_up_sample)

    def _build_layer_menu(self, menu: QMenu) -> None:
        """Add the presets with their keys."""
        menu.addSeparator()
        for preset, keys in zip(presets(), PRESET_KEYS, strict=False):
            action = QAction(preset.title, self)
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(preset.description)
            action.setData(list(preset.layers))
            action.triggered.connect(self._apply_preset)
            menu.addAction(action)

    def _build_view_menu(self, menu: QMenu, bar: QToolBar) -> None:
        """Add the themes, the docks and the tool bar."""
        themes = QMenu("&Theme", menu)
        group = QActionGroup(self)
        for choice, text in THEMES.items():
            action = themes.addAction(text)
            action.setCheckable(True)
            action.setData(choice)
            action.triggered.connect(self._choose_theme)
            group.addAction(action)
            self.actions_by_name[f"theme_{choice}"] = action
        menu.addSeparator()
        menu.addMenu(themes)
        menu.addSeparator()
        for dock in (
            self.editor_dock,
            self.layers_dock,
            self.inspector_dock,
            self.compare_dock,
            self.steps_dock,
        ):
            menu.addAction(dock.toggleViewAction())
        menu.addAction(bar.toggleViewAction())

    # Theme

    @property
    def theme_choice(self) -> str:
        """``system``, ``light`` or ``dark``."""
        return self._theme_choice

    @property
    def theme(self) -> Theme:
        """The colors in use."""
        return self._theme

    def set_theme_choice(self, choice: str) -> None:
        """Use the light or the dark colors, or those that the system asks for."""
        self._theme_choice = choice
        self.actions_by_name[f"theme_{choice}"].setChecked(True)
        self._theme = theme = theme_for(choice)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_palette(theme)
        self.fen_line.set_theme(theme)
        if self._panels is not None:
            self._panels.set_theme(theme)
        self._draw_icons(theme)
        self.look_changed.emit()

    def _draw_icons(self, theme: Theme) -> None:
        """Draw the icons of the commands; at first only those of the tool bar, which are seen."""
        for command in COMMANDS:
            if command.icon and (command.bar or self._panels is not None):
                sizes = (MENU_ICON, BAR_ICON) if command.bar else (MENU_ICON,)
                self.actions_by_name[command.name].setIcon(icon(command.icon, theme.text, sizes))
        if self._panels is not None:
            self.notice.close_button.setIcon(icon("close", theme.text))

    @Slot()
    def _choose_theme(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.set_theme_choice(str(action.data()))

    @Slot()
    def _follow_system(self) -> None:
        if self._theme_choice == "system":
            self.set_theme_choice("system")

    # Following the document

    @Slot()
    def _read_board(self) -> None:
        """Say in the status line what the current square holds, or what putting down a piece there would change."""
        square = self.board.state.current_square
        if square is None and self.board.pictures.what_if is None:
            self._reading.show_text("")
            return
        # What is said of a square draws on every definition; the first picture does not wait for them.
        from pawnviz.model.reading import square_sentence, what_if_sentence

        if self.board.pictures.what_if is not None:
            self.statusBar().clearMessage()
            text = what_if_sentence(self.board.pictures.what_if_changes(), removed=square is None)
        elif self.board.state.carried_from is not None:
            held = SQUARE_NAMES[self.board.state.carried_from]
            text = f"The piece of {held} is held: arrow keys carry it, Enter puts it down, Escape lets go."
        else:
            text = "" if square is None else square_sentence(self._document, self._layers, square)
        self._reading.show_text(text)

    @Slot()
    def _name_window(self) -> None:
        name = Path(self._document.path).name if self._document.path else "Position"
        self.setWindowTitle(f"{name}[*] – pawnviz")
        self.setWindowModified(self._document.modified)

    @Slot()
    def _name_steps(self) -> None:
        """Name the steps that undo and redo would take."""
        stack = self._document.undo_stack
        if not isValid(stack):
            return  # At the end a history says that it is empty while it is deleted.
        for name, word, text, possible in (
            ("undo", "Undo", stack.undoText(), stack.canUndo()),
            ("redo", "Redo", stack.redoText(), stack.canRedo()),
        ):
            action = self.actions_by_name[name]
            action.setEnabled(possible)
            action.setText(f"&{word} {text}".strip())
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{word} {text} ({keys})" if text else f"Nothing to {word.lower()} ({keys})")

    @Slot()
    def _mark_problems(self) -> None:
        self.board.state.set_illegal_squares(self.fen_line.illegal_squares)

    @Slot(str)
    def show_message(self, text: str) -> None:
        """Say something in passing, in the status line."""
        self.statusBar().showMessage(text, 6000)

    # What comes from files, the clipboard and drops

    @Slot()
    def open_file(self) -> None:
        """Ask for a file and open it."""
        from PySide6.QtWidgets import QFileDialog

        folder = str(Path(self._document.path).parent) if self._document.path else ""
        path, _ = QFileDialog.getOpenFileName(self, "Open a position", folder, POSITION_FILES)
        if path:
            self.open_path(path)

    def open_path(self, path: str) -> bool:
        """Open a file; say why where it cannot be read, and return whether it could.

        Of a file of layers it is shown what it holds.
        """
        if path.lower().endswith(SUFFIX):
            return self.further_windows.workshop.open_file(path)
        try:
            count = self._document.open_file(path)
        except FileError as error:
            self.notice.show_message(str(error))
            return False
        self.show_message(f"Opened {path}" + (f": the first of its {count} positions" if count > 1 else ""))
        return True

    @Slot()
    def _set_up_sample(self) -> None:
        """Set up a sample position with its layers, and say what is to be seen on it."""
        action = self.sender()
        if isinstance(action, QAction):
            sample = samples()[action.data()]
            self._document.set_fen(sample.fen)
            self._layers.apply_preset(sample.layers)
            self._told_of_sample = f"{sample.title}: {sample.look}"
            self.notice.show_message(self._told_of_sample)

    @Slot()
    def _forget_sample(self) -> None:
        """Say no longer what is to be seen on a sample that is not on the board as it was."""
        self.notice.forget(self._told_of_sample)

    @Slot()
    def paste(self) -> None:
        """Set up the position on the clipboard."""
        self.take_text(QGuiApplication.clipboard().text(), "The clipboard")

    def take_text(self, text: str, origin: str) -> None:
        """Set up a FEN from elsewhere, or say why it cannot be read and leave the board as it is."""
        line = next((line.strip() for line in text.splitlines() if line.strip()), "")
        if not line:
            self.show_message(f"{origin} has no text; copy a FEN first")
            return
        try:
            self._document.set_fen(line)
        except FenError as error:
            self.show_message(f"{origin} has no position. {error.message}")
            if len(line) <= 200:
                self.fen_line.offer(line)
        else:
            self.show_message(f"{origin} was set up on the board")

    # Comparison and FEN line

    @Slot()
    def pin_position(self) -> None:
        """Pin the position on the board, and show what changes from then on."""
        self.make_panels()
        self.comparison.pin()
        if not self.compare_dock.isVisible():
            self.compare_dock.show()
            docks = [self.layers_dock, self.compare_dock]
            height = sum(dock.height() for dock in docks)
            self.resizeDocks(docks, [height * 2 // 5, height * 3 // 5], Qt.Orientation.Vertical)
        self.compare_dock.raise_()
        self.show_message("Pinned this position; edit on to compare with it")

    @Slot()
    def show_other_position(self) -> None:
        """Put the pinned position on the board, or the other one back."""
        if self.comparison.pinned is None:
            self.show_message("Pin a position first")
        elif not self.comparison.can_switch:
            self.show_message("The pinned position is the one on the board")
        else:
            self.comparison.switch()

    @Slot()
    def edit_fen(self) -> None:
        """Go to the FEN line."""
        self.fen_line.focus()

    # View

    @Slot(bool)
    def flip(self, flipped: bool) -> None:
        """Turn the board round."""
        self.board.set_flipped(flipped)
        self.legend.set_flipped(flipped)
        if self._panels is not None:
            self._panels.set_flipped(flipped)

    @Slot(bool)
    def show_coordinates(self, shown: bool) -> None:
        """Name files and ranks beside the board, or not."""
        self.board.set_coordinates(shown)

    @Slot(bool)
    def show_legend(self, shown: bool) -> None:
        """Name the marks below the board, or not."""
        self.legend.setVisible(shown)

    @Slot(bool)
    def show_captures(self, shown: bool) -> None:
        """Draw captures as arrows, or not."""
        self.board.pictures.set_show_captures(shown)

    @Slot(bool)
    def show_own_pawn(self, shown: bool) -> None:
        """Show the own squares of the current pawn always, or only while Shift is held."""
        self.board.state.set_show_own_pawn(shown)

    @Slot()
    def pin_square(self) -> None:
        """Pin the current square in the inspector, or release the one that is pinned."""
        square = self.board.state.current_square
        self.board.state.set_pinned(None if square == self.board.state.pinned else square)
        if self.board.state.pinned is not None:
            self.inspector_dock.show()
            self.inspector_dock.raise_()
            self.panels.inspector.show_square()

    @Slot()
    def clear_drawings(self) -> None:
        """Remove a person's own arrows and circles."""
        self.board.state.clear_drawings()

    @Slot()
    def _return_to_board(self) -> None:
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def focus_board(self) -> None:
        """Move the keys to the board's cursor."""
        self.board.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Layers and help

    @Slot()
    def find_layer(self) -> None:
        """Go to the layer search."""
        self.layers_dock.show()
        self.layers_dock.raise_()
        self.panels.layer_panel.focus_search()

    @Slot()
    def show_steps(self) -> None:
        """Show the steps of the current layer, or close them."""
        if self.steps_dock.isVisible():
            self.steps_dock.close()
        else:
            self._open_steps()

    @Slot()
    def _open_steps(self) -> None:
        """Show the steps of the current layer."""
        self.make_panels()
        self.steps_dock.show()
        self.steps_dock.raise_()

    @Slot()
    def clear_layers(self) -> None:
        """Show no layer."""
        self._layers.clear()

    @Slot()
    def bring_back_layers(self) -> None:
        """Show the layers that were shown before all of them were last replaced."""
        if self._layers.can_bring_back:
            self._layers.bring_back_shown()
        else:
            self.show_message("There are no layers to bring back")

    @Slot()
    def _apply_preset(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._layers.apply_preset(action.data())

    @Slot()
    def quit(self) -> None:
        """Close the window."""
        self.close()

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
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.look_changed.emit()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.look_changed.emit()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if not dropped_piece(data) and (local_file(data) or data.hasText()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        path = local_file(data)
        if path:
            self.open_path(path)
        else:
            self.take_text(data.text(), "What was dropped")
        event.acceptProposedAction()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.further_windows.close()
        self.closing.emit()
        super().closeEvent(event)

    def settings(self, kept: Settings) -> Settings:
        """Return what is kept of the window's look and the layers, in place of an earlier state."""
        board = self.board
        show_code, code_language = self._steps_page if self.steps is None else self.steps.page
        return replace(
            kept,
            theme=self._theme_choice,
            flipped=board.board_geometry.flipped,
            show_coordinates=board.board_geometry.coordinates,
            show_legend=self.actions_by_name["show_legend"].isChecked(),
            show_captures=board.pictures.show_captures,
            show_own_pawn=board.state.show_own_pawn,
            tool=board.state.tool,
            show_code=show_code,
            code_language=code_language,
            recent_files=self._recent_files,
            layers=self._layers.state(),
            geometry=bytes(self.saveGeometry().data()),
            docks=bytes(self.saveState().data()),
        )

    def restore(self, settings: Settings, session: Session) -> None:
        """Take up a kept look; a geometry or docks that do not fit are left as they are."""
        self.set_theme_choice(settings.theme)
        for name, value in (
            ("flip", settings.flipped),
            ("show_coordinates", settings.show_coordinates),
            ("show_legend", settings.show_legend),
            ("show_captures", settings.show_captures),
            ("show_own_pawn", settings.show_own_pawn),
        ):
            self.actions_by_name[name].setChecked(value)
        self.board.state.set_tool(settings.tool)
        self._steps_page = (settings.show_code, settings.code_language)
        self._recent_files = settings.recent_files
        if session.cursor is not None:
            self.board.state.place_cursor(session.cursor)
        if settings.geometry:
            self.restoreGeometry(QByteArray(settings.geometry))
        if settings.docks:
            self.restoreState(QByteArray(settings.docks))


def local_file(data: QMimeData) -> str:
    """Return the path of the first local file in dropped data, or an empty text."""
    urls: list[QUrl] = data.urls()
    return next((url.toLocalFile() for url in urls if url.isLocalFile()), "")
