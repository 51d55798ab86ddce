"""The workspaces: going to and fro, and the arrangement of panels and the size of the board in each."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QWidget

from pawnviz.view.workspaces.workspaces import EXPLORE, GAMES, POSITION
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import FuzzedProgram

LEAST_BOARD: Final = 420
"""The least edge of the board in pixels, in every workspace with its first panels, in a window of 1024 by 700."""

TOLERANCE: Final = 1
"""The pixels by which a square of the board may be larger or smaller after going to and fro."""

Arrangement = dict[str, tuple[bool, Qt.DockWidgetArea]]


class WorkspacesPart(Part):
    """Going from one workspace to another, and that each comes back as it was left."""

    def __init__(self, fuzzed: FuzzedProgram) -> None:
        """Keep the first arrangement of each workspace."""
        super().__init__(fuzzed)
        for name in (GAMES.name, EXPLORE.name, POSITION.name):
            self.show(name)
        self.first = self.window.workspaces.arrangements

    def events(self) -> list[tuple[int, Step]]:
        return [(3, self.go), (2, self.go_to_and_fro)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_workspace)]

    def settle(self) -> None:
        """Give all workspaces their first panels, in which the board has its least size."""
        self.fuzzed.leave_presentation()
        self.window.showNormal()
        self.window.resize(1024, 700)
        for name, arrangement in self.first.items():
            self.show(name)
            if not self.window.restoreState(arrangement):
                self.fail(f"the first panels of {name} are not restored: {self.sizes()}")
            self.window.docks.panel_width.begin(name, is_kept=False, fills=name != POSITION.name)
            self.let_lay_out()
            edge = 8 * self.board.board_geometry.square_size
            if edge < LEAST_BOARD:
                self.fail(f"the board is {edge} pixels large in {name}: {self.window.size()}, {self.sizes()}")

    def show(self, name: str) -> None:
        """Go to a workspace."""
        workspaces = self.window.workspaces
        shows = {
            GAMES.name: workspaces.show_games,
            EXPLORE.name: workspaces.show_explore,
            POSITION.name: workspaces.show_position,
        }
        shows[name]()
        self.let_lay_out()

    def go(self) -> None:
        """Go to a workspace by its command."""
        name = self.random.choice(
            ("show_position", "show_games", "show_games", "show_explore", "show_explore", "leave_game")
        )
        self.note(f"go: {name}")
        self.window.menus.actions_by_name[name].trigger()

    def go_to_and_fro(self) -> None:
        """Go to the other workspace and come back, where panels and board are as they were."""
        workspaces, presentation = self.window.workspaces, self.window.presentation
        # The FEN line that was called up elsewhere goes with the next change of the workspace.
        if presentation.is_presenting or (workspaces.current != POSITION.name and self.window.fen_line.isVisible()):
            return
        current = workspaces.current
        other = self.random.choice([name for name in self.first if name != current])
        self.window.menus.actions_by_name["focus_board"].trigger()
        # The panels follow the size of the window alone, not that of what stands above and below the board.
        self.window.docks.panel_width.fit()
        self.let_lay_out()
        before, window_size, subject = arrangement(self.window), self.window.size(), self.document.subject
        sizes = self.sizes()
        square_size = self.board.board_geometry.square_size
        # What is shown above and below it for a moment may take room from a panel below, which the board gets then.
        is_squeezed = self.board.height() <= self.board.minimumHeight()
        self.note(f"go from {current} to {other} and back")
        kept = b""
        for name in (other, current):
            kept = workspaces.arrangements[current]
            self.show(name)
            if workspaces.current != name:
                self.fail(f"the workspace is {workspaces.current}, not {name}")
        after = arrangement(self.window)
        if after != before:
            differing = dict(before.items() ^ after.items())
            self.fail(
                f"the panels of {current} are not as they were left: {differing} of {before}; "
                f"kept as open: {open_in(kept, self.window)}; {self.sizes()}"
            )
        returned = self.board.board_geometry.square_size
        # A small window grows for panels that do not fit; a game in the place of a pinned position has a bar.
        is_same = (self.window.size(), self.document.subject) == (window_size, subject)
        is_larger = returned - square_size > TOLERANCE and not is_squeezed
        if is_same and (is_larger or square_size - returned > TOLERANCE):
            self.fail(f"squares had {square_size} pixels, and come back with {returned}: {sizes}, now {self.sizes()}")

    def let_lay_out(self) -> None:
        """Have the window laid out, and drop the tab bars of the arrangement before, as a running event loop does."""
        for _ in range(3):
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def sizes(self) -> str:
        """Return the geometry of the visible parts of the window, and the width that each dock needs."""
        parts: list[QWidget] = [
            self.board,
            self.window.legend,
            self.window.fen_line,
            *self.window.findChildren(QDockWidget),
            *self.window.findChildren(QToolBar),
        ]
        if self.window.workspaces.made_games is not None:
            parts.append(self.window.workspaces.made_games.bar)
        return "; ".join(
            f"{part.objectName()}{' afloat' * part.isWindow()} {part.geometry().getRect()} needs "
            f"{part.minimumSizeHint().width()}"
            for part in parts
            if part.isVisible()
        )

    def check_workspace(self) -> None:
        """Check that the workspace is that of the subject, and that the bars say which it is."""
        workspaces = self.window.workspaces
        panels = workspaces.made_games
        is_game = panels is not None and panels.games.is_on_board
        if is_game and workspaces.current == POSITION.name:
            self.fail(f"a game is on the board in the workspace {workspaces.current}")
        waits = panels is not None and panels.can_return
        if waits and self.document.subject is self.document.free and workspaces.current == GAMES.name:
            self.fail(f"the free position is on the board in {workspaces.current}, though a game is open")
        for name, command in (
            (POSITION.name, "show_position"),
            (GAMES.name, "show_games"),
            (EXPLORE.name, "show_explore"),
        ):
            if self.window.menus.actions_by_name[command].isChecked() != (workspaces.current == name):
                self.fail(f"the switch does not say that the workspace is {workspaces.current}")


def arrangement(window: QMainWindow) -> Arrangement:
    """Return whether each open dock floats, and its area.

    Where a closed one will open again Qt does not keep.
    """
    docks: list[QDockWidget] = window.findChildren(QDockWidget)
    return {
        dock.objectName(): (dock.isFloating(), window.dockWidgetArea(dock))
        for dock in sorted(docks, key=QDockWidget.objectName)
        if not dock.isHidden()
    }


def open_in(state: bytes, window: QMainWindow) -> list[str]:
    """Return the docks that are open in bytes of ``QMainWindow.saveState``: after a name, the lowest bit says so."""
    docks: list[QDockWidget] = window.findChildren(QDockWidget)
    written = {dock.objectName(): state.partition(dock.objectName().encode("utf-16-be"))[2] for dock in docks}
    return sorted(name for name, rest in written.items() if rest[:1] and rest[0] & 1)
