from __future__ import annotations

import chess
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.core.games.lives import life_events, pawn_lives
from pawnviz.model.games.open_game import OpenGame
from tests.core.games.sample import read

GAME = '[Event "a"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 Nc6 *'


def opened(text: str = GAME) -> OpenGame:
    game = OpenGame()
    game.open(read(text))
    return game


def sans(game: OpenGame) -> list[str]:
    assert game.line is not None
    return [move.san for move in game.line.moves]


def test_a_game_is_gone_through_from_its_beginning() -> None:
    game = opened()
    assert game.ply == 0 and game.position == START
    moves = []
    game.moved.connect(lambda: moves.append(game.ply))
    for ply in (1, 2, 99, -5):
        game.go_to(ply)
    game.go_to(0)
    assert moves == [1, 2, 4, 0]
    assert sans(game) == ["e4", "e5", "Nf3", "Nc6"]


def test_a_variation_is_entered_and_left() -> None:
    game = opened()
    changes = []
    game.changed.connect(lambda: changes.append(sans(game)))
    game.go_to(2)
    game.go_to_variation(1)
    assert game.ply == 2 and sans(game) == ["e4", "c5", "Nf3", "d6"]
    game.go_to(3)
    game.go_to_variation(1)
    assert sans(game) == ["e4", "c5", "c3", "d5"]
    game.go_to(2)
    game.go_to_variation(1)
    assert sans(game) == ["e4", "e6"]
    game.go_to_variation(1)
    game.go_to_variation(-2)
    assert sans(game) == ["e4", "e5", "Nf3", "Nc6"] and game.ply == 2
    assert len(changes) == 4


def test_the_position_is_that_of_the_current_node() -> None:
    game = opened()
    node = game.game
    assert node is not None
    game.go_to_node(node.variations[0].variations[1].variations[0])
    assert game.position is not None
    board = chess.Board()
    for san in ("e4", "c5", "Nf3"):
        board.push_san(san)
    assert game.position.fen() == board.fen()
    assert game.node is node.variations[0].variations[1].variations[0]


def test_lives_and_events_belong_to_the_line() -> None:
    game = opened('[Event "a"]\n\n1. e4 d5 (1... e5) 2. exd5 *')
    assert any(life.fate == "captured" for life in game.lives)
    game.go_to(2)
    game.go_to_variation(1)
    assert all(life.fate != "captured" for life in game.lives)
    assert [event.text for event in game.events] == [
        "1...e5 made White's pawn on e4 blocked by a pawn",
        "1...e5 made Black's pawn on e5 blocked by a pawn",
    ]


def test_the_lives_of_a_long_line_come_after_turns_of_the_event_loop(qtbot: QtBot) -> None:
    game = opened('[Event "a"]\n\n1. e4 d5 2. exd5 ' + "Nf6 Nf3 Ng8 Ng1 " * 240 + "*")
    assert game.lives == () and game.events == () and game.is_finding_lives
    with qtbot.waitSignal(game.lives_found, timeout=60_000):
        pass
    assert game.line is not None and game.lives == pawn_lives(game.line)
    assert game.events == life_events(game.lives, game.line)


def test_the_lives_of_a_long_line_that_is_left_are_not_computed_further(qtbot: QtBot) -> None:
    game = opened('[Event "a"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * 240 + "*")
    assert not any(game.lives) and game.is_finding_lives
    game.open(read('[Event "a"]\n\n1. e4 d5 2. exd5 *'))
    assert any(life.fate == "captured" for life in game.lives)


def test_a_game_without_a_first_position_has_no_line() -> None:
    game = opened('[FEN "8/8"]\n\n1. e4 *')
    assert game.line is None and game.position is None and game.node is None
    assert game.problems[0].line == 1
    game.go_to(3)
    assert game.ply == 0 and game.lives == ()
    game.open(None)
    assert game.game is None
