"""The window's docks with their contents: editor, layers, inspector, comparison, steps, pawn moves and engine."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QLayout, QMainWindow, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.model.comparison import Comparison
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.pawn_click import PawnClick
from pawnviz.view.panel_room import PanelRoom
from pawnviz.view.panel_width import NARROWEST, PanelWidth
from pawnviz.view.position.status_line import StatusLine
from pawnviz.view.widgets.page import is_seen

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from pawnviz.view.engine.panel import EnginePanel
    from pawnviz.view.formula.steps_panel import StepsPanel
    from pawnviz.view.inspector.compare_panel import ComparePanel
    from pawnviz.view.inspector.tables_choice import TablesChoice
    from pawnviz.view.panels import Panels
    from pawnviz.view.pawn_moves.panel import PawnMovesPanel
    from pawnviz.view.position.position_list import PositionListPanel

EDITOR_WIDTH: Final = 112
NARROW_EDITOR_WIDTH: Final = 84
NARROW_WINDOW: Final = 1100  # The width of a window below which the editor has one column.
GAMES_HEIGHT: Final = 230  # The first height of the list of games.
PANEL_WIDTH: Final = 290


class Docks(QObject):
    """The docks of a window over one document, layer list and board; their contents are made when they are needed."""

    changed = Signal()  # A dock was moved, opened or closed.
    field_made = Signal(QWidget)  # A field for other texts than FENs was made; carries it.
    warned = Signal(str)  # A lasting message; carries a sentence.

    def __init__(
        self, document: Document, layers: ShownLayers, board: BoardView, status: StatusLine, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self._document = document
        self._layers = layers
        self._board = board
        self._status = status
        self._window = window
        self._panels: Panels | None = None
        self._pinned: int | None = None
        self._fitted = (False, False)
        """Whether the window was narrow and the editor made when the editor got its width."""
        self.comparison = Comparison(document, self)
        self.steps_panel: StepsPanel | None = None
        self.compare_panel: ComparePanel | None = None
        self._position_list: PositionListPanel | None = None
        self._listed_path = document.free.path
        self.moves_panel: PawnMovesPanel | None = None
        self.engine_panel: EnginePanel | None = None
        self._tables_choice: TablesChoice | None = None
        self._pawn_click = PawnClick(document, board.state, status, self)
        self._pawn_click.chosen.connect(self.ask_why_not)

        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self.editor_dock = self._add("Editor", left, EDITOR_WIDTH)
        self.layers_dock = self._add("Layers", right, PANEL_WIDTH)
        self.inspector_dock = self._add("Inspector", right, PANEL_WIDTH)
        # A dock below the board leaves layers and inspector the whole height.
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, left)
        window.setCorner(Qt.Corner.BottomRightCorner, right)
        self.games_dock = self._add("Games", right, PANEL_WIDTH)
        self.games_dock.toggleViewAction().setText("List of games")  # A workspace in the same menu is called Games.
        self.pawns_dock = self._add("Pawns", right, PANEL_WIDTH)
        self.game_moves_dock = self._add("Moves", right, PANEL_WIDTH)
        self.events_dock = self._add("What happened", right, PANEL_WIDTH)
        self.games_dock.hide()
        self.explore_dock = self._add("Explore", right, PANEL_WIDTH)  # A workspace has the same name here, too.
        self.explore_dock.toggleViewAction().setText("Structure explorer")
        # Steps, comparison and pawn moves open over the inspector, so that the board keeps its size.
        self.compare_dock = self._add("Comparison", right, PANEL_WIDTH)
        self.steps_dock = self._add("Steps", right, PANEL_WIDTH)
        self.positions_dock = self._add("Positions", right, PANEL_WIDTH)
        self.moves_dock = self._add("Pawn moves", right, PANEL_WIDTH)
        self.engine_dock = self._add("Engine", right, PANEL_WIDTH)
        self._group = (
            *(self.pawns_dock, self.game_moves_dock, self.events_dock, self.inspector_dock, self.explore_dock),
            *(self.compare_dock, self.steps_dock, self.positions_dock, self.moves_dock, self.engine_dock),
        )
        for before, dock in itertools.pairwise(self._group):
            window.tabifyDockWidget(before, dock)
        for dock in self._group:
            dock.setVisible(dock is self.inspector_dock)
        openable = (self.compare_dock, self.steps_dock, self.positions_dock, self.moves_dock, self.engine_dock)
        self._room = PanelRoom(window, self.layers_dock, self._group, openable)
        board.state.square_changed.connect(self._follow_pin)
        board.room_changed.connect(self.fit)
        self.steps_dock.visibilityChanged.connect(self._fill_steps)
        self.compare_dock.visibilityChanged.connect(self._fill_comparison)
        self.positions_dock.visibilityChanged.connect(self._fill_positions)
        document.free.file_changed.connect(self._follow_file)
        self.moves_dock.visibilityChanged.connect(self._fill_moves)
        self.engine_dock.visibilityChanged.connect(self._fill_engine)
        window.resizeDocks([self.layers_dock, self.inspector_dock], [380, 300], Qt.Orientation.Vertical)
        window.resizeDocks([self.editor_dock, self.layers_dock], [EDITOR_WIDTH, NARROWEST], Qt.Orientation.Horizontal)
        self.panel_width = PanelWidth(window, (self.layers_dock, self.games_dock, *self._group), board)

    def _add(self, title: str, area: Qt.DockWidgetArea, width: int) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(title.lower())
        place = QWidget()
        place.setMinimumWidth(width)
        dock.setWidget(place)
        self._window.addDockWidget(area, dock)
        dock.dockLocationChanged.connect(self.changed)
        dock.topLevelChanged.connect(self.changed)
        dock.visibilityChanged.connect(self.changed)
        return dock

    def toggle_actions(self) -> list[list[QAction]]:
        """Return the actions that open and close the docks, in groups."""
        games = (self.games_dock, self.pawns_dock, self.game_moves_dock, self.events_dock, self.explore_dock)
        tools = (self.steps_dock, self.compare_dock, self.moves_dock, self.engine_dock, self.positions_dock)
        groups = ((self.editor_dock, self.layers_dock, self.inspector_dock), games, tools)
        return [[dock.toggleViewAction() for dock in group] for group in groups]

    @property
    def lettered(self) -> tuple[QDockWidget, ...]:
        """The docks in which the letters that open a panel work as on the board, so that the same key closes it."""
        return (
            *(self.editor_dock, self.inspector_dock),
            *(self.moves_dock, self.engine_dock, self.steps_dock, self.compare_dock),
        )

    @property
    def _all(self) -> tuple[QDockWidget, ...]:
        return (self.editor_dock, self.layers_dock, self.games_dock, *self._group)

    def place_game_docks(self) -> None:
        """Put the docks of the games, which a kept layout does not know, below the layers and beside the inspector."""
        self._window.splitDockWidget(self.layers_dock, self.games_dock, Qt.Orientation.Vertical)
        for dock in (self.pawns_dock, self.game_moves_dock, self.events_dock):
            self._window.tabifyDockWidget(self.inspector_dock, dock)
        for dock in (self.games_dock, self.pawns_dock, self.game_moves_dock, self.events_dock):
            dock.hide()

    def restore(self, state: bytes) -> bool:
        """Restore a kept layout, and return whether it fits; a dock that it does not know is closed at its place."""
        # On the way the docks of two layouts may be seen, and the window would grow to their height.
        layout = cast(QLayout, self._window.layout())
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        if self._position_list is not None:
            self.positions_dock.removeEventFilter(self._position_list)  # Qt closes docks on the way, too.
        is_restored = self._window.restoreState(state)
        if self._position_list is not None:
            self.positions_dock.installEventFilter(self._position_list)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetDefaultConstraint)
        if not is_restored:
            return False
        if self.explore_dock.objectName().encode("utf-16-be") not in state:
            self._window.tabifyDockWidget(self.inspector_dock, self.explore_dock)
            self.explore_dock.hide()
        return True

    def arrange(self, names: Sequence[str]) -> None:
        """Show the docks with these object names alone, at their first places, the last one in front of the others."""
        self._room.forget()
        # All docks at once would need more height than the window has.
        for dock in sorted(self._all, key=lambda dock: dock.objectName() in names):
            dock.setFloating(False)
            dock.setVisible(dock.objectName() in names)
        for dock in self._all:
            if dock.objectName() == names[-1]:
                dock.raise_()
        self._window.resizeDocks([self.games_dock, self.pawns_dock], [GAMES_HEIGHT, 400], Qt.Orientation.Vertical)
        self._window.resizeDocks([self.layers_dock, self.inspector_dock], [380, 300], Qt.Orientation.Vertical)

    def fit_games(self, *, folded: bool) -> None:
        """Give the list of games its height: that of a line where it is folded."""
        front = self._room.front() or self.pawns_dock
        height, whole = 1 if folded else GAMES_HEIGHT, self.games_dock.height() + front.height()
        self._window.resizeDocks([self.games_dock, front], [height, max(1, whole - height)], Qt.Orientation.Vertical)

    @Slot()
    def fit(self) -> None:
        """Give the editor one column in a narrow window, and the panels beside the board their width."""
        is_narrow = self._window.width() < NARROW_WINDOW
        state = (is_narrow, self._panels is not None)
        if state != self._fitted:
            self._fitted = state
            width = NARROW_EDITOR_WIDTH if is_narrow else EDITOR_WIDTH
            if self._panels is not None:
                self._panels.set_narrow(is_narrow, width)
            else:
                self.editor_dock.widget().setMinimumWidth(width)
            for widget in (self.editor_dock, self._window):
                layout = widget.layout()
                if layout is not None:
                    layout.activate()  # Lest the least width of before hold the dock.
            self._window.resizeDocks([self.editor_dock], [width], Qt.Orientation.Horizontal)
        self.panel_width.fit()

    # Content

    @property
    def panels(self) -> Panels:
        """The contents of editor, layers and inspector, made when they are first needed."""
        if self._panels is None:
            from pawnviz.view.panels import Panels

            is_narrow = self._window.width() < NARROW_WINDOW
            self._panels = panels = Panels(self._document, self._layers, self._board, narrow=is_narrow)
            self.editor_dock.setWidget(panels.editor)
            self.layers_dock.setWidget(panels.layer_panel)
            self.inspector_dock.setWidget(panels.inspector)
            self.fit()
            panels.inspector.message.connect(self._status.show_message)
            panels.layer_panel.commands.actions_by_name["open_steps"].triggered.connect(self._open_steps)
            self.inspector_dock.visibilityChanged.connect(panels.inspector.refresh_if_seen)
            self._fill_steps(self.steps_dock.isVisible())
            self._fill_comparison(self.compare_dock.isVisible())
            self._fill_positions(self.positions_dock.isVisible())
            self._follow_file()
            self._fill_moves(self.moves_dock.isVisible())
            self._fill_engine(self.engine_dock.isVisible())
        return self._panels

    @Slot(bool)
    def _fill_steps(self, visible: bool) -> None:
        if visible and self.steps_panel is None and self._panels is not None:
            from pawnviz.view.formula.steps_panel import StepsPanel

            self.steps_panel = panel = StepsPanel(self._document, self._layers, self._board)
            panel.copied.connect(self._status.show_message)
            self.steps_dock.setWidget(panel)
            self.steps_dock.visibilityChanged.connect(panel.refresh_if_seen)

    @Slot(bool)
    def _fill_comparison(self, visible: bool) -> None:
        if visible and self.compare_panel is None and self._panels is not None:
            from pawnviz.view.commands import COMMANDS
            from pawnviz.view.inspector.compare_panel import ComparePanel
            from pawnviz.view.widgets.keys import native_keys

            self.compare_panel = panel = ComparePanel(self.comparison, self._layers, self._board)
            keys = {command.name: native_keys(command.keys[0]) for command in COMMANDS if command.keys}
            panel.set_keys(keys["show_other_position"], keys["pin_position"])
            panel.pin_wanted.connect(self.pin_position)
            self.compare_dock.setWidget(panel)
            self.compare_dock.toggleViewAction().toggled.connect(panel.set_open)
            self.compare_dock.visibilityChanged.connect(panel.refresh_if_seen)

    @property
    def position_list(self) -> PositionListPanel:
        """The list of the file's positions, made when it is first needed."""
        if self._position_list is None:
            from pawnviz.view.position.position_list import PositionListPanel

            self._position_list = panel = PositionListPanel(self._document)
            panel.message.connect(self._status.show_message)
            self.positions_dock.setWidget(panel)
            self.positions_dock.installEventFilter(panel)
            self.field_made.emit(panel.filter)
        return self._position_list

    @Slot(bool)
    def _fill_positions(self, visible: bool) -> None:
        if visible and self._panels is not None:
            self.position_list.show()

    @Slot()
    def _follow_file(self) -> None:
        """Open the list of positions when a file of several is opened, and close it with the file."""
        path = self._document.free.path
        if path == self._listed_path or self._panels is None:
            return
        self._listed_path = path
        if path and self._document.free.entry_count > 1:
            self._room.open(self.positions_dock)
            self.position_list.show()
        elif self.positions_dock.isVisible():
            self.positions_dock.close()

    @Slot()
    def show_next_position(self) -> None:
        """Set up the next position of the file."""
        self.position_list.go_to_next()

    @Slot()
    def show_previous_position(self) -> None:
        """Set up the position before this one in the file."""
        self.position_list.go_to_previous()

    @Slot(bool)
    def _fill_moves(self, visible: bool) -> None:
        if visible and self.moves_panel is None and self._panels is not None:
            from pawnviz.view.pawn_moves.panel import PawnMovesPanel

            self.moves_panel = panel = PawnMovesPanel(self._document, self._layers, self._board)
            panel.message.connect(self._status.show_message)
            panel.left.connect(self._focus_board)
            if self.engine_panel is not None:
                panel.set_analysis(self.engine_panel.analysis)
            self.moves_dock.setWidget(panel)
            self.moves_dock.visibilityChanged.connect(panel.refresh_if_seen)

    @Slot(bool)
    def _fill_engine(self, visible: bool) -> None:
        if visible and self.engine_panel is None and self._panels is not None:
            from pawnviz.view.engine.panel import EnginePanel

            self.engine_panel = panel = EnginePanel(self._document, self._board)
            if self.moves_panel is not None:
                self.moves_panel.set_analysis(panel.analysis)
            self._panels.inspector.set_analysis(panel.analysis)
            self.engine_dock.setWidget(panel)
            self.engine_dock.toggleViewAction().toggled.connect(panel.set_open)
            self.engine_dock.visibilityChanged.connect(panel.refresh_if_seen)

    @Slot()
    def _focus_board(self) -> None:
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_processes(self) -> None:
        """End the processes of engine and tables, if they run, before this returns."""
        if self.engine_panel is not None:
            self.engine_panel.analysis.end()
        if self._panels is not None:
            self._panels.inspector.tables.end()

    # Commands

    @Slot()
    def find_layer(self) -> None:
        """Move the focus to the layer search."""
        _bring_up(self.layers_dock)
        self.panels.layer_panel.focus_search()

    @Slot()
    def pin_square(self) -> None:
        """Pin the current square in the inspector, or release the one that is pinned."""
        state = self._board.state
        state.set_pinned(None if state.current_square == state.pinned else state.current_square)
        if state.pinned is not None:
            _bring_up(self.inspector_dock)
            self.panels.inspector.show_square()

    @Slot()
    def copy_summary(self) -> None:
        """Put the position in words on the clipboard."""
        self.panels.inspector.copy_summary()

    def show_layer(self) -> None:
        """Show the inspector's page of the current layer."""
        _bring_up(self.inspector_dock)
        self.panels.inspector.show_layer()

    @Slot()
    def _follow_pin(self) -> None:
        """Turn the inspector, unless it is closed, to a pinned square; for a pawn, bring it before other docks."""
        pinned = self._board.state.pinned
        if pinned == self._pinned:
            return
        self._pinned = pinned
        if pinned is not None and not self.inspector_dock.isHidden():
            self.panels.inspector.show_square()
            if self._document.position.piece_at(pinned) in ("P", "p"):
                self.inspector_dock.raise_()

    @Slot()
    def ask_why_not(self) -> None:
        """Pin the pointed pawn, unless one is pinned, or the next one clicked; ask why it does not carry a label."""
        state, position = self._board.state, self._document.position
        square = state.inspected_square
        if square is None or position.piece_at(square) not in ("P", "p"):
            self._pawn_click.wait()
            return
        self._pawn_click.cancel()
        if state.pinned == square != state.current_square:
            self._status.show_message(f"Why not is asked of the pinned {SQUARE_NAMES[square]}; Escape releases it")
        state.set_pinned(square)
        _bring_up(self.inspector_dock)
        self.panels.inspector.ask_why_not()

    @Slot()
    def show_steps(self) -> None:
        """Show the steps of the current layer, or close them where they are visible."""
        self._open_or_close(self.steps_dock)

    @Slot()
    def _open_steps(self) -> None:
        self._room.open(self.steps_dock)

    def _open_or_close(self, dock: QDockWidget) -> bool:
        """Open a dock over the inspector, or close it where it is seen; return whether it is open."""
        if not is_seen(dock):
            self._room.open(dock)
            return True
        if dock.isAncestorOf(self._window.focusWidget() or self._window):
            self._focus_board()
        dock.close()
        return False

    @Slot()
    def show_pawn_moves(self) -> None:
        """Show the moves of pawns and focus their list, or close them where they are visible."""
        if self._open_or_close(self.moves_dock) and self.moves_panel is not None:
            self.moves_panel.take_focus()

    @Slot()
    def show_engine(self) -> None:
        """Show the engine's panel and focus it, or close it, which stops the engine, where it is visible."""
        if self._open_or_close(self.engine_dock) and self.engine_panel is not None:
            self.engine_panel.take_focus()

    @property
    def tables_choice(self) -> TablesChoice:
        """The choice of endgame tables, made when it is first needed."""
        if self._tables_choice is None:
            from pawnviz.view.inspector.tables_choice import TablesChoice

            tables, say = self.panels.inspector.tables, self._status.show_message
            self._tables_choice = TablesChoice(tables, say, self.warned.emit, self._window)
        return self._tables_choice

    @Slot()
    def choose_tables(self) -> None:
        """Ask for a folder of endgame tables."""
        self.tables_choice.choose()

    @Slot()
    def forget_tables(self) -> None:
        """Stop using endgame tables."""
        self.tables_choice.forget()

    @Slot()
    def pin_position(self) -> None:
        """Pin the position on the board, and show the changes since then."""
        self.comparison.pin()
        self._room.open(self.compare_dock)
        self._status.show_message("Pinned this position; edit on to compare with it")

    @Slot()
    def show_other_position(self) -> None:
        """Put the pinned position on the board, or the other one back."""
        self.comparison.switch()


def _bring_up(dock: QDockWidget) -> None:
    """Open a dock and bring it before others at its place."""
    dock.show()
    dock.raise_()
