"""What a reader should know beside the figures: mirrors, small samples, thresholds, the file."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from agents.answering.sentences import quoted
from agents.answering.source import LoadNote
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text
from agents.data.match.answers.labels import chips
from agents.data.match.answers.sentences import say
from agents.data.match.compute.analysis import Analysis
from agents.data.match.compute.cut_rows import won_by
from agents.data.match.compute.frame import LENGTHS
from agents.data.match.compute.plan import Plan
from agents.data.match.compute.statistics import FEW_GAMES, holm, score_p
from agents.data.match.draft.dimensions import without_version
from agents.data.match.model.semantic_model import Dimension, SemanticModel

_SEVERAL = 3
_BARCODE = re.compile(r"\b[lI1i|]{6,}\b")
_NAMED = 6


class Note(NamedTuple):
    """A sentence beside the figures; `weakens` tells a caution from what was merely chosen."""

    text: str
    weakens: bool


def notes_of(
    analysis: Analysis,
    model: SemanticModel,
    language: Language,
    *,
    simulated: bool,
    names: Sequence[str],
    left_out: Sequence[str],
) -> list[Note]:
    """Return the notes, most important first.

    `names` are the names of the rows, `left_out` of those with too few games to be ranked.
    """
    weak = _weaknesses(analysis, model, language, names, simulated=simulated)
    return [*weak, *(Note(text, False) for text in _choices(analysis, model, language, left_out))]


def _weaknesses(
    analysis: Analysis,
    model: SemanticModel,
    language: Language,
    names: Sequence[str],
    *,
    simulated: bool,
) -> list[Note]:
    """Return what weakens the figures."""
    plan = analysis.plan
    found: list[str] = []
    if analysis.drift is not None:
        found.append(say(language, f"note_{analysis.drift}"))
    if not analysis.rows:
        found += _relaxed(analysis, model, language)
    if analysis.cut is not None:
        shown = integer(len(analysis.rows), language), integer(analysis.cut.in_all, language)
        found.append(say(language, "note_cut", shown=shown[0], count=shown[1]))
    found += _small(analysis, language, names)
    if analysis.unranked:
        found.append(say(language, "note_no_threshold", least=FEW_GAMES))
    counted = model.has_draws and plan.rate and plan.frame.draws == "auto" and analysis.rows
    if drawn := drawn_games(analysis, model) if counted else 0:
        key = "note_draws_loss" if plan.frame.measure == "loss_rate" else "note_draws"
        found.append(say(language, key, count=integer(drawn, language)))
    elif (
        plan.frame.measure == "win_rate"
        and max(len(analysis.rows), len(analysis.ranked)) >= _SEVERAL
    ):
        found.append(_different(analysis, language, names))
    found += _fitted(analysis, language)
    if model.totals is not None and model.totals.rate is not None and plan.rate and analysis.rows:
        found.append(say(language, "note_from_rate"))
    found += _barcodes(language, (*names, *_named(plan, model, language)))
    if simulated:
        found.append(say(language, "note_simulated"))
    return [Note(text, True) for text in found]


def _fitted(analysis: Analysis, language: Language) -> list[str]:
    """Say how skill was taken out, and what that leaves open."""
    rates, games, in_all = analysis.adjustment
    samples = [one.samples for one in rates if one is not None]
    if not samples:
        return []
    found = [say(language, "note_skill", samples=samples[0])]
    if len(samples) < len(rates):
        found.append(say(language, "note_skill_missing"))
    if games < in_all:
        shown = integer(games, language), integer(in_all, language)
        found.append(say(language, "note_skill_sample", games=shown[0], count=shown[1]))
    return found


def told_counts(analysis: Analysis, model: SemanticModel) -> dict[str, int]:
    """Return the numbers that notes tell and no cell of the rows holds."""
    found: dict[str, int] = {}
    if analysis.ranked:
        found["compared"] = len(analysis.ranked)
    if _needed(analysis, model, "en"):
        found["rows"] = len(analysis.rows)
    if model.has_draws and "draws" in analysis.names:
        found["drawn"] = drawn_games(analysis, model)
    if analysis.adjustment.rates:
        found |= {"fitted": analysis.adjustment.games, "to_fit": analysis.adjustment.in_all}
    return found


def _needed(analysis: Analysis, model: SemanticModel, language: Language) -> str:
    """Return what all rows that are shown had to meet, where these are all that meet it, or ""."""
    plan = analysis.plan
    if not (plan.groups and analysis.rows) or plan.frame.limit is not None or analysis.cut:
        return ""
    keys = {"bound"} if plan.rate else {"bound", "having", "at_most"}
    return ", ".join(one.text for one in chips(plan.frame, model, language) if one.key in keys)


def drawn_games(analysis: Analysis, model: SemanticModel) -> int:
    """Return how many games of the rows were drawn, once where the rows hold both sides of each."""
    drawn = sum(int(analysis.cell(row, "draws") or 0) for row in analysis.rows)
    if analysis.cut is not None:
        drawn = analysis.cut.draws
    frame = analysis.plan.frame
    sides = {key for key, one in model.dimensions.items() if one.of_sides}
    whole = not analysis.left_out and frame.limit is None and not frame.has_thresholds
    named = sides & {one.dimension for one in frame.filters}
    grouped = sides & {group.dimension for group in analysis.plan.groups}
    rivals = model.has_rival(model.entity) and not model.of_one_view
    twice = whole and rivals and bool(grouped) and not named and drawn % 2 == 0
    return drawn // 2 if twice else drawn


def _newest(analysis: Analysis, language: Language) -> list[str]:
    """Say which games the newest are, and why they are not as many as were asked for."""
    newest = analysis.newest
    if newest is None:
        return []
    count, asked = integer(newest.games, language), integer(newest.asked, language)
    found = [say(language, "note_newest", count=count, first=newest.first, last=newest.last)]
    if newest.games > newest.asked:
        found.append(say(language, "note_newest_more", asked=asked, first=newest.first))
    elif newest.games < newest.asked:
        found.append(say(language, "note_newest_fewer", asked=asked))
    return found


def _choices(
    analysis: Analysis, model: SemanticModel, language: Language, left_out: Sequence[str]
) -> list[str]:
    """Return what was counted and what was not."""
    plan, found = analysis.plan, _newest(analysis, language)
    entity = model.dimensions[model.entity].label_in(language)
    if plan.rate and model.of_one_view and analysis.rows:
        known = (model.dimensions[model.entity], *model.dimensions.values())
        sides = next(dimension for dimension in known if dimension.b is not None)
        column = as_text(str(sides.b if sides.of_rival else sides.a))
        key = "note_rival_known" if sides.of_rival else "note_one_view"
        found.append(say(language, key, column=quoted(column, language)))
    own_view = model.of_one_view and plan.mirror != "exclude"
    met = model.dimensions[model.entity].a is not None and _meets_rivals(analysis, model)
    if own_view and plan.mirror == "include" and plan.rate and met:
        found.append(say(language, "note_mirror_in"))
    elif plan.sided and plan.leaves_out_mirrors(model):
        key = "note_mirror_skill" if plan.frame.measure == "skill_rate" else "note_mirror_out"
        found.append(say(language, key, dimension=entity))
    elif plan.sided and plan.mirror == "only":
        named = {one.dimension for one in plan.frame.filters if one.side == "own"}
        told = named.union(plan.frame.group_by) - {model.entity, "matchup"}
        halved = plan.rate and not own_view and not any(map(model.is_of_sides, told))
        if halved:
            found.append(say(language, "note_mirror_only"))
        elif plan.frame.mirror != "only":  # else what is counted is called so
            found.append(say(language, "note_mirror_counted"))
    elif plan.frame.mirror == "include" or _people_against_a_race(plan, model):
        found.append(say(language, "note_mirror_in"))
    if plan.not_itself is not None:
        found.append(say(language, "note_itself"))
    found += _unknown(analysis, model, language)
    found += _pooled(analysis, model, language)
    if plan.least is not None and plan.groups and analysis.rows:
        text = say(language, "note_threshold", least=integer(plan.least, language))
        if left_out:
            shown = ", ".join(left_out[:_NAMED]) + (" …" if len(left_out) > _NAMED else "")
            text += " " + say(language, "note_left_out", names=shown)
        found.append(text)
    if needed := _needed(analysis, model, language):
        count = integer(len(analysis.rows), language)
        found.append(say(language, "note_needed", needed=quoted(needed, language), count=count))
    return found


def _unknown(analysis: Analysis, model: SemanticModel, language: Language) -> list[str]:
    """Say that games are in no row where what rows are of is not known: the map "Unknown"."""
    grouped = dict.fromkeys(group.dimension for group in analysis.plan.groups)
    known = [model.dimensions[key] for key in grouped if key in model.dimensions]
    empty = [
        say(language, "note_gaps", dimension=dimension.label_in(language))
        for dimension in known if dimension.gaps and not any(dimension.placeholders)
        and analysis.rows
    ]  # fmt: skip
    return empty + [
        say(
            language,
            "note_unknown",
            dimension=dimension.label_in(language),
            values=", ".join(quoted(as_text(v), language) for v in dimension.placeholders if v),
        )
        for dimension in known if any(dimension.placeholders) and analysis.rows
    ]  # fmt: skip


def _pooled(analysis: Analysis, model: SemanticModel, language: Language) -> list[str]:
    """Say which versions of a map are counted as one."""
    names = versions_told(analysis, model)
    return [say(language, "note_versions", names=as_text(", ".join(names)))] if names else []


def _people_against_a_race(plan: Plan, model: SemanticModel) -> bool:
    """Whether people are ranked by their games against a race, of which some play it too."""
    entity = model.dimensions[model.entity]
    rival = plan.frame.filter(model.entity, "opponent")
    people = any(group.dimension == model.player for group in plan.groups)
    races = entity.role == "entity" and not (entity.mirrorless or entity.sides_differ)
    return plan.rate and rival is not None and people and races and plan.mirror == "include"


def _meets_rivals(analysis: Analysis, model: SemanticModel) -> bool:
    """Whether races are named or rows grouped by them, so that mirrors could be left out."""
    plan = analysis.plan
    named = {one.dimension for one in plan.frame.filters}
    return model.entity in named | {group.dimension for group in plan.groups}


def _relaxed(analysis: Analysis, model: SemanticModel, language: Language) -> list[str]:
    relaxed = analysis.relaxed
    if relaxed is None:
        return []
    words = [chip.text for chip in chips(relaxed.dropped, model, language) if chip.key != "measure"]
    condition = quoted(as_text(", ".join(words)), language)
    games = integer(relaxed.games, language)
    return [say(language, "no_rows_relaxed", condition=condition, games=games)]


def _small(analysis: Analysis, language: Language, names: Sequence[str]) -> list[str]:
    if not analysis.plan.rate and analysis.plan.frame.measure not in LENGTHS:
        return []
    games = [int(analysis.cell(row, "games") or 0) for row in analysis.rows]
    if not analysis.plan.groups:
        if games and games[0] < FEW_GAMES:
            return [say(language, "note_few", least=FEW_GAMES, games=integer(games[0], language))]
        return []
    small = [i for i, count in enumerate(games) if count < FEW_GAMES]
    if not small:
        return []
    shown = ", ".join(as_text(names[i]) for i in small[:_NAMED]) + (
        " …" if len(small) > _NAMED else ""
    )
    return [say(language, "note_few_rows", least=FEW_GAMES, names=shown)]


def _different(analysis: Analysis, language: Language, names: Sequence[str]) -> str:
    """Say which rows differ from one half when all of them are looked at together."""
    counts = list(analysis.ranked) or [
        won_by(analysis.cell(row, "win_rate"), analysis.cell(row, "games")) for row in analysis.rows
    ]
    corrected = holm([score_p(wins, games) for wins, games in counts])
    far = [as_text(name) for name, p in zip(names, corrected, strict=False) if p < 0.05]
    count = integer(len(counts), language)
    if not far:
        return say(language, "note_holm_none", count=count)
    shown = ", ".join(far[:_NAMED]) + (" …" if len(far) > _NAMED else "")
    return say(language, "note_holm_some", count=count, names=shown)


def _named(plan: Plan, model: SemanticModel, language: Language) -> list[str]:
    """Return the names that are asked for."""
    return [
        model.dimensions[one.dimension].show(value, language)
        for one in plan.frame.filters if not one.exclude for value in one.values
    ]  # fmt: skip


def _barcodes(language: Language, names: Sequence[str]) -> list[str]:
    """Warn of names made of bars, behind which several people hide."""
    found = list(dict.fromkeys(as_text(name) for name in names if _BARCODE.search(name)))
    return [say(language, "note_barcode", names=", ".join(found[:_NAMED]))] if found else []


_OF_ROWS = ("note_repeated_rows", "note_identical_rows")


def _key(note: LoadNote) -> str:
    """Return the key of the sentence; of one row it is said otherwise."""
    return f"{note.key}_one" if note.count == 1 and note.key in _OF_ROWS else note.key


def loaded(notes: Iterable[LoadNote], language: Language) -> tuple[str, ...]:
    """Return the sentences on what was changed on load."""
    return tuple(
        say(language, _key(one), count=integer(one.count, language), what=as_text(one.what))
        for one in notes
    )


_MOST = 6  # that are named


def versions_told(analysis: Analysis, model: SemanticModel) -> tuple[str, ...]:
    """Return the versions, as the table writes them, that are one in the rows or conditions."""
    found: dict[str, None] = {}
    for key, values in _values(analysis):
        dimension = model.dimensions.get(key)
        if dimension is not None and analysis.rows:
            for several in _spelled_apart(dimension, values):
                found |= dict.fromkeys(several)
    told = tuple(found)
    return (*told[:_MOST], "…") if len(told) > _MOST else told


def _values(analysis: Analysis) -> Iterator[tuple[str, Collection[str]]]:
    """Yield the values that the answer is about, by dimension."""
    for one in analysis.plan.frame.filters:
        if not one.exclude:
            yield one.dimension, one.values
    for group in analysis.plan.groups:
        yield group.dimension, {str(analysis.cell(row, group.name)) for row in analysis.rows}


def _spelled_apart(dimension: Dimension, values: Collection[str]) -> Iterator[list[str]]:
    """Yield the spellings of each of some values that differ in their version."""
    spelled: dict[tuple[str, str], list[str]] = defaultdict(list)
    for spelling in dimension.sample if dimension.members else ():
        value = dimension.canonical(spelling)
        if value in values:
            spelled[value, without_version(spelling)].append(spelling)
    yield from (several for several in spelled.values() if len(several) > 1)
