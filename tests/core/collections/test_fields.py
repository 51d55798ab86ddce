"""Questions as text: what each field means, that parts are read as they are written, and what is wrong."""

from __future__ import annotations

import pytest

from pawnviz.core.collections.field_text import LONGEST_QUESTION
from pawnviz.core.collections.fields import FieldError, read_fields, readable_parts, written_parts
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
    Question,
    ResultPart,
    StructurePart,
    YearsPart,
)

PARTS = (
    PlayerPart("karpov", True),
    PlayerPart('Karpov, "Tolya" \\ A', False),
    PlayerPart("van wely"),
    EloPart(2600),
    EloPart(0, 2400),
    YearsPart(1975, 1985),
    YearsPart(1990, 1990),
    ResultPart("1/2-1/2"),
    EcoPart("D30-D42"),
    EventPart("Candidates, final"),
    NamePart("tal"),
    NamePart("a:b, c"),
    StructurePart("carlsbad"),
    StructurePart("carlsbad", False),
    StructurePart("carlsbad", None, wide=True),
    StructurePart("carlsbad", True, wide=True),
    PatternPart("W d4 -c; B d5", either_color=True, mirrored=True),
    ConditionPart("popcount(isolated_pawns(own)) >= 1"),
    ConditionPart("island_count(own) >= 3", None),
    ConditionPart("island_count(own) >= 3", False),
    PawnsPart(0x1000, 0x10000000000000, "white", mirrored=True, either_color=True, at_most=2),
    LengthPart(15),
    MovesPart(10, 30),
    MovesPart(10),
)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text)
def test_a_part_is_read_as_it_is_written(part: Part) -> None:
    assert read_fields(part.text).parts == (part,)


def test_parts_stand_side_by_side() -> None:
    question = Question(PARTS)
    assert read_fields(question.text) == question


def test_words_without_a_field_are_words_of_names() -> None:
    assert read_fields(' tal "san remo" ').parts == (NamePart("tal"), NamePart("san remo"))
    assert read_fields("karpov, o'kelly (a)").parts == (NamePart("karpov,"), NamePart("o'kelly"), NamePart("(a)"))
    assert read_fields("").parts == ()


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("elo:2600- wite:karpov", 11, "did you mean white"),
        ("elo:", 4, "nothing behind it"),
        ("elo:1990-1980", 5, "ends before it begins"),
        ("elo:x", 5, "is no range"),
        ("for:0", 5, "no number of moves"),
        ("for:-3", 5, "no number of moves"),
        ("result:2-0", 8, "is no result"),
        ("eco:Z9", 5, "no opening code"),
        ("structure:carlsbat", 11, "did you mean carlsbad"),
        ("structure:carlsbad,red", 11, "means nothing here; expected white, black, either or wide"),
        ('pattern:"W d9"', 12, "is no word of a pattern"),
        ('pattern:"W d4",red', 9, "means nothing here"),
        ('where:"1 +"', 10, "no operator"),
        ('white:"karpov', 1, "no closing quotation mark"),
        ("pawns:9/9", 7, ""),
        ("white:a,b", 7, "quotation marks"),
        ('tal ""', 5, "nothing between the quotation marks"),
    ],
)
def test_what_is_wrong_is_named_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(FieldError) as raised:
        read_fields(text)
    assert (raised.value.column, words in str(raised.value)) == (column, True), str(raised.value)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(FieldError, match="4096"):
        read_fields("x" * 5000)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("elo:2600- for:", ["elo:2600-"]),
        ('for:x elo:2600- "a"b year:1990', ["elo:2600-", "year:1990"]),
        ('elo:2600- white:"Karpov, A year:1990', ["elo:2600-"]),
        ("x" * (LONGEST_QUESTION + 1), []),
    ],
)
def test_the_parts_that_can_be_read_are_known_beside_faulty_ones(text: str, readable: list[str]) -> None:
    assert [written.part.text for written in readable_parts(text)] == readable
    with pytest.raises(FieldError):
        written_parts(text)
