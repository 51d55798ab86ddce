"""What people see of a picture: contrast, and pixels that differ noticeably, in five kinds of color vision.

Colors are compared in CIELAB (white point D65), each axis in units of the difference that half of the people notice in
a patch of 0.1 degrees: 4 pixels of a screen with 96 to the inch, seen from 60 cm. The units follow M. Stone, D. Szafir
and V. Setlur, An Engineering Model for Color Difference as a Function of Size (Color and Imaging Conference, 2014):
``p * (A + B / size)`` with p = 0.5 and A, B = 10.16, 1.50 (L*), 10.68, 3.08 (a*), 10.70, 5.74 (b*).

Dichromats are simulated with the matrices for severity 1.0 of G. Machado, M. Oliveira and L. Fernandes, A
Physiologically-based Model for Simulation of Color Vision Deficiency (IEEE TVCG 15, 2009), applied to linear RGB.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

Pixels = NDArray[np.int32]
"""A picture of rows and columns; each pixel is the number of its color among all colors looked at so far."""

_LUMINANCE: Final = (0.2126, 0.7152, 0.0722)

_MATRICES: Final = {
    "normal vision": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "greyscale": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
VISIONS: Final = tuple(_MATRICES)
GREYSCALE: Final = VISIONS.index("greyscale")

_XYZ: Final = np.array(
    ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
)
_UNITS: Final = 0.5 * (np.array((10.16, 10.68, 10.70)) + np.array((1.50, 3.08, 5.74)) / 0.1)


def _linear_values() -> NDArray[np.float64]:
    """Return the linear intensity of each sRGB value from 0 to 255."""
    values = np.arange(256) / 255
    linear: NDArray[np.float64] = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return linear


_LINEAR: Final = _linear_values()


def _lab(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return CIELAB of linear RGB."""
    shares = linear @ _XYZ.T / _XYZ.sum(1)
    roots = np.where(shares > 216 / 24389, np.cbrt(shares), (24389 / 27 * shares + 16) / 116)
    x, y, z = roots[..., 0], roots[..., 1], roots[..., 2]
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), -1)


class _Colors:
    """Every color looked at so far. Pictures have few, and each is converted once."""

    def __init__(self) -> None:
        self._numbers = np.zeros(1 << 24, np.int32)
        self.seen = np.zeros((1, len(VISIONS), 3), np.float32)
        self.luminance = np.zeros(1)

    def numbers(self, colors: NDArray[np.uint32]) -> Pixels:
        """Return the numbers of colors that are given as 0xrrggbb."""
        numbers: Pixels = self._numbers[colors]
        new = np.unique(colors[numbers == 0])
        if len(new):
            linear = _LINEAR[np.stack((new >> 16, new >> 8 & 255, new & 255), -1)]
            lab = [_lab(np.clip(linear @ np.array(matrix).T, 0, 1)) for matrix in _MATRICES.values()]
            self._numbers[new] = np.arange(len(new)) + len(self.seen)
            self.seen = np.concatenate((self.seen, (np.stack(lab, 1) / _UNITS).astype(np.float32)))
            self.luminance = np.concatenate((self.luminance, linear @ np.array(_LUMINANCE)))
            numbers = self._numbers[colors]
        return numbers


_colors: Final = _Colors()


def look(image: QImage) -> Pixels:
    """Return an opaque image of a format with 32 bits for each pixel as it is looked at."""
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return _colors.numbers(rows[:, : image.width()] & np.uint32(0xFFFFFF))


def color_look(color: QColor) -> Pixels:
    """Return a single color as it is looked at."""
    return _colors.numbers(np.array(color.rgb() & 0xFFFFFF, np.uint32))


def noticeable(first: Pixels, second: Pixels) -> NDArray[np.bool_]:
    """Return whether pixels differ by at least one noticeable unit, with the kinds of vision as the last dimension."""
    difference = _colors.seen[first] - _colors.seen[second]
    result: NDArray[np.bool_] = np.einsum("...i,...i", difference, difference) >= 1
    return result


def differing(first: Pixels, second: Pixels) -> NDArray[np.int64]:
    """Return the number of pixels that differ noticeably, for each kind of vision."""
    changed = first != second
    count: NDArray[np.int64] = np.count_nonzero(noticeable(first[changed], second[changed]), axis=0)
    return count


def aligned(first: Pixels, second: Pixels, reach: int) -> Pixels:
    """Return the second picture moved up to ``reach`` pixels in each direction to where it is most like the first.

    Pictures wrap around; their lightness decides.
    """
    height, width = first.shape
    spectra = [_spectrum(picture.tobytes(), height, width) for picture in (first, second)]
    likeness = np.fft.irfft2(spectra[0] * np.conj(spectra[1]), (height, width))
    far = _far(height, width, reach)
    if far is not None:
        likeness[far] = -np.inf
    rows, columns = divmod(int(np.argmax(likeness)), width)
    return np.roll(second, (rows, columns), (0, 1))


@lru_cache(maxsize=1000)
def _spectrum(picture: bytes, height: int, width: int) -> NDArray[np.complex128]:
    """Return the spectrum of a picture's lightness; most pictures are compared with many others."""
    lightness = _colors.seen[:, GREYSCALE, 0]
    spectrum: NDArray[np.complex128] = np.fft.rfft2(lightness[np.frombuffer(picture, np.int32).reshape(height, width)])
    return spectrum


@cache
def _far(height: int, width: int, reach: int) -> NDArray[np.bool_] | None:
    """Return the movements of more than ``reach`` rows or columns, None if there are none."""
    down, across = np.arange(height), np.arange(width)
    near_rows = np.minimum(down, height - down) <= reach
    near_columns = np.minimum(across, width - across) <= reach
    far = ~(near_rows[:, None] & near_columns[None, :])
    return far if far.any() else None


def contrast(first: Pixels, second: Pixels) -> NDArray[np.float64]:
    """Return the contrast of each pixel with the pixel of another picture or with a single color, 1 to 21.

    Source: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio
    """
    one, other = _colors.luminance[first], _colors.luminance[second]
    ratio: NDArray[np.float64] = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return ratio
