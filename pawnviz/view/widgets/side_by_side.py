"""Two windows beside each other on one screen, so that neither hides the other."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect


class Places(NamedTuple):
    """Where a main window and the window beside it stand, with their frames."""

    main: QRect
    side: QRect


def side_by_side(screen: QRect, main: QRect, side: QRect, *, least_main: int, least_side: int) -> Places | None:
    """Return where a main window and another one right of it have room on a screen; frames count.

    The main window moves to the left before anything gets narrower, then both share what the screen has beyond their
    least widths; None where these do not fit. Neither gets wider than it is.
    """
    beyond = screen.width() - least_main - least_side
    if beyond < 0:
        return None
    side_width = max(least_side, min(side.width(), max(least_side + beyond // 2, screen.width() - main.width())))
    main_width = min(main.width(), screen.width() - side_width)
    left = max(screen.left(), min(main.left(), screen.right() + 1 - side_width - main_width))
    height = min(side.height(), screen.height())
    top = max(screen.top(), min(main.top(), screen.bottom() + 1 - height))
    main_place = QRect(left, main.top(), main_width, main.height())
    return Places(main_place, QRect(left + main_width, top, side_width, height))
