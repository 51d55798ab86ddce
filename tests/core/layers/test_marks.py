"""Marks: each constructor makes a mark of its family, and each family knows its shapes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import pytest

from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import (
    SHAPES,
    SIGNS,
    Family,
    Mark,
    Style,
    attack,
    badge,
    bar,
    hatch,
    read_style,
    strip,
    style_fault,
    style_values,
    target,
)

SYMBOLS: Final = ("•", "→", "←", "×", "+1", "+2")
"""The labels of badges that are signs rather than the beginning of a name."""


def test_every_family_has_shapes_and_each_only_once() -> None:
    assert set(SHAPES) == set(Family)
    for shapes in SHAPES.values():
        assert shapes
        assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize(
    ("make", "family"),
    [
        (hatch, Family.HATCH),
        (target, Family.TARGET),
        (attack, Family.ATTACK),
        (bar, Family.BAR),
        (strip, Family.STRIP),
    ],
)
def test_a_mark_is_made_of_its_family_and_a_shape(make: Callable[[str], Mark], family: Family) -> None:
    for shape in SHAPES[family]:
        assert make(shape) == Mark(family, shape)
        assert make(shape).label == ""


def test_badges_and_numbered_strips_carry_a_label() -> None:
    assert badge("I") == Mark(Family.BADGE, "disc", "I")
    assert badge("I").shape in SHAPES[Family.BADGE]
    assert strip("numbered", "3") == Mark(Family.STRIP, "numbered", "3")


def test_a_style_is_the_theme_s_until_a_color_is_chosen() -> None:
    style = Style(hatch("solid"))
    assert (style.white_color, style.black_color, style.opacity) == ("", "", 1.0)


@pytest.mark.parametrize(
    "style",
    [
        Style(hatch("solid")),
        Style(badge("½"), "#123456", "#ABCDEF", 0.2),
        Style(strip("numbered", "12"), opacity=1),
    ],
)
def test_a_style_is_read_back_from_its_json_values(style: Style) -> None:
    assert read_style(json.loads(json.dumps(style_values(style)))) == style
    assert style_fault(style) == ""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"mark": ["hatch", "solid"]}, "a mark is a family, a shape and a label"),
        ({"mark": ["paint", "solid", ""]}, "there is no family of marks “paint”"),
        ({"mark": ["hatch", "disc", ""]}, "the family hatch has no shape “disc”"),
        ({"mark": ["badge", "disc", "abc"]}, "a label has at most 2 characters"),
        ({"mark": ["badge", "disc", "\n"]}, "a label has at most 2 characters"),
        ({"white": "red"}, "a color is #rrggbb, or empty for the theme's"),
        ({"black": "#12345g"}, "a color is #rrggbb, or empty for the theme's"),
        ({"black": 5}, "a color is #rrggbb, or empty for the theme's"),
        ({"opacity": 0.1}, "the opacity is 0.2 to 1"),
        ({"opacity": float("nan")}, "the opacity is 0.2 to 1"),
        ({"opacity": True}, "the opacity is 0.2 to 1"),
        ({"opacity": "1"}, "the opacity is 0.2 to 1"),
    ],
)
def test_json_values_that_are_no_style_are_reported_in_words(change: dict[str, object], fault: str) -> None:
    assert read_style(style_values(Style(hatch("solid"))) | change) == fault


@pytest.mark.parametrize("value", [None, 3, "hatch", []])
def test_something_else_is_no_style(value: object) -> None:
    assert read_style(value) == "a mark, two colors and an opacity are expected"


def test_every_badge_tells_its_layer_and_no_other_has_it() -> None:
    badges = [layer for layer in LAYERS.values() if layer.mark.family is Family.BADGE]
    labels = [layer.mark.label for layer in badges]
    assert len(set(labels)) == len(labels)
    for layer in badges:
        label = layer.mark.label
        assert label in {*SYMBOLS, *SIGNS} or re.fullmatch("[A-Z][A-Z35]", label), layer.identifier
        spoken = f"{layer.title} {' '.join(layer.words)}".casefold()
        assert label in {*SYMBOLS, *SIGNS} or any(word.startswith(label[0].casefold()) for word in spoken.split())
        assert label in {*SYMBOLS, *SIGNS} or set(label.casefold()) - {"3", "5"} <= set(spoken)
