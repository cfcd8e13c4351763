"""The one question about a table whose shape cannot be told, and what its answer settles."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from a2a.types import Task

from agents.answering import artifacts
from agents.answering.reporting import Reporter
from agents.answering.sentences import quoted
from agents.answering.text.language import Language
from agents.answering.text.markdown import one_line
from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set
from agents.data.answered_by_place import by_place
from agents.data.match.answers.sentences import say
from agents.data.match.compute.analysis import Analyst
from agents.data.match.model.shape_question import ShapeQuestion
from agents.data.words_alone import answer_in_words
from app.errors import BadFile

_SLOT = "shape:"
_MOST = 6
_FIRST = {"%d": "day_first", "%m": "month_first", "%y": "year_first"}
# Days, months and years as words, and as they stand in forms such as mm/dd/yyyy.
_DATE_PART = re.compile(
    r"(?P<d>\bd{1,2}\b|\bdays?\b|\bdias?\b|일)|(?P<m>\bm{1,2}\b|\bmonths?\b|\bmes(?:es)?\b|월)|"
    r"(?P<y>\by{2,4}\b|\ba{4}\b|\byears?\b|\banos?\b|연도|년)"
)
_NOT_FIRST = re.compile(r"\b(?:not|no|second|last|after|segundo|ultimo|despues)\b|아니|나중|뒤")
_NEITHER = ("none", "neither", "ninguna", "ninguno")
_NONE = word_set(
    "none neither no nothing idk ninguna ninguno nada no 없음 없어 없어요 없다 없습니다 아니 "
    "아니요 아니오 몰라 몰라요 모름 모르겠어 모르겠어요 모르겠습니다 cancel stop 취소 그만 cancelar"
) | {
    "not there", "there is none", "i don't know", "i do not know", "don't know", "no one",
    "no hay", "no lo se", "no se", "no hay ninguna", "no hay ninguno", "둘 다 아니야", "둘 다 아님",
    "그런 열은 없어", "그런 열 없어", "해당 없음", "잘 모르겠어",
}  # fmt: skip


class ShapeTalk:
    """Owns asking for what is open in a table's shape until it has a model."""

    def __init__(self, analyst: Analyst, reporter: Reporter) -> None:
        self._analyst = analyst
        self._reporter = reporter

    async def settle(
        self, text: str, choice: tuple[str, str] | None, parked: Task | None, language: Language
    ) -> str | None:
        """Take the message as an answer, or ask; return the question that can be answered now.

        None means that the request has been carried to its end by asking back (or by an error).
        """
        question = self._analyst.question
        assert question is not None
        kept = artifacts.data_of(parked, "frame") if parked is not None else None
        asked = text
        if kept is not None and str(kept.get("slot")) == _SLOT + question.slot:
            shown = [str(one["label"]) for one in self._choices(question, language)]
            value = _chosen(question, text, choice, shown)
            if value is None and says_none(text):
                await self._give_up(question, language)
                return None
            if value is not None:
                asked = str(kept.get("asked", ""))
                try:
                    await asyncio.to_thread(self._analyst.settle, {question.slot: value})
                except BadFile as error:
                    await self._reporter.fail(str(error))
                    return None
                if self._analyst.question is None:
                    return asked
            else:
                await self._ask(asked, language, say(language, "shape_not_understood"))
                return None
        await self._ask(asked, language)
        return None

    async def _give_up(self, question: ShapeQuestion, language: Language) -> None:
        """Say what the table lacks, so that nobody is asked the same for ever."""
        counted = question.slot in ("games", "wins")
        key = "date_order" if question.slot == "date_order" else "totals" if counted else "winner"
        text = say(
            language, f"shape_missing_{key}", column=quoted(one_line(question.subject), language)
        )
        await answer_in_words(self._reporter, text, "declined", language, reason="shape")

    async def _ask(self, asked: str, language: Language, before: str = "") -> None:
        question = self._analyst.question
        assert question is not None
        slot = _SLOT + question.slot
        await self._reporter.working(say(language, "step_reading"))
        frame = {"slot": slot, "asked": asked, "language": language}
        await self._reporter.add("frame", artifacts.json_part(frame))
        subject, side = (
            quoted(one_line(name), language) for name in (question.subject, question.side)
        )
        text = say(language, f"ask_shape_{question.slot}", column=subject, side=side)
        text = f"{before} {text}".strip()
        await self._reporter.ask(text, slot, self._choices(question, language))

    def _choices(self, question: ShapeQuestion, language: Language) -> list[dict[str, Any]]:
        return [
            {"value": value, "label": self._label(question, value, language), "count": None}
            for value in question.choices[:_MOST]
        ]

    def _label(self, question: ShapeQuestion, value: str, language: Language) -> str:
        if question.slot == "date_order":
            return say(language, _FIRST[value[:2].lower()])
        if question.slot == "winner":
            values = ", ".join(self._analyst.values_of(value)[:3])
            return f"{one_line(value)} ({one_line(values)})"
        return one_line(value)


def says_none(text: str) -> bool:
    """Whether a message says that no choice fits, or that the person does not know."""
    words = normalise(text).rstrip(".!").strip()
    return words in _NONE or any(words.startswith(f"{one} ") for one in _NEITHER)


def _chosen(
    question: ShapeQuestion,
    text: str,
    choice: tuple[str, str] | None,
    shown: Sequence[str],
) -> str | None:
    """Return the choice that a message takes: its value, what was shown for it, or a name in it."""
    if choice is not None and choice[1] in question.choices:
        return choice[1]
    said = normalise(text)
    exact = [value for value in question.choices if normalise(value) == said]
    named = [value for value, label in zip(question.choices, shown, strict=False)
             if normalise(label) == said]  # fmt: skip
    words = said.split()
    inside = [value for value in question.choices
              if len(value) > 1 and normalise(value) in (said, *words)]  # fmt: skip
    found = exact or named or (inside if len(inside) == 1 else [])
    if not found and question.slot == "date_order" and (order := _order(said, question.choices)):
        return order
    return found[0] if found else by_place(text, question.choices[:_MOST])


def _order(said: str, formats: Sequence[str]) -> str | None:
    """Return the one format that begins with what is named first: month first."""
    part = _DATE_PART.search(said)
    if part is None or _NOT_FIRST.search(said):
        return None
    begins = f"%{part.lastgroup!s}"
    found = [one for one in formats if one[:2].lower() == begins]
    return found[0] if len(found) == 1 else None
