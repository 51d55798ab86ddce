"""The command that measures whether layers can be read, and writes pictures for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from tests.legibility.__main__ import main
from tests.legibility.pictures import WIDTHS
from tests.view.vision import VISIONS


def test_the_truth_beside_the_pictures_holds_the_squares_of_each_layer(
    tmp_path: Path, qapp: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.legibility.pictures.WIDTHS", WIDTHS[-1:])
    assert main([str(tmp_path), "--seed", "5"]) == 0
    truth = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    assert {"random-1", "hatch", "badge"} <= truth.keys()
    for name, asked in truth.items():
        for vision in VISIONS:
            assert QImage(str(tmp_path / f"{name}-{vision.replace(' ', '-')}-320.png")).width() == 320
        white, black = Position.from_fen(asked["fen"]).sides()
        for layer, squares in asked["layers"].items():
            assert parse_squares(squares["white"]) == LAYERS[layer](white)
            assert parse_squares(squares["black"]) == LAYERS[layer](black)
    assert f"{len(truth) * len(VISIONS)} pictures" in capsys.readouterr().out


def test_hidden_marks_give_the_exit_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.legibility.visible.LEAST_SEEN", 1.01)
    monkeypatch.setattr("tests.legibility.visible.kinds", lambda: ["stops", "attacks"])
    assert main(["--count", "0"]) == 1
    assert "marks are hidden" in capsys.readouterr().out
