"""Tests of ``pawnviz desktop`` and ``pawnviz completion``."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pawnviz.__main__ import main
from pawnviz.cli.command import COMMANDS, command_named
from tests.cli.running import Printed


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


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "manual"])
def test_a_text_has_each_sub_command_with_all_its_options(printed: Printed, shell: str) -> None:
    text = printed("completion", shell).replace("\\-", "-")
    for name in COMMANDS:
        # The manual page has a section for each, the scripts have lines.
        section = text.partition(f".SS pawnviz {name}\n")[2].partition(".SS")[0]
        lines = section or "".join(line for line in text.splitlines() if name in line)
        for each in command_named(name).options:
            option = each.names[-1]
            assert not option.startswith("-") or (f" -l {option[2:]} " if shell == "fish" else option) in lines


def completed(script: str, *words: str) -> list[str]:
    """Return how bash completes the last of the words, without names of files."""
    line = " ".join(f"'{word}'" for word in ("pawnviz", *words))
    ask = f'{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _pawnviz; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not there")
def test_bash_completes_commands_options_and_their_values(printed: Printed) -> None:
    script = printed("completion", "bash")
    assert completed(script, "ma") == ["masks"]
    assert completed(script, "--n") == ["--new-window"]
    assert completed(script, "render", "8/8/8/8/8/8/8/8", "--f") == ["--flip", "--format"]
    assert completed(script, "render", "--theme", "") == ["light", "dark", "ink"]
    assert completed(script, "masks", "--layer", "isolated_p") == ["isolated_pawns"]
    assert "carlsbad" in completed(script, "search", "--structure", "")
    assert completed(script, "completion", "z") == ["zsh"]
    assert completed(script, "render", "8/8") == []


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not there")
def test_the_man_page_is_right_and_keeps_all_signs(printed: Printed, tmp_path: Path) -> None:
    page = tmp_path / "pawnviz.1"
    page.write_text(printed("completion", "manual"), encoding="utf-8")
    words = ["groff", "-man", "-ww", "-rLL=200n", "-Kutf8", "-Tutf8", "-P-cbou", str(page)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "x = stops(own); x | east(x)" in done.stdout
    assert "--theme light|dark|ink" in done.stdout
