"""Unfinished files, and records that find those of a killed program.

While a file is written, the settings folder holds a small file that names it and that its program has locked. The
system ends the lock with the program, so that nothing is taken from a running one, nor from one on another machine,
which has a settings folder of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from pawnviz.folders import NoHomeError, settings_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_RECORD: Final = "unfinished-"  # The beginning of the name of a record, which a token follows.


@contextmanager
def unfinished_file(target: Path) -> Iterator[Path]:
    """Yield the path of a new file beside another one; at the end it is deleted unless it was renamed.

    Files that killed programs have left in the same folder are deleted at first.
    """
    remove_abandoned(target.parent)
    token = os.urandom(8).hex()  # The module ``secrets`` would load all of OpenSSL.
    path = target.with_name(_name(token))
    record = _recorded(token, path)
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)
            if record is not None:
                if sys.platform == "win32":
                    record.close()
                Path(record.name).unlink()
        if record is not None:
            record.close()


def remove_abandoned(folder: Path | None = None) -> None:
    """Delete the unfinished files of ended programs, in one folder or in all of them.

    Never raises. It may wait for a drive or a machine that does not answer.
    """
    with suppress(OSError, NoHomeError):
        for record in list(settings_folder().glob(f"{_RECORD}*")):
            with suppress(OSError, ValueError):
                _remove(record, folder)


def _name(token: str) -> str:
    return f".pawnviz-{token}.part"


def _recorded(token: str, path: Path) -> IO[str] | None:
    """Return the open record of a file, locked until it is closed; None where there can be none."""
    try:
        folder = settings_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = folder / f"{_RECORD}{token}"
        while True:
            record = place.open("x", encoding="utf-8")
            try:
                _lock(record, waits=True)
                record.write(str(path))
                record.flush()
            except OSError:
                record.close()
                place.unlink(missing_ok=True)
                return None
            if place.exists():
                return record
            record.close()  # Before it was locked, another program took it for one of a program that is gone.
    except (OSError, NoHomeError):
        return None


def _remove(record: Path, folder: Path | None) -> None:
    """Delete an unfinished file and its record, unless it is in another folder; raises ``OSError`` where it is in use.

    Only a file of the record's own name is deleted, whatever else the record says.
    """
    with record.open("r+", encoding="utf-8") as file:
        _lock(file, waits=False)
        path = Path(file.read())
        if path.name == _name(record.name.removeprefix(_RECORD)):
            if (folder is not None and path.parent != folder) or not path.parent.is_dir():
                return
            path.unlink(missing_ok=True)
        if sys.platform != "win32":
            record.unlink()
    if sys.platform == "win32":
        record.unlink()  # Nobody can delete an open file there, so a record that is just made stays.


def _lock(file: IO[str], *, waits: bool) -> None:
    """Lock a file until it is closed; raises ``OSError`` where another program has it."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
