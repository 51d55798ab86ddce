"""The board: mouse, keyboard, wheel and drops, the edits by hand against a model of their own, and the picture."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import Position
from pawnviz.core.picture.picture import make_picture, picture_of_change
from pawnviz.model.preferences import TOOLS
from pawnviz.view.board.gestures import piece_mime
from pawnviz.view.board.tool_palette import ToolPalette
from tests.fuzz.gui.program import BUTTONS, MODIFIERS, Part, Step, give_focus, type_text
from tests.view.hands import CONTROL, LEFT, MIDDLE, NONE, RIGHT, drag_leaves, drags_over, drops, enters
from tests.view.hands import picture_anew as picture_of

KEYS: Final = (
    *("Left", "Right", "Up", "Down", "Space", "Return", "Enter", "Escape", "Delete", "Backspace"),
    *("Tab", "Backtab", "Home", "End", "PageUp", "PageDown", "Shift", "Control"),
)

Pieces = dict[int, str]


def pieces_of(position: Position) -> Pieces:
    return {square: piece for square, piece in enumerate(position.pieces()) if piece}


def carried(pieces: Pieces, source: int, target: int | None, *, copying: bool) -> Pieces:
    """Return the pieces after one was put down on a square, or for None beside the board; as a copy or not."""
    after = dict(pieces)
    piece = after[source] if copying or target == source else after.pop(source)
    if target is not None:
        after[target] = piece
    return after


class BoardPart(Part):
    """Events on the board, and that it shows the position and the shown layers."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            *((8, self.move_mouse), (8, self.press_mouse), (8, self.release_mouse), (6, self.drag)),
            *((3, self.turn_wheel), (8, self.press_key), (3, self.drop_piece), (3, self.pin)),
            *((20, self.carry), (12, self.stamp), (6, self.type_piece)),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_picture), (1, self.check_tool)]

    # Any event, whatever it does

    def point(self) -> QPoint:
        """Return a point on the board, most often the middle of a square, sometimes beside it or far away."""
        choice = self.random.random()
        if choice < 0.7:
            return self.board.square_center(self.random.randrange(64))
        if choice < 0.95:
            return self.fuzzed.point_in(self.board)
        return QPoint(self.random.randrange(-500, 2000), self.random.randrange(-500, 2000))

    def move_mouse(self) -> None:
        point = self.point()
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"move to {point.toTuple()} with {self.fuzzed.hand.buttons} and {self.fuzzed.hand.modifiers}")
        self.fuzzed.hand.move(point)

    def press_mouse(self) -> None:
        point, button = self.point(), self.random.choice(BUTTONS)
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"press {button.name} at {point.toTuple()}")
        if self.random.random() < 0.1:
            self.fuzzed.hand.double_click(point, button)
        else:
            self.fuzzed.hand.press(point, button)

    def release_mouse(self) -> None:
        point, button = self.point(), self.random.choice(BUTTONS)
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"release {button.name} at {point.toTuple()} with {self.fuzzed.hand.modifiers}")
        self.fuzzed.hand.release(point, button)

    def drag(self) -> None:
        points = [self.point() for _ in range(self.random.randint(2, 4))]
        button = self.random.choice(BUTTONS)
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"drag {button.name} through {[point.toTuple() for point in points]}")
        self.fuzzed.hand.drag(*points, button=button)

    def turn_wheel(self) -> None:
        steps = self.random.choice((-2, -1, -0.4, 0.4, 1, 2))
        self.note(f"wheel {steps}")
        self.fuzzed.hand.wheel(self.point(), steps)

    def press_key(self) -> None:
        """Press a key in the widget with the focus, most often the board."""
        if self.random.random() < 0.7:
            give_focus(self.board)
        key, modifiers = self.random.choice(KEYS), self.random.choice(MODIFIERS)
        self.note(f"press {key} with {modifiers} in {type(self.fuzzed.focused()).__name__}")
        QTest.keyClick(self.fuzzed.focused(), getattr(Qt.Key, f"Key_{key}"), modifiers)

    @property
    def spare_pieces(self) -> ToolPalette:
        return self.window.findChildren(ToolPalette)[0]

    def drop_piece(self) -> None:
        """Drag a spare piece over the board, drop it or go away."""
        data = piece_mime(self.random.choice(PIECES))
        points = [self.point() for _ in range(3)]
        dropped = self.random.random() < 0.8
        self.note(f"drag a spare piece through {[point.toTuple() for point in points]}, {dropped=}")
        if enters(self.board, points[0], data):
            drags_over(self.board, points[1], data)
            if dropped:
                drops(self.board, points[2], data)
            else:
                drag_leaves(self.board)

    def pin(self) -> None:
        square, by_command = self.random.randrange(64), self.random.random() < 0.5
        self.note(f"pin {square}, {by_command=}")
        self.fuzzed.hand.modifiers = NONE
        if by_command:
            self.fuzzed.hand.move(self.board.square_center(square))
            self.fuzzed.run_command("pin_square")
        else:
            self.fuzzed.hand.click(self.board.square_center(square))

    # Edits by hand, against a model

    @property
    def takes_edits_by_hand(self) -> bool:
        """Whether the board edits the position now, so that the result is known."""
        explore = self.window.workspaces.made_explore
        is_drawing = explore is not None and explore.drawing.is_active
        return self.document.takes_edits and not is_drawing

    def carry(self) -> None:
        """Carry a piece over some squares, and put it down on one or beside the board."""
        self.fuzzed.release_all()
        pieces = pieces_of(self.document.position)
        if not pieces or not self.takes_edits_by_hand:
            return
        source, copying = self.random.choice(sorted(pieces)), self.random.random() < 0.3
        way = [self.random.choice((*range(64), None)) for _ in range(self.random.randint(1, 3))]
        self.note(f"carry from {source} over {way}, {copying=}")
        hand, board = self.fuzzed.hand, self.board
        hand.move(board.square_center(source))
        hand.press(board.square_center(source))
        hand.modifiers = CONTROL if copying else NONE
        for square in way:
            hand.move(self.place_of(square))
            expected = carried(pieces, source, square, copying=copying)
            thought = pieces_of(self.board.pictures.what_if or self.document.position)
            if thought != expected:
                self.fail(f"carried from {source} to {square}: the board thinks of {thought}, not {expected}")
            self.check_picture()
        before = self.document.position
        hand.release(self.place_of(way[-1]))
        hand.modifiers = NONE
        self.check_edit(before, carried(pieces, source, way[-1], copying=copying))

    def place_of(self, square: int | None) -> QPoint:
        """Return the middle of a square, or for None a point beside the board."""
        return QPoint(1, 1) if square is None else self.board.square_center(square)

    def stamp(self) -> None:
        """Click a square with a tool: the left button places its piece, the right one that of the other color."""
        self.fuzzed.release_all()
        if not self.takes_edits_by_hand:
            return
        tool, button = self.random.choice([tool for tool in TOOLS if tool != "hand"]), self.random.choice(BUTTONS)
        square, before = self.random.randrange(64), self.document.position
        self.note(f"stamp {tool} with {button.name} on {square}")
        self.board.preferences.tool.value = tool
        self.fuzzed.hand.click(self.board.square_center(square), button)
        expected = pieces_of(before)
        former = expected.pop(square, "")
        piece = {LEFT: tool, RIGHT: tool.swapcase(), MIDDLE: ""}[button]
        if piece not in ("", former) and tool != "eraser":
            expected[square] = piece
        self.check_edit(before, expected)

    def type_piece(self) -> None:
        """Type a piece on a square of the cursor, or delete the piece there."""
        self.fuzzed.release_all()
        if not self.takes_edits_by_hand:
            return
        square, key, before = self.random.randrange(64), self.random.choice((*PIECES, "")), self.document.position
        self.note(f"type {key!r} on {square}")
        self.board.state.show_cursor(square)
        expected = pieces_of(before)
        expected.pop(square, None)
        if key:
            type_text(self.board, key)
            expected[square] = key
        else:
            QTest.keyClick(self.board, Qt.Key.Key_Delete)
        self.check_edit(before, expected)

    def check_edit(self, before: Position, expected: Pieces) -> None:
        """Check that an edit by hand has led to these pieces, as one step that is undone and done again."""
        after = self.document.position
        if pieces_of(after) != expected:
            self.fail(f"the edit of {before.fen()} leads to {after.fen()}, not to {expected}")
        if after == before:
            return
        subject = self.document.subject
        for name, wanted in (("undo", before), ("redo", after)):
            self.fuzzed.run_command(name)
            if self.document.position != wanted:
                self.fail(f"{name} of an edit leads to {self.document.position.fen()}, not to {wanted.fen()}")
            if self.document.subject is not subject:
                return  # The edit of a pinned position is one of the free position, whose history waits now.

    # Checks

    def check_picture(self) -> None:
        """Check the picture that the board is about to paint, with the marks of the change by a held piece."""
        pictures = self.board.pictures
        seen = pictures.seen if self.board.state.held is None else pictures.picture
        is_bare = pictures.is_asleep and self.board.state.held is None and pictures.preview is None
        if is_bare and not self.layers.now.preview:
            wanted = make_picture(
                self.document.position, pictures.look._replace(layers=(), captures=False, breaks=False)
            )
        else:
            wanted = picture_of(self.board, self.document, self.layers)
        if seen != wanted:
            self.fail("the board's picture is not that of the position and the shown layers")
        if pictures.what_if is not None:
            look = pictures.look._replace(layers=self.layers.shown())
            pair = [make_picture(position, look) for position in (self.document.position, pictures.what_if)]
            expected = [cell.marks for cell in picture_of_change(*pair).cells]
            if [cell.marks for cell in pictures.seen.cells] != expected:
                self.fail(f"the marks are not those of the change to {pictures.what_if.fen()}")

    def check_tool(self) -> None:
        if self.board.board_geometry.flipped != self.window.menus.actions_by_name["flip"].isChecked():
            self.fail("the board is not flipped as the command says")
        if not self.spare_pieces.button(self.board.state.tool).isChecked():
            self.fail(f"the spare pieces have another tool than the board, which has {self.board.state.tool}")
