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
from pawnviz.model.document import Document
from pawnviz.override import override, plain_override

PACKAGE = Path(pawnviz.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


class Failing(QWidget):
    @override
    def sizeHint(self) -> QSize:
        return [QSize()][1]


class Sized(QWidget):
    def area(self, width: int, *, height: int) -> int:
        return width * height


class Halved(Sized):
    @plain_override
    def area(self, width: int, *, height: int) -> int:
        return width // height


def _classes() -> list[type]:
    """Return every class of the program, nested ones too."""
    found = []
    for path in MODULES:
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if name.startswith("pawnviz.") and path.name != "__main__.py":
            found += [value for value in vars(import_module(name)).values() if isinstance(value, type)]
    for outer in found:
        found += [value for value in vars(outer).values() if isinstance(value, type)]
    return [value for value in dict.fromkeys(found) if value.__module__.startswith("pawnviz.")]


def _replaces_one_of_qt(owner: type, name: str) -> bool:
    """Return whether a class or one that derives from it has a base of Qt's, behind the class, with such a method."""
    orders = [derived.__mro__ for derived in (owner, *_derived(owner))]
    behind = [base for order in orders for base in order[order.index(owner) + 1 :]]
    return any(name in vars(base) for base in behind if base.__module__.startswith(("PySide6.", "Shiboken")))


def _derived(owner: type) -> list[type]:
    direct: list[type] = type.__subclasses__(owner)
    return direct + [further for derived in direct for further in _derived(derived)]


def test_a_method_is_guarded_if_it_replaces_one_of_qt_and_no_other_is() -> None:
    wrong, guarded_count = [], 0
    for owner in _classes():
        for name, value in vars(owner).items():
            function = getattr(value, "fget", value)
            if inspect.isfunction(function) and not name.startswith("__"):
                guarded = function.__code__.co_filename == override.__code__.co_filename
                guarded_count += guarded
                if guarded != _replaces_one_of_qt(owner, name):
                    wrong.append(f"{owner.__qualname__}.{name} needs {'@plain_override' if guarded else '@override'}")
    assert wrong == []
    assert guarded_count > 300


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


def test_an_exception_of_a_method_that_replaces_one_of_ours_goes_to_the_caller(qtbot: QtBot) -> None:
    widget = Halved()
    qtbot.addWidget(widget)
    assert widget.area(6, height=2) == 3
    with pytest.raises(ZeroDivisionError):
        widget.area(3, height=0)


def test_an_edit_that_fails_is_an_exception_for_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document()
    subject = document.subject

    def fail(*arguments: object) -> None:
        raise ValueError("no step")

    monkeypatch.setattr(subject.undo_stack, "push", fail)
    with pytest.raises(ValueError, match="no step"):
        subject.edit(document.position.without_piece(8), "Remove a pawn")


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
