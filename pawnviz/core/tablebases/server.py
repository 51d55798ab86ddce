"""A folder of Syzygy tables, whose files are checked before use, and the process that answers questions to it.

A table that is damaged or slow cannot hold up or end the program. The first line of the output describes the folder
that is named on the command line; then each FEN on the standard input has a line as its answer. Lines are JSON objects;
one with ``fault`` has a sentence on the fault.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import chess
import chess.syzygy

from pawnviz.core.words import count_text, listed

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_FAULTS: Final = 3  # The most faulty files that a sentence names; further ones are counted.

_MAGIC: Final = {".rtbw": chess.Board.tbw_magic, ".rtbz": chess.Board.tbz_magic}


class TableError(Exception):
    """A folder or a table that cannot be read; the text is a sentence that names it."""


class Probe(NamedTuple):
    """The verdict of the tables on a position, for the side to move.

    ``wdl`` is 2 for a win, 1 for one that the fifty-move rule makes a draw, 0 for a draw, and -1 and -2 for losses.
    ``dtz`` is the number of plies after which the winning side can force a capture or a pawn move, 0 in a draw. If
    ``wdl`` or ``dtz`` is None, ``missing`` names the table that would say it.
    """

    wdl: int | None
    dtz: int | None = None
    missing: str = ""


class TableFolder:
    """The tables of a folder; ``faults`` names damaged ones. Raises ``TableError`` if no table can be read."""

    def __init__(self, path: str) -> None:
        self.faults: list[str] = []
        self.largest = 0  # The number of pieces, kings included, of the largest table.
        self.counts = {".rtbw": 0, ".rtbz": 0}  # The number of tables that say who wins, and how far it is.
        self._tables = _Tables()
        try:
            files = sorted(Path(path).iterdir())
        except OSError as error:
            raise TableError(f"“{path}” cannot be read: {error.strerror}.") from None
        for file in files:
            if file.suffix in _MAGIC and chess.syzygy.is_tablename(file.stem):
                self._add(file)
        if not any(self.counts.values()):
            raise TableError(self.fault_text or f"“{path}” holds no Syzygy tables (*.rtbw and *.rtbz).")

    def _add(self, file: Path) -> None:
        if fault := _fault(file):
            self.faults.append(f"{file.name} {fault}")
            return
        self._tables.add_file(str(file))
        self.counts[file.suffix] += 1
        self.largest = max(self.largest, len(file.stem) - 1)

    @property
    def fault_text(self) -> str:
        """The files that are left out, in a sentence, empty for none."""
        if not self.faults:
            return ""
        more = len(self.faults) - MOST_FAULTS
        named = [*self.faults[:MOST_FAULTS], *([count_text(more, "other file")] if more > 0 else [])]
        return f"Left out: {listed(named)}."

    def probe(self, fen: str) -> Probe:
        """Return the verdict on a legal position without castling; raises ``TableError`` for a damaged table."""
        board = chess.Board(fen)
        try:
            wdl = self._tables.probe_wdl(board)
        except KeyError as error:
            return Probe(None, missing=f"{_table_name(error)}.rtbw")
        try:
            return Probe(wdl, abs(self._tables.probe_dtz(board)))
        except KeyError as error:
            ending = "rtbz" if "dtz" in str(error) else "rtbw"
            return Probe(wdl, missing=f"{_table_name(error)}.{ending}")

    def close(self) -> None:
        """Close the tables."""
        self._tables.close()


def _fault(file: Path) -> str:
    """Return the fault of the file of a table, empty for none."""
    try:
        size = file.stat().st_size
        if not file.is_file():  # Opening a pipe would wait.
            return "is no file"
        with file.open("rb") as stream:
            first = stream.read(4)
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    if not size:
        return "is empty"
    if first != _MAGIC[file.suffix]:
        return "is no Syzygy table"
    return "" if size % 64 == 16 else "is cut short or damaged"


class _Tables(chess.syzygy.Tablebase):
    """Tables that name the damaged one: python-chess raises whatever its bytes lead to."""

    def probe_wdl_table(self, board: chess.Board) -> int:
        return int(_checked(super().probe_wdl_table, self.wdl, board))

    def probe_dtz_table(self, board: chess.Board, wdl: int) -> tuple[int, int]:
        ply, success = _checked(super().probe_dtz_table, self.dtz, board, wdl)
        return ply, success


def _checked(probe: Callable[..., Any], tables: dict[str, chess.syzygy.Table], board: chess.Board, *more: int) -> Any:
    """Return the answer of a table; raises ``TableError`` if it has none."""
    try:
        return probe(board, *more)
    except chess.syzygy.MissingTableError:
        raise
    except Exception:
        name = Path(tables[chess.syzygy.calc_key(board)].path).name
        raise TableError(f"The table {name} is damaged.") from None


def _table_name(error: KeyError) -> str:
    """Return the name of the table that python-chess has not found, as its file is called."""
    return chess.syzygy.normalize_tablename(str(error.args[0]).rpartition(" ")[2])


LIMIT: Final = 5.0
"""The seconds after which a table that is being read counts as damaged: its bytes may lead in a circle."""


def main(path: str) -> None:
    """Answer until the standard input ends."""
    try:
        tables = TableFolder(path)
    except TableError as error:
        _say({"fault": str(error)})
        return
    _say(
        {
            "wdl_tables": tables.counts[".rtbw"],
            "dtz_tables": tables.counts[".rtbz"],
            "largest": tables.largest,
            "faults": tables.fault_text,
        }
    )
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, _stop)
    for line in sys.stdin:
        fen = line.strip()
        _limit(LIMIT)
        try:
            answer: dict[str, object] = {**tables.probe(fen)._asdict()}
        except TableError as error:
            answer = {"fault": str(error)}
        except TimeoutError:  # It came between two tables.
            answer = {"fault": "The tables give no answer in time."}
        _limit(0)
        _say({"fen": fen, **answer})


def _limit(seconds: float) -> None:
    """Raise ``TimeoutError`` after some seconds, or with 0 not at all; if there is no such clock, never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def _say(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
