"""The workspace of structures: its question, its answer, and what it shows on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.collections.answer import answer
from pawnviz.core.collections.question import PawnsPart
from pawnviz.view.explore.next_moves import preview_of, weighted_moves
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import give_focus

if TYPE_CHECKING:
    from pawnviz.view.workspaces.explore_panels import ExplorePanels

CHECK_ANSWER: Final = 60
"""Every so many events the present question is answered anew to compare."""

_TYPED: Final = (
    *("white:karpov", "elo:2000-", "elo:", "year:1990-1980", "for:3", "moves:5-10", "result:1-0", "eco:D", "é<b>", '"'),
    *(
        "structure:carlsbad",
        'pattern:"W d4 -c"',
        'where:"island_count(own) >= 2"',
        "pawns:",
        "zzz",
        "x" * 300,
        "player:a b",
    ),
)
_KEYS: Final = ("Down", "Down", "Up", "End", "Home", "PageDown", "Return", "Escape")
_CHIP_KEYS: Final = ("Left", "Right", "Delete", "Return", "Backspace", "F2")


class ExplorePart(Part):
    """What is asked in *Explore*, and that answer, rows and board agree."""

    def events(self) -> list[tuple[int, Step]]:
        return [(3, self.write_part), (3, self.press_on_chip), (5, self.use_moves), (2, self.open_game), (3, self.draw)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_board), (CHECK_ANSWER, self.check_answer)]

    def settle(self) -> None:
        """End drawing, and ask for the pawns on the board alone."""
        made = self.made
        if made is not None:
            made.panel.pattern_bar.end()
            made.explorer.set_draft(())
            made.explorer.set_parts((PawnsPart(0, 0),))

    @property
    def made(self) -> ExplorePanels | None:
        """The panels of the explorer, once they were made."""
        return self.window.workspaces.made_explore

    @property
    def seen(self) -> ExplorePanels | None:
        """The panels of the explorer while they are seen."""
        made = self.made
        return made if made is not None and made.panel.isVisible() else None

    # Events

    def write_part(self) -> None:
        """Write parts into the field, and take or drop them."""
        seen = self.seen
        if seen is None:
            return
        field = seen.panel.chips.field
        self.fuzzed.write(field, _TYPED)
        key = self.random.choice((Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Escape))
        QTest.keyClick(field, key)

    def press_on_chip(self) -> None:
        """Press a key on a chip."""
        seen = self.seen
        if seen is None or not seen.panel.chips.chips:
            return
        chip = self.random.choice(seen.panel.chips.chips)
        if chip.isVisible():
            key = self.random.choice(_CHIP_KEYS)
            self.note(f"{key} on the chip {chip.text()!r}")
            give_focus(chip)
            QTest.keyClick(chip, getattr(Qt.Key, f"Key_{key}"))
            self.fuzzed.close_popups()

    def use_moves(self) -> None:
        """Point at a row of the moves that came next, or go through them by keys."""
        seen = self.seen
        if seen is None or not seen.panel.moves.isVisible():
            return
        table = seen.panel.moves
        if self.random.random() < 0.4:
            point = self.fuzzed.point_in(table.viewport())
            self.note(f"explore: point at {point.toTuple()}")
            QTest.mouseMove(table.viewport(), point)
            return
        key = self.random.choice(_KEYS)
        self.note(f"explore: {key}")
        give_focus(table)
        QTest.keyClick(table, getattr(Qt.Key, f"Key_{key}"))

    def open_game(self) -> None:
        """Open one of the games that were found."""
        seen = self.seen
        if seen is None or not seen.panel.games.isVisible() or self.random.random() < 0.7:
            return
        self.note("explore: open a game")
        give_focus(seen.panel.games)
        QTest.keyClick(seen.panel.games, self.random.choice((Qt.Key.Key_Down, Qt.Key.Key_End)))
        QTest.keyClick(seen.panel.games, Qt.Key.Key_Return)
        QApplication.processEvents()

    def draw(self) -> None:
        """Draw a pattern on the board with a few clicks and drags."""
        seen = self.seen
        if seen is None:
            return
        position = self.document.position
        seen.panel.pattern_bar.begin(self.random.choice(("", "W d4 -c", "B e5/e6+")))
        for _ in range(self.random.randint(0, 4)):
            source, target = (self.board.square_center(self.random.randrange(64)) for _ in range(2))
            self.note(f"draw from {source.toTuple()}")
            if self.random.random() < 0.7:
                self.fuzzed.hand.click(source)
            else:
                self.fuzzed.hand.drag(source, target)
        if self.document.position != position:
            self.fail("drawing a pattern has changed the position")
        seen.panel.pattern_bar.end()

    # Checks

    def check_board(self) -> None:
        """Check that arrows and preview are those of the answer, and only where it is seen."""
        made, state = self.made, self.board.state
        if self.seen is None and (state.next_moves or state.pattern_marks):
            self.fail("the board shows moves or a pattern of Explore, which is not seen")
        if made is None or self.seen is None:
            return
        panel, explored = made.panel, made.explorer.answer if made.explorer.has_file else None
        fits = made.explorer.fits_board
        moves = explored.next if explored is not None and fits and not panel.drawing.is_active else ()
        if state.next_moves != weighted_moves(self.document.position, moves):
            self.fail("the arrows on the board are not those of the answer")
        move, others = panel.moves.shown, self.window.docks.moves_panel
        if others is not None and others.list.shown is not None:
            return  # The pointer came from one list to the other without leaving the first one.
        if move is not None and self.board.pictures.preview != preview_of(self.document.position, move, fits=fits):
            self.fail(f"the board does not show the move {move.move.text}")

    def check_answer(self) -> None:
        """Check that the answer is that to its question."""
        made = self.made
        if made is None or made.explorer.answered is None or made.explorer.index.is_running:
            return
        answered, collection = made.explorer.answered, made.explorer.index.collection
        if collection is None or len(collection.games()) != len(answered.games):
            return
        expected = answer(answered.question, collection.rows(), collection.games())
        if (expected.score, expected.next) != (answered.answer.score, answered.answer.next):
            self.fail(f"the answer to {answered.question.text} is another one")
