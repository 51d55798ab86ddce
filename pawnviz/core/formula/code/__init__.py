"""Layers and formulas as source code of other languages: what their functions need, and how a language writes them."""

from pawnviz.core.formula.code.languages import LANGUAGES
from pawnviz.core.formula.code.source import Signature, Source, code, source
from pawnviz.core.formula.code.tables import TABLE_SETS, table_code

__all__ = ["LANGUAGES", "TABLE_SETS", "Signature", "Source", "code", "source", "table_code"]
