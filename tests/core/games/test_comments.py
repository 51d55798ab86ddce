"""Arrows and circles in the comments of a game."""

from __future__ import annotations

from pawnviz.core.games.comments import MOST_DRAWINGS, drawings_of


def test_a_comment_has_all_its_arrows_and_circles_the_last_color_of_each() -> None:
    assert drawings_of("[%csl Ga1,Rh8, x9][%cal Ga1h8] text [%csl Ya1]") == {(0, 0): "Y", (63, 63): "R", (0, 63): "G"}


def test_drawings_behind_very_many_are_not_read() -> None:
    many = ",".join(["Ga1"] * (MOST_DRAWINGS - 1))
    assert drawings_of(f"[%csl {many}][%cal Ra1h8,Ra1h7]") == {(0, 0): "G", (0, 63): "R"}
