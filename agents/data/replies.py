"""What is said when nothing is computed: what the table holds, why not, and what could be asked."""

from collections.abc import Sequence

from agents.answering.sentences import quoted
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.data.match.answers.guesses import guesses
from agents.data.match.answers.labels import measure_label
from agents.data.match.answers.method import method
from agents.data.match.answers.sentences import say
from agents.data.match.answers.suggested import asked_about, split_by
from agents.data.match.compute.analysis import Analyst
from agents.data.match.model.semantic_model import Dimension
from agents.data.outcomes import Decline, Explain
from agents.data.understanding import LONGEST

_SHOWN, _LISTED, _LONGEST = 6, 40, 500


def decline(analyst: Analyst, refused: Decline, language: Language) -> str:
    """Return why the question is not answered, and two that can be."""
    source = analyst.source
    word = quoted(as_text(refused.word), language)
    dates = analyst.dates
    key = refused.reason
    if key == "forecast" and dates is None:
        reason = say(language, "decline_forecast_plain")
    elif key == "version":
        dimension = analyst.model.dimensions[refused.close[0].key].label_in(language)
        known = _several([term.detail for term in refused.close], language, shown=_LISTED)
        reason = say(language, "decline_version", dimension=dimension, word=word, known=known)
    else:
        reason = say(
            language,
            f"decline_{key}",
            word=word,
            column=as_text(refused.word),
            dimension=as_text(refused.word),
            known=", ".join(_dimension_names(analyst, language)),
            file=as_text(source.name),
            rows=integer(analyst.games, language),
            first=dates.first if dates else "",
            last=dates.last if dates else "",
            limit=integer(LONGEST, language),
        )
    if refused.close and key != "version":
        shown = [_show(analyst, term.key, term.detail, language) for term in refused.close]
        reason += " " + say(language, "decline_word_close", close=", ".join(dict.fromkeys(shown)))
    return "\n\n".join([f"**{_first_sentence(reason)[0]}**{_first_sentence(reason)[1]}",
                        offer(analyst, language, refused.about, refused.where)])  # fmt: skip


def explain(
    analyst: Analyst,
    explained: Explain,
    language: Language,
    held: tuple[int, tuple[str, ...]] | None = None,
) -> str:
    """Return a greeting, thanks, how an answer was computed, or what the table can answer.

    `held` are how many values the dimension has that is asked for, and the commonest of them.
    """
    if explained.kind == "values":
        dimension = analyst.model.dimensions[explained.dimension]
        count, values = held or (len(dimension.values), dimension.values)
        head = say(
            language,
            "values_head",
            dimension=_capital(dimension.label_in(language)),
            count=integer(count, language),
        )
        return paragraphs(head, _listed(dimension, language, values, count))
    if explained.kind == "dates":
        return paragraphs(_dates(analyst, language), offer(analyst, language))
    if explained.frame is not None:
        return method(explained.frame, analyst.model, language)
    if explained.kind != "help":
        return f"{say(language, explained.kind)} {_about(analyst, language)}\n\n" + offer(
            analyst, language
        )
    measures = ["win_rate", "games", "wins", "pick_share"]
    if analyst.model.has_rival(analyst.model.entity):
        measures.append("mirror_share")
        people = analyst.model.player
        if people not in (None, analyst.model.entity) and analyst.model.has_rival(people):
            measures.append("skill_rate")
    if analyst.model.duration is not None:
        measures.append("duration")
    names = ", ".join(measure_label(measure, language) for measure in measures)
    kept = analyst.model_file
    lines = [
        say(language, "help_dimension", name=d.label_in(language), values=_values(d, language))
        for d in analyst.model.dimensions.values()
    ]
    return "\n\n".join([
        _about(analyst, language),
        say(language, "help_measures", measures=names),
        say(language, "help_dimensions"),
            bullets(lines),
        say(language, "help_taken"),
            bullets([as_text(line, _LONGEST) for line in guesses(analyst.model, language)]),
        *([say(language, "help_model", file=as_text(kept))] if kept else []),
        offer(analyst, language),
    ])  # fmt: skip


def _dates(analyst: Analyst, language: Language) -> str:
    dates = analyst.dates
    if dates is None:
        return say(language, "decline_no_time")
    head = say(language, "dates_head", first=dates.first, last=dates.last)
    return f"{head} {_about(analyst, language, dated=False)}"


def offer(
    analyst: Analyst, language: Language, about: str = "", where: tuple[str, str] | None = None
) -> str:
    """Return two questions that this table can answer, about what was named if anything was."""
    asked = [as_text(question) for question in questions(analyst, language, about, where)[:2]]
    return paragraphs(say(language, "offer"), bullets(asked))


def questions(
    analyst: Analyst, language: Language, about: str = "", where: tuple[str, str] | None = None
) -> list[str]:
    """Return questions that this table can answer, made from its own values.

    They are about the value `about`, else about one of the commonest, in the games that `where`
    (a dimension and its value) names.
    """
    model = analyst.model
    subject = model.entity if about else asked_about(model, language)
    entity = model.dimensions[subject]
    values = list(entity.values)
    if model.of_one_view and entity.column is None:  # of the rival's races there are no games
        written = analyst.values_of(entity.a) if entity.a is not None else ()
        own = {entity.canonical(value) for value in written}
        values = [value for value in values if value in own]
        about = about if about in own else ""
    if not values:
        return [say(language, "question_rank", dimension=entity.label_in(language),
                    measure=measure_label("win_rate", language))]  # fmt: skip
    shown = entity.show(about or sorted(values[:3])[-1], language)
    other = _where(analyst, *where, language) if where is not None else ""
    kept = "_filter" if where is not None else ""
    key = "question_filter" if where is not None else "question_subject"
    found = [say(language, key, value=shown, other=other)]
    split = split_by(model, subject, where[0] if where is not None else "")
    measure = measure_label("win_rate", language)
    found.append(
        say(
            language,
            f"question_group{kept}",
            value=shown,
            other=other,
            dimension=split.label_in(language),
        )
        if split is not None
        else say(language, "question_rank", dimension=entity.label_in(language), measure=measure)
    )
    return found


def _about(analyst: Analyst, language: Language, *, dated: bool = True) -> str:
    dates, source = analyst.dates, analyst.source
    reach = ""
    if dates is not None and dated:
        reach = say(language, "help_range", first=dates.first, last=dates.last)
    rows = integer(analyst.games, language)
    text = say(language, "help", file=as_text(source.name), rows=rows, range=reach).strip()
    return f"{text} {say(language, 'note_simulated')}" if source.simulated else text


def _dimension_names(analyst: Analyst, language: Language) -> list[str]:
    return [dimension.label_in(language) for dimension in analyst.model.dimensions.values()]


def _listed(dimension: Dimension, language: Language, values: Sequence[str], count: int) -> str:
    """Return the first of so many values, and how many more there are."""
    shown = values[:_LISTED]
    text = ", ".join(as_text(dimension.show(value, language)) for value in shown)
    if count > len(shown):
        more = integer(count - len(shown), language)
        text += " " + say(language, "and_more", count=more)
    return text


def _values(dimension: Dimension, language: Language, *, shown: int = _SHOWN) -> str:
    return _several([dimension.show(v, language) for v in dimension.values], language, shown=shown)


def _several(values: Sequence[str], language: Language, *, shown: int) -> str:
    text = ", ".join(map(as_text, values[:shown]))
    if len(values) > shown:
        count = integer(len(values) - shown, language)
        text += " " + say(language, "and_more", count=count)
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _show(analyst: Analyst, dimension: str, value: str, language: Language) -> str:
    return as_text(analyst.model.dimensions[dimension].show(value, language))


def _where(analyst: Analyst, dimension: str, value: str, language: Language) -> str:
    """Return the place of the games, a number with what it is one of: season 2021."""
    shown = _show(analyst, dimension, value, language)
    label = analyst.model.dimensions[dimension].label_in(language)
    if not shown.isdigit():
        return shown
    return f"{shown} {label}" if language == "ko" else f"{label} {shown}"


def _first_sentence(text: str) -> tuple[str, str]:
    head, dot, rest = text.partition(". ")
    return (head + ".", " " + rest) if dot else (text, "")
