"""Files scanned in ranges, beside the same file scanned as one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.collections.making import Block
from pawnviz.core.collections.scanning import ranges, scan_range
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.collections.workers import HERE
from tests.core.games.sample import MASTERS, random_game, texts_of

PIECES = (
    *(b'[Event "A"]\n', b'[White "B"]\n', b'[Site "?"]\n[Event "C"]\n', b'[Event "D"]\n[Result "1-0"]\n'),
    *(
        b"1. e4 e5 2. Nf3 1-0\n",
        b"1. d4 *\n",
        b"1. c4 {a comment 1-0\n\n",
        b"} 0-1\n",
        b"; a line 1-0\n",
        b"% 1/2-1/2\n",
    ),
    *(
        b"\n",
        b"\n\n",
        b"\r\n",
        b"\r\n\r\n",
        b"1. e4 1/2-1/2\r\n\r\n",
        b"*\n\n",
        b"1-0\n \n",
        b"(1. d4 *\n\n",
        b")",
        b"{",
        b"}",
    ),
    *(b"\xef\xbb\xbf", b"\r", b"text\n"),
)


def block_in_ranges(file: Path, length: int) -> tuple[Block, int]:
    """Return the games of a file by ranges, and the number of those."""
    block, line, count = Block(), 0, 0
    for part, scanned in HERE.map(scan_range, ranges(str(file), 0, file.stat().st_size, length)):
        block.extend(scanned.block, part.start, line)
        line += scanned.line_count
        count += 1
    return block, count


def block_at_once(data: bytes) -> Block:
    block = Block()
    for text in texts_of(data):
        block.add(text)
    return block


def test_real_games_in_ranges_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(MASTERS.read_bytes() + b"\n" + b"\n\n".join(str(random_game(seed)).encode() for seed in range(20)))
    for length in (1, 700, 5_000, 1 << 20):
        block, count = block_in_ranges(file, length)
        assert block == block_at_once(file.read_bytes())
        assert (count > 3) == (length < 1 << 20)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.integers(1, 60))
@example([b"1. c4 {a comment 1-0\n\n", b'[Event "A"]\n', b"} 0-1\n", b"\n", b'[Event "A"]\n'], 1)
@example([b"1. d4 *\n", b"\n", b'[White "B"]\n', b'[Event "A"]\n', b"1. d4 *\n"], 1)
def test_damaged_games_in_ranges_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes], length: int
) -> None:
    file = tmp_path_factory.mktemp("ranges") / "games.pgn"
    file.write_bytes(b"".join(pieces))
    assert block_in_ranges(file, length)[0] == block_at_once(file.read_bytes())


def test_a_file_without_ends_of_games_is_one_range(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(b"1. e4 e5 {comment} " * 20_000)
    assert len(list(ranges(str(file), 0, file.stat().st_size, 10))) == 1


def test_a_file_that_becomes_shorter_is_said(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(MASTERS.read_bytes())
    (part,) = ranges(str(file), 0, file.stat().st_size)
    file.write_bytes(b"short")
    with pytest.raises(CollectionError, match="has become shorter"):
        scan_range(part)
    with pytest.raises(CollectionError, match="has become shorter"):
        list(ranges(str(file), 0, part.end))
    file.unlink()
    with pytest.raises(CollectionError, match="cannot be read"):
        scan_range(part)
