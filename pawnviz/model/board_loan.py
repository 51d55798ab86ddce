"""The board lent to a further window for a time: temporary layers, and a position, that go when it gives them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.position import Position
from pawnviz.core.layers import Layer
from pawnviz.model.document import Document, LentPosition
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.state import FIRST_SHOWN, Sides

BACK: Final = "back to my position"
"""The text of the undo step that brings back the position from before a loan."""


class _LentLayers(NamedTuple):
    """Who shows layers on the board; what was shown before, empty where that was left; the current layer of before."""

    borrower: QObject
    shown: dict[str, Sides]
    current: str


class _LentPosition(NamedTuple):
    """Who set up a position, and which; the position from before, its place on the undo stack, and the stroke since."""

    borrower: QObject
    position: Position
    before: Position
    undo_index: int
    stroke: int


class BoardLoan(QObject):
    """What a further window shows on the board, and what comes back when it stops.

    One window at a time has its layers on the board: the next one ends the loan of the one before. A position, which
    only one window can have set up as well, stays while another window has its layers on the board, so that it can be
    examined with them. What was shown before a loan comes back at its end, unless the user has changed it meanwhile.
    """

    changed = Signal()
    """Another window has its layers on the board, or none has any longer."""
    position_changed = Signal()
    """Another position is lent, or the lent one was edited, kept or given back."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QObject | None = None) -> None:
        """Lend what a document and a list of layers show; nothing is lent yet."""
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._lent: _LentLayers | None = None
        self._lent_position: _LentPosition | None = None
        document.position_changed.connect(self.position_changed)

    # Layers

    @property
    def borrower(self) -> QObject | None:
        """The window whose layers are on the board, or None."""
        return self._lent.borrower if self._lent is not None else None

    def borrow(
        self,
        borrower: QObject,
        layers: Sequence[Layer],
        *,
        white: bool = True,
        black: bool = True,
        alone: bool = True,
        current: str = "",
    ) -> None:
        """Show a window's temporary layers for these sides, in place of those that it or another window had there.

        With ``alone`` a new loan switches all other layers off; what the user switches on later is shown beside them.
        ``current`` is the identifier of the layer to look at; without one, that stays as it is.
        """
        is_new = self.borrower is not borrower
        if is_new:
            self._end()
            self._lent = _LentLayers(borrower, self._layers.sides if alone else {}, self._layers.current)
            if alone:
                self._layers.clear()
        self._layers.set_temporary(layers)
        if not (white and black):
            for layer in layers:
                self._layers.set_shown(layer.identifier, white, black)
        if current:
            self._layers.set_current(current)
        if is_new:
            self.changed.emit()

    def _end(self) -> None:
        """Take the lent layers off the board and bring back those from before, unless others were switched on since."""
        if self._lent is None:
            return
        layers, lent, self._lent = self._layers, self._lent, None
        was_current = any(layer.identifier == layers.current for layer in layers.all.temporary)
        layers.set_temporary(())
        there = layers.all
        if not layers.sides:
            for name, (white, black) in lent.shown.items():
                if name in there:
                    layers.set_shown(name, white, black)
        if was_current:
            layers.set_current(lent.current if not lent.current or lent.current in there else FIRST_SHOWN)

    def layer_state(self) -> dict[str, Any]:
        """Return ``ShownLayers.state`` as it is once no window has layers on the board."""
        layers, lent = self._layers, self._lent
        if lent is None:
            return layers.state()
        temporary = {layer.identifier for layer in layers.all.temporary}
        comes_back = layers.sides.keys() <= temporary
        return layers.state(
            shown=lent.shown if comes_back else None, current=lent.current if layers.current in temporary else None
        )

    # The position

    def position_to_keep(self) -> tuple[Position, bool]:
        """Return the position once no window has its own on the board, and whether it is modified then."""
        document, lent = self._document, self._lent_position
        if lent is None or self.is_edited:
            return document.position, document.modified
        return lent.before, document.is_modified_with(lent.before)

    def has_position(self, borrower: QObject) -> bool:
        """Return whether a window has set up a position that is still to be given back."""
        return self._lent_position is not None and self._lent_position.borrower is borrower

    @property
    def holds_position(self) -> bool:
        """Whether the position on the board is a window's, as it was set up, and goes when that gives it back."""
        return self._lent_position is not None and not self.is_edited

    @property
    def is_edited(self) -> bool:
        """Whether the lent position was edited since it was set up; false where none is lent."""
        return self._lent_position is not None and self._document.position != self._lent_position.position

    def set_up(self, borrower: QObject, position: Position, text: str, stroke_text: str, name: str = "") -> None:
        """Set up a position for a window, as a step with this text; several in a row are one step, ``stroke_text``.

        With a name, such as ``the game``, the text of a step that edits the position says that it leaves that.
        """
        document, former = self._document, self._lent_position
        if former is None or former.borrower is not borrower or self.is_edited:
            # An edited position is the user's own from here on, and the one that comes back.
            before, index = document.position, document.undo_stack.index()
            former = _LentPosition(borrower, position, before, index, document.begin_stroke())
        self._lent_position = former._replace(position=position)
        document.edit(position, text, stroke=former.stroke, stroke_text=stroke_text)
        document.lent = LentPosition(position, former.stroke, name)
        self.position_changed.emit()

    def keep_position(self, borrower: QObject) -> None:
        """Leave the position on the board as it is: nothing is to be given back any longer."""
        if self.has_position(borrower):
            self._end_lent_position()

    def _end_lent_position(self) -> None:
        """Note that no position is to be given back any longer."""
        self._lent_position = None
        self._document.lent = LentPosition()
        self.position_changed.emit()

    def undo_edits(self, borrower: QObject) -> bool:
        """Undo what was edited since a window set up its position, and return whether the steps lead back to that."""
        lent, stack = self._lent_position, self._document.undo_stack
        if lent is None or lent.borrower is not borrower:
            return False
        now = stack.index()
        while self.is_edited and stack.index() > lent.undo_index + 1:
            stack.undo()
        if self.is_edited:
            stack.setIndex(now)
        return not self.is_edited

    def bring_back_position(self, borrower: QObject) -> None:
        """Bring back the position from before a window set up its own, so that no step leads back to those.

        Where the position was edited since, undo what came after, so that Redo brings it back; where the steps no
        longer lead there, set the position as a step of its own.
        """
        lent = self._lent_position
        if lent is None or lent.borrower is not borrower:
            return
        is_edited = self.is_edited
        self._end_lent_position()
        document, stack = self._document, self._document.undo_stack
        if not is_edited:
            document.edit(lent.before, BACK, stroke=lent.stroke)
            return
        now = stack.index()
        stack.setIndex(min(lent.undo_index, stack.count()))
        if document.position != lent.before:
            stack.setIndex(now)
            document.edit(lent.before, BACK)

    # The end

    def give_back(self, borrower: QObject) -> None:
        """Take what a window has lent off the board; nothing where it has none. An edited position stays."""
        if self.borrower is borrower:
            self._end()
            self.changed.emit()
        if self.is_edited:
            self.keep_position(borrower)
        self.bring_back_position(borrower)
        self.position_changed.emit()
