"""What delegates answered becomes the orchestrator's answer, each part under whose it is.

An answer of one delegate is the orchestrator's own. Of several, and of one that has parts, each
keeps its artifacts, its words among them, which name the delegate's task or its part (`of` in their
metadata).
"""

from collections.abc import Mapping, Sequence

from a2a.server.tasks import TaskUpdater
from a2a.types import Part as WirePart

from agents.answering.artifacts import MARKDOWN, VEGA_LITE, json_part
from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.orchestrator import combining, earlier
from agents.orchestrator.earlier import Comparing, Comparison, EarlierAnswer
from agents.orchestrator.outcomes import StepOutcome
from agents.orchestrator.words import words
from app.domain.messages import DataPart, FilePart, Part, TextPart
from app.domain.tasks import OF

_OWN = frozenset({"answer", "steps", "plan", "delegation"})
_NOTES = "notes"
"""What the last part is of: words of the orchestrator's own, below those of others."""
MOST_BYTES = 8_000_000


class Telling:
    """Owns how the answer of one turn is told; nothing of it is kept."""

    def __init__(
        self,
        updater: TaskUpdater,
        titles: Mapping[str, str],
        language: Language,
        comparing: Comparing | None,
    ) -> None:
        self._updater = updater
        self.reporter = Reporter(updater)
        self._titles = titles
        self._language = language
        self._comparing = comparing

    def say(self, key: str, **values: object) -> str:
        """Return one of the orchestrator's own sentences."""
        return words(self._language, key, **values)

    async def answer(self, outcomes: Sequence[StepOutcome], notes: str) -> str:
        """Tell what came of a request, `notes` below it; return its words.

        Of several that is what differs, if they were asked the same, and each in its place.
        """
        parts = [part for one in outcomes for part in one.parts]
        if len(parts) == 1:
            await self._forward(1, outcomes[0])
            text = combining.alone(outcomes[0], self._titles, self._language) + notes
            await self.reporter.stream(text)
            return text
        found = self.beside(earlier.asked_the_same(outcomes))
        if found is not None and not found.paired:
            notes = f"\n\n{found.unlike}{notes}" if found.unlike else notes
            said, found = [], None
        elif found is not None:
            said = [found.text]
        else:
            said = combining.contradictions(outcomes, self._titles, self._language)
        if said:
            await self.reporter.stream("\n\n".join(said))
        if found is not None:
            await self._add_figures(found)
        told = combining.alone if len(outcomes) == 1 else combining.part
        for number, part in enumerate(parts, 1):
            text = told(part, self._titles, self._language)
            of = part.task_id or f"step-{part.step}"
            await self._add(f"{number}-answer", "answer", [_words(text)], of)
            await self._forward(number, part, of=of)
            said.append(text)
        if notes:
            await self._add("notes", "answer", [_words(notes.strip())], _NOTES)
        return "\n\n".join(said) + notes

    async def comparison(self, found: Comparison) -> None:
        """Answer with earlier answers beside each other."""
        await self.reporter.stream(found.text)
        await self._add_figures(found)
        await self.reporter.complete(found.headline)

    def beside(self, answers: Sequence[EarlierAnswer]) -> Comparison | None:
        """Return what answers say beside each other, None where they hold no figures."""
        return earlier.beside(answers, self._titles, self._language, self._comparing)

    async def _add_figures(self, found: Comparison) -> None:
        await self.reporter.add("result", json_part(found.result))
        if found.chart is not None:
            await self.reporter.add("chart", json_part(found.chart, VEGA_LITE))
        if found.narrow:
            told = {"language": self._language, "labels": [], "narrow": list(found.narrow)}
            await self.reporter.add("frame", json_part(told))

    async def _forward(self, number: int, outcome: StepOutcome, *, of: str = "") -> None:
        """Hand on what a delegate made beside its words: tables, charts, queries, files."""
        if outcome.answer is None or not outcome.good:
            return
        left = MOST_BYTES
        for artifact in outcome.answer.artifacts:
            if artifact.name in _OWN:
                continue
            parts = [wire_part(part) for part in artifact.parts]
            left -= sum(part.ByteSize() for part in parts)
            if left < 0:
                return
            identity = f"{number}-{artifact.name or artifact.artifact_id}"
            await self._add(identity, artifact.name, parts, of)

    async def _add(self, identity: str, name: str, parts: Sequence[WirePart], of: str = "") -> None:
        await self._updater.add_artifact(
            list(parts),
            artifact_id=f"{self.reporter.task_id}-{identity}",
            name=name,
            metadata={OF: of} if of else None,
            last_chunk=True,
        )


def _words(text: str) -> WirePart:
    return WirePart(text=text, media_type=MARKDOWN)


def wire_part(part: Part) -> WirePart:
    """Return a part as A2A has it."""
    match part:
        case TextPart():
            return WirePart(text=part.text, media_type=part.media_type)
        case DataPart():
            return json_part(part.data, part.media_type)
        case FilePart():
            if part.content is not None:
                return WirePart(raw=part.content, media_type=part.media_type, filename=part.name)
            return WirePart(url=part.url or "", media_type=part.media_type, filename=part.name)
