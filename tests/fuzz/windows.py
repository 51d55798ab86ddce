"""What random hands do in the further windows and the panels beside the board, and the files that they find there.

A visitor opens a window now and then, and works any control of any window or dock: buttons, lists, fields,
sliders and tables, with texts that fit the field and others that do not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)

from pawnviz.core.board.bitboard import to_hex
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import SUFFIX, UserLayer, write_layers
from pawnviz.view.board.mask_view import MaskView
from pawnviz.view.commands import COMMANDS
from pawnviz.view.formula.edit import FormulaEdit
from pawnviz.view.formula.steps_view import StepsView
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.main_window import MainWindow
from tests.view.hands import LEFT, NONE, RIGHT, Hand, drops, enters, file_data

OPENING: Final = (
    "compare_definitions",
    "open_bench",
    "open_check",
    "new_layer",
    "new_layer",
    "import_layers",
    "import_layers",
    "export_layers",
    "open_errata",
    "list_keys",
    "about",
    "show_steps",
    "pin_position",
)
"""The commands that open a window or a dock."""

FORMULAS: Final = (
    "stops(own) & attacks(enemy)",
    "(rank_3 | rank_4) - front_attack_spans(own)",
    "a = north(own); a << 8 & ~enemy",
    "mine(own) | holes(enemy)",
    "mine(",
    "new_layer_(own)",
    "my_holes(own)",
    "0xff00",
    "{e4 d5}",
    "",
    "~",
    "knights(own) & light_squares",
    "é & <b>own</b>",
    "(" * 300,
)
MASKS: Final = (
    "0xff00",
    "65280",
    "d4 e4",
    "{}",
    "",
    "-1",
    "0x1ffffffffffffffff",
    "<h1>d4</h1>",
    "C64(0x1000)",
    "........\n" * 8,
    "x" * 300,
    "d4 e9",
    "0b1111",
    "\0é",
)
TITLES: Final = ("Mine", "My holes", "Holes & <b>more</b>", "", " ", "é", "\u200b", "x" * 80, "Front spans", "own")
WORDS: Final = ("span", "back", "zzz", "a")
KEYS: Final = (
    *("Up", "Down", "Left", "Right", "Home", "End", "Space", "Return", "Tab", "Backtab", "Delete", "Backspace"),
    *("Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Space", "Ctrl+S", "Ctrl+Return", "PgDown", "PgUp"),
)
MOST_CHARACTERS: Final = 60
"""The number of characters that are typed one by one; longer texts are pasted."""

Event = Callable[[], None]


def write_files(folder: Path) -> tuple[list[str], list[str]]:
    """Write files of positions, layers and masks, right and wrong ones; return paths to open and paths to save to."""
    position = Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    mine = UserLayer("mine", "Mine", "stops(own) - enemy", "Mine <b>and</b> more.")
    holes = UserLayer("my_holes", "My holes", "rank_4 & mine(own)")
    lines = [f"{name} white {position.fen()} {to_hex(LAYERS[name](position.sides()[0]))}" for name in LAYERS]
    texts = {
        "good.fen": f"{position.fen()}\n",
        "several.epd": f"# Two positions\n{START.fen()}\n8/1p6/8/8/8/8/1P6/8 w - - bm Kf5;\n",
        "bad.fen": "nothing here\n",
        "empty.fen": "",
        f"good{SUFFIX}": write_layers([mine, holes]),
        f"clashing{SUFFIX}": write_layers([UserLayer("mine", "Mine, too", "own"), holes]),
        f"faulty{SUFFIX}": write_layers([UserLayer("circle", "Circle", "circle(own)"), UserLayer("x", "", "(((")]),
        f"broken{SUFFIX}": write_layers([mine, holes])[:150],
        f"none{SUFFIX}": write_layers([]),
        f"other{SUFFIX}": "[1, 2",
        "masks.txt": "\n".join(lines * 4),
        "wrong-masks.txt": "\n".join([*lines, *(line + "1" for line in lines), "nothing", "a b c d"]),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "noise.bin").write_bytes(bytes(range(256)) * 8)
    found = ["", *(str(folder / name) for name in texts), str(folder / "noise.bin"), str(folder)]
    gone = [str(folder / "gone" / "gone.fen"), str(folder / f"gone{SUFFIX}")]
    saved = folder / "saved"
    saved.mkdir()
    targets = ["", str(saved / "new.fen"), str(saved / "plain"), str(saved / f"new{SUFFIX}"), str(folder), gone[0]]
    return found + gone, targets


class Visitor:
    """Somebody who opens the further windows and works whatever control is seen; ``random`` decides what."""

    def __init__(self, window: MainWindow, random: Random, say: Callable[[str], None], paths: list[str]) -> None:
        """Visit the windows of a main window; what is about to be done is said before."""
        self.window = window
        self.random = random
        self.say = say
        self.paths = paths

    def events(self) -> list[tuple[int, Event]]:
        """Return everything that is done, and how often."""
        return [
            (4, self.open_window),
            (26, self.work_a_control),
            (8, self.point_somewhere),
            (4, self.press_key),
            (3, self.take_offer),
            (8, self.compare_positions),
            (6, self.write_mask),
            (6, self.write_layer),
            (2, self.drop_file),
        ]

    # Where

    def roots(self) -> list[QWidget]:
        """Return the windows beside the main one and the open docks, in an order that does not depend on chance."""
        dialogs = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
        docks: list[QWidget] = [dock for dock in self.window.findChildren(QDockWidget) if dock.isVisible()]
        return [*sorted(dialogs, key=QWidget.windowTitle), *docks, self.window.notice]

    def controls(self, root: QWidget) -> list[QWidget]:
        """Return what can be worked in a window or dock."""
        kinds = (
            QAbstractButton,
            QComboBox,
            QLineEdit,
            QPlainTextEdit,
            QAbstractItemView,
            QAbstractSlider,
            QTabBar,
            MaskView,
            StepsView,
            SentenceList,
        )
        children: list[QWidget] = root.findChildren(QWidget)
        return [
            child
            for child in children
            if isinstance(child, kinds) and child.isVisible() and child.isEnabled() and child.window() is root.window()
        ]

    # What

    def open_window(self) -> None:
        """Open a further window or a dock by its command."""
        name = self.random.choice(OPENING)
        self.say(f"open {name}")
        self.window.actions_by_name[name].trigger()

    def work_a_control(self) -> None:
        """Work any control of any window or dock, more often of a window where there is one."""
        roots = self.roots()
        dialogs = [root for root in roots if isinstance(root, QDialog)]
        root = self.random.choice(dialogs if dialogs and self.random.random() < 0.6 else roots)
        controls = self.controls(root)
        if not controls:
            return
        control = self.random.choice(controls)
        name = control.accessibleName() or control.objectName() or getattr(control, "text", str)()
        self.say(f"work {type(control).__name__} {name!r} of {root.windowTitle() or type(root).__name__}")
        if isinstance(control, QComboBox):
            self.choose(control)
        elif isinstance(control, QPlainTextEdit):
            self.write(control, FORMULAS if isinstance(control, FormulaEdit) else MASKS)
        elif isinstance(control, QLineEdit):
            self.write(control, TITLES)
        elif isinstance(control, QAbstractSlider) and not isinstance(control, QScrollBar):
            control.setValue(self.random.randint(control.minimum(), control.maximum()))
        elif isinstance(control, QAbstractItemView):
            self.click(control.viewport())
        else:
            self.click(control)

    def choose(self, box: QComboBox) -> None:
        """Choose another entry of a list by wheel, key, typing, or by its place."""
        choice = self.random.randrange(4)
        if choice == 0:
            Hand(box).wheel(QPoint(5, 5), self.random.choice((-2, 1)))
        elif choice == 1:
            QTest.keyClick(box, self.random.choice((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)))
        elif choice == 2 and box.isEditable():
            give_keys(box)
            self.write(box, WORDS)
            QTest.keyClick(box, self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)))
        elif box.count():
            model = box.model()
            rows = [row for row in range(box.count()) if model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled]
            if rows:
                row = self.random.choice(rows)
                box.setCurrentIndex(row)
                box.activated.emit(row)

    def write(self, field: QWidget, texts: tuple[str, ...]) -> None:
        """Write a text over what stands in a field, paste it, or write it into the middle."""
        text = self.random.choice(texts)
        self.say(f"write {text[:60]!r}")
        give_keys(field)
        if self.random.random() < 0.7:
            QTest.keySequence(field, QKeySequence("Ctrl+A"))
            QTest.keyClick(field, Qt.Key.Key_Delete)
        if len(text) > MOST_CHARACTERS or "\n" in text or self.random.random() < 0.3:
            QGuiApplication.clipboard().setText(text)
            QTest.keySequence(field, QKeySequence("Ctrl+V"))
        else:
            type_text(field, text)

    def click(self, widget: QWidget) -> None:
        """Click, double-click or drag within a widget."""
        hand = Hand(widget)
        point = self.point_in(widget)
        choice = self.random.random()
        if isinstance(widget, QAbstractButton) and choice < 0.8:
            hand.click(widget.rect().center())
        elif choice < 0.1:
            hand.double_click(point)
        elif choice < 0.2:
            hand.drag(point, self.point_in(widget))
        elif choice < 0.25:
            hand.click(point, RIGHT)
        else:
            hand.click(point, LEFT)

    def point_in(self, widget: QWidget) -> QPoint:
        """Return any point of a widget."""
        return QPoint(self.random.randrange(max(1, widget.width())), self.random.randrange(max(1, widget.height())))

    def point_somewhere(self) -> None:
        """Move the pointer over a part of a window or dock, or away from it."""
        root = self.random.choice(self.roots())
        child = root.childAt(self.point_in(root)) or root
        if self.random.random() < 0.3:
            self.say(f"the pointer leaves {type(child).__name__}")
            QApplication.sendEvent(child, QEvent(QEvent.Type.Leave))
        else:
            self.say(f"point at {type(child).__name__} of {root.windowTitle() or type(root).__name__}")
            enter(child)
            Hand(child).move(self.point_in(child))

    def press_key(self) -> None:
        """Press a key in a control of a window or dock."""
        controls = self.controls(self.random.choice(self.roots()))
        if not controls:
            return
        control, keys = self.random.choice(controls), self.random.choice(KEYS)
        self.say(f"press {keys} in {type(control).__name__} {control.accessibleName()}")
        give_keys(control)
        QTest.keySequence(control, QKeySequence(keys))

    def take_offer(self) -> None:
        """Take what the notice above the board offers, or close it."""
        notice = self.window.notice
        if not notice.isVisible():
            return
        button = notice.offer_button if notice.offer_button.isVisible() else notice.close_button
        self.say(f"notice: {button.text() or 'close'}")
        button.click()

    def compare_positions(self) -> None:
        """Pin the position, switch to the pinned one and back, or pin none."""
        keys = self.random.choice(("Shift+V", "V", "V", "V", "unpin"))
        self.say(f"comparison: {keys}")
        if keys == "unpin":
            self.window.comparison.unpin()
        else:
            names = [command.name for command in COMMANDS if keys in command.keys]
            self.window.actions_by_name[names[0]].trigger()

    def write_mask(self) -> None:
        """Write a mask on the bench, or into the field for a pasted mask, where one is open."""
        fields = [
            field
            for root in self.roots()
            for field in self.controls(root)
            if isinstance(field, QPlainTextEdit) and "ask" in field.accessibleName()
        ]
        if fields:
            self.write(self.random.choice(fields), MASKS)

    def write_layer(self) -> None:
        """Write a part of the layer that is being written: title, name, formula or definition; or save it."""
        dialog = self.window.further_windows.workshop.dialog
        if not dialog.isVisible():
            return
        choice = self.random.randrange(6)
        self.say(f"layer that is written: {choice}")
        if choice == 0:
            self.write(dialog.title_field, TITLES)
        elif choice == 1:
            self.write(dialog.name_field, ("mine", "my_holes", "own", "é", "front_spans", "new_layer_"))
        elif choice in (2, 3):
            self.write(dialog.formula_edit, FORMULAS)
        elif choice == 4:
            self.write(dialog.definition_edit, TITLES)
        else:
            dialog.save_button.click()

    def drop_file(self) -> None:
        """Drop a file on any open window."""
        windows = [root for root in self.roots() if isinstance(root, QDialog)]
        if not windows:
            return
        window, path = self.random.choice(windows), self.random.choice(self.paths[1:])
        self.say(f"drop {path} on {window.windowTitle()}")
        data = file_data(path)
        if enters(window, QPoint(5, 5), data):
            drops(window, QPoint(5, 5), data)


def give_keys(widget: QWidget) -> None:
    """Have the keys go to a widget, in the window that is active from now on: nobody reaches it otherwise."""
    window = widget.window()
    if not window.isActiveWindow():
        window.activateWindow()
        QApplication.processEvents()
    widget.setFocus(Qt.FocusReason.MouseFocusReason)


def enter(widget: QWidget) -> None:
    """Let the pointer come over a widget."""
    middle = QPointF(widget.rect().center())
    QApplication.sendEvent(widget, QEnterEvent(middle, middle, QPointF(widget.mapToGlobal(middle.toPoint()))))


def type_text(widget: QWidget, text: str) -> None:
    """Type a text; ``QTest`` knows only the keys of ASCII."""
    for character in text:
        if character.isascii() and character.isprintable():
            QTest.keyClicks(widget, character)
        else:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(widget, QKeyEvent(kind, 0, NONE, character))
