"""The files of games that a collection was made of."""

from __future__ import annotations

import json
import os
import sqlite3
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.collections.store import CollectionError, damaged, naming_faults
from pawnviz.core.games.cutting import GameText, with_newlines
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.positions.position_file import open_stored

_WHOLE: Final = 64 << 20  # The number of bytes up to which a file's stamp is of all of them.
_SAMPLES: Final = 1_000
_SAMPLE_BYTES: Final = 4096


class SourceFile(NamedTuple):
    """A file of games in a collection, as it was when it was scanned.

    ``modified`` is in nanoseconds, and ``stamp`` tells its content from another. ``is_whole`` is false while it is
    scanned, and ``faults`` are those of the file itself, such as an archive cut short.
    """

    path: str
    size: int
    modified: int
    stamp: str
    game_count: int
    is_whole: bool
    faults: tuple[str, ...]

    @property
    def fault(self) -> str:
        """The faults of the file as a sentence, or that its games are not all there; empty for none."""
        if self.is_whole:
            return f"“{self.path}”: {'; '.join(self.faults)}." if self.faults else ""
        return f"“{self.path}” is not collected to its end; pawnviz collect goes on with it."


_KINDS: Final[tuple[type | tuple[type, ...], ...]] = (int, (str, bytes), int, int, str, int, int, str, int, int)
"""The types of the columns that ``read_sources`` reads."""


def read_sources(path: Path, connection: sqlite3.Connection) -> list[SourceFile]:
    """Return the sources of a store in the order of their numbers, from 0; raises ``CollectionError``."""
    with naming_faults(path):
        rows = connection.execute(
            "SELECT id, path, size, modified, stamp, game_count, is_whole, faults, place, line FROM source ORDER BY id"
        ).fetchall()
    sources: list[SourceFile] = []
    for number, row in enumerate(rows):
        has_kinds = all(isinstance(value, kind) for value, kind in zip(row, _KINDS, strict=True))
        if not has_kinds or row[0] != number or min(*row[5:7], *row[8:]) < 0:
            raise damaged(path)
        try:
            name, faults = os.fsdecode(row[1]), json.loads(row[7])
        except (ValueError, RecursionError):
            raise damaged(path) from None
        if "\0" in name or not isinstance(faults, list) or not all(isinstance(fault, str) for fault in faults):
            raise damaged(path)
        sources.append(SourceFile._make((name, *row[2:6], bool(row[6]), tuple(faults))))
    return sources


def stored_path(path: str) -> str | bytes:
    """Return a path as it is kept in a store: as bytes if it is not UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def content_stamp(path: str | Path) -> str:
    """Return a text for the content of a file: of its bytes, or of a large one samples and its time of change.

    Raises ``OSError``.
    """
    status = Path(path).stat()
    digest = blake2b(b"%d " % status.st_size, digest_size=16)
    with open_stored(path) as file:
        if status.st_size <= _WHOLE:
            while block := file.read(1 << 20):
                digest.update(block)
        else:
            digest.update(b"%d " % status.st_mtime_ns)
            for number in range(_SAMPLES):
                file.seek((status.st_size - _SAMPLE_BYTES) * number // (_SAMPLES - 1))
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def read_game_text(source: SourceFile, offset: int, size: int, line: int) -> GameText:
    """Return the text of a game of a source; raises ``CollectionError`` where the file has changed or gone."""
    name = f"“{source.path}”"
    try:
        status = Path(source.path).stat()
        is_same = (status.st_size, status.st_mtime_ns) == (source.size, source.modified)
        if not is_same and content_stamp(source.path) != source.stamp:
            raise CollectionError(f"{name} has changed since its games were collected; collect it again.")
        with GameFile(source.path) as file:
            if not file.is_plain:
                for _ in file.blocks():
                    if file.length >= offset + size:
                        break
                if file.is_interrupted:
                    raise CollectionError(f"{name}: {file.faults[-1]}.")
            data = file.read(offset, size)
    except FileNotFoundError:
        raise CollectionError(f"{name} has gone since its games were collected; put it back.") from None
    except (OSError, NoGamesError) as error:
        raise CollectionError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return GameText(b"".join(with_newlines((data,))), line, offset)
