"""The colors of formulas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from pawnviz.core.formula.names import Kind, given_names, parts
from pawnviz.core.formula.parser import LONGEST_TEXT
from pawnviz.override import override
from pawnviz.view.board.swatch import mixed
from pawnviz.view.widgets.theme import PALETTE, Theme

_LONGEST_COLORED: Final = 2 * LONGEST_TEXT
_COLORS: Final = {
    Kind.SIDE: "Vermillion",
    Kind.SET: "Bluish green",
    Kind.SQUARES: "Bluish green",
    Kind.CALL: "Reddish purple",
    Kind.LAYER: "Blue",
    Kind.USER_LAYER: "Blue",
}
"""The colors of the palette for the parts of a formula; other parts have the color of text."""


def part_color(kind: Kind, theme: Theme) -> QColor:
    """Return the color of a part of a formula on a theme's ground."""
    name = _COLORS.get(kind)
    color = next((color.on(theme) for color in PALETTE if color.name == name), "")
    # The palette is made for marks; letters are thinner and need more contrast.
    ground = QColor(theme.base).lightness()
    return mixed(color, "#ffffff" if ground < 128 else "#000000", 0.85) if color else QColor(theme.text)


def utf16_length(text: str) -> int:
    """Return the length of a text in a text document, where a character beyond the basic plane counts as two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class FormulaColors(QSyntaxHighlighter):
    """Colors the parts of a formula by their kind."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._user_layers: tuple[str, ...] = ()
        self._formats: dict[Kind, QTextCharFormat] = {}
        self._revision = -1
        self._given: frozenset[str] = frozenset()
        self.use_theme(theme)

    def use_theme(self, theme: Theme) -> None:
        """Take the colors of a theme."""
        for kind in Kind:
            self._formats[kind] = QTextCharFormat()
            self._formats[kind].setForeground(part_color(kind, theme))
            self._formats[kind].setFontItalic(kind in (Kind.LOCAL, Kind.USER_LAYER))
        self.rehighlight()

    def set_user_layers(self, identifiers: Sequence[str]) -> None:
        """Color the names of these user layers."""
        if tuple(identifiers) != self._user_layers:
            self._user_layers = tuple(identifiers)
            self.rehighlight()

    @override
    def highlightBlock(self, text: str) -> None:
        # A text beyond that is no formula, and the whole of it for each of its lines takes long.
        if self.document().characterCount() > _LONGEST_COLORED:
            return
        place = end_before = 0
        for start, end, kind in parts(text, self._user_layers, self._given_names()):
            place += utf16_length(text[end_before:start])
            length = utf16_length(text[start:end])
            self.setFormat(place, length, self._formats[kind])
            place, end_before = place + length, end

    def _given_names(self) -> frozenset[str]:
        revision = self.document().revision()
        if revision != self._revision:
            self._revision = revision
            self._given = frozenset(given_names(self.document().toPlainText()))
        return self._given
