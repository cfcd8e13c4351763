"""A frame in words: what is counted, under which conditions, and as chips that can be removed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agents.answering.periods.periods import Period, describe, year
from agents.answering.text.language import Language, brief_time, integer, percent
from agents.data.match.answers.sentences import say
from agents.data.match.compute.frame import GRAINS, Bound, Filter, Frame, Lasting, Measured, Side
from agents.data.match.compute.plan import ANY_GAMES, Group, Plan
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import labels
from agents.data.match.model.yes_no import answers_of


class Chip(NamedTuple):
    """One removable piece of a frame: what it is, and how it reads."""

    key: str
    text: str


class Assumption(NamedTuple):
    """What was taken for granted; `without` is what a person may say to have it taken away."""

    key: str
    text: str
    without: str = ""


def measure_label(measure: str, language: Language) -> str:
    """Return the measure's name."""
    return labels(measure, "measures")[language]


def dimension_label(key: str, model: SemanticModel, language: Language) -> str:
    """Return the name of a dimension, time grain, "opponent" or "matchup"."""
    if key in model.dimensions:
        return model.dimensions[key].label_in(language)
    if key in GRAINS:
        return labels(key, "grains")[language]
    if key == "period":
        return say(language, "column_period")
    return labels("opponent" if met_dimension(key, model) else key)[language]


def group_label(key: str, side: str, model: SemanticModel, language: Language) -> str:
    """Return the name of what rows are grouped by; a rival's is the opponent."""
    return dimension_label("opponent" if side == "opponent" else key, model, language)


def group_labels(groups: Sequence[Group], model: SemanticModel, language: Language) -> list[str]:
    """Return the names of what rows are grouped by, told apart: opponent race, opponent player."""
    found = [group_label(group.dimension, group.side, model, language) for group in groups]
    if len(set(found)) == len(found):
        return found
    return [
        say(language, "of_opponent", what=dimension_label(group.dimension, model, language))
        if group.side == "opponent" else label
        for group, label in zip(groups, found, strict=True)
    ]  # fmt: skip


def show_values(one: Filter, model: SemanticModel, language: Language) -> str:
    """Return the values of a filter, joined."""
    dimension = model.dimensions[one.dimension]
    return ", ".join(dimension.show(value, language) for value in one.values)


def _pair(pair: tuple[str, str], model: SemanticModel, language: Language) -> str:
    one, two = (model.dimensions[model.entity].show(value, language) for value in pair)
    return say(language, "versus_name", own=one, opponent=two)


def _pairs(frame: Frame, model: SemanticModel) -> list[tuple[str, str]]:
    """Return the matchups that are asked for beside each other, where some are left out."""
    own, rival = frame.filter(model.entity), frame.filter(model.entity, "opponent")
    if own is None or rival is None or not frame.unmet or frame.mirror in ("include", "only"):
        return []
    crossed = [(one, two) for one in own.values for two in rival.values if one != two]
    return [pair for pair in crossed if pair not in frame.unmet]


def conditions(frame: Frame, model: SemanticModel, language: Language) -> list[str]:
    """Return the conditions beside the subject: maps, players, periods, exclusions."""
    found = []
    for one in frame.filters:
        text = show_values(one, model, language)
        if one.exclude:
            if answers_of(model.dimensions[one.dimension]):
                text = f"{model.dimensions[one.dimension].label_in(language)}: {text}"
            if one.side == "opponent" and _both_leave_out(one, frame):
                continue
            found.append(_excluding(one, text, frame, model, language))
        elif one.side == "opponent":
            if one.dimension != model.entity:
                found.append(f"{say(language, 'opponent')} {text}")
        elif one.dimension != _subject_key(frame, model):
            label = model.dimensions[one.dimension].label_in(language)
            if answers_of(model.dimensions[one.dimension]):
                found.append(f"{label}: {text}")
                continue
            found.append(say(language, "condition", dimension=label, value=text))
    if not _pairs(frame, model):
        found += [say(language, "excluding", value=_pair(p, model, language)) for p in frame.unmet]
    found += [describe(period, language) for period in frame.period]
    found += [_left_out(period, language) for period in frame.periods_out]
    if frame.newest is not None:
        found.append(say(language, "chip_newest", count=integer(frame.newest, language)))
    found += [_lasting(one, language) for one in frame.lasting]
    found += [_measured(one, model, language) for one in frame.measured]
    if frame.ended is not None:
        found.append(say(language, f"chip_{frame.ended}"))
    if frame.draws == "exclude":
        found.append(say(language, "chip_draws"))
    if frame.beyond is not None:
        found.append(_beyond(frame, model, language))
    met = any(met_dimension(key, model) is not None for key in frame.group_by)
    if frame.measure == "pick_share" and met:
        found.append(say(language, "of_rivals"))
    if frame.mirror in ("include", "only"):
        found.append(say(language, f"chip_mirror_{frame.mirror}"))
    return found


def _both_leave_out(one: Filter, frame: Frame) -> bool:
    """Whether the same is left out of both sides: matchups without Zerg."""
    sides = [f.side for f in frame.filters
             if f.exclude and (f.dimension, f.values) == (one.dimension, one.values)]  # fmt: skip
    return len(sides) > 1


def _excluding(
    one: Filter, text: str, frame: Frame, model: SemanticModel, language: Language
) -> str:
    """Say what is left out, and of which side where whoever kept the table and a rival have it."""
    if one.side == "opponent":
        return say(language, "excluding", value=f"{say(language, 'opponent')} {text}")
    told = model.of_one_view and model.has_rival(one.dimension)
    own = told and not _both_leave_out(one, frame)
    return say(language, "excluding_own" if own else "excluding", value=text)


def _subject_key(frame: Frame, model: SemanticModel) -> str | None:
    if frame.filter(model.entity) is not None:
        return model.entity
    for one in frame.filters:
        dimension = model.dimensions[one.dimension]
        if dimension.of_sides and one.side == "own" and not (one.exclude or answers_of(dimension)):
            return one.dimension
    return None


def what(plan: Plan, model: SemanticModel, language: Language) -> str:
    """Return what an answer is about: "Terran win rate against Zerg (map Acropolis)"."""
    frame = plan.frame
    measure = measure_label(frame.measure, language)
    key = _subject_key(frame, model)
    subject = frame.filter(key) if key is not None else None
    rival = frame.filter(model.entity, "opponent")
    against = ""
    several = subject is not None and len(subject.values) > 1
    if pairs := _pairs(frame, model):
        text = capital(measure, language)
        against = ", ".join(_pair(pair, model, language) for pair in pairs)
    elif subject is None or several:
        text = capital(measure, language)
        if rival is not None:
            shown = show_values(rival, model, language)
            against = f"{say(language, 'opponent')} {shown}"
    else:
        shown = show_values(subject, model, language)
        name = "what_opponent" if rival is not None else "what"
        text = say(
            language,
            name,
            subject=shown,
            measure=measure,
            opponent=show_values(rival, model, language) if rival is not None else "",
        )
    rest = [*([against] if against else []), *conditions(frame, model, language)]
    if rest:
        text = say(language, "what_if", what=text, conditions=", ".join(rest))
    shown = show_values(subject, model, language) if subject is not None else ""
    own = subject is not None and subject.dimension == model.player and not several
    return text if own and text.startswith(shown) else capital(text, language)  # herO, as written


def row_title(
    plan: Plan, model: SemanticModel, language: Language, cells: Mapping[str, str]
) -> str:
    """Return what one row is about, as an answer to that question alone would be titled."""
    frame = plan.frame.model_copy(update={"group_by": ()})
    moments = []
    for group in plan.groups:
        value = cells[group.name]
        if group.dimension in model.dimensions:
            side: Side = "opponent" if group.side == "opponent" else "own"
            one = Filter(dimension=group.dimension, values=(value,), side=side)
            frame = frame.with_filter(one)
        elif group.dimension == "year":
            frame = frame.model_copy(update={"period": (year(int(value)),)})
        else:
            frame = frame.model_copy(update={"period": ()})
            moments.append(value)
    title = what(plan._replace(frame=frame), model, language)
    return " – ".join([title, *moments])


def capital(text: str, language: Language) -> str:
    """Return the text with a capital in front, where the language has capitals."""
    return text if language == "ko" else text[:1].upper() + text[1:]


def chips(frame: Frame, model: SemanticModel, language: Language) -> list[Chip]:
    """Return the pieces of a frame, in a fixed order."""
    found = [Chip("measure", measure_label(frame.measure, language))]
    for one in frame.filters:
        values = show_values(one, model, language)
        label = model.dimensions[one.dimension].label_in(language)
        if one.exclude:
            label = say(language, "opponent") if one.side == "opponent" else label
            text = say(language, "chip_exclude", dimension=label, value=values)
            found.append(Chip(f"exclude:{one.dimension}", text))
        elif one.side == "opponent":
            text = say(language, "chip_opponent", value=values)
            found.append(Chip(f"opponent:{one.dimension}", text))
        else:
            text = say(language, "chip_filter", dimension=label, value=values)
            found.append(Chip(f"filter:{one.dimension}", text))
    found += [
        Chip("unmet", say(language, "excluding", value=_pair(pair, model, language)))
        for pair in frame.unmet
    ]
    for key in frame.group_by:
        label = dimension_label(key, model, language)
        found.append(Chip(f"group:{key}", say(language, "chip_group", dimension=label)))
    for period in frame.period:
        found.append(Chip("period", describe(period, language)))
    for period in frame.periods_out:
        found.append(Chip("exclude:period", _left_out(period, language)))
    if frame.newest is not None:
        text = say(language, "chip_newest", count=integer(frame.newest, language))
        found.append(Chip("newest", text))
    if frame.mirror != "auto":
        found.append(Chip("mirror", say(language, f"chip_mirror_{frame.mirror}")))
    if frame.order is not None and frame.within is not None:
        label = dimension_label(frame.within, model, language)
        found.append(Chip("order", say(language, f"chip_within_{frame.order}", dimension=label)))
    elif frame.order is not None:
        found.append(Chip("order", say(language, f"chip_order_{frame.order}")))
    if frame.limit is not None and frame.skip:
        places = {"first": frame.skip + 1, "last": frame.skip + frame.limit}
        key = "chip_place" if frame.limit == 1 else "chip_places"
        found.append(Chip("limit", say(language, key, **places)))
    elif frame.limit is not None and (frame.limit > 1 or frame.within is None):
        found.append(Chip("limit", say(language, "chip_limit", count=frame.limit)))
    if frame.having is not None:
        key = "chip_any_games" if frame.having == ANY_GAMES else "chip_having"
        found.append(Chip("having", say(language, key, count=frame.having)))
    if frame.at_most is not None:
        found.append(Chip("at_most", say(language, "chip_at_most", count=frame.at_most)))
    found += [Chip("bound", _bound(bound, language)) for bound in frame.bounds]
    if frame.beyond is not None:
        found.append(Chip("beyond", _beyond(frame, model, language)))
    found += [Chip("lasting", _lasting(one, language)) for one in frame.lasting]
    found += [Chip("measured", _measured(one, model, language)) for one in frame.measured]
    if frame.ended is not None:
        found.append(Chip("ended", say(language, f"chip_{frame.ended}")))
    if frame.draws == "exclude":
        found.append(Chip("draws", say(language, "chip_draws")))
    if frame.presentation != "auto":
        found.append(Chip("presentation", say(language, f"chip_{frame.presentation}")))
    return found


def _bound(bound: Bound, language: Language) -> str:
    match bound.figure:
        case "rate":
            key, value = "chip_bound", percent(bound.value, language)
        case "seconds":
            key, value = "chip_bound_length", brief_time(bound.value, language)
        case counted:
            key, value = f"chip_bound_{counted}", integer(int(bound.value), language)
    return say(language, key, comparison=_SIGNS[bound.comparison], value=value)


def _measured(one: Measured, model: SemanticModel, language: Language) -> str:
    label = model.quantities[one.quantity].label_in(language)
    if one.side == "opponent":
        label = f"{say(language, 'opponent')} {label}"
    elif one.side == "gap":
        label = say(language, "gap", quantity=label)
    value = integer(int(one.value), language) if one.value == int(one.value) else f"{one.value:g}"
    return f"{label} {_SIGNS[one.comparison]} {value}"


def _beyond(frame: Frame, model: SemanticModel, language: Language) -> str:
    """Say what rows are compared with: win rate > Terran."""
    assert frame.beyond is not None
    value = model.dimensions[frame.beyond.dimension].show(frame.beyond.value, language)
    return f"{measure_label(frame.measure, language)} {_SIGNS[frame.beyond.comparison]} {value}"


def _left_out(period: Period, language: Language) -> str:
    return say(language, "excluding", value=describe(period, language))


def _lasting(one: Lasting, language: Language) -> str:
    value = brief_time(one.seconds, language)
    return say(language, "chip_lasting", comparison=_SIGNS[one.comparison], value=value)


_SIGNS = {">": ">", ">=": "≥", "<": "<", "<=": "≤"}


def assumptions(plan: Plan, model: SemanticModel, language: Language) -> list[Assumption]:
    """Return what was taken for granted without being said."""
    found = []
    if plan.frame.mirror == "auto" and plan.leaves_out_mirrors(model):
        without = say(language, "without_mirror_rule")
        found.append(Assumption("mirror", say(language, "chip_mirror_exclude"), without))
    if plan.rate and model.of_one_view:
        found.append(Assumption("reading", say(language, "chip_one_view")))
    if not plan.frame.has_periods and model.time is not None:
        found.append(Assumption("period", say(language, "chip_all_dates")))
    if plan.least is not None and plan.frame.having is None:
        text = say(language, "chip_having", count=plan.least)
        found.append(Assumption("having", text, say(language, "without_minimum")))
    return found
