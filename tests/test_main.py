from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from pawnviz import __version__
from pawnviz.__main__ import main
from pawnviz.folders import settings_folder, state_folder

ROOT = Path(__file__).parents[1]
SAMPLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


def window(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Replace the window by a list of what it is opened on."""
    opened: list[str | None] = []

    def run(start: str | None = None) -> int:
        opened.append(start)
        return 0

    app = ModuleType("pawnviz.view.app")
    vars(app)["run"] = run
    monkeypatch.setitem(sys.modules, "pawnviz.view.app", app)
    return opened


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pawnviz {__version__}\n"
    assert main(["--version", "--verbose"]) == 0
    log = state_folder() / "pawnviz.log"
    assert capsys.readouterr().out == f"pawnviz {__version__}\nlog: {log}, level INFO\n"
    assert not log.exists()


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    words = ("masks", "layers", "check FILE", "fixtures", "formula EXPRESSION")
    assert all(word in said for word in ("--version", *(f"pawnviz {command}" for command in words)))


def test_help_names_the_formats_that_each_command_writes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for command, names in (("render", "SVG HTML MD JSON"), ("sheet [FEN ...]", "PDF"), ("animate", "GIF HTML PNG SVG")):
        (line,) = (line for line in lines if f"pawnviz {command} " in line)
        assert all(name in line for name in names.split())
    assert ".pgn" in lines[0] and max(map(len, lines)) <= 120


@pytest.mark.parametrize("words", [SAMPLE.split(), [SAMPLE], [f"  {SAMPLE}"], ["r1bq1rk1/pp2bppp/8/8/8/8/8/8"]])
def test_a_fen_opens_the_window_quoted_or_not(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    opened = window(monkeypatch)
    assert main(words) == 0
    assert opened == [" ".join(words).strip()]


@pytest.mark.parametrize("words", [[], [""], ["  "]])
def test_no_argument_opens_the_window_as_it_was(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    opened = window(monkeypatch)
    assert main(words) == 0
    assert opened == [None]


def test_a_link_opens_the_window_or_is_said_to_be_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = window(monkeypatch)
    link = "pawnviz:?fen=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8&layers=stops"
    assert main([link]) == 0
    assert opened == [link]
    assert main(["pawnviz:?fen=8"]) == 2
    assert "the position of the link cannot be read" in capsys.readouterr().err


def test_a_file_opens_the_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened = window(monkeypatch)
    file = tmp_path / "my games.fen"
    file.write_text(SAMPLE)
    assert main([str(file)]) == 0
    assert opened == [str(file)]


def test_the_arguments_of_the_process_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = window(monkeypatch)
    monkeypatch.setattr(sys, "argv", ["pawnviz", *SAMPLE.split()])
    before = signal.getsignal(signal.SIGINT)
    try:
        assert main() == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert opened == [SAMPLE]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["8/8/8/8/8/8/8/8", "x"], "The side to move is 'x'; it must be w for White or b for Black."),
        (
            ["8/8/8"],
            "8/8/8 is no file, and as a FEN it is wrong: The placement has 3 ranks; it needs 8, separated by /.",
        ),
        (["games/missing.fen"], "there is no file games/missing.fen"),
        (["missing.EPD"], "there is no file missing.EPD"),
        (["mask"], "mask is neither a FEN nor a file nor a command; did you mean masks?"),
        (["mask", SAMPLE], f"mask {SAMPLE} is neither a FEN nor a file nor a command; did you mean masks?"),
        (["hello"], "hello is neither a FEN nor a file nor a command; see pawnviz --help"),
        (["--flip"], "there is no option --flip; pawnviz --help lists the options"),
        (["/"], "/ is a folder; open a .fen, .epd or .pgn file"),
    ],
)
def test_what_is_neither_a_fen_nor_a_file_gives_one_line_and_no_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    opened = window(monkeypatch)
    assert main(words) == 2
    assert capsys.readouterr().err == f"pawnviz: {said}\n"
    assert opened == []


@pytest.mark.parametrize("text", ["x" * 9_000, "8/" * 9_000, "a\nb", "8/8\n8/8", "\x00", "\u202e/\x00"])
def test_a_very_long_argument_gives_one_short_line(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main([text]) == 2
    said = capsys.readouterr().err
    assert said.endswith("\n") and said[:-1].isprintable()
    assert len(said) < 400


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"),
            ["The system library libEGL.so.1 is missing.", "apt-get install", "libegl1", '"pawnviz masks"'],
        ),
        (
            ImportError(
                "Error loading shared library libGL.so.1: No such file or directory (needed by libQt6Gui.so.6)"
            ),
            ["The system library libGL.so.1 is missing."],
        ),
        (ModuleNotFoundError("No module named 'PySide6'", name="PySide6"), ["pip install PySide6-Essentials"]),
    ],
)
def test_qt_that_cannot_be_imported_gives_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: ImportError, words: list[str]
) -> None:
    fail_to_import(monkeypatch, error)
    assert main([]) == 3
    said = capsys.readouterr().err
    assert said.startswith("pawnviz: ")
    assert all(word in said for word in words)


def test_a_fault_of_the_program_itself_is_not_taken_for_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_to_import(monkeypatch, ImportError("cannot import name 'MainWindow'", name="pawnviz.view.main_window"))
    with pytest.raises(ImportError, match="MainWindow"):
        main([])


def fail_to_import(monkeypatch: pytest.MonkeyPatch, error: ImportError) -> None:
    """Make the import of the window fail with this error."""

    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "pawnviz.view.app":
                raise error

    monkeypatch.delitem(sys.modules, "pawnviz.view.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])


@pytest.fixture
def environment() -> Callable[..., dict[str, str]]:
    """Return a function that gives this process's environment without a display, and with the given variables."""

    def without_display(**variables: str) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")
        }
        return kept | variables

    return without_display


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux and its like have X11 and Wayland")
@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({}, "There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set."),
        ({"DISPLAY": ":4711"}, "The X11 display does not answer; DISPLAY is ':4711'."),
        ({"QT_QPA_PLATFORM": "xcb"}, "The X11 display does not answer; DISPLAY is not set."),
        ({"QT_QPA_PLATFORM": "abacus"}, "Qt has no platform 'abacus', which QT_QPA_PLATFORM names."),
        ({"QT_QPA_PLATFORM": "abacus;xcb:x"}, "Qt has no platform 'abacus', which QT_QPA_PLATFORM names."),
    ],
)
def test_without_a_screen_it_says_so_and_does_not_abort(
    environment: Callable[..., dict[str, str]], variables: dict[str, str], words: str
) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), SAMPLE],
        env=environment(**variables),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    # On a machine without X11's libraries, these are what is missing first.
    assert lines[0] == f"pawnviz: {words}" or "The system library" in lines[0]
    assert lines[-1] == 'The commands "pawnviz masks" and "pawnviz layers" work without a screen.'


@pytest.mark.parametrize("program", [["-m", "pawnviz"], [str(ROOT / "main.py")]])
def test_both_ways_of_starting_run_the_sub_commands(program: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *program, "masks", *SAMPLE.split(), "--layer", "island_count", "--format", "hex"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines() == [f"# {SAMPLE}", "island_count  white  1", "island_count  black  1"]


def test_starting_afresh_renames_what_is_kept_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    folder = settings_folder()
    assert main(["--reset"]) == 0
    assert capsys.readouterr().out == f"pawnviz starts afresh; there is nothing to rename in {folder}\n"
    folder.mkdir(parents=True)
    (folder / "session.json").write_text("{}")
    assert main(["--reset"]) == 0
    assert capsys.readouterr().out == f"pawnviz starts afresh; renamed in {folder}: session.json.old-1\n"
    assert (folder / "session.json.old-1").read_text() == "{}"


def test_starting_afresh_without_a_home_folder_gives_one_line(
    homeless: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--reset"]) == 1
    said = "pawnviz: there is no home folder, so nothing is kept; set HOME to a folder that exists\n"
    assert capsys.readouterr() == ("", said)
