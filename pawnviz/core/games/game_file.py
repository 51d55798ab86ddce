"""Files of games as bytes that can be read from any place, unpacked into a temporary file and as UTF-8."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO, Final, Self, cast

from pawnviz.core.closeable import Closeable
from pawnviz.core.games.unpacking import NoGamesError, Source, packed_source
from pawnviz.core.positions.stored_file import open_stored
from pawnviz.override import plain_override

_BLOCK: Final = 1 << 20  # How many bytes are read at once.
_MOST_TIMES: Final = 200
"""How many times its size a packed file may unpack to; text of games unpacks to three to ten times."""
_ALWAYS: Final = 4 << 20  # The number of bytes that any file may unpack to.
_FIRST_BYTES: Final = 4096  # The number of bytes that tell the kind of a file.

_OTHER_KINDS: Final = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"version https://git-lfs.", "a pointer of Git LFS, whose file is fetched by git lfs pull"),
)
"""The first bytes of files that hold no games, and their kinds."""
_HTML: Final = (b"<!doctype", b"<html", b"<?xml", b"<head", b"<body")

_TAG: Final = re.compile(rb'^\[[A-Za-z0-9_]+ +"', re.MULTILINE)


class GameFile(Closeable):
    """The bytes of a file of games; a context manager. ``faults``, such as a cut archive, come up while it is read."""

    is_plain: bool  # Whether the bytes are those of the file itself: it is not packed, and they are not recoded.
    is_interrupted = (
        False  # Whether the last fault is one of the machine, such as a full disk, and the rest may be good.
    )

    def __init__(self, path: str | Path) -> None:
        """Open a file of PGN, as it is or packed by gzip, bzip2, xz, zip or Zstandard; its bytes decide, not its name.

        Raises ``OSError`` for a file that cannot be opened and for one that the system makes up, and
        ``NoGamesError`` for one that is something else, such as a folder, a pipe or a picture.
        """
        path = Path(path)
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise NoGamesError("it is a folder, not a file of games")
        if not stat.S_ISREG(kind):
            raise NoGamesError("it is a device or a pipe; only files are read")
        self.faults: list[str] = []
        self._place = 0
        with ExitStack() as closing:
            self._stored = closing.enter_context(open_stored(path))
            self._size = os.fstat(self._stored.fileno()).st_size
            first = self._stored.read(_FIRST_BYTES)
            self._stored.seek(0)
            self._source = packed_source(self._stored, first)
            self.is_plain = self._source is None
            if self.is_plain:
                _refuse_other_kinds(first)
            # A packed file is read once, into a temporary one.
            self._unpacked: IO[bytes] = self._stored if self.is_plain else closing.enter_context(_temporary_file())
            self._length = self._size if self.is_plain else 0
            self._closing = closing.pop_all()

    @classmethod
    def of_bytes(cls, data: bytes) -> Self:
        """Return a text of games that is in no file, such as a pasted one; raises ``NoGamesError``."""
        _refuse_other_kinds(data[:_FIRST_BYTES])
        file = cls.__new__(cls)
        file.faults = []
        file._size = file._length = len(data)
        file._place = 0
        file._closing = ExitStack()
        file._stored = file._closing.enter_context(io.BufferedReader(io.BytesIO(data)))
        file._unpacked, file._source = file._stored, None
        file.is_plain = False
        return file

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be read any longer."""
        return self._stored.closed

    @property
    def length(self) -> int:
        """The number of bytes that can be read; of a packed file, those that were unpacked so far."""
        return self._length

    def blocks(self) -> Iterator[bytes]:
        """Yield all bytes from the start, once, up to the length at opening; unreadable parts go to ``faults``.

        A block is empty if a step of unpacking yields nothing yet.
        """
        if self._source is not None:
            yield from self._unpacked_blocks(self._source)
            return
        length = 0
        while length < self._size:
            try:
                self._stored.seek(length)
                block = self._stored.read(min(_BLOCK, self._size - length))
            except OSError as error:
                self.is_interrupted = True
                self.faults.append(f"the rest of the file cannot be read: {error.strerror or error}")
                return
            if not block:
                self.faults.append("the file has become shorter while it was read; open it again")
                return
            length += len(block)
            self._place = length
            yield block
        if self.is_plain and os.fstat(self._stored.fileno()).st_size > self._size:
            self.faults.append("the file has grown while it was read; open it again to read the rest")

    def _unpacked_blocks(self, source: Source) -> Iterator[bytes]:
        most = _ALWAYS + _MOST_TIMES * self._size
        while True:
            try:
                block = source.step()
                self._place = self._stored.tell() if block is not None else self._size
            except NoGamesError as error:
                self.faults.append(str(error))
                return
            except (OSError, ValueError) as error:
                # Damaged archives raise errors without a number, or for a place that cannot be.
                self.is_interrupted = getattr(error, "errno", None) not in (None, errno.EINVAL)
                reason = "cannot be read" if self.is_interrupted else "is damaged or cut short"
                self.faults.append(f"the file {reason}; the rest cannot be unpacked ({error})")
                return
            if block is None:
                return
            if self._length + len(block) > most:
                self.faults.append(f"the file unpacks to over {_MOST_TIMES} times its size; the rest is left out")
                return
            try:
                self._unpacked.seek(self._length)
                written = 0
                while written < len(block):
                    written += self._unpacked.write(block[written:])
            except OSError as error:
                self.is_interrupted = True
                self.faults.append(f"the rest cannot be unpacked into {gettempdir()}: {error.strerror or error}")
                return
            self._length += len(block)
            yield block

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes that ``blocks`` has yielded so far; raises ``OSError`` where the file has fewer now."""
        self._unpacked.seek(offset)
        data = self._unpacked.read(min(size, self._length))
        if len(data) < size:
            raise OSError("it has become shorter meanwhile")
        return data

    def progress(self) -> float:
        """Return which share of the file has been read, from 0 to 1."""
        return self._place / self._size if self._size else 1.0

    @plain_override
    def close(self) -> None:
        """Close the file and drop the unpacked bytes."""
        self._closing.close()


def _temporary_file() -> IO[bytes]:
    try:
        return cast(IO[bytes], TemporaryFile(buffering=0))
    except OSError as error:
        raise NoGamesError(f"it cannot be unpacked into a temporary file: {error.strerror or error}") from None


def checked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the blocks of a stream; raises ``NoGamesError`` where the first one shows that it is no text of games."""
    for first in filter(None, blocks):
        _refuse_other_kinds(first)
        yield first
        yield from blocks


def _refuse_other_kinds(first: bytes) -> None:
    """Raise ``NoGamesError`` for a file whose first bytes show that it is something else."""
    for start, kind in _OTHER_KINDS:
        if first.startswith(start):
            raise NoGamesError(f"it is {kind}, not a file of games")
    if first.lstrip()[:20].lower().startswith(_HTML):
        raise NoGamesError("it is a page of the web (HTML), not a file of games; the download may have failed")
    # A few zeros are damage, not another kind of file; so are many in one that has tags.
    if first.count(0) * 20 > len(first) and not _TAG.search(first):
        raise NoGamesError("it holds bytes that are no text, so it is not a file of games")
