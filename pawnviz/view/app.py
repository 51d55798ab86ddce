"""The start of the program: the application, the kept files, the window, and saving while it runs."""

from __future__ import annotations

import gc
import os
import sys
import threading
from functools import partial
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Slot, qVersion
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from pawnviz import __version__
from pawnviz.core.board.fen import FenError
from pawnviz.core.layers.packages import FAULTS
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.core.user_layers.file import SUFFIX
from pawnviz.core.words import capitalized, first_of, listed
from pawnviz.folders import NoHomeError, socket_name
from pawnviz.log import LogFile
from pawnviz.model.document import Document
from pawnviz.model.kept.file import Autosave, KeptFile, keep_structure, use_structures
from pawnviz.model.kept.folder import KeptFolder, Session, UnsavedGames
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import GamesPlace, Preferences, Settings, State
from pawnviz.model.storage import FileError, unfinished_records
from pawnviz.view.main_window import MainWindow
from pawnviz.view.widgets.theme import ThemeChoice

MOST_NOTICES: Final = 3  # The number of lines in the notices of the start.
_LONGEST_REQUEST: Final = 1 << 20  # The most bytes that another start asks in.
INTERRUPTED: Final = 130  # The exit status if Ctrl+C came before the window stood.


def first_layers() -> dict[str, object]:
    """Return the state of the layers at the first start: those of the first preset, and the first of them current."""
    from pawnviz.core.catalog import presets  # Only the first start needs them.

    first = presets()[0].layers
    return {"shown": dict.fromkeys(first, "both"), "current": first[0]}


class Program(QObject):
    """The running program: one document, one layer list and one window, saved as they change."""

    def __init__(self, start: str | None = None, folder: Path | None = None) -> None:
        """Open the window on the last position, a FEN or a file; ``folder`` has the settings, by default the user's."""
        super().__init__()
        self.kept = KeptFolder(folder)
        has_ended_early = self.kept.begin_start()
        settings, settings_notice = self.kept.settings.load()
        session, session_notice = self.kept.session.load()
        early_notice = ""
        if has_ended_early:
            settings, session, early_notice = self._without_doubtful_parts(settings, session)
        self.document = Document(self)
        session.resume(self.document)
        self.layers = ShownLayers(self.document, self)
        entries, layers_notice = self.kept.layers.load()
        self.layers.user_layers.set_kept(UserLayers(entries))
        structures_notice = use_structures(self.kept.path)
        faults = self.layers.restore(settings.layers or first_layers())
        self.preferences = Preferences(self)
        self.preferences.restore(settings)
        ThemeChoice(self.preferences, self)
        self.window = MainWindow(self.document, self.layers, self.preferences)
        self.window.restore(session)
        self.autosave = Autosave(self.gather, self)
        self._follow()
        notices = [self.kept.notice, early_notice, settings_notice, session_notice, layers_notice, structures_notice]
        if faults:
            named = first_of([fault.removesuffix(".") for fault in faults])
            copy = self.kept.settings.copy_of_read()
            notices.append(f"Some kept layers could not be used: {named}. {copy}")
        if FAULTS:
            notices.append(f"{capitalized(first_of(FAULTS))}.")
        text = "\n".join([notice for notice in notices if notice][:MOST_NOTICES])
        if text:
            self.window.notice.show_message(text)
        if self.layers.user_layers.unsaved is not None:
            self.window.user_layer_commands.offer_unsaved()
        if start is not None:
            self._start_with(start)

    def _without_doubtful_parts(self, settings: Settings, session: Session) -> tuple[Settings, Session, str]:
        """Return the kept values without the parts that may have ended the last start, and a sentence about it."""
        layers = {name: value for name, value in settings.layers.items() if name != "current"}
        doubtful = {
            "the shown layers": layers.get("shown"),
            "the layout of the window": settings.geometry,
            f"the games of “{settings.games.path}”": settings.games.path,
        }
        left_out = [name for name, value in doubtful.items() if value]
        copies = [self.kept.settings.copy_of_read()] if left_out else []
        if layers.get("shown"):
            layers["shown"] = {}
        if session.path:
            left_out.append(f"the file “{session.path}”")
            copies.append(self.kept.session.copy_of_read())
        sentence = f"The last start did not finish, so this one leaves out {listed(left_out)}."
        settings = settings.replace(layers=layers, geometry=State(), games=GamesPlace())
        session = session.without_file()
        return settings, session, " ".join([sentence, *copies]) if left_out else ""

    def _follow(self) -> None:
        of_document = (self.document.position_changed, self.document.free.file_changed)
        for change in (*of_document, self.layers.changed, self.preferences.changed):
            change.connect(self.autosave.touch)
        self.autosave.failed.connect(self.window.notice.show_message)
        self.autosave.taken_over.connect(self._take_over_layers)
        self.window.workspaces.structure_wanted.connect(self._keep_structure)
        self.window.workspaces.games_made.connect(self._follow_games)
        self.window.recovery.restored.connect(self.autosave.flush)
        for end in (self.autosave.finish, self._end_start, self.kept.unsaved_games.release):
            self.window.closing.connect(end)

    @Slot()
    def _follow_games(self) -> None:
        self.window.workspaces.games.games.edits.changed.connect(self.autosave.touch)

    def _start_with(self, start: str) -> None:
        """Set up a FEN or a link, or open a file, as a step that undoes to the position of the last session."""
        from pawnviz.core.link import is_link  # A start without arguments reads none.

        if not start.lower().endswith(SUFFIX):
            self.window.workspaces.show_position()
        if is_link(start):
            self.window.sharing.open_link(start)
            return
        try:
            self.document.set_fen(start)
        except FenError:
            self.window.files.open_path(start)

    def open_request(self, start: str | None, token: str | None) -> None:
        """Open the position or file of another start in front; ``token`` is the right to come there on Wayland.

        An open dialog stays in front: a start does not ask then.
        """
        if start is not None:
            self._start_with(start)
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        shown = self.window.board.window()  # A presentation has the board.
        shown.setWindowState(shown.windowState() & ~Qt.WindowState.WindowMinimized)
        shown.raise_()
        shown.activateWindow()

    def gather(self) -> tuple[tuple[KeptFile[Any], Any], ...]:
        """Return each kept file with its present value."""
        panels = self.window.workspaces.made_games
        return (
            (self.kept.unsaved_games.own, panels.games.unsaved() if panels is not None else UnsavedGames()),
            (self.kept.layers, self.layers.user_layers.kept.entries),
            (self.kept.session, self.window.session()),
            (self.kept.settings, self.preferences.settings()),
        )

    @Slot()
    def _take_over_layers(self) -> None:
        entries = self.kept.layers.kept
        if entries != self.layers.user_layers.kept.entries:
            self.layers.user_layers.set_kept(UserLayers(entries))

    @Slot(str, str)
    def _keep_structure(self, title: str, pattern: str) -> None:
        try:
            losses = keep_structure(self.kept.path, title, pattern)
        except (FileError, OSError) as error:
            self.window.notice.show_message(str(error))
            return
        if losses:
            self.window.notice.show_message(losses)
        from pawnviz.core.structures.table import known_structures  # The window starts sooner without it.

        self.window.workspaces.name_kept_structure(next(reversed(known_structures().own)))
        self.window.status.show_message(f"“{title}” is one of your structures now")

    def show(self) -> None:
        """Show the window; the rest is loaded after its first picture."""
        self.window.board.first_painted.connect(self._fill_bars)
        self.window.show()

    @Slot()
    def _fill_bars(self) -> None:
        self.window.fill_bars()
        QTimer.singleShot(0, self, self._load_the_rest)

    @Slot()
    def _load_the_rest(self) -> None:
        from pawnviz.view.board import accessible

        self.window.complete()
        accessible.install(self.window.board, self.document, self.layers)
        if notice := self.window.recovery.take(self.kept.unsaved_games):
            self.window.notice.show_message(notice)
        if unfinished_records():
            from pawnviz.model.jobs import ProcessJob  # Few starts need it.

            # A drive that does not answer holds up nobody. No thread: Python's collector of garbage would run in it.
            ProcessJob(self).start_module("pawnviz.model.storage")
        # After the panels, too, have been painted.
        QTimer.singleShot(0, self, self._end_start)

    @Slot()
    def _end_start(self) -> None:
        self.kept.end_start()


def make_application() -> QApplication:
    """Return the application in the Fusion style, made if there is none."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setStyle("Fusion")
    else:
        # Said here, the style needs no Python object, which takes as long to make as the application itself.
        application = QApplication(["pawnviz", "-style", "Fusion"])
    application.setApplicationName("pawnviz")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("org.pawnviz.pawnviz")
    return application


def run(start: str | None = None) -> int:
    """Open the window, on a FEN or a file if one is given, and return the exit status."""
    log = LogFile()
    sys.excepthook = report = ErrorReport(log)
    application = make_application()
    process = Process(log)
    program = Program(start)
    process.window = report.window = program.window
    threading.excepthook = log.note_thread
    sys.unraisablehook = log.note_unraisable
    program.show()
    program.window.board.first_painted.connect(process.settle)
    requests = Requests(program)
    # After the panels have been painted.
    program.window.board.first_painted.connect(partial(QTimer.singleShot, 0, requests.listen))
    status = application.exec()
    program.autosave.finish()
    process.end()
    program.kept.end_start()
    sys.excepthook = sys.__excepthook__
    threading.excepthook = threading.__excepthook__
    sys.unraisablehook = sys.__unraisablehook__
    log.logger.info("The window is closed")
    log.close()
    return INTERRUPTED if process.was_interrupted else status


class Requests(QObject):
    """Opens the positions and files of later starts of the same user, which it reads from a local socket."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program

    @Slot()
    def listen(self) -> None:
        """Listen, unless a running program does; without Qt's library for it or a home folder nothing is heard."""
        try:
            from PySide6.QtNetwork import QLocalServer, QLocalSocket

            name = socket_name()
        except (ImportError, NoHomeError):
            return
        other = QLocalSocket()
        other.connectToServer(name)
        if other.waitForConnected(100):
            return
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        QLocalServer.removeServer(name)  # That of a program that was killed.
        self._server.listen(name)

    @Slot()
    def _greet(self) -> None:
        """Answer a start, which then asks; while a dialog waits for the user, it opens a window of its own."""
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(_LONGEST_REQUEST)
            socket.readyRead.connect(self._open)
            socket.disconnected.connect(socket.deleteLater)
            if QApplication.activeModalWidget() is None:
                socket.write(b"\n")
            else:
                socket.disconnectFromServer()

    @Slot()
    def _open(self) -> None:
        import json

        socket: Any = self.sender()
        if socket.canReadLine():
            try:
                start, token = json.loads(socket.readLine().data())
            except ValueError:
                socket.abort()
                return
            socket.disconnectFromServer()
            self._program.open_request(start, token)


class Process(QObject):
    """Has Ctrl+C in the terminal close the window once it stands: an exception within Qt would abort."""

    def __init__(self, log: LogFile) -> None:
        import signal

        super().__init__()
        self.window: MainWindow | None = None  # The window to close, once it is made.
        self.was_interrupted = False  # Whether Ctrl+C came before the window stood.
        self._log = log
        self._is_asked = self._stands = False
        self._interrupt_before = signal.signal(signal.SIGINT, self._interrupt)
        # Python notices a signal only when it gets a turn. A window that is not seen has no first picture.
        self._turn = QTimer(self, interval=200)
        self._turn.timeout.connect(self._close_if_asked)
        self._turn.start()

    @Slot()
    def settle(self) -> None:
        """Note that the window stands."""
        import linecache

        self._stands = True
        # PySide6 has read the source of every module of the window; it is no longer needed.
        linecache.clearcache()
        gc.enable()
        self._log.logger.info(
            "The window of pawnviz %s stands: Python %s, Qt %s, %s, %s",
            *(__version__, sys.version.split()[0], qVersion(), sys.platform, QApplication.platformName()),
        )
        if self.window is not None:
            self.window.menuBar().triggered.connect(self._note_command)

    def end(self) -> None:
        """Restore the former handler of Ctrl+C."""
        import signal

        self._turn.stop()
        signal.signal(signal.SIGINT, self._interrupt_before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        # Python may handle the signal while the window is painted, when it cannot be closed.
        self._is_asked = True
        self.was_interrupted |= not self._stands

    @Slot()
    def _close_if_asked(self) -> None:
        if self._is_asked and self.window is not None:
            self._is_asked = False
            self.window.close()

    @Slot(QAction)
    def _note_command(self, action: QAction) -> None:
        self._log.logger.debug("Command %s", action.objectName() or "without a name")


class ErrorReport:
    """An exception hook that reports an error in its window, if it has one; the log and standard error have details."""

    def __init__(self, log: LogFile, window: MainWindow | None = None) -> None:
        self.window = window
        self._log = log

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Report one exception."""
        import traceback

        traceback.print_exception(kind, error, trace)
        self._log.note(error)
        if self.window is not None and isValid(self.window):
            place = "on standard error" if self._log.fault else f"in {self._log.path}"
            self.window.notice.show_message(
                f"Something went wrong: {error or kind.__name__}. The position is kept; details are {place}."
            )
