"""An answer of the data agent that has words alone."""

from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.data.match.answers.sentences import say


async def answer_in_words(
    reporter: Reporter,
    text: str,
    kind: str,
    language: Language,
    *,
    reason: str = "",
    understood: str = "",
    named: str = "",
    anew: bool = False,
) -> None:
    """Answer in words alone; `reason` says why nothing was computed.

    `understood` is what was understood all the same, `named` what was named.
    With `anew` what was asked before is forgotten.
    """
    await reporter.working(say(language, "step_writing"))
    await reporter.stream(text)
    status = say(language, f"status_{kind}")
    await reporter.complete(
        status, declined=reason, understood=understood, named=named, anew=anew, spoken=language
    )
