"""The inputs of sub-commands: positions among arguments, in files and on standard input; layers, user structures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BufferedReader
from typing import TYPE_CHECKING, Final

from pawnviz.cli.command import (
    EXIT_BAD_INPUT,
    LONGEST_LINE,
    TOO_LONG,
    Options,
    has_no_input,
    open_file,
    print_error,
    reason,
    standard_input,
)
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.formula.names import set_user_layers
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, present_identifier
from pawnviz.core.positions import COMMENTS, PACKED_ENDINGS
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, formula_faults, read_layers
from pawnviz.core.words import did_you_mean, quoted
from pawnviz.folders import LAYERS_FILE, STRUCTURES_FILE, NoHomeError, settings_folder

if TYPE_CHECKING:
    from pawnviz.core.board.arrays import FenBlock
    from pawnviz.core.structures.structure import Structure

_GAMES: Final = (".pgn", *(f".pgn{ending}" for ending in PACKED_ENDINGS))
_MOST_BYTES: Final = 1 << 18
"""The most bytes read at once; four thousand FENs, whose arrays stay in the cache of the processor."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Some whole lines of a file; ``first`` is the number of the first one, ``where`` comes before it in messages."""

    data: bytes
    first: int
    where: str

    def __len__(self) -> int:
        return self.data.count(b"\n")

    def texts(self) -> Iterator[tuple[str, Position | str]]:
        """Yield each line as it is read, and its position or its fault."""
        for number, line in enumerate(self.data.split(b"\n")[:-1]):
            position = self._position(number, line)
            if position is not None:
                yield line.decode("utf-8", "replace"), position

    def block(self) -> tuple[FenBlock, list[str]]:
        """Return the positions of all lines as arrays, and the faults of the other lines."""
        from pawnviz.core.board.arrays import read_fens

        messages = []

        def position(number: int, line: bytes) -> Position | None:
            read = self._position(number, line)
            if isinstance(read, str):
                messages.append(read)
                return None
            return read

        return read_fens(self.data, position), messages

    def _position(self, number: int, line: bytes) -> Position | str | None:
        """Return the position of a line, its fault, or None for a blank line and for a comment."""
        number += self.first
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
        if not text or text.startswith(COMMENTS):
            return None
        return _read(text, f"{self.where} {number}: ")


def given_in(options: Options, alternative: str = "") -> Iterator[Position | Lines | str]:
    """Yield positions, lines and faults of the words, in order, or of standard input, if it is no terminal."""
    if not options.fen and has_no_input():
        options.fail(f"give a FEN, a .fen or .epd file, or - to read standard input{alternative}")
    return given_words(options.fen or ["-"])


def given_words(words: list[str]) -> Iterator[Position | Lines | str]:
    """Yield the positions, lines of files, and faults of words, in order."""
    texts = _joined(words)
    for number, text in enumerate(texts, 1):
        if text == "-":
            try:
                yield from _lines(standard_input(), "line")
            except OSError as error:
                yield f"standard input: {reason(error)}"
        elif text.lower().endswith(_GAMES):
            yield f"{text}: a file of games; pawnviz games lists them, pawnviz timeline prints the layers of one"
        elif _is_file_name(text):
            try:
                with open_file(text) as file:
                    yield from _lines(file, f"{text}, line")
            except OSError as error:
                yield f"{text}: {reason(error)}"
        else:
            yield _read(text, f"argument {number}: " if len(texts) > 1 else "")


class Positions:
    """Positions that are read one by one, with printed faults, and the exit status."""

    def __init__(self, given: Iterator[Position | Lines | str]) -> None:
        self._given = given
        self.status = 0  # The exit status so far.
        self._is_empty = True

    def __iter__(self) -> Iterator[tuple[str, Position]]:
        """Yield each position with its line, which is empty for an argument."""
        for each in self._given:
            yield from self.read(each)

    def read(self, given: Position | Lines | str) -> Iterator[tuple[str, Position]]:
        """Yield the positions of one argument or of some lines."""
        for text, position in given.texts() if isinstance(given, Lines) else (("", given),):
            self._is_empty = False
            if isinstance(position, str):
                self.status = print_error(position)
            else:
                yield text, position

    def block(self, lines: Lines) -> FenBlock:
        """Return the positions of lines as arrays."""
        block, faults = lines.block()
        for fault in faults:
            self.status = print_error(fault)
        self._is_empty = self._is_empty and not (len(block.boards) or faults)
        return block

    def end(self, purpose: str) -> int:
        """Return the exit status, having printed that there is no position to ``purpose`` if there was nothing."""
        return print_error(f"there is no position to {purpose}") if self._is_empty else self.status


def _lines(stream: BufferedReader, where: str) -> Iterator[Lines | str]:
    """Yield the lines of a stream, as many at once as are there, up to one of more than ``LONGEST_LINE`` bytes."""
    number = 1
    unfinished: list[bytes] = []
    while piece := stream.read1(_MOST_BYTES):
        finished, newline, rest = piece.rpartition(b"\n")
        if newline:
            lines = Lines(b"".join((*unfinished, finished, newline)), number, where)
            yield lines
            number += len(lines)
            unfinished = []
        unfinished.append(rest)
        if sum(map(len, unfinished)) > LONGEST_LINE:
            yield f"{where} {number}: {TOO_LONG}"
            return
    if any(unfinished):
        yield Lines(b"".join((*unfinished, b"\n")), number, where)


def _joined(words: list[str]) -> list[str]:
    """Return the words, with the fields of each FEN without quotes joined to one text."""
    texts: list[str] = []
    fields = 6  # How many fields the FEN of the last words has; with six, it takes no further word.
    for word in words:
        # A lone - stands for standard input, except where it is the castling or the en-passant field.
        alone = "/" in word or " " in word or _is_file_name(word) or (word == "-" and fields not in (2, 3))
        if fields < 6 and not alone:
            texts[-1] += f" {word}"
            fields += 1
        else:
            texts.append(word)
            fields = 1 if "/" in word and " " not in word and not _is_file_name(word) else 6
    return texts


def _is_file_name(text: str) -> bool:
    return text.lower().endswith((".fen", ".epd", *_GAMES))


def _read(text: str, where: str) -> Position | str:
    try:
        return Position.from_fen(text)
    except FenError as error:
        return f"{where}{error}"


# Layers


def _kept(name: str, most: int, about: str) -> bytes:
    """Return the content of a file of the settings folder, empty without one; an unreadable one is named."""
    try:
        path = settings_folder() / name
        with open_file(path) as file:
            return file.read(most + 1)
    except (NoHomeError, FileNotFoundError):
        pass
    except OSError as error:
        print_error(f"{about} are left out, {path}: {reason(error)}")
    return b""


def kept_layers() -> UserLayers:
    """Return the user layers that the window keeps, without faulty ones; standard error names an unreadable file."""
    return _layers_of(_kept(LAYERS_FILE, LARGEST_FILE, "user layers"))[0]


def _layers_of(data: bytes) -> tuple[UserLayers, list[str]]:
    """Return the layers of a file's content, and a sentence for each fault."""
    entries, faults = read_layers(data.decode("utf-8-sig", "replace"))
    layers = UserLayers(entries)
    return layers, [str(fault) for fault in (*faults, *formula_faults(entries, layers))]


def layers_option(options: Options) -> tuple[UserLayers | None, int]:
    """Return the layers of ``--layers``, None without it, and the exit status; faults are printed."""
    if options.layers is None:
        return None, 0
    try:
        with open_file(options.layers) as file:
            layers, faults = _layers_of(file.read(LARGEST_FILE + 1))
    except OSError as error:
        options.fail(f"{options.layers}: {reason(error)}")
    for fault in faults:
        print_error(f"{options.layers}: {fault}")
    return layers, EXIT_BAD_INPUT if faults else 0


def given_or_kept_layers(options: Options) -> tuple[UserLayers, int]:
    """Return the layers of ``--layers``, without it those that the window keeps, and the exit status."""
    layers, status = layers_option(options)
    return kept_layers() if layers is None else layers, status


def chosen_entries(options: Options) -> tuple[list[Entry], int]:
    """Return the chosen layers and an exit status; faults of the file of layers count only without ``--layer``."""
    user_layers, status = layers_option(options)
    return entries_of(options.layer, options, user_layers), 0 if options.layer else status


def entries_of(names: list[str], options: Options, user_layers: UserLayers | None = None) -> list[Entry]:
    """Return the layers and numbers of identifiers, by default all; end with an error for any other name."""
    names = [present_identifier(name) for name in names]
    known: dict[str, Entry] = {**LAYERS, **NUMBERS}
    if user_layers is None and any(name not in known for name in names):
        user_layers = kept_layers()
    if user_layers is not None:
        known |= {name: layer for name, layer in user_layers.layers.items() if name not in user_layers.faults}
    for name in names:
        if user_layers is not None and name in user_layers.faults:
            options.fail(f"the layer {name} cannot be read: {user_layers.faults[name]}")
        if name not in known:
            options.fail(f"there is no layer {quoted(name)}; {did_you_mean(name, known, 'pawnviz layers lists them')}")
    return [known[name] for name in dict.fromkeys(names)] if names else list(known.values())


def read_user_files() -> None:
    """Name the structures of the settings folder too, and let questions call its layers, from the first need on."""
    from pawnviz.core.structures.table import set_user_structures

    set_user_structures(_user_structures)
    set_user_layers(cache(lambda: kept_layers().layers))


def _user_structures() -> tuple[Structure, ...]:
    """Return the structures of the settings folder; a line on standard error names each that is left out."""
    from pawnviz.core.structures import table

    structures, faults = table.read_user_structures(_kept(STRUCTURES_FILE, table.LARGEST_FILE, "user structures"))
    for fault in faults:
        print_error(f"left out of the user structures, {settings_folder() / STRUCTURES_FILE}: {fault}")
    return structures
