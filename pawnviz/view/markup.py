"""Text for labels and tool tips that show HTML."""

from __future__ import annotations


def escape(text: str) -> str:
    """Return a text that looks as it is where HTML is shown.

    The standard library's ``html`` does the same, and holds every named character of HTML in memory to undo it.
    """
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text
