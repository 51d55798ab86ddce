"""The windows beside the main one, whichever they are: they are opened, get files, and are closed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from pawnviz.view.sharing.export_dialog import ExportDialog
from pawnviz.view.user_layers.layer_editor import LayerEditor
from tests.fuzz.gui.part import Part, Shown, Step
from tests.view.hands import drops, enters, file_data

OPENING: Final = (
    "compare_definitions",
    "open_bench",
    "open_indexes",
    "open_manual",
    "open_glossary",
    "new_layer",
    "new_layer",
    "import_layers",
    "import_layers",
    "export_layers",
    "list_keys",
    "about",
    "export_picture",
    "export_sheet",
    "print_board",
    "export_game",
    "show_steps",
    "pin_position",
)
"""The commands that open a window or a dock."""


class WindowsPart(Part):
    """Opening and closing windows, and that each of them is up to date."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (4, self.open_window),
            (2, self.close_dialogs),
            (2, self.drop_file),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_temporary_layers)]

    def check_temporary_layers(self) -> None:
        """Check that temporary layers are on the board only while a window is open that may have brought them."""
        if not self.fuzzed.dialogs() and (self.layers.replaced is not None or self.layers.now.temporary):
            self.fail(f"the windows are closed, but left {tuple(self.layers.all)[-1]} on the board")

    def shown(self) -> Iterator[Shown]:
        """Yield the open windows, which read everything anew for the colors of another theme."""
        for dialog in self.fuzzed.dialogs():
            if not is_moving(dialog):
                yield Shown(dialog.windowTitle(), dialog, partial(send_palette_change, dialog))

    def settle(self) -> None:
        """Open every window once, so that what is made when it is first needed is there, and close all."""
        for command in (
            "open_bench",
            "open_indexes",
            "open_manual",
            "open_glossary",
            "compare_definitions",
            "list_keys",
            "new_layer",
            "export_picture",
            "export_sheet",
            "export_game",
            "print_board",
            "about",
        ):
            self.window.menus.actions_by_name[command].trigger()
            QApplication.processEvents()
        for dialog in self.fuzzed.dialogs():
            dialog.close()
        self.fuzzed.close_popups()

    def open_window(self) -> None:
        """Open a window or a dock by its command."""
        name = self.random.choice(OPENING)
        self.note(f"open {name}")
        self.window.menus.actions_by_name[name].trigger()

    def drop_file(self) -> None:
        """Drop a file on any open window."""
        windows = self.fuzzed.dialogs()
        if not windows:
            return
        window, path = self.random.choice(windows), self.random.choice(self.fuzzed.paths[1:])
        self.note(f"drop {path} on {window.windowTitle()}")
        data = file_data(path)
        if enters(window, QPoint(5, 5), data):
            drops(window, QPoint(5, 5), data)

    def close_dialogs(self) -> None:
        """Close some of the windows, by the button or by Escape."""
        for dialog in self.fuzzed.dialogs():
            if self.random.random() < 0.4:
                continue
            by_key = self.random.random() < 0.5
            self.note(f"close {dialog.windowTitle()}, {by_key=}")
            if by_key:
                self.press_escape(dialog)
            else:
                dialog.close()
            if dialog.isVisible():
                self.fail(f"{dialog.windowTitle()} does not close")

    def press_escape(self, dialog: QDialog) -> None:
        """Close a window by as many keys as that takes."""
        dialog.activateWindow()
        QApplication.processEvents()
        if self.window.status.currentMessage().endswith("Escape cancels."):
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        # What was written is closed by the second one.
        for _ in range(2 if isinstance(dialog, LayerEditor) else 1):
            QTest.keyClick(dialog, Qt.Key.Key_Escape)


def is_moving(dialog: QDialog) -> bool:
    """Return whether a window is about to follow the board, or says something once."""
    if isinstance(dialog, ExportDialog):
        return dialog.is_waiting
    return isinstance(dialog, LayerEditor) and dialog.form.message.text().startswith("Save or cancel")


def send_palette_change(widget: QWidget) -> None:
    """Send what a widget is sent when the theme changes."""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.PaletteChange))
