"""What the columns of a result are called in the language of the question."""

from typing import NamedTuple

from agents.answering.text.language import Language
from agents.data.answer.sentences import say
from agents.data.compute.result import Computation, OutColumn
from agents.data.model.schema import TableModel
from agents.data.query.operands import measured
from agents.data.query.sentences import Speaker, speaker_of


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
    says, compare = speaker_of(computed.query, model, language), computed.query.compare
    several = len({one.of for one in computed.columns if one.part == "measure"}) > 1
    headers = []
    for one in computed.columns:
        label = _label(computed, one, says, language)
        if several and one.part in ("low", "high", "n", "numerator", "denominator"):
            label = f"{label} ({says.measure(measured(computed.query)[one.of])})"
        if one.case < 0 or compare is None:
            headers.append(Header(label, names=holds_names(computed, one, model)))
        else:
            headers.append(Header(label, says.case(compare.cases[one.case], brief=True)))
    return tuple(headers)


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


def _label(computed: Computation, column: OutColumn, says: Speaker, language: Language) -> str:
    query = computed.query
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
            measure = says.measure(measured(query)[window.measure])
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
            return says.measure(measured(query)[column.of])
