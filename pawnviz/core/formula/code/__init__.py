"""Layers and formulas as source code of other languages: the functions they need, and the writing of each language."""

from pawnviz.core.formula.code.languages import LANGUAGES
from pawnviz.core.formula.code.source import Signature, Source, code, source
from pawnviz.core.formula.code.tables import TABLE_SETS, table_code

__all__ = ["LANGUAGES", "TABLE_SETS", "Signature", "Source", "code", "source", "table_code"]
