"""Animated GIFs, a frame at a time: one palette for all frames, and of each frame only what has changed.

The codes of the pixels are made by Pillow, which is imported when the first frame comes; Qt writes no GIFs.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLORS: Final = 255
"""The colors of a palette; one more stands for what has not changed."""
_UNCHANGED: Final = 255
_EXACT: Final = 144
"""The number of colors of a palette that are the most frequent ones."""
_END: Final = b"\x3b"
_LOOP: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_LEAVE: Final = 1 << 2
"""The flag of a frame that stays below the next one."""
_TRANSPARENT: Final = 1
_IMAGE: Final = 0x2C
_EXTENSION: Final = 0x21


class GifWriter:
    """Makes the bytes of a GIF that plays again and again, from frames of one size.

    ``begin``, each frame's ``frame`` and ``end`` give the parts of the file in their order.
    """

    def __init__(self, samples: Sequence[QImage]) -> None:
        """Choose the colors from some of the frames."""
        import numpy

        self._size = samples[0].size()
        self._pillow: Any = import_module("PIL.Image")
        self._palette = _palette(numpy.concatenate([_colors(sample).ravel() for sample in samples]))
        # The place in the palette of each color that was met; what it holds first is no place.
        self._places = numpy.full(1 << 24, _UNCHANGED, numpy.uint8)
        self._before: NDArray[Any] | None = None

    def begin(self) -> bytes:
        """Return what stands before all frames: the size, the palette, and that the frames repeat."""
        size = _two(self._size.width()) + _two(self._size.height())
        colors = b"".join(int(color).to_bytes(3, "big") for color in self._palette)
        return b"GIF89a" + size + b"\xf7\x00\x00" + colors.ljust(3 * 256, b"\0") + _LOOP

    def frame(self, image: QImage, hundredths: int) -> bytes:
        """Return the bytes of the next frame, which is shown for some hundredths of a second."""
        import numpy

        pixels = self._indices(_colors(image))
        left = top = 0
        part = pixels
        if self._before is not None:
            same = pixels == self._before
            rows, columns = (numpy.flatnonzero(~same.all(axis=axis)) for axis in (1, 0))
            top, bottom = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 1)
            left, right = (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, 1)
            part = numpy.where(same, numpy.uint8(_UNCHANGED), pixels)[top:bottom, left:right]
        self._before = pixels
        height, width = part.shape
        control = b"\x21\xf9\x04" + bytes((_LEAVE | _TRANSPARENT,)) + _two(hundredths) + bytes((_UNCHANGED, 0))
        place = bytes((_IMAGE,)) + _two(left) + _two(top) + _two(width) + _two(height) + b"\x00"
        return control + place + self._codes(part)

    def end(self) -> bytes:
        """Return what stands behind all frames."""
        return _END

    def _indices(self, colors: NDArray[Any]) -> NDArray[Any]:
        """Return for each color the place of the nearest one in the palette."""
        import numpy

        found: NDArray[Any] = self._places[colors]
        new = numpy.unique(colors[found == _UNCHANGED])
        if len(new):
            distances = numpy.zeros((len(new), len(self._palette)), numpy.int64)
            for shift in (16, 8, 0):
                distances += ((new >> shift & 255).astype(numpy.int64)[:, None] - (self._palette >> shift & 255)) ** 2
            self._places[new] = distances.argmin(axis=1)
            found = self._places[colors]
        return found

    def _codes(self, pixels: NDArray[Any]) -> bytes:
        """Return the codes of pixels, cut out of a GIF that Pillow makes of them."""
        height, width = pixels.shape
        picture = self._pillow.frombytes("P", (width, height), pixels.tobytes())
        picture.putpalette(bytes(3 * 256))
        written = io.BytesIO()
        picture.save(written, "GIF", optimize=False, interlace=False)
        return _codes_in(written.getvalue())


def _colors(image: QImage) -> NDArray[Any]:
    """Return the colors of an image, row by row, as numbers of 24 bits: red, green, blue."""
    import numpy

    image = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = numpy.frombuffer(image.constBits(), numpy.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()] & numpy.uint32(0xFFFFFF)


def _palette(colors: NDArray[Any]) -> NDArray[Any]:
    """Return at most ``COLORS`` colors: the most frequent ones, and those that stand for most of the others.

    The others are gathered in cells of similar colors, each with the most frequent one of them.
    """
    import numpy

    found, counts = numpy.unique(colors, return_counts=True)
    order = numpy.argsort(-counts, kind="stable")
    found, counts = found[order].astype(numpy.int64), counts[order]
    exact, rest, weights = found[:_EXACT], found[_EXACT:], counts[_EXACT:]
    cells, first, cell_of = numpy.unique(rest & 0xF0F0F0, return_index=True, return_inverse=True)
    totals = numpy.bincount(cell_of, weights, len(cells)) if len(rest) else numpy.zeros(0)
    chosen = rest[first[numpy.argsort(-totals, kind="stable")]]
    return numpy.concatenate([exact, chosen])[:COLORS]


def _codes_in(data: bytes) -> bytes:
    """Return the codes of the first frame of a GIF."""
    place = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[place] == _EXTENSION:
        place += 2
        while data[place]:
            place += data[place] + 1
        place += 1
    flags = data[place + 9]
    place += 10 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    end = place + 1
    while data[end]:
        end += data[end] + 1
    return data[place : end + 1]


def _two(number: int) -> bytes:
    """Return a number in two bytes."""
    return number.to_bytes(2, "little")
