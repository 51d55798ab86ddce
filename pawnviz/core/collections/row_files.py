"""The structures of a collection as files for other programs: CSV, and Parquet, which needs ``pawnviz[parquet]``.

A row is a structure of a game, with the columns of ``COLUMNS``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.collections.played_moves import StructureMove

if TYPE_CHECKING:
    from pawnviz.core.collections.collection import Collection

FORMATS: Final = ("csv", "parquet")  # The formats of files, which are their endings too.
COLUMNS: Final = ("file", "game", "ply", "end", "white", "black", "move")
"""The file and the number of the game there, the plies from ``ply`` up to ``end``, the pawns, and the move before."""

_STEP: Final = 65_536  # The number of rows that are written at once.


def row_blocks(collection: Collection, form: str) -> Iterator[bytes]:
    """Yield the bytes of a file in one of ``FORMATS``; raises ``ImportError`` where the library is missing.

    Masks are hexadecimal in CSV, and 64-bit unsigned numbers in Parquet.
    """
    return _csv(collection) if form == "csv" else _parquet(collection)


def _steps(collection: Collection) -> Iterator[dict[str, Any]]:
    """Yield the columns of some rows after the other; ``file`` and ``move`` are lists of texts."""
    rows, games = collection.rows(), collection.games()
    # Names that are not UTF-8 have escapes.
    files = [Path(file.path).name.encode(errors="backslashreplace").decode() for file in collection.files]
    moves: dict[int, str] = {}
    for start in range(0, len(rows), _STEP):
        part = slice(start, start + _STEP)
        numbers = rows.game[part]
        codes = rows.move[part].tolist()
        moves |= {code: StructureMove.of(code).text for code in set(codes) - moves.keys()}
        yield {
            "file": [files[file] for file in games.file[numbers].tolist()],
            "game": games.number[numbers],
            "ply": rows.ply[part],
            "end": rows.end[part],
            "white": rows.white[part],
            "black": rows.black[part],
            "move": [moves[code] for code in codes],
        }


def _csv(collection: Collection) -> Iterator[bytes]:
    yield f"{','.join(COLUMNS)}\n".encode()
    for step in _steps(collection):
        columns = [values if isinstance(values, list) else values.tolist() for values in step.values()]
        columns[0] = [_quoted(file) for file in columns[0]]
        yield "".join(
            f"{file},{game},{ply},{end},0x{white:016x},0x{black:016x},{move}\n"
            for file, game, ply, end, white, black, move in zip(*columns, strict=True)
        ).encode()


def _quoted(text: str) -> str:
    """Return a text as a cell of CSV, which no spreadsheet computes."""
    text = f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\n\r') else text


def _parquet(collection: Collection) -> Iterator[bytes]:
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    kinds = dict.fromkeys(COLUMNS, pyarrow.int32())
    kinds |= {"file": pyarrow.string(), "move": pyarrow.string(), "white": pyarrow.uint64(), "black": pyarrow.uint64()}
    schema = pyarrow.schema(list(kinds.items()))
    sink = _Sink()
    with parquet.ParquetWriter(sink, schema) as writer:
        for step in _steps(collection):
            writer.write_table(pyarrow.table(step, schema=schema))
            yield sink.taken()
    yield sink.taken()


class _Sink(io.RawIOBase):
    """A file of which what was written is taken away from time to time."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []
        self._place = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def write(self, data: Any, /) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._place += len(part)
        return len(part)

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data
