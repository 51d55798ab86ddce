"""Kinds of values: what is read is what was written, and what is wrong is named."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from pawnviz.model.preferences.kinds import PATH, STATE, TRUTH, Kind, mapping, number, one_of, record


class Place(NamedTuple):
    """A place in a file."""

    path: str = ""
    ply: int = 0


PLACE = record(Place, {"path": PATH, "ply": number(0, 500)})
LAYOUTS = mapping(STATE)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (TRUTH, True),
        (PATH, "/tmp/é.pgn"),
        (STATE, b"\x00\xff"),
        (one_of(("a", "b")), "b"),
        (number(1, 3), 3),
        (PLACE, Place("/tmp/a.pgn", 12)),
        (LAYOUTS, {"games": b"docks", "position": b""}),
    ],
)
def test_a_value_comes_back_from_json(kind: Kind[Any], value: object) -> None:
    assert kind.read(json.loads(json.dumps(kind.write(value)))) == value


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (TRUTH, 1, "true or false"),
        (one_of(("a", "b")), "c", "“a” or “b”"),
        (number(1, 3), True, "1 to 3"),
        (PLACE, [], "a JSON object"),
        (PLACE, {"ply": -1}, "an object in which ply is 0 to 500"),
        (LAYOUTS, {"games": {"base64": "AA==", "crc32": 1}}, "an object in which games is bytes in base 64 with their"),
    ],
)
def test_a_wrong_value_is_refused_with_what_it_must_be(kind: Kind[Any], value: object, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}"):
        kind.read(value)


def test_a_part_that_is_missing_has_its_default_and_one_that_is_unknown_is_passed_over() -> None:
    assert PLACE.read({"ply": 3, "from_the_future": 1}) == Place(ply=3)
