from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta
from msgspec.structs import asdict
from PySide6.QtCore import QObject, Slot
from pytestqt.qtbot import QtBot

from pawnviz.model.preferences import (
    FIELDS,
    HAND,
    MOST_THREADS,
    RECENT_FILES,
    EngineSettings,
    Path,
    Preferences,
    Settings,
    State,
    Value,
    converted,
    one_of,
    to_json,
)


@pytest.fixture
def preferences() -> Preferences:
    return Preferences()


def test_each_preference_begins_with_its_default(preferences: Preferences) -> None:
    assert {name: preference.value for name, preference in preferences.by_name.items()} == asdict(Settings())
    assert preferences.tool.value == Preferences.tool.default == HAND


def test_a_field_is_the_preference_of_its_name_in_each_object(preferences: Preferences) -> None:
    other = Preferences()
    preferences.flipped.value = True
    assert preferences.by_name["flipped"] is preferences.flipped
    assert preferences.flipped.value and not other.flipped.value


def test_a_change_is_announced_by_the_preference_and_by_all_of_them(preferences: Preferences, qtbot: QtBot) -> None:
    with qtbot.waitSignals([preferences.flipped.changed, preferences.changed]):
        preferences.flipped.value = True
    with qtbot.assertNotEmitted(preferences.changed):
        preferences.flipped.value = True
    with qtbot.assertNotEmitted(preferences.flipped.changed):
        preferences.show_legend.value = False


def test_a_value_out_of_range_is_refused_and_changes_nothing(preferences: Preferences, qtbot: QtBot) -> None:
    with (
        qtbot.assertNotEmitted(preferences.changed),
        pytest.raises(ValueError, match=r"^tool must be “hand”, “P”, .+ or “eraser”$"),
    ):
        preferences.tool.value = "X"
    assert preferences.tool.value == HAND


def test_more_values_than_are_kept_are_cut(preferences: Preferences) -> None:
    preferences.recent_files.value = tuple(map(str, range(RECENT_FILES + 1)))
    assert len(preferences.recent_files.value) == RECENT_FILES


def test_a_snapshot_is_taken_up_again(preferences: Preferences) -> None:
    preferences.theme.value = "dark"
    preferences.lanes.value = ("levers",)
    settings = preferences.settings()
    assert settings == Settings(theme="dark", lanes=("levers",))
    other = Preferences()
    other.restore(settings)
    assert other.settings() == settings


class Layout(QObject):
    """A layout that is known only when it is asked for."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        preferences.asked.connect(self._answer)

    @Slot()
    def _answer(self) -> None:
        self._preferences.geometry.value = State(b"now")


def test_a_snapshot_asks_for_values_without_a_signal(preferences: Preferences) -> None:
    layout = Layout(preferences)
    assert preferences.settings() == Settings(geometry=State(b"now"))
    del layout


def test_every_field_has_a_default_within_its_range() -> None:
    for name, field in FIELDS.items():
        assert converted(field.default, field.kind) == field.tidy(field.default) == field.default, name


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
