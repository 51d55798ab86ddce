"""The user's own layers come back at the next start, and no file of theirs is ever lost."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pawnviz.core.layers.marks import Style, badge
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, write_layers
from pawnviz.folders import settings_folder
from pawnviz.model.layers.user_layer_file import KeptLayers, decode_layers, load_user_layers, open_layers, save_layers
from pawnviz.model.session import Autosave
from pawnviz.model.storage import FileError

ENTRIES = (
    UserLayer("guarded", "Guarded", "own & attacks(own)", "Pawns that a pawn guards.", Style(badge("½"), "#123456")),
    UserLayer("free", "Fre\u00e9", "own -\nguarded(own)"),
)
FILE = "layers.json"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_without_a_file_there_are_no_layers_and_nothing_is_said(tmp_path: Path) -> None:
    assert load_user_layers(tmp_path) == (UserLayers(), "")
    assert names(tmp_path) == []


def test_layers_come_back_from_the_folder_of_the_settings(qapp: object) -> None:
    kept = KeptLayers(ENTRIES)
    Autosave(lambda: (kept,)).flush()
    assert names(settings_folder()) == [FILE]
    assert load_user_layers() == (UserLayers(ENTRIES), "")


def test_the_kept_file_can_be_shared_as_it_is(tmp_path: Path, qapp: object) -> None:
    kept = KeptLayers(ENTRIES)
    Autosave(lambda: (kept,), tmp_path).flush()
    assert (tmp_path / FILE).read_text(encoding="utf-8") == write_layers(ENTRIES)
    assert open_layers(tmp_path / FILE) == (ENTRIES, ())


def test_what_was_read_is_not_written_again_until_it_is_changed(tmp_path: Path, qapp: object) -> None:
    kept = [KeptLayers(())]
    autosave = Autosave(lambda: kept, tmp_path)
    autosave.mark_written(kept[0])
    autosave.flush()
    assert names(tmp_path) == []
    kept[0] = KeptLayers(ENTRIES)
    autosave.flush()
    kept[0] = KeptLayers(())
    autosave.flush()
    assert load_user_layers(tmp_path) == (UserLayers(), "")
    assert names(tmp_path) == [FILE]


def test_a_file_with_a_bad_entry_is_kept_beside_one_with_the_good_ones(tmp_path: Path) -> None:
    text = write_layers(ENTRIES).replace('"own & attacks(own)"', "7")
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    layers, notice = load_user_layers(tmp_path)
    assert layers == UserLayers(ENTRIES[1:])
    assert notice == (
        f"In your layers, “{tmp_path / FILE}”, entry 1 “Guarded”: a formula is expected, as a text or a list of lines. "
        "It is kept as “layers.json.bad-1”."
    )
    assert (tmp_path / "layers.json.bad-1").read_text(encoding="utf-8") == text
    assert load_user_layers(tmp_path) == (layers, ""), "said once, not at each start"
    assert names(tmp_path) == [FILE, "layers.json.bad-1"]


def test_many_faults_are_counted(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"pawnviz": "layers", "version": 1, "layers": [1, 2, 3, 4, 5]}', encoding="utf-8")
    layers, notice = load_user_layers(tmp_path)
    assert layers == UserLayers()
    assert notice.count("an entry is an object") == 3
    assert "; and 2 more faults. It is kept as" in notice
    assert names(tmp_path) == ["layers.json.bad-1"]


def test_a_wrong_formula_stays_with_its_layer(tmp_path: Path) -> None:
    entries = (UserLayer("wrong", "Wrong", "own &"), *ENTRIES)
    (tmp_path / FILE).write_text(write_layers(entries), encoding="utf-8")
    layers, notice = load_user_layers(tmp_path)
    assert (layers.entries, notice) == (entries, "")
    assert list(layers.faults) == ["wrong"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\xff\xfe", "line 1: this is not text in UTF-8"),
        (b"{}", "this is not a file of layers"),
        (b"x" * (LARGEST_FILE + 1), "is larger than 8 MB, the most that is read."),
    ],
)
def test_a_file_that_is_none_is_set_aside(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / FILE).write_bytes(data)
    (tmp_path / "layers.json.bad-1").write_bytes(b"an earlier one")
    layers, notice = load_user_layers(tmp_path)
    assert layers == UserLayers()
    assert said in notice
    assert notice.endswith("It is kept as “layers.json.bad-2”.")
    assert (tmp_path / "layers.json.bad-1").read_bytes() == b"an earlier one"
    assert (tmp_path / "layers.json.bad-2").read_bytes() == data


def test_good_entries_are_read_around_bytes_that_are_no_text() -> None:
    data = write_layers(ENTRIES).encode().replace(b"\xc3\xa9", b"\xe9")
    entries, faults = decode_layers(data)
    assert [entry.identifier for entry in entries] == ["guarded", "free"]
    assert str(faults[0]) == "line 17: this is not text in UTF-8"


def test_nothing_is_lost_where_the_folder_may_not_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_text(write_layers(ENTRIES)[:-200], encoding="utf-8")
    monkeypatch.setattr("pawnviz.model.layers.user_layer_file.set_aside", lambda path: "")
    layers, notice = load_user_layers(tmp_path)
    assert [entry.identifier for entry in layers.entries] == ["guarded"]
    assert notice.endswith("It cannot be renamed.")
    assert names(tmp_path) == [FILE]
    assert (tmp_path / FILE).read_text(encoding="utf-8") == write_layers(ENTRIES)[:-200]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary() | st.text().map(str.encode))
def test_loading_takes_any_bytes_and_loses_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    before = set(names(tmp_path))
    layers, notice = load_user_layers(tmp_path)
    assert layers == UserLayers()
    assert notice
    (aside,) = set(names(tmp_path)) - before
    assert (tmp_path / aside).read_bytes() == data


# Files to share


def test_a_shared_file_has_the_suffix_of_such_files_unless_another_is_given(tmp_path: Path) -> None:
    assert save_layers(tmp_path / "mine", ENTRIES) == tmp_path / "mine.pawnviz-layers"
    assert save_layers(tmp_path / "mine.json", ENTRIES) == tmp_path / "mine.json"
    for name in ("mine.pawnviz-layers", "mine.json"):
        assert open_layers(tmp_path / name) == (ENTRIES, ())
        assert stat.S_ISREG((tmp_path / name).stat().st_mode)


def test_a_shared_file_that_cannot_be_read_or_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="There is no file “none”"):
        open_layers(tmp_path / "none")
    with pytest.raises(FileError, match="There is no folder"):
        save_layers(tmp_path / "none" / "mine", ENTRIES)
