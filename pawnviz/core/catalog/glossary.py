"""The glossary: every layer, number and structure in words, from their registries."""

from __future__ import annotations

from pawnviz.core.catalog.article import Article
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.structures import known_structures
from pawnviz.core.structures.structure import Plans


def glossary() -> tuple[Article, ...]:
    """Return an entry for each layer, number and structure, in the order of their titles."""
    layers = [
        _article(layer.title, layer.definition, f"Layer `{layer.identifier}`, {layer.chapter.title}", layer.words)
        for layer in LAYERS.values()
    ]
    numbers = [
        _article(number.title, number.definition, f"Number `{number.identifier}`, {number.chapter.title}")
        for number in NUMBERS.values()
    ]
    structures = [
        _article(structure.title, structure.rule.words, f"Structure `{structure.identifier}`", plans=structure.plans)
        for structure in known_structures().structures.values()
    ]
    return tuple(sorted((*layers, *numbers, *structures), key=lambda article: article.title.casefold()))


def _article(
    title: str, definition: str, kind: str, words: tuple[str, ...] = (), plans: tuple[Plans, Plans] = ((), ())
) -> Article:
    parts = [definition]
    for side, sentences in zip(("White", "Black"), plans, strict=True):
        parts += [f"**{side}:** {' '.join(plan.sentence for plan in sentences)}"] if sentences else []
    parts += [f"Also called: {', '.join(words)}."] if words else []
    return Article(title, "\n\n".join([*parts, f"*{kind}*"]))
