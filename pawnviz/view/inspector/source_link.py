"""Links to the sources of definitions."""

from __future__ import annotations

from pawnviz.core.layers.registry import WIKI
from pawnviz.core.words import escaped
from pawnviz.view.widgets.theme import Theme


def source_link(address: str, theme: Theme) -> str:
    """Return a link to a page of the wiki, or to another source, as rich text in a theme's color of links."""
    text = "wiki page" if address.startswith(WIKI) else "source"
    return f'<a href="{escaped(address)}" style="color: {theme.link}">{text}</a>'
