"""Two windows work over one folder and save at random moments; one after the other is killed, many in a save.

After each kill the other window saves once more. Then every layer that a window had saved is in the file and none that
it had removed, the position and the settings are those of a save, each file is whole, and nothing is left beside it.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from pawnviz.folders import settings_folder
from tests.fuzz.frame import LONGEST, in_child, tries

FILES: Final = {"settings.json", "session.json", "layers.json"}
MAY_BE_THERE: Final = FILES | {"pawnviz.lock", "starting.lock"}


LATEST_KILL: Final = 0.03
"""The seconds after the beginning of a save up to which its window is killed."""

MOST_LAYERS: Final = 12
"""The own layers that a window has at once."""

FEN: Final = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 {number}"


class Work(NamedTuple):
    """What a window keeps: its own layers, the number of the last position, and the value of its setting."""

    layers: list[str]
    number: int
    setting: bool


class Window:
    """A window in a process of its own: what it has saved, and what it was about to save last."""

    def __init__(self, folder: Path, name: str, seed: str, *, is_first: bool) -> None:
        """Start the process; ``is_first`` chooses the setting that it changes."""
        self.name = name
        self.is_first = is_first
        self.saved = self.begun = Work([], 1, False)
        self.is_saving = False
        self._said = b""
        self._is_killed = False
        from_parent, self._orders = os.pipe()

        def work(answers: int) -> None:
            os.close(self._orders)
            _work(folder, name, seed, from_parent, answers, is_first=is_first)

        self.process, self._pipe = in_child(work)
        os.close(from_parent)

    def listen(self, until: str) -> None:
        """Take what the window says up to a word: ``begin``, ``saved`` or ``paused``; raises ``StuckError``."""
        while True:
            line, found, rest = self._said.partition(b"\n")
            if found:
                self._said = rest
                if self._take(json.loads(line)) == until:
                    return
            else:
                self._said += self._more()

    def _more(self) -> bytes:
        ready, _, _ = select.select([self._pipe], [], [], LONGEST)
        data = os.read(self._pipe, 65536) if ready else b""
        if not data:
            raise StuckError(f"the window {self.name} {'has ended' if ready else 'says nothing'}")
        return data

    def _take(self, line: list[Any]) -> str:
        word = str(line[0])
        if word == "wrong":
            raise StuckError(f"the window {self.name}: {line[1]}")
        self.is_saving = word == "begin"
        if word == "begin":
            self.begun = Work(*line[1])
        elif word == "saved":
            self.saved = self.begun
        return word

    def order(self, word: str) -> None:
        """Let the window ``pause`` after one more whole save, or ``go`` on."""
        os.write(self._orders, f"{word}\n".encode())

    def kill(self) -> None:
        """Kill the window, once, and take what it had still said."""
        if self._is_killed:
            return
        self._is_killed = True
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        while data := os.read(self._pipe, 65536):
            self._said += data
        for line in self._said.split(b"\n")[:-1]:
            self._take(json.loads(line))
        os.close(self._pipe)
        os.close(self._orders)


class StuckError(Exception):
    """A window does not go on."""


# In the child


def _work(folder: Path, name: str, seed: str, orders: int, answers: int, *, is_first: bool) -> None:
    """Work as a window until the process is killed."""

    def say(*words: object) -> None:
        os.write(answers, json.dumps(words).encode() + b"\n")

    is_last = False
    try:
        for work in _saves(folder, name, random.Random(seed), say, is_first=is_first):
            say("saved")
            if is_last:
                say("paused", work)
                if not os.read(orders, 100):
                    break
            ready, _, _ = select.select([orders], [], [], 0)
            # A save that had begun before the order may have been before the kill as well.
            is_last = bool(ready) and os.read(orders, 100) == b"pause\n"
    except BaseException:
        say("wrong", traceback.format_exc()[-3000:])


def _saves(folder: Path, name: str, chance: random.Random, say: Any, *, is_first: bool) -> Iterator[Work]:
    """Open a window, and change and save something again and again; yield what was saved."""
    from pawnviz.core.user_layers.collection import UserLayer, UserLayers
    from pawnviz.view.app import Program, make_application

    application = make_application()
    program = Program(None, folder)
    painted: list[bool] = []
    program.window.board.first_painted.connect(lambda: painted.append(True))
    program.show()
    while not painted:
        application.processEvents()
    own = program.layers.user_layers
    # Those of windows that were killed go, so that there are never too many.
    ended = f"{name[:2]}_"
    own.set_kept(UserLayers(entry for entry in own.kept.entries if not entry.identifier.startswith(ended)))
    mine: list[str] = []
    setting = program.window.board.board_geometry.flipped if is_first else program.kept.settings.kept.show_coordinates
    for number in range(1, 9999):
        # Each save writes all three files, and so deletes what a killed window has left of them.
        if len(mine) == MOST_LAYERS or (mine and chance.random() < 0.4):
            gone = mine.pop(chance.randrange(len(mine)))
            own.set_kept(own.kept.without(gone))
        if len(mine) < MOST_LAYERS:
            mine.append(f"{name}_{number}")
            own.set_kept(own.kept.with_entry(UserLayer(mine[-1], mine[-1], "own | " * chance.randrange(99) + "own")))
        program.document.set_fen(FEN.format(number=number))
        setting = not setting
        if is_first:
            program.window.preferences.flipped.value = setting
        else:
            program.window.board.preferences.show_coordinates.value = setting
        work = Work(sorted(mine), number, setting)
        say("begin", work)
        program.autosave.finish()
        if program.window.notice.isVisible():
            say("wrong", f"the notice {program.window.notice.text}")
        yield work
        application.processEvents()
        time.sleep(chance.random() * 0.02)


# What is wrong


def _faults(folder: Path, killed: Window, other: Window) -> Iterator[str]:
    """Yield what is wrong in the folder after a kill, once the other window has saved and waits."""
    from pawnviz.core.board.position import Position
    from pawnviz.model.kept.folder import KeptFolder

    kept = KeptFolder(folder)
    layers, layers_notice = kept.layers.load()
    session, session_notice = kept.session.load()
    settings, settings_notice = kept.settings.load()
    yield from (notice for notice in (layers_notice, session_notice, settings_notice) if notice)
    left = {path.name for path in folder.iterdir()} - MAY_BE_THERE
    if left:
        yield f"there is {', '.join(sorted(left))}"
    for window, states in ((killed, (killed.saved, killed.begun)), (other, (other.saved,))):
        found = sorted(entry.identifier for entry in layers if entry.identifier.startswith(f"{window.name}_"))
        if all(found != state.layers for state in states):
            yield f"of {window.name} there are the layers {found}, not {' or '.join(str(s.layers) for s in states)}"
        value = settings.flipped if window.is_first else settings.show_coordinates
        if all(value != state.setting for state in states):
            yield f"the setting of {window.name} is {value}"
    number = Position.from_fen(session.fen).fullmove_number
    if number not in (killed.saved.number, killed.begun.number, other.saved.number):
        yield f"the position is number {number}"


def run(count: int, seed: int) -> int:
    """Kill this many windows and return the exit status."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import_module("pawnviz.view.app")  # Once for all children.
    import_module("pawnviz.model.kept.folder")
    chance = random.Random(seed)
    in_save: list[bool] = []
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CONFIG_HOME"] = place
        folder = settings_folder()
        windows = [_opened(folder, f"{seed}.{number}", is_first=number == 0) for number in range(2)]

        def faults_of(number: int) -> list[str]:
            faults, was_saving = _kill_one(folder, windows, chance, f"{seed}.{number + 2}")
            in_save.append(was_saving)
            return faults

        try:
            return tries(count, seed, "kill", faults_of, lambda: f"{sum(in_save)} of them in a save")
        finally:
            for window in windows:
                window.kill()


def _kill_one(folder: Path, windows: list[Window], chance: random.Random, seed: str) -> tuple[list[str], bool]:
    """Kill one of two windows, replace it by another, and return what is wrong and whether it was saving."""
    which = chance.randrange(2)
    killed, other = windows[which], windows[1 - which]
    try:
        for _ in range(chance.randrange(1, 4)):
            killed.listen("begin")
        time.sleep(chance.random() * LATEST_KILL)
        killed.kill()
        other.order("pause")
        other.listen("paused")
        faults = list(_faults(folder, killed, other))
        other.order("go")
        windows[which] = _opened(folder, seed, is_first=killed.is_first)
    except StuckError as error:
        faults = [str(error)]
    return faults, killed.is_saving


def _opened(folder: Path, seed: str, *, is_first: bool) -> Window:
    """Open a window whose name tells its layers from those of all others, and wait until it saves."""
    window = Window(folder, f"{'ab'[not is_first]}w_{seed.rpartition('.')[2]}", seed, is_first=is_first)
    window.listen("begin")
    return window
