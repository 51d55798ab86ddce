"""Packages that bring layers, as an installer leaves them: a module, and the folder of its metadata."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Final

HALF: Final = """
    def layers():
        mark = ("bar", "edge", "")
        return [{"title": "Half", "definition": "Half of the board.", "formula": "own_half", "mark": mark}]
"""
"""The source of a package with the layer ``half``."""


def install(folder: Path, source: str = HALF, name: str = "extras", point: str = "layers") -> None:
    """Write the module of a package and its metadata with the entry point into a folder."""
    module = name.replace("-", "_")
    metadata = folder / f"{module}-1.0.dist-info"
    metadata.mkdir()
    (folder / f"{module}.py").write_text(dedent(source), encoding="utf-8")
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    entry = f"[pawnviz.layers]\n{name} = {module}:{point}\n"
    (metadata / "entry_points.txt").write_text(entry, encoding="utf-8")
