"""The page of the current layer: definition, formula, masks, steps and source code."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QSizePolicy, QSplitter, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES, diagram, parse_square, popcount, square_names, to_hex
from pawnviz.core.explain.pawn_words import nearest_miss
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import Layer
from pawnviz.core.layers.packages import FAILED
from pawnviz.core.layers.registry import WIKI
from pawnviz.core.words import count_text, escaped
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.small_boards import MaskView
from pawnviz.view.formula.edit import FormulaBox
from pawnviz.view.formula.steps_panel import StepsPanel
from pawnviz.view.inspector.sentences import Sentence, SentenceList
from pawnviz.view.widgets.buttons import CopyButton
from pawnviz.view.widgets.labels import NONE, ElidedLabel, ValueLabel, plain_label
from pawnviz.view.widgets.layouts import STRETCH, add_parts, column_of, row_of
from pawnviz.view.widgets.page import Navigation, Page
from pawnviz.view.widgets.theme import Theme, theme_of

_LINK: Final = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard

_EMPTY: Final = "Choose a layer in the list to see its definition and masks."


class LayerPage(QSplitter):
    """The current layer: its words and masks, and below them its formula in steps and as source code."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, navigator: Navigation) -> None:
        super().__init__(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.words = LayerWords(document, layers, board, navigator)
        self.steps = StepsPanel(document, layers, board)
        self.steps.copied.connect(navigator.say)
        self.addWidget(self.words)
        self.addWidget(self.steps)
        # The words and masks are seen whole if there is room, and the first row of steps below them.
        self.setSizes([10_000, 1])


class LayerWords(Page):
    """Title, chapter, definition and formula of the current layer, and each side's mask."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, navigator: Navigation) -> None:
        super().__init__("Current layer")
        self._board = board
        self._document = document
        self._layers = layers
        self._shown: tuple[Layer, FormulaError | None, Theme] | None = None
        self._empty = plain_label(_EMPTY, muted=True, wrapped=True)
        self._content = QWidget()
        add_parts(self.column, (self._empty, self._content, STRETCH))
        content = column_of(parent=self._content, margins=0, spacing=5)
        self._title = plain_label(scale=1.25, bold=True, wrapped=True)
        self._chapter = QLabel(
            textFormat=Qt.TextFormat.RichText, textInteractionFlags=_LINK, openExternalLinks=True, wordWrap=True
        )
        self._definition = ValueLabel("Definition")
        self._definition.setWordWrap(True)
        self._identifier = ElidedLabel("Name", fixed=True)
        self._copy_identifier = CopyButton("name")
        self._formula = FormulaBox()
        self._copy_formula = CopyButton("formula")
        name = _row(plain_label("Name", muted=True), self._identifier, self._copy_identifier)
        self._formula_caption = plain_label("Formula", muted=True)
        formula = column_of(_row(self._formula_caption, QWidget(), self._copy_formula), self._formula, spacing=2)
        add_parts(content, (self._title, self._chapter, self._definition, name, formula))
        self._other_forms, self._forms, self._copy_forms = QWidget(), FormulaBox(), CopyButton("other formulas")
        parts = (_row(plain_label("Also written as", muted=True), QWidget(), self._copy_forms), self._forms)
        column_of(*parts, parent=self._other_forms, margins=0, spacing=2)
        self._forms.set_caption("Also written as", fixed=True)
        self.misses = SentenceList("")
        self.misses.hovered.connect(board.state.set_spotlight)
        self.misses.chosen.connect(self._pin)
        self._sides = (SideColumn("White"), SideColumn("Black"))
        self._masks = QWidget()
        row_of(*((side, 1) for side in self._sides), parent=self._masks, margins=(0, 4, 0, 0), spacing=8)
        add_parts(content, (self._other_forms, self.misses, self._masks))
        copies = (self._copy_identifier, self._copy_formula, self._copy_forms)
        for button in (*copies, *self._sides[0].buttons, *self._sides[1].buttons):
            button.copied.connect(navigator.say)
        for change in (document.position_changed, layers.current_changed, layers.user_layers.changed):
            change.connect(self.mark_stale)

    @plain_override
    def refresh(self) -> None:
        identifier = self._layers.current
        self._empty.setVisible(not identifier)
        self._content.setVisible(bool(identifier))
        if not identifier:
            return
        shown = (self._layers.all[identifier], self._layers.user_layers.fault(identifier), theme_of(self))
        is_new = shown != self._shown
        if is_new:
            self._shown = shown
            self._show_layer(*shown)
        layer, position = shown[0], self._document.position
        misses, masks = [], []
        for column, side in zip(self._sides, position.sides(), strict=True):
            masks.append(self._layers.mask(identifier, side.color))
            column.show_mask(layer, masks[-1], position.fen())
            miss = nearest_miss(identifier, side)
            if miss is not None:
                square, why = miss
                title = f"{column.side}: none here, the nearest is {SQUARE_NAMES[square]}"
                text = why.text.partition(": ")[2]
                misses.append(Sentence(title, text, why.named | 1 << square, why.explanation, SQUARE_NAMES[square]))
        before = self._masks.isHidden(), self.misses.texts
        self.misses.show_sentences(misses)
        self.misses.setVisible(bool(misses))
        self._masks.setVisible(any(masks) or not misses)
        if is_new or before != (self._masks.isHidden(), self.misses.texts):
            self.settle()
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave the room that words and masks do not need to the steps below."""
        needed = self.column.totalHeightForWidth(self.viewport().width())
        self.setMaximumHeight(max(self.minimumSizeHint().height(), needed))

    @Slot(str)
    def _pin(self, square: str) -> None:
        self._board.state.set_pinned(parse_square(square))

    def _show_layer(self, layer: Layer, fault: FormulaError | None, theme: Theme) -> None:
        self._title.setText(layer.title)
        text = escaped(layer.chapter.title)
        if layer.source:
            name = "wiki page" if layer.source.startswith(WIKI) else "source"
            text += f' · <a href="{escaped(layer.source)}" style="color: {theme.link}">{name}</a>'
        self._chapter.setText(text)
        self._chapter.setToolTip(layer.source)
        wrong = f"Not read, column {fault.column}: {fault.sentence}" if fault else FAILED.get(layer.identifier, "")
        texts = (layer.definition, wrong)
        self._definition.show_text("\n".join(text for text in texts if text))
        self._identifier.show_text(layer.identifier)
        self._copy_identifier.offer(layer.identifier, layer.title)
        what, text = ("formula", layer.formula) if layer.formula else ("rule", layer.rule)
        self._formula_caption.setText(what.capitalize())
        self._formula.set_caption(what.capitalize(), fixed=bool(layer.formula))
        self._formula.show_text(text)
        self._copy_formula.set_what(what)
        self._copy_formula.offer(text, layer.title)
        self._other_forms.setVisible(bool(layer.also_written))
        self._forms.show_text("\n".join(layer.also_written))
        self._copy_forms.offer("\n".join(layer.also_written), layer.title)


class SideColumn(QWidget):
    """A layer's mask for one side: count, picture and hex number, and buttons that copy each form."""

    def __init__(self, side: str) -> None:
        super().__init__()
        self.side = side
        self._count = ValueLabel(side, muted=True)
        self._picture = MaskView(f"{side}'s mask", white=side == "White")
        self._hex = ValueLabel(f"{side}'s mask in hexadecimal", fixed=True, scale=0.9)
        forms = {"hex number": "Hex", "diagram": "Diagram", "squares": "Squares", "layer with everything": "All"}
        self.buttons = tuple(CopyButton(form, side, text=text) for form, text in forms.items())
        heading = row_of(plain_label(side, bold=True), self._count, STRETCH, spacing=8)
        grid = QGridLayout()
        grid.setSpacing(3)
        for place, button in enumerate(self.buttons):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            grid.addWidget(button, place // 2, place % 2)
        for place in range(2):
            grid.setColumnStretch(place, 1)
        # All four are as wide as the widest, so that the columns are equal and still fit a narrow dock.
        grid.setColumnMinimumWidth(0, max(button.minimumSizeHint().width() for button in self.buttons))
        grid.setColumnMinimumWidth(1, grid.columnMinimumWidth(0))
        parts = (heading, self._picture, self._hex, plain_label("Copy as", muted=True), grid, STRETCH)
        column_of(*parts, parent=self, margins=0, spacing=4)

    def show_mask(self, layer: Layer, mask: int, fen: str) -> None:
        """Show a layer's mask and offer its texts; ``fen`` is the position that it is computed for."""
        count = count_text(popcount(mask), "square")
        names = square_names(mask)
        self._count.show_text(count)
        self._picture.set_mask(mask)
        self._hex.show_text(to_hex(mask))
        lines = (
            f"{layer.title} ({layer.identifier}), {self.side}: {count}",
            layer.definition,
            f"Formula: {layer.formula}" if layer.formula else f"Rule: {layer.rule}",
            f"FEN: {fen}",
            f"Hex: {to_hex(mask)}",
            f"Squares: {names or NONE}",
            diagram(mask),
        )
        for button, text in zip(self.buttons, (to_hex(mask), diagram(mask), names, "\n".join(lines)), strict=True):
            button.offer(text, layer.title)


def _row(caption: QWidget, widget: QWidget, button: QWidget) -> QLayout:
    return row_of(caption, (widget, 1), button, margins=0, spacing=8)
