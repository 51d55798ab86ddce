"""A position as a piece of an article: its picture with the sentences about it, as HTML and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pawnviz.core.explain.summary import Summary
from pawnviz.core.words import capitalized, escaped

_STYLE: Final = (
    "body{margin:2rem auto;max-width:42rem;padding:0 1rem;font:1rem/1.5 Georgia,'Times New Roman',serif;color:#1f2933;"
    "background:#fff}figure{margin:0 0 1.5rem}svg{display:block;width:100%;height:auto}"
    "figcaption{margin-top:.5rem;font-style:italic}h2{margin:1.5rem 0 .25rem;font-size:1.1rem}p{margin:.25rem 0}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.25rem 0}dd{margin:0}"
    "footer{margin-top:1.5rem}code{font-size:.85rem;overflow-wrap:anywhere}"
)
_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]<>#|!])")


def html_article(summary: Summary, svg: str, caption: str) -> str:
    """Return a whole HTML page with the picture, an SVG in it, and the position in words."""
    title = escaped(caption or summary.structure)
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        "<article>",
        "<figure>",
        svg.strip(),
        *([f"<figcaption>{escaped(caption)}</figcaption>"] if caption else []),
        "</figure>",
        *_html_words(summary),
        f"<footer><code>{escaped(summary.fen)}</code></footer>",
        "</article>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _html_words(summary: Summary) -> Iterator[str]:
    if summary.first is not None:
        yield f"<p>{escaped(summary.first.text)}.</p>"
    for structure in summary.structures:
        yield f"<p><strong>{escaped(structure.heading)}.</strong> {escaped(structure.rule)}</p>"
        for name, plans in structure.plans:
            items = "".join(f"<li>{escaped(plan)}</li>" for plan in plans)
            yield f"<p>{name} wants:</p><ul>{items}</ul>"
    for side in summary.sides:
        yield f"<h2>{side.name}</h2>"
        yield f"<p>{escaped(capitalized(side.sentence))}</p>"
        features = [feature for feature in side.features if feature.squares]
        if features:
            rows = (f"<dt>{escaped(feature.caption)}</dt><dd>{escaped(feature.text)}</dd>" for feature in features)
            yield f"<dl>{''.join(rows)}</dl>"


def markdown_article(summary: Summary, picture: str, caption: str) -> str:
    """Return the position in words as Markdown below its picture, a file of this name beside it."""
    from urllib.parse import quote

    alternative = " ".join((caption or summary.structure).split())
    lines = [f"![{_plain(alternative)}]({quote(picture)})", ""]
    if caption:
        lines += [f"*{_plain(alternative)}*", ""]
    if summary.first is not None:
        lines += [f"{_plain(summary.first.text)}.", ""]
    for structure in summary.structures:
        lines += [f"**{_plain(structure.heading)}.** {_plain(structure.rule)}", ""]
        for name, plans in structure.plans:
            lines += [f"{name} wants:", "", *(f"- {_plain(plan)}" for plan in plans), ""]
    for side in summary.sides:
        lines += [f"**{side.name}**: {_plain(side.sentence)}", ""]
        features = [feature for feature in side.features if feature.squares]
        lines += [f"- {feature.caption}: {_plain(feature.text)}" for feature in features]
        lines += [""] * bool(features)
    lines.append(f"`{summary.fen}`")
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return a text with the signs of Markdown escaped."""
    return _MARKDOWN.sub(r"\\\1", text)
