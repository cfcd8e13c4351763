"""The artifacts of an answer, in the shapes that the contract fixes."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from a2a.types import Task

from agents.answering.artifacts import data_of
from agents.answering.engine import Row
from agents.answering.periods.periods import describe
from agents.answering.source import Source
from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.answers.answers import Answer
from agents.data.match.answers.labels import (
    assumptions,
    capital,
    chips,
    group_labels,
    row_title,
    what,
)
from agents.data.match.answers.notes import told_counts
from agents.data.match.answers.ranked_rows import Ranked
from agents.data.match.answers.sentences import say
from agents.data.match.compute.analysis import Analysis
from agents.data.match.compute.frame import GRAINS, Frame
from agents.data.match.compute.plan import Plan, plan
from agents.data.match.compute.result_columns import figure_of
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel


class Remembered(NamedTuple):
    """What a `frame` artifact of an earlier task tells; `top` is what its highest row is about.

    `rows` is how many rows its result had, None where that is not known; `shown` is what they are
    about, where so many were asked for, `ranked` what they are about in the order of their figure.
    """

    frame: Frame
    language: Language
    slot: str | None
    top: Mapping[str, str] = MappingProxyType({})
    rows: int | None = None
    shown: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    ranked: Ranked = MappingProxyType({})


def result_of(
    analysis: Analysis, answer: Answer, model: SemanticModel, source: Source, language: Language
) -> dict[str, Any]:
    """Return the `result`: the rows exactly as the query gave them."""
    plan = analysis.plan
    groups = dict(
        zip(
            (group.name for group in plan.groups),
            group_labels(plan.groups, model, language),
            strict=True,
        )
    )
    columns = []
    for name in analysis.names:
        if name in groups:
            label = capital(groups[name], language)
            columns.append({"name": name, "type": "string", "label": label})
        else:
            label = say(language, f"column_{name}")
            columns.append({"name": name, "type": _TYPES[name], "label": label})
    found: dict[str, Any] = {
        "title": what(plan, model, language),
        "columns": columns,
        "rows": [list(row) for row in analysis.rows],
        "row_count": len(analysis.rows),
        "row_labels": list(answer.names),
        "row_titles": [
            row_title(plan, model, language, _texts(analysis, r)) for r in analysis.rows
        ],
        "warnings": list(answer.warnings),
        "source": source_of(source),
    }
    if counts := told_counts(analysis, model):
        found["counts"] = counts
    if analysis.cut is not None:
        found["rows_in_all"] = analysis.cut.in_all
    if answer.difference is not None:
        a, b, value, interval = answer.difference
        found["differences"] = [
            {"a": a, "b": b, "difference": value, "ci_low": interval.low, "ci_high": interval.high}
        ]
    if analysis.adjustment.rates:
        found["adjusted"] = [
            {"row": index, "rate": one.rate, "ci_low": one.interval.low,
             "ci_high": one.interval.high, "samples": one.samples}
            for index, one in enumerate(analysis.adjustment.rates) if one is not None
        ]  # fmt: skip
    return found


def _texts(analysis: Analysis, row: Row) -> dict[str, str]:
    return {name: str(cell) for name, cell in zip(analysis.names, row, strict=True)}


_TYPES = {
    "games": "integer",
    "sides": "integer",
    "wins": "integer",
    "losses": "integer",
    "draws": "integer",
    "picks": "integer",
    "mirrors": "integer",
    "win_rate": "rate",
    "pick_share": "rate",
    "mirror_share": "rate",
    "loss_rate": "rate",
    "draw_rate": "rate",
    "ci_low": "rate",
    "ci_high": "rate",
    "played_on": "string",
    "winner": "string",
    "loser": "string",
    "mean_seconds": "seconds",
    "longest_seconds": "seconds",
    "shortest_seconds": "seconds",
}


def source_of(source: Source) -> dict[str, Any]:
    """Return the file behind a result."""
    found: dict[str, Any] = {"file": source.name, "sha256": source.sha256, "rows": source.rows}
    if source.simulated:
        found["simulated"] = True
    return found


def query_of(analysis: Analysis, source: Source) -> str:
    """Return the query with its values written in, and how to run it on the file again."""
    view = f"CREATE VIEW games AS SELECT * FROM {source.relation};"  # noqa: S608
    view = "".join(character if character.isprintable() else "\ufffd" for character in view)
    return f"-- DuckDB. `games` is the loaded file: {view}\n{analysis.query.shown}\n"


def frame_of(
    plan: Plan, model: SemanticModel, language: Language, previous: Frame | None
) -> dict[str, Any]:
    """Return the `frame`: how the question was understood, in values and in words."""
    frame = plan.frame
    now = chips(frame, model, language)
    then = chips(previous, model, language) if previous is not None else []
    before = {chip.text for chip in then}
    after = {chip.text for chip in now}
    return {
        **frame.model_dump(mode="json"),
        "period": [
            {**period.model_dump(mode="json"), "text": describe(period, language)}
            for period in frame.period
        ],
        "mirror_used": plan.mirror,
        "language": language,
        "title": what(plan, model, language),
        "labels": [chip._asdict() for chip in now],
        "assumptions": [
            {name: text for name, text in one._asdict().items() if text}
            for one in assumptions(plan, model, language)
        ],
        "kept": [chip.text for chip in now if chip.text in before],
        "added": [chip.text for chip in now if chip.text not in before],
        "removed": [chip.text for chip in then if chip.text not in after],
    }


def top_of(analysis: Analysis, model: SemanticModel) -> dict[str, str]:
    """Return what the first of ranked rows is about: dimension to value; nothing is ranked: {}.

    Nor is anything first that shares its place. What a rival was is told by the grouping that is
    by rivals (`opponent`).
    """
    plan = analysis.plan
    if plan.frame.order is None or plan.frame.within is not None or not analysis.rows:
        return {}
    if _first_ties(analysis):
        return {}
    row = dict(zip(analysis.names, analysis.rows[0], strict=True))
    return {
        group.dimension if group.side == "own" else rivals_key(group.dimension, model): str(
            row[group.name]
        )
        for group in plan.groups
        if group.dimension in (*model.dimensions, *GRAINS) and row[group.name] is not None
    }


def _first_ties(analysis: Analysis) -> bool:
    """Whether the first two rows share the figure that ranks them, so that neither is the first."""
    figure = figure_of(analysis.plan)
    first = [analysis.cell(row, figure) for row in analysis.rows[:2]]
    return len(first) == 2 and first[0] == first[1]


def shown_of(analysis: Analysis, model: SemanticModel) -> dict[str, tuple[str, ...]]:
    """Return what the rows of a ranking of so many are about: the values of its one dimension."""
    plan = analysis.plan
    if plan.frame.order is None or plan.frame.limit is None or len(plan.groups) != 1:
        return {}
    (group,) = plan.groups
    if group.dimension not in model.dimensions:
        return {}
    place = analysis.names.index(group.name)
    key = group.dimension if group.side == "own" else rivals_key(group.dimension, model)
    return {key: tuple(str(row[place]) for row in analysis.rows if row[place] is not None)}


def remembered(task: Task) -> Remembered | None:
    """Read a task's `frame` artifact back; one from another version of the agent is ignored."""
    value = data_of(task, "frame")
    if value is None:
        return None
    try:
        frame = frame_from(value)
    except (ValueError, TypeError, KeyError):
        return None
    language: Language = next((one for one in LANGUAGES if one == value.get("language")), "en")
    slot = value.get("slot")
    said = value.get("top")
    top = {str(k): str(v) for k, v in said.items()} if isinstance(said, dict) else {}
    count = (data_of(task, "result") or {}).get("row_count")
    rows = count if isinstance(count, int) else None
    shown, ranked = _listed(value.get("shown")), _listed(value.get("ranked"))
    open_ = slot if isinstance(slot, str) else None
    return Remembered(frame, language, open_, top, rows, shown, ranked)


def _listed(said: object) -> dict[str, tuple[str, ...]]:
    """Return the values of each dimension that an artifact lists."""
    return {
        str(key): tuple(map(str, values))
        for key, values in (said.items() if isinstance(said, dict) else ())
        if isinstance(values, list)
    }


def titles_of(task: Task, model: SemanticModel, sha256: str, language: Language) -> tuple[str, ...]:
    """Return the titles of a task's rows in another language than its own; () if not known.

    Only of the table with that digest is the model known.
    """
    last, result = remembered(task), data_of(task, "result") or {}
    if last is None or last.language == language:
        return ()
    if dict(result.get("source") or {}).get("sha256") != sha256:
        return ()
    names = [str(column.get("name")) for column in result.get("columns", ())]
    try:
        definite = plan(last.frame, model)
        return tuple(
            row_title(definite, model, language, dict(zip(names, map(str, row), strict=True)))
            for row in result.get("rows", ())
        )
    except (KeyError, ValueError):  # the model was edited since
        return ()


def frame_from(value: Mapping[str, Any]) -> Frame:
    """Read the frame out of a `frame` artifact; raises ValueError, TypeError or KeyError."""
    fields = {name: value[name] for name in Frame.model_fields if name in value}
    periods: Sequence[Any] = fields.get("period") or ()
    fields["period"] = [{"start": p["start"], "end": p["end"]} for p in periods]
    return Frame.model_validate(fields)
