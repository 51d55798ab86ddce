"""The texts of chips: a part of a question in few words."""

from __future__ import annotations

from typing import Final

from pawnviz.core.collections.question import (
    ConditionPart,
    EcoPart,
    EloPart,
    EventPart,
    LengthPart,
    MovesPart,
    NamePart,
    Part,
    PatternPart,
    PawnsPart,
    PlayerPart,
    ResultPart,
    StructurePart,
    YearsPart,
)
from pawnviz.core.structures.table import known_structures
from pawnviz.core.words import count_text, shortened

LONGEST: Final = 40  # The most characters of a chip.
_RESULTS: Final = {"1-0": "White won", "0-1": "Black won", "1/2-1/2": "Drawn", "*": "Without a result"}
_SIDES: Final = {"both": "These pawns", "white": "White’s pawns", "black": "Black’s pawns"}


def chip_text(part: Part) -> str:
    """Return a part in few words: ``These pawns, mirrored too``, ``Carlsbad of White``, or as it is typed."""
    match part:
        case PawnsPart():
            texts = [_SIDES[part.sides]]
            texts += ["mirrored too"] if part.mirrored else []
            texts += ["either color"] if part.either_color else []
            texts += [f"up to {count_text(part.at_most, 'square')} apart"] if part.at_most else []
            return ", ".join(texts)
        case StructurePart():
            structure = known_structures().structures[part.identifier]
            if part.color is None and not structure.mutual:
                text = f"{structure.title} of either color"
            else:
                text = structure.heading_for(None if structure.mutual else part.color)
            return f"{text}, also under other names" if part.wide else text
        case PatternPart():
            texts = [part.pattern]
            texts += ["mirrored too"] if part.mirrored else []
            texts += ["either color"] if part.either_color else []
            return shortened(", ".join(texts), LONGEST)
        case ConditionPart():
            color = "" if part.color is True else "Black: " if part.color is False else "Either: "
            return shortened(color + part.condition, LONGEST)
        case LengthPart():
            return f"For {count_text(part.moves, 'move')} or more"
        case MovesPart():
            return _range(part.first, part.last, "Moves", "From move {} on", "Up to move {}")
        case EloPart():
            return _range(part.least, part.most, "Elo", "Elo {} or more", "Elo up to {}")
        case YearsPart():
            return _range(part.first, part.last, "", "Since {}", "Until {}")
        case PlayerPart():
            color = "" if part.color is None else " as White" if part.color else " as Black"
            return shortened(f"{part.name}{color}", LONGEST)
        case ResultPart():
            return _RESULTS.get(part.result, part.result)
        case EcoPart():
            return f"ECO {part.codes}"
        case EventPart():
            return shortened(f"Event: {part.name}", LONGEST)
        case NamePart():
            return shortened(f"“{part.name}”", LONGEST)


def _range(first: int, last: int | None, noun: str, since: str, until: str) -> str:
    """Return a range of numbers in words; ``None`` and 0 are no limits."""
    if last is None:
        return since.format(first)
    if not first:
        return until.format(last)
    numbers = str(first) if first == last else f"{first}–{last}"
    return f"{noun} {numbers}" if noun else numbers
