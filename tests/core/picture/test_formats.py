"""The registry of formats: what each of its readers relies on."""

from __future__ import annotations

from importlib import import_module

import pytest

from pawnviz.core.picture.formats import BOARD, FORMATS, OPTIONS, Content, Format, format_of, formats_of
from pawnviz.model.preferences.choices import ExportChoices
from pawnviz.model.preferences.values import converted

DIALOG = (BOARD, (Content.SHEET,), (Content.ANIMATION,))


@pytest.mark.parametrize("each", FORMATS, ids=lambda each: f"{each.content.value}-{each.name}")
def test_each_format_has_a_writer_and_options_that_there_are(each: Format) -> None:
    module, _, name = each.writer.partition(":")
    assert callable(getattr(import_module(module), name))
    assert set(each.options) <= OPTIONS
    assert each.filter.endswith(f"(*.{each.name})")


def test_an_ending_stands_for_one_format_of_a_page() -> None:
    for contents in DIALOG:
        offered = [each for each in FORMATS if each.content in contents]
        assert list(formats_of(*contents).values()) == offered
        assert all(format_of(f"/folder/a.b{each.ending.upper()}", *contents) is each for each in offered)


@pytest.mark.parametrize("name", ["a.bmp", "a", ".png", "", "a.png/b"])
def test_another_ending_is_refused_with_all_that_would_be_right(name: str) -> None:
    with pytest.raises(ValueError, match=r"^the name of a picture ends in \.png, \.svg, .* or \.json, not "):
        format_of(name, *BOARD)


def test_every_format_can_be_kept_as_the_last_choice() -> None:
    for part, contents in (("picture", BOARD), ("animation", (Content.ANIMATION,))):
        for name in formats_of(*contents):
            assert getattr(converted({part: {"kind": name}}, ExportChoices), part).kind == name
    with pytest.raises(ValueError, match=r"^it\.picture\.kind must be “png”, “svg”, “pdf”"):
        converted({"picture": {"kind": "bmp"}}, ExportChoices)
