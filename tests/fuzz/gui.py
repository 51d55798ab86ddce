"""Works the real window at random: mouse, keys, drops, typing, layers, styles, docks, dialogs, themes and files.

After each event nothing may have been raised or complained about by Qt, and position, FEN line, picture and masks must
agree. Now and then the board is painted anew to compare, every panel and window is read anew to compare, everything is
undone and done again step by step, and the program is started a second time from what is kept. Neither memory nor
widgets may have grown at the end. The same seed gives the same events; only what timers do in between can differ.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import random
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

from PySide6.QtCore import (
    QEvent,
    QMessageLogContext,
    QMimeData,
    QObject,
    QPoint,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QColor, QDesktopServices, QDrag, QGuiApplication, QKeySequence, QPixmapCache
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QColorDialog,
    QComboBox,
    QDialog,
    QDockWidget,
    QFileDialog,
    QListWidget,
    QTabWidget,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.position import PIECES, START, FenError, Position
from pawnviz.core.catalog.presets import presets
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.model.layers.layer_list import BLACK, WHITE
from pawnviz.model.layers.state import FIRST_SHOWN
from pawnviz.model.settings import TOOLS
from pawnviz.view.app import Program, make_application
from pawnviz.view.board.drops import piece_mime
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.panel import ROW_COMMANDS
from pawnviz.view.layers.style import StyleEditor
from tests.fuzz.agreement import comparison_fault, marks_of_change, rich_by_accident, stale_parts
from tests.fuzz.windows import Visitor, give_keys, type_text, write_files
from tests.view.hands import (
    CONTROL,
    NONE,
    Hand,
    drag_leaves,
    drags_over,
    drops,
    enters,
    painted,
    painted_afresh,
    picture_anew,
)

LOG_LENGTH: Final = 30
"""The number of events that are told when something goes wrong."""

CHECK_ALL: Final = 50
"""Every so many events all counts of the list are compared with the masks."""
CHECK_PAINTING: Final = 200
"""Every so many events the board is painted anew and compared with what the widget shows."""
CHECK_PANELS: Final = 100
"""Every so many events everything that is seen is brought up to date by force and must look as before."""
CHECK_START: Final = 2000
"""Every so many events a second program is started from what is kept."""
CHECK_HISTORY: Final = 250
"""Every so many events everything is undone and done again; fewer than the steps that are kept."""

MEASURE: Final = 5000
"""Every so many events the memory is measured; from the first time on it must not grow, when caches are full."""
MOST_GROWTH: Final = 15.0
"""The megabytes that 10,000 events may cost. A window that leaks one board of 600 by 600 pixels in a hundred events
costs 144; what the allocator scatters stays below five."""
MOST_WIDGETS: Final = 100
"""How many widgets may be there more at the end than when they were first counted: lists that dropped down and such."""

PATIENCE: Final = 120.0
"""The seconds that a hundred events may take before the process is given up as stuck."""

LARGEST: Final = 4000
"""The length in pixels that no window reaches here."""

MEGABYTE: Final = 1024 * 1024

BUTTONS: Final = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
MODIFIERS: Final = (
    *([Qt.KeyboardModifier.NoModifier] * 6),
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
BOARD_KEYS: Final = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
)
SHORTCUTS: Final = (
    *(keys for command in COMMANDS for keys in command.keys if command.name != "quit"),
    *TOOL_KEYS.values(),
    *PRESET_KEYS,
    *(keys for command in ROW_COMMANDS for keys in command.keys),
)
OWN_KEYS: Final = ("F4", "F7", "Ctrl+D", "Delete", "Ctrl+Shift+E")
"""Keys of the list for layers of the user's own."""
TEXTS: Final = (
    START.fen(),
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/8/3pP3/8/8/8 b - e3",
    "kkkkkkkk/8/8/8/8/8/8/PPPPPPPP w KQkq a6 0 1",
    '8/8/4P3/3P2P1/2P4P/8/8/8 w - - bm Kf5; id "a; b"; hmvc 12; fmvn 40;',
    "PPPPPPPP/" * 7 + "PPPPPPPP b KQkq - 9999 9999",
    "",
    " \n\t ",
    "8/8/8/9/8/8/8/8 w - - 0 1",
    "\0\0",
    "٨/٨/٨/٨/٨/٨/٨/٨ w - - ٠ ١",
    "<h1>8/8</h1><img src='file:///nowhere'>",
    "\U0001f600" * 20,
    "x" * 50_000,
    "8/" * 20_000,
    "1. e4 e5 2. Nf3 Nc6",
)
TYPED: Final = "pPnNbBrRqQkK12345678/ -wbKQkqa3h6 09xX<&é"
SEARCHED: Final = ("span", "pawn front", "zzz", "a", "safe sq", "é<b>", "islands")


class ComplaintError(Exception):
    """Something that must not be: what was raised, said by Qt, or does not agree."""


class Links(QObject):
    """Links to other programs, which are not opened here."""

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        """Do nothing."""


class Impatience(QObject):
    """Closes menus that wait in an event loop of their own, such as those of tool buttons."""

    def __init__(self) -> None:
        """Begin."""
        super().__init__()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._close)
        self._timer.start(100)

    @Slot()
    def _close(self) -> None:
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            popup.close()


class Clumsy:
    """Somebody who does anything at all in the window; ``random`` decides what."""

    def __init__(self, seed: int, folder: Path, diary: TextIO) -> None:
        """Start the program over an empty folder; everything done is written into the diary before it is done."""
        self.diary = diary
        self.impatience = Impatience()
        self.random = random.Random(seed)
        self.folder = folder
        self.log: deque[str] = deque(maxlen=LOG_LENGTH)
        self.faults: list[str] = []
        self.program = Program(None, folder / "settings")
        self.document = self.program.document
        self.layers = self.program.layers
        self.window = self.program.window
        self.board = self.window.board
        self.fen = self.window.fen_line
        self.hand = Hand(self.board)
        self.start_position = self.document.position
        self.window.resize(1024, 700)
        self.program.show()
        self.panels = self.window.panels
        self.window.activateWindow()
        for _ in range(10):
            QApplication.processEvents()
        self.paths, self.save_paths = write_files(folder)
        self.visitor = Visitor(self.window, self.random, self.say, self.paths)
        self.events = self.make_events()
        self.weights = [weight for weight, _ in self.events]

    def make_events(self) -> list[tuple[int, Callable[[], None]]]:
        """Return everything that is done, and how often."""
        return [
            (20, self.move_mouse),
            (14, self.press_mouse),
            (14, self.release_mouse),
            (10, self.drag_on_board),
            (2, self.lose_release),
            (14, self.press_board_key),
            (10, self.press_shortcut),
            (8, self.type_pieces),
            (5, self.use_action),
            (4, self.choose_tool),
            (10, self.type_in_fen_line),
            (2, self.paste),
            (2, self.repair),
            (3, self.search),
            (10, self.point_at_layers),
            (6, self.click_layers),
            (4, self.press_key_in_layers),
            (4, self.change_layers),
            (3, self.change_style),
            (3, self.use_style_editor),
            (4, self.use_fields),
            (4, self.drop_piece),
            (2, self.drop_something),
            (8, self.carry),
            (4, self.pin_squares),
            (2, self.resize),
            (2, self.move_docks),
            (6, self.click_anywhere),
            (2, self.wheel_anywhere),
            (2, self.change_theme),
            (6, self.undo_or_redo),
            (2, self.use_gallery),
            (2, self.close_dialogs),
            (3, self.come_back),
            (2, self.turn_pages),
            (1, self.leave),
            (1, self.save_now),
            *self.visitor.events(),
        ]

    # One event and what must be the case after it

    def do_something(self, number: int) -> None:
        """Do one thing and check; raises ``ComplaintError``."""
        event = self.random.choices(self.events, self.weights)[0][1]
        event()
        QApplication.processEvents()
        self.close_popups()
        self.check()
        self.check_picture()
        if number % CHECK_ALL == 0:
            self.check_all()
        if number % CHECK_PAINTING == 0:
            self.check_painting()
        if number % CHECK_PANELS == 0:
            self.check_panels()
        if number % CHECK_HISTORY == 0:
            self.check_history()
        if number % CHECK_START == 0:
            self.check_start()

    def say(self, text: str) -> None:
        """Note what is about to be done."""
        self.log.append(text)
        self.diary.write(f"{text}\n")
        self.diary.flush()

    def complain(self, text: str) -> None:
        """Stop with what is wrong."""
        raise ComplaintError(text)

    def check(self) -> None:
        """Check what must be the case after each event."""
        if self.faults:
            self.complain("\n".join(self.faults))
        position = self.document.position
        fen = position.fen()
        if Position.from_fen(fen) != position:
            self.complain(f"the position is not that of its own FEN {fen}")
        self.check_line(position, fen)
        fault = comparison_fault(self.window, position)
        if fault:
            self.complain(fault)

    def check_picture(self) -> None:
        """Check what the board is about to paint, and one layer of the list."""
        if self.board.picture != picture_anew(self.board, self.document, self.layers):
            self.complain("the board's picture is not that of the position and the shown layers")
        self.check_layer(self.random.choice(self.layers.identifiers()))
        if self.board.what_if is not None:
            self.check_held(self.board.what_if)

    def check_held(self, what_if: Position) -> None:
        """Check the marks of what the piece that is held would change."""
        expected = marks_of_change(self.board, self.layers, self.document.position, what_if)
        if [cell.marks for cell in self.board.seen_picture.cells] != expected:
            self.complain(f"the marks are not those of the change to {what_if.fen()}")

    def check_panels(self) -> None:
        """Check that everything that is seen is up to date, and that no text is taken for HTML by accident."""
        self.say("compare the panels")
        give_keys(self.board)
        self.point_at_nothing()
        for _ in range(3):
            QApplication.processEvents()
        for name in stale_parts(self.window):
            self.complain(f"{name} was not up to date")
        for text in rich_by_accident(self.window):
            self.complain(f"a label takes for HTML what is none: {text[:200]!r}")
        self.check()

    def check_start(self) -> None:
        """Start the program a second time from what is kept, and compare it with the first."""
        self.say("start a second program")
        for dialog in self.dialogs():
            dialog.close()
        self.close_popups()
        self.program.autosave.flush()
        if self.layers.exhibits():
            self.complain(f"the windows are closed, but left {self.layers.identifiers()[-1]} on the board")
        if not self.layers.current:
            self.layers.set_current(FIRST_SHOWN)  # None at all is not kept.
            self.program.autosave.flush()
        second = Program(None, self.folder / "settings")
        parts = self.layers.state(), second.layers.state()
        for what, mine, others in (
            ("position", self.document.position, second.document.position),
            ("file", self.document.path, second.document.path),
            ("modified flag", self.document.modified, second.document.modified),
            *(
                (f"{part} of layers", *(state.get(part) for state in parts))
                for part in parts[0].keys() | parts[1].keys()
            ),
            ("own layers", self.layers.user_layers, second.layers.user_layers),
            ("tool", self.board.tool, second.window.board.tool),
            ("theme", self.window.theme_choice, second.window.theme_choice),
            ("flip", self.board.flipped, second.window.board.flipped),
            ("notice", "", second.window.notice.text),
        ):
            if mine != others:
                self.complain(f"the second program has another {what}: {str(others)[:2000]}, not {str(mine)[:2000]}")
        second.window.deleteLater()
        second.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def check_sizes(self) -> None:
        """Check that nothing has burst its frame."""
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and max(widget.size().toTuple()) > LARGEST:
                self.complain(f"{type(widget).__name__} {widget.windowTitle()} is {widget.size().toTuple()} large")

    def check_line(self, position: Position, fen: str) -> None:
        """Check that the FEN line shows the position, or a text that cannot be read with its error."""
        text = self.fen.edit.text()
        try:
            read = Position.from_fen(text)
        except FenError as error:
            if self.fen.error is None:
                self.complain(f"the FEN line has no error for {text[:200]!r}: {error}")
            if self.fen.message != error.message:
                self.complain(f"the FEN line says {self.fen.message!r}, not {error.message!r}")
            return
        if self.fen.error is not None:
            self.complain(f"the FEN line has an error for {text!r}: {self.fen.error}")
        if read != position:
            self.complain(f"the FEN line has {text!r}, the position is {fen}")
        focus = QApplication.focusWidget()
        elsewhere = focus is not None and focus.window() is self.window and focus is not self.fen.edit
        if elsewhere and text != fen:
            self.complain(f"the FEN line was left with {text!r}, not {fen}")

    def check_layer(self, identifier: str) -> None:
        """Check a layer's counts and boxes in the list."""
        sides = self.document.position.sides()
        layer = self.layers.layer(identifier)
        for column, side, white in ((WHITE, sides[0], True), (BLACK, sides[1], False)):
            index = self.layers.index_of(identifier, column)
            mask = layer(side)
            if self.layers.mask(identifier, white) != mask:
                self.complain(f"the list has another mask of {identifier} than the core")
            if index.data(Qt.ItemDataRole.DisplayRole) != str(popcount(mask)):
                self.complain(f"the list counts {index.data()} squares of {identifier}, the core {popcount(mask)}")
            checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
            if checked != self.layers.is_shown(identifier, white):
                self.complain(f"the box of {identifier} is not what is shown")

    def check_all(self) -> None:
        """Check every layer, and what the window says of history and file."""
        for identifier in self.layers.identifiers():
            self.check_layer(identifier)
        stack = self.document.undo_stack
        for name, possible in (("undo", stack.canUndo()), ("redo", stack.canRedo())):
            if self.window.actions_by_name[name].isEnabled() != possible:
                self.complain(f"the command {name} is not enabled as the history says")
        if self.window.isWindowModified() != self.document.modified:
            self.complain("the title is not modified as the document says")
        if self.board.flipped != self.window.actions_by_name["flip"].isChecked():
            self.complain("the board is not flipped as the command says")
        if not self.panels.tools.button(self.board.tool).isChecked():
            self.complain("the palette has another tool than the board")
        self.check_sizes()

    def check_painting(self) -> None:
        """Put away everything that is painted above the picture and compare the board with one painted anew."""
        self.say("compare the painting")
        self.put_away()
        self.point_at_nothing()
        if self.board.spotlight is not None:
            self.complain("squares are pointed out by nothing")
        own_pawn = self.board.show_own_pawn
        self.board.set_show_own_pawn(False)
        self.board.set_illegal_squares(0)
        if painted(self.board) != painted_afresh(self.board, self.document, self.layers):
            self.complain("the board shows another picture than one painted anew")
        self.board.set_show_own_pawn(own_pawn)
        self.board.set_illegal_squares(self.fen.illegal_squares)
        self.window.grab()

    def put_away(self) -> None:
        """Let go of everything on the board."""
        for button in BUTTONS:
            if self.hand.buttons & button:
                self.hand.release(QPoint(1, 1), button)
        self.hand.modifiers = Qt.KeyboardModifier.NoModifier
        self.hand.move(QPoint(1, 1))
        drag_leaves(self.board)
        tool = self.board.tool
        give_keys(self.board)
        for _ in range(4):
            QTest.keyClick(self.board, Qt.Key.Key_Escape)
        self.board.set_tool(tool)
        self.board.clear_drawings()
        self.board.set_shift_held(False)
        QApplication.processEvents()

    def point_at_nothing(self) -> None:
        """Let the pointer leave everything."""
        children: list[QWidget] = self.window.findChildren(QWidget)
        for child in children:
            if isValid(child):
                QApplication.sendEvent(child, QEvent(QEvent.Type.Leave))

    def check_history(self) -> None:
        """Undo everything, which leads to the start, do it again, and begin a new history."""
        self.say("undo and redo everything")
        self.put_away()
        stack = self.document.undo_stack
        kept = stack.count() < stack.undoLimit()
        while stack.canRedo():
            stack.redo()
        last = self.document.position
        passed = [last]
        while stack.canUndo():
            self.window.actions_by_name["undo"].trigger()
            passed.append(self.document.position)
        if kept and self.document.position != self.start_position:
            self.complain(f"undo leads to {self.document.position.fen()}, not to {self.start_position.fen()}")
        self.check()
        for position in reversed(passed[:-1]):
            self.window.actions_by_name["redo"].trigger()
            if self.document.position != position:
                self.complain(f"redo leads to {self.document.position.fen()}, not to {position.fen()}")
        if stack.canRedo():
            self.complain("there is more to redo than was undone")
        self.check()
        self.document.restore(last, self.document.path, modified=self.document.modified)
        self.start_position = last
        self.check()

    def close_popups(self) -> None:
        """Close menus and lists that drop down, and boxes that would stop everything else."""
        for _ in range(5):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                self.activate_something()
                return
            popup.close()
            QApplication.processEvents()
        self.complain(f"{popup!r} does not close")

    def activate_something(self) -> None:
        """Activate the main window where the active one is gone, as a window system does."""
        active = QApplication.activeWindow()
        if active is None or not active.isVisible() or active.windowType() == Qt.WindowType.Popup:
            self.window.activateWindow()
            QApplication.processEvents()

    # The board

    def point(self) -> QPoint:
        """Return a point on the board, most often the middle of a square, sometimes beside it or far away."""
        choice = self.random.random()
        if choice < 0.7:
            return self.board.square_center(self.random.randrange(64))
        if choice < 0.95:
            return QPoint(self.random.randrange(self.board.width()), self.random.randrange(self.board.height()))
        return QPoint(self.random.randrange(-500, 2000), self.random.randrange(-500, 2000))

    def move_mouse(self) -> None:
        """Move the pointer over the board."""
        point = self.point()
        self.hand.modifiers = self.random.choice(MODIFIERS)
        self.say(f"move to {point.toTuple()} with {self.hand.buttons.name} and {self.hand.modifiers.name}")
        self.hand.move(point)

    def press_mouse(self) -> None:
        """Press a button on the board."""
        point, button = self.point(), self.random.choice(BUTTONS)
        self.hand.modifiers = self.random.choice(MODIFIERS)
        self.say(f"press {button.name} at {point.toTuple()}")
        if self.random.random() < 0.1:
            self.hand.double_click(point, button)
        else:
            self.hand.press(point, button)

    def release_mouse(self) -> None:
        """Let go of a button over the board."""
        point, button = self.point(), self.random.choice(BUTTONS)
        self.hand.modifiers = self.random.choice(MODIFIERS)
        self.say(f"release {button.name} at {point.toTuple()} with {self.hand.modifiers.name}")
        self.hand.release(point, button)

    def drag_on_board(self) -> None:
        """Drag over the board."""
        points = [self.point() for _ in range(self.random.randint(1, 4))]
        button = self.random.choice(BUTTONS)
        self.hand.modifiers = self.random.choice(MODIFIERS)
        self.say(f"drag {button.name} through {[point.toTuple() for point in points]}")
        self.hand.drag(*points, button=button)

    def lose_release(self) -> None:
        """Let go of all buttons where the board does not hear of it."""
        self.say("buttons are released elsewhere")
        self.hand.buttons = Qt.MouseButton.NoButton

    def leave(self) -> None:
        """Leave the board with the pointer."""
        self.say("the pointer leaves the board")
        QApplication.sendEvent(self.board, QEvent(QEvent.Type.Leave))

    def drop_piece(self) -> None:
        """Drag a piece from the palette over the board, drop it or go away."""
        data = piece_mime(self.random.choice(PIECES))
        points = [self.point() for _ in range(3)]
        dropped = self.random.random() < 0.8
        self.say(f"drag a piece through {[point.toTuple() for point in points]}, {dropped=}")
        if enters(self.board, points[0], data):
            drags_over(self.board, points[1], data)
            if dropped:
                drops(self.board, points[2], data)
            else:
                drag_leaves(self.board)

    def carry(self) -> None:
        """Carry a piece over the board, with something else in between now and then, and put it down."""
        pieces = [square for square in range(64) if self.document.position.piece_at(square) is not None]
        if not pieces:
            return
        self.put_away()
        self.board.set_tool("hand")
        source = self.random.choice(pieces)
        copying = self.random.random() < 0.3
        self.say(f"carry from {source}, {copying=}")
        hand, board = self.hand, self.board
        hand.move(board.square_center(source))
        hand.press(board.square_center(source))
        hand.modifiers = CONTROL if copying else NONE
        disturbed = self.random.random() < 0.4
        target: int | None = source
        for _ in range(self.random.randint(1, 4)):
            target = self.random.choice((*range(64), None))
            point = QPoint(1, 1) if target is None else board.square_center(target)
            self.say(f"carry to {target}")
            hand.move(point)
            if disturbed:
                self.disturb()
            else:
                self.check_carried(source, target, copying)
            self.check_picture()
        before = self.document.position
        hand.release(QPoint(1, 1) if target is None else board.square_center(target))
        hand.modifiers = NONE
        if not disturbed and self.document.position != carried(before, source, target, copying):
            self.complain(f"putting down {source} on {target} leads to {self.document.position.fen()}")

    def check_carried(self, source: int, target: int | None, copying: bool) -> None:
        """Check that the board shows what putting down the piece that is carried would change."""
        position = self.document.position
        expected = carried(position, source, target, copying)
        if (self.board.what_if or position) != expected:
            self.complain(f"carried from {source} to {target}: the board thinks of {self.board.what_if}")

    def disturb(self) -> None:
        """Do what else can happen while the mouse holds something."""
        keys = self.random.choice(
            ("V", "Shift+V", "F", "C", "O", "I", "Ctrl+Z", "Ctrl+Y", "M", "S", "Ctrl+1", "Ctrl+0")
        )
        self.say(f"press {keys} meanwhile")
        QTest.keySequence(self.focused(), QKeySequence(keys))
        QApplication.processEvents()

    def pin_squares(self) -> None:
        """Pin a square by click or key, or release it."""
        square = self.random.randrange(64)
        by_key = self.random.random() < 0.5
        self.say(f"pin {square}, {by_key=}")
        if by_key:
            self.hand.move(self.board.square_center(square))
            self.window.actions_by_name["pin_square"].trigger()
        else:
            self.hand.modifiers = NONE
            self.hand.click(self.board.square_center(square))

    # Keys

    def focused(self) -> QWidget:
        """Return the widget that has the keys."""
        return QApplication.focusWidget() or self.board

    def press_board_key(self) -> None:
        """Press a key where the keys go, most often to the board."""
        if self.random.random() < 0.7:
            give_keys(self.board)
        key, modifiers = self.random.choice(BOARD_KEYS), self.random.choice(MODIFIERS)
        self.say(f"press {key.name} with {modifiers.name} in {type(self.focused()).__name__}")
        QTest.keyClick(self.focused(), key, modifiers)

    def press_shortcut(self) -> None:
        """Press one of the window's keys."""
        keys = self.random.choice(SHORTCUTS)
        self.say(f"press {keys} in {type(self.focused()).__name__}")
        QTest.keySequence(self.focused(), QKeySequence(keys))

    def type_pieces(self) -> None:
        """Type letters on the board."""
        text = "".join(self.random.choices(PIECES + "xdz", k=self.random.randint(1, 3)))
        give_keys(self.board)
        self.say(f"type {text!r} on the board")
        type_text(self.focused(), text)

    def undo_or_redo(self) -> None:
        """Undo or redo some steps."""
        name, count = self.random.choice(("undo", "undo", "redo")), self.random.randint(1, 4)
        self.say(f"{name} {count} times")
        for _ in range(count):
            self.window.actions_by_name[name].trigger()

    def use_action(self) -> None:
        """Carry out a command, as from the menu."""
        name = self.random.choice([command.name for command in COMMANDS if command.name != "quit"])
        self.say(f"command {name}")
        self.window.actions_by_name[name].trigger()

    # The FEN line

    def type_in_fen_line(self) -> None:
        """Edit the FEN in place."""
        edit = self.fen.edit
        if not edit.hasFocus():
            self.say("go to the FEN line")
            self.window.activateWindow()
            QApplication.processEvents()
            self.fen.focus()
            if self.random.random() < 0.5:
                edit.setCursorPosition(self.random.randint(0, len(edit.text())))
        choice = self.random.random()
        if choice < 0.5:
            text = "".join(self.random.choices(TYPED, k=self.random.randint(1, 4)))
            self.say(f"type {text!r} into the FEN line")
            type_text(edit, text)
        elif choice < 0.6:
            text = self.random.choice(TEXTS[:8])
            self.say(f"type {text!r} over the FEN line")
            edit.selectAll()
            type_text(edit, text[: self.random.randint(1, len(text))])
        else:
            keys = ("Backspace", "Delete", "Home", "End", "Left", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+X", "Ctrl+V")
            key = self.random.choice((*keys, "Return", "Escape", "Ctrl+Backspace", "Shift+Left", "Ctrl+C"))
            self.say(f"press {key} in the FEN line")
            QTest.keySequence(edit, QKeySequence(key))

    def paste(self) -> None:
        """Paste an odd text wherever the keys go."""
        text = self.random.choice(TEXTS)
        self.say(f"paste {text[:60]!r} in {type(self.focused()).__name__}")
        QGuiApplication.clipboard().setText(text)
        QTest.keySequence(self.focused(), QKeySequence("Ctrl+V"))

    def repair(self) -> None:
        """Repair what is not legal, the first or a further problem."""
        actions = [action for action in self.fen.more_button.menu().actions() if action.isEnabled()]
        if actions and self.fen.more_button.isVisible() and self.random.random() < 0.5:
            action = self.random.choice(actions)
            self.say(f"repair {action.text()!r}")
            action.trigger()
        elif self.fen.repair_button.isVisible():
            self.say(f"repair {self.fen.repair_button.text()!r}")
            self.fen.repair_button.click()

    # The layers

    def search(self) -> None:
        """Search for a layer."""
        field = self.panels.layer_panel.search_field
        text = self.random.choice(SEARCHED)
        self.say(f"search for {text!r}")
        give_keys(self.board)
        self.window.find_layer()
        if self.random.random() < 0.5:
            field.selectAll()
            type_text(field, text)
        else:
            QTest.keyClick(field, self.random.choice((Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Backspace)))

    def row_point(self) -> QPoint:
        """Return a point of the list of layers."""
        area = self.panels.layer_panel.tree.viewport()
        return QPoint(self.random.randrange(max(1, area.width())), self.random.randrange(max(1, area.height())))

    def point_at_layers(self) -> None:
        """Move the pointer over the list, which previews layers, or away from it."""
        tree = self.panels.layer_panel.tree
        point = self.row_point()
        if self.random.random() < 0.2:
            self.say("the pointer leaves the list")
            QApplication.sendEvent(tree.viewport(), QEvent(QEvent.Type.Leave))
        else:
            self.say(f"point at {tree.identifier_at(point) or 'a chapter'}")
            Hand(tree.viewport()).move(point)

    def click_layers(self) -> None:
        """Click into the list."""
        tree = self.panels.layer_panel.tree
        point, hand = self.row_point(), Hand(tree.viewport())
        hand.modifiers = self.random.choice(MODIFIERS)
        button = self.random.choice((*([Qt.MouseButton.LeftButton] * 5), Qt.MouseButton.RightButton))
        self.say(f"click {button.name} on {tree.identifier_at(point)} with {hand.modifiers.name}")
        if self.random.random() < 0.2:
            hand.double_click(point, button)
        elif self.random.random() < 0.2:
            hand.press(point, button)
            hand.release(self.row_point(), button)
        else:
            hand.click(point, button)

    def press_key_in_layers(self) -> None:
        """Press a key in the list."""
        tree = self.panels.layer_panel.tree
        give_keys(tree)
        keys = ("Space", "Return", "Up", "Down", "Left", "Right", "Home", "End", "Alt+Up", "Alt+Down", "Ctrl+Return")
        key = self.random.choice((*keys, "Ctrl+R", "Ctrl+I", "Alt+Return", "Menu", *OWN_KEYS))
        self.say(f"press {key} in the list, at {self.layers.current}")
        QTest.keySequence(tree, QKeySequence(key))

    def change_layers(self) -> None:
        """Show other layers."""
        identifier = self.random.choice(self.layers.identifiers())
        choice = self.random.randrange(6)
        self.say(f"change layers {choice} with {identifier}")
        if choice == 0:
            self.layers.apply_preset(self.random.choice(presets()).layers)
        elif choice == 1:
            self.layers.set_shown(identifier, self.random.random() < 0.5, self.random.random() < 0.5)
        elif choice == 2:
            self.layers.show_alone(identifier)
        elif choice == 3:
            self.layers.move(identifier, self.random.randint(-4, 4))
        elif choice == 4:
            self.layers.restore(self.layers.state())
        else:
            self.layers.apply_preset(self.random.sample(tuple(LAYERS), 6))

    def style(self) -> Style:
        """Return any style."""
        family = self.random.choice(tuple(Family))
        mark = Mark(family, self.random.choice(SHAPES[family]), self.random.choice(("", "A", "é2")))
        white, black = (
            "" if self.random.random() < 0.5 else f"#{self.random.randrange(1 << 24):06x}" for _ in range(2)
        )
        return Style(mark, white, black, self.random.choice((0.2, 0.55, 1.0)))

    def change_style(self) -> None:
        """Draw a layer in another way, or in its own again."""
        identifier = self.random.choice(self.layers.identifiers())
        if self.random.random() < 0.4:
            self.say(f"reset the style of {identifier}")
            self.layers.reset_style(identifier)
        else:
            style = self.style()
            self.say(f"draw {identifier} as {style}")
            self.layers.set_style(identifier, style)

    def use_style_editor(self) -> None:
        """Change something in the style editor, opened where it is not."""
        panel = self.panels.layer_panel
        editor = panel.findChild(StyleEditor)
        if not isinstance(editor, StyleEditor) or not editor.isVisible():
            if self.layers.current:
                self.say(f"open the style editor for {self.layers.current}")
                panel.edit_style()
            return
        choice = self.random.randrange(6)
        self.say(f"style editor {choice}")
        if choice == 0:
            box = editor.mark_box
            model = box.model()
            marks = [row for row in range(box.count()) if model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled]
            box.setCurrentIndex(self.random.choice(marks))
            box.activated.emit(box.currentIndex())
        elif choice == 1:
            row = self.random.choice((editor.white_row, editor.black_row))
            self.random.choice(row.group.buttons()).click()
        elif choice == 2:
            editor.opacity_slider.setValue(self.random.randint(20, 100))
        elif choice == 3 and editor.label_field.isEnabled():
            type_text(editor.label_field, self.random.choice(("A", "é", "12", " ")))
        elif choice == 4:
            editor.reset_button.click()
        else:
            QTest.keyClick(editor, self.random.choice((Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Tab)))

    # What is beside the board

    def choose_tool(self) -> None:
        """Click a tool."""
        tool = self.random.choice(TOOLS)
        self.say(f"tool {tool}")
        button = self.panels.tools.button(tool)
        hand = Hand(button)
        if self.random.random() < 0.2:
            hand.drag(QPoint(10, 10), QPoint(60, 90))
        else:
            hand.click(QPoint(10, 10))

    def use_fields(self) -> None:
        """Change side to move, castling or en passant."""
        fields = self.panels.fields
        if self.random.random() < 0.3:
            box = fields.findChild(QComboBox)
            if isinstance(box, QComboBox):
                key = self.random.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End))
                self.say(f"press {key.name} in the en-passant list")
                give_keys(box)
                QTest.keyClick(box, key)
            return
        button = self.random.choice(fields.findChildren(QAbstractButton))
        if isinstance(button, QAbstractButton):
            self.say(f"click the field {button.accessibleName()}")
            button.click()

    def turn_pages(self) -> None:
        """Turn to another page of the inspector."""
        tabs = self.panels.inspector.findChild(QTabWidget)
        if isinstance(tabs, QTabWidget):
            page = self.random.randrange(tabs.count())
            self.say(f"page {page} of the inspector")
            tabs.setCurrentIndex(page)

    def drop_something(self) -> None:
        """Drop a text or a file on the window."""
        data = QMimeData()
        if self.random.random() < 0.5:
            text = self.random.choice(TEXTS)
            self.say(f"drop the text {text[:60]!r}")
            data.setText(text)
        else:
            path = self.random.choice(self.paths[1:])
            self.say(f"drop the file {path}")
            data.setUrls([QUrl.fromLocalFile(path)])
        target = self.random.choice((self.window, self.board))
        if enters(target, QPoint(5, 5), data):
            drops(target, QPoint(5, 5), data)
        else:
            self.complain("the window does not take a text or a file")

    def click_anywhere(self) -> None:
        """Click at any place of the window but the board."""
        point = QPoint(self.random.randrange(self.window.width()), self.random.randrange(self.window.height()))
        child = self.window.childAt(point)
        if child is None or child is self.board:
            return
        local = child.mapFrom(self.window, point)
        double = self.random.random() < 0.1
        self.say(
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
        self.say(f"wheel over {type(child).__name__} {child.objectName()}")
        Hand(child).wheel(child.mapFrom(self.window, point), self.random.choice((-3, -1, 1, 3)))

    # The window

    def resize(self) -> None:
        """Give the window another size."""
        if self.window.isMaximized():
            self.window.showNormal()
        size = self.random.choice(((1024, 700), (640, 480), (1180, 800), (1400, 900), (300, 300)))
        self.say(f"resize to {size}")
        self.window.resize(*size)

    def move_docks(self) -> None:
        """Close, open, float, dock or move a dock."""
        window = self.window
        docks: list[QDockWidget] = window.findChildren(QDockWidget)
        dock = self.random.choice(docks)
        choice = self.random.randrange(5)
        self.say(f"dock {dock.objectName()} {choice}")
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
            for each in (window.editor_dock, window.layers_dock, window.inspector_dock):
                each.setFloating(False)
                each.show()

    def change_theme(self) -> None:
        """Choose a theme, or have the system change its own."""
        choice = self.random.choice(("system", "light", "dark", ""))
        self.say(f"theme {choice or 'of the system changes'}")
        if choice:
            self.window.actions_by_name[f"theme_{choice}"].trigger()
        else:
            QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)

    def come_back(self) -> None:
        """Give the keys to the window and its board."""
        self.say("back to the board")
        self.window.activateWindow()
        QApplication.processEvents()
        self.window.focus_board()

    def dialogs(self) -> list[QDialog]:
        """Return the further windows that are open, in the order of their titles."""
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog)]
        return sorted((dialog for dialog in found if dialog.isVisible()), key=QDialog.windowTitle)

    def close_dialogs(self) -> None:
        """Close some of the further windows, by the button or by Escape."""
        for dialog in self.dialogs():
            if self.random.random() < 0.4:
                continue
            by_key = self.random.random() < 0.5
            self.say(f"close {dialog.windowTitle()}, {by_key=}")
            if by_key:
                QTest.keyClick(dialog, Qt.Key.Key_Escape)
            else:
                dialog.close()
            if dialog.isVisible():
                self.complain(f"{dialog.windowTitle()} does not close")

    def use_gallery(self) -> None:
        """Do something in the errata gallery, opened where it is not."""
        gallery = next((dialog for dialog in self.dialogs() if dialog.windowTitle() == "Errata gallery"), None)
        if gallery is None:
            self.say("open the gallery")
            self.window.further_windows.open_errata()
            return
        exhibits = gallery.findChild(QListWidget)
        if isinstance(exhibits, QListWidget) and self.random.random() < 0.6:
            row = self.random.randrange(exhibits.count())
            self.say(f"exhibit {row}")
            exhibits.setCurrentRow(row)
            exhibits.itemActivated.emit(exhibits.item(row))
        else:
            buttons = [button for button in gallery.findChildren(QAbstractButton) if button.isEnabled()]
            button = self.random.choice(buttons)
            if isinstance(button, QAbstractButton):
                self.say(f"gallery: {button.text()}")
                button.click()

    def save_now(self) -> None:
        """Write settings and session, and read the settings back as the next start would."""
        self.say("write settings and session")
        self.program.autosave.flush()
        settings, session, _ = self.program.gather()
        if Position.from_fen(session.fen) != self.document.position:
            self.complain("the session has another position")
        if settings.layers != self.layers.state():
            self.complain("the settings have other layers")

    # For the memory

    def settle(self) -> None:
        """Bring everything that is kept for speed to the same small size."""
        self.open_everything_once()
        for dialog in self.dialogs():
            dialog.close()
        self.close_popups()
        self.window.comparison.unpin()
        self.layers.set_user_layers(UserLayers())
        self.layers.restore({})
        for dock in (self.window.editor_dock, self.window.layers_dock, self.window.inspector_dock):
            dock.setFloating(False)
            dock.show()
        self.layers.apply_preset(presets()[0].layers)
        self.window.resize(1024, 700)
        for theme in ("dark", "light"):
            self.window.actions_by_name[f"theme_{theme}"].trigger()
            QApplication.processEvents()
            self.board.grab()
        self.put_away()
        QGuiApplication.clipboard().clear()
        QPixmapCache.clear()
        self.document.undo_stack.clear()
        self.start_position = self.document.position
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def open_everything_once(self) -> None:
        """Open every window and dock, so that what is made when it is first needed is there."""
        self.layers.set_current(FIRST_SHOWN)
        self.panels.layer_panel.edit_style()
        for command in ("open_bench", "open_check", "compare_definitions", "open_errata", "list_keys", "new_layer"):
            self.window.actions_by_name[command].trigger()
            QApplication.processEvents()
        for dock in (self.window.steps_dock, self.window.compare_dock):
            dock.show()
            QApplication.processEvents()
            dock.hide()


def carried(position: Position, source: int, target: int | None, copying: bool) -> Position:
    """Return the position after a piece was put down on a square, or beside the board; as a copy or not."""
    if target == source:
        return position
    if target is None:
        return position if copying else position.without_piece(source)
    return position.copied(source, target) if copying else position.moved(source, target)


def resident_megabytes() -> float:
    """Return the resident memory of this process after collecting garbage, 0 where the system does not tell."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, AttributeError, TypeError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


@contextmanager
def watched(faults: list[str]) -> Iterator[None]:
    """Collect what is raised in slots and what Qt complains about."""

    def note_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        faults.append("".join(traceback.format_exception(kind, error, trace)))

    def note_unraisable(what: Any) -> None:
        faults.append(f"{what.err_msg}: {what.exc_value!r} in {what.object!r}")

    def note_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        harmless = "This plugin does not support" in text
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not harmless:
            faults.append(f"Qt says: {text}")

    before = sys.excepthook, sys.unraisablehook
    sys.excepthook, sys.unraisablehook = note_error, note_unraisable
    former = qInstallMessageHandler(note_message)
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook = before
        qInstallMessageHandler(former)


@contextmanager
def answered(clumsy: Clumsy) -> Iterator[None]:
    """Answer what would wait for a person or another program: dialogs of files and colors, drags, links."""

    def choose_file(*_: Any) -> tuple[str, str]:
        return clumsy.random.choice(clumsy.paths), ""

    def choose_target(*_: Any) -> tuple[str, str]:
        return clumsy.random.choice(clumsy.save_paths), ""

    def choose_color(*_: Any) -> QColor:
        return QColor(clumsy.random.choice(("#123456", "#fedcba", "")))

    def drag_nowhere(*_: Any) -> Qt.DropAction:
        return Qt.DropAction.IgnoreAction

    kept = QFileDialog.getOpenFileName, QFileDialog.getSaveFileName, QColorDialog.getColor, QDrag.exec
    links = Links()
    slot: Any = "open"  # The declared type is bytes, the real one text.
    for scheme in ("http", "https"):
        QDesktopServices.setUrlHandler(scheme, links, slot)
    replace(QFileDialog, "getOpenFileName", choose_file)
    replace(QFileDialog, "getSaveFileName", choose_target)
    replace(QColorDialog, "getColor", choose_color)
    replace(QDrag, "exec", drag_nowhere)
    flash_time = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)  # A cursor that blinks would be a difference between two pictures.
    try:
        yield
    finally:
        replace(QFileDialog, "getOpenFileName", kept[0])
        replace(QFileDialog, "getSaveFileName", kept[1])
        replace(QColorDialog, "getColor", kept[2])
        replace(QDrag, "exec", kept[3])
        QApplication.setCursorFlashTime(flash_time)
        for scheme in ("http", "https"):
            QDesktopServices.unsetUrlHandler(scheme)


def replace(kind: type, name: str, method: object) -> None:
    """Put another method in the place of one."""
    setattr(kind, name, method)


def run(count: int, seed: int) -> int:
    """Do this many things in the window; print each tenth of the way, or what went wrong; return the exit status.

    Should the process itself come to an end, its last events are found in a file of the temporary folder.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not faulthandler.is_enabled():
        faulthandler.enable()
    faults: list[str] = []
    make_application()
    diary_path = Path(tempfile.gettempdir(), f"pawnviz-fuzz-gui-{os.getpid()}.log")
    with (
        tempfile.TemporaryDirectory(prefix="pawnviz-fuzz-") as folder,
        diary_path.open("w", errors="replace") as diary,
        watched(faults),
    ):
        clumsy = Clumsy(seed, Path(folder), diary)
        clumsy.faults = faults
        with answered(clumsy):
            status = _work(clumsy, count, seed)
        clumsy.window.close()
        clumsy.window.deleteLater()
        clumsy.program.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    faulthandler.cancel_dump_traceback_later()
    diary_path.unlink()
    return status


def measure(clumsy: Clumsy, number: int) -> tuple[int, float, int]:
    """Bring everything to the same state; print and return the number of events, the memory and the widgets."""
    clumsy.settle()
    memory, widgets = resident_megabytes(), len(QApplication.allWidgets())
    top = len(QApplication.topLevelWidgets())
    print(f"{number} events: {memory:.1f} MB resident, {widgets} widgets, {top} of them windows", flush=True)
    return number, memory, widgets


def _work(clumsy: Clumsy, count: int, seed: int) -> int:
    start = time.monotonic()
    measured: list[tuple[int, float, int]] = []
    number = 0
    try:
        for number in range(1, count + 1):
            if number % 100 == 1 and sys.__stderr__ is not None:
                faulthandler.dump_traceback_later(PATIENCE, exit=True, file=sys.__stderr__)
            clumsy.do_something(number)
            if number % MEASURE == 0:
                measured.append(measure(clumsy, number))
            if number % max(count // 10, 1) == 0:
                seconds = time.monotonic() - start
                print(f"{number} events, {number / seconds:.0f} in a second", flush=True)
        clumsy.check_history()
        clumsy.check_painting()
        clumsy.settle()
        clumsy.check_all()
        if len(measured) > 1:
            (first, before, widgets_before), (last, after, widgets_after) = measured[0], measured[-1]
            share = (after - before) * 10_000 / (last - first)
            if share > MOST_GROWTH:
                clumsy.complain(f"the memory grows by {share:.1f} MB in 10,000 events")
            if widgets_after - widgets_before > MOST_WIDGETS:
                clumsy.complain(f"there were {widgets_before} widgets and are {widgets_after}")
    except Exception:
        print("\n".join(clumsy.log), file=sys.stderr)
        print(f"{traceback.format_exc()}\nevent {number} of seed {seed} goes wrong", file=sys.stderr)
        return 1
    return 0
