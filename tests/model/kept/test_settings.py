from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import START, Position
from pawnviz.folders import settings_folder
from pawnviz.model.kept.file import LARGEST_KEPT_FILE, ValuesFile
from pawnviz.model.kept.folder import FIRST_FEN, Fen, KeptFolder, Session, UnsavedGame, UnsavedGames, UnsavedGamesFiles
from pawnviz.model.preferences import (
    RECENT_FILES,
    TOOLS,
    AnimationChoices,
    EngineSettings,
    ExportChoices,
    GamesPlace,
    PictureChoices,
    Settings,
    SheetChoices,
    State,
    with_recent_file,
)
from pawnviz.model.storage import FileError, FileStamp

OWN = Settings(
    **{name: not default for name, default in asdict(Settings()).items() if isinstance(default, bool)},
    theme="dark",
    board_colors="brown",
    folded_sections=("film", "numbers"),
    tool="q",
    layers={"shown": {"stops": "white"}},
    geometry=State(b"\x00\xff"),
    workspace="games",
    pages={"games": "layers"},
    column_width=400,
    games=GamesPlace("/tmp/games.pgn", 7, (0, 0, 1), "karpov", False),
    code_language="rust",
    recent_files=("/tmp/é.fen",),
    lanes=("levers", "own & rank_4(own)"),
    engine=EngineSettings("/usr/games/stockfish", 5, 10, 1, 256, False),
    tables_folder="/tmp/syzygy",
    index_count=7,
    index_megabytes=300,
    question="white:karpov for:15",
    exports=ExportChoices(
        PictureChoices("svg", 640, False, 120, True, False, False, "dark"),
        SheetChoices(3, 4, "a5", True, "none", fit=False),
        AnimationChoices("png"),
        "/tmp/é",
    ),
)
WRONG_VALUES: dict[type, tuple[Any, ...]] = {
    bool: (0, "false", None, [], 1.0),
    int: (-1, None, True, "7", 1.5, 10**9),
    str: (None, 3, [], "\ud800", "a\0b" * 40_000),
    State: ("é", "abc", 5, None, "AA==", {"base64": "AA=="}, {"base64": "AA==", "crc32": 1}, "A" * 200_000),
    tuple: ("x", [5], ["\ud800"]),
    dict: ([], "x", None),
    EngineSettings: (
        *(None, [], {"path": 3}, {"path": "a\0b"}, {"line_count": 0}, {"line_count": 6}, {"line_count": True}),
        *({"seconds": 7}, {"thread_count": 0}, {"memory": 5}, {"shows_arrows": 1}),
    ),
    GamesPlace: ([], {"path": 3}, {"game": -1}, {"way": [0.5]}, {"search": "x" * 3000}, {"on_board": 1}),
    ExportChoices: (
        *([], {"picture": 1}, {"picture": {"width": 10**9}}, {"picture": {"kind": "bmp"}}, {"folder": "\0"}),
        *({"sheet": {"rows": 0}}, {"animation": {"tenths": 0}}),
    ),
}
"""Wrong values of the preferences by the type of their defaults; any other one is not in a list of its own."""

GONE = ("tour_offered", "docks", "arrangements", "single_keys")
"""Names of former settings."""

WRONG_FIELDS = [(name, value) for name, default in asdict(Settings()).items() for value in WRONG_VALUES[type(default)]]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def write(folder: Path, values: Any, name: str = "settings.json") -> None:
    (folder / name).write_text(json.dumps(values))


def load_settings(folder: Path | None = None) -> tuple[Settings, str]:
    return KeptFolder(folder).settings.load()


def load_session(folder: Path | None = None) -> tuple[Session, str]:
    return KeptFolder(folder).session.load()


def keep(folder: Path, values: Settings | Session) -> dict[str, Any]:
    """Write values as the program does and return the JSON object of their file."""
    kept = KeptFolder(folder)
    file: ValuesFile[Any] = kept.settings if isinstance(values, Settings) else kept.session
    file.keep(values)
    content: dict[str, Any] = json.loads(file.path.read_bytes())
    return content


def test_every_setting_comes_back(folder: Path) -> None:
    keep(folder, OWN)
    assert load_settings(folder) == (OWN, "")


def test_a_file_of_an_earlier_release_is_read_and_written_as_it_was(folder: Path) -> None:
    earlier = Path(__file__).with_name("settings_of_version_1.json").read_bytes()
    (folder / "settings.json").write_bytes(earlier)
    new = asdict(OWN).keys() - json.loads(earlier)
    assert load_settings(folder) == (OWN.replace(**{name: getattr(Settings(), name) for name in new}), "")
    (folder / "settings.json").unlink()
    written = keep(folder, OWN)
    for part, names_then in json.loads(earlier)["exports"].items():
        if isinstance(names_then, dict):
            written["exports"][part] = {name: written["exports"][part][name] for name in names_then}
    still = {name: value for name, value in json.loads(earlier).items() if name in ("pawnviz", "version", *asdict(OWN))}
    assert {name: value for name, value in written.items() if name not in new} == still


def test_a_first_start_has_the_defaults_and_no_notice(folder: Path) -> None:
    assert load_settings(folder) == (Settings(), "")
    assert load_settings(folder / "not" / "there") == (Settings(), "")
    assert load_session(folder) == (Session(), "")
    assert names(folder) == []


def test_settings_are_kept_below_the_folder_of_the_system(own_folders: Path) -> None:
    assert settings_folder() == own_folders / "config" / "pawnviz"
    assert load_settings() == (Settings(), "")


@pytest.mark.parametrize(
    ("name", "value"), [*WRONG_FIELDS, ("index_count", 0), ("pages", {"games": 5}), ("code_language", "C++")]
)
def test_a_wrong_field_has_its_default_and_is_named(folder: Path, name: str, value: Any) -> None:
    write(folder, keep(folder, OWN) | {name: value})
    loaded, notice = load_settings(folder)
    assert loaded == OWN.replace(**{name: getattr(Settings(), name)})
    assert re.search(rf" {name}(\.\w+|\[.+?\])* must be ", notice)
    assert names(folder) == ["settings.json", "settings.json.bad-1"]
    assert (folder / "settings.json.bad-1").read_bytes() == (folder / "settings.json").read_bytes()


def test_two_wrong_fields_are_one_notice(folder: Path) -> None:
    write(folder, {"pawnviz": "settings", "theme": "blue", "tool": "axe", "flipped": True})
    loaded, notice = load_settings(folder)
    assert loaded == Settings(flipped=True)
    assert notice.startswith(
        f"In “{folder / 'settings.json'}” theme must be “system”, “light” or “dark”; tool must be “hand”, “P”, "
    )


def test_missing_fields_are_no_fault_and_unknown_ones_stay(folder: Path) -> None:
    write(folder, {"pawnviz": "settings", "version": 1, "flipped": True, "from_the_future": [1]})
    kept = KeptFolder(folder)
    assert kept.settings.load() == (Settings(flipped=True), "")
    kept.settings.keep(Settings(theme="dark"))
    content = json.loads((folder / "settings.json").read_bytes())
    assert (content["theme"], content["from_the_future"]) == ("dark", [1])


def test_a_file_of_another_version_is_kept_beside_and_reported_once(folder: Path) -> None:
    write(folder, {"pawnviz": "settings", "version": 7, "flipped": True, "theme": "sepia"})
    before = (folder / "settings.json").read_bytes()
    kept = KeptFolder(folder)
    loaded, notice = kept.settings.load()
    assert loaded == Settings(flipped=True)
    path = folder / "settings.json"
    assert notice == (
        f"“{path}” is of version 7; this pawnviz writes version 1. It is kept as “settings.json.version-7”."
    )
    kept.settings.keep(loaded)
    assert (folder / "settings.json.version-7").read_bytes() == before
    assert load_settings(folder) == (Settings(flipped=True), "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"\xff\xfe\x00",
        b"[1, 2]",
        b"{}",
        b'{"theme": "dark"}',
        b'{"pawnviz": "session"}',
        b'{"pawnviz": "settings"',
        b"[" * 200_000,
        b'{"pawnviz": "settings", "x": [' + b"[]," * 200_000 + b"0]}",
        b'{"pawnviz": "settings", "x": ' + b"[" * 40 + b"]" * 40 + b"}",
        b"9" * 10_000,
        b'{"pawnviz": "settings", "x": "' + b"y" * LARGEST_KEPT_FILE + b'"}',
    ],
    ids=range(13),
)
def test_a_file_that_is_none_of_ours_is_set_aside_and_kept(folder: Path, content: bytes) -> None:
    (folder / "settings.json").write_bytes(content)
    loaded, notice = load_settings(folder)
    assert loaded == Settings()
    assert notice.startswith(f"“{folder / 'settings.json'}” is ")
    assert notice.endswith("It is kept as “settings.json.bad-1”.")
    assert names(folder) in (["settings.json.bad-1"], ["settings.json", "settings.json.bad-1"])
    assert (folder / "settings.json.bad-1").read_bytes() == content


def test_no_file_set_aside_is_ever_overwritten(folder: Path) -> None:
    (folder / "settings.json.bad-2").write_text("someone's own")
    for content in ("first", "second", "third"):
        (folder / "settings.json").write_text(content)
        load_settings(folder)
    kept = {path.name: path.read_text() for path in folder.iterdir()}
    assert kept == {
        "settings.json": "third",
        "settings.json.bad-1": "first",
        "settings.json.bad-2": "someone's own",
        "settings.json.bad-3": "second",
        "settings.json.bad-4": "third",
    }


def test_a_folder_in_the_place_of_the_file_is_set_aside(folder: Path) -> None:
    (folder / "settings.json").mkdir()
    loaded, notice = load_settings(folder)
    assert loaded == Settings()
    assert "is a folder" in notice
    assert (folder / "settings.json.bad-1").is_dir()


def test_a_file_in_the_place_of_the_folder_gives_a_notice(folder: Path) -> None:
    (folder / "pawnviz").write_text("x")
    loaded, notice = load_settings(folder / "pawnviz")
    assert loaded == Settings()
    assert "Not a directory" in notice
    assert (folder / "pawnviz").read_text() == "x"


def test_the_latest_file_comes_first_and_once() -> None:
    recent: tuple[str, ...] = ()
    for number in range(RECENT_FILES + 5):
        recent = with_recent_file(recent, f"/{number}")
    recent = with_recent_file(recent, "/10")
    assert recent[:3] == ("/10", "/14", "/13")
    assert len(set(recent)) == len(recent) == RECENT_FILES


def test_a_session_comes_back(folder: Path) -> None:
    session = Session(Fen("8/8/8/8/8/8/8/PPPPPPPP b - - 3 9"), "/tmp/é.fen", True, 63)
    keep(folder, session)
    assert load_session(folder) == (session, "")


def test_the_first_session_is_a_real_position() -> None:
    position = Position.from_fen(Session().fen)
    assert position.fen() == FIRST_FEN
    assert position not in (START, START.cleared())
    assert problems(position) == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [("fen", "8/8"), ("fen", 5), ("path", 5), ("path", "\0"), ("modified", 0), ("cursor", 64), ("cursor", True)],
)
def test_a_wrong_part_of_a_session_is_named(folder: Path, name: str, value: Any) -> None:
    session = Session(Fen("8/8/8/8/8/8/8/PPPPPPPP b - - 3 9"), "/tmp/é.fen", True, 63)
    write(folder, keep(folder, session) | {name: value}, "session.json")
    loaded, notice = load_session(folder)
    assert loaded == session.replace(**{name: getattr(Session(), name)})
    assert re.search(rf" {name}(\.\w+|\[.+?\])* must be ", notice)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*TOOLS, "dark", FIRST_FEN]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)
near_settings = st.fixed_dictionaries(
    {"pawnviz": st.just("settings")}, optional=dict.fromkeys(Settings.__struct_fields__, json_values)
)
near_sessions = st.fixed_dictionaries(
    {"pawnviz": st.just("session")}, optional=dict.fromkeys(Session.__struct_fields__, json_values)
)


def content_of(near: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[bytes]:
    texts = (near | json_values).map(lambda values: json.dumps(values).encode())
    cut = st.tuples(texts, st.integers(0, 60)).map(lambda pair: pair[0][: -pair[1] or None])
    return st.binary() | texts | cut


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=content_of(near_settings), session=content_of(near_sessions))
def test_any_file_gives_usable_settings_and_a_usable_session(folder: Path, content: bytes, session: bytes) -> None:
    (folder / "settings.json").write_bytes(content)
    (folder / "session.json").write_bytes(session)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if "bad" in path.name}
    kept = KeptFolder(folder)
    own, notice = kept.settings.load()
    assert notice or (folder / "settings.json").exists()
    kept.settings.keep(own)
    kept.session.keep(kept.session.load()[0])
    again, notice = load_settings(folder)
    assert notice == ""
    assert again == load_settings(folder)[0]
    resumed, notice = load_session(folder)
    assert notice == ""
    Position.from_fen(resumed.fen)
    assert before.items() <= {path.name: path.read_bytes() for path in folder.iterdir()}.items()
    for path in folder.iterdir():
        path.unlink()


EDITS = UnsavedGames(
    "/games/club.pgn", FileStamp(10, 20), 3, (0, 1), (UnsavedGame(3, "\xe9\n\n1. e4 *", "1. d4 {é} *"),)
)


def ended(folder: Path, edits: UnsavedGames = EDITS) -> Path:
    """Keep edits as a program that has ended, and return their file."""
    files = UnsavedGamesFiles(folder)
    files.own.keep(edits)
    files.release()
    return files.own.path


def test_edits_of_an_ended_program_are_found_by_one_other(tmp_path: Path) -> None:
    running = UnsavedGamesFiles(tmp_path)
    running.own.keep(EDITS)
    path = ended(tmp_path)
    first, second = UnsavedGamesFiles(tmp_path), UnsavedGamesFiles(tmp_path)
    assert first.find() == second.find() == ""
    assert [file.path for file in first.left] == [path] and second.left == []
    assert first.left[0].kept == EDITS
    first.release()
    second.find()
    assert [file.path for file in second.left] == [path], "without an answer the next one finds it"


def test_a_file_is_there_only_while_there_are_edits(tmp_path: Path) -> None:
    files = UnsavedGamesFiles(tmp_path)
    files.own.keep(UnsavedGames())
    assert not list(tmp_path.iterdir())
    files.own.keep(EDITS)
    assert files.own.path.exists()
    files.own.keep(UnsavedGames())
    assert not list(tmp_path.glob("unsaved-*"))


def test_a_file_that_cannot_be_read_stays_beside_and_is_said_once(tmp_path: Path) -> None:
    path = ended(tmp_path)
    path.write_bytes(path.read_bytes()[:40])
    files = UnsavedGamesFiles(tmp_path)
    assert f"It is kept as “{path.name}.bad-1”." in files.find() and files.left == []
    assert path.with_name(f"{path.name}.bad-1").exists() and not path.exists()
    assert UnsavedGamesFiles(tmp_path).find() == ""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [('"game": 3', '"game": -2'), ("10,", '"10",'), ("1. d4", "\\ud800"), ("\\u00e9\\n", "\\u0100\\n"), ("null", "0")],
)
def test_a_wrong_value_is_said_and_nothing_is_raised(tmp_path: Path, right: str, wrong: str) -> None:
    path = ended(tmp_path, EDITS if right != "null" else EDITS.replace(stamp=None))
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong))
    assert "The default is used instead. It is kept as" in UnsavedGamesFiles(tmp_path).find()


def test_too_many_edits_are_refused_and_the_last_kept_ones_stay(tmp_path: Path) -> None:
    files = UnsavedGamesFiles(tmp_path)
    files.own.keep(EDITS)
    with pytest.raises(FileError, match="at most 4 MB are kept"):
        files.own.keep(EDITS.replace(games=(UnsavedGame(0, "x" * 4_000_000, ""),)))
    assert files.own.kept == EDITS
