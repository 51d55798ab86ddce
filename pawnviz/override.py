"""The decorator ``@override`` for methods that replace one of a base class, most of them one of Qt's.

No exception leaves a method that Qt may call: PySide6 hands it on to whatever Python code it comes to next, and on
Python 3.11 that ends the process, at once or later. It is reported as those are that come out of slots.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method):
        """Return the method, which reports its exceptions to ``sys.excepthook`` if it is one of a Qt object.

        It returns ``None`` then, for which Qt takes its default. Exceptions of any other object go to the caller. Type
        checkers see that a base class has a method of the same name.
        """
        # A signal hands a method as many arguments as it takes, and all to one that takes any.
        if method.__code__.co_argcount == 1:

            @wraps(method)
            def guarded(self):
                try:
                    return method(self)
                except Exception as error:
                    return _report(self, error)

        else:

            @wraps(method)
            def guarded(self, *arguments, **options):
                try:
                    return method(self, *arguments, **options)
                except Exception as error:
                    return _report(self, error)

        return guarded


def _report(owner: object, error: Exception) -> None:
    """Report an exception of a Qt object's method, and raise that of another object."""
    if all(base.__module__ != "Shiboken" for base in type(owner).__mro__):
        raise error
    with suppress(Exception):
        sys.excepthook(type(error), error, error.__traceback__)


__all__ = ["override"]
