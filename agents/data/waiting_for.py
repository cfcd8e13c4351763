"""A question that was asked back: whether a message answers it, and asking again."""

from agents.data.outcomes import Ask, Decline, Outcome, Waiting
from agents.data.reading import Reading


def is_answer(reading: Reading, waiting: Waiting) -> bool:
    """Whether a message answers the question that was asked back."""
    if _says_the_figure_again(reading, waiting):
        return True
    if reading.measure is not None or reading.acts or reading.missing or reading.unknown:
        return False
    if reading.anew:
        return False
    named = {mention.dimension for mention in reading.mentions}
    return (
        reading.all
        or waiting.slot in named
        or waiting.slot in reading.groups
        or bool(waiting.slot == "meaning" and named)
        or reading.has_content
    )


def _says_the_figure_again(reading: Reading, waiting: Waiting) -> bool:
    """Whether a message is the open value beside the figure that was asked for: Zerg win rate."""
    named = {mention.dimension for mention in reading.mentions}
    plain = Reading(measure=waiting.frame.measure, mentions=reading.mentions)
    return named == {waiting.slot} and reading == plain


def ask_again(outcome: Outcome, reading: Reading, waiting: Waiting) -> Outcome:
    """Keep the question open when the words were neither an answer nor another question."""
    match outcome:
        case Decline(reason="word" | "unclear", word=word) if reading.measure is None:
            return Ask(waiting.frame, waiting.slot, word)
        case _:
            return outcome
