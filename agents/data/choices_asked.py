"""What can be chosen where a question is asked back: at most six, with their games, and all."""

from typing import Any

from agents.answering.text.language import Language
from agents.data.answered_by_place import ALL
from agents.data.match.answers.sentences import say
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame, Mirror
from agents.data.outcomes import Ask

MOST_CHOICES = 6


async def choices_of(ask: Ask, analyst: Analyst, language: Language) -> list[dict[str, Any]]:
    """Return the choices of a question, those with the most games first: value, label and count.

    There is none where no game fits.
    """
    return await (_meanings if ask.slot == "meaning" else _subjects)(ask, analyst, language)


async def _meanings(ask: Ask, analyst: Analyst, language: Language) -> list[dict[str, Any]]:
    dimensions = analyst.model.dimensions
    counts = {key: await analyst.counts(key, ask.frame) for key in {t.key for t in ask.meanings}}
    most = sorted(ask.meanings, key=lambda term: -counts[term.key].get(term.detail, 0))
    choices = [
        {
            "value": f"{term.key}={term.detail}",
            "label": f"{dimensions[term.key].show(term.detail, language)} "
            f"({dimensions[term.key].label_in(language)})",
            "count": counts[term.key].get(term.detail, 0),
        }
        for term in (most[: MOST_CHOICES - 1] if len(counts) == 1 else most[:MOST_CHOICES])
    ]
    if len(counts) == 1 and len(ask.meanings) > 1:
        (key,) = counts
        values = tuple(term.detail for term in ask.meanings)
        choices.append(_everything(await _games(ask.frame, key, values, analyst), language))
    return choices


async def _subjects(ask: Ask, analyst: Analyst, language: Language) -> list[dict[str, Any]]:
    counts = await analyst.counts(ask.slot, ask.frame)
    dimension = analyst.model.dimensions[ask.slot]
    choices: list[dict[str, Any]] = [
        {"value": value, "label": dimension.show(value, language), "count": games}
        for value, games in list(counts.items())[: MOST_CHOICES - 1]
    ]
    every = await _games(ask.frame, ask.slot, tuple(counts), analyst) if counts else 0
    return [*choices, _everything(every, language)] if choices else []


async def _games(frame: Frame, dimension: str, values: tuple[str, ...], analyst: Analyst) -> int:
    """Return the games of some values together; mirrors are left out where rates leave them out."""
    model, rest = analyst.model, frame.without_filter(dimension)
    if not model.dimensions[dimension].of_sides:
        rest = rest.with_filter(Filter(dimension=dimension, values=values, together=True))
    elif rest.mirror == "auto" and dimension == model.entity and not model.of_one_view:
        mirror: Mirror = "exclude" if model.has_rival(dimension) else "auto"
        rest = rest.model_copy(update={"mirror": mirror})
    return await analyst.games_under(rest)


def _everything(games: int, language: Language) -> dict[str, Any]:
    """Return the choice of all that may be meant."""
    return {"value": ALL, "label": say(language, "all"), "count": games}
