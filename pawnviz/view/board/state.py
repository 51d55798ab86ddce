"""What a board shows: squares in view, held piece, stroke or drawing and tool, and the pictures of its position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QPointF, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.core.picture.picture import (
    Arrow,
    Cell,
    LegendEntry,
    Look,
    Picture,
    faded_around,
    layer_changes,
    make_picture,
    picture_of_change,
    picture_of_preview,
)
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preferences

if TYPE_CHECKING:
    from pawnviz.core.layers.attacks import SinglePawn
    from pawnviz.core.picture.picture import ChangeMark, LayerChange
    from pawnviz.core.structures.pattern import PatternMark

Value = TypeVar("Value")

LEAST_SHARE: Final = 0.02  # The share of the time from which on a square has a disc.
_LARGEST: Final = 0.44  # The radius of the largest disc, in squares.


class HeldPiece(NamedTuple):
    """A piece that is held over the board.

    ``source`` is its square, None for one from elsewhere; ``by_key`` tells the keyboard cursor from the pointer,
    and ``copying`` leaves the piece on its square.
    """

    piece: str
    source: int | None = None
    by_key: bool = False
    copying: bool = False

    def position_after(self, position: Position, target: int | None) -> Position:
        """Return the position once the piece is put down on a square, or for None beside the board."""
        if self.source is None:
            return position if target is None else position.with_piece(target, self.piece)
        if target == self.source:
            return position
        if target is None:
            return position if self.copying else position.without_piece(self.source)
        return position.copied(self.source, target) if self.copying else position.moved(self.source, target)

    def put_down(self, document: Document, target: int | None) -> None:
        """Edit a document as ``position_after`` says; an equal position is no step."""
        if self.source is None:
            if target is not None:
                document.place(target, self.piece)
        elif target is None:
            if not self.copying:
                document.remove(self.source)
        elif target != self.source:
            (document.copy if self.copying else document.move)(self.source, target)


class Stroke(NamedTuple):
    """A stroke of the mouse that places or erases pieces as one step, the document's ``number``."""

    number: int
    piece: str


class NewDrawing(NamedTuple):
    """An arrow or a circle that is being drawn with the mouse from a square."""

    source: int


class WeightedMove(NamedTuple):
    """A move of one side, its weight, from 0 to 1, and its label; of a captured pawn source and target are equal."""

    source: int
    target: int
    white: bool
    weight: float
    label: str = ""


class HeatMarks(NamedTuple):
    """The share of the time that a piece of a color stands on each of the 64 squares, a1 first."""

    white: bool
    shares: tuple[float, ...]

    def radius(self, share: float) -> float:
        """Return the radius of a share's disc in squares, 0 for none; its area is as large as its share."""
        return _LARGEST * (share / max(self.shares)) ** 0.5 if share >= LEAST_SHARE else 0.0


class Shown(Generic[Value]):
    """A value of a board's state that is shown over its picture; another one is reported by ``changed``."""

    def __init__(self, value: Value) -> None:
        self._first = value

    def __set_name__(self, owner: type[BoardState], name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, state: BoardState | None, owner: type[BoardState]) -> Value:
        value: Value = self._first if state is None else state.__dict__.get(self._name, self._first)
        return value

    def __set__(self, state: BoardState, value: Value) -> None:
        if value != state.__dict__.get(self._name, self._first):
            state.__dict__[self._name] = value
            state.changed.emit()


class BoardState(QObject):
    """The squares in view, from 0 (a1) to 63, the gesture, the tool and the drawings; methods change them."""

    engine_moves: Shown[tuple[tuple[int, int], ...]] = Shown(())
    """The first moves of an engine's lines by source and target, the best first."""
    next_moves: Shown[tuple[WeightedMove, ...]] = Shown(())
    """Moves with arrows as wide as their weights; captured pawns have circles."""
    pattern_marks: Shown[tuple[PatternMark, ...]] = Shown(())  # The demands of a pattern that is drawn.
    heat: Shown[HeatMarks | None] = Shown(None)  # The squares of a piece over many games.
    spotlight: Shown[int | None] = Shown(None)  # The squares that are not dimmed, None to dim none.
    illegal_squares: Shown[int] = Shown(0)  # The squares that make the position illegal.
    shift_held: Shown[bool] = Shown(False)  # Whether the squares of the current pawn alone are shown, as Shift is held.

    changed = Signal()  # The board looks different.
    square_changed = Signal()  # The current or pinned square, or the held piece over it, has changed.
    typed = Signal(str)  # A letter, digit or sign of a move was typed on the board of a game; carries it.
    promotion_asked = Signal(int, int)  # A pawn promotes; carries its squares.

    def __init__(self, document: Document, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.preferences = preferences
        preferences.tool.changed.connect(self._take_up_tool)
        preferences.show_own_pawn.changed.connect(self.changed)
        self.pointer = QPointF()  # The last place of the pointer, in the widget's coordinates.
        self.hovered: int | None = None  # The square under the pointer.
        self.cursor = 12  # The square of the keyboard cursor, shown or not.
        self.cursor_shown = False
        self.gesture: HeldPiece | Stroke | NewDrawing | None = None
        self._clicked: int | None = None
        self._announced_pin: int | None = None
        document.drawings_changed.connect(self.follow_markup)
        document.subject_changed.connect(self._take_up_subject)

    @property
    def tool(self) -> str:
        """``HAND``, ``ERASER`` or the letter of the piece that is painted."""
        return self.preferences.tool.value

    @property
    def current_square(self) -> int | None:
        """The square of the keyboard cursor while it is shown, else the square under the pointer, or None."""
        return self.cursor if self.cursor_shown else self.hovered

    @property
    def inspected_square(self) -> int | None:
        """The inspector's square: the pinned one, else the current one, or None."""
        return self.current_square if self.pinned is None else self.pinned

    @property
    def held(self) -> HeldPiece | None:
        """The piece that is held, or None."""
        return self.gesture if isinstance(self.gesture, HeldPiece) else None

    @property
    def target(self) -> int | None:
        """The square below a held piece, None beside the board."""
        piece = self.held
        return self.cursor if piece is not None and piece.by_key else self.hovered

    @property
    def pinned(self) -> int | None:
        """The square that stays inspected while the current square changes, or None."""
        return self._document.subject.markup.pinned

    @property
    def drawings(self) -> Mapping[tuple[int, int], int]:
        """The arrows and circles of the subject: the number of the color by source and target square."""
        return self._document.subject.drawings

    @property
    def is_mouse_busy(self) -> bool:
        """Whether a button of the mouse holds a piece of the board, a stroke or a drawing."""
        piece = self.held
        return self.gesture is not None and (piece is None or not (piece.by_key or piece.source is None))

    # Squares in view

    def move_pointer(self, point: QPointF) -> None:
        """Move the pointer to a point of the widget; a held piece follows it."""
        self.pointer = point
        if self.held is not None:
            self.changed.emit()

    def hover(self, square: int | None, *, hide_cursor: bool = False) -> None:
        """Set the square under the pointer, which is the current square once ``hide_cursor`` hides the cursor."""
        if square != self._clicked:
            self._clicked = None
        hides = hide_cursor and self.cursor_shown
        if square != self.hovered or hides:
            self.hovered = square
            self.cursor_shown = self.cursor_shown and not hides
            self._change_square()

    def show_cursor(self, square: int) -> None:
        """Put the keyboard cursor on a square and show it."""
        self.cursor = square
        self.cursor_shown = True
        self._change_square()

    def hide_cursor(self) -> None:
        """Hide the keyboard cursor, so that the square under the pointer is the current one."""
        if self.cursor_shown:
            self.cursor_shown = False
            self._change_square()

    def set_pinned(self, square: int | None) -> None:
        """Pin a square to be inspected while the current square changes, or with None remove the pin."""
        if square != self.pinned:
            self._document.subject.markup.pinned = square
            self._change_square()

    def _change_square(self) -> None:
        self._announced_pin = self.pinned
        self.changed.emit()
        self.square_changed.emit()

    # Gestures and tools

    def begin(self, gesture: HeldPiece | Stroke | NewDrawing) -> None:
        """Begin a gesture in place of the current one."""
        self.gesture = gesture
        self._change_square()

    @Slot()
    def _take_up_subject(self) -> None:
        # The arrow keys go through a game, and with the cursor of another subject they would move that.
        self.let_go()
        self.hide_cursor()

    def let_go(self) -> bool:
        """End a gesture without an edit; return whether there was one."""
        busy = self.gesture is not None
        self.gesture = self._clicked = None
        if busy:
            self._change_square()
        return busy

    def set_copying(self, copying: bool) -> None:
        """Hold a copy of a piece that was lifted, or the piece itself."""
        piece = self.held
        if piece is not None and piece.source is not None and piece.copying != copying:
            self.begin(piece._replace(copying=copying))

    def begin_click(self, square: int) -> None:
        """Note a pressed square, which is clicked if the button is released before the pointer leaves it."""
        self._clicked = square

    def end_click(self, square: int | None) -> bool:
        """End ``begin_click``, and return whether it was a click."""
        clicked, self._clicked = self._clicked, None
        return square is not None and square == clicked

    @Slot()
    def _take_up_tool(self) -> None:
        self.let_go()
        self.changed.emit()

    # Moves

    def put_down(self, piece: HeldPiece, target: int | None) -> None:
        """Put a held piece down: as a move if there is one, else as an edit."""
        if piece.copying or not self.play(piece.source, target):
            piece.put_down(self._document, target)

    def play(self, source: int | None, target: int | None) -> bool:
        """Play the move between two squares, and return whether there is one; a promotion is asked for first."""
        subject = self._document.subject
        if self._document.takes_edits or source is None or target is None:
            return False
        if len(subject.promotions(source, target)) > 1:
            self.promotion_asked.emit(source, target)
            return True
        return subject.play(source, target)

    @property
    def move_targets(self) -> int:
        """The squares to which the held piece, or else the pinned one, can go by a move."""
        piece = self.held
        source = self.pinned if piece is None else None if piece.copying else piece.source
        return 0 if source is None or self._document.takes_edits else self._document.subject.targets(source)

    # Over the picture

    @Slot()
    def follow_markup(self) -> None:
        """Show the pin and the drawings of the document's position."""
        if self.pinned != self._announced_pin:
            self._change_square()
        else:
            self.changed.emit()

    def set_spotlight(self, mask: int | None) -> None:
        """Dim all squares outside a set, or with None dim none."""
        self.spotlight = mask


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
        self.compared: Position | None = None  # The position of the comparison.
        self.preview: Preview | None = None  # The preview in place of the document's position.
        self.is_asleep = False  # Whether the shown layers are not painted, under the arrows of moves.
        self.look = self._read_look()  # Shown layers, arrows, orientation and coordinates, in light colors.
        self._picture: Picture | None = None
        self._what_if: Position | None = None
        self._seen: Picture | None = None
        self._made_for: tuple[HeldPiece | None, int | None] = (None, None)
        document.position_changed.connect(self._follow_document)
        document.subject_changed.connect(self.refresh)
        layers.changed.connect(self.refresh)
        arrows = (preferences.show_captures, preferences.show_breaks)
        for preference in (*arrows, preferences.mark_last_move, preferences.flipped, preferences.show_coordinates):
            preference.changed.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """Discard the pictures, which are made again with the look of now when they are needed."""
        self.look = self._read_look()
        self._picture = self._what_if = self._seen = None
        self.changed.emit()

    def set_compared(self, position: Position | None) -> None:
        """Mark gains and losses since another position; None ends that."""
        if position != self.compared:
            self.compared = position
            self.refresh()

    @property
    def _marks_last_move(self) -> bool:
        return self.compared is None and self._preferences.mark_last_move.value

    @property
    def changed_from(self) -> Position | None:
        """The position since which changes are marked: the compared one, else that before a marked last move."""
        return self._document.subject.position_before if self._marks_last_move else self.compared

    @property
    def marked_move(self) -> str:
        """The move whose changes are marked, such as ``14...c5``, or nothing."""
        return self._document.subject.last_move if self._marks_last_move else ""

    @property
    def last_squares(self) -> int:
        """The mask of the squares that a game's last move left and reached, 0 during a preview."""
        return self._document.subject.last_squares if self.preview is None else 0

    @Slot()
    def _follow_document(self) -> None:
        self.preview = self._picture = self._what_if = self._seen = None
        self.changed.emit()

    def set_preview(self, preview: Preview | None) -> None:
        """Show a preview until the document changes, or with None end it."""
        if preview != self.preview:
            self.preview = preview
            self.refresh()

    def set_asleep(self, is_asleep: bool) -> None:
        """Paint the shown layers only while one is pointed at or something is previewed or held, or always."""
        if is_asleep != self.is_asleep:
            self.is_asleep, self._seen = is_asleep, None
            self.changed.emit()

    @property
    def picture(self) -> Picture:
        """The picture of the position, with the marked changes; beside a pointed layer the others are faded."""
        if self._picture is None:
            self._picture = make_picture(self._document.position, self.look)
            before = self.changed_from
            if before is not None:
                self._picture = picture_of_change(make_picture(before, self.look), self._picture)
            pointed = self._layers.now.pointed
            if self._layers.now.preview and pointed is not None:
                white, black = pointed
                self._picture = faded_around(self._picture, self._layers.now.preview, white=white, black=black)
        return self._picture

    @property
    def seen(self) -> Picture:
        """The visible picture: the position, a preview, or the effect of a held piece, without that piece."""
        piece, preview = self._state.held, self.preview
        if piece is None and preview is None and (self._layers.now.preview or not self.is_asleep):
            return self.picture
        self._follow_held_piece()
        if self._seen is None:
            if piece is not None:
                self._seen = self._picture_of_held(piece)
            elif preview is not None:
                before = make_picture(preview.before or self._document.position, self.look)
                after = make_picture(preview.position, self.look)
                self._seen = picture_of_preview(before, after, preview.marks, preview.arrows)
            else:
                bare = self.look._replace(layers=(), captures=False, breaks=False)
                self._seen = make_picture(self._document.position, bare)
        return self._seen

    def _picture_of_held(self, piece: HeldPiece) -> Picture:
        what_if = self.what_if
        plain = make_picture(self._document.position, self.look)
        picture = self.picture if what_if is None else picture_of_change(plain, make_picture(what_if, self.look))
        lifted_from = None if piece.copying else piece.source
        return picture._replace(
            cells=tuple(
                Cell("" if square == lifted_from else cell.piece, changed.marks)
                for square, (cell, changed) in enumerate(zip(plain.cells, picture.cells, strict=True))
            )
        )

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
        held = self._state.held
        wanted = (held, None if held is None else self._state.target)
        if wanted != self._made_for:
            self._made_for = wanted
            self._what_if = self._seen = None
