"""Preferences are live: a value is checked, announced once, and exchanged with a file as a snapshot."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict
from PySide6.QtCore import QObject, Slot
from pytestqt.qtbot import QtBot

from pawnviz.model.preferences.preferences import FIELDS, HAND, RECENT_FILES, Preferences, Settings
from pawnviz.model.preferences.values import State, converted


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
        self._preferences.docks.value = State(b"now")


def test_a_snapshot_asks_for_values_without_a_signal(preferences: Preferences) -> None:
    layout = Layout(preferences)
    assert preferences.settings() == Settings(docks=State(b"now"))
    del layout


def test_every_field_has_a_default_within_its_range() -> None:
    for name, field in FIELDS.items():
        assert converted(field.default, field.kind) == field.tidy(field.default) == field.default, name
