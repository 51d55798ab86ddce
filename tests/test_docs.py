from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from pawnviz.__main__ import main
from pawnviz.core.board.bitboard import BOARD, parse_squares, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.catalog import errata as samples_of_errata
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from tests.make_docs import (
    ERRATA_PAGE,
    GUIDES,
    PAGE,
    STRUCTURES_PAGE,
    errata,
    errata_page,
    guide_page,
    layers_page,
    readings_of,
    structures_page,
)

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE_PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "resources").rglob("*.md")]
TEST_COMMAND = "bash .ci/setup && .venv/bin/python -m pytest"


def examples() -> list[tuple[str, str]]:
    """Return the commands of the console examples, each with what it prints."""
    found = []
    text = "\n".join(page.read_text(encoding="utf-8") for page in CONSOLE_PAGES)
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


@pytest.mark.parametrize(
    ("page", "text"),
    [(PAGE, layers_page), (STRUCTURES_PAGE, structures_page), (ERRATA_PAGE, errata_page)],
    ids=["page_of_layers", "page_of_structures", "page_of_errata"],
)
def test_a_page_is_what_the_tables_of_the_program_say(page: Path, text: Callable[[], str]) -> None:
    assert page.read_text(encoding="utf-8") == text(), "write it again: python -m tests.make_docs"


@pytest.mark.parametrize(("command", "printed"), examples(), ids=[command for command, _ in examples()])
def test_an_example_of_a_page_prints_what_it_says(
    command: str, printed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *arguments = shlex.split(command)
    assert program == "pawnviz"
    monkeypatch.chdir(ROOT)
    main(arguments)
    assert capsys.readouterr() == (printed, "")


def test_readme_and_guides_have_examples() -> None:
    assert len(examples()) >= 8


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_is_made_of_the_manual(name: str) -> None:
    page = ROOT / "docs" / f"{name}.md"
    assert page.read_text(encoding="utf-8") == guide_page(name), "write it again: python -m tests.make_docs"


def test_readme_and_changes_are_short() -> None:
    assert len(README.splitlines()) <= 170
    assert len((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_the_readme_has_the_two_commands_and_ci_runs_the_test_command() -> None:
    assert "bash .ci/setup && .venv/bin/python main.py" in README.splitlines()
    assert TEST_COMMAND in README.splitlines()
    assert f"bash -c '{TEST_COMMAND}'" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_leads_to_a_file_that_is_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith(("https://", "http://")):
            assert (page.parent / target).is_file(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folders = r"(?:pawnviz|tests|docs|resources|\.ci|core|model|view)"
    for name in re.findall(rf"(?:`|# )({folders}/[\w/.-]+)", text):
        assert (ROOT / name).exists() or (ROOT / "pawnviz" / name).exists(), name


def test_a_key_of_the_readme_is_a_key_of_the_program() -> None:
    keys = {key for command in COMMANDS.values() for key in command.keys} | set(TOOL_KEYS.values()) | set(PRESET_KEYS)
    named = set(re.findall(r"(?:Ctrl|Alt|Shift)\+(?:[A-Z][a-z]+\+)?\w+|\bF\d+\b", README))
    assert len(named) > 5
    assert named <= keys


H_FILE = "h1 h2 h3 h4 h5 h6 h7 h8"
C_H_FILES = square_names(parse_squares(H_FILE) | parse_squares(H_FILE) >> 5)
B_FILE = "b1 b2 b3 b4 b5 b6 b7 b8"
E_FILE = "e1 e2 e3 e4 e5 e6 e7 e8"
A_E_F_FILES = square_names(parse_squares(E_FILE) | parse_squares(E_FILE) << 1 | parse_squares(E_FILE) >> 4)
E_F_FILES = square_names(parse_squares(E_FILE) | parse_squares(E_FILE) << 1)
B_E_FILES = square_names(parse_squares(B_FILE + " " + E_FILE))
ATTACKS = "a3 b3 c3 e3 f3 g3 h3 b4 d4"


def all_but(squares: str) -> str:
    """Return the names of all other squares."""
    return square_names(parse_squares(squares) ^ BOARD)


EXPECTED = {
    "Telestops as printed": (("e5 e6 e7 e8", "e6 e7 e8"), ("", "")),
    "Telestops of doubled pawns": (("e4 e6 e7 e8", "e4 e5 e6 e7 e8"), ("", "")),
    "A function that hides what it calls": ((all_but("e5 g5"),), (all_but("b5 d5 f5"),)),
    "Safe for a push, not for a capture": (("d5 f5", "f5"), ("c4 e4 b5 d5", "c4 e4 b5 d5")),
    "Strokes in the corners of the attack diagrams": ((f"a1 h1 {ATTACKS}", ATTACKS), ("", "")),
    "Border files that are not half-isolated": ((A_E_F_FILES, E_F_FILES), ("", "")),
    "A byte in a wider type": (("d1 e1 g1 a2", "d1 e1 g1"), ("", "")),
    "A closed file without an interspan": ((B_E_FILES, E_FILE), (B_E_FILES, E_FILE)),
    "An interspan that holds a pawn": (("d3 d4 d5 d6", "d3 d4 d6"), ("d3 d4 d5 d6", "d3 d4 d6")),
    "A stop that is no push target": (("f3 d5 e5", "e5"), ("d4", "")),
    "A higher dispersion that is not worse": (
        ("a2 b2 c2 d2 e2 f2 g2 h2", H_FILE),
        ("c6 a7 b7 c7 e7 f7 g7 h7", C_H_FILES),
    ),
}
"""The squares of the readings for White and for Black, by title."""
ERRATA = {erratum["title"]: erratum for erratum in errata()}


def test_every_erratum_is_a_sample_too() -> None:
    assert [sample.title for sample in samples_of_errata()] == list(ERRATA) == list(EXPECTED)


@pytest.mark.parametrize("title", EXPECTED)
def test_the_readings_of_an_erratum_hold_the_squares_that_it_speaks_of(title: str) -> None:
    masks = [masks for _, _, masks in readings_of(ERRATA[title])]
    assert tuple(square_names(white) for white, _ in masks) == EXPECTED[title][0]
    assert tuple(square_names(black) for _, black in masks) == EXPECTED[title][1]


@pytest.mark.parametrize(
    ("title", "index", "layer"),
    [
        ("Telestops as printed", 1, "telestops"),
        ("Telestops of doubled pawns", 0, "telestops"),
        ("Telestops of doubled pawns", 1, "telestops_of_each"),
        ("A function that hides what it calls", 0, "safe_squares"),
        ("Strokes in the corners of the attack diagrams", 1, "attacks"),
        ("Border files that are not half-isolated", 1, "half_isolated_files"),
        ("A closed file without an interspan", 0, "closed_files"),
        ("An interspan that holds a pawn", 0, "interspans"),
        ("A stop that is no push target", 1, "push_targets"),
    ],
)
def test_the_reading_that_is_followed_is_a_layer_that_the_sample_shows(title: str, index: int, layer: str) -> None:
    _, _, masks = list(readings_of(ERRATA[title]))[index]
    assert masks == tuple(LAYERS[layer](side) for side in Position.from_fen(ERRATA[title]["fen"]).sides())
    assert layer in ERRATA[title]["layers"]


@pytest.mark.parametrize("title", EXPECTED)
def test_an_erratum_is_explained_in_two_or_three_sentences(title: str) -> None:
    assert 2 <= len(re.findall(r"\.(?: |$)", ERRATA[title]["look"])) <= 3
    assert len(ERRATA[title]["look"]) <= 320
    assert ERRATA[title]["source"].startswith("https://www.chessprogramming.org/")


def test_the_numbers_of_the_dispersion_are_those_that_its_text_says() -> None:
    erratum = ERRATA["A higher dispersion that is not worse"]
    white, black = Position.from_fen(erratum["fen"]).sides()
    assert (NUMBERS["island_count"](white), NUMBERS["dispersion"](white)) == (1, 5)
    assert (NUMBERS["island_count"](black), NUMBERS["dispersion"](black)) == (2, 4)
    assert "one island get 5" in erratum["look"]
    assert "two islands 4" in erratum["look"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("page", "count"), [("README.md", 4), ("docs/python.md", 30)])
def test_the_examples_of_a_page_print_what_it_says(
    page: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    reports: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples, out=reports.append)
    assert results.attempted >= count
    assert not results.failed, "".join(reports)
