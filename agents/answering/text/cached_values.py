"""Values of which some facts are worked out once, at the first time that they are asked for."""

from typing import Self

from app.domain.base import Value


class WorkedOut(Value):
    """A value with cached properties; a copy, which may differ, works them out anew."""

    def __copy__(self) -> Self:
        copied = super().__copy__()
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied
