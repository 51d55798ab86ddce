"""User structures, which the program reads at its start, and adds to on request."""

from __future__ import annotations

import os
from pathlib import Path

from pawnviz.core.words import first_of
from pawnviz.folders import STRUCTURES_FILE
from pawnviz.model.storage import FileError, check_unchanged, file_stamp, read_file, write_file


def use_structures(folder: Path) -> str:
    """Use the structures of the file in a folder, and return a notice for people, empty if all is well."""
    path = folder / STRUCTURES_FILE
    if not os.path.lexists(path):
        return ""
    from pawnviz.core.structures.table import (
        LARGEST_FILE,  # The window starts sooner without them.
        read_user_structures,
        set_user_structures,
    )

    try:
        structures, faults = read_user_structures(read_file(path, LARGEST_FILE))
    except FileError as error:
        return f"User structures are left out. {error.message}"
    set_user_structures(lambda: structures)
    if not faults:
        return ""
    return f"In your structures, “{path}”, {first_of(faults)}. What is wrong is left out until it is mended there."


def keep_structure(folder: Path, title: str, pattern: str) -> str:
    """Add a structure to the end of the file in a folder, and use it; return lost attributes of the file in sentences.

    All that the file has stays, byte by byte. Raises ``FileError``, and changes nothing, where the structure would not
    be read as it is, or the file cannot be read or written.
    """
    from pawnviz.core.structures.table import LARGEST_FILE, entry_text, read_user_structures, set_user_structures

    path = folder / STRUCTURES_FILE
    stamp = file_stamp(path)
    before = read_file(path, LARGEST_FILE) if os.path.lexists(path) else b""
    line_end = b"\r\n" if b"\r\n" in before else b"\n"
    entry = entry_text(title, pattern).encode().replace(b"\n", line_end)
    gap = b"" if not before else line_end if before.endswith(b"\n") else 2 * line_end
    data = before + gap + entry
    structures, old_faults = read_user_structures(before)
    all_structures, faults = read_user_structures(data)
    if all_structures[:-1] != structures or all_structures[-1:] == structures[-1:]:
        reason = str(faults[-1]) if len(faults) > len(old_faults) else "its last entry has a fault, which comes first"
        raise FileError(f"The structure cannot be added to “{path}”: {reason}.")
    folder.mkdir(parents=True, exist_ok=True)
    check_unchanged(path, stamp)
    losses = write_file(path, data)
    set_user_structures(lambda: all_structures)
    return losses
