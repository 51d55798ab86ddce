"""Code: every layer of both colors, compiled or run in each language that is there, gives the layer's masks."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from pawnviz.core.board.position import START, Position
from pawnviz.core.board.side import Side
from pawnviz.core.formula.code import Source, source
from pawnviz.core.formula.languages import LANGUAGES, RESERVED_WORDS, WIDTH
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.steps import NoFormulaError
from pawnviz.core.formula.tree import LayerOfSet, LayerOfSide, operands
from pawnviz.core.layers import LAYERS, Chapter, Layer
from pawnviz.core.layers.marks import badge
from tests.core.formula.worked import formula_texts, own_layer, own_layers
from tests.strategies import PIECES, Board

KINDS: Final = ("pawns", "pieces", "non_pawns", "knights", "bishops", "rooks", "queens", "kings", "en_passant")
INPUTS: Final = tuple(f"{color}_{kind}" for color in ("white", "black") for kind in KINDS)


def is_said(layer: Layer) -> bool:
    """Say whether formulas alone say a layer: its own and those of the layers that it calls."""
    if not layer.formula:
        return False
    formula = parse(layer.formula)
    waiting = [formula.result, *(binding.value for binding in formula.bindings)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, LayerOfSide | LayerOfSet) and not is_said(LAYERS[node.identifier]):
            return False
        waiting.extend(operands(node))
    return True


SAID: Final = [layer for layer in LAYERS.values() if is_said(layer)]
COUNTED: Final = [layer for layer in LAYERS.values() if not is_said(layer)]
MINE: Final = own_layers(
    abs="own << 1 | own >> 63",
    whiteAbs="abs(own) & forward(own)",
    white_Abs="whiteAbs(own) | abs(white)",
    rank="rank_4 | {e5}",
    nothing_of_mine="enemy & occupied",
    all_mine="pieces(own) - en_passant",
    by_name="attacks(white) - pieces(black)",
    far="own & enemy_half | rank_4(own)",
)
FORMULAS: Final = (
    "own",
    "~own",
    "~~(own | enemy)",
    "{}",
    "board",
    "0xfedcba9876543210",
    "{d4 e4} & own",
    "own << 63 | own >> 63 | own << 0",
    "own << 9 >> 3 << 20",
    "~own << 8",
    "~(own & enemy) >> 1",
    "own - ~enemy - file_c",
    "~own & ~enemy & board",
    "~own ^ enemy ^ ~{a1}",
    "east(own, 7) | west(enemy, 7) | north(own, 7) | south(own, 7)",
    "forward(backward(own, 2), 3) | east(west(own)) | east(north(south(west(own, 2)), 2), 3)",
    "forward(forward(own, 7), 1) | east(east(own, 4), 4) | north(east(own, 0), 0)",
    "forward(board, 3) - forward(board, 4) & forward(own)",
    "east_fill(own) & west_fill(enemy) | file_fill(own - enemy)",
    "forward_fill(own) ^ backward_fill(enemy) ^ north_fill({d4}) ^ south_fill(own)",
    "own_pieces | enemy_pieces ^ occupied",
    "knights(own) | bishops(enemy) | rooks(white) | queens(black) | kings(own) ^ king(enemy) | pieces(black)",
    "en_passant | capture_targets(enemy)",
    "own_half & own | enemy_half & enemy ^ rank_5(own) - rank_2(black) | forward_fill(rank_7(enemy)) & stops(own)",
    "rank_5(own)",
    "far(own) | far(enemy) ^ far(white)",
    "capture_targets(own | {d4 e5}) | capturers(enemy_pieces)",
    "push_targets(front_spans(own)) | push_targets(enemy)",
    "capture_targets(stops(own)) ^ levers(capture_targets(own_pieces))",
    "front_attack_spans(stops(own) | {e4}) - passed_pawns(enemy)",
    "interspans(front_spans(white) | black)",
    "unused = own; other = unused | enemy; stops(enemy)",
    "constant = rank_2 | {a1}; constant",
    "int = own; for = int << 8; _ = for | enemy; lambda = _; lambda & ~int",
    "white_pawns = enemy; NOT_A_FILE = own; northFill = own; north_fill = forward_fill(northFill); "
    "east(white_pawns) | north_fill | NOT_A_FILE",
    "a_b = own; aB = enemy; linux = a_b; None = aB; np = None; uint64_t = np; __x = uint64_t; a_b | linux ^ __x",
    "b = own; file_fill(b) | stops(b)",
    "own | enemy | own << 1 | own << 2 | own << 3 | own << 4 | own << 5 | own << 6 | own << 7 | own << 8 | own << 10",
    "abs(own) | abs(enemy)",
    "whiteAbs(own) ^ white_Abs(enemy)",
    "rank(own) | rank(stops(enemy)) | rank(enemy)",
    "x = own; nothing_of_mine(x) | own",
    "all_mine(own) | all_mine(enemy)",
    "all_mine(stops(own))",
    "all_mine(all_mine(own) | {c4}) ^ occupied",
    "attacks(white)",
    "attacks(white) - attacks(black) | east(black) ^ kings(white)",
    "passed_pawns(white) | occupied >> 1",
    "by_name(own) | by_name(enemy) | by_name(white) | by_name(black)",
    "by_name(stops(own)) | by_name({d4})",
    "by_name(white | {d4})",
    "stops(white | {e4})",
    "own & attacks(white)",
    "unused = enemy; used = file_fill(own); used | used << 1",
)


@dataclass(frozen=True)
class Case:
    """A source for one color, and what its function is to give for a side of that color."""

    label: str
    white: bool
    what: Source
    expected: Callable[[Side[int]], int]

    def arguments(self) -> list[str]:
        """Return the inputs that the function is called with."""
        color = "white" if self.white else "black"
        (function,) = self.what.functions
        return [f"{color}_pawns" if name == "pawns" else name for name in function.parameters]


@cache
def random_formulas() -> list[str]:
    """Return random formulas that formulas alone say, the same at each run."""
    found: dict[str, None] = {}

    @seed(3)
    @settings(max_examples=160, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(formula_texts(()))
    def collect(text: str) -> None:
        with suppress(NoFormulaError, FormulaError):
            if len(text) <= 400:
                source(parse(text), "c")
                found[text] = None

    collect()
    assert len(found) >= 40
    return list(found)[:40]


def cases(language: str) -> list[Case]:
    """Return every layer of both colors and the formulas as sources of a language."""
    found = []
    for white in (True, False):
        for layer in SAID:
            found.append(Case(layer.identifier, white, source(layer, language, white), layer.compute))
        for text in (*FORMULAS, *random_formulas()):
            formula = parse(text, MINE)
            found.append(Case(text, white, source(formula, language, white), formula.evaluate))
    return found


def given_boards() -> list[tuple[Side[int], Side[int]]]:
    """Return boards of all kinds, the same at each run."""
    numbers = random.Random(20)
    found = [Position.from_fen(fen).sides() for fen in (START.fen(), "8/8/8/8/8/8/8/8 w - -")]
    found.append(Position.from_fen("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3").sides())
    for kinds in ("Pp", "PPppKk", PIECES, PIECES + " " * 12, "Pp" * 4 + PIECES + " " * 40, "P", "p"):
        for _ in range(4):
            pieces = tuple(numbers.choice(kinds).strip() for _ in range(64))
            targets = (1 << numbers.randrange(64), 1 << numbers.randrange(64))
            found.append(Board(pieces, *targets).sides())
    return found


def inputs(sides: tuple[Side[int], Side[int]]) -> list[int]:
    """Return the masks of ``INPUTS`` on a board."""
    found = []
    for side in sides:
        kinds = (side.knights, side.bishops, side.rooks, side.queens, side.kings)
        pieces = kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4]
        found += [side.pawns, side.pieces, pieces, *kinds, side.en_passant]
    return found


BOARDS: Final = given_boards()


def check(tried: Sequence[Case], answers: Callable[[int, int], int]) -> None:
    """Check the answer for each case, by number, on each board, by number."""
    for number, case in enumerate(tried):
        for place, sides in enumerate(BOARDS):
            expected = case.expected(sides[0] if case.white else sides[1])
            found = answers(number, place)
            assert found == expected, f"{case.label}, white {case.white}, board {place}: {found:#x}\n{case.what.text}"


def check_output(tried: Sequence[Case], output: str) -> None:
    """Check what a program has printed: a line for each board with a hexadecimal number for each case."""
    rows = [[int(word, 16) for word in line.split()] for line in output.splitlines()]
    assert [len(row) for row in rows] == [len(tried)] * len(BOARDS)
    check(tried, lambda number, place: rows[place][number])


def given_text() -> str:
    """Return the boards as lines of hexadecimal numbers."""
    return "".join(" ".join(f"{mask:016x}" for mask in inputs(sides)) + "\n" for sides in BOARDS)


def run(words: Sequence[str | Path], folder: Path, *, text: str = "") -> str:
    """Run a program or a compiler as the person who started the tests, and return what it prints."""
    environment = dict(os.environ)
    if sys.platform != "win32":
        import pwd

        environment["HOME"] = pwd.getpwuid(os.getuid()).pw_dir  # Where compilers look for their parts.
    done = subprocess.run(
        words,
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr[:4000]
    assert done.stderr == ""
    return done.stdout


def program(name: str) -> str:
    """Return the path of a program, or skip the test where it is not installed."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def renamed(text: str, declaration: str, suffix: str) -> str:
    """Return a source with a suffix behind every name that one of its lines declares."""
    names = re.findall(declaration, text, re.MULTILINE)
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1{suffix}", text)


# Each language


def test_python_gives_the_masks_of_every_layer() -> None:
    tried = cases("python")
    functions = []
    for case in tried:
        names: dict[str, Any] = {}
        exec(compile(case.what.text, case.label, "exec"), names)
        functions.append(names[case.what.functions[0].name])

    def answer(number: int, place: int) -> int:
        masks = dict(zip(INPUTS, inputs(BOARDS[place]), strict=True))
        result = functions[number](*(masks[name] for name in tried[number].arguments()))
        assert isinstance(result, int)
        return result

    check(tried, answer)


def test_numpy_gives_the_masks_of_every_layer_and_leaves_its_arguments() -> None:
    tried = cases("numpy")
    arrays = numpy.array([inputs(sides) for sides in BOARDS], dtype=numpy.uint64).T
    masks = dict(zip(INPUTS, arrays, strict=True))
    before = arrays.copy()
    results = []
    for case in tried:
        names: dict[str, Any] = {}
        exec(compile(case.what.text, case.label, "exec"), names)
        result = names[case.what.functions[0].name](*(masks[name] for name in case.arguments()))
        assert result.dtype == numpy.uint64
        results.append(numpy.broadcast_to(result, len(BOARDS)))
    assert (arrays == before).all()
    check(tried, lambda number, place: int(results[number][place]))


def test_javascript_gives_the_masks_of_every_layer(tmp_path: Path) -> None:
    node = program("node")
    tried = cases("javascript")
    parts = ["'use strict';", "const functions = ["]
    for case in tried:
        arguments = ", ".join(f"m[{INPUTS.index(name)}]" for name in case.arguments())
        parts.append(f"(() => {{\n{case.what.text}\nreturn m => {case.what.functions[0].name}({arguments});\n}})(),")
    parts.append(
        "];\nfor (const line of require('fs').readFileSync(0, 'utf8').trim().split('\\n')) {\n"
        "  const m = line.split(' ').map(word => BigInt('0x' + word));\n"
        "  console.log(functions.map(f => f(m).toString(16)).join(' '));\n}\n"
    )
    (tmp_path / "masks.js").write_text("\n".join(parts), encoding="utf-8")
    check_output(tried, run([node, "masks.js"], tmp_path, text=given_text()))


C_MAIN: Final = """
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    uint64_t m[18];
    for (;;) {
        for (int i = 0; i < 18; i++) {
            if (scanf("%" SCNx64, &m[i]) != 1) return 0;
        }
        %s
        printf("\\n");
    }
}
"""
C_WARNINGS: Final = ("-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror", "-O0")


def printed(tried: Sequence[Case], statement: str) -> str:
    """Return statements that print each case's mask; ``statement`` takes the case's number and call."""
    lines = []
    for number, case in enumerate(tried):
        arguments = ", ".join(f"m[{INPUTS.index(name)}]" for name in case.arguments())
        lines.append(statement.format(number=number, name=case.what.functions[0].name, arguments=arguments))
    return "\n".join(lines)


@pytest.mark.slow
def test_c_gives_the_masks_of_every_layer(tmp_path: Path) -> None:
    compiler = program("gcc")
    tried = cases("c")
    declaration = r"^(?:static )?(?:const )?uint64_t (\w+)(?: =|\()"
    parts = [renamed(case.what.text, declaration, f"_{number}") for number, case in enumerate(tried)]
    # They are to be seen from outside; without a declaration in front of them nobody misses one.
    statements = printed(tried, 'printf("%" PRIx64 " ", {name}_{number}({arguments}));')
    (tmp_path / "masks.c").write_text("\n".join((*parts, C_MAIN.replace("%s", statements))), encoding="utf-8")
    run([compiler, "-std=c99", *C_WARNINGS, "masks.c", "-o", "masks"], tmp_path)
    check_output(tried, run([tmp_path / "masks"], tmp_path, text=given_text()))


@pytest.mark.slow
def test_cpp_gives_the_masks_of_every_layer(tmp_path: Path) -> None:
    compiler = program("g++")
    tried = cases("cpp")
    parts = ["#include <cstdint>"]
    for number, case in enumerate(tried):
        assert case.what.text.startswith("#include <cstdint>\n")
        parts.append(f"namespace unit_{number} {{\n{case.what.text.partition(chr(10))[2]}}}")
    statements = printed(tried, 'printf("%" PRIx64 " ", unit_{number}::{name}({arguments}));')
    main = C_MAIN.replace("%s", statements).replace("(void)", "()")
    (tmp_path / "masks.cpp").write_text("\n".join((*parts, main)), encoding="utf-8")
    run([compiler, "-std=c++14", *C_WARNINGS, "masks.cpp", "-o", "masks"], tmp_path)
    check_output(tried, run([tmp_path / "masks"], tmp_path, text=given_text()))


@pytest.mark.slow
def test_rust_gives_the_masks_of_every_layer(tmp_path: Path) -> None:
    compiler = program("rustc")
    tried = cases("rust")
    parts = [f"#[allow(non_snake_case)]\nmod unit_{number} {{\n{case.what.text}}}" for number, case in enumerate(tried)]
    statements = printed(tried, 'print!("{{:x}} ", unit_{number}::{name}({arguments}));')
    parts.append(
        "fn main() {\n    for line in std::io::stdin().lines() {\n"
        "        let line = line.unwrap();\n"
        "        let m: Vec<u64> = line.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap()).collect();\n"
        f"{statements}\n        println!();\n    }}\n}}\n"
    )
    (tmp_path / "masks.rs").write_text("\n".join(parts), encoding="utf-8")
    run([compiler, "--edition=2021", "-Dwarnings", "-Copt-level=0", "-Cdebug-assertions=on", "masks.rs"], tmp_path)
    check_output(tried, run([tmp_path / "masks"], tmp_path, text=given_text()))


@pytest.mark.slow
def test_java_gives_the_masks_of_every_third_layer(tmp_path: Path) -> None:
    compiler, runner = program("javac"), program("java")
    tried = cases("java")[::3]  # It takes as long as all other languages together.
    parts = [case.what.text.replace("PawnMasks", f"Unit{number}") for number, case in enumerate(tried)]
    rows = [
        f"static long f{number}(long[] m) {{ return {line} }}"
        for number, line in enumerate(printed(tried, "Unit{number}.{name}({arguments});").splitlines())
    ]
    calls = "\n".join(f"out.append(Long.toHexString(f{number}(m))).append(' ');" for number in range(len(tried)))
    parts.append(
        "public class Masks {\n" + "\n".join(rows) + "\npublic static void main(String[] words) {\n"
        "var out = new StringBuilder();\nvar input = new java.util.Scanner(System.in);\nwhile (input.hasNextLine()) {\n"
        'long[] m = java.util.Arrays.stream(input.nextLine().split(" "))\n'
        "    .mapToLong(word -> Long.parseUnsignedLong(word, 16)).toArray();\n"
        f"{calls}\nout.append('\\n');\n}}\nSystem.out.print(out);\n}}\n}}\n"
    )
    (tmp_path / "Masks.java").write_text("\n".join(parts), encoding="utf-8")
    run([compiler, "-encoding", "utf-8", "-Xlint:all,-auxiliaryclass", "-Werror", "Masks.java"], tmp_path)
    check_output(tried, run([runner, "-XX:TieredStopAtLevel=1", "-cp", ".", "Masks"], tmp_path, text=given_text()))


@pytest.mark.slow
def test_go_gives_the_masks_of_every_third_layer(tmp_path: Path) -> None:
    compiler = program("go")
    tried = cases("go")[::3]
    declaration = r"^(?:func|const) (\w+)"
    head = ["package main", 'import ("bufio"; "fmt"; "os"; "strconv"; "strings")']
    parts = [
        renamed(case.what.text.replace("package pawns\n", ""), declaration, f"_{number}")
        for number, case in enumerate(tried)
    ]
    statements = printed(tried, 'fmt.Printf("%x ", {name}_{number}({arguments}))')
    parts.append(
        "func main() {\n\tlines := bufio.NewScanner(os.Stdin)\n\tfor lines.Scan() {\n\t\tvar m []uint64\n"
        "\t\tfor _, word := range strings.Fields(lines.Text()) {\n"
        "\t\t\tmask, _ := strconv.ParseUint(word, 16, 64)\n\t\t\tm = append(m, mask)\n\t\t}\n"
        f"{statements}\n\t\tfmt.Println()\n\t}}\n}}\n"
    )
    (tmp_path / "masks.go").write_text("\n".join((*head, *parts)), encoding="utf-8")
    run([compiler, "build", "masks.go"], tmp_path)
    check_output(tried, run([tmp_path / "masks"], tmp_path, text=given_text()))


# What sources look like


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_source_is_tidy_and_says_the_definition(language: str) -> None:
    for layer in SAID:
        text = source(layer, language, True).text
        lines = text.split("\n")
        assert lines[-1] == "" and lines[-2] != ""
        assert all(line == line.rstrip() for line in lines)
        assert "\n\n\n\n" not in text
        words = " ".join(word for line in lines for word in line.split() if word not in ("//", "///", "*", "/**", "*/"))
        assert layer.definition.split()[-1] in words
        assert max(len(line.expandtabs(4)) for line in lines) <= WIDTH


def test_one_function_serves_both_colors_where_they_are_the_same() -> None:
    one = source(LAYERS["isolated_pawns"], "c")
    assert [(function.name, function.parameters) for function in one.functions] == [("isolated_pawns", ("pawns",))]
    two = source(LAYERS["passed_pawns"], "javascript")
    assert [function.name for function in two.functions] == ["whitePassedPawns", "blackPassedPawns"]
    assert two.functions[0].parameters == two.functions[1].parameters == ("white_pawns", "black_pawns")
    assert two.text.count("function northFill(") == two.text.count("function whiteFrontSpans(") == 1


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("attacks(white)", ("white_pawns",)),
        ("attacks(white) - attacks(black)", ("white_pawns", "black_pawns")),
        ("kings(black) | east(occupied)", ("white_pieces", "black_pieces", "black_kings")),
        ("by_name(own) | by_name(enemy)", ("white_pawns", "black_pieces")),
        ("rank(white) | rank(own)", ()),
        ("unused = enemy; own << 1", ("pawns",)),
    ],
)
def test_one_function_serves_both_colors_where_the_colors_are_named(text: str, parameters: tuple[str, ...]) -> None:
    formula = parse(text, MINE)
    for language in LANGUAGES:
        one = source(formula, language)
        assert [function.parameters for function in one.functions] == [parameters]
        assert not re.match("white|black", one.functions[0].name)
        assert "The same for both colors." in one.text
        assert one.text == source(formula, language, True).text == source(formula, language, False).text


@pytest.mark.parametrize(
    "text",
    ["own & attacks(white)", "stops(white | {e4})", "by_name({d4})", "forward(white)", "attacks(enemy)", "rank_5(own)"],
)
def test_each_color_has_a_function_of_its_own_where_something_turns_with_the_side(text: str) -> None:
    two = source(parse(text, MINE), "c")
    assert [function.name for function in two.functions] == ["white_mask", "black_mask"]


def test_a_function_has_only_the_parameters_that_it_needs() -> None:
    def parameters(text: str, white: bool) -> tuple[str, ...]:
        return source(parse(text), "rust", white).functions[0].parameters

    assert parameters("stops(own)", True) == ("white_pawns",)
    assert parameters("stops(enemy)", True) == ("black_pawns",)
    assert parameters("{e4}", False) == ()
    assert parameters("unused = enemy; stops(own)", True) == ("white_pawns",)
    takeable_by_black = ("white_pieces", "white_kings", "black_en_passant")
    assert parameters("capture_targets(own)", False) == ("black_pawns", *takeable_by_black)
    takeable_by_white = ("black_kings", "white_en_passant")
    assert parameters("capture_targets(own_pieces)", True) == ("white_pieces", "black_pieces", *takeable_by_white)
    with_non_pawns = ("white_pawns", "black_pawns", "white_non_pawns", "black_non_pawns")
    assert parameters("push_targets(stops(own))", True) == with_non_pawns
    assert parameters("king_shelter(own)", True) == ("white_pawns", "white_kings")


def test_a_parameter_that_its_name_does_not_explain_is_explained() -> None:
    text = source(LAYERS["capture_targets"], "python", True).text
    assert "black_pieces: all of Black's pieces, pawns too." in " ".join(text.split())
    assert "white_en_passant: the square that White may capture on en passant, or none." in " ".join(text.split())
    text = source(parse("push_targets(stops(own))"), "python", True).text
    assert "white_non_pawns: White's pieces other than pawns." in " ".join(text.split())


def test_every_language_writes_the_same_layer_in_its_own_way() -> None:
    wanted = {
        "c": "    return (white_pawns << 9) & NOT_A_FILE;\n",
        "cpp": "constexpr std::uint64_t white_east_attacks(std::uint64_t white_pawns) {\n",
        "rust": "pub const fn white_east_attacks(white_pawns: u64) -> u64 {\n    (white_pawns << 9) & NOT_A_FILE\n}\n",
        "go": "func whiteEastAttacks(whitePawns uint64) uint64 {\n\treturn (whitePawns << 9) & notAFile\n}\n",
        "java": "    public static long whiteEastAttacks(long whitePawns) {\n",
        "python": "def white_east_attacks(white_pawns: int) -> int:\n",
        "javascript": "function whiteEastAttacks(whitePawns) {\n    return (whitePawns << 9n) & NOT_A_FILE;\n}\n",
        "numpy": "NOT_A_FILE = np.uint64(0xfefe_fefe_fefe_fefe)\n",
    }
    assert list(wanted) == list(LANGUAGES)
    for language, part in wanted.items():
        assert part in source(LAYERS["east_attacks"], language, True).text
    assert "(blackPawns >>> 7) & NOT_A_FILE" in source(LAYERS["east_attacks"], "java", False).text
    assert "BigInt.asUintN(64, whitePawns << 8n)" in source(LAYERS["stops"], "javascript", True).text
    assert "(white_pawns << 8) & BOARD" in source(LAYERS["stops"], "python", True).text
    assert "whitePawns &^ blackFrontSpans(blackPawns)" in source(LAYERS["open_pawns"], "go", True).text


def test_the_function_is_called_after_the_layer_or_as_one_likes() -> None:
    assert source(parse("stops(own)"), "c", False).functions[0].name == "black_mask"
    assert source(parse("stops(own)"), "go", False, name="my_stops").functions[0].name == "blackMyStops"
    assert source(parse("own << 1"), "c", False, name="abs").functions[0].name == "abs_of_pawns"
    names = own_layers(near="forward(own)", pairs="own & near(own)")
    made = source(names["pairs"], "python", True, names=names)
    assert made.functions[0].name == "white_pairs"
    assert "def white_near(white_pawns: int) -> int:" in made.text


def test_no_name_is_a_reserved_word_or_hides_another() -> None:
    for word in sorted(RESERVED_WORDS):
        if re.fullmatch("[A-Za-z_]+", word) and word not in ("and", "or", "xor", "not"):
            text = source(parse(f"{word} = own; {word} | enemy"), "c", True).text
            assert re.search(r"uint64_t \w+ = white_pawns;\n    return \w+ \| black_pawns;", text)
            assert not re.search(rf"uint64_t {word} =", text)


def test_a_comment_cannot_be_left() -> None:
    evil = 'It ends */ here """ \\ \n#error // ??/ \u202e /* \u2028 and goes on' + " on" * 80
    layer = Layer("evil", "Evil", Chapter("Mine", ""), "own & enemy", evil, badge("•"), parse("own").evaluate)
    for language in LANGUAGES:
        text = source(layer, language, True).text
        assert not set(text) & set("\u202e\u2028\\")
        assert not any(line.startswith("#error") for line in text.splitlines())
        assert text.count("*/") <= text.count("/**")
    names: dict[str, Any] = {}
    exec(compile(source(layer, "python", True).text, "evil", "exec"), names)
    assert names["white_evil"](6, 3) == 2


def test_what_is_counted_has_no_code_and_says_so() -> None:
    assert COUNTED
    for layer in COUNTED:
        with pytest.raises(NoFormulaError, match="has no formula"):
            source(layer, "c", True)
        with pytest.raises(NoFormulaError, match="has no formula"):
            source(parse(f"own & {layer.identifier}(enemy)"), "c", True)


def test_a_layer_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(FormulaError):
        source(own_layer("wrong", "own &"), "c", True)
    with pytest.raises(KeyError):
        source(LAYERS["stops"], "cobol", True)
