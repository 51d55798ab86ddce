"""Plain text where Qt would read HTML."""

from __future__ import annotations


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text literally, even where it looks like HTML."""
    if not text:
        return ""
    # The window's first picture needs no tool tip, and ``html`` loads a table of all of HTML's named characters.
    from html import escape

    lines = escape(text).replace("\n", "<br>")
    return f"<p>{lines}</p>"
