"""The manual and the glossary."""

from __future__ import annotations

import re

from pawnviz.core.catalog.glossary import glossary
from pawnviz.core.catalog.manual import manual
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.structures import known_structures
from pawnviz.view.commands import COMMANDS, PRESET_KEYS


def test_every_layer_number_and_structure_is_in_the_glossary_in_order() -> None:
    titles = [article.title for article in glossary()]
    assert titles == sorted(titles, key=str.casefold)
    assert len(titles) == len(LAYERS) + len(NUMBERS) + len(known_structures().structures)
    assert all(article.text for article in glossary())


def test_an_article_is_found_by_all_words_in_any_case() -> None:
    article = next(article for article in glossary() if article.title == LAYERS["passed_pawns"].title)
    assert article.matches("") and article.matches("PASSED  enemy")
    assert not article.matches("passed zzz")


def test_keys_in_the_manual_are_those_of_the_commands() -> None:
    known = {key for command in COMMANDS for key in command.keys} | set(PRESET_KEYS) | {"Ctrl+S"}
    text = " ".join(article.text for article in manual())
    named = set(re.findall(r"(?:Ctrl|Alt|Shift)\+(?:[A-Z][a-z]+\+)?\w+|F\d+", text))
    assert len(named) > 20
    assert named <= known, named - known


def test_the_manual_has_a_page_for_each_workspace() -> None:
    titles = [article.title for article in manual()]
    assert len(titles) == len(set(titles)) > 10
    assert {"Set up a position", "Go through games", "Explore structures"} <= set(titles)
