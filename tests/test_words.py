"""The words of the code: those of the field in plain modern English, and none that they have replaced."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pawnviz

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

ALLOWED: Final = ("told apart", 'FORMER_NAMES: Final = {"men": "pieces"}', '"men", "own_pieces"')
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
