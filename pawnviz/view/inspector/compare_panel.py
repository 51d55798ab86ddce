"""The panel that compares a pinned position with the one on the board: the differences in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QPushButton, QStackedWidget, QWidget

from pawnviz.core.board.bitboard import mask_of, square_names
from pawnviz.core.board.mask_reader import files_and_squares
from pawnviz.core.explain.pawn_words import change_sentence
from pawnviz.core.labels.order import heaviest_first, matters
from pawnviz.core.picture.picture import LayerChange, layer_changes
from pawnviz.core.words import count_text, plural
from pawnviz.model.document import Comparison
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.sentences import Sentence, SentenceList
from pawnviz.view.widgets.labels import native_keys, plain_label, scaled_font
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.page import FoldButton, Page


class ComparePanel(Page):
    """A pinned position and the one on the board: the changes in one sentence, then one for each layer that differs."""

    pin_wanted = Signal()  # Asks to pin the position on the board.

    def __init__(self, comparison: Comparison, layers: ShownLayers, board: BoardView) -> None:
        super().__init__("Comparison of two positions")
        self._comparison = comparison
        self._layers = layers
        self._board = board
        self._open = True
        self.pages = QStackedWidget()
        for page in (self._empty(), self._content()):
            self.pages.addWidget(page)
        self.column.addWidget(self.pages)
        comparison.changed.connect(self._follow)
        layers.changed.connect(self.mark_stale)
        self._mark_board()

    def _empty(self) -> QWidget:
        empty = QWidget()
        text = plain_label("Pin the position on the board; after an edit this page lists the changes.", wrapped=True)
        self.first_pin_button = QPushButton("&Pin this position")
        self.first_pin_button.setToolTip(f"Keep this position to compare with ({native_keys('Ctrl+Alt+V')})")
        self.first_pin_button.clicked.connect(self.pin_wanted)
        column_of(text, (self.first_pin_button, Qt.AlignmentFlag.AlignLeft), STRETCH, parent=empty, margins=0)
        return empty

    def _content(self) -> QWidget:
        self.switch_button = QPushButton("Sho&w pinned")
        self.pin_button = QPushButton("&Pin")
        self.unpin_button = QPushButton("&Unpin")
        self.switch_button.clicked.connect(self._comparison.switch)
        self.pin_button.clicked.connect(self._comparison.pin)
        self.unpin_button.clicked.connect(self._comparison.unpin)
        keys = native_keys("Ctrl+Shift+V")
        self.switch_button.setToolTip(f"Switch the board between the two positions ({keys})")
        keys = native_keys("Ctrl+Alt+V")
        self.pin_button.setToolTip(f"Pin the position on the board in place of the pinned one ({keys})")
        self.unpin_button.setToolTip("Stop comparing; the board keeps its position")
        self.mark_box = QCheckBox("&Mark on board")
        self.mark_box.setToolTip("Frame the squares that the shown layers gained, strike those that they lost")
        self.mark_box.setChecked(True)
        self.mark_box.toggled.connect(self._follow)
        self.shown_box = QCheckBox("&Only shown layers")
        self.shown_box.setToolTip("List only the shown layers")
        self.shown_box.toggled.connect(self.mark_stale)
        self._headline = SentenceList("")
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._headline.setFont(scaled_font(self._headline.font(), 1.1))
        self.sentences = SentenceList("")
        self.sentences.chosen.connect(self._choose)
        self.sentences.hovered.connect(self._board.state.set_spotlight)
        self.fold = FoldButton(
            "Further layers", "Layers that say little by themselves: spans, fills, attacks, variants"
        )
        self.fold.toggled.connect(self.mark_stale)
        self._summary = plain_label(muted=True, wrapped=True)
        content = QWidget()
        buttons = row_of(self.switch_button, self.pin_button, self.unpin_button, STRETCH, spacing=6)
        boxes = row_of(self.mark_box, self.shown_box, STRETCH, spacing=10)
        parts = (self._headline, buttons, self.sentences, self.fold, self._summary, boxes, STRETCH)
        column_of(*parts, parent=content, margins=0, spacing=8)
        return content

    @Slot(bool)
    def set_open(self, is_open: bool) -> None:
        """Mark changes on the board only while the page is open."""
        self._open = is_open
        self._mark_board()

    # Changes

    @Slot()
    def _follow(self) -> None:
        self._mark_board()
        self.mark_stale()

    def _mark_board(self) -> None:
        comparison = self._comparison
        marked = self._open and comparison.pinned is not None and self.mark_box.isChecked()
        since = comparison.other if comparison.is_switched else comparison.pinned
        self._board.pictures.set_compared(since if marked else None)

    @plain_override
    def refresh(self) -> None:
        comparison = self._comparison
        pinned, other = comparison.pinned, comparison.other
        self.pages.setCurrentIndex(0 if pinned is None else 1)
        if pinned is None:
            return
        self.switch_button.setEnabled(comparison.can_switch)
        self.switch_button.setText("Sho&w edited" if comparison.is_switched else "Sho&w pinned")
        # The sentences compare as the marks do: with the position on the board as the later one.
        before, after = (other, pinned) if comparison.is_switched else (pinned, other)
        self._headline.show_sentences([Sentence("", change_sentence(before, after))])
        compared = [(layer, True, True) for layer in self._layers.all.values()]
        if self.shown_box.isChecked():
            compared = [(entry.layer, entry.white, entry.black) for entry in self._layers.shown()]
        count = self._show_layers(layer_changes(before, after, compared))
        layers = plural(count, "shown layer" if self.shown_box.isChecked() else "layer")
        pairs = zip(pinned.pieces(), other.pieces(), strict=True)
        differing = mask_of(square for square, (piece, other_piece) in enumerate(pairs) if piece != other_piece)
        texts = (
            f"{count or 'No'} {layers} {plural(count, 'differs', 'differ')}",
            f"pieces differ on {square_names(differing)}" if differing else "all pieces are the same",
            "framed is gained, struck is lost" if count and self.mark_box.isChecked() else "",
            "the pinned position is on the board" if comparison.is_switched else "",
        )
        self._summary.setText(f"{'; '.join(text for text in texts if text)}.")
        self._summary.setToolTip(f"<p>Pinned: {pinned.fen()}</p>")
        self.settle()

    def _show_layers(self, changes: Iterable[LayerChange]) -> int:
        by_layer = {name: tuple(group) for name, group in groupby(changes, lambda change: change.layer.identifier)}
        ranked = heaviest_first(by_layer)
        weighty = [identifier for identifier in ranked if matters(identifier)]
        further = len(ranked) - len(weighty)
        folds = bool(weighty and further) and not self.shown_box.isChecked()
        self.fold.setVisible(folds)
        self.fold.show_count(further)
        shown = weighty if folds and not self.fold.isChecked() else ranked
        self.sentences.show_sentences([_sentence(by_layer[identifier]) for identifier in shown])
        self.sentences.setVisible(bool(shown))
        return len(ranked)

    @Slot(str)
    def _choose(self, identifier: str) -> None:
        if identifier in self._layers.all:  # A temporary layer may be gone since the sentence was made.
            self._layers.set_current(identifier)


def _sentence(changes: tuple[LayerChange, ...]) -> Sentence:
    """Return a sentence on a layer's changes for one side or both; its explanation has the counts."""
    layer, texts, counts, named = changes[0].layer, [], [], 0
    for change in changes:
        side = "White" if change.white else "Black"
        before, after = change.counts
        parts = (("gained", change.gained), ("lost", change.lost))
        verbs = [f"{verb} {files_and_squares(mask)}" for verb, mask in parts if mask]
        texts.append(f"{side} {' and '.join(verbs)}")
        counts.append(f"{side}: {before} → {count_text(after, 'square')}.")
        named |= change.gained | change.lost
    return Sentence(layer.title, f"{'; '.join(texts)}.", named, " ".join((layer.definition, *counts)), layer.identifier)
