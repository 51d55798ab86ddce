"""Files of games as bytes that can be read from any place, unpacked into a temporary file and as UTF-8."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import os
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO, Final, Protocol, Self, cast

from pawnviz.core.closeable import Closeable
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

_ZSTANDARD: Final = re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")
"""How a file packed by Zstandard begins: with a frame of data, or with one that is skipped, as those of pzstd."""
_TAG: Final = re.compile(rb'^\[[A-Za-z0-9_]+ +"', re.MULTILINE)


class NoGamesError(ValueError):
    """That a file holds no games, with its kind."""


class Source(Protocol):
    """A source of bytes, such as an open archive."""

    def read1(self, size: int, /) -> bytes:
        """Return at most this many further bytes, as many as are unpacked at once, none at the end."""


class GameFile(Closeable):
    """The bytes of a file of games; a context manager. ``faults``, such as a cut archive, come up while it is read."""

    is_plain: bool  # Whether the bytes are those of the file itself: it is not packed, and they are not recoded.

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
            source = _unpacked(self._stored, closing)
            # A packed file is read once, into a temporary one.
            self._unpacked: IO[bytes] = (
                closing.enter_context(_temporary_file()) if source is not self._stored else self._stored
            )
            self._source = source
            self.is_plain = source is self._stored
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
        file._unpacked = file._source = file._stored
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
        """Yield all bytes from the start, once, up to the length at opening; unreadable parts go to ``faults``."""
        if self._source is not self._stored:
            yield from self._unpacked_blocks()
            return
        length = 0
        while length < self._size:
            try:
                self._stored.seek(length)
                block = self._stored.read(min(_BLOCK, self._size - length))
            except OSError as error:
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

    def _unpacked_blocks(self) -> Iterator[bytes]:
        most = _ALWAYS + _MOST_TIMES * self._size
        while True:
            try:
                block = self._source.read1(_BLOCK)
                self._place = self._stored.tell() if block else self._size
            except (EOFError, OSError, ValueError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
                self.faults.append(f"the file is damaged or cut short; the rest cannot be unpacked ({error})")
                return
            if not block:
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
                self.faults.append(f"the rest cannot be unpacked into {gettempdir()}: {error.strerror or error}")
                return
            self._length += len(block)
            yield block

    def read(self, offset: int, size: int) -> bytes:
        """Return bytes that ``blocks`` has yielded so far; raises ``OSError`` where the file has fewer now."""
        self._unpacked.seek(offset)
        data = self._unpacked.read(size)
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


def _unpacked(stored: io.BufferedReader, closing: ExitStack) -> Source:
    """Return the source of an open file's text, to be closed by ``closing``; raises as ``GameFile``."""
    first = stored.read(_FIRST_BYTES)
    stored.seek(0)
    source: Source = stored
    if first.startswith(b"\x1f\x8b"):
        source = closing.enter_context(gzip.GzipFile(fileobj=stored))
    elif first.startswith((b"BZh", b"\xfd7zXZ")):
        opened = bz2.BZ2File if first.startswith(b"BZh") else lzma.LZMAFile
        source = closing.enter_context(opened(stored))
    elif _ZSTANDARD.match(first):
        source = _zstandard(stored)
    elif first.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _Members(stored, closing)
    elif first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _Recoded(stored)
    else:
        _refuse_other_kinds(first)
    return source


def checked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the blocks of a stream; raises ``NoGamesError`` where the first one shows that it is no text of games."""
    for first in blocks:
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


def _zstandard(stored: io.BufferedReader) -> Source:
    """Return the unpacked text of a file packed by Zstandard; raises ``NoGamesError`` where the library is missing."""
    try:
        zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    except ImportError:
        raise NoGamesError("it is packed by Zstandard; to read it, install pawnviz[zst], or unpack it first") from None
    return _Frames(zstd.ZstdFile(stored), zstd.ZstdError)


class _Frames:
    """The unpacked text of frames of Zstandard, whose library has a class of errors of its own."""

    def __init__(self, source: Source, error: type[Exception]) -> None:
        self._source = source
        self._error = error

    def read1(self, size: int, /) -> bytes:
        try:
            return self._source.read1(size)
        except self._error as error:
            raise ValueError(str(error)) from None


class _Recoded:
    """The text of a file in UTF-16 as UTF-8."""

    def __init__(self, stored: io.BufferedReader) -> None:
        self._text = io.TextIOWrapper(stored, encoding="utf-16", errors="replace", newline="")

    def read1(self, size: int, /) -> bytes:
        return self._text.read(size).encode()


class _Members:
    """The files of games in a zip archive, one after the other."""

    def __init__(self, stored: io.BufferedReader, closing: ExitStack) -> None:
        try:
            self._archive = closing.enter_context(zipfile.ZipFile(stored))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
            raise NoGamesError(f"it is a zip archive that is damaged or cut short ({error})") from None
        names = self._archive.namelist()
        self._names = [name for name in names if name.lower().endswith(".pgn")]
        if not self._names:
            raise NoGamesError(f"the archive holds no .pgn file among its {len(names)} files")
        self._member: zipfile.ZipExtFile | None = None

    def read1(self, size: int, /) -> bytes:
        """Return further bytes of the members, with an empty line between two of them."""
        while self._names or self._member:
            if self._member is None:
                try:
                    self._member = cast(zipfile.ZipExtFile, self._archive.open(self._names.pop(0)))
                except (RuntimeError, NotImplementedError) as error:
                    raise ValueError(str(error)) from None
            if block := self._member.read1(size):
                return block
            self._member.close()
            self._member = None
            if self._names:
                return b"\n\n"
        return b""
