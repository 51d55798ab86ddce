"""The inspector's section on an ending of kings and pawns: the outcome, how it is kept, and each king's squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from pawnviz.core.board.bitboard import mask_of, popcount, square_names
from pawnviz.model.endings import MOST_PAWNS_UNASKED, SECONDS, PawnEnding
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of

if TYPE_CHECKING:  # The solver's tables are made when the first pawn ending is solved.
    from pawnviz.core.endings.outcome import KingMap
    from pawnviz.model.engine.engine import Analysis

_PROVED: Final = (
    "It holds against every reply, promotions included: the moves of kings and pawns were followed to the end. It does "
    "not say how many moves it takes; the fifty-move rule is left out."
)
_NOT_DECIDED: Final = (
    "Neither a win nor a draw is proved, so nothing is said. An engine or endgame tables may know more."
)
_SOLVING: Final = "A process searches all moves of the kings and pawns; the program goes on."
_ENGINE: Final = (
    "The evaluation of the engine that was started, an estimate: with best play the outcome may be another one. The "
    "squares are those of its best move."
)
_KING: Final = (
    "Where its side would win, draw or lose if the king stood there and nothing else changed. The board shows the "
    "squares while the mouse is on this line, or the keyboard: Tab, then Up and Down."
)
_MOST_NAMED: Final = 6  # The number of squares of a king that are named; more are counted.


class EndingSection(QWidget):
    """Who wins a pawn ending, and for each king the squares from which it would win, draw or lose.

    While that is not proved there is the evaluation of the engine, if one was started.
    """

    engine_changed = Signal()  # The engine has another evaluation.

    def __init__(self, ending: PawnEnding) -> None:
        super().__init__()
        self._ending = ending
        self._analysis: Analysis | None = None
        self._engine_sentences: list[Sentence] = []
        self.sentences = SentenceList("")
        title = plain_label("Pawn ending", bold=True)
        title.setToolTip("<p>Kings and pawns alone: who wins with best play, as far as it is proved.</p>")
        self._stop = QPushButton("Stop")
        self._stop.setToolTip("<p>Stops the search; the ending stays undecided.</p>")
        self._stop.clicked.connect(ending.cancel)
        self._search = QPushButton(f"Search (up to {SECONDS} s)")
        self._search.setToolTip("<p>Searches all moves of the kings and pawns for a proof.</p>")
        self._search.clicked.connect(ending.search)
        heading = row_of((title, 1), self._search, self._stop, spacing=8)
        column_of(heading, self.sentences, parent=self, margins=(0, 0, 0, 8), spacing=6)

    def set_analysis(self, analysis: Analysis) -> None:
        """Show the evaluation of an analysis's engine where the outcome is not proved."""
        self._analysis = analysis
        analysis.changed.connect(self._follow_engine)
        self._follow_engine()

    @Slot()
    def _follow_engine(self) -> None:
        if self._found_by_engine() != self._engine_sentences:
            self.engine_changed.emit()

    def refresh(self) -> bool:
        """Show the present knowledge, solve the rest if that is quick, and return whether there is a pawn ending."""
        self._ending.solve()
        self._engine_sentences = self._found_by_engine()
        sentences = self._found()
        self._stop.setVisible(self._ending.is_solving)
        self._search.setVisible(self._ending.may_search)
        self.sentences.show_sentences(sentences)
        return bool(sentences)

    def _found(self) -> list[Sentence]:
        position, ending = self._ending.position, self._ending.ending
        if position is None or ending is None:
            return []
        from pawnviz.core.explain.pawn_endings import ending_facts

        facts = [Sentence(fact.title, fact.text, fact.squares, fact.explanation) for fact in ending_facts(position)]
        if not ending.is_decided:
            if self._ending.is_solving:
                first = Sentence(
                    "Solving", f"{round(100 * self._ending.part)} % of the time is over.", explanation=_SOLVING
                )
            else:
                text = self._ending.fault or _undecided_text(self._ending.is_searched, popcount(position.pawns))
                first = Sentence(ending.outcome.value, text, explanation=_NOT_DECIDED)
            return [first, *self._engine_sentences, *facts]
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

    def _found_by_engine(self) -> list[Sentence]:
        ending, analysis = self._ending.ending, self._analysis
        if analysis is None or self._ending.position is None or (ending is not None and ending.is_decided):
            return []
        return [
            Sentence(
                "Engine",
                f"{best.evaluation.text} for White, depth {best.depth}; not proved.",
                mask_of((best.source, best.target)),
                _ENGINE,
                muted=not analysis.is_running,
            )
            for best in analysis.variations[:1]
        ]


def _undecided_text(is_searched: bool, pawn_count: int) -> str:
    if is_searched:
        return "no proof was found."
    return "no proof within a second." if pawn_count <= MOST_PAWNS_UNASKED else "not searched yet."


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
