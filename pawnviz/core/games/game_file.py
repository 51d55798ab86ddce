"""A file of games: its bytes, unpacked in bounded steps, and the faults of other files."""

from __future__ import annotations

import bz2
import codecs
import errno
import io
import lzma
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from struct import Struct, iter_unpack, unpack_from
from tempfile import TemporaryFile, gettempdir
from typing import IO, Final, NamedTuple, Self, cast

from pawnviz.core.data_files import Closeable
from pawnviz.core.positions import open_stored
from pawnviz.core.words import quoted
from pawnviz.override import plain_override

_PACKED: Final = 32 << 10  # The number of packed bytes that are read at once.
_UNPACKED: Final = 256 << 10  # The number of bytes that a step yields at most.
_TURNS: Final = 64  # The number of frames, or reads, of a step that yields nothing.
_ENTRIES: Final = 500  # The number of files in the directory of an archive that a step goes through.

_ZSTANDARD: Final = re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")
"""How a file packed by Zstandard begins: with a frame of data, or with one that is skipped, as those of pzstd."""

_END: Final = Struct("<12xLL2x")  # The end of a zip archive: size and place of its directory.
_LARGE_END: Final = Struct("<40xQQ20x")  # The same of an archive in Zip64, with the locator behind it.
_ENTRY: Final = Struct("<8xHH4xLLLHHH8xL")
"""A file in the directory: flags, method, checksum, packed and unpacked size, lengths of three texts, and place."""
_LOCAL: Final = Struct("<26xHH")  # What stands before the bytes of a file: the lengths of two texts.
_IS_ENCRYPTED: Final = 1
_HAS_END_MARK: Final = 2
_IS_LARGE: Final = 0xFFFFFFFF  # The number in place of one of 64 bits, which stands among the extra fields.


_DAMAGED: Final = "it is a zip archive that is damaged or cut short"


class NoGamesError(ValueError):
    """A file without games, with its kind."""


_Step = Callable[[], bytes | None]
"""A bounded step of reading: it returns further bytes, perhaps none, and None at the end.

It raises ``ValueError`` if the bytes are damaged or cut short, and ``OSError`` if they cannot be read.
"""


class _Deflated:
    """The unpacker of zlib, with the methods that the others have."""

    def __init__(self, bits: int) -> None:
        self._unpacker = zlib.decompressobj(bits)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._unpacker.eof

    @property
    def unused_data(self) -> bytes:
        return self._unpacker.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        block = self._unpacker.decompress(self._unpacker.unconsumed_tail + data, max_length)
        self.needs_input = len(block) < max_length
        return block


_Unpacker = bz2.BZ2Decompressor | lzma.LZMADecompressor | _Deflated


def _unpacking(stored: io.BufferedReader, first: bytes) -> _Step | None:
    """Return the steps that unpack or decode an open file, None if it needs none; raises ``NoGamesError``."""
    if first.startswith(b"\x1f\x8b"):
        return _Frames(stored.read, lambda: _Deflated(16 + zlib.MAX_WBITS)).step
    if first.startswith(b"BZh"):
        return _Frames(stored.read, bz2.BZ2Decompressor).step
    if first.startswith(b"\xfd7zXZ"):
        return _Frames(stored.read, lzma.LZMADecompressor).step
    if _ZSTANDARD.match(first):
        try:
            library = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
            return _Frames(stored.read, library.ZstdDecompressor).step
        except ImportError:
            fault = "it is packed by Zstandard; to read it, install pawnviz[zst], or unpack it first"
            raise NoGamesError(fault) from None
    if first.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _Members(stored).step
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = io.TextIOWrapper(stored, encoding="utf-16", errors="replace", newline="")
        return lambda: text.read(_UNPACKED).encode() or None
    return None


class _Frames:
    """The unpacked text of frames that follow each other, or of only one, in the bytes that ``read`` returns."""

    def __init__(
        self, read: Callable[[int], bytes], unpacker: Callable[[], _Unpacker], *, is_one: bool = False
    ) -> None:
        self._read = read
        self._unpacker = unpacker
        self._is_one = is_one
        self._frame: _Unpacker | None = None
        self._rest = b""

    def step(self) -> bytes | None:
        for _ in range(_TURNS):
            if not self._rest and (self._frame is None or self._frame.needs_input):
                self._rest = self._read(_PACKED)
                if not self._rest:
                    if self._frame is not None:
                        raise ValueError("the end of the packed bytes is missing")
                    return None
            if self._frame is None and not self._is_one:
                self._rest = self._rest.lstrip(b"\0")  # Zeros may fill up what is behind a frame.
                if not self._rest:
                    continue
            frame = self._frame or self._unpacker()
            try:
                block = frame.decompress(self._rest, _UNPACKED)
            except Exception as error:  # Each library has a class of errors of its own.
                raise ValueError(str(error)) from None
            self._frame, self._rest = (None, frame.unused_data) if frame.eof else (frame, b"")
            if frame.eof and self._is_one:
                self._rest, self._read = b"", lambda _: b""
            if block:
                return block
        return b""


class _Entry(NamedTuple):
    name: str
    flags: int
    method: int
    checksum: int
    packed_size: int
    size: int
    place: int


class _Members:
    """The files of games in a zip archive, one after the other, with an empty line between two of them."""

    def __init__(self, stored: io.BufferedReader) -> None:
        self._stored = stored
        self._member: _Step | None = None
        self._place = self._end = 0  # Those of the bytes of the file that is being read.
        self._checksum = self._game_file_count = 0
        self._entry_place, self._directory_end, self._start = self._directory()
        place, self._file_count = self._entry_place, 0
        if self._next_entry() is None and self._entry_place >= self._directory_end:
            raise self._without_games()
        self._entry_place, self._file_count = place, 0

    def step(self) -> bytes | None:
        lines = b""
        for _ in range(_TURNS):
            if self._member is None:
                entry = self._next_entry()
                if entry is None:
                    if self._entry_place < self._directory_end:
                        return lines
                    if not self._game_file_count:
                        raise self._without_games()
                    return lines or None
                lines += b"\n\n" if self._game_file_count else b""
                self._game_file_count += 1
                self._entry, self._checksum = entry, 0
                self._member = self._opened(entry)
            block = self._member()
            if block is not None:
                self._checksum = zlib.crc32(block, self._checksum)
                return lines + block
            if self._checksum != self._entry.checksum:
                raise ValueError(f"{quoted(self._entry.name)} has another checksum than it should")
            self._member = None
        return lines

    def _without_games(self) -> NoGamesError:
        return NoGamesError(f"the archive holds no .pgn file among its {self._file_count:,} files")

    def _directory(self) -> tuple[int, int, int]:
        """Return where the directory begins and ends, and the place from which those of the files count."""
        length = self._stored.seek(0, io.SEEK_END)
        tail_place = self._stored.seek(max(0, length - _END.size - 0xFFFF))
        tail = self._stored.read()
        end = tail.rfind(b"PK\x05\x06")
        if not 0 <= end <= len(tail) - _END.size:
            raise NoGamesError(_DAMAGED)
        size, place = _END.unpack_from(tail, end)
        directory_end = tail_place + end
        if end >= _LARGE_END.size and tail.startswith(b"PK\x06\x06", end - _LARGE_END.size):
            size, place = _LARGE_END.unpack_from(tail, end - _LARGE_END.size)
            directory_end -= _LARGE_END.size
        if place + size > directory_end:
            raise NoGamesError(_DAMAGED)
        return directory_end - size, directory_end, directory_end - size - place

    def _next_entry(self) -> _Entry | None:
        for _ in range(_ENTRIES):
            if self._entry_place >= self._directory_end:
                return None
            self._stored.seek(self._entry_place)
            head = self._stored.read(_ENTRY.size)
            if len(head) < _ENTRY.size or not head.startswith(b"PK\x01\x02"):
                raise NoGamesError(_DAMAGED)
            flags, method, checksum, packed_size, size, *lengths, place = _ENTRY.unpack(head)
            name = self._stored.read(lengths[0])
            extra = self._stored.read(lengths[1])
            self._entry_place += _ENTRY.size + sum(lengths)
            self._file_count += 1
            if name.lower().endswith(b".pgn"):
                size, packed_size, place = _large_numbers([size, packed_size, place], extra)
                return _Entry(name.decode(errors="replace"), flags, method, checksum, packed_size, size, place)
        return None

    def _opened(self, entry: _Entry) -> _Step:
        self._stored.seek(min(self._start + entry.place, self._directory_end))
        head = self._stored.read(_LOCAL.size)
        if len(head) < _LOCAL.size or not head.startswith(b"PK\x03\x04"):
            raise ValueError(f"{quoted(entry.name)} is not where the directory says")
        self._place = self._stored.tell() + sum(_LOCAL.unpack(head))
        self._end = self._place + entry.packed_size
        if entry.flags & _IS_ENCRYPTED:
            raise ValueError(f"{quoted(entry.name)} is encrypted")
        if entry.method == 0:
            return lambda: self._read(_UNPACKED) or None
        if entry.method == 8:
            return _Frames(self._read, lambda: _Deflated(-zlib.MAX_WBITS), is_one=True).step
        if entry.method == 12:
            return _Frames(self._read, bz2.BZ2Decompressor, is_one=True).step
        if entry.method == 14:
            # A file of the kind .lzma has the unpacked size, or that its end is marked, behind the same five bytes.
            size = b"\xff" * 8 if entry.flags & _HAS_END_MARK else entry.size.to_bytes(8, "little")
            start = io.BytesIO(self._read(9)[4:] + size)
            return _Frames(lambda size: start.read(size) or self._read(size), lzma.LZMADecompressor, is_one=True).step
        raise ValueError(f"{quoted(entry.name)} is packed by a method that is not read; unpack the archive first")

    def _read(self, size: int) -> bytes:
        self._stored.seek(self._place)
        data = self._stored.read(min(size, self._end - self._place))
        self._place += len(data)
        return data


def _large_numbers(numbers: list[int], extra: bytes) -> list[int]:
    """Return numbers with those of 64 bits, which stand in an extra field, in place of the ones that are too large."""
    while len(extra) >= 4:
        kind, length = unpack_from("<HH", extra)
        if kind == 1:
            large = iter_unpack("<Q", extra[4 : 4 + length // 8 * 8])
            return [next(large, (0,))[0] if number == _IS_LARGE else number for number in numbers]
        extra = extra[4 + length :]
    return numbers


_BLOCK: Final = 1 << 20  # How many bytes are read at once.
_MOST_TIMES: Final = 200
"""How many times its size a packed file may unpack to; text of games unpacks to three to ten times."""
_ALWAYS: Final = 4 << 20  # The number of bytes that any file may unpack to.
_FIRST_BYTES: Final = 4096  # The number of bytes that identify the kind of a file.

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
    is_interrupted = False
    """Whether the last fault is one of the machine, such as a full disk, and the rest may be good."""

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
            self._source = _unpacking(self._stored, first)
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
        """Whether the file is closed."""
        return self._stored.closed

    @property
    def length(self) -> int:
        """The number of bytes that can be read; of a packed file, those that were unpacked so far."""
        return self._length

    def blocks(self) -> Iterator[bytes]:
        """Yield all bytes, once, up to the length at opening; unreadable parts go to ``faults``."""
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

    def _unpacked_blocks(self, step: _Step) -> Iterator[bytes]:
        most = _ALWAYS + _MOST_TIMES * self._size
        while True:
            try:
                block = step()
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
        """Return bytes that ``blocks`` has yielded so far; raises ``OSError`` if the file has fewer now."""
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
    """Yield the blocks of a stream; raises ``NoGamesError`` if the first one shows that it is no text of games."""
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
