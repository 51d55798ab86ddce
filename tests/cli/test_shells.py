"""Tests of ``pawnviz completion``."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pawnviz.cli.command import COMMANDS, command_named
from tests.cli.running import Printed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "man"])
def test_a_text_has_each_sub_command_with_all_its_options(printed: Printed, shell: str) -> None:
    text = printed("completion", shell).replace("\\-", "-")
    for name in COMMANDS:
        # The man page has a section for each, the scripts have lines.
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
    page.write_text(printed("completion", "man"), encoding="utf-8")
    words = ["groff", "-man", "-ww", "-rLL=200n", "-Kutf8", "-Tutf8", "-P-cbou", str(page)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "x = stops(own); x | east(x)" in done.stdout
    assert "--theme light|dark|ink" in done.stdout
