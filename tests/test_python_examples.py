"""The examples of Python in the documentation print what the pages say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("page", "count"), [("README.md", 5), ("docs/python.md", 30)])
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
