"""The option ``--mapping`` of the sub-commands that read and write the masks of other programs."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Final

from pawnviz.cli.arguments import parent_parser
from pawnviz.core.board.mapping import MAPPINGS, SquareMapping, mapping_named

MAPPINGS_HELP: Final = "mappings, by name or by the squares of bits 0 and 1:\n" + "\n".join(
    f"  {mapping.name:<6}  {mapping.first_squares}  {mapping.title}" for mapping in MAPPINGS.values()
)


def _mapping(text: str) -> SquareMapping:
    try:
        return mapping_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


MAPPING: Final = parent_parser()
MAPPING.add_argument(
    "--mapping", type=_mapping, metavar="NAME", help="the square mapping of the masks; LERF (a1b1) by default"
)
