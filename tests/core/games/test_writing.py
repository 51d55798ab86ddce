from __future__ import annotations

import io
import random
import time
from collections.abc import Callable

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pawnviz.core.games import tree as editing
from pawnviz.core.games.annotations import comment_text, drawings_of, with_drawings, with_text
from pawnviz.core.games.cutting import GameText, head_end
from pawnviz.core.games.game_list import GameList, Replacement, find_replacements, with_replacements
from pawnviz.core.games.pgn import WRITTEN_LENGTH, ReadGame, read_game, rewritten, written_game, written_moves
from pawnviz.core.games.tree import GameEdit, UnreadableError
from tests.core.games.sample import MASTERS, random_game, read, texts_of

HEAD = '[Event "a"]\n[Result "*"]\n\n'
TEXTS = texts_of(MASTERS.read_bytes())

WORDS = st.text(
    st.characters(exclude_characters="{}", exclude_categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Zp")), max_size=12
)
SIGNS = ("[Event", "[%csl", "Ga1]", "%x", ";", "1-0", "*", "$5", "(1.", "e4)", '[Event "x"]', "--")
DAMAGE = (
    *b'" [ ] \\ { } % ; ( ) < \xe4 \xff \xc2\xa0 \xe2\x80\xa8 \x00 1-0 * 0-1'.split(b" "),
    *(b"", b" ", b"\n", b"\n\n", b"\r\n", b"\x0b", b"\x85", b"1. e4 ", b"0-1 (time)"),
    *(b'[Event "x"]', b'\n[Event "x"]\n', b'\n[White "x"]\n', b"[Event ", b'"]\n[Result "?"]\n', b'"]\n[Result "1/2'),
)
COMMENTS = st.lists(WORDS | st.sampled_from(SIGNS), max_size=30).map(" ".join)


def tree(game: chess.pgn.Game) -> object:
    """Return all that a game holds, node by node."""
    found: list[object] = [dict(game.headers), game.comment]
    waiting: list[tuple[chess.pgn.ChildNode, int]] = [(child, 1) for child in reversed(game.variations)]
    while waiting:
        node, depth = waiting.pop()
        found.append((depth, node.move.uci(), sorted(node.nags), node.starting_comment, node.comment))
        waiting += [(child, depth + 1) for child in reversed(node.variations)]
    return found


def read_again(text: bytes, game: chess.pgn.Game) -> ReadGame:
    (found,) = texts_of(rewritten(text, written_moves(game)))
    return read_game(found)


@pytest.mark.slow
@settings(max_examples=10)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False), st.lists(COMMENTS, min_size=1, max_size=6))
def test_a_real_game_with_anything_added_is_read_back_as_it_was_written(
    text: GameText, dice: random.Random, comments: list[str]
) -> None:
    data = text.data
    game = read_game(text).game
    nodes: list[chess.pgn.GameNode] = [game, *game.mainline()]
    for comment in comments:
        node = dice.choice(nodes)
        node.comment = with_text("", comment)
        moves = sorted(node.board().legal_moves, key=chess.Move.uci)
        taken = [child.move for child in node.variations]
        free = [move for move in moves if move not in taken]
        if free and node.variations:
            child = node.add_variation(dice.choice(free), nags=dice.sample(range(256), 2))
            child.starting_comment = " ".join(comment.split())
            nodes.append(child)
        squares = {(dice.randrange(64), dice.randrange(64)): dice.choice("GRYB") for _ in range(3)}
        node.comment = with_drawings(node.comment, squares)
    found = read_again(data, game)
    assert not found.problems
    assert tree(found.game) == tree(game)


@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_a_game_whose_tags_are_damaged_is_read_back_as_it_was_written(text: GameText, dice: random.Random) -> None:
    head, empty_line, body = text.data.partition(b"\n\n")
    for _ in range(dice.randrange(1, 4)):
        place = dice.randrange(len(head) + 1)
        head = head[:place] + dice.choice(DAMAGE) + head[place + dice.choice((0, 0, 1, 5)) :]
    for damaged in texts_of(head + empty_line + body):
        before = read_game(damaged)
        try:
            written = rewritten(damaged.data, written_moves(before.game, before.result))
        except UnreadableError:
            continue
        (found,) = texts_of(written)
        after = read_game(found)
        if not before.result and before.game.headers.get("Result", "?") in ("", "?"):
            before.game.headers["Result"] = after.result
        assert tree(after.game) == tree(before.game)
        assert not before.result or after.result == before.result
        assert written.startswith(damaged.data[: head_end(damaged.data)])


@pytest.mark.parametrize("tag", ["0-1 (time)", "1-0", "½-½", '1/2-1/2"][Date "', "*", "", "?"])
@pytest.mark.parametrize("result", ["1/2-1/2", "0-1", "*"])
def test_the_result_of_the_moves_stays_whatever_the_tag_says(tag: str, result: str) -> None:
    text = f'[Event "a"]\n[Result "{tag}"]\n\n1. e4 {result}\n'
    game = read(text)
    written = rewritten(text.encode(), written_moves(game.game, game.result)).decode()
    assert written == text
    copied = read(written_game(game.game, game.result))
    assert (copied.game.headers, copied.result) == (game.game.headers, result)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read_alike_by_python_chess(seed: int) -> None:
    game = random_game(seed)
    other = chess.pgn.read_game(io.StringIO(f"{HEAD}{written_moves(game)}"))
    assert other is not None and not other.errors
    game.headers.clear()
    other.headers.clear()
    assert str(other).split() == str(game).split()


def test_lines_are_short_and_none_begins_like_a_tag() -> None:
    game = read(f"{HEAD}1. e4 {{{'word [Event %x ' * 60}}} e5 *").game
    lines = written_moves(game).splitlines()
    assert len(lines) > 5
    assert all(len(line) <= WRITTEN_LENGTH + 20 for line in lines)
    assert not [line for line in lines if line.startswith(("[", "%"))]


def test_variations_and_comments_are_written_as_people_write_them() -> None:
    moves = "{a} 1. e4! {b} ({c} 1. d4 d5 (1... Nf6 {e}) 2. c4?!) (1. c4) 1... e5 $10 ;h } i\n2. Nf3 -- 1-0"
    game = read(f'[Event "a"]\n[Result "1-0"]\n\n{moves}').game
    assert written_moves(game) == (
        "{ a } 1. e4 $1 { b } ({ c } 1. d4 d5 (1... Nf6 { e }) 2. c4 $6) (1. c4) 1... e5\n$10 ;h } i\n2. Nf3 -- 1-0\n"
    )
    assert tree(read_again(HEAD.replace("*", "1-0").encode() + moves.encode(), game).game) == tree(game)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'[Event "a"]\n\n1. e4 *\n\n\n', b'[Event "a"]\n\n1. d4 *\n\n\n'),
        (b'[Event "a"]\r\n[X "y"]\r\n\r\n1. e4\r\n*\r\n\r\n', b'[Event "a"]\r\n[X "y"]\r\n\r\n1. d4 *\r\n\r\n'),
        (b'[Event "a"]\n1. e4 *', b'[Event "a"]\n\n1. d4 *\n'),
        (b'[Event "a"]', b'[Event "a"]\n\n1. d4 *\n'),
        (b"1. e4 e5 *\n", b"1. d4 *\n"),
        (b'[Event "a]\n%x\n[White "b]"]\n\n{never closed', b'[Event "a]\n%x\n[White "b]"]\n\n1. d4 *\n'),
        (b'[Event "\xe4"]\r\r1. e4 *\r', b'[Event "\xe4"]\r\r1. d4 *\r'),
        (b'[Event "a"] [White "b"] 1. e4 *\n', b'[Event "a"] [White "b"] \n\n1. d4 *\n'),
        # A byte order mark behind a game stays before the next one.
        (b'[Event "a"]\n\n1. e4 *\r\n\r\n\xef\xbb\xbf', b'[Event "a"]\n\n1. d4 *\r\n\r\n\xef\xbb\xbf'),
    ],
)
def test_the_head_and_the_line_ends_of_a_game_stay(before: bytes, after: bytes) -> None:
    assert rewritten(before, "1. d4 *\n") == after


def test_a_game_in_windows_1252_stays_so_while_it_can() -> None:
    data = b'[White "M\xfcller"]\n\n1. e4 {sch\xf6n} *\n'
    assert rewritten(data, "1. e4 { sehr schön } *").endswith(b"{ sehr sch\xf6n } *\n")
    assert rewritten(data, "1. e4 { ⩲ } *").endswith("{ ⩲ } *\n".encode())
    assert read_game(texts_of(rewritten(data, "1. e4 { Ã¤ } *"))[0]).game.variations[0].comment == "Ã¤"


def test_commands_are_no_text_and_stay_when_the_text_changes() -> None:
    comment = "good [%clk 1:00:00] [%csl Ga1,Rh8] move [%cal Yb2c3,x,Bd4d4]"
    assert comment_text(comment) == "good move"
    assert drawings_of(comment) == {(0, 0): "G", (63, 63): "R", (9, 18): "Y", (27, 27): "B"}
    changed = with_text(comment, " best {of}\n all ")
    assert comment_text(changed) == "best (of) all"
    assert drawings_of(changed) == drawings_of(comment)
    assert with_drawings(comment, {(0, 9): "R", (5, 5): "G"}) == "[%csl Gf1] [%cal Ra1b2] good [%clk 1:00:00] move"
    assert with_drawings("[%csl Ga1]", {}) == ""


def test_python_chess_finds_the_same_drawings() -> None:
    node = chess.pgn.Game()
    node.comment = with_drawings("x", {(0, 9): "R", (5, 5): "G", (1, 2): "B", (63, 0): "Y"})
    found = {(arrow.tail, arrow.head): arrow.color[0].upper() for arrow in node.arrows()}
    assert found == drawings_of(node.comment)


@pytest.mark.parametrize("kind", ["line", "nested", "siblings"])
def test_the_time_to_write_is_linear(kind: str) -> None:
    def seconds(size: int) -> float:
        if kind == "line":
            moves = "Nf3 Nf6 Ng1 Ng8 " * (size // 4)
        elif kind == "nested":
            moves = "Nf3 Nf6 " + "(Nh6 Nh3 " * (size // 3) + ")" * (size // 3)
        else:
            moves = "Nf3 Nf6 " + "(1... Nh6 2. Nh3) " * (size // 3)
        game = read(f"{HEAD}{moves} *").game
        times = []
        for _ in range(3):
            start = time.process_time()
            written_moves(game)
            times.append(time.process_time() - start)
        return min(times)

    assert seconds(1600) < 3.5 * seconds(800)


def test_parentheses_in_comments_are_no_variations() -> None:
    game = read(f"{HEAD}1. e4 {{ ) x ( }} ({{ ( }} 1. d4 {{ ) }}) e5 *").game
    assert tree(read_again(HEAD.encode(), game).game) == tree(game)


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


@given(st.binary(max_size=300), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 40), st.binary(max_size=9))))
def test_all_but_what_is_replaced_stays(data: bytes, wanted: list[tuple[int, int, bytes]]) -> None:
    replacements: list[Replacement] = []
    place, expected = 0, b""
    for offset, size, new in sorted(wanted):
        if offset >= place and size and offset + size <= len(data):
            expected += data[place:offset] + new
            place = offset + size
            replacements.append(Replacement(offset, size, new))
    expected += data[place:]

    def read(offset: int, size: int) -> bytes:
        return data[offset : offset + size]

    assert b"".join(with_replacements(read, len(data), reversed(replacements))) == expected


def test_games_are_found_where_they_stand_once() -> None:
    games = [f'[Event "{number}"]\n\n1. e4 *\n\n'.encode() for number in range(5)]
    data = b"".join([games[3], games[0], games[1], games[0]])
    wanted = {games[1]: b"one", games[0]: b"zero", games[4]: b"four"}
    found, missing = find_replacements((data,), lambda offset, size: data[offset : offset + size], wanted)
    assert found == [Replacement(len(games[3] + games[0]), len(games[1]), b"one")]
    assert missing == [games[0], games[4]]


def list_of(texts: list[GameText]) -> GameList:
    games = GameList()
    for text in texts:
        games.add(text)
    return games


def test_a_list_with_a_replaced_game_is_that_of_the_new_file() -> None:
    data = MASTERS.read_bytes()
    texts = texts_of(data)
    games = list_of(texts)
    for index, moves in ((3, b"1. d4 {a\n\nb} d5 *\n\n"), (0, b"*\n"), (len(texts) - 1, b"1. c4 *\n\n\n")):
        old = texts[index].data
        new = old[: old.rindex(b"]") + 2] + b"\n" + moves
        games.replace(index, texts[index]._replace(data=new, offset=games[index].offset), old.count(b"\n"))
        data = data.replace(old, new)
    others = list_of(texts_of(data))
    assert [games[index] for index in range(len(games))] == [others[index] for index in range(len(others))]
