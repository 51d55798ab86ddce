"""Imports Qt quicker than Python does by itself, and so that the modules after it are imported quicker.

PySide6 carries a part of itself as the text of Python modules, which it compiles at each start; here their byte code is
kept, as Python keeps that of other modules. And it replaces the import by one that reads the source of every module
that is imported from then on, for optional features that this program does not use; the one before takes its place.
"""

from __future__ import annotations

import builtins
import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias

Codes: TypeAlias = dict[tuple[str, bytes], CodeType]
"""Compiled modules by file name and hash of the source."""


def import_qt() -> None:
    """Import PySide6 with its widgets; raises ``ImportError`` as the import does."""
    with _kept_byte_code():
        import_module("PySide6.QtWidgets")
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


@contextmanager
def _kept_byte_code() -> Iterator[None]:
    """Have texts that are compiled as whole modules compiled once and for all starts."""
    path = _cache_path()
    known = _read(path)
    used: Codes = {}
    plain_compile = builtins.compile

    def compile_once(source: Any, filename: Any, mode: str, *options: Any, **more: Any) -> Any:
        if not isinstance(source, bytes) or mode != "exec" or options or more:
            return plain_compile(source, filename, mode, *options, **more)
        key = (filename, source_hash(source))
        used[key] = known.get(key) or plain_compile(source, filename, mode)
        return used[key]

    names = vars(builtins)
    names["compile"] = compile_once
    try:
        yield
    finally:
        names["compile"] = plain_compile
    if used.keys() != known.keys() and not sys.dont_write_bytecode:
        _write(path, used)


def _cache_path() -> Path:
    """Return the file of the byte code, beside that of this module."""
    return Path(cache_from_source(__file__)).with_suffix(".pyside6")


def _read(path: Path) -> Codes:
    """Return what is kept in a file; nothing where there is none, one of another Python, or one that has changed.

    Python takes byte code as it is, and may not survive a wrong byte, so that a checksum stands before it.
    """
    with suppress(OSError):
        head, data = _parted(path.read_bytes())
        if head == MAGIC_NUMBER + source_hash(data):
            codes: Codes = marshal.loads(data)
            return codes
    return {}


def _parted(data: bytes) -> tuple[bytes, bytes]:
    """Return the beginning of a file that says what it holds, and the rest of it."""
    length = len(MAGIC_NUMBER) + 8
    return data[:length], data[length:]


def _write(path: Path, codes: Codes) -> None:
    """Keep byte code in a file, which is replaced whole; a folder that cannot be written to is left as it is."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        data = marshal.dumps(codes)
        unfinished.write_bytes(MAGIC_NUMBER + source_hash(data) + data)
        unfinished.replace(path)
