"""The log of the window: its starts and faults, in a file of the state folder, without games, positions and names."""

from __future__ import annotations

import faulthandler
import logging
import os
import stat
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Final

from pawnviz.folders import NoHomeError, state_folder

FILE_NAME: Final = "pawnviz.log"
LARGEST: Final = 1 << 18  # The bytes from which the file is put aside, in place of the one before.

_MOST_PLACES: Final = 20  # The most places of an exception that are written.
_MOST_CAUSES: Final = 5


def level() -> str:
    """Return the name of the least level that is written."""
    name = os.environ.get("PAWNVIZ_LOG", "").upper()
    return name if name in ("DEBUG", "INFO", "WARNING", "ERROR") else "INFO"


def description() -> str:
    """Return where the log is and its level, or why there is none."""
    try:
        path = state_folder() / FILE_NAME
        nearest = next(place for place in (path, *path.parents) if place.exists())
        is_usable = nearest.is_file() if nearest == path else nearest.is_dir()
    except (OSError, NoHomeError) as error:
        return f"no log: {error}"
    if not is_usable or not os.access(nearest, os.W_OK):
        return f"no log: {nearest} cannot be written"
    return f"log: {path}, level {level()}"


def fault_text(error: BaseException, depth: int = 1) -> str:
    """Return an exception's type, and the modules and lines that it came through, the last one first; no values."""
    names = ((frame.f_globals.get("__name__", "?"), line) for frame, line in traceback.walk_tb(error.__traceback__))
    places = [f"{name}:{line}" for name, line in names][-_MOST_PLACES:]
    text = f"{type(error).__module__}.{type(error).__qualname__} at {' < '.join(reversed(places)) or 'no place'}"
    cause = error.__cause__ or error.__context__
    return f"{text}; caused by {fault_text(cause, depth + 1)}" if cause and depth < _MOST_CAUSES else text


class LogFile:
    """The file of the log, in which Python also reports crashes; several programs may append to it.

    A file that cannot be written has a ``fault``, and text written to it is lost.
    """

    def __init__(self) -> None:
        self.fault = ""
        self.path = Path(os.devnull)
        self._descriptor = -1
        self._handler: logging.Handler | None = None
        self._last = ""
        self._reports_crashes = not faulthandler.is_enabled()  # Whoever has it enabled reads it elsewhere.
        try:
            self.path = state_folder() / FILE_NAME
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._open()
        except (OSError, NoHomeError) as error:
            self.fault = str(error)

    @property
    def logger(self) -> logging.Logger:
        """The logger ``pawnviz``, whose entries go into the file."""
        logger = logging.getLogger("pawnviz")
        if self._handler is None:
            self._handler = logging.StreamHandler(self)
            self._handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
            logger.addHandler(self._handler)
            logger.setLevel(level())
            logger.propagate = False
        return logger

    def note(self, error: BaseException) -> None:
        """Write an exception, unless it is the one written last."""
        text = fault_text(error)
        if text != self._last:
            self._last = text
            self.logger.error(text)

    def write(self, entry: str) -> None:
        """Append an entry in one piece, which entries of another program cannot part."""
        if not self.fault:
            with suppress(OSError):
                self._renew()
                os.write(self._descriptor, entry.encode(errors="replace"))

    def note_thread(self, arguments: threading.ExceptHookArgs) -> None:
        """Write an exception that has ended a thread, as a ``threading.excepthook``."""
        if arguments.exc_value is not None:
            self.note(arguments.exc_value)
        threading.__excepthook__(arguments)

    def note_unraisable(self, arguments: sys.UnraisableHookArgs) -> None:
        """Write an exception that could not be raised, as a ``sys.unraisablehook``."""
        if arguments.exc_value is not None:
            self.note(arguments.exc_value)
        sys.__unraisablehook__(arguments)

    def flush(self) -> None:
        """Do nothing: nothing is held back."""

    def close(self) -> None:
        """Close the file, and write nothing more."""
        if self._handler is not None:
            self.logger.removeHandler(self._handler)
        if not self.fault:
            self.fault = "the log is closed"
            self._let_go()

    def _open(self) -> None:
        # A pipe that nobody reads is not waited for.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(self.path, flags, 0o600)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError("it is no file")
        self._let_go()
        self._descriptor = descriptor
        if self._reports_crashes:
            faulthandler.enable(descriptor)

    def _let_go(self) -> None:
        if self._descriptor >= 0:
            if self._reports_crashes:
                faulthandler.disable()
            os.close(self._descriptor)
            self._descriptor = -1

    def _renew(self) -> None:
        """Put a file that is full aside, and open the new one if this or another program did so."""
        if self._descriptor < 0 or not self._is_in_place():
            self._open()
        if os.fstat(self._descriptor).st_size < LARGEST:
            return
        from PySide6.QtCore import QLockFile

        lock = QLockFile(f"{self.path}.lock")
        if lock.tryLock(0):
            if self._is_in_place():
                self._let_go()  # Windows renames no file that is open, here or in another program.
                with suppress(OSError):
                    self.path.replace(f"{self.path}.1")
            self._open()
            lock.unlock()

    def _is_in_place(self) -> bool:
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False
