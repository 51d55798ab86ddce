"""The benchmark program: its table, its sections, and what it does when one of them fails."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.benchmarks import Row, interleaved_medians
from tests.benchmarks import __main__ as program


def failing() -> list[Row]:
    raise RuntimeError("the section failed")


def passing() -> list[Row]:
    return [Row("passes", 2.0, "times", 2)]


def test_a_table_says_of_each_value_whether_it_passes() -> None:
    rows = [
        Row("near", 1.999, "times", 2, "so"),
        Row("far", 20.04, "ms", 2),
        Row("free", 5, "ms"),
        Row("none", None, "ms", 1),
    ]
    assert program.table(rows).splitlines() == [
        "what  value  unit   limit           note",
        "near      2  times      2  pass     so",
        "far      20  ms         2  OVER",
        "free      5  ms",
        "none         ms         1  skipped",
    ]


@pytest.mark.parametrize("section", program.SECTIONS)
def test_every_section_is_a_function_that_can_be_imported(section: str) -> None:
    module, function = program.SECTIONS[section].split(":")
    assert callable(getattr(import_module(module), function))


def test_a_section_that_fails_leaves_the_others_their_rows_and_a_status_of_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(program.SECTIONS, "failing", f"{__name__}:failing")
    monkeypatch.setitem(program.SECTIONS, "passing", f"{__name__}:passing")
    assert program.main(["failing", "passing"]) == 1
    printed = capsys.readouterr()
    assert "pass" in printed.out
    assert "the section failed" in printed.err
    assert program.main(["passing"]) == 0


def test_an_unknown_section_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["quick"])
    assert "no section is called quick; there are one-position" in capsys.readouterr().err


def test_medians_leave_out_the_warming_up_and_the_outliers() -> None:
    one, other = iter([90.0, 1.0, 2.0, 50.0]), iter([80.0, 4.0, 4.0, 4.0])
    assert interleaved_medians(3, lambda: next(one), lambda: next(other)) == [2.0, 4.0]
