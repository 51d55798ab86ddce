"""``pawnviz breaks`` on the command line."""

from __future__ import annotations

import json

import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.breaks import breaks
from pawnviz.core.pawn_moves.report import report_of
from pawnviz.core.pawn_moves.tension import tensions
from tests.cli.running import give, run

FEN = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
POSITION = Position.from_fen(FEN)


def test_each_break_is_printed_with_its_sentence_and_what_may_follow(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "breaks", FEN, "--side", "white")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [f"# {FEN}", "White: breaks", f"  {report_of(POSITION, True).breaks[0].sentence}"]
    (move,) = report_of(POSITION, True).breaks
    assert lines[3:5] == [f"    {exchange.name}: {exchange.outcome}" for exchange in move.exchanges()]
    assert lines[5] == "White: further breaks"
    text = "  f2-f4-f5: 2 moves away; on f5 it would attack e6; loses a pawn: needs two more guards of f5, 0 against 2"
    assert text in lines
    (tension,) = tensions(POSITION)
    assert lines[-4:-3] == [f"  c4 and d5: {tension.kept}"]
    assert not any("captures" in line or "Black:" in line for line in lines)


def test_breaks_more_than_two_moves_away_are_printed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    far = "  h2-h4-h5-h6: 3 moves away; on h6 it would attack g7"
    assert far not in run(capsys, "breaks", FEN)[1].splitlines()
    assert far in run(capsys, "breaks", FEN, "--far")[1].splitlines()


def test_pushes_against_a_king_are_printed_after_the_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 10"
    out = run(capsys, "breaks", fen, "--side", "black")[1]
    assert "Black: pushes against the king\n  f5-f4 comes nearer to the king on g1 and " in out


def test_all_moves_are_printed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "breaks", FEN, "--all")[1]
    for white in (True, False):
        for move in report_of(POSITION, white).moves:
            assert f"  {move.sentence}\n" in out
    assert out.count(": captures") == 2


def test_a_side_without_breaks_is_said_to_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "breaks", "4k3/8/8/8/4P3/8/8/4K3")[1]
    assert out.splitlines()[1:] == ["White has no pawn break here.", "Black has no pawn break here."]


def test_a_side_whose_breaks_are_further_away_has_none_as_the_next_move(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "breaks", "4k3/8/4p3/8/8/8/5P2/4K3", "--side", "white")[1].splitlines()
    assert lines[1:3] == ["White has no pawn break as the next move.", "White: further breaks"]


def test_json_is_an_object_a_line_for_each_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, f"{FEN}\n8/8/8/8/8/8/8/8\n".encode())
    status, out, err = run(capsys, "breaks", "-", "--format", "json", "--all")
    assert (status, err) == (0, "")
    first, second = map(json.loads, out.splitlines())
    assert first["fen"] == FEN
    report = report_of(POSITION, False)
    assert [move["sentence"] for move in first["black"]["moves"]] == [move.sentence for move in report.moves]
    move = first["white"]["moves"][0]
    assert (move["move"], move["uci"], move["break"], move["attacks"]) == ("e2-e4", "e2e4", True, ["d5"])
    assert move["white"]["squares_lost"] == "0x0000000008080000"
    assert move["white"]["holes"] == ["d3", "d4"]
    assert Position.from_fen(move["fen"]) == report_of(POSITION, True).moves[0].after
    assert (move["word"], move["answer"], move["storm"]) == ("loses a pawn", "", False)
    assert move["price"] == "loses a pawn: needs one more guard of e4, 1 against 2"
    further = first["white"]["further_breaks"]
    assert len(further) == len(breaks(POSITION, True)) - 1
    assert [each["far"] for each in further] == [len(each["route"]) > 2 for each in further]
    assert {each["word"] for each in further if each["far"]} == {""}
    assert first["tensions"][0]["exchanges"][0]["structures"] == ["Carlsbad (White)"]
    empty: dict[str, list[str]] = {"moves": [], "further_breaks": []}
    assert second == {"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "white": empty, "black": empty, "tensions": []}


def test_a_position_that_cannot_be_read_is_named_and_the_others_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, f"nonsense\n{FEN}\n".encode())
    status, out, err = run(capsys, "breaks", "-")
    assert status == 1
    assert "line 1" in err
    assert out.startswith(f"# {FEN}")
