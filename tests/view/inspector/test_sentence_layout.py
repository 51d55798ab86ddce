"""The lines of sentences."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from pawnviz.view.inspector.sentences import Sentence, SentenceLayout


def test_no_line_ends_between_a_file_and_its_pawn(qapp: QApplication) -> None:
    sentence = Sentence("Plans", "f3 prepares the e-pawn's advance, and the half-open c-file belongs to the rooks.")
    layout, ends = SentenceLayout(), set()
    for width in range(60, 700, 7):
        layout.lay_out([sentence], QFont(), width)
        lines = layout.blocks[0].lines
        for number in range(lines.lineCount() - 1):
            line = lines.lineAt(number)
            ends.add(lines.text()[: line.textStart() + line.textLength()].rstrip()[-2:])
    assert ends and not ends & {"e-", "c-", "e\u2011", "c\u2011"}
    assert "f-" in ends, "the hyphen of half-open may end a line"
