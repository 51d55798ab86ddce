"""Values of declared types as JSON: converted whole, or refused with their place and the right values in words."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import crc32
from collections.abc import Mapping
from typing import Annotated, Any, Final, Self, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec import inspect as types

from pawnviz.core.words import listed

_PLACE: Final = re.compile(r"(?s)(.*?)(?: - at `\$(.*)`)?")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")

# A text may hold anything but halves of surrogate pairs, which Qt cannot take.
TEXT: Final = r"\A[^\ud800-\udfff]*\Z"
Path: TypeAlias = Annotated[  # A path, or an empty text.
    str, Meta(max_length=4096, pattern=r"\A[^\0\ud800-\udfff]*\Z", description="the path of a file")
]


def one_of(words: tuple[str, ...]) -> Meta:
    """Return the annotation of a text that is one of these words."""
    return Meta(pattern=rf"\A(?:{'|'.join(words)})\Z", description=listed([f"“{word}”" for word in words], "or"))


class Value(Struct, frozen=True):
    """A frozen value whose fields have defaults: as JSON an object, from which any may be missing."""

    def replace(self, **changes: Any) -> Self:
        """Return the value with other values of some fields, which are not checked."""
        return msgspec.structs.replace(self, **changes)


class State(bytes):
    """The bytes of a state of Qt's, as JSON in base 64 with a checksum: Qt may not survive wrong ones."""

    @classmethod
    def from_json(cls, value: object) -> Self:
        """Return the bytes of a JSON value; raises ``ValueError``."""
        match value:
            case {"base64": str(text), "crc32": int(checksum)}:
                try:
                    state = cls(b64decode(text, validate=True))
                except ValueError:
                    state = cls()
                if checksum == crc32(state):
                    return state
        raise ValueError("bytes in base 64 with their checksum")

    def to_json(self) -> object:
        """Return the bytes as a JSON value."""
        return {"base64": b64encode(self).decode("ascii"), "crc32": crc32(self)}


def converted(value: object, kind: Any, name: str = "it") -> Any:
    """Return a value of a declared type from a JSON value, or from one that was made without checks.

    A class may have methods ``from_json`` and ``to_json``. Raises ``ValueError`` with the value's name, the
    place in it, if only a part is wrong, and words for the right values: ``exports.picture.width must be 100 to 4000``.
    """
    try:
        return msgspec.convert(to_json(value), kind, dec_hook=lambda part, given: part.from_json(given))
    except msgspec.ValidationError as error:
        found = _PLACE.fullmatch(str(error))
        message, place = (found[1], found[2] or "") if found else (str(error), "")
        part = types.type_info(kind)
        for step in _STEP.finditer(place):
            part = _part(part, step)
        raise ValueError(f"{name}{place} must be {_words(part, message)}") from None


def to_json(value: object) -> Any:
    """Return a value of a declared type as a JSON value."""
    return msgspec.to_builtins(value, enc_hook=lambda part: part.to_json())


def read_fields(kind: type[Struct], values: Mapping[str, object]) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a class that are right in a JSON object, and a clause for each wrong one."""
    good: dict[str, Any] = {}
    wrong = []
    for field in msgspec.structs.fields(kind):
        if field.name in values:
            try:
                good[field.name] = converted(values[field.name], field.type, field.name)
            except ValueError as error:
                wrong.append(str(error))
    return good, wrong


def _part(kind: types.Type, step: re.Match[str]) -> types.Type:
    match _bare(kind):
        case types.StructType(fields=fields) | types.DataclassType(fields=fields):
            return next(field.type for field in fields if field.encode_name == step[1])
        case types.DictType(value_type=part) | types.VarTupleType(item_type=part):
            return part
        case types.TupleType(item_types=parts):
            return parts[int(step[2])]
        case types.NamedTupleType(fields=fields):
            return fields[int(step[2])].type
        case _:
            return kind


def _bare(kind: types.Type) -> types.Type:
    """Return a type without its description and without None."""
    match kind:
        case types.Metadata(type=inner):
            return _bare(inner)
        case types.UnionType(types=parts):
            return next(_bare(part) for part in parts if not isinstance(part, types.NoneType))
        case _:
            return kind


def _words(kind: types.Type, message: str) -> str:
    """Return words for the values of a type; ``message`` is the one of a class of ours about a wrong value."""
    match kind:
        case types.Metadata(type=inner, extra_json_schema=schema):
            return str((schema or {}).get("description") or _words(inner, message))
        case types.UnionType():
            return f"{_words(_bare(kind), message)}, or null"
        case types.BoolType():
            return "true or false"
        case types.IntType(ge=least, le=most):
            return f"{least} to {most}" if most is not None else f"a number from {least}" if least else "a number"
        case types.LiteralType(values=values):
            return listed(list(map(str, values)), "or")
        case types.StrType(max_length=longest):
            return f"a text of at most {longest} characters"
        case types.VarTupleType(max_length=longest):
            return "a list" if longest is None else f"a list of at most {longest:,} values"
        case types.TupleType(item_types=parts):
            return f"a list of {len(parts)} values"
        case types.CustomType():
            return message
        case _:
            return "a JSON object"
