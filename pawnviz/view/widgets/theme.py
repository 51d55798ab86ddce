"""The program's theme, its colors, and icons that are drawn in any color."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QByteArray, QEvent, QObject, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from pawnviz.folders import read_resource, resource_path
from pawnviz.model.preferences import Preferences
from pawnviz.override import override


class Theme(NamedTuple):
    """The colors of the program, as ``#rrggbb``."""

    name: str
    light_square: str
    dark_square: str
    white_mark: str
    black_mark: str
    halo: str
    badge_text: str
    piece_halo: str
    coordinates: str
    warning: str
    cursor: str
    last_move: str
    window: str
    base: str
    alternate_base: str
    button: str
    text: str
    muted_text: str
    disabled_text: str
    box: str
    box_edge: str
    border: str
    highlight: str
    highlighted_text: str
    link: str
    error_background: str
    error_text: str

    def mark_color(self, white: bool, color: str = "") -> QColor:
        """Return a side's mark color, or a chosen color as it is drawn in this theme."""
        return QColor(self.drawn_color(color) if color else self.white_mark if white else self.black_mark)

    def drawn_color(self, color: str) -> str:
        """Return a chosen color as it is drawn in this theme: a palette color in its variant, any other as it is."""
        return self.white_mark if self.is_one_ink else _DRAWN[self.name].get(color, color)

    @property
    def is_one_ink(self) -> bool:
        """Whether everything has one color, so that White's badges are open and squares have lines between them."""
        return self.white_mark == self.black_mark


class PaletteColor(NamedTuple):
    """A named color with variants that are visible on the light and on the dark board."""

    name: str
    light: str
    dark: str

    def on(self, theme: Theme) -> str:
        """Return the color for a theme's board."""
        return self.dark if theme.name == "dark" else self.light


PALETTE: Final = (
    PaletteColor("Black or white", "#1f2933", "#eef1f4"),
    PaletteColor("Orange", "#8f5f00", "#e69f00"),
    PaletteColor("Sky blue", "#1f77ad", "#56b4e9"),
    PaletteColor("Bluish green", "#007a5a", "#2bb58c"),
    PaletteColor("Yellow", "#6f6900", "#f0e442"),
    PaletteColor("Blue", "#00508f", "#79a9f0"),
    PaletteColor("Vermillion", "#b94a00", "#f08442"),
    PaletteColor("Reddish purple", "#9c3f78", "#dc8fb9"),
)
"""Okabe and Ito's colors (https://jfly.uni-koeln.de/color/), moved to a contrast of 3:1 on both squares."""

_SQUARES_PLACE: Final = (QPalette.ColorGroup.Disabled, QPalette.ColorRole.LinkVisited)
"""The palette's place for the color of the dark squares: no style paints a visited link that is disabled."""

_DRAWN: Final = {
    "light": {color.dark: color.light for color in PALETTE},
    "dark": {color.light: color.dark for color in PALETTE},
}


class BoardColors(NamedTuple):
    """The colors of the squares on the light and on the dark board, at a contrast of 3:1 to every color of a mark."""

    title: str
    light: tuple[str, str]
    dark: tuple[str, str]


BOARD_COLORS: Final = {
    "gray": BoardColors("Cool &gray", ("#ebeff2", "#cdd5dc"), ("#3f4751", "#2f363e")),
    "brown": BoardColors("Br&own", ("#f4e9da", "#e4d0b4"), ("#4d4137", "#382f27")),
    "green": BoardColors("G&reen", ("#eef2e3", "#c6d6b2"), ("#3d4a39", "#2b3628")),
    "blue": BoardColors("&Blue", ("#e8f1fa", "#bdd3ea"), ("#354a63", "#26354a")),
    "contrast": BoardColors("High &contrast", ("#ffffff", "#d0d0d0"), ("#4a4a4a", "#161616")),
}
"""The board colors on offer; no two have a dark square in common."""

_COLORS: Final = {
    "light_square": ("#ebeff2", "#3f4751"),
    "dark_square": ("#cdd5dc", "#2f363e"),
    "white_mark": ("#0069a8", "#5cb8ec"),
    "black_mark": ("#b04500", "#f59331"),
    "halo": ("#ffffff", "#12161a"),
    "badge_text": ("#ffffff", "#12161a"),
    "piece_halo": ("#f7f9fa", "#dde5ec"),
    "coordinates": ("#56606b", "#a3aeb9"),
    "warning": ("#9b2d6b", "#e79cc3"),
    "cursor": ("#1f2933", "#f2f5f7"),
    "last_move": ("#8a6700", "#f0d24a"),
    "window": ("#f4f5f7", "#191d22"),
    "base": ("#ffffff", "#323a43"),
    "alternate_base": ("#f0f2f4", "#2a3139"),
    "button": ("#e9ecef", "#3b444e"),
    "text": ("#1f2933", "#e8ecf0"),
    "muted_text": ("#5a6570", "#aab5c0"),
    "disabled_text": ("#929ca6", "#76828e"),
    "box": ("#ffffff", "#232a31"),
    "box_edge": ("#8d97a0", "#d4dde6"),
    "border": ("#c5ccd3", "#5a6672"),
    "highlight": ("#cfe3f1", "#2c5f83"),
    "highlighted_text": ("#12212e", "#ffffff"),
    "link": ("#00578a", "#7cc4f0"),
    "error_background": ("#fbe9f2", "#43243a"),
    "error_text": ("#8a1c55", "#f3b4d5"),
}
"""The colors of the light and of the dark theme, by field."""

LIGHT: Final = Theme("light", **{field: colors[0] for field, colors in _COLORS.items()})
DARK: Final = Theme("dark", **{field: colors[1] for field, colors in _COLORS.items()})

ONE_INK: Final = LIGHT._replace(
    name="ink",
    light_square="#ffffff",
    dark_square="#ffffff",
    white_mark="#000000",
    black_mark="#000000",
    coordinates="#000000",
    piece_halo="#ffffff",
    box_edge="#000000",
    border="#000000",
    text="#000000",
    muted_text="#000000",
)
"""Black on white without a ground, for paper that is printed with one ink."""


def with_board(theme: Theme, board: str) -> Theme:
    """Return a theme with the colors of a board, one of ``BOARD_COLORS``."""
    colors = BOARD_COLORS[board]
    light_square, dark_square = colors.dark if theme.name == "dark" else colors.light
    return theme._replace(light_square=light_square, dark_square=dark_square)


def board_colors(theme: Theme) -> str:
    """Return the name in ``BOARD_COLORS`` of the board that a theme has, gray for any other."""
    return next((name for name in BOARD_COLORS if with_board(theme, name) == theme), "gray")


_BY_DARK_SQUARE: Final = {
    int(theme.dark_square[1:], 16): theme
    for board in BOARD_COLORS
    for theme in (with_board(LIGHT, board), with_board(DARK, board))
}


def theme_for(choice: str, board: str = "gray") -> Theme:
    """Return the theme for ``light``, ``dark``, ``ink`` or ``system``, the platform's, with the colors of a board."""
    if choice == "ink":
        return ONE_INK
    is_dark = choice == "dark"
    if choice == "system":
        is_dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    return with_board(DARK if is_dark else LIGHT, board)


def theme_of(widget: QWidget) -> Theme:
    """Return the theme of a widget's palette; for any other palette the one that is as light or dark as it."""
    colors = widget.palette()
    theme = _BY_DARK_SQUARE.get(colors.color(*_SQUARES_PLACE).rgb() & 0xFFFFFF)
    if theme is not None:
        return theme
    return DARK if colors.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette(theme: Theme) -> QPalette:
    """Return the window palette of a theme; fields of the dark one are lighter, since Fusion outlines them darkly."""
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    result = QPalette()
    button, window = QColor(theme.button), QColor(theme.window)
    colors = {
        role.Window: window,
        role.WindowText: theme.text,
        role.Base: theme.base,
        role.AlternateBase: theme.alternate_base,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted_text,
        role.Button: button,
        role.ButtonText: theme.text,
        role.BrightText: theme.error_text,
        role.Light: button.lighter(120),
        role.Midlight: button.lighter(110),
        role.Mid: theme.border,
        role.Dark: window.darker(150),
        role.Shadow: window.darker(200),
        role.ToolTipBase: theme.base,
        role.ToolTipText: theme.text,
        role.Highlight: theme.highlight,
        role.HighlightedText: theme.highlighted_text,
        role.Link: theme.link,
        role.LinkVisited: theme.link,
        role.Accent: theme.link,
    }
    for name, color in colors.items():
        result.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        result.setColor(group.Disabled, name, QColor(theme.disabled_text))
    result.setColor(*_SQUARES_PLACE, QColor(theme.dark_square))
    return result


def set_box_colors(colors: QPalette, theme: Theme) -> None:
    """Give a palette the colors of check boxes: Fusion outlines them in a darker shade of its window color."""
    colors.setColor(QPalette.ColorRole.Base, QColor(theme.box))
    colors.setColor(QPalette.ColorRole.Window, QColor(theme.box_edge))


def apply_palette(theme: Theme) -> None:
    """Give every widget the palette of a theme, with check boxes at a contrast of 3:1 to the window."""
    colors = palette(theme)
    QApplication.setPalette(colors)
    set_box_colors(colors, theme)
    set_palette: Any = QApplication.setPalette  # PySide6 says that it takes bytes, and takes only str.
    for name in ("QCheckBox", "QRadioButton"):
        set_palette(colors, name)


if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # The kind of widget comes behind ``Recolored`` among the bases of a class.


class Recolored(_Widget):
    """A base of widgets that use the colors of the theme themselves."""

    @abstractmethod
    def recolor(self) -> None:
        """Use the colors of the theme; it may have changed before the widget is set up."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.recolor()


SIZES: Final = (16, 20, 24)  # The sizes of menus, buttons and tool bars, in logical pixels.


def icon(name: str, color: QColor | str, sizes: tuple[int, ...] = SIZES) -> QIcon:
    """Return an icon such as ``"undo"`` in a color, cached, with a picture for each size and screen scale.

    It is scaled down between sizes, never up; ask again when the theme or the screens have changed. Raises
    ``FileNotFoundError`` for an unknown name.
    """
    ratios = frozenset(screen.devicePixelRatio() for screen in QGuiApplication.screens())
    return _icon(name, QColor(color).name(), sizes, ratios)


@cache
def app_icon() -> QIcon:
    """Return the program's own icon: a pawn and its front span."""
    return QIcon(str(resource_path("icons/pawnviz.png")))


@cache
def _icon(name: str, color: str, sizes: tuple[int, ...], ratios: frozenset[float]) -> QIcon:
    # Pixmaps and not a QIconEngine: an engine that Python has cloned for Qt is deleted twice.
    source = read_resource(f"icons/{name}.svg").replace("currentColor", color)
    renderer = QSvgRenderer(QByteArray(source.encode()))
    result = QIcon()
    for size in sizes:
        for ratio in ratios:
            pixmap = QPixmap(QSize(size, size) * ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                renderer.render(painter, QRectF(pixmap.rect()))
            pixmap.setDevicePixelRatio(ratio)
            result.addPixmap(pixmap)
    return result


THEME_TEXTS: Final = {"system": "As the &system", "light": "&Light", "dark": "&Dark"}


class ThemeChoice(QObject):
    """The chosen theme, as the palette of the application; ``system`` follows the system while the program runs."""

    def __init__(self, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        preferences.theme.changed.connect(self._apply)
        preferences.board_colors.changed.connect(self._apply)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @Slot()
    def _apply(self) -> None:
        apply_palette(theme_for(self._preferences.theme.value, self._preferences.board_colors.value))
