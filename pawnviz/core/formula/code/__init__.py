"""Layers and formulas as source code of other languages: what their functions need, and how a language writes them."""

from pawnviz.core.formula.code.languages import LANGUAGES
from pawnviz.core.formula.code.source import Signature, Source, code, source

__all__ = ["LANGUAGES", "Signature", "Source", "code", "source"]
