from __future__ import annotations

import json
from pathlib import Path

import pytest

from pawnviz.core.formula.code import TABLE_SETS, table_code
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import write_layers
from pawnviz.core.words import listed
from pawnviz.folders import LAYERS_FILE, settings_folder
from tests.cli.running import Printed, Run, piped
from tests.layer_packages import install


def test_the_list_names_every_layer_with_title_formula_and_definition(printed: Printed) -> None:
    out = printed("layers")
    assert max(map(len, out.splitlines())) <= 100
    flat = " ".join(out.split())
    for layer in LAYERS.values():
        how = f"= {layer.formula}" if layer.formula else layer.rule
        assert f"{layer.identifier} {layer.title} {how} {layer.definition}" in flat
        assert layer.chapter.title in out
        words = f" Also called {listed(layer.words, 'or')}." if layer.words else ""
        words += "".join(f" Also = {text}" for text in layer.also_written)
        if layer.source != layer.chapter.source:
            assert f"{layer.definition}{words} {layer.source}" in flat
        else:
            assert f"{layer.definition}{words}" in flat
    for number in NUMBERS.values():
        assert f"{number.identifier} {number.title} {number.definition}" in flat


def test_the_source_of_a_layer_is_named_where_it_is_not_its_chapter_s(run: Run) -> None:
    lines = run("layers")[1].splitlines()
    entries: list[Layer | Number] = [*LAYERS.values(), *NUMBERS.values()]
    others = [entry.source for entry in entries if entry.source != entry.chapter.source]
    assert LAYERS["doubled_pawns_stockfish"].source in others
    addresses = [line.strip() for line in lines if line.startswith(" ") and "://" in line]
    assert sorted(addresses) == sorted(others), "each whole, on a line of its own"


def test_the_list_as_json_is_an_object_for_each_layer(printed: Printed) -> None:
    out = printed("layers", "--format", "json")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["identifier"] for record in records] == [*LAYERS, *NUMBERS]
    spans = next(record for record in records if record["identifier"] == "front_spans")
    layer = LAYERS["front_spans"]
    assert spans == {
        "identifier": "front_spans",
        "title": layer.title,
        "chapter": layer.chapter.title,
        "kind": "layer",
        "formula": layer.formula,
        "rule": None,
        "definition": layer.definition,
        "source": layer.source,
        "words": ["squares in front"],
        "also_written": ["forward_fill(stops(own))"],
    }
    candidates = next(record for record in records if record["identifier"] == "candidate_pawns")
    assert (candidates["formula"], candidates["rule"]) == (None, LAYERS["candidate_pawns"].rule)
    assert records[-1]["kind"] == "number"
    assert records[-1]["formula"] is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tables", TABLE_SETS)
def test_tables_are_printed_as_source_code(tables: str, language: str, run: Run) -> None:
    assert run("layers", "--table", tables, "--code", language) == (0, table_code(tables, language), "")


FEN = "8/8/8/3p4/4P3/3P4/8/8 w - - 0 1"
OWN = (
    UserLayer("guarded", "Guarded pawns", "own & attacks(own)", "Own pawns that a pawn guards."),
    UserLayer("unguarded", "Unguarded pawns", "own - guarded(own)"),
)
OTHER = (UserLayer("guarded", "Guarded twice", "own & double_attacks(own)"), UserLayer("wide", "Wide", "rank_4"))
WRONG = UserLayer("wrong", "Wrong", "own & foo")


@pytest.fixture
def kept(own_folders: Path) -> Path:
    """Keep layers as the window does."""
    path = settings_folder() / LAYERS_FILE
    path.parent.mkdir(parents=True)
    path.write_text(write_layers((*OWN, WRONG)), encoding="utf-8")
    return path


@pytest.fixture
def shared(tmp_path: Path) -> str:
    """Make a file of layers to share."""
    path = tmp_path / "some.pawnviz-layers"
    path.write_text(write_layers(OTHER), encoding="utf-8")
    return str(path)


def test_an_own_layer_is_printed_by_its_name(kept: Path, printed: Printed) -> None:
    out = printed("masks", FEN, "--layer", "unguarded", "--layer", "guarded", "--format", "squares")
    assert out.splitlines()[1:] == [
        "unguarded  white  d3",
        "unguarded  black  d5",
        "guarded    white  e4",
        "guarded    black  -",
    ]


def test_without_names_it_is_all_that_are_built_in(kept: Path, printed: Printed) -> None:
    out = printed("masks", FEN, "--format", "json")
    assert list(json.loads(out)["white"]) == [*LAYERS, *NUMBERS]


def test_a_file_takes_the_place_of_ones_own(kept: Path, shared: str, run: Run, printed: Printed) -> None:
    out = printed("masks", FEN, "--layers", shared, "--layer", "guarded", "--format", "squares")
    assert out.splitlines()[1:] == ["guarded  white  -", "guarded  black  -"]
    out = printed("masks", FEN, "--layers", shared, "--format", "json")
    assert list(json.loads(out)["white"]) == [*LAYERS, *NUMBERS, "guarded", "wide"]
    assert run("masks", FEN, "--layers", shared, "--layer", "unguarded")[0] == 2


def test_a_wrong_layer_is_refused_by_its_name_and_column(kept: Path, run: Run) -> None:
    status, out, err = run("masks", FEN, "--layer", "wrong")
    assert (status, out) == (2, "")
    assert "the layer wrong cannot be read: column 7: 'foo' is not known" in err


def test_the_faults_of_a_file_are_reported_and_count_where_all_of_it_is_wanted(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "faulty.pawnviz-layers"
    clash = UserLayer("stopz", "Stops", "own")
    text = write_layers((*OTHER, clash, WRONG)).replace('"rank_4"', "4").replace("stopz", "stops")
    path.write_text(text, encoding="utf-8")
    faults = [
        f"pawnviz: {path}: entry 2 “Wide”: a formula is expected, as a text or a list of lines",
        f"pawnviz: {path}: entry 3 “Stops”: stops is a built-in layer; this one is read as stops_2",
        f"pawnviz: {path}: “Wrong”, column 7 of the formula: 'foo' is not known; "
        "expected a set of squares such as own, {e4} or stops(own)",
    ]
    masks = tmp_path / "masks"
    masks.write_text("stops white 8/8/8/8/4P3/8/8/8 {e5}\n", encoding="utf-8")
    for words in (
        ["masks", FEN, "--layer", "guarded"],
        ["masks", FEN, "--layer", "stops"],
        ["fixtures", FEN, "--layer", "stops"],
        ["check", str(masks)],
        ["check", str(masks), "--layer", "stops"],
        ["formula", "guarded(own)", FEN],
        ["formula", "own", "--code", "c"],
    ):
        status, out, err = run(*words, "--layers", str(path))
        assert (status, err.splitlines()) == (0, faults), words
        assert out
    status, out, err = run("masks", FEN, "--layer", "wrong", "--layers", str(path))
    assert (status, out, err.splitlines()[:3]) == (2, "", faults)
    status, out, err = run("masks", FEN, "--layers", str(path), "--format", "json")
    assert (status, err.splitlines()) == (1, faults)
    assert list(json.loads(out)["white"]) == [*LAYERS, *NUMBERS, "guarded", "stops_2"]


@pytest.mark.parametrize("command", [("masks", FEN), ("layers",), ("fixtures", FEN), ("formula", "own", FEN)])
def test_a_file_that_is_not_there_is_named(command: tuple[str, ...], run: Run) -> None:
    status, out, err = run(*command, "--layers", "none.pawnviz-layers")
    assert (status, out) == (2, "")
    assert "none.pawnviz-layers: No such file" in err


def test_layers_are_listed_under_their_chapter(kept: Path, shared: str, run: Run, printed: Printed) -> None:
    out = printed("layers")
    chapter = out.partition("\n\nUser layers\n")[2]
    assert [line.split()[0] for line in chapter.splitlines() if line and line[0] != " "] == [
        "guarded",
        "unguarded",
        "wrong",
    ]
    assert "= own & attacks(own)" in chapter
    out = printed("layers", "--layers", shared, "--format", "json")
    last = json.loads(out.splitlines()[-1])
    assert (last["identifier"], last["chapter"], last["formula"], last["source"]) == (
        "wide",
        "User layers",
        "rank_4",
        None,
    )


def test_own_layers_are_checked_and_written_as_fixtures(kept: Path, tmp_path: Path, run: Run, printed: Printed) -> None:
    out = printed("fixtures", FEN, "--layer", "guarded")
    lines = tmp_path / "lines"
    lines.write_text(out + f"guarded white {FEN} 0x1\n", encoding="utf-8")
    status, out, _ = run("check", str(lines))
    assert status == 1
    assert "guarded" in out


def test_a_broken_file_of_ones_own_does_not_hinder(own_folders: Path, run: Run) -> None:
    folder = settings_folder()
    folder.mkdir(parents=True)
    (folder / LAYERS_FILE).write_bytes(b"\xff\x00 no JSON")
    assert run("masks", FEN, "--layer", "pawns")[0] == 0
    status, _, err = run("masks", FEN, "--layer", "mine")
    assert status == 2
    assert "there is no layer 'mine'" in err
    assert run("layers")[0] == 0


@pytest.mark.slow
def test_layers_of_installed_packages_are_listed_and_computed_and_faults_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    fen = "8/8/8/8/8/8/PP6/8 w - - 0 1"
    install(tmp_path, name="pawn-extras")
    done = piped("layers", "--format", "json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["identifier"] for record in records if record["chapter"] == "Package pawn-extras"] == ["half"]
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"half     32  0x00000000ffffffff" in piped("masks", fen, "--layer", "half").stdout
    assert piped("formula", "half(enemy)", fen, "--side", "white", "--format", "json").stdout.split()[-1] == (
        b'"0xffffffff00000000"}'
    )
    install(tmp_path, "layers = 5", "broken")
    failing = 'layers = lambda: [{"title": "Rare", "definition": "Rare.", "function": lambda side: 6 // side.knights}]'
    install(tmp_path, failing, "rare")
    done = piped("masks", fen, "--layer", "half")
    assert (done.returncode, done.stderr.decode().splitlines()) == (
        0,
        [
            "pawnviz: the layers of the package broken are left out: TypeError: 'int' object is not callable",
            "pawnviz: the layer 'Rare' of the package rare is left out: "
            "ZeroDivisionError: integer division or modulo by zero",
        ],
    )


@pytest.mark.slow
def test_a_command_whose_layer_fails_on_a_board_ends_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    failing = """
        def few(side):
            if side.pawns == 1 << 35:
                raise ValueError("a pawn on d5")
            return side.pawns

        layers = lambda: [{"title": "Few", "definition": "Few pawns.", "function": few}]
    """
    install(tmp_path, failing)
    assert piped("masks", "8/8/8/8/3P4/8/8/8 w - - 0 1", "--layer", "few").returncode == 0
    done = piped("masks", "8/8/8/3P4/8/8/8/8 w - - 0 1", "--layer", "few")
    assert done.returncode == 1
    fault = b"pawnviz: the layer 'Few' of the package extras holds no squares: a pawn on d5"
    assert done.stderr.splitlines() == [fault]
