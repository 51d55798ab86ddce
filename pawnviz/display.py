"""Whether a window can be opened here, and if not, the remedy; Qt would abort the process without a display."""

from __future__ import annotations

import builtins
import ctypes
import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Final

from pawnviz.override import plain_override

WITHOUT_SCREEN: Final = 'The commands "pawnviz masks" and "pawnviz layers" work without a screen.'

PACKAGES: Final = (
    "libglib2.0-0 libgl1 libegl1 libdbus-1-3 libfontconfig1 libxkbcommon0 fonts-dejavu-core "
    "libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
)
"""The packages of Debian and Ubuntu with the system libraries that Qt needs for a window."""

_WAYLAND_PACKAGES: Final = "libwayland-client0 libwayland-cursor0"
_PLUGIN_FILES: Final = {"xcb": "libqxcb.so", "wayland": "libqwayland.so"}
_LIBRARY: Final = r"[\w.+-]+\.so[.\d]*"


def obstacle() -> str:
    """Return why no window can be opened here and the remedy, as lines for people, or an empty text.

    Only systems with X11 or Wayland are looked at. Qt tries the platforms that ``QT_QPA_PLATFORM`` names, or else
    Wayland and X11 as far as their displays are named, and takes the first that works; so does this.
    """
    if sys.platform in ("win32", "cygwin", "darwin"):
        return ""
    named = os.environ.get("QT_QPA_PLATFORM", "")
    platforms = [platform.split(":")[0] for platform in named.split(";") if platform]
    if not platforms:
        displays = (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY"))
        platforms = [platform for platform, variable in displays if os.environ.get(variable)]
    if not platforms:
        return f"There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set.\n{WITHOUT_SCREEN}"
    reasons = []
    for platform in platforms:
        reason = _platform_obstacle(platform)
        if not reason:
            return ""
        reasons.append(reason)
    return reasons[0]


class ScreenCheck(Thread):
    """A thread that tries whether a window can be opened, and loads its libraries while others import modules."""

    obstacle = ""  # The result of ``obstacle``, once the thread has ended.

    def __init__(self) -> None:
        super().__init__(daemon=True)

    @plain_override
    def run(self) -> None:
        self.obstacle = obstacle()
        if not self.obstacle:
            _load_libraries()


def missing_library(error: str) -> str:
    """Return the remedy for a library that the system's loader or an import did not find, as lines for people."""
    match = re.search(_LIBRARY, error)
    packages = f"{PACKAGES} {_WAYLAND_PACKAGES}" if "libwayland" in error else PACKAGES
    what = f"The system library {match[0]} is missing" if match else f"Qt cannot be loaded ({error})"
    return f"{what}.\nOn Debian or Ubuntu: sudo apt-get install {packages}\n{WITHOUT_SCREEN}"


def import_fault(error: ImportError) -> str:
    """Return the remedy for an import of Qt that failed, as lines for people."""
    if isinstance(error, ModuleNotFoundError):
        return "PySide6 is not installed.\nInstall it: pip install PySide6-Essentials"
    return missing_library(str(error))


def _platform_obstacle(platform: str) -> str:
    """Return why Qt cannot use a platform, or an empty text, also if that cannot be known."""
    kind = "wayland" if platform.startswith("wayland") else platform
    folder = _plugin_folder()
    if folder is not None:
        if kind in _PLUGIN_FILES:
            error = _loading_error(folder / _PLUGIN_FILES[kind])
            if error:
                return missing_library(error)
        elif not any(folder.glob(f"libq{kind}*.so")):
            return f"Qt has no platform {platform!a}, which QT_QPA_PLATFORM names.\n{WITHOUT_SCREEN}"
    if kind == "xcb" and not _x11_answers():
        return _silent("X11", "DISPLAY")
    if kind == "wayland" and not _wayland_answers():
        return _silent("Wayland", "WAYLAND_DISPLAY")
    return ""


def _silent(kind: str, variable: str) -> str:
    value = os.environ.get(variable)
    state = f"is {value!a}" if value else "is not set"
    return f"The {kind} display does not answer; {variable} {state}.\n{WITHOUT_SCREEN}"


def _plugin_folder() -> Path | None:
    """Return the folder of Qt's platform plugins, or None if it is not the one beside an installed PySide6."""
    if os.environ.get("QT_PLUGIN_PATH") or os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH"):
        return None
    spec = find_spec("PySide6")  # Finds the package without importing it.
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0], "Qt", "plugins", "platforms")
    return folder if folder.is_dir() else None


def _loading_error(library: Path) -> str:
    """Return the loader's error about a library, or ``""``; ``CDLL``, which binds all, takes a tenth of the start."""
    loader = ctypes.CDLL(None)
    loader.dlopen.restype = ctypes.c_void_p
    loader.dlerror.restype = ctypes.c_char_p
    if loader.dlopen(os.fsencode(library), os.RTLD_LAZY):
        return ""
    error: bytes | None = loader.dlerror()
    return os.fsdecode(error or b"")


def _load_libraries() -> None:
    """Load Qt's libraries for a window, and the list of the system's fonts; missing ones are left to Qt's errors."""
    folder = _plugin_folder()
    if folder is None or sys.platform != "linux":
        return
    for name in ("libQt6Widgets.so.6", "libQt6Svg.so.6"):
        _loading_error(folder.parents[1] / "lib" / name)
    with suppress(OSError):
        ctypes.CDLL("libfontconfig.so.1").FcInit()


def _x11_answers() -> bool:
    """Return whether the X11 display answers; the connection stays, since a server without clients resets itself."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    return not xcb.xcb_connection_has_error(ctypes.c_void_p(xcb.xcb_connect(None, None)))


def _wayland_answers() -> bool:
    """Return whether the Wayland display can be connected to."""
    try:
        wayland = ctypes.CDLL("libwayland-client.so.0")
    except OSError:
        return True
    wayland.wl_display_connect.restype = ctypes.c_void_p
    display = wayland.wl_display_connect(None)
    if display:
        wayland.wl_display_disconnect(ctypes.c_void_p(display))
    return bool(display)


def import_qt() -> None:
    """Import PySide6 with its widgets; raises ``ImportError`` as the import does."""
    import_module("PySide6.QtWidgets")
    # PySide6 replaces the import by one that reads the source of every module, for optional names of its methods.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
