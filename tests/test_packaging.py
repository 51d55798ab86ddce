from __future__ import annotations

import email
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from pathlib import Path

import pytest

import pawnviz

ROOT = Path(pawnviz.__file__).parent.parent
FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


def run(*arguments: str | Path, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_below(folder: str) -> set[str]:
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if "__pycache__" not in path.parts and path.name != ".gitignore"
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist, and the wheel that was made from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / f"pawnviz-{pawnviz.__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the installed wheel and, in ``bin``, its commands."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel)
    run(*pip, cwd=folder)
    return folder


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return email.message_from_bytes(archive.read(f"pawnviz-{pawnviz.__version__}.dist-info/METADATA"))


@pytest.mark.slow
@pytest.mark.slow
def test_the_wheel_holds_the_package_and_the_resources_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    information = f"pawnviz-{pawnviz.__version__}.dist-info/"
    resources = {"pawnviz/_" + name for name in files_below("resources")}
    assert {name for name in names if not name.startswith(information)} == files_below("pawnviz") | resources
    assert information + "licenses/LICENSE" in names


@pytest.mark.slow
def test_the_sdist_holds_all_that_tests_and_a_build_need(built: Path) -> None:
    with tarfile.open(built / f"pawnviz-{pawnviz.__version__}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("pawnviz", "resources", "tests", "docs"):
        assert files_below(folder) <= names
    assert {"pyproject.toml", "main.py", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"} <= names


@pytest.mark.slow
def test_the_wheel_says_what_it_is_and_needs(wheel: Path) -> None:
    information = metadata(wheel)
    assert information["Name"] == "pawnviz"
    assert information["Version"] == pawnviz.__version__
    assert information["License-Expression"] == "GPL-3.0-or-later"
    assert information["Requires-Python"] == ">=3.11"
    needed = {line.split("<")[0].split(">")[0] for line in information.get_all("Requires-Dist", []) if ";" not in line}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(needed) == len(project["dependencies"])
    assert {name.lower() for name in needed} == {
        "pyside6-essentials",
        "platformdirs",
        "chess",
        "numpy",
        "pillow",
        "msgspec",
    }


def test_the_licence_is_the_gpl_version_3() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.split("\n")[0].strip() == "GNU GENERAL PUBLIC LICENSE"
    assert text.split("\n")[1].strip() == "Version 3, 29 June 2007"
    assert "END OF TERMS AND CONDITIONS" in text


@pytest.mark.slow
def test_resources_are_found_in_an_installed_wheel(installed: Path) -> None:
    script = (
        "from pawnviz.folders import read_resource, resource_path\n"
        "print(resource_path('icons'), len(read_resource('presets.json')), sep='|')"
    )
    path, length = run(sys.executable, "-c", script, cwd=installed, PYTHONPATH=str(installed)).strip().split("|")
    assert Path(path) == (installed / "pawnviz" / "_resources" / "icons").resolve()
    assert int(length) > 100


@pytest.mark.slow
def test_the_installed_command_prints_masks(installed: Path) -> None:
    command = shutil.which("pawnviz", path=str(installed / "bin"))
    assert command
    assert pawnviz.__version__ in run(command, "--version", cwd=installed, PYTHONPATH=str(installed))
    line = run(command, "masks", FEN, "--format", "json", cwd=installed, PYTHONPATH=str(installed))
    masks = json.loads(line)
    assert masks["fen"] == FEN
    assert masks["white"]["front_spans"] == "0xe7e7e7e7c6c60000"
    assert masks["black"]["interspans"] == "0x000062e7c6c60000"


@pytest.mark.slow
def test_the_window_command_is_installed(installed: Path) -> None:
    assert shutil.which("pawnviz-gui", path=str(installed / "bin"))


@pytest.mark.slow
def test_the_package_of_the_page_is_built_installed_listed_and_proved(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "packages.md").read_text(encoding="utf-8")
    files = ("pyproject.toml", "pawn_extras.py", "test_pawn_extras.py")
    for name, text in zip(files, re.findall(r"```(?:toml|python)\n(.*?)```", page, re.DOTALL), strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert sum(len((tmp_path / name).read_text(encoding="utf-8").splitlines()) for name in files[:2]) <= 40
    folder = tmp_path / "installed"
    offline = ("--no-build-isolation", "--no-deps", "--no-index")
    run(sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", folder, tmp_path, cwd=tmp_path)
    path = os.pathsep.join((str(folder), str(ROOT)))
    printed = run(sys.executable, "-m", "pawnviz", "layers", cwd=folder, PYTHONPATH=path)
    assert "\nPackage pawn-extras\n\nguarded_breaks " in printed
    words = shlex.split(re.findall(r"^pawnviz (masks .*)$", page, re.MULTILINE)[0])
    masks = run(sys.executable, "-m", "pawnviz", *words, cwd=folder, PYTHONPATH=path)
    assert [line.split()[:2] for line in masks.splitlines()[2:]] == [["leaders", "1"], ["guarded_breaks", "1"]]
    test = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path / files[2])
    assert "1 passed" in run(*test, cwd=folder, PYTHONPATH=path)
