"""What the columns of a result are called in the language of the question."""

from agents.answering.text.language import Language
from agents.data.answer.sentences import say
from agents.data.compute.result import Computation, OutColumn
from agents.data.model.schema import TableModel
from agents.data.query.operands import measured
from agents.data.query.sentences import speaker_of


def labels_of(computed: Computation, model: TableModel, language: Language) -> tuple[str, ...]:
    """Return a label for each column of a result, in its order."""
    labels = [_label(computed, one, model, language) for one in computed.columns]
    several = len({one.of for one in computed.columns if one.part == "measure"}) > 1
    if not several:
        return tuple(labels)
    return tuple(
        f"{label} ({_measure(computed, one.of, model, language)})"
        if one.part in ("low", "high", "n", "numerator", "denominator")
        else label
        for label, one in zip(labels, computed.columns, strict=True)
    )


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
        case "change" if query.compare is not None:
            case = says.case(query.compare.cases[column.case], brief=True)
            return say(language, f"column_{query.compare.change}", case=case)
        case "change_low" | "change_high" if query.compare is not None:
            case = says.case(query.compare.cases[column.case], brief=True)
            end = say(language, f"column_{column.part.removeprefix('change_')}")
            return f"{say(language, f'column_{query.compare.change}', case=case)}, {end}"
        case "n":
            return _of_case(says.noun(), column, computed, model, language)
        case "low" | "high" | "numerator" | "denominator":
            return _of_case(
                say(language, f"column_{column.part}"), column, computed, model, language
            )
        case _:
            measure = _measure(computed, column.of, model, language)
            return _of_case(measure, column, computed, model, language)


def _of_case(
    label: str, column: OutColumn, computed: Computation, model: TableModel, language: Language
) -> str:
    if column.case < 0 or computed.query.compare is None:
        return label
    says = speaker_of(computed.query, model, language)
    case = says.case(computed.query.compare.cases[column.case], brief=True)
    return say(language, "column_case", measure=label, case=case)


def _measure(computed: Computation, of: int, model: TableModel, language: Language) -> str:
    says = speaker_of(computed.query, model, language)
    return says.measure(measured(computed.query)[of])
