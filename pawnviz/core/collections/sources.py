"""The files of games that a collection was made of."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from pawnviz.core.collections.store import CollectionError
from pawnviz.core.games.cutting import GameText, with_newlines
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.unpacking import NoGamesError
from pawnviz.core.positions.stored_file import open_stored

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
            data = file.read(offset, size)
    except FileNotFoundError:
        raise CollectionError(f"{name} has gone since its games were collected; put it back.") from None
    except (OSError, NoGamesError) as error:
        raise CollectionError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    return GameText(b"".join(with_newlines((data,))), line, offset)
