"""The commands that export the board to other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QTemporaryDir, Signal, Slot
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.fen import FenError
from pawnviz.core.picture.picture import Look
from pawnviz.core.picture.sheet_positions import MOST_POSITIONS, SheetPosition, game_positions, players_of
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import ExportChoices, PictureChoices
from pawnviz.view.board.board import BoardView

if TYPE_CHECKING:
    from pawnviz.core.games.tree import MoveLine
    from pawnviz.model.games.game import OpenGame
    from pawnviz.view.export.figure import Figure
    from pawnviz.view.sharing.export_dialog import ExportDialog
    from pawnviz.view.sharing.export_page import ExportPage


class Sharing(QObject):
    """Copies, drags and exports pictures of a board; the dialog is made when it is first needed."""

    message = Signal(str)  # A success or a failure; carries a sentence for the status line.

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        board: BoardView,
        game: Callable[[], OpenGame | None],
        window: QWidget,
    ) -> None:
        """Keep choices in the board's preferences; ``game`` returns the open game."""
        super().__init__(window)
        self._document = document
        self._layers = layers
        self._board = board
        self._preferences = board.preferences
        self._window = window
        self._game = game
        self._dialog: ExportDialog | None = None
        self._followed_game: OpenGame | None = None

    @property
    def _choices(self) -> ExportChoices:
        return self._preferences.exports.value

    def _look(self, colors: str) -> Look:
        return self._board.look._replace(theme=colors)

    def figure(self, choices: PictureChoices, text: str | None = None) -> Figure:
        """Return the board as a figure; ``text`` replaces the caption, but not the words on marks of a last move."""
        from pawnviz.model.reading import caption
        from pawnviz.view.export.figure import Figure, paper_width

        pictures, drawings = self._board.pictures, self._board.state.drawings.items()
        key = f"framed: new, struck: gone with {pictures.marked_move}" if pictures.marked_move else ""
        parts = (caption(self._document) if text is None else text, key) if choices.caption else ()
        return Figure(
            picture=pictures.picture,
            look=self._look(choices.colors),
            legend=choices.legend,
            caption="  ·  ".join(filter(None, parts)),
            width=paper_width(choices.millimeters) if choices.on_paper else choices.width,
            millimeters=choices.millimeters if choices.on_paper else 0,
            background=not choices.transparent,
            drawings=tuple((source, target, number) for (source, target), number in drawings),
        )

    @property
    def dialog(self) -> ExportDialog:
        """The export dialog, made when it is first needed."""
        if self._dialog is None:
            from pawnviz.view.sharing.export_dialog import ExportDialog
            from pawnviz.view.sharing.export_page import AnimationPage, PicturePage
            from pawnviz.view.sharing.sheet_page import SheetPage

            choices = self._choices
            self._dialog = dialog = ExportDialog(
                PicturePage(self._document, self.figure, choices.picture),
                SheetPage(self._look, choices.sheet),
                AnimationPage(self._game, self._look, choices.animation),
                choices.folder,
                self._window,
            )
            dialog.chosen.connect(self._keep)
            dialog.saved.connect(self._tell_saved)
            dialog.sheet.add_menu.aboutToShow.connect(self._fill_add_menu)
            for change in (self._board.pictures.changed, self._board.state.changed):
                change.connect(self.follow)
        return self._dialog

    @Slot()
    def follow(self) -> None:
        """Update the dialog."""
        if self._dialog is not None:
            self._dialog.follow()

    def _open(self, page: ExportPage) -> None:
        self.dialog.turn_to(page)
        self.dialog.bring_to_front()

    @Slot(str)
    def _tell_saved(self, path: str) -> None:
        self._keep()
        self.message.emit(f"Saved {path}")

    @Slot()
    def _keep(self) -> None:
        self._preferences.exports.value = self.dialog.choices

    # A picture

    @Slot()
    def export_picture(self) -> None:
        """Open the dialog that exports the board as a picture."""
        self._open(self.dialog.picture)

    @Slot()
    def copy_picture(self) -> None:
        """Put the board as a picture on the clipboard, with the last choices."""
        from pawnviz.view.export.files import figure_mime, size_fault
        from pawnviz.view.sharing.saving import wait_cursor

        figure = self.figure(self._choices.picture)
        fault = size_fault(figure)
        if fault:
            self.message.emit(f"The picture was not copied: {fault}")
            return
        with wait_cursor():
            QGuiApplication.clipboard().setMimeData(figure_mime(figure))
        size = f"{figure.width:,} × {figure.height:,} pixels"
        self.message.emit(f"Copied the picture, as an image of {size} and as SVG")

    def dragged(self) -> tuple[QMimeData, QImage] | None:
        """Return the data and the picture of a drag to another program; None for a picture that is too large."""
        from pawnviz.view.export.files import figure_image, figure_mime, size_fault
        from pawnviz.view.sharing.saving import offered_name

        figure = self.figure(self._choices.picture)
        fault = size_fault(figure)
        if fault:
            self.message.emit(f"The picture cannot be dragged: {fault}")
            return None
        small = self.figure(self._choices.picture.replace(width=320))
        path = self._document.free.path
        name = offered_name(Path(path).stem if path else "position")
        return figure_mime(figure, self._drag_folder, name), figure_image(small)

    @cached_property
    def _drag_folder(self) -> Path | None:
        """The folder of dragged pictures until the program ends, or None."""
        self._folder = QTemporaryDir()
        return Path(self._folder.path()) if self._folder.isValid() else None

    # A sheet of positions

    @Slot()
    def export_sheet(self) -> None:
        """Open the dialog for positions on pages, with the one on the board if there is none yet."""
        if not self.dialog.sheet.list.count():
            self._add_position()
        self._open(self.dialog.sheet)

    @Slot()
    def add_to_sheet(self) -> None:
        """Add the position on the board to the sheet, without opening it."""
        self._add_position()
        count = self.dialog.sheet.list.count()
        self.message.emit(f"Added to the sheet, which has {count_text(count, 'position')}")

    @Slot()
    def _fill_add_menu(self) -> None:
        menu = self.dialog.sheet.add_menu
        menu.clear()
        menu.addAction("The position on the &board").triggered.connect(self._add_position)
        count = self._document.free.entry_count
        if count > 1:
            name = Path(self._document.free.path).name.replace("&", "&&")
            action = menu.addAction(f"The {min(count, MOST_POSITIONS):,} positions of “{name}”")
            action.triggered.connect(self._add_file)
        game = self._game()
        if game is not None and game.line is not None:
            moves = len(game.line.moves)
            action = menu.addAction(f"The {count_text(moves + 1, 'position')} of the &game")
            action.triggered.connect(self._add_game)
            action = menu.addAction("Where the &structure of the game changes")
            action.triggered.connect(self._add_structures)

    @Slot()
    def _add_position(self) -> None:
        self.dialog.sheet.add([SheetPosition(self._document.position, self._document.subject.title)])

    @Slot()
    def _add_file(self) -> None:
        from pawnviz.core.positions import name

        free = self._document.free
        file = free.position_file
        if file is None:
            return
        entries = []
        edited = {**free.edited_elsewhere, free.file_place.entry: free.position}
        for entry in range(min(len(file.entries), 2 * MOST_POSITIONS)):
            try:
                position = edited.get(entry) or file.position(entry)
            except FenError:
                continue
            entries.append(SheetPosition(position, name(file.text(entry))))
        self.dialog.sheet.add(entries)

    @Slot()
    def _add_game(self) -> None:
        self._add_plies(lambda line: range(len(line.positions)))

    @Slot()
    def _add_structures(self) -> None:
        from pawnviz.core.games.lives import structure_spells

        self._add_plies(lambda line: [spell.first for spell in structure_spells(line)])

    def _add_plies(self, plies_of: Callable[[MoveLine], Iterable[int]]) -> None:
        game = self._game()
        if game is not None and game.line is not None:
            headers = dict(game.game.headers) if game.game is not None else {}
            self.dialog.sheet.add(game_positions(game.line, plies_of(game.line)), players_of(headers))

    # A game

    @Slot()
    def export_game(self) -> None:
        """Open the dialog that exports the open game as an animation."""
        game = self._game()
        if game is None:
            self.message.emit("Open a game first: Games, F3")
            return
        if game is not self._followed_game:
            self._followed_game = game
            game.edited.connect(self.follow)
        self.dialog.animation.choose_all()
        self._open(self.dialog.animation)

    @Slot()
    def export_page(self) -> None:
        """Open the dialog that exports the open game, or else the board, as a living page."""
        is_game = self._document.subject is self._game()
        page: ExportPage = self.dialog.animation if is_game else self.dialog.picture
        page.choose_format(Path("page.html"))
        (self.export_game if is_game else self.export_picture)()

    # Print

    @Slot()
    def print_board(self) -> None:
        """Show the print of the board, with its legend and caption."""
        from pawnviz.view.sharing.printing import Printing, draw_printed_figure

        draw = partial(draw_printed_figure, make_figure=self._printed_figure)
        Printing(draw, "Print the board", self._window).dialog.open()

    def _printed_figure(self, millimeters: int) -> Figure:
        choices = self._choices.picture
        colors = "ink" if choices.colors == "ink" else "light"
        return self.figure(choices.replace(colors=colors, on_paper=True, millimeters=millimeters))

    # Links

    @Slot()
    def copy_link(self) -> None:
        """Put a link on the clipboard that opens this position with its layers."""
        from pawnviz.core.link import LinkError, write_link
        from pawnviz.view.sharing.links import link_of

        link = link_of(self._document, self._layers, flipped=self._board.board_geometry.flipped)
        try:
            text = write_link(link)
        except LinkError as error:
            self.message.emit(f"No link was copied: {error}")
            return
        QGuiApplication.clipboard().setText(text)
        layers = f" with {count_text(len(link.layers), 'layer')}" if link.layers else ""
        self.message.emit(f"Copied a link{layers}; paste it in pawnviz to open it")

    @Slot(str)
    def open_link(self, text: str) -> bool:
        """Set up the board of a link, and return whether it could be read; else report why and change nothing."""
        from pawnviz.core.link import LinkError, read_link
        from pawnviz.view.sharing.links import take_layers

        try:
            link = read_link(text)
            sentences = take_layers(link, self._layers)
        except (LinkError, ValueError) as error:
            self.message.emit(capitalized(str(error)))
            return False
        self._document.set_fen(link.position.fen())
        self._preferences.flipped.value = link.flipped
        self.message.emit("; ".join(["The link was opened", *sentences]))
        return True

    # The end

    def close(self) -> None:
        """Close the dialog."""
        if self._dialog is not None:
            self._dialog.close()
