"""The folder of the settings is where Qt would put it."""

from __future__ import annotations

from pathlib import Path

import platformdirs.macos
import platformdirs.windows
import pytest
from PySide6.QtCore import QStandardPaths

from pawnviz.folders import KEPT_FILES, NoHomeError, settings_folder, start_afresh
from pawnviz.model.kept.folder import KeptFolder


def place_of_qt() -> Path:
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation))


def test_the_folder_is_in_the_place_that_qt_names_for_configuration() -> None:
    assert settings_folder() == place_of_qt() / "pawnviz"


@pytest.mark.parametrize("place", ["", "relative/path"])
def test_a_place_that_counts_for_none_is_left(place: str, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", place)
    assert settings_folder() == place_of_qt() / "pawnviz"
    assert settings_folder().is_relative_to(own_folders)


def test_the_folder_is_in_the_preferences_of_macos(own_folders: Path) -> None:
    macos = platformdirs.macos.MacOS("pawnviz", appauthor=False)
    assert macos.user_preference_path == own_folders / "Library" / "Preferences" / "pawnviz"


def test_the_folder_is_in_the_local_application_data_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    local = r"C:\Users\Ada\AppData\Local"
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", local)
    windows = platformdirs.windows.Windows("pawnviz", appauthor=False)
    assert windows.user_preference_dir == str(Path(local) / "pawnviz")


def test_without_a_home_folder_what_is_kept_has_a_place_until_the_end(homeless: None) -> None:
    with pytest.raises(NoHomeError, match="there is no home folder, so nothing is kept"):
        settings_folder()
    kept = KeptFolder()
    assert kept.notice == "There is no home folder, so nothing is kept; set HOME to a folder that exists."
    assert kept.path.is_dir()
    assert KeptFolder(kept.path).notice == ""


def test_starting_afresh_renames_what_comes_back_and_nothing_else(tmp_path: Path) -> None:
    for name in ("settings.json", "layers.json", "layers.json.old-1", "notes.txt"):
        (tmp_path / name).write_text(name)
    assert start_afresh(tmp_path) == ["settings.json.old-1", "layers.json.old-2"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "layers.json.old-1",
        "layers.json.old-2",
        "notes.txt",
        "settings.json.old-1",
    ]
    assert (tmp_path / "layers.json.old-2").read_text() == "layers.json"
    assert start_afresh(tmp_path) == []


def test_the_files_that_come_back_are_those_that_the_window_keeps(tmp_path: Path) -> None:
    kept = KeptFolder(tmp_path)
    assert {file.path.name for file in (kept.settings, kept.session, kept.layers)} == set(KEPT_FILES)
