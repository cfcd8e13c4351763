"""What the notes on a reading and on a file may state with numerals."""

from agents.answering.text.language import Language, integer
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable


def stated(answerable: Answerable, analyst: Analyst, language: Language) -> tuple[str, ...]:
    """Return words of the question, values, days and counted rows, as they are written."""
    dimensions = analyst.model.dimensions
    read = [
        text
        for one in answerable.read_as
        for text in (one.word, dimensions[one.dimension].show(one.value, language))
    ]
    began = [text for one in answerable.began for text in (one.version, *one.values, str(one.day))]
    days = [str(day) for day in analyst.dates or ()]
    notes = analyst.source.notes
    loaded_as = [integer(one.count, language) for one in notes] + [one.what for one in notes]
    return (
        *read, *began, *days, *loaded_as, analyst.source.guessed_encoding, "UTF-8", "UTF-16",
        answerable.of_rival,
    )  # fmt: skip
