"""The package as others use it: what it offers, what it loads, and its types."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pawnviz

SCRIPT = """
import chess
import numpy as np
from numpy.typing import NDArray

import pawnviz

position = pawnviz.Position.from_fen("8/8/8/8/4P3/8/8/8")
mask: int = pawnviz.layers["stops"](position).white
names: tuple[str, ...] = pawnviz.layers["stops"](chess.Board()).squares.black
white = np.array([1 << 12], dtype=np.uint64)
stops: NDArray[np.uint64] = pawnviz.layers["stops"](white, 0).white
islands: NDArray[np.int64] = pawnviz.numbers["island_count"](white, white).black
several: dict[str, pawnviz.ByColor[int]] = pawnviz.masks(1, 2, ["stops"])
for name, arrays in pawnviz.masks(["8/8/8/8/8/8/8/8", position, chess.Board()], ["stops"]).items():
    one, other = arrays
    print(name, one.sum(), other | np.uint64(1))
for name, pair in pawnviz.masks(chess.Board(), layers=[pawnviz.formula("own"), "stops"]).items():
    print(name, pair[chess.WHITE].bit_count())
for reason in pawnviz.explain(position, "e4").reasons:
    print(reason.text.upper(), reason.color, reason.pawns)
"""

WRONG = """
import pawnviz

text: str = pawnviz.layers["stops"](1, 2).white
pawnviz.layers["stops"](b"8/8/8/8/8/8/8/8")
pawnviz.nothing
"""


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=110, check=False
    )


@pytest.mark.parametrize("name", pawnviz.__all__)
def test_every_name_of_the_api_is_there_with_a_docstring(name: str) -> None:
    value = getattr(pawnviz, name)
    assert name in dir(pawnviz)
    assert value.__doc__ or isinstance(value, str)


def test_the_names_for_programs_are_those_for_type_checkers() -> None:
    tree = ast.parse(Path(pawnviz.__file__).read_text(encoding="utf-8"))
    imported = {
        name.name
        for node in tree.body
        if isinstance(node, ast.If)
        for statement in node.body
        if isinstance(statement, ast.ImportFrom)
        for name in statement.names
    }
    assert imported | {"__version__"} == set(pawnviz.__all__)


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'pawnviz' has no attribute 'nothing'"):
        vars(pawnviz)["__getattr__"]("nothing")


def test_importing_the_package_loads_nothing_and_using_it_no_qt(tmp_path: Path) -> None:
    script = (
        "import sys, pawnviz; pawnviz.__version__\n"
        "assert not [name for name in sys.modules if name.startswith(('pawnviz.', 'numpy', 'chess', 'PySide6'))]\n"
        "pawnviz.layers['stops'](pawnviz.Position.from_fen('8/8/8/8/4P3/8/8/8'))\n"
        "pawnviz.masks(1, 2); pawnviz.formula('own')(1, 2)\n"
        "assert not [name for name in sys.modules if name.startswith(('numpy', 'chess', 'PySide6'))]\n"
        "pawnviz.masks(['8/8/8/8/4P3/8/8/8'])\n"
        "from pawnviz import *\n"
        "explain(Position(), 'e4')\n"
        "assert not [name for name in sys.modules if name.startswith(('chess', 'PySide6', 'shiboken6'))]\n"
    )
    done = run("-c", script, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_that_uses_the_package_type_checks_strictly(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    checked = run("-m", "mypy", "--strict", "--cache-dir", os.devnull, "right.py", "wrong.py", folder=tmp_path)
    assert [line.partition(" error: ")[0] for line in checked.stdout.splitlines() if " error: " in line] == [
        "wrong.py:4:",
        "wrong.py:5:",
        "wrong.py:6:",
    ]
    assert run("right.py", folder=tmp_path).returncode == 0
