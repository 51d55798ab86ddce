"""Tables that tests read from files beside them."""

from __future__ import annotations

from pathlib import Path


def rows_beside(module: str, name: str) -> list[list[str]]:
    """Return the lines of a file beside a module as the texts between tabs, without comments."""
    lines = Path(module).with_name(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("# ")]
