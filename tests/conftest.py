"""What every test starts with: no screen, no files of the person who runs it, and no widget of the test before."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from shutil import disk_usage
from typing import Final

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot

from pawnviz.core.formula.names import set_user_layers

LONGEST_WAIT: Final = 60_000
"""The milliseconds after which a wait fails that names no time of its own."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A run in the background ignores interrupts, and so would the programs that tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # Read when the first QGuiApplication is made.

MEMORY: Final = Path("/dev/shm")
"""Where Linux keeps files in memory."""
ROOM: Final = 4 * 1024**3
"""The bytes that have to be free there for the files of tests, of which few outlast their test."""

if MEMORY.is_dir() and disk_usage(MEMORY).free >= ROOM:
    # Locks and databases wait for each write to a disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

settings.register_profile("quick", max_examples=12, deadline=None)
settings.register_profile("thorough", max_examples=2000, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "quick"))


FOLDERS: Final = ("config", "data", "state", "cache", "runtime")
"""The folders of an empty home folder."""


def make_home(folder: Path) -> Path:
    """Make an empty home folder."""
    for name in FOLDERS:
        (folder / name).mkdir(mode=0o700, parents=True)
    return folder


def is_empty(home: Path) -> bool:
    """Return whether a home folder is as it was made."""
    with os.scandir(home) as entries:
        modes = {entry.name: entry.stat().st_mode & 0o777 for entry in entries}
    return modes == dict.fromkeys(FOLDERS, 0o700) and not any(any((home / name).iterdir()) for name in FOLDERS)


def pytest_collection_finish() -> None:
    """Have the garbage collector pass over the objects made for all tests: each full collection would take long."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Empty the clipboard: without a screen it would delete Python's objects in it when Python has ended."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Path]]:
    """Return a function that returns an empty home folder: the one of before if nothing was put into it."""
    parent = tmp_path_factory.mktemp("homes")
    made: list[Path] = []

    def empty_home() -> Path:
        if not made or not made[-1].is_dir() or not is_empty(made[-1]):
            home = make_home(parent / str(len(made)))
            made.append(home)
            for variable in ("HOME", "USERPROFILE", "CFFIXED_USER_HOME"):
                environment.setenv(variable, str(home))
            for variable, name in (
                *((f"XDG_{name.upper()}_HOME", name) for name in FOLDERS[:4]),
                ("XDG_RUNTIME_DIR", "runtime"),
                ("APPDATA", "config"),
                ("LOCALAPPDATA", "data"),
                ("WIN_PD_OVERRIDE_LOCAL_APPDATA", "data"),  # What platformdirs reads on Windows instead.
            ):
                environment.setenv(variable, str(home / name))
        return made[-1]

    with pytest.MonkeyPatch.context() as environment:
        # Nothing waits until the disk has written: files of a test need not outlast a power failure.
        environment.setattr(os, "fsync", lambda file: None)
        yield empty_home


@pytest.fixture(autouse=True)
def own_folders(homes: Callable[[], Path]) -> Path:
    """Return an empty home folder of the test's own, where settings, data, caches and sessions go."""
    return homes()


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """Return a bot whose waits end when their condition holds, and fail after a minute."""
    for name in ("waitActive", "waitExposed", "waitSignal", "waitSignals", "waitUntil"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=LONGEST_WAIT))
    return qtbot


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    """Keep the garbage collector from running within a measured time: a look at all tests' objects takes 0.3 s."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the home folder away, as of a user whom the system does not know."""

    def unknown(number: int) -> None:
        raise KeyError(number)

    monkeypatch.delenv("HOME")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr("pwd.getpwuid", unknown)


@pytest.fixture(autouse=True)
def no_user_layers_left() -> Iterator[None]:
    """Let questions call no user layers that an earlier test has kept."""
    yield
    set_user_layers(dict)


@pytest.fixture(autouse=True)
def no_widgets_left() -> Iterator[None]:
    """Delete the widgets that the test has given up, which Qt would otherwise delete in the middle of the next one."""
    yield
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)
