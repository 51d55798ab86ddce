"""A picture as data for other programs: the position, how the board looks, layers, marks with their squares, arrows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names
from pawnviz.core.picture.picture import GAINED, KEPT, LOST, Look, Picture

_CHANGES: Final = {KEPT: "squares", GAINED: "gained", LOST: "lost"}
_SIDES: Final = {True: "white", False: "black"}


def picture_data(
    picture: Picture, look: Look, caption: str = "", drawings: Iterable[tuple[int, int, str]] = ()
) -> dict[str, Any]:
    """Return a picture as values of JSON.

    Each mark has its layer, its side and the names of its squares, or of its files; those that came or went are
    ``gained`` or ``lost``. A color is that of the style, or None for the side's. ``drawings`` are arrows and circles of
    the user as source, target and color.
    """
    return {
        "fen": picture.position.fen(),
        "caption": caption,
        "look": {name: value for name, value in look._asdict().items() if name != "layers"},
        "layers": [
            {
                "layer": entry.layer,
                "title": entry.title,
                "mark": {"family": mark.family.value, "shape": mark.shape, "label": mark.label},
                "opacity": entry.style.opacity,
                "marks": [
                    {
                        "side": _SIDES[white],
                        "color": (entry.style.white_color if white else entry.style.black_color) or None,
                        **_places(picture, entry.layer, white),
                    }
                    for white, shown in ((True, entry.white), (False, entry.black))
                    if shown
                ],
            }
            for entry in picture.legend
            for mark in (entry.style.mark,)
        ],
        "arrows": [
            {
                "from": SQUARE_NAMES[arrow.source],
                "to": SQUARE_NAMES[arrow.target],
                "side": _SIDES[arrow.white],
                "kind": "step" if arrow.is_push else "capture",
            }
            for arrow in picture.arrows
        ],
        "drawings": [
            {"from": SQUARE_NAMES[source], "to": SQUARE_NAMES[target], "color": color}
            for source, target, color in drawings
        ],
        "framed": square_names(picture.framed).split(),
    }


def _places(picture: Picture, layer: str, white: bool) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {"squares": []}
    for square, cell in enumerate(picture.cells):
        for placed in cell.marks:
            if placed.layer == layer and placed.white == white:
                places.setdefault(_CHANGES[placed.change], []).append(SQUARE_NAMES[square])
    for line in picture.lines:
        if line.layer == layer and line.white == white:
            places[_CHANGES[line.change]] = square_names(line.squares).split()
    for strip in picture.strips:
        if strip.layer == layer and strip.white == white:
            files = [name for number, name in enumerate("abcdefgh") if strip.files >> number & 1]
            places["files" if strip.change == KEPT else _CHANGES[strip.change]] = files
            places.pop("squares", None)
    return places
