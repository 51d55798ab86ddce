from __future__ import annotations

from pawnviz.core.games.headers import decode, faulty_tag_lines, head_end, read_headers


def test_the_head_ends_before_the_first_line_of_moves() -> None:
    for head in (b'[Event "a"]\n', b'[Event "a"]\n\n', b'%x\n\n[Event "a"]\n\n\n[White "b"]\n', b""):
        assert head + b"1. e4 *" == head + (head + b"1. e4 *")[head_end(head + b"1. e4 *") :].lstrip()
    assert head_end(b'[Event "a"]\n[White "b"]') == len(b'[Event "a"]\n[White "b"]')


def test_of_a_tag_that_is_repeated_the_first_counts() -> None:
    data = b'[Event "a"]\n[Event "b"]\n[ Site  "c" ] \n[Odd]\n'
    assert read_headers(data, len(data)) == {"Event": "a", "Site": "c"}
    assert faulty_tag_lines(data, len(data)) == [3]


def test_what_is_not_utf_8_is_windows_1252() -> None:
    assert decode("J\xfcrgen \u20ac".encode()) == ("J\xfcrgen \u20ac", True)
    assert decode("J\xfcrgen \u20ac".encode("cp1252")) == ("J\xfcrgen \u20ac", False)
    assert decode(b"\x81\xfc") == ("\ufffd\xfc", False)
