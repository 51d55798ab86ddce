"""What is kept from one painting to the next."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.picture import (
    Cell,
    Look,
    PlacedMark,
    make_picture,
)
from pawnviz.view.board.canvas import SPRITE_COUNT, Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.positions import positions
from tests.view.board.painting import LAYER_NAMES, painted, placed, shown


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    st.lists(
        st.tuples(
            positions(),
            st.lists(st.sampled_from(LAYER_NAMES), max_size=6, unique=True),
            st.booleans(),
            st.sampled_from((LIGHT, DARK)),
            st.sampled_from((320, 330, 400)),
            st.none()
            | st.builds(QRect, st.integers(0, 300), st.integers(0, 300), st.integers(1, 200), st.integers(1, 200)),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_what_is_kept_from_earlier_pictures_never_shows(
    steps: list[tuple[Position, list[str], bool, Theme, int, QRect | None]],
) -> None:
    kept = Tiles()
    for position, names, flipped, theme, edge, exposed in steps:
        picture = make_picture(position, Look(shown(*names), captures=flipped))
        geometry = Geometry(edge, edge, flipped)
        painted(picture, geometry, theme, kept, exposed)
        assert painted(picture, geometry, theme, kept) == painted(picture, geometry, theme)


@pytest.mark.parametrize(("size", "limit"), [(96, SPRITE_COUNT), (64, 512)])
def test_the_oldest_sprites_are_dropped_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch, size: int, limit: int
) -> None:
    drawn: list[PlacedMark] = []
    monkeypatch.setattr("pawnviz.view.board.canvas.draw_spot", lambda painter, spot, *_: drawn.append(spot.placed))
    kept = Tiles()
    kept.prepare(LIGHT, size, flipped=False)
    marks = [placed(LAYERS["stops"].mark)._replace(color=f"#{number:06x}") for number in range(limit + 1)]

    def drawn_again(*wanted: PlacedMark) -> list[PlacedMark]:
        drawn.clear()
        for mark in wanted:
            kept.tile(Cell("", (mark,)), True)
        return drawn

    assert drawn_again(*marks[:-1]) == marks[:-1]
    assert drawn_again(*marks[:-1]) == []
    assert drawn_again(marks[-1]) == [marks[-1]]
    assert drawn_again(*marks[1:]) == []
    assert drawn_again(marks[0]) == [marks[0]]
    assert drawn_again(*marks[2:]) == []
