"""The sub-command ``pawnviz layers``, which lists the layers and numbers; no Qt."""

from __future__ import annotations

import json
from textwrap import wrap

from pawnviz.cli.arguments import LAYER_FILE, command_parser
from pawnviz.cli.entries import layers_option, load_user_layers
from pawnviz.cli.formats import WIDTH
from pawnviz.core.formula.code import TABLE_SETS, table_code
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, Layer
from pawnviz.core.words import listed, visible


def layers(arguments: list[str]) -> int:
    """Run ``pawnviz layers`` with these arguments and return its exit status."""
    parser = command_parser(
        "layers",
        "List the layers and numbers: identifier, title, chapter, formula and definition.",
        "JSON is an object a line for each of them.\n\n"
        "--table prints lookup tables as source code instead, in C unless --code names another language:\n"
        + "\n".join(f"  {identifier:<9} {tables.words}" for identifier, tables in TABLE_SETS.items()),
        LAYER_FILE,
    )
    parser.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    parser.add_argument("--table", choices=tuple(TABLE_SETS), help="print these tables as source code")
    help_text = f"of the tables, one of {', '.join(LANGUAGES)}"
    parser.add_argument("--code", choices=tuple(LANGUAGES), metavar="LANGUAGE", help=help_text)
    options = parser.parse_args(arguments)
    if options.code and not options.table:
        parser.error("--code needs --table; pawnviz formula EXPRESSION --code LANGUAGE writes a formula")
    if options.table:
        print(table_code(options.table, options.code or "c"), end="")
        return 0
    user_layers, status = layers_option(options.layers, [], parser)
    if user_layers is None:
        user_layers = load_user_layers()
    entries: list[Entry] = [*LAYERS.values(), *NUMBERS.values(), *user_layers.layers.values()]
    print(_json(entries) if options.format == "json" else visible(_table(entries)))
    return status


def _json(entries: list[Entry]) -> str:
    return "\n".join(
        json.dumps(
            {
                "identifier": entry.identifier,
                "title": entry.title,
                "chapter": entry.chapter.title,
                "kind": "layer" if isinstance(entry, Layer) else "number",
                "formula": (entry.formula or None) if isinstance(entry, Layer) else None,
                "rule": (entry.rule or None) if isinstance(entry, Layer) else None,
                "definition": entry.definition,
                "source": entry.source or None,
                "words": list(entry.words) if isinstance(entry, Layer) else [],
                "also_written": list(entry.also_written) if isinstance(entry, Layer) else [],
            }
        )
        for entry in entries
    )


def _rule(entry: Entry) -> str:
    """Return a layer's formula after ``=``, or its rule in words; an empty text for a number."""
    if not isinstance(entry, Layer):
        return ""
    return f"= {entry.formula}" if entry.formula else entry.rule


def _words(entry: Entry) -> str:
    return f"Also called {listed(entry.words, 'or')}." if isinstance(entry, Layer) and entry.words else ""


def _other_forms(entry: Entry) -> list[str]:
    return [f"Also = {text}" for text in entry.also_written] if isinstance(entry, Layer) else []


def _table(entries: list[Entry]) -> str:
    """Return the list by chapters: identifier and title, below them formula, definition and another source."""
    width = max(len(entry.identifier) for entry in entries) + 2
    blocks = []
    for chapter in dict.fromkeys(entry.chapter for entry in entries):
        blocks.append(f"{chapter.title}\n{chapter.source}".rstrip())
        for entry in entries:
            if entry.chapter == chapter:
                paragraphs = [entry.title, _rule(entry), entry.definition, _words(entry), *_other_forms(entry)]
                lines = [
                    line
                    for text in paragraphs
                    for line in wrap(
                        text,
                        WIDTH - width,
                        subsequent_indent="  " * text.startswith(("=", "Also =")),
                        break_on_hyphens=False,
                    )
                ]
                rows = [f"{entry.identifier:<{width}}{lines[0]}", *(" " * width + line for line in lines[1:])]
                if entry.source != chapter.source:
                    # Further left, so that a long address stays whole.
                    rows.append(f"    {entry.source}")
                blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
