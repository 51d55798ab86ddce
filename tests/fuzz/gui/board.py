"""The board: mouse, keyboard and drops, and what is painted on it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import Position
from pawnviz.core.picture.changes import picture_of_change
from pawnviz.core.picture.picture import PlacedMark, make_picture
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences.preferences import TOOLS
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.gestures import piece_mime
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import BUTTONS, MODIFIERS, give_focus, type_text
from tests.view.hands import (
    CONTROL,
    NONE,
    Hand,
    drag_leaves,
    drags_over,
    drops,
    enters,
    painted,
    painted_afresh,
    picture_anew,
)

CHECK_TOOL: Final = 50
"""Every so many events the tool and the flip are compared with what the window says."""
CHECK_PAINTING: Final = 200
"""Every so many events the board is painted anew and compared with what the widget shows."""

Marks = tuple[PlacedMark, ...]

BOARD_KEYS: Final = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
)


class BoardPart(Part):
    """What is done on the board, and that it shows the position and the shown layers."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (20, self.move_mouse),
            (14, self.press_mouse),
            (14, self.release_mouse),
            (10, self.drag_on_board),
            (2, self.lose_release),
            (1, self.leave),
            (14, self.press_key),
            (8, self.type_pieces),
            (4, self.choose_tool),
            (4, self.drop_piece),
            (8, self.carry),
            (4, self.pin_squares),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_picture), (CHECK_TOOL, self.check_tool), (CHECK_PAINTING, self.check_painting)]

    def settle(self) -> None:
        """Let go of everything."""
        self.fuzzed.put_away()

    def check_picture(self) -> None:
        """Check what the board is about to paint."""
        pictures = self.board.pictures
        seen = pictures.seen if self.board.state.held is None else pictures.picture
        if seen != picture_anew(self.board, self.document, self.layers):
            self.fail("the board's picture is not that of the position and the shown layers")
        if self.board.pictures.what_if is not None:
            self.check_held(self.board.pictures.what_if)

    def check_held(self, what_if: Position) -> None:
        """Check the marks of what the piece that is held would change."""
        expected = marks_of_change(self.board, self.layers, self.document.position, what_if)
        if [cell.marks for cell in self.board.pictures.seen.cells] != expected:
            self.fail(f"the marks are not those of the change to {what_if.fen()}")

    def check_tool(self) -> None:
        """Check that the palette and the command of flipping agree with the board."""
        if self.board.board_geometry.flipped != self.window.menus.actions_by_name["flip"].isChecked():
            self.fail("the board is not flipped as the command says")
        if not self.panels.tools.button(self.board.state.tool).isChecked():
            self.fail("the palette has another tool than the board")

    def check_painting(self) -> None:
        """Put away everything that is painted above the picture and compare the board with one painted anew."""
        self.note("compare the painting")
        self.fuzzed.put_away()
        self.fuzzed.point_at_nothing()
        if self.board.state.spotlight is not None:
            self.fail("squares are pointed out by nothing")
        own_pawn = self.board.preferences.show_own_pawn.value
        self.board.preferences.show_own_pawn.value = False
        self.board.state.set_illegal_squares(0)
        engine_moves = self.board.state.engine_moves
        self.board.state.set_engine_moves(())
        next_moves, heat = self.board.state.next_moves, self.board.state.heat
        self.board.state.set_next_moves(())
        self.board.state.set_heat(None)
        seen, expected = painted(self.board), painted_afresh(self.board, self.document, self.layers)
        if seen != expected:
            geometry = self.board.board_geometry
            corner = geometry.board_rect.topLeft()
            differing = []
            for square, name in enumerate(SQUARE_NAMES):
                rect = geometry.square_rect(square).translated(-corner)
                if seen.copy(rect) != expected.copy(rect):
                    differing.append(name)
            state = vars(self.board.state)
            self.fail(f"the board shows another picture than one painted anew on {differing}: {state}")
        self.board.state.set_engine_moves(engine_moves)
        self.board.state.set_next_moves(next_moves)
        self.board.state.set_heat(heat)
        self.board.preferences.show_own_pawn.value = own_pawn
        self.board.state.set_illegal_squares(self.window.fen_line.illegal_squares)
        self.window.grab()

    def point(self) -> QPoint:
        """Return a point on the board, most often the middle of a square, sometimes beside it or far away."""
        choice = self.random.random()
        if choice < 0.7:
            return self.board.square_center(self.random.randrange(64))
        if choice < 0.95:
            return QPoint(self.random.randrange(self.board.width()), self.random.randrange(self.board.height()))
        return QPoint(self.random.randrange(-500, 2000), self.random.randrange(-500, 2000))

    def move_mouse(self) -> None:
        """Move the pointer over the board."""
        point = self.point()
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(
            f"move to {point.toTuple()} with {self.fuzzed.hand.buttons.name} and {self.fuzzed.hand.modifiers.name}"
        )
        self.fuzzed.hand.move(point)

    def press_mouse(self) -> None:
        """Press a button on the board."""
        point, button = self.point(), self.random.choice(BUTTONS)
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"press {button.name} at {point.toTuple()}")
        if self.random.random() < 0.1:
            self.fuzzed.hand.double_click(point, button)
        else:
            self.fuzzed.hand.press(point, button)

    def release_mouse(self) -> None:
        """Let go of a button over the board."""
        point, button = self.point(), self.random.choice(BUTTONS)
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"release {button.name} at {point.toTuple()} with {self.fuzzed.hand.modifiers.name}")
        self.fuzzed.hand.release(point, button)

    def drag_on_board(self) -> None:
        """Drag over the board."""
        points = [self.point() for _ in range(self.random.randint(1, 4))]
        button = self.random.choice(BUTTONS)
        self.fuzzed.hand.modifiers = self.random.choice(MODIFIERS)
        self.note(f"drag {button.name} through {[point.toTuple() for point in points]}")
        self.fuzzed.hand.drag(*points, button=button)

    def lose_release(self) -> None:
        """Let go of all buttons where the board does not hear of it."""
        self.note("buttons are released elsewhere")
        self.fuzzed.hand.buttons = Qt.MouseButton.NoButton

    def leave(self) -> None:
        """Leave the board with the pointer."""
        self.note("the pointer leaves the board")
        QApplication.sendEvent(self.board, QEvent(QEvent.Type.Leave))

    def drop_piece(self) -> None:
        """Drag a piece from the palette over the board, drop it or go away."""
        data = piece_mime(self.random.choice(PIECES))
        points = [self.point() for _ in range(3)]
        dropped = self.random.random() < 0.8
        self.note(f"drag a piece through {[point.toTuple() for point in points]}, {dropped=}")
        if enters(self.board, points[0], data):
            drags_over(self.board, points[1], data)
            if dropped:
                drops(self.board, points[2], data)
            else:
                drag_leaves(self.board)

    def carry(self) -> None:
        """Carry a piece over the board, with something else in between now and then, and put it down."""
        pieces = [square for square in range(64) if self.document.position.piece_at(square) is not None]
        if not pieces:
            return
        self.fuzzed.put_away()
        self.board.preferences.tool.value = "hand"
        source = self.random.choice(pieces)
        copying = self.random.random() < 0.3
        self.note(f"carry from {source}, {copying=}")
        hand, board = self.fuzzed.hand, self.board
        hand.move(board.square_center(source))
        hand.press(board.square_center(source))
        hand.modifiers = CONTROL if copying else NONE
        disturbed = self.random.random() < 0.4
        target: int | None = source
        for _ in range(self.random.randint(1, 4)):
            target = self.random.choice((*range(64), None))
            point = QPoint(1, 1) if target is None else board.square_center(target)
            self.note(f"carry to {target}")
            hand.move(point)
            # What is said of the square may lay the window out anew, and move the board under the pointer.
            target = board.square_at(QPointF(point))
            if disturbed:
                self.disturb()
            else:
                self.check_carried(source, target, copying)
            self.check_picture()
        before, subject = self.document.position, self.document.subject
        # A legal move of a game that is on the board is played in it, or asks for a promotion; a game takes no edits.
        is_played = not copying and target is not None and bool(subject.targets(source) >> target & 1)
        expected = carried(before, source, target, copying) if subject.takes_edits else before
        hand.release(QPoint(1, 1) if target is None else board.square_center(target))
        hand.modifiers = NONE
        if not (disturbed or is_played) and self.document.position != expected:
            self.fail(f"putting down {source} on {target} leads to {self.document.position.fen()}")

    def check_carried(self, source: int, target: int | None, copying: bool) -> None:
        """Check that the board shows what putting down the piece that is carried would change."""
        position = self.document.position
        expected = carried(position, source, target, copying)
        if (self.board.pictures.what_if or position) != expected:
            self.fail(f"carried from {source} to {target}: the board thinks of {self.board.pictures.what_if}")

    def disturb(self) -> None:
        """Do what else can happen while the mouse holds something."""
        keys = self.random.choice(
            ("V", "Shift+V", "F", "C", "O", "I", "Ctrl+Z", "Ctrl+Y", "M", "S", "Ctrl+1", "Ctrl+0")
        )
        self.note(f"press {keys} while something is held")
        QTest.keySequence(self.fuzzed.focused(), QKeySequence(keys))
        QApplication.processEvents()

    def pin_squares(self) -> None:
        """Pin a square by click or key, or release it."""
        square = self.random.randrange(64)
        by_key = self.random.random() < 0.5
        self.note(f"pin {square}, {by_key=}")
        if by_key:
            self.fuzzed.hand.move(self.board.square_center(square))
            self.window.menus.actions_by_name["pin_square"].trigger()
        else:
            self.fuzzed.hand.modifiers = NONE
            self.fuzzed.hand.click(self.board.square_center(square))

    def press_key(self) -> None:
        """Press a key in the widget with the focus, most often the board."""
        if self.random.random() < 0.7:
            give_focus(self.board)
        key, modifiers = self.random.choice(BOARD_KEYS), self.random.choice(MODIFIERS)
        self.note(f"press {key.name} with {modifiers.name} in {type(self.fuzzed.focused()).__name__}")
        QTest.keyClick(self.fuzzed.focused(), key, modifiers)

    def type_pieces(self) -> None:
        """Type letters on the board."""
        text = "".join(self.random.choices(PIECES + "xdz", k=self.random.randint(1, 3)))
        give_focus(self.board)
        self.note(f"type {text!r} on the board")
        type_text(self.fuzzed.focused(), text)

    def choose_tool(self) -> None:
        """Click a tool."""
        tool = self.random.choice(TOOLS)
        self.note(f"tool {tool}")
        button = self.panels.tools.button(tool)
        hand = Hand(button)
        if self.random.random() < 0.2:
            hand.drag(QPoint(10, 10), QPoint(60, 90))
        else:
            hand.click(QPoint(10, 10))


def carried(position: Position, source: int, target: int | None, copying: bool) -> Position:
    """Return the position after a piece was put down on a square, or beside the board; as a copy or not."""
    if target == source:
        return position
    if target is None:
        return position if copying else position.without_piece(source)
    return position.copied(source, target) if copying else position.moved(source, target)


def marks_of_change(board: BoardView, layers: ShownLayers, before: Position, after: Position) -> list[Marks]:
    """Return the marks of each square for what the shown layers would gain and lose by another position."""
    first, second = (
        make_picture(each, board.pictures.look._replace(layers=layers.shown())) for each in (before, after)
    )
    return [cell.marks for cell in picture_of_change(first, second).cells]
