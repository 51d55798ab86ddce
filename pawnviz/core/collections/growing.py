"""Arrays that grow at their end, while those who have read them keep what they have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


class GrowingArray:
    """An array to which values are added, in memory for up to half as many again."""

    def __init__(self, kind: str) -> None:
        """Begin with no values of a type; NumPy is imported when there are some."""
        self._kind = kind
        self._values: NDArray[Any] | None = None
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Any]) -> None:
        """Add values at the end."""
        import numpy

        length = self._length + len(values)
        if self._values is None:
            self._values = numpy.empty(length, self._kind)
        elif length > len(self._values):
            larger = numpy.empty(length * 3 // 2, self._kind)
            larger[: self._length] = self._values[: self._length]
            self._values = larger
        self._values[self._length : length] = values
        self._length = length

    @property
    def values(self) -> NDArray[Any]:
        """A view of the values so far, which does not change."""
        import numpy

        view = numpy.empty(0, self._kind) if self._values is None else self._values[: self._length]
        view.flags.writeable = False
        return view
