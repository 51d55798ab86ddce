from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from tests.errata_page import ERRATA_PAGE, errata_page
from tests.make_docs import PAGE, layers_page
from tests.structures_page import STRUCTURES_PAGE, structures_page

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "resources").rglob("*.md")]
TEST_COMMAND = "bash .ci/setup && .venv/bin/python -m pytest"


def examples() -> list[tuple[str, str]]:
    """Return the commands of the README's console examples, each with what it prints."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def test_the_page_of_layers_is_what_the_registry_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == layers_page(), "write it again: python -m tests.make_docs"


def test_the_page_of_structures_is_what_the_table_says() -> None:
    assert STRUCTURES_PAGE.read_text(encoding="utf-8") == structures_page(), "write it again: python -m tests.make_docs"


def test_the_page_of_errata_is_made_of_their_list() -> None:
    assert ERRATA_PAGE.read_text(encoding="utf-8") == errata_page(), "write it again: python -m tests.make_docs"


@pytest.mark.parametrize(("command", "printed"), examples(), ids=[command for command, _ in examples()])
def test_an_example_of_the_readme_prints_what_it_says(command: str, printed: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "pawnviz"
    done = subprocess.run(
        [sys.executable, "-m", "pawnviz", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == printed


def test_the_readme_has_examples() -> None:
    assert len(examples()) >= 2


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
    keys = (
        {key for command in COMMANDS for key in command.keys}
        | set(chain.from_iterable(TOOL_KEYS.values()))
        | set(PRESET_KEYS)
    )
    table = README.partition("| to | press |\n|---|---|\n")[2].partition("\n\n")[0]
    named = [key for row in table.splitlines() for key in re.split(r", | to ", row.split("|")[2].strip())]
    assert len(named) > 10
    assert set(named) <= keys
