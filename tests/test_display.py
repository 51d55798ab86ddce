from __future__ import annotations

import sys
from ctypes.util import find_library
from pathlib import Path

import pytest

from pawnviz import display
from pawnviz.display import WITHOUT_SCREEN, missing_library, obstacle

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux and its like have X11 and Wayland")


@pytest.fixture
def displays(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Forget the displays of this machine and take every library for loadable."""
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(display, "_loading_error", lambda library: "")
    monkeypatch.setattr(display, "_x11_answers", lambda: True)
    monkeypatch.setattr(display, "_wayland_answers", lambda: True)
    return monkeypatch


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_that_answers_is_no_obstacle(displays: pytest.MonkeyPatch, variable: str) -> None:
    assert obstacle() == f"There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set.\n{WITHOUT_SCREEN}"
    displays.setenv(variable, "anything")
    assert obstacle() == ""


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "offscreen:fontengine=freetype", "xcb;offscreen"])
def test_a_platform_without_a_screen_is_no_obstacle(displays: pytest.MonkeyPatch, platform: str) -> None:
    displays.setenv("QT_QPA_PLATFORM", platform)
    displays.setattr(display, "_x11_answers", lambda: False)
    assert obstacle() == ""


def test_x11_is_taken_where_wayland_does_not_answer(displays: pytest.MonkeyPatch) -> None:
    displays.setenv("WAYLAND_DISPLAY", "wayland-0")
    displays.setattr(display, "_wayland_answers", lambda: False)
    assert obstacle() == f"The Wayland display does not answer; WAYLAND_DISPLAY is 'wayland-0'.\n{WITHOUT_SCREEN}"
    displays.setenv("DISPLAY", ":0")
    assert obstacle() == ""


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_are_not_looked_at(displays: pytest.MonkeyPatch, platform: str) -> None:
    displays.setattr(sys, "platform", platform)
    assert obstacle() == ""


def test_a_missing_library_of_the_platform_is_named_with_its_packages(displays: pytest.MonkeyPatch) -> None:
    displays.setenv("DISPLAY", ":0")
    error = "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"
    displays.setattr(display, "_loading_error", lambda library: error if library.name == "libqxcb.so" else "")
    first, second, third = obstacle().splitlines()
    assert first == "The system library libxcb-cursor.so.0 is missing."
    assert second.startswith("On Debian or Ubuntu: sudo apt-get install ")
    assert {"libxcb-cursor0", "libxkbcommon-x11-0", "libegl1"} < set(second.split())
    assert third == WITHOUT_SCREEN


def test_an_error_that_names_no_library_is_shown_as_it_is() -> None:
    assert missing_library("out of memory").startswith("Qt cannot be loaded (out of memory).\n")


def test_the_loader_names_the_library_that_it_does_not_find(tmp_path: Path) -> None:
    assert "libabacus.so.7" in display._loading_error(tmp_path / "libabacus.so.7")
    assert display._loading_error(Path(find_library("c") or "libc.so.6")) == ""
