"""The process that reads tables: its lines, and a table whose bytes lead in a circle."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

TABLES = Path(__file__).parents[2] / "tables"
QUEEN = "8/8/8/8/8/k7/8/4K2Q w - - 0 1"
PAWN = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"


def answers(folder: Path, *fens: str) -> list[dict[str, Any]]:
    """Return what the process says of a folder and of positions; a table has a fifth of a second."""
    script = "import sys; from pawnviz.core.tablebases import server; server.LIMIT = 0.2; server.main(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        input="".join(f"{fen}\n" for fen in fens),
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        timeout=30,
        check=True,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_table_that_leads_in_a_circle_is_damaged_and_the_others_are_read_on(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(TABLES, folder)
    table = folder / "KQvK.rtbw"
    wrong = bytearray(table.read_bytes())
    wrong[6] = 0x22  # Two pieces that no such position has: python-chess looks for them for ever.
    table.write_bytes(wrong)
    head, queen, pawn = answers(folder, QUEEN, PAWN)
    assert head == {"wdl_tables": 6, "dtz_tables": 5, "largest": 4, "faults": ""}
    assert queen == {"fen": QUEEN, "fault": "The table KQvK.rtbw is damaged."}
    assert pawn == {"fen": PAWN, "wdl": -2, "dtz": 8, "missing": ""}


def test_a_folder_without_tables_is_said_to_have_none(tmp_path: Path) -> None:
    assert answers(tmp_path) == [{"fault": f"“{tmp_path}” holds no Syzygy tables (*.rtbw and *.rtbz)."}]
