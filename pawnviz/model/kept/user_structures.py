"""User structures, which the program reads at its start and never writes."""

from __future__ import annotations

import os
from pathlib import Path

from pawnviz.core.words import count_text
from pawnviz.folders import STRUCTURES_FILE
from pawnviz.model.kept.user_layers import MOST_FAULTS
from pawnviz.model.storage import FileError, read_file


def use_structures(folder: Path) -> str:
    """Use the structures of the file in a folder, and return a notice for people, empty if all is well."""
    path = folder / STRUCTURES_FILE
    if not os.path.lexists(path):
        return ""
    from pawnviz.core.structures.file import LARGEST_FILE  # The window starts sooner without them.
    from pawnviz.core.structures.table import read_user_structures, set_user_structures

    try:
        structures, faults = read_user_structures(read_file(path, LARGEST_FILE))
    except FileError as error:
        return f"Your own structures are left out. {error.message}"
    set_user_structures(lambda: structures)
    if not faults:
        return ""
    words = "; ".join(map(str, faults[:MOST_FAULTS]))
    rest = len(faults) - MOST_FAULTS
    more = f"; and {count_text(rest, 'more fault')}" if rest > 0 else ""
    return f"In your structures, “{path}”, {words}{more}. What is wrong is left out until it is mended there."
