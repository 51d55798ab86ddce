"""One entry a label: its words, what it weighs and implies, and where it is told; and the lists that follow from them.

It may import core.words, core.board and core.layers.
"""

from pawnviz.core.labels.label import Case, Change, Fact, Label, Life, Place, Subject, Tone
from pawnviz.core.labels.order import USUAL_LANES, heaviest_first, label_of, labels_with, matters, weight_at
from pawnviz.core.labels.sections import BUILDING_BLOCKS, EVERYDAY, SERIES, Section, Series, sections, series_of
from pawnviz.core.labels.table import LABELS

__all__ = [
    "BUILDING_BLOCKS",
    "EVERYDAY",
    "LABELS",
    "SERIES",
    "USUAL_LANES",
    "Case",
    "Change",
    "Fact",
    "Label",
    "Life",
    "Place",
    "Section",
    "Series",
    "Subject",
    "Tone",
    "heaviest_first",
    "label_of",
    "labels_with",
    "matters",
    "sections",
    "series_of",
    "weight_at",
]
