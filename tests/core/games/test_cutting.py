from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.games import cutting
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.reading import read_game
from tests.core.games.sample import MASTERS, random_game, texts_of


def first_words(data: bytes, block: int = 1 << 20) -> list[bytes]:
    """Return the first 12 characters of each game of a file."""
    return [text.data[:12] for text in texts_of(data, block)]


def test_real_games_are_cut_where_their_first_tag_is() -> None:
    data = MASTERS.read_bytes()
    texts = texts_of(data)
    assert len(texts) == data.count(b"[Event ") == 24
    for text in texts:
        assert data[text.offset :].startswith(text.data)
        assert data.count(b"\n", 0, text.offset) == text.line - 1


@given(size=st.integers(1, 300))
def test_blocks_of_any_size_give_the_same_games(size: int) -> None:
    data = MASTERS.read_bytes()[:6000].replace(b"\n", b"\r\n")
    assert texts_of(data, size) == texts_of(data)


@given(data=st.binary(max_size=300) | st.text('[Event "x]{};10-*/2 \r\n%ab', max_size=300).map(str.encode))
def test_whatever_the_bytes_are_no_line_and_no_byte_is_lost(data: bytes) -> None:
    texts = texts_of(data, 7)
    whole = b"".join(cutting.with_newlines([data]))
    places = bytearray(whole)
    for text in texts:
        assert places[text.offset : text.offset + len(text.data)] == text.data
        assert whole.count(b"\n", 0, text.offset) == text.line - 1
        places[text.offset : text.offset + len(text.data)] = text.data.translate(bytes([7] * 256))
    assert not places.translate(None, b"\x07 \t\n\xef\xbb\xbf")


def test_a_game_with_comments_that_look_like_games_is_one_game() -> None:
    game = str(random_game(4))
    assert len(texts_of(f"{game}\n\n{random_game(5)}\n".encode())) == 2
    inside = b'[Event "a"]\n\n1. e4 {a comment\n[White "b"]\n\n1-0\n1. d4\n} e5 *\n'
    assert first_words(inside) == [b'[Event "a"]\n']


def test_a_comment_that_is_not_closed_ends_with_its_game() -> None:
    assert first_words(b'[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n1. d4 *') == [b'[Event "a"]\n', b'[Event "b"]\n']


@pytest.mark.parametrize("block", [1, 7, 40, 1000])
def test_an_event_line_in_a_comment_that_is_closed_is_no_game(block: int) -> None:
    inside = b'[Event "a"]\n\n1. e4 {see\n[Event "x"]\n[White "b"]\n\n1. d4 *} e5 {and\n[Event "y"]\n} *\n\n'
    last = b'[Event "b"]\n\n1. c4 {here} *\n'
    assert [text.data for text in texts_of(inside + last, block)] == [inside, last]
    for opened in (b"1. e4 {open", b"1. e4 ;{line", b"%{\n1. e4"):
        first = b'[Event "a"]\n\n' + opened + b"\n\n"
        assert [text.data for text in texts_of(first + last, block)] == [first, last]
        assert len(texts_of(first + b'[Event "x"]\n\n1. d4 *\n\n' + last, block)) == 3
    assert len(texts_of(b'[Event "a{"]\n\n1. e4 *\n\n[Event "b"]\n\n1. c4 } *\n', block)) == 2


def test_many_event_lines_in_comments_take_linear_time() -> None:
    def seconds(count: int) -> float:
        data = b'[Event "a"]\n\n1. e4 {' + b'\n[Event "x"] } {' * count
        start = time.process_time()
        texts_of(data)
        return time.process_time() - start

    assert min(seconds(20_000) for _ in range(3)) < 8 * min(seconds(5000) for _ in range(3)) + 0.02


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", [1, 3, 1000])
def test_a_byte_order_mark_in_the_middle_is_passed_over(ends: str, block: int) -> None:
    data = '\ufeff[Event "a"]\n\n1. e4 *\n\n\ufeff[Event "b"]\n\n*\n'.replace("\n", ends).encode()
    first, second = texts_of(data, block)
    assert first.data.rstrip().endswith(b"*") and second.data.startswith(b'[Event "b"]')
    assert data[second.offset :].startswith(b'[Event "b"]')
    assert (first.line, second.line) == (1, 5)


def test_a_file_of_other_text_has_no_game() -> None:
    def games(*blocks: bytes) -> list[bytes]:
        return [text.data for text in cutting.games_in_steps(blocks) if text is not None]

    for other in (b"hello", b"Dear friend,\n\nhere are my games.\n", b"\n", b"<p>1. No</p>"):
        assert games(other) == games(other[:3], other[3:]) == []
        # Before a game it is named, so that nothing is lost without a word.
        assert games(other + b'\n[Event "a"]\n\n1. e4 *')[-1].startswith(b"[Event")
    assert len(games(b'hello\n[Event "a"]\n\n1. e4 *')) == 2
    for game in (b"e4 e5", b"1. Nf9 Sf3", b"{a comment} *", b"1-0", b'[White "a"]', b"1. O-O", b"1. 0-0-0", b"exd8=Q#"):
        assert games(game) == [game]


def test_what_is_cut_gives_others_their_turn() -> None:
    steps = list(cutting.cut_in_steps([b"{" + b"a\n" * 100_000] * 5))
    assert len([text for text in steps if text is None]) > 20


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ('[Event "a"]\n\n\n[White "b"]\n\n\n1. e4 *', ['[Event "a"]\n']),
        ('[Event "a"]\n[White "b"]\n1. e4 *\n[Event "c"]\n1. d4 *', ['[Event "a"]\n', '[Event "c"]\n']),
        ('[White "a"]\n\n1. e4 *\n\n[White "b"]\n\n1. d4 *', ['[White "a"]\n', '[White "b"]\n']),
        ('[White "a"]\n[Result "*"]\n\n[White "b"]\n[Result "*"]\n', ['[White "a"]\n', '[White "b"]\n']),
        ('[Site "a"]\n[Event "b"]\n\n1. e4 *\n\n[Site "c"]\n[Event "d"]\n\n*', ['[Site "a"]\n[', '[Site "c"]\n[']),
        ("1. e4 e5 1-0\n\n1. d4 d5 0-1\n", ["1. e4 e5 1-0", "1. d4 d5 0-1"]),
        ("1. e4 e5 1/2-1/2\n{good}\n\n", ["1. e4 e5 1/2"]),
        ('\ufeff[Event "a"]\n\n*\n', ['[Event "a"]\n']),
        ('%escaped\n[Event "a"]\n\n*\n', ["%escaped\n[Ev"]),
        ('[Event "a"] [White "b"] 1. e4 *\n[Event "c"] [White "d"] 1. d4 *', ['[Event "a"] ', '[Event "c"] ']),
        ('[White "a"] [Black "b"] 1. e4 *\n[White "c"] 1. d4 *', ['[White "a"] ', '[White "c"] ']),
        ('[White "a"] junk\n[Black "b"]\n[Round 4]\n[Date "c"]\n1. e4 *', ['[White "a"] ']),
        ("1. e4 e5 1\u20130\n\n1. d4 \xbd-\xbd\n1. c4 *\n", ["1. e4 e5 1", "1. d4 \xbd-\xbd\n", "1. c4 *\n"]),
        ('[White "a"]\n[Blac1-0\n\n1/2-1/2\n', ['[White "a"]\n']),
        ('[White "a"]\n[EC[O "B46"*\n1. e4 1-0\n', ['[White "a"]\n']),
        ("\n\n \n\t\n", []),
        ("", []),
    ],
)
def test_games_are_cut_apart(data: str, words: list[str]) -> None:
    for block in (1, 5, 1000):
        assert [text.decode("utf-8", "ignore") for text in first_words(data.encode(), block)] == words


def test_line_ends_of_all_kinds_are_newlines_at_the_same_places() -> None:
    for block in (1, 2, 3, 100):
        data = b"a\r\nb\rc\n\r\r\nd\r"
        assert (
            b"".join(cutting.with_newlines(data[i : i + block] for i in range(0, 20, block))) == b"a \nb\nc\n\n \nd\n"
        )


def test_of_a_game_that_is_too_long_the_first_part_is_kept_and_the_next_game_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cutting, "LONGEST_GAME", 1000)
    data = b'[Event "a"]\n\n1. e4 {' + 500 * b"long\n" + b'}\n\n[Event "b"]\n\n1. d4 *\n'
    long, short = cut(data[start : start + 100] for start in range(0, len(data), 100))
    assert long.too_long and len(long.data) > 900
    assert not short.too_long and short.data.startswith(b'[Event "b"]')
    assert (short.line, data[short.offset :]) == (505, short.data)


CUT = b"""[Event "Cut {x"]
[Site "Paris"]
[White "Cut, A"]
[Black "Cut, B"]
[Result "1-0"]
[Opening "Wrong"]

{ start [Event "in"] }
1. e4! e5 (1... c5 {sicilian; (good)} 2. Nf3) 2. Nf3 {a
long comment} Nc6 ; the rest
3. Bb5 a6 $14 4. O-O 1-0
"""
GOOD = b'[Event "Good"]\n[White "Good, A"]\n[Black "Good, B"]\n[Result "0-1"]\n\n1. d4 d5 {fine} 2. c4 0-1\n'
OTHER = b'[Event "Other"]\n\n1. c4 *\n\n'


@pytest.mark.parametrize("before", [b"", OTHER])
@pytest.mark.parametrize("between", [b"", b"\n", b"\n\n"])
@pytest.mark.parametrize("behind", [b"", b"\n" + OTHER])
def test_a_good_game_keeps_its_own_tags_behind_a_game_that_is_cut_anywhere(
    before: bytes, between: bytes, behind: bytes
) -> None:
    for place in range(len(CUT) + 1):
        for left in (CUT[:place], CUT[place:]):
            games = [read_game(text) for text in texts_of(before + left + between + GOOD + behind)]
            (good,) = [game for game in games if game.game.headers.get("Event") == "Good"]
            assert good.problems == ()
            assert dict(good.game.headers) == {
                "Event": "Good",
                "White": "Good, A",
                "Black": "Good, B",
                "Result": "0-1",
            }, left
            assert len(list(good.game.mainline_moves())) == 3
            # Whole tags with an empty line behind them are a game.
            may_be_whole = left.rstrip().endswith(b"]") and b'[Result "1-0"]' in left
            if left == CUT[:place] and 0 < place < len(CUT) - 1 and not may_be_whole:
                assert any(game.problems for game in games), left


def test_what_is_left_over_from_a_game_without_its_event_tag_goes_to_no_other_game() -> None:
    left = b'[White "Cut, A"]\n[Opening "Wrong"]\n[Result "1-0"]\n'
    for before in (b"", OTHER, b'[Event "a"]\nan odd line\n'):
        *_, cut_game, good = [read_game(text) for text in texts_of(before + left + GOOD)]
        assert (good.problems, good.game.headers["White"], "Opening" in good.game.headers) == ((), "Good, A", False)
        assert cut_game.problems
    opening = b'[Event "a"]\n1. e4 (cut\n[Opening "Wrong"]\n' + GOOD
    assert "Opening" not in read_game(texts_of(opening)[-1]).game.headers
    # Tags in another order are those of the game.
    first, second = texts_of(b'[Black "b"]\n[Event "c"]\n\n1. e4 e\n[Black "d"]\n[Event "e"]\n\n1. d4 *\n')
    assert read_game(second).game.headers["Black"] == "d" and b"d4" not in first.data


def test_a_second_white_begins_another_game() -> None:
    first, second = texts_of(b'[Site "s"]\n[White "cut"]\n[Site "t"]\n[White "w"]\n[Black "b"]\n\n1. e4 *\n')
    assert second.data.startswith(b'[Site "t"]') and read_game(first).problems
    assert read_game(second).game.headers["White"] == "w"


def test_a_comment_before_the_tags_belongs_to_the_game_behind_it() -> None:
    data = (
        b'{ one }\n[Event "a"]\n\n1. e4 *\n{ of a }\n\n'
        b'{ two\n[White "no"] }\n; three\n\n[Event "b"]\n\n{ four } 1. d4 *\n'
        b'\n{ five }\n[White "c"]\n\n1. c4 *\n\n{ the end }\n'
    )
    games = [read_game(text) for text in texts_of(data)]
    assert [game.problems for game in games] == [(), (), ()]
    assert [game.game.comment for game in games] == ["one", 'two [White "no"] three four', "five"]
    assert [game.game.end().comment for game in games] == ["of a", "", "the end"]
    assert [dict(game.game.headers) for game in games[1:]] == [
        {"Event": "b", "Result": "*"},
        {"White": "c", "Result": "*"},
    ]
    for block in (1, 5, 1000):
        assert texts_of(data, block) == texts_of(data)


@pytest.mark.parametrize("indent", ["  ", "\t", "\xa0 ", "> ", ">", ">> ", "   > "])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", [1, 7, 1000])
def test_indented_and_quoted_games_are_read_as_those_without(indent: str, ends: str, block: int) -> None:
    plain = '[Event "a"]\n[White "b"]\n\n1. e4 {a\ncomment} e5 *\n\n[Event "c"]\n[White "d"]\n\n1. d4 *\n'
    data = "".join(f"{indent}{line}{ends}" for line in plain.splitlines()).encode()
    texts = texts_of(data, block)
    games, others = [read_game(text) for text in texts], [read_game(text) for text in texts_of(plain.encode())]
    assert [(str(game.game), game.problems) for game in games] == [(str(other.game), ()) for other in others]
    assert [(data[text.offset : text.offset + 7], text.line) for text in texts] == [(b"[Event ", 1), (b"[Event ", 7)]
    # What is read again from the place in the file is the same game.
    again = [data[text.offset : text.offset + len(text.data)] for text in texts]
    for text, bytes_of_game in zip(texts, again, strict=True):
        same = read_game(text._replace(data=b"".join(cutting.with_newlines([bytes_of_game]))))
        assert str(same.game) == str(read_game(text).game)


def test_a_sign_of_comparison_at_the_start_of_a_line_is_no_quotation() -> None:
    (text,) = texts_of(b'[Event "a"]\n\n1. e4 {is\n>= 0.3} *\n')
    assert read_game(text).game.end().comment == "is >= 0.3"
