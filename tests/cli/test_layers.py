"""``pawnviz layers`` on the command line."""

from __future__ import annotations

import json

import pytest

from pawnviz.core.formula.code import LANGUAGES, TABLE_SETS, table_code
from pawnviz.core.layers import LAYERS, NUMBERS, Layer, Number
from pawnviz.core.words import listed
from tests.cli.running import run


def test_the_list_names_every_layer_with_title_formula_and_definition(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "layers")
    assert (status, err) == (0, "")
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


def test_the_source_of_a_layer_is_named_where_it_is_not_its_chapter_s(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "layers")[1].splitlines()
    entries: list[Layer | Number] = [*LAYERS.values(), *NUMBERS.values()]
    others = [entry.source for entry in entries if entry.source != entry.chapter.source]
    assert LAYERS["doubled_pawns_stockfish"].source in others
    addresses = [line.strip() for line in lines if line.startswith(" ") and "://" in line]
    assert sorted(addresses) == sorted(others), "each whole, on a line of its own"


def test_the_list_as_json_is_an_object_for_each_layer(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "layers", "--format", "json")
    assert (status, err) == (0, "")
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
def test_tables_are_printed_as_source_code(tables: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "layers", "--table", tables, "--code", language) == (0, table_code(tables, language), "")


def test_tables_are_written_in_c_unless_a_language_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "layers", "--table", "attacks") == (0, table_code("attacks", "c"), "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--code", "rust"), "--code needs --table"),
        (("--table", "spans"), "invalid choice: 'spans'"),
        (("--table", "attacks", "--code", "cobol"), "invalid choice: 'cobol'"),
    ],
)
def test_wrong_arguments_for_tables_are_named(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "layers", *arguments)
    assert (status, out) == (2, "")
    assert message in err
