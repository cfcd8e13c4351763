"""What the columns of a table were taken for, told to the person who knows what they mean."""

from collections.abc import Iterable

from agents.answering.sentences import quoted
from agents.answering.text.language import Language
from agents.answering.text.markdown import one_line
from agents.data.match.answers.sentences import say
from agents.data.match.model.semantic_model import Dimension, Quantity, SemanticModel, Winner

_MOST_THINGS = 12
_UNITS = {1.0: "seconds", 60.0: "minutes", 3600.0: "hours"}


def guesses(model: SemanticModel, language: Language) -> list[str]:
    """Return a line for what a row is, who won, and each thing that is read from columns.

    They are plain text, without Markdown.
    """
    time, length = model.time, model.duration
    found = [_row(model, language), *_outcome(model, language)]
    if time is not None:
        found.append(_line("time", language, columns=_names([time.column], language)))
    if length is not None:
        unit = _UNITS.get(length.seconds, "other")
        found.append(_line(f"length_{unit}", language, columns=_names([length.column], language)))
    things: dict[tuple[str, ...], str] = {}
    named: list[Dimension | Quantity] = [*model.dimensions.values(), *model.quantities.values()]
    for one in named:
        if one.columns:
            things.setdefault(tuple(dict.fromkeys(one.columns)), one.label_in(language))
    for columns, name in list(things.items())[:_MOST_THINGS]:
        found.append(_line("thing", language, name=name, columns=_names(columns, language)))
    if len(things) > _MOST_THINGS:
        found.append(say(language, "and_more", count=len(things) - _MOST_THINGS))
    for dimension in model.dimensions.values():
        found += _left_out(dimension, language)
    return found


def _row(model: SemanticModel, language: Language) -> str:
    """Return what one row is."""
    if model.grain == "totals":
        return _line("totals", language)
    if model.grain == "game":
        return _line("game", language)
    if model.game is not None:
        return _line("joined", language, columns=_names([model.game], language))
    if model.of_one_view:
        return say(language, "method_one_view")
    return _line("try" if model.is_attempt else "side", language)


def _outcome(model: SemanticModel, language: Language) -> list[str]:
    """Return by which columns the games were won, or counted."""
    totals, winner = model.totals, model.winner
    if totals is not None:
        found = [_line("counts", language, columns=_names(totals.columns, language))]
        if totals.rate is not None and totals.wins is None:
            weight = _names([totals.games], language)
            found.append(_line("weight", language, columns=weight))
        if model.stored == "one":
            found.append(_line("once", language))
        return found
    entity = model.dimensions[model.entity]
    if not winner.columns:
        return [_line("won", language, columns=_names(entity.columns[:1], language))]
    key = _kind_of(winner, entity, model)
    first, second = (_names([one], language) for one in (entity.a or "", entity.b or ""))
    a, b = (quoted(one_line(one or ""), language) for one in (winner.a, winner.b))
    columns = _names(winner.columns, language)
    return [_line(key, language, columns=columns, a=a, b=b, first=first, second=second)]


def _kind_of(winner: Winner, entity: Dimension, model: SemanticModel) -> str:
    if winner.score_a is not None or winner.between is not None:
        return "points"
    if winner.lost:
        return "lost"
    if winner.a is None or winner.b is None:
        return "won"
    if model.grain == "side":
        return "result"
    return "won_by" if entity.a is not None and entity.b is not None else "won"


def _left_out(dimension: Dimension, language: Language) -> list[str]:
    name = dimension.label_in(language)
    return [
        _line(key, language, name=name, columns=_names(values, language))
        for key, values in (("unknown", dimension.placeholders), ("sums", dimension.rollups))
        if values
    ]


def _line(key: str, language: Language, **words: object) -> str:
    return say(language, f"taken_{key}", **words)


def _names(names: Iterable[str], language: Language) -> str:
    return ", ".join(quoted(one_line(name), language) for name in names)
