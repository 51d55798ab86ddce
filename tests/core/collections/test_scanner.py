"""Structures scanned from words, beside those of the played moves."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.collections.played_moves import StructureMove
from pawnviz.core.collections.replay import replayed
from pawnviz.core.collections.scanner import DoubtfulError, Structures, scan
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.headers import head_end
from tests.core.games.sample import MASTERS, random_game, texts_of

DAMAGE = (
    *(
        b"!",
        b"?!",
        b" $5",
        b" {open",
        b" ; rest",
        b" }",
        b" (",
        b" )",
        b" 1-0",
        b"\n%escaped\n",
        b" ...",
        b" <x>",
        b"$",
    ),
    *(b" e.p.", b" --", b" 0000", b".", b" =", b" \xe2\x80\xa6", b"\x01", b" 7", b"=Q", b" 1/2", b" *\n"),
)


def moves_of(structures: Structures) -> list[str]:
    return [StructureMove.of(code).text for code in structures.move[1:]]


def scanned(text: GameText) -> Structures:
    return scan(text.data[head_end(text.data) :])


def test_real_games_are_scanned_as_they_are_played() -> None:
    for text in texts_of(MASTERS.read_bytes()):
        assert scanned(text) == replayed(text)


@given(st.integers(0, 10**9))
def test_random_games_with_comments_variations_and_glyphs_are_scanned_as_they_are_played(seed: int) -> None:
    (text,) = texts_of(str(random_game(seed, 150)).encode())
    assert scanned(text) == replayed(text)


@pytest.mark.parametrize(
    ("moves", "made"),
    [
        ("1. e4 e5 2. Nf3 Nc6", "e2-e4, e7-e5"),
        ("1.e4 d5 2.exd5 Qxd5", "e2-e4, d7-d5, e4xd5, piece xd5"),
        ("1. e4 a6 2. e5 d5 3. exd6", "e2-e4, a7-a6, e4-e5, d7-d5, e5xd6"),
        ("1 e4 Nf6 2 e5 Nd5 3 c4 Nb6 4 a4 d6 5 exd6 exd6", "e2-e4, e4-e5, c2-c4, a2-a4, d7-d6, e5xd6, e7xd6"),
        ("1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. hxg8=Q", "h2-h4, g7-g5, h4xg5, h7-h6, g5xh6, h6-h7, h7xg8"),
        (
            "1. e4! {best; by test} e5?! ; (or e6)\n 2. Nf3 $1 (2. f4 exf4 (2... d5)) 2... Nxe4+",
            "e2-e4, e7-e5, piece xe4",
        ),
        ("1. Nf3 d5 2. Ng5 h6 3. Nf7 h5", "d7-d5, h7-h6, piece xf7, h6-h5"),
    ],
)
def test_each_move_that_changes_the_pawns_is_named(moves: str, made: str) -> None:
    assert ", ".join(moves_of(scan(moves.encode()))) == made


@pytest.mark.parametrize(
    "moves",
    [
        "1. e5",
        "1. e4 e5 2. e5",
        "1. exd6",
        "1. e4 e5 2. Kxe4",
        "1. e4 hello",
        "1. e4 --",
        "1. e4 1-0 e5",
        "1. e4 <e5>",
        "1. e2e4",
        "1. e4 0000",
        "1. e4 é5",
        "1. e9",
        "1. e4 e5 2. e3",
        "1. exh4",
        "1. e8=Q",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. hxg8",
    ],
)
def test_moves_that_pawns_cannot_make_and_unknown_words_are_doubtful(moves: str) -> None:
    with pytest.raises(DoubtfulError):
        scan(moves.encode())


def test_a_pawn_is_captured_en_passant_only_at_once() -> None:
    at_once = scan(b"1. e4 a6 2. e5 d5 3. exd6")
    later = scan(b"1. e4 a6 2. e5 d5 3. a3 a5 4. exd6")
    assert at_once.black[-1].bit_count() == 7
    assert later.black[-1].bit_count() == 8  # As if it captured a piece, which a board would not find there.


@given(st.integers(0, 10**9), st.data())
def test_damaged_words_are_scanned_as_the_reader_reads_them_or_are_doubtful(seed: int, data: st.DataObject) -> None:
    """Pieces' moves stay as they are: without a board nobody knows that one is not legal."""
    (text,) = texts_of(str(random_game(seed, 60)).encode())
    moves = text.data[head_end(text.data) :]
    dice = random.Random(seed)
    words = re.split(rb"([ \n])", moves)
    for _ in range(data.draw(st.integers(1, 3))):
        place = dice.randrange(len(words))
        words[place] += dice.choice(DAMAGE)
    damaged = text._replace(data=text.data[: head_end(text.data)] + b"".join(words))
    try:
        structures = scanned(damaged)
    except DoubtfulError:
        return
    assert structures._replace(result=0) == replayed(damaged)._replace(result=0)
