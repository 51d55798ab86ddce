"""The user's own layers come back at the next start, and no file of theirs is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pawnviz.core.layers.marks import Style, badge
from pawnviz.core.user_layers.collection import MOST_LAYERS, UserLayer
from pawnviz.core.user_layers.file import LARGEST_FILE, write_layers
from pawnviz.model.kept.file import LayersFile, decode_layers, merged_layers, open_layers
from pawnviz.model.storage import FileError
from tests.model.kept.test_settings import names

ENTRIES = (
    UserLayer("guarded", "Guarded", "own & attacks(own)", "Pawns that a pawn guards.", Style(badge("½"), "#123456")),
    UserLayer("free", "Fre\u00e9", "own -\nguarded(own)"),
)
FILE = "layers.json"


def load(folder: Path) -> tuple[tuple[UserLayer, ...], str]:
    return LayersFile(folder).load()


def test_without_a_file_there_are_no_layers_and_no_message(tmp_path: Path) -> None:
    assert load(tmp_path) == ((), "")
    assert names(tmp_path) == []


def test_layers_come_back(tmp_path: Path) -> None:
    LayersFile(tmp_path).keep(ENTRIES)
    assert names(tmp_path) == [FILE]
    assert load(tmp_path) == (ENTRIES, "")


def test_the_kept_file_can_be_shared_as_it_is(tmp_path: Path) -> None:
    LayersFile(tmp_path).keep(ENTRIES)
    assert (tmp_path / FILE).read_text(encoding="utf-8") == write_layers(ENTRIES)
    assert open_layers(tmp_path / FILE) == (ENTRIES, ())


def test_what_was_read_is_not_written_again_until_it_is_changed(tmp_path: Path) -> None:
    LayersFile(tmp_path).keep(ENTRIES)
    file = LayersFile(tmp_path)
    file.load()
    (tmp_path / FILE).unlink()
    file.keep(ENTRIES)
    assert names(tmp_path) == []
    file.keep(())
    assert load(tmp_path) == ((), "")
    assert names(tmp_path) == [FILE]


# Two programs at once


def two_programs(folder: Path) -> tuple[LayersFile, LayersFile]:
    LayersFile(folder).keep(ENTRIES)
    files = LayersFile(folder), LayersFile(folder)
    for file in files:
        file.load()
    return files


OTHER = UserLayer("other", "Other", "enemy")


def test_what_each_of_two_programs_adds_is_there(tmp_path: Path) -> None:
    first, second = two_programs(tmp_path)
    assert first.keep((*ENTRIES, OTHER)) == (*ENTRIES, OTHER)
    assert second.keep((*ENTRIES, UserLayer("mine", "Mine", "own"))) == (
        *ENTRIES,
        UserLayer("mine", "Mine", "own"),
        OTHER,
    )
    assert first.keep((*ENTRIES, OTHER)) == (*ENTRIES, OTHER), "what it has not changed it does not write"
    assert [entry.identifier for entry in load(tmp_path)[0]] == ["guarded", "free", "mine", "other"]


def test_a_layer_that_another_program_removed_does_not_come_back(tmp_path: Path) -> None:
    first, second = two_programs(tmp_path)
    first.keep(ENTRIES[:1])
    assert second.keep((*ENTRIES, OTHER)) == (ENTRIES[0], OTHER)


def test_a_layer_that_both_change_is_there_in_both_ways() -> None:
    base = (UserLayer("a", "A", "own"),)
    own, theirs = (UserLayer("a", "A", "enemy"),), (UserLayer("a", "A", "occupied"),)
    assert merged_layers(own, base, theirs) == (own[0], UserLayer("a_2", "A", "occupied"))
    assert merged_layers(own, (), theirs) == (own[0], UserLayer("a_2", "A", "occupied"))
    assert merged_layers(own, base, own) == own


def test_a_layer_that_one_removes_and_the_other_changes_stays() -> None:
    base, changed = (UserLayer("a", "A", "own"),), (UserLayer("a", "A", "enemy"),)
    assert merged_layers((), base, changed) == changed
    assert merged_layers(changed, base, ()) == merged_layers(changed, base, base) == changed
    assert merged_layers((), base, base) == merged_layers(base, base, ()) == ()


def test_too_many_layers_of_both_are_refused_and_the_file_stays(tmp_path: Path) -> None:
    first, second = two_programs(tmp_path)
    many = [UserLayer(f"x{number}", "X", "own") for number in range(MOST_LAYERS)]
    first.keep(tuple(many[: MOST_LAYERS - 2]))
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(FileError, match="at most"):
        second.keep((*ENTRIES, *(UserLayer(f"y{number}", "Y", "own") for number in range(5))))
    assert (tmp_path / FILE).read_bytes() == before


# Faulty files


def test_a_file_with_a_bad_entry_is_kept_beside_one_with_the_good_ones(tmp_path: Path) -> None:
    text = write_layers(ENTRIES).replace('"own & attacks(own)"', "7")
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    layers, notice = load(tmp_path)
    assert layers == ENTRIES[1:]
    assert notice == (
        f"In your layers, “{tmp_path / FILE}”, entry 1 “Guarded”: a formula is expected, as a text or a list of lines. "
        "It is kept as “layers.json.bad-1”."
    )
    assert (tmp_path / "layers.json.bad-1").read_text(encoding="utf-8") == text
    file = LayersFile(tmp_path)
    file.keep(file.load()[0])
    assert load(tmp_path) == (layers, ""), "said once, not at each start"
    assert names(tmp_path) == [FILE, "layers.json.bad-1"]


def test_many_faults_are_counted(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"pawnviz": "layers", "version": 1, "layers": [1, 2, 3, 4, 5]}', encoding="utf-8")
    layers, notice = load(tmp_path)
    assert layers == ()
    assert notice.count("an entry is an object") == 3
    assert "; and 2 more faults. It is kept as" in notice
    assert names(tmp_path) == [FILE, "layers.json.bad-1"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\xff\xfe", "line 1: this is not text in UTF-8"),
        (b"{}", "this is not a file of layers"),
        (b"x" * (LARGEST_FILE + 1), "is larger than 6 MB, the most that is read."),
    ],
)
def test_a_file_that_is_none_is_set_aside(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / FILE).write_bytes(data)
    (tmp_path / "layers.json.bad-1").write_bytes(b"an earlier one")
    layers, notice = load(tmp_path)
    assert layers == ()
    assert said in notice
    assert notice.endswith("It is kept as “layers.json.bad-2”.")
    assert (tmp_path / "layers.json.bad-1").read_bytes() == b"an earlier one"
    assert (tmp_path / "layers.json.bad-2").read_bytes() == data


def test_good_entries_are_read_around_bytes_that_are_no_text() -> None:
    data = write_layers(ENTRIES).encode().replace(b"\xc3\xa9", b"\xe9")
    entries, faults = decode_layers(data)
    assert [entry.identifier for entry in entries] == ["guarded", "free"]
    assert str(faults[0]) == "line 17: this is not text in UTF-8"


def test_what_cannot_be_copied_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_layers(ENTRIES)[:-200]
    (tmp_path / FILE).write_text(text, encoding="utf-8")

    def no_space(path: Path, data: bytes | None, label: str) -> str:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("pawnviz.model.kept.file._set_aside", no_space)
        file = LayersFile(tmp_path)
        layers, notice = file.load()
        assert [entry.identifier for entry in layers] == ["guarded"]
        assert notice.endswith("It cannot be copied, and stays as it is: No space left on device.")
        with pytest.raises(FileError, match="is left as it is"):
            file.keep(layers)
        assert (tmp_path / FILE).read_text(encoding="utf-8") == text
    file.keep(layers)
    assert (tmp_path / "layers.json.bad-1").read_text(encoding="utf-8") == text
    assert load(tmp_path) == (layers, "")


# Files to share


def test_a_shared_file_that_cannot_be_read_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="There is no file “none”"):
        open_layers(tmp_path / "none")
