"""What surrounds the program while it is fuzzed: faults are collected, and what waits for a person is answered."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QTimer, QtMsgType, QUrl, Slot, qInstallMessageHandler
from PySide6.QtGui import QColor, QDesktopServices, QDrag
from PySide6.QtWidgets import QApplication, QColorDialog, QFileDialog

from pawnviz.model.engine import engine as analysis
from pawnviz.model.engine.engine import find_engines
from pawnviz.view.engine import panel
from tests import quick_engine
from tests.fuzz.gui.program import FuzzedProgram

TABLES: Final = Path(__file__).parents[2] / "tables"
"""A folder of Syzygy tables."""

QUICK_ENGINE: Final = "quick-engine"
"""The name of the engine that is found, and of no other one."""


class Links(QObject):
    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        """Do nothing."""


class PopupCloser(QObject):
    """Closes menus that wait in an event loop of their own, such as those of tool buttons, while it lives."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._close)
        self._timer.start(100)

    @Slot()
    def _close(self) -> None:
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            popup.close()


@contextmanager
def collected(faults: list[str]) -> Iterator[None]:
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
def answered(fuzzed: FuzzedProgram) -> Iterator[None]:
    """Answer what would wait for a person or another program: dialogs of files and colors, drags, links."""

    def choose_file(*_: Any) -> tuple[str, str]:
        return fuzzed.random.choice(fuzzed.paths), ""

    def choose_target(*_: Any) -> tuple[str, str]:
        return fuzzed.random.choice(fuzzed.save_paths), ""

    def choose_folder(*_: Any) -> str:
        return fuzzed.random.choice((str(TABLES), str(TABLES), str(fuzzed.folder), ""))

    def choose_color(*_: Any) -> QColor:
        return QColor(fuzzed.random.choice(("#123456", "#fedcba", "")))

    def drag_nowhere(drag: QDrag, *_: Any) -> Qt.DropAction:
        drag.deleteLater()  # As Qt does after a drag.
        return Qt.DropAction.IgnoreAction

    kept = QFileDialog.getOpenFileName, QFileDialog.getSaveFileName, QColorDialog.getColor, QDrag.exec
    kept_folder = QFileDialog.getExistingDirectory
    engine = fuzzed.folder / QUICK_ENGINE
    engine.write_text(f"#!{sys.executable}\n{Path(quick_engine.__file__).read_text(encoding='utf-8')}")
    engine.chmod(0o755)
    replace(panel, "find_engines", lambda: (str(engine),))
    pause = analysis.PAUSE
    replace(analysis, "PAUSE", 10)  # Few positions last longer here.
    links, closer = Links(), PopupCloser()
    slot: Any = "open"  # The declared type is bytes, the real one text.
    for scheme in ("http", "https"):
        QDesktopServices.setUrlHandler(scheme, links, slot)
    replace(QFileDialog, "getOpenFileName", choose_file)
    replace(QFileDialog, "getSaveFileName", choose_target)
    replace(QFileDialog, "getExistingDirectory", choose_folder)
    replace(QColorDialog, "getColor", choose_color)
    replace(QDrag, "exec", drag_nowhere)
    flash_time = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)  # A cursor that blinks would be a difference between two pictures.
    try:
        yield
    finally:
        replace(panel, "find_engines", find_engines)
        replace(analysis, "PAUSE", pause)
        replace(QFileDialog, "getOpenFileName", kept[0])
        replace(QFileDialog, "getSaveFileName", kept[1])
        replace(QFileDialog, "getExistingDirectory", kept_folder)
        replace(QColorDialog, "getColor", kept[2])
        replace(QDrag, "exec", kept[3])
        closer.deleteLater()
        QApplication.setCursorFlashTime(flash_time)
        for scheme in ("http", "https"):
            QDesktopServices.unsetUrlHandler(scheme)


def replace(owner: object, name: str, method: object) -> None:
    setattr(owner, name, method)
