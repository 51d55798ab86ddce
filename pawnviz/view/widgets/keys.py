"""Keys as texts for people."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence


def native_keys(keys: str) -> str:
    """Return a portable key sequence, such as ``Ctrl+Up``, as this platform writes it; empty for an empty one."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def set_tip(action: QAction, tip: str) -> None:
    """Give an action a tool tip that names its first key."""
    keys = native_keys(action.shortcut().toString())
    action.setToolTip(f"{tip} ({keys})" if keys else tip)
