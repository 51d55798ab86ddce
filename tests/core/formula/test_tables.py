"""Tables as code: compiled or run in each language that is there, every entry is what a slow reference says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import numpy
import pytest

from pawnviz.core.formula.code import TABLE_SETS, table_code, tables
from pawnviz.core.formula.languages import LANGUAGES, WIDTH
from tests.core.formula.test_code import program, run
from tests.reference.view import islands

# What the tables hold, square by square and file by file


def mask(places: set[tuple[int, int]]) -> int:
    """Return the mask of places, a file and a rank from 0, that are on the board."""
    return sum(1 << 8 * rank + file for file, rank in places if 0 <= file < 8 and 0 <= rank < 8)


def attacked(color: int, square: int) -> int:
    file, rank = square % 8, square // 8
    ahead = rank + 1 if color == 0 else rank - 1
    return mask({(file - 1, ahead), (file + 1, ahead)})


def bits(files: list[int]) -> int:
    return sum(1 << file for file in files)


def expected() -> dict[str, list[int]]:
    """Return the entries of each table in one row."""
    found: dict[str, list[int]] = {
        "pawn_attacks": [attacked(color, square) for color in (0, 1) for square in range(64)]
    }
    sets = [islands(frozenset((file, 0) for file in range(8) if files >> file & 1)) for files in range(256)]
    alone = [[island[0] for island in each if len(island) == 1] for each in sets]
    found["island_count"] = [len(each) for each in sets]
    found["island_east_files"] = [bits([island[-1] for island in each]) for each in sets]
    found["island_west_files"] = [bits([island[0] for island in each]) for each in sets]
    found["isolated_files"] = [bits(each) for each in alone]
    borders = [[{island[0], island[-1]} for island in each if len(island) > 1] for each in sets]
    found["half_isolated_files"] = [bits([file for island in each for file in island]) for each in borders]
    found["isolated_file_squares"] = [mask({(file, rank) for file in each for rank in range(8)}) for each in alone]
    return found


EXPECTED: Final = expected()


def flat(identifier: str) -> list[int]:
    """Return all entries that a source of a set of tables has to print, table by table."""
    return [value for table in tables(identifier) for value in EXPECTED[table.name]]


def printed(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def test_every_table_is_what_a_slow_count_says() -> None:
    assert {table.name for identifier in TABLE_SETS for table in tables(identifier)} == set(EXPECTED)
    for identifier in TABLE_SETS:
        for table in tables(identifier):
            assert [value for row in table.rows for value in row] == EXPECTED[table.name], table.name
    assert [table.sizes for table in tables("attacks")] == [(2, 64)]
    assert {table.sizes for table in tables("islands")} == {(256,)}
    assert max(EXPECTED["island_count"]) == 4


# Each language


@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_python_has_the_tables(identifier: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(table_code(identifier, "python"), identifier, "exec"), names)
    for table in tables(identifier):
        made = names[table.name.upper()]
        rows = made if len(table.rows) > 1 else (made,)
        assert [value for row in rows for value in row] == EXPECTED[table.name]


@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_numpy_has_the_tables(identifier: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(table_code(identifier, "numpy"), identifier, "exec"), names)
    for table in tables(identifier):
        array = names[table.name.upper()]
        assert array.shape == table.sizes
        assert array.dtype == (numpy.uint64 if table.bits == 64 else numpy.uint8)
        assert array.ravel().tolist() == EXPECTED[table.name]


@pytest.mark.slow
@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_javascript_has_the_tables(identifier: str, tmp_path: Path) -> None:
    node = program("node")
    names = ", ".join(table.name.upper() for table in tables(identifier))
    source = table_code(identifier, "javascript")
    script = f"'use strict';\n{source}\nconsole.log([{names}].flat(2).map(each => each.toString(16)).join(' '));\n"
    (tmp_path / "tables.js").write_text(script, encoding="utf-8")
    assert printed(run([node, "tables.js"], tmp_path)) == flat(identifier)


C_LOOP: Final = """
    for (size_t i = 0; i < sizeof {name} / sizeof {first}; i++) printf("%" PRIx64 " ", (uint64_t)(&{first})[i]);
"""


@pytest.mark.parametrize(
    ("language", "compiler", "options"),
    [
        ("c", "gcc", ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]),
        ("cpp", "g++", ["-std=c++14", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]),
    ],
)
@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_c_and_cpp_have_the_tables(
    identifier: str, language: str, compiler: str, options: list[str], tmp_path: Path
) -> None:
    loops = "".join(
        C_LOOP.format(name=table.name.upper(), first=table.name.upper() + "[0]" * len(table.sizes))
        for table in tables(identifier)
    )
    head = "#include <inttypes.h>\n#include <stddef.h>\n#include <stdio.h>\n"
    ending = "void" if language == "c" else ""
    text = f"{head}{table_code(identifier, language)}\nint main({ending}) {{{loops}    return 0;\n}}\n"
    name = f"tables.{language}"
    (tmp_path / name).write_text(text, encoding="utf-8")
    run([program(compiler), *options, name, "-o", "tables"], tmp_path)
    assert printed(run([tmp_path / "tables"], tmp_path)) == flat(identifier)


@pytest.mark.slow
@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_rust_has_the_tables(identifier: str, tmp_path: Path) -> None:
    compiler = program("rustc")
    loops = "\n".join(
        f"    for each in {table.name.upper()}.iter(){'.flatten()' * (len(table.sizes) - 1)} "
        '{ print!("{:x} ", each); }'
        for table in tables(identifier)
    )
    text = f"{table_code(identifier, 'rust')}\nfn main() {{\n{loops}\n}}\n"
    (tmp_path / "tables.rs").write_text(text, encoding="utf-8")
    run([compiler, "--edition=2021", "-Dwarnings", "tables.rs"], tmp_path)
    assert printed(run([tmp_path / "tables"], tmp_path)) == flat(identifier)


@pytest.mark.slow
def test_java_has_the_tables(tmp_path: Path) -> None:
    compiler, runner = program("javac"), program("java")
    loops = []
    parts = []
    for identifier in TABLE_SETS:
        unit = f"Unit{identifier.title()}"
        parts.append(table_code(identifier, "java").replace("PawnMasks", unit))
        for table in tables(identifier):
            kind = "long" if table.bits == 64 else "int"
            text = "Long" if table.bits == 64 else "Integer"
            line = f"for ({kind} each : ROW) System.out.print({text}.toHexString(each) + ' ');"
            name = f"{unit}.{table.name.upper()}"
            row = line.replace("ROW", name if len(table.sizes) == 1 else "row")
            loops.append(row if len(table.sizes) == 1 else f"for ({kind}[] row : {name}) {row}")
    body = "\n".join(loops)
    parts.append(f"public class Tables {{ public static void main(String[] words) {{\n{body}\n}} }}\n")
    (tmp_path / "Tables.java").write_text("\n".join(parts), encoding="utf-8")
    run([compiler, "-encoding", "utf-8", "-Xlint:all,-auxiliaryclass", "-Werror", "Tables.java"], tmp_path)
    found = printed(run([runner, "-XX:TieredStopAtLevel=1", "-cp", ".", "Tables"], tmp_path))
    assert found == [value for identifier in TABLE_SETS for value in flat(identifier)]


@pytest.mark.slow
@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_go_has_the_tables(identifier: str, tmp_path: Path) -> None:
    compiler = program("go")
    source = table_code(identifier, "go").replace("package pawns", 'package main\n\nimport "fmt"')
    loops = []
    for table in tables(identifier):
        first, *others = table.name.split("_")
        name = first + "".join(word.title() for word in others)
        inner = 'fmt.Printf("%x ", each)'
        row = f"for _, each := range {name} {{ {inner} }}"
        if len(table.sizes) > 1:
            row = f"for _, row := range {name} {{ for _, each := range row {{ {inner} }} }}"
        loops.append(row)
    body = "\n\t".join(loops)
    (tmp_path / "tables.go").write_text(f"{source}\nfunc main() {{\n\t{body}\n}}\n", encoding="utf-8")
    run([compiler, "build", "tables.go"], tmp_path)
    assert printed(run([tmp_path / "tables"], tmp_path)) == flat(identifier)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("identifier", TABLE_SETS)
def test_a_source_of_tables_is_tidy_and_says_what_the_indexes_are(identifier: str, language: str) -> None:
    text = table_code(identifier, language)
    lines = text.split("\n")
    assert lines[-1] == "" and lines[-2] != ""
    assert all(line == line.rstrip() for line in lines)
    assert max(len(line.expandtabs(4)) for line in lines) <= WIDTH
    words = " ".join(re.sub(r"^\s*(///?|\*|/\*\*|#)", "", line).strip() for line in lines)
    for table in tables(identifier):
        assert " ".join(table.words.split()) in " ".join(words.split())
