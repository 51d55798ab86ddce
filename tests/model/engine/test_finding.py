"""Engines that are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pawnviz.model.engine import engine as finding
from pawnviz.model.engine.engine import can_be_run, find_engines


def put(folder: Path, name: str, mode: int = 0o755) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return str(path)


def test_engines_are_found_by_name_on_the_path_and_in_usual_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path, usual = tmp_path / "bin", tmp_path / "games"
    lc0, versioned = put(on_path, "lc0"), put(on_path, "stockfish-17.1-avx2")
    known = put(usual, "stockfish")
    put(on_path, "stockfish.txt")
    put(on_path, "stockfish-data", 0o644)
    put(on_path, "not-stockfish")
    (on_path / "fruit").mkdir()
    (on_path / "same").symlink_to(known)
    (on_path / "toga2").symlink_to(on_path / "nowhere")
    monkeypatch.setenv("PATH", f"{on_path}:{on_path}:relative::{tmp_path}/missing")
    monkeypatch.setattr(finding, "_FOLDERS", (str(usual), "~/bin"))
    assert find_engines() == (versioned, known, lc0)


def test_only_a_file_that_may_be_started_can_be_run(tmp_path: Path) -> None:
    assert can_be_run(put(tmp_path, "engine"))
    for path in (put(tmp_path, "plain", 0o644), str(tmp_path), str(tmp_path / "none"), "", "a\0b", "x" * 9000):
        assert not can_be_run(path)
