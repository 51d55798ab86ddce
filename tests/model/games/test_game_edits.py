from __future__ import annotations

import chess

from pawnviz.core.games.editing import commented, deleted_rest
from pawnviz.core.games.reading import ReadGame
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.open_game import OpenGame
from tests.core.games.sample import read


class Edited:
    """Two games, the first of which is open, with what the signals have said."""

    def __init__(self) -> None:
        self.game = OpenGame()
        self.edits = GameEdits(self.game)
        self.reads: tuple[ReadGame, ReadGame] = (read("1. e4 e5 2. Nf3 *"), read("1. d4 d5 *"))
        self.edits.open(0, self.reads[0])
        self.said: list[str] = []
        self.game.changed.connect(lambda: self.said.append("changed"))
        self.game.moved.connect(lambda: self.said.append("moved"))
        self.game.edited.connect(lambda: self.said.append("edited"))

    def play(self, move: str) -> None:
        self.edits.play(chess.Move.from_uci(move))

    def sans(self) -> list[str]:
        assert self.game.line is not None
        return [move.san for move in self.game.line.moves]


def test_a_move_that_the_game_has_is_gone_to_and_another_one_is_added() -> None:
    desk = Edited()
    desk.play("e2e4")
    assert (desk.edits.is_modified, desk.game.ply) == (False, 1)
    desk.play("c7c5")
    assert (desk.edits.is_modified, desk.edits.undo_stack.undoText()) == (True, "play 1...c5")
    assert desk.sans() == ["e4", "c5"] and desk.game.ply == 2
    desk.edits.undo_stack.undo()
    assert desk.sans() == ["e4", "e5", "Nf3"] and desk.game.ply == 1
    assert (desk.edits.is_modified, desk.edits.undo_stack.canRedo()) == (False, True)
    desk.edits.undo_stack.redo()
    assert desk.sans() == ["e4", "c5"] and desk.game.ply == 2


def test_a_comment_leaves_the_line_as_it_is() -> None:
    desk = Edited()
    desk.game.go_to(2)
    desk.said.clear()
    node = desk.game.node
    assert node is not None
    desk.edits.do(commented(node, "good"))
    assert desk.said == ["edited"] and desk.game.node is node and node.comment == "good"
    desk.edits.do(commented(node, "good"))
    assert desk.edits.undo_stack.count() == 1, "what changes nothing is no step"


def test_undoing_an_edit_of_another_game_opens_it() -> None:
    desk = Edited()
    desk.edits.do(deleted_rest(desk.reads[0].game))
    desk.edits.open(1, desk.reads[1])
    assert desk.sans() == ["d4", "d5"]
    desk.edits.undo_stack.undo()
    assert desk.edits.index == 0 and desk.sans() == ["e4", "e5", "Nf3"]
    desk.edits.undo_stack.redo()
    desk.edits.open(1, desk.reads[1])
    desk.edits.open(0, read("1. c4 *"))
    assert desk.sans() == [], "the edited game, not the one of the file"


def test_what_differs_from_the_file_is_to_be_saved() -> None:
    desk = Edited()

    def unsaved() -> dict[int, str]:
        return {index: moves for index, (_, moves) in desk.edits.unsaved().items()}

    desk.play("d2d4")
    assert unsaved() == {0: "1. e4 (1. d4) 1... e5 2. Nf3 *\n"}
    desk.edits.undo_stack.undo()
    assert unsaved() == {}
    desk.edits.undo_stack.redo()
    desk.edits.mark_saved()
    assert (unsaved(), desk.edits.is_modified) == ({}, False)
    desk.edits.undo_stack.undo()
    assert (list(unsaved()), desk.edits.is_modified) == ([0], True)
    desk.edits.close()
    assert (unsaved(), desk.edits.is_modified, desk.edits.index) == ({}, False, -1)
    assert desk.game.game is None
