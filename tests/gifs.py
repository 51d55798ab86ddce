"""GIFs read by Pillow, for tests of those that are written."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class Gif(NamedTuple):
    """The frames of a GIF as images of Pillow in RGB, the milliseconds of each, and how often it repeats."""

    frames: tuple[Any, ...]
    durations: tuple[int, ...]
    loop: int


def read_gif(source: bytes | Path) -> Gif:
    """Return the GIF of bytes or of a file."""
    data = source if isinstance(source, bytes) else source.read_bytes()
    with import_module("PIL.Image").open(io.BytesIO(data)) as image:
        frames, durations = [], []
        for number in range(image.n_frames):
            image.seek(number)
            frames.append(image.convert("RGB"))
            durations.append(image.info["duration"])
        return Gif(tuple(frames), tuple(durations), image.info["loop"])


def read_png(data: bytes) -> Any:
    """Return the image of a PNG in RGB."""
    with import_module("PIL.Image").open(io.BytesIO(data)) as image:
        return image.convert("RGB")


def largest_difference(first: Any, second: Any) -> int:
    """Return how far the colors of two images are from each other at most, from 0 to 255."""
    difference = import_module("PIL.ImageChops").difference(first, second)
    return int(max(high for _, high in difference.getextrema()))
