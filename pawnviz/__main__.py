"""The program: sub-commands run on the command line, anything else opens the window, for which Qt is imported."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Final

from pawnviz import __version__
from pawnviz.cli.command import (
    COMMANDS,
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    EXIT_NO_SCREEN,
    EXIT_USAGE,
    print_error,
    print_text,
    reopen_closed_streams,
    run_command,
    usage,
)

_WAIT: Final = 150  # The milliseconds that a running program has for each step of its answer.


def main(argv: list[str] | None = None) -> int:
    """Run the program with these arguments, by default the process's own, and return its exit status.

    The status is 0 when all went well, 1 when some input could not be read or standard output not be written, 2 when
    the arguments are wrong, 3 when no window can be opened, and 130 at Ctrl+C. Without arguments of its own, the whole
    process is the program's: Ctrl+C ends it at once, and standard streams that are closed are opened.
    """
    if argv is not None:
        return _run(argv)
    # A process in the background of a shell ignores Ctrl+C, and goes on to.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    reopen_closed_streams()
    status = _run(sys.argv[1:])
    # As Python ends, it would take the handler away first and then be ended without this status.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


def _leave(number: int, frame: FrameType | None) -> None:
    """End the process: an exception would come out of an import, out of Qt, or out of the end of Python itself."""
    if os.isatty(2):
        os.write(2, b"\n")  # What is on the line stays, such as the progress of a check.
    os._exit(EXIT_INTERRUPTED)


def _run(words: list[str]) -> int:
    first = words[0] if words else ""
    if first in COMMANDS:
        return run_command(words)
    if first in ("-h", "--help"):
        return print_text(usage())
    if first in ("-V", "--version"):
        from pawnviz.log import description

        return print_text(f"pawnviz {__version__}\n" + f"{description()}\n" * ("--verbose" in words))
    if words == ["--reset"]:
        return _reset()
    others = [word for word in words if word != "--new-window"]
    try:
        what = _fen_or_path(others)
    except ValueError as error:
        return print_error(str(error), EXIT_USAGE)
    return 0 if others == words and _hand_over(what) else _open_window(what)


def _reset() -> int:
    """Rename the files that come back at the next start, print their names, and return the exit status."""
    from pawnviz.core.words import visible
    from pawnviz.folders import NoHomeError, settings_folder, start_afresh

    try:
        folder = settings_folder()
        names = start_afresh(folder)
    except NoHomeError as error:
        return print_error(str(error))
    except OSError as error:
        return print_error(f"{error.filename}: {error.strerror}", EXIT_BAD_INPUT)
    sentence = f"renamed in {folder}: {', '.join(names)}" if names else f"there is nothing to rename in {folder}"
    return print_text(visible(f"pawnviz starts afresh; {sentence}\n"))


def _fen_or_path(words: list[str]) -> str | None:
    """Return the FEN, link or file of the words, or None without words; raises ``ValueError`` for any other."""
    text = " ".join(words).strip()
    if not text:
        return None
    if text.startswith("pawnviz:"):
        from pawnviz.core.link import read_link

        read_link(text)
        return text
    if _exists(text):
        if Path(text).is_dir():
            raise ValueError(f"{_shown(text)} is a folder; open a .fen, .epd or .pgn file")
        return text
    if words[0].startswith("--"):
        raise ValueError(f"there is no option {_shown(words[0])}; pawnviz --help lists the options")
    if text.lower().endswith((".fen", ".epd")):
        raise ValueError(f"there is no file {_shown(text)}")
    if "/" not in text.split(maxsplit=1)[0]:
        from pawnviz.core.words import did_you_mean

        hint = did_you_mean(words[0], COMMANDS, "see pawnviz --help")
        raise ValueError(f"{_shown(text)} is neither a FEN nor a file nor a command; {hint}")
    from pawnviz.core.board.fen import FenError
    from pawnviz.core.board.position import Position

    try:
        Position.from_fen(text)
    except FenError as error:
        if error.field == "placement" and len(words) == 1:
            raise ValueError(f"{_shown(text)} is no file, and as a FEN it is wrong: {error}") from None
        raise
    return text


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # A text too long for a path, or with a NUL.
        return False


def _shown(text: str) -> str:
    """Return a text of the command line as one line for people, at most 100 characters of it."""
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 100 else f"{text[:97]}..."


def _hand_over(what: str | None) -> bool:
    """Return whether a running program of this user opens a FEN, link or file, and shows its window, in place of ours.

    It has 300 ms to answer. One that does not is sent nothing, so that it cannot open the same later.
    """
    from pawnviz.folders import NoHomeError, socket_name

    try:
        name = socket_name()
        if sys.platform != "win32" and Path(name).lstat().st_uid != os.getuid():
            return False
        from PySide6.QtNetwork import QLocalSocket
    except (NoHomeError, OSError, ImportError):
        return False
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not (socket.waitForConnected(_WAIT) and socket.waitForReadyRead(_WAIT)):
        return False
    import json

    start = str(Path(what).absolute()) if what and _exists(what) else what
    socket.write(json.dumps([start, os.environ.get("XDG_ACTIVATION_TOKEN")]).encode() + b"\n")
    socket.waitForBytesWritten(_WAIT)
    socket.waitForDisconnected(_WAIT)
    return True


def _open_window(what: str | None) -> int:
    """Open the window and return the exit status, or say on standard error why it cannot be opened."""
    from pawnviz.display import ScreenCheck, import_fault

    # The system's loader and the display are waited for while Python imports the window.
    check = ScreenCheck()
    check.start()
    try:
        prepare_start()
        from pawnviz.view.app import run
    except ImportError as error:
        check.join()
        is_missing = isinstance(error, ModuleNotFoundError) and (error.name or "").startswith(("PySide6", "shiboken6"))
        # The loaders say "shared object file" (glibc) or "shared library" (musl).
        if not is_missing and "shared" not in str(error):
            raise
        return print_error(("" if is_missing else check.obstacle) or import_fault(error), EXIT_NO_SCREEN)
    check.join()
    if check.obstacle:
        return print_error(check.obstacle, EXIT_NO_SCREEN)
    return run(what)


def prepare_start() -> None:
    """Import Qt, with the garbage collector off until the window stands: 52 ms less in the median of 21 starts."""
    gc.disable()
    from pawnviz.display import import_qt

    import_qt()


if __name__ == "__main__":
    sys.exit(main())
