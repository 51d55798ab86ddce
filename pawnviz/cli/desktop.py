"""The sub-command ``pawnviz desktop``: the program in the menu of a desktop, with all files that belong to it.

The files and their folders are those of freedesktop.org's specifications of menus, icons, types of files and metadata.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from pawnviz.cli.command import EXIT_NO_SCREEN, Options, command, flag, option, print_error, print_text, reason
from pawnviz.cli.shells import WRITERS
from pawnviz.folders import resource_path

_NAME: Final = "org.pawnviz.pawnviz"
_FOLDERS: Final = {".desktop": "applications", ".metainfo.xml": "metainfo", ".xml": "mime/packages"}
_SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_REFRESHED: Final = (
    ("update-desktop-database", "applications"),
    ("update-mime-database", "mime"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
"""Programs of desktops that read such a folder again."""


@command(
    "Put pawnviz into the menu of the desktop, or remove it.",
    "Icons, types of files, completion for bash, zsh and fish, and the man page come with it.\n",
    flag("--install", "write the files and print their paths", "!action"),
    flag("--remove", "delete them and print their paths", "!action"),
    option(
        "--prefix",
        metavar="DIR",
        help="the folder that gets the folder share, such as /usr/local; the menu then starts the pawnviz of the PATH."
        " Without it the files are the user's own, and the menu starts this very program",
    ),
)
def desktop(options: Options) -> int:
    """Install or remove the files of the desktop, print their paths, and return the exit status."""
    if not (options.install or options.remove):
        options.fail("give --install or --remove")
    share = Path(options.prefix) / "share" if options.prefix else _user_folder()
    paths = []
    try:
        for path, content in _files(share, "pawnviz" if options.prefix else _start_command()):
            if options.install:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content())
            elif path.exists():
                path.unlink()
            else:
                continue
            paths.append(path)
    except OSError as error:
        return print_error(f"{error.filename}: {reason(error)}")
    except ImportError as error:
        from pawnviz.display import import_fault

        return print_error(import_fault(error), EXIT_NO_SCREEN)
    for program, folder in _REFRESHED if options.prefix is None else ():
        if shutil.which(program) and (share / folder).is_dir():
            subprocess.run([program, str(share / folder)], capture_output=True, check=False)
    return print_text("".join(f"{path}\n" for path in paths) or "there is nothing to remove\n")


def _user_folder() -> Path:
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if given.startswith("/") else Path.home() / ".local" / "share"


def _files(share: Path, start: str) -> Iterator[tuple[Path, Callable[[], bytes]]]:
    """Yield the path of each file and the function that makes its content; ``start`` is the command of the menu."""
    for suffix, folder in _FOLDERS.items():
        content = resource_path(f"desktop/{_NAME}{suffix}").read_bytes()
        content = content.replace(b"Exec=pawnviz", b"Exec=" + os.fsencode(start))
        yield share / folder / f"{_NAME}{suffix}", partial(bytes, content)
    for place, text in WRITERS.values():
        yield share / place, partial(bytes, text().encode())
    icons = share / "icons" / "hicolor"
    drawing = resource_path("icons/pawnviz.svg").read_bytes()
    yield icons / "scalable" / "apps" / f"{_NAME}.svg", partial(bytes, drawing)
    for size in _SIZES:
        yield icons / f"{size}x{size}" / "apps" / f"{_NAME}.png", partial(_drawn, drawing, size)


def _drawn(drawing: bytes, size: int) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        QSvgRenderer(drawing).render(painter)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _start_command() -> str:
    """Return the command that starts this program: frozen, installed or run by a Python."""
    if getattr(sys, "frozen", False):
        return _quoted(sys.executable)
    path = _quoted(str(Path(sys.argv[0]).absolute()))
    return f"{_quoted(sys.executable)} {path}" if sys.argv[0].endswith(".py") else path


def _quoted(path: str) -> str:
    """Return a path as an argument of an entry: in quotes, escaped as an argument and then as a string."""
    for sign in ("\\", '"', "`", "$"):
        path = path.replace(sign, f"\\{sign}")
    return '"{}"'.format(path.replace("\\", "\\\\").replace("%", "%%"))
