"""The kinds of files that pictures are written as, and how large pictures are."""

from __future__ import annotations

from typing import Final

PICTURE_KINDS: Final = ("png", "svg", "pdf", "html", "md")
"""The kinds of files of one picture, by the ends of their names; the last two are pages with words too."""
SMALLEST_WIDTH: Final = 120
LARGEST_WIDTH: Final = 8000
"""The least and the greatest width of a picture in pixels."""
PAGES: Final = ("a4", "a5", "letter", "legal")
"""The pages that a sheet of positions is laid out for."""
MOST_BOARDS: Final = 8
"""The number of columns and of rows that a page may have."""
ANIMATION_KINDS: Final = ("gif", "png")
"""The kinds of files of an animation: one for all frames, or one for each."""
WIDEST_ANIMATION: Final = 2000
"""The greatest width of a frame in pixels."""
MOST_TENTHS: Final = 600
"""The most tenths of a second that a frame is shown."""
