"""Attributes of a file besides its bytes: owner, group, mode, extended attributes and further names."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from pawnviz.core.words import listed


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
    """Return the names of the extended attributes of a file, none where its file system knows none."""
    try:
        return os.listxattr(file)
    except OSError:
        return []
