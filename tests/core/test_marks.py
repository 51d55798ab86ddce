"""Marks: each constructor makes a mark of its family, and each family knows its shapes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pawnviz.core.marks import SHAPES, Family, Mark, Style, attack, badge, bar, hatch, strip, target


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
