"""Fonts relative to another font."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase


def scaled_font(font: QFont, scale: float) -> QFont:
    """Return a font whose points are ``scale`` times those of another one."""
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * scale)
    return scaled


def fixed_font(font: QFont, scale: float = 1.0) -> QFont:
    """Return the system's font of fixed width, whose points are ``scale`` times those of another font."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPointSizeF(font.pointSizeF() * scale)
    return fixed
