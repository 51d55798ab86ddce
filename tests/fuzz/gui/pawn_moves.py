"""The panel of pawn moves, and the moves that it shows on the board."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pawnviz.view.pawn_moves.preview import preview_of
from pawnviz.view.pawn_moves.rows import RowKind, played, rows_of
from pawnviz.view.widgets.page import is_seen
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import give_focus, open_once


class PawnMovesPart(Part):
    """What is done in the list of pawn moves, and that it, the board and the position agree."""

    def events(self) -> list[tuple[int, Step]]:
        return [(3, self.open_or_close), (10, self.use_list)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_preview), (7, self.check_rows)]

    def settle(self) -> None:
        """Have the panel open once."""
        open_once(self.window.docks.moves_dock)

    def open_or_close(self) -> None:
        """Press the key of the panel."""
        self.note("pawn moves: key")
        self.window.menus.actions_by_name["show_pawn_moves"].trigger()

    def use_list(self) -> None:
        """Go through the list with keys, play a move, or point at a row."""
        panel = self.window.docks.moves_panel
        if panel is None or not is_seen(panel):
            return
        if self.random.random() < 0.4:
            point = panel.list.viewport().rect().center()
            point.setY(self.random.randrange(max(1, panel.list.viewport().height())))
            self.note(f"pawn moves: point at {point.y()}")
            QTest.mouseMove(panel.list.viewport(), point)
            return
        key = self.random.choice(("Down", "Down", "Down", "Up", "PageDown", "End", "Home", "Return", "Escape"))
        self.note(f"pawn moves: {key}")
        give_focus(panel.list)
        QTest.keyClick(panel.list, getattr(Qt.Key, f"Key_{key}"))

    def check_preview(self) -> None:
        """Check that the board shows the row that the list says, if any."""
        panel, preview = self.window.docks.moves_panel, self.board.pictures.preview
        row = None if panel is None else panel.list.shown
        explore = self.window.workspaces.made_explore
        if explore is not None and explore.panel.moves.shown is not None:
            return
        if preview is not None and (panel is None or not panel.isVisible() or row is None):
            self.fail("the board shows a move, but no row of the list of pawn moves is pointed at")
        if preview is not None and row is not None and preview != preview_of(row, self.layers.style_of):
            self.fail(f"the board does not show the row {row.title}")

    def check_rows(self) -> None:
        """Check that the list is that of the position, and that each move can be played."""
        panel = self.window.docks.moves_panel
        if panel is None or not is_seen(panel):
            return
        panel.refresh_if_seen()
        expected = rows_of(self.document.position, panel.sides, panel.unfolded, panel.verdicts)
        if [row.key for row in panel.list.moves.rows] != [row.key for row in expected]:
            self.fail("the list of pawn moves is not that of the position")
        for row in expected:
            is_move = row.can_be_chosen and row.kind is not RowKind.FOLD
            if is_move and (played(row, self.document.position) is None) != bool(row.obstacle):
                self.fail(f"the row {row.title} can neither be played nor says why")
