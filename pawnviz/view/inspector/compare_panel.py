"""The panel that compares a pinned position with the one on the board: the differences in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

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
from pawnviz.view.board.small_boards import SkeletonLabel
from pawnviz.view.inspector.sentences import Sentence, SentenceList
from pawnviz.view.widgets.labels import native_keys, plain_label, scaled_font
from pawnviz.view.widgets.layouts import STRETCH, add_parts, column_of, row_of
from pawnviz.view.widgets.page import FoldButton, Navigation, Page

_EMPTY: Final = "Pin the position on the board; after an edit this page lists the changes."
_SKELETON: Final = 72  # The edge of a skeleton.


class ComparePanel(Page):
    """A pinned position and the one on the board: their pawns, and a sentence for each layer that differs."""

    def __init__(self, comparison: Comparison, layers: ShownLayers, board: BoardView, navigator: Navigation) -> None:
        super().__init__("Comparison of two positions")
        self._comparison = comparison
        self._layers = layers
        self._board = board
        self._open = True
        flipped = board.preferences.flipped
        self._skeletons = SkeletonLabel(flipped, _SKELETON), SkeletonLabel(flipped, _SKELETON)
        self._headline = SentenceList("")
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._headline.setFont(scaled_font(self._headline.font(), 1.1))
        self._empty = plain_label(_EMPTY, wrapped=True)
        self.first_pin_button = QPushButton("&Pin this position")
        self.switch_button, self.pin_button, self.unpin_button = (
            QPushButton(text) for text in ("Sho&w pinned", "&Pin", "&Unpin")
        )
        pin, switch = native_keys("Ctrl+Alt+V"), native_keys("Ctrl+Shift+V")
        self.mark_box = QCheckBox("&Mark on board: framed gained, struck lost")
        self.mark_box.setChecked(True)
        self.shown_box = QCheckBox("&Only shown layers")
        self.sentences = SentenceList("")
        further = "Layers that say little by themselves: spans, fills, attacks, variants"
        self.fold = FoldButton("Further layers", further)
        self._summary = plain_label(muted=True, wrapped=True)
        tips: dict[QWidget, str] = {
            self.first_pin_button: f"Keep this position to compare with ({pin})",
            self.switch_button: f"Switch the board between the two positions ({switch})",
            self.pin_button: f"Pin the position on the board in place of the pinned one ({pin})",
            self.unpin_button: "Stop comparing; the board keeps its position",
            self.mark_box: "Frame the squares that the shown layers gained, strike those that they lost",
            self.shown_box: "List only the shown layers",
        }
        for widget, tip in tips.items():
            widget.setToolTip(tip)
        names = ("Pawns of the pinned position", "Pawns of the position on the board")
        for skeleton, name in zip(self._skeletons, names, strict=True):
            skeleton.setAccessibleName(name)
        captions = [plain_label(text, muted=True) for text in ("pinned", "on the board")]
        pictures = [column_of(*pair, STRETCH, spacing=2) for pair in zip(self._skeletons, captions, strict=True)]
        heading = row_of(*pictures, (self._headline, 1), spacing=12)
        buttons = row_of(self.switch_button, self.pin_button, self.unpin_button, STRETCH, spacing=6)
        self._content = QWidget()
        parts = (heading, buttons, self.sentences, self.fold, self._summary, self.mark_box, self.shown_box)
        column_of(*parts, parent=self._content, margins=0, spacing=8)
        add_parts(self.column, (self._empty, row_of(self.first_pin_button, STRETCH), self._content, STRETCH))
        self.first_pin_button.clicked.connect(navigator.pin_position)
        self.switch_button.clicked.connect(comparison.switch)
        self.pin_button.clicked.connect(comparison.pin)
        self.unpin_button.clicked.connect(comparison.unpin)
        self.sentences.chosen.connect(self._choose)
        self.sentences.hovered.connect(board.state.set_spotlight)
        for change in (comparison.changed, self.mark_box.toggled):
            change.connect(self._follow)
        for change in (layers.changed, self.shown_box.toggled, self.fold.toggled):
            change.connect(self.mark_stale)
        self._mark_board()

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
        for part in (self._empty, self.first_pin_button):
            part.setVisible(pinned is None)
        self._content.setVisible(pinned is not None)
        if pinned is None:
            return
        self.switch_button.setEnabled(comparison.can_switch)
        self.switch_button.setText("Sho&w edited" if comparison.is_switched else "Sho&w pinned")
        # The sentences compare as the marks do: with the position on the board as the later one.
        before, after = (other, pinned) if comparison.is_switched else (pinned, other)
        for skeleton, position in zip(self._skeletons, (pinned, other), strict=True):
            skeleton.show_pawns(position.pawns & position.white, position.pawns & position.black)
        self._headline.show_sentences([Sentence("", change_sentence(before, after))])
        off = self._layers.now.off
        compared = [(layer, True, True) for name, layer in self._layers.all.items() if name not in off]
        if self.shown_box.isChecked():
            compared = [(entry.layer, entry.white, entry.black) for entry in self._layers.shown()]
        count = self._show_layers(layer_changes(before, after, compared))
        layers = plural(count, "shown layer" if self.shown_box.isChecked() else "layer")
        pairs = zip(pinned.pieces(), other.pieces(), strict=True)
        differing = mask_of(square for square, (piece, other_piece) in enumerate(pairs) if piece != other_piece)
        texts = (
            f"{count or 'No'} {layers} {plural(count, 'differs', 'differ')}",
            f"pieces differ on {square_names(differing)}" if differing else "all pieces are the same",
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
