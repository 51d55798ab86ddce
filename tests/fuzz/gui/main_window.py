"""The main window: its commands, keys, docks, size, colors and files."""

from __future__ import annotations

from typing import Final

from pawnviz.view.panel_width import NARROWEST
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.commands import ROW_COMMANDS
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import FIRST_SIZE
from tests.fuzz.gui.texts import FENS
from tests.view.hands import Hand, drops, enters

CHECK_SIZES: Final = 50
"""Every so many events all windows are measured."""

LARGEST: Final = 4000
"""The length in pixels that no window reaches here."""

SHORTCUTS: Final = (
    *(keys for command in COMMANDS for keys in command.keys if command.name != "quit"),
    *(keys for tool_keys in TOOL_KEYS.values() for keys in tool_keys),
    *PRESET_KEYS,
    *(keys for command in ROW_COMMANDS for keys in command.keys),
)


class MainWindowPart(Part):
    """What is done to the window as a whole, and that its commands and docks agree with its state."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (10, self.press_shortcut),
            (5, self.use_action),
            (2, self.drop_something),
            (6, self.click_anywhere),
            (2, self.wheel_anywhere),
            (2, self.resize),
            (2, self.move_docks),
            (2, self.change_theme),
            (3, self.come_back),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(CHECK_SIZES, self.check_sizes)]

    def settle(self) -> None:
        """Give the window its first size, and paint the board once in each theme."""
        self.window.showNormal()
        self.window.resize(*FIRST_SIZE)
        for theme in ("dark", "light"):
            self.window.menus.actions_by_name[f"theme_{theme}"].trigger()
            QApplication.processEvents()
            self.board.grab()

    def show_first_docks(self) -> None:
        """Show and dock the docks that *Position* has at the first start."""
        for dock in (self.window.docks.editor_dock, self.window.docks.layers_dock, self.window.docks.inspector_dock):
            dock.setFloating(False)
            dock.show()

    def check_sizes(self) -> None:
        """Check that nothing has burst its frame."""
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and max(widget.size().toTuple()) > LARGEST:
                self.fail(f"{type(widget).__name__} {widget.windowTitle()} is {widget.size().toTuple()} large")
        docks: list[QDockWidget] = self.window.findChildren(QDockWidget)
        for dock in docks:
            if dock.minimumSizeHint().width() > NARROWEST:
                self.fail(f"the dock {dock.objectName()} needs {dock.minimumSizeHint().width()} pixels: {widest(dock)}")

    def press_shortcut(self) -> None:
        """Press one of the window's keys."""
        keys = self.random.choice(SHORTCUTS)
        self.note(f"press {keys} in {type(self.fuzzed.focused()).__name__}")
        QTest.keySequence(self.fuzzed.focused(), QKeySequence(keys))

    def use_action(self) -> None:
        """Carry out a command, as from the menu."""
        name = self.random.choice([command.name for command in COMMANDS if command.name != "quit"])
        self.note(f"command {name}")
        self.window.menus.actions_by_name[name].trigger()

    def drop_something(self) -> None:
        """Drop a text or a file on the window."""
        data = QMimeData()
        if self.random.random() < 0.5:
            text = self.random.choice(FENS)
            self.note(f"drop the text {text[:60]!r}")
            data.setText(text)
        else:
            path = self.random.choice(self.fuzzed.paths[1:])
            self.note(f"drop the file {path}")
            data.setUrls([QUrl.fromLocalFile(path)])
        target = self.random.choice((self.window, self.board))
        if enters(target, QPoint(5, 5), data):
            drops(target, QPoint(5, 5), data)
        else:
            self.fail("the window does not take a text or a file")

    def click_anywhere(self) -> None:
        """Click at any place of the window but the board."""
        point = QPoint(self.random.randrange(self.window.width()), self.random.randrange(self.window.height()))
        child = self.window.childAt(point)
        if child is None or child is self.board:
            return
        local = child.mapFrom(self.window, point)
        double = self.random.random() < 0.1
        self.note(
            f"{'double ' if double else ''}click on {type(child).__name__} {child.objectName()} at {local.toTuple()}"
        )
        hand = Hand(child)
        if double:
            hand.double_click(local)
        else:
            hand.click(local)

    def wheel_anywhere(self) -> None:
        """Turn the wheel at any place of the window."""
        point = QPoint(self.random.randrange(self.window.width()), self.random.randrange(self.window.height()))
        child = self.window.childAt(point) or self.window
        self.note(f"wheel over {type(child).__name__} {child.objectName()}")
        Hand(child).wheel(child.mapFrom(self.window, point), self.random.choice((-3, -1, 1, 3)))

    def resize(self) -> None:
        """Give the window another size."""
        if self.window.isMaximized():
            self.window.showNormal()
        size = self.random.choice(((1024, 700), (640, 480), (1180, 800), (1400, 900), (300, 300)))
        self.note(f"resize to {size}")
        self.window.resize(*size)

    def move_docks(self) -> None:
        """Close, open, float, dock or move a dock."""
        window = self.window
        docks: list[QDockWidget] = window.findChildren(QDockWidget)
        dock = self.random.choice(docks)
        choice = self.random.randrange(5)
        self.note(f"dock {dock.objectName()} {choice}")
        if choice == 0:
            dock.toggleViewAction().trigger()
        elif choice == 1:
            dock.setFloating(not dock.isFloating())
        elif choice == 2:
            areas = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
            window.addDockWidget(self.random.choice((*areas, Qt.DockWidgetArea.BottomDockWidgetArea)), dock)
        elif choice == 3:
            window.tabifyDockWidget(self.random.choice([other for other in docks if other is not dock]), dock)
        else:
            self.show_first_docks()

    def change_theme(self) -> None:
        """Choose a theme, or have the system change its own."""
        choice = self.random.choice(("system", "light", "dark", ""))
        self.note(f"theme {choice or 'of the system changes'}")
        if choice:
            self.window.menus.actions_by_name[f"theme_{choice}"].trigger()
        else:
            QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)

    def come_back(self) -> None:
        """Give the keyboard focus to the board."""
        self.note("back to the board")
        self.window.activateWindow()
        QApplication.processEvents()
        self.window.menus.actions_by_name["focus_board"].trigger()


def widest(widget: QWidget) -> str:
    """Return the part of a widget that needs the most width, without parts of its own, and its needs."""
    parts: list[QWidget] = [part for part in widget.findChildren(QWidget) if part.isVisibleTo(widget)]
    needs = [
        (max(part.minimumWidth(), part.minimumSizeHint().width()), type(part).__name__, part.accessibleName())
        for part in parts
        if part.layout() is None
    ]
    return str(max(needs, default="no part"))
