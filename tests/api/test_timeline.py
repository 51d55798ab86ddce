"""Timelines through the API."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

import pawnviz

GAME = "1. e4 d5 2. exd5 *"


def library(name: str) -> ModuleType:
    """Return a library whose frames are the columns that they are made of, by its name."""
    module = ModuleType(name)
    vars(module)["DataFrame"] = lambda columns: (name, columns)
    return module


@pytest.mark.parametrize(
    ("there", "taken"), [(("pandas", "polars"), "pandas"), (("pandas",), "pandas"), (("polars",), "polars")]
)
def test_a_frame_has_a_row_for_each_position(
    monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], taken: str
) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, library(name) if name in there else None)
    game = pawnviz.timeline(GAME, ["levers", "island_count"])
    name, columns = game.to_frame()
    assert name == taken
    assert list(columns) == [
        *("ply", "san", "fen"),
        *(f"{color}.{layer}" for layer in ("levers", "island_count") for color in ("white", "black")),
    ]
    assert columns["ply"] == [0, 1, 2, 3]
    assert columns["san"] == ["", "e4", "d5", "exd5"]
    assert columns["fen"] == list(game.fens)
    assert columns["white.levers"].tolist() == [0, 0, 1 << 28, 0]
    assert columns["black.island_count"].tolist() == [1, 1, 1, 2]


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_a_frame_of_the_library_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: Any = pytest.importorskip(name)
    if name == "polars":
        monkeypatch.setitem(sys.modules, "pandas", None)
    frame = pawnviz.timeline(GAME, ["levers"]).to_frame()
    assert isinstance(frame, frames.DataFrame)
    assert frame.shape == (4, 5)
    assert list(frame["white.levers"]) == [0, 0, 1 << 28, 0]


def test_without_a_library_of_frames_the_error_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="to_frame needs pandas or polars; install one of them"):
        pawnviz.timeline(GAME, ["levers"]).to_frame()
