"""Tests of ``pawnviz desktop``."""

from __future__ import annotations

from pathlib import Path

import pytest

from pawnviz.__main__ import main


def test_a_desktop_gets_entry_types_and_icons_and_loses_them_without_a_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["desktop", "--install", "--prefix", str(tmp_path)]) == 0
    written = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert sorted(capsys.readouterr().out.split()) == [str(path) for path in written]
    entry = (tmp_path / "share/applications/org.pawnviz.pawnviz.desktop").read_text()
    assert "\nExec=pawnviz %u\n" in entry
    share = tmp_path / "share"
    assert "complete -o default" in (share / "bash-completion/completions/pawnviz").read_text()
    assert (share / "zsh/site-functions/_pawnviz").read_text().startswith("#compdef pawnviz\n")
    assert (share / "man/man1/pawnviz.1").read_text().startswith(".TH PAWNVIZ 1 ")
    assert (share / "fish/vendor_completions.d/pawnviz.fish") in written
    assert {path.parents[1].name for path in written if path.suffix == ".png"} >= {"16x16", "48x48", "512x512"}
    assert main(["desktop", "--remove", "--prefix", str(tmp_path)]) == 0
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_menu_of_the_user_starts_this_very_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.argv", ['/opt/a %b/paw"n\\viz'])
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert main(["desktop", "--install"]) == 0
    entry = (tmp_path / "applications/org.pawnviz.pawnviz.desktop").read_text()
    assert '\nExec="/opt/a %%b/paw\\\\"n\\\\\\\\viz" %u\n' in entry


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "share").write_text("")
    assert main(["desktop", "--install", "--prefix", str(tmp_path)]) == 1
    assert str(tmp_path / "share") in capsys.readouterr().err


def test_one_of_both_actions_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desktop"]) == 2
    assert "give --install or --remove" in capsys.readouterr().err
    assert main(["desktop", "--install", "--remove"]) == 2
