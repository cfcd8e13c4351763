"""What is said after a query changes it: edits as values, applied by a pure function."""

from typing import Annotated, Literal

from pydantic import Field

from agents.data.query.query import (
    Change,
    Compare,
    Condition,
    Group,
    Having,
    Measure,
    Operand,
    Order,
    Query,
    Scalar,
    Shown,
    Span,
    Window,
)
from app.domain.base import Value


class Ask(Value):
    """A whole question: nothing of the query before it is kept."""

    edit: Literal["ask"] = "ask"
    query: Query


class Of(Value):
    """Other measures in the place of those before; `more` adds them instead."""

    edit: Literal["of"] = "of"
    measures: tuple[Measure, ...]
    more: bool = False


class Where(Value):
    """Only rows of the condition; it takes the place of conditions on the same columns, of those
    alone that it stands `instead` of, or, as one `more`, of none."""

    edit: Literal["where"] = "where"
    condition: Condition
    instead: Condition | None = None
    more: bool = False


class Without(Value):
    """No condition on the column any more; without a column, none at all."""

    edit: Literal["without"] = "without"
    column: Operand | None = None


class Instead(Value):
    """Another value in the place of one ("and Zerg?"), or of one left out: of the condition on the
    same column, or of the case of a comparison; where the query has neither, as `Where`."""

    edit: Literal["instead"] = "instead"
    column: Operand
    values: tuple[Scalar, ...]


class During(Value):
    """Only that span of the column of time, in the place of the span before; None takes it off."""

    edit: Literal["during"] = "during"
    column: Operand
    span: Span | None


class By(Value):
    """Told apart by these groups, in the place of those before; `more` adds them."""

    edit: Literal["by"] = "by"
    groups: tuple[Group, ...]
    more: bool = False


class Ungroup(Value):
    """Not told apart by the operand any more; without one, by nothing."""

    edit: Literal["ungroup"] = "ungroup"
    by: Operand | None = None


class Thresholds(Value):
    """Only groups of these figures, in the place of earlier thresholds; none takes them off."""

    edit: Literal["having"] = "having"
    having: tuple[Having, ...] = ()


class Rank(Value):
    """In this order, and of it so many from `offset` on; None are all."""

    edit: Literal["rank"] = "rank"
    order: tuple[Order, ...] = ()
    limit: Annotated[int, Field(ge=1)] | None = None
    offset: Annotated[int, Field(ge=0)] = 0


class Windows(Value):
    """With these further figures, in the place of earlier ones; none takes them off."""

    edit: Literal["windows"] = "windows"
    windows: tuple[Window, ...] = ()


class SetBeside(Value):
    """Compared so; None ends a comparison, and keeps the first case's rows."""

    edit: Literal["compare"] = "compare"
    compare: Compare | None = None
    change: Change | None = None


class ShowRows(Value):
    """The rows behind the figures ("show those games")."""

    edit: Literal["rows"] = "rows"
    columns: tuple[Operand, ...] = ()


class Show(Value):
    """In another form."""

    edit: Literal["show"] = "show"
    show: Shown


class Swap(Value):
    """Two columns change places in every condition ("and the other way round?")."""

    edit: Literal["swap"] = "swap"
    one: Operand
    other: Operand


class Recall(Value):
    """The query so many answers ago, 1 is the last one; resolved against the dialogue."""

    edit: Literal["recall"] = "recall"
    back: Annotated[int, Field(ge=1)] = 1


class Undo(Value):
    """The query before the last edits; resolved against the dialogue."""

    edit: Literal["undo"] = "undo"


Edit = Annotated[
    Ask | Of | Where | Without | Instead | During | By | Ungroup | Thresholds | Rank | Windows
    | SetBeside | ShowRows | Show | Swap | Recall | Undo,
    Field(discriminator="edit"),
]  # fmt: skip
