"""The folder of the settings is where Qt would put it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from pawnviz.folders import settings_folder


def place_of_qt() -> Path:
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))


def test_the_folder_is_in_the_place_that_qt_names_for_configuration() -> None:
    assert settings_folder() == place_of_qt() / "pawnviz"


@pytest.mark.parametrize("place", ["", "relative/path"])
def test_a_place_that_counts_for_none_is_left(place: str, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", place)
    assert settings_folder() == place_of_qt() / "pawnviz"
    assert settings_folder().is_relative_to(own_folders)
