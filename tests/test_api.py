from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import chess
import chess.svg
import pytest

import pawnviz
from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.folders import read_resource, resource_path
from tests.data import rows_beside

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


@pytest.mark.slow
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


@pytest.mark.slow
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


PRESETS: list[dict[str, Any]] = json.loads(read_resource("presets.json"))
SAMPLES: list[dict[str, Any]] = json.loads(read_resource("samples.json"))


def test_a_resource_is_found_by_its_name_below_resources() -> None:
    assert resource_path("icons/pawnviz.svg").is_file()
    assert read_resource("icons/pawnviz.svg").startswith("<svg")


def test_a_resource_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_resource("icons/no-such-icon.svg")


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_drawn_as_python_chess_draws_it(piece: str) -> None:
    name = ("w" if piece.isupper() else "b") + piece.upper()
    assert read_resource(f"pieces/{name}.svg") == chess.svg.piece(chess.Piece.from_symbol(piece)) + "\n"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset["title"])
def test_a_preset_shows_at_most_three_layers_of_the_registry(preset: dict[str, Any]) -> None:
    assert {"title", "description", "layers"} <= set(preset) <= {"title", "description", "layers", "exceptions"}
    assert 1 <= len(preset["layers"]) <= 3
    assert len(set(preset["layers"])) == len(preset["layers"])
    assert set(preset["layers"]) <= set(LAYERS)
    assert set(preset.get("exceptions", ())) <= set(preset["layers"])
    assert preset["description"].endswith(".") and preset["description"].count(". ") == 0


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset["title"])
def test_no_two_layers_of_a_preset_have_the_same_mark(preset: dict[str, Any]) -> None:
    marks = [LAYERS[identifier].mark for identifier in preset["layers"]]
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["title"])
def test_a_sample_is_a_position_with_layers_to_look_at(sample: dict[str, Any]) -> None:
    assert set(sample) - {"begins"} == {"title", "fen", "look", "layers"}
    assert sample["look"].endswith(".")
    assert 1 <= len(sample["layers"]) <= 6
    assert set(sample["layers"]) <= set(LAYERS)
    position = Position.from_fen(sample["fen"])
    assert position.fen() == sample["fen"]
    texts = [problem.text for problem in problems(position)]
    if sample["title"].endswith("a worked board"):
        assert texts == ["White has no king.", "Black has no king."]
    else:
        assert texts == []
        assert chess.Board(sample["fen"], chess960=True).is_valid()


@pytest.mark.parametrize(
    ("title", "identifier", "color", "expected"),
    rows_beside(__file__, "squares_of_samples.tsv"),
)
def test_a_sample_shows_what_it_says(title: str, identifier: str, color: str, expected: str) -> None:
    fen = next(sample["fen"] for sample in SAMPLES if sample["title"] == title)
    side = Position.from_fen(fen).sides()[0 if color == "white" else 1]
    assert square_names(LAYERS[identifier](side)) == expected


def test_samples_have_different_titles_and_boards() -> None:
    assert len({sample["title"] for sample in SAMPLES}) == len(SAMPLES)
    assert len({sample["fen"] for sample in SAMPLES}) == len(SAMPLES)


def test_the_first_sample_is_a_middlegame_with_pawns_of_both_sides_on_every_file() -> None:
    position = Position.from_fen(SAMPLES[0]["fen"])
    assert position != START
    for side in position.sides():
        assert LAYERS["filesets"](side) == 0xFF
    assert SAMPLES[0]["layers"] == ["front_spans"]


PACKAGE = Path(pawnviz.__file__).parent

REPLACED: Final = {
    "man": "piece",
    "men": "pieces",
    "told": "shown, named, or a message",
    "guilty": "illegal",
    "glance": "hovered",
    "outlook": "surroundings",
    "spelling": "language",
}
"""Words that had a sense of their own here, with what is written now."""

ALLOWED: Final = ("told apart", "man/man1/pawnviz.1", "| man -l -", 'FORMER_NAMES: Final = {"men": "pieces"}')
"""Where such a word has its common sense, or stands in files that were written before."""


def test_no_word_stands_in_the_code_that_was_replaced() -> None:
    pattern = re.compile(rf"\b({'|'.join(REPLACED)})\b", re.IGNORECASE)
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for allowed in ALLOWED:
                line = line.replace(allowed, "")
            found += [f"{name}:{number}: {word}, write {REPLACED[word.lower()]}" for word in pattern.findall(line)]
    assert found == []
