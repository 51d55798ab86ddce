"""The command that measures whether layers can be read."""

from __future__ import annotations

import pytest

from tests.legibility.__main__ import main


@pytest.mark.usefixtures("qapp")  # Drawing would start Qt without widgets.
def test_hidden_marks_give_the_exit_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.legibility.visible.LEAST_SEEN", 1.01)
    monkeypatch.setattr("tests.legibility.visible.kinds", lambda: ["stops", "attacks"])
    assert main(["--count", "0"]) == 1
    assert "marks are hidden" in capsys.readouterr().out
