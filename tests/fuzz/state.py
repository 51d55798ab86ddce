"""Tries what may stand in the folder of the settings: every start gets through, says what is wrong, and loses nothing.

A program is started over a folder whose files are mutated: bytes, types, sizes, versions, permissions, links, pipes and
folders in the place of files, and a start that ended early. Each start happens in a child process and must paint its
first board within ``LIMIT`` seconds of processor time, say at most three lines, keep what it cannot use beside, and
leave the values of the other files as they are. Every byte of the kept layout is made wrong, one at a time, in turn.
"""

from __future__ import annotations

import base64
import json
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

LIMIT: Final = 3.0
"""The seconds of processor time that a start may take to its first board and its end."""

LONGEST: Final = 30.0
"""The seconds after which a start counts as hung, on a machine that has other things to do."""

NAMES: Final = ("settings.json", "session.json", "layers.json")
FEN: Final = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
OWN_LAYER: Final = "double_guards"


class Report(NamedTuple):
    """What a start says of itself: its notice, its position, its own layers, its theme, and what it shows."""

    notice: str
    fen: str
    own: list[str]
    theme: str
    shown: list[str]


def start(folder: Path, *, edit: bool) -> Report:
    """Start the program over a folder, in this process, and return its report; with ``edit`` change what is kept."""
    from pawnviz.core.user_layers.collection import UserLayer, UserLayers
    from pawnviz.view.app import Program, make_application

    application = make_application()
    program = Program(None, folder)
    painted: list[bool] = []
    program.window.board.first_painted.connect(lambda: painted.append(True))
    program.show()
    while not painted:
        application.processEvents()
    for _ in range(3):
        application.processEvents()
    if edit:
        program.document.set_fen(FEN)
        program.window.themes.choose("dark")
        program.layers.own.set_kept(UserLayers((UserLayer(OWN_LAYER, "Double guards", "double_attacks(own)"),)))
        program.layers.set_shown(OWN_LAYER, True, True)
    application.processEvents()
    notice = program.window.notice
    text = notice.text if notice.isVisible() else ""
    program.autosave.flush()
    shown = [entry.layer.identifier for entry in program.layers.shown()]
    own = [entry.identifier for entry in program.layers.own.kept.entries]
    return Report(text, program.document.position.fen(), own, program.window.themes.name, shown)


def started(folder: Path, *, edit: bool = False) -> tuple[Report | str, float]:
    """Return the report of a start in a child process, or what went wrong, and its processor time in seconds."""
    reading, writing = os.pipe()
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 1
        try:
            report = start(folder, edit=edit)
            os.write(writing, json.dumps(report).encode())
            status = 0
        except BaseException:
            import traceback

            os.write(writing, traceback.format_exc()[-3000:].encode())
        finally:
            os._exit(status)
    os.close(writing)
    while True:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() - begun > LONGEST:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reading)
            return f"no first board within {LONGEST:.0f} s", LONGEST
        time.sleep(0.005)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    took = used.ru_utime + used.ru_stime
    if os.WIFSIGNALED(status):
        return f"ended by signal {os.WTERMSIG(status)}", took
    return Report(*json.loads(said)) if status == 0 else said, took


# Mutations: each changes one file, and returns what it did


def _wrong_bytes(path: Path, numbers: random.Random) -> str:
    data = bytearray(path.read_bytes())
    places = [numbers.randrange(len(data)) for _ in range(numbers.choice((1, 1, 1, 2, 10)))]
    for place in places:
        data[place] = numbers.randrange(256)
    path.write_bytes(data)
    return f"bytes {places}"


def _cut(path: Path, numbers: random.Random) -> str:
    data = path.read_bytes()
    size = numbers.choice((0, 1, numbers.randrange(len(data)), len(data) - 2))
    path.write_bytes(data[:size])
    return f"cut to {size} bytes"


def _grown(path: Path, numbers: random.Random) -> str:
    size = numbers.choice((1, 100_000, 4_100_000, 8_100_000))
    with path.open("ab") as file:
        file.write(numbers.choice((b" ", b"x", b"\0", b"[")) * size)
    return f"grown by {size} bytes"


def _another_value(path: Path, numbers: random.Random) -> str:
    values = json.loads(path.read_bytes())
    name = numbers.choice(list(values))
    odd: tuple[Any, ...] = (
        *(None, True, -1, 10**30, 1.5, "", "x" * 5000, "\ud800", [], [[]], {}, {"base64": "AAAA", "crc32": 0}),
        *([1] * 1000, {"shown": {f"gone_{number}": "both" for number in range(60)}}, float("nan"), "é\u202e\0"),
    )
    values[name] = numbers.choice(odd)
    path.write_text(json.dumps(values))
    return f"{name} = {str(values[name])[:40]!r}"


def _another_version(path: Path, numbers: random.Random) -> str:
    values = json.loads(path.read_bytes())
    values["version"] = numbers.choice((0, 2, 99, "2", None, [], 10**40))
    values["from_the_future"] = {"kept": [1, 2, 3]}
    path.write_text(json.dumps(values))
    return f"version {values['version']}"


def _pipe(path: Path, numbers: random.Random) -> str:
    path.unlink()
    os.mkfifo(path)
    return "a pipe"


def _folder(path: Path, numbers: random.Random) -> str:
    path.unlink()
    path.mkdir()
    (path / "inside").write_text("x")
    return "a folder"


def _dangling_link(path: Path, numbers: random.Random) -> str:
    path.unlink()
    path.symlink_to(path.parent / numbers.choice(("nothing", "no folder/nothing", path.name)))
    return f"a link to {path.readlink().name}"


def _link_to_a_device(path: Path, numbers: random.Random) -> str:
    path.unlink()
    path.symlink_to(numbers.choice(("/dev/zero", "/dev/null", "/dev/full")))
    return f"a link to {path.readlink()}"


def _gone(path: Path, numbers: random.Random) -> str:
    path.unlink()
    return "gone"


def _no_permission(path: Path, numbers: random.Random) -> str:
    mode = numbers.choice((0o000, 0o400, 0o200))
    path.chmod(mode)
    return f"permissions {mode:o}"


def _left_over(path: Path, numbers: random.Random) -> str:
    (path.parent / f".{path.name}.99999999.part").write_bytes(b"half")
    (path.parent / f"{path.name}.bad-1").write_bytes(b"an earlier one")
    return "left-overs beside it"


def _ended_early(path: Path, numbers: random.Random) -> str:
    (path.parent / "starting.lock").write_text("99999999\npawnviz\nhost\n")
    (path.parent / "pawnviz.lock").write_text("99999999\npawnviz\nhost\n")
    return "locks of a process that has ended"


MUTATIONS: Final[tuple[Callable[[Path, random.Random], str], ...]] = (
    *(_wrong_bytes, _wrong_bytes, _wrong_bytes, _another_value, _another_value, _another_value, _another_version),
    *(_cut, _grown, _pipe, _folder, _dangling_link, _link_to_a_device, _gone, _no_permission, _left_over, _ended_early),
)


def _wrong_layout(path: Path, place: int) -> str:
    """Make one byte of the kept layout wrong: Qt crashes or hangs on some of them."""
    values = json.loads(path.read_bytes())
    state = bytearray(base64.b64decode(values["docks"]["base64"]))
    state[place % len(state)] ^= 1 + place * 37 % 255
    values["docks"]["base64"] = base64.b64encode(state).decode()
    path.write_text(json.dumps(values))
    return f"byte {place % len(state)} of the layout"


def run(count: int, seed: int) -> int:
    """Try this many starts and return the exit status."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import_module("pawnviz.view.app")  # Once for all children.

    begun, slowest = time.monotonic(), 0.0
    with tempfile.TemporaryDirectory() as place:
        good = Path(place) / "good"
        good.mkdir()
        for edit in (True, False):
            kept, _ = started(good, edit=edit)
        if isinstance(kept, str) or kept.own != [OWN_LAYER] or kept.theme != "dark":
            print(f"the folder to mutate could not be made: {kept}")
            return 1
        for number in range(count):
            numbers = random.Random(f"{seed}.{number}")
            folder = Path(place) / "case"
            shutil.copytree(good, folder)
            name = numbers.choice(NAMES)
            if number % 4 == 0:
                name, what = "settings.json", _wrong_layout(folder / "settings.json", number // 4)
            else:
                what = numbers.choice(MUTATIONS)(folder / name, numbers)
            lost = _trial(folder, name, kept)
            slowest = max(slowest, lost[1])
            if lost[0]:
                print(f"{name}: {what}: {lost[0]}\npython -m tests.fuzz state --count {number + 1} --seed {seed}")
                return 1
            shutil.rmtree(folder)
            if (number + 1) % max(1, count // 10) == 0:
                seconds = time.monotonic() - begun
                print(f"{number + 1} starts, the slowest {slowest:.1f} s, {seconds:.0f} s", flush=True)
    return 0


def _trial(folder: Path, name: str, kept: Report) -> tuple[str, float]:
    """Return what is wrong with a start over a mutated folder, empty for nothing, and how long it took."""
    path = folder / name
    before = path.read_bytes() if path.is_file() and not path.is_symlink() and path.stat().st_size < 10**7 else None
    report, took = started(folder)
    if isinstance(report, str):
        return report, took
    if took > LIMIT:
        return f"the start took {took:.1f} s of the processor", took
    if report.notice.count("\n") > 2 or len(report.notice) > 1500:
        return f"the notice is too long: {report.notice}", took
    if name != "session.json" and report.fen != kept.fen:
        return f"the position is {report.fen}", took
    if name != "layers.json" and report.own != kept.own:
        return f"the own layers are {report.own}", took
    if name == "session.json" and report.theme != kept.theme:
        return f"the theme is {report.theme}", took
    copies = [other.read_bytes() for other in folder.glob(f"{name}.*") if other.is_file() and not other.is_symlink()]
    if report.notice and before is not None and path.is_file() and path.read_bytes() != before and before not in copies:
        return f"the file as it was is lost; the notice: {report.notice}", took
    again, _ = started(folder)
    if isinstance(again, str):
        return f"the second start: {again}", took
    if (again.fen, again.own) != (report.fen, report.own):
        return f"the second start has another position or other layers: {again}", took
    return "", took
