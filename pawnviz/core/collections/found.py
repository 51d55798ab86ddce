"""The games that a shard finds for a question, and the answer of several shards: that of all their games at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from pawnviz.core.collections.answer import Answer, Ratings, answer
from pawnviz.core.collections.arrays import TEXT_COLUMNS, GameColumns, StructureRows
from pawnviz.core.collections.collection import joined_arrays
from pawnviz.core.collections.question import Question
from pawnviz.core.collections.spells import Spells, spells

if TYPE_CHECKING:
    from pawnviz.core.collections.collection import GameSource


class Found(NamedTuple):
    """The first spells of a shard's games, each with the row behind it, as games of these rows alone.

    ``ratings`` are those of all games of the shard.
    """

    rows: StructureRows
    games: GameColumns
    ratings: Ratings


def find(question: Question, source: GameSource) -> Found:
    """Return the games that were found for a question."""
    rows, games = source.rows(), source.games()
    return Found(*_spells_alone(spells(question, rows, games), rows, games), Ratings.of(games))


def _spells_alone(found: Spells, rows: StructureRows, games: GameColumns) -> tuple[StructureRows, GameColumns]:
    import numpy

    behind = found.last_row + 1
    inside = behind < len(rows)
    inside[inside] = rows.game[behind[inside]] == found.game[inside]
    counts = found.last_row - found.first_row + 1 + inside
    starts = numpy.cumsum(counts) - counts
    places = numpy.repeat(found.first_row - starts, counts) + numpy.arange(int(counts.sum()))
    columns = {field.name: getattr(rows, field.name)[places] for field in fields(StructureRows)}
    columns["game"] = numpy.repeat(numpy.arange(len(found), dtype=numpy.int32), counts)
    chosen = {
        field.name: getattr(games, field.name)[found.game] for field in fields(GameColumns) if field.name != "texts"
    }
    # The shard's other texts stay there.
    used = numpy.unique(numpy.concatenate([numpy.zeros(1, numpy.int32), *(chosen[name] for name in TEXT_COLUMNS)]))
    for name in TEXT_COLUMNS:
        chosen[name] = numpy.searchsorted(used, chosen[name]).astype(numpy.int32)
    return StructureRows(**columns), GameColumns(**chosen, texts=tuple(games.texts[text] for text in used))


def answer_of(question: Question, parts: Sequence[Found]) -> Answer:
    """Return the answer of at least one part, whose games are numbered by the order in which they were found."""
    rows, games, _ = joined_arrays([(part.rows, part.games) for part in parts])
    return answer(question, rows, games, Ratings.joined([part.ratings for part in parts]).advantage)
