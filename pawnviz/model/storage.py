"""Files that are written whole or not at all, with owner and mode, and remains of writes that were cut off."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, NamedTuple

from pawnviz.core.words import count_text, listed
from pawnviz.folders import NoHomeError, settings_folder


def keep_attributes(file: int, target: Path) -> str:
    """Give an open file the attributes of the one that it replaces, and return what cannot stay, in sentences or empty.

    Extended attributes, to which ACLs belong, are kept on Linux alone; on Windows nothing is kept. Rights are never
    wider than they were: without their group, its members have those of everybody.
    """
    if sys.platform == "win32":
        return ""
    status, own, losses = target.stat(), os.fstat(file), []
    mode = stat.S_IMODE(status.st_mode)
    if own.st_uid != status.st_uid and not _can_own(file, status.st_uid, -1):
        losses.append("The file is yours now, since only root can give it back to its owner.")
        mode &= 0o777
    if own.st_gid != status.st_gid and not _can_own(file, -1, status.st_gid):
        losses.append("Its group could not be kept; the members of that group have the rights of everybody now.")
        mode = mode & 0o707 | (mode & 0o007) << 3
    if sys.platform == "linux" and (names := _lost_attributes(file, target)):
        losses.append(f"Its extended attributes {listed(names)} could not be kept.")
    os.fchmod(file, mode)
    if status.st_nlink > 1:
        losses.append("Its other names (hard links) still hold the file as it was before.")
    return " ".join(losses)


def _can_own(file: int, user: int, group: int) -> bool:
    """Give an open file an owner and a group, -1 for no change, and return whether that is allowed."""
    try:
        os.fchown(file, user, group)
    except OSError:
        return False
    return True


def _lost_attributes(file: int, target: Path) -> list[str]:
    """Give an open file the extended attributes of another one, and return the names of the lost ones."""
    wanted = _attribute_names(target)
    for name in _attribute_names(file):
        if name not in wanted:  # Such as the ACL that a folder gives to every new file.
            with suppress(OSError):
                os.removexattr(file, name)
    lost = []
    for name in wanted:
        try:
            value = os.getxattr(target, name)
            if name not in _attribute_names(file) or os.getxattr(file, name) != value:
                os.setxattr(file, name, value)
        except OSError:
            lost.append(name)
    return lost


def _attribute_names(file: int | Path) -> list[str]:
    try:
        return os.listxattr(file)
    except OSError:
        return []


_FLUSHED: Final = 32 << 20  # The number of bytes after which the written ones go to the disk.


class FileError(Exception):
    """A file that cannot be read or written: one sentence with its name, the fault and a remedy."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class MissingFileError(FileError):
    """A missing file."""


class FullDiskError(FileError):
    """A file for which the disk has no room."""


class BusyError(FileError):
    """A file that another program is writing at this moment."""


def read_file(path: Path, limit: int) -> bytes:
    """Return the bytes of a file; raises ``FileError`` when it cannot be read or has more than ``limit`` bytes."""
    _check_name(path)
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise FileError(f"“{path}” is a folder; choose a file in it.")
        data = None
        # Opening a pipe would wait for somebody to write into it.
        if stat.S_ISREG(kind):
            with open(path, "rb", opener=_open_at_once) as file:
                data = file.read(limit + 1)
        if data is None:
            raise FileError(f"“{path}” is a device or a pipe; choose a file.")
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise MissingFileError(f"There is no folder “{path.parent}”.") from None
        raise MissingFileError(f"There is no file “{path.name}” in “{path.parent}”.") from None
    except PermissionError:
        raise FileError(f"“{path}” may not be read; its permissions do not allow it.") from None
    except OSError as error:
        raise FileError(f"“{path}” cannot be read: {error.strerror}.") from None
    if len(data) > limit:
        raise FileError(f"“{path}” is larger than {size_text(limit)}, the most that is read.")
    return data


def _open_at_once(path: str, flags: int) -> int:
    """Open a file that may have become a pipe in the meantime, or that a system makes up, without waiting for it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_file(path: Path, data: bytes, *, sync: bool = True) -> str:
    """Replace the file by these bytes at once, or leave it as it was and raise ``FileError``.

    Returns lost attributes of the file in sentences, empty for none; see ``writing``. Without ``sync`` nobody waits
    for the disk, as for one of many files that can be made again.
    """
    return write_blocks(path, (data,), len(data), sync=sync)


def write_blocks(path: Path, blocks: Iterable[bytes], size: int, *, sync: bool = True) -> str:
    """Replace the file by blocks of bytes, about ``size`` of them in all, as ``write_file`` does.

    They are written one after the other, so that a file need not fit into memory. An ``OSError`` of the blocks
    themselves is one of the file.
    """
    work = writing(path, blocks, size, sync=sync)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return str(end.value)


def writing(path: Path, blocks: Iterable[bytes], size: int, *, sync: bool = True) -> Generator[float, None, str]:
    """Do what ``write_blocks`` does and yield the part that is written after each block.

    Closed before its end, it changes nothing. A link is followed. Owner, group, mode and extended attributes of the
    file stay; what cannot stay is returned in sentences. Until all is written only its owner may read it. A file that
    another program changes meanwhile is left as that program has it, and ``FileError`` is raised.
    """
    _check_name(path)
    if fault := write_fault(path):
        raise FileError(fault)
    try:
        return (yield from _write_through(path, blocks, size, Path(os.path.realpath(path)), sync))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise FullDiskError(
                f"The disk is full: “{path}” needs {size_text(size)}; free some space or choose another disk."
            ) from None
        raise FileError(f"“{path}” cannot be written: {error.strerror or error}.") from None


class FileStamp(NamedTuple):
    """The size of a file in bytes and its time of change in nanoseconds, which differ in another state of it."""

    size: int
    changed_ns: int


def file_stamp(path: Path) -> FileStamp | None:
    """Return the stamp of a file; None if there is none."""
    with suppress(OSError):
        status = path.stat()
        return FileStamp(status.st_size, status.st_mtime_ns)
    return None


def check_unchanged(path: Path, before: FileStamp | None) -> None:
    """Raise ``FileError`` if a file was changed; a missing one has nothing to lose."""
    if file_stamp(path) not in (None, before):
        raise FileError(f"“{path}” was changed by another program during the save, and is left as that program has it.")


@dataclass(frozen=True)
class FileState:
    """The size of a file in bytes, its time of change in nanoseconds, and the SHA-256 of its bytes in hexadecimal."""

    size: int
    changed_ns: int
    sha256: str

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for values that no file has."""
        if self.size < 0 or not re.fullmatch("[0-9a-f]{64}", self.sha256):
            raise ValueError("not the size and SHA-256 of a file")


def file_state(path: Path, limit: int) -> FileState | None:
    """Return the state of a file; None if it is missing, cannot be read, or has more than ``limit`` bytes."""
    try:
        # The time before the bytes: a change in between is noticed later.
        status = path.stat()
        data = read_file(path, limit)
    except (FileError, OSError, ValueError):
        return None
    from hashlib import sha256

    return FileState(status.st_size, status.st_mtime_ns, sha256(data).hexdigest())


def is_changed(path: Path, before: FileState, limit: int) -> bool:
    """Return whether a file holds other bytes than before; a missing one has nothing to lose, an unreadable one has."""
    if file_stamp(path) in (None, (before.size, before.changed_ns)):
        return False
    now = file_state(path, limit)
    return now is None or now.sha256 != before.sha256


def _write_through(
    path: Path, blocks: Iterable[bytes], size: int, target: Path, sync: bool
) -> Generator[float, None, str]:
    """Write a file of another name, with ``sync`` through to the disk, and put it in the place of the target."""
    before = file_stamp(target)
    written = flushed = 0
    with unfinished_file(target) as unfinished:
        mode = 0o666 if before is None else 0o600  # Only its owner may read it yet: its original may be secret.
        with open(unfinished, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            for block in blocks:
                file.write(block)
                written += len(block)
                if sync and written - flushed > _FLUSHED:
                    # Bytes go to the disk in between, not all at the end.
                    file.flush()
                    os.fsync(file.fileno())
                    flushed = written
                yield written / max(1, size)
            file.flush()
            losses = keep_attributes(file.fileno(), target) if target.exists() else ""
            if sync:
                os.fsync(file.fileno())
        check_unchanged(path, before)
        unfinished.replace(target)
    return losses


def _check_name(path: Path) -> None:
    """Raise ``FileError`` for a name that cannot be a file's, or that Qt cannot show."""
    name = str(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise FileError(f"{name[-100:]!r} is not a name in UTF-8; give the file another name.") from None
    if "\0" in name:
        raise FileError(f"{name[-100:]!r} is no name of a file.")


def write_fault(path: Path, *, has_fixed_name: bool = False) -> str:
    """Return a sentence on why a file of this name cannot be written, or an empty text.

    For a file that cannot have another name, such as the settings, it says how to make room for it.
    """
    advice = "move it away" if has_fixed_name else "give the file another name"
    folder = Path(os.path.realpath(path)).parent
    try:
        if path.is_dir():
            return f"“{path}” is a folder; {advice}."
        if not folder.is_dir():
            return f"There is no folder “{folder}”; choose one that exists."
        # A device would be replaced by a file.
        if path.exists() and not path.is_file():
            return f"“{path}” is a device or a pipe; {advice}."
    except OSError as error:
        return f"“{path}” cannot be written: {error.strerror}."
    if not os.access(folder, os.W_OK | os.X_OK):
        right = "allow writing to it" if has_fixed_name else "choose another folder"
        return f"The folder “{folder}” may not be written to; {right}."
    if path.exists() and not os.access(path, os.W_OK):
        return f"“{path}” is write-protected; {'allow writing to it' if has_fixed_name else advice}."
    return ""


def size_text(count: int) -> str:
    """Return a number of bytes in words."""
    for unit, name in ((1_000_000, "MB"), (1000, "kB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return count_text(count, "byte")


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
    for record in unfinished_records():
        with suppress(OSError, ValueError):
            _remove(record, folder)


def unfinished_records() -> list[Path]:
    """Return the records of the unfinished files of all programs, running and ended ones."""
    try:
        return list(settings_folder().glob(f"{_RECORD}*"))
    except (OSError, NoHomeError):
        return []


def _name(token: str) -> str:
    return f".pawnviz-{token}.part"


def _recorded(token: str, path: Path) -> IO[str] | None:
    """Return the open record of a file, locked until it is closed; None if there can be none."""
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
    """Delete an unfinished file and its record, unless it is in another folder; raises ``OSError`` if it is in use.

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
    """Lock a file until it is closed; raises ``OSError`` if another program has it."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


if __name__ == "__main__":
    remove_abandoned()
