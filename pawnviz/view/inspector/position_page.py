"""The page of the position: its structure, the wishes of each side, their pawns, endings and their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from pawnviz.core.board.bitboard import mask_of, popcount, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.explain.summary import SideSummary, Summary, summary_of
from pawnviz.core.layers import NUMBERS, Number
from pawnviz.core.structures import FoundStructure
from pawnviz.core.words import capitalized, escaped, shortened
from pawnviz.model.document import Document
from pawnviz.model.endings import MOST_PAWNS_UNASKED, SECONDS, PawnEnding, Tables
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preferences
from pawnviz.override import plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.small_boards import SkeletonLabel
from pawnviz.view.inspector.sentences import Sentence, SentenceList
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.widgets.buttons import CopyButton
from pawnviz.view.widgets.labels import plain_label, plain_tip, scaled_font, section_title
from pawnviz.view.widgets.layouts import STRETCH, add_parts, column_of, row_of
from pawnviz.view.widgets.page import FoldButton, Navigation, Page
from pawnviz.view.widgets.theme import theme_of

if TYPE_CHECKING:
    from pawnviz.core.collections.question import StructurePart
    from pawnviz.core.endings.outcome import KingMap
    from pawnviz.model.collections.explorer import StructureCount
    from pawnviz.model.engine.engine import Analysis


class TablesChoice(QObject):
    """Asks for a folder of tables and reports its contents."""

    def __init__(
        self, tables: Tables, say: Callable[[str], None], warn: Callable[[str], None], window: QWidget
    ) -> None:
        """Ask over a window; ``say`` shows a sentence for a moment, ``warn`` one that stays."""
        super().__init__(window)
        self._tables, self._say, self._warn, self._window = tables, say, warn, window
        self._is_new = False
        tables.changed.connect(self._report)

    def choose(self) -> None:
        """Ask for a folder and read it; without one nothing changes."""
        folder = self._tables.folder
        path = QFileDialog.getExistingDirectory(self._window, "Choose a folder of Syzygy tables", folder.value)
        if path:
            self._is_new = True
            folder.value = ""  # The same folder may hold other files.
            folder.value = path
            self._tables.open()

    def forget(self) -> None:
        """Stop using tables."""
        had_one = bool(self._tables.folder.value)
        self._tables.folder.value = ""
        self._say("Endgame tables are no longer used" if had_one else "There are no endgame tables to forget")

    @Slot()
    def _report(self) -> None:
        tables = self._tables
        if not self._is_new or not (tables.summary or tables.fault):
            return
        self._is_new = False
        if tables.fault or "Left out" in tables.summary:
            self._warn(f"Endgame tables: {tables.fault or tables.summary}")
        else:
            self._say(f"Endgame tables: {tables.summary}")


_PROVED: Final = (
    "Proved against every reply, promotions included, by a search of all moves of the kings and pawns. The number of "
    "moves and the fifty-move rule are left out."
)
_NOT_DECIDED: Final = (
    "Neither a win nor a draw is proved, so nothing is said. An engine or endgame tables may know more."
)
_SOLVING: Final = "A process searches all moves of the kings and pawns; you can go on working."
_ENGINE: Final = (
    "The evaluation of the running engine, an estimate: the outcome with best play may differ. The squares are those "
    "of its best move."
)
_KING: Final = (
    "The squares on which the king would win, draw or lose if nothing else changed. To see them on the board, point at "
    "this line, or go to it with Tab, Up and Down."
)
_MOST_NAMED: Final = 6  # The number of squares of a king that are named; more are counted.


class EndingSection(QWidget):
    """Who wins a pawn ending, and each king's squares by outcome; the engine's evaluation while that is not proved."""

    engine_changed = Signal()  # The engine has another evaluation.

    def __init__(self, ending: PawnEnding) -> None:
        super().__init__()
        self._ending = ending
        self._analysis: Analysis | None = None
        self._engine_sentences: list[Sentence] = []
        self.sentences = SentenceList("")
        title = plain_label("Pawn ending", bold=True)
        title.setToolTip("<p>Kings and pawns alone: who wins with best play, as far as it is proved.</p>")
        self._stop, self._search = QPushButton("Stop"), QPushButton(f"Search (up to {SECONDS} s)")
        self._stop.setToolTip("<p>Stops the search; the ending stays undecided.</p>")
        self._stop.clicked.connect(ending.cancel)
        self._search.setToolTip("<p>Searches all moves of the kings and pawns for a proof.</p>")
        self._search.clicked.connect(ending.search)
        heading = row_of((title, 1), self._search, self._stop, spacing=8)
        column_of(heading, self.sentences, parent=self, margins=(0, 0, 0, 8), spacing=6)

    def set_analysis(self, analysis: Analysis) -> None:
        """Show the evaluation of an analysis's engine if the outcome is not proved."""
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
        self._stop.setVisible(self._ending.solving.is_running)
        self._search.setVisible(self._ending.may_search)
        self.sentences.show_sentences(sentences)
        return bool(sentences)

    def _found(self) -> list[Sentence]:
        position, ending = self._ending.position, self._ending.ending
        if position is None or ending is None:
            return []
        from pawnviz.core.explain.pawn_endings import ending_facts

        facts, proved = (
            [Sentence(fact.title, fact.text, fact.squares, fact.explanation) for fact in found]
            for found in (ending_facts(position), self._ending.facts)
        )
        if not ending.is_decided:
            quick = popcount(position.pawns) <= MOST_PAWNS_UNASKED
            text = "no proof within a second." if quick else "not searched yet."
            text = self._ending.fault or ("no proof was found." if self._ending.is_searched else text)
            first = Sentence(ending.outcome.value, text, explanation=_NOT_DECIDED)
            if self._ending.solving.is_running:
                over = f"{round(100 * self._ending.solving.part)} % of the time is over."
                first = Sentence("Solving", over, explanation=_SOLVING)
            return [first, *self._engine_sentences, *facts]
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
        is_asked = self._ending.position is not None and (ending is None or not ending.is_decided)
        if analysis is None or not is_asked or not analysis.variations:
            return []
        best = analysis.variations[0]
        text = f"{best.evaluation.text} for White, depth {best.depth}; not proved."
        squares = mask_of((best.source, best.target))
        return [Sentence("Engine", text, squares, _ENGINE, muted=not analysis.is_running)]


def _of_king(king: str, squares: KingMap, *, wins: int, losses: int) -> list[Sentence]:
    if squares.not_decided:
        return []
    verdicts = (("Winning", wins), ("Drawing", squares.draws), ("Losing", losses))
    sentences = []
    for word, mask in verdicts:
        if mask:
            count = popcount(mask)
            named = square_names(mask).replace(" ", ", ") if count <= _MOST_NAMED else str(count)
            sentences.append(Sentence(f"{word} squares for {king}", f"{named}.", mask, _KING))
    return sentences


def _in_tables(position: Position, tables: Tables) -> list[Sentence]:
    """Return the outcome and distance by the tables, and why a layer differs on a passed pawn; empty without any."""
    from pawnviz.core.tablebases.verdict import may_be_in_tables, verdict_sentences

    if not tables.folder.value or not may_be_in_tables(position):
        return []
    if tables.fault:
        return [Sentence("", tables.fault)]
    if tables.missing and tables.verdict is None:
        return [Sentence("Not in the tables", f"{tables.missing} is missing.", muted=True)]
    if tables.verdict is None:
        return []
    return [Sentence(*sentence) for sentence in verdict_sentences(tables.verdict, position)]


_NAMES: Final = ("White", "Black")
_GUIDE: Final = (
    "Point at a sentence, and the board shows its squares. Click a pawn to read what it is, why, and why not."
)
_STRUCTURES: Final = "Named pawn structures that the position has by an exact rule; none is guessed."


class PositionPage(Page):
    """The position in words: structure, one sentence, each side's plans and pawns; rules and numbers fold away."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, navigator: Navigation) -> None:
        super().__init__("Position")
        self._document = document
        self._board = board
        self._navigator = navigator
        self.tables = Tables(document, board.preferences.tables_folder, self)
        self._tables_title, self.in_tables = plain_label("Endgame tables", bold=True), SentenceList("")
        self._pawn_ending = PawnEnding(document, self)
        self.ending = EndingSection(self._pawn_ending)
        self._title = plain_label(scale=1.5, bold=True, wrapped=True)
        self._title.setToolTip(f"<p>{_STRUCTURES}</p>")
        self._copy = CopyButton("summary in words")
        self._skeleton = SkeletonLabel(board.preferences.flipped)
        self._headlines = SentenceList("")
        self._count: StructureCount | None = None
        self._counted: StructurePart | None = None  # The structure whose games are counted.
        self.games_link = plain_label(wrapped=True)
        self._wants = SentenceList(""), SentenceList("")
        self._sides = SentenceList(""), SentenceList("")
        self._captions = tuple(section_title(f"{name}'s plans") for name in _NAMES)
        self.rule_button = FoldButton("Rule, blocked plans and missing labels", "How the structure is recognized")
        self._rules = SentenceList("")
        self.numbers_button = FoldButton("Numbers", "Counts of both sides, with their meanings")
        self._numbers = SentenceList("")
        self.guide = plain_label(_GUIDE, muted=True, wrapped=True)
        self._presets = PresetBar(layers, all_layers=True)
        for sentences in (self._headlines, *self._wants):
            sentences.setFont(scaled_font(sentences.font(), 1.1))
        self._lay_out()
        self._connect(board.preferences)

    def _lay_out(self) -> None:
        self._tables_part = QWidget()
        column_of(self._tables_title, self.in_tables, parent=self._tables_part, margins=(0, 0, 0, 8), spacing=6)
        for part in (self._tables_part, self.ending, self._rules, self._numbers, self.games_link):
            part.hide()
        self.games_link.setTextFormat(Qt.TextFormat.RichText)
        self.games_link.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.games_link.setToolTip("Ask for these games in Explore")
        heading = row_of(self._skeleton, (self._title, 1), (self._copy, Qt.AlignmentFlag.AlignTop), spacing=8)
        heading.setContentsMargins(0, 4, 0, 0)
        wants = [part for pair in zip(self._captions, self._wants, strict=True) for part in pair]
        (white, black), titles = self._sides, [section_title(f"{name}'s pawns") for name in _NAMES]
        folds = (self.rule_button, self._rules, self.numbers_button, self._numbers, self.guide, STRETCH)
        parts = (self._presets, self._tables_part, self.ending, heading, self._headlines, self.games_link)
        add_parts(self.column, (*parts, *wants, titles[0], white, titles[1], black, *folds))

    def _connect(self, preferences: Preferences) -> None:
        self._copy.copied.connect(self._navigator.say)
        self._presets.layers_wanted.connect(self._navigator.show_layers)
        for sentences in self._lists():
            sentences.hovered.connect(self._board.state.set_spotlight)
        for button in (self.rule_button, self.numbers_button):
            button.toggled.connect(self.refresh)
        self.games_link.linkActivated.connect(self._want_games)
        for change in (
            *(self._document.position_changed, self._pawn_ending.changed, self.ending.engine_changed),
            *(self.tables.changed, preferences.for_programmers.changed, preferences.shows_guide.changed),
        ):
            change.connect(self.mark_stale)
        self._document.position_changed.connect(self._show_verdict)

    def set_count(self, count: StructureCount) -> None:
        """Show how many games of the open file have the structure, with White's score, by a count."""
        self._count = count
        count.changed.connect(self.mark_stale)
        self.mark_stale()

    def _show_count(self, structures: Sequence[FoundStructure]) -> None:
        name = self._count.file_name if self._count is not None else ""
        self._counted, text = None, ""
        if self._count is not None and name and structures:
            from pawnviz.core.collections.answer import games_text, share_text
            from pawnviz.core.collections.question import StructurePart

            leading = structures[0]
            self._counted = StructurePart(leading.structure.identifier, leading.color)
            score, name = self._count.ask(self._counted), escaped(shortened(name))
            if score is None:
                text = f"Counting the games in {name}"
            elif not score.games:
                text = f"No game in {name} has this structure"
            else:
                scores = "" if score.score is None else f" · White scores {share_text(score.score)}"
                text = f'<a href="explore">{games_text(score.games)} in {name}{scores} → Explore</a>'
        self.games_link.setText(text)
        self.set_part_visible(self.games_link, bool(text))

    @Slot()
    def _want_games(self) -> None:
        if self._counted is not None:
            self._navigator.explore(self._counted)

    @Slot()
    @plain_override
    def refresh(self) -> None:
        position = self._document.position
        before = self._texts()
        has_ending = self.ending.refresh()
        self.tables.ask()
        in_tables = _in_tables(position, self.tables)
        self.in_tables.show_sentences(in_tables)
        self._tables_title.setToolTip(plain_tip(f"{self.tables.folder.value}\n{self.tables.summary}"))
        summary = self._summary()
        self._title.setText(summary.structure)
        self._skeleton.show_pawns(position.pawns & position.white, position.pawns & position.black)
        role = QPalette.ColorRole.WindowText if summary.structures else QPalette.ColorRole.PlaceholderText
        self._title.setForegroundRole(role)
        self._copy.offer(lambda: summary.text, "the position")
        # The title names the structure, and its plans stand below.
        shown = [each for each in (summary.first, summary.balance) if each is not None and each.further]
        self._headlines.show_sentences([Sentence("", f"{each.further}.", each.squares) for each in shown])
        self._headlines.setVisible(bool(shown))
        self._show_count(summary.structures)
        theme = theme_of(self)
        for name, caption, wants in zip(_NAMES, self._captions, self._wants, strict=True):
            plans = [
                Sentence("", f"\N{BULLET} {plan}", structure.squares)
                for structure in summary.structures
                for plan in dict(structure.plans).get(name, ())
            ]
            wants.show_sentences(plans)
            color = caption.palette()
            color.setColor(QPalette.ColorRole.WindowText, theme.mark_color(name == "White"))
            caption.setPalette(color)
            caption.setVisible(bool(plans))
            wants.setVisible(bool(plans))
        for sentences, side_summary in zip(self._sides, summary.sides, strict=True):
            sentences.show_sentences(list(_side_sentences(side_summary)))
        is_programmer = self._board.preferences.for_programmers.value
        self.numbers_button.setVisible(is_programmer)
        has_rules, has_numbers = self.rule_button.isChecked(), is_programmer and self.numbers_button.isChecked()
        self._rules.show_sentences(list(_rule_sentences(summary)) if has_rules else ())
        numbers = NUMBERS.values() if has_numbers else ()
        self._numbers.show_sentences([_number_sentence(number, position) for number in numbers])
        self.set_part_visible(self._rules, has_rules)
        self.set_part_visible(self._numbers, has_numbers)
        self.guide.setVisible(self._board.preferences.shows_guide.value)
        self.set_part_visible(self._tables_part, bool(in_tables))
        self.set_part_visible(self.ending, has_ending)
        if self._texts() != before:
            self.settle()

    @Slot()
    def _show_verdict(self) -> None:
        """Scroll to the top for a pawn ending, whose verdict stands there."""
        position = self._document.position
        if position.pawns and position.white | position.black == position.pawns | position.kings:
            self.verticalScrollBar().setValue(0)

    def copy_summary(self) -> None:
        """Put the position in words on the clipboard, with the known outcome of a pawn ending."""
        QGuiApplication.clipboard().setText(self._summary().text)
        self._navigator.say("Copied the position in words")

    def _summary(self) -> Summary:
        ending = self._pawn_ending.ending
        outcome = ending.outcome if ending is not None and ending.is_decided else None
        return summary_of(self._document.position, outcome, self._pawn_ending.facts)

    def _texts(self) -> tuple[object, ...]:
        return self._title.text(), *(sentences.texts for sentences in self._lists())

    def _lists(self) -> tuple[SentenceList, ...]:
        found = (self._headlines, *self._wants, *self._sides, self._rules, self._numbers)
        return (*found, self.ending.sentences, self.in_tables)


def _side_sentences(side: SideSummary) -> Iterator[Sentence]:
    yield Sentence("", capitalized(side.sentence), side.named)
    for feature in side.features:
        if feature.squares:
            yield Sentence(feature.caption, feature.text, feature.squares, feature.meaning)


def _rule_sentences(summary: Summary) -> Iterator[Sentence]:
    for structure in summary.structures:
        yield Sentence(structure.heading, structure.rule, structure.squares)
        for name in _NAMES:
            if blocked := structure.blocked_plans(name == "White"):
                yield Sentence(f"Blocked for {name}", blocked, muted=True)
    for side in summary.sides:
        if side.missing:
            yield Sentence(f"{side.name} has none of", side.missing, muted=True)


def _number_sentence(number: Number, position: Position) -> Sentence:
    """Return a number of both sides: ``Island count: White 2, Black 3``; bytes of files are spelled out too."""
    texts = []
    for name, side in zip(_NAMES, position.sides(), strict=True):
        value = number(side)
        files = "".join(letter if value >> file & 1 else "·" for file, letter in enumerate("abcdefgh"))
        texts.append(f"{name} {number.text(value)}{f' {files}' if number.bits == 8 else ''}")
    return Sentence(number.title, ", ".join(texts), 0, number.definition)
