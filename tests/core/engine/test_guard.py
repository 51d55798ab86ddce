"""What of an engine's words goes on to the program."""

from __future__ import annotations

import tracemalloc

from pawnviz.core.engine.guard import LONGEST_LINE, MOST_BYTES, MOST_LINES, Flow


def taken(*pieces: bytes) -> tuple[list[bytes], str]:
    """Return the lines of pieces that go on at once, and why the engine is ended, all within one second."""
    flow, found = Flow(0), []
    for piece in pieces:
        lines, reason = flow.take(piece, 0.5)
        found += lines
        if reason:
            return found, reason
    return found, ""


def test_only_lines_that_matter_go_on() -> None:
    said = (
        b"hello\nid name X\nid author Y\noption name Hash type spin\noption name Style type combo\r\nuciok\nuciok no\n"
    )
    assert taken(said) == ([b"id name X", b"option name Hash type spin", b"uciok"], "")


def test_a_line_may_come_in_pieces_with_any_end() -> None:
    assert taken(b"uc", b"iok", b"\r", b"\nready", b"ok\n") == ([b"uciok", b"readyok"], "")


def test_of_variations_the_latest_of_each_goes_on_and_before_a_best_move_at_once() -> None:
    flow = Flow(0)
    said = [f"info depth {depth} multipv {rank} score cp 1 pv e2e4".encode() for depth in (1, 2) for rank in (2, 1)]
    noise = [b"info string pv", b"info depth 9 nodes 5", b"info depth 9 score cp 7 upperbound pv e2e4"]
    outside = [b"info depth 9 multipv 6 score cp 7 pv e2e4", b"info depth 9 multipv 0 score cp 7 pv e2e4"]
    assert flow.take(b"\n".join([*said, *noise, *outside, b""]), 0) == ([], "")
    assert flow.waiting() == [said[3], said[2]]
    assert flow.waiting() == []
    flow.take(said[0] + b"\n", 0)
    assert flow.take(b"bestmove e2e4\n", 0) == ([said[0], b"bestmove e2e4"], "")


def test_too_much_in_a_second_is_a_flood_and_as_much_in_several_is_none() -> None:
    line = b"info string " + b"x" * 20_000 + b"\n"
    piece = line * (MOST_BYTES // len(line))
    assert taken(piece, piece) == ([], "flooded")
    assert taken(b"readyok\n" * (MOST_LINES + 1))[1] == "flooded"
    flow = Flow(0)
    assert [flow.take(piece, second)[1] for second in range(4)] == [""] * 4


def test_a_line_has_to_end() -> None:
    half = b"x" * (LONGEST_LINE // 2)
    assert taken(half, half)[1] == ""
    assert taken(half, half, b"x")[1] == "endless"
    assert taken(half, half, b"x\nuciok\n") == ([b"uciok"], "endless")


def test_memory_is_bounded_whatever_is_said() -> None:
    flow = Flow(0)
    piece = b"".join(b"info depth 1 multipv %d score cp 1 pv e2e4\n" % number for number in range(500))
    tracemalloc.start()
    for second in range(8):
        for _ in range(3):
            flow.take(piece, second)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
