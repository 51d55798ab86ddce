from __future__ import annotations

from collections.abc import Callable

import chess
import chess.pgn
import pytest

from pawnviz.core.games import editing
from pawnviz.core.games.editing import GameEdit
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.writing import rewritten, written_moves
from tests.core.games.sample import read, texts_of

GAME = '[Event "a"]\n\n1. e4 {x} e5 ({why} 1... c5 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 Nc6 *'


def node_at(game: chess.pgn.Game, path: str) -> chess.pgn.GameNode:
    node: chess.pgn.GameNode = game
    for place in path:
        node = node.variations[int(place)]
    return node


def moves_of(game: chess.pgn.Game) -> str:
    return " ".join(written_moves(game).split())


def done(game: chess.pgn.Game, edit: GameEdit | None) -> tuple[str, str]:
    """Make an edit, and take it back and make it again; return what it is called and the moves after it."""
    assert edit is not None
    before = moves_of(game)
    edit.make()
    after = moves_of(game)
    edit.take_back()
    assert moves_of(game) == before
    edit.make()
    assert moves_of(game) == after != before
    (text,) = texts_of(rewritten(b'[Event "a"]\n\n*\n', written_moves(game)))
    assert moves_of(read_game(text).game) == after, "a file has the same"
    return edit.text, after


TAIL = "2. Nf3 (2. c3 d5) 2... d6"
OTHERS = "(1... e5 2. Nf3 Nc6) (1... e6)"


@pytest.mark.parametrize(
    ("path", "edit", "text", "after"),
    [
        ("01", editing.promoted, "promote 1...c5", f"1. e4 {{ x why }} 1... c5 {OTHERS} {TAIL} *"),
        ("010", editing.promoted, "promote 1...c5", f"1. e4 {{ x why }} 1... c5 {OTHERS} {TAIL} *"),
        ("02", editing.promoted, "promote 1...e6",
         f"1. e4 {{ x }} 1... e5 (1... e6) ({{ why }} 1... c5 {TAIL}) 2. Nf3 Nc6 *"),
        ("0110", editing.promoted, "promote 2.c3",
         "1. e4 { x } 1... e5 ({ why } 1... c5 2. c3 (2. Nf3 d6) 2... d5) (1... e6) 2. Nf3 Nc6 *"),
        ("00", editing.demoted, "demote 1...e5", f"1. e4 {{ x why }} 1... c5 {OTHERS} {TAIL} *"),
        ("0100", editing.demoted, "demote 1...c5",
         f"1. e4 {{ x }} 1... e5 (1... e6) ({{ why }} 1... c5 {TAIL}) 2. Nf3 Nc6 *"),
        ("0110", editing.made_main, "make 1...c5 the main line",
         f"1. e4 {{ x why }} 1... c5 {OTHERS} 2. c3 (2. Nf3 d6) 2... d5 *"),
        ("0110", editing.deleted_variation, "delete the variation 2.c3",
         "1. e4 { x } 1... e5 ({ why } 1... c5 2. Nf3 d6) (1... e6) 2. Nf3 Nc6 *"),
        ("0", editing.deleted_rest, "delete the moves after 1.e4", "1. e4 { x } *"),
        ("", editing.deleted_rest, "delete all moves", "*"),
    ],
)  # fmt: skip
def test_variations_are_put_in_order_and_deleted(
    path: str, edit: Callable[[chess.pgn.GameNode], GameEdit | None], text: str, after: str
) -> None:
    game = read(GAME).game
    assert done(game, edit(node_at(game, path))) == (text, after)


def test_what_cannot_be_done_is_no_edit() -> None:
    game = read(GAME).game
    line = node_at(game, "000")
    assert editing.promoted(line) is editing.demoted(line) is editing.deleted_variation(line) is None
    assert editing.made_main(line) is editing.with_glyph(game, 1) is editing.without_glyphs(line) is None
    assert editing.deleted_rest(node_at(game, "0000")) is editing.demoted(node_at(game, "02")) is None
    assert editing.commented(node_at(game, "0"), " x ") is editing.drawn(line, {}) is None


def test_a_move_is_the_next_one_or_a_variation() -> None:
    game = read(GAME).game
    last = node_at(game, "0000")
    edit = editing.played(last, chess.Move.from_uci("f1b5"))
    assert not last.variations, "only worked out yet"
    assert done(game, edit) == ("play 3.Bb5", moves_of(game))
    assert editing.move_text(edit.node) == "3.Bb5" and edit.node.parent is last
    text, after = done(game, editing.played(last, chess.Move.from_uci("f1c4")))
    assert text == "play 3.Bc4" and after.endswith("2. Nf3 Nc6 3. Bb5 (3. Bc4) *")
    assert editing.find_child(last, chess.Move.from_uci("f1c4")) is last.variations[1]
    assert editing.find_child(last, chess.Move.from_uci("f1a6")) is None


def test_comments_stand_before_and_after_moves() -> None:
    game = read(GAME).game
    text, after = done(game, editing.commented(node_at(game, "02"), "or", before=True))
    assert text == "comment before 1...e6" and "({ or } 1... e6)" in after
    text, after = done(game, editing.commented(node_at(game, "00"), "y", before=True))
    assert text == "comment after 1.e4" and after.startswith("1. e4 { y }")
    text, after = done(game, editing.commented(node_at(game, "0"), "first", before=True))
    assert text == "comment before the first move" and after.startswith("{ first } 1. e4 { y }")
    text, after = done(game, editing.commented(node_at(game, "0"), ""))
    assert text == "delete the comment after 1.e4" and after.startswith("{ first } 1. e4 e5")


def test_a_move_has_one_judgement_and_its_position_another() -> None:
    game = read(GAME).game
    node = node_at(game, "0")
    for number, nags in (
        (1, {1}),
        (14, {1, 14}),
        (5, {5, 14}),
        (7, {5, 7, 14}),
        (10, {5, 7, 10}),
        (7, {5, 10}),
        (5, {10}),
    ):
        done(game, editing.with_glyph(node, number))
        assert node.nags == nags
    assert done(game, editing.without_glyphs(node))[0] == "remove the glyphs of 1.e4"


def test_drawings_are_part_of_the_comment() -> None:
    game = read(GAME).game
    text, after = done(game, editing.drawn(node_at(game, "0"), {(12, 28): "G", (3, 3): "R"}))
    assert text == "draw after 1.e4" and after.startswith("1. e4 { [%csl Rd1] [%cal Ge2e4] x } 1... e5")
    done(game, editing.commented(node_at(game, "0"), "z"))
    assert node_at(game, "0").comment == "[%csl Rd1] [%cal Ge2e4] z"
    assert done(game, editing.drawn(node_at(game, "0"), {}))[1].startswith("1. e4 { z }")
