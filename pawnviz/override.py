"""The decorator ``@override`` for methods that replace one of Qt's, where Python has none before version 3.12."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method):
        """Return the method itself; type checkers see that a base class has one of the same name."""
        return method


__all__ = ["override"]
