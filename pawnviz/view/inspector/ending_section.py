"""The inspector's section on an ending of kings and pawns: the outcome, how it is kept, and each king's squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QPushButton, QWidget

from pawnviz.core.board.bitboard import popcount, square_names
from pawnviz.model.ending import PawnEnding
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of

if TYPE_CHECKING:  # The solver's tables are made when the first pawn ending is solved.
    from pawnviz.core.endings.outcome import KingMap

_PROVED: Final = (
    "It holds against every reply, promotions included: the moves of kings and pawns were followed to the end. It does "
    "not say how many moves it takes; the fifty-move rule is left out."
)
_NOT_DECIDED: Final = (
    "Nothing is guessed. Queens of both sides are followed only once no pawn is left beside them, and a search that "
    "grows too large is given up; pawnviz[fast] searches much more in the same time."
)
_SOLVING: Final = "All moves of the kings and pawns are searched, by a process of its own; the program goes on."
_KING: Final = (
    "Where its side would win, draw or lose if the king stood there and nothing else changed. The board shows the "
    "squares while the mouse is on this line, or the keyboard: Tab, then Up and Down."
)
_MOST_NAMED: Final = 6  # The number of squares of a king that are named; more are counted.


class EndingSection(QWidget):
    """Who wins a pawn ending, and for each king the squares from which it would win, draw or lose."""

    def __init__(self, ending: PawnEnding) -> None:
        super().__init__()
        self._ending = ending
        self.sentences = SentenceList("")
        title = plain_label("Pawn ending", bold=True)
        title.setToolTip("<p>Kings and pawns alone: who wins with best play, as far as it is proved.</p>")
        self._stop = QPushButton("Stop")
        self._stop.setToolTip("<p>Stops the search; the ending stays undecided.</p>")
        self._stop.clicked.connect(ending.cancel)
        heading = row_of((title, 1), self._stop, spacing=8)
        column_of(heading, self.sentences, parent=self, margins=(0, 0, 0, 8), spacing=6)

    def refresh(self) -> bool:
        """Show the present knowledge, begin to solve the rest, and return whether there is a pawn ending."""
        self._ending.solve()
        sentences = self._found()
        self._stop.setVisible(self._ending.is_solving)
        self.sentences.show_sentences(sentences)
        return bool(sentences)

    def _found(self) -> list[Sentence]:
        position = self._ending.position
        if position is None:
            return []
        from pawnviz.core.endings.outcome import Outcome
        from pawnviz.core.explain.pawn_endings import ending_facts

        facts = [Sentence(fact.title, fact.text, fact.squares, fact.explanation) for fact in ending_facts(position)]
        if self._ending.fault:
            return [Sentence("Not decided", self._ending.fault, explanation=_NOT_DECIDED), *facts]
        ending = self._ending.ending
        if ending is None:
            done = f"{round(100 * self._ending.part)} % of the time is over."
            return [Sentence("Solving", done, explanation=_SOLVING), *facts]
        if ending.outcome is Outcome.NOT_DECIDED:
            text = "both sides may promote, or there is too much to search."
            return [Sentence(ending.outcome.value, text, explanation=_NOT_DECIDED), *facts]
        proved = [Sentence(fact.title, fact.text, fact.squares, fact.explanation) for fact in self._ending.facts]
        white, black = ending.white_king, ending.black_king
        mover = "White" if position.white_to_move else "Black"
        return [
            Sentence(ending.outcome.value, "proved.", explanation=_PROVED),
            *proved,
            *facts,
            *_of_king(f"the white king, {mover} to move", white, wins=white.white_wins, losses=white.black_wins),
            *_of_king(f"the black king, {mover} to move", black, wins=black.black_wins, losses=black.white_wins),
        ]


def _of_king(king: str, squares: KingMap, *, wins: int, losses: int) -> list[Sentence]:
    """Return a sentence for each verdict that a king's map has, with its squares; none where some are undecided."""
    if squares.not_decided:
        return []
    verdicts = (("Winning", wins), ("Drawing", squares.draws), ("Losing", losses))
    return [
        Sentence(f"{word} squares for {king}", f"{_named_or_counted(mask)}.", mask, _KING)
        for word, mask in verdicts
        if mask
    ]


def _named_or_counted(mask: int) -> str:
    return square_names(mask).replace(" ", ", ") if popcount(mask) <= _MOST_NAMED else str(popcount(mask))
