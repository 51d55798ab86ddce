"""The sub-commands ``pawnviz desktop`` and ``pawnviz completion``: integration into desktop, shells and manual.

Completion and the manual page are made of the options that the sub-commands declare.
The files and their folders are those of freedesktop.org's specifications of menus, icons, types of files and metadata.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from pawnviz import __version__
from pawnviz.cli.command import (
    COMMANDS,
    EXIT_NO_SCREEN,
    Option,
    Options,
    command,
    command_named,
    flag,
    option,
    print_error,
    print_text,
    reason,
    usage,
)
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.structures.table import built_in_structures
from pawnviz.folders import resource_path

_NAME: Final = "org.pawnviz.pawnviz"
_FOLDERS: Final = {".desktop": "applications", ".metainfo.xml": "metainfo", ".xml": "mime/packages"}
_SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_REFRESHED: Final = (
    ("update-desktop-database", "applications"),
    ("update-mime-database", "mime"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
"""Programs of desktops that read such a folder again."""


@command(
    "Put pawnviz into the menu of the desktop, or remove it.",
    "Icons, types of files, completion for bash, zsh and fish, and the manual page come with it.\n",
    flag("--install", "write the files and print their paths", "!action"),
    flag("--remove", "delete them and print their paths", "!action"),
    option(
        "--prefix",
        metavar="DIR",
        help="the folder that gets the folder share, such as /usr/local; the menu then starts the pawnviz of the PATH."
        " Without it the files are the user's own, and the menu starts this very program",
    ),
)
def desktop(options: Options) -> int:
    """Install or remove the files of the desktop, print their paths, and return the exit status."""
    if not (options.install or options.remove):
        options.fail("give --install or --remove")
    share = Path(options.prefix) / "share" if options.prefix else _user_folder()
    paths = []
    try:
        for path, content in _files(share, "pawnviz" if options.prefix else _start_command()):
            if options.install:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content())
            elif path.exists():
                path.unlink()
            else:
                continue
            paths.append(path)
    except OSError as error:
        return print_error(f"{error.filename}: {reason(error)}")
    except ImportError as error:
        from pawnviz.display import import_fault

        return print_error(import_fault(error), EXIT_NO_SCREEN)
    for program, folder in _REFRESHED if options.prefix is None else ():
        if shutil.which(program) and (share / folder).is_dir():
            subprocess.run([program, str(share / folder)], capture_output=True, check=False)
    return print_text("".join(f"{path}\n" for path in paths) or "there is nothing to remove\n")


def _user_folder() -> Path:
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if given.startswith("/") else Path.home() / ".local" / "share"


def _files(share: Path, start: str) -> Iterator[tuple[Path, Callable[[], bytes]]]:
    """Yield the path of each file and the function that makes its content; ``start`` is the command of the menu."""
    for suffix, folder in _FOLDERS.items():
        content = resource_path(f"desktop/{_NAME}{suffix}").read_bytes()
        content = content.replace(b"Exec=pawnviz", b"Exec=" + os.fsencode(start))
        yield share / folder / f"{_NAME}{suffix}", partial(bytes, content)
    for place, text in WRITERS.values():
        yield share / place, partial(bytes, text().encode())
    icons = share / "icons" / "hicolor"
    drawing = resource_path("icons/pawnviz.svg").read_bytes()
    yield icons / "scalable" / "apps" / f"{_NAME}.svg", partial(bytes, drawing)
    for size in _SIZES:
        yield icons / f"{size}x{size}" / "apps" / f"{_NAME}.png", partial(_drawn, drawing, size)


def _drawn(drawing: bytes, size: int) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        QSvgRenderer(drawing).render(painter)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _start_command() -> str:
    """Return the command that starts this program: frozen, installed or run by a Python."""
    if getattr(sys, "frozen", False):
        return _quoted(sys.executable)
    path = _quoted(str(Path(sys.argv[0]).absolute()))
    return f"{_quoted(sys.executable)} {path}" if sys.argv[0].endswith(".py") else path


def _quoted(path: str) -> str:
    """Return a path as an argument of an entry: in quotes, escaped as an argument and then as a string."""
    for sign in ("\\", '"', "`", "$"):
        path = path.replace(sign, f"\\{sign}")
    return '"{}"'.format(path.replace("\\", "\\\\").replace("%", "%%"))


# Shells and the manual page

_GLOBAL: Final = ("--new-window", "--reset", "--version", "--help")


class _Argument(NamedTuple):
    """An argument of a sub-command: its options, its help, the name of its value, and the words that can stand there.

    An argument that is no option has no ``names``; a flag has no ``value``.
    """

    names: tuple[str, ...]
    about: str
    value: str
    words: tuple[str, ...]
    is_many: bool  # Whether several values can be given.

    @property
    def is_file(self) -> bool:
        return bool(re.search("FILE|FEN|DIR", self.value))


def _arguments() -> dict[str, list[_Argument]]:
    """Return the arguments of each sub-command."""
    return {name: list(map(_argument, command_named(name).options)) for name in COMMANDS}


def _argument(declared: Option) -> _Argument:
    names, values, _ = declared
    is_flag = values.get("action") == "store_true"
    words = tuple(values.get("choices", ()))
    if "--layer" in names:
        words = (*LAYERS, *NUMBERS)
    elif "--structure" in names:
        words = tuple(structure.identifier for structure in built_in_structures())
    return _Argument(
        names if names[0].startswith("-") else (),
        values.get("help", ""),
        "" if is_flag else values.get("metavar", names[-1].lstrip("-").upper()),
        words,
        values.get("action") == "append" or values.get("nargs") in ("*", "+"),
    )


def bash() -> str:
    """Return the script that completes the command line in bash."""
    values = options = ""
    for name, arguments in _arguments().items():
        for each in arguments:
            if each.names and each.words:
                places = "|".join(f"'{name} {option}'" for option in each.names)
                values += f"        {places}) words='{' '.join(each.words)}' ;;\n"
        names = " ".join(option for each in arguments for option in each.names)
        words = " ".join(word for each in arguments if not each.names for word in each.words)
        options += f"            '{name} -'*) words='{names} --help' ;;\n"
        options += f"            '{name} '*) words='{words}' ;;\n" * bool(words)
    return f"""\
# Completion of pawnviz for bash: eval "$(pawnviz completion bash)"
_pawnviz() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words=
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}" in
{values}\
        *) case "${{COMP_WORDS[1]}} $word" in
            "$word $word") words='{" ".join((*COMMANDS, *_GLOBAL))}' ;;
{options}\
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _pawnviz pawnviz
"""


def zsh() -> str:
    """Return the script that completes the command line in zsh."""
    commands = " ".join(_shell_word(f"{name}:{entry.about}") for name, entry in COMMANDS.items())
    cases = ""
    for name, arguments in _arguments().items():
        specifications = ""
        for each in arguments:
            values = f"({' '.join(each.words)})" if each.words else "_files" if each.is_file else " "
            value = f":{each.value}:{values}" if each.value else ""
            about = re.sub(r"([\[\]:\\])", r"\\\1", each.about)
            texts = [f"{'*' * each.is_many}{each_name}[{about}]{value}" for each_name in each.names]
            specifications += "".join(f" {_shell_word(text)}" for text in texts or [f"{'*' * each.is_many}{value}"])
        cases += f"    {name}) _arguments{specifications} --help ;;\n"
    return f"""\
#compdef pawnviz
# Completion of pawnviz for zsh, in a folder of $fpath as _pawnviz.
if (( CURRENT == 2 )); then
    local -a commands=({commands})
    _describe command commands
    compadd -- {" ".join(_GLOBAL)}
    _files
    return
fi
shift words
(( CURRENT-- ))
case $words[1] in
{cases}\
    *) _files ;;
esac
"""


def fish() -> str:
    """Return the script that completes the command line in fish."""
    lines = ["# Completion of pawnviz for fish: pawnviz completion fish | source"]
    lines += (f"complete -c pawnviz -n __fish_use_subcommand -l {name[2:]}" for name in _GLOBAL)
    for name, arguments in _arguments().items():
        lines.append(f"complete -c pawnviz -n __fish_use_subcommand -a {name} -d {_shell_word(COMMANDS[name].about)}")
        for each in arguments:
            names = "".join(f" -{'l' if option[1] == '-' else 's'} {option.lstrip('-')}" for option in each.names)
            values = f" -x -a '{' '.join(each.words)}'" if each.words else " -r" if each.is_file else " -x"
            if names or each.words:
                line = f"complete -c pawnviz -n '__fish_seen_subcommand_from {name}'{names}"
                lines.append(f"{line}{values if each.value else ''} -d {_shell_word(each.about)}")
    return "".join(f"{line}\n" for line in lines)


def _shell_word(text: str) -> str:
    """Return a word of zsh or fish, which read a quotation mark outside of quotes."""
    return "'{}'".format(text.replace("'", "'\\''"))


def manual_page() -> str:
    """Return the manual page in the language of troff."""
    sections = ""
    for name, arguments in _arguments().items():
        entry = command_named(name)
        sections += f".SS pawnviz {name}\n{_troff(entry.about)}\n"
        for each in arguments:
            names = ", ".join(rf"\fB{_troff(option)}\fR" for option in each.names)
            value = "|".join(each.words) if len(each.words) < 10 else each.value
            sections += f".TP\n{f'{names} {_troff(value or each.value)}'.strip()}\n{_troff(each.about)}\n"
        sections += f".PP\n.nf\n{_troff(entry.help_text.strip())}\n.fi\n"
    return f"""\
.TH PAWNVIZ 1 "" "pawnviz {__version__}" "User Commands"
.SH NAME
pawnviz \\- pawn structure of chess positions
.SH SYNOPSIS
.nf
{_troff(usage())}.fi
.SH COMMANDS
{sections}"""


def _troff(text: str) -> str:
    """Return a text for troff, in which no line is a request of its own."""
    return re.sub("^(?=[.'])", r"\\&", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.MULTILINE)


WRITERS: Final = {
    "bash": ("bash-completion/completions/pawnviz", bash),
    "zsh": ("zsh/site-functions/_pawnviz", zsh),
    "fish": ("fish/vendor_completions.d/pawnviz.fish", fish),
    "manual": ("man/man1/pawnviz.1", manual_page),
}
"""The texts by name: the place of each below a folder share, and the function that returns it."""


@command(
    "Print completion for a shell, or the manual page.",
    """\
pawnviz desktop --install writes all of them to the places that shells and the manual read; zsh reads only the folders
of its fpath. Without it:

  bash      eval "$(pawnviz completion bash)"
  zsh       pawnviz completion zsh > _pawnviz, in a folder of fpath
  fish      pawnviz completion fish | source
  manual    pawnviz completion manual | man -l -
""",
    option("shell", choices=tuple(WRITERS), help="the shell, or manual for the manual page"),
)
def completion(options: Options) -> int:
    """Print completion for a shell or the manual page, and return the exit status."""
    return print_text(WRITERS[options.shell][1]())
