"""Pictures that are made to be read by somebody who is told nothing, with the truth in a file beside them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtGui import QImage

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Look, make_picture
from pawnviz.view.export.figure import Figure
from pawnviz.view.export.files import figure_image
from tests.legibility.visible import random_positions, shown
from tests.view.vision import VISIONS, simulated

WIDTHS: Final = (800, 320)
LAYER_COUNT: Final = 6
_FAMILIES: Final = (Family.HATCH, Family.BADGE, Family.TARGET, Family.ATTACK, Family.BAR, Family.STRIP)


class Asked(NamedTuple):
    """A position with layers that a picture shows."""

    name: str
    position: Position
    layers: tuple[str, ...]


def write_pictures(folder: Path, seed: int) -> int:
    """Write pictures of random layers and of those of one family in every kind of vision, and return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = random.Random(seed)
    truth: dict[str, object] = {}
    count = 0
    for asked in _asked(numbers):
        for width in WIDTHS:
            image = _image(asked, width)
            for vision in VISIONS:
                name = f"{asked.name}-{vision.replace(' ', '-')}-{width}.png"
                simulated(image, vision).save(str(folder / name))
                count += 1
        truth[asked.name] = {"fen": asked.position.fen(), "layers": _squares(asked)}
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    return count


def _asked(numbers: random.Random) -> Sequence[Asked]:
    positions = random_positions(numbers)
    found = [
        Asked(f"random-{number}", position, tuple(numbers.sample(_filled(position, list(LAYERS)), LAYER_COUNT)))
        for number, position in zip(range(1, 5), positions, strict=False)
    ]
    for family in _FAMILIES:
        names = [name for name, layer in LAYERS.items() if layer.mark.family is family]
        position = next(positions)
        filled = _filled(position, names)
        chosen = numbers.sample(filled, min(LAYER_COUNT, len(filled)))
        found.append(Asked(family.value, position, tuple(chosen)))
    return found


def _filled(position: Position, names: Sequence[str]) -> list[str]:
    """Return the layers that hold a square for some side."""
    return [name for name in names if any(LAYERS[name](side) for side in position.sides())]


def _image(asked: Asked, width: int) -> QImage:
    look = Look(tuple(shown(asked.layers)))
    return figure_image(
        Figure(
            picture=make_picture(asked.position, look),
            look=look,
            legend=True,
            width=width,
            text_unit=min(600, 1.25 * width),
        )
    )


def _squares(asked: Asked) -> dict[str, dict[str, str]]:
    white, black = asked.position.sides()
    return {
        name: {"white": square_names(LAYERS[name](white)), "black": square_names(LAYERS[name](black))}
        for name in asked.layers
    }
