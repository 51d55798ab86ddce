"""Commands, pages and the window itself, and that pages, focus, messages, conditions and the board's place agree."""

from __future__ import annotations

from collections import Counter
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QSplitterHandle

from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.panel import ROW_COMMANDS
from pawnviz.view.navigator import PageView
from pawnviz.view.pages import PAGES
from tests.fuzz.gui.program import FuzzedProgram, Part, Step, give_focus, type_text
from tests.fuzz.gui.texts import FENS
from tests.view.hands import Hand, drops, enters

NAMES: Final = [name for name in COMMANDS if name not in ("quit_program", "print_board")]
KEYS: Final = (
    *(keys for name in NAMES for keys in COMMANDS[name].keys),
    *(*TOOL_KEYS.values(), *PRESET_KEYS),
    *(keys for command in ROW_COMMANDS for keys in command.keys),
)
SIZES: Final = ((1024, 700), (640, 480), (1180, 800), (1480, 920), (1599, 900), (1600, 900), (1920, 1050))
BOARD_LOOK: Final = ("show_coordinates", "column_width")
"""The preferences that change the place of the board besides the size of the window."""


class PagesPart(Part):
    """Events of commands, pages and the window, and their checks."""

    def __init__(self, fuzzed: FuzzedProgram) -> None:
        super().__init__(fuzzed)
        self._places: dict[tuple[object, ...], QRect] = {}

    def events(self) -> list[tuple[int, Step]]:
        return [
            *((24, self.run_command), (10, self.press_key), (4, self.use_palette), (10, self.go_to_page)),
            *((8, self.click_head), (3, self.close_window), (4, self.resize), (1, self.drag_line)),
            *((3, self.drop), (1, self.change_theme), (3, self.return_to_board)),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [
            *((1, self.check_pages), (1, self.check_focus), (1, self.check_messages), (1, self.check_conditions)),
            *((1, self.check_place), (1, self.check_workspace)),
        ]

    # Events

    def run_command(self) -> None:
        name = self.random.choice(NAMES)
        if self.window.menus.actions_by_name[name].isEnabled():
            self.note(f"command {name}")
            self.fuzzed.run_command(name)

    def press_key(self) -> None:
        """Press the keys of a command, a preset, a tool or a row of layers in the widget with the focus."""
        keys = self.random.choice(KEYS)
        self.note(f"press {keys} in {type(self.fuzzed.focused()).__name__}")
        QTest.keySequence(self.fuzzed.focused(), QKeySequence(keys))

    def use_palette(self) -> None:
        """Open the palette of commands, type the title of a command or page, and run what it finds, or close it."""
        command = COMMANDS[self.random.choice(NAMES)]
        word = self.random.choice((command.title, command.title[:4], "é<b>", "passed", "white:"))
        keys = self.random.choices(("Down", "Up", "PageDown", "Escape", "Return"), k=2)
        self.note(f"palette: {word!r} and {keys}")
        if self.fuzzed.is_presenting:
            return
        self.fuzzed.run_command("open_palette")
        palette = self.window.command_palette
        type_text(palette.field, word)
        first = palette.results[0].command if palette.results else ""
        if first not in ("quit_program", "print_board"):
            QTest.keyClick(palette.field, getattr(Qt.Key, f"Key_{keys[0]}"))
        if palette.isVisible():
            row = palette.list.currentRow()
            chosen = palette.results[row].command if row >= 0 else ""
            is_left_out = chosen in ("quit_program", "print_board")
            QTest.keyClick(palette.field, getattr(Qt.Key, f"Key_{'Escape' if is_left_out else keys[1]}"))

    def go_to_page(self) -> None:
        navigator, name = self.window.navigator, self.random.choice(tuple(PAGES))
        if self.fuzzed.is_presenting:
            return
        steps = {"show": navigator.show, "toggle": navigator.toggle, "close": navigator.close}
        choice = self.random.choice((*steps, "back"))
        self.note(f"page: {choice} {name}")
        if choice == "back":
            navigator.back()
        else:
            steps[choice](name)
        if choice == "show" and not navigator.is_shown(name):
            self.fail(f"the page {name} was to be shown, but is not")
        if choice == "back":
            self.fuzzed.settle()

    def click_head(self) -> None:
        """Click a button in the title line of a page: back, layers, window of its own, or close."""
        views = [view for view in self.window.findChildren(PageView) if view.isVisible()]
        buttons: list[QAbstractButton] = [
            button
            for view in views
            for button in (view.back_button, view.layers_button, view.window_button, view.close_button)
            if button.isVisible()
        ]
        if buttons:
            button = self.random.choice(buttons)
            self.note(f"click {button.objectName()} of a page")
            Hand(button).click(button.rect().center())

    def close_window(self) -> None:
        """Close a dialog or the window of a page, or end the presentation."""
        if self.fuzzed.is_presenting:
            self.note("end the presentation")
            self.window.presentation.end()
            return
        windows = [*self.fuzzed.dialogs(), *self.fuzzed.page_windows()]
        if windows:
            window = self.random.choice(windows)
            self.note(f"close {window.windowTitle()}")
            window.close()
            if window.isVisible():
                self.fail(f"{window.windowTitle()} does not close")

    def resize(self) -> None:
        size = self.random.choice(SIZES)
        self.note(f"resize to {size}")
        self.window.showNormal()
        self.window.resize(*size)

    def drag_line(self) -> None:
        handles = [handle for handle in self.window.findChildren(QSplitterHandle) if handle.isVisible()]
        if handles:
            handle, way = self.random.choice(handles), self.random.randint(-200, 200)
            self.note(f"drag a line by {way}")
            Hand(handle).drag(QPoint(2, 2), QPoint(2 + way, 2 + way))

    def drop(self) -> None:
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

    def change_theme(self) -> None:
        theme = self.random.choice(("system", "light", "dark"))
        self.note(f"theme {theme}")
        self.fuzzed.run_command(f"theme_{theme}")

    def return_to_board(self) -> None:
        self.note("back to the board")
        give_focus(self.board)

    # Checks

    def check_pages(self) -> None:
        """Check that each page is shown once at most, under its own title."""
        views = [view for view in self.window.findChildren(PageView) if not view.isHidden()]
        titles = {window.windowTitle() for window in self.fuzzed.page_windows()}
        elsewhere = {page.title for page in PAGES.values() if f"{page.title} – pawnviz" in titles}
        shown = Counter(view.name for view in views if PAGES[view.name].title not in elsewhere)
        if doubled := [name for name, count in shown.items() if count > 1]:
            self.fail(f"the pages {doubled} are shown twice")
        for view in views:
            widget = PAGES[view.name].widget(self.window.navigator.widgets)
            if PAGES[view.name].title not in elsewhere and view.pages.currentWidget() is not widget:
                self.fail(f"the title line says {view.name}, but another page is shown")
        navigator = self.window.navigator
        if not navigator.is_shown(navigator.current):
            self.fail(f"the current page {navigator.current} is not shown")

    def check_focus(self) -> None:
        """Check that the keyboard focus is on a widget that is seen and enabled."""
        if self.fuzzed.is_presenting or QApplication.activeWindow() is not self.window:
            return
        focus = QApplication.focusWidget()
        if focus is None:
            self.fail("no widget has the keyboard focus")
        if not (focus.isVisible() and focus.isEnabled()):
            owner = type(focus.parentWidget()).__name__
            name = f"{type(focus).__name__} {focus.accessibleName()!r} of {owner}"
            self.fail(f"{name} has the keyboard focus, but is not seen")

    def check_messages(self) -> None:
        """Check that the line of messages shows one message at a time, and a lasting one once there is room."""
        status, notice = self.window.status, self.window.notice
        if not status.isVisible():
            return
        message = status.currentMessage()
        shown = [message] * bool(message) + [notice.text] * notice.isVisible()
        if len(shown) > 1:
            self.fail(f"two messages at a time: {shown}")
        if notice.text and not shown:
            self.fail(f"the message {notice.text!r} is not shown")

    def check_conditions(self) -> None:
        """Check that each command is enabled as its condition says, and undo and redo as the current steps say."""
        steps, actions = self.document.steps, self.window.menus.actions_by_name
        wanted = {name: command.when.holds(self.window) for name, command in COMMANDS.items() if command.when}
        wanted |= {"undo": steps.canUndo(), "redo": steps.canRedo()}
        for name, is_enabled in wanted.items():
            if actions[name].isEnabled() != is_enabled:
                self.fail(f"the command {name} is {'dis' * is_enabled}enabled against its condition")

    def check_place(self) -> None:
        """Check that the board stands at the same place whenever the window has the same size."""
        if self.fuzzed.is_presenting or not self.window.isVisible():
            return
        look = tuple(self.window.preferences.by_name[name].value for name in BOARD_LOOK)
        key = (*self.window.size().toTuple(), *look)
        rect = self.board.board_geometry.board_rect
        place = QRect(self.board.mapTo(self.window, rect.topLeft()), rect.size())
        known = self._places.setdefault(key, place)
        if place != known:
            self.fail(f"the board stood at {known.getRect()} in a window of {key}, now at {place.getRect()}")

    def check_workspace(self) -> None:
        """Check that pieces are set up freely in the workspace of positions, and that the tool bar marks it."""
        current = self.window.workspaces.current
        if self.window.document.edits_freely != (current == "position"):
            self.fail(f"in the workspace {current} pieces are {'not ' * (current == 'position')}set up freely")
        for name in ("position", "games", "explore"):
            if self.window.menus.actions_by_name[f"show_{name}"].isChecked() != (name == current):
                self.fail(f"the tool bar does not mark the workspace {current}")
