"""The pictures of a board: its position, a comparison, a preview, and the effect of a held piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.core.picture.picture import Arrow, Cell, LegendEntry, Look, Picture, make_picture
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.state import BoardState, HeldPiece

if TYPE_CHECKING:
    from pawnviz.core.layers.attacks import SinglePawn
    from pawnviz.core.picture.changes import LayerChange
    from pawnviz.core.picture.preview import ChangeMark
    from pawnviz.model.games.last_move import LastMove


class Preview(NamedTuple):
    """A position shown for a time, with marks and arrows; ``legend`` counts the changed squares.

    Gains and losses are those since the position ``before``, with None since that of the document.
    """

    position: Position
    marks: tuple[ChangeMark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    before: Position | None = None


class BoardPictures(QObject):
    """The pictures of a document's position and the shown layers, made when they are needed."""

    changed = Signal()  # The picture has changed.

    def __init__(self, document: Document, layers: ShownLayers, state: BoardState, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._state = state
        self._preferences = preferences = state.preferences
        self._compared: Position | None = None
        self._last_move: LastMove | None = None
        self._preview: Preview | None = None
        self.is_asleep = False  # Whether the shown layers are not painted, under the arrows of moves.
        self._look = self._read_look()
        self._picture: Picture | None = None
        self._what_if: Position | None = None
        self._seen: Picture | None = None
        self._made_for: tuple[HeldPiece | None, int | None] = (None, None)
        document.position_changed.connect(self._follow_document)
        layers.changed.connect(self.refresh)
        arrows = (preferences.show_captures, preferences.show_breaks)
        for preference in (*arrows, preferences.flipped, preferences.show_coordinates):
            preference.changed.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """Discard the pictures, which are made again with the look of now when they are needed."""
        self._look = self._read_look()
        self._picture = self._what_if = self._seen = None
        self.changed.emit()

    @property
    def compared(self) -> Position | None:
        """The position of the comparison, or None."""
        return self._compared

    def set_compared(self, position: Position | None) -> None:
        """Mark gains and losses since another position, or with None none."""
        if position != self._compared:
            self._compared = position
            self.refresh()

    def follow_last_move(self, last_move: LastMove) -> None:
        """Mark the changes of a game's last move, where that is wanted and no other position is compared."""
        self._last_move = last_move
        last_move.changed.connect(self.refresh)

    @property
    def changed_from(self) -> Position | None:
        """The position since which changes are marked: the compared one, else that before a marked last move."""
        if self._compared is None and self._last_move is not None:
            return self._last_move.before
        return self._compared

    @property
    def marked_move(self) -> str:
        """The move whose changes are marked, such as ``14...c5``, or nothing."""
        return self._last_move.text if self._last_move is not None and self._compared is None else ""

    @property
    def last_squares(self) -> int:
        """The mask of the squares that a game's last move left and reached, 0 during a preview."""
        return self._document.subject.last_squares if self._preview is None else 0

    @Slot()
    def _follow_document(self) -> None:
        self._preview = self._picture = self._what_if = self._seen = None
        self.changed.emit()

    @property
    def preview(self) -> Preview | None:
        """The preview in place of the document's position, or None."""
        return self._preview

    def set_preview(self, preview: Preview | None) -> None:
        """Show a preview until the document changes, or with None end it."""
        if preview != self._preview:
            self._preview = preview
            self.refresh()

    def set_asleep(self, is_asleep: bool) -> None:
        """Leave the shown layers out of what is seen, or paint them again; the picture has them all the same.

        A pointed layer, a preview and a held piece wake them.
        """
        if is_asleep != self.is_asleep:
            self.is_asleep, self._seen = is_asleep, None
            self.changed.emit()

    @property
    def look(self) -> Look:
        """The look of the board: the shown layers, arrows, orientation and coordinates, in light colors."""
        return self._look

    @property
    def picture(self) -> Picture:
        """The picture of the position, with the marked changes; beside a pointed layer the others are faded."""
        if self._picture is None:
            self._picture = make_picture(self._document.position, self._look)
            before = self.changed_from
            if before is not None:
                from pawnviz.core.picture.changes import picture_of_change  # The first picture needs none.

                self._picture = picture_of_change(make_picture(before, self._look), self._picture)
            pointed = self._layers.now.pointed
            if self._layers.preview and pointed is not None:
                from pawnviz.core.picture.fading import faded_around

                white, black = pointed
                self._picture = faded_around(self._picture, self._layers.preview, white=white, black=black)
        return self._picture

    @property
    def seen(self) -> Picture:
        """The visible picture: the position, a preview, or the effect of a held piece, without that piece."""
        piece = self._state.held
        if piece is None and self._preview is None:
            return self._picture_of_pieces() if self.is_asleep and not self._layers.preview else self.picture
        if piece is None:
            return self._picture_of_preview()
        self._follow_held_piece()
        if self._seen is None:
            from pawnviz.core.picture.changes import picture_of_change

            what_if = self.what_if
            plain = make_picture(self._document.position, self._look)
            picture = self.picture if what_if is None else picture_of_change(plain, make_picture(what_if, self._look))
            lifted_from = None if piece.copying else piece.source
            self._seen = picture._replace(
                cells=tuple(
                    Cell("" if square == lifted_from else cell.piece, changed.marks)
                    for square, (cell, changed) in enumerate(zip(plain.cells, picture.cells, strict=True))
                )
            )
        return self._seen

    def _picture_of_pieces(self) -> Picture:
        """Return the picture without marks."""
        wanted = (None, None)
        if self._seen is None or self._made_for != wanted:
            self._made_for = wanted
            bare = self._look._replace(layers=(), captures=False, breaks=False)
            self._seen = make_picture(self._document.position, bare)
        return self._seen

    def _picture_of_preview(self) -> Picture:
        preview = self._preview
        if preview is None:
            return self.picture
        wanted = (None, None)
        if self._seen is None or self._made_for != wanted:
            from pawnviz.core.picture.preview import picture_of_preview

            self._made_for = wanted
            before, after = (
                make_picture(preview.before or self._document.position, self._look),
                make_picture(preview.position, self._look),
            )
            self._seen = picture_of_preview(before, after, preview.marks, preview.arrows)
        return self._seen

    @property
    def what_if(self) -> Position | None:
        """The position if the held piece were put down at its place, or None without a change."""
        piece = self._state.held
        if piece is None:
            return None
        self._follow_held_piece()
        if self._what_if is None:
            self._what_if = piece.position_after(self._document.position, self._state.target)
        return None if self._what_if == self._document.position else self._what_if

    def what_if_changes(self) -> tuple[LayerChange, ...]:
        """Return the gains and losses of the shown layers if the held piece were put down."""
        what_if = self.what_if
        if what_if is None:
            return ()
        from pawnviz.core.picture.changes import layer_changes

        shown = ((entry.layer, entry.white, entry.black) for entry in self._layers.shown())
        return layer_changes(self._document.position, what_if, shown)

    @property
    def own_pawn(self) -> SinglePawn | None:
        """The pawn whose own squares are shown, or None; with Shift held, the current pawn rather than a pinned one."""
        state = self._state
        is_wanted = self._preferences.show_own_pawn.value or state.shift_held
        if not is_wanted or (state.held is not None and state.held.source is not None):
            return None
        for square in (state.current_square, state.pinned) if state.shift_held else (state.inspected_square,):
            piece = None if square is None else self._document.position.piece_at(square)
            if square is not None and piece in ("P", "p"):
                from pawnviz.core.layers.attacks import single_pawn

                return single_pawn(piece == "P", square)
        return None

    def _read_look(self) -> Look:
        preferences = self._preferences
        return Look(
            layers=self._layers.shown(),
            captures=preferences.show_captures.value,
            breaks=preferences.show_breaks.value,
            flipped=preferences.flipped.value,
            coordinates=preferences.show_coordinates.value,
            large=self._layers.now.large,
        )

    def _follow_held_piece(self) -> None:
        """Discard the pictures of another held piece or another square under it."""
        wanted = (self._state.held, self._state.target)
        if wanted != self._made_for:
            self._made_for = wanted
            self._what_if = self._seen = None
