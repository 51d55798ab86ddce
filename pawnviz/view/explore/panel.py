"""The page of the explorer: the question, and its answer in one column: next moves, games and parts that fold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from pawnviz.core.collections.answer import FEWEST, Answer, games_text, position_after
from pawnviz.core.collections.fields import structures_of_word
from pawnviz.core.collections.question import NamePart, Part, PawnsPart, StructurePart
from pawnviz.core.structures.table import leading_structures
from pawnviz.core.words import count_text, shortened
from pawnviz.model.collections.explorer import Explorer
from pawnviz.model.collections.piece_heat import MoveCache
from pawnviz.model.document import Document
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.chips.chip import chip_text, pictured_pawns
from pawnviz.view.chips.chip_line import ChipLine
from pawnviz.view.explore.matching_games import GamesPart
from pawnviz.view.explore.pattern import PatternBar, PatternDrawing, PiecesPage
from pawnviz.view.explore.sayings import SayingPage
from pawnviz.view.explore.sections import AnswerHeading, LedToPart, NextMoveTable, preview_of, weighted_moves
from pawnviz.view.widgets.labels import MessageLabel
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, scroll_area
from pawnviz.view.widgets.page import FoldSection, Navigation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.collections.collection import Collection

_NO_FILE: Final = (
    "No file of games is open. Open a PGN file or the sample games, and this page shows the games with the pawns on "
    "the board, their next moves and their results."
)
_PASTED: Final = "The pasted games are in no file; save them in Games to explore them."
_MOVES: Final = "Moves that ended it; click one to go on:"
_MOST_SQUARES: Final = 4  # The most squares by which they may differ.


class ExplorePanel(QWidget):
    """The question as chips, and below it its answer in one column that scrolls, with parts that fold."""

    def __init__(self, explorer: Explorer, document: Document, board: BoardView, navigator: Navigation) -> None:
        super().__init__()
        self.explorer = explorer
        self._navigator = navigator
        self._document = document
        self._board = board
        self._shown: Answer | None = None
        self._fits_board = False  # Whether the board has pawns that are asked for, so that moves can be made on it.
        self._collection: Collection | None = None
        self._move_cache: MoveCache | None = None
        preferences = board.preferences
        self.drawing = PatternDrawing(board, document)
        self.pattern_bar = PatternBar(explorer, document, self.drawing)
        self.chips = ChipLine(explorer, preferences.flipped, draws=True)
        self.state = MessageLabel()
        self.progress = QProgressBar(maximum=1000)
        self.cancel_button = QPushButton("&Cancel")
        self.open_button = QPushButton("&Open games…")
        self.samples_button = QPushButton("Sa&mple games")
        self.step_button = QPushButton()
        self.heading = AnswerHeading(preferences.flipped)
        self.moves = NextMoveTable(preferences)
        self.note = MessageLabel(muted=True)
        self.games_part = GamesPart()
        self.games = self.games_part.table
        self.led_to = LedToPart(preferences.flipped)
        self.pieces = PiecesPage(board.state)
        self.sayings = SayingPage()
        self._set_up()
        self._connect()
        if explorer.kept_fault:
            self.chips.say(explorer.kept_fault)
        self._follow()

    def _connect(self) -> None:
        self.explorer.changed.connect(self._follow)
        self.chips.left.connect(self._navigator.focus_board)
        self.chips.finished.connect(self.moves.setFocus)
        self.chips.drawing_wanted.connect(self.pattern_bar.begin)
        self.pattern_bar.left.connect(self.chips.take_focus)
        self.drawing.changed.connect(self._show_arrows)
        self.moves.shown_changed.connect(self._preview)
        self.moves.chosen.connect(self._go_on)
        self.moves.clicked_once.connect(self._go_on_by_move)
        self.moves.left.connect(self._navigator.focus_board)
        self.moves.selectionModel().currentChanged.connect(self._scroll_to_move)
        self.led_to.games_wanted.connect(self._show_games)
        self.sayings.wanted.connect(self._begin_trial)
        self.pieces.wanted.connect(self._replay)
        self.cancel_button.clicked.connect(self._cancel)
        self.step_button.clicked.connect(self._ask_for_more)

    def _set_up(self) -> None:
        self.progress.setAccessibleName("Progress of the index")
        self.progress.setFixedWidth(90)
        self.cancel_button.setToolTip("Stop indexing; answers are from the games indexed so far")
        self.open_button.setToolTip("Open a file of games in PGN, also a compressed one")
        self.samples_button.setToolTip("Open the games that come with the program")
        state = row_of((self.state, 1), self.progress, self.cancel_button, self.step_button)
        buttons = row_of(self.open_button, self.samples_button, STRETCH)
        folded = self._board.preferences.folded_sections
        led_to, pieces = "The structures to which these games led", "Where a piece stands in these games"
        sayings = "Test a saying on all games of the file"
        parts = (
            FoldSection("led_to", "Where it led", self.led_to, folded, tip=led_to),
            FoldSection("piece_squares", "Pieces", self.pieces, folded, tip=pieces),
            FoldSection("sayings", "Sayings", self.sayings, folded, tip=sayings),
        )
        self._content = QWidget()
        content = (self.heading, self.note, self.moves, self.games_part, *parts, STRETCH)
        column_of(*content, parent=self._content, margins=(8, 0, 8, 6), spacing=6)
        self.area = scroll_area(self._content)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # The Tab key goes to its parts, which are scrolled to.
        # Chips need more or fewer lines as a pattern is drawn, which moves nothing above them.
        head = column_of(self.pattern_bar, self.chips, state, buttons, margins=(8, 0, 8, 0), spacing=6)
        self._rest = QWidget()
        column_of(head, (self.area, 1), (self._rest, 1), parent=self, margins=(0, 6, 0, 0), spacing=6)

    @Slot()
    def take_focus(self) -> None:
        """Move the focus to the field of the question, or without a file to the button that opens one."""
        if self.explorer.has_file:
            self.chips.take_focus()
        else:
            self.open_button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(QModelIndex)
    def _scroll_to_move(self, index: QModelIndex) -> None:
        """Scroll the column to the current row: the table itself is as high as its rows."""
        if self.moves.hasFocus():
            row, table = self.moves.visualRect(index), self.moves.viewport()
            place = table.mapTo(self._content, row.center())
            self.area.ensureVisible(0, place.y(), 0, row.height())

    # The state and the answer

    @Slot()
    def _cancel(self) -> None:
        self.explorer.index.cancel()
        self._follow()

    @Slot()
    def _follow(self) -> None:
        explorer, index = self.explorer, self.explorer.index
        answer = explorer.answer if explorer.has_file else None
        is_indexing = explorer.has_file and index.job.is_running
        self.progress.setVisible(is_indexing)
        self.progress.setValue(int(index.job.part * self.progress.maximum()))
        self.cancel_button.setVisible(is_indexing)
        for button in (self.open_button, self.samples_button):
            button.setVisible(not explorer.has_file)
        step = None if answer is None or is_indexing else self._step(answer)
        self.step_button.setText(step[0] if step is not None else "")
        self.step_button.setVisible(step is not None)
        fault = explorer.fault or (index.fault if explorer.has_file else "")
        text = fault or self._state_text(answer, is_indexing=is_indexing)
        self.state.show_message(text, is_error=bool(fault))
        self.state.setVisible(bool(text))
        has_games = answer is not None and answer.score.games > 0
        self.area.setVisible(has_games)
        self._rest.setVisible(not has_games)
        self._fits_board = explorer.fits_board
        if answer is not self._shown:
            self._shown = answer
            self._show_answer()
        self._show_arrows()
        self._show_name()
        if self.moves.shown is None:
            self._show_note()
        else:
            self._preview()  # Another position has ended it.
        self.heading.setEnabled(explorer.is_current)

    def _state_text(self, answer: Answer | None, *, is_indexing: bool) -> str:
        explorer, index = self.explorer, self.explorer.index
        if not explorer.has_file:
            return _NO_FILE if explorer.listing is None else _PASTED
        if is_indexing:
            count = "" if explorer.answered is None else f": {games_text(len(explorer.answered.games))} so far"
            seconds = round(index.seconds_left)
            left = f", about {count_text(seconds, 'second')} left" if seconds > 1 else ""
            return f"Indexing the file{count}{left}"
        if answer is None:
            return "Asking…" if explorer.job.is_running or index.collection is not None else ""
        if answer.score.games >= FEWEST:
            return "Boards with a more specific name are left out." if self._step(answer) is not None else ""
        if answer.score.games:
            return f"Only {games_text(answer.score.games)}."
        if [type(part) for part in explorer.question.parts] == [PawnsPart]:
            has_step = self._step(answer) is not None
            return f"No game of the file has these pawns{'.' if has_step else ' or similar ones. Edit the board.'}"
        if isinstance(answer.emptied_by, NamePart):
            word = answer.emptied_by.name
            text = f"“{shortened(word)}” is in no name of a player or event, opening, year or result."
            meant = [f" For {structure.about} ask {structure.text}." for structure in structures_of_word(word)]
            return f"No game is left: {text}{meant[0] if meant else ''}"
        if answer.emptied_by is not None:
            return f"No game is left: “{chip_text(answer.emptied_by)}” fits none of the games with the parts before it."
        return "No game of the file fits."

    def _step(self, answer: Answer) -> tuple[str, tuple[Part, ...]] | None:
        """Return the step that leads from too few games to more: its title and the parts to ask."""
        parts = self.explorer.parts
        if not parts or parts != self.explorer.question.parts:
            return None
        if answer.score.games >= FEWEST:  # Boards with a more specific name than that of a structure asked for.
            for place, part in enumerate(parts):
                if isinstance(part, StructurePart) and not part.wide and any(named.leading for named in part.rules):
                    return "Also &these", (*parts[:place], replace(part, wide=True), *parts[place + 1 :])
            return None
        if len(parts) > 1:
            dropped = answer.emptied_by if answer.emptied_by in parts else parts[-1]
            return f"&Without “{chip_text(dropped)}”", tuple(part for part in parts if part != dropped)
        match parts[0]:
            case PawnsPart() as pawns if pawns.at_most < _MOST_SQUARES:
                at_most = min(pawns.at_most + 2, _MOST_SQUARES)
                return "&Similar pawns", (replace(pawns, at_most=at_most),)
            case StructurePart(color=bool()) as structure:
                return "Of &either color", (replace(structure, color=None),)
            case PawnsPart():
                return None
        return None if answer.score.games else ("The &pawns on the board", (self.explorer.pawns_part,))

    @Slot()
    def _ask_for_more(self) -> None:
        step = None if self._shown is None else self._step(self._shown)
        if step is not None:
            self.chips.take_focus()
            self.explorer.set_parts(step[1])

    def _show_answer(self) -> None:
        answer = self._shown
        answered = self.explorer.answered if answer is not None else None
        self.moves.show_moves(*((answer.next, answer.kept) if answer is not None else ((),)))
        collection = self.explorer.index.collection
        if collection is not self._collection:
            self._collection = collection
            self._move_cache = None if collection is None else MoveCache(collection.game_text)
        self.games_part.show_answer(answered)
        self.led_to.show_answer(answered)
        self.pieces.ask()

    def _show_name(self) -> None:
        answer = self._shown
        if answer is None or not answer.score.games:
            return
        # Not of the chips alone: a structure that is being written takes the place of the pawns.
        parts = self.explorer.question.parts
        pawns = next((part for part in parts if isinstance(part, PawnsPart)), None)
        if pawns is None:
            structure = next((part for part in parts if isinstance(part, StructurePart)), None)
            self.heading.show_answer(answer, "" if structure is None else chip_text(structure), (0, 0))
            return
        found = leading_structures(self._document.position.sides()[0]) if pawns.sides == "both" else ()
        self.heading.show_answer(answer, found[0].heading if found else "", pictured_pawns(pawns) or (0, 0))

    def _show_note(self) -> None:
        """Say which moves the table has, and of pawns that are shown without pieces why."""
        move = self.moves.shown
        if self._shown is not None and not self._shown.next:
            text = "No pawn move ended it: all these games end with it."
        elif not self._fits_board:
            text = "The board has other pawns: select a row to see those of the games, double-click to set them up."
        elif move is not None and not move.move.is_possible(self._document.position):
            text = "This move cannot be made on the board, which shows the pawns of the games without pieces."
        else:
            text = _MOVES
        self.note.show_message(text)

    # The parts of the answer

    @Slot(object)
    def _show_games(self, places: NDArray[Any]) -> None:
        self.games_part.show_games(places)
        self.area.ensureWidgetVisible(self.games_part)

    @Slot()
    def _replay(self) -> None:
        if self._shown is None or self._move_cache is None:
            self.pieces.stop()
        else:
            spells = self._shown.spells
            self.pieces.begin(self._move_cache, spells.game, spells.first, spells.end)

    @Slot()
    def _begin_trial(self) -> None:
        answered = self.explorer.answered
        if answered is not None and self._move_cache is not None:
            self.sayings.begin(self._move_cache, answered.surplus)

    # The board

    @Slot()
    def _show_arrows(self) -> None:
        answer = self._shown
        is_wanted = answer is not None and self.isVisible() and not self.drawing.is_active
        moves = answer.next if answer is not None and is_wanted and self._fits_board else ()
        shown = weighted_moves(self._document.position, moves)
        self._board.state.next_moves = shown
        self._board.pictures.set_asleep(bool(shown))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.explorer.begin()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.explorer.follows_board = False
        self._board.state.next_moves = ()
        self._board.pictures.set_asleep(False)
        self.drawing.end()

    @Slot()
    def _preview(self) -> None:
        move = self.moves.shown
        position = self._document.position
        preview = None if move is None else preview_of(position, move, fits=self._fits_board)
        self._board.pictures.set_preview(preview)
        self._show_note()

    @Slot()
    def _go_on_by_move(self) -> None:
        """Go on if the move can be made on the board: pawns in place of its pieces need a double click or Enter."""
        move = self.moves.current_row
        if move is not None and self._fits_board and move.move.is_possible(self._document.position):
            self.moves.has_gone_on = True
            self._go_on()

    @Slot()
    def _go_on(self) -> None:
        move = self.moves.current_row
        if move is None:
            return
        self.moves.end()
        subject = self._document.subject
        fits = self._fits_board
        is_move = fits and move.move.is_possible(self._document.position)
        after = position_after(self._document.position, move, fits=fits)
        where = f"{'its position' if is_move else 'the pawns alone'} after {move.move.text}"
        if not subject.takes_moves and not self._document.free.path:
            self._document.edit(after, f"play {move.move.text}")
        else:
            self._document.set_up(after, f"play {move.move.text}")
        if subject.takes_moves:
            self._navigator.say(f"Left {subject.name} for {where}; undo leads back")
        elif not is_move:
            self._navigator.say(f"The board has {where}; undo leads back")
