"""A frame that something else proposed (a language model) is checked as the parser's own are."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from agents.data.match.answers.artifacts import frame_from
from agents.data.match.compute.analysis import Dates
from agents.data.match.compute.frame import GRAINS, LENGTHS, MEASURES, Filter, Frame
from agents.data.match.compute.impossible import impossible
from agents.data.match.compute.plan import SHARES
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.merge import merge
from agents.data.reading import Reading
from app.errors import DeskError
from app.ports import AgentContexts, remembered

Check = Callable[[Mapping[str, Any]], Sequence[str]]
Proposer = Callable[
    [str, Mapping[str, Any], Mapping[str, Any] | None, Check], Awaitable[Mapping[str, Any] | None]
]
"""Takes the question, what the table holds (`summary_of`), the last frame, if there was one, and
what says why a frame is refused, so that it may be mended.

The second may say under `remembered` what the person asked to remember (`knowing`).
Returns a whole frame as the `frame` artifact has it, or None. It is asked only about questions that
the parser did not understand; a `DeskError` of it is told beside the answer that rules gave.
"""

_LISTED = 60
_DESCRIBING = frozenset(
    ["language", "title", "labels", "assumptions", "kept", "added", "removed", "mirror_used"]
)
_SINGLE = ("limit", "skip", "having", "at_most", "order", "mirror", "beyond", "ended", "newest",
           "draws")  # fmt: skip
_MOST = {"limit": 1000, "having": 10**9, "at_most": 10**9, "newest": 10**9}
_MOST_SKIPPED = 10**6
_FIRST_YEAR, _LAST_YEAR = 1000, 9000  # beyond, no year before or after can be told
_BALANCED = ("win_rate", "loss_rate", "skill_rate")


def summary_of(model: SemanticModel, dates: Dates | None) -> dict[str, Any]:
    """Return what a proposer must know of a table: measures, groupings, values, dates.

    Values are the table's own text, at most 60 of a dimension, commonest first.
    """
    dimensions = {
        key: {
            "label": dict(dimension.label),
            "of_sides": dimension.of_sides,
            "values": list(dimension.values[:_LISTED]),
            "more_values": max(0, len(dimension.values) - _LISTED),
        }
        for key, dimension in model.dimensions.items()
    }
    rivals = ["opponent", "matchup"] if model.has_rival(model.entity) else []
    grains = list(GRAINS) if model.time is not None else []
    left_out = LENGTHS if model.duration is None else ()
    return {
        "measures": [measure for measure in MEASURES if measure not in left_out],
        "group_by": [*dimensions, *rivals, *grains],
        "dimensions": dimensions,
        "subject": model.entity,
        "quantities": {
            key: {"label": dict(one.label), "of_sides": one.of_sides}
            for key, one in model.quantities.items()
        },
        "dates": [dates.first.isoformat(), dates.last.isoformat()] if dates is not None else None,
        "frame": Frame.model_json_schema(),
    }


def check(
    proposed: object, model: SemanticModel, understood: Reading | None = None
) -> Frame | list[str]:
    """Return the frame that was proposed, or why it is refused.

    It is refused where it names what the table has not, asks what the table cannot answer, or
    contradicts what the parser did understand of the question (`understood`).
    """
    if not isinstance(proposed, Mapping):
        return ["not an object"]
    strange = sorted(set(map(str, proposed)) - set(Frame.model_fields) - _DESCRIBING)
    if strange:
        return [f"unknown field: {name[:60]}" for name in strange[:10]]
    try:
        frame = frame_from(proposed)
    except ValidationError as error:
        return [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:10]]
    except (ValueError, TypeError, KeyError) as error:
        return [f"cannot be read: {error}"]
    reasons = [
        *(reason for one in frame.filters for reason in _filter(one, model)),
        *_groups(frame, model),
        *_named(frame, model),
        *_figures(frame),
        *_periods(frame),
    ]
    if reasons:
        return reasons
    cannot = impossible(frame, model)
    if cannot is not None:
        return [cannot]
    contradicted = _contradictions(frame, understood, model) if understood is not None else []
    return contradicted or merge(frame, Reading(), model)


def _filter(one: Filter, model: SemanticModel) -> list[str]:
    dimension = model.dimensions.get(one.dimension)
    if dimension is None:
        return [f"unknown dimension: {one.dimension[:60]}"]
    if one.side == "opponent" and not model.has_rival(one.dimension):
        return [f"no opponent's {one.dimension} in this table"]
    if not one.values:
        return [f"no value for {one.dimension}"]
    known = set(dimension.values)
    return [f"unknown value of {one.dimension}: {v[:60]}" for v in one.values if v not in known]


def _groups(frame: Frame, model: SemanticModel) -> list[str]:
    known = {*model.dimensions, *GRAINS, "opponent", "matchup"}
    found = [f"unknown grouping: {key[:60]}" for key in frame.group_by if key not in known]
    if frame.within is not None and (frame.within not in frame.group_by or frame.order is None):
        found.append("ranked within what is no grouping")
    return found


def _named(frame: Frame, model: SemanticModel) -> list[str]:
    """Check the values that are named elsewhere than in filters."""
    named = [(model.entity, value) for pair in frame.unmet for value in pair]
    if frame.beyond is not None:
        named.append((frame.beyond.dimension, frame.beyond.value))
    known = {key: set(model.dimensions[key].values) for key, _ in named if key in model.dimensions}
    return [f"unknown value of {key[:60]}: {value[:60]}" for key, value in named
            if value not in known.get(key, set())]  # fmt: skip


def _figures(frame: Frame) -> list[str]:
    found = [
        f"{name} out of range"
        for name, most in _MOST.items()
        if (value := getattr(frame, name)) is not None and not 1 <= value <= most
    ]
    if frame.skip > _MOST_SKIPPED:
        found.append("skip out of range")
    if frame.order in ("even", "uneven") and frame.measure not in _BALANCED:
        found.append("ranked by how near one half is what is no rate")
    most = {"rate": 1}
    found += ["bound out of range" for bound in frame.bounds
              if not 0 <= bound.value <= most.get(bound.figure, 10**9)]  # fmt: skip
    found += ["length out of range" for one in frame.lasting if not 0 <= one.seconds <= 10**7]
    found += ["number out of range" for one in frame.measured if not abs(one.value) <= 10**12]
    if frame.ended is not None and frame.measure not in LENGTHS:
        found.append("how games ended, without their length")
    figures = {bound.figure for bound in frame.bounds}
    if "seconds" in figures and frame.measure != "duration":
        found.append("a bound of seconds without the duration")
    if figures - {"seconds"} and frame.measure in (*LENGTHS, "games"):
        found.append("a bound of what the measure does not count")
    if figures & {"wins", "losses"} and frame.measure in SHARES:
        found.append("a bound of what the measure does not count")
    return found


def _periods(frame: Frame) -> list[str]:
    found = []
    for period in (*frame.period, *frame.periods_out):
        days = [day for day in (period.start, period.end) if day is not None]
        if len(days) == 2 and days[0] >= days[1]:
            found.append("a period that ends before it begins")
        if any(not _FIRST_YEAR <= day.year <= _LAST_YEAR for day in days):
            found.append("a period out of range")
    return found


def _contradictions(frame: Frame, said: Reading, model: SemanticModel) -> list[str]:
    """Return what was understood of the question and is not in the frame."""
    found = []
    for mention in (*said.mentions, *said.excluded):
        held = any(
            one.dimension == mention.dimension
            and mention.value in one.values
            and one.exclude == (mention in said.excluded)
            and (one.side == "opponent" or not mention.opponent)
            for one in frame.filters
        )
        # An excluded mirror image, or a value that is grouped by, is still there to be seen.
        if not held:
            found.append(f"{mention.dimension} {mention.value} was asked for")
    if said.measure is not None and said.measure != frame.measure:
        found.append(f"{said.measure} was asked for")
    found += [f"period {p.start} – {p.end} was asked for"
              for p in said.periods if p not in frame.period]  # fmt: skip
    found += [
        f"grouping by {key} was asked for" for key in said.groups if key not in frame.group_by
    ]
    found += [f"{one} was to be left out" for one in (*said.periods_out, *said.unmet)
              if one not in (*frame.periods_out, *frame.unmet)]  # fmt: skip
    for name in _SINGLE:
        value = getattr(said, name)
        if value not in (None, 0) and value != getattr(frame, name):
            found.append(f"{name} {value} was asked for")
    found += [f"{b.comparison} {b.value} was asked for" for b in said.bounds
              if b not in frame.bounds]  # fmt: skip
    found += [f"lasting {one.comparison} {one.seconds} s was asked for" for one in said.lasting
              if one not in frame.lasting]  # fmt: skip
    found += [f"{one.quantity} {one.comparison} {one.value} was asked for" for one in said.measured
              if one not in frame.measured]  # fmt: skip
    return found


def knowing(proposer: Proposer, contexts: AgentContexts, conversation_id: str) -> Proposer:
    """Return a proposer that is told, under `remembered`, what the person asked to remember."""

    async def asked(
        question: str, table: Mapping[str, Any], last: Mapping[str, Any] | None, check: Check
    ) -> Mapping[str, Any] | None:
        facts = await remembered(contexts, conversation_id)
        known = {**table, "remembered": facts} if facts else table
        return await proposer(question, known, last, check)

    return asked


class Consulted(NamedTuple):
    """The frame that stands the check, if any, and why the proposer could not be asked."""

    frame: Frame | None = None
    problem: str = ""


async def consult(
    proposer: Proposer,
    question: str,
    model: SemanticModel,
    dates: Dates | None,
    last: Frame | None,
    understood: Reading | None,
) -> Consulted:
    """Return the frame that a proposer gives for a question, if one stands the check."""
    known = last.model_dump(mode="json") if last is not None else None

    def refused(proposed: Mapping[str, Any]) -> Sequence[str]:
        checked = check(proposed, model, understood)
        return [] if isinstance(checked, Frame) else checked

    try:
        proposed = await proposer(question, summary_of(model, dates), known, refused)
    except DeskError as error:
        return Consulted(problem=str(error))
    checked = check(proposed, model, understood) if proposed is not None else None
    return Consulted(checked if isinstance(checked, Frame) else None)
