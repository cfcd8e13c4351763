"""A query of an open table, answered: computed, written and drawn."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from agents.answering.sentences import quoted
from agents.answering.text.language import Language
from agents.answering.text.markdown import as_text
from agents.data.answer.chart import chart_of
from agents.data.answer.labels import labels_of
from agents.data.answer.ranking import ranked, with_enough
from agents.data.answer.result_wording import ResultWording
from agents.data.answer.sentences import say
from agents.data.answer.writing import Written, write
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.dataset import Dataset
from agents.data.model.schema import TableModel
from agents.data.query.query import AllOf, Condition, Query, Test
from agents.data.query.sentences import speaker_of
from agents.data.query.totals import sums_apart

_MOST_POINTS = 2_000


class WrittenAnswer(NamedTuple):
    """An answer: what was computed, how it reads, and its picture (Vega-Lite) where one helps."""

    computed: Computation
    written: Written
    chart: dict[str, Any] | None


async def answer(
    dataset: Dataset,
    query: Query,
    language: Language,
    *,
    today: date,
    notes: Sequence[str] = (),
) -> WrittenAnswer:
    """Compute a query and write it in a language; `notes` stand below the answer.

    Raises `QueryRefused` for a query that does not fit the table, `QueryTooLong`, `Ungrounded`.
    """
    as_of = datetime.combine(today, time())
    computed = await compute(query, dataset.model, dataset.engine, as_of=as_of)
    among = with_enough(computed, dataset.model)
    if among is not None:
        computed = ranked(
            computed, await compute(among, dataset.model, dataset.engine, as_of=as_of)
        )
    more = list(notes)
    drifted = await dataset.drift()
    if drifted is not None:
        more.append(say(language, f"note_{drifted}"))
    if dataset.source.simulated:
        more.append(say(language, "note_simulated"))
    for column in sums_apart(query.where, dataset.model.queried(query.table)):
        names = quoted(as_text(", ".join(column.totals)), language)
        more.append(say(language, "note_totals_apart", names=names))
    written = write(computed, dataset.model, language, more)
    points = await _points(dataset, computed, today)
    labels, title = written.labels, written.what
    if points is not None:  # on how many rows r rests stands above them
        labels = labels_of(points, dataset.model, language)
        title = say(
            language, "points_title", one=labels[0], other=labels[1], value=written.cells[0][0]
        )
    chart = chart_of(
        _in_words(computed, dataset.model, language), written.cells, labels, title, points,
        known=_known(computed, dataset.model), bins=_bins(computed, dataset.model, language),
    )  # fmt: skip
    return WrittenAnswer(computed, written, chart)


def _bins(computed: Computation, model: TableModel, language: Language) -> ResultWording | None:
    """Return how the bins of numbers are read that rows are told apart by, None without any."""
    binned = any(one.width is not None for one in computed.query.groups)
    return ResultWording(computed, model, language) if binned else None


def _known(computed: Computation, model: TableModel) -> tuple[str, ...]:
    """Return the commonest values of the column that a picture's names are of: a group's, or the
    one by which cases differ."""
    found = [one.values for one in computed.columns if one.values]
    compare, table = computed.query.compare, model.queried(computed.query.table)
    for case in compare.cases if compare is not None and not found else ():
        where = case.where
        if isinstance(where, Test) and isinstance(where.column, str) and table.has(where.column):
            found.append(table.column(where.column).coloured)
    return found[-1] if found else ()


def _in_words(computed: Computation, model: TableModel, language: Language) -> Computation:
    """Return a result whose cases are called as a reader of a language calls them."""
    query = computed.query
    if query.compare is None:
        return computed
    says = speaker_of(query, model, language)
    cases = tuple(
        one.model_copy(update={"label": says.case(one, brief=True)}) for one in query.compare.cases
    )
    compare = query.compare.model_copy(update={"cases": cases})
    return computed.model_copy(update={"query": query.model_copy(update={"compare": compare})})


async def _points(dataset: Dataset, computed: Computation, today: date) -> Computation | None:
    """Return the rows behind a correlation of the whole table or of a condition's rows."""
    query = computed.query
    if query.groups or query.compare or len(query.measures) != 1:
        return None
    measure = query.measures[0]
    if measure.aggregate != "correlation" or measure.of is None or measure.other is None:
        return None
    kept: list[Condition] = [one for one in (query.where, measure.where) if one is not None]
    kept += [Test(column=one, op="not empty") for one in (measure.of, measure.other)]
    behind = Query(
        table=query.table, rows=True, columns=(measure.of, measure.other),
        where=AllOf(all=tuple(kept)), limit=_MOST_POINTS,
    )  # fmt: skip
    return await compute(
        behind, dataset.model, dataset.engine, as_of=datetime.combine(today, time())
    )
