"""What is kept where two windows share a folder, in any order, and where an ordinary user may not write a file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.kept.folder import START_NAME
from pawnviz.view.app import Program
from tests.fuzz import state

ROOT = Path(__file__).parents[2]
ORDERS = [
    order
    for order in permutations(("open a", "open b", "close a", "close b"))
    if all(order.index(f"open {name}") < order.index(f"close {name}") for name in "ab")
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: ", ".join(order))
def test_two_windows_keep_what_each_has_added_in_every_order(
    qtbot: QtBot, tmp_path: Path, order: tuple[str, ...]
) -> None:
    programs: dict[str, Program] = {}
    for number, step in enumerate(order):
        verb, name = step.split()
        if verb == "open":
            program = programs[name] = Program(None, tmp_path)
            with qtbot.waitSignal(program.window.board.first_painted):
                program.show()
            own = program.layers.user_layers
            own.set_kept(UserLayers((*own.kept.entries, UserLayer(f"of_{name}", f"Of {name}", "own"))))
            program.document.set_fen(f"4k3/8/8/8/8/8/P7/4K3 w - - 0 {10 + number}")
            program.autosave.flush()  # As within a second, before a person opens another window.
        else:
            program = programs.pop(name)
            assert program.window.notice.isHidden(), program.window.notice.text
            assert program.window.close()
            for part in (program.window, program):
                part.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    last = Program(None, tmp_path)
    assert {entry.identifier for entry in last.layers.user_layers.kept.entries} == {"of_a", "of_b"}
    assert last.document.position.fullmove_number == 10 + max(order.index("open a"), order.index("open b"))
    assert last.window.notice.isHidden(), "the start mark of no window is left over"
    last.kept.end_start()
    for part in (last.window, last):
        part.deleteLater()
    assert not (tmp_path / START_NAME).exists()


def as_ordinary_user() -> list[str]:
    """Return the words before a command by which the superuser, too, may write only what its mode allows."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("the superuser may write everything")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files are those of POSIX")
@pytest.mark.parametrize("name", state.NAMES)
def test_a_file_that_may_not_be_written_is_named_and_the_others_are_kept(tmp_path: Path, name: str) -> None:
    def start(edit: str) -> state.Report:
        code = f"""
import json, sys
from pathlib import Path
from tests.fuzz import state
print(json.dumps(state.start(Path(sys.argv[1]), state.{edit})))
"""
        done = subprocess.run(
            [*as_ordinary_user(), sys.executable, "-c", code, str(tmp_path)],
            env=dict(os.environ, QT_QPA_PLATFORM="offscreen"),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return state.Report(*json.loads(done.stdout))

    start("FIRST_EDIT")
    before = {other: (tmp_path / other).read_bytes() for other in state.NAMES}
    (tmp_path / name).chmod(0o400)
    report = start("LARGER_EDIT")
    assert f"cannot be kept: “{tmp_path / name}” is write-protected; allow writing to it" in report.notice
    assert report.notice.count("cannot be kept") == 1
    assert [other for other in state.NAMES if (tmp_path / other).read_bytes() == before[other]] == [name]
    (tmp_path / name).chmod(0o600)
    start("LARGER_EDIT")
    assert [other for other in state.NAMES if (tmp_path / other).read_bytes() == before[other]] == []
