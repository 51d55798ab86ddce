"""Imports Qt so that the modules after it are imported as quickly as before it."""

from __future__ import annotations

import builtins
from importlib import import_module


def import_qt() -> None:
    """Import PySide6 with its widgets; raises ``ImportError`` as the import does."""
    import_module("PySide6.QtWidgets")
    # PySide6 replaces the import by one that reads the source of every module, for optional names of its methods.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
