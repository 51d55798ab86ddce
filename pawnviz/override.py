"""The decorators of methods that replace one of a base class: ``override`` for Qt's, ``plain_override`` for any other.

No exception leaves a method that Qt calls: PySide6 hands it on to whatever Python code it comes to next, and on Python
3.11 that ends the process, at once or later. It is reported as those are that come out of slots. What our own code
calls raises: its caller was promised a value.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import override
    from typing_extensions import override as plain_override
else:

    def override(method):
        """Return the method of a Qt object, which reports its exceptions to ``sys.excepthook``.

        It returns ``None`` then, for which Qt takes its default. Type checkers see that a base class has a method of
        the same name.
        """
        # A signal hands a method as many arguments as it takes, and all to one that takes any.
        if method.__code__.co_argcount == 1:

            @wraps(method)
            def guarded(self):
                try:
                    return method(self)
                except Exception as error:
                    return _report(error)

        else:

            @wraps(method)
            def guarded(self, *arguments, **options):
                try:
                    return method(self, *arguments, **options)
                except Exception as error:
                    return _report(error)

        return guarded

    def plain_override(method):
        """Return the method as it is; type checkers see that a base class has one of the same name."""
        return method


def _report(error: Exception) -> None:
    with suppress(Exception):
        sys.excepthook(type(error), error, error.__traceback__)


__all__ = ["override", "plain_override"]
