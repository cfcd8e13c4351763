"""Columns that say yes and no: which value is which, and what either is called."""

from agents.answering.text.normal import is_hangul
from agents.data.match.model.pack import entry, form_for, keys_for, listed, phrases_for, words_for
from agents.data.match.model.semantic_model import Dimension
from agents.data.match.model.words import Member
from agents.data.tables.header_words import tokens


def answers_of(dimension: Dimension) -> tuple[str, str] | None:
    """Return the values of a column that mean yes and no; None for any other column."""
    if dimension.column is None or len(dimension.sample) > 2 + len(dimension.placeholders):
        return None
    values = tuple(value for value in dimension.sample if value not in dimension.placeholders)
    if len(values) != 2:
        return None
    yes = [value for value in values if value.strip().casefold() in words_for("yes")]
    no = [value for value in values if value.strip().casefold() in words_for("no")]
    return (yes[0], no[0]) if len(yes) == len(no) == 1 else None


def answer_members(dimension: Dimension) -> dict[str, Member]:
    """Return what the two values of a column of yes and no are called, by its header."""
    answers = answers_of(dimension)
    if answers is None:
        return {}
    said = [t for t in tokens(str(dimension.column)) if t not in words_for("flag_filling")]
    noun = " ".join(form_for("whether_ending").sub("", word) for word in said)
    known: dict[str, str] = next(
        (one for one in entry("yes_and_no") if _tells(said, listed(one["header"]))), {}
    )
    several = noun
    if noun.endswith(phrases_for("flag_games")):  # title fights
        several = f"{noun}{'es' if noun.endswith('ch') else 's'}"
    games = [
        form.format(noun) for form in phrases_for("said_joined")
        if noun and is_hangul(noun[-1]) and not noun.endswith(form.format(""))
    ]  # fmt: skip
    nouns = {"said_no": dict.fromkeys((noun, several)), "said_no_behind": (noun, *games)}
    no = [form.format(one) for name in nouns for one in nouns[name] for form in phrases_for(name)]
    names = ((noun, *games, *listed(known.get("yes", ""))),
             (*(no if noun else ()), *listed(known.get("no", ""))))  # fmt: skip
    return {
        value: Member(names=tuple(filter(None, called)), label=entry("answers")[answer])
        for value, called, answer in zip(answers, names, ("yes", "no"), strict=True)
    }


def _tells(said: list[str], header: tuple[str, ...]) -> bool:
    """Whether a header says no more than one of the known things: first_blood is no beginning."""
    beginning = keys_for("on_the_play").get(" ".join(said))
    words = {*said} if beginning is None else {beginning}
    return bool(words.intersection(header)) and words <= words_for("flag_beside").union(header)
