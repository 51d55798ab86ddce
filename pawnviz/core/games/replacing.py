"""A file of games with other bytes in place of some games; all else stays byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from pawnviz.core.games.cutting import cut

BLOCK: Final = 1 << 20  # The most bytes that are read at once.


class Replacement(NamedTuple):
    """Bytes that come in place of ``size`` others at an offset."""

    offset: int
    size: int
    data: bytes


def with_replacements(
    read: Callable[[int, int], bytes], length: int, replacements: Iterable[Replacement]
) -> Iterator[bytes]:
    """Yield the bytes of a file with replacements that do not overlap; raises ``OSError`` where it became shorter."""
    place = 0
    for replacement in [*sorted(replacements), Replacement(length, 0, b"")]:
        while place < replacement.offset:
            block = read(place, min(BLOCK, replacement.offset - place))
            if not block:
                raise OSError("it has become shorter meanwhile")
            place += len(block)
            yield block
        place += replacement.size
        yield replacement.data


def find_replacements(
    blocks: Iterable[bytes], read: Callable[[int, int], bytes], wanted: Mapping[bytes, bytes]
) -> tuple[list[Replacement], list[bytes]]:
    """Return the replacements in another state of a file, and the games that it does not hold exactly once."""
    replacements: dict[bytes, list[Replacement]] = {}
    sizes = {len(old) for old in wanted}
    for text in cut(blocks):
        size = len(text.data)
        if size in sizes:
            old = read(text.offset, size)
            if old in wanted:
                replacements.setdefault(old, []).append(Replacement(text.offset, size, wanted[old]))
    once = [places[0] for places in replacements.values() if len(places) == 1]
    return once, [old for old in wanted if len(replacements.get(old, ())) != 1]
