"""Plain text where Qt would read HTML."""

from __future__ import annotations

from pawnviz.core.words import escaped


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text literally, even where it looks like HTML."""
    if not text:
        return ""
    lines = escaped(text).replace("\n", "<br>")
    return f"<p>{lines}</p>"
