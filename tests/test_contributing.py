"""CONTRIBUTING is true: following its recipe for a layer word for word gives a layer that passes every test."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TEXT: Final = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
REASON: Final = "pawnviz/core/explain/reasons/passers.py"
LABEL: Final = "pawnviz/core/labels/table.py"

LAYER_TESTS: Final = (
    "tests/core/layers/test_layers.py",
    "tests/core/layers/test_worked_boards.py",
    "tests/core/explain/test_reasons.py",
    "tests/test_docs.py",
)
POSITION: Final = "pawnviz.Position.from_fen('8/8/8/P7/8/8/8/8 w - -')"

SELECTED: Final = (
    "rook_pawn or Passers or (every and not chapter) or badge or mark or label or sentence or reason or page_of_layers"
)
"""What of these tests says something about a new layer; the others are about layers that were there before."""

PYTEST: Final = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--assert", "plain")
"""Pytest in one process, which reads the tests as they are: to make their failures tell more takes longer than they."""


def blocks() -> dict[str, str]:
    """Return the code of the recipe by the file that it goes to."""
    found = re.findall(r"^ *```python\n *# (\S+)\n(.*?)^ *```$", TEXT, re.DOTALL | re.MULTILINE)
    return {name: dedent(code) for name, code in found}


def run(folder: Path, *words: str) -> str:
    """Run Python in the copy and return what it prints."""
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def add(folder: Path, name: str) -> None:
    """Put a block of the recipe to the end of its file."""
    path = folder / name
    path.write_text(f"{path.read_text(encoding='utf-8')}\n\n{blocks()[name]}", encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with the first three blocks of the recipe, and the page of layers anew."""
    folder = tmp_path_factory.mktemp("contributor")
    for name in ("pawnviz", "tests", "docs", "resources"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis"))
    for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml"):
        shutil.copy(path, folder)
    for name in blocks():
        if name not in (REASON, LABEL):
            add(folder, name)
    run(folder, "-m", "tests.make_docs")
    return folder


def test_the_recipe_has_a_block_for_layer_reference_board_reason_and_label() -> None:
    assert len(blocks()) == 5
    assert {REASON, LABEL} < set(blocks())


@pytest.mark.slow
def test_a_layer_that_follows_the_recipe_passes_the_tests_of_layers(copy: Path) -> None:
    run(copy, *PYTEST, "-k", SELECTED, *LAYER_TESTS)


@pytest.mark.slow
def test_a_layer_without_a_reason_is_explained_by_its_definition(copy: Path) -> None:
    script = f"import pawnviz\nprint(*(each.text for each in pawnviz.explain({POSITION}, 'a5').reasons), sep='\\n')"
    texts = run(copy, "-c", script).splitlines()
    assert "Passed rook pawns: the layer holds passed pawns on the a- or h-file." in texts


@pytest.mark.slow
def test_reason_and_label_of_the_recipe_pass_their_tests_and_are_told(copy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "with_reason"
    shutil.copytree(copy, folder)
    script = f"import pawnviz\nprint(*pawnviz.explain({POSITION}, 'a5').lines[:2], sep='\\n')"
    assert "Passed rook pawn" not in run(folder, "-c", script)
    add(folder, REASON)
    add(folder, LABEL)
    assert "Passed rook pawn" in run(folder, "-c", script)
    run(folder, "-m", "ruff", "check", "--quiet", ".")
    run(folder, "-m", "ruff", "format", "--check", "--quiet", ".")
    tests = ("tests/core/explain/test_reasons.py", "tests/core/labels")
    run(folder, *PYTEST, *tests)
