"""Values of which some facts are worked out once, at the first time that they are asked for."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

from app.domain.base import Value

Fact = TypeVar("Fact")


class worked_out(Generic[Fact]):  # noqa: N801
    """A fact of what never changes, as `functools.cached_property` has it, but without its lock.

    Many are short-lived and asked a few times: the lock takes longer than the facts do.
    """

    def __init__(self, work: Callable[[Any], Fact]) -> None:
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> Self: ...
    @overload
    def __get__(self, owner: object, kind: type[Any]) -> Fact: ...
    def __get__(self, owner: object, kind: type[Any]) -> Self | Fact:
        """Work the fact out, and keep it where it is found the next time."""
        if owner is None:
            return self
        fact = owner.__dict__[self._name] = self._work(owner)
        return fact


class WorkedOut(Value):
    """A value with cached properties; a copy, which may differ, works them out anew."""

    def __copy__(self) -> Self:
        copied = super().__copy__()
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied
