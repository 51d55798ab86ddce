"""Text for labels and tool tips that show HTML."""

from __future__ import annotations


def escape(text: str) -> str:
    """Return a text that looks as it is where HTML is shown.

    The standard library's ``html`` does the same, and holds every named character of HTML in memory to undo it.
    """
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text


def plain_tip(text: str) -> str:
    """Return a text as a tool tip that shows it as it is, also where it looks like HTML."""
    lines = escape(text).replace("\n", "<br>")
    return f"<p>{lines}</p>" if text else ""
