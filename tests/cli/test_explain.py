from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import breaks
from pawnviz.core.pawn_moves.report import report_of, tensions
from pawnviz.core.structures.table import set_user_structures
from pawnviz.folders import settings_folder
from tests.cli.running import Give, Printed, Run

ISOLATED = "4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3"


def test_a_position_is_said_in_words(printed: Printed) -> None:
    out = printed("explain", ISOLATED)
    lines = out.splitlines()
    assert lines[:2] == [f"{ISOLATED} w - - 0 1", "White to move."]
    assert lines[2] == "Isolated queen's pawn of White: for Black, in an endgame the pawn stays weak for good."
    assert lines[3] == "Structure: Isolated queen's pawn of White."
    assert "White: three islands, isolated pawn d4." in lines
    assert "  Isolated: d4 (unopposed)" in lines
    assert "Black: two islands." in lines
    assert lines[-2:] == [
        "  Islands: 2 (a-b, e-h)",
        "  None: passed, candidates, isolated, backward, doubled, targets, hanging, majority",
    ]


@pytest.mark.parametrize("words", [("a/karpov.pgn",), ("a/karpov.pgn", ISOLATED), (ISOLATED, "a/Karpov.PGN.gz")])
def test_for_a_file_of_games_the_commands_that_read_it_are_named(run: Run, words: tuple[str, ...]) -> None:
    path = next(word for word in words if word != ISOLATED)
    status, _, err = run("explain", *words)
    commands = "pawnviz games lists them, pawnviz timeline prints the layers of one"
    assert (status, err) == (1, f"pawnviz: {path}: a file of games; {commands}\n")


def test_each_pawn_is_explained_on_request(printed: Printed) -> None:
    out = printed("explain", ISOLATED, "--pawns")
    lines = out.splitlines()
    place = lines.index(
        "d4: An isolated pawn on a half-open file, may strike at e6 from d5, but needs one more guard of d5."
    )
    assert lines[place + 1] == "  Isolated: no white pawn stands on the c- or e-file, beside the d-file."
    assert sum(line[:2] in SQUARE_NAMES and line[2:4] in ("", ": ") for line in lines) == 12


def test_json_is_an_object_a_line(printed: Printed) -> None:
    out = printed("explain", ISOLATED, "8/8/8/8/8/8/8/8", "--format", "json", "--pawns")
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


def test_who_wins_a_pawn_ending_is_said_at_once_or_on_request_looked_for(run: Run) -> None:
    won, later = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", "8/8/8/8/k2P1P2/8/7p/1K6 w - - 0 1"
    status, out, _ = run("explain", won, later, "--format", "json")
    assert [json.loads(line)["ending"] for line in out.splitlines()] == ["White wins", None]
    status, out, _ = run("explain", "--solve", won, later)
    assert status == 0
    assert [line for line in out.splitlines() if line.startswith("Pawn ending")] == [
        "Pawn ending: White wins, proved.",
        "Pawn ending: Black wins, proved.",
    ]
    status, out, _ = run("explain", later)
    assert [line for line in out.splitlines() if line.startswith("Pawn ending")] == ["Pawn ending: not decided."]


FEN = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
POSITION = Position.from_fen(FEN)


def test_each_break_is_printed_with_its_sentence_and_what_may_follow(printed: Printed) -> None:
    out = printed("breaks", FEN, "--side", "white")
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


def test_breaks_more_than_two_moves_away_are_printed_on_request(run: Run) -> None:
    far = "  h2-h4-h5-h6: 3 moves away; on h6 it would attack g7"
    assert far not in run("breaks", FEN)[1].splitlines()
    assert far in run("breaks", FEN, "--far")[1].splitlines()


def test_pushes_against_a_king_are_printed_after_the_breaks(run: Run) -> None:
    fen = "r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 10"
    out = run("breaks", fen, "--side", "black")[1]
    assert "Black: pushes against the king\n  f5-f4 comes nearer to the king on g1 and " in out


def test_all_moves_are_printed_on_request(run: Run) -> None:
    out = run("breaks", FEN, "--all")[1]
    for white in (True, False):
        for move in report_of(POSITION, white).moves:
            assert f"  {move.sentence}\n" in out
    assert out.count(": captures") == 2


def test_a_side_without_breaks_is_said_to_have_none(run: Run) -> None:
    out = run("breaks", "4k3/8/8/8/4P3/8/8/4K3")[1]
    assert out.splitlines()[1:] == ["White has no pawn break here.", "Black has no pawn break here."]


def test_a_side_whose_breaks_are_further_away_has_none_as_the_next_move(run: Run) -> None:
    lines = run("breaks", "4k3/8/4p3/8/8/8/5P2/4K3", "--side", "white")[1].splitlines()
    assert lines[1:3] == ["White has no pawn break as the next move.", "White: further breaks"]


def test_json_is_an_object_a_line_for_each_position(printed: Printed, give: Give) -> None:
    give(f"{FEN}\n8/8/8/8/8/8/8/8\n".encode())
    out = printed("breaks", "-", "--format", "json", "--all")
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


OWN = '[[structure]]\ntitle = "Lone d-pawn"\npattern = "W d4 -c -e a2 b2"\nwhite_plans = "Pushes d4-d5."\n'


@pytest.fixture(autouse=True)
def no_structures_after_the_test() -> Iterator[None]:
    yield
    set_user_structures(tuple)


@pytest.fixture
def file(own_folders: Path) -> Path:
    """Return the path of the file of structures in a settings folder of the test's own."""
    folder = settings_folder()
    folder.mkdir(parents=True)
    return folder / "structures.toml"


def test_they_are_named_and_wrong_ones_are_said_on_standard_error(run: Run, file: Path) -> None:
    file.write_text(f'{OWN}[[structure]]\ntitle = "Wrong"\n')
    status, out, err = run("explain", ISOLATED)
    lines = out.splitlines()
    assert status == 0
    place = lines.index("Structure: Lone d-pawn of White.")
    assert lines[place + 1 : place + 3] == [
        "  White's plans: Pushes d4-d5.",
        "  Rule: White has pawns on a2, b2 and d4; none on the files c and e. No pawn on a named square is doubled.",
    ]
    assert lines[place + 3] == "Structure: Isolated queen's pawn of White.", "one's own comes first"
    assert err.splitlines() == [
        f"pawnviz: left out of the user structures, {file}: entry 2 “Wrong”, pattern: a pattern such as “W d4 -c -e”, "
        "or a condition, is expected"
    ]


def test_a_file_that_cannot_be_read_is_said_and_the_command_goes_on(run: Run, file: Path) -> None:
    file.mkdir()
    status, out, err = run("explain", ISOLATED)
    assert status == 0
    assert "Isolated queen's pawn of White" in out
    assert err.startswith(f"pawnviz: user structures are left out, {file}: ")
