"""A program whose overridden methods fail, those of one name after the other; it prints which names did.

Its folder is the first argument. Each failure is one that Python itself raises, and is reported as in the program.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CellType
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.log import LogFile
from pawnviz.view.app import ErrorReport, Program, make_application
from pawnviz.view.main_window import MainWindow

FAILED: set[str] = set()
"""The names of the methods that have failed."""


def methods() -> Iterator[tuple[str, CellType]]:
    """Yield the name of each overridden method of the loaded classes, and the cell that holds it."""
    modules = [module for name, module in sys.modules.items() if name.startswith(("pawnviz.view", "pawnviz.model"))]
    for found in {value for module in modules for value in vars(module).values() if isinstance(value, type)}:
        for name, method in vars(found).items():
            inner = getattr(method, "__wrapped__", None)
            for cell in getattr(method, "__closure__", None) or ():
                if inner is not None and cell.cell_contents is inner:
                    yield name, cell


def failing(name: str) -> Callable[..., Any]:
    """Return a method that fails."""

    def fail(*arguments: Any, **options: Any) -> Any:
        FAILED.add(name)
        return "abc"[9]

    return fail


def turn_pages(window: MainWindow) -> None:
    for name in ("layer", "pawn_moves", "layers"):
        window.navigator.toggle(name)


def act(program: Program) -> None:
    window, document = program.window, program.document
    board = window.board
    steps: tuple[Callable[[], object], ...] = (
        lambda: window.resize(1000, 700),
        QApplication.processEvents,
        lambda: window.resize(1100, 760),
        lambda: document.set_fen(f"4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 {1 + len(FAILED)}"),
        lambda: program.layers.set_shown("stops", True, len(FAILED) % 2 == 0),
        window.grab,
        board.repaint,
        lambda: turn_pages(window),
        lambda: QTest.mouseMove(board, QPoint(200, 200)),
        lambda: QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=QPoint(250, 250)),
        lambda: QTest.mouseDClick(board, Qt.MouseButton.LeftButton, pos=QPoint(150, 250)),
        lambda: QTest.keyClick(board, Qt.Key.Key_Right),
        lambda: QTest.keyClicks(window.fen_line.edit, "a"),
        document.undo_stack.undo,
        document.undo_stack.redo,
        QApplication.processEvents,
    )
    for step in steps:
        step()


def main() -> None:
    application = make_application()
    program = Program(None, Path(sys.argv[1]))
    sys.excepthook = ErrorReport(LogFile(), program.window)
    program.show()
    for _ in range(5):
        application.processEvents()
    cells: defaultdict[str, list[CellType]] = defaultdict(list)
    for name, cell in methods():
        cells[name].append(cell)
    for name, own in sorted(cells.items()):
        contents = [cell.cell_contents for cell in own]
        for cell in own:
            cell.cell_contents = failing(name)
        act(program)
        for cell, content in zip(own, contents, strict=True):
            cell.cell_contents = content
        act(program)
    print(*sorted(FAILED))
    program.window.close()
    program.autosave.finish()
    sys.excepthook = sys.__excepthook__


if __name__ == "__main__":
    main()
