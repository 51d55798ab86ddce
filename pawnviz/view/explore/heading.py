"""The heading of an answer: the number of games, the results, the score against the expectation, the openings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pawnviz.core.collections.answer import INTERVAL_WORDS, count_sentence, openings_text, score_sentence
from pawnviz.view.board.skeleton_picture import SkeletonLabel
from pawnviz.view.explore.score_bar import ScoreBar
from pawnviz.view.widgets.labels import ElidedLabel, plain_label
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.message_label import MessageLabel

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import Answer
    from pawnviz.model.preferences.preferences import Preference


SKELETON: Final = 72  # The edge of the skeleton.


class AnswerHeading(QWidget):
    """What an answer says before its rows; nothing for an answer without games."""

    def __init__(self, flipped: Preference[bool]) -> None:
        super().__init__()
        self.title = plain_label(scale=1.1, bold=True)
        self.title.setWordWrap(True)
        self.bar = ScoreBar()
        self.sentence = MessageLabel()
        self.sentence.setToolTip(plain_tip(INTERVAL_WORDS))
        self.openings = ElidedLabel()
        self.openings.setForegroundRole(self.openings.palette().ColorRole.PlaceholderText)
        self.skeleton = SkeletonLabel(flipped, SKELETON)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.skeleton, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        row.addLayout(column, 1)
        column.setSpacing(4)
        for part in (self.title, self.bar, self.sentence, self.openings):
            column.addWidget(part)

    def show_answer(self, answer: Answer, name: str, pawns: tuple[int, int]) -> None:
        """Show an answer with games to White's and Black's pawns, none unless they are asked, and their name."""
        self.skeleton.show_pawns(*pawns)
        self.title.setText(f"{name} · {count_sentence(answer)}" if name else count_sentence(answer))
        self.bar.show_score(answer.score)
        # No line ends between a number and its percent sign, nor in "95 % interval".
        sentence = score_sentence(answer).replace(" % interval", " %\N{NO-BREAK SPACE}interval")
        self.sentence.show_message(sentence.replace(" %", "\N{NO-BREAK SPACE}%"))
        openings = openings_text(answer)
        self.openings.show_text(openings)
        self.openings.setVisible(bool(openings))
