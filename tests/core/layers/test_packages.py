from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.position import START
from pawnviz.core.labels.order import sections
from pawnviz.core.layers import LAYERS, packages
from pawnviz.core.layers.marks import bar, hatch
from tests.layer_packages import install


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder whose packages are installed, and remove their layers in the end."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(LAYERS)
    yield tmp_path
    for name in {path.stem for path in tmp_path.glob("*.py")}:
        sys.modules.pop(name, None)
    for name in set(LAYERS) - before:
        del LAYERS[name]
    packages.FAULTS.clear()
    packages.FAILED.clear()


@pytest.fixture
def left_out(folder: Path, caplog: pytest.LogCaptureFixture) -> list[str]:
    return packages.FAULTS


def load() -> None:
    importlib.invalidate_caches()
    packages.load()


def of(declaration: str) -> str:
    """Return the source of a package with one layer that has a title, a definition and these further parts."""
    return f'layers = lambda: [{{"title": "New", "definition": "New squares.", {declaration}}}]\n'


def test_without_a_package_nothing_is_loaded_and_importlib_metadata_is_not_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", None)
    load()
    assert packages.FAULTS == []


def test_a_package_s_layers_stand_in_a_chapter_with_its_name_and_are_called_by_formulas(folder: Path) -> None:
    install(folder, name="pawn-extras")
    install(folder, of('"formula": "half(own) & own"'), "second")
    load()
    half, new = LAYERS["half"], LAYERS["new"]
    assert (half.title, half.chapter.title, half.mark, half.formula) == (
        "Half",
        "Package pawn-extras",
        bar("edge"),
        "own_half",
    )
    assert (new.chapter.title, new.mark) == ("Package second", hatch("tint"))
    assert packages.is_of_package(half)
    assert not packages.is_of_package(LAYERS["stops"])
    white, black = START.sides()
    assert (new(white), new(black)) == (0xFF00, 0xFF << 48)
    assert [section.identifiers for section in sections() if section.title == "Package pawn-extras"] == [("half",)]
    assert packages.FAULTS == []


FUNCTIONS = {
    "raise": ("def f(side): raise RuntimeError('no\\nluck')", "RuntimeError: no luck"),
    "leaves": ("def f(side): return None", "'None' is not a mask: an int of 64 bits"),
    "is true": ("def f(side): return True", "'True' is not a mask: an int of 64 bits"),
    "is too large": ("def f(side): return 1 << 64", "is not a mask: an int of 64 bits"),
    "is negative": ("def f(side): return ~side.pawns", "is not a mask: an int of 64 bits"),
    "recurs": ("def f(side): return f(side)", "RecursionError"),
    "cannot be shown": (
        "class Bad:\n    def __repr__(self): raise ValueError('hidden')\ndef f(side): return Bad()",
        "hidden",
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_fails_on_a_board_is_left_out_with_its_fault(
    folder: Path, left_out: list[str], name: str
) -> None:
    source, words = FUNCTIONS[name]
    install(folder, source + "\n" + of('"function": f'))
    load()
    (sentence,) = left_out
    assert sentence.startswith("the layer 'New' of the package extras is left out: ")
    assert words in sentence
    assert "\n" not in sentence
    assert "new" not in LAYERS


@pytest.mark.parametrize(
    ("declaration", "words"),
    [
        ('"formula": "own &"', "the formula cannot be read: column 6"),
        ('"formula": "nowhere(own)"', "the formula cannot be read: column 1"),
        ('"formula": "new(own)"', "the formula cannot be read: column 1"),
        ('"formula": 5', "'5' is not a text"),
        ('"formula": "own", "title": ""', "a name is expected"),
        ('"title": 7', "'7' is not a text"),
        ('"function": 5', "a formula is expected, or a function of a side"),
        ('"formula": "own", "function": abs', "a formula is expected, or a function of a side"),
        ('"formula": "own", "identifier": "stops"', "stops is a built-in layer"),
        ('"formula": "own", "title": "Stops"', "stops is a built-in layer"),
        ('"formula": "own", "identifier": "own"', "own has a meaning of its own"),
        ('"formula": "own", "identifier": "../x"', "is not a name"),
        ('"formula": "own", "title": "♟"', "a name is expected"),
        ('"formula": "own", "mark": "badge"', "a mark is a family, a shape and a label"),
        ('"formula": "own", "mark": ("badge", "disc", "long")', "a label has at most 2 characters"),
        ('"formula": "own", "color": "red"', "unexpected keyword argument 'color'"),
        ('"formula": "own", "title": "x" * 61', "a title is at most 60 characters long"),
        ('"formula": "own", "title": "a\\x1b[2Jb"', "a title is one line of printable characters"),
        ('"formula": "own", "title": "a\\u202eb"', "RIGHT-TO-LEFT OVERRIDE"),
        ('"formula": "own", "title": "a\\ud800b"', "a title is one line of printable characters"),
    ],
)
def test_a_wrong_declaration_is_left_out_and_the_fault_says_what_would_be_right(
    folder: Path, left_out: list[str], declaration: str, words: str
) -> None:
    before = list(LAYERS)
    install(folder, of(declaration))
    load()
    (sentence,) = left_out
    assert words in sentence
    assert sentence.isprintable()
    assert list(LAYERS) == before


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("raise ValueError('broken')", "left out: broken"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("def layers(:", "SyntaxError"),
        ("import nowhere_at_all", "ModuleNotFoundError"),
        ("pass", "AttributeError"),
        ("layers = 5", "TypeError"),
        ("layers = lambda: 5", "TypeError"),
        ("layers = lambda: 1 / 0", "ZeroDivisionError"),
        ("layers = lambda: [3]", "the layer 1 of the package extras is left out: TypeError"),
    ],
)
def test_a_package_that_cannot_be_read_is_named_and_the_others_are_loaded(
    folder: Path, left_out: list[str], source: str, words: str
) -> None:
    install(folder, source)
    install(folder, name="good")
    load()
    (sentence,) = left_out
    assert "package extras" in sentence
    assert words in sentence
    assert "half" in LAYERS


def test_a_package_that_takes_long_or_hangs_is_named_while_it_is_loaded(
    folder: Path, left_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "_MOST_SECONDS", 0.01)
    waits = "while not packages.FAULTS: time.sleep(0.01)\n"
    install(folder, f"import time\nfrom pawnviz.core.layers import packages\n{waits}" + of('"formula": "own"'))
    load()
    assert left_out == ["the package extras takes more than 0.01 seconds to load"]
    assert "new" in LAYERS


def test_of_two_packages_with_the_same_layer_the_first_by_name_has_it(folder: Path, left_out: list[str]) -> None:
    install(folder, name="second")
    install(folder, name="first")
    load()
    assert LAYERS["half"].chapter.title == "Package first"
    assert left_out == [
        "the layer 'Half' of the package second is left out: half is a layer of the package first; choose another name"
    ]


def test_damaged_metadata_is_named(folder: Path, left_out: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    install(folder)
    (folder / "extras-1.0.dist-info" / "entry_points.txt").write_bytes(b"[pawnviz.layers]\n\xff\xfe = x\n")
    load()
    assert len(left_out) == 1
    assert "half" not in LAYERS


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("int(side.pawns)", "TypeError"),
        ("side.pawns if type(side.pawns) is int else 7", "for arrays uint64 of the side's shape"),
        ("side.pawns if type(side.pawns) is int else side.pawns[:1]", "for arrays uint64 of the side's shape"),
        ("side.pawns if type(side.pawns) is int else side.pawns != 0", "for arrays uint64 of the side's shape"),
    ],
)
def test_a_function_that_fails_on_arrays_holds_no_squares_from_then_on(
    folder: Path, left_out: list[str], caplog: pytest.LogCaptureFixture, source: str, words: str
) -> None:
    install(folder, of(f'"function": lambda side: {source}'))
    load()
    layer, boards = LAYERS["new"], boards_of([START] * 3)
    assert layer(START.sides()[0]) == 0xFF00
    START.forget_sides()
    for _ in range(2):
        mask = numpy.asarray(layer(boards.sides()[0]))
        assert (mask.dtype, mask.tolist()) == (numpy.dtype(numpy.uint64), [0, 0, 0])
    assert words in packages.FAILED["new"]
    assert [record.message for record in caplog.records] == [
        f"pawnviz: the layer 'New' of the package extras holds no squares: {packages.FAILED['new']}"
    ]
    assert layer(START.sides()[0]) == 0
    START.forget_sides()
