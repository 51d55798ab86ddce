"""The pages of the reading column: one table, and the widgets, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from pawnviz.model.document import Comparison, Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView

if TYPE_CHECKING:
    from pawnviz.core.collections.question import StructurePart
    from pawnviz.model.collections.explorer import StructureCount
    from pawnviz.view.engine.panel import EnginePanel
    from pawnviz.view.inspector.compare_panel import ComparePanel
    from pawnviz.view.inspector.layer_page import LayerPage
    from pawnviz.view.inspector.position_page import PositionPage
    from pawnviz.view.inspector.square_page import SquarePage
    from pawnviz.view.layers.panel import LayerPanel
    from pawnviz.view.pawn_moves.panel import PawnMovesPanel
    from pawnviz.view.position.position_list import PositionListPanel
    from pawnviz.view.position.set_up_page import SetUpPage
    from pawnviz.view.windows.bench_page import BenchPage
    from pawnviz.view.windows.definitions_page import DefinitionsPage
    from pawnviz.view.windows.help_page import HelpPage
    from pawnviz.view.workspaces.workspaces import Workspaces


class Page(NamedTuple):
    """An entry of the table: the name of a page in settings, its title, its widget, and the command that shows it.

    The page with the name of a workspace is the first one there. ``find`` goes to the search of the page, if it has
    one; ``begin`` moves the focus to where the page begins once it is shown by its command. A strip stands below the
    other pages.
    """

    name: str
    title: str
    widget: Callable[[PageWidgets], QWidget]
    command: str
    find: Callable[[PageWidgets], object] | None = None
    begin: Callable[[PageWidgets], object] | None = None
    is_strip: bool = False


class PageWidgets(QObject):
    """The widgets of the pages over one document, layer list and board."""

    comparison: Comparison
    workspaces: Workspaces  # Set by the window, once they are made.
    message = Signal(str)  # A sentence for the line of messages.
    field_made = Signal(QWidget)  # A field for other texts than FENs was made; carries it.
    layers_made = Signal(object)  # The page of the layers was made; carries it.
    pin_wanted = Signal()  # The position is to be pinned for comparison.
    page_wanted = Signal(str)  # Another page is to be shown; carries its name.
    board_wanted = Signal()  # The focus belongs on the board.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._board = board
        self.comparison = Comparison(document, self)
        self.engine: EnginePanel | None = None  # The page of the engine, once it is made.

    @cached_property
    def position(self) -> PositionPage:
        """The position in words."""
        from pawnviz.view.inspector.position_page import PositionPage

        page = PositionPage(self._document, self._layers, self._board)
        page.layers_wanted.connect(self._show_layers)
        page.message.connect(self.message)
        page.games_wanted.connect(self._explore)
        if self.workspaces.made_games is not None:
            page.set_count(self.structure_count)
        else:
            self.workspaces.games_made.connect(self._count_games)
        return page

    @Slot()
    def _count_games(self) -> None:
        self.position.set_count(self.structure_count)

    @cached_property
    def structure_count(self) -> StructureCount:
        """How many games of the open file have a structure."""
        from pawnviz.model.collections.explorer import StructureCount

        return StructureCount(self.workspaces.games.index, self)

    @Slot(object)
    def _explore(self, part: StructurePart) -> None:
        self.workspaces.explore.explorer.set_parts((part,))
        self.workspaces.show_explore()

    @cached_property
    def square(self) -> SquarePage:
        """The square that is pinned or pointed at."""
        from pawnviz.view.inspector.square_page import SquarePage

        page = SquarePage(self._document, self._layers, self._board, self.position.tables)
        page.layer_chosen.connect(self._show_layer)
        self.field_made.emit(page.pawn.why_not.field)
        return page

    @Slot()
    def _show_layers(self) -> None:
        self.page_wanted.emit("layers")

    @Slot()
    def _show_layer(self) -> None:
        self.page_wanted.emit("layer")

    @cached_property
    def layers(self) -> LayerPanel:
        """The list of layers."""
        from pawnviz.view.layers.panel import LayerPanel

        page = LayerPanel(self._document, self._layers)
        for name in ("open_page", "open_steps"):
            page.commands.actions_by_name[name].triggered.connect(self._show_layer)
        page.commands.add_receivers({"compare": self._compare_layer})
        self.field_made.emit(page.search_field)
        self.layers_made.emit(page)
        return page

    def _compare_layer(self, identifier: str) -> None:
        self.definitions.compare(identifier)
        self.page_wanted.emit("definitions")

    @cached_property
    def layer(self) -> LayerPage:
        """The current layer with its formula, mask, steps and source code."""
        from pawnviz.view.inspector.layer_page import LayerPage

        page = LayerPage(self._document, self._layers, self._board)
        page.words.message.connect(self.message)
        page.steps.copied.connect(self.message)
        return page

    @cached_property
    def set_up(self) -> SetUpPage:
        """Side to move, castling rights and en-passant square."""
        from pawnviz.view.position.set_up_page import SetUpPage

        return SetUpPage(self._document)

    @cached_property
    def positions(self) -> PositionListPanel:
        """The positions of the open file."""
        from pawnviz.view.position.position_list import PositionListPanel

        page = PositionListPanel(self._document, self._board.preferences.flipped)
        page.message.connect(self.message)
        self.field_made.emit(page.filter)
        return page

    @Slot()
    def show_next_position(self) -> None:
        """Set up the next position of the file, or say why there is none."""
        self.positions.go_on(1)

    @Slot()
    def show_previous_position(self) -> None:
        """Set up the position before this one in the file, or say why there is none."""
        self.positions.go_on(-1)

    @cached_property
    def pawn_moves(self) -> PawnMovesPanel:
        """The moves of pawns with what each gives up."""
        from pawnviz.view.pawn_moves.panel import PawnMovesPanel

        page = PawnMovesPanel(self._document, self._layers, self._board)
        page.message.connect(self.message)
        page.left.connect(self.board_wanted)
        if self.engine is not None:
            page.set_analysis(self.engine.analysis)
        return page

    @property
    def has_compare(self) -> bool:
        """Whether the page of the comparison is made."""
        return "compare" in self.__dict__

    @cached_property
    def compare(self) -> ComparePanel:
        """The pinned position and the one on the board."""
        from pawnviz.view.inspector.compare_panel import ComparePanel

        page = ComparePanel(self.comparison, self._layers, self._board)
        page.pin_wanted.connect(self.pin_wanted)
        return page

    @cached_property
    def definitions(self) -> DefinitionsPage:
        """The difference of two layers, and the definitions of disputed terms."""
        from pawnviz.view.windows.definitions_page import DefinitionsPage

        page = DefinitionsPage(self._document, self._layers, self._board)
        page.find_wanted.connect(self._find_difference)
        self.field_made.emit(page.pasted.text)
        return page

    @Slot(object, object)
    def _find_difference(self, layers: tuple[str, str], color: bool | None) -> None:
        """Ask the open file of positions, otherwise that of games, where two layers differ."""
        from pawnviz.core.collections.question import ConditionPart

        games = self.workspaces.made_games
        if self._document.free.entry_count > 1:
            part = ConditionPart.of_difference(layers, color, of_pieces=True)
            self.positions.rows.asking.set_parts((part,), ())
            self.page_wanted.emit("positions")
        elif games is not None and games.games.listing is not None:
            games.search.set_parts((ConditionPart.of_difference(layers, color),), ())
            self.workspaces.show_games()
        else:
            self.message.emit("Open a file of positions or of games first")

    @cached_property
    def bench(self) -> BenchPage:
        """The mask bench."""
        from pawnviz.view.windows.bench_page import BenchPage

        page = BenchPage(self._document, self._layers)
        self.field_made.emit(page.field.text)
        return page

    @cached_property
    def help(self) -> HelpPage:
        """The manual, the keys and the glossary."""
        from pawnviz.view.windows.help_page import HelpPage

        page = HelpPage(self._document, self._layers)
        self.field_made.emit(page.search_field)
        return page

    def make_engine(self) -> EnginePanel:
        """Return the page of the engine, made when it is first needed."""
        if self.engine is None:
            from pawnviz.view.engine.panel import EnginePanel

            self.engine = page = EnginePanel(self._document, self._board)
            if "pawn_moves" in self.__dict__:
                self.pawn_moves.set_analysis(page.analysis)
            self.position.ending.set_analysis(page.analysis)
        return self.engine


def _pages() -> tuple[Page, ...]:
    """Return the pages; a function, whose lambdas mypy checks after the classes of the widgets."""
    # fmt: off
    return (
        Page("position", "Position", lambda made: made.position, "show_position"),
        Page("square", "Square", lambda made: made.square, "show_square"),
        Page("layers", "Layers", lambda made: made.layers, "show_layers",
             find=lambda made: made.layers.focus_search(), begin=lambda made: made.layers.focus_search()),
        Page("layer", "Layer", lambda made: made.layer, "show_layer"),
        Page("set_up", "Set up", lambda made: made.set_up, "show_set_up"),
        Page("positions", "Positions of the file", lambda made: made.positions, "show_positions",
             find=lambda made: made.positions.chips.take_focus()),
        Page("games", "Games", lambda made: made.workspaces.games.page, "show_games",
             find=lambda made: made.workspaces.games.list.begin_search()),
        Page("explore", "Explore", lambda made: made.workspaces.explore.panel, "show_explore",
             find=lambda made: made.workspaces.explore.panel.take_focus()),
        Page("pawn_moves", "Pawn moves", lambda made: made.pawn_moves, "show_pawn_moves",
             begin=lambda made: made.pawn_moves.take_focus()),
        Page("compare", "Comparison", lambda made: made.compare, "show_comparison"),
        Page("engine", "Engine", lambda made: made.make_engine(), "show_engine",
             begin=lambda made: made.make_engine().take_focus(), is_strip=True),
        Page("definitions", "Compare definitions", lambda made: made.definitions, "compare_definitions",
             begin=lambda made: made.definitions.open()),
        Page("bench", "Mask bench", lambda made: made.bench, "open_bench",
             begin=lambda made: made.bench.field.text.setFocus(Qt.FocusReason.ShortcutFocusReason)),
        Page("help", "Help", lambda made: made.help, "open_help",
             find=lambda made: made.help.take_focus(), begin=lambda made: made.help.take_focus()),
    )
    # fmt: on


PAGES: Final = {page.name: page for page in _pages()}
"""The pages by name."""
