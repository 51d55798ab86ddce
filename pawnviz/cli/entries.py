"""The built-in and user layers that arguments name."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, print_error
from pawnviz.cli.streams import open_file, reason
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, present_identifier
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, formula_faults, read_layers
from pawnviz.core.words import did_you_mean, quoted
from pawnviz.folders import NoHomeError, settings_folder

FILE_NAME: Final = "layers.json"  # The file in which the window keeps the user layers.


def load_user_layers() -> UserLayers:
    """Return the user layers that the window keeps, without faulty ones; standard error names an unreadable file."""
    try:
        path = settings_folder() / FILE_NAME
        return _read(path)[0]
    except (NoHomeError, FileNotFoundError):
        return UserLayers()
    except OSError as error:
        print_error(f"user layers are left out, {path}: {reason(error)}")
        return UserLayers()


def layers_of_file(path: str) -> tuple[UserLayers, list[str]]:
    """Return the layers of a file, and a sentence for each fault; raises ``OSError`` for an unreadable one."""
    return _read(Path(path))


def _read(path: Path) -> tuple[UserLayers, list[str]]:
    with open_file(path) as file:
        data = file.read(LARGEST_FILE + 1)
    entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
    layers = UserLayers(entries)
    return layers, [str(fault) for fault in (*faults, *formula_faults(entries, layers))]


def layers_option(path: str | None, names: list[str], parser: ArgumentParser) -> tuple[UserLayers | None, int]:
    """Return the layers of the file that ``--layers`` names, None where it was not given, and the exit status so far.

    The faults of the file are printed on standard error. They change the status only where no names of layers are
    given, so that all of the file is wanted. Exits with an error where the file cannot be opened.
    """
    if path is None:
        return None, 0
    try:
        layers, faults = layers_of_file(path)
    except OSError as error:
        parser.error(f"{path}: {reason(error)}")
    print_faults(path, faults)
    return layers, EXIT_BAD_INPUT if faults and not names else 0


def print_faults(path: str, faults: Iterable[str]) -> None:
    """Print the faults of a file of layers on standard error, a line for each."""
    for fault in faults:
        print_error(f"{path}: {fault}")


def entries_of(names: list[str], parser: ArgumentParser, user_layers: UserLayers | None = None) -> list[Entry]:
    """Return the layers and numbers with these identifiers, each once; exit with an error for any other name.

    ``user_layers`` are those of a file; without one, the kept ones are read where a name is not built in. Without
    names, these are all built-in ones, and those of the file that can be read.
    """
    names = [present_identifier(name) for name in names]
    known: dict[str, Entry] = {**LAYERS, **NUMBERS}
    if user_layers is None and any(name not in known for name in names):
        user_layers = load_user_layers()
    if user_layers is not None:
        known |= {name: layer for name, layer in user_layers.layers.items() if name not in user_layers.faults}
    for name in names:
        if user_layers is not None and name in user_layers.faults:
            parser.error(f"the layer {name} cannot be read: {user_layers.faults[name]}")
        if name not in known:
            parser.error(f"there is no layer {quoted(name)}; {did_you_mean(name, known, 'pawnviz layers lists them')}")
    return [known[name] for name in dict.fromkeys(names)] if names else list(known.values())
