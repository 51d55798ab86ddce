"""User structures on the command line: those of the settings folder; no Qt."""

from __future__ import annotations

from pawnviz.cli.arguments import print_error
from pawnviz.cli.streams import open_file, reason
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import LARGEST_FILE, read_user_structures, set_user_structures
from pawnviz.folders import STRUCTURES_FILE, NoHomeError, settings_folder


def load_user_structures() -> tuple[Structure, ...]:
    """Return the structures of the settings folder; a line on standard error names each that is left out."""
    try:
        path = settings_folder() / STRUCTURES_FILE
        with open_file(str(path)) as file:
            structures, faults = read_user_structures(file.read(LARGEST_FILE + 1))
    except (NoHomeError, FileNotFoundError):
        return ()
    except OSError as error:
        print_error(f"user structures are left out, {path}: {reason(error)}")
        return ()
    for fault in faults:
        print_error(f"left out of the user structures, {path}: {fault}")
    return structures


def name_user_structures() -> None:
    """Name the structures of the settings folder too, from the first board on that is named."""
    set_user_structures(load_user_structures)
