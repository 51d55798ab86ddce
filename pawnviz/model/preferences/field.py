"""A preference: its declaration, and its live value that widgets read, write and follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from pawnviz.model.preferences.kinds import Kind

Value = TypeVar("Value")


class Preference(QObject, Generic[Value]):
    """The live value of one field."""

    changed = Signal()  # The value has changed.

    def __init__(self, value: Value, kind: Kind[Value], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._value = value
        self._kind = kind

    @property
    def value(self) -> Value:
        """The value; setting one out of range raises ``ValueError`` with words for the range."""
        return self._value

    @value.setter
    def value(self, value: Value) -> None:
        if value != self._value:
            self._value = self._kind.read(self._kind.write(value))
            self.changed.emit()


class _Owner(Protocol):
    """An object with the live values of its fields."""

    by_name: dict[str, Preference[Any]]


class Field(Generic[Value]):
    """The declaration of a preference in the body of a class, whose objects have a ``Preference`` of that name."""

    name = ""

    def __init__(self, default: Value, kind: Kind[Value]) -> None:
        self.default = default
        self.kind = kind

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Field[Value]: ...
    @overload
    def __get__(self, instance: _Owner, owner: type) -> Preference[Value]: ...
    def __get__(self, instance: _Owner | None, owner: type) -> Field[Value] | Preference[Value]:
        return self if instance is None else instance.by_name[self.name]
