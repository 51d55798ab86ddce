from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import pytest

from pawnviz.core.board.bitboard import to_hex
from pawnviz.core.board.position import START, Position
from pawnviz.core.formula.code import source
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import LAYERS
from tests.cli.running import Give, Printed, Run

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
SEED_FEN = f"{SEED} w - - 0 1"
MINE = """{"pawnviz": "layers", "version": 1, "layers": [
    {"identifier": "guarded", "title": "Guarded pawns", "formula": "own & attacks(own)"},
    {"identifier": "wrong", "title": "Wrong", "formula": "own &"},
    {"identifier": "loose", "title": "Loose pawns", "formula": "own - guarded(own)"}
]}"""


@pytest.fixture
def run(run: Run) -> Run:
    """Return a function that runs ``pawnviz formula``."""
    return partial(run, "formula")


# Masks


def test_json_is_one_object_a_line_with_a_mask_for_each_side(printed: Printed) -> None:
    out = printed("front_spans(own)", SEED, START.fen(), "--format", "json")
    assert out.splitlines()[0] == (
        f'{{"fen": "{SEED_FEN}", "white": "0xe7e7e7e7c6c60000", "black": "0x000062e7efefefef"}}'
    )
    assert json.loads(out.splitlines()[1]) == {
        "fen": START.fen(),
        "white": "0xffffffffffff0000",
        "black": "0x0000ffffffffffff",
    }
    one = printed("front_spans(own)", SEED, "--format=json", "--side", "black")
    assert json.loads(one) == {"fen": SEED_FEN, "black": "0x000062e7efefefef"}


# What is refused


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("own &", "column 6: expected a set of squares such as own, {e4} or stops(own), found the end of the formula"),
        ("-own", "column 1: expected a set of squares"),
        ("- own", "column 1: expected a set of squares"),
        ("-", "column 1: expected a set of squares"),
        ("-half", "column 1: expected a set of squares such as own, {e4} or stops(own), found '-'\n"),
        ("-h & own", "column 1: expected a set of squares"),
        ("-hx", "column 1: expected a set of squares"),
        ("-1", "column 1: expected a set of squares"),
        ("--own", "column 1: expected a set of squares such as own, {e4} or stops(own), found '-'; there is no option"),
        ("--helpful", "column 1: expected a set of squares"),
        ("--step", "column 1: expected a set of squares"),
        ("", "column 1: expected a set of squares"),
        ("о", "column 1: 'о' is CYRILLIC SMALL LETTER O (U+043E)"),
    ],
)
def test_a_wrong_expression_is_one_line_with_its_column_and_status_2(run: Run, text: str, words: str) -> None:
    for words_given in (
        [text, SEED],
        [text, SEED, "--steps"],
        [text, "--code", "c"],
        ["--side", "white", "--format=json", text, SEED],
        ["--", text, SEED],
    ):
        status, out, err = run(*words_given)
        assert (status, out) == (2, "")
        assert err.startswith(f"pawnviz: {words}")
        assert err.count("\n") == 1


def test_help_names_the_grammar_and_the_languages(printed: Printed) -> None:
    out = printed("--help")
    assert "passed_pawns(enemy) stops({e4})" in out
    assert all(language in out for language in LANGUAGES)


# Steps and code


def test_steps_are_boards_joined_by_operators(printed: Printed) -> None:
    out = printed("east_attacks(own)", "8/8/8/8/8/2P5/PP1P1PPP/8", "--steps", "--side", "white")
    assert out == (
        "# 8/8/8/8/8/2P5/PP1P1PPP/8 w - - 0 1\n"
        "\n"
        "white pawns          white pawns << 9     notAFile             white east attacks\n"
        ". . . . . . . .      . . . . . . . .      . 1 1 1 1 1 1 1      . . . . . . . .\n"
        ". . . . . . . .      . . . . . . . .      . 1 1 1 1 1 1 1      . . . . . . . .\n"
        ". . . . . . . .      . . . . . . . .      . 1 1 1 1 1 1 1      . . . . . . . .\n"
        ". . . . . . . . <<9= . . . . . . . .  &   . 1 1 1 1 1 1 1  =   . . . . . . . .\n"
        ". . . . . . . .      1 . . 1 . . . .      . 1 1 1 1 1 1 1      . . . 1 . . . .\n"
        ". . 1 . . . . .      . 1 1 . 1 . 1 1      . 1 1 1 1 1 1 1      . 1 1 . 1 . 1 1\n"
        "1 1 . 1 . 1 1 1      . . . . . . . .      . 1 1 1 1 1 1 1      . . . . . . . .\n"
        ". . . . . . . .      . . . . . . . .      . 1 1 1 1 1 1 1      . . . . . . . .\n"
    )


def test_steps_go_down_to_shifts_for_each_side_each_row_once(printed: Printed) -> None:
    out = printed("interspans(own)", SEED, "--steps")
    blocks = out.split("\n\n")
    heads = [" ".join(block.split("\n")[0].split()) for block in blocks]
    assert heads[0] == f"# {SEED_FEN}"
    assert heads[1] == "white front spans black front spans white interspans"
    assert heads.count("black pawns black pawns >> 8") == 2, "once for White, once for Black"
    assert "black front spans white front spans black interspans" in heads
    assert all(len(line) <= 100 for line in out.splitlines())


def test_a_long_row_goes_on_in_the_next_line(printed: Printed) -> None:
    text = "own | {a1} | {b1} | {c1} | {d1} | {e1} | {f1}"
    out = printed(text, SEED, "--steps", "--side", "white")
    _, first, second = out.split("\n\n")
    assert first.split("\n")[0].split("  ")[0] == "white pawns"
    assert second.split("\n")[0].split() == ["{e1}", "{f1}", "result"]
    assert second.split("\n")[4].startswith("  |   ")
    assert all(len(line) <= 100 for line in out.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_is_the_source_of_the_expression(printed: Printed, language: str) -> None:
    text = "own & attacks(own) - passed_pawns(enemy)"
    assert printed(text, "--code", language) == source(parse(text), language).text
    assert printed(text, "--code", language, "--side", "black") == source(parse(text), language, False).text
    assert printed("passed_pawns(own)", "--code", language) == source(LAYERS["passed_pawns"], language).text


def test_code_is_the_same_for_every_position_and_only_a_wrong_one_is_named(
    run: Run, printed: Printed, give: Give, tmp_path: Path
) -> None:
    source = printed("own & rank_2", "--code", "c")
    path = tmp_path / "empty.fen"
    path.write_text("")
    for more in ([SEED], [SEED, "8/8/8/8/8/8/8/8", "b"], [str(path)]):
        assert printed("own & rank_2", "--code", "c", *more) == source
    assert run("own & rank_2", SEED, "8/8", "--code", "c") == (
        1,
        source,
        "pawnviz: argument 2: The placement has 2 ranks; it needs 8, separated by /.\n",
    )
    give(b"nonsense\n")
    assert printed("own & rank_2", "--code", "c") == source, "a pipe is not read where nobody asks for it"
    status, out, err = run("own & rank_2", "-", "--code", "c")
    assert (status, out, err.startswith("pawnviz: line 1: ")) == (1, source, True)
    assert "which is the same for every position" in printed("--help")


# User layers


def test_an_expression_calls_the_user_s_own_layers(run: Run, printed: Printed, own_folders: Path) -> None:
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "pawnviz"
    folder.mkdir()
    (folder / "layers.json").write_text(MINE, encoding="utf-8")
    out = printed("guarded(own) | loose(enemy)", SEED, "--format", "json")
    assert json.loads(out)["white"] == to_hex(
        parse("own & attacks(own) | enemy - attacks(enemy)").evaluate(Position.from_fen(SEED).sides()[0])
    )
    assert "white guarded pawns" in printed("loose(own)", SEED, "--steps")
    assert "white_guarded(uint64_t white_pawns)" in printed("loose(own)", "--code", "c", "--side", "white")
    status, _, err = run("wrong(own)", SEED)
    assert (status, err.partition(": expected")[0]) == (
        2,
        "pawnviz: column 1: the layer wrong cannot be read: column 6",
    )
    assert run("guardde(own)", SEED)[2].endswith("did you mean guarded?\n")


# The process
