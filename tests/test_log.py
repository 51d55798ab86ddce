from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import platformdirs.macos
import platformdirs.windows
import pytest
from PySide6.QtCore import QSize, QStandardPaths
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import pawnviz
from pawnviz.folders import KEPT_FILES, NoHomeError, settings_folder, start_afresh, state_folder
from pawnviz.log import LARGEST, LogFile, description, fault_text
from pawnviz.model.document import Document
from pawnviz.model.kept.folder import KeptFolder
from pawnviz.override import override, plain_override

ROOT = Path(__file__).parents[1]


@pytest.fixture
def log() -> Iterator[LogFile]:
    log = LogFile()
    yield log
    log.close()


def lines(log: LogFile) -> list[str]:
    return log.path.read_text().splitlines()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def error_of(action: str) -> Exception:
    try:
        exec(action, {"__name__": "somewhere"})
    except Exception as error:
        return error
    raise AssertionError(action)


def run_program(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE, text=True)


def test_a_fault_is_written_as_its_type_its_modules_and_its_lines(log: LogFile) -> None:
    log.note(error_of("\n\n[][7]"))
    assert len(lines(log)) == 1
    assert f" {os.getpid()} ERROR builtins.IndexError at somewhere:3 < {__name__}:" in lines(log)[0]


def test_no_value_of_a_fault_is_written(log: LogFile) -> None:
    log.note(error_of("try:\n  raise ValueError('Botvinnik')\nexcept ValueError as e:\n  raise KeyError('8/8') from e"))
    assert "Botvinnik" not in lines(log)[0]
    assert "8/8" not in lines(log)[0]
    assert "builtins.KeyError at somewhere:4" in lines(log)[0]
    assert "caused by builtins.ValueError at somewhere:2" in lines(log)[0]


def test_a_fault_from_the_depth_of_a_recursion_is_one_short_line(log: LogFile) -> None:
    log.note(error_of("def f(): f()\nf()"))
    assert "RecursionError at somewhere:1 < somewhere:1" in lines(log)[0]
    assert len(lines(log)[0]) < 1000


def test_a_fault_that_comes_again_at_once_is_written_once(log: LogFile) -> None:
    for _ in range(50):
        log.note(error_of("[][7]"))
    log.note(error_of("1 / 0"))
    log.note(error_of("[][7]"))
    assert len(lines(log)) == 3


def test_a_full_file_is_put_aside_and_the_one_before_goes(log: LogFile) -> None:
    entry = "x" * 999
    for number in range(3 * LARGEST // 1000):
        log.logger.warning("%d %s", number, entry)
    assert names(log.path.parent) == ["pawnviz.log", "pawnviz.log.1"]
    before = Path(f"{log.path}.1").read_text().splitlines()
    assert all(entry in line for line in before + lines(log))
    assert LARGEST <= Path(f"{log.path}.1").stat().st_size < LARGEST + 2000
    numbers = [int(line.split()[4]) for line in before + lines(log)]
    assert numbers == list(range(numbers[0], 3 * LARGEST // 1000))


ENTRIES = 500
WRITER = """
from pawnviz.log import LogFile
log = LogFile()
for number in range(500):
    log.logger.info("entry %s {name}", number)
    log.logger.info("{filler}" * 100)
log.close()
"""


@pytest.mark.slow
def test_programs_that_write_at_once_lose_nothing_and_keep_every_line_whole() -> None:
    """About 290 KB, which fill one file: each program comes upon the new one."""
    programs = [run_program(WRITER.format(name=name, filler=name)) for name in "abc"]
    assert [program.communicate(timeout=120)[1] for program in programs] == [""] * 3
    folder = state_folder()
    assert names(folder) == ["pawnviz.log", "pawnviz.log.1"]
    written = "".join((folder / name).read_text() for name in ("pawnviz.log.1", "pawnviz.log"))
    texts = [line.split(" INFO ")[1] for line in written.splitlines()]
    for name in "abc":
        assert [text for text in texts if text.endswith(f" {name}")] == [f"entry {n} {name}" for n in range(ENTRIES)]
        assert texts.count(name * 100) == ENTRIES
    assert len(texts) == 6 * ENTRIES


def test_a_file_that_is_deleted_meanwhile_is_made_again(log: LogFile) -> None:
    log.logger.info("one")
    log.path.unlink()
    log.logger.info("two")
    assert [line.rpartition(" ")[2] for line in lines(log)] == ["two"]


def test_a_crash_is_reported_in_the_log() -> None:
    program = run_program("from pawnviz.log import LogFile\nlog = LogFile()\nimport os; os.abort()")
    program.communicate(timeout=60)
    assert "Fatal Python error: Aborted" in (state_folder() / "pawnviz.log").read_text()


@pytest.mark.parametrize("obstacle", ["file", "folder", "pipe"])
def test_a_log_that_cannot_be_written_is_a_fault_and_no_exception(obstacle: str) -> None:
    if obstacle == "file":
        state_folder().write_text("")
    elif obstacle == "folder":
        (state_folder() / "pawnviz.log").mkdir(parents=True)
    else:
        state_folder().mkdir()
        os.mkfifo(state_folder() / "pawnviz.log")
    log = LogFile()
    assert log.fault
    log.note(error_of("[][7]"))
    log.close()
    assert description().startswith("no log: ")


def test_without_a_home_folder_there_is_no_log(homeless: None) -> None:
    assert LogFile().fault.startswith("there is no home folder")
    assert description().startswith("no log: there is no home folder")


def test_the_description_names_the_file_and_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    path = state_folder() / "pawnviz.log"
    assert description() == f"log: {path}, level INFO"
    monkeypatch.setenv("PAWNVIZ_LOG", "debug")
    assert description() == f"log: {path}, level DEBUG"
    monkeypatch.setenv("PAWNVIZ_LOG", "loud")
    assert description() == f"log: {path}, level INFO"


def test_causes_that_never_end_are_cut() -> None:
    error = ValueError()
    for _ in range(100):
        outer = ValueError()
        outer.__cause__ = error
        error = outer
    assert fault_text(error).count("ValueError") == 5


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


START = """
import builtins
plain = builtins.compile
from pawnviz.display import import_qt
import_qt()
assert builtins.compile is plain
assert builtins.__import__ is not builtins.__feature_import__
from PySide6.QtWidgets import QApplication
print(len(QApplication(["test", "-platform", "offscreen"]).arguments()))
"""


def test_modules_after_qt_are_not_read_for_optional_names() -> None:
    done = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


MODULES = sorted(Path(pawnviz.__file__).parent.rglob("*.py"))


class Failing(QWidget):
    @override
    def sizeHint(self) -> QSize:
        return [QSize()][1]


class Sized(QWidget):
    def area(self, width: int, *, height: int) -> int:
        return width * height


class Halved(Sized):
    @plain_override
    def area(self, width: int, *, height: int) -> int:
        return width // height


def _classes() -> list[type]:
    """Return every class of the program, nested ones too."""
    found = []
    for path in MODULES:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if name.startswith("pawnviz.") and path.name != "__main__.py":
            found += [value for value in vars(import_module(name)).values() if isinstance(value, type)]
    for outer in found:
        found += [value for value in vars(outer).values() if isinstance(value, type)]
    return [value for value in dict.fromkeys(found) if value.__module__.startswith("pawnviz.")]


def _replaces_one_of_qt(owner: type, name: str) -> bool:
    """Return whether a class or one that derives from it has a base of Qt's, behind the class, with such a method."""
    orders = [derived.__mro__ for derived in (owner, *_derived(owner))]
    behind = [base for order in orders for base in order[order.index(owner) + 1 :]]
    return any(name in vars(base) for base in behind if base.__module__.startswith(("PySide6.", "Shiboken")))


def _derived(owner: type) -> list[type]:
    direct: list[type] = type.__subclasses__(owner)
    return direct + [further for derived in direct for further in _derived(derived)]


def test_a_method_is_guarded_if_it_replaces_one_of_qt_and_no_other_is() -> None:
    wrong, guarded_count = [], 0
    for owner in _classes():
        for name, value in vars(owner).items():
            function = getattr(value, "fget", value)
            if inspect.isfunction(function) and not name.startswith("__"):
                guarded = function.__code__.co_filename == override.__code__.co_filename
                guarded_count += guarded
                if guarded != _replaces_one_of_qt(owner, name):
                    wrong.append(f"{owner.__qualname__}.{name} needs {'@plain_override' if guarded else '@override'}")
    assert wrong == []
    assert guarded_count > 300


@pytest.mark.slow
def test_every_painter_ends_with_its_block() -> None:
    """A painter that lives on in the frames of an exception ends the process when what it paints on is deleted."""
    loose = []
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text if "QPainter(" in text else "")
        closed = {item.context_expr for node in ast.walk(tree) if isinstance(node, ast.With) for item in node.items}
        for node in ast.walk(tree):
            is_painter = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "QPainter" and node.args
            if is_painter and node not in closed:
                loose.append(f"{path.name}:{ast.unparse(node)}")
    assert loose == []


def test_an_exception_is_reported_and_qt_goes_on(qtbot: QtBot) -> None:
    widget = Failing()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as exceptions, pytest.warns(RuntimeWarning, match="expected PySide6.QtCore.QSize"):
        widget.adjustSize()
    assert {kind for kind, _, _ in exceptions} == {IndexError}


def test_an_exception_of_a_method_that_replaces_one_of_ours_goes_to_the_caller(qtbot: QtBot) -> None:
    widget = Halved()
    qtbot.addWidget(widget)
    assert widget.area(6, height=2) == 3
    with pytest.raises(ZeroDivisionError):
        widget.area(3, height=0)


def test_an_edit_that_fails_is_an_exception_for_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document()
    subject = document.subject

    def fail(*arguments: object) -> None:
        raise ValueError("no step")

    monkeypatch.setattr(subject.undo_stack, "push", fail)
    with pytest.raises(ValueError, match="no step"):
        subject.edit(document.position.without_piece(8), "Remove a pawn")


@pytest.mark.slow
def test_a_window_whose_methods_all_fail_lives_on(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.view.failing_program", str(tmp_path)],
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    often = {"paintEvent", "resizeEvent", "sizeHint", "mousePressEvent", "keyPressEvent", "event", "redo"}
    assert often <= set(done.stdout.split())
