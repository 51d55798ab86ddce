"""No exception of an overridden method ends the process, and every method that replaces one of Qt's is guarded."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import pawnviz
from pawnviz.override import override

PACKAGE = Path(pawnviz.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


class Failing(QWidget):
    @override
    def sizeHint(self) -> QSize:
        return [QSize()][1]


class Sized:
    def size(self, width: int, *, height: int) -> int:
        return width * height


class Doubled(Sized):
    @override
    def size(self, width: int, *, height: int) -> int:
        return 2 * width // height


def test_every_method_that_replaces_one_of_qt_is_an_override() -> None:
    bare = set()
    for path in MODULES:
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if name.startswith(("pawnviz.view", "pawnviz.model")):
            for found in vars(import_module(name)).values():
                if isinstance(found, type) and found.__module__ == name:
                    qt = [base for base in found.__mro__ if base.__module__.startswith("PySide6.")]
                    for method, value in vars(found).items():
                        if inspect.isfunction(value) and any(method in vars(base) for base in qt):
                            is_override = value.__name__ == "__init__" or hasattr(value, "__wrapped__")
                            bare |= set() if is_override else {f"{found.__qualname__}.{method}"}
    assert bare == set(), "mark them with @override"


def test_every_painter_ends_with_its_block() -> None:
    """A painter that lives on in the frames of an exception ends the process when what it paints on is deleted."""
    loose = []
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        closed = {item.context_expr for node in ast.walk(tree) if isinstance(node, ast.With) for item in node.items}
        for node in ast.walk(tree):
            is_painter = isinstance(node, ast.Call) and ast.unparse(node.func) == "QPainter" and node.args
            if is_painter and node not in closed:
                loose.append(f"{path.name}:{ast.unparse(node)}")
    assert loose == []


def test_an_exception_is_reported_and_qt_goes_on(qtbot: QtBot) -> None:
    widget = Failing()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as exceptions, pytest.warns(RuntimeWarning, match="expected PySide6.QtCore.QSize"):
        widget.adjustSize()
    assert {kind for kind, _, _ in exceptions} == {IndexError}


def test_an_exception_of_another_object_goes_to_the_caller() -> None:
    assert Doubled().size(3, height=2) == 3
    with pytest.raises(ZeroDivisionError):
        Doubled().size(3, height=0)


def test_a_window_whose_methods_all_fail_lives_on(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.view.failing_program", str(tmp_path)],
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen"),
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    often = {"paintEvent", "resizeEvent", "sizeHint", "mousePressEvent", "keyPressEvent", "event", "data", "redo"}
    assert often <= set(done.stdout.split())
