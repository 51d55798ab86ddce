"""Arrays that grow at their end, while those who have read them keep what they have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


class GrowingArray:
    """An array to which values are added, in memory for up to half as many again."""

    def __init__(self, kind: str) -> None:
        import numpy

        self._values: NDArray[Any] = numpy.empty(0, kind)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Any]) -> None:
        """Add values at the end."""
        import numpy

        length = self._length + len(values)
        if length > len(self._values):
            larger = numpy.empty(length if not self._length else length * 3 // 2, self._values.dtype)
            larger[: self._length] = self._values[: self._length]
            self._values = larger
        self._values[self._length : length] = values
        self._length = length

    @property
    def values(self) -> NDArray[Any]:
        """A view of the values so far, which does not change."""
        view = self._values[: self._length]
        view.flags.writeable = False
        return view
