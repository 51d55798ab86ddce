"""``pawnviz explain`` on the command line."""

from __future__ import annotations

import json

import pytest

from pawnviz.core.board.bitboard import SQUARE_NAMES
from tests.cli.running import give, run

ISOLATED = "4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3"


def test_a_position_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain", ISOLATED)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == [f"{ISOLATED} w - - 0 1", "White to move."]
    assert lines[2] == "Isolated queen's pawn of White: for Black, in an endgame the pawn stays weak for good."
    assert lines[3] == "Structure: Isolated queen's pawn of White."
    assert "White: three islands, no weak pawns (d4 isolated)." in lines
    assert "  Isolated: d4 (unopposed)" in lines
    assert "Black: two islands, no weak pawns." in lines
    assert lines[-2:] == [
        "  Islands: 2 (a-b, e-h)",
        "  None: passed, candidates, isolated, backward, doubled, weak, hanging, majority",
    ]


@pytest.mark.parametrize("words", [("a/karpov.pgn",), ("a/karpov.pgn", ISOLATED), (ISOLATED, "a/Karpov.PGN.gz")])
def test_for_a_file_of_games_the_commands_that_read_it_are_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    path = next(word for word in words if word != ISOLATED)
    status, _, err = run(capsys, "explain", *words)
    commands = "pawnviz games lists them, pawnviz timeline prints the layers of one"
    assert (status, err) == (1, f"pawnviz: {path}: a file of games; {commands}\n")


def test_each_pawn_is_explained_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain", ISOLATED, "--pawns")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    place = lines.index("d4: An isolated pawn on a half-open file, ready to strike at e6 from d5.")
    assert lines[place + 1] == "  Isolated: no white pawn stands on the c- or e-file, beside the d-file."
    assert sum(line[:2] in SQUARE_NAMES and line[2:4] in ("", ": ") for line in lines) == 12


def test_json_is_an_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain", ISOLATED, "8/8/8/8/8/8/8/8", "--format", "json", "--pawns")
    assert (status, err) == (0, "")
    found, empty = map(json.loads, out.splitlines())
    assert found["first"] == "Isolated queen's pawn of White: for Black, in an endgame the pawn stays weak for good."
    assert found["structures"] == ["Isolated queen's pawn of White"]
    assert found["white"]["isolated"] == "d4 (unopposed)"
    assert found["black"]["isolated"] is None
    assert len(found["pawns"]) == 12
    pawn = found["pawns"]["d4"]
    assert (pawn["color"], pawn["first"][0]["title"]) == ("white", "Isolated")
    assert pawn["first"][0]["layers"] == ["isolated_pawns"]
    assert (empty["structures"], empty["pawns"], empty["white"]["sentence"]) == ([], {}, "no pawns.")


def test_who_wins_a_pawn_ending_is_said_at_once_or_on_request_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    won, later = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", "8/8/8/8/k2P1P2/8/7p/1K6 w - - 0 1"
    status, out, _ = run(capsys, "explain", won, later, "--format", "json")
    assert [json.loads(line)["ending"] for line in out.splitlines()] == ["White wins", None]
    status, out, _ = run(capsys, "explain", "--solve", won, later)
    assert status == 0
    assert [line for line in out.splitlines() if line.startswith("Pawn ending")] == [
        "Pawn ending: White wins, proved.",
        "Pawn ending: Black wins, proved.",
    ]
    status, out, _ = run(capsys, "explain", later)
    assert [line for line in out.splitlines() if line.startswith("Pawn ending")] == ["Pawn ending: not decided."]


def test_positions_come_from_standard_input_and_a_bad_one_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, f"8/8\n\n# comment\n{ISOLATED} w - - id 1;\n".encode())
    status, out, err = run(capsys, "explain")
    assert status == 1
    assert err == "pawnviz: line 1: The placement has 2 ranks; it needs 8, separated by /.\n"
    assert out.startswith(ISOLATED)
    give(monkeypatch, b"")
    assert run(capsys, "explain", "-") == (1, "", "pawnviz: there is no position to explain\n")


def test_two_positions_are_separated_by_a_blank_line(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "explain", ISOLATED, ISOLATED)
    first, second = out.split("\n\n")
    assert first == second.rstrip("\n")
