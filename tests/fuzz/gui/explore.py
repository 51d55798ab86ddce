"""The workspace of structures: its question, its answer, and what it shows on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pawnviz.core.board.position import START
from pawnviz.core.collections.question import PawnsPart
from pawnviz.view.explore.sections import preview_of, weighted_moves
from tests.fuzz.gui.program import Part, Step, give_focus

if TYPE_CHECKING:
    from pawnviz.view.explore.panel import ExplorePanel

_KEYS: Final = ("Down", "Down", "Up", "End", "Home", "PageDown", "Return", "Escape")


class ExplorePart(Part):
    """What is asked in *Explore*, and that answer, rows and board agree."""

    def events(self) -> list[tuple[int, Step]]:
        return [(4, self.explore), (4, self.use_moves), (3, self.draw)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_board)]

    @property
    def made(self) -> ExplorePanel | None:
        """The page of the explorer, once it was made."""
        return self.window.workspaces.made_explore

    @property
    def seen(self) -> ExplorePanel | None:
        """The page of the explorer while it is seen."""
        made = self.made
        return made if made is not None and made.isVisible() else None

    # Events

    def explore(self) -> None:
        """Ask for the pawns of the start position in a small file, and wait for the answer."""
        self.note("explore the start position")
        if self.made is None or not self.made.explorer.has_file:
            self.window.files.open_path(next(path for path in self.fuzzed.paths if path.endswith("many.pgn")))
            self.fuzzed.answer_questions()
        self.fuzzed.run_command("show_explore")
        explorer = self.window.workspaces.explore.explorer
        explorer.set_draft(())
        explorer.set_parts((PawnsPart(0, 0),))
        self.document.set_fen(START.fen())
        for _ in range(100):
            if explorer.is_current and explorer.answer is not None:
                return
            QTest.qWait(10)

    def use_moves(self) -> None:
        seen = self.seen
        if seen is None or not seen.moves.isVisible():
            return
        table = seen.moves
        if self.random.random() < 0.4:
            point = self.fuzzed.point_in(table.viewport())
            self.note(f"explore: point at {point.toTuple()}")
            QTest.mouseMove(table.viewport(), point)
            return
        key = self.random.choice(_KEYS)
        self.note(f"explore: {key}")
        give_focus(table)
        QTest.keyClick(table, getattr(Qt.Key, f"Key_{key}"))

    def draw(self) -> None:
        """Draw a pattern on the board with a few clicks and drags."""
        seen = self.seen
        if seen is None:
            return
        position = self.document.position
        seen.pattern_bar.begin(self.random.choice(("", "W d4 -c", "B e5/e6+")))
        for _ in range(self.random.randint(0, 4)):
            source, target = (self.board.square_center(self.random.randrange(64)) for _ in range(2))
            self.note(f"draw from {source.toTuple()}")
            if self.random.random() < 0.7:
                self.fuzzed.hand.click(source)
            else:
                self.fuzzed.hand.drag(source, target)
        if self.document.position != position:
            self.fail("drawing a pattern has changed the position")
        seen.drawing.end()

    # Checks

    def check_board(self) -> None:
        """Check that arrows and preview are those of the answer, and only where it is seen."""
        made, state = self.made, self.board.state
        if self.seen is None and (state.next_moves or state.pattern_marks):
            self.fail("the board shows moves or a pattern of Explore, which is not seen")
        if made is None or self.seen is None:
            return
        panel, explored = made, made.explorer.answer if made.explorer.has_file else None
        fits = made.explorer.fits_board
        moves = explored.next if explored is not None and fits and not panel.drawing.is_active else ()
        if state.next_moves != weighted_moves(self.document.position, moves):
            self.fail("the arrows on the board are not those of the answer")
        move, others = panel.moves.shown, vars(self.window.navigator.widgets).get("pawn_moves")
        if others is not None and others.list.shown is not None:
            return  # The pointer came from one list to the other without leaving the first one.
        if move is not None and self.board.pictures.preview != preview_of(self.document.position, move, fits=fits):
            self.fail(f"the board does not show the move {move.move.text}")
