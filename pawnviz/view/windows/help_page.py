"""The page of help: the manual, the keys and the glossary under one table of contents with a search."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QEvent, Qt, QUrl, Slot
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QPainter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtWidgets import QTextBrowser, QTreeWidget, QTreeWidgetItem, QWidget

from pawnviz import __version__
from pawnviz.core.board.position import Position
from pawnviz.core.catalog import Article, Sample, board_of, glossary, manual, presets
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, enlarged
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture
from pawnviz.core.words import capitalized, count_text, escaped
from pawnviz.log import description
from pawnviz.model.document import Document, piece_name
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.paint import paint_board
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.panel import ROW_COMMANDS
from pawnviz.view.widgets.fields import SearchField
from pawnviz.view.widgets.labels import native_keys, plain_label
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.page import FoldButton
from pawnviz.view.widgets.theme import theme_of

KEYS: Final = "Keys and mouse"
ABOUT: Final = "About pawnviz"
EXAMPLES: Final = {
    "Begin": "layer:passed_pawns",
    "Set up a position": "structure:carlsbad",
    "Go through a file of positions": "layer:outposts",
    "Look at layers": "layer:holes",
    "Read the position": "structure:isolated_queens_pawn",
    "Ask why": "layer:backward_pawns",
    "Weigh pawn moves": "layer:break_squares",
    "Compare two positions": "structure:hanging_pawns",
    "Compare definitions": "layer:phalanx_pawns",
    "Use endgame tables": "layer:key_squares",
    "Go through games": "layer:levers",
    "Find games": "structure:maroczy_bind",
    "Explore structures": "structure:carlsbad",
    "Draw a pattern": "structure:hedgehog",
    "Take pictures out": "layer:outposts",
    "Present": "layer:open_files",
    "Write layers of your own": "layer:interspans",
    "Read and check masks": "layer:front_fills",
}
"""The entry of the glossary whose board a page of the manual shows; pages about keys, windows and engines have none."""

_BOARD_EDGE: Final = 284  # The edge of the picture of a board, in logical pixels.
_BOARD: Final = "board"  # The address of the picture of a board, and of the link that sets it up.


@cache
def help_articles() -> dict[str, Article]:
    """Return every page of help by its name, in the order of the contents."""
    about = (
        f"Version {__version__}. Shows pawn structure as layers on the board.\n\n"
        "Names, definitions and formulas follow the pawn pages of the "
        "[chess programming wiki](https://www.chessprogramming.org/Pawn_Pattern_and_Properties).\n\n"
        f"GPL-3.0-or-later. Pieces from python-chess.\n\n{capitalized(description())}"
    )
    program = (Article(KEYS, "", "shortcuts", KEYS), Article(ABOUT, about, "version license", ABOUT))
    return {article.name: article for article in (*manual(), *program, *glossary())}


def keys_html() -> str:
    """Return every key as one table, with a heading for each menu, the tools, the presets and the list of layers."""
    parts = []
    for menu in dict.fromkeys(command.menu for command in COMMANDS.values()):
        rows = [
            (", ".join(map(native_keys, command.keys)), command.title, command.tip)
            for command in COMMANDS.values()
            if command.menu == menu and command.keys
        ]
        parts.append(_section(menu.replace("&", ""), rows))
    tools = [
        (native_keys(key), piece_name(tool).capitalize() if len(tool) == 1 else tool.capitalize(), "")
        for tool, key in TOOL_KEYS.items()
    ]
    parts.append(_section("Tools", tools))
    shown = zip(PRESET_KEYS, presets(), strict=False)
    parts.append(_section("Presets", [(native_keys(keys), preset.title, preset.description) for keys, preset in shown]))
    rows = [(native_keys(command.keys[0]), command.title, command.tip) for command in ROW_COMMANDS]
    parts.append(_section("Layer chosen in the list", rows))
    return f"<table cellpadding='3' width='100%'>{''.join(parts)}</table>"


def _section(title: str, rows: list[tuple[str, str, str]]) -> str:
    cells = []
    for keys, text, tip in rows:
        effect = f"<b>{escaped(text)}</b>{'. ' if tip else ''}{escaped(tip)}"
        cells.append(f"<tr><td width='33%'>{escaped(keys)}</td><td>{effect}</td></tr>")
    return f"<tr><td colspan='2'><h3>{escaped(title)}</h3></td></tr>{''.join(cells)}"


class HelpPage(QWidget):
    """A search and the contents above the text of a page; the contents fold when a page is chosen to be read."""

    def __init__(self, document: Document, layers: ShownLayers) -> None:
        super().__init__()
        self._document = document
        self._layers = layers
        self.shown = ""  # The name of the page that is shown.
        self._board: Sample | None = None
        self.search_field = SearchField("Search the manual and the glossary")
        self.fold = FoldButton("Contents", "Show or fold the table of contents")
        self.contents = QTreeWidget()
        self.contents.setHeaderHidden(True)
        self.contents.setUniformRowHeights(True)
        self.contents.setAccessibleName("Contents")
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = QTextBrowser(openLinks=False)
        self.page.setAccessibleName("Text of the page")
        self.page.document().setDocumentMargin(10)
        self.nothing = plain_label(muted=True, wrapped=True)
        self.nothing.hide()
        self._items = self._fill()
        parts = (self.search_field, self.fold, self.nothing, (self.contents, 2), (self.page, 3))
        column_of(*parts, parent=self, margins=8, spacing=6)
        self.fold.setChecked(True)
        self.fold.toggled.connect(self.contents.setVisible)
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self.contents.setFocus)
        self.contents.currentItemChanged.connect(self._show_current)
        self.contents.itemClicked.connect(self._read)
        self.contents.itemActivated.connect(self._read)
        self.page.anchorClicked.connect(self._open_link)
        self.contents.setCurrentItem(next(iter(self._items.values())))

    def _fill(self) -> dict[str, QTreeWidgetItem]:
        parts: dict[str, QTreeWidgetItem] = {}
        items = {}
        for name, article in help_articles().items():
            if article.part not in parts:
                parts[article.part] = QTreeWidgetItem(self.contents, [article.part])
                parts[article.part].setExpanded(len(parts) == 1)
                parts[article.part].setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            items[name] = item = QTreeWidgetItem(parts[article.part], [article.title])
            item.setToolTip(0, article.title)
            item.setData(0, Qt.ItemDataRole.UserRole, name)
        return items

    def open(self, name: str) -> None:
        """Open a page by its name to be read, with the contents folded; raises ``KeyError`` for an unknown one."""
        self.search_field.clear()
        self.contents.setCurrentItem(self._items[name])
        self.fold.setChecked(False)
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_focus(self) -> None:
        """Unfold the contents and move the focus to the search."""
        self.fold.setChecked(True)
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # The contents

    @Slot(str)
    def _search(self, text: str) -> None:
        self.fold.setChecked(True)
        for name, item in self._items.items():
            item.setHidden(not help_articles()[name].matches(text))
        found = [item for item in self._items.values() if not item.isHidden()]
        for place in range(self.contents.topLevelItemCount()):
            part = self.contents.topLevelItem(place)
            if part is not None:
                part.setHidden(all(item.isHidden() for item in self._items.values() if item.parent() is part))
                part.setExpanded(place == 0 or bool(text.strip()))
        words = text.strip()[:40]
        self.nothing.setText("" if found else f"No page has all words of “{words}”. Escape shows all again.")
        self.nothing.setVisible(not found)
        # A page whose title has the words comes before one that only speaks of them.
        wanted = text.casefold().split()
        best = [item for item in found if all(word in item.text(0).casefold() for word in wanted)] or found
        if wanted and best:
            self.contents.setCurrentItem(min(best, key=lambda item: not item.text(0).casefold().startswith(wanted[0])))
        self.contents.scrollTo(self.contents.currentIndex())

    @Slot(QTreeWidgetItem)
    def _read(self, item: QTreeWidgetItem) -> None:
        if item.data(0, Qt.ItemDataRole.UserRole) is None:
            item.setExpanded(not item.isExpanded())
        else:
            self._show_current()
            self.fold.setChecked(False)
            self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    # The page

    @Slot()
    def _show_current(self) -> None:
        item = self.contents.currentItem()
        name = None if item is None else item.data(0, Qt.ItemDataRole.UserRole)
        if name is not None and name != self.shown:
            self._show(str(name))

    def _show(self, name: str) -> None:
        self.shown = name
        article = help_articles()[name]
        if name == KEYS:
            self.page.setHtml(keys_html())
            by_place = help_articles()["Mouse and keys by place"]
            cursor = QTextCursor(self.page.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertMarkdown(f"### {by_place.title}\n\n{by_place.text}")
        else:
            self.page.setMarkdown(f"## {article.title}\n\n{article.text}")
        self._board = board_of(EXAMPLES.get(name, name))
        if self._board is not None:
            self._add_board(self._board)
        self.page.moveCursor(QTextCursor.MoveOperation.Start)

    def _add_board(self, board: Sample) -> None:
        position, shown = Position.from_fen(board.fen), tuple(LAYERS[name] for name in board.layers)
        ratio, theme = self.devicePixelRatioF(), theme_of(self)
        edge = round(_BOARD_EDGE * ratio)
        picture = make_picture(position, Look(tuple(ShownLayer(layer, enlarged(Style(layer.mark))) for layer in shown)))
        geometry = Geometry(edge, edge, strip_space=bool(picture.strips), scale=ratio)
        image = QImage(edge, edge, QImage.Format.Format_RGB32)
        image.fill(self.page.palette().base().color())
        with QPainter(image) as painter:
            tiles = Tiles()
            tiles.prepare(theme, geometry.square_size, geometry.flipped)
            tiles.begin(painter)
            paint_board(tiles, picture, geometry)
        self.page.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(_BOARD), image)
        cursor = QTextCursor(self.page.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())  # The text before may end with a list.
        shape = QTextImageFormat()
        shape.setName(_BOARD)
        shape.setWidth(_BOARD_EDGE)
        cursor.insertImage(shape)
        counts = [count_text(layer.count(layer(side)), "square") for layer in shown for side in position.sides()]
        caption = f": White {counts[0]}, Black {counts[1]}" if counts else ""
        cursor.insertBlock()
        cursor.insertHtml(f"{escaped(board.title)}{caption}. <a href='{_BOARD}'>Put it on the board</a>")

    @Slot(QUrl)
    def _open_link(self, address: QUrl) -> None:
        if address.toString() != _BOARD:
            QDesktopServices.openUrl(address)
        elif self._board is not None:
            self._document.set_fen(self._board.fen)
            if self._board.layers:
                self._layers.apply_preset(self._board.layers)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.shown:
            self._show(self.shown)
