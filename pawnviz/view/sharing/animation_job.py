"""An animation that is made a frame at a time, so that the window goes on answering meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pawnviz.model.storage import FileError, write_file
from pawnviz.view.export.animation import GameAnimation


class AnimationJob(QObject):
    """Makes a GIF, or an image for each frame, from a timer of no delay; a GIF is written when all of it is made."""

    progressed = Signal()
    """A further part is made."""
    ended = Signal()
    """All is written, or ``fault`` says why it is not, or it was cancelled."""

    def __init__(self, animation: GameAnimation, path: Path, parent: QObject | None = None) -> None:
        """Write an animation to a file, whose ending says what is made; images have numbers in their names."""
        super().__init__(parent)
        self.path = path
        self.fault = ""
        self.file_count = 0
        self.cancelled = False
        self._made = 0
        is_gif = path.suffix.lower() == ".gif"
        self._parts: Iterator[bytes] = animation.gif_parts() if is_gif else animation.png_files()
        self._count = animation.part_count if is_gif else len(animation.plies)
        self._paths = [path] if is_gif else frame_paths(path, len(animation.plies))
        self._gif: list[bytes] | None = [] if is_gif else None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._make_part)

    @property
    def part(self) -> float:
        """The part that is made, from 0 to 1."""
        return min(1.0, self._made / max(1, self._count))

    @property
    def is_running(self) -> bool:
        """Whether further frames are to be made."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin as soon as the window has its turn."""
        self._timer.start(0)

    def cancel(self) -> None:
        """Make no further frames; a GIF that is not complete leaves no file."""
        if self.is_running:
            self.cancelled = True
            self._end()

    @Slot()
    def _make_part(self) -> None:
        """Make one part, and write what is complete."""
        try:
            data = next(self._parts, None)
            if data is None:
                if self._gif is not None:
                    self._write(self._paths[0], b"".join(self._gif))
                self._end()
                return
            if self._gif is not None:
                self._gif.append(data)
            else:
                self._write(self._paths[self._made], data)
        except FileError as error:
            self.fault = error.message
            self._end()
            return
        except ImportError:
            self.fault = "A GIF needs Pillow, which is not installed: pip install pillow. Images of the frames do not."
            self._end()
            return
        self._made += 1
        self.progressed.emit()

    def _write(self, path: Path, data: bytes) -> None:
        write_file(path, data)
        self.file_count += 1

    def _end(self) -> None:
        self._timer.stop()
        self.ended.emit()


def frame_paths(path: Path, count: int) -> list[Path]:
    """Return the files of frames by their number, from 0, behind the name of a path: ``game-007.png``."""
    digits = max(3, len(str(count - 1)))
    return [path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}") for number in range(count)]
