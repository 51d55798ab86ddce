"""The lines of sentences."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from pawnviz.view.inspector.sentences import Sentence, SentenceList


def test_no_line_ends_between_a_file_and_its_pawn(qtbot: QtBot) -> None:
    sentence = Sentence("Plans", "f3 prepares the e-pawn's advance, and the half-open c-file belongs to the rooks.")
    found, ends = SentenceList(""), set()
    qtbot.addWidget(found)
    found.show_sentences([sentence])
    found.show()
    for width in range(60, 700, 7):
        found.resize(width, found.height())
        lines = found.blocks[0].lines
        for number in range(lines.lineCount() - 1):
            line = lines.lineAt(number)
            ends.add(lines.text()[: line.textStart() + line.textLength()].rstrip()[-2:])
    assert ends and not ends & {"e-", "c-", "e\u2011", "c\u2011"}
    assert "f-" in ends, "the hyphen of half-open may end a line"
