"""Tries what may stand in the folder of the settings: every start gets through, says what is wrong, and loses nothing.

A program is started in a child process over a folder whose files are mutated. It must paint its first board within
``LIMIT`` seconds of processor time, say at most three lines, keep what it cannot use beside, and leave the values of
the other files. Every byte of the kept geometry is made wrong in turn, and the own layer has every mark in turn. Where
a small file system may be mounted, it is filled: what is changed then is kept whole or not at all.
"""

from __future__ import annotations

import base64
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.fuzz.frame import all_of, in_child, tries

LIMIT: Final = 3.0
"""The seconds of processor time that a start may take to its first board and its end."""

DISK: Final = 256 * 1024
"""The bytes of the small file system that is filled."""

LONGEST: Final = 30.0
"""The seconds after which a start counts as hung, on a machine that has other things to do."""

NAMES: Final = ("settings.json", "session.json", "layers.json")
FEN: Final = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
USER_LAYER: Final = "double_guards"
STYLED: Final = ("front_spans", USER_LAYER)
"""The layers that get any mark: one that reaches the last ranks, and the own one."""


class Edit(NamedTuple):
    """What is changed after a start: the position, the own layers, all of one formula, and the theme."""

    fen: str
    own: list[str]
    theme: str


FIRST_EDIT: Final = Edit(FEN, [USER_LAYER], "dark")
LARGER_EDIT: Final = Edit(
    "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", [USER_LAYER, *(f"on_full_{number}" for number in range(20))], "light"
)
"""The edit of the folder that is mutated, and one that needs more room on the disk."""


class Report(NamedTuple):
    """What a start says of itself: its notice, its position, its own layers, its theme, and what it shows."""

    notice: str
    fen: str
    own: list[str]
    theme: str
    shown: list[str]


def start(folder: Path, edit: Edit | None) -> Report:
    """Start the program over a folder, in this process, edit what is kept, and return its report."""
    from pawnviz.core.user_layers.collection import UserLayer, UserLayers
    from pawnviz.core.words import lowered
    from pawnviz.view.app import Program, make_application

    application = make_application()
    errors: list[str] = []
    sys.excepthook = lambda kind, error, trace: errors.extend(traceback.format_exception(kind, error, trace))
    program = Program(None, folder)
    painted: list[bool] = []
    program.window.board.first_painted.connect(lambda: painted.append(True))
    program.show()
    while not painted:
        application.processEvents()
    for _ in range(3):
        application.processEvents()
    if edit is not None:
        program.document.set_fen(edit.fen)
        program.window.preferences.theme.value = edit.theme
        entries = [UserLayer(name, lowered(name), "double_attacks(own)") for name in edit.own]
        program.layers.user_layers.set_kept(UserLayers(entries))
        program.layers.set_shown(USER_LAYER, True, True)
        program.autosave.flush()
    application.processEvents()
    notice = program.window.notice
    text = notice.text if notice.isVisible() else ""
    program.autosave.flush()
    shown = [entry.layer.identifier for entry in program.layers.shown()]
    own = [entry.identifier for entry in program.layers.user_layers.kept.entries]
    if errors:
        raise RuntimeError("".join(errors))
    return Report(text, program.document.position.fen(), own, program.window.preferences.theme.value, shown)


def started(folder: Path, edit: Edit | None = None) -> tuple[Report | str, float]:
    """Return the report of a start in a child process, or what went wrong, and its processor time in seconds."""
    begun = time.monotonic()

    def work(pipe: int) -> None:
        try:
            os.write(pipe, json.dumps(start(folder, edit)).encode())
        except BaseException:
            os.write(pipe, traceback.format_exc()[-3000:].encode())
            raise SystemExit from None

    child, answers = in_child(work)
    while True:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() - begun > LONGEST:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(answers)
            return f"no first board within {LONGEST:.0f} s", LONGEST
        time.sleep(0.005)
    said = all_of(answers).decode(errors="replace")
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


def _wrong_geometry(path: Path, place: int) -> str:
    """Make one byte of the kept geometry of the window wrong."""
    values = json.loads(path.read_bytes())
    state = bytearray(base64.b64decode(values["geometry"]["base64"]))
    state[place % len(state)] ^= 1 + place * 37 % 255
    values["geometry"]["base64"] = base64.b64encode(state).decode()
    path.write_text(json.dumps(values))
    return f"byte {place % len(state)} of the geometry"


def _any_mark(path: Path, place: int, numbers: random.Random) -> str:
    """Give the kept own layer and another one a mark in its turn, and squares on the edges; show them."""
    from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style, style_values
    from pawnviz.core.user_layers.collection import UserLayer
    from pawnviz.core.user_layers.file import write_layers

    marks = [(family, shape) for family in Family for shape in SHAPES[family]]
    mark = Mark(*marks[place % len(marks)], numbers.choice(("", "A", "é2", "→", "•", "12")))
    style = Style(
        mark, numbers.choice(("", "#123456")), numbers.choice(("", "#fedcba")), numbers.choice((0.2, 0.5, 1.0))
    )
    formula = numbers.choice(("file_a | file_h | rank_1 | rank_8", "file_h", "file_a", "board", "~own", "attacks(own)"))
    layer = UserLayer(USER_LAYER, "Any mark", formula, style=style)
    (path.parent / "layers.json").write_text(write_layers([layer]), encoding="utf-8")
    values = json.loads(path.read_bytes())
    values["flipped"] = numbers.random() < 0.5
    values["layers"]["shown"] = {name: numbers.choice(("both", "white", "black")) for name in STYLED}
    values["layers"]["styles"] = {STYLED[0]: style_values(style)}
    path.write_text(json.dumps(values))
    return f"{USER_LAYER} = {formula} as {mark}"


def run(count: int, seed: int) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import_module("pawnviz.view.app")  # Once for all children.

    can_mount = _can_mount()
    if not can_mount:
        print("no small file system may be mounted here: a full disk is not tried")
    slowest = [0.0]
    with tempfile.TemporaryDirectory() as place:
        good, folder = Path(place, "good"), Path(place, "case")
        good.mkdir()
        for edit in (FIRST_EDIT, None):
            kept, _ = started(good, edit)
        if isinstance(kept, str) or kept.own != [USER_LAYER] or kept.theme != "dark":
            print(f"the folder to mutate could not be made: {kept}")
            return 1
        report = kept

        def faults_of(number: int) -> list[str]:
            numbers = random.Random(f"{seed}.{number}")
            if can_mount and number % 8 == 3:
                wrong, took = _trial_on_full_disk(good, folder, numbers)
            else:
                shutil.copytree(good, folder)
                name = numbers.choice(NAMES) if number % 2 else "settings.json"
                if number % 4 == 0:
                    what = _wrong_geometry(folder / name, number // 4)
                elif number % 4 == 2:
                    what = _any_mark(folder / name, number // 4, numbers)
                else:
                    what = numbers.choice(MUTATIONS)(folder / name, numbers)
                wrong, took = _trial(folder, name, report, STYLED if number % 4 == 2 else None)
                wrong = f"{name}: {what}: {wrong}" if wrong else ""
                shutil.rmtree(folder)
            slowest[0] = max(slowest[0], took)
            return [wrong] if wrong else []

        return tries(count, seed, "start", faults_of, lambda: f"the slowest {slowest[0]:.1f} s")


def _trial(folder: Path, name: str, kept: Report, shown: tuple[str, ...] | None = None) -> tuple[str, float]:
    """Return what is wrong with a start that must show the given layers, empty for nothing, and how long it took."""
    path = folder / name
    before = path.read_bytes() if path.is_file() and not path.is_symlink() and path.stat().st_size < 10**7 else None
    report, took = started(folder)
    if isinstance(report, str):
        return report, took
    if shown is not None and (sorted(report.shown), report.notice) != (sorted(shown), ""):
        return f"the shown layers are {report.shown}; the notice: {report.notice}", took
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


# A full disk


def _can_mount() -> bool:
    """Return whether this process may mount a file system."""
    with tempfile.TemporaryDirectory() as folder:
        return _mounted(Path(folder)) and _unmounted(Path(folder))


def _mounted(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0700", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _unmounted(folder: Path) -> bool:
    return subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False).returncode == 0


def _trial_on_full_disk(good: Path, folder: Path, numbers: random.Random) -> tuple[str, float]:
    """Return what is wrong with starts over a full disk, empty for nothing, and how long the slowest took."""
    folder.mkdir()
    if not _mounted(folder):
        return "the small file system cannot be mounted any more", 0
    try:
        for name in NAMES:
            shutil.copy(good / name, folder)
        what = "whole files"
        if numbers.random() < 0.5:
            name = numbers.choice(NAMES)
            what = f"{name}: {numbers.choice((_wrong_bytes, _cut, _another_value))(folder / name, numbers)}"
        free = numbers.choice((0, 0, 4096, 8192, 16384))
        wrong, took = _starts_on_full_disk(folder, free)
        return (f"on a disk with {free} bytes left, {what}: {wrong}" if wrong else ""), took
    finally:
        _unmounted(folder)
        folder.rmdir()


def _starts_on_full_disk(folder: Path, free: int) -> tuple[str, float]:
    """Start on a disk with some bytes left, change everything, make room, and return what is wrong and how long."""
    first = {name: (folder / name).read_bytes() for name in NAMES}
    status = os.statvfs(folder)
    filler = folder / "filler"
    filler.write_bytes(bytes(max(0, status.f_bavail * status.f_frsize - free)))
    full, took = started(folder, LARGER_EDIT)
    if isinstance(full, str):
        return full, took
    now = {name: (folder / name).read_bytes() if (folder / name).is_file() else b"" for name in NAMES}
    if "is full; free some space" not in full.notice and any(data in (first[name], b"") for name, data in now.items()):
        return f"something is not written, but the notice is {full.notice}", took
    if full.notice.count("\n") > 4:  # Three lines of the start, and two of what is saved then and later.
        return f"the notice is too long: {full.notice}", took
    lost = _lost(folder, first)
    if lost:
        return f"{lost}; the notice: {full.notice}", took
    filler.unlink()
    again, took_again = started(folder, LARGER_EDIT)
    last, took_last = started(folder)
    for report in (again, last):
        if isinstance(report, str) or report[1:4] != LARGER_EDIT:
            return f"with room again something is not kept: {report}", took_last
    left = [path.name for path in folder.glob(".*.part")]
    return (f"{left} are left over" if left else ""), max(took, took_again, took_last)


def _lost(folder: Path, before: dict[str, bytes]) -> str:
    """Return which file is neither as it was nor whole, with a copy of one that was not, empty where none is."""
    for name, data in before.items():
        path = folder / name
        now = path.read_bytes() if path.is_file() else b""
        has_copy = any(other.read_bytes() == data for other in folder.glob(f"{name}.*"))
        if now != data and not _is_json(now):
            return f"{name} is not whole"
        if now != data and not _is_json(data) and not has_copy:
            return f"of the broken {name} there is no copy"
    return ""


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
