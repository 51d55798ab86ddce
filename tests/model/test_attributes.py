"""A file that takes the place of another one has its owner, group, mode and attributes, or it is said why not."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pawnviz.model.storage import FileError, write_file, writing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has neither owners nor modes")
as_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can act as another user")

NOBODY = 65_534

SAVING = """
import os, sys
from pathlib import Path
from pawnviz.folders import settings_folder
from pawnviz.model.storage import FileError, write_file
settings_folder()
os.setgroups(list(map(int, sys.argv[2:])))
os.setgid(65_534)
os.setuid(65_534)
try:
    print(write_file(Path(sys.argv[1]), b"new"))
except FileError as error:
    print(error)
"""

ACL = bytes.fromhex("0200000001000600ffffffff02000400d204000004000400ffffffff10000400ffffffff20000000ffffffff")
"""An ACL: the owner reads and writes, the user 1234 and the group read, others do nothing."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def saved_by_nobody(path: Path, folder: Path, *groups: int) -> str:
    """Return what is said where an ordinary user saves to a file."""
    words = [sys.executable, "-c", SAVING, str(path), *map(str, groups)]
    environment = os.environ | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout.strip()


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that everybody may write to, outside those of pytest, which nobody else may enter."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


@pytest.mark.parametrize("bits", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_stays(tmp_path: Path, bits: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(bits)
    assert write_file(file, b"new") == ""
    assert mode(file) == bits


def test_a_new_file_has_the_mode_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write_file(tmp_path / "file", b"new")
    assert mode(tmp_path / "file") == mode(tmp_path / "other")


@pytest.mark.parametrize("bits", [0o600, 0o644])
def test_nobody_else_can_read_a_file_before_it_is_whole(
    tmp_path: Path, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(bits)
    modes = []
    system_open = os.open

    def noting(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        descriptor = system_open(path, flags, mode, dir_fd=dir_fd)
        if str(path).endswith(".part"):
            modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return descriptor

    monkeypatch.setattr(os, "open", noting)
    for _ in writing(file, (b"a", b"b"), 2):
        (part,) = tmp_path.glob(".*.part")
        modes.append(mode(part))
    assert modes == [0o600] * 3 and mode(file) == bits


@as_root
def test_root_keeps_owner_and_group(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    os.chown(file, 1234, 2345)
    file.chmod(0o2640)
    assert write_file(file, b"new") == ""
    status = file.stat()
    assert (status.st_uid, status.st_gid, mode(file)) == (1234, 2345, 0o2640)


@as_root
def test_a_group_that_the_user_belongs_to_stays_and_an_owner_that_cannot_is_named(folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"old")
    os.chown(file, 1234, 2345)
    file.chmod(0o664)
    said = saved_by_nobody(file, folder, 2345)
    assert said == "The file is yours now, since only root can give it back to its owner."
    status = file.stat()
    assert (status.st_uid, status.st_gid, mode(file), file.read_bytes()) == (NOBODY, 2345, 0o664, b"new")


@as_root
def test_without_its_group_a_file_gives_nobody_more_rights(folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"old")
    os.chown(file, NOBODY, 2345)
    file.chmod(0o660)
    said = saved_by_nobody(file, folder)
    assert said == "Its group could not be kept; the members of that group have the rights of everybody now."
    assert (file.stat().st_gid, mode(file)) == (NOBODY, 0o600)


@as_root
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("closed/file", "The folder “{}” may not be written to; choose another folder."),
        ("open/file", "“{}” is write-protected; give the file another name."),
        ("sticky/file", "“{}” cannot be written: Operation not permitted."),
    ],
)
def test_an_ordinary_user_is_told_what_may_not_be_written(folder: Path, place: str, words: str) -> None:
    file = folder / place
    file.parent.mkdir()
    file.write_bytes(b"old")
    file.chmod(0o644 if place == "open/file" else 0o666)
    file.parent.chmod({"closed": 0o755, "open": 0o777, "sticky": 0o1777}[file.parent.name])
    assert saved_by_nobody(file, folder) == words.format(file.parent if "folder" in words else file)
    assert file.read_bytes() == b"old"
    assert [path.name for path in file.parent.iterdir()] == ["file"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these calls")
def test_extended_attributes_stay(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o640)
    attributes = {"user.rating": b"5", "system.posix_acl_access": ACL}
    try:
        for name, value in attributes.items():
            os.setxattr(file, name, value)
    except OSError:
        pytest.skip("the file system has no extended attributes")
    assert write_file(file, b"new") == ""
    assert {name: os.getxattr(file, name) for name in os.listxattr(file)} == attributes
    assert mode(file) == 0o640


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these calls")
def test_a_file_without_an_acl_gets_none_from_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    try:
        os.setxattr(tmp_path, "system.posix_acl_default", ACL)
    except OSError:
        pytest.skip("the file system has no ACLs")
    assert write_file(file, b"new") == ""
    assert os.listxattr(file) == []


def test_an_attribute_that_cannot_stay_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def refuse(*arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "listxattr", lambda path: ["user.x", "user.y"] if path == file else [], raising=False)
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"1", raising=False)
    monkeypatch.setattr(os, "setxattr", refuse, raising=False)
    assert write_file(file, b"new") == "Its extended attributes user.x and user.y could not be kept."
    assert file.read_bytes() == b"new"


def test_of_further_names_it_is_said_that_they_hold_the_file_as_it_was(tmp_path: Path) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    file.write_bytes(b"old")
    other.hardlink_to(file)
    assert write_file(file, b"new") == "Its other names (hard links) still hold the file as it was before."
    assert (file.read_bytes(), other.read_bytes()) == (b"new", b"old")


def test_a_file_that_another_program_changes_during_a_save_is_left_as_it_is(tmp_path: Path) -> None:
    for number, (before, meanwhile) in enumerate(pairwise((b"old", b"theirs", None, b"mine"))):
        file = tmp_path / str(number)
        if before is not None:
            file.write_bytes(before)
        work = writing(file, (b"a", b"b"), 2)
        next(work)
        if meanwhile is None:
            file.unlink()
            assert list(work) == [1] and file.read_bytes() == b"ab", "what is gone cannot be lost"
            continue
        file.write_bytes(meanwhile)
        with pytest.raises(FileError, match="was changed by another program during the save"):
            list(work)
        assert file.read_bytes() == meanwhile
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2"]
