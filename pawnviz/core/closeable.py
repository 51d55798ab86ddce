"""Objects that hold files, and close them at the end of a ``with`` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self


class Closeable(ABC):
    """A base whose objects are closed at the end of a ``with`` block, also by an exception."""

    @abstractmethod
    def close(self) -> None:
        """Close the files; again is no fault."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
