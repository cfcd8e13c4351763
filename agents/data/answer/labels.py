"""What the columns of a result are called in the language of the question."""

from typing import NamedTuple

from agents.answering.text.language import Language
from agents.data.answer.sentences import say
from agents.data.compute.result import Computation, OutColumn
from agents.data.model.schema import TableModel
from agents.data.query.operands import measured
from agents.data.query.sentences import speaker_of


class Header(NamedTuple):
    """What a column is called, which case of a comparison it is of ("" where of none), and whether
    its numbers are names: years, house numbers."""

    label: str
    case: str = ""
    names: bool = False


def labels_of(computed: Computation, model: TableModel, language: Language) -> tuple[str, ...]:
    """Return a label for each column of a result, in its order."""
    return tuple(
        say(language, "column_case", measure=label, case=case) if case else label
        for label, case, _ in headers_of(computed, model, language)
    )


def headers_of(computed: Computation, model: TableModel, language: Language) -> tuple[Header, ...]:
    """Return the header of each column of a result, in its order."""
    headers = [_header(computed, one, model, language) for one in computed.columns]
    several = len({one.of for one in computed.columns if one.part == "measure"}) > 1
    if not several:
        return tuple(headers)
    return tuple(
        header._replace(label=f"{header.label} ({_measure(computed, one.of, model, language)})")
        if one.part in ("low", "high", "n", "numerator", "denominator")
        else header
        for header, one in zip(headers, computed.columns, strict=True)
    )


def holds_names(computed: Computation, column: OutColumn, model: TableModel) -> bool:
    """Whether the numbers of a column are names: nobody adds them up, or groups their digits."""
    query, table = computed.query, model.queried(computed.query.table)
    operand: object = None if column.part == "group" else column.name
    if column.part == "group" and query.groups[column.of].width is None:
        operand = query.groups[column.of].by
    elif column.part == "row" and query.columns:
        operand = query.columns[column.of]
    known = table.column(operand) if isinstance(operand, str) and table.has(operand) else None
    names = known is not None and (known.kind == "identifier" or known.adds == "none")
    return names and column.part in ("group", "row") and column.type in ("integer", "number")


def _header(
    computed: Computation, column: OutColumn, model: TableModel, language: Language
) -> Header:
    compare = computed.query.compare
    label = _label(computed, column, model, language)
    if column.case < 0 or compare is None:
        return Header(label, names=holds_names(computed, column, model))
    says = speaker_of(computed.query, model, language)
    return Header(label, says.case(compare.cases[column.case], brief=True))


def _label(computed: Computation, column: OutColumn, model: TableModel, language: Language) -> str:
    query = computed.query
    says = speaker_of(query, model, language)
    match column.part:
        case "group":
            return says.group(query.groups[column.of])
        case "row":
            shown = query.columns[column.of] if query.columns else column.name
            return says.operand(shown)
        case "window":
            window = query.windows[column.of]
            key = f"column_{window.kind}"
            if window.kind == "previous":
                key += f"_{window.change}"
            measure = _measure(computed, window.measure, model, language)
            return say(language, key, measure=measure, size=window.size)
        case "change" | "change_low" | "change_high" if query.compare is not None:
            points = "_points" if column.share and query.compare.change == "difference" else ""
            change = say(language, f"column_{query.compare.change}{points}")
            end = column.part.removeprefix("change").removeprefix("_")
            return f"{change}, {say(language, f'column_{end}')}" if end else change
        case "n":
            return says.noun()
        case "low" | "high" | "numerator" | "denominator":
            return say(language, f"column_{column.part}")
        case _:
            return _measure(computed, column.of, model, language)


def _measure(computed: Computation, of: int, model: TableModel, language: Language) -> str:
    says = speaker_of(computed.query, model, language)
    return says.measure(measured(computed.query)[of])
