from __future__ import annotations

import time

import pytest

from pawnviz.core.games.headers import decode, faulty_tag_lines, head_end, read_headers


def test_the_head_ends_before_the_first_line_of_moves() -> None:
    for head in (b'[Event "a"]\n', b'[Event "a"]\n\n', b'%x\n\n[Event "a"]\n\n\n[White "b"]\n', b""):
        assert head + b"1. e4 *" == head + (head + b"1. e4 *")[head_end(head + b"1. e4 *") :].lstrip()
    assert head_end(b'[Event "a"]\n[White "b"]') == len(b'[Event "a"]\n[White "b"]')


def test_of_a_tag_that_is_repeated_the_first_counts() -> None:
    data = b'[Event "a"]\n[Event "b"]\n[ Site  "c" ] \n[Odd]\n'
    assert read_headers(data, len(data)) == {"Event": "a", "Site": "c"}
    assert faulty_tag_lines(data, len(data)) == [3]


@pytest.mark.parametrize(
    ("data", "moves", "names", "faulty"),
    [
        (b'[Event "a"] [White "b"] 1. e4 *', b"1. e4 *", "Event White", []),
        (b'[Event "a"][White "b"]\n[Black "c"]\n\n1. e4', b"1. e4", "Event White Black", []),
        (b'[Event "a"]\n[White "the "best"] one"] [Black "c"] e4', b"e4", "Event White Black", []),
        (b'[Event "a"] junk\n[White "b"]\n1. e4', b"1. e4", "Event White", [0]),
        (b'[Event "a"] {a comment}\n[White "b"]\n1. e4', b"1. e4", "Event White", [0]),
        (b'[Event "a]\n[White "b"]\n1. e4', b"1. e4", "White", [0]),
    ],
)
def test_tags_that_follow_each_other_on_a_line_are_read(
    data: bytes, moves: bytes, names: str, faulty: list[int]
) -> None:
    end = head_end(data)
    assert data[end:].lstrip() == moves
    assert list(read_headers(data, end)) == names.split()
    assert faulty_tag_lines(data, end) == faulty


@pytest.mark.parametrize("line", [b'[A "b"]\n', b'[A "b"] x\n', b"[\n", b'[A "b"] ', b'"] x', b"] ", b"\n"])
def test_the_head_is_read_in_linear_time_whatever_it_is(line: bytes) -> None:
    data = b"[A " + line * ((2 << 20) // len(line))
    start = time.process_time()
    end = head_end(data)
    read_headers(data, end)
    faulty_tag_lines(data, end)
    assert time.process_time() - start < 1


def test_what_is_not_utf_8_is_windows_1252() -> None:
    assert decode("J\xfcrgen \u20ac".encode()) == ("J\xfcrgen \u20ac", True)
    assert decode("J\xfcrgen \u20ac".encode("cp1252")) == ("J\xfcrgen \u20ac", False)
    assert decode(b"\x81\xfc") == ("\ufffd\xfc", False)
