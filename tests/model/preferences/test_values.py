"""Values of declared types: what is read is what was written, and what is wrong is named."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from pawnviz.model.preferences.choices import MOST_THREADS, EngineSettings
from pawnviz.model.preferences.values import Path, State, Value, converted, one_of, to_json

Ply = Annotated[int, Meta(ge=0, le=500)]


class Place(Value, frozen=True):
    """A place in a file."""

    path: Path = ""
    ply: Ply = 0
    way: tuple[tuple[Ply, str], ...] = ()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (bool, True),
        (Path, "/tmp/é.pgn"),
        (State, State(b"\x00\xff")),
        (Annotated[str, one_of(("a", "b"))], "b"),
        (Ply, 3),
        (Place, Place("/tmp/a.pgn", 12, ((1, "a"),))),
        (dict[str, State], {"games": State(b"docks"), "position": State()}),
    ],
)
def test_a_value_comes_back_from_json(kind: Any, value: object) -> None:
    assert converted(json.loads(json.dumps(to_json(value))), kind) == value


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (bool, 1, "it must be true or false"),
        (Annotated[str, one_of(("a", "b"))], "c", "it must be “a” or “b”"),
        (Ply, True, "it must be 0 to 500"),
        (Ply | None, -1, "it must be 0 to 500, or null"),
        (Annotated[int, Meta(ge=1)], 0, "it must be a number from 1"),
        (Literal[10, 30], 5, "it must be 10 or 30"),
        (Annotated[str, Meta(max_length=3)], "four", "it must be a text of at most 3 characters"),
        (Place, [], "it must be a JSON object"),
        (Place, {"ply": -1}, "it.ply must be 0 to 500"),
        (Place, {"path": "a\0"}, "it.path must be the path of a file"),
        (Place, {"path": "\ud800"}, "it.path must be the path of a file"),
        (Place, {"way": [[1, "a"], [501, "b"]]}, "it.way[1][0] must be 0 to 500"),
        (Place, {"way": [[1]]}, "it.way[0] must be a list of 2 values"),
        (
            dict[str, State],
            {"games": {"base64": "AA==", "crc32": 1}},
            "it[...] must be bytes in base 64 with their checksum",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_its_place_and_what_it_must_be(kind: Any, value: object, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        converted(value, kind)
    assert str(caught.value) == words


def test_a_part_that_is_missing_has_its_default_and_one_that_is_unknown_is_passed_over() -> None:
    assert converted({"ply": 3, "from_the_future": 1}, Place) == Place(ply=3)


def test_another_machine_may_have_fewer_processors() -> None:
    assert converted({"thread_count": 9999}, EngineSettings).fitting().thread_count == MOST_THREADS
