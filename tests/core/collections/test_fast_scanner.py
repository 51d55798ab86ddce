"""The loop over bytes, compiled and not, beside the scan of words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.collections import fast_scanner, scanning
from pawnviz.core.collections.fast_scanner import DOUBTFUL, scan_many
from pawnviz.core.collections.making import Block
from pawnviz.core.collections.scanner import DoubtfulError, Structures, plain_moves, scan
from pawnviz.core.games.headers import head_end
from tests.core.games.sample import MASTERS, random_game, texts_of

COMPILED = pytest.mark.parametrize("is_compiled", [False, True])
WORDS = (
    *(
        "1.",
        "1",
        "2.",
        "e4",
        "e5",
        "d4",
        "exd5",
        "exd6",
        "dxe6",
        "e8=Q",
        "exd8=N+",
        "Nf3",
        "Nbd7",
        "N1xd2",
        "Qa1b2",
        "Kxe4",
    ),
    *(
        "O-O",
        "0-0-0#",
        "O-O-O",
        "0-0",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "1-1",
        "0-",
        "e9",
        "i4",
        "exe5",
        "=Q",
        "e4++",
        "x",
        "Nx",
    ),
    *(
        "Nf9",
        "e",
        "P",
        "00",
        "12345678",
        "1234567",
        "a1",
        "h8=Q",
        "axb1=K",
        "--",
        "-",
        "+",
        "#",
        "1/2",
        "\0",
        "e8=",
        "N",
    ),
)


def structures_of(moves: list[bytes], *, is_compiled: bool) -> list[Structures | None]:
    """Return the structures of each game, None for one that is left to the other scanner."""
    scanned = scan_many(moves, is_compiled=is_compiled)
    all_structures: list[Structures | None] = []
    row = 0
    for count, plies, result in zip(scanned.row_counts, scanned.plies, scanned.results, strict=True):
        rows = [column[row : row + count].tolist() for column in scanned[:4]]
        all_structures.append(None if result == DOUBTFUL else Structures._make((*rows, int(plies), int(result))))
        assert result != DOUBTFUL or not count
        row += count
    return all_structures


def slow_structures_of(moves: bytes) -> Structures | None:
    try:
        return scan(moves)
    except DoubtfulError:
        return None


@COMPILED
def test_real_games_have_the_same_structures(is_compiled: bool) -> None:
    moves = [text.data[head_end(text.data) :] for text in texts_of(MASTERS.read_bytes())]
    assert structures_of(moves, is_compiled=is_compiled) == [scan(game) for game in moves]


@given(st.lists(st.integers(0, 10**9), max_size=5))
def test_random_games_have_the_same_structures(seeds: list[int]) -> None:
    games = texts_of(b"\n".join(str(random_game(seed, 150)).encode() + b"\n" for seed in seeds))
    moves = [plain_moves(text.data[head_end(text.data) :]) for text in games]
    expected = [scan(text.data[head_end(text.data) :]) for text in games]
    assert structures_of(moves, is_compiled=True) == expected
    assert structures_of(moves, is_compiled=False) == expected


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=1, max_size=5))
@example([" ".join(WORDS)])
@example(["e4 a6 e5 d5 exd6", "e4 a6 e5 d5 a3 a5 exd6", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q"])
def test_any_words_have_the_same_structures_or_are_left_to_the_other_scanner(games: list[str]) -> None:
    moves = [game.encode() for game in games]
    fast = structures_of(moves, is_compiled=True)
    assert fast == structures_of(moves, is_compiled=False)
    for structures, game in zip(fast, moves, strict=True):
        assert structures is None or structures == slow_structures_of(game)


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.sampled_from(WORDS))
def test_games_with_a_wrong_word_have_the_same_structures_or_are_left(seed: int, place: int, word: str) -> None:
    (text,) = texts_of(str(random_game(seed, 60)).encode())
    words = re.split(rb"([ \n])", plain_moves(text.data[head_end(text.data) :]).replace(b"{", b""))
    words[place % len(words)] = word.encode()
    moves = b"".join(words)
    (structures,) = structures_of([moves], is_compiled=True)
    assert structures is None or structures == slow_structures_of(moves)


def test_a_block_is_the_same() -> None:
    odd = (
        b'[FEN "8/2p5/8/3P4/8/8/8/k1K5 b - - 0 1"]\n\n1... c5 2. dxc6 *\n\n[Variant "Atomic"]\n\n1. e4 1-0\n\n'
        b'[Result "0-1"]\n\n1. e4 e5 2. e5 Nf6\n\n[Event "no moves"]\n\n[Event "<"]\n\n1. e4 <e5>\n\n'
    )
    texts = texts_of(odd + MASTERS.read_bytes() + b"\n" + odd)
    slow, fast = Block(), Block()
    for text in texts:
        slow.add(text)
    fast.add_fast(texts)
    assert fast == slow
    fast = Block()
    fast.add_fast([])
    assert fast == Block()


def test_without_a_folder_for_the_compiled_loop_it_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    caching: Any = pytest.importorskip("numba.core.caching", reason="numba is not installed")
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    fast_scanner._compiled.cache_clear()
    try:
        assert structures_of([b"1. e4 e5 *"], is_compiled=True) == [scan(b"1. e4 e5 *")]
    finally:
        fast_scanner._compiled.cache_clear()


def test_large_files_are_scanned_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    size = MASTERS.stat().st_size
    (part,) = scanning.ranges(str(MASTERS), 0, size)
    assert not part.is_fast
    monkeypatch.setattr(scanning, "LEAST_FAST", size)
    (fast,) = scanning.ranges(str(MASTERS), 0, size)
    assert fast.is_fast
    assert scanning.scan_range(fast) == scanning.scan_range(part)
